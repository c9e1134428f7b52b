"""Moves through any search, forwards and back: to a node by number, a parent, a dead end, a solution.

A `Timeline` drives a search and keeps *keyframes* of it as it goes, evenly
spread and in a bounded amount of memory.  To go back it restores the nearest
earlier keyframe and visits the rest again.  Every search here is deterministic, so its figures equal
those of a run that never went back.

The nodes of a tree search come in the order of their paths (`Search.branch_path`,
compared as tuples), so the node with a given path is found by bisection.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

from core._checks import instance, shown, whole
from core._search import Goal, ProblemError, Search, Status
from core.running._slicing import BY_TIME, LARGEST_BUDGET, SLICE_SECONDS, Slicing

MEMORY = 64 << 20
"""The most bytes that all keyframes may take."""
FIRST_SLICE = 256
SCAN = 2048
"""The largest gap that is searched node by node; a larger one is first divided by frames."""
FIRST_SPACING = 64
"""The nodes between two frames at first, few enough that nobody notices the time it takes to replay them."""
NEAR_SHARE = 8
"""Frames close to the current position may take one part in this many of the memory."""
MOST_NEAR = 64

TreePlace = tuple[int, tuple[int, ...]]
"""A position, in an order that compares: 0 before the root, 1 and the path at a node, 2 after the whole tree."""
BEFORE_ROOT: TreePlace = (0, ())
END: TreePlace = (2, ())


class Move(StrEnum):
    """A way to go.  The values are shown to people."""

    FORWARD = "the next node"
    BACK = "the node before"
    PARENT = "the parent"
    NEXT_SIBLING = "the next sibling"
    PREVIOUS_SIBLING = "the previous sibling"
    OVER = "the first node after this subtree"
    OUT = "the first node after the parent's subtree"
    NEXT_DEAD_END = "the next dead end"
    PREVIOUS_DEAD_END = "the previous dead end"
    NEXT_SOLUTION = "the next solution"
    PREVIOUS_SOLUTION = "the previous solution"
    PREVIOUS_CHANGE = "the previous change"
    """The last node before this one at which something else was placed; many nodes only cover what is given."""
    START = "the start"


TREE_MOVES = frozenset(Move) - {
    Move.FORWARD, Move.BACK, Move.NEXT_SOLUTION, Move.PREVIOUS_SOLUTION, Move.PREVIOUS_CHANGE, Move.START
}  # fmt: skip
"""The moves that only a search with a tree can make."""


class Arrival(StrEnum):
    """How a move ended."""

    THERE = "there"
    NONE = "none"
    """There is no such node.  A move to a next node ends at the end of the search; all others leave it where it was."""
    STOPPED = "stopped"
    """The move was stopped: a forward move stays where it got to, any other leaves the search where it was."""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A position from which the search can go on."""

    node: int
    """The number of nodes visited up to there."""
    solutions: int
    place: TreePlace | None
    """Its position in the order of the tree; None for a search without a tree."""
    data: Mapping[str, Any]
    size: int
    """The bytes that the frame takes."""


class Keyframes:
    """Frames in the order of their nodes: the first, a sparse row, and a few close to the current position."""

    def __init__(self, first: Keyframe, memory: int) -> None:
        self._memory = memory
        self._spacing = FIRST_SPACING
        self._far = [first]
        self._near: list[Keyframe] = []
        self._far_bytes = first.size
        self._near_bytes = 0

    @property
    def first(self) -> Keyframe:
        """The search's position when the timeline was made."""
        return self._far[0]

    @property
    def memory(self) -> int:
        """The bytes that all frames take: at most what was allowed, unless the first alone takes more."""
        return self._far_bytes + self._near_bytes

    def __len__(self) -> int:
        return len(self._far) + len(self._near)

    def wants(self, node: int) -> bool:
        """Whether a frame at this node would be kept in the sparse row."""
        at = bisect.bisect_right(self._far, node, key=lambda frame: frame.node)
        if node - self._far[at - 1].node < self._spacing:
            return False
        return at == len(self._far) or self._far[at].node - node >= self._spacing

    def add(self, frame: Keyframe) -> None:
        """Keep a frame in the sparse row; if memory runs out, the row gets sparser."""
        bisect.insort(self._far, frame, key=lambda frame: frame.node)
        self._far_bytes += frame.size
        while self._far_bytes > self._memory - self._memory // NEAR_SHARE and len(self._far) > 1:
            self._spacing *= 2
            kept = self._far[:1]
            for each in self._far[1:]:
                if each.node - kept[-1].node >= self._spacing:
                    kept.append(each)
            self._far = kept
            self._far_bytes = sum(each.size for each in kept)

    def add_near(self, frame: Keyframe) -> None:
        """Keep a frame for the next moves, in place of the oldest such frames."""
        if frame.size > self._memory // NEAR_SHARE or any(each.node == frame.node for each in self._near):
            return
        self._near.append(frame)
        self._near_bytes += frame.size
        while self._near_bytes > self._memory // NEAR_SHARE or len(self._near) > MOST_NEAR:
            self._near_bytes -= self._near.pop(0).size

    def near_at_once(self, size: int) -> int:
        """How many frames of that size may be kept near the position, at least 1."""
        return max(1, min(MOST_NEAR // 2, self._memory // NEAR_SHARE // max(1, size)))

    def __iter__(self) -> Iterator[Keyframe]:
        """All frames, first node first."""
        return iter(sorted([*self._far, *self._near], key=lambda frame: frame.node))

    def before(self, node: int) -> Keyframe:
        """The last frame at or before a node (the first frame if there is none)."""
        at = bisect.bisect_right(self._far, node, key=lambda frame: frame.node)
        best = self._far[max(0, at - 1)]
        for frame in self._near:
            if best.node < frame.node <= node:
                best = frame
        return best


class _Stopped(Exception):
    pass


def _never() -> bool:
    return False


class Reasons(Protocol):
    """Says why a search does what it does at its current node: `core.explain.Explainer`, made from its timeline."""

    def reason(self) -> Any:
        """The reason for this node; None if nothing is known."""


Explain: TypeAlias = "Callable[[Timeline], Reasons]"


class Timeline:
    """A search that can be walked in both directions.

    ``advance`` works like that of the search; a search advanced through a timeline can be walked
    back.  All methods belong to the thread that drives the search.
    """

    def __init__(self, search: Search, memory: int = MEMORY, slicing: Slicing = BY_TIME) -> None:
        self.search = instance(search, Search, "search", "a Search, such as an algorithm's start gives")
        self.last: int | None = None
        """The number of the last node, once the search has been at its end."""
        self._solved: bool | None = False
        """Whether the node visited last is a solution; None if that is not known."""
        self._stop: Callable[[], bool] = _never
        self._slicing = slicing
        self._slice = slicing.first(FIRST_SLICE)
        self._frames = Keyframes(self._frame(), memory)

    # The position

    @property
    def node(self) -> int:
        """The number of nodes visited: 0 before the root, 1 at the root."""
        return self.search.counts()[1]

    @property
    def is_tree(self) -> bool:
        """Whether the search knows its path, so that there are parents, siblings and dead ends."""
        return self.search.branch_path() is not None

    @property
    def ended(self) -> bool:
        """Whether there is nothing after this position."""
        return self.search.status not in (Status.RUNNING, Status.STOPPED)

    @property
    def exhausted(self) -> bool:
        """Whether it ended because no nodes are left, rather than at the last solution asked for."""
        limit = self.search.limit
        return self.ended and not (limit is not None and self.search.counts()[0] >= limit)

    @property
    def memory(self) -> int:
        """The bytes that the keyframes take now."""
        return self._frames.memory

    @property
    def frames(self) -> int:
        """The number of keyframes."""
        return len(self._frames)

    @property
    def first(self) -> int:
        """The earliest node to which it can go back: 0, or that at which a saved search was resumed."""
        return self._frames.first.node

    def place(self) -> TreePlace | None:
        """The position in the order of the tree, as a value that compares; None for a search without a tree.

        It is 0 and an empty path before the root, 1 and the path at a node, 2 and an empty path after the whole tree.
        """
        path = self.search.branch_path()
        if path is None:
            return None
        if self.node == 0:
            return BEFORE_ROOT
        return END if self.exhausted else (1, path)

    def at_solution(self) -> bool:
        """Whether the node visited last is a solution."""
        if self.exhausted:
            return False
        if self._solved is None:
            self._visit(self.node)
        return bool(self._solved)

    # Going on

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """`Search.advance`, keeping a frame now and then."""
        solutions, node = self.search.counts()
        status = self.search.advance(budget, quota)
        solutions_now, node_now = self.search.counts()
        if node_now == node + 1:
            self._solved = solutions_now > solutions
        elif node_now > node:
            full = self.ended or (quota is not None and solutions_now - solutions >= quota)
            self._solved = True if full else None
        if self.ended:
            self.last = node_now
        if status is Status.RUNNING and self._frames.wants(node_now):
            self._frames.add(self._frame())
        return status

    def can(self, move: Move) -> bool:
        """Whether this search has such moves at all; without a tree there are no parents, for example."""
        return move not in TREE_MOVES or self.is_tree

    def go(self, move: Move, stop: Callable[[], bool] = _never) -> Arrival:
        """Make a move; ``stop`` is called repeatedly and returns whether to break it off.

        Raises ProblemError if ``move`` is not a Move, or one that this search does not have (`can`).
        """
        if not isinstance(move, Move):
            raise ProblemError(f"expected a move, such as Move.BACK, not {shown(move)}")
        if not self.can(move):
            raise ProblemError(f"this search has no tree in which to go to {move}")
        self._revive()
        ways: dict[Move, Callable[[], bool]] = {
            Move.FORWARD: self._forward,
            Move.BACK: self._back,
            Move.PARENT: self._parent,
            Move.NEXT_SIBLING: self._next_sibling,
            Move.PREVIOUS_SIBLING: self._previous_sibling,
            Move.OVER: self._over,
            Move.OUT: self._out,
            Move.NEXT_DEAD_END: self._next_dead_end,
            Move.PREVIOUS_DEAD_END: self._previous_dead_end,
            Move.NEXT_SOLUTION: self._next_solution,
            Move.PREVIOUS_SOLUTION: self._previous_solution,
            Move.PREVIOUS_CHANGE: self._previous_change,
            Move.START: lambda: self._to(self.first),
        }
        onwards = move in (Move.NEXT_DEAD_END, Move.NEXT_SOLUTION)
        return self._make(ways[move], stop, onwards)

    def to(self, node: int, stop: Callable[[], bool] = _never, *, or_end: bool = True) -> Arrival:
        """Go to the node with this number, in either direction.

        Returns NONE if the search ends before that node; it is then at its end, or without ``or_end`` where it was.
        Raises ProblemError if ``node`` is not a whole number.
        """
        node = whole(node, "node")
        self._revive()
        return self._make(lambda: self._to(node), stop, node > self.node, or_end=or_end)

    def to_path(self, path: tuple[int, ...], stop: Callable[[], bool] = _never) -> Arrival:
        """Go to the node with this path, in either direction."""
        self._revive()
        return self._make(lambda: self._seek((1, path)) and self.search.branch_path() == path, stop, False)

    # Moves

    def _make(
        self, way: Callable[[], bool], stop: Callable[[], bool], onwards: bool, *, or_end: bool = True
    ) -> Arrival:
        """Make a move; with ``onwards`` the search may stay where it got to, even if that is not the target.

        Without ``or_end`` that applies only if someone stopped it, not if the search ended.
        """
        origin, solved = self._frame(), self._solved
        self._stop = stop
        try:
            arrived = way()
        except _Stopped:
            if not onwards:
                self._rewind(origin, solved)
            return Arrival.STOPPED
        finally:
            self._stop = _never
        if not arrived and not (onwards and or_end):
            self._rewind(origin, solved)
        return Arrival.THERE if arrived else Arrival.NONE

    def _revive(self) -> None:
        if self.search.status is Status.STOPPED:
            self.search.status = Status.RUNNING

    def _run(self, most: int, quota: int | None = None) -> None:
        """Advance by one slice of at most ``most`` nodes, after which it can be stopped."""
        node, started = self.node, self._slicing.wall()
        budget = min(most, self._slice)
        self.advance(budget, quota)
        made = self.node - node
        if made >= self._slice:
            self._slice = self._slicing.following(made, self._slicing.wall() - started, SLICE_SECONDS)
        self._look()

    def _forward(self) -> bool:
        node = self.node
        self.advance(1)
        return self.node > node

    def _back(self) -> bool:
        node = self.node
        if self.exhausted:
            self._visit(node)
            if not self.ended:
                return True
        if node <= self.first:
            return False
        return self._to(node - 1)

    def _previous_change(self) -> bool:
        placed = self.search.snapshot().placement
        while self._back():
            if self.search.snapshot().placement != placed:
                return True
        return False

    def _path(self) -> tuple[int, ...] | None:
        """The path of the node visited last; None at both ends of the search."""
        place = self.place()
        return place[1] if place is not None and place[0] == 1 else None

    def _parent(self) -> bool:
        path = self._path()
        if path is None:
            return self.ended and self._back()
        return bool(path) and self._seek((1, path[:-1]))

    def _next_sibling(self) -> bool:
        path = self._path()
        if not path:
            return False
        beside = (*path[:-1], path[-1] + 1)
        if not self._seek((1, beside)):
            return False
        found = self.search.branch_path() or ()
        return len(found) == len(path) and found[:-1] == path[:-1]

    def _previous_sibling(self) -> bool:
        path = self._path()
        for number in range(path[-1] - 1, -1, -1) if path else ():
            beside = (*path[:-1], number) if path else ()
            if self._seek((1, beside)) and self.search.branch_path() == beside:
                return True
        return False

    def _over(self) -> bool:
        path = self._path()
        if path is None:
            return self._forward()
        return self._seek((1, (*path[:-1], path[-1] + 1)) if path else END)

    def _out(self) -> bool:
        path = self._path()
        if not path:
            return False
        above = path[:-1]
        return self._seek((1, (*above[:-1], above[-1] + 1)) if above else END)

    def _next_dead_end(self) -> bool:
        node, depth, solved = self.node, self.search.branch_depth(), True  # the current node does not count
        while not self.ended:
            self.advance(1)
            new = self.node > node
            below = self.search.branch_depth() if new else -1
            if node and not solved and below <= depth:
                return self._to(node)
            if not new:
                return False
            node, depth, solved = self.node, below, bool(self._solved)
            if node % SCAN == 0:
                self._frames.add_near(self._frame())
                self._look()
        return False

    def _previous_dead_end(self) -> bool:
        end = self.exhausted
        last = self.node + 1 if end else self.node
        after = -1 if end else self.search.branch_depth()
        while last - 1 > self.first:
            frame = self._frames.before(last - 2)
            if last - frame.node > SCAN:
                self._visit(last - 1)  # leaves frames on its way
                frame = self._frames.before(last - 2)
            self._rewind(frame, None)
            seen = []
            while self.node < last - 1:
                self.advance(1)
                seen.append((self.node, self.search.branch_depth(), bool(self._solved)))
                if len(seen) % SCAN == 0:
                    self._look()
            for node, depth, solved in reversed(seen):
                if not solved and after <= depth:
                    return self._to(node)
                after = depth
            last = frame.node + 1
        return False

    def _next_solution(self) -> bool:
        node, found = self.node, self.search.counts()[0]
        while not self.ended:
            self._run(LARGEST_BUDGET, 1)
            before, found = found, self.search.counts()[0]
            if found > before and self.node > node:
                if self.search.goal is Goal.COUNT:  # one node may stand for several solutions: take all of them
                    self._visit(self.node)
                return True
        return False

    def _previous_solution(self) -> bool:
        if self.at_solution():
            self._visit(self.node - 1)
        wanted = self.search.counts()[0]
        if wanted <= self._frames.first.solutions:
            return False
        frame = max((each for each in self._frames if each.solutions < wanted), key=lambda each: each.node)
        self._rewind(frame, None)
        while self.search.counts()[0] < wanted:
            self._run(LARGEST_BUDGET, wanted - self.search.counts()[0])
        return True

    # The two ways to get anywhere: by number, by path

    def _to(self, node: int) -> bool:
        if node < self.first:
            return False
        if node < self.node or (self.ended and node == self.node):
            self._visit(node)
        else:
            while self.node < node and not self.ended:
                self._run(node - self.node)
        return self.node == node

    def _visit(self, node: int) -> None:
        """Go to an earlier node from the frame before it, note whether it is a solution, and leave frames on the
        way."""
        frame = self._frames.before(max(node - 1, self.first))
        self._rewind(frame, None)
        piece = max(FIRST_SPACING, (node - frame.node) // self._frames.near_at_once(frame.size))
        due = frame.node + piece
        while self.node < node - 1:
            self._run(min(due, node - 1) - self.node)
            if self.node == due:
                self._frames.add_near(self._frame())
                due += piece
        if self.node < node:
            self.advance(1)

    def _seek(self, target: TreePlace) -> bool:
        """Go to the first node at or after a place, in either direction; False, and at the end, if there is none."""
        here = self.place()
        frames = [(frame.place, frame) for frame in self._frames if frame.place is not None]
        before = max((frame for place, frame in frames if place < target), key=lambda each: each.node, default=None)
        if here is None or before is None:
            return False
        beyond = 0
        if here >= target or before.node > self.node:
            beyond = min((frame.node for place, frame in frames if place >= target), default=self.node)
            self._rewind(before, None)
        else:
            before = self._frame()
        step = max(1, (beyond - before.node) // 16) if beyond > before.node else FIRST_SLICE
        while True:
            step = min(step, self._slice)
            self._run(step)
            place = self.place()
            assert place is not None
            if place < target and self.ended:  # at the last solution asked for
                return target == END
            if place < target:
                before = self._frame()
                if beyond:
                    self._frames.add_near(before)
                else:
                    step *= 4
            elif step == 1:
                return place[0] == 1 or target == END
            else:
                beyond = self.node
                self._rewind(before, None)
                step = max(1, (beyond - before.node) // 16)

    # Frames

    def _frame(self) -> Keyframe:
        solutions, node = self.search.counts()
        data = self.search.keyframe()
        place = self.place() if node else BEFORE_ROOT
        return Keyframe(node, solutions, place if self.is_tree else None, data, _bytes(data))

    def _rewind(self, frame: Keyframe, solved: bool | None) -> None:
        self.search.rewind(frame.data)
        self._solved = solved if frame.node else False

    def _look(self) -> None:
        if self._stop():
            raise _Stopped


def _bytes(value: Any) -> int:
    """The approximate bytes that a keyframe takes."""
    if isinstance(value, Mapping):
        return 64 + sum(64 + _bytes(each) for each in value.values())
    return int(getattr(value, "nbytes", 32)) + 96
