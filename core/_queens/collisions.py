"""Collisions on a full board with one queen in each row and column: counts by diagonal, updated with each change.

The queen of row r in column c is counted in ``rising[r + c]`` and in
``falling[r - c + n - 1]``.  *Collisions* are the queens beyond the first on a
diagonal, summed over all diagonals; a board is a solution exactly when it has none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel


@inline_kernel
def lift(n: Any, columns: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Take the queen of ``row`` off its diagonals; returns how many collisions this removes."""
    up, down = row + columns[row], row - columns[row] + n - 1
    rising[up] -= 1
    falling[down] -= 1
    return np.int64(rising[up] > 0) + np.int64(falling[down] > 0)


@inline_kernel
def drop(n: Any, columns: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Put the queen of ``row`` on its diagonals; returns how many collisions this adds."""
    up, down = row + columns[row], row - columns[row] + n - 1
    rising[up] += 1
    falling[down] += 1
    return np.int64(rising[up] > 1) + np.int64(falling[down] > 1)


@inline_kernel
def exchange(n: Any, columns: Any, rising: Any, falling: Any, one: Any, other: Any) -> Any:
    """Exchange the columns of two rows; returns the change in collisions.  A second exchange undoes the first."""
    gone = lift(n, columns, rising, falling, one) + lift(n, columns, rising, falling, other)
    columns[one], columns[other] = columns[other], columns[one]
    return drop(n, columns, rising, falling, one) + drop(n, columns, rising, falling, other) - gone


@inline_kernel
def alone(n: Any, columns: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Whether the queen of ``row``, herself counted, is alone on both her diagonals."""
    return rising[row + columns[row]] == 1 and falling[row - columns[row] + n - 1] == 1
