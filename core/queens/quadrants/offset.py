"""Joining two quadrants to a half board where an odd N has queens off the centre in its middle row and column.

Here all column sets are wanted, so all placements of a set of rows, which stand
together, are sifted in one go; where those of each column set have come to is
looked up afterwards.  An eastern half is needed for every place of the nearer
queen, the one in the middle row: `join` tries the same sifted quadrants again,
with another column left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bits import popcount
from core.kernel import inline_kernel
from core.queens.quadrants.halves import ALL, GROUP, NOBODY
from core.simd import compress, load, splat, store, zero_lanes

ZERO, ONE = np.uint64(0), np.uint64(1)
STRETCH = np.uint64(256)
"""So many near placements are tried together."""
PLACE_BITS = np.uint64(40)
PLACE = (ONE << PLACE_BITS) - ONE
"""Of a list's entry: where it begins; above that, how many vectors it still has."""


@inline_kernel
def sift(words: Any, first: Any, end: Any, shift: Any, taken: Any, out: Any, marks: Any, width: Any) -> None:
    """Copy those of words[first:end] that have none of ``taken`` when shifted down to ``out``.

    Whole vectors are looked at, so some of the words before and behind are copied too.
    ``marks`` gets, a vector, how many have been copied before it and which ones of it.
    """
    lanes = np.uint64(len(width))
    blocked = splat(taken, width)
    kept, mark = ZERO, ZERO
    for place in range(first // lanes * lanes, end, lanes):
        each = load(words, place, width) >> shift
        fits = zero_lanes(each & blocked)
        store(out, kept, compress(each, fits))
        marks[mark] = (kept << lanes) | fits
        kept += popcount(fits)
        mark += ONE
    marks[mark] = kept << lanes


@inline_kernel
def sifted(marks: Any, first_vector: Any, place: Any, width: Any) -> Any:
    """How many words `sift` has copied from before ``place``; its first vector was number ``first_vector``."""
    lanes = np.uint64(len(width))
    mark = marks[place // lanes - first_vector]
    return (mark >> lanes) + popcount(mark & ((ONE << (place % lanes)) - ONE))


@inline_kernel
def sift_near(
    words: Any, starts: Any, key: Any, sets: Any, first: Any, end: Any, shift: Any, taken: Any,
    near: Any, near_columns: Any, marks: Any, width: Any,
) -> Any:  # fmt: skip
    """Sift the placements of a quadrant to ``near``, and the columns that each takes to ``near_columns``.

    ``sets[first:end]`` are the column sets, ``key`` is that of the first.  Returns where the
    placements end; in front of them there may be a few that are marked as not wanted.
    """
    lanes = np.uint64(len(width))
    here = np.uint64(key)
    start, stop = np.uint64(starts[here]), np.uint64(starts[here + np.uint64(end - first)])
    sift(words, start, stop, shift, taken, near, marks, width)
    first_vector = start // lanes
    store(near_columns, ZERO, splat(NOBODY, width))
    from_place = sifted(marks, first_vector, start, width)
    for place in range(np.uint64(first), np.uint64(end)):
        here += ONE
        to_place = sifted(marks, first_vector, np.uint64(starts[here]), width)
        columns = splat(np.uint64(sets[place]), width)
        store(near_columns, from_place, columns)
        j = from_place + lanes
        while j < to_place:
            store(near_columns, j, columns)
            j += lanes
        from_place = to_place
    store(near, from_place, splat(ALL, width))
    return from_place


@inline_kernel
def sift_far(
    words: Any, starts: Any, key: Any, sets: Any, first: Any, end: Any, shift: Any,
    taken: Any, fillers: Any, copied: Any, marks: Any, far: Any, lists: Any, width: Any,
) -> None:  # fmt: skip
    """Sift the placements of the other quadrant to ``far``, the list of each column set filled up to whole vectors.

    ``lists[columns]`` gets where it begins and how many vectors it has.  ``copied`` is for what is
    sifted before it is filled up, the rest as for `sift_near`.
    """
    lanes = np.uint64(len(width))
    here = np.uint64(key)
    start, stop = np.uint64(starts[here]), np.uint64(starts[here + np.uint64(end - first)])
    sift(words, start, stop, shift, taken, copied, marks, width)
    filled = ZERO
    first_vector = start // lanes
    from_place = sifted(marks, first_vector, start, width)
    for place in range(np.uint64(first), np.uint64(end)):
        here += ONE
        to_place = sifted(marks, first_vector, np.uint64(starts[here]), width)
        begin = filled
        while to_place > from_place + lanes:
            store(far, filled, load(copied, from_place, width))
            filled += lanes
            from_place += lanes
        left = to_place - from_place
        store(far, filled, load(copied, from_place, width) | load(fillers, left * lanes, width))
        filled += lanes * np.uint64(left > ZERO)
        lists[np.uint64(sets[place])] = ((filled - begin) // lanes << PLACE_BITS) | begin
        from_place = to_place


@inline_kernel
def join(
    near: Any, near_columns: Any, length: Any, far: Any, lists: Any, columns: Any, without: Any, extra: Any,
    tried: Any, tried_lists: Any, out: Any, start: Any, width: Any,
) -> Any:  # fmt: skip
    """Append the halves of ``length`` near placements to ``out`` from ``start`` on.

    A near placement without the columns ``without`` and the diagonals ``extra``
    is tried with vectors of the far ones that take the rest of ``columns``; the
    half gets ``extra``.  Those of a stretch are all tried with the first vectors
    of their lists, then those whose lists go on with the second ones: so no turn
    depends on what a list's length turns out to be.  Returns the new length, or
    -1 where there might be no room for a group more.
    """
    lanes = np.uint64(len(width))
    written, room = np.uint64(start), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
    blocked, columns_blocked = splat(extra | NOBODY, width), splat(without | NOBODY, width)
    next_vector = lanes - (ONE << PLACE_BITS)
    i = ZERO
    full: Any = False
    while i < length and not full:
        stop = min(length, i + STRETCH)
        kept = ZERO
        while i < stop:
            each, taking = load(near, i, width), load(near_columns, i, width)
            fits = zero_lanes((each & blocked) | (taking & columns_blocked))
            store(tried, kept, compress(each | blocked, fits))
            store(tried_lists, kept, compress(taking, fits))
            kept += popcount(fits)
            i += lanes
        left = ZERO
        for k in range(ZERO, kept):
            list_here = lists[tried_lists[k] ^ columns]
            tried[left] = tried[k]
            tried_lists[left] = list_here
            left += np.uint64(list_here > PLACE)
        while left > ZERO and not full:
            full = written + left * lanes > room
            if full:
                break
            kept = left
            left = ZERO
            for k in range(ZERO, kept):
                word, list_here = tried[k], tried_lists[k]
                others = load(far, list_here & PLACE, width)
                one = splat(word, width)
                fits = zero_lanes(others & one)
                store(out, written, compress(others | one, fits))
                written += popcount(fits)
                rest = list_here + next_vector
                tried[left] = word
                tried_lists[left] = rest
                left += np.uint64(rest > PLACE)
    return np.int64(-1) if full else np.int64(written)
