"""Backtracking with three boolean arrays (Dijkstra 1972): columns and both diagonals that are still free.

Algorithm 1 of document 000, and the program that document 002 develops.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import kernel
from core.queens.boards import CURSOR, RUNNING, RowByRowSearch
from core.queens.problem import Queens
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, leave
from core.search import Goal

ZERO, ONE = np.uint64(0), np.uint64(1)


class Lines(NamedTuple):
    """The queens, and the lines that are still free."""

    n: int
    columns: NDArray[np.int32]
    column_free: NDArray[np.bool_]
    rising_free: NDArray[np.bool_]
    falling_free: NDArray[np.bool_]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def backtrack(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    Row r, column c lies on rising diagonal r + c and on falling diagonal r - c + n - 1.
    """
    n, columns, column_free, rising_free = state.n, state.columns, state.column_free, state.rising_free
    falling_free, open_squares, counters = state.falling_free, state.open_squares, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    rows = np.uint64(n)
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    level = np.uint64(counters[LEVEL])
    column = np.uint64(counters[CURSOR])
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
    back = level == rows  # left on a solution: go back to the row it was completed in
    while nodes_left > 0:
        if not back:
            while column < rows and not (
                column_free[column] and rising_free[level + column] and falling_free[level + rows - ONE - column]
                and open_squares[level, column]
            ):  # fmt: skip
                column += ONE
            if column < rows:
                columns[level] = column
                column_free[column] = False
                rising_free[level + column] = False
                falling_free[level + rows - ONE - column] = False
                level += ONE
                column = ZERO
                nodes_left -= 1
                if level == rows:
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        for row in range(n):
                            found[kept, row] = columns[row]
                        kept += 1
                    if solutions_left == 0:
                        break
                    back = nodes_left > 0
                continue
        back = False
        if level == ZERO:
            counters[PHASE] = DONE
            break
        level -= ONE
        column = np.uint64(columns[level])
        column_free[column] = True
        rising_free[level + column] = True
        falling_free[level + rows - ONE - column] = True
        column += ONE
    counters[CURSOR] = column
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class BacktrackingSearch(RowByRowSearch):
    """One boolean for each column and each diagonal."""

    kernel = backtrack
    layout = Lines

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays |= {
            "column_free": np.ones(self._n, dtype=np.bool_),
            "rising_free": np.ones(2 * self._n - 1, dtype=np.bool_),
            "falling_free": np.ones(2 * self._n - 1, dtype=np.bool_),
        }
