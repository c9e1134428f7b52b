"""Try every permutation of the columns, and check each only when complete (document 004, §II).

Permutations come in lexicographic order.  A node is a prefix of a permutation,
so there are Σ N!/(N - k)! of them, the root (k = 0) included.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._queens.depth_first import RowByRowSearch, search_depth_first, write_columns
from core._queens.problem import Queens
from core._search import Goal


class Permutation(NamedTuple):
    """The columns dealt to rows so far, and the columns left."""

    n: int
    columns: NDArray[np.int32]
    unused: NDArray[np.bool_]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@inline_kernel
def next_unused(state: Any, level: Any, column: Any) -> Any:
    """Return the next column that no row above has."""
    while column < state.n and not (state.unused[column] and state.open_squares[level, column]):
        column += 1
    return column if column < state.n else -1


@inline_kernel
def deal(state: Any, level: Any, column: Any) -> Any:
    """Give the row this column; the row below starts at the first column."""
    state.columns[level] = column
    state.unused[column] = False
    return 0


@inline_kernel
def give_back(state: Any, level: Any) -> Any:
    """Take the row's column back, and return it."""
    column = np.int64(state.columns[level])
    state.unused[column] = True
    return column


@inline_kernel
def no_diagonal_twice(state: Any) -> Any:
    """Whether no two queens share a diagonal.  Each diagonal is one of 63 bits, so N is at most 31."""
    n, columns = state.n, state.columns
    rising = falling = np.int64(0)
    row = 0
    while row < n:
        up = np.int64(1) << np.int64(row + columns[row])
        down = np.int64(1) << np.int64(row - columns[row] + n - 1)
        if (rising & up) | (falling & down):
            break
        rising |= up
        falling |= down
        row += 1
    return row == n


@kernel(on_integers=True, counts_references=False)
def permute(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Go through every permutation, in lexicographic order."""
    search_depth_first(state, budget, quota, found, next_unused, deal, give_back, no_diagonal_twice, write_columns)


class PermutationSearch(RowByRowSearch):
    """One queen in each row and column; diagonals are checked only when all queens are placed."""

    kernel = permute
    layout = Permutation
    heeds_diagonals = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays["unused"] = np.ones(self._n, dtype=np.bool_)
