"""The symmetries of an exact cover problem: permutations of its options that turn solutions into solutions.

They are the automorphisms of its graph (`core.exact_cover._symmetry.graph`),
found by `core.exact_cover._symmetry.refinement`, and by BLISS if that gives up
and the extra ``symmetry`` (igraph) is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from core._lazy import keeps
from core._words import counted, grouped
from core.exact_cover._problem import ExactCover
from core.exact_cover._symmetry import bliss
from core.exact_cover._symmetry.graph import ColouredGraph, graph_of
from core.exact_cover._symmetry.group import Group, GroupTooLarge, Permutation
from core.exact_cover._symmetry.refinement import EFFORT, FoundGroup, automorphisms

T = TypeVar("T", bound=Sequence[Any])

MOST_ONES = 2_000_000
"""The most ones of a matrix whose symmetries are looked for."""
LARGEST_CLOSED = 10_000
"""The largest group whose elements are listed."""
LARGEST_LISTED = 20_000_000
"""The most numbers that such a list may have."""


@dataclass(frozen=True)
class Symmetries:
    """A group of permutations of the options, given by generators.

    The generators depend only on the group: each is the first, in order, of the elements that those before it do
    not give.
    """

    options: int
    """How many options the problem has."""
    generators: tuple[tuple[int, ...], ...]
    """Where each sends every option."""
    order: int
    """The number of elements, the identity among them."""
    whole: bool = True
    """Whether there are no other symmetries; if not, `trouble` says why."""

    @property
    def trouble(self) -> str:
        """Why there may be more symmetries than these; empty if there are none."""
        return "" if self.whole else "the search for more was given up"

    def __str__(self) -> str:
        least = "" if self.whole else "at least "
        return f"{least}{grouped(self.order)} symmetr{'y' if self.order == 1 else 'ies'}"

    @cached_property
    def group(self) -> Group:
        """The group itself."""
        return Group(self.options, [np.array(g, dtype=np.int32) for g in self.generators], self.order)

    @property
    def listable(self) -> bool:
        """Whether the elements are few enough to be listed."""
        return self.order <= LARGEST_CLOSED and self.order * self.options <= LARGEST_LISTED

    @cached_property
    def maps(self) -> tuple[tuple[int, ...], ...]:
        """Every element, the identity first.  Raises GroupTooLarge unless `listable`."""
        if not self.listable:
            raise GroupTooLarge(f"a group of {counted(self.order, 'element')} is not listed")
        return tuple(tuple(element.tolist()) for element in self.group.elements())

    def canonical(self, solution: Iterable[int]) -> tuple[int, ...]:
        """The form that a class's solutions share: the smallest sorted image.  Raises as `Group.least_image`."""
        return self.group.least_image(solution)

    def classes(self, solutions: Iterable[T]) -> list[T]:
        """The first solution of each class, in the order found.

        Solutions are 0-based numbers of options, or as `ExactCover.solutions` gives them.  If a solution has too
        many images to hold in memory, and the list lacks some of them, more than one of a class may be left.
        """
        given = list(solutions)
        found = [tuple(map(int, getattr(each, "options", each))) for each in given]
        firsts = _linked([tuple(sorted(each)) for each in found], self.generators)
        seen: set[tuple[int, ...]] = set()
        first = []
        for place in firsts:
            try:
                key = self.canonical(found[place]) if self.generators else found[place]
            except GroupTooLarge:
                key = tuple(sorted(found[place]))
            if key not in seen:
                seen.add(key)
                first.append(given[place])
        return first


def _linked(found: list[tuple[int, ...]], generators: Sequence[Sequence[int]]) -> list[int]:
    """The place of the first solution of each set that generators link within the list, in order."""
    places: dict[tuple[int, ...], int] = {}
    parents = [places.setdefault(each, place) for place, each in enumerate(found)]

    def root(place: int) -> int:
        while parents[place] != place:
            parents[place] = parents[parents[place]]
            place = parents[place]
        return place

    for generator in generators:
        image = generator.__getitem__
        for solution, place in places.items():
            other = places.get(tuple(sorted(map(image, solution))))
            if other is not None:
                one, other = root(place), root(other)
                parents[max(one, other)] = min(one, other)
    return [place for place in range(len(found)) if parents[place] == place]


@keeps(last=4)
def symmetries_of(problem: ExactCover, effort: int = EFFORT) -> Symmetries:
    """Find the symmetries of a problem, or those that ``effort`` (vertices and edges looked at) allows."""
    if sum(problem.sizes) > MOST_ONES:
        return Symmetries(len(problem.options), (), 1, False)
    graph = graph_of(problem)
    found = automorphisms(graph, effort)
    if not found.whole:
        found = bliss.automorphisms(graph) or found
    return symmetries_from(len(problem.options), graph, found)


def symmetries_from(options: int, graph: ColouredGraph, found: FoundGroup) -> Symmetries:
    """Permutations of the vertices as permutations of all options, in a form that does not depend on who found them."""
    few = len(graph.options)
    moved: list[Permutation] = [generator[:few] for generator in found.generators]
    try:
        group = Group(few, moved, found.order)
        moved = group.least_generators()
    except GroupTooLarge:
        moved.sort(key=lambda each: each.tolist(), reverse=True)
    maps = []
    for each in moved:
        whole = np.arange(options)
        whole[graph.options] = graph.options[each]
        maps.append(tuple(whole.tolist()))
    return Symmetries(options, tuple(maps), found.order, found.whole)
