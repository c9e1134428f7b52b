"""Dancing cells: exact cover with sparse sets in packed arrays instead of links; colours included.

Every item keeps the set of its remaining options as the front part of a fixed
array slice.  Removing an option swaps it to the end and shortens the front
part; going back only makes the front part longer again, whatever its order.
So all that has to be remembered on the way down is one word for each item.  Multiplicities are in
`core.exact_cover.multiple_cells`.

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

The loops are written for processors that guess branches: an option's nodes are
walked from end to end, its own left out by arithmetic, and a dead item is found
as the least of the keys touched, so that only sizes are left to be guessed.

Sources: Knuth, Dancing cells (2023; his program SSXCC), after Solnon (2020);
sparse sets are Briggs and Torczon's (1993).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.cover_search import CoverSearch
from core.exact_cover.incidence import Incidence
from core.exact_cover.item_order import reordered
from core.exact_cover.problem import ExactCover
from core.exact_cover.verification import BatchVerifier
from core.kernel import inline_kernel, kernel
from core.search import Goal
from core.tree import DONE, FRESH, KEPT, LEVEL, PHASE, UPDATES, leave

_VISIT, _BRANCH, _TRY, _BACK = FRESH, 1, 2, 3

NEXT_ITEM = 6
"""This kernel's own counter: the item to branch on, as far as it is known, or NONE."""

NONE, DEAD = -1, -2
"""No item to branch on, and one that nothing can cover."""

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
    by_item = np.argsort(incidence.items, kind="stable")
    cells[2 * total :] = nodes[by_item]
    cells[2 * nodes[by_item] + 1] = 2 * total + np.arange(ones)
    keys = ((sizes.astype(np.uint32) << SIXTEEN) | np.arange(size, dtype=np.uint32)).astype(np.uint32)
    keys[incidence.primary :] |= EXEMPT
    number = np.full(total, -1, dtype=np.int32)
    number[nodes] = option_of
    return cells, keys, base.astype(np.uint64), number


def colours_of(problem: ExactCover, number: NDArray[np.int32]) -> NDArray[np.uint32]:
    """The colour of every node, given its option; a single zero where there are no colours."""
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

    ``missing`` primary items have no options but those of the item branched
    on.  Returns the removals, whether some primary item is left that nothing can
    cover (then the keys are to be restored), and a primary item left with a
    single option, or -1.
    """
    updates = 0
    least = SPACER
    first = own - np.uint64(cells[U2 * own] >> SIXTEEN)
    # All items of the option are exempt before the first of their other options is hidden.
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
    """`hide_all` with colours, which would only slow down the kernel of everybody else."""
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

    NONE when all are covered.  DEAD when one has no options: only at the root,
    elsewhere that is noticed when it dies.
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


class CellDance(NamedTuple):
    """The sparse sets, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    saved: NDArray[np.uint32]
    trail: NDArray[np.uint32]
    profile: NDArray[np.int64]
    base: NDArray[np.uint64]
    number: NDArray[np.int32]
    colour: NDArray[np.uint32]
    primary: np.uint64
    hint: bool
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def dance_cells(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; the contract is that of `core.tree`.

    ``saved[l]`` are the keys to go back to at level l.  With ``hint`` an item
    seen falling to a single option is taken without a scan for the smallest.
    """
    cells, keys, saved, trail, profile = state.cells, state.keys, state.saved, state.trail, state.profile
    base, number, colour, primary, hint = state.base, state.number, state.colour, state.primary, state.hint
    counters = state.counters
    coloured = colour.shape[0] > 1
    rows = found.shape[0]
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    next_item = counters[NEXT_ITEM]
    nodes_left = budget
    solutions_left = quota
    updates = 0
    # The level to go back to is the nearest one with options left to try.
    back = level
    while back > U0 and trail[back - U1, TRIED] == trail[back - U1, DEGREE]:
        back -= U1
    own = U0
    missing = np.int64(0)
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            next_item = item_to_cover(keys, primary, next_item)
            if next_item == DEAD:
                phase = DONE
                continue
            if next_item == NONE:
                solutions_left -= 1
                if kept < rows:
                    for i in range(level):
                        found[kept, i] = number[trail[i, CHOSEN]]
                    kept += 1
                phase = _BACK
                continue
            phase = _BRANCH
            if nodes_left == 0:
                continue
        if phase == _BRANCH:
            item = np.uint64(next_item)
            size = keys[item] >> SIXTEEN
            keys[item] |= COVERED
            trail[level, ITEM] = np.uint32(item)
            trail[level, DEGREE] = size
            if size != ONE:
                # What is left once the item's options are out of all other sets is where each of them starts.
                if coloured:
                    removed, emptied = hide_all_coloured(cells, keys, base, item)
                else:
                    removed, emptied = hide_all(cells, keys, base, item, False)
                updates += removed
                open_branch(keys, saved, trail, level, emptied, back)
                level += U1
                back = level
                phase = _TRY
                continue
            own = only_branch(cells, trail, base, level)
            missing = np.int64(0)
            level += U1
        elif phase == _TRY:
            here = level - U1
            own = next_branch(cells, keys, saved, trail, base, here)
            missing = np.int64(trail[here, EMPTIED])
            if trail[here, TRIED] == trail[here, DEGREE]:
                back = np.uint64(trail[here, RETURN])
        else:
            level = back
            phase = _TRY if level > U0 else DONE
            continue
        if coloured:
            removed, dead, next_item = cover_option_coloured(cells, keys, base, colour, own, missing)
        else:
            removed, dead, next_item = cover_option(cells, keys, base, colour, own, missing, False)
        updates += removed
        if not hint:
            next_item = np.int64(-1)
        phase = _VISIT
        if dead:
            # Some item can no longer be covered: a node all the same, with nothing below it.
            nodes_left -= 1
            profile[level] += 1
            phase = _BACK
    counters[UPDATES] += updates
    counters[NEXT_ITEM] = next_item
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


def branches_on(trail: NDArray[np.uint32], number: NDArray[np.int32]) -> NDArray[np.int64]:
    """What `CoverSearch.branches` tells, from a trail and the option of every node."""
    branches = trail[:, [ITEM, CHOSEN, TRIED, DEGREE]].astype(np.int64)
    taken = branches[:, 1] != SPACER
    chosen = branches[taken, 1]
    branches[:, 1] = -1
    branches[taken, 1] = number[chosen]
    return branches


class DancingCells(CoverSearch):
    """Exact cover on sparse sets, resumable at every node.

    ``order`` is a permutation of the primary items: ties go to the earlier item.
    """

    kernel = dance_cells

    counts_updates = True

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, *, order: NDArray[np.int64], hint: bool = True
    ) -> None:
        levels = problem.longest_solution + 1
        super().__init__(problem, goal, limit, width=levels - 1)
        self._verifier = BatchVerifier(problem)
        self._hint = hint
        self.order: list[int] = order.tolist()
        self._primary = np.uint64(problem.primary)
        incidence, self._given = reordered(problem.incidence(), order)
        cells, keys, self._base, self._number = build(incidence)
        self._colour = colours_of(problem, self._number)
        self.counters[NEXT_ITEM] = -1
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "saved": np.zeros((levels, problem.size), dtype=np.uint32),
            "trail": np.zeros((levels, 6), dtype=np.uint32),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    def kernel_state(self) -> CellDance:
        a = self.arrays
        return CellDance(
            a["cells"], a["keys"], a["saved"], a["trail"], a["profile"], self._base, self._number, self._colour,
            self._primary, self._hint, self.counters,
        )  # fmt: skip

    def verify(self, rows: NDArray[Any]) -> bool:
        return self._verifier(rows)

    def ways(self, item: int, degree: int) -> list[int]:
        """The options of an item that is branched on, in the order in which they are tried."""
        base = int(self._base[self.order.index(item)])
        return [int(self._number[node]) for node in self.arrays["cells"][base : base + degree].tolist()]

    def _branches(self) -> NDArray[np.int64]:
        return branches_on(self.arrays["trail"][: int(self.counters[LEVEL])], self._number)
