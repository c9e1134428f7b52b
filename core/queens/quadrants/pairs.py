"""Counts the pairs of an east and a west half that have no diagonal in common.

One list is *laid out*: groups of 64 words for each lane are transposed, so that
bit b of all words is one vector, a *plane*.  To find the halves of a group that
fit a half of the other list, the kernel takes the AND of the complements of the
planes of its diagonals; a few tables of such ANDs reduce that to five lookups.
The other list *streams* past.

Long lists are first sorted by the diagonals on which most pairs meet, the
*prefix* (see `windows`).  Then the halves of a group are alike in these diagonals,
and the kernel can dismiss whole runs of the stream at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.kernel import inline_kernel, kernel
from core.kernels.simd import is_zero, load, popcount, splat, store, total
from core.queens.quadrants.packing import FIELD, FIELD_BITS, PREFIX_BIT, order, pack, tag
from core.queens.quadrants.windows import (
    DIFFERENCE_BITS,
    DIFFERENCE_PLACE,
    DIFFERENCE_START,
    SUM_BITS,
    SUM_PLACE,
    SUM_START,
    choose_windows,
    fixed_windows,
    transpose,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
TABLES_COST = 250
"""What it costs to set up a group, measured in halves that stream past."""


@inline_kernel
def fill_table(table: Any, planes: Any, places: Any, first: Any, bits: Any, width: Any) -> None:
    """Set ``table[v]`` to the halves of the group without the diagonals v, from the ``bits`` planes at ``places``."""
    lanes = len(width)
    store(table, 0, splat(ALL, width))
    ones = splat(ALL, width)
    size = 1
    for bit in range(bits):
        free = load(planes, places[first + bit] * lanes, width) ^ ones
        for entry in range(size):
            store(table, (size + entry) * lanes, load(table, entry * lanes, width) & free)
        size *= 2


@inline_kernel
def list_places(places: Any, layout: Any, windows: Any, sums: Any, differences: Any) -> None:
    """List the planes of all diagonals in the order of a packed half: first outside the windows, then the prefix."""
    diagonals = np.int64(layout.diagonals)
    outside = 0
    prefix = 2 * diagonals - np.int64(layout.prefix)
    for direction in range(2):
        first, start, bits, place = sums, windows[SUM_START], windows[SUM_BITS], windows[SUM_PLACE]
        if direction == 1:
            first, start, bits = differences, windows[DIFFERENCE_START], windows[DIFFERENCE_BITS]
            place = windows[DIFFERENCE_PLACE]
        for diagonal in range(diagonals):
            if start <= diagonal < start + bits:
                places[prefix + place + diagonal - start] = np.int64(first) + diagonal
            else:
                places[outside] = np.int64(first) + diagonal
                outside += 1


@inline_kernel
def fitting(tables: Any, item: Any, width: Any) -> Any:
    """The halves of the group that fit the packed half ``item``, not counting its prefix."""
    return (
        load(tables[0], item & FIELD, width)
        & load(tables[1], (item >> FIELD_BITS) & FIELD, width)
        & load(tables[2], (item >> (FIELD_BITS + FIELD_BITS)) & FIELD, width)
        & load(tables[3], (item >> (FIELD_BITS + FIELD_BITS + FIELD_BITS)) & FIELD, width)
    )


@inline_kernel
def lay_out_first(first_length: Any, second_length: Any, unordered: Any, lanes: Any) -> Any:
    """Whether to lay out the first list: the longer list is laid out, but with short lists the cheaper one."""
    longer = first_length >= second_length
    if max(first_length, second_length) > unordered:
        return longer
    group_size = 64 * lanes
    first_cost = (first_length + group_size - 1) // group_size * (TABLES_COST + second_length)
    second_cost = (second_length + group_size - 1) // group_size * (TABLES_COST + first_length)
    return first_cost < second_cost or (first_cost == second_cost and longer)


@kernel(counts_references=False)
def fitting_pairs(
    layout: Any, windows: Any, planes: Any, ends: Any, prefix_table: Any, places: Any, tables: Any, upper_table: Any,
    lower_table: Any, laid_out: Any, in_order: Any, laid: Any, laid_length: Any, laid_more: Any, laid_sums: Any,
    laid_differences: Any, other: Any, other_length: Any, other_more: Any, width: Any,
) -> Any:  # fmt: skip
    """Count the pairs of two lists that fit; a pair of two "more" halves counts twice.

    The first ``…_more`` halves of a list are its "more" ones.  ``laid_sums``
    and ``laid_differences`` say where the laid-out list has its sum and difference
    diagonals; the other list has them the other way round.  Long lists are sorted
    into ``laid_out`` and ``in_order``; the other arguments are tables.  This is a
    kernel of its own, so that its loops share registers with nothing else.
    """
    stream, source = other, laid
    lanes = len(width)
    group_size = 64 * lanes
    lane_bits = ZERO
    while (1 << np.int64(lane_bits)) < lanes:
        lane_bits += ONE
    ordered = laid_length > np.int64(layout.unordered)
    lower_bits = np.int64(layout.prefix) // 2
    blocks, prefixes = 1 << lower_bits, 1 << (2 * lower_bits)  # a block: the prefixes with the same upper bits
    if ordered:
        choose_windows(
            windows, layout, laid, laid_length, laid_sums, laid_differences, other, other_length, planes, places, width
        )
    else:
        fixed_windows(windows, layout)
    pack(layout, windows, other, other_length, laid_differences, laid_sums, lane_bits, width)
    if ordered:
        source, stream = laid_out, in_order
        tag(layout, windows, laid, laid_length, laid_sums, laid_differences, width)
        order(laid, laid_more, prefixes, ends, source)
        order(other, other_more, prefixes, ends, stream)  # sorted last, because the ends of its runs are needed
        for i in range(np.uint64(laid_more), np.uint64(laid_length)):
            source[i] = laid[i]
        for i in range(np.uint64(other_more), np.uint64(other_length)):
            stream[i] = other[i]
    for i in range(laid_length, (laid_length + group_size - 1) // group_size * group_size):
        source[i] = ALL  # fits nothing
    list_places(places, layout, windows, laid_sums, laid_differences)
    everyone = splat(ALL, width)
    once, twice = splat(ZERO, width), splat(ZERO, width)
    for start in range(0, laid_length, group_size):
        for i in range(0, group_size, lanes):
            store(planes, i, load(source, start + i, width))
        transpose(planes, width)
        place = np.int64(0)
        for piece in range(4):
            bits = np.int64(layout.shorter) + (piece < np.int64(layout.longer))
            fill_table(tables[piece], planes, places, place, bits, width)
            place += bits
        fill_table(lower_table, planes, places, place, lower_bits, width)
        fill_table(upper_table, planes, places, place + lower_bits, lower_bits, width)
        # Pairs of two "more" halves count twice: all of them where the whole group is "more", else those among it.
        more, present = laid_more - start, min(laid_length - start, group_size)
        mixed = 0 < more < present
        among = everyone
        if mixed:  # which words of the group are "more": word i lies in lane i % lanes, at bit i // lanes
            for lane in range(lanes):
                filled = max(0, (more - lane + lanes - 1) // lanes)
                planes[lane] = ALL if filled >= 64 else (ONE << np.uint64(filled)) - ONE
            among = load(planes, 0, width)
        fits = splat(ZERO, width)
        if ordered:
            first = 0
            for block in range(blocks):
                above = load(upper_table, block * lanes, width)
                if is_zero(above):
                    first = ends[2 * (block * blocks + blocks - 1) + 1]
                    continue
                for lower in range(blocks):
                    end = ends[2 * (block * blocks + lower) + 1]
                    group = above & load(lower_table, lower * lanes, width)
                    if end > first and not is_zero(group):
                        if mixed:
                            for i in range(np.uint64(first), np.uint64(end)):
                                each = group & fitting(tables, stream[i], width)
                                fits = fits + popcount(each) + popcount(each & among)
                        else:
                            for i in range(np.uint64(first), np.uint64(end)):
                                fits = fits + popcount(group & fitting(tables, stream[i], width))
                    first = end
        else:
            for p in range(prefixes):
                centre = load(lower_table, (p & (blocks - 1)) * lanes, width) & load(
                    upper_table, (p >> lower_bits) * lanes, width
                )
                store(prefix_table, p * lanes, centre)
            if mixed:
                for i in range(ZERO, np.uint64(other_more)):
                    item = stream[i]
                    centre = load(prefix_table, (item >> PREFIX_BIT) * np.uint64(lanes), width)
                    each = centre & fitting(tables, item, width)
                    fits = fits + popcount(each) + popcount(each & among)
            else:
                for i in range(ZERO, np.uint64(other_more)):
                    item = stream[i]
                    centre = load(prefix_table, (item >> PREFIX_BIT) * np.uint64(lanes), width)
                    fits = fits + popcount(centre & fitting(tables, item, width))
        if more >= present:
            twice = twice + fits
        else:
            once = once + fits
        for i in range(np.uint64(other_more), np.uint64(other_length)):
            prefix = stream[i] >> PREFIX_BIT
            group = load(lower_table, (prefix & np.uint64(blocks - 1)) * np.uint64(lanes), width) & load(
                upper_table, (prefix >> np.uint64(lower_bits)) * np.uint64(lanes), width
            )
            once = once + popcount(group & fitting(tables, stream[i], width))
    return np.int64(total(once) + total(twice) + total(twice))
