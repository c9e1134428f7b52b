"""Every permutation of the columns, looked at only when it is complete (document 004, §II).

Permutations come in lexicographic order.  A node is a prefix of a permutation,
so there are Σ N!/(N - k)! of them, the root (k = 0) included.
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


class Permutation(NamedTuple):
    """The columns dealt out, and those that are left."""

    n: int
    columns: NDArray[np.int32]
    unused: NDArray[np.bool_]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def permute(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    N is at most 31 (a diagonal is one bit of 63).
    """
    n, columns, unused, open_squares = state.n, state.columns, state.unused, state.open_squares
    counters = state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    level = counters[LEVEL]
    column = counters[CURSOR]
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
    back = level == n
    while nodes_left > 0:
        if not back:
            while column < n and not (unused[column] and open_squares[level, column]):
                column += 1
            if column < n:
                columns[level] = column
                unused[column] = False
                level += 1
                column = 0
                nodes_left -= 1
                if level == n:
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
                    if row == n:
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
        if level == 0:
            counters[PHASE] = DONE
            break
        level -= 1
        column = np.int64(columns[level])
        unused[column] = True
        column += 1
    counters[CURSOR] = column
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class PermutationSearch(RowByRowSearch):
    """One queen a row and a column; diagonals only when all stand."""

    kernel = permute
    layout = Permutation
    heeds_diagonals = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays["unused"] = np.ones(self._n, dtype=np.bool_)
