"""Algorithm X (Knuth 2000, §"The exact cover problem") on the explicit matrix, without links.

Every node counts the ones of every column by walking down it, and every choice
crosses out columns and rows by walking along them: the links of Dancing Links
save this work.  Both have the same rule and order, hence the same tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import kernel
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, leave
from core.running.retracing import ReplayedSearch
from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import all_solve, buffer_rows
from core.sudoku.solvers.exact_cover import dense_matrix, values_of

_VISIT, _CHOOSE, _TRY = FRESH, 1, 2


class Crossed(NamedTuple):
    """The matrix, what is crossed out, and the way through the tree so far."""

    matrix: NDArray[np.uint8]
    row_out: NDArray[np.int32]
    column_out: NDArray[np.int32]
    column: NDArray[np.int32]
    row: NDArray[np.int32]
    tried: NDArray[np.int32]
    degree: NDArray[np.int32]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def eliminate(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    row_out[i] and column_out[j] are 0 while in the matrix, else 1 + the level
    that crossed them out.  Level l tries row[l], the tried[l]-th of degree[l]
    rows with a one in column[l].
    """
    matrix, row_out, column_out, column, row = state.matrix, state.row_out, state.column_out, state.column, state.row
    tried, degree, counters = state.tried, state.degree, state.counters
    rows, columns = matrix.shape
    level = counters[LEVEL]
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            phase = _TRY
            for j in range(columns):
                if column_out[j] == 0:
                    phase = _CHOOSE
                    break
            if phase == _TRY:
                solutions_left -= 1
                if kept < found.shape[0]:
                    for at in range(level):
                        found[kept, at] = row[at]
                    kept += 1
        elif phase == _CHOOSE:
            best, size = -1, rows + 1
            for j in range(columns):
                if column_out[j] != 0:
                    continue
                ones = 0
                for i in range(rows):
                    if row_out[i] == 0 and matrix[i, j] != 0:
                        ones += 1
                if ones < size:
                    best, size = j, ones
            phase = _TRY
            if size > 0:
                column[level], row[level] = best, -1
                tried[level], degree[level] = 0, size
                level += 1
        elif level == 0:
            phase = DONE
        else:
            at = level - 1
            if row[at] >= 0:
                for i in range(rows):
                    if row_out[i] == level:
                        row_out[i] = 0
                for j in range(columns):
                    if column_out[j] == level:
                        column_out[j] = 0
            choice = row[at] + 1
            while choice < rows and (row_out[choice] != 0 or matrix[choice, column[at]] == 0):
                choice += 1
            if choice == rows:
                level -= 1
                continue
            row[at] = choice
            tried[at] += 1
            for j in range(columns):
                if matrix[choice, j] != 0 and column_out[j] == 0:
                    column_out[j] = level
                    for i in range(rows):
                        if row_out[i] == 0 and matrix[i, j] != 0:
                            row_out[i] = level
            phase = _VISIT
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class AlgorithmX(ReplayedSearch):
    """Algorithm X on a Sudoku's matrix."""

    kernel = eliminate
    phases = (DONE, _VISIT, _CHOOSE, _TRY)
    past_node = _TRY

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        cells = problem.shape.cells
        self.buffer_rows = buffer_rows(goal, limit, cells)
        super().__init__(problem, goal, limit, width=cells)
        matrix = dense_matrix(problem)
        self._options = np.flatnonzero(matrix.any(axis=1))
        self._matrix = np.ascontiguousarray(matrix[self._options])
        self._sudoku = problem
        self.arrays = {
            "row_out": np.zeros(self._matrix.shape[0], dtype=np.int32),
            "column_out": np.zeros(self._matrix.shape[1], dtype=np.int32),
            **{name: np.zeros(cells + 1, dtype=np.int32) for name in ("column", "row", "tried", "degree")},
        }

    def kernel_state(self) -> Crossed:
        """The arrays and counters that the kernel works on."""
        a = self.arrays
        return Crossed(
            self._matrix, a["row_out"], a["column_out"], a["column"], a["row"], a["tried"], a["degree"], self.counters,
        )  # fmt: skip

    def branch_numbers(self, arrays: Mapping[str, NDArray[Any]], level: int) -> Sequence[int]:
        """Which branch, from 1, these arrays have gone down at each level above this one."""
        numbers: list[int] = arrays["tried"][:level].tolist()
        return numbers

    def live(self, arrays: Mapping[str, NDArray[Any]], level: int, phase: int) -> Mapping[str, NDArray[Any]]:
        """What the kernel will read of these arrays before it writes there."""
        path = {name: arrays[name][:level] for name in ("column", "row", "tried", "degree")}
        return {"row_out": arrays["row_out"], "column_out": arrays["column_out"], **path}

    def decode(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        """Translate found rows of the matrix into rows of n² values."""
        return values_of(self._sudoku, self._options, rows)

    def verify(self, rows: NDArray[Any]) -> bool:
        """Whether every found row solves the Sudoku."""
        return all_solve(self._sudoku, rows)

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        # A level whose row is still to be chosen counts as open.
        path = self.arrays["row"][: int(self.counters[LEVEL])]
        values = self.decode(path[path >= 0].reshape(1, -1))[0].tolist()
        return tuple(given or value for given, value in zip(self._sudoku.givens, values, strict=True))

    def branches(self) -> list[tuple[int, int, int, int]]:
        """Column, row, number and degree of every choice on the current path."""
        level = int(self.counters[LEVEL])
        names = ("column", "row", "tried", "degree")
        return list(zip(*(self.arrays[name][:level].tolist() for name in names), strict=True))

    def choices(self) -> Sequence[tuple[int, int]]:
        """For every level of the current path, the branch taken and the number of branches."""
        level = int(self.counters[LEVEL])
        tried = np.maximum(self.arrays["tried"][:level], 1)
        return list(zip(tried.tolist(), self.arrays["degree"][:level].tolist(), strict=True))

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return self._sudoku.shape.cells


def start(problem: Sudoku, goal: Goal, limit: int | None) -> AlgorithmX:
    """Start the search."""
    search = AlgorithmX(problem, goal, limit)
    return search
