"""A count by quadrants as a search: its steps are jobs, its state is which jobs are done and what they came to."""

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
from core.queens.quadrants.table import enumerate_placements
from core.running.kernel_runner import HOPELESS_STEPS
from core.running.kernel_search import DONE, FRESH, PHASE, SOLUTIONS, Bounds, KernelSearch
from core.search import CannotSolve, Goal, Search, Status

LARGEST_INTERPRETED = 9
"""Beyond this N a job takes long without machine code."""
LISTED_AT_ONCE = 9
LISTED_INTERPRETED = 6
"""Up to this h the placements are listed before the first step is asked for: by machine code, and without."""
SLICE_SECONDS = 0.02
"""How long one stay in the kernel should last at most where a job takes less than that."""


class QuadrantSearch(KernelSearch):
    """Counts the solutions of N queens; of all jobs it does number ``first`` and every ``step``-th from there.

    Before its first step it lists placements and jobs, which for N = 20 and more
    takes a second to a minute: slice by slice, so that it can be stopped meanwhile.
    """

    counts_nodes = False
    kernel = count_even_jobs
    phases = (DONE, FRESH)

    def __init__(
        self, problem: Queens, limit: int | None, processor: Processor, first: int = 0, step: int = 1, *,
        unordered: int = LONGEST_UNORDERED, halves: int = FIRST_HALVES, lists: Lists | None = None,
    ) -> None:  # fmt: skip
        """Lists up to ``unordered`` are not put in order; at first they have room for so many ``halves``.

        ``lists`` are those of this N (default: those that all searches here share).
        """
        super().__init__(problem, Goal.COUNT, limit, width=1)
        self.keep_at_most(0)
        n = problem.n
        if n % 2:
            self.kernel = count_odd_jobs
        self.processor = processor
        self.arrays = {"cursor": np.zeros(3, dtype=np.int64), "sums": np.zeros(3, dtype=np.uint64)}
        self.jobs = 0
        """How many there are to do."""
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
        """Without what can be made anew from N."""
        return self.__dict__ | {"_lists": None, "_room": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        n = self.problem.size
        if n > 1:
            self._share(lists_of(n))

    def _share(self, lists: Lists) -> None:
        """Use these lists; short ones are made at once."""
        self._lists = lists
        if lists.n // 2 <= (LISTED_AT_ONCE if enumerate_placements.compiled else LISTED_INTERPRETED):
            lists.finish()
        self._listed_later = not lists.complete

    @property
    def made_ready(self) -> float | None:
        running = self.status is Status.RUNNING and self.jobs > 0
        return self._lists.share if running and not self._ready else None

    @property
    def _ready(self) -> bool:
        """Whether the lists are there; and the machine code, where it is compiled beside the listing."""
        if not self._listed_later or (self._lists.complete and self.kernel.compiled):
            return True
        return self._lists.complete and not is_compiling()

    @property
    def waits_for_machine_code(self) -> bool:
        return self._ready and super().waits_for_machine_code

    def prepare(self) -> None:
        if self.status is not Status.RUNNING or self.problem.size == 1:
            return
        if self._lists.complete:
            super().prepare()
            return
        self._small().prepare()

    def _small(self) -> QuadrantSearch:
        """The search on a small board of the same parity: its machine code is the same."""
        n = 4 + self.problem.size % 2
        lists = Lists(n)
        lists.finish()
        return QuadrantSearch(Queens(n), None, self.processor, lists=lists)

    def advance(self, budget: int, quota: int | None = None) -> Status:
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
        """Go on for a moment: with the listing, then with waiting for machine code."""
        if self._lists.complete:
            wait_for_machine_code(SLICE_SECONDS)
            return
        if not self.kernel.compiled and not is_compiling():
            compile_soon(self.kernel, self._small().kernel_state(), 0, 0, self._found[:0])
        self._lists.advance()

    def kernel_state(self) -> CountState:
        lists = self._lists
        if self._room is None:
            self._room = self._left_room() or make_room(self._layout, lists.table, self._halves, self.processor.words)
        return CountState(
            self._layout, lists.table, lists.ranks, lists.jobs, self._room, self._width, self._part,
            self.arrays["cursor"], self.arrays["sums"], self.counters,
        )  # fmt: skip

    def _left_room(self) -> Workspace | None:
        """The room of a finished search, if there is one that serves."""
        if self._halves != FIRST_HALVES:
            return None
        try:
            self._halves, room = self._lists.rooms[self.processor.words].pop()
        except IndexError:
            return None
        return room

    def exhausted(self) -> Status:
        if self._room is not None and self._halves >= FIRST_HALVES:
            self._lists.rooms[self.processor.words].append((self._halves, self._room))
            self._room = None
        return super().exhausted()

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        super()._call_kernel(budget, quota, found)
        cursor = self.arrays["cursor"]
        if cursor[NO_ROOM]:  # the job that has been left undone comes again, with longer lists
            cursor[NO_ROOM] = 0
            self._halves *= 2
            self._room = None

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Jobs are those there are, each has had room, and there is no overflow however many are counted."""
        return {"cursor": (0, np.array([self.jobs, 0, MOST_COUNTED]))}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """As many solutions as can be counted without overflow."""
        return {**super().counter_bounds(), SOLUTIONS: (0, MOST_COUNTED)}

    @property
    def checksums(self) -> tuple[int, int, int]:
        """Halves made in the east and in the west, and pairs looked at: the same on every machine."""
        east, west, pairs = (int(value) for value in self.arrays["sums"])
        return east, west, pairs

    def progress(self) -> float:
        return int(self.arrays["cursor"][JOB]) / max(1, self.jobs)

    def max_depth(self) -> int:
        return 0

    def detail(self) -> Mapping[str, Any]:
        return {"jobs": self.jobs, "processor": self.processor.value}


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """The search of part ``number`` (see `core.parts.part`): every ``of``-th job from there."""
    yield QuadrantSearch(problem, None, _processor(str(settings["processor"])), number, of)


def usual_parts(problem: Queens) -> int:
    """Parts of a tenth of a second or less, up to N = 20; of minutes at N = 24."""
    return {18: 128, 19: 512, 20: 512, 21: 2048, 22: 2048, 23: 16384, 24: 16384}.get(problem.n, 32)


def _processor(name: str) -> Processor:
    chosen = best_processor() if name == "best" else Processor(name)
    if not available(chosen):
        raise CannotSolve(f"this processor cannot run {chosen.value} code; 'best' uses what it has")
    return chosen


def start(problem: Queens, goal: Goal, limit: int | None, processor: str = "best") -> QuadrantSearch:
    """Start at the first job.  Raises CannotSolve for a ``processor`` that is not this one's."""
    return QuadrantSearch(problem, limit, _processor(processor))
