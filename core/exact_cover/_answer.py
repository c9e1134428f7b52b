"""A solution of an exact cover problem as a value: the names of its options, and a picture if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from typing import Any, NoReturn, Self

from core._checks import wholes
from core._drawing.cells import Canvas
from core.exact_cover._problem import ExactCover


class Cover(tuple[Any, ...]):
    """The options chosen, as the problem names them (by 1-based number if they have no names), in the search's order.

    >>> problem = ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2]})
    >>> Cover.of(problem, (0, 1))
    ('A', 'B')
    """

    options: tuple[int, ...]
    """The 0-based numbers of these options."""
    cost: int
    """Their total cost; 0 if options have no costs."""
    canvas: Canvas | None

    @classmethod
    def of(cls, problem: ExactCover, options: Sequence[int], canvas: Canvas | None = None) -> Self:
        """The options with these 0-based numbers.  Raises ProblemError for a number that no option has."""
        numbers = wholes(options, "an option's number", 0, len(problem.options) - 1)
        cover = cls(map(problem.key, numbers))
        vars(cover).update(options=numbers, cost=problem.cost(numbers), canvas=canvas)
        return cover

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"a Cover is a value: {name!r} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"a Cover is a value: {name!r} cannot be deleted")

    def __str__(self) -> str:
        if self.canvas is not None:
            return self.canvas.text(self.options)
        return " ".join(map(str, self))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None if the problem is not about a grid."""
        return None if self.canvas is None else self.canvas.picture(self.options).svg()


def answer(problem: ExactCover, solution: Sequence[int]) -> Cover:
    """Return a solution in the form that `core.solve` gives."""
    return Cover.of(problem, solution)
