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

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._kernels.simd import is_zero, load, popcount, splat, store, total
from core._queens.quadrants.packing import (
    AT_START,
    COUNT,
    FIELD,
    FIELD_BITS,
    PASS,
    PLACE,
    PREFIX_BIT,
    PREPARED,
    WRITE,
    begin_pass,
    order,
    pack,
    tag,
)
from core._queens.quadrants.windows import (
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
"""The cost of setting up a group, in halves that stream past."""
GROUP_COST, LOOK_COST, VISIT_COST = 1000, 1, 3
"""Approximate nanoseconds to set up a group, to see whether a run can be dismissed, and to visit a half."""
FEWEST_GROUPS = 32
"""An estimate compares at least this many groups of a list, if it has them."""


class PairsRoom(NamedTuple):
    """What `lay_out`, `let_stream` and `fitting_pairs` write to."""

    laid_out: NDArray[np.uint64]
    """The list laid out, and the one that streams past, if they are sorted."""
    stream: NDArray[np.uint64]
    planes: NDArray[np.uint64]
    """The 64 planes of a group."""
    windows: NDArray[np.int64]
    """The diagonals in the prefix, and their positions there (`windows`)."""
    ends: NDArray[np.int64]
    """Where the halves of each prefix end in the sorted stream (`packing.order`)."""
    places: NDArray[np.int64]
    """The planes in the order of the diagonals of a packed half."""
    tables: tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]
    """For each of the four pieces of a packed half: the halves of the group without its diagonals."""
    lower: NDArray[np.uint64]
    """Such tables for the lower half of a prefix, for the upper half, and for all of it (used for unsorted lists)."""
    upper: NDArray[np.uint64]
    prefixes: NDArray[np.uint64]
    at: NDArray[np.int64]
    """The half of the list laid out to continue with; the number of pairs found; one in how many groups is compared
    at most, and for these two lists; the progress of the lists' preparation (`packing`)."""


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
    field = FIELD * np.uint64(len(width))
    return (
        load(tables[0], item & field, width)
        & load(tables[1], (item >> FIELD_BITS) & field, width)
        & load(tables[2], (item >> (FIELD_BITS + FIELD_BITS)) & field, width)
        & load(tables[3], (item >> (FIELD_BITS + FIELD_BITS + FIELD_BITS)) & field, width)
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


@inline_kernel
def fill_tables(layout: Any, room: Any, width: Any) -> None:
    """Fill the tables for the group whose planes are in ``room``: four for a packed half, two for its prefix."""
    lower_bits = np.int64(layout.prefix) // 2
    place = np.int64(0)
    for piece in range(4):
        bits = np.int64(layout.shorter) + (piece < np.int64(layout.longer))
        fill_table(room.tables[piece], room.planes, room.places, place, bits, width)
        place += bits
    fill_table(room.lower, room.planes, room.places, place, lower_bits, width)
    fill_table(room.upper, room.planes, room.places, place + lower_bits, lower_bits, width)


@inline_kernel
def first_of_group(planes: Any, count: Any, width: Any) -> Any:
    """The first ``count`` words of a group as a vector of bits: word i is in lane i % lanes, at bit i // lanes."""
    lanes = len(width)
    for lane in range(lanes):
        filled = max(0, (count - lane + lanes - 1) // lanes)
        planes[lane] = ALL if filled >= 64 else (ONE << np.uint64(filled)) - ONE
    return load(planes, 0, width)


@inline_kernel
def fits_in_order(
    room: Any, stream: Any, lower_bits: Any, mixed: Any, among: Any, pace: Any, width: Any
) -> Any:  # fmt: skip
    """Count, lane by lane, the halves of the group that fit the "more" halves of a sorted stream, run by run.

    A run has one prefix; a *block* is all runs whose prefixes have the same upper bits.  If the group is
    ``mixed``, the halves ``among`` it count twice.
    """
    lanes, blocks, ends = len(width), 1 << lower_bits, room.ends
    fits = splat(ZERO, width)
    first, visited = 0, 0
    pace[0] -= blocks * LOOK_COST
    for block in range(blocks):
        above = load(room.upper, block * lanes, width)
        if is_zero(above):
            first = ends[2 * (block * blocks + blocks - 1) + 1]
            continue
        pace[0] -= blocks * LOOK_COST
        for lower in range(blocks):
            end = ends[2 * (block * blocks + lower) + 1]
            group = above & load(room.lower, lower * lanes, width)
            if end > first and not is_zero(group):
                visited += end - first
                if mixed:
                    for i in range(np.uint64(first), np.uint64(end)):
                        each = group & fitting(room.tables, stream[i], width)
                        fits = fits + popcount(each) + popcount(each & among)
                else:
                    for i in range(np.uint64(first), np.uint64(end)):
                        fits = fits + popcount(group & fitting(room.tables, stream[i], width))
            first = end
    pace[0] -= visited * VISIT_COST
    return fits


@inline_kernel
def fits_one_by_one(room: Any, stream: Any, length: Any, lower_bits: Any, mixed: Any, among: Any, width: Any) -> Any:
    """Count the same for the first ``length`` halves of an unsorted stream, from a table of all prefixes."""
    lanes, blocks = len(width), 1 << lower_bits
    for p in range(blocks * blocks):
        low, high = (
            load(room.lower, (p & (blocks - 1)) * lanes, width),
            load(room.upper, (p >> lower_bits) * lanes, width),
        )
        store(room.prefixes, p * lanes, low & high)
    fits = splat(ZERO, width)
    if mixed:
        for i in range(ZERO, np.uint64(length)):
            item = stream[i]
            centre = load(room.prefixes, (item >> PREFIX_BIT) * np.uint64(lanes), width)
            each = centre & fitting(room.tables, item, width)
            fits = fits + popcount(each) + popcount(each & among)
    else:
        for i in range(ZERO, np.uint64(length)):
            item = stream[i]
            centre = load(room.prefixes, (item >> PREFIX_BIT) * np.uint64(lanes), width)
            fits = fits + popcount(centre & fitting(room.tables, item, width))
    return fits


@kernel(counts_references=False)
def lay_out(layout: Any, room: Any, laid: Any, other: Any, pace: Any, width: Any) -> Any:
    """Choose the windows for two lists (`Halves`), and order the one to be laid out; its words remain.

    ``room`` is a `PairsRoom`.  Returns whether all is done; if not, the next call continues (see `packing`).
    """
    windows, group_size, source, at = room.windows, 64 * len(width), laid.words, room.at
    if laid.length > np.int64(layout.unordered):
        source = room.laid_out
        if at[PASS] == AT_START:
            choose_windows(windows, layout, laid, other, room.planes, room.places, width)
            begin_pass(at, WRITE)
        if at[PASS] == WRITE:
            tag(windows, laid, room.stream, at, pace, width)
            if at[PLACE] == laid.length:
                begin_pass(at, COUNT)
        elif at[PASS] != PREPARED:
            order(laid, room.stream, 1 << np.int64(layout.prefix), room.ends, source, at, pace)
        if at[PASS] != PREPARED:
            return False
    else:
        fixed_windows(windows, layout)
    for i in range(laid.length, (laid.length + group_size - 1) // group_size * group_size):
        source[i] = ALL  # fits nothing
    list_places(room.places, layout, windows, laid.sums, laid.differences)
    return True


@kernel(counts_references=False)
def let_stream(layout: Any, room: Any, laid: Any, other: Any, pace: Any, width: Any) -> Any:
    """Pack and order the list that will stream past ``laid``, after `lay_out`; overwrites its words.

    Returns whether all is done, like `lay_out`.
    """
    group_size, at = 64 * len(width), room.at
    if at[PASS] == AT_START:
        begin_pass(at, WRITE)
    if at[PASS] == WRITE:
        pack(layout, room.windows, other, at, pace, width)
        if at[PLACE] == other.length:
            begin_pass(at, COUNT if laid.length > np.int64(layout.unordered) else PREPARED)
    elif at[PASS] != PREPARED:
        order(other, other.words, 1 << np.int64(layout.prefix), room.ends, room.stream, at, pace)
    if at[PASS] != PREPARED:
        return False
    groups = (laid.length + group_size - 1) // group_size
    at[3] = max(1, min(at[2], groups // FEWEST_GROUPS))
    at[0] = laid.length % at[3] * group_size  # where to begin, practically at random
    return True


@kernel(counts_references=False)
def fitting_pairs(layout: Any, room: Any, laid: Any, other: Any, pace: Any, width: Any) -> None:
    """Count the pairs of two prepared lists (`Halves`) that fit; a pair of two "more" halves counts twice.

    The groups from half number at[0] on are laid out in turn, and the other list streams past each until
    ``pace`` (see `placements.shelved`) is used up.  The pairs are added to at[1].  This is a separate
    kernel, so that its loops share registers with nothing else.
    """
    planes, source, stream = room.planes, laid.words, other.words
    lanes = len(width)
    group_size = 64 * lanes
    lower_bits = np.int64(layout.prefix) // 2
    ordered = laid.length > np.int64(layout.unordered)
    if ordered:
        source, stream = room.laid_out, room.stream
    once, twice = splat(ZERO, width), splat(ZERO, width)
    start = room.at[0]
    while start < laid.length and pace[0] > 0:
        pace[0] -= GROUP_COST + (other.length - other.more) * VISIT_COST
        for i in range(0, group_size, lanes):
            store(planes, i, load(source, start + i, width))
        transpose(planes, width)
        fill_tables(layout, room, width)
        # Pairs of two "more" halves count twice: all of them where the whole group is "more", else those among it.
        more, present = laid.more - start, min(laid.length - start, group_size)
        mixed = 0 < more < present
        among = splat(ALL, width)
        if mixed:
            among = first_of_group(planes, more, width)
        if ordered:
            fits = fits_in_order(room, stream, lower_bits, mixed, among, pace, width)
        else:
            fits = fits_one_by_one(room, stream, other.more, lower_bits, mixed, among, width)
            pace[0] -= (other.more + (np.int64(1) << np.int64(layout.prefix))) * VISIT_COST
        if more >= present:
            twice = twice + fits
        else:
            once = once + fits
        for i in range(np.uint64(other.more), np.uint64(other.length)):
            item = stream[i]
            prefix = item >> PREFIX_BIT
            lower, upper = prefix & ((ONE << np.uint64(lower_bits)) - ONE), prefix >> np.uint64(lower_bits)
            group = load(room.lower, lower * np.uint64(lanes), width) & load(
                room.upper, upper * np.uint64(lanes), width
            )
            once = once + popcount(group & fitting(room.tables, item, width))
        start += group_size * room.at[3]
    room.at[0] = start
    room.at[1] += np.int64(total(once) + total(twice) + total(twice)) * room.at[3]
