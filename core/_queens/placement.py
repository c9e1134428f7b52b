"""A placement of queens as a value that can draw itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from core._checks import wholes
from core._queens.formats import LARGEST_PICTURE, to_board, to_fen, to_svg
from core._queens.problem import Queens

LARGEST_PRINTED = 64
"""Beyond this N ``print`` gives the columns, because no terminal is wide enough for the board."""


class Placement(tuple[int, ...]):
    """The 0-based column of each row's queen: a tuple in every respect, except that it prints as a board.

    >>> Placement((1, 3, 0, 2)).fen
    '1Q2/3Q/Q3/2Q1'
    """

    __slots__ = ()

    def __new__(cls, columns: Iterable[int] = ()) -> Self:
        """Raise ProblemError for a number that is not a column of a board of this size (-1 marks a row without a
        queen)."""
        numbers = wholes(columns, "a column", -1)
        return super().__new__(cls, wholes(numbers, "a column", -1, len(numbers) - 1))

    @property
    def fen(self) -> str:
        """The placement as one line, as in chess notation."""
        return to_fen(self)

    def __str__(self) -> str:
        return to_board(self) if len(self) <= LARGEST_PRINTED else repr(self)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None for N beyond `LARGEST_PICTURE`."""
        return to_svg(self) if len(self) <= LARGEST_PICTURE else None


def answer(problem: Queens, solution: Sequence[int]) -> Placement:
    """Return a solution in the form that `core.solve` gives."""
    return Placement(solution)


def picture_of(problem: Queens) -> str | None:
    """The board before the search, as SVG, with placed queens and forbidden squares; None beyond `LARGEST_PICTURE`."""
    if problem.n > LARGEST_PICTURE:
        return None
    columns = [-1] * problem.n
    for row, column in problem.placed:
        columns[row] = column
    return to_svg(columns, title=str(problem), forbidden=problem.forbidden)
