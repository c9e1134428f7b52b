"""Three bitmasks: columns and both diagonal directions as the next row sees them (the program of document 001, 2011).

Each level keeps five words: the columns taken, the two diagonal masks shifted
to this row, the squares of this row still to try, and the nearest level above that has one.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._queens.boards import RUNNING, BoardSearch, masks_of
from core._queens.problem import Queens
from core._queens.squares import open_squares
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, Bounds, leave

COLUMNS, RISING, FALLING, TODO, BACK = range(5)
"""The words of a level: the taken lines, the squares of its row still to try, the nearest level above with any."""
WORD = 0xFFFFFFFF
"""The bounds of a word of 32 bits."""
ZERO, ONE = np.uint64(0), np.uint64(1)


class Masks(NamedTuple):
    """The words of every level."""

    n: int
    levels: NDArray[np.uint32]
    open_rows: NDArray[np.uint32]
    """The columns where a queen can stand, for each row and for an empty row below the last."""
    counters: NDArray[np.int64]


@kernel
def count_by_masks(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`.  ``levels`` is uint32 (n + 1, 5).

    The current level lives in local variables; its row of ``levels`` is
    written when the search goes deeper or returns.  A node without a square
    for the next queen gets no row at all, unless the search stops on it.
    """
    n, levels, open_rows, counters = state.n, state.levels, state.open_rows, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    full = (ONE << np.uint64(n)) - ONE
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    level = np.uint64(counters[LEVEL])
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
        levels[0, TODO] = open_rows[0]
    columns, rising = np.uint64(levels[level, COLUMNS]), np.uint64(levels[level, RISING])
    falling, todo = np.uint64(levels[level, FALLING]), np.uint64(levels[level, TODO])
    back = np.uint64(levels[level, BACK])
    while nodes_left > 0 and solutions_left > 0:
        if todo == ZERO:
            if level == ZERO:
                counters[PHASE] = DONE
                break
            level = back
            columns, rising = np.uint64(levels[level, COLUMNS]), np.uint64(levels[level, RISING])
            falling, todo = np.uint64(levels[level, FALLING]), np.uint64(levels[level, TODO])
            back = np.uint64(levels[level, BACK])
            continue
        queen = todo & (~todo + ONE)
        todo ^= queen
        nodes_left -= 1
        columns_below = columns | queen
        rising_below = (rising | queen) << ONE
        falling_below = (falling | queen) >> ONE
        free = np.uint64(open_rows[level + ONE]) & ~(columns_below | rising_below | falling_below)
        if free == ZERO and columns_below == full:
            solutions_left -= 1
            if kept < found.shape[0]:
                levels[level, COLUMNS] = columns
                for row in range(n):
                    square = full if row == n - 1 else np.uint64(levels[row + 1, COLUMNS])
                    square ^= np.uint64(levels[row, COLUMNS])
                    column = 0
                    while square > ONE:
                        square >>= ONE
                        column += 1
                    found[kept, row] = column
                kept += 1
        if free != ZERO or nodes_left == 0 or solutions_left == 0:
            levels[level, COLUMNS], levels[level, RISING], levels[level, FALLING] = columns, rising, falling
            levels[level, TODO], levels[level, BACK] = todo, back
            if todo != ZERO:
                back = level
            level += ONE
            columns, rising, falling, todo = columns_below, rising_below, falling_below, free
    levels[level, COLUMNS], levels[level, RISING], levels[level, FALLING] = columns, rising, falling
    levels[level, TODO], levels[level, BACK] = todo, back
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


class MaskSearch(BoardSearch):
    """A search whose array ``levels`` (uint32, N + 1 by 5) holds the words of all levels; N up to 32."""

    phases = (DONE, FRESH, RUNNING)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self.arrays = {"levels": np.zeros((problem.n + 1, 5), dtype=np.uint32)}

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Squares are on the board, none below its last row; the level to go back to is above."""
        n = self._n
        most = np.full((n + 1, 5), WORD, dtype=np.uint32)
        most[:, COLUMNS] = most[:, TODO] = (1 << n) - 1
        most[n, TODO] = 0
        most[:, BACK] = [0, *range(n)]
        return {"levels": (0, most)}

    def at_leaf(self) -> bool:
        """Whether the row below the node visited last has no square left to try."""
        return not self.arrays["levels"][int(self.counters[LEVEL]), TODO]

    def _queens(self) -> list[int]:
        level = int(self.counters[LEVEL])
        columns = [int(word) for word in self.arrays["levels"][: level + 1, COLUMNS]]
        return [after ^ before for before, after in itertools.pairwise(columns)]

    def board_array(self) -> NDArray[np.int32]:
        """The columns of the rows filled so far."""
        return np.array([bit.bit_length() - 1 for bit in self._queens()], dtype=np.int32)


class BitmaskSearch(MaskSearch):
    """A search that keeps one word for the columns and one for each direction of diagonals."""

    kernel = count_by_masks
    layout = Masks

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self._open_rows = np.array([*masks_of(open_squares(problem)), 0], dtype=np.uint32)
        self.fixed["open_rows"] = self._open_rows

    def choices(self) -> Sequence[tuple[int, int]]:
        """For each row, which of its free squares holds the queen, counted from 1, and how many there are."""
        choices = []
        for row, bit in enumerate(self._queens()):
            columns, rising, falling = (int(w) for w in self.arrays["levels"][row, :TODO])
            free = int(self._open_rows[row]) & ~(columns | rising | falling)
            choices.append(((free & (2 * bit - 1)).bit_count(), free.bit_count()))
        return choices
