"""What follows from one constraint: a filter for each kind, parts of the kernel that applies them all.

A filter looks at the sets of values of its members and leaves each only the
values that are part of some way to keep the constraint.  It returns False if
there is none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.bits import lowest, popcount
from core.kernels.kernel import inline_kernel, kernel
from core.kernels.random_numbers import ALL
from core.sudoku.propagation.network import QUEUES, Built

ZERO, ONE = np.uint64(0), np.uint64(1)

SINGLES, HEADS, HELD, STAMP, CAUSE, LOGGED, TOLD = 0, 1, 1 + QUEUES, *range(1 + 2 * QUEUES, 5 + 2 * QUEUES)
"""In ``ends``: how many cells with one value have been found; the heads of the queues and how many they hold; the
stamp used last; what is narrowing cells, a constraint or -1 less the cell whose value its peers lose; the length of
the log; and how many of the cells found have told their peers."""
_DENSE = 63
"""Sums up to this far above the least, or below the greatest, are sets of bits in a word."""


class Scratch(NamedTuple):
    """The kernel's working memory, of no use once it returns."""

    log: NDArray[np.int64]
    """(steps, 2): each cell narrowed, and by what (`CAUSE`); no rows unless asked for."""
    struck: NDArray[np.uint64]
    """What each step took away."""
    ends: NDArray[np.int64]
    singles: NDArray[np.int32]
    """Cells with one value of which their peers have not been told."""
    queues: NDArray[np.int32]
    """(queues, constraints): constraints that wait, each queue a ring."""
    queued: NDArray[np.uint8]
    wanted: NDArray[np.uint64]
    """Values that a filter found to be among the members of its constraint; for a sum, of each group."""
    places: NDArray[np.int32]
    ahead: NDArray[np.int64]
    back: NDArray[np.int64]
    """Stamps of states reached from the front and from the back."""
    least: NDArray[np.int64]
    greatest: NDArray[np.int64]
    offers: NDArray[np.uint64]
    """For each group of a sum, by how much it can be above its least (or below its greatest), in bits."""
    reach: NDArray[np.uint64]
    staying: NDArray[np.int32]
    """Sets of values that a group may still hold."""
    staying_firsts: NDArray[np.int32]


def scratch_for(built: Built, steps: int = 0) -> Scratch:
    """Room enough for a network, and for this many steps in the log."""
    cells, constraints = len(built.start), len(built.network.kinds)
    return Scratch(
        log=np.zeros((steps, 2), dtype=np.int64),
        struck=np.zeros(steps, dtype=np.uint64),
        ends=np.zeros(TOLD + 1, dtype=np.int64),
        singles=np.zeros(2 * cells + 2, dtype=np.int32),
        queues=np.zeros((QUEUES, constraints), dtype=np.int32),
        queued=np.zeros(constraints, dtype=np.uint8),
        wanted=np.zeros(built.most_groups, dtype=np.uint64),
        places=np.zeros(built.most_places, dtype=np.int32),
        ahead=np.zeros(built.most_states, dtype=np.int64),
        back=np.zeros(built.most_states, dtype=np.int64),
        least=np.zeros(built.most_groups, dtype=np.int64),
        greatest=np.zeros(built.most_groups, dtype=np.int64),
        offers=np.zeros(built.most_groups, dtype=np.uint64),
        reach=np.zeros(built.most_groups + 1, dtype=np.uint64),
        staying=np.zeros(built.most_staying, dtype=np.int32),
        staying_firsts=np.zeros(built.most_groups + 1, dtype=np.int32),
    )


@inline_kernel
def queue(net: Any, scratch: Any, constraint: Any) -> None:
    """Queue a constraint, unless it is queued already."""
    if scratch.queued[constraint] == 0:
        scratch.queued[constraint] = 1
        line = net.priority[constraint]
        at = scratch.ends[HEADS + line] + scratch.ends[HELD + line]
        if at >= scratch.queued.shape[0]:
            at -= scratch.queued.shape[0]
        scratch.queues[line, at] = constraint
        scratch.ends[HELD + line] += 1


@kernel(on_integers=True, counts_references=False)
def put(net: Any, scratch: Any, dom: Any, level: Any, cell: Any, bits: Any) -> None:
    """Narrow a cell, and queue all constraints that watch it."""
    step = scratch.ends[LOGGED]
    if step < scratch.struck.shape[0]:
        scratch.log[step, 0], scratch.log[step, 1] = cell, scratch.ends[CAUSE]
        scratch.struck[step] = dom[level, cell] & ~bits
        scratch.ends[LOGGED] = step + 1
    dom[level, cell] = bits
    if (bits & (bits - ONE)) == ZERO:
        scratch.singles[scratch.ends[SINGLES]] = cell
        scratch.ends[SINGLES] += 1
    for at in range(net.watch_firsts[cell], net.watch_firsts[cell + 1]):
        queue(net, scratch, net.watching[at])


@inline_kernel
def distinct(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """There are as many values as cells; if there are no more, a value with only one place goes there."""
    first, last = net.firsts[constraint], net.firsts[constraint + 1]
    once, twice = ZERO, ZERO
    for at in range(first, last):
        bits = dom[level, net.members[at]]
        twice |= once & bits
        once |= bits
    spare = np.int64(popcount(once)) - (last - first)
    if spare == 0:
        hidden = once & ~twice
        if hidden != ZERO:
            for at in range(first, last):
                cell = net.members[at]
                bits = dom[level, cell] & hidden
                if bits != ZERO and bits != dom[level, cell]:
                    if bits & (bits - ONE):
                        spare = -1
                        break
                    put(net, scratch, dom, level, cell, bits)
    return spare >= 0


@inline_kernel
def locate(net: Any, scratch: Any, dom: Any, level: Any, wanted: Any, first: Any, last: Any, own: Any) -> Any:
    """Each wanted value is in one of these members: in its only place, or else in no cell that all its places see.

    ``own`` is the row of ``net.own`` that has the members in bits.
    """
    places, well = scratch.places, True
    while wanted != ZERO and well:
        bit = lowest(wanted)
        wanted ^= bit
        found = 0
        for at in range(first, last):
            cell = net.members[at]
            if dom[level, cell] & bit:
                if found < places.shape[0]:
                    places[found] = cell
                found += 1
        if found == 0:
            well = False
        elif found == 1:
            cell = places[0]
            if dom[level, cell] != bit:
                put(net, scratch, dom, level, cell, bit)
        elif found <= places.shape[0]:
            for word in range(net.near.shape[1]):
                common = net.near[places[0], word] & ~net.own[own, word]
                for at in range(1, found):
                    common &= net.near[places[at], word]
                while common != ZERO:
                    low = lowest(common)
                    common ^= low
                    cell = 64 * word + np.int64(popcount(low - ONE))
                    if dom[level, cell] & bit:
                        left = dom[level, cell] & ~bit
                        if left == ZERO:
                            well = False
                        else:
                            put(net, scratch, dom, level, cell, left)
    return well


@inline_kernel
def undecided(net: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """The values that no cell of the constraint holds yet."""
    every, decided = ZERO, ZERO
    for at in range(net.firsts[constraint], net.firsts[constraint + 1]):
        bits = dom[level, net.members[at]]
        every |= bits
        if (bits & (bits - ONE)) == ZERO:
            decided |= bits
    return every & ~decided


@inline_kernel
def required(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """There are enough cells for the values still to be placed; if there are no more, they hold nothing else."""
    first, last = net.firsts[constraint], net.firsts[constraint + 1]
    left, room = net.tables[net.data[constraint]], np.int64(0)
    scratch.wanted[0] = left
    for at in range(first, last):
        bits = dom[level, net.members[at]]
        if bits & (bits - ONE):
            room += 1
        else:
            left &= ~bits
    well = bool(room >= np.int64(popcount(left)))
    if room == np.int64(popcount(left)):
        for at in range(first, last):
            cell = net.members[at]
            bits = dom[level, cell]
            if bits & (bits - ONE) and bits & ~left:
                if bits & left == ZERO:
                    well = False
                    break
                put(net, scratch, dom, level, cell, bits & left)
    return well


@inline_kernel
def put_both(net: Any, scratch: Any, dom: Any, level: Any, one: Any, kept: Any, other: Any, left: Any) -> Any:
    """Leave each cell of a pair its values; False, with nothing done, if one has none."""
    well = kept != ZERO and left != ZERO
    if well:
        if left != dom[level, other]:
            put(net, scratch, dom, level, other, left)
        if kept != dom[level, one]:
            put(net, scratch, dom, level, one, kept)
    return well


@inline_kernel
def pair(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Each value of a cell has one beside it in the other; by tables of all sets."""
    at = net.firsts[constraint]
    one, other = net.members[at], net.members[at + 1]
    bits, beside = dom[level, one], dom[level, other]
    left = beside & net.tables[net.data[constraint] + np.int64(bits)]
    kept = bits & net.tables[net.more[constraint] + np.int64(beside)]
    return put_both(net, scratch, dom, level, one, kept, other, left)


@inline_kernel
def wide_pair(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Filter a pair of cells with many values, by a table of single values."""
    at = net.firsts[constraint]
    one, other = net.members[at], net.members[at + 1]
    bits, beside = dom[level, one], dom[level, other]
    left, kept = ZERO, ZERO
    rest = bits
    while rest != ZERO:
        bit = lowest(rest)
        rest ^= bit
        left |= net.tables[net.data[constraint] + np.int64(popcount(bit - ONE))]
    rest = beside
    while rest != ZERO:
        bit = lowest(rest)
        rest ^= bit
        kept |= net.tables[net.more[constraint] + np.int64(popcount(bit - ONE))]
    return put_both(net, scratch, dom, level, one, bits & kept, other, beside & left)


@inline_kernel
def union_of(net: Any, dom: Any, level: Any, first: Any, last: Any) -> Any:
    """The values that some of these members can hold."""
    together = ZERO
    for at in range(first, last):
        together |= dom[level, net.members[at]]
    return together


@inline_kernel
def meets_all(net: Any, dom: Any, level: Any, first: Any, last: Any, mask: Any) -> Any:
    """Whether each of these members can hold one of the values."""
    meets = True
    for at in range(first, last):
        if (dom[level, net.members[at]] & mask) == ZERO:
            meets = False
            break
    return meets


@inline_kernel
def narrow_all(net: Any, scratch: Any, dom: Any, level: Any, first: Any, last: Any, union: Any) -> None:
    """Leave these members only such values; each can hold one of them."""
    for at in range(first, last):
        cell = net.members[at]
        bits = dom[level, cell] & union
        if bits != dom[level, cell]:
            put(net, scratch, dom, level, cell, bits)


@inline_kernel
def sets(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Keep the sets that are within the values of the cells together and meet each cell."""
    first, last = net.firsts[constraint], net.firsts[constraint + 1]
    together = union_of(net, dom, level, first, last)
    union, every = ZERO, ALL
    for place in range(net.data[constraint], net.data[constraint] + net.more[constraint]):
        mask = net.tables[place]
        if mask & ~together == ZERO and meets_all(net, dom, level, first, last, mask):
            union |= mask
            every &= mask
    if union != ZERO:
        narrow_all(net, scratch, dom, level, first, last, union)
        scratch.wanted[0] = every
    return union != ZERO


@inline_kernel
def weighted_sum(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Groups of cells, each with the sums that its values can have; what stays is part of a way to the total.

    Sums are counted from the least of each group, or down from the greatest, whichever leaves fewer to count.
    """
    groups, tables = net.groups, net.tables
    staying, staying_firsts = scratch.staying, scratch.staying_firsts
    least, greatest, offers, reach = scratch.least, scratch.greatest, scratch.offers, scratch.reach
    number, start = net.more[constraint], net.data[constraint]
    lowest_sum, highest_sum, stay = np.int64(0), np.int64(0), 0
    well = True
    for group in range(number):
        own = start + group
        first, last = groups[own, 0], groups[own, 0] + groups[own, 1]
        together = union_of(net, dom, level, first, last)
        staying_firsts[group] = stay
        for place in range(groups[own, 4]):
            mask = tables[groups[own, 3] + place]
            if mask & ~together == ZERO and meets_all(net, dom, level, first, last, mask):
                staying[stay] = place
                stay += 1
        if stay == staying_firsts[group]:
            well = False
            break
        one = groups[own, 2] * net.sums[groups[own, 5] + staying[staying_firsts[group]]]
        other = groups[own, 2] * net.sums[groups[own, 5] + staying[stay - 1]]
        least[group], greatest[group] = min(one, other), max(one, other)
        lowest_sum += least[group]
        highest_sum += greatest[group]
    below, above = net.totals[constraint] - lowest_sum, highest_sum - net.totals[constraint]
    if not well or below < 0 or above < 0:
        return False
    staying_firsts[number] = stay
    slack = min(below, above)
    dense = slack < _DENSE
    if dense:
        within = (ONE << np.uint64(slack + 1)) - ONE
        reach[0] = ONE
        for group in range(number):
            own = start + group
            bits = ZERO
            for at in range(staying_firsts[group], staying_firsts[group + 1]):
                value = groups[own, 2] * net.sums[groups[own, 5] + staying[at]]
                far = value - least[group] if below <= above else greatest[group] - value
                if far <= slack:
                    bits |= ONE << np.uint64(far)
            offers[group] = bits
            before, behind = reach[group], ZERO
            while bits != ZERO:
                bit = lowest(bits)
                bits ^= bit
                behind |= (before << popcount(bit - ONE)) & within
            reach[group + 1] = behind
        if (reach[number] >> np.uint64(slack)) & ONE == ZERO:
            return False
        wanted = ONE << np.uint64(slack)
        for back in range(number):
            group = number - 1 - back
            before, bits = ZERO, offers[group]
            kept = ZERO
            while bits != ZERO:
                bit = lowest(bits)
                bits ^= bit
                shift = popcount(bit - ONE)
                ways = (wanted >> shift) & reach[group]
                if ways != ZERO:
                    before |= ways
                    kept |= bit
            offers[group] = kept
            wanted = before
    for group in range(number):
        own = start + group
        union, every = ZERO, ALL
        for at in range(staying_firsts[group], staying_firsts[group + 1]):
            value = groups[own, 2] * net.sums[groups[own, 5] + staying[at]]
            if dense:
                far = value - least[group] if below <= above else greatest[group] - value
                stays = far <= slack and (offers[group] >> np.uint64(min(far, slack))) & ONE != ZERO
            else:
                stays = value - least[group] <= below and greatest[group] - value <= above
            if stays:
                mask = tables[groups[own, 3] + staying[at]]
                union |= mask
                every &= mask
        if union == ZERO:
            return False
        narrow_all(net, scratch, dom, level, groups[own, 0], groups[own, 0] + groups[own, 1], union)
        scratch.wanted[group] = every
    return True


@inline_kernel
def regular(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Each value lies on a way through the layers, from the first state to the last."""
    first, last = net.firsts[constraint], net.firsts[constraint + 1]
    layers, arcs, masks, ahead, back = net.layers, net.arcs, net.masks, scratch.ahead, scratch.back
    scratch.ends[STAMP] += 1
    stamp, layer, final = scratch.ends[STAMP], net.data[constraint], net.totals[constraint] - 1
    ahead[0] = stamp
    for at in range(last - first):
        bits = dom[level, net.members[first + at]]
        for arc in range(layers[layer + at], layers[layer + at + 1]):
            if masks[arc] & bits and ahead[arcs[arc, 0]] == stamp:
                ahead[arcs[arc, 1]] = stamp
    if ahead[final] != stamp:
        return False
    back[final] = stamp
    for turn in range(last - first):
        at = last - first - 1 - turn
        cell = net.members[first + at]
        bits = dom[level, cell]
        kept = ZERO
        for arc in range(layers[layer + at], layers[layer + at + 1]):
            if masks[arc] & bits and back[arcs[arc, 1]] == stamp and ahead[arcs[arc, 0]] == stamp:
                back[arcs[arc, 0]] = stamp
                kept |= masks[arc]
        kept &= bits
        if kept == ZERO:
            return False
        if kept != bits:
            put(net, scratch, dom, level, cell, kept)
    return True
