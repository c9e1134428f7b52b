"""A half in the form in which tables are read: the diagonals that each table looks up, as an offset into it."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernel import inline_kernel
from core.simd import load, splat, store

ONE = np.uint64(1)
FIELD_BITS, PREFIX_BIT = np.uint64(12), np.uint64(48)
FIELD = np.uint64(0xFFF)
"""A packed half: four table offsets of 12 bits, then the prefix."""
BELOW_PREFIX = np.uint64((1 << 48) - 1)


@inline_kernel
def pack(
    low: Any, middle: Any, high: Any, words: Any, length: Any, sums: Any, differences: Any, lane_bits: Any, width: Any
) -> None:
    """Make table offsets and prefix of each half; its sum diagonals begin at bit ``sums``, the others at the last."""
    low_mask, middle_mask = splat((ONE << low) - ONE, width), splat((ONE << middle) - ONE, width)
    high_mask = splat((ONE << high) - ONE, width)
    upper = low + middle
    for i in range(np.uint64(0), np.uint64(length), np.uint64(len(width))):
        words_here = load(words, i, width)
        sum_part, difference_part = words_here >> sums, words_here >> differences
        out = (sum_part & low_mask) << lane_bits
        out |= ((sum_part >> upper) & high_mask) << (lane_bits + FIELD_BITS)
        out |= (difference_part & low_mask) << (lane_bits + FIELD_BITS + FIELD_BITS)
        out |= ((difference_part >> upper) & high_mask) << (lane_bits + FIELD_BITS + FIELD_BITS + FIELD_BITS)
        out |= ((sum_part >> low) & middle_mask) << PREFIX_BIT
        out |= ((difference_part >> low) & middle_mask) << (PREFIX_BIT + middle)
        store(words, i, out)


@inline_kernel
def tag(low: Any, middle: Any, words: Any, length: Any, sums: Any, differences: Any, width: Any) -> None:
    """Put the prefix of each half, its central diagonals (of sums, then the others), into its highest bits."""
    mask, kept = splat((ONE << middle) - ONE, width), splat(BELOW_PREFIX, width)
    for i in range(np.uint64(0), np.uint64(length), np.uint64(len(width))):
        word = load(words, i, width)
        prefix = ((word >> (sums + low)) & mask) << PREFIX_BIT
        prefix |= ((word >> (differences + low)) & mask) << (PREFIX_BIT + middle)
        store(words, i, (word & kept) | prefix)
