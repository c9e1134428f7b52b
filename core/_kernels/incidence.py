"""The numeric form of items and options that kernels start from, for exact cover and for problems reduced to it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Incidence:
    """Which option holds which item, as compressed sparse rows.

    Items 0 … ``primary`` - 1 are to be covered exactly once, those from there to ``primary +
    secondary`` - 1 at most once.  Option ``o`` holds ``items[starts[o]:starts[o + 1]]``, no item
    twice.
    """

    primary: int
    secondary: int
    starts: NDArray[np.int64]
    items: NDArray[np.int32]

    @property
    def options(self) -> int:
        """Number of options."""
        return len(self.starts) - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of options of each item."""
        return np.bincount(self.items, minlength=self.primary + self.secondary).astype(np.int64)

    def by_item(self) -> NDArray[np.int64]:
        """Positions in ``items``, item by item, and for each item in the order of the options."""
        short = self.primary + self.secondary <= 1 << 16  # sorts several times as fast
        return np.argsort(self.items.astype(np.uint16) if short else self.items, kind="stable")

    @classmethod
    def from_options(cls, primary: int, secondary: int, options: list[tuple[int, ...]]) -> Incidence:
        """Build it from the item numbers of each option."""
        starts = np.zeros(len(options) + 1, dtype=np.int64)
        np.cumsum([*map(len, options)], out=starts[1:])
        items = np.fromiter(chain.from_iterable(options), dtype=np.int32, count=int(starts[-1]))
        return cls(primary, secondary, starts, items)
