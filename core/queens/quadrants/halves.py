"""Joining two quadrants to a half board: the words of all pairs that do not attack each other.

For a job the rows of the half's northern and southern quadrant are given; the
columns are dealt out in every possible way, the northern quadrant's set being
ranked against the job's own rank: first come the halves whose rank is above it
("more"), behind them those where it is equal ("even").
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.bits import popcount
from core.kernel import inline_kernel
from core.simd import compress, load, splat, store, zero_lanes

ZERO, ONE = np.uint64(0), np.uint64(1)
GROUP = 64
"""Words a lane in a group (see `pairs`)."""


@inline_kernel
def join(
    words: Any, north: Any, north_end: Any, south: Any, south_end: Any, shift: Any, taken: Any, extra: Any,
    out: Any, length: Any, width: Any,
) -> Any:  # fmt: skip
    """Append to ``out`` each north | south | extra without a common diagonal and without one of ``taken``.

    Returns the new length, or -1 where there would be no room for a group more.
    """
    lanes = len(width)
    outer, outer_end, inner, inner_end = north, north_end, south, south_end
    outer_shift, inner_shift = shift, ZERO
    if north_end - north > south_end - south:
        outer, outer_end, inner, inner_end = south, south_end, north, north_end
        outer_shift, inner_shift = ZERO, shift
    for i in range(outer, outer_end):
        one = words[i] >> outer_shift
        if one & taken != ZERO:
            continue
        if length + (inner_end - inner) + GROUP * lanes > len(out):  # the last group is filled up later
            return -1
        attacked = splat(one | taken, width)
        added = splat(one | extra, width)
        j = inner
        while j < inner_end:
            other = load(words, j, width) >> inner_shift
            fits = zero_lanes(other & attacked)
            if inner_end - j < lanes:
                fits &= (ONE << np.uint64(inner_end - j)) - ONE
            store(out, length, compress(other | added, fits))
            length += np.int64(popcount(fits))
            j += lanes
    return length


@inline_kernel
def half(
    words: Any, starts: Any, base: Any, rank: Any, sets: Any, first: Any, end: Any, ranks: Any, shift: Any, north: Any,
    south: Any, columns: Any, least: Any, equal: Any, taken: Any, extra: Any, out: Any, length: Any, width: Any,
) -> Any:  # fmt: skip
    """Append the halves with these rows and ``columns`` whose rank is above ``least`` (or ``equal`` to it).

    ``sets[first:end]`` are the sets of as many columns as there are rows in ``north``.
    """
    for place in range(first, end):
        chosen = sets[place]
        level = ranks[chosen]
        if chosen & ~columns == 0 and ((equal and level == least) or (not equal and level > least)):
            north_key = base[north] + rank[chosen]
            south_key = base[south] + rank[columns ^ chosen]
            length = join(
                words, starts[north_key], starts[north_key + 1], starts[south_key], starts[south_key + 1], shift,
                taken, extra, out, length, width,
            )  # fmt: skip
            if length < 0:
                break
    return length


@inline_kernel
def diagonals_of(h: Any, field: Any, row: Any, column: Any) -> Any:
    """The two diagonals of a square in the numbering of the eastern half of an odd board, as a word.

    Rows count southwards and columns eastwards from the middle.  A diagonal without a square in the half is left out.
    """
    word = ZERO
    place = row + column + h - 1
    if 0 <= place < 2 * h:
        word |= ONE << (np.uint64(place) + field)
    place = row - column + h
    if 0 <= place < 2 * h:
        word |= ONE << np.uint64(place)
    return word
