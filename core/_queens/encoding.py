"""N queens as exact cover: rows and columns are primary items, diagonals secondary ones (Veneroso 2017, §3.2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._lazy import keeps

ITEM_ORDERS = (
    ("table", "the order behind the paper's Table 3: rows from the middle out, then columns"),
    ("text", "the order in the paper's words: rows and columns in turn, from the middle out"),
    ("natural", "rows 0 to N - 1, then columns 0 to N - 1"),
)


def incidence(n: int, squares: NDArray[np.int64] | None = None) -> Incidence:
    """One option for each square (all N² in row-major order, or ``squares``), and the items of its lines.

    Items are N rows, N columns and 2N - 3 diagonals in each direction.  The four diagonals of a single square have no
    item, because two queens can never share one.
    """
    table, held = _board(n)
    if squares is not None:
        table, held = table[squares], held[squares]
    starts = np.zeros(len(table) + 1, dtype=np.int64)
    np.cumsum(held.sum(axis=1), out=starts[1:])
    return Incidence(2 * n, 2 * max(2 * n - 3, 0), starts, table[held])


@keeps(last=1)
def _board(n: int) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The four items of every square, and which of them exist; kept, because all parts of a count need them."""
    row, column = np.divmod(np.arange(n * n, dtype=np.int32), np.int32(n))
    rising, falling = row + column, row - column + n - 1
    diagonals = max(2 * n - 3, 0)
    last = 2 * n - 2
    held = np.ones((n * n, 4), dtype=np.bool_)
    held[:, 2] = (rising > 0) & (rising < last)
    held[:, 3] = (falling > 0) & (falling < last)
    table = np.stack([row, n + column, 2 * n + rising - 1, 2 * n + diagonals + falling - 1], axis=1)
    return table.astype(np.int32), held


def item_order(n: int, name: str) -> NDArray[np.int64]:
    """The primary items in one of `ITEM_ORDERS`: item r is row r, item n + c is column c."""
    middle = n // 2
    if name == "natural":
        return np.arange(2 * n)
    if name == "table":
        rows = sorted(range(n), key=lambda r: (abs(r - middle), r < middle))
        return np.array([*rows, *range(n, 2 * n)])
    if name == "text":
        lines = sorted(range(n), key=lambda r: (abs(r - middle), r > middle))
        return np.array([item for line in lines for item in (line, n + line)])
    raise ValueError(f"no item order is called {name!r}")


def placements(n: int, squares: NDArray[np.int64], options: NDArray[np.int32]) -> NDArray[np.int32]:
    """Turn rows of option numbers (padded with -1) into rows of columns, with -1 where a row has no queen.

    ``squares`` holds the square of each option, numbered in row-major order.
    """
    out = np.full((len(options), n), -1, dtype=np.int32)
    which, position = np.nonzero(options >= 0)
    row, column = np.divmod(squares[options[which, position]], n)
    out[which, row] = column
    return out
