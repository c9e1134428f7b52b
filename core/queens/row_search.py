"""What the searches that place one queen a row have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.queens.encoding import all_valid
from core.queens.problem import Queens
from core.search import Goal
from core.tree import LEVEL, KernelSearch

LEVELS_IN_ESTIMATE = 24
"""Deeper levels change Knuth's progress figure by less than can be seen."""


class RowSearch(KernelSearch):
    """State common to these kernels: ``columns`` (int32, n + 1).

    columns[r] is the queen's column for each row r above the level; at the
    level itself it is the next column to try.
    """

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit, width=problem.n)
        self.n = problem.n
        self._all_valid = partial(all_valid, problem.n)
        self.arrays = {"columns": np.zeros(problem.n + 1, dtype=np.int32)}

    def _verify(self, rows: NDArray[Any]) -> bool:
        return self._all_valid(rows)

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.arrays["columns"][: int(self.counters[LEVEL])].tolist())

    def _choices(self) -> Sequence[tuple[int, int]]:
        """Of each row's squares that no queen above attacks: how many, and which of them holds the queen."""
        placed = self.arrays["columns"][: min(int(self.counters[LEVEL]), LEVELS_IN_ESTIMATE)]
        every = np.arange(self.n)
        choices = []
        for row, column in enumerate(placed.tolist()):
            above = placed[:row, None]
            distance = (row - np.arange(row))[:, None]
            free = ((every != above) & (np.abs(every - above) != distance)).all(axis=0)
            choices.append((int(free[: column + 1].sum()), int(free.sum())))
        return choices
