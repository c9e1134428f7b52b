"""The naive recursion of document 004, "AT": ``Place`` with ``Seguro`` looking at every queen placed so far.

The document goes column by column; here, as everywhere in this program, it is
row by row (the board turned over).  The recursion is a loop over the row
reached, so that the search can be left at any node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import inline_kernel, kernel
from core.queens.boards import CURSOR, RUNNING, RowByRowSearch
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, leave


@inline_kernel
def _safe(columns: Any, n: Any, row: Any, column: Any) -> Any:
    """Whether no queen of the rows above attacks this square: the three scans of ``Seguro``."""
    safe = True
    for above in range(row):
        if columns[above] == column:
            safe = False
            break
    above, beside = row - 1, column - 1
    while safe and above >= 0 and beside >= 0:
        safe = columns[above] != beside
        above -= 1
        beside -= 1
    above, beside = row - 1, column + 1
    while safe and above >= 0 and beside < n:
        safe = columns[above] != beside
        above -= 1
        beside += 1
    return safe


class Placed(NamedTuple):
    """The queens placed so far."""

    n: int
    columns: NDArray[np.int32]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def place(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    It goes on from whatever is placed in rows 0 … counters[LEVEL] - 1, and
    backs into those rows when nothing fits below: ``Place`` of the document,
    with the ``while`` of its ``Calcular`` around it.
    """
    n, columns, open_squares, counters = state.n, state.columns, state.open_squares, state.counters
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
    back = level == n  # left on a solution: go back to the row it was completed in
    while nodes_left > 0:
        if not back:
            while column < n and not (_safe(columns, n, level, column) and open_squares[level, column]):
                column += 1
            if column < n:
                columns[level] = column
                level += 1
                column = 0
                nodes_left -= 1
                if level == n:
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
        column = np.int64(columns[level]) + 1
    counters[CURSOR] = column
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class NaiveSearch(RowByRowSearch):
    """Nothing is remembered but the queens themselves."""

    kernel = place
    layout = Placed
