"""Places the first queens two columns apart, then uses the naive recursion: "MM" of document 004, §IV.

Queens stand on columns 1, 3, 5, … of the first rows; the recursion fills the
other rows.  Where it cannot (N = 6k + 3), it moves those first queens one by one, so such sizes take
far longer; N = 39 never ends in practice.  The root of this search is the board with the first queens
on it; a board on which some of them have moved is a node below the root like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from core._queens.naive import NaiveSearch
from core._queens.problem import Queens
from core._search import Goal, Status
from core.running._kernel_search import LEVEL

LARGEST_TREE = 316
"""Beyond this N the search does not describe its tree: that would take longer than the search."""


class StrideSearch(NaiveSearch):
    """The naive recursion, started below queens that stand two columns apart."""

    can_prove_unsolvable = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        given = problem.n // 2
        self.arrays["columns"][:given] = np.arange(1, problem.n, 2)
        self.counters[LEVEL] = self._first_level = given

    def choices(self) -> Sequence[tuple[int, int]] | None:
        """None: the share of the tree visited is unknown."""
        return None  # it starts in the middle of the tree, so its share of the whole is unknown

    @property
    def kept(self) -> int:
        """The number of first queens still where the search began."""
        columns = self.board_array()[: self._first_level]
        moved = np.flatnonzero(columns != np.arange(1, 2 * len(columns), 2))
        return int(moved[0]) if len(moved) else len(columns)

    def columns_tried(self) -> list[list[int]]:
        """The columns that the search tries in each queen's row, in order: her own, those before it and those after."""
        columns = self.board_array().tolist()
        rows = zip(self._free(columns), columns, strict=False)
        return [[column for column in range(self._n) if free >> column & 1] for free, _ in rows]

    def _free(self, columns: Sequence[int]) -> list[int]:
        """The columns, as bits, that the search tries in the row of each of these queens and in the row below them."""
        full, moved = (1 << self._n) - 1, False
        taken = rising = falling = 0
        rows = []
        for row, column in enumerate((*columns, -1)):
            first = 2 * row + 1 if row < self._first_level and not moved else 0
            rows.append(full & ~(taken | rising | falling) & -1 << first)
            moved = moved or column != first
            bit = 1 << column if column >= 0 else 0
            taken |= bit
            rising, falling = (rising | bit) << 1, (falling | bit) >> 1
        return rows

    @cached_property
    def _ways_out(self) -> tuple[int, ...]:
        """The number of branches of the root before the 1st, 2nd, … of the first queens moves; the total comes
        first."""
        began = range(1, 2 * self._first_level, 2)
        sizes = [free.bit_count() for free in self._free(began)]
        after = [sizes[-1]]
        for size in reversed(sizes[:-1]):
            after.append(after[-1] + size - 1)
        return tuple(reversed(after))

    def branch_choices(self) -> Sequence[tuple[int, int]]:
        """The (k, d) of every level below the root; empty if there are only the first queens."""
        columns, kept = self.board_array().tolist(), self.kept
        if len(columns) == kept:
            return ()
        rows = [
            ((free & (2 << column) - 1).bit_count(), free.bit_count())
            for free, column in zip(self._free(columns), columns, strict=False)
        ]
        number, _ = rows[kept]
        if kept < self._first_level:
            number += self._ways_out[kept + 1] - 1
        return [(number, self._ways_out[0]), *rows[kept + 1 :]]

    def branch_path(self) -> tuple[int, ...] | None:
        """The branch taken at each level below the root; None for N beyond `LARGEST_TREE`."""
        return tuple(number for number, _ in self.branch_choices()) if self._n <= LARGEST_TREE else None

    def branch_depth(self) -> int:
        """The number of levels below the root."""
        return len(self.board_array()) - self.kept

    def exhausted(self) -> Status:
        """GAVE_UP: the search starts in the middle of the tree, so its end proves nothing."""
        # The search never visited what comes before the first queens.
        return Status.GAVE_UP
