"""Turning words into planes: bit b of many words becomes one vector.

A kernel of its own, for whatever is inlined twice is compiled twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.kernel import kernel
from core.kernels.simd import load, splat, store


@kernel(counts_references=False)
def transpose(planes: Any, width: Any) -> None:
    """Transpose 64 × 64 bits in every lane at once (the block-swapping method of Warren's Hacker's Delight, 7-3)."""
    lanes = len(width)
    distance = 32
    mask = np.uint64(0x00000000FFFFFFFF)
    while distance:
        shift = np.uint64(distance)
        kept = splat(mask, width)
        start = 0
        while start < 64:
            for row in range(start, start + distance):
                upper = load(planes, row * lanes, width)
                lower = load(planes, (row + distance) * lanes, width)
                swapped = ((upper >> shift) ^ lower) & kept
                store(planes, (row + distance) * lanes, lower ^ swapped)
                store(planes, row * lanes, upper ^ (swapped << shift))
            start += 2 * distance
        distance >>= 1
        mask ^= mask << np.uint64(distance)
