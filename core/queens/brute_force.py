"""Every choice of N of the N² squares, looked at only when it is complete (document 004, §II).

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

from core.kernels.kernel import kernel
from core.queens.boards import CURSOR, RUNNING, CursorSearch
from core.queens.problem import Queens
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, Bounds, leave
from core.search import Goal


class ChosenSquares(NamedTuple):
    """The squares chosen so far."""

    n: int
    squares: NDArray[np.int32]
    open_squares: NDArray[np.bool_]
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def choose_squares(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    N is at most 31 (a diagonal is one bit of 63).
    """
    n, squares, open_squares, counters = state.n, state.squares, state.open_squares, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    level = counters[LEVEL]
    square = counters[CURSOR]
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
    one = np.int64(1)
    back = level == n
    while nodes_left > 0:
        if not back:
            while square <= n * n - (n - level) and not open_squares[square // n, square % n]:
                square += 1
        if not back and square <= n * n - (n - level):
            squares[level] = square
            level += 1
            square += 1
            nodes_left -= 1
            if level == n:
                rows = columns = rising = falling = np.int64(0)
                queen = 0
                while queen < n:
                    row = np.int64(squares[queen] // n)
                    column = np.int64(squares[queen] - row * n)
                    if (
                        (rows >> row) | (columns >> column) | (rising >> (row + column))
                        | (falling >> (row - column + n - 1))
                    ) & one:  # fmt: skip
                        break
                    rows |= one << row
                    columns |= one << column
                    rising |= one << (row + column)
                    falling |= one << (row - column + n - 1)
                    queen += 1
                if queen == n:
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        for i in range(n):
                            found[kept, i] = squares[i] - i * n
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
        square = np.int64(squares[level]) + 1
    counters[CURSOR] = square
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class BruteForceSearch(CursorSearch):
    """Queens anywhere, several in a row too, so its position is told as squares."""

    kernel = choose_squares
    layout = ChosenSquares

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays = {"squares": np.zeros(self._n, dtype=np.int32)}

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
        return tuple(self._squares())

    def detail(self) -> Mapping[str, Any]:
        return {"squares": tuple(self._squares())}

    def progress(self) -> float:
        """The share of the complete choices that come before this one: exact, by counting.

        Those with a queen on a closed square count as well: they are passed over at once.
        """
        n, all_squares = self._n, self._n * self._n
        before, previous = 0, -1
        for level, square in enumerate(self._squares()):
            left = n - level
            before += math.comb(all_squares - previous - 1, left) - math.comb(all_squares - square, left)
            previous = square
        return before / math.comb(all_squares, n)

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Squares are those of the board."""
        return {"squares": (0, self._n * self._n - 1)}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The next square to be tried may be the one after the last."""
        return {**super().counter_bounds(), CURSOR: (0, self._n * self._n)}
