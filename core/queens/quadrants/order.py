"""Putting a list of halves in order by their central diagonals, so that halves that are alike stand together."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernel import inline_kernel
from core.queens.quadrants.packing import prefix


@inline_kernel
def order(low: Any, middle: Any, words: Any, length: Any, sums: Any, differences: Any, ends: Any, out: Any) -> None:
    """Copy ``words`` to ``out`` by prefix; ``ends[p]`` is then where prefix p ends."""
    prefixes = 1 << (2 * np.int64(middle))
    for p in range(prefixes + 1):
        ends[p] = 0
    for i in range(length):
        ends[np.int64(prefix(low, middle, words[i], sums, differences)) + 1] += 1
    for p in range(prefixes):
        ends[p + 1] += ends[p]
    for i in range(length):
        place = np.int64(prefix(low, middle, words[i], sums, differences))
        out[ends[place]] = words[i]
        ends[place] += 1
