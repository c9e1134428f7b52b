"""Rows, columns and boxes as bitmasks; the cell with the fewest candidates first.

For each unit a word says which values it still lacks.  The AND of three words gives
what a cell can take, and a population count says how many values that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.kernel import kernel
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, Bounds, leave
from core.sudoku._problem import Sudoku
from core.sudoku._solvers.arrays import units_of_array
from core.sudoku._solvers.grid_search import GridSearch

_VISIT, _CHOOSE, _TRY = FRESH, 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)


class Lacking(NamedTuple):
    """What each unit lacks, the cells to fill and the grid."""

    units: NDArray[np.int32]
    lacking: NDArray[np.uint64]
    empty: NDArray[np.int32]
    options: NDArray[np.uint64]
    todo: NDArray[np.uint64]
    placed: NDArray[np.uint64]
    values: NDArray[np.int32]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def fewest_first(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`.

    lacking[u] are the values that unit u lacks.  empty[:LEVEL] are the cells
    filled, in order of choice; at level l, options[l] were the candidates,
    todo[l] are those still to be tried and placed[l] is the one in force.
    """
    units, lacking, empty, options, todo = state.units, state.lacking, state.empty, state.options, state.todo
    placed, values, counters = state.placed, state.values, state.counters
    cells = values.shape[0]
    depth = empty.shape[0]
    level = counters[LEVEL]
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            phase = _CHOOSE
            if level == depth:
                solutions_left -= 1
                if kept < found.shape[0]:
                    for at in range(cells):
                        found[kept, at] = values[at]
                    kept += 1
                phase = _TRY
        elif phase == _CHOOSE:
            fewest = np.uint64(65)
            best = level
            free = ZERO
            for at in range(level, depth):
                cell = empty[at]
                candidates = lacking[units[cell, 0]] & lacking[units[cell, 1]] & lacking[units[cell, 2]]
                size = popcount(candidates)
                if size < fewest:
                    fewest, best, free = size, at, candidates
                    if size <= ONE:
                        break
            phase = _TRY
            if free != ZERO:
                cell = empty[best]
                empty[best] = empty[level]
                empty[level] = cell
                options[level], todo[level], placed[level] = free, free, ZERO
                level += 1
        elif level == 0:
            phase = DONE
        else:
            at = level - 1
            cell = empty[at]
            row, column, box = units[cell, 0], units[cell, 1], units[cell, 2]
            old = placed[at]
            lacking[row] |= old
            lacking[column] |= old
            lacking[box] |= old
            if todo[at] == ZERO:
                values[cell] = 0
                level -= 1
            else:
                bit = lowest(todo[at])
                todo[at] ^= bit
                placed[at] = bit
                lacking[row] ^= bit
                lacking[column] ^= bit
                lacking[box] ^= bit
                values[cell] = np.int32(popcount(bit - ONE)) + np.int32(1)
                phase = _VISIT
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class SudokuBitmask(GridSearch):
    """The search with bitmasks, for any order up to 36."""

    kernel = fewest_first
    layout = Lacking
    phases = (DONE, _VISIT, _CHOOSE, _TRY)

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        shape = problem.shape
        units = units_of_array(problem.layout)
        givens = np.array(problem.givens, dtype=np.int32)
        empty = np.flatnonzero(givens == 0).astype(np.int32)
        lacking = np.full(len(problem.houses), (1 << shape.order) - 1, dtype=np.uint64)
        for cell in np.flatnonzero(givens):
            lacking[units[cell]] &= ~np.uint64(1 << (int(givens[cell]) - 1))
        self.fixed = {"units": units}
        self.arrays = {
            "lacking": lacking,
            "empty": empty,
            "options": np.zeros(len(empty) + 1, dtype=np.uint64),
            "todo": np.zeros(len(empty) + 1, dtype=np.uint64),
            "placed": np.zeros(len(empty) + 1, dtype=np.uint64),
            "values": givens,
        }
        if problem.conflicts:
            self.counters[NODES], self.counters[PHASE] = 1, DONE

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        n, cells = self._sudoku.shape.order, self._sudoku.shape.cells
        every = (1 << n) - 1
        sets = dict.fromkeys(("lacking", "options", "todo", "placed"), (0, every))
        return {**sets, "empty": (0, cells - 1), "values": (0, n)}

    def filled(self) -> list[tuple[int, int]]:
        """The cells filled so far, in order of choice, with their values."""
        cells = self.arrays["empty"][: int(self.counters[LEVEL])]
        return list(zip(cells.tolist(), self.arrays["values"][cells].tolist(), strict=True))

    def choices(self) -> list[tuple[int, int]]:
        """For every level of the current path, the branch taken and the number of branches."""
        level = int(self.counters[LEVEL])
        pairs = zip(self.arrays["options"][:level].tolist(), self.arrays["todo"][:level].tolist(), strict=True)
        return [((options & ~todo).bit_count(), options.bit_count()) for options, todo in pairs]

    def at_leaf(self) -> bool:
        """Whether all cells are filled, or the cell that comes next has no candidate."""
        cells = self.arrays["empty"][int(self.counters[LEVEL]) :]
        candidates = np.bitwise_and.reduce(self.arrays["lacking"][self.fixed["units"][cells]], axis=1)
        at_most_one = candidates[candidates & (candidates - np.uint64(1)) == 0]  # the kernel looks no further
        return super().at_leaf() or (len(at_most_one) > 0 and not at_most_one[0])

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return len(self.arrays["empty"])
