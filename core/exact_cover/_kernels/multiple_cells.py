"""Dancing cells with multiplicities, colours included: sparse sets for Knuth's Algorithm M.

An item that may be covered more than once, or need not be, is branched on again
and again.  Once an option has been tried it is taken out of all sets for good,
so a set of options is found in one order only; when nothing is left to try, the
last branch of an item with slack takes none.  Links have to put such an option
back where it was; here the copy of the keys that a level starts from simply no
longer has it.

Cells and keys are those of `core.exact_cover._kernels.sparse_sets`.  Beside them:

    bound[i]     how many more options may cover item i
    slack[i]     how many of these it can do without

An item that needs no further options is EXEMPT: a node does not die when that
item has no options left.

Source: Knuth, The Art of Computer Programming 4B (2022), §7.2.2.1, Algorithm M,
and Dancing cells (2023; his program SSMCC has both).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._search import Goal
from core.exact_cover._item_order import reordered
from core.exact_cover._kernels.cell_search import CellSearch, CellSets
from core.exact_cover._kernels.cover_search import BatchVerifier
from core.exact_cover._kernels.depth_first import BRANCH, DEAD_END, LEAVE, SOLVED, TRY, UP, VISIT, nothing, search_tree
from core.exact_cover._kernels.sparse_sets import (
    CHOSEN,
    COVERED,
    DEGREE,
    EXEMPT,
    INDEX_BITS,
    ITEM,
    ONE,
    ONE_OPTION,
    SIXTEEN,
    SIZE_BITS,
    SPACER,
    TRIED,
    U1,
    U2,
    build,
    colours_of,
    drop,
    hide,
)
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import LEVEL, PHASE, UPDATES


@inline_kernel
def take(cells: Any, keys: Any, base: Any, colour: Any, bound: Any, slack: Any, own: Any, coloured: Any) -> Any:
    """Let the option of node ``own`` cover its items; returns the removals, and whether an item in need was emptied.

    The option leaves the sets of the items that may be covered again.  From the
    sets of its other items, all options that it rules out are removed.  If nothing
    can cover some remaining item, the kernel stops there, and the caller has to
    restore the keys.
    """
    updates = 0
    dead: Any = False
    first = own - np.uint64(cells[U2 * own] >> SIXTEEN)
    node = first
    word = cells[U2 * node]
    while word != SPACER:
        item = np.uint64(word & INDEX_BITS)
        if item < bound.shape[0]:
            bound[item] -= 1
            if bound[item] <= slack[item]:
                keys[item] |= EXEMPT
            if bound[item] > 0:
                dead |= drop(cells, keys, base, node, item) < ONE_OPTION
                updates += 1
        node += U1
        word = cells[U2 * node]
    while node > first and not dead:
        node -= U1
        item = np.uint64(cells[U2 * node] & INDEX_BITS)
        if keys[item] < COVERED and (item >= bound.shape[0] or bound[item] == 0):
            keys[item] |= COVERED
            paint = colour[node] if coloured else np.uint32(0)
            start = base[item]
            for slot in range(start, start + np.uint64((keys[item] >> SIXTEEN) & SIZE_BITS)):
                other = np.uint64(cells[slot])
                if other != node and (paint == 0 or colour[other] != paint):
                    removed, least, _ = hide(cells, keys, base, other, coloured)
                    updates += removed
                    if least < ONE_OPTION:
                        dead = True
                        break
    return updates, dead


@inline_kernel
def _copy(source: Any, target: Any) -> None:
    """Copy one by one: a slice could raise an error, and that needs Numba."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def take_coloured(cells: Any, keys: Any, base: Any, colour: Any, bound: Any, slack: Any, own: Any) -> Any:
    """`take` with colours: a kernel of its own, because colours would slow down problems without them."""
    return take(cells, keys, base, colour, bound, slack, own, True)


class MultipleDance(NamedTuple):
    """The sparse sets and bounds, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    bound: NDArray[np.int64]
    saved_keys: NDArray[np.uint32]
    saved_bound: NDArray[np.int64]
    trail: NDArray[np.uint32]
    profile: NDArray[np.int64]
    base: NDArray[np.uint64]
    number: NDArray[np.int32]
    colour: NDArray[np.uint32]
    slack: NDArray[np.int64]
    counters: NDArray[np.int64]


@inline_kernel
def choose(state: Any, level: Any) -> Any:
    """Note the item with the fewest branches, the first of several, in the level's row of the trail."""
    keys, bound, trail = state.keys, state.bound, state.trail
    item = -1
    least = np.int64(0)
    for i in range(bound.shape[0]):
        if keys[i] < COVERED:
            size = np.int64((keys[i] >> SIXTEEN) & SIZE_BITS)
            ways = max(size + 1 - max(bound[i] - state.slack[i], np.int64(0)), np.int64(0))
            if item < 0 or ways < least:
                item = i
                least = ways
    if item < 0:
        return SOLVED
    trail[level, ITEM] = np.uint32(item)
    trail[level, DEGREE] = np.uint32(least)
    return BRANCH if least > 0 else LEAVE


@inline_kernel
def branch(state: Any, level: Any) -> Any:
    """Keep what each branch starts from."""
    state.trail[level, TRIED] = np.uint32(0)
    _copy(state.keys, state.saved_keys[level])
    _copy(state.bound, state.saved_bound[level])
    return TRY


@inline_kernel
def take_next(state: Any, level: Any) -> Any:
    """Go back to where the branches start, take the option tried last out for good, and take the next one or none."""
    cells, keys, bound, base, trail = state.cells, state.keys, state.bound, state.base, state.trail
    colour, slack, counters = state.colour, state.slack, state.counters
    item = np.uint64(trail[level, ITEM])
    tried = trail[level, TRIED]
    if tried == trail[level, DEGREE] or (tried > 0 and trail[level, CHOSEN] == SPACER):
        return UP
    if tried > 0:
        _copy(state.saved_keys[level], keys)
        _copy(state.saved_bound[level], bound)
        last = np.uint64(trail[level, CHOSEN])
        removed, _, _ = hide(cells, keys, base, last, True)
        drop(cells, keys, base, last, item)
        counters[UPDATES] += removed + 1
        _copy(keys, state.saved_keys[level])
    trail[level, TRIED] = tried + ONE
    if (keys[item] >> SIXTEEN) & SIZE_BITS == 0:
        trail[level, CHOSEN] = SPACER
        keys[item] |= COVERED
        return VISIT
    chosen = cells[base[item]]
    trail[level, CHOSEN] = chosen
    if colour.shape[0] > 1:
        removed, dead = take_coloured(cells, keys, base, colour, bound, slack, np.uint64(chosen))
    else:
        removed, dead = take(cells, keys, base, colour, bound, slack, np.uint64(chosen), False)
    counters[UPDATES] += removed
    return DEAD_END if dead else VISIT


@inline_kernel
def write(state: Any, level: Any, found: Any, row: Any) -> None:
    """Write the options of the path; some branches take none."""
    width = 0
    for i in range(level):
        if state.trail[i, CHOSEN] != SPACER and width < found.shape[1]:
            found[row, width] = state.number[state.trail[i, CHOSEN]]
            width += 1


@kernel(counts_references=False)
def dance_multiple(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself.

    saved_keys[l] and saved_bound[l] are what each branch at level l starts from.
    The trail is that of dancing cells; SPACER stands for the branch that takes none.
    """
    search_tree(state, budget, quota, found, choose, branch, take_next, nothing, write)


class MultipleCells(CellSearch):
    """Exact cover with multiplicities on sparse sets, resumable at every node.

    ``order`` is a permutation of the primary items: ties go to the earlier item.
    """

    kernel = dance_multiple
    layout = MultipleDance
    counts_updates = True

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, *, order: NDArray[np.int64]) -> None:
        super().__init__(problem, goal, limit, width=problem.longest_solution, verify=BatchVerifier(problem))
        self.order = order.tolist()
        incidence, self._given = reordered(problem.incidence(), order)
        cells, keys, base, number = build(incidence)
        most, least = (
            np.array([(i.most, i.least) for i in problem.items[: problem.primary]], dtype=np.int64)
            .reshape(-1, 2)[order]
            .T
        )
        keys[: problem.primary][least == 0] |= EXEMPT
        colour = colours_of(problem, number)
        self.fixed = {"base": base, "number": number, "colour": colour, "slack": most - least}
        levels = problem.deepest + 1
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "bound": most.copy(),
            "saved_keys": np.zeros((levels, len(keys)), dtype=np.uint32),
            "saved_bound": np.zeros((levels, len(most)), dtype=np.int64),
            "trail": np.zeros((levels, 6), dtype=np.uint32),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    def sets_agree(self, sets: CellSets, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> bool:
        """Check the sets as they are, unless the search is about to leave them, and as each level with options left
        saved them.
        """
        if counters[PHASE] in (VISIT, BRANCH) and not sets.agree(arrays["keys"], arrays["bound"]):
            return False
        for level, (item, chosen, tried, degree) in enumerate(arrays["trail"][: counters[LEVEL], :4].tolist()):
            keys = arrays["saved_keys"][level]
            if chosen != SPACER and chosen >= len(sets.option):
                return False
            if tried < degree and not (
                sets.agree(keys, arrays["saved_bound"][level]) and sets.standing(keys, item, chosen)
            ):
                return False
        return True

    def tried(self, level: int, item: int, among: Sequence[int]) -> list[int]:
        """Which of an item's options (``among`` those left at a level) were tried before the present one."""
        number = self.order.index(item)
        start = int(self.fixed["base"][number])
        left = int(self.arrays["saved_keys"][level, number] >> SIXTEEN) & int(SIZE_BITS)
        standing = {int(self.fixed["number"][node]) for node in self.arrays["cells"][start : start + left].tolist()}
        return [option for option in among if option not in standing]
