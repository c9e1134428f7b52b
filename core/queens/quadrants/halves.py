"""Joins two quadrants to a half board: it makes the words of all pairs that do not attack each other.

A job gives the rows of the half's northern and southern quadrant.  The columns are
dealt out in every possible way, and the rank of the northern quadrant's set is
compared with the job's own rank: first come the halves whose rank is above it
("more"), then those whose rank is equal ("even").  Jobs with a queen in the middle
column, but not in the very middle, are not ranked: `offset` handles those.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.bits import popcount
from core.kernels.kernel import inline_kernel, kernel
from core.kernels.simd import compress, load, splat, store, zero_lanes

ZERO, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOBODY = ONE << np.uint64(63)
"""A bit of no diagonal: the words that fill up a vector have it, and so has everything they are compared with."""
GROUP = 64
"""How many words each lane has in a group (see `pairs`)."""
MOST_TRIALS, MOST_SLOTS, BLOCK = np.uint64(1024), np.uint64(2048), np.uint64(64)
"""How much is written down at once: this many trials and other quadrants, plus one column set."""


class Wanted(NamedTuple):
    """Which halves to make."""

    north: np.int64
    """The rows of the northern quadrant that have a queen in this half, and those of the southern quadrant."""
    south: np.int64
    least: np.int64
    """The least and the greatest rank of the northern quadrant's columns."""
    most: np.int64
    taken: np.uint64
    """Diagonals that must stay free, because a queen in the middle column has them."""


class HalvesRoom(NamedTuple):
    """What `make_halves` writes to, and its fillers."""

    chosen: NDArray[np.int64]
    """The sets of columns of the northern quadrant."""
    bounds: NDArray[np.int64]
    """For each of them four numbers: where the two lists of placements begin and end."""
    near: NDArray[np.uint64]
    """The placements to try one by one, and for each the place in ``far`` of the vector to try it with."""
    where: NDArray[np.uint64]
    far: NDArray[np.uint64]
    """The placements that they are tried with."""
    fillers: NDArray[np.uint64]
    """Vectors with words that fit nothing in the lanes from 0, 1, 2, … on."""


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
def deal_columns(table: Any, ranks: Any, room: Any, wanted: Any, everything: Any, northern: Any) -> Any:
    """Deal the columns out to the two quadrants in every way that has a wanted rank; returns how many ways there are.

    For each, ``bounds`` gets where the placements begin and end of the quadrant that is tried one by one, and of the
    other.
    """
    chosen, bounds = room.chosen, room.bounds
    size = popcount(np.uint64(wanted.north))
    count = ZERO
    for place in range(np.uint64(table.sizes[size]), np.uint64(table.sizes[size + ONE])):
        columns_north = table.sets[place]
        level = ranks[np.uint64(columns_north)]
        chosen[count] = columns_north
        count += np.uint64((wanted.least <= level) & (level <= wanted.most))
    one_base, other_base = table.base[np.uint64(wanted.north)], table.base[np.uint64(wanted.south)]
    one_flip, other_flip = np.int64(0), everything
    if not northern:
        one_base, other_base = other_base, one_base
        one_flip, other_flip = other_flip, one_flip
    # A separate loop looks up where the lists are: nothing in it has to wait for the contents of a list.
    for each in range(ZERO, count):
        one = np.uint64(one_base + table.rank[np.uint64(chosen[each] ^ one_flip)])
        other = np.uint64(other_base + table.rank[np.uint64(chosen[each] ^ other_flip)])
        bounds[each * FOUR] = table.starts[one]
        bounds[each * FOUR + ONE] = table.starts[one + ONE]
        bounds[each * FOUR + TWO] = table.starts[other]
        bounds[each * FOUR + THREE] = table.starts[other + ONE]
    return count


@kernel(counts_references=False)
def make_halves(layout: Any, table: Any, ranks: Any, room: Any, wanted: Any, out: Any, length: Any, width: Any) -> Any:
    """Append the `Wanted` halves to ``out``, which has ``length`` words; ``room`` is a `HalvesRoom`.

    Of the northern and the southern quadrants, those with fewer queens are tried
    one by one with vectors of the others.  The kernel first writes down which to
    try with which, for several column sets together; then a single loop, whose
    turns are all alike, does the work.  Returns the new length, or -1 if there
    might be no room for another group.  (Inlined, it would share registers with
    the loops around it, and be slower.)
    """
    words, bounds, near, where, far, fillers = table.words, room.bounds, room.near, room.where, room.far, room.fillers
    lanes, taken = np.uint64(len(width)), wanted.taken
    everything = (np.int64(1) << np.int64(layout.h)) - 1
    northern = 2 * np.int64(popcount(np.uint64(wanted.north))) <= np.int64(layout.h)
    one_shift, other_shift = layout.shift, ZERO
    if not northern:
        one_shift, other_shift = other_shift, one_shift
    count = deal_columns(table, ranks, room, wanted, everything, northern)
    written, end = np.uint64(length), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
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
            full = written + BLOCK * lanes > end
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
