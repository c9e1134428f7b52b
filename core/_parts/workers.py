"""Workers for parts: processes of this machine, or a Dask cluster (extra ``cluster``).

The rest of the program sees only a `concurrent.futures.Executor` and the number of parts it can do
at once.  Dask is imported here and nowhere else.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from core._checks import whole
from core._parts.machine import cores, memory_available
from core._search import ProblemError
from core._words import byte_size, counted

if TYPE_CHECKING:
    from core._catalog import Algorithm

T = TypeVar("T")
LOCAL = "local"
ANSWER_SECONDS = 10.0
"""How long a cluster may be silent before we say that we are waiting for it, or that nobody is there."""
CLOSE_SECONDS = 1.0
"""How long we wait in the end for a cluster that may not answer."""
MOST_PROCESSES, PROCESSES_PER_CORE = 64, 4
"""The most processes on a machine: the first number, or if it is more, the second for each core."""
ASK_SECONDS = 1.0
"""How often to ask a cluster for its workers."""
RETRIES = 3
"""How many times to give a part to another worker after its worker was lost."""
MANY = 1 << 30
"""More processes than anybody asks for."""
MOST_RENEWED = 20
"""How many times to restart lost processes."""


class ClusterError(ProblemError):
    """The cluster cannot be used; the message says why, and what would help."""


class ClusterLost(ClusterError):
    """The cluster was there when the count began, and no longer does its parts."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor that does parts, and the number it does at once."""

    executor: Executor
    slots: Callable[[], int]
    """The number of parts done at once; it changes as workers come and go."""
    described: str


class _Processes(Executor):
    """Processes of this machine.  If one is killed, the others end too, and the next part starts new ones."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = self._made()
        self._renewed = 0

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), initializer=end_with_parent)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a call.  Raises ClusterError if processes have been lost too often."""
        try:
            future = self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            if self._renewed == MOST_RENEWED:
                raise ClusterError("processes are killed again and again: is there enough memory?") from None
            self._renewed += 1
            self._pool.shutdown(wait=False)
            self._pool = self._made()
            future = self._pool.submit(fn, *args, **kwargs)
        # It ends with the processes.  If a pool of Python 3.11 loses these while it holds a cancelled future,
        # its thread fails, and a traceback reaches the terminal.
        future.cancel = _goes_on  # type: ignore[method-assign]
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes at once: their work is no longer needed, and may take minutes."""
        running = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False)
        for process in running:
            process.terminate()


def _goes_on() -> bool:
    """A call that cannot be cancelled."""
    return False


def end_with_parent() -> None:
    """Make this process end as soon as its parent is gone, even if the parent was killed without warning.

    The parent holds the other end of a pipe, which the system closes when the parent ends.
    """
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, name="end with parent", daemon=True).start()


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Hold Ctrl-C back until the end.  Threads and processes made meanwhile never receive it: it is meant for the
    command."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    resource_tracker.ensure_running()  # the first process made starts it, and that would let Ctrl-C through
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


@contextmanager
def processes(count: int, needs: int = 0) -> Iterator[Workers]:
    """Workers that are ``count`` processes of this machine, each needing ``needs`` bytes.

    Raises ProblemError for fewer than one or far more than there are cores, and ClusterError if they do not fit in
    the free memory.
    """
    whole(count, "the number of processes", 1, max(MOST_PROCESSES, PROCESSES_PER_CORE * (os.cpu_count() or 1)))
    fit = _that_fit(needs)
    if fit < count:
        raise ClusterError(
            f"--processes {count}: each needs {_free(needs)}: {counted(fit, 'process', 'processes')} would fit"
        )
    with _Processes(count) as executor:
        yield Workers(executor, lambda: count, f"{count} process{'es' * (count > 1)}")


@contextmanager
def dask(
    address: str,
    doing: Algorithm,
    retries: int = RETRIES,
    tell: Callable[[str], None] = lambda _: None,
    needs: int = 0,
) -> Iterator[Workers]:
    """The workers of the Dask cluster at ``address`` (``tcp://HOST:PORT``), or of a new one on this machine for
    ``local``.

    ``needs`` is the number of bytes that a part takes in a worker.  Raises ClusterError if Dask is not
    installed, nobody answers, there is no worker, or one of them lacks this program or the algorithm, has
    another version of it or too little memory; ClusterLost if the scheduler is lost later, or every worker that
    is given a part.  Workers that join later and are unfit are left out, and ``tell`` is called with a sentence
    about them.
    """
    try:
        import distributed.client
        from distributed import Client, KilledWorker, LocalCluster
        from distributed.comm import CommClosedError
    except ImportError:
        raise ClusterError("--cluster needs Dask: install dancing-queens[cluster]") from None
    closed = getattr(distributed.client, "ClosedClientError", CommClosedError)  # older ones lack it
    lost = CancelledError, asyncio.CancelledError, CommClosedError, closed
    cluster: Any = None
    client: Any = None
    slots: _Slots | None = None
    try:
        try:
            if address == LOCAL:
                if not (fit := _that_fit(needs)):
                    raise ClusterError(f"no worker fits on this machine: each needs {_free(needs)}")
                with _ctrl_c_held_back():
                    cluster = LocalCluster(
                        n_workers=min(cores(), fit), threads_per_worker=1, processes=True, dashboard_address=None,
                        silence_logs=50,
                    )  # fmt: skip
            client, threads = within(
                ANSWER_SECONDS + CLOSE_SECONDS, lambda: _connected(Client(cluster or address, timeout=ANSWER_SECONDS))
            )
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).partition("\n")[0] or f"no answer in {ANSWER_SECONDS:.0f} s"
            raise ClusterError(f"no Dask scheduler answers at {address}: {reason}") from None
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        try:
            slots = _Slots(client, doing, tell, needs, address)
        except OSError as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ClusterError(f"the workers of the cluster at {address} do not answer: {reason}") from None
        workers = f"{counted(len(threads), 'worker')} with {counted(sum(threads.values()), 'thread')} at {address}"
        yield Workers(_DaskExecutor(client.get_executor(retries=retries, pure=False)), slots, workers)
    except lost:  # we never cancel a part and then ask for its result
        raise ClusterLost(f"the cluster at {address} has given up the count; is its scheduler still running?") from None
    except KilledWorker as error:
        told = counted(retries + 1, "worker")
        raise ClusterLost(f"{told} ended on the same part, the last at {error.last_worker.address}; "
                          "is there enough memory?") from None  # fmt: skip
    finally:
        if slots is not None:
            slots.close()
        for each, seconds in ((client, CLOSE_SECONDS), (cluster, ANSWER_SECONDS)):
            if each is not None:
                with suppress(Exception, asyncio.CancelledError):  # a lost connection need not be closed
                    within(seconds, partial(each.close, timeout=seconds))


def _connected(client: Any) -> tuple[Any, Mapping[str, int]]:
    """``client`` once its scheduler has answered, and the number of threads of each worker."""
    return client, client.nthreads()


def within(seconds: float, ask: Callable[[], T]) -> T:
    """The result of ``ask()``, which may never return.  Ctrl-C ends the wait at once.

    Raises TimeoutError after ``seconds``, and whatever the call raises.
    """
    return _asked(ask).result(seconds)


def _asked(ask: Callable[[], T]) -> Future[T]:
    """The future result of a call, made in a separate thread that nobody waits for in the end."""
    answer: Future[T] = Future()

    def work() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=work, name="waits for an answer", daemon=True).start()
    return answer


class _DaskExecutor(Executor):
    """Dask's executor, with workers that also abandon begun parts when these are cancelled."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a call of a function that now and then calls ``wanted``."""
        return self._executor.submit(fn, *args, **kwargs, wanted=_wanted)


def _wanted() -> bool:
    """Whether the scheduler still wants the task on which this thread of a Dask worker is working."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    leaving = worker.status.name in ("closing", "closed")
    return not leaving and task is not None and task.state not in ("cancelled", "released", "forgotten")


def hush() -> None:
    """From now on until the process ends, let only this program's own messages reach standard error.

    When a scheduler or worker is lost, Dask, Tornado and asyncio print tracebacks: through loggers with
    levels of their own, in warnings, from threads and finalizers, some of them as the process ends.  This
    is for a command, which says it in a line; programs that use `dask` keep their own settings.
    """
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    threading.excepthook = sys.unraisablehook = _say_nothing


def _say_nothing(_: object) -> None:
    pass


class _Slots:
    """The number of threads of a cluster's workers.

    A separate thread asks now and then and waits for the answer; new workers are checked first.  Calling this does
    not wait, and reports what there is to report.
    """

    def __init__(self, client: Any, doing: Algorithm, tell: Callable[[str], None], needs: int, address: str) -> None:
        self._client = client
        self._doing = doing
        self._tell = tell
        self._needs = needs
        self._address = address
        self._threads = dict(client.nthreads())
        self._left_out: dict[str, str] = {}
        """The workers that cannot do the parts, and why."""
        self._news: deque[str] = deque()
        self._heard = self._had_some = time.monotonic()
        self._waiting = ""
        """What we are waiting for, once we have said so."""
        self._closed = threading.Event()
        unfit = self._checked(self._threads)
        for worker, why in unfit.items():
            fit = f"; {len(self._threads) - len(unfit)} of {counted(len(self._threads), 'worker')} can do the parts"
            raise ClusterError(f"worker {worker} {why}{fit if len(self._threads) > 1 else ''}")
        threading.Thread(target=self._ask_now_and_then, name="cluster", daemon=True).start()

    def close(self) -> None:
        """Stop asking."""
        self._closed.set()

    def _checked(self, workers: Iterable[str]) -> dict[str, str]:
        """What keeps the first workers from counting; after a while ``tell`` says that we are waiting for them."""
        answer = _asked(partial(_unfit, self._client, self._doing, workers, self._needs))
        wait([answer], ANSWER_SECONDS)
        if not answer.done():
            self._tell(f"the workers at {self._address} have not answered for {ANSWER_SECONDS:.0f} s; waiting for them")
        return answer.result()

    def _ask_now_and_then(self) -> None:
        while not self._closed.wait(ASK_SECONDS):
            with suppress(Exception, asyncio.CancelledError):  # the parts will notice that the scheduler is lost
                now = dict(self._client.nthreads())
                if new := [worker for worker in now if worker not in self._threads and worker not in self._left_out]:
                    for worker, why in _unfit(self._client, self._doing, new, self._needs).items():
                        self._left_out[worker] = why
                        self._news.append(f"worker {worker} is left out: it {why}")
                        self._client.retire_workers([worker])
                self._threads = {worker: threads for worker, threads in now.items() if worker not in self._left_out}
                self._heard = time.monotonic()
                if self._threads:
                    self._had_some = self._heard

    def __call__(self) -> int:
        while self._news:
            self._tell(self._news.popleft())
        now = time.monotonic()
        waiting = ""
        if now - self._heard > ANSWER_SECONDS + ASK_SECONDS:
            waiting = f"the scheduler at {self._address} has not answered for {ANSWER_SECONDS:.0f} s"
        elif self._heard - self._had_some > ANSWER_SECONDS:
            waiting = f"no worker is left at {self._address}"
        if waiting and not self._waiting:
            self._tell(f"{waiting}; waiting for it (Ctrl-C ends this)")
        elif self._waiting and not waiting:
            self._tell(f"the cluster at {self._address} goes on")
        self._waiting = waiting
        return sum(self._threads.values())


def _that_fit(needs: int) -> int:
    """The number of processes needing this many bytes each that fit in the free memory here."""
    free = memory_available() if needs else None
    return MANY if free is None else free // needs


def _free(needs: int) -> str:
    return f"{byte_size(needs)} of memory, and {byte_size(memory_available() or 0)} is free"


def _unfit(client: Any, doing: Algorithm, workers: Iterable[str], needs: int) -> dict[str, str]:
    """What keeps each of these workers from counting by this algorithm; workers that can are left out."""
    from core._parts.version import code_version

    kind, key = doing.problem, doing.key

    def version() -> str | None:  # sent whole, as a worker may not have this module
        try:
            from core._catalog import algorithm
            from core._parts.version import code_version
            from core._search import CannotSolve
        except ImportError:
            return None
        try:
            return code_version(algorithm(kind, key))
        except CannotSolve:
            return ""

    version.__module__ = "__main__"
    ours = code_version(doing)
    out = {}
    known = client.scheduler_info(n_workers=-1)["workers"]
    for worker, theirs in sorted(client.run(version, workers=list(workers)).items()):
        held = known.get(worker, {}).get("metrics", {}).get("memory", 0)
        limit = known.get(worker, {}).get("memory_limit") or held + needs  # 0 and None: no limit
        if theirs is None:
            out[worker] = "does not have Dancing Queens; install it there"
        elif not theirs:
            out[worker] = f"does not have the algorithm {key}; install its plug-in there"
        elif theirs != ours:
            out[worker] = f"has a different version of Dancing Queens ({theirs}, here {ours}); install this one there"
        elif limit - held < needs:
            room = f"may use {byte_size(limit)} of memory, holds {byte_size(held)}, and a part needs {byte_size(needs)}"
            out[worker] = f"{room}; start it with a larger --memory-limit"
    return out
