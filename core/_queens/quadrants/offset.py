"""Joins two quadrants to a half board for an odd N with queens off the centre in the middle row and column.

These jobs need all column sets, so the kernel sifts all placements of a set of
rows, which are stored together, in one go; afterwards it looks up where those of each column set ended up.
It needs an eastern half for every position of the nearer queen, the one in the middle row: `join` tries the
same sifted quadrants again, each time with another column left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import popcount
from core._kernels.kernel import inline_kernel
from core._kernels.simd import compress, load, splat, store, zero_lanes
from core._queens.quadrants.halves import ALL, ALL_MADE, FULL, GROUP, HALTED, NOBODY, TRIAL_COST

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
STRETCH = np.uint64(256)
"""The number of near placements tried together."""
PLACE = np.uint64(0xFFFFFFFF)
BEFORE_BITS, LANES_BITS = np.uint64(32), np.uint64(56)
BEFORE = np.uint64(0xFFFFFF) << BEFORE_BITS
"""A list's entry: the position of its last vector; above that, the number of vectors before it; then the lanes it
uses."""


class OffsetRoom(NamedTuple):
    """What sifting and joining write to."""

    near: NDArray[np.uint64]
    """The placements to try one by one, and the columns that each takes."""
    near_columns: NDArray[np.uint64]
    far: NDArray[np.uint64]
    """The placements to try them with, by their columns."""
    lists: NDArray[np.uint64]
    """For each set of columns, the position of its placements in ``far``."""
    marks: NDArray[np.uint64]
    """What `sift` notes of each vector."""
    tried: NDArray[np.uint64]
    """The near placements of a stretch still to try, and the lists to try them with."""
    tried_lists: NDArray[np.uint64]


@inline_kernel
def sift(words: Any, first: Any, end: Any, taken: Any, out: Any, marks: Any, width: Any) -> None:
    """Copy to ``out`` the words[first:end] that have none of the bits ``taken``.

    The function looks at whole vectors, so it also copies some of the words before and after.
    For each vector, ``marks`` gets how many words were copied before it and which of its own are copied.
    """
    lanes = np.uint64(len(width))
    blocked = splat(taken, width)
    kept, mark = ZERO, ZERO
    for place in range(first // lanes * lanes, end, lanes):
        each = load(words, place, width)
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
def sift_near(jobs: Any, words: Any, rows: Any, its_list: Any, taken: Any, room: Any, width: Any) -> Any:
    """Sift the placements on these rows of a quadrant into ``near``, and the columns that each takes.

    ``its_list`` is their position on the shelf, whose words are ``words``.
    Those that have none of the diagonals ``taken`` stay.  Returns the end of the placements; a few in front of them
    may be marked as not wanted.
    """
    lanes = np.uint64(len(width))
    sets, near, near_columns, marks = jobs.sets, room.near, room.near_columns, room.marks
    size = popcount(np.uint64(rows))
    first, end = jobs.starts[size], jobs.starts[size + ONE]
    here = np.uint64(its_list)
    start, stop = words[here], words[here + np.uint64(end - first)]
    sift(words, start, stop, taken, near, marks, width)
    first_vector = start // lanes
    store(near_columns, ZERO, splat(NOBODY, width))
    from_place = sifted(marks, first_vector, start, width)
    for place in range(np.uint64(first), np.uint64(end)):
        here += ONE
        to_place = sifted(marks, first_vector, words[here], width)
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
def sift_far(jobs: Any, words: Any, rows: Any, its_list: Any, taken: Any, room: Any, width: Any) -> None:
    """Sift the placements of the other quadrant into ``far``; ``lists[columns]`` gets the position of those of
    each set.

    The rest is as in `sift_near`.  Each list is cut into vectors from its beginning on.
    """
    lanes = np.uint64(len(width))
    sets, far, marks, lists = jobs.sets, room.far, room.marks, room.lists
    size = popcount(np.uint64(rows))
    first, end = jobs.starts[size], jobs.starts[size + ONE]
    here = np.uint64(its_list)
    start, stop = words[here], words[here + np.uint64(end - first)]
    sift(words, start, stop, taken, far, marks, width)
    first_vector = start // lanes
    from_place = sifted(marks, first_vector, start, width)
    for place in range(np.uint64(first), np.uint64(end)):
        here += ONE
        to_place = sifted(marks, first_vector, words[here], width)
        last = to_place - from_place - np.uint64(to_place > from_place)
        before = last // lanes
        entry = ((TWO << (last % lanes)) - ONE) << LANES_BITS
        if to_place == from_place:
            entry = ZERO
        lists[np.uint64(sets[place])] = entry | before << BEFORE_BITS | (from_place + before * lanes)
        from_place = to_place


@inline_kernel
def join(
    room: Any, near_length: Any, columns: Any, without: Any, extra: Any, out: Any, length: Any, first: Any, made: Any,
    pace: Any, width: Any,
) -> Any:  # fmt: skip
    """Append the halves of near placements, from ``first`` to ``near_length``, to ``out``, which has ``length`` words.

    A near placement without the columns ``without`` and the diagonals ``extra``
    is tried with vectors of the far ones that take the rest of ``columns``; the
    half gets ``extra``.  All near placements of a stretch are first tried with
    the last vectors of their lists; then those with longer lists are tried with
    the vectors before.  So no iteration depends on the length of a list.  ``made`` gets the new length and the
    position to continue from; returns `FULL` if there might be no room for another stretch, `HALTED` if ``pace`` (see
    `placements.shelved`) is used up, else `ALL_MADE`.
    """
    lanes = np.uint64(len(width))
    near, near_columns, far, lists = room.near, room.near_columns, room.far, room.lists
    tried, tried_lists = room.tried, room.tried_lists
    written, end = np.uint64(length), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
    blocked, columns_blocked = splat(extra | NOBODY, width), splat(without | NOBODY, width)
    one_vector = lanes + (ONE << BEFORE_BITS)
    i = np.uint64(first)
    full: Any = False
    while i < near_length and not full and pace[0] > 0:
        begun, before = i, written
        stop = min(near_length, i + STRETCH)
        left = ZERO
        while i < stop:
            each, taking = load(near, i, width), load(near_columns, i, width)
            fits = zero_lanes((each & blocked) | (taking & columns_blocked))
            store(tried, left, compress(each | blocked, fits))
            store(tried_lists, left, compress(taking, fits))
            left += popcount(fits)
            i += lanes
        kept = left
        pace[0] -= np.int64(STRETCH + kept) * TRIAL_COST
        left = ZERO
        full = written + kept * lanes > end
        if not full:
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
            pace[0] -= np.int64(kept) * TRIAL_COST
            left = ZERO
            full = written + kept * lanes > end
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
        if full:
            i, written = begun, before
    made[0], made[1] = written, i
    if full:
        return np.int64(FULL)
    return np.int64(HALTED) if i < near_length else np.int64(ALL_MADE)
