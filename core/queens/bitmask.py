"""Three bitmasks: columns and both diagonals as the next row sees them (the program of document 001, 2011).

Each level keeps four words: the columns taken, the two diagonal masks shifted
to this row, and the squares of this row still to be tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernel import kernel
from core.queens.encoding import all_valid
from core.queens.problem import Queens
from core.search import Goal
from core.tree import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, KernelSearch

COLUMNS, RISING, FALLING, TODO = range(4)
_RUNNING = 1
ZERO, ONE = np.uint32(0), np.uint32(1)


@kernel
def count_by_masks(n: Any, levels: Any, counters: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.tree`.  ``levels`` is uint32 (n + 1, 4)."""
    if counters[PHASE] == DONE or quota <= 0:
        return
    full = np.uint32((1 << n) - 1)
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    rows = found.shape[0]
    level = counters[LEVEL]
    if counters[PHASE] == FRESH:
        counters[PHASE] = _RUNNING
        nodes_left -= 1
        levels[0, TODO] = full
    if level == n:  # left on a solution: go back to the row it was completed in
        level -= 1
    columns, rising, falling = levels[level, 0], levels[level, 1], levels[level, 2]
    todo = levels[level, TODO]
    last = n - 1
    while nodes_left > 0:
        if todo == ZERO:
            if level == 0:
                counters[PHASE] = DONE
                break
            level -= 1
            columns, rising, falling = levels[level, 0], levels[level, 1], levels[level, 2]
            todo = levels[level, TODO]
            continue
        nodes_left -= 1
        bit = todo & (~todo + ONE)
        todo ^= bit
        levels[level, TODO] = todo
        if level == last:
            levels[n, COLUMNS] = columns | bit
            solutions_left -= 1
            if kept < rows:
                for row in range(n):
                    queen = levels[row + 1, COLUMNS] ^ levels[row, COLUMNS]
                    column = 0
                    while queen > ONE:
                        queen >>= ONE
                        column += 1
                    found[kept, row] = column
                kept += 1
            if solutions_left == 0 or nodes_left == 0:
                level = n
                break
        else:
            level += 1
            columns |= bit
            rising = ((rising | bit) << ONE) & full
            falling = (falling | bit) >> ONE
            todo = full & ~(columns | rising | falling)
            levels[level, 0], levels[level, 1], levels[level, 2] = columns, rising, falling
            levels[level, TODO] = todo
    counters[NODES] += budget - nodes_left
    counters[SOLUTIONS] += quota - solutions_left
    counters[LEVEL] = level
    counters[KEPT] = kept


class BitmaskSearch(KernelSearch):
    """N up to 32, one word a mask."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit, width=problem.n)
        self._n = problem.n
        self._verify = partial(all_valid, problem.n)  # type: ignore[method-assign]
        self.arrays = {"levels": np.zeros((problem.n + 1, 4), dtype=np.uint32)}

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        count_by_masks(self._n, self.arrays["levels"], self.counters, budget, quota, found)

    def _queens(self) -> list[int]:
        level = int(self.counters[LEVEL])
        columns = [int(word) for word in self.arrays["levels"][: level + 1, COLUMNS]]
        return [after ^ before for before, after in itertools.pairwise(columns)]

    def _placement(self) -> tuple[int, ...]:
        return tuple(bit.bit_length() - 1 for bit in self._queens())

    def _choices(self) -> Sequence[tuple[int, int]]:
        full = (1 << self._n) - 1
        choices = []
        for row, bit in enumerate(self._queens()):
            columns, rising, falling = (int(w) for w in self.arrays["levels"][row, :TODO])
            free = full & ~(columns | rising | falling)
            choices.append(((free & (2 * bit - 1)).bit_count(), free.bit_count()))
        return choices


def start(problem: Queens, goal: Goal, limit: int | None) -> BitmaskSearch:
    """Start the search."""
    return BitmaskSearch(problem, goal, limit)
