"""A count by quadrants as a search: each step is a job, and the state is which jobs are done and their total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.catalog import Algorithm
from core.kernels.compiling import compile_soon, is_compiling, wait_for_machine_code
from core.kernels.simd import Processor, available, best_processor, lanes
from core.queens.boards import MOST_COUNTED
from core.queens.problem import Queens
from core.queens.quadrants.count import JOB, NO_ROOM, CountState, Workspace, count_even_jobs, count_odd_jobs, make_room
from core.queens.quadrants.jobs import job_count
from core.queens.quadrants.layout import LONGEST_UNORDERED, Layout
from core.queens.quadrants.lists import Lists, lists_of
from core.queens.quadrants.memory import FIRST_HALVES
from core.queens.quadrants.placement_table import enumerate_placements
from core.running.kernel_runner import HOPELESS_STEPS
from core.running.kernel_search import DONE, FRESH, PHASE, SOLUTIONS, Bounds, KernelSearch
from core.search import CannotSolve, Goal, Search, Status

LARGEST_INTERPRETED = 9
"""Beyond this N a job takes long without machine code."""
LISTED_AT_ONCE = 9
LISTED_INTERPRETED = 6
"""Up to this h the search lists the placements before its first step: with machine code, and without."""
SLICE_SECONDS = 0.02
"""How long one call of the kernel should last at most, if a job takes less than that."""


class QuadrantSearch(KernelSearch):
    """Counts the solutions of N queens; it does job number ``first`` and every ``step``-th job from there.

    Before its first step it lists placements and jobs, which takes a second to a minute
    for N = 20 and more.  It does so slice by slice, so that it can be stopped meanwhile.
    """

    counts_nodes = False
    kernel = count_even_jobs
    phases = (DONE, FRESH)

    def __init__(
        self, problem: Queens, limit: int | None, processor: Processor, first: int = 0, step: int = 1, *,
        unordered: int = LONGEST_UNORDERED, halves: int = FIRST_HALVES, lists: Lists | None = None,
    ) -> None:  # fmt: skip
        """Lists up to the length ``unordered`` are not sorted; at first they have room for ``halves`` halves.

        ``lists`` are the lists of this N (default: those that all searches of this process share).
        """
        super().__init__(problem, Goal.COUNT, limit, width=1)
        self.keep_at_most(0)
        n = problem.n
        if n % 2:
            self.kernel = count_odd_jobs
        self.processor = processor
        self.arrays = {"cursor": np.zeros(3, dtype=np.int64), "sums": np.zeros(3, dtype=np.uint64)}
        self.jobs = 0
        """How many jobs this search has to do."""
        self._listed_later = False
        if n == 1:  # there is no quadrant
            self.counters[[SOLUTIONS, PHASE]] = int(first == 0), DONE
            self.status = Status.COMPLETE
            return
        self._layout = Layout.of(n, unordered)
        self._share(lists or lists_of(n))
        self._width = lanes(processor.words)
        self._halves = halves
        self._room: Workspace | None = None
        self._part = np.array([first, step], dtype=np.int64)
        self.jobs = len(range(first, job_count(n), step))
        self.least_steps = HOPELESS_STEPS if n > LARGEST_INTERPRETED else 0
        self._at_once = max(1, int(SLICE_SECONDS / (60e-6 * 10.5 ** (int(self._layout.h) - 9))))

    def __getstate__(self) -> dict[str, Any]:
        """The state for pickling, without what can be made again from N."""
        return self.__dict__ | {"_lists": None, "_room": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        n = self.problem.size
        if n > 1:
            self._share(lists_of(n))

    def _share(self, lists: Lists) -> None:
        """Use these lists, and make them at once if they are short."""
        self._lists = lists
        if lists.n // 2 <= (LISTED_AT_ONCE if enumerate_placements.compiled else LISTED_INTERPRETED):
            lists.finish()
        self._listed_later = not lists.complete

    @property
    def made_ready(self) -> float | None:
        """The share of the lists that is made while the search is not ready; None once it is."""
        running = self.status is Status.RUNNING and self.jobs > 0
        return self._lists.share if running and not self._ready else None

    @property
    def _ready(self) -> bool:
        """Whether the lists are made, and also the machine code where it is compiled beside the listing."""
        if not self._listed_later or (self._lists.complete and self.kernel.compiled):
            return True
        return self._lists.complete and not is_compiling()

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the search is ready but for its machine code."""
        return self._ready and super().waits_for_machine_code

    def prepare(self) -> None:
        """Load the machine code, on a small board where the lists are not made yet."""
        if self.status is not Status.RUNNING or self.problem.size == 1:
            return
        if self._lists.complete:
            super().prepare()
            return
        self._small().prepare()

    def _small(self) -> QuadrantSearch:
        """A search on a small board of the same parity, which needs the same machine code."""
        n = 4 + self.problem.size % 2
        lists = Lists(n)
        lists.finish()
        return QuadrantSearch(Queens(n), None, self.processor, lists=lists)

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Do jobs; until the lists are made, go on with these instead."""
        if self.status is not Status.RUNNING or budget <= 0 or (quota is not None and quota <= 0):
            return self.status
        if self.problem.size == 1:  # its only queen has been counted
            self.status = Status.COMPLETE
            return self.status
        if not self._ready:
            self._get_ready()
            return self.status
        return super().advance(min(budget, self._at_once), quota)

    def _get_ready(self) -> None:
        """Go on for a moment: first list, then wait for machine code."""
        if self._lists.complete:
            wait_for_machine_code(SLICE_SECONDS)
            return
        if not self.kernel.compiled and not is_compiling():
            compile_soon(self.kernel, self._small().kernel_state(), 0, 0, self._found[:0])
        self._lists.advance()

    def kernel_state(self) -> CountState:
        """Everything that the kernel works on; allocates the workspace, or takes that of a finished search."""
        lists = self._lists
        if self._room is None:
            self._room = self._left_room() or make_room(self._layout, lists.table, self._halves, self.processor.words)
        return CountState(
            self._layout, lists.table, lists.ranks, lists.jobs, self._room, self._width, self._part,
            self.arrays["cursor"], self.arrays["sums"], self.counters,
        )  # fmt: skip

    def _left_room(self) -> Workspace | None:
        """The workspace of a finished search, if one of them is large enough."""
        if self._halves != FIRST_HALVES:
            return None
        try:
            self._halves, room = self._lists.rooms[self.processor.words].pop()
        except IndexError:
            return None
        return room

    def exhausted(self) -> Status:
        """The status once all jobs are done; leaves the workspace to the next searches."""
        if self._room is not None and self._halves >= FIRST_HALVES:
            self._lists.rooms[self.processor.words].append((self._halves, self._room))
            self._room = None
        return super().exhausted()

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        super()._call_kernel(budget, quota, found)
        cursor = self.arrays["cursor"]
        if cursor[NO_ROOM]:  # the kernel left this job undone, so it comes again, with longer lists
            cursor[NO_ROOM] = 0
            self._halves *= 2
            self._room = None

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The next job is one that exists, every job has had room, and no count can overflow."""
        return {"cursor": (0, np.array([self.jobs, 0, MOST_COUNTED]))}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The solutions may be as many as can be counted without overflow."""
        return {**super().counter_bounds(), SOLUTIONS: (0, MOST_COUNTED)}

    @property
    def checksums(self) -> tuple[int, int, int]:
        """Halves made in the east, halves made in the west, and pairs examined: the same on every machine."""
        east, west, pairs = (int(value) for value in self.arrays["sums"])
        return east, west, pairs

    def progress(self) -> float:
        """The share of the jobs that is done."""
        return int(self.arrays["cursor"][JOB]) / max(1, self.jobs)

    def max_depth(self) -> int:
        """0: a count by quadrants has no path."""
        return 0

    def detail(self) -> Mapping[str, Any]:
        """The number of jobs and the processor that the kernel is compiled for."""
        return {"jobs": self.jobs, "processor": self.processor.value}


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """Return the search of part ``number`` (see `core.parts.part`): it does every ``of``-th job from there."""
    yield QuadrantSearch(problem, None, _processor(str(settings["processor"])), number, of)


def usual_parts(problem: Queens) -> int:
    """So many parts that each takes a tenth of a second or less up to N = 20, and minutes at N = 24."""
    return {18: 128, 19: 512, 20: 512, 21: 2048, 22: 2048, 23: 16384, 24: 16384}.get(problem.n, 32)


def _processor(name: str) -> Processor:
    chosen = best_processor() if name == "best" else Processor(name)
    if not available(chosen):
        raise CannotSolve(f"this processor cannot run {chosen.value} code; 'best' uses what it has")
    return chosen


def start(problem: Queens, goal: Goal, limit: int | None, processor: str = "best") -> QuadrantSearch:
    """Start at the first job.  Raises CannotSolve for a ``processor`` that this machine does not have."""
    return QuadrantSearch(problem, limit, _processor(processor))
