"""What the searches on a grid share, whatever their kernels hold: they find grids, and check each grid found."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from core._search import Goal, Snapshot
from core.running._kernel_search import LEVEL, NODES, KernelSearch
from core.sudoku._problem import Sudoku
from core.sudoku._solvers.arrays import all_solve, buffer_rows


class GridSearch(KernelSearch):
    """A search whose kernel finds rows of n² values; unless it says otherwise, its array ``values`` is the grid."""

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        cells = problem.shape.cells
        self.buffer_rows = buffer_rows(goal, limit, cells)
        super().__init__(problem, goal, limit, width=cells)
        self._sudoku = problem

    def verify(self, rows: NDArray[Any]) -> bool:
        """Whether every found row solves the Sudoku."""
        return all_solve(self._sudoku, rows)

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        return tuple(self.arrays["values"].tolist())


class SplittingSearch(GridSearch):
    """A search that splits the possibilities in two, again and again.

    ``share`` holds, by level, the part of the tree that lies below it; its last entry is the part that is done.
    """

    def progress(self) -> float:
        """The share of the tree that has been visited: half of the node visited last, or all of a leaf."""
        if not self.counters[NODES]:
            return 0.0
        share = self.arrays["share"]
        own = share[int(self.counters[LEVEL])]
        return min(1.0, float(share[-1] + (own if self.at_leaf() else own / 2)))

    @abstractmethod
    def at_leaf(self) -> bool:
        """Whether the node visited last is a solution or a contradiction."""

    def snapshot(self) -> Snapshot:
        """What the search looks like now."""
        # The depth is given in cells, as in the other solvers, and not in splits.
        shot = super().snapshot()
        return replace(shot, depth=max(0, sum(map(bool, shot.placement)) - self._sudoku.clues))

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return self._sudoku.shape.cells - self._sudoku.clues
