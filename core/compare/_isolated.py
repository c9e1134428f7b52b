"""Runs measured in a separate process: what breaks there breaks no other cell.

A plug-in's algorithm may end its process, crash it, or never return; in the process that measures,
it would ruin the whole comparison.  `Isolated` is a `Measurement` (`core.compare._measure`) whose
work is done by a `ChildProcess` that serves all runs of one algorithm.  It measures with the same
code and sends back the same figures.  A `SearchApart` is a search to be watched, as in a race, that
also runs there.

Limits are imposed from outside, like those of runsolver (Roussel 2011).  The child, with all that
it has started, is ended when it has used more processor time than a run may (by the parent, which
watches its clock, or if that cannot be seen, by the system), and the system gives it no more memory
than a search may take.  A child that only waits is ended too.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any

from core._search import Goal, Problem, ProblemError, Search, Snapshot, Status, told
from core.compare._clocks import Everybody, family_time
from core.compare._measure import Measurement, timed_advance, timed_start
from core.compare._sample import Bound, Ending, Sample

try:
    import resource
except ImportError:  # Windows, where only the wall clock limits
    resource = None  # type: ignore[assignment]

POLL_SECONDS = 0.1
"""How long to wait for an answer before returning to the caller, so that it can notice a stop."""
GRACE_SECONDS = 1
"""Processor time beyond the limit of a run in which it may notice the limit by itself."""
ENDED_SECONDS = 5.0
"""How long to wait for the status of a process that has closed its pipe."""
WAITING_SECONDS = 10.0
"""The seconds after its limit at which a run that uses no processor time is ended."""
WAITING_FACTOR = 10
"""A run that uses hardly any is ended after this many times its limit (plus those seconds)."""
PREPARING_SECONDS = 60.0
"""The time for importing, compiling and building, beyond the limit of a run."""
ENDED, WAITS = "ended from outside", "it waits"
"""How a run ended if not by itself."""
ROOM = 512 << 20
"""Bytes of address space besides the arrays of a search, for importing and compiling."""


NOTHING = Snapshot(Status.RUNNING, 0, 0)
"""The snapshot of a search before it has begun."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A run to make in the child: everything it needs to know."""

    family: str
    problem: Problem | str
    """The problem itself, or its name (`core.compare._instances`)."""
    algorithm: str
    parameters: tuple[tuple[str, Any], ...]
    goal: Goal
    limit: int | None
    measurement: dict[str, Any] | None
    """The keyword arguments of `Measurement`; None for a search that is only watched (`SearchApart`)."""
    threads: int = 1
    """The number of threads the search uses: a second of the clock is this many of the processor."""


@dataclass(frozen=True, slots=True)
class _State:
    """The child's report on a run after each stay in the kernel."""

    finished: bool = False
    seconds: float = 0.0
    counts: tuple[int, int] = (0, 0)
    progress: float | None = None
    steps_per_second: float | None = None
    memory: int | None = None
    sample: Sample | None = None


@dataclass(frozen=True, slots=True)
class _Call:
    """A method of the search to call in the child."""

    method: str
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer:
    """The child's report on its search after a call."""

    result: Any = None
    snapshot: Snapshot = NOTHING
    found: Sequence[tuple[int, ...]] = ()
    """The solutions it has kept since the last call."""
    seconds: float = 0.0
    """CPU seconds of a start or an `advance`, as a table counts them."""
    error: str = ""
    """The exception it raised."""


class ChildProcess:
    """A child process that measures one run after another; started when first needed, and again after a crash."""

    def __init__(self, patience: float = POLL_SECONDS) -> None:
        self._patience = patience
        self._process: Any = None
        self._pipe: Any = None
        self.begun = 0
        """The number of processes started here so far."""

    @property
    def pipe(self) -> Any:
        """The pipe for answers; None if there is no process."""
        return self._pipe

    def send(self, message: Wanted | _Call | None) -> None:
        """Ask for a new run or search, for a call of the search, or (None) for the next stay of the run."""
        if self._process is None:
            if sys.platform != "win32":
                with redirect_stderr(None):  # the app's own is not a file, and the first process would inherit it
                    resource_tracker.ensure_running()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), name="measuring", daemon=True)
            with _without_main():
                process.start()
            self.begun += 1
            self._process = process
            theirs.close()
        with suppress(OSError):  # it has ended meanwhile, as `answer` will report
            self._pipe.send(message)

    def answer(self) -> Any:
        """Its answer, or None if none comes while this waits.  Raises EOFError if it has ended."""
        try:
            if self._pipe.poll(self._patience):
                return self._pipe.recv()
        except OSError:
            raise EOFError from None
        return None

    @property
    def cpu_seconds(self) -> float | None:
        """Processor time used so far by it and all it has started, if the system tells (Linux)."""
        return family_time(self._process.pid) if self._process is not None else None

    def close(self, ended: bool = False) -> int | None:
        """End it and all that it has started, unless it has ``ended`` by itself; returns its status
        as in `multiprocessing`."""
        if self._process is None:
            return None
        self._process.join(ENDED_SECONDS if ended else 0)
        if self._process.exitcode is None:
            self._process.kill()
        if hasattr(os, "killpg"):
            with suppress(OSError):  # it was still starting, or left nothing behind
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.join()
        status: int | None = self._process.exitcode
        self._pipe.close()
        self._process = self._pipe = None
        return status


@contextmanager
def _without_main() -> Iterator[None]:
    """Keep a new process from importing the running program: it needs nothing from it, and an unguarded script would
    start again."""
    with _starting_one:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


_starting_one = threading.Lock()


class Isolated:
    """A `Measurement` made in a `ChildProcess`: `build`, then `advance` until `finished`, then `sample`."""

    def __init__(self, child: ChildProcess, wanted: Wanted, *, once: bool = False) -> None:
        self._child = child
        self._once = once
        """Whether the process ends with the run, so that the next run gets a new one."""
        self._wanted = wanted
        self._state = _State()
        self._asked: float | None = None
        """When the unanswered request was sent."""
        self._stirred = 0.0
        """When the child was last seen using the processor."""
        self._used: float | None = None
        """The child's processor time then."""
        self._most_used = 0.0
        """The processor time at which it is ended."""
        self._timeout: float | None = (wanted.measurement or {}).get("timeout")

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self._state.finished

    @property
    def waiting(self) -> bool:
        """Whether the child has yet to answer; `advance` then asks for nothing more."""
        return self._asked is not None

    @property
    def pipe(self) -> Any:
        """The pipe for the answer."""
        return self._child.pipe

    @property
    def seconds(self) -> float:
        """Wall time in the kernel so far, of all searches of the batch."""
        return self._state.seconds

    @property
    def steps_per_second(self) -> float | None:
        """Steps per second of CPU time so far."""
        return self._state.steps_per_second

    @property
    def progress(self) -> float | None:
        """The share of the search done, if that is known."""
        return self._state.progress

    @property
    def memory(self) -> int | None:
        """The memory of the search in bytes, as `core.compare._measure` counts it."""
        return self._state.memory

    def counts(self) -> tuple[int, int]:
        """Solutions and steps so far, of the newest search."""
        return self._state.counts

    def build(self) -> None:
        """Have the search made."""
        self._ask(self._wanted)

    def advance(self) -> None:
        """Have one stay in the kernel made; returns before its end if that takes long."""
        if not self.finished:
            self._ask(None)

    def sample(self) -> Sample:
        """The sample; call this only when `finished`."""
        assert self._state.sample is not None
        return self._state.sample

    def leave(self) -> None:
        """Give up an unfinished run, or finish one whose process is not needed again: its process ends."""
        if self.waiting or self._once:
            self._child.close()
            self._asked = None

    def _ask(self, message: Wanted | None) -> None:
        if self._asked is None:
            self._child.send(message)
            self._asked = self._stirred = time.monotonic()
            self._used = self._child.cpu_seconds
            allowed = (self._timeout or 0.0) * self._wanted.threads + 2 * GRACE_SECONDS
            self._most_used = (self._used or 0.0) + allowed + (PREPARING_SECONDS if message is not None else 0.0)
        try:
            state = self._child.answer()
        except EOFError:
            self._end(*_told(self._child.close(ended=True)))
            return
        if state is not None:
            self._state, self._asked = state, None
        elif self._timeout and (why := self._too_long(message is not None)):
            self._child.close()
            self._end(Ending.LIMIT, Bound.TIME, f"not finished within {self._timeout:g} s; {why}")

    def _too_long(self, preparing: bool) -> str:
        """Why we stop waiting for an answer; empty while there is hope."""
        assert self._asked is not None
        assert self._timeout is not None
        now, used = time.monotonic(), self._child.cpu_seconds
        if used != self._used:
            self._stirred, self._used = now, used
        if used is not None and used > self._most_used:
            return ENDED
        idle = used is not None and now - self._stirred > self._timeout + WAITING_SECONDS
        longest = WAITING_FACTOR * self._timeout + WAITING_SECONDS + (PREPARING_SECONDS if preparing else 0.0)
        return WAITS if idle or now - self._asked > longest else ""

    def _end(self, ending: Ending, bound: Bound, reason: str) -> None:
        taken = 0.0
        if bound is Bound.TIME and self._timeout:
            taken, reason = self._timeout, reason or f"not finished within {self._timeout:g} s; {ENDED}"
        sample = Sample(ending, taken, taken, None, *self.counts(), reason=reason, bound=bound, recorded=time.time())
        self._state, self._asked = _State(True, counts=self.counts(), sample=sample), None


def _told(status: int | None) -> tuple[Ending, Bound, str]:
    """How a run ended whose process is gone."""
    if status is not None and status < 0:
        if -status == getattr(signal, "SIGXCPU", None):
            return Ending.LIMIT, Bound.TIME, ""
        return Ending.FAILED, Bound.NONE, f"its process crashed: {signal.Signals(-status).name}"
    return Ending.FAILED, Bound.NONE, f"its process ended by itself, with status {status} and without an answer"


class SearchApart(Search):
    """A search in the process of a `ChildProcess`: every method is called there.

    `advance` returns after `POLL_SECONDS` even if the child has not finished, so a call that never
    ends holds up nobody; the next call keeps waiting.  All methods raise ProblemError if the search
    raises there, if its process ends, or once ``stopped()`` is true.
    """

    def __init__(self, child: ChildProcess, wanted: Wanted, stopped: Callable[[], bool]) -> None:
        super().__init__(_problem(wanted, {}), wanted.goal, wanted.limit)
        self._child = child
        self._stopped = stopped
        self._found: list[tuple[int, ...]] = []
        self._last = _Answer()
        self._asked: float | None = None
        """When it was asked to advance, if it has not answered yet."""
        self._seconds = 0.0
        self._child.send(wanted)
        self._wait()
        self.build_seconds = self._last.seconds

    @property
    def seconds(self) -> float:
        """CPU seconds of all calls of `advance`; an unanswered call counts by the clock."""
        return self._seconds + (time.monotonic() - self._asked if self._asked is not None else 0.0)

    @property
    def waiting(self) -> bool:
        """Whether `advance` has not yet returned in the child."""
        return self._asked is not None

    def prepare(self) -> None:
        self._call("prepare")

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if self._asked is None:
            self._child.send(_Call("advance", (budget, quota)))
            self._asked = time.monotonic()
        if self._answered():
            self._asked = None
            self._seconds += self._last.seconds
        return self.status

    def snapshot(self) -> Snapshot:
        return replace(self._last.snapshot, status=self.status)

    def counts(self) -> tuple[int, int]:
        return self._last.snapshot.solutions, self._last.snapshot.steps

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return self._found

    def state(self) -> dict[str, Any]:
        return dict(self._call("state"))

    def restore(self, state: Mapping[str, Any]) -> None:
        self._call("restore", state)

    def _call(self, method: str, *arguments: Any) -> Any:
        while self._asked is not None:
            self.advance(0)
        self._child.send(_Call(method, arguments))
        self._wait()
        return self._last.result

    def _wait(self) -> None:
        while not self._answered():
            if self._stopped():
                self._child.close()
                raise ProblemError("stopped before it had answered")

    def _answered(self) -> bool:
        """Take the answer, if there is one."""
        try:
            answer: _Answer | None = self._child.answer()
        except EOFError:
            raise ProblemError(_told(self._child.close(ended=True))[2]) from None
        if answer is not None:
            if answer.error:
                raise ProblemError(answer.error)
            self._last = answer
            self._found += answer.found
            self.status = answer.snapshot.status
        return answer is not None


# In the child


def _serve(pipe: Any) -> None:
    """Make the runs and searches requested, until there are no more requests."""
    from core._parts.workers import end_with_parent

    end_with_parent()
    # An algorithm may start processes too; the parent ends them all (`ChildProcess.close`).
    multiprocessing.current_process()._config["daemon"] = False  # type: ignore[attr-defined]
    if hasattr(os, "setsid"):
        os.setsid()  # so that what it starts can be ended with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that asks
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(silent, stream.fileno())
    loaded: dict[tuple[str, str], Problem] = {}
    run: Measurement | None = None
    search: Search | None = None
    told_of = 0
    everybody, others = Everybody(), 0.0
    """The CPU time of all that works for the search, at the last report."""
    with suppress(EOFError, OSError):
        while True:
            match pipe.recv():
                case Wanted(measurement=None) as wanted:
                    search, told_of, others = None, 0, everybody()
                    try:
                        search, taken = timed_start(_starting(wanted, loaded), time.thread_time)
                        before, others = others, everybody()
                        pipe.send(_Answer(None, search.snapshot(), seconds=taken + others - before))
                    except Exception as error:
                        pipe.send(_Answer(error=told(error)))
                case Wanted(measurement=dict(settings)) as wanted:
                    _limit_memory(settings["memory"])
                    _limit_time(None)  # importing and compiling are not part of a run
                    run = Measurement(_starting(wanted, loaded), **settings, apart=True)
                    run.build()
                    if settings["timeout"] is not None:
                        _limit_time(settings["timeout"] * wanted.threads)
                    pipe.send(_state(run))
                case _Call(method, arguments) if search is not None:
                    try:
                        seconds, result = 0.0, None
                        if method == "advance":
                            seconds = timed_advance(search, *arguments)
                            before, others = others, everybody()
                            seconds += others - before
                        else:
                            result = getattr(search, method)(*arguments)
                            if method == "prepare":  # making machine code is not part of a race
                                others = everybody()
                        found = tuple(map(tuple, search.solutions[told_of:]))
                        told_of += len(found)
                        pipe.send(_Answer(result, search.snapshot(), found, seconds))
                    except Exception as error:
                        pipe.send(_Answer(error=told(error)))
                case _ if run is not None:
                    run.advance()
                    pipe.send(_state(run))


def _problem(wanted: Wanted, loaded: dict[tuple[str, str], Problem]) -> Problem:
    """The problem wanted; loaded ones are kept."""
    from core.compare._instances import instances

    if not isinstance(wanted.problem, str):
        return wanted.problem
    key = wanted.family, wanted.problem
    if key not in loaded:
        loaded[key] = instances(wanted.family).problem(wanted.problem)
    return loaded[key]


def _starting(wanted: Wanted, loaded: dict[tuple[str, str], Problem]) -> Callable[[], Search]:
    from core._catalog import algorithm

    def start() -> Search:
        entry = algorithm(wanted.family, wanted.algorithm)
        return entry.start(_problem(wanted, loaded), wanted.goal, wanted.limit, parameters=dict(wanted.parameters))

    return start


def _state(run: Measurement) -> _State:
    sample = run.sample() if run.finished else None
    return _State(run.finished, run.seconds, run.counts(), run.progress, run.steps_per_second, run.memory, sample)


def _limit_time(seconds: float | None) -> None:
    """Have the system end this process once it has used this much more processor time, plus `GRACE_SECONDS`.

    Not on Linux, where the clock of a process with such a limit advances in steps of some milliseconds; there the
    parent can see the time used (`ChildProcess.cpu_seconds`).
    """
    if resource is not None and sys.platform != "linux":
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        most = hard if seconds is None else math.ceil(time.process_time() + seconds) + GRACE_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _limit_memory(size: int | None) -> None:
    """Have the system give this process no more than this many further bytes plus `ROOM`, if it tells how many it
    has."""
    if resource is not None and size is not None and sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + size + ROOM, resource.getrlimit(resource.RLIMIT_AS)[1]))
