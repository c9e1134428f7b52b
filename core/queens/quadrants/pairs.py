"""Counting the pairs of an east and a west half that have no diagonal in common.

One list is *laid out*: groups of 64 words a lane are transposed, so that bit b
of all of them is one vector, a *plane*.  For any other half the vector of those
that it fits is the AND of the complements of the planes of its diagonals; a few
tables of such ANDs make that five lookups.  The other list *streams* past.

Long lists are first put in order by their central diagonals, the *prefix*: then
a group is alike in them, and whole runs of the stream are dismissed at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernel import inline_kernel
from core.queens.quadrants.order import order
from core.queens.quadrants.packing import FIELD, FIELD_BITS, PREFIX_BIT, pack, tag
from core.simd import is_zero, load, popcount, splat, store, total

ZERO, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@inline_kernel
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


@inline_kernel
def fill_table(table: Any, planes: Any, first: Any, bits: Any, width: Any) -> None:
    """``table[v]`` = the halves of the group with none of the diagonals v, out of ``bits`` planes from ``first``."""
    lanes = len(width)
    store(table, 0, splat(ALL, width))
    ones = splat(ALL, width)
    size = 1
    for bit in range(bits):
        free = load(planes, (first + bit) * lanes, width) ^ ones
        for entry in range(size):
            store(table, (size + entry) * lanes, load(table, entry * lanes, width) & free)
        size *= 2


@inline_kernel
def fitting(low_sums: Any, high_sums: Any, low_differences: Any, high_differences: Any, item: Any, width: Any) -> Any:
    """The halves of the group that fit the packed half ``item``, its central diagonals aside."""
    return (
        load(low_sums, item & FIELD, width)
        & load(high_sums, (item >> FIELD_BITS) & FIELD, width)
        & load(low_differences, (item >> (FIELD_BITS + FIELD_BITS)) & FIELD, width)
        & load(high_differences, (item >> (FIELD_BITS + FIELD_BITS + FIELD_BITS)) & FIELD, width)
    )


@inline_kernel
def central(middle_sums: Any, middle_differences: Any, middle: Any, prefix: Any, width: Any) -> Any:
    """The halves of the group with none of the central diagonals in ``prefix``."""
    lanes = np.uint64(len(width))
    sums = prefix & ((ONE << middle) - ONE)
    return load(middle_sums, sums * lanes, width) & load(middle_differences, (prefix >> middle) * lanes, width)


@inline_kernel
def fitting_pairs(
    layout: Any, room: Any, laid: Any, laid_length: Any, laid_more: Any, laid_sums: Any, laid_differences: Any,
    other: Any, other_length: Any, other_more: Any, width: Any,
) -> Any:  # fmt: skip
    """How many pairs of two lists fit, those of two "more" halves twice; the first list is the longer one.

    The first ``…_more`` halves of a list are its "more" ones.  ``laid_sums``
    and ``laid_differences`` are where the laid out list has its sum and
    difference diagonals; the other one has them the other way round.
    """
    low, middle, high = layout.low, layout.middle, layout.high
    planes, ends, prefix_table, stream, source = room.planes, room.ends, room.prefixes, other, laid
    low_sums, middle_sums, high_sums = room.low_sums, room.middle_sums, room.high_sums
    low_differences, middle_differences, high_differences = (
        room.low_differences, room.middle_differences, room.high_differences,
    )  # fmt: skip
    tables = (low_sums, middle_sums, high_sums, low_differences, middle_differences, high_differences)
    lanes = len(width)
    group_size = 64 * lanes
    lane_bits = ZERO
    while (1 << np.int64(lane_bits)) < lanes:
        lane_bits += ONE
    ordered = laid_length > np.int64(layout.unordered)
    prefixes = 1 << (2 * np.int64(middle))
    pack(low, middle, high, other, other_length, laid_differences, laid_sums, lane_bits, width)
    if ordered:
        source, stream = room.laid_out, room.stream
        tag(low, middle, laid, laid_length, laid_sums, laid_differences, width)
        order(laid, laid_more, prefixes, ends, source)
        order(other, other_more, prefixes, ends, stream)  # the last, for the ends of its runs are needed
        for i in range(np.uint64(laid_more), np.uint64(laid_length)):
            source[i] = laid[i]
        for i in range(np.uint64(other_more), np.uint64(other_length)):
            stream[i] = other[i]
    for i in range(laid_length, laid_length + group_size):
        source[i] = ALL  # fits nothing
    everyone = splat(ALL, width)
    once, twice = splat(ZERO, width), splat(ZERO, width)
    for start in range(0, laid_length, group_size):
        for i in range(0, group_size, lanes):
            store(planes, i, load(source, start + i, width))
        transpose(planes, width)
        plane = np.int64(laid_sums)
        for part in range(6):
            bits = np.int64(low)
            if part == 3:
                plane = np.int64(laid_differences)
            if part % 3 == 1:
                bits = np.int64(middle)
            elif part % 3 == 2:
                bits = np.int64(high)
            fill_table(tables[part], planes, plane, bits, width)
            plane += bits
        more = min(laid_more - start, group_size)
        among = everyone
        if more < group_size:  # which of the group are "more": word i lies in lane i % lanes, at bit i // lanes
            for lane in range(lanes):
                filled = max(0, (more - lane + lanes - 1) // lanes)
                planes[lane] = ALL if filled >= 64 else (ONE << np.uint64(filled)) - ONE
            among = load(planes, 0, width)
        # Pairs of two "more" halves count twice: at once where the whole group is "more", in a second pass elsewhere.
        for again in range(2 if more < group_size else 1):
            asked = among if again else everyone
            end_of_stream = other_more if again else other_length
            if ordered:
                first = 0
                for run in range(prefixes + end_of_stream - other_more):
                    end = other_more + run - prefixes + 1
                    prefix = np.uint64(run)
                    if run < prefixes:
                        end = ends[2 * run + 1]
                    else:
                        prefix = stream[first] >> PREFIX_BIT
                    if end > first:
                        group = central(middle_sums, middle_differences, middle, prefix, width) & asked
                        if not is_zero(group):
                            fits = splat(ZERO, width)
                            for i in range(np.uint64(first), np.uint64(end)):
                                fits = fits + popcount(
                                    group & fitting(
                                        low_sums, high_sums, low_differences, high_differences, stream[i], width
                                    )
                                )  # fmt: skip
                            if run < prefixes and more == group_size:
                                twice = twice + fits
                            else:
                                once = once + fits
                        first = end
            else:
                for p in range(prefixes):
                    centre = central(middle_sums, middle_differences, middle, np.uint64(p), width)
                    store(prefix_table, p * lanes, centre & asked)
                first = 0
                for end in (other_more, end_of_stream):
                    fits = splat(ZERO, width)
                    for i in range(np.uint64(first), np.uint64(end)):
                        item = stream[i]
                        centre = load(prefix_table, (item >> PREFIX_BIT) * np.uint64(lanes), width)
                        fits = fits + popcount(
                            centre & fitting(low_sums, high_sums, low_differences, high_differences, item, width)
                        )
                    if first == 0 and more == group_size:
                        twice = twice + fits
                    else:
                        once = once + fits
                    first = end
    return np.int64(total(once) + total(twice) + total(twice))
