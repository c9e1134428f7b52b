"""What the searches for queens share: a board of columns by row, and how it is shown and verified."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.queens.encoding import all_valid
from core.queens.problem import Queens
from core.search import Goal
from core.tree import DONE, LEVEL, PHASE, KernelSearch

LARGEST_PLACEMENT = 4096
"""Beyond this N a snapshot carries no placement; `BoardSearch.board_array` shows the board instead."""

CURSOR = 6
"""Counter of a row-by-row kernel: the next column to try in row ``counters[LEVEL]``."""


class BoardSearch(KernelSearch):
    """A search whose array ``columns`` (int32, N) holds the queens of rows 0 … ``counters[LEVEL]`` - 1."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit, width=problem.n)
        self._n = problem.n
        self._verify = partial(all_valid, problem.n)  # type: ignore[method-assign]
        self.arrays = {"columns": np.full(problem.n, -1, dtype=np.int32)}

    def board_array(self) -> NDArray[np.int32]:
        """The columns of the rows filled so far: a view, which the search goes on changing."""
        placed: NDArray[np.int32] = self.arrays["columns"][: int(self.counters[LEVEL])]
        return placed

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.board_array().tolist()) if self._n <= LARGEST_PLACEMENT else ()

    def _finish_if_unsolvable(self) -> None:
        """For methods that could not find out that 2 and 3 queens have no solution (Pauls 1874): don't search."""
        problem = self.problem
        assert isinstance(problem, Queens)
        if not problem.solvable:
            self.counters[PHASE] = DONE


class RowByRowSearch(BoardSearch):
    """A search that fills the rows in order and prunes by attack: progress by Knuth's formula."""

    def _choices(self) -> Sequence[tuple[int, int]] | None:
        return row_choices(self._n, self.board_array().tolist())


def row_choices(n: int, columns: Sequence[int]) -> list[tuple[int, int]]:
    """For each queen placed row by row: (k, d) when hers was the k-th of d squares not attacked from above."""
    full = (1 << n) - 1
    taken = rising = falling = 0
    choices = []
    for column in columns:
        free = full & ~(taken | rising | falling)
        bit = 1 << column
        choices.append(((free & (2 * bit - 1)).bit_count(), free.bit_count()))
        taken |= bit
        rising, falling = (rising | bit) << 1, (falling | bit) >> 1
    return choices
