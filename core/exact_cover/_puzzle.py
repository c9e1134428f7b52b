"""An exact cover problem with what its source knows about it: how to draw it, and what it is a part of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core._catalog import Algorithm, gathered
from core._drawing.cells import Canvas
from core._search import Snapshot
from core.exact_cover._answer import Cover
from core.exact_cover._problem import ExactCover

if TYPE_CHECKING:
    from core.exact_cover._symmetry.symmetries import Symmetries


@dataclass(frozen=True)
class CoverPuzzle:
    """What a file, an encoding or the gallery gives."""

    problem: ExactCover
    canvas: Canvas | None = None
    """How to draw solutions, or None for a problem that is not about a grid."""
    whole: ExactCover | None = None
    """The problem before options were taken and forbidden: its symmetries are those of the puzzle."""
    declared: Symmetries | None = None
    """The symmetries that its file declares."""
    declaration: tuple[str, ...] = ()
    """The lines that declare them."""
    wrapped: bool = False
    """Whether opposite sides of the picture meet: then shifted solutions count as one too, and all symmetries count."""
    misfit: str = ""
    """Why there is no solution, if that is clear before any search."""
    drawing: str = ""
    """The text it was drawn in, as read; empty if it was not drawn."""
    known: int | None = None
    """The number of all solutions, if the gallery tells it."""

    def symmetries(self) -> Symmetries:
        """The symmetries under which solutions count as one: those declared, else those of the picture, else all.

        In squares of values all of them count.  Solutions of what is left of a puzzle count
        as one if they do in the whole.
        """
        return self._symmetries

    @cached_property
    def _symmetries(self) -> Symmetries:
        from core.exact_cover._pictures.symmetries import is_of_values, picture_symmetries

        if self.declared is not None:
            return self.declared
        problem = self.whole or self.problem
        if self.canvas is None or self.wrapped or is_of_values(self.canvas):
            return problem.symmetries()
        return picture_symmetries(problem, self.canvas)

    def solution(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        seconds: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> Cover | None:
        """The first solution of the problem, able to draw itself, or None if there is none."""
        found = self.problem.solution(
            algorithm, seconds=seconds, progress=progress, parameters=gathered(parameters, more)
        )
        return None if found is None else self.cover(found.options)

    def solutions(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        limit: int | None = None,
        seconds: float | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> Iterator[Cover]:
        """Every solution of the problem, each found on demand and able to draw itself."""
        found = self.problem.solutions(algorithm, limit=limit, seconds=seconds, parameters=gathered(parameters, more))
        return (self.cover(c.options) for c in found)

    def count(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        limit: int | None = None,
        seconds: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> int:
        """How many solutions the problem has.  Takes and raises what `core.count` does."""
        return self.problem.count(
            algorithm, limit=limit, seconds=seconds, progress=progress, parameters=gathered(parameters, more)
        )

    def cover(self, options: Sequence[int]) -> Cover:
        """These options, whether they are a solution or not, with the picture of them."""
        return Cover.of(self.problem, options, self.canvas)

    def _repr_svg_(self) -> str | None:
        """The picture before anything is chosen, for notebooks; None for a problem that is not about a grid."""
        return self.cover(())._repr_svg_()
