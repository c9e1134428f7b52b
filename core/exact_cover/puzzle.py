"""An exact cover problem together with what its source knows about it: how to draw it, and its symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.exact_cover.answer import Cover
from core.exact_cover.pictures.picture import Canvas
from core.exact_cover.problem import ExactCover
from core.words import counted


@dataclass(frozen=True)
class Symmetries:
    """Permutations of the options that turn solutions into solutions.

    They are a group, each element given by where it sends every option; the identity comes first.  Each is a turn or
    a mirror image of the picture; pieces that become each other may change places.
    """

    maps: tuple[tuple[int, ...], ...]
    mirrored: int = 0
    """How many of them are mirror images."""

    @classmethod
    def of(cls, moved: Iterable[tuple[tuple[int, ...], bool]]) -> Symmetries:
        """From where every move of the picture sends the options, and whether the move is a mirror image.

        Moves that do the same to all options are one: a mirror image, if one of them is.
        """
        kinds: dict[tuple[int, ...], bool] = {}
        for image, mirrored in moved:
            kinds[image] = mirrored or kinds.get(image, False)
        identity = tuple(range(len(next(iter(kinds), ()))))
        kinds = {identity: False, **{image: kind for image, kind in kinds.items() if image != identity}}
        return cls(tuple(kinds), sum(kinds.values()))

    @property
    def order(self) -> int:
        """Number of elements of the group."""
        return len(self.maps)

    @property
    def turned(self) -> int:
        """How many of them are turns; leaving all as it is does not count."""
        return self.order - 1 - self.mirrored

    def __str__(self) -> str:
        pairs = (("turned", self.turned), ("mirrored", self.mirrored))
        ways = [f"{how} ({counted(many, 'way')})" for how, many in pairs if many]
        return f"the picture {' or '.join(ways)}" if ways else "none"

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


@dataclass(frozen=True)
class CoverPuzzle:
    """What a file, an encoding or the gallery gives."""

    problem: ExactCover
    canvas: Canvas | None = None
    """How to draw solutions, or None for a problem that is not about a grid."""
    symmetries: Symmetries | None = None
    """The symmetries of the region or board, or None when none are known."""
    misfit: str = ""
    """Why there is no solution, where that is plain before any search."""
    drawing: str = ""
    """The text it was drawn in, as it was read; empty for what was not drawn."""
    known: int | None = None
    """The number of all solutions, where the gallery tells it."""

    def solution(self, algorithm: str | None = None, **parameters: Any) -> Cover | None:
        """The first solution of the problem, able to draw itself, or None where there is none."""
        found = self.problem.solution(algorithm, **parameters)
        return None if found is None else self.cover(found.options)

    def solutions(
        self, algorithm: str | None = None, *, limit: int | None = None, **parameters: str | int
    ) -> Iterator[Cover]:
        """Every solution of the problem, each looked for when it is asked for and able to draw itself."""
        return (self.cover(c.options) for c in self.problem.solutions(algorithm, limit=limit, **parameters))

    def cover(self, options: Sequence[int]) -> Cover:
        """These options, whether they are a solution or not, with the picture of them."""
        return Cover.of(self.problem, options, self.canvas)

    def _repr_svg_(self) -> str | None:
        """The picture before anything is chosen, for notebooks; None for a problem that is not about a grid."""
        return self.cover(())._repr_svg_()
