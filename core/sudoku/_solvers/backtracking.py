"""Plain backtracking: cell by cell along the rows, the smallest value that fits first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, Bounds, leave
from core.sudoku._problem import Sudoku
from core.sudoku._solvers.arrays import peers_array
from core.sudoku._solvers.grid_search import GridSearch

_RUNNING = 1


class Filling(NamedTuple):
    """The grid, and the cells to fill."""

    order: int
    peers: NDArray[np.int32]
    empty: NDArray[np.int32]
    values: NDArray[np.int32]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def fill(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`.

    ``values`` is the grid, ``empty`` the cells to fill in order; the first
    counters[LEVEL] of them hold a value.
    """
    order, peers, empty, values, counters = state.order, state.peers, state.empty, state.values, state.counters
    if counters[PHASE] == DONE or quota <= 0 or budget <= 0:
        return
    cells = values.shape[0]
    depth = empty.shape[0]
    level = counters[LEVEL]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    back = level == depth  # left on a solution, or with nothing to fill
    if counters[PHASE] == FRESH:
        counters[PHASE] = _RUNNING
        nodes_left -= 1
        if depth == 0:
            solutions_left -= 1
            if kept < found.shape[0]:
                for at in range(cells):
                    found[kept, at] = values[at]
                kept += 1
    while nodes_left > 0 and solutions_left > 0:
        if back:
            if level == 0:
                counters[PHASE] = DONE
                break
            level -= 1
        cell = empty[level]
        value = values[cell] + 1
        while value <= order:
            fits = True
            for at in range(peers.shape[1]):
                if values[peers[cell, at]] == value:
                    fits = False
                    break
            if fits:
                break
            value += 1
        if value > order:
            values[cell] = 0
            back = True
            continue
        values[cell] = value
        level += 1
        nodes_left -= 1
        back = level == depth
        if back:
            solutions_left -= 1
            if kept < found.shape[0]:
                for at in range(cells):
                    found[kept, at] = values[at]
                kept += 1
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class Backtracking(GridSearch):
    """The search cell by cell, for any order.  Contradictory givens leave nothing to search."""

    kernel = fill
    layout = Filling
    phases = (DONE, FRESH, _RUNNING)

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        givens = np.array(problem.givens, dtype=np.int32)
        self._empty = np.flatnonzero(givens == 0).astype(np.int32)
        self.fixed = {"order": problem.size, "peers": peers_array(problem.layout), "empty": self._empty}
        self.arrays = {"values": givens}
        if problem.conflicts:
            self.counters[NODES], self.counters[PHASE] = 1, DONE

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        return {"values": (0, self._sudoku.size)}

    def filled(self) -> list[tuple[int, int]]:
        """The cells filled so far, in order, with their values."""
        cells = self._empty[: int(self.counters[LEVEL])]
        return list(zip(cells.tolist(), self.arrays["values"][cells].tolist(), strict=True))

    def choices(self) -> list[tuple[int, int]]:
        """For every level of the current path, the branch taken and the number of branches."""
        return [
            ((free & (2 << value) - 1).bit_count(), free.bit_count())
            for free, (_, value) in zip(self._free(), self.filled(), strict=False)
        ]

    def at_leaf(self) -> bool:
        """Whether all cells are filled, or no value fits in the next one."""
        return super().at_leaf() or not self._free()[-1]

    def _free(self) -> list[int]:
        """The values that fit in each cell filled and in the next one, as bits from 1 on."""
        cells, values = self._empty[: int(self.counters[LEVEL]) + 1], self.arrays["values"].astype(np.uint64)
        turn = np.zeros(len(values), dtype=np.int32)
        turn[self._empty] = range(1, len(self._empty) + 1)
        peers = self.fixed["peers"][cells]
        before = turn[peers] < turn[cells][:, None]
        taken = np.bitwise_or.reduce(np.where(before, np.uint64(1) << values[peers], np.uint64(1)), axis=1)
        every = (2 << self._sudoku.size) - 2
        return [every & ~each for each in taken.tolist()]

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return len(self._empty)
