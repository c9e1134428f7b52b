"""What cannot be in the sparse sets of a state that was read from a file: each answer is a part of a sentence.

The order within a set depends on all that has been searched before, so a
position is not simply made anew: the options of its path are taken on fresh
sets, and each item must keep the same options on the way, in whatever order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.kernels.sparse_sets import (
    COVERED,
    INDEX_BITS,
    SIXTEEN,
    SIZE_BITS,
    cover_option,
    hide_all,
    item_to_cover,
)


class CellsPath:
    """A path of dancing cells taken anew."""

    def __init__(
        self, cells: NDArray[np.uint32], keys: NDArray[np.uint32], base: NDArray[np.uint64], number: NDArray[np.int32],
        colour: NDArray[np.uint32], primary: int,
    ) -> None:  # fmt: skip
        """``cells`` and ``keys`` are fresh, and change here."""
        self.cells, self.keys, self.base, self.number = cells, keys, base, number
        self.colour, self.primary = colour, primary
        self.next_item: Any = np.int64(-1)
        self.dead: Any = False
        self._nodes = np.flatnonzero(number >= 0)
        self._items = cells[2 * self._nodes] & INDEX_BITS

    def trouble(self, arrays: Mapping[str, NDArray[Any]], level: int, *, hosts: bool = False) -> str:
        """What is wrong with the cells, the trail and the saved keys of a position; the keys are not looked at.

        A level is gone back to as long as it has options left, with ``hosts`` until its count is passed on.
        """
        cells, trail, saved = arrays["cells"], arrays["trail"], arrays["saved"]
        if trouble := self.cells_trouble(cells):
            return trouble
        coloured, back = len(self.colour) > 1, 0
        for here in range(level):
            item, chosen, tried, degree, emptied, after = (int(word) for word in trail[here])
            if item >= self.primary or self.keys[item] >= COVERED or self.keys[item] >> SIXTEEN != degree:
                return f"level {here} cannot branch on item {item}"
            start = int(self.base[item])
            if not 1 <= tried <= degree or int(cells[start + tried - 1]) != chosen or self.dead:
                return f"level {here} has not tried that"
            if int(self.cells[2 * chosen + 1]) - start >= degree:
                return f"level {here} has chosen an option that is gone"
            self.keys[item] |= COVERED
            missing = np.int64(0)
            if degree > 1:
                _, missing = hide_all(self.cells, self.keys, self.base, np.uint64(item), coloured)
                if emptied != missing or after != back or (saved[here] != self.keys).any():
                    return f"what is saved of level {here} does not match its path"
                back = here + 1 if hosts or tried < degree else after
            if not self.same_sets(cells, saved[here] if degree > 1 else self.keys):
                return f"cells does not match the path at level {here}"
            _, self.dead, self.next_item = cover_option(
                self.cells, self.keys, self.base, self.colour, np.uint64(chosen), np.int64(missing), coloured
            )
        return ""

    def cells_trouble(self, cells: NDArray[np.uint32]) -> str:
        """What is wrong with cells whatever the path: other options, or nodes that are not where they say."""
        total = len(self.number)
        slots = np.arange(2 * total, len(cells))
        nodes = cells[2 * total :].astype(np.int64)
        if (cells[: 2 * total : 2] != self.cells[: 2 * total : 2]).any() or nodes.max(initial=-1) >= total:
            return "cells has other nodes"
        if (cells[2 * nodes + 1] != slots).any() or not self._in_own_slices(nodes, slots):
            return "cells has a node in a place that is not its own"
        return ""

    def _in_own_slices(self, nodes: NDArray[np.int64], slots: NDArray[np.int64]) -> bool:
        """Whether each slot holds a node of the item that it belongs to."""
        fresh = self.cells[slots].astype(np.int64)
        return bool((self.number[nodes] >= 0).all()) and bool(
            ((self.cells[2 * nodes] ^ self.cells[2 * fresh]) & INDEX_BITS == 0).all()
        )

    def same_sets(self, cells: NDArray[np.uint32], keys: NDArray[np.uint32]) -> bool:
        """Whether other cells have the same nodes in front, as many as these keys say."""
        sizes = ((keys >> SIXTEEN) & SIZE_BITS).astype(np.int64)[self._items]
        ends = self.base.astype(np.int64)[self._items] + sizes
        return bool(((cells[2 * self._nodes + 1] < ends) == (self.cells[2 * self._nodes + 1] < ends)).all())

    def to_branch_on(self, hint: bool) -> int:
        """The item that is branched on next; below 0 for none."""
        return int(item_to_cover(self.keys, self.primary, self.next_item if hint else np.int64(-1)))
