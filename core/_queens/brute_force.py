"""Try every choice of N of the N² squares, and check each only when complete (document 004, §II).

Squares are chosen in increasing row-major order.  A node is a choice of the
first k squares that leaves enough for the rest, so there are C(N² + 1, N) of
them, the root included; the leaves are the C(N², N) complete choices.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._queens.depth_first import CURSOR, CursorSearch, search_depth_first
from core._queens.problem import Queens
from core._search import Goal
from core.running._kernel_search import LEVEL, Bounds

ONE = np.uint64(1)


class ChosenSquares(NamedTuple):
    """The squares chosen so far."""

    n: int
    squares: NDArray[np.int32]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@inline_kernel
def next_open(state: Any, level: Any, square: Any) -> Any:
    """Return the next open square that leaves enough squares after it for the remaining queens."""
    n = np.uint64(state.n)
    square, end = np.uint64(square), n * n - n + np.uint64(level) + ONE
    while square < end and not state.open_squares[square // n, square % n]:
        square += ONE
    return np.int64(square) if square < end else -1


@inline_kernel
def choose(state: Any, level: Any, square: Any) -> Any:
    """Choose a square; the search for the next queen's square begins after it."""
    state.squares[level] = square
    return square + 1


@inline_kernel
def give_back(state: Any, level: Any) -> Any:
    """Take back the square chosen last, and return it."""
    return np.int64(state.squares[level])


@inline_kernel
def no_line_twice(state: Any) -> Any:
    """Whether no queen attacks another.  Each line is one of 63 bits, so N is at most 31."""
    n, squares = state.n, state.squares
    one = np.int64(1)
    rows = columns = rising = falling = np.int64(0)
    queen = 0
    while queen < n:
        row = np.int64(squares[queen] // n)
        column = np.int64(squares[queen] - row * n)
        if (
            (rows >> row) | (columns >> column) | (rising >> (row + column)) | (falling >> (row - column + n - 1))
        ) & one:
            break
        rows |= one << row
        columns |= one << column
        rising |= one << (row + column)
        falling |= one << (row - column + n - 1)
        queen += 1
    return queen == n


@inline_kernel
def write_squares(state: Any, found: Any, row: Any) -> None:
    """Write the chosen squares to a row of ``found`` as columns, one for each row of the board."""
    for each in range(state.n):
        found[row, each] = state.squares[each] - each * state.n


@kernel(on_integers=True, counts_references=False)
def choose_squares(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Go through every choice of squares, in increasing order."""
    search_depth_first(state, budget, quota, found, next_open, choose, give_back, no_line_twice, write_squares)


class BruteForceSearch(CursorSearch):
    """Brute force: it may put several queens in one row, so its position is given as squares.

    Where two placed queens attack each other no choice can be complete: the root is all there is.
    """

    kernel = choose_squares
    layout = ChosenSquares

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays = {"squares": np.zeros(self._n, dtype=np.int32)}
        if problem.conflict is not None:
            self._open[:] = False  # it looks at no line before the end, where others miss a square at once

    def _squares(self) -> list[int]:
        squares: list[int] = self.arrays["squares"][: int(self.counters[LEVEL])].tolist()
        return squares

    def board_array(self) -> NDArray[np.int32]:
        """The columns of the rows that hold exactly one queen; -1 for the others."""
        columns = np.full(self._n, -1, dtype=np.int32)
        row, column = np.divmod(np.array(self._squares(), dtype=np.int64), self._n)
        columns[row] = column
        columns[np.bincount(row, minlength=self._n) != 1] = -1
        return columns

    def branch_path(self) -> tuple[int, ...]:
        """The squares chosen so far."""
        return tuple(self._squares())

    def detail(self) -> Mapping[str, Any]:
        """The squares chosen so far, under ``squares``."""
        return {"squares": tuple(self._squares())}

    def progress(self) -> float:
        """The share of the complete choices that have been made: an exact figure, found by counting.

        Choices with a queen on a closed square count too: the search skips them at once.
        """
        n, all_squares = self._n, self._n * self._n
        before, previous = int(self.at_leaf()), -1
        for level, square in enumerate(self._squares()):
            left = n - level
            before += math.comb(all_squares - previous - 1, left) - math.comb(all_squares - square, left)
            previous = square
        return before / math.comb(all_squares, n)

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Every square is on the board."""
        return {"squares": (0, self._n * self._n - 1)}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The next square to try may be one past the last."""
        return {**super().counter_bounds(), CURSOR: (0, self._n * self._n)}
