"""The automorphisms of a graph with coloured vertices, by refinement and search.

A *colouring* gives vertices that can still be told apart different labels.  It
is refined until all vertices of a label see the same labels around them (it is
then *equitable*); if vertices still share a label, one of them is made
different, and so on until all differ.  Each other way down to such a leaf that
looks the same all along gives an automorphism, if the check agrees.

Orbits prune: an image of the vertex made different is tried only if the
automorphisms found so far do not lead there already.  From the last vertex up,
that gives generators with which the order is a product of lengths of orbits.

What is compared are sums of scrambled labels.  Two that should differ may be
equal by chance: that costs time, and nothing else, because every automorphism
is checked edge by edge.

Source: McKay, Practical graph isomorphism (Congressus Numerantium 30, 1981);
McKay and Piperno, Practical graph isomorphism II (2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core._kernels.waiting import look
from core.exact_cover._symmetry.graph import ColouredGraph
from core.exact_cover._symmetry.group import Permutation

EFFORT = 60_000_000
"""The most vertices and edges looked at before the search gives up: about two seconds."""
MOST_LABELS = 40_000_000
"""The most labels kept of the first way down."""

Labels = NDArray[np.int64]


@dataclass(frozen=True)
class FoundGroup:
    """Automorphisms that generate a group, as permutations of the vertices, and the order of that group."""

    generators: list[Permutation]
    order: int
    whole: bool
    """Whether there are no others."""


class _TooMuch(Exception):
    """The allowed work is used up."""


@dataclass
class _Level:
    """A step of the first way down: a vertex is made different from the others with its label."""

    label: int
    vertex: int
    trace: tuple[object, ...]
    """What was seen in refining; the same for every image."""
    after: Labels


def automorphisms(graph: ColouredGraph, effort: int = EFFORT) -> FoundGroup:
    """Find them all, or those that ``effort`` allows."""
    return _Search(graph, effort).run()


def isomorphism(graph: ColouredGraph, kinds: NDArray[np.int32], effort: int = EFFORT) -> Permutation | None:
    """A permutation that keeps all edges and turns the graph's own kinds into these; None if none is found.

    The image of vertex ``v`` has in ``kinds`` the kind that ``v`` has in the graph.
    """
    try:
        return _Search(graph, effort).to(kinds)
    except _TooMuch:
        return None


class _Search:
    def __init__(self, graph: ColouredGraph, effort: int) -> None:
        self._graph = graph
        self._left = effort
        self._kinds = graph.kinds
        """The kinds of the images."""
        rows = np.repeat(np.arange(graph.size), np.diff(graph.starts))
        self._rows = rows
        self._edges = rows * graph.size + graph.others  # sorted
        self._joined = np.flatnonzero(np.diff(graph.starts))
        self._levels: list[_Level] = []
        self._parents = list(range(graph.size))

    def run(self) -> FoundGroup:
        generators: list[Permutation] = []
        order = 1
        try:
            self._go_down()
            for depth in reversed(range(len(self._levels))):
                level = self._levels[depth]
                before = self._before(depth)
                members = np.flatnonzero(before == level.label).tolist()
                failed: list[int] = []
                try:
                    for image in members:
                        root = self._root(image)
                        if root == self._root(level.vertex) or any(root == self._root(each) for each in failed):
                            continue
                        found = self._map(depth, before, [image])
                        if found is None:
                            failed.append(image)
                            continue
                        generators.append(found)
                        self._join(found)
                finally:
                    order *= sum(self._root(each) == self._root(level.vertex) for each in members)
        except _TooMuch:
            return FoundGroup(generators, order, False)
        return FoundGroup(generators, order, True)

    def to(self, kinds: NDArray[np.int32]) -> Permutation | None:
        """See `isomorphism`."""
        self._kinds = kinds
        self._go_down()
        trace, labels = self._refined(kinds.astype(np.int64))
        if trace != self._root_trace:
            return None
        found = self._guess(self._root_labels, labels)
        if found is not None or not self._levels:
            return found
        return self._map(0, labels, np.flatnonzero(labels == self._levels[0].label).tolist())

    # The first way down

    def _go_down(self) -> None:
        self._root_trace, labels = self._refined(self._graph.kinds.astype(np.int64))
        self._root_labels = labels
        while (label := _target(labels)) is not None:
            if len(self._levels) * self._graph.size > MOST_LABELS:
                raise _TooMuch
            vertex = int(np.flatnonzero(labels == label)[0])
            trace, labels = self._refined(_apart(labels, label, vertex))
            self._levels.append(_Level(label, vertex, trace, labels))

    def _before(self, depth: int) -> Labels:
        return self._levels[depth - 1].after if depth else self._root_labels

    def _refined(self, labels: Labels) -> tuple[tuple[object, ...], Labels]:
        """The coarsest equitable colouring below this one, and what was seen on the way."""
        graph = self._graph
        trace: list[object] = []
        count = -1
        while True:
            self._spend(graph.effort)
            sums = np.zeros(graph.size, dtype=np.uint64)
            if len(graph.others):
                sums[self._joined] = np.add.reduceat(_scrambled(labels)[graph.others], graph.starts[self._joined])
            order = np.lexsort((sums, labels))
            by_label, by_sum = labels[order], sums[order]
            new = np.empty(graph.size, dtype=np.int64)
            differs = (by_label[1:] != by_label[:-1]) | (by_sum[1:] != by_sum[:-1])
            new[order] = np.concatenate([[0], np.cumsum(differs)]) if graph.size else 0
            trace.append(hash(by_sum.tobytes()))
            trace.append(hash(differs.tobytes()))
            found = int(differs.sum()) + 1
            labels = new
            if found in (count, graph.size):
                return tuple(trace), labels
            count = found

    def _spend(self, effort: int) -> None:
        look()
        self._left -= effort
        if self._left < 0:
            raise _TooMuch

    # Other ways down

    def _map(self, depth: int, before: Labels, images: list[int]) -> Permutation | None:
        """The first automorphism that takes the vertex of this level to one of ``images``; None if there is none.

        ``before`` are the labels of these, to which the automorphism takes the labels of the first way down.
        """
        waiting: list[Iterator[int]] = [iter(images)]
        labels: list[Labels] = [before]
        while waiting:
            vertex = next(waiting[-1], None)
            if vertex is None:
                waiting.pop()
                labels.pop()
                continue
            level = self._levels[depth + len(waiting) - 1]
            trace, after = self._refined(_apart(labels[-1], level.label, vertex))
            if trace != level.trace:
                continue
            found = self._guess(level.after, after)
            if found is not None:
                return found
            if depth + len(waiting) < len(self._levels):
                below = self._levels[depth + len(waiting)]
                waiting.append(iter(np.flatnonzero(after == below.label).tolist()))
                labels.append(after)
        return None

    def _guess(self, here: Labels, there: Labels) -> Permutation | None:
        """The permutation that maps one colouring to the other and keeps what vertices it can; None if it is no
        automorphism.
        """
        self._spend(self._graph.effort)
        ours, theirs = np.lexsort((here != there, here)), np.lexsort((here != there, there))
        image = np.empty(self._graph.size, dtype=np.int32)
        image[ours] = theirs
        return image if self._preserved(image) else None

    def _preserved(self, image: Permutation) -> bool:
        graph = self._graph
        if not np.array_equal(self._kinds[image], graph.kinds):
            return False
        moved = image[self._rows].astype(np.int64) * graph.size + image[graph.others]
        moved.sort()
        return bool(np.array_equal(moved, self._edges))

    # Orbits

    def _root(self, vertex: int) -> int:
        parents = self._parents
        while parents[vertex] != vertex:
            parents[vertex] = parents[parents[vertex]]
            vertex = parents[vertex]
        return vertex

    def _join(self, image: Permutation) -> None:
        for vertex in np.flatnonzero(image != np.arange(len(image))).tolist():
            one, other = self._root(vertex), self._root(int(image[vertex]))
            self._parents[max(one, other)] = min(one, other)


def _target(labels: Labels) -> int | None:
    """The first of the smallest labels that several vertices have."""
    sizes = np.bincount(labels)
    if not len(sizes) or sizes.max() == 1:
        return None
    return int(np.where(sizes > 1, sizes, len(labels) + 1).argmin())


def _apart(labels: Labels, label: int, vertex: int) -> Labels:
    """One vertex of a label before the others."""
    new = labels + (labels >= label)
    new[vertex] = label
    return new


def _scrambled(labels: Labels) -> NDArray[np.uint64]:
    """A number for each label that looks random (the last steps of SplitMix64)."""
    x = labels.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x1234567)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
