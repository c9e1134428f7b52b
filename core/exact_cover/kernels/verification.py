"""Checking found solutions a batch at a time: every solution shown was verified, and that must not cost the search."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.exact_cover.problem import ExactCover


class BatchVerifier:
    """Verifies rows of option numbers (padded with -1) against the problem, independently of any kernel."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._least = np.array([0 if item.secondary else item.least for item in problem.items], dtype=np.int64)
        self._most = np.array([item.most for item in problem.items], dtype=np.int64)

    @cached_property
    def _table(self) -> NDArray[np.int64]:
        """The items of each option.

        One row more for the padding, one column more (item number `size`) for options shorter than the longest.
        """
        problem = self._problem
        longest = max(map(len, problem.options), default=0)
        table = np.full((len(problem.options) + 1, max(longest, 1)), len(problem.items), dtype=np.int64)
        for number, option in enumerate(problem.options):
            table[number, : len(option)] = option
        return table

    @cached_property
    def _idle(self) -> NDArray[np.bool_]:
        idle = np.zeros(len(self._problem.options) + 1, dtype=np.bool_)
        idle[list(self._problem.idle_options)] = True
        return idle

    def __call__(self, rows: NDArray[Any]) -> bool:
        problem = self._problem
        if problem.coloured:
            return all(problem.verify([o for o in row if o >= 0]) for row in rows.tolist())
        options = len(problem.options)
        if rows.max(initial=-1) >= options:
            return False
        padded = np.where(rows < 0, options, rows).astype(np.int64)
        if problem.idle_options and self._idle[padded].any():
            return False
        if problem.multiple:
            # Otherwise an option taken twice covers a primary item twice, which is seen below.
            ordered = np.sort(padded, axis=1)
            if ((np.diff(ordered, axis=1) == 0) & (ordered[:, 1:] < options)).any():
                return False
        size = len(problem.items)
        held = self._table[padded].reshape(len(rows), -1)
        held += np.arange(len(rows))[:, None] * (size + 1)
        covered = np.bincount(held.reshape(-1), minlength=len(rows) * (size + 1)).reshape(len(rows), size + 1)[:, :size]
        return bool(((covered >= self._least) & (covered <= self._most)).all())
