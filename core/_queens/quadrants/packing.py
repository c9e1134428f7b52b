"""Packs halves into a form for fast table look-ups, and sorts them by prefix, so that similar halves are together.

For each table, a packed half holds the diagonals to look up there, as an offset into
the table; above these offsets comes the prefix.

A list may have millions of halves, so each pass over it can be interrupted: ``at`` (int64) says which pass is next
and from which half it continues, and a call works until ``pace`` (see `placements.shelved`) is used up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel
from core._kernels.simd import load, splat, store
from core._queens.quadrants.windows import (
    DIFFERENCE_BITS,
    DIFFERENCE_PLACE,
    DIFFERENCE_START,
    SUM_BITS,
    SUM_PLACE,
    SUM_START,
)

ZERO, ONE, TWO = (np.uint64(i) for i in range(3))
FIELD_BITS, PREFIX_BIT = np.uint64(11), np.uint64(48)
FIELD = np.uint64(0x7FF)
"""A packed half: four positions in tables of 11 bits, shifted so that they are offsets; then the prefix."""
PASS, PLACE = 4, 5
"""Entries of ``at``."""
AT_START, WRITE, COUNT, MOVE, PREPARED = range(5)
"""The values of `PASS`: nothing has been done; keys are being written; they are being counted; halves are
being moved; all is done."""
WRITE_COST, COUNT_COST, MOVE_COST = 2, 2, 5
"""Approximate nanoseconds for each half in each pass."""


@inline_kernel
def begin_pass(at: Any, which: Any) -> None:
    """Begin a pass at the first half."""
    at[PASS], at[PLACE] = which, 0


@inline_kernel
def next_stretch(at: Any, length: Any, cost: Any, pace: Any) -> Any:
    """Take the time for the next stretch of a pass over ``length`` halves from ``pace``; returns the end of the
    stretch."""
    stop = min(length, at[PLACE] + (max(0, pace[0]) // cost // 64 + 1) * 64)
    pace[0] -= (stop - at[PLACE]) * cost
    at[PLACE] = stop
    return stop


@inline_kernel
def pack(layout: Any, windows: Any, halves: Any, at: Any, pace: Any, width: Any) -> None:
    """Replace the word of each half by its table offsets and prefix."""
    start = np.uint64(at[PLACE])
    stop = np.uint64(next_stretch(at, halves.length, WRITE_COST, pace))
    words, sums, differences = halves.words, halves.sums, halves.differences
    lane_bits = ZERO
    while (1 << np.int64(lane_bits)) < len(width):
        lane_bits += ONE
    diagonals, shorter, longer = layout.diagonals, layout.shorter, layout.longer
    all_diagonals = splat((ONE << diagonals) - ONE, width)
    sum_start, sum_bits = np.uint64(windows[SUM_START]), np.uint64(windows[SUM_BITS])
    difference_start, difference_bits = np.uint64(windows[DIFFERENCE_START]), np.uint64(windows[DIFFERENCE_BITS])
    sums_below = splat((ONE << sum_start) - ONE, width)
    differences_below = splat((ONE << difference_start) - ONE, width)
    sum_window, difference_window = splat((ONE << sum_bits) - ONE, width), splat((ONE << difference_bits) - ONE, width)
    sum_place, difference_place = np.uint64(windows[SUM_PLACE]), np.uint64(windows[DIFFERENCE_PLACE])
    lengths = (shorter + (longer > ZERO), shorter + (longer > ONE), shorter + (longer > TWO), shorter)
    masks = (
        splat((ONE << lengths[0]) - ONE, width), splat((ONE << lengths[1]) - ONE, width),
        splat((ONE << lengths[2]) - ONE, width), splat((ONE << lengths[3]) - ONE, width),
    )  # fmt: skip
    second, third, fourth = lengths[0], lengths[0] + lengths[1], lengths[0] + lengths[1] + lengths[2]
    outside_sums = diagonals - sum_bits
    for i in range(start, stop, np.uint64(len(width))):
        words_here = load(words, i, width)
        sum_part, difference_part = (words_here >> sums) & all_diagonals, (words_here >> differences) & all_diagonals
        from_sum, from_difference = sum_part >> sum_start, difference_part >> difference_start
        # The diagonals outside the windows, closed up.
        rest = (sum_part & sums_below) | ((from_sum >> sum_bits) << sum_start)
        rest |= (
            (difference_part & differences_below) | ((from_difference >> difference_bits) << difference_start)
        ) << outside_sums
        out = (rest & masks[0]) << lane_bits
        out |= ((rest >> second) & masks[1]) << (lane_bits + FIELD_BITS)
        out |= ((rest >> third) & masks[2]) << (lane_bits + FIELD_BITS + FIELD_BITS)
        out |= ((rest >> fourth) & masks[3]) << (lane_bits + FIELD_BITS + FIELD_BITS + FIELD_BITS)
        out |= (from_sum & sum_window) << (PREFIX_BIT + sum_place)
        out |= (from_difference & difference_window) << (PREFIX_BIT + difference_place)
        store(words, i, out)


@inline_kernel
def tag(windows: Any, halves: Any, keys: Any, at: Any, pace: Any, width: Any) -> None:
    """Write the prefix of each half, its diagonals inside the windows, to ``keys``, at the position of its word."""
    start = np.uint64(at[PLACE])
    stop = np.uint64(next_stretch(at, halves.length, WRITE_COST, pace))
    words = halves.words
    from_sums = halves.sums + np.uint64(windows[SUM_START])
    from_differences = halves.differences + np.uint64(windows[DIFFERENCE_START])
    sum_window = splat((ONE << np.uint64(windows[SUM_BITS])) - ONE, width)
    difference_window = splat((ONE << np.uint64(windows[DIFFERENCE_BITS])) - ONE, width)
    sum_place = PREFIX_BIT + np.uint64(windows[SUM_PLACE])
    difference_place = PREFIX_BIT + np.uint64(windows[DIFFERENCE_PLACE])
    for i in range(start, stop, np.uint64(len(width))):
        word = load(words, i, width)
        prefix = ((word >> from_sums) & sum_window) << sum_place
        prefix |= ((word >> from_differences) & difference_window) << difference_place
        store(keys, i, prefix)


@inline_kernel
def order(halves: Any, keys: Any, prefixes: Any, ends: Any, out: Any, at: Any, pace: Any) -> None:
    """Copy the words of a list to ``out``, its "more" ones sorted by prefix (a counting sort); then it is `PREPARED`.

    The highest bits of the word at the same position in ``keys`` are its prefix.  Those with prefix p end at
    ``ends[2p + 1]``.  Each half of the list has its own counters: a word often has the same prefix
    as the one before it, and would have to wait for their common counter.
    """
    words, length, prefixes = halves.words, halves.more, np.uint64(prefixes)
    half, start = length // 2, np.uint64(at[PLACE])
    second_half = np.uint64(half)
    if at[PASS] == COUNT:
        if start == ZERO:
            for place in range(ZERO, TWO * prefixes):
                ends[place] = 0
        for i in range(start, np.uint64(next_stretch(at, half, COUNT_COST + COUNT_COST, pace))):
            ends[(keys[i] >> PREFIX_BIT) * TWO] += 1
            ends[(keys[second_half + i] >> PREFIX_BIT) * TWO + ONE] += 1
        if at[PLACE] < half:
            return
        if length & 1:
            ends[(keys[np.uint64(length) - ONE] >> PREFIX_BIT) * TWO + ONE] += 1
        before = np.int64(0)
        for place in range(ZERO, TWO * prefixes):
            here = ends[place]
            ends[place] = before
            before += here
        begin_pass(at, MOVE)
        return
    for i in range(start, np.uint64(next_stretch(at, half, MOVE_COST + MOVE_COST, pace))):
        one, other = words[i], words[second_half + i]
        first, second = (keys[i] >> PREFIX_BIT) * TWO, (keys[second_half + i] >> PREFIX_BIT) * TWO + ONE
        to_first, to_second = ends[first], ends[second]
        ends[first], ends[second] = to_first + 1, to_second + 1
        out[np.uint64(to_first)] = one
        out[np.uint64(to_second)] = other
    if at[PLACE] < half:
        return
    if length & 1:
        one = words[np.uint64(length) - ONE]
        last = (keys[np.uint64(length) - ONE] >> PREFIX_BIT) * TWO + ONE
        out[np.uint64(ends[last])] = one
        ends[last] += 1
    for i in range(np.uint64(length), np.uint64(halves.length)):
        out[i] = words[i]
    at[PASS] = PREPARED
