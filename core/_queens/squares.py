"""Which squares of a board with queens placed and squares forbidden are open, as an array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core._queens.problem import Queens


def open_squares(problem: Queens) -> NDArray[np.bool_]:
    """An (N, N) array that says whether a queen can stand on each square: on all but `Queens.closed_squares`."""
    n = problem.n
    squares = np.ones((n, n), dtype=np.bool_)
    for row, column in problem.placed:
        close_lines(squares, row, column)
    for row, column in problem.forbidden:
        squares[row, column] = False
    return squares


def close_lines(squares: NDArray[np.bool_], row: int, column: int) -> None:
    """Close all squares that a queen on this one attacks; her own stays as it is.  ``squares`` is an (N, N) array."""
    n = len(squares)
    if n == 1:
        return
    in_a_row = squares.reshape(-1)  # lines as slices: parts of a count are many boards with a few queens placed
    own = squares[row, column]
    falling, rising = column - row, column + row
    squares[row, :] = False
    squares[:, column] = False
    in_a_row[max(falling, -falling * n) : (n - max(falling, 0)) * n : n + 1] = False
    beyond = max(0, rising - n + 1)
    in_a_row[rising + beyond * (n - 1) : (rising - beyond) * n + beyond + 1 : n - 1] = False
    squares[row, column] = own
