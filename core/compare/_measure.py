"""Timing one run of one search.

What is timed is a sequence of long, uninterrupted stays in the kernel; between two of them (about
ten a second) the clocks stop while solutions are collected and verified, progress is published,
limits are checked, and a stop is noticed.  Kernels are compiled beforehand (`Search.prepare`), the
garbage collector is off, and a counting search keeps no solutions for browsing.  If the search is
not a `KernelSearch`, or has an `advance` of its own, the whole of `advance` is timed.

Two clocks run: wall time and the CPU time of the searching thread (of all threads, if the search
uses several).  If the search has a process to itself, the whole process counts, and all processes
that it has started, even between two stays, since they may have been set to work in one.
Comparisons use the second clock, which does not count the time of other programs; the first, and
how often the system took the processor away, show whether there were any.  A search too short to be
timed is made again and again until the batch has taken `BATCH_SECONDS`.  The batch counts by its
mean: the luckiest of hundreds of calls does not represent them, least of all if one call does more
work than the next.  Calls in which the system took the processor away are left out if enough others
remain, and so are the two after each, which find the caches as another program has left them.  They
are chosen by their cause, not because they are slow, so this favours no result.  The scatter of the
calls is kept too (`Calls`), and so is the quickest, by which different sessions are compared
(`core.compare._sessions`).

Memory is the size of the search's arrays, or, if larger, the peak of all allocations (Python's and
NumPy's, by `tracemalloc`) while an untimed run built its structures.  It is not the size of the
process: interpreter, libraries and machine code are common to all.

A processor's clock speed changes, and two sessions may have caught it at different speeds.  So
right before and after every run, a fixed piece of work is timed too (`calibration`): a chain in
which every step waits for the one before (a shift generator of Marsaglia 2003), so that it takes
the same number of cycles whatever else shares the processor's units and caches.  Its quicker runs
in ten sessions, half of them beside four busy processes, were within 0.3 %.
"""

from __future__ import annotations

import gc
import math
import os
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from statistics import fmean
from typing import Any

import numpy as np

from core._kernels.kernel import COMPILED, kernel
from core._search import Engine, Goal, Search, Status, WrongSolution, told
from core.compare._clocks import Everybody, Moment, load, now, other_threads, switches_so_far
from core.compare._sample import BATCH_SECONDS, Bound, Calls, Ending, Sample
from core.compare._statistics import quantile
from core.running._kernel_search import KernelSearch

SLICE_SECONDS = 0.1
"""The wanted length of one stay in the kernel: long compared with a wait for the interpreter's lock, short enough to
stop soon."""
LONGEST_BATCH_SECONDS = 0.12
"""Wall time after which a batch ends, however little of it was spent searching."""
LEAST_BATCH = 3
"""The fewest searches in a batch, if they fit in `LONGEST_BATCH_SECONDS`: the first is often cold."""
COLD_AFTER = 2
"""This many calls after one that was interrupted find cold caches."""
LEAST_WORK = 5e-6
"""Others have worked for a search if their clocks have advanced by more seconds than clocks read one after the
other may differ."""
ALONE = 0.01
"""A search whose helpers take less than this share of its CPU time does all of its work itself."""
FINE_CLOCK = time.get_clock_info("thread_time").resolution <= 1e-6
"""Whether the CPU time of a single short search can be measured at all; if not, only that of the batch is known."""
FIRST_BUDGET = 256
LARGEST_BUDGET = 1 << 40
COMPARED = 100_000
"""The number of solutions compared with each other: none may be found twice."""
MOST_COUNTED = 1 << 63
LARGEST_COMPARED = 100_000
"""Solutions of larger problems are not compared, because that would take longer than the search."""
CHAIN_STEPS = 10_000
CHAINS = 4
"""How many times the fixed piece of work is done: the first ones refill the caches that another program has used."""


class Measurement:
    """One run in progress: `build`, then `advance` until `finished`, then `sample`.

    ``steps_per_second`` is the rate of an earlier run of the same cell, so that the first stay
    already has the right length.  ``threads`` means that the search uses several, so their CPU time
    counts together.  ``apart`` means that this process does nothing else, so that all use of the
    processor here, or in a process started here, is for the search.
    """

    def __init__(
        self,
        start: Callable[[], Search],
        *,
        timeout: float | None = None,
        memory: int | None = None,
        steps_per_second: float | None = None,
        timed: bool = True,
        threads: bool = False,
        apart: bool = False,
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        self._start = start
        self._timeout = timeout
        self._memory_limit = memory
        self._timed = timed
        self._threads = threads
        self._apart = apart
        self._others = Everybody() if apart else other_threads if threads else None
        self._batch_seconds = batch_seconds
        self._search: Search | None = None
        self._budget = FIRST_BUDGET if steps_per_second is None else _budget(steps_per_second)
        self._build_peak = 0
        self._slices = 0
        self._ending: Ending | None = None
        self._reason = ""
        self._bound = Bound.NONE
        self._seconds = self._cpu_seconds = 0.0
        """Wall and CPU time of the searches of the batch that have ended."""
        self._wall_here = self._own_here = self._others_here = 0.0
        """Times of the search in progress, of the thread that drives it and of all others that work for it."""
        self._others_seen = 0.0
        self._build = self._build_cpu = self._build_here = 0.0
        self._quickest = self._quickest_build = math.inf
        """Least CPU time of searching and of building, among the searches of the batch that have ended."""
        self._calls: list[_Call] = []
        """The searches of the batch that have ended."""
        self._switches_seen: int | None = None
        self._span = self._span_cpu = self._span_others = 0.0
        self._switches: int | None = None
        self._given_away: int | None = None
        self._queued: float | None = None
        self._calibrations: list[float] = []
        self._load = load() if timed else None

    waiting = False
    """Whether another process has yet to answer (`core.compare._isolated`)."""

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self._ending is not None

    @property
    def seconds(self) -> float:
        """Wall time in the kernel so far, of all searches of the batch."""
        return self._seconds + self._wall_here

    @property
    def cpu_seconds(self) -> float:
        """CPU time over the same stays."""
        return self._cpu_seconds + self._cpu_here

    @property
    def _cpu_here(self) -> float:
        return self._own_here + self._others_here

    @property
    def steps_per_second(self) -> float | None:
        """Steps per second of CPU time so far."""
        steps = self.counts()[1]
        return steps / self._cpu_here if steps and self._cpu_here > 0 else None

    def counts(self) -> tuple[int, int]:
        """Solutions and steps so far, of the newest search."""
        return self._search.counts() if self._search is not None else (0, 0)

    @property
    def progress(self) -> float | None:
        """The share of the search done, if that is known."""
        return self._search.snapshot().progress if self._search is not None else None

    def build(self) -> None:
        """Make the search and its machine code; untimed runs also watch the allocations."""
        watch = not self._timed and not tracemalloc.is_tracing()
        if watch:
            tracemalloc.start()
        self._whatever_others_did()
        try:
            search = self._started()
            if watch:
                self._build_peak = tracemalloc.get_traced_memory()[1]
            self._build_cpu += self._worked()
            search.prepare()
            if self._timed:
                prepare_calibration()
            self._whatever_others_did()  # namely, make machine code
        except Exception as error:
            self._end_by(error)
            return
        finally:
            if watch:
                tracemalloc.stop()
        self._check_limits(search)

    def _started(self) -> Search:
        """Start the next search of the batch; its building is timed too."""
        self._wall_here = self._own_here = self._others_here = 0.0
        if not self._apart:
            self._whatever_others_did()
        search, self._build_here = timed_start(self._start, time.thread_time)
        self._build_here += self._worked()
        self._build += search.build_seconds
        self._build_cpu += self._build_here
        if self._timed and search.goal is Goal.COUNT and isinstance(search, KernelSearch):
            search.keep_at_most(0)
        self._search = search
        return search

    def advance(self) -> None:
        """Make one stay in the kernel, or a good part of a batch of short searches."""
        search = self._search
        if search is None or self.finished:
            return
        collecting = gc.isenabled()
        gc.disable()
        self._calibrate()
        begun = now(self._others)
        if not self._calls:
            self._switches_seen = begun.switches
        try:
            while True:
                self._stay(search)
                if search.status is Status.RUNNING or not self._wants_more(begun.wall):
                    break
                self._close()
                search = self._started()
        except Exception as error:
            self._end_by(error)
            return
        finally:
            if collecting:
                gc.enable()
            self._others_here += self._worked(thorough=True)
            self._add_span(begun)
            self._calibrate()
        self._check_limits(search)  # even one that has ended may have ended too late
        if search.status is not Status.RUNNING and not self.finished:
            self._close()
            self._ending = Ending.GAVE_UP if search.status is Status.GAVE_UP else Ending.COMPLETE
            if search.status is Status.GAVE_UP:
                self._reason = "ended without a solution, which proves nothing"
            self._look_for_twice(search)

    def _calibrate(self) -> None:
        taken = calibration() if self._timed else None
        if taken is not None:
            self._calibrations.append(taken)

    def _worked(self, thorough: bool = False) -> float:
        """CPU seconds that others have worked for the search since the last call."""
        if self._others is None:
            return 0.0
        worked = self._others(thorough or not self._calls) - self._others_seen
        if worked < LEAST_WORK:  # nobody, as far as clocks can tell; if somebody did, it adds up
            return 0.0
        self._others_seen += worked
        return worked

    def _whatever_others_did(self) -> None:
        """Disregard what others have done until now: it was not for the search."""
        if self._others is not None:
            self._others_seen = self._others()

    def _stay(self, search: Search) -> None:
        steps = search.counts()[1]
        if not self._apart:
            self._whatever_others_did()
        started, cpu_started = time.perf_counter(), time.thread_time()
        search.advance(self._budget)
        cpu, spent = time.thread_time() - cpu_started, time.perf_counter() - started
        wall_in_kernel, cpu_in_kernel = kernel_seconds(search)
        if wall_in_kernel > 0:
            self._wall_here, self._own_here = wall_in_kernel, cpu_in_kernel
        else:
            self._wall_here += spent
            self._own_here += cpu
        self._others_here += self._worked()
        self._slices += 1
        _believe(search)
        steps = search.counts()[1] - steps
        wanted = _budget(steps / spent) if steps and spent > 0 else self._budget * 4
        self._budget = max(1, min(wanted, self._budget * 4))

    def _wants_more(self, begun: float) -> bool:
        """Whether the batch is still too short, the search in progress included."""
        taken = self._span + time.perf_counter() - begun
        short = self.cpu_seconds + self._build_cpu < self._batch_seconds
        made = len(self._calls) + 1
        few = self._batch_seconds > 0 and made < LEAST_BATCH and taken / made < LONGEST_BATCH_SECONDS / LEAST_BATCH
        # A further search takes about as long: it must not reach the time limit if this one has not.
        safe = self._timeout is None or self._limited_seconds < self._timeout / 2
        return self._timed and (short or few) and safe and taken < LONGEST_BATCH_SECONDS

    def _close(self) -> None:
        """Add the times of the search that has just ended to the batch."""
        self._quickest = min(self._quickest, self._cpu_here)
        self._quickest_build = min(self._quickest_build, self._build_here)
        self._seconds += self._wall_here
        self._cpu_seconds += self._cpu_here
        switches = switches_so_far()
        self._calls.append(_Call(self._cpu_here, self._build_here, self.counts()[1], switches != self._switches_seen))
        self._switches_seen = switches
        self._wall_here = self._own_here = self._others_here = 0.0

    def _add_span(self, begun: Moment) -> None:
        end = now(self._others)
        self._span += end.wall - begun.wall
        self._span_cpu += end.cpu - begun.cpu
        self._span_others += end.others - begun.others
        if begun.switches is not None and end.switches is not None:
            self._switches = (self._switches or 0) + end.switches - begun.switches
        if begun.given_away is not None and end.given_away is not None:
            self._given_away = (self._given_away or 0) + end.given_away - begun.given_away
        if begun.queued is not None and end.queued is not None:
            self._queued = (self._queued or 0.0) + end.queued - begun.queued

    def leave(self) -> None:
        """Give up an unfinished run; there is nothing to end here."""

    def sample(self) -> Sample:
        """The sample; call this only when `finished`."""
        assert self._ending is not None
        search = self._search
        shot = search.snapshot() if search is not None else None
        solutions, steps = self.counts()
        batch = max(1, len(self._calls))
        # Several threads wait for each other, so a share of CPU time says nothing.
        share = (self._span_cpu + self._span_others) / self._span if self._span > 0 and not self._threads else None
        told = FINE_CLOCK and bool(self._calls) and self._quickest > 0
        calls = _undisturbed(self._calls) if told else []
        build = fmean(call.building for call in calls) if calls else self._build_cpu / batch
        return Sample(
            self._ending,
            self.seconds / batch,
            fmean(call.searching for call in calls) if calls else self.cpu_seconds / batch,
            self._build / batch if self._build else None,
            solutions,
            steps,
            nodes=shot.nodes if shot else None,
            updates=shot.updates if shot else None,
            memory=self.memory,
            slices=max(1, self._slices // batch),
            reason=self._reason,
            bound=self._bound,
            recorded=time.time(),
            build_cpu_seconds=build if self._build else None,
            batch=batch,
            share=share,
            switches=self._switches,
            given_away=self._given_away,
            idle=self._idle,
            apart=self._apart,
            load=self._load,
            processors=os.cpu_count() if self._timed else None,
            span=self._span,
            calibration=min(self._calibrations, default=None),
            quickest_seconds=self._quickest if told else None,
            quickest_build_seconds=self._quickest_build if told and self._build else None,
            engine=_engine(search),
            calls=_scatter(calls) if calls else None,
        )

    @property
    def _idle(self) -> float | None:
        """The share of the time in which nobody worked for the search or wanted to; None if unknown.

        In a process with other work, a thread also waits for the interpreter's lock; and once other threads or
        processes have ended, the system does not tell how long they waited for a processor.
        """
        alone = self._apart and not self._threads and self._span_others < ALONE * self._span_cpu
        if not alone or self._queued is None or self._span <= 0:
            return None
        return max(0.0, 1 - (self._span_cpu + self._span_others + self._queued) / self._span)

    @property
    def memory(self) -> int | None:
        """Memory in bytes, as explained at the top of this module; None if the search keeps no arrays."""
        return max(self._build_peak, _array_bytes(self._search)) or None

    def _check_limits(self, search: Search) -> None:
        size = _array_bytes(search)
        if self._memory_limit is not None and size > self._memory_limit:
            self._ending, self._bound = Ending.LIMIT, Bound.MEMORY
            self._reason = f"needs {size / 2**20:.1f} MiB; the limit is {self._memory_limit / 2**20:.1f} MiB"
        elif self._timeout is not None and (
            self._limited_seconds > self._timeout
            or (self._limited_seconds == self._timeout and search.status is Status.RUNNING)
        ):
            self._ending, self._bound = Ending.LIMIT, Bound.TIME
            self._reason = f"not finished within {self._timeout:g} s"

    @property
    def _limited_seconds(self) -> float:
        """The time to which the limit applies: CPU time, so that a busy machine is no handicap; wall time if there
        are threads."""
        return self._wall_here if self._threads else self._cpu_here

    def _end_by(self, error: Exception) -> None:
        if isinstance(error, WrongSolution):
            self._ending, self._reason = Ending.WRONG, str(error)
        elif isinstance(error, _Unbelievable):
            self._search, self._ending, self._reason = None, Ending.WRONG, str(error)
        elif isinstance(error, MemoryError):
            self._ending, self._bound, self._reason = Ending.LIMIT, Bound.MEMORY, "not enough memory"
        else:
            self._ending, self._reason = Ending.FAILED, told(error)

    def _look_for_twice(self, search: Search) -> None:
        """Look for solutions found twice; `Search` has verified each."""
        if search.problem.size > LARGEST_COMPARED:
            return
        seen: set[tuple[int, ...]] = set()
        for solution in map(tuple, search.solutions[:COMPARED]):
            if solution in seen:
                self._ending, self._reason = Ending.WRONG, f"{search.problem}: it found {list(solution)} twice"
                return
            seen.add(solution)


def kernel_seconds(search: Search) -> tuple[float, float]:
    """Wall and CPU time that a search has spent in its kernel, if all its work is done there; otherwise zeros.

    A search with its own `advance` may also work outside the kernel, so all of `advance` must count.
    """
    if isinstance(search, KernelSearch) and type(search).advance is KernelSearch.advance:
        return search.kernel_seconds, search.kernel_cpu_seconds
    return 0.0, 0.0


def timed_start(start: Callable[[], Search], clock: Callable[[], float]) -> tuple[Search, float]:
    """Start a search; returns the CPU seconds of its building too.

    The search only reports the wall time of its building; the CPU time is at most that, and at most that of the
    whole start.
    """
    begun = clock()
    search = start()
    return search, min(search.build_seconds, clock() - begun)


def timed_advance(
    search: Search, budget: int, quota: int | None = None, clock: Callable[[], float] = time.thread_time
) -> float:
    """Advance a search; returns the CPU seconds of its kernel, or if these are unknown, of all of `advance`.

    Kernel seconds do not include collecting and verifying solutions.
    """
    in_kernel = kernel_seconds(search)[1]
    started = clock()
    search.advance(budget, quota)
    spent = clock() - started
    return kernel_seconds(search)[1] - in_kernel or spent


@dataclass(frozen=True, slots=True)
class _Call:
    """One search of a batch: CPU seconds, steps, and whether the processor was taken away."""

    searching: float
    building: float
    steps: int
    interrupted: bool


def _undisturbed(calls: list[_Call]) -> list[_Call]:
    """The calls that count."""
    left_out = {
        place + after for place, call in enumerate(calls) if call.interrupted for after in range(COLD_AFTER + 1)
    }
    kept = [call for place, call in enumerate(calls) if place not in left_out]
    return kept if len(kept) >= LEAST_BATCH else calls


def _scatter(calls: list[_Call]) -> Calls:
    times, steps = sorted(call.searching + call.building for call in calls), [call.steps for call in calls]
    return Calls(times[0], quantile(times, 0.25), quantile(times, 0.75), times[-1], min(steps), max(steps))


class _Unbelievable(Exception):
    """A number impossible as a search's count."""


def _believe(search: Search) -> None:
    """Raise `_Unbelievable` unless a search's figures for itself are possible counts."""
    shot = search.snapshot() if search.status is not Status.RUNNING else None
    solutions, steps = search.counts()
    told = {"steps": steps, "solutions": solutions}
    if shot is not None:
        told |= {what: count for what, count in (("nodes", shot.nodes), ("updates", shot.updates)) if count is not None}
    for what, count in told.items():
        if not isinstance(count, Integral):
            raise _Unbelievable(f"it says that it counted {count!r} {what}")
        if not 0 <= count < MOST_COUNTED:
            how_many = "a negative number of" if count < 0 else "more than 2⁶³"
            raise _Unbelievable(f"it says that it counted {how_many} {what}")


def _engine(search: Search | None) -> Engine | None:
    kernel = getattr(search, "kernel", None)
    if kernel is None:
        return None
    return Engine.COMPILED if kernel.compiled else Engine.INTERPRETED


def _budget(steps_per_second: float) -> int:
    return max(1, min(LARGEST_BUDGET, int(steps_per_second * SLICE_SECONDS)))


def _array_bytes(search: Search | None) -> int:
    arrays = getattr(search, "arrays", None)
    return sum(int(array.nbytes) for array in arrays.values()) if isinstance(arrays, dict) else 0


@kernel
def chain(words: Any) -> None:
    """Advance the first word by `CHAIN_STEPS` steps."""
    word = words[0]
    for _ in range(CHAIN_STEPS):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    words[0] = word


def prepare_calibration() -> None:
    """Compile or load the work, so that `calibration` need not."""
    if COMPILED and not chain.compiled:
        chain.compile(np.full(1, 1, np.uint64))


def calibration() -> float | None:
    """CPU seconds that the work takes now (some 20 µs); None if there is no machine code for it."""
    if not chain.compiled:
        return None
    words = np.full(1, 1, np.uint64)
    quickest = math.inf
    for _ in range(CHAINS):
        started = time.thread_time()
        chain(words)
        quickest = min(quickest, time.thread_time() - started)
    return quickest
