"""A count by quadrants as a search: each step is a job, and the state is the jobs done and their total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._catalog import Algorithm
from core._kernels.compiling import compile_apart
from core._kernels.simd import Processor, available, best_processor, lanes
from core._lazy import keeps
from core._queens.boards import MOST_COUNTED
from core._queens.problem import Queens
from core._queens.quadrants.count import (
    NO_ROOM,
    ROOM_ON_SHELF,
    TILE,
    CountState,
    Workspace,
    count_even_jobs,
    count_odd_jobs,
    make_room,
)
from core._queens.quadrants.jobs import find_jobs, job_count
from core._queens.quadrants.layout import LONGEST_UNORDERED, QuadrantLayout
from core._queens.quadrants.memory import FIRST_HALVES, LONGEST_LIST, Sizes, first_sizes
from core._search import CannotSolve, Goal, Search, Status
from core.running._kernel_runner import HOPELESS_STEPS
from core.running._kernel_search import DONE, FRESH, PHASE, SOLUTIONS, Bounds, KernelSearch

LARGEST_INTERPRETED = 9
"""Beyond this N a job takes long without machine code."""
NANOSECONDS = 8_000_000
"""The approximate length of a call of the kernel, which ends within a job if need be."""
MAKE_MACHINE_CODE = (
    "from core._queens.problem import Queens; "
    "from core._queens.quadrants.quadrant_search import QuadrantSearch, processor_named; "
    "QuadrantSearch(Queens({n}), None, processor_named({processor!r})).prepare()"
)
"""Python code that makes the machine code for all boards of one parity."""


@keeps(last=1)
def rooms_of(n: int) -> defaultdict[int, list[tuple[Sizes, Workspace]]]:
    """The workspaces of finished searches for N = ``n``, for the next ones to use, by the lanes of their vectors.

    Each comes with its sizes, and with the placements on its shelf.  A process keeps them until another N is wanted.
    """
    return defaultdict(list)


class QuadrantSearch(KernelSearch):
    """Counts the solutions of N queens; it does the jobs of tile ``first`` and of every ``step``-th tile from there."""

    counts_nodes = False
    kernel = count_even_jobs
    phases = (DONE, FRESH)

    def __init__(
        self, problem: Queens, limit: int | None, processor: Processor, first: int = 0, step: int = 1, *,
        unordered: int = LONGEST_UNORDERED, halves: int | None = None, most_halves: int | None = None,
        shelf: int | None = None, thin: int = 1,
    ) -> None:  # fmt: skip
        """Lists of halves up to the length ``unordered`` are not sorted.

        Lists have room for ``halves`` halves at first, and never for more than ``most_halves``; the shelf of
        placements has room for ``shelf`` words (default: what suits this N).  For an estimate, only one group of
        halves in up to ``thin`` is compared, and is weighted accordingly.
        """
        super().__init__(problem, Goal.COUNT, limit, width=1)
        self.keep_at_most(0)
        n = problem.n
        if n % 2:
            self.kernel = count_odd_jobs
        self.processor = processor
        self.arrays = {"cursor": np.zeros(4, dtype=np.int64), "sums": np.zeros(3, dtype=np.uint64)}
        self.tiles = 0
        """The number of tiles this search has to do."""
        if n == 1:  # there is no quadrant
            self.counters[[SOLUTIONS, PHASE]] = int(first == 0), DONE
            self.status = Status.COMPLETE
            return
        self._layout = QuadrantLayout.of(n, unordered)
        self._jobs = find_jobs(n, step)
        self._width = lanes(processor.words)
        sizes = first_sizes(n)
        self._sizes = sizes._replace(halves=halves or sizes.halves, shelf=shelf or sizes.shelf)
        self._usual = self._sizes == sizes
        self._room: Workspace | None = None
        self._part = np.array([first, step, 0, NANOSECONDS], dtype=np.int64)
        self._thin = thin
        self._most_halves = most_halves or max(FIRST_HALVES, LONGEST_LIST[n // 2])
        self.tiles = len(range(first, int(self._jobs.tiles), step))
        self.least_steps = HOPELESS_STEPS if n > LARGEST_INTERPRETED else 0

    def __getstate__(self) -> dict[str, Any]:
        """The state for pickling, without anything that can be rebuilt from N."""
        return super().__getstate__() | {"_room": None}

    def prepare(self) -> None:
        """Load the kernel's machine code, which another process makes if there is none; a board of one square
        needs none."""
        if self.problem.size == 1:
            return
        if not self.kernel.compiled and not self.kernel.read(self.kernel_state(), 0, 0, self._found[:0]):
            compile_apart(MAKE_MACHINE_CODE.format(n=2 + self.problem.size % 2, processor=self.processor.value))
        super().prepare()

    @property
    def paces_itself(self) -> bool:
        """Whether `advance` returns after a while by itself: after a call of the kernel, maybe within a job."""
        return True

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Do jobs, or a piece of a long one."""
        if self.problem.size == 1:  # its only queen has been counted
            self.status = Status.COMPLETE
            return self.status
        return super().advance(budget, quota)

    def kernel_state(self) -> CountState:
        """Everything that the kernel works on; allocates the workspace, or takes over that of a finished search."""
        if self._room is None:
            self._room = self._left_room() or make_room(self._layout, self._jobs, self._sizes, self.processor.words)
        self._room.pairs.at[2] = self._thin
        self._part[2] = self._sizes.halves >= self._most_halves
        return CountState(
            self._layout, self._jobs, self._room, self._width, self._part, self.arrays["cursor"], self.arrays["sums"],
            self.counters,
        )  # fmt: skip

    def _left_room(self) -> Workspace | None:
        """The workspace of a finished search, if there is one."""
        if not self._usual:
            return None
        try:
            self._sizes, room = rooms_of(self.problem.size)[self.processor.words].pop()
        except IndexError:
            return None
        return room

    def exhausted(self) -> Status:
        """The status once all jobs are done; leaves the workspace to later searches."""
        if self._room is not None and self._usual:
            self._room.standing[:] = -1  # it is not at any job
            rooms_of(self.problem.size)[self.processor.words].append((self._sizes, self._room))
        self._room = None
        return super().exhausted()

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        super()._call_kernel(budget, quota, found)
        cursor = self.arrays["cursor"]
        if lacking := int(cursor[NO_ROOM]):  # the kernel left this job undone, so it is repeated, with more room
            cursor[NO_ROOM] = 0
            sizes = list(self._sizes)
            sizes[lacking - 1] *= 2
            shelf = None if self._room is None or lacking == ROOM_ON_SHELF else self._room.shelf
            self._sizes, self._room = Sizes(*sizes), None
            self._room = make_room(self._layout, self._jobs, self._sizes, self.processor.words, shelf)

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The next job exists, every job has had room, and no count can overflow."""
        within = int(self._jobs.side) ** 2 - 1 if self.tiles else 0
        return {"cursor": (0, np.array([self.tiles, within, MOST_COUNTED, 0]))}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The number of solutions may be as large as it can get without overflow."""
        return {**super().counter_bounds(), SOLUTIONS: (0, MOST_COUNTED)}

    @property
    def checksums(self) -> tuple[int, int, int]:
        """Halves made in the east, halves made in the west, and pairs examined: the same on every machine."""
        east, west, pairs = (int(value) for value in self.arrays["sums"])
        return east, west, pairs

    def progress(self) -> float:
        """The share of the tiles done."""
        return int(self.arrays["cursor"][TILE]) / max(1, self.tiles)

    def max_depth(self) -> int:
        """0: a count by quadrants has no path."""
        return 0

    def detail(self) -> Mapping[str, Any]:
        """The number of jobs of the whole count and the processor that the kernel is compiled for."""
        return {"jobs": job_count(self.problem.size) if self.tiles else 0, "processor": self.processor.value}


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """Return the search of part ``number`` (see `core._parts.part`): it does every ``of``-th tile from there."""
    yield QuadrantSearch(problem, None, processor_named(str(settings["processor"])), number, of)


def usual_parts(problem: Queens) -> int:
    """Enough parts that each takes a second or less up to N = 21, and some minutes beyond N = 25.

    The fewer the parts, the larger the tiles, whose jobs share their placements: at N = 22 that saves a tenth.
    """
    return {
        18: 128, 19: 512, 20: 512, 21: 2048, 22: 256, 23: 16384, 24: 16384, 25: 1 << 16, 26: 1 << 17, 27: 1 << 19,
        28: 1_000_000,
    }.get(problem.n, 32)  # fmt: skip


def processor_named(name: str) -> Processor:
    """The processor of this name, or the best one.  Raises CannotSolve for one that this machine does not have."""
    chosen = best_processor() if name == "best" else Processor(name)
    if not available(chosen):
        raise CannotSolve(f"this processor cannot run {chosen.value} code; 'best' uses what it has")
    return chosen


def start(problem: Queens, goal: Goal, limit: int | None, processor: str = "best") -> QuadrantSearch:
    """Start at the first job.  Raises CannotSolve for a ``processor`` that this machine does not have."""
    return QuadrantSearch(problem, limit, processor_named(processor))
