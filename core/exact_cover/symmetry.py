"""Symmetries of a problem: permutations of its options that turn solutions into solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Symmetries:
    """A group, each element given by where it sends every option; the identity comes first."""

    maps: tuple[tuple[int, ...], ...]

    @property
    def order(self) -> int:
        """Number of elements of the group."""
        return len(self.maps)

    def canonical(self, solution: Sequence[int]) -> tuple[int, ...]:
        """The same for all solutions of a class: the smallest sorted image."""
        return min(tuple(sorted([image[o] for o in solution])) for image in self.maps)

    def classes(self, solutions: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
        """The first solution of each class, in the order found."""
        seen: set[tuple[int, ...]] = set()
        first = []
        for solution in solutions:
            key = self.canonical(solution)
            if key not in seen:
                seen.add(key)
                first.append(tuple(solution))
        return first
