"""Joins two quadrants to a half board where an odd N has queens off the centre in its middle row and column.

These jobs need all column sets, so the kernel sifts all placements of a set of
rows, which stand together, in one go; afterwards it looks up where those of each
column set have ended up.  It needs an eastern half for every place of the nearer
queen, the one in the middle row: `join` tries the same sifted quadrants again, each
time with another column left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.bits import popcount
from core.kernels.kernel import inline_kernel
from core.kernels.simd import compress, load, splat, store, zero_lanes
from core.queens.quadrants.halves import ALL, GROUP, NOBODY

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
STRETCH = np.uint64(256)
"""How many near placements are tried together."""
PLACE = np.uint64(0xFFFFFFFF)
BEFORE_BITS, LANES_BITS = np.uint64(32), np.uint64(56)
BEFORE = np.uint64(0xFFFFFF) << BEFORE_BITS
"""A list's entry: where its last vector is; above that, how many vectors are before it; then the lanes used there."""


@inline_kernel
def sift(words: Any, first: Any, end: Any, shift: Any, taken: Any, out: Any, marks: Any, width: Any) -> None:
    """Copy to ``out`` the shifted-down words[first:end] that have none of the bits ``taken``.

    The function looks at whole vectors, so it also copies some of the words before and behind.
    For each vector, ``marks`` gets how many words were copied before it and which of its own are copied.
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
    """How many words `sift` copied from before ``place``, if its first vector was number ``first_vector``."""
    lanes = np.uint64(len(width))
    mark = marks[place // lanes - first_vector]
    return (mark >> lanes) + popcount(mark & ((ONE << (place % lanes)) - ONE))


@inline_kernel
def sift_near(
    words: Any, starts: Any, key: Any, sets: Any, first: Any, end: Any, shift: Any, taken: Any,
    near: Any, near_columns: Any, marks: Any, width: Any,
) -> Any:  # fmt: skip
    """Sift the placements of a quadrant into ``near``, and the columns that each takes into ``near_columns``.

    ``sets[first:end]`` are the column sets, and ``key`` is the key of the first.  Returns where the
    placements end; a few in front of them may be marked as not wanted.
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
    taken: Any, far: Any, marks: Any, lists: Any, width: Any,
) -> None:  # fmt: skip
    """Sift the placements of the other quadrant into ``far``; ``lists[columns]`` gets where those of each set are.

    The rest is as in `sift_near`.  Each list is cut into vectors from its beginning on.
    """
    lanes = np.uint64(len(width))
    here = np.uint64(key)
    start, stop = np.uint64(starts[here]), np.uint64(starts[here + np.uint64(end - first)])
    sift(words, start, stop, shift, taken, far, marks, width)
    first_vector = start // lanes
    from_place = sifted(marks, first_vector, start, width)
    for place in range(np.uint64(first), np.uint64(end)):
        here += ONE
        to_place = sifted(marks, first_vector, np.uint64(starts[here]), width)
        last = to_place - from_place - np.uint64(to_place > from_place)
        before = last // lanes
        entry = ((TWO << (last % lanes)) - ONE) << LANES_BITS
        if to_place == from_place:
            entry = ZERO
        lists[np.uint64(sets[place])] = entry | before << BEFORE_BITS | (from_place + before * lanes)
        from_place = to_place


@inline_kernel
def join(
    near: Any, near_columns: Any, length: Any, far: Any, lists: Any, columns: Any, without: Any, extra: Any,
    tried: Any, tried_lists: Any, out: Any, start: Any, width: Any,
) -> Any:  # fmt: skip
    """Append the halves of ``length`` near placements to ``out`` from ``start`` on.

    A near placement without the columns ``without`` and the diagonals ``extra``
    is tried with vectors of the far ones that take the rest of ``columns``; the
    half gets ``extra``.  All near placements of a stretch are first tried with
    the last vectors of their lists; then those with longer lists are tried with
    the vectors before.  So no turn depends on the length of a list.  Returns the
    new length, or -1 if there might be no room for another group.
    """
    lanes = np.uint64(len(width))
    written, room = np.uint64(start), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
    blocked, columns_blocked = splat(extra | NOBODY, width), splat(without | NOBODY, width)
    one_vector = lanes + (ONE << BEFORE_BITS)
    i = ZERO
    full: Any = False
    while i < length and not full:
        stop = min(length, i + STRETCH)
        left = ZERO
        while i < stop:
            each, taking = load(near, i, width), load(near_columns, i, width)
            fits = zero_lanes((each & blocked) | (taking & columns_blocked))
            store(tried, left, compress(each | blocked, fits))
            store(tried_lists, left, compress(taking, fits))
            left += popcount(fits)
            i += lanes
        kept = left
        left = ZERO
        full = written + kept * lanes > room
        if full:
            break
        for k in range(ZERO, kept):
            word, entry = tried[k], lists[tried_lists[k] ^ columns]
            others = load(far, entry & PLACE, width)
            one = splat(word, width)
            fits = zero_lanes(others & one) & (entry >> LANES_BITS)
            store(out, written, compress(others | one, fits))
            written += popcount(fits)
            tried[left] = word
            tried_lists[left] = entry - one_vector
            left += np.uint64(entry & BEFORE != ZERO)
        while left > ZERO and not full:
            kept = left
            left = ZERO
            full = written + kept * lanes > room
            if full:
                break
            for k in range(ZERO, kept):
                word, entry = tried[k], tried_lists[k]
                others = load(far, entry & PLACE, width)
                one = splat(word, width)
                fits = zero_lanes(others & one)
                store(out, written, compress(others | one, fits))
                written += popcount(fits)
                tried[left] = word
                tried_lists[left] = entry - one_vector
                left += np.uint64(entry & BEFORE != ZERO)
    return np.int64(-1) if full else np.int64(written)
