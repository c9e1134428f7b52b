"""Joins two quadrants to a half board: makes the words of all pairs that do not attack each other.

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

from core._kernels.bits import popcount
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.simd import compress, load, splat, store, zero_lanes

ZERO, ONE, TWO, THREE, FOUR = (np.uint64(i) for i in range(5))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
NOBODY = ONE << np.uint64(63)
"""A bit of no diagonal: the words that fill up a vector have it, and so has everything they are compared with."""
GROUP = 64
"""How many words each lane has in a group (see `pairs`)."""
MOST_TRIALS, MOST_SLOTS, BLOCK = np.uint64(1024), np.uint64(2048), np.uint64(64)
"""The amount written down at once: this many trials and other quadrants, plus one column set."""
ALL_MADE, FULL, NO_TRIALS, HALTED = range(4)
"""Return values of `make_halves`: no more are wanted; there might be no room for the next batch; the room for trials
is too short for one column set; the time is used up."""
COLUMNS_COST, TRIAL_COST = 8, 4
"""Approximate nanoseconds to deal out a set of columns, and to try a placement with a vector."""


class HalfWanted(NamedTuple):
    """Which halves to make."""

    north: np.int64
    """The rows of the northern quadrant that have a queen in this half, and those of the southern quadrant."""
    south: np.int64
    north_list: np.int64
    """The positions on the shelf of the placements on these rows."""
    south_list: np.int64
    least: np.int64
    """The smallest and the largest rank of the northern quadrant's columns."""
    most: np.int64
    taken: np.uint64
    """Diagonals that must stay free, because a queen in the middle column takes them."""


class HalvesRoom(NamedTuple):
    """What `make_halves` writes to, and its fillers."""

    chosen: NDArray[np.int64]
    """The sets of columns of the northern quadrant."""
    bounds: NDArray[np.int64]
    """For each of them four numbers: the beginnings and ends of the two lists of placements."""
    near: NDArray[np.uint64]
    """The placements to try one by one, and for each the position in ``far`` of the vector to try it with."""
    where: NDArray[np.uint64]
    far: NDArray[np.uint64]
    """The placements to try them with."""
    fillers: NDArray[np.uint64]
    """Vectors with words that fit nothing in the lanes from 0, 1, 2, … on."""
    made: NDArray[np.int64]
    """The number of halves in the list, and the column set (in `offset`, the near placement) to continue with."""


@inline_kernel
def gather(
    words: Any, first: Any, end: Any, taken: Any, added: Any, fillers: Any, out: Any, start: Any, width: Any
) -> Any:  # fmt: skip
    """Copy to ``out``, from ``start`` on, the words[first:end] that have none of the bits ``taken``.

    Each copy gets ``added``.  Returns how many there are.  After them come words that fit nothing, at least a vector
    of them.
    """
    lanes = np.uint64(len(width))
    blocked, more = splat(taken | NOBODY, width), splat(added, width)
    kept, left = np.uint64(start), np.uint64(end - first)
    place = np.uint64(first)
    while left > lanes:
        each = load(words, place, width)
        fits = zero_lanes(each & blocked)
        store(out, kept, compress(each | more, fits))
        kept += popcount(fits)
        place += lanes
        left -= lanes
    each = load(words, place, width) | load(fillers, left * lanes, width)
    fits = zero_lanes(each & blocked)
    found = popcount(fits)
    store(out, kept, compress(each | more, fits) | load(fillers, found * lanes, width))
    store(out, kept + lanes, splat(ALL, width))
    return kept + found - np.uint64(start)


@inline_kernel
def deal_columns(jobs: Any, words: Any, room: Any, wanted: Any, everything: Any, northern: Any) -> Any:
    """Deal the columns out to the two quadrants in every way that has a wanted rank; returns how many ways there are.

    For each, ``bounds`` gets the beginning and end of the placements of the quadrant tried one by one, and of the
    other.
    """
    chosen, bounds, levels, rank = room.chosen, room.bounds, jobs.levels, jobs.rank
    size = popcount(np.uint64(wanted.north))
    count = ZERO
    for place in range(np.uint64(jobs.starts[size]), np.uint64(jobs.starts[size + ONE])):
        columns_north = jobs.sets[place]
        level = levels[np.uint64(columns_north)]
        chosen[count] = columns_north
        count += np.uint64((wanted.least <= level) & (level <= wanted.most))
    one_list, other_list = wanted.north_list, wanted.south_list
    one_flip, other_flip = np.int64(0), everything
    if not northern:
        one_list, other_list = other_list, one_list
        one_flip, other_flip = other_flip, one_flip
    # A separate loop looks up the positions of the lists: nothing in it has to wait for the contents of a list.
    for each in range(ZERO, count):
        one = np.uint64(one_list + rank[np.uint64(chosen[each] ^ one_flip)])
        other = np.uint64(other_list + rank[np.uint64(chosen[each] ^ other_flip)])
        bounds[each * FOUR] = np.int64(words[one])
        bounds[each * FOUR + ONE] = np.int64(words[one + ONE])
        bounds[each * FOUR + TWO] = np.int64(words[other])
        bounds[each * FOUR + THREE] = np.int64(words[other + ONE])
    return count


@kernel(counts_references=False)
def make_halves(
    layout: Any, jobs: Any, words: Any, room: Any, wanted: Any, out: Any, length: Any, first: Any, pace: Any, width: Any
) -> Any:
    """Append the `HalfWanted` halves to ``out``, which has ``length`` words, from column set number ``first`` on.

    ``words`` are those of the shelf (`placements.Shelf`), ``room`` is a `HalvesRoom`, whose ``made`` gets
    the new length and the column set to go on with.  A call works until ``pace`` (see `placements.shelved`) is used up.
    Of the northern and the southern quadrants, those with fewer queens are tried
    one by one with vectors of the others.  The kernel first writes down which to try with which, for several column
    sets together, a *batch*; then a single loop with uniform iterations does the work.  A batch that does not fit is
    left out.  (Inlined, it would share registers with the loops around it, and be slower.)
    """
    bounds, near, where, far, fillers = room.bounds, room.near, room.where, room.far, room.fillers
    lanes, taken = np.uint64(len(width)), wanted.taken
    everything = (np.int64(1) << np.int64(layout.h)) - 1
    northern = 2 * np.int64(popcount(np.uint64(wanted.north))) <= np.int64(layout.h)
    count = deal_columns(jobs, words, room, wanted, everything, northern)
    written, end = np.uint64(length), np.uint64(len(out) - GROUP * len(width))  # the last group is filled up later
    room_near, room_far = np.uint64(len(near)) - THREE * lanes, np.uint64(len(far)) - THREE * lanes
    i = np.uint64(first)
    status = np.int64(ALL_MADE)
    pace[0] -= np.int64(count) * COLUMNS_COST
    while i < count:
        if pace[0] <= 0 and i > np.uint64(first):
            status = np.int64(HALTED)
            break
        batch, before = i, written
        trials, slot = ZERO, ZERO
        while i < count and trials < MOST_TRIALS and slot < MOST_SLOTS:
            at = i * FOUR
            singles, left = np.uint64(bounds[at + ONE] - bounds[at]), np.uint64(bounds[at + THREE] - bounds[at + TWO])
            if trials + (singles + lanes) * (left // lanes + ONE) > room_near or slot + left > room_far:
                break
            singles = gather(words, bounds[at], bounds[at + ONE], taken, NOBODY, fillers, near, trials, width)
            left = gather(words, bounds[at + TWO], bounds[at + THREE], taken, ZERO, fillers, far, slot, width)
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
        if i == batch:
            status = np.int64(NO_TRIALS)
            break
        pace[0] -= np.int64(trials) * TRIAL_COST
        trial = ZERO
        while trial < trials:
            block = min(trials, trial + BLOCK)
            if written + BLOCK * lanes > end:
                status = np.int64(FULL)
                break
            for k in range(trial, block):
                one_word = splat(near[k], width)
                others = load(far, where[k], width)
                fits = zero_lanes(others & one_word)
                store(out, written, compress(others | one_word, fits))
                written += popcount(fits)
            trial = block
        if status == FULL:
            i, written = batch, before
            break
    room.made[0], room.made[1] = written, i
    return status


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
