"""Dancing Links for primary and secondary items (Knuth 2000), in one packed array.

The layout follows Knuth's later DLX1 rather than the five-pointer objects of
the paper: an option's nodes lie side by side, so the left and right links of a
row are implicit, and a *spacer* before each option leads back to its start.
Every node and every item header is four consecutive ``uint32``:

    cells[4 * x]      the item of node x; for a header, the number of options left (its size)
    cells[4 * x + 1]  the node above; for a spacer, the first node of the option before it
    cells[4 * x + 2]  the node below; for a spacer, the last node of the option after it
    cells[4 * x + 3]  the option of node x

Node 0 is unused, headers are 1 … items, spacers have item 0.  The header list
lies in ``heads``: heads[2 * i] is the item to the left of i and
heads[2 * i + 1] to the right, with 0 as root; secondary items point to
themselves.

The kernels here write the *place* 4 * x wherever that layout has a node or item
x, and give ``heads`` the same stride, so that following a link needs no
multiplication (4 to 8 % of the time, measured in pairs).

*Nodes* are the visited nodes of the search tree with the root counted.
*Updates* are unlinkings: one for an item that leaves the header list, one for
each node that leaves its item's list.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.luby import luby
from core._kernels.random_numbers import random_below, seeded
from core._search import Goal, Problem
from core.exact_cover._kernels.cover_search import FIRST_ITEM, RANDOM_TIES, SMALLEST_ITEM, CoverSearch
from core.exact_cover._kernels.depth_first import BRANCH, LEAVE, SOLVED, TRY, UP, VISIT, search_tree
from core.running._kernel_runner import KernelRunner
from core.running._kernel_search import DONE, FRESH, LEVEL, NODES, PHASE, UNBOUNDED, UPDATES

RESTARTS, BEGAN = 6, 7
"""Counters of these searches: the number of restarts, and the nodes visited before the last one."""
_AGAIN = 1 << 32
"""Larger than any number of options: a branch path that begins with this plus k belongs to the k-th restart."""

U0, U1, U2, U3, U4 = (np.uint64(i) for i in range(5))


def pack(incidence: Incidence, order: NDArray[np.int64] | None = None) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The cells and heads of an incidence, in O(number of ones), with NumPy throughout.

    ``order`` is a permutation of the primary items: the order of the header list.

    Two items and three options: option 0 holds items 1 and 2, option 1 holds item 2, option 2 holds item 1.

    >>> cells, heads = pack(Incidence.from_options(2, 0, [(0, 1), (1,), (0,)]))
    >>> for x, node in enumerate(cells.reshape(-1, 4).tolist()):
    ...     print(x, *node)
    0 0 0 0 0
    1 2 9 4 0
    2 2 7 5 0
    3 0 0 5 0
    4 1 1 9 0
    5 2 2 7 0
    6 0 4 7 0
    7 2 5 2 1
    8 0 7 9 0
    9 1 4 1 2
    10 0 9 0 0

    Node 1 is the header of item 1: two options, the last of its ring is node 9, the first node 4.  Nodes 4 and 5 are
    option 0, node 7 is option 1, node 9 option 2; 3, 6, 8 and 10 are the spacers.  From spacer 6 the links lead back
    to node 4, where the option before it begins, and on to node 7, where the one after it ends.  The root has item 2 to
    its left and item 1 to its right, and so on around:

    >>> heads.reshape(-1, 2).tolist()
    [[2, 1], [0, 2], [1, 0]]
    """
    items = incidence.primary + incidence.secondary
    lengths = np.diff(incidence.starts)
    ones = len(incidence.items)
    options = incidence.options
    total = 1 + items + ones + options + 1  # unused, headers, nodes, spacers
    cells = np.zeros((total, 4), dtype=np.uint32)

    # Numbers of nodes fit into 32 bits, as the cells do; with a million options twice as many would be felt.
    spacers = (1 + items + incidence.starts + np.arange(options + 1)).astype(np.int32)
    option_of = np.repeat(np.arange(options, dtype=np.int32), lengths)
    nodes = np.arange(items + 2, items + 2 + ones, dtype=np.int32)
    nodes += option_of
    cells[nodes, 0] = incidence.items
    cells[nodes, 0] += np.uint32(1)
    cells[nodes, 3] = option_of
    del option_of
    cells[spacers[1:], 1] = spacers[:-1] + 1
    cells[spacers[:-1], 2] = spacers[1:] - 1

    # Vertical rings: header, then its nodes in order of option, and round again.
    headers = np.arange(1, items + 1, dtype=np.int32)
    sizes = incidence.sizes
    ends = np.cumsum(sizes + 1)
    first = ends - sizes - 1
    is_header = np.zeros(items + ones, dtype=np.bool_)
    is_header[first] = True
    ring_nodes = np.empty(items + ones, dtype=np.int32)
    ring_nodes[is_header] = headers
    ring_nodes[~is_header] = nodes[incidence.by_item()]
    del nodes
    below = np.empty_like(ring_nodes)
    below[:-1] = ring_nodes[1:]
    below[ends - 1] = headers
    cells[ring_nodes, 2] = below
    cells[below, 1] = ring_nodes
    cells[headers, 0] = sizes

    heads = np.repeat(np.arange(items + 1, dtype=np.uint32), 2)
    listed = np.arange(incidence.primary) if order is None else np.asarray(order)
    chain = np.concatenate([[0], listed + 1, [0]]).astype(np.uint32)
    heads[2 * chain[:-1] + 1] = chain[1:]
    heads[2 * chain[1:]] = chain[:-1]
    return cells.reshape(-1), heads


def to_places(cells: NDArray[np.uint32], heads: NDArray[np.uint32], items: int) -> tuple[NDArray[np.uint32], ...]:
    """The cells and heads of `pack` with every node number multiplied by four; the cells are changed in place."""
    placed = cells.reshape(-1, 4)
    placed[:, 1:3] *= 4
    placed[items + 1 :, 0] *= 4
    listed = np.zeros((items + 1, 4), dtype=np.uint32)
    listed[:, :2] = 4 * heads.reshape(-1, 2)
    return placed.reshape(-1), listed.reshape(-1)


def to_numbers(cells: NDArray[np.uint32], heads: NDArray[np.uint32], items: int) -> tuple[NDArray[np.uint32], ...]:
    """Undo `to_places`."""
    numbered = cells.reshape(-1, 4).copy()
    numbered[:, 1:3] //= 4
    numbered[items + 1 :, 0] //= 4
    return numbered.reshape(-1), heads.reshape(-1, 4)[:, :2].reshape(-1) // 4


@inline_kernel
def _unlink(cells: Any, node: Any, top: Any) -> None:
    above, below = cells[node + U1], cells[node + U2]
    cells[np.uint64(above) + U2] = below
    cells[np.uint64(below) + U1] = above
    cells[top] -= np.uint32(1)


@inline_kernel
def _relink(cells: Any, node: Any, top: Any) -> None:
    above, below = cells[node + U1], cells[node + U2]
    cells[np.uint64(above) + U2] = np.uint32(node)
    cells[np.uint64(below) + U1] = np.uint32(node)
    cells[top] += np.uint32(1)


@kernel
def cover(cells: Any, heads: Any, item: Any) -> Any:
    """Take the item at a place out of the header list and hide all its options; returns the unlinkings made."""
    left, right = heads[item], heads[item + U1]
    heads[np.uint64(left) + U1] = right
    heads[np.uint64(right)] = left
    updates = U1
    row = np.uint64(cells[item + U2])
    while row != item:
        node = row + U4
        top = np.uint64(cells[node])
        while top != U0:
            _unlink(cells, node, top)
            node += U4
            top = np.uint64(cells[node])
        first = np.uint64(cells[node + U1])
        updates += ((node - first) >> U2) - U1
        node = first
        while node != row:
            _unlink(cells, node, np.uint64(cells[node]))
            node += U4
        row = np.uint64(cells[row + U2])
    return np.int64(updates)


@kernel
def uncover(cells: Any, heads: Any, item: Any) -> None:
    """Undo `cover`, link by link in the opposite order."""
    row = np.uint64(cells[item + U1])
    while row != item:
        node = row - U4
        top = np.uint64(cells[node])
        while top != U0:
            _relink(cells, node, top)
            node -= U4
            top = np.uint64(cells[node])
        node = np.uint64(cells[node + U2])
        while node != row:
            _relink(cells, node, np.uint64(cells[node]))
            node -= U4
        row = np.uint64(cells[row + U1])
    heads[np.uint64(heads[item]) + U1] = np.uint32(item)
    heads[np.uint64(heads[item + U1])] = np.uint32(item)


@inline_kernel
def cover_others(cells: Any, heads: Any, row: Any) -> Any:
    """Cover the other items of the option of the node at a place; returns the unlinkings made."""
    updates = 0
    node = row + U4
    while node != row:
        top = np.uint64(cells[node])
        if top == U0:
            node = np.uint64(cells[node + U1])
        else:
            updates += cover(cells, heads, top)
            node += U4
    return updates


@inline_kernel
def uncover_others(cells: Any, heads: Any, row: Any) -> None:
    """Undo `cover_others`, from the last item to the first."""
    node = row - U4
    while node != row:
        top = np.uint64(cells[node])
        if top == U0:
            node = np.uint64(cells[node + U2])
        else:
            uncover(cells, heads, top)
            node -= U4


@contextmanager
def led_by(heads: NDArray[np.uint32], item: int, width: int) -> Iterator[None]:
    """Put an item of the header list first in it (if it is there) while the first is branched on.

    ``width`` is the number of words in ``heads`` from one item to the next.
    """
    if item > 0 and item * width + 1 < len(heads) and heads[int(heads[item * width]) * width + 1] == item:
        heads[1] = item
    yield
    first = int(heads[0])
    while first and heads[first * width]:
        first = int(heads[first * width])
    heads[1] = first


class Dance(NamedTuple):
    """The links, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    heads: NDArray[np.uint32]
    chosen: NDArray[np.uint32]
    tried: NDArray[np.uint32]
    degree: NDArray[np.uint32]
    profile: NDArray[np.int64]
    random: NDArray[np.uint64]
    rule: int
    counters: NDArray[np.int64]


@inline_kernel
def choose(state: Any, level: Any) -> Any:
    """Whether an item is left: the next one is not looked for until it is branched on."""
    return BRANCH if state.heads[1] != np.uint32(0) else SOLVED


@inline_kernel
def branch(state: Any, level: Any) -> Any:
    """Cover the next item by the rule; its header acts as the branch before the first."""
    cells, heads, rule = state.cells, state.heads, state.rule
    item = np.uint64(heads[1])
    size = cells[item]
    if rule != FIRST_ITEM:
        ties = U1
        other = np.uint64(heads[item + U1])
        while other != U0 and size != np.uint32(0):
            if cells[other] < size:
                size = cells[other]
                item = other
                ties = U1
            elif rule == RANDOM_TIES and cells[other] == size:
                ties += U1
                if random_below(state.random, ties) == 0:
                    item = other
            other = np.uint64(heads[other + U1])
    if size == np.uint32(0):
        return LEAVE
    state.counters[UPDATES] += cover(cells, heads, item)
    state.degree[level] = size
    state.tried[level] = np.uint32(0)
    state.chosen[level] = np.uint32(item)
    return TRY


@inline_kernel
def take(state: Any, level: Any) -> Any:
    """Cover the other items of the option below the one tried last."""
    cells, heads = state.cells, state.heads
    row = np.uint64(cells[np.uint64(state.chosen[level]) + U2])
    if row < np.uint64(heads.shape[0]):  # round to the header
        uncover(cells, heads, row)
        return UP
    state.tried[level] += np.uint32(1)
    state.chosen[level] = np.uint32(row)
    state.counters[UPDATES] += cover_others(cells, heads, row)
    return VISIT


@inline_kernel
def put_back(state: Any, level: Any) -> None:
    """Uncover the other items of the option tried last."""
    uncover_others(state.cells, state.heads, np.uint64(state.chosen[level]))


@inline_kernel
def write(state: Any, level: Any, found: Any, row: Any) -> None:
    """Write the options of the path."""
    for i in range(level):
        found[row, i] = np.int32(state.cells[np.uint64(state.chosen[i]) + U3])


@kernel(on_integers=True, counts_references=False)
def dance(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself.

    chosen[l] is the place of the node tried at level l, which is the tried[l]-th of
    degree[l]; profile[l] counts the nodes visited at level l.
    """
    search_tree(state, budget, quota, found, choose, branch, take, put_back, write)


class LinkSearch(CoverSearch):
    """A search on links: the branches taken determine its position, because going back undoes every change.

    After `start_again` it restarts at the first leaf after the number of nodes that Luby's sequence allows this run.
    """

    width: ClassVar[int] = 1
    """The number of words in ``heads`` from one item to the next."""
    links_held: ClassVar[tuple[str, ...]] = ("cells", "heads")
    """The arrays that the path determines, and the arrays that have an entry for each level of the path."""
    path_held: ClassVar[tuple[str, ...]] = ("chosen", "tried", "degree")
    counts_updates = True
    _unit = 0
    """The number of nodes in one unit of Luby's sequence; 0 for a search that never starts again."""
    _root: Mapping[str, NDArray[Any]] = {}
    """The links as they are at the root, for a search that starts again."""

    @property
    def rule(self) -> int:
        """Which item is covered next: `FIRST_ITEM`, `SMALLEST_ITEM` or `RANDOM_TIES`."""
        return int(self.fixed["rule"])

    def start_again(self, unit: int) -> None:
        """Make the search start again after runs of ``unit`` nodes times Luby's sequence."""
        self._unit, self._root = unit, {name: self.arrays[name].copy() for name in self.links_held}

    @property
    def restarts(self) -> int:
        """How often the search has started again from the root."""
        return int(self.counters[RESTARTS])

    @property
    def starts_again(self) -> bool:
        """Whether the next node is the root once more."""
        counters = self.counters
        if not self._unit or counters[PHASE] == DONE or not counters[LEVEL]:
            return False
        return self._left_in_run() <= 0 and self.at_leaf()

    def _left_in_run(self) -> int:
        counters = self.counters
        length: int = self._unit * luby.py_func(int(counters[RESTARTS]) + 1)
        return int(counters[BEGAN] - counters[NODES]) + length

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        if self._unit:
            counters = self.counters
            if self.starts_again:
                self._put_back(self._root)
                counters[[LEVEL, PHASE]] = 0, FRESH
                counters[RESTARTS] += 1
                counters[BEGAN] = counters[NODES]
            budget = min(budget, max(self._left_in_run(), 1))
        super()._call_kernel(budget, quota, found)

    def branch_path(self) -> tuple[int, ...] | None:
        """The option taken at each level; after a restart, the number of the run comes first."""
        path = super().branch_path()
        return (_AGAIN + self.restarts, *path) if self.restarts and path is not None else path

    def branch_depth(self) -> int:
        """The length of `branch_path`."""
        return super().branch_depth() + bool(self.restarts)

    def detail(self) -> Mapping[str, Any]:
        """The usual detail, and the number of restarts if there may be any."""
        return {**super().detail(), **({"restarts": self.restarts} if self._unit else {})}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The bounds of the counters; without restarts two of them stay 0."""
        most = UNBOUNDED if self._unit else 0
        return {**super().counter_bounds(), RESTARTS: (0, most), BEGAN: (0, most)}

    def at_leaf(self) -> bool:
        """Whether the node visited last is a solution, or its next item has no option left."""
        return super().at_leaf() or (int(self.counters[PHASE]) == BRANCH and not self.fewest())

    def fewest(self) -> int:
        """How many options the next item has: the fewest of those that remain, or the first one's by `FIRST_ITEM`."""
        heads, items = self.arrays["heads"].astype(np.int64), self.listable
        left = items[heads[self.width * heads[self.width * items] + 1] == items]
        return int(self.ways(heads[1:2] if self.rule == FIRST_ITEM else left).min(initial=UNBOUNDED))

    @property
    @abstractmethod
    def listable(self) -> NDArray[np.int64]:
        """The primary items as the kernel numbers them."""

    @abstractmethod
    def ways(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many options these items have left, by their numbers in the kernel."""

    @abstractmethod
    def fresh(self) -> dict[str, NDArray[Any]]:
        """The arrays as they are before the first node, without ``random``."""

    @abstractmethod
    def branched_on(self, arrays: Mapping[str, NDArray[Any]], level: int) -> int:
        """The item, as the kernel numbers it, that these arrays branch on at a level; 0 if that is impossible."""

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state read from a file; also checks that its path leads to its links.

        With other links, even if each is in bounds, one call of the kernel could loop for ever.
        """
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        level = int(counters[LEVEL])
        other = copy(self)
        other.arrays, other.counters = {**self.arrays, **self.fresh()}, np.zeros_like(counters)
        other.fixed = {**self.fixed, "rule": FIRST_ITEM}
        other._runner, other._unit = KernelRunner(), 0
        if level and not other.follow(arrays, level):
            return "its path cannot be taken"
        for name in (*self.links_held, *self.path_held):
            end = None if name in self.links_held else level
            if not np.array_equal(other.arrays[name][:end], arrays[name][:end]):
                return f"{name} does not match its path"
        return ""

    def follow(self, arrays: Mapping[str, NDArray[Any]], level: int) -> bool:
        """Go down from the root to a level on the branches of these arrays; False if there is no such path."""
        counters = self.counters
        self._call_kernel(1, UNBOUNDED, self._found[:0])
        for above in range(level):
            with led_by(self.arrays["heads"], self.branched_on(arrays, above), self.width):
                self._call_kernel(1, UNBOUNDED, self._found[:0])
            for _ in range(int(arrays["tried"][above]) - 1):
                if counters[LEVEL] != above + 1 or counters[PHASE] == DONE:
                    return False
                counters[PHASE] = self.leaving
                self._call_kernel(1, UNBOUNDED, self._found[:0])
            if counters[LEVEL] != above + 1 or counters[PHASE] == DONE:
                return False
        return True


class DancingLinks(LinkSearch):
    """Algorithm X on dancing links (Knuth 2000), resumable at every node.

    ``order`` permutes the header list (ties go to the earlier item); ``seed``
    is for `RANDOM_TIES`.
    """

    kernel = dance
    layout = Dance

    def __init__(
        self,
        problem: Problem,
        goal: Goal,
        limit: int | None,
        incidence: Incidence,
        *,
        verify: Callable[[NDArray[Any]], bool],
        decode: Callable[[NDArray[np.int32]], NDArray[Any]] | None = None,
        rule: int = SMALLEST_ITEM,
        order: NDArray[np.int64] | None = None,
        seed: int = 1,
    ) -> None:
        super().__init__(problem, goal, limit, width=incidence.primary, verify=verify, decode=decode)
        self.incidence = incidence
        self.fixed = {"rule": rule}
        self.order = list(range(incidence.primary)) if order is None else order.tolist()
        self._items = incidence.primary + incidence.secondary
        self.arrays = {**self.fresh(), "random": seeded(seed, 1)}

    def fresh(self) -> dict[str, NDArray[Any]]:
        """The arrays as they are before the first node, without ``random``."""
        order = np.array(self.order, dtype=np.int64)
        cells, heads = to_places(*pack(self.incidence, order), self._items)
        levels = self.incidence.primary + 1
        return {
            "cells": cells,
            "heads": heads,
            "chosen": np.zeros(levels, dtype=np.uint32),
            "tried": np.zeros(levels, dtype=np.uint32),
            "degree": np.zeros(levels, dtype=np.uint32),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    @property
    def listable(self) -> NDArray[np.int64]:
        """The places of the primary items."""
        return np.arange(4, 4 * self.incidence.primary + 4, 4)

    def ways(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many options the items at these places have left."""
        return self.arrays["cells"][items].astype(np.int64)

    def branched_on(self, arrays: Mapping[str, NDArray[Any]], level: int) -> int:
        """The place of the item whose option is chosen at a level; 0 if that is impossible."""
        place, cells = int(arrays["chosen"][level]), self.arrays["cells"]
        return int(cells[place]) if 4 * self._items < place < len(cells) and place % 4 == 0 else 0

    def _branches(self) -> NDArray[np.int64]:
        level = int(self.counters[LEVEL])
        places, tried, degree = (self.arrays[name][:level].astype(np.int64) for name in ("chosen", "tried", "degree"))
        cells = self.arrays["cells"]
        return np.stack([cells[places] // 4 - 1, cells[places + 3], tried, degree], axis=1).astype(np.int64)

    def links(self) -> tuple[NDArray[np.uint32], ...]:
        """A copy of the cells and heads in the layout of `pack`."""
        return to_numbers(self.arrays["cells"], self.arrays["heads"], self._items)
