"""What the searches on sparse sets share: a description of their path, and the check of a state from a file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover._kernels.cover_search import CoverSearch
from core.exact_cover._kernels.depth_first import BRANCH, VISIT
from core.exact_cover._kernels.sparse_sets import (
    CHOSEN,
    COVERED,
    DEAD,
    DEGREE,
    EXEMPT,
    INDEX_BITS,
    ITEM,
    ONE,
    ONE_OPTION,
    RETURN,
    SIXTEEN,
    SIZE_BITS,
    SPACER,
    TRIED,
)
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import LEVEL, PHASE, Bounds

NEXT_ITEM = 6
"""A counter of these kernels: the item to branch on if it is known, else NONE."""


class CellSearch(CoverSearch):
    """A search on sparse sets, with ``cells``, ``keys``, a ``trail``, and a constant ``base`` and ``number``."""

    def array_bounds(self) -> Mapping[str, Bounds]:
        """A level branches on a primary item, and goes back to a level above it."""
        most = np.full_like(self.arrays["trail"], SPACER)
        most[:, ITEM] = max(int(self._primary_items) - 1, 0)
        most[:, RETURN] = np.arange(len(most))
        return {**super().array_bounds(), "trail": (0, most)}

    @property
    def _primary_items(self) -> int:
        """The number of primary items."""
        assert isinstance(self.problem, ExactCover)
        return self.problem.primary

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state read from a file; also checks that its sets agree with each other.

        If one set held an option that another set has lost, the kernel would remove it from the other set again; and
        from an empty set a kernel takes whatever lies beside it in memory.  A check at each removal would cost a tenth
        of the speed.
        """
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        cells, trail = arrays["cells"], arrays["trail"][: counters[LEVEL]]
        sets = CellSets(self.arrays["cells"], cells, self.fixed["base"], self.fixed["number"], self._primary_items)
        tried, degree = trail[:, TRIED], trail[:, DEGREE]
        if not sets.in_place or (tried < ONE).any() or (tried > degree).any():
            return "its sets are not those of its options"
        if not self.sets_agree(sets, arrays, counters):
            return "its sets do not agree"
        return ""

    @abstractmethod
    def sets_agree(self, sets: CellSets, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> bool:
        """Whether the keys of a position, and those that its levels go back to, fit its sets."""

    def _branches(self) -> NDArray[np.int64]:
        branches = self.arrays["trail"][: int(self.counters[LEVEL]), [ITEM, CHOSEN, TRIED, DEGREE]].astype(np.int64)
        taken = branches[:, 1] != SPACER
        branches[taken, 1] = self.fixed["number"][branches[taken, 1]]
        branches[~taken, 1] = -1
        return branches


class PlainCells(CellSearch):
    """A search on sparse sets whose items are covered once: the position ``saved`` at a level has its item covered."""

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The bounds of the counters; one of them is an item."""
        return {**super().counter_bounds(), NEXT_ITEM: (DEAD, self._primary_items - 1)}

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Every level has chosen a node."""
        bounds = dict(super().array_bounds())
        bounds["trail"][1][:, CHOSEN] = max(len(self.fixed["number"]) - 1, 0)
        return bounds

    def sets_agree(self, sets: CellSets, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> bool:
        """Check the sets as they are, unless the search is about to leave them, and as each level with options left
        saved them.
        """
        keys, phase, item = arrays["keys"], counters[PHASE], counters[NEXT_ITEM]
        if phase in (VISIT, BRANCH) and not sets.agree(keys):
            return False
        if phase == BRANCH and not (item >= 0 and ONE_OPTION <= keys[item] < COVERED):
            return False
        for level in range(counters[LEVEL]):
            item, _, tried, degree = (int(word) for word in arrays["trail"][level, :4])
            saved = arrays["saved"][level]
            if tried < degree and not (sets.agree(saved) and sets.hidden(saved, item, degree)):
                return False
        return True


class CellSets:
    """The sets in the cells of a state, and whether a search that began with ``own`` cells may have made them."""

    def __init__(
        self, own: NDArray[np.uint32], cells: NDArray[np.uint32], base: NDArray[np.uint64], number: NDArray[np.int32],
        primary: int,
    ) -> None:  # fmt: skip
        self.nodes = np.flatnonzero(number >= 0)
        self.cells, self.option, self.number, self.primary = cells, number, number[self.nodes], primary
        self.items = (own[2 * self.nodes] & INDEX_BITS).astype(np.int64)
        self.base = base.astype(np.int64)
        self.most = np.bincount(self.items, minlength=len(base))
        self.lengths = np.bincount(self.number)
        self.places = cells[2 * self.nodes + 1].astype(np.int64)
        ranks = self.places - self.base[self.items]
        same = (cells[: 2 * len(number) : 2] == own[: 2 * len(number) : 2]).all()
        inside = bool(same) and bool(((ranks >= 0) & (ranks < self.most[self.items])).all())
        self.in_place = inside and bool((cells[self.places] == self.nodes).all())
        """Whether each node is in the slice of its item, at the place it names."""

    def agree(self, keys: NDArray[np.uint32], bound: NDArray[np.int64] | None = None) -> bool:
        """Whether each option is in the sets of all its uncovered items, or in none of them.

        An option with a covered primary item must be in none.  ``bound`` are the bounds of items with multiplicities.
        """
        first, live = keys[: self.primary], keys < COVERED
        sizes = (keys >> SIXTEEN) & SIZE_BITS
        if ((keys & INDEX_BITS) != np.arange(len(keys))).any() or (sizes > self.most).any():
            return False
        if bound is None and (live[: self.primary] & ((first & EXEMPT) != 0)).any():
            return False
        if bound is not None and (live[: self.primary] & (bound < 1)).any():
            return False
        held, needed = self._held(keys), live[self.items] | (self.items < self.primary)
        count = np.bincount(self.number, held, len(self.lengths))
        return bool(((count == 0) | (count == np.bincount(self.number, needed, len(self.lengths)))).all())

    def _held(self, keys: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Which nodes are in the set of an uncovered item."""
        sizes = ((keys >> SIXTEEN) & SIZE_BITS).astype(np.int64)
        held: NDArray[np.bool_] = (keys < COVERED)[self.items] & (self.places < (self.base + sizes)[self.items])
        return held

    def standing(self, keys: NDArray[np.uint32], item: int, node: int) -> bool:
        """Whether an uncovered item has this node in its set."""
        at = np.flatnonzero(self.nodes == node)
        return at.size == 1 and int(self.items[at[0]]) == item and bool(self._held(keys)[at[0]])

    def hidden(self, keys: NDArray[np.uint32], item: int, degree: int) -> bool:
        """Whether an item is covered and has ``degree`` options, which are in no other set and may be chosen."""
        if int((keys[item] >> SIXTEEN) & SIZE_BITS) != degree or keys[item] < COVERED:
            return False
        nodes = self.cells[self.base[item] : self.base[item] + degree]
        options = self.number[np.searchsorted(self.nodes, nodes)]
        ours = np.isin(self.number, options)
        others = ours & (self.items != item)
        open_items = (keys < COVERED)[self.items] | (self.items >= self.primary)
        return not (self._held(keys) & ours).any() and bool(open_items[others].all())
