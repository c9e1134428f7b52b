"""The sparse sets of dancing cells: how they lie in memory, how they shrink, and the trail that leads back.

``cells`` (uint32) holds first the nodes of the options, two words each, with a
spacer after each option; then every item's slice:

    cells[2 * x]       the item of node x, and from bit 16 on its position in
                       its option; SPACER for a spacer
    cells[2 * x + 1]   where in cells node x stands in its item's slice
    cells[base[i] …]   the nodes of item i, the remaining ones in front

``keys[i]`` is the state of item i: its size << 16, plus i, plus two flags:
COVERED, and EXEMPT for an item whose emptiness kills nothing (a secondary one,
or one that the option in hand covers).  The smallest key among the primary
items is the item to branch on, the first of the smallest.

``trail`` has a row of six words for each level: the item branched on, the node
chosen, how many of its options have been tried and how many there are, how many
primary items have no other options than those, and the level to go back to when
all are done.

An item that got a colour counts as covered too: the options that remain in its
slice agree with it, and nothing ever has to look at it again.

The loops suit processors that predict branches: they walk an option's nodes from
end to end, leave out the starting node by arithmetic, and find a dead item as the
least of the keys touched, so that the processor only has to predict sizes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core.exact_cover._problem import ExactCover

NONE, DEAD = -1, -2
"""Two answers: there is no item to branch on, and there is an item that nothing can cover."""

ITEM, CHOSEN, TRIED, DEGREE, EMPTIED, RETURN = range(6)
"""Columns of the trail."""

SPACER = np.uint32(0xFFFFFFFF)
COVERED = np.uint32(1 << 31)
EXEMPT = np.uint32(1 << 30)
ONE_OPTION = np.uint32(1 << 16)
TWO_OPTIONS = np.uint32(2 << 16)
SIZE_BITS = np.uint32(0x3FFF)
INDEX_BITS = np.uint32(0xFFFF)
SIXTEEN = np.uint32(16)

U0, U1, U2 = (np.uint64(i) for i in range(3))
ONE = np.uint32(1)


def build(incidence: Incidence) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64], NDArray[np.int32]]:
    """The cells, keys and slice bases of an incidence, and the option of every node (-1 for a spacer)."""
    ones, options, sizes = len(incidence.items), incidence.options, incidence.sizes
    size = len(sizes)
    option_of = np.repeat(np.arange(options), np.diff(incidence.starts))
    nodes = np.arange(ones) + option_of
    positions = np.arange(ones) - incidence.starts[option_of]
    total = ones + options
    cells = np.full(2 * total + ones, SPACER, dtype=np.uint32)
    cells[2 * nodes] = incidence.items | (positions << 16)
    base = 2 * total + np.concatenate([[0], np.cumsum(sizes)])[:size]
    by_item = incidence.by_item()
    cells[2 * total :] = nodes[by_item]
    cells[2 * nodes[by_item] + 1] = 2 * total + np.arange(ones)
    keys = ((sizes.astype(np.uint32) << SIXTEEN) | np.arange(size, dtype=np.uint32)).astype(np.uint32)
    keys[incidence.primary :] |= EXEMPT
    number = np.full(total, -1, dtype=np.int32)
    number[nodes] = option_of
    return cells, keys, base.astype(np.uint64), number


def colours_of(problem: ExactCover, number: NDArray[np.int32]) -> NDArray[np.uint32]:
    """The colour of every node, given its option; a single zero if there are no colours."""
    colour = np.zeros(len(number) if problem.coloured else 1, dtype=np.uint32)
    if problem.coloured:
        colour[number >= 0] = problem.colour_numbers()
    return colour


@inline_kernel
def drop(cells: Any, keys: Any, base: Any, node: Any, item: Any) -> Any:
    """Swap a node to the end of its item's set and shorten the set; returns the new key."""
    key = keys[item] - ONE_OPTION
    keys[item] = key
    end = base[item] + np.uint64((key >> SIXTEEN) & SIZE_BITS)
    place = np.uint64(cells[U2 * node + U1])
    last = cells[end]
    cells[place] = last
    cells[U2 * np.uint64(last) + U1] = np.uint32(place)
    cells[end] = np.uint32(node)
    cells[U2 * node + U1] = np.uint32(end)
    return key


@inline_kernel
def hide(cells: Any, keys: Any, base: Any, own: Any, coloured: Any) -> Any:
    """Remove the option of node ``own`` from the sets of its other items.

    Returns the removals, the least of the keys that changed, and how many
    primary items were emptied.  With colours, covered items stay as they are.
    """
    removed = U0
    emptied = 0
    least = SPACER
    first = own - np.uint64(cells[U2 * own] >> SIXTEEN)
    node = first + np.uint64(first == own)
    word = cells[U2 * node]
    while word != SPACER:
        item = np.uint64(word & INDEX_BITS)
        if not coloured or keys[item] < COVERED:
            key = drop(cells, keys, base, node, item)
            least = min(least, key)
            emptied += key < ONE_OPTION
            removed += U1
        node += U1
        node += np.uint64(node == own)
        word = cells[U2 * node]
    return np.int64(removed), least, emptied


@inline_kernel
def hide_all(cells: Any, keys: Any, base: Any, item: Any, coloured: Any) -> Any:
    """Hide every option of an item; returns the removals and how many primary items were emptied."""
    updates = 0
    emptied = 0
    start = base[item]
    for slot in range(start, start + np.uint64((keys[item] >> SIXTEEN) & SIZE_BITS)):
        removed, _, died = hide(cells, keys, base, np.uint64(cells[slot]), coloured)
        updates += removed
        emptied += died
    return updates, emptied


@inline_kernel
def cover_option(cells: Any, keys: Any, base: Any, colour: Any, own: Any, missing: Any, coloured: Any) -> Any:
    """Cover the items of the option of node ``own`` other than that node's.

    ``missing`` primary items have no options but those of the item branched on.
    Returns the removals, whether nothing can cover some primary item that is
    left (the keys must then be restored), and a primary item left with a single
    option, or -1.
    """
    updates = 0
    least = SPACER
    first = own - np.uint64(cells[U2 * own] >> SIXTEEN)
    # The kernel makes all items of the option exempt before it hides the first of their other options.
    node = first + np.uint64(first == own)
    word = cells[U2 * node]
    while word != SPACER:
        item = np.uint64(word & INDEX_BITS)
        key = keys[item]
        missing -= key < ONE_OPTION
        if not coloured:
            keys[item] = key | COVERED
        elif key < COVERED:
            keys[item] = key | EXEMPT
        node += U1
        node += np.uint64(node == own)
        word = cells[U2 * node]
    # From the last item to the first: dead ends show a little earlier (measured).
    if missing != 0:
        node = first
    while node > first:
        node -= U1
        item = np.uint64(cells[U2 * node] & INDEX_BITS)
        key = keys[item]
        if node != own and not (coloured and key >= COVERED):
            paint = np.uint32(0)
            if coloured:
                keys[item] = key | COVERED
                paint = colour[node]
            start = base[item]
            for slot in range(start, start + np.uint64((key >> SIXTEEN) & SIZE_BITS)):
                other = np.uint64(cells[slot])
                if other != node and (paint == 0 or colour[other] != paint):
                    removed, touched, _ = hide(cells, keys, base, other, coloured)
                    updates += removed
                    least = min(least, touched)
                    if least < ONE_OPTION:
                        missing = np.int64(1)
                        node = first
                        break
    unit = np.int64(least & INDEX_BITS) if least < TWO_OPTIONS else np.int64(-1)
    return updates, missing != 0, unit


@kernel
def hide_all_coloured(cells: Any, keys: Any, base: Any, item: Any) -> Any:
    """`hide_all` with colours: a kernel of its own, because colours would slow down problems without them."""
    return hide_all(cells, keys, base, item, True)


@kernel
def cover_option_coloured(cells: Any, keys: Any, base: Any, colour: Any, own: Any, missing: Any) -> Any:
    """`cover_option` with colours."""
    return cover_option(cells, keys, base, colour, own, missing, True)


@inline_kernel
def smallest(keys: Any, primary: Any) -> Any:
    """The least key of the primary items; COVERED or more when all are covered."""
    least = SPACER
    for i in range(primary):
        least = min(least, keys[i])
    return least


@inline_kernel
def item_to_cover(keys: Any, primary: Any, hinted: Any) -> Any:
    """The item to branch on: ``hinted`` if it still has a single option, else the smallest.

    NONE when all are covered.  DEAD when one has no options, which happens only
    at the root: elsewhere it is noticed when the item dies.
    """
    item = hinted
    if hinted < 0 or (keys[hinted] >> SIXTEEN) != ONE:
        least = smallest(keys, primary)
        item = np.int64(least & INDEX_BITS) if least < COVERED else np.int64(NONE)
        if least < ONE_OPTION:
            item = np.int64(DEAD)
    return item


@inline_kernel
def open_branch(keys: Any, saved: Any, trail: Any, level: Any, emptied: Any, back: Any) -> None:
    """Note where each of a node's branches starts, and the level to go back to after the last."""
    for i in range(keys.shape[0]):
        saved[level, i] = keys[i]
    trail[level, EMPTIED] = np.uint32(emptied)
    trail[level, TRIED] = np.uint32(0)
    trail[level, RETURN] = np.uint32(back)


@inline_kernel
def next_branch(cells: Any, keys: Any, saved: Any, trail: Any, base: Any, level: Any) -> Any:
    """Go back to where a node's branches start and take the next; returns the node chosen."""
    tried = trail[level, TRIED]
    if tried > 0:
        for i in range(keys.shape[0]):
            keys[i] = saved[level, i]
    chosen = cells[base[trail[level, ITEM]] + np.uint64(tried)]
    trail[level, TRIED] = tried + ONE
    trail[level, CHOSEN] = chosen
    return np.uint64(chosen)


@inline_kernel
def only_branch(cells: Any, trail: Any, base: Any, level: Any) -> Any:
    """Take the one option of the item at a level; returns the node chosen."""
    chosen = cells[base[trail[level, ITEM]]]
    trail[level, TRIED] = ONE
    trail[level, CHOSEN] = chosen
    return np.uint64(chosen)
