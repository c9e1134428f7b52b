"""A path of dancing cells with multiplicities taken anew: what cannot be in a state that was read from a file.

As in `core.exact_cover.kernels.cells_positions` the order within a set is the state's
own affair; which options it still has follows from the path, and from those
that each level has tried and taken out for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.kernels.cells_positions import CellsPath
from core.exact_cover.kernels.multiple_sets import fewest_ways, take
from core.exact_cover.kernels.sparse_sets import (
    CHOSEN,
    COVERED,
    DEGREE,
    ITEM,
    SIXTEEN,
    SIZE_BITS,
    SPACER,
    TRIED,
    drop,
    hide,
)


class MultiplePath(CellsPath):
    """The sets and bounds of a path, level by level."""

    def __init__(
        self, cells: NDArray[np.uint32], keys: NDArray[np.uint32], base: NDArray[np.uint64], number: NDArray[np.int32],
        colour: NDArray[np.uint32], bound: NDArray[np.int64], slack: NDArray[np.int64],
    ) -> None:  # fmt: skip
        """``cells``, ``keys`` and ``bound`` are fresh, and change here."""
        super().__init__(cells, keys, base, number, colour, len(bound))
        self.bound, self.slack = bound, slack

    def level_trouble(self, arrays: Mapping[str, NDArray[Any]], here: int) -> str:
        """What is wrong with a level of these arrays; if nothing is, its branch is taken."""
        cells, trail = arrays["cells"], arrays["trail"]
        item, ways = self.next_branches
        size = self._size(self.keys, item)
        tried, chosen = int(trail[here, TRIED]), int(trail[here, CHOSEN])
        if self.dead or ways <= 0 or int(trail[here, ITEM]) != item or int(trail[here, DEGREE]) != ways:
            return f"level {here} cannot branch like that"
        start, left = int(self.base[item]), self._size(arrays["saved_keys"][here], item)
        standing = cells[start : start + left].tolist() if left <= size else []
        there = self.cells[start : start + size].tolist()
        if not 1 <= tried <= ways or left != size - (tried - 1) or not set(standing) <= set(there):
            return f"level {here} has not tried that"
        for node in set(there) - set(standing):
            hide(self.cells, self.keys, self.base, np.uint64(node), True)
            drop(self.cells, self.keys, self.base, np.uint64(node), np.uint64(item))
        same = (arrays["saved_keys"][here] == self.keys).all() and (arrays["saved_bound"][here] == self.bound).all()
        if not same or not self.same_sets(cells, self.keys):
            return f"what is saved of level {here} does not match its path"
        if chosen not in (standing or [SPACER]):
            return f"level {here} has chosen an option that is gone"
        if standing:
            _, self.dead = take(
                self.cells, self.keys, self.base, self.colour, self.bound, self.slack, np.uint64(chosen),
                len(self.colour) > 1,
            )  # fmt: skip
        else:
            self.keys[item] |= COVERED
        return ""

    @property
    def next_branches(self) -> tuple[int, int]:
        """The item that is branched on next, below 0 for none, and its ways."""
        item, ways = fewest_ways(self.keys, self.bound, self.slack)
        return int(item), int(ways)

    @staticmethod
    def _size(keys: NDArray[np.uint32], item: int) -> int:
        return int((keys[item] >> SIXTEEN) & SIZE_BITS)
