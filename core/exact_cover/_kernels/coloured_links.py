"""Dancing Links with colours and multiplicities: Knuth's Algorithms C and M in one kernel.

The cells are those of `core.exact_cover._kernels.dancing_links`.  Beside them:

    colour[x]    the colour that node x gives its item, 0 for none
    bound[i]     how many more options may cover item i
    slack[i]     how many of these it can do without
    settled[i]   1 + the level at which secondary item i got its colour, or 0

A secondary item that gets a colour hides the options that give it another, and
is left alone from then on: what remains in its list fits.  (Knuth marks those
nodes instead; a mark on the item says the same.)

An item that may be covered more than once, or need not be, is branched on
again and again.  Each branch *tweaks* the item's list: the option tried is
hidden for good, so a set of options is found in one order only.
The last branch of an item with slack takes none of its options.

Source: Knuth, The Art of Computer Programming 4B (2022), §7.2.2.1, Algorithms C and M.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.random_numbers import random_below, seeded
from core._search import CannotSolve, Goal
from core.exact_cover._item_order import checked_order, item_order
from core.exact_cover._kernels.cover_search import FIRST_ITEM, RANDOM_TIES, SMALLEST_ITEM, BatchVerifier
from core.exact_cover._kernels.dancing_links import DancingLinks, LinkSearch, choose, pack
from core.exact_cover._kernels.depth_first import LEAVE, TRY, UP, VISIT, search_tree
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import LEVEL, UPDATES

U0, U1, U2, U3, U4 = (np.uint64(i) for i in range(5))
ONE = np.uint32(1)


@inline_kernel
def _hide(cells: Any, settled: Any, row: Any) -> Any:
    """Unlink an option's other nodes, save those of items whose colour is settled; returns the unlinkings."""
    unlinked = 0
    node = row + U1
    while node != row:
        top = np.uint64(cells[U4 * node])
        if top == U0:
            node = np.uint64(cells[U4 * node + U1])
        else:
            if settled[top] == 0:
                above, below = cells[U4 * node + U1], cells[U4 * node + U2]
                cells[U4 * np.uint64(above) + U2] = below
                cells[U4 * np.uint64(below) + U1] = above
                cells[U4 * top] -= ONE
                unlinked += 1
            node += U1
    return unlinked


@inline_kernel
def _unhide(cells: Any, settled: Any, row: Any) -> None:
    node = row - U1
    while node != row:
        top = np.uint64(cells[U4 * node])
        if top == U0:
            node = np.uint64(cells[U4 * node + U2])
        else:
            if settled[top] == 0:
                above, below = cells[U4 * node + U1], cells[U4 * node + U2]
                cells[U4 * np.uint64(above) + U2] = np.uint32(node)
                cells[U4 * np.uint64(below) + U1] = np.uint32(node)
                cells[U4 * top] += ONE
            node -= U1


@inline_kernel
def _unlist(heads: Any, item: Any) -> None:
    left, right = heads[U2 * item], heads[U2 * item + U1]
    heads[U2 * np.uint64(left) + U1] = right
    heads[U2 * np.uint64(right)] = left


@inline_kernel
def _relist(heads: Any, item: Any) -> None:
    heads[U2 * np.uint64(heads[U2 * item]) + U1] = np.uint32(item)
    heads[U2 * np.uint64(heads[U2 * item + U1])] = np.uint32(item)


@kernel
def _cover(cells: Any, heads: Any, settled: Any, colour: Any, item: Any, keep: Any) -> Any:
    """Take an item out of the header list and hide its options, but not those of colour ``keep`` (0: hide all)."""
    unlinked = 1
    _unlist(heads, item)
    row = np.uint64(cells[U4 * item + U2])
    while row != item:
        if keep == 0 or colour[row] != keep:
            unlinked += _hide(cells, settled, row)
        row = np.uint64(cells[U4 * row + U2])
    return unlinked


@kernel
def _uncover(cells: Any, heads: Any, settled: Any, colour: Any, item: Any, keep: Any) -> None:
    row = np.uint64(cells[U4 * item + U1])
    while row != item:
        if keep == 0 or colour[row] != keep:
            _unhide(cells, settled, row)
        row = np.uint64(cells[U4 * row + U1])
    _relist(heads, item)


@kernel
def _take(
    cells: Any, heads: Any, settled: Any, colour: Any, bound: Any, primary: Any, row: Any, level: Any
) -> Any:  # fmt: skip
    """Cover the other items of an option; returns the unlinkings."""
    unlinked = 0
    node = row + U1
    while node != row:
        item = np.uint64(cells[U4 * node])
        if item == U0:
            node = np.uint64(cells[U4 * node + U1])
            continue
        if item <= primary:
            bound[item] -= 1
            if bound[item] == 0:
                unlinked += _cover(cells, heads, settled, colour, item, 0)
        elif settled[item] == 0:
            unlinked += _cover(cells, heads, settled, colour, item, colour[node])
            settled[item] = level + U1
        node += U1
    return unlinked


@kernel
def _give_back(
    cells: Any, heads: Any, settled: Any, colour: Any, bound: Any, primary: Any, row: Any, level: Any
) -> None:  # fmt: skip
    """Undo `_take`."""
    node = row - U1
    while node != row:
        item = np.uint64(cells[U4 * node])
        if item == U0:
            node = np.uint64(cells[U4 * node + U2])
            continue
        if item <= primary:
            bound[item] += 1
            if bound[item] == 1:
                _uncover(cells, heads, settled, colour, item, 0)
        elif settled[item] == level + U1:
            settled[item] = 0
            _uncover(cells, heads, settled, colour, item, colour[node])
        node -= U1


class ColouredDance(NamedTuple):
    """The links with colours and bounds, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    heads: NDArray[np.uint32]
    settled: NDArray[np.uint64]
    colour: NDArray[np.uint32]
    bound: NDArray[np.int64]
    slack: NDArray[np.int64]
    branch: NDArray[np.uint32]
    chosen: NDArray[np.uint32]
    top: NDArray[np.uint32]
    tried: NDArray[np.uint32]
    degree: NDArray[np.uint32]
    profile: NDArray[np.int64]
    random: NDArray[np.uint64]
    rule: int
    primary: np.uint64
    counters: NDArray[np.int64]


@inline_kernel
def branch_on(state: Any, level: Any) -> Any:
    """Branch on the item with the fewest ways, by the rule, and cover it if this is the last time."""
    cells, heads, bound, slack, rule = state.cells, state.heads, state.bound, state.slack, state.rule
    item = U0
    least = np.int64(0)
    ties = U1
    other = np.uint64(heads[1])
    while other != U0:
        needed = max(bound[other] - slack[other], np.int64(0))
        ways = max(np.int64(cells[U4 * other]) + 1 - needed, np.int64(0))
        if item == U0 or ways < least:
            item = other
            least = ways
            ties = U1
            if rule == FIRST_ITEM:
                break
        elif rule == RANDOM_TIES and ways == least:
            ties += U1
            if random_below(state.random, ties) == 0:
                item = other
        other = np.uint64(heads[U2 * other + U1])
    if least == 0:
        return LEAVE
    state.branch[level] = np.uint32(item)
    state.chosen[level] = state.top[level] = cells[U4 * item + U2]
    state.degree[level] = np.uint32(least)
    state.tried[level] = np.uint32(0)
    bound[item] -= 1
    if bound[item] == 0:
        state.counters[UPDATES] += _cover(cells, heads, state.settled, state.colour, item, 0)
    return TRY


@inline_kernel
def take(state: Any, level: Any) -> Any:
    """Tweak the next option and cover its other items, or take none if the item can do without."""
    cells, heads, settled, colour, bound = state.cells, state.heads, state.settled, state.colour, state.bound
    item = np.uint64(state.branch[level])
    row = np.uint64(state.chosen[level])
    if state.tried[level] == state.degree[level]:
        _restore(state, level, item)
        return UP
    state.tried[level] += ONE
    if row == item:
        if bound[item] != 0:
            _unlist(heads, item)
            state.counters[UPDATES] += 1
    else:
        if state.slack[item] != 0 or bound[item] != 0:
            if bound[item] != 0:
                state.counters[UPDATES] += _hide(cells, settled, row)
            below = cells[U4 * row + U2]
            cells[U4 * item + U2] = below
            cells[U4 * np.uint64(below) + U1] = np.uint32(item)
            cells[U4 * item] -= ONE
            state.counters[UPDATES] += 1
        state.counters[UPDATES] += _take(cells, heads, settled, colour, bound, state.primary, row, level)
    return VISIT


@inline_kernel
def _restore(state: Any, level: Any, item: Any) -> None:
    """Undo `branch_on`: options go back in the order in which they were taken off the top of the list."""
    cells, bound = state.cells, state.bound
    if bound[item] != 0 or state.slack[item] != 0:
        row = np.uint64(state.top[level])
        last = np.uint64(cells[U4 * item + U2])
        above = item
        cells[U4 * item + U2] = np.uint32(row)
        while row != last:
            cells[U4 * row + U1] = np.uint32(above)
            cells[U4 * item] += ONE
            if bound[item] != 0:
                _unhide(cells, state.settled, row)
            above = row
            row = np.uint64(cells[U4 * row + U2])
        cells[U4 * last + U1] = np.uint32(above)
    if bound[item] == 0:
        _uncover(cells, state.heads, state.settled, state.colour, item, 0)
    bound[item] += 1


@inline_kernel
def put_back(state: Any, level: Any) -> None:
    """Undo what `take` did for the other items; the option itself comes back later, with all that were tried."""
    cells, heads, bound = state.cells, state.heads, state.bound
    item = np.uint64(state.branch[level])
    row = np.uint64(state.chosen[level])
    if row != item:
        _give_back(cells, heads, state.settled, state.colour, bound, state.primary, row, level)
        state.chosen[level] = cells[U4 * row + U2]
    elif bound[item] != 0:
        _relist(heads, item)


@inline_kernel
def write(state: Any, level: Any, found: Any, row: Any) -> None:
    """Write the options of the path; some branches take none."""
    width = 0
    for i in range(level):
        if state.chosen[i] != state.branch[i]:
            found[row, width] = np.int32(state.cells[U4 * np.uint64(state.chosen[i]) + U3])
            width += 1


@kernel(on_integers=True, counts_references=False)
def dance_coloured(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself.

    At level l the tried[l]-th of degree[l] branches on item branch[l] is open:
    its node chosen[l], or the item's own header for the branch that takes none.
    top[l] is the first node that the item's list had.
    """
    search_tree(state, budget, quota, found, choose, branch_on, take, put_back, write)


class ColouredLinks(LinkSearch):
    """Dancing Links for problems with colours, multiplicities or both (Knuth's Algorithms C and M)."""

    kernel = dance_coloured
    layout = ColouredDance
    width = 2
    links_held = ("cells", "heads", "settled", "bound")
    path_held = ("branch", "chosen", "top", "tried", "degree")

    def __init__(
        self,
        problem: ExactCover,
        goal: Goal,
        limit: int | None,
        *,
        rule: int = SMALLEST_ITEM,
        order: NDArray[np.int64] | None = None,
        seed: int = 1,
    ) -> None:
        super().__init__(problem, goal, limit, width=problem.longest_solution, verify=BatchVerifier(problem))
        self.order = list(range(problem.primary)) if order is None else order.tolist()
        self.arrays = {**self.fresh(), "random": seeded(seed, 1)}
        cells, bound = self.arrays["cells"], self.arrays["bound"]
        least = np.array([0, *(item.least for item in problem.items)], dtype=np.int64)
        colour = np.zeros(len(cells) // 4, dtype=np.uint32)
        nodes = np.flatnonzero(cells[::4])
        colour[nodes[nodes > problem.size]] = problem.colour_numbers()
        self.fixed = {"colour": colour, "slack": bound - least, "rule": rule, "primary": np.uint64(problem.primary)}

    def fresh(self) -> dict[str, NDArray[Any]]:
        """The arrays as they are before the first node, without ``random``."""
        problem = self.problem
        assert isinstance(problem, ExactCover)
        cells, heads = pack(problem.incidence(), np.array(self.order, dtype=np.int64))
        levels = problem.deepest + 1
        return {
            "cells": cells, "heads": heads, "settled": np.zeros(len(heads) // 2, dtype=np.uint64),
            "bound": np.array([0, *(item.most for item in problem.items)], dtype=np.int64),
            **{name: np.zeros(levels, dtype=np.uint32) for name in ("branch", "chosen", "top", "tried", "degree")},
            "profile": np.zeros(levels, dtype=np.int64),
        }  # fmt: skip

    @property
    def listable(self) -> NDArray[np.int64]:
        """The primary items."""
        return np.arange(1, int(self.fixed["primary"]) + 1)

    def ways(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many ways these items have: the options left and, if allowed, taking no more of them."""
        needed = np.maximum(self.arrays["bound"][items] - self.fixed["slack"][items], 0)
        left: NDArray[np.int64] = self.arrays["cells"][4 * items].astype(np.int64) + 1 - needed
        return np.maximum(left, 0)

    def branched_on(self, arrays: Mapping[str, NDArray[Any]], level: int) -> int:
        """The item that is branched on at a level."""
        return int(arrays["branch"][level])

    def links(self) -> tuple[NDArray[np.uint32], ...]:
        """The cells and heads as they are now."""
        return self.arrays["cells"], self.arrays["heads"]

    def slack(self, item: int) -> int:
        """How many of the options that may cover the item it can do without."""
        return int(self.fixed["slack"][item + 1])

    def tried(self, level: int, item: int, among: Sequence[int]) -> list[int]:
        """The options tried at a level before its present one: they were taken off the top of the item's list."""
        cells, node = self.arrays["cells"], int(self.arrays["top"][level])
        options = []
        for _ in range(int(self.arrays["tried"][level]) - 1):
            options.append(int(cells[4 * node + 3]))
            node = int(cells[4 * node + 2])
        return options

    def _branches(self) -> NDArray[np.int64]:
        level = int(self.counters[LEVEL])
        names = ("branch", "chosen", "tried", "degree")
        branch, chosen, tried, degree = (self.arrays[name][:level].astype(np.int64) for name in names)
        options = np.where(branch == chosen, -1, self.arrays["cells"][4 * chosen + 3].astype(np.int64))
        return np.stack([branch - 1, options, tried, degree], axis=1)


RULES = {"first": FIRST_ITEM, "s": SMALLEST_ITEM, "random": RANDOM_TIES}


def start(
    problem: ExactCover,
    goal: Goal,
    limit: int | None,
    choice: str = "s",
    order: str | NDArray[np.int64] = "natural",
    seed: int = 1,
    restarts: int = 0,
) -> LinkSearch:
    """Start Dancing Links on an `ExactCover`: the plain kernel if it will do, else the one with colours.

    ``choice`` is one of `RULES`; ``order`` one of the catalog's or any permutation of the primary items.  With
    ``restarts`` it starts again after runs of that many nodes times Luby's sequence.  Ties are then random,
    because otherwise every run would be the same.

    Raises CannotSolve for restarts if nothing is left to chance.
    """
    incidence, rule = problem.incidence(), RULES[choice]
    if restarts and rule == FIRST_ITEM:
        raise CannotSolve("restarts need ties to draw lots for, and choice=first leaves none; take choice=s or random")
    search = _begun(problem, goal, limit, incidence, RANDOM_TIES if restarts else rule, order, seed)
    if restarts:
        search.start_again(restarts)
    return search


def _begun(
    problem: ExactCover, goal: Goal, limit: int | None, incidence: Incidence, rule: int,
    order: str | NDArray[np.int64], seed: int,
) -> LinkSearch:  # fmt: skip
    permutation = item_order(incidence, order) if isinstance(order, str) else checked_order(incidence, order)
    if problem.coloured or problem.multiple:
        return ColouredLinks(problem, goal, limit, rule=rule, order=permutation, seed=seed)
    return DancingLinks(
        problem, goal, limit, incidence, rule=rule, order=permutation, seed=seed, verify=BatchVerifier(problem)
    )
