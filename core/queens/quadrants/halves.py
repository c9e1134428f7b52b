"""Joins two quadrants to a half board: it makes the words of all pairs that do not attack each other.

A job gives the rows of the half's northern and southern quadrant.  The columns are
dealt out in every possible way, and the rank of the northern quadrant's set is
compared with the job's own rank: first come the halves whose rank is above it
("more"), then those whose rank is equal ("even").  Jobs with a queen in the middle
column, but not in the very middle, are not ranked: `offset` handles those.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.bits import popcount
from core.kernels.kernel import inline_kernel
from core.kernels.simd import compress, load, splat, store, zero_lanes

ZERO, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOBODY = ONE << np.uint64(63)
"""A bit of no diagonal: the words that fill up a vector have it, and so has everything they are compared with."""
GROUP = 64
"""How many words each lane has in a group (see `pairs`)."""
MOST_TRIALS, MOST_SLOTS, BLOCK = np.uint64(1024), np.uint64(2048), np.uint64(64)
"""How much is written down at once: so many trials and other quadrants, plus one column set."""


@inline_kernel
def gather(
    words: Any, first: Any, end: Any, shift: Any, taken: Any, added: Any, fillers: Any, out: Any, start: Any, width: Any
) -> Any:  # fmt: skip
    """Copy to ``out``, from ``start`` on, the shifted-down words[first:end] that have none of the bits ``taken``.

    Each copy gets ``added``.  Returns how many there are.  After them come words that fit nothing, at least a vector
    of them.
    """
    lanes = np.uint64(len(width))
    blocked, more = splat(taken | NOBODY, width), splat(added, width)
    kept, left = np.uint64(start), np.uint64(end - first)
    place = np.uint64(first)
    while left > lanes:
        each = load(words, place, width) >> shift
        fits = zero_lanes(each & blocked)
        store(out, kept, compress(each | more, fits))
        kept += popcount(fits)
        place += lanes
        left -= lanes
    each = (load(words, place, width) >> shift) | load(fillers, left * lanes, width)
    fits = zero_lanes(each & blocked)
    found = popcount(fits)
    store(out, kept, compress(each | more, fits) | load(fillers, found * lanes, width))
    store(out, kept + lanes, splat(ALL, width))
    return kept + found - np.uint64(start)


@inline_kernel
def half(
    words: Any, starts: Any, base: Any, rank: Any, sets: Any, first: Any, end: Any, ranks: Any, shift: Any, north: Any,
    south: Any, northern: Any, columns: Any, least: Any, most: Any, taken: Any, fillers: Any, chosen: Any, bounds: Any,
    near: Any, where: Any, far: Any, out: Any, length: Any, width: Any,
) -> Any:  # fmt: skip
    """Append the halves with these rows and all ``columns`` whose rank is from ``least`` to ``most``.

    ``sets[first:end]`` are the sets of as many columns as there are rows in
    ``north``.  If ``northern`` is set, northern quadrants are tried one by one
    with vectors of southern ones, otherwise the other way round.  The function first
    writes down which to try with which, for several column sets together; then a
    single loop, whose turns are all alike, does the work.  Returns the new length,
    or -1 if there might be no room for another group.
    """
    lanes = np.uint64(len(width))
    count = ZERO
    for place in range(np.uint64(first), np.uint64(end)):
        columns_north = sets[place]
        level = ranks[np.uint64(columns_north)]
        chosen[count] = columns_north
        count += np.uint64((least <= level) & (level <= most))
    one_base, one_shift, other_base, other_shift = base[np.uint64(north)], shift, base[np.uint64(south)], ZERO
    one_flip, other_flip = np.int64(0), columns
    if not northern:
        one_base, one_shift, other_base, other_shift = other_base, other_shift, one_base, one_shift
        one_flip, other_flip = other_flip, one_flip
    # A separate loop looks up where the lists are: nothing in it has to wait for the contents of a list.
    for each in range(ZERO, count):
        one = np.uint64(one_base + rank[np.uint64(chosen[each] ^ one_flip)])
        other = np.uint64(other_base + rank[np.uint64(chosen[each] ^ other_flip)])
        bounds[each * FOUR] = starts[one]
        bounds[each * FOUR + ONE] = starts[one + ONE]
        bounds[each * FOUR + TWO] = starts[other]
        bounds[each * FOUR + THREE] = starts[other + ONE]
    written, room = np.uint64(length), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
    i = ZERO
    full: Any = False
    while i < count and not full:
        trials, slot = ZERO, ZERO
        while i < count and trials < MOST_TRIALS and slot < MOST_SLOTS:
            at = i * FOUR
            singles = gather(
                words, bounds[at], bounds[at + ONE], one_shift, taken, NOBODY, fillers, near, trials, width
            )
            left = gather(
                words, bounds[at + TWO], bounds[at + THREE], other_shift, taken, ZERO, fillers, far, slot, width
            )
            again = trials
            while left > ZERO:
                j = ZERO
                while j < singles:
                    store(near, trials + j, load(near, again + j, width))
                    store(where, trials + j, splat(slot, width))
                    j += lanes
                trials += singles
                slot += lanes
                left -= min(left, lanes)
            i += ONE
        trial = ZERO
        while trial < trials and not full:
            block = min(trials, trial + BLOCK)
            full = written + BLOCK * lanes > room
            if full:
                block = trial
            for k in range(trial, block):
                one_word = splat(near[k], width)
                others = load(far, where[k], width)
                fits = zero_lanes(others & one_word)
                store(out, written, compress(others | one_word, fits))
                written += popcount(fits)
            trial = block
    return np.int64(-1) if full else np.int64(written)


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
