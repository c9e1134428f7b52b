"""A half in the form in which tables are read: the diagonals that each table looks up, as an offset into it."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernel import inline_kernel

ONE = np.uint64(1)
FIELD_BITS, PREFIX_BIT = np.uint64(12), np.uint64(48)
FIELD = np.uint64(0xFFF)
"""A packed half: four table offsets of 12 bits, then the prefix."""


@inline_kernel
def packed(low: Any, middle: Any, high: Any, word: Any, sums: Any, differences: Any, lane_bits: Any) -> Any:
    """A half as table offsets and prefix; its sum diagonals begin at bit ``sums``, the others at ``differences``."""
    sum_part, difference_part = word >> sums, word >> differences
    low_mask, middle_mask, high_mask = (ONE << low) - ONE, (ONE << middle) - ONE, (ONE << high) - ONE
    out = (sum_part & low_mask) << lane_bits
    out |= ((sum_part >> (low + middle)) & high_mask) << (lane_bits + FIELD_BITS)
    out |= (difference_part & low_mask) << (lane_bits + FIELD_BITS + FIELD_BITS)
    out |= ((difference_part >> (low + middle)) & high_mask) << (lane_bits + FIELD_BITS + FIELD_BITS + FIELD_BITS)
    out |= ((sum_part >> low) & middle_mask) << PREFIX_BIT
    out |= ((difference_part >> low) & middle_mask) << (PREFIX_BIT + middle)
    return out


@inline_kernel
def prefix(low: Any, middle: Any, word: Any, sums: Any, differences: Any) -> Any:
    """The central diagonals of a half: those in sum direction, then the others."""
    mask = (ONE << middle) - ONE
    return ((word >> (sums + low)) & mask) | ((word >> (differences + low)) & mask) << middle
