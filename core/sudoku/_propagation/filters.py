"""What follows from one constraint: a filter for each kind, parts of the kernel that applies them all.

A filter looks at the sets of values of its members and leaves each only the
values that are part of some way to keep the constraint.  It returns False if
there is none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.random_numbers import ALL
from core.sudoku._propagation.network import DATA, FIRST, MORE, PRIORITY, QUEUES, TOTAL, Built

ZERO, ONE = np.uint64(0), np.uint64(1)

SINGLES, HEADS, HELD, STAMP, CAUSE, LOGGED, TOLD = 0, 1, 1 + QUEUES, *range(1 + 2 * QUEUES, 5 + 2 * QUEUES)
"""In ``ends``: how many cells with one value have been found; the heads of the queues and how many they hold; the
stamp used last; what is narrowing cells, a constraint or -1 less the cell whose value its peers lose; the length of
the log; and how many of the cells found have told their peers."""
AHEAD, BACK = range(2)
LEAST, GREATEST, STAYING = range(3)
OFFER, REACH = range(2)
"""Columns of `Scratch.reached`, `Scratch.spans` and `Scratch.ways`."""
_DENSE = 63
"""Sums up to this far above the least, or below the greatest, are sets of bits in a word."""


class Scratch(NamedTuple):
    """The kernel's working memory, of no use once it returns."""

    log: NDArray[np.int64]
    """(steps, 2): each cell narrowed, and by what (`CAUSE`); no rows unless asked for."""
    struck: NDArray[np.uint64]
    """What each step took away."""
    ends: NDArray[np.int64]
    singles: NDArray[np.uint32]
    """Cells with one value of which their peers have not been told."""
    queues: NDArray[np.uint32]
    """(queues, constraints): constraints that wait, each queue a ring."""
    queued: NDArray[np.uint8]
    wanted: NDArray[np.uint64]
    """Values that a filter found to be among the members of its constraint; for a sum, of each group."""
    places: NDArray[np.uint32]
    reached: NDArray[np.int64]
    """(states, 2): stamps of states reached from the front and from the back."""
    spans: NDArray[np.int64]
    """(groups of a sum + 1, 3): the least and the greatest sum, and where the group begins in ``staying``."""
    ways: NDArray[np.uint64]
    """(groups + 1, 2): by how much the group can be above its least (or below its greatest), and by how much those
    before it can be together, in bits."""
    staying: NDArray[np.uint32]
    """Sets of values that a group may still hold."""


def scratch_for(built: Built, steps: int = 0) -> Scratch:
    """Room enough for a network, and for this many steps in the log."""
    cells, constraints = len(built.start), len(built.network.constraints) - 1
    return Scratch(
        log=np.zeros((steps, 2), dtype=np.int64) if steps else _NO_LOG,
        struck=np.zeros(steps, dtype=np.uint64) if steps else _NOTHING_STRUCK,
        ends=np.zeros(TOLD + 1, dtype=np.int64),
        singles=np.zeros(2 * cells + 2, dtype=np.uint32),
        queues=np.zeros((QUEUES, constraints), dtype=np.uint32),
        queued=np.zeros(constraints, dtype=np.uint8),
        wanted=np.zeros(built.most_groups, dtype=np.uint64),
        places=np.zeros(built.most_places, dtype=np.uint32),
        reached=np.zeros((built.most_states, 2), dtype=np.int64),
        spans=np.zeros((built.most_groups + 1, 3), dtype=np.int64),
        ways=np.zeros((built.most_groups + 1, 2), dtype=np.uint64),
        staying=np.zeros(built.most_staying, dtype=np.uint32),
    )


_NO_LOG, _NOTHING_STRUCK = np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.uint64)


@inline_kernel
def span(net: Any, constraint: Any) -> Any:
    """Where the members of a constraint begin, and where those of the next do."""
    return np.uint64(net.constraints[constraint, FIRST]), np.uint64(net.constraints[constraint + 1, FIRST])


@inline_kernel
def queue(net: Any, scratch: Any, constraint: Any) -> None:
    """Queue a constraint, unless it is queued already."""
    if scratch.queued[constraint] == 0:
        scratch.queued[constraint] = 1
        line = np.uint64(net.constraints[constraint, PRIORITY])
        at = scratch.ends[np.uint64(HEADS) + line] + scratch.ends[np.uint64(HELD) + line]
        if at >= scratch.queued.shape[0]:
            at -= scratch.queued.shape[0]
        scratch.queues[line, np.uint64(at)] = constraint
        scratch.ends[np.uint64(HELD) + line] += 1


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
    for at in range(net.watching[cell], net.watching[cell + 1]):
        queue(net, scratch, net.watching[at])


@inline_kernel
def distinct(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """There are as many values as cells; if there are no more, a value with only one place goes there."""
    first, last = span(net, constraint)
    once, twice = ZERO, ZERO
    for at in range(first, last):
        bits = dom[level, net.members[at]]
        twice |= once & bits
        once |= bits
    spare = np.int64(popcount(once)) - np.int64(last - first)
    if spare == 0:
        hidden = once & ~twice
        if hidden != ZERO:
            for at in range(first, last):
                cell = net.members[at]
                bits = dom[level, cell] & hidden
                if bits != ZERO and bits != dom[level, cell]:
                    if bits & (bits - ONE):
                        spare = np.int64(-1)
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
    first, last = span(net, constraint)
    for at in range(first, last):
        bits = dom[level, net.members[at]]
        every |= bits
        if (bits & (bits - ONE)) == ZERO:
            decided |= bits
    return every & ~decided


@inline_kernel
def required(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """There are enough cells for the values still to be placed; if there are no more, they hold nothing else."""
    first, last = span(net, constraint)
    left, room = net.tables[net.constraints[constraint, DATA]], np.int64(0)
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
    at = net.constraints[constraint, FIRST]
    one, other = net.members[at], net.members[at + 1]
    bits, beside = dom[level, one], dom[level, other]
    left = beside & net.tables[net.constraints[constraint, DATA] + np.int64(bits)]
    kept = bits & net.tables[net.constraints[constraint, MORE] + np.int64(beside)]
    return put_both(net, scratch, dom, level, one, kept, other, left)


@inline_kernel
def wide_pair(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Filter a pair of cells with many values, by a table of single values."""
    at = net.constraints[constraint, FIRST]
    one, other = net.members[at], net.members[at + 1]
    bits, beside = dom[level, one], dom[level, other]
    left, kept = ZERO, ZERO
    rest = bits
    while rest != ZERO:
        bit = lowest(rest)
        rest ^= bit
        left |= net.tables[net.constraints[constraint, DATA] + np.int64(popcount(bit - ONE))]
    rest = beside
    while rest != ZERO:
        bit = lowest(rest)
        rest ^= bit
        kept |= net.tables[net.constraints[constraint, MORE] + np.int64(popcount(bit - ONE))]
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
    first, last = span(net, constraint)
    together = union_of(net, dom, level, first, last)
    union, every = ZERO, ALL
    for number in range(net.constraints[constraint, MORE]):
        mask = net.tables[net.constraints[constraint, DATA] + number]
        if mask & ~together == ZERO and meets_all(net, dom, level, first, last, mask):
            union |= mask
            every &= mask
    if union != ZERO:
        narrow_all(net, scratch, dom, level, first, last, union)
        scratch.wanted[0] = every
    return union != ZERO


@inline_kernel
def sums_of(net: Any, group: Any) -> Any:
    """Where the sums of the sets that a group may hold begin, and the coefficient."""
    return np.uint64(net.groups[group, 3] + net.groups[group, 4]), net.groups[group, 2]


@inline_kernel
def weighted_sum(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Groups of cells, each with the sums that its values can have; what stays is part of a way to the total.

    Sums are counted from the least of each group, or down from the greatest, whichever leaves fewer to count.
    """
    groups, tables = net.groups, net.tables
    spans, ways, staying = scratch.spans, scratch.ways, scratch.staying
    number, start = np.uint64(net.constraints[constraint, MORE]), np.uint64(net.constraints[constraint, DATA])
    lowest_sum, highest_sum, stay = np.int64(0), np.int64(0), 0
    well = True
    for group in range(number):
        own = start + group
        first, sets_first = np.uint64(groups[own, 0]), np.uint64(groups[own, 3])
        last = first + np.uint64(groups[own, 1])
        together = union_of(net, dom, level, first, last)
        spans[group, STAYING] = stay
        for place in range(np.uint64(groups[own, 4])):
            mask = tables[sets_first + place]
            if mask & ~together == ZERO and meets_all(net, dom, level, first, last, mask):
                staying[stay] = place
                stay += 1
        if stay == spans[group, STAYING]:
            well = False
            break
        sums, factor = sums_of(net, own)
        one = factor * np.int64(tables[sums + staying[spans[group, STAYING]]])
        other = factor * np.int64(tables[sums + staying[stay - 1]])
        spans[group, LEAST], spans[group, GREATEST] = min(one, other), max(one, other)
        lowest_sum += spans[group, LEAST]
        highest_sum += spans[group, GREATEST]
    below, above = net.constraints[constraint, TOTAL] - lowest_sum, highest_sum - net.constraints[constraint, TOTAL]
    if not well or below < 0 or above < 0:
        return False
    spans[number, STAYING] = stay
    slack = min(below, above)
    dense = slack < _DENSE
    if dense:
        within = (ONE << np.uint64(slack + 1)) - ONE
        ways[0, REACH] = ONE
        for group in range(number):
            sums, factor = sums_of(net, start + group)
            bits, low, high = ZERO, spans[group, LEAST], spans[group, GREATEST]
            for at in range(spans[group, STAYING], spans[group + ONE, STAYING]):
                value = factor * np.int64(tables[sums + staying[at]])
                far = value - low if below <= above else high - value
                if far <= slack:
                    bits |= ONE << np.uint64(far)
            ways[group, OFFER] = bits
            before, behind = ways[group, REACH], ZERO
            while bits != ZERO:
                bit = lowest(bits)
                bits ^= bit
                behind |= (before << popcount(bit - ONE)) & within
            ways[group + ONE, REACH] = behind
        if (ways[number, REACH] >> np.uint64(slack)) & ONE == ZERO:
            return False
        wanted = ONE << np.uint64(slack)
        for back in range(number):
            current = number - ONE - back
            before, bits = ZERO, ways[current, OFFER]
            kept = ZERO
            while bits != ZERO:
                bit = lowest(bits)
                bits ^= bit
                shift = popcount(bit - ONE)
                together = (wanted >> shift) & ways[current, REACH]
                if together != ZERO:
                    before |= together
                    kept |= bit
            ways[current, OFFER] = kept
            wanted = before
    for group in range(number):
        own = start + group
        sums, factor = sums_of(net, own)
        sets_first, offer = np.uint64(groups[own, 3]), ways[group, OFFER]
        low, high = spans[group, LEAST], spans[group, GREATEST]
        union, every = ZERO, ALL
        for at in range(spans[group, STAYING], spans[group + ONE, STAYING]):
            value = factor * np.int64(tables[sums + staying[at]])
            if dense:
                far = value - low if below <= above else high - value
                stays = far <= slack and (offer >> np.uint64(min(far, slack))) & ONE != ZERO
            else:
                stays = value - low <= below and high - value <= above
            if stays:
                mask = tables[sets_first + staying[at]]
                union |= mask
                every &= mask
        if union == ZERO:
            return False
        narrow_all(
            net, scratch, dom, level, np.uint64(groups[own, 0]), np.uint64(groups[own, 0] + groups[own, 1]), union
        )
        scratch.wanted[group] = every
    return True


@inline_kernel
def regular(net: Any, scratch: Any, dom: Any, level: Any, constraint: Any) -> Any:
    """Each value lies on a way through the layers, from the first state to the last."""
    first, last = span(net, constraint)
    layers, arcs, masks, reached = net.layers, net.arcs, net.masks, scratch.reached
    scratch.ends[STAMP] += 1
    stamp, layer = scratch.ends[STAMP], np.uint64(net.constraints[constraint, DATA])
    final = np.uint64(net.constraints[constraint, TOTAL]) - ONE
    reached[0, AHEAD] = stamp
    for at in range(last - first):
        bits = dom[level, net.members[first + at]]
        for arc in range(layers[layer + at], layers[layer + at + ONE]):
            if masks[arc] & bits and reached[arcs[arc, 0], AHEAD] == stamp:
                reached[arcs[arc, 1], AHEAD] = stamp
    if reached[final, AHEAD] != stamp:
        return False
    reached[final, BACK] = stamp
    for turn in range(last - first):
        place = last - first - ONE - turn
        cell = net.members[first + place]
        bits = dom[level, cell]
        kept = ZERO
        for arc in range(layers[layer + place], layers[layer + place + ONE]):
            if masks[arc] & bits and reached[arcs[arc, 1], BACK] == stamp and reached[arcs[arc, 0], AHEAD] == stamp:
                reached[arcs[arc, 0], BACK] = stamp
                kept |= masks[arc]
        kept &= bits
        if kept == ZERO:
            return False
        if kept != bits:
            put(net, scratch, dom, level, cell, kept)
    return True
