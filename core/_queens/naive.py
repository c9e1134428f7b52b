"""The naive recursion of document 004, "AT": ``Place`` calls ``Seguro``, which checks every queen placed so far.

The document goes column by column; this program goes row by row, as everywhere (the board transposed).  The
recursion is a loop over the current row, so that the search can be interrupted at any node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._queens.depth_first import RowByRowSearch, always, search_depth_first, write_columns


@inline_kernel
def _safe(columns: Any, n: Any, row: Any, column: Any) -> Any:
    """Whether no queen in the rows above attacks this square: the three scans of ``Seguro``."""
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


@inline_kernel
def next_safe(state: Any, level: Any, column: Any) -> Any:
    """Return the next column of the row that no queen above attacks."""
    while column < state.n and not (
        _safe(state.columns, state.n, level, column) and state.open_squares[level, column]
    ):  # fmt: skip
        column += 1
    return column if column < state.n else -1


@inline_kernel
def put(state: Any, level: Any, column: Any) -> Any:
    """Place a queen; the row below starts at its first column."""
    state.columns[level] = column
    return 0


@inline_kernel
def lift(state: Any, level: Any) -> Any:
    """Return the column of the queen taken away."""
    return np.int64(state.columns[level])


@kernel(on_integers=True, counts_references=False)
def place(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Run the document's ``Place``, inside the ``while`` loop of its ``Calcular``.

    It continues from the queens in the first rows, and goes back into those rows when nothing fits below.
    """
    search_depth_first(state, budget, quota, found, next_safe, put, lift, always, write_columns)


class NaiveSearch(RowByRowSearch):
    """The naive recursion: it keeps only the queens themselves."""

    kernel = place
    layout = Placed
