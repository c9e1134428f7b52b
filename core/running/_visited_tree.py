"""The visited tree of a search as a value: exact up to a million nodes, beyond that only its top and its levels.

`grow` runs a separate search from the root.  Up to `MOST_NODES` nodes it notes the depth of every node, and
whether it is a solution; in the order of visiting, that describes the whole tree.  For a larger tree it keeps
the sizes of the subtrees at the top, still exact, and the nodes by level if the search counts them itself.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._search import Search, Snapshot, Status
from core.running._kernel_search import UNBOUNDED
from core.running._timeline import Arrival, Move, Timeline

MOST_NODES = 1_000_000
TOP_LEVELS = 2
"""The number of levels below the root at which subtrees are measured in a tree too large to keep."""
SLICE = 512
TELL_NODES = 32 * SLICE
"""The nodes between two progress reports while every node is noted."""


class Spread(NamedTuple):
    """A subtree on one level: where it starts and how large it is."""

    node: int
    """The number of its root in the search's order: 1 is the root of the whole tree."""
    nodes: int
    solutions: int
    leaf: bool
    solved: bool


@dataclass(frozen=True)
class VisitedTree:
    """A tree, node by node in the order of visiting; node k of the search is entry k - 1."""

    depths: NDArray[np.int16]
    solved: NDArray[np.bool_]
    complete: bool
    """Whether the end of the search was reached."""

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.depths)

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """For each node, the entry after the last one of its subtree."""
        count = len(self.depths)
        ends = np.full(count, count, dtype=np.int64)
        open_: list[int] = []
        for at, depth in enumerate(self.depths.tolist()):
            while len(open_) > depth:
                ends[open_.pop()] = at
            open_.append(at)
        return ends

    @cached_property
    def leaves(self) -> NDArray[np.bool_]:
        """Which nodes have nothing below them."""
        leaves = np.ones(len(self.depths), dtype=np.bool_)
        leaves[:-1] = np.diff(self.depths) <= 0
        return leaves

    @cached_property
    def dead(self) -> NDArray[np.bool_]:
        """Which nodes are dead ends: leaves that are not solutions."""
        return self.leaves & ~self.solved

    def by_level(self, which: NDArray[np.bool_] | None = None) -> list[int]:
        """The number of nodes on each level, the root's first; with ``which``, only of the nodes where it is true."""
        depths = self.depths if which is None else self.depths[which]
        levels = int(self.depths.max(initial=0)) + 1
        found: list[int] = np.bincount(depths, minlength=levels).tolist()
        return found

    def level(self, depth: int, within: int = 1) -> list[Spread]:
        """The subtrees with their roots at level ``depth``, in order, below (or at) the node ``within``."""
        first, last = within - 1, int(self.ends[within - 1])
        at = first + np.flatnonzero(self.depths[first:last] == depth)
        found = np.concatenate([[0], np.cumsum(self.solved)])
        ends = self.ends[at]
        return [
            Spread(int(a) + 1, int(e - a), int(found[e] - found[a]), bool(self.leaves[a]), bool(self.solved[a]))
            for a, e in zip(at.tolist(), ends.tolist(), strict=True)
        ]

    def parent(self, node: int) -> int | None:
        """The number of a node's parent; None for the root."""
        depth = int(self.depths[node - 1])
        if depth == 0:
            return None
        return int(np.flatnonzero(self.depths[: node - 1] == depth - 1)[-1]) + 1


@dataclass(frozen=True)
class TreeTop:
    """What is known of a tree too large to keep."""

    nodes: int
    solutions: int
    levels: tuple[int, ...]
    """Nodes by level, if the search counts them; otherwise empty."""
    tops: tuple[tuple[Spread, ...], ...]
    """The subtrees at levels 0, 1, …: exact."""
    complete: bool


class Growing(NamedTuple):
    """The progress of visiting a whole tree."""

    nodes: int
    share: float | None
    """The approximate share of the tree visited; None if nothing is known."""
    tops: tuple[Spread, ...] = ()
    """The subtrees below the root visited so far, the last perhaps only in part; empty at first."""


Tell = Callable[[Growing], None]


def grow(
    make: Callable[[], Search],
    stop: Callable[[], bool] = lambda: False,
    most: int = MOST_NODES,
    tell: Tell = lambda growing: None,
) -> VisitedTree | TreeTop | None:
    """Visit the tree of the search that ``make`` builds; None if ``stop()`` became true or there is no tree.

    ``tell`` is called repeatedly with the progress.
    """
    search = make()
    if search.branch_path() is None:
        return None
    depths: list[NDArray[np.int16]] = []
    solved: list[NDArray[np.bool_]] = []
    made = found = 0
    below_root: list[tuple[int, int]] = []
    """The nodes below the root, each with the number of solutions before it."""
    while search.status is Status.RUNNING and made < most:
        if stop():
            return None
        room = min(SLICE, most - made)
        depth, is_solution = np.zeros(room, dtype=np.int16), np.zeros(room, dtype=np.bool_)
        count = search.visit_each(depth, is_solution)
        depths.append(depth[:count])
        solved.append(is_solution[:count])
        for at in np.flatnonzero(depth[:count] == 1).tolist():
            below_root.append((made + at + 1, found + int(is_solution[:at].sum())))
        made, found = made + count, found + int(is_solution[:count].sum())
        if made < TELL_NODES or made % TELL_NODES < SLICE:
            tell(Growing(made, search.snapshot().progress, _so_far(below_root, made, found)))
    if search.status is Status.RUNNING:
        search.advance(1)
        if search.counts()[1] > made:
            return _top(make(), stop, tell, made)
    return VisitedTree(np.concatenate(depths), np.concatenate(solved), True)


def _so_far(starts: Sequence[tuple[int, int]], nodes: int, solutions: int) -> tuple[Spread, ...]:
    """The subtrees that begin at these nodes, each after so many solutions; the last as far as it has been visited."""
    ends = [*starts[1:], (nodes + 1, solutions)]
    return tuple(
        Spread(node, after - node, total - found, False, False)
        for (node, found), (after, total) in zip(starts, ends, strict=False)
    )


def _top(search: Search, stop: Callable[[], bool], tell: Tell, seen: int) -> TreeTop | None:
    """Measure the subtrees at the top by going from each to the next; ``seen`` nodes have already been reported."""
    line = Timeline(search)

    def over() -> bool:
        """Whether to stop; called every ten milliseconds or so."""
        nonlocal seen
        solutions, nodes = search.counts()
        if nodes > seen:  # the search sometimes goes back on its way
            seen = nodes
            tell(Growing(nodes, search.snapshot().progress, _so_far(starts[1], nodes, solutions)))
        return stop()

    line.go(Move.FORWARD)
    starts: list[list[tuple[int, int]]] = [[(1, 0)], *([] for _ in range(TOP_LEVELS))]
    line.go(Move.FORWARD)
    while not line.ended:
        depth = search.branch_depth()
        if 0 < depth <= TOP_LEVELS:
            solutions, node = search.counts()
            starts[depth].append((node, solutions - int(line.at_solution())))
        arrival = line.go(Move.FORWARD if depth < TOP_LEVELS else Move.OVER, over)
        if arrival is Arrival.NONE:  # nothing comes after this subtree: to the end of the search
            arrival = line.to(UNBOUNDED, over)
        if arrival is Arrival.STOPPED:
            return None
    shot = search.snapshot()
    nodes = shot.nodes or 0
    # Two subtrees on a level need not be adjacent: one ends at the next node on its level or above.
    tops = []
    for depth, row in enumerate(starts):
        above = sorted([*(each for upper in starts[: depth + 1] for each in upper), (nodes + 1, shot.solutions)])
        spreads = []
        for node, solutions in row:
            after, found = above[bisect.bisect_right(above, node, key=lambda each: each[0])]
            leaf = after - node == 1
            spreads.append(Spread(node, after - node, found - solutions, leaf, leaf and found > solutions))
        tops.append(tuple(spreads))
    return TreeTop(nodes, shot.solutions, _levels(shot), tuple(tops), True)


def _levels(shot: Snapshot) -> tuple[int, ...]:
    return tuple((shot.detail or {}).get("profile", ()))
