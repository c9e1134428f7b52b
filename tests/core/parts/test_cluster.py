"""Parts on a Dask cluster of real processes on this machine."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core import Queens, Status, algorithm
from core._parts.counting import PartedCount
from core._parts.ledger import Ledger
from core._parts.part import cut
from core._parts.workers import ClusterError, dask, processes
from core._queens.problem import KNOWN_COUNTS
from tests import PATIENCE
from tests.core.parts.samples import until_unwanted

pytestmark = pytest.mark.optional

ENTRY = algorithm("queens", "bitmask")
NO_PAGE = "--no-dashboard"


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A program of Dask's, killed at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def said(process: subprocess.Popen[str], pattern: str) -> str:
    """What a process says about something; waits until it does."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"it ended and never said {pattern}")


def until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    late = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < late
        time.sleep(0.01)


class Submissions(Executor):
    """Passes calls on to another executor, and counts them."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.made = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.made += 1
        return self.executor.submit(fn, *args, **kwargs)


def counting(n: int, of: int, ledger: Ledger | None, address: str) -> Iterator[PartedCount]:
    """Count on a cluster, and stand at each step."""
    parts = cut(ENTRY, Queens(n), ENTRY.settings({}), of)
    with dask(address, ENTRY) as workers:
        search = PartedCount(ENTRY, Queens(n), parts, executor=workers.executor, slots=workers.slots, ledger=ledger)
        while search.advance(1 << 30) is Status.RUNNING:
            yield search
    yield search


def killing(process: subprocess.Popen[str], count: Iterator[PartedCount]) -> int:
    """What a count comes to during which a process is killed."""
    for search in count:
        if len(search.records) >= 3:
            process.kill()
    return search.counts()[0]


def counted_here(n: int, of: int, ledger: Ledger) -> int:
    search = PartedCount(ENTRY, Queens(n), cut(ENTRY, Queens(n), {}, of), threads=1, ledger=ledger)
    while search.advance(1 << 30) is Status.RUNNING:
        pass
    return search.counts()[0]


def closed_too_late(close: Callable[..., None]) -> Callable[..., None]:
    def closing(client: object, **more: object) -> None:
        close(client, **more)
        raise TimeoutError("timed out after 10 s.")

    return closing


def test_two_workers_of_which_one_is_lost_and_then_the_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed  # not above: each test process reads all test files

    with ExitStack() as stack:
        scheduler = stack.enter_context(
            process("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", NO_PAGE)
        )
        address = said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        worker = "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", NO_PAGE
        first, _ = [stack.enter_context(process(*worker)) for _ in range(2)]
        with distributed.Client(address) as client:
            client.wait_for_workers(2)
            assert len(client.nthreads()) == 2

        with monkeypatch.context() as another:
            another.setattr("core._parts.version.code_version", lambda entry: "0123456789ab")
            with pytest.raises(ClusterError, match="has a different version of Dancing"), dask(address, ENTRY):
                pass
        elsewhere = replace(ENTRY, key="elsewhere")
        with pytest.raises(ClusterError, match="does not have the algorithm elsewhere"), dask(address, elsewhere):
            pass

        # A cluster that cannot be closed does not cover up how the count ended.
        with monkeypatch.context() as stuck:
            stuck.setattr("distributed.Client.close", closed_too_late(distributed.Client.close))
            with pytest.raises(KeyboardInterrupt), dask(address, ENTRY):
                raise KeyboardInterrupt

        # The count is left in the middle, and gone on with by threads of this process.
        nine = Ledger(tmp_path / "nine", cut(ENTRY, Queens(9), {}, 12)[0])
        for search in counting(9, 12, nine, address):
            if len(search.records) >= 4:
                search.stop()
                break
        assert 4 <= len(nine.records()) <= 12
        assert counted_here(9, 12, nine) == KNOWN_COUNTS[8]

        # A worker is killed in the middle: the other one does its part again.
        assert killing(first, counting(11, 24, None, address)) == KNOWN_COUNTS[10]

        # A worker with too little memory is refused before anything is begun.
        small = "--memory-limit", "100MB", "--name", "small"
        too_small = r"may use 95.4 MiB of memory, holds .*, and a part needs 1.00 GiB;.*1 of 2 workers can do"
        with process(*worker, *small), distributed.Client(address) as client:
            client.wait_for_workers(2)
            with pytest.raises(ClusterError, match=too_small), dask(address, ENTRY, needs=1 << 30):
                pass

        # The scheduler is lost: a line, a status of its own and no figure; and what was finished is not.
        seventeen = tmp_path / "seventeen"
        words = "queens", "17", "--algorithm", "bitmask", "--cluster", address, "--checkpoint", str(seventeen)
        command = stack.enter_context(process("core", *words))
        said(command, "240 (parts)")
        ten = Ledger(tmp_path / "ten", cut(ENTRY, Queens(10), {}, 40)[0])
        with pytest.raises(ClusterError, match="is its scheduler still running"):
            killing(scheduler, counting(10, 40, ten, address))
        assert 3 <= len(ten.records()) < 40
        assert command.stderr is not None
        line, *more = command.stderr
        assert not more, "a traceback of Dask's"
        assert "is its scheduler still running?; " in line
        assert line.endswith(f"of 240 parts are in {seventeen}; the same command continues from there\n")
        assert command.wait() == 6
        assert counted_here(10, 40, ten) == KNOWN_COUNTS[9]


def test_a_port_that_says_nothing_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._parts.workers.ANSWER_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Dask scheduler answers at {address}: "), dask(address, ENTRY):
            pass


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system cannot stop a process")
def test_it_is_said_once_what_is_waited_for_and_the_end_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._parts.workers.ASK_SECONDS", 0.05)
    told: list[str] = []
    scheduler_words = "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", NO_PAGE
    with process(*scheduler_words) as scheduler:
        address = said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        with process("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", NO_PAGE) as worker:
            import distributed

            with distributed.Client(address) as client:
                client.wait_for_workers(1)
            with dask(address, ENTRY, tell=told.append) as workers:
                monkeypatch.setattr("core._parts.workers.ANSWER_SECONDS", 0.5)
                assert workers.slots() == 1
                scheduler.send_signal(signal.SIGSTOP)
                until(lambda: workers.slots() == 1 and bool(told))
                assert told == [
                    f"the scheduler at {address} has not answered for 0 s; waiting for it (Ctrl-C ends this)"
                ]
                scheduler.send_signal(signal.SIGCONT)
                until(lambda: workers.slots() == 1 and len(told) == 2)
                assert told[1] == f"the cluster at {address} goes on"
                worker.kill()
                until(lambda: workers.slots() == 0 and len(told) == 3)
                assert told[2] == f"no worker is left at {address}; waiting for it (Ctrl-C ends this)"
                scheduler.send_signal(signal.SIGSTOP)  # and so it stays: the end waits for nobody
            scheduler.send_signal(signal.SIGCONT)


def test_processes_end_with_parts_that_were_taken_back() -> None:
    """Python 3.11's pool stumbled over these, and a traceback of its thread reached the terminal."""
    with processes(1) as workers:
        sent = [workers.executor.submit(time.sleep, PATIENCE) for _ in range(8)]
        assert not any(future.cancel() for future in sent)
    until(lambda: all(future.done() for future in sent))


NOISE = """
import asyncio, atexit, logging, sys, threading, warnings
import distributed
from core._parts.workers import hush

class Failing:
    def __del__(self):
        1 / 0

async def fails():
    1 / 0

async def nobody_asks():
    task = asyncio.get_running_loop().create_task(fails())
    await asyncio.sleep(0)

def noise():
    for name in "distributed.gc", "distributed.client", "tornado.application", "asyncio", "concurrent.futures", None:
        logging.getLogger(name).critical("lost")
    warnings.warn("lost", RuntimeWarning)
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    Failing()
    asyncio.run(nobody_asks())

noise()
print("from here on", file=sys.stderr)
hush()
noise()
fails()
atexit.register(lambda: 1 / 0)
print("the line", file=sys.stderr)
"""


def test_a_command_with_a_cluster_says_nothing_but_its_own_words() -> None:
    done = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True)
    loud, own = done.stderr.split("from here on\n")
    assert (done.returncode, done.stdout, own) == (0, "", "the line\n")
    assert loud.count("lost") >= 7
    assert loud.count("Traceback") >= 3


def test_processes_that_do_not_fit_into_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._parts.workers.memory_available", lambda: 5 << 20)
    too_many = r"--processes 3: each needs 2.00 MiB .* 5.00 MiB is free: 2 processes would fit"
    with pytest.raises(ClusterError, match=too_many):
        processes(3, 2 << 20).__enter__()
    with pytest.raises(ClusterError, match=r"no worker fits on this machine: each needs 6\.00 MiB"):
        dask("local", ENTRY, needs=6 << 20).__enter__()


def test_a_worker_leaves_what_it_has_begun_when_that_is_cancelled(tmp_path: Path) -> None:
    begun, left = tmp_path / "begun", tmp_path / "left"
    with dask("local", ENTRY) as workers:
        submit: Any = workers.executor.submit  # gives the third argument itself
        future = submit(until_unwanted, begun, left)
        until(begun.exists)
        assert not left.exists()
        future.cancel()
        until(left.exists)


@pytest.mark.slow
def test_a_worker_added_in_the_middle_gets_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr("core._parts.workers.ASK_SECONDS", 0.01)
    parts = cut(ENTRY, Queens(10), ENTRY.settings({}), 40)
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as small,
        dask(small.scheduler_address, ENTRY) as workers,
    ):
        assert workers.slots() == 1
        executor = Submissions(workers.executor)
        search = PartedCount(ENTRY, Queens(10), parts, executor=executor, slots=workers.slots)
        away: list[int] = []
        while search.status is Status.RUNNING:
            back = len(search.records)
            search.advance(1 << 30)
            away.append(executor.made - back)
            if len(search.records) >= 3 and workers.slots() == 1:
                small.scale(2)
                small.wait_for_workers(2)
                until(lambda: workers.slots() == 2)
    assert search.counts()[0] == KNOWN_COUNTS[9]
    assert (away[0], max(away)) == (2, 4)


@pytest.mark.slow
def test_a_worker_that_joins_with_another_version_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr("core._parts.workers.ASK_SECONDS", 0.01)
    told: list[str] = []
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as small,
        dask(small.scheduler_address, ENTRY, tell=told.append) as workers,
    ):
        monkeypatch.setattr("core._parts.version.code_version", lambda entry: "0123456789ab")
        small.scale(2)
        small.wait_for_workers(2)
        until(lambda: workers.slots() == 1 and len(told) == 1)
        assert workers.slots() == 1
    assert len(told) == 1
    assert "is left out: it has a different version of Dancing" in told[0]
