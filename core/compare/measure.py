"""Timing one run of one search.

What is timed is a sequence of long, uninterrupted stays in the kernel; between two
of them (about ten a second) the clock stands still while solutions are collected
and verified, whoever watches is told, limits are checked, and a stop is noticed.
Kernels are compiled before (`Search.prepare`), the garbage collector is off, and
a counting search keeps no solutions for browsing.  Of a search that is no
`KernelSearch`, the whole of `advance` is timed.

Memory is what the arrays of the search take, or, if larger, the peak of all
allocations (Python's and NumPy's, by `tracemalloc`) while an untimed run built
its structures.  It is not the size of the process: interpreter, libraries and
machine code are common to all.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable

from core.compare.sample import Bound, Ending, Sample
from core.search import Goal, ProblemError, Search, Status
from core.tree import KernelSearch, WrongSolution

SLICE_SECONDS = 0.1
"""How long one stay in the kernel should be: long against a wait for the interpreter's lock, short against a stop."""
FIRST_BUDGET = 256
LARGEST_BUDGET = 1 << 40
VERIFIED = 100
"""How many of the solutions kept are checked once more, whatever the search has checked itself."""
LARGEST_VERIFIED = 100_000
"""Problems above this size are not checked here: it would take longer than the search."""


class Measurement:
    """One run in progress: `build`, then `advance` until `finished`, then `sample`.

    ``steps_per_second`` is what an earlier run of the same cell has shown, so
    that the first stay already has the right length.
    """

    def __init__(
        self,
        start: Callable[[], Search],
        *,
        timeout: float | None = None,
        memory: int | None = None,
        steps_per_second: float | None = None,
        timed: bool = True,
    ) -> None:
        self._start = start
        self._timeout = timeout
        self._memory_limit = memory
        self._timed = timed
        self._search: Search | None = None
        self._budget = FIRST_BUDGET if steps_per_second is None else _budget(steps_per_second)
        self._build_peak = 0
        self._slices = 0
        self._ending: Ending | None = None
        self._reason = ""
        self._bound = Bound.NONE
        self.seconds = 0.0
        self.cpu_seconds = 0.0

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self._ending is not None

    @property
    def steps_per_second(self) -> float | None:
        """How fast it has gone so far."""
        steps = self.counts()[1]
        return steps / self.seconds if steps and self.seconds > 0 else None

    def counts(self) -> tuple[int, int]:
        """Solutions and steps so far."""
        return self._search.counts() if self._search is not None else (0, 0)

    @property
    def progress(self) -> float | None:
        """Share of the search done, where it can be said."""
        return self._search.snapshot().progress if self._search is not None else None

    def build(self) -> None:
        """Make the search and its machine code.  Untimed runs watch the allocations meanwhile."""
        watch = not self._timed and not tracemalloc.is_tracing()
        if watch:
            tracemalloc.start()
        try:
            search = self._start()
            if watch:
                self._build_peak = tracemalloc.get_traced_memory()[1]
        except Exception as error:
            self._end_by(error)
            return
        finally:
            if watch:
                tracemalloc.stop()
        self._search = search
        try:
            search.prepare()
        except Exception as error:
            self._end_by(error)
            return
        if self._timed and search.goal is Goal.COUNT and isinstance(search, KernelSearch):
            search.keep_at_most(0)
        self._check_limits(search)

    def advance(self) -> None:
        """One stay in the kernel."""
        search = self._search
        if search is None or self.finished:
            return
        steps = search.counts()[1]
        collecting = gc.isenabled()
        gc.disable()
        try:
            started, cpu_started = time.perf_counter(), time.thread_time()
            search.advance(self._budget)
            cpu, spent = time.thread_time() - cpu_started, time.perf_counter() - started
        except Exception as error:
            self._end_by(error)
            return
        finally:
            if collecting:
                gc.enable()
        if isinstance(search, KernelSearch) and search.kernel_seconds > 0:
            self.seconds, self.cpu_seconds = search.kernel_seconds, search.kernel_cpu_seconds
        else:
            self.seconds += spent
            self.cpu_seconds += cpu
        self._slices += 1
        steps = search.counts()[1] - steps
        wanted = _budget(steps / spent) if steps and spent > 0 else self._budget * 4
        self._budget = max(1, min(wanted, self._budget * 4))
        if search.status is not Status.RUNNING:
            self._ending = Ending.GAVE_UP if search.status is Status.GAVE_UP else Ending.COMPLETE
            if search.status is Status.GAVE_UP:
                self._reason = "ended without a solution, which proves nothing"
            self._verify(search)
        else:
            self._check_limits(search)

    def sample(self) -> Sample:
        """What was measured.  Only when `finished`."""
        assert self._ending is not None
        search = self._search
        shot = search.snapshot() if search is not None else None
        solutions, steps = self.counts()
        return Sample(
            self._ending,
            self.seconds,
            self.cpu_seconds,
            (search.build_seconds or None) if search is not None else None,
            solutions,
            steps,
            nodes=shot.nodes if shot else None,
            updates=shot.updates if shot else None,
            memory=self.memory,
            slices=max(1, self._slices),
            reason=self._reason,
            bound=self._bound,
            recorded=time.time(),
        )

    @property
    def memory(self) -> int | None:
        """Bytes, as the head of this module explains; None where the search keeps no arrays."""
        return max(self._build_peak, _array_bytes(self._search)) or None

    def _check_limits(self, search: Search) -> None:
        size = _array_bytes(search)
        if self._memory_limit is not None and size > self._memory_limit:
            self._ending, self._bound = Ending.LIMIT, Bound.MEMORY
            self._reason = f"needs {size / 2**20:.1f} MiB; the limit is {self._memory_limit / 2**20:.1f} MiB"
        elif self._timeout is not None and self.seconds >= self._timeout:
            self._ending, self._bound = Ending.LIMIT, Bound.TIME
            self._reason = f"not done within {self._timeout:g} s"

    def _end_by(self, error: Exception) -> None:
        if isinstance(error, WrongSolution):
            self._ending, self._reason = Ending.WRONG, str(error)
        elif isinstance(error, MemoryError):
            self._ending, self._bound, self._reason = Ending.LIMIT, Bound.MEMORY, "not enough memory"
        elif isinstance(error, ProblemError):
            self._ending, self._reason = Ending.FAILED, str(error)
        else:
            self._ending, self._reason = Ending.FAILED, f"{type(error).__name__}: {error}"

    def _verify(self, search: Search) -> None:
        """A second look at the solutions kept, for searches that do not check their own."""
        if search.problem.size > LARGEST_VERIFIED:
            return
        for solution in search.solutions[:VERIFIED]:
            if not search.problem.verify(solution):
                self._ending = Ending.WRONG
                self._reason = f"{search.problem}: a solution found does not solve it: {list(solution)}"
                return


def _budget(steps_per_second: float) -> int:
    return max(1, min(LARGEST_BUDGET, int(steps_per_second * SLICE_SECONDS)))


def _array_bytes(search: Search | None) -> int:
    arrays = getattr(search, "arrays", None)
    return sum(int(array.nbytes) for array in arrays.values()) if isinstance(arrays, dict) else 0
