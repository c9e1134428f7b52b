"""Backtracking with three boolean arrays (Dijkstra 1972): the columns and diagonals still free.

Algorithm 1 of document 000, and the program that document 002 develops.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._queens.depth_first import RowByRowSearch, always, search_depth_first, write_columns
from core._queens.problem import Queens
from core._search import Goal

ZERO, ONE = np.uint64(0), np.uint64(1)


class FreeLines(NamedTuple):
    """The queens, and the lines still free."""

    n: int
    columns: NDArray[np.int32]
    column_free: NDArray[np.bool_]
    rising_free: NDArray[np.bool_]
    falling_free: NDArray[np.bool_]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@inline_kernel
def next_free(state: Any, level: Any, column: Any) -> Any:
    """The next column of the row with three free lines."""
    row, column, rows = np.uint64(level), np.uint64(column), np.uint64(state.n)
    while column < rows and not (
        state.column_free[column] and state.rising_free[row + column] and state.falling_free[row + rows - ONE - column]
        and state.open_squares[row, column]
    ):  # fmt: skip
        column += ONE
    return np.int64(column) if column < rows else -1


@inline_kernel
def mark(state: Any, level: Any, column: Any, free: Any) -> None:
    """Mark the three lines of a square as free or taken: the column, row + column, and row - column + n - 1."""
    row, line, rows = np.uint64(level), np.uint64(column), np.uint64(state.n)
    state.column_free[line] = free
    state.rising_free[row + line] = free
    state.falling_free[row + rows - ONE - line] = free


@inline_kernel
def put(state: Any, level: Any, column: Any) -> Any:
    """Place a queen on her lines; the row below begins at its first column."""
    state.columns[np.uint64(level)] = column
    mark(state, level, column, False)
    return 0


@inline_kernel
def lift(state: Any, level: Any) -> Any:
    """Free the lines of the queen taken away, and return her column."""
    column = np.int64(state.columns[np.uint64(level)])
    mark(state, level, column, True)
    return column


@kernel(on_integers=True)
def backtrack(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Place one queen in each row, on lines that are free."""
    search_depth_first(state, budget, quota, found, next_free, put, lift, always, write_columns)


class BacktrackingSearch(RowByRowSearch):
    """Backtracking that keeps one boolean for each column and each diagonal."""

    kernel = backtrack
    layout = FreeLines

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays |= {
            "column_free": np.ones(self._n, dtype=np.bool_),
            "rising_free": np.ones(2 * self._n - 1, dtype=np.bool_),
            "falling_free": np.ones(2 * self._n - 1, dtype=np.bool_),
        }
