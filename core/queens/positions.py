"""What cannot be in a position that was read from a file: each answer is a part of a sentence, empty for nothing.

All that a search for queens keeps follows from where its queens stand, so it
is worked out anew and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORD = 0xFFFFFFFF
"""What a word of 32 bits can hold."""
COLUMNS, RISING, FALLING, TODO, BACK = range(5)
"""Columns of ``levels`` in the searches by masks."""


def rows_trouble(open_rows: Sequence[int], columns: Sequence[int], *, diagonals: bool = True) -> str:
    """Whether queens cannot stand so, row by row: each on one of its row's open columns, in nobody's way."""
    taken = rising = falling = 0
    for row, (open_row, column) in enumerate(zip(open_rows, columns, strict=False)):
        bit = 1 << column if column >= 0 else 0
        if not bit & open_row & ~(taken | (rising | falling if diagonals else 0)):
            return f"no queen can stand in column {column} of row {row}"
        taken |= bit
        rising, falling = (rising | bit) << 1, (falling | bit) >> 1
    return ""


def lines_trouble(n: int, arrays: dict[str, NDArray[np.bool_]], columns: NDArray[Any]) -> str:
    """Whether the lines marked as free are not those without a queen; ``columns`` are the queens, in range."""
    rows = np.arange(len(columns))
    taken = {"column_free": columns, "rising_free": rows + columns, "falling_free": rows - columns + n - 1}
    for name, array in arrays.items():
        free = np.ones(len(array), dtype=np.bool_)
        free[taken[name]] = False
        if not np.array_equal(free, array):
            return f"{name} does not match the queens"
    return ""


def masks_trouble(levels: NDArray[np.uint32], level: int, free: Callable[[int, int, int], int]) -> str:
    """Whether the words of the levels do not follow from each other.

    ``free(row, columns, attacked)`` are the squares of a row that are tried
    below these columns, where those ``attacked`` are not.
    """
    columns = rising = falling = back = 0
    for row, words in enumerate(levels[: level + 1].tolist()):
        open_squares = free(row, columns, columns | rising | falling)
        after = int(levels[row + 1, COLUMNS]) if row < level else columns
        queen = after ^ columns
        todo = open_squares & ~(2 * queen - 1) if row < level else open_squares
        if row < level and (queen.bit_count() != 1 or not queen & open_squares):
            return f"no queen can stand where row {row} has hers"
        if words != [columns, rising, falling, todo, back]:
            return f"levels does not match the queens in row {row}"
        back = row if todo else back
        columns |= queen
        rising, falling = (rising | queen) << 1 & WORD, (falling | queen) >> 1
    return ""


def diagonals_of(columns: NDArray[Any], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many of the queens in the first rows stand on each rising and falling diagonal, of a board of this size."""
    rows = np.arange(len(columns))
    lines = 2 * size - 1
    return np.bincount(rows + columns, minlength=lines), np.bincount(rows - columns + size - 1, minlength=lines)


def collisions_of(*diagonals: NDArray[np.int64]) -> int:
    """The queens beyond the first on a diagonal, over all."""
    return int(sum(np.maximum(each - 1, 0).sum() for each in diagonals))


def is_permutation(columns: NDArray[Any]) -> bool:
    """Whether each number below the length is there once."""
    n = len(columns)
    if columns.min(initial=0) < 0 or columns.max(initial=0) >= n:
        return False
    seen = np.zeros(n, dtype=np.bool_)
    seen[columns] = True
    return bool(seen.all())
