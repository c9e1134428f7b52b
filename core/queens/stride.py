"""Every second row first, then the naive recursion for the rest: "MM" of document 004, §IV.

Queens stand on columns 1, 3, 5, … of the first rows; the recursion fills the
others.  Where it cannot (N = 6k + 3), it backs into those first queens one by
one, which is why those sizes take so much longer; N = 39 never ends in
practice.  The root of this search is the board with the first queens on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.queens.naive import NaiveSearch
from core.queens.problem import Queens
from core.search import Goal, Status
from core.tree import FRESH, LEVEL, PHASE


class StrideSearch(NaiveSearch):
    """The naive recursion, started below queens two columns apart."""

    can_prove_unsolvable = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        given = problem.n // 2
        self.arrays["columns"][:given] = np.arange(1, problem.n, 2)
        self.counters[LEVEL] = self._first_level = given

    def choices(self) -> Sequence[tuple[int, int]] | None:
        return None  # it starts in the middle of the tree: no share of the whole can be given

    def check_position(self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> str:
        given = self._first_level
        if counters[PHASE] == FRESH and (arrays["columns"][:given] != np.arange(1, self._n, 2)).any():
            return "its first queens are not two columns apart"
        return super().check_position(arrays, counters)

    def exhausted(self) -> Status:
        # What comes before the first queens was never visited.
        return Status.GAVE_UP


def start(problem: Queens, goal: Goal, limit: int | None) -> StrideSearch:
    """Start the search."""
    return StrideSearch(problem, goal, limit)
