"""9×9 at full speed: bands and boxes tell each other what they know, on vectors (`core.sudoku._bulk.triads`).

This module drives a single search, and solves many puzzles in a call.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._search import Goal
from core.running._kernel_search import COUNTERS, DONE, FRESH, LEVEL, PHASE, UNBOUNDED, Bounds, split_path
from core.sudoku._bulk import triads
from core.sudoku._problem import Sudoku
from core.sudoku._shape import NINE
from core.sudoku._solvers.arrays import all_solve
from core.sudoku._solvers.grid_search import SplittingSearch


class BandsSearch(SplittingSearch):
    """9×9 with 3×3 boxes."""

    kernel = triads.search_triads
    layout = triads.Triads
    phases = (DONE, FRESH, triads.SPLIT, triads.LEAVE)

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays = triads.arrays()
        begin, givens = triads.begin, np.array(problem.givens, dtype=np.int32)
        if self.kernel.compiled:  # beginning is half the work of a small search, and lists make many
            self._runner.run_beside(begin, self.kernel_state(), givens)
        else:
            begin.interpret(self.kernel_state(), givens)

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        return {"share": (0, 1), **triads.BOUNDS}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The least and the greatest value of this kernel's own counters."""
        return {LEVEL: (0, triads.LEVELS - 1)}

    def at_leaf(self) -> bool:
        """Whether the next step leaves the node visited last."""
        return int(self.counters[PHASE]) == triads.LEAVE

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        values = np.zeros(81, dtype=np.int32)
        triads.read_values.interpret(self.kernel_state(), int(self.counters[LEVEL]), values)
        return tuple(values.tolist())

    def branch_path(self) -> tuple[int, ...]:
        """Which branch the search took at each level down to the node visited last."""
        share = self.arrays["share"]
        return split_path(float(share[-1]), float(share[int(self.counters[LEVEL])]))

    def branch_depth(self) -> int:
        """The length of `branch_path`."""
        return len(self.branch_path())

    def splits(self) -> list[tuple[int, bool]]:
        """For each split on the path: the number of its option, and whether this is the half without that option.

        They are found by going the same way again.
        """
        other = type(self)(self._sudoku, self.goal, self.limit)
        path, level, found = self.branch_path(), 0, []
        if path:
            other._call_kernel(1, UNBOUNDED, other._found[:0])
        for half in path:
            rows = other._rows(level)
            before = rows.copy()
            other._call_kernel(1, UNBOUNDED, other._found[:0])
            if np.array_equal(before, rows):  # no path leads to this state: it was damaged
                break
            found.append((self._option_of(before ^ rows), half == 2))
            if half == 2:
                other.counters[PHASE] = triads.LEAVE
                other._call_kernel(1, UNBOUNDED, other._found[:0])
            else:
                level += 1
        return found

    def _rows(self, level: int) -> NDArray[Any]:
        """What is still possible at a level."""
        first = 192 * level
        rows: NDArray[Any] = self.arrays["states"][first : first + 48]
        return rows

    def _option_of(self, change: NDArray[Any]) -> int:
        """The number of the option whose bit alone is set."""
        at = int(np.flatnonzero(change)[0])
        return 729 + 54 * (at // 8) + 6 * (int(change[at]).bit_length() - 1) + at % 8


class BandsWorkspace:
    """What one thread needs to solve puzzles one after another."""

    def __init__(self) -> None:
        self._state: Any = triads.Triads(**triads.arrays(), counters=np.zeros(COUNTERS, dtype=np.int64))
        self._found = np.zeros((1, 81), dtype=np.int32)

    def solve(
        self, puzzles: NDArray[np.int32], limit: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Do the work of `solve_batch`, but do not check the solutions."""
        count = len(puzzles)
        solutions = np.zeros((count, 81), dtype=np.int32)
        counts, nodes = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        rows = np.ascontiguousarray(puzzles, dtype=np.int32)  # vectors are read from it
        triads.solve_many(self._state, rows, limit, solutions, counts, nodes, self._found)
        return solutions, counts, nodes


def solve_batch(
    puzzles: NDArray[np.int32], limit: int = 2
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Many 9×9 grids in one call: (m, 81) givens to solutions, counts up to ``limit``, and nodes.

    A grid without a solution has a row of zeros.  Every solution is
    checked; a wrong one raises AssertionError.
    """
    solutions, counts, nodes = BandsWorkspace().solve(puzzles, limit)
    solved = counts > 0
    empty = Sudoku.empty(NINE)
    kept = (puzzles == 0) | (puzzles == solutions)
    if not all_solve(empty, solutions[solved]) or not kept[solved].all():
        raise AssertionError("a solution found does not solve its Sudoku")
    return solutions, counts, nodes
