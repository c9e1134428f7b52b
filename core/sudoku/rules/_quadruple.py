"""Quadruples: values among the four cells around a corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from core._checks import whole, wholes
from core._search import ProblemError
from core._words import both
from core.sudoku._shape import Shape
from core.sudoku.rules._common import fpuzzles_names
from core.sudoku.rules._contents import held_often
from core.sudoku.rules._forms import Board, Form
from core.sudoku.rules._reading import Misread, cells_in, halves
from core.sudoku.rules._rule import Look, Mark, Rule


@dataclass(frozen=True)
class Quadruple(Rule):
    """These values are among four cells that meet; a value named twice is there twice."""

    corner: int
    """The upper left of the four cells."""
    order: int
    """The order of the grid, which tells the other three."""
    held: tuple[int, ...]

    kind: ClassVar[str] = "quadruple"
    title: ClassVar[str] = "Quadruple"
    usage: ClassVar[str] = "quadruple 1 4 6: r1c1"

    def __post_init__(self) -> None:
        whole(self.corner, "cell", 0)
        object.__setattr__(self, "held", tuple(sorted(wholes(self.held, "a value", 1))))
        if not 1 <= len(self.held) <= 4:
            raise ProblemError(f"quadruple: expected one to four values, not {len(self.held)}")
        row, column = divmod(self.corner, self.order)
        if row >= self.order - 1 or column >= self.order - 1:
            raise ProblemError("quadruple: expected a cell that has others on its right and below")

    @property
    def cells(self) -> tuple[int, ...]:
        """The four cells."""
        n = self.order
        return self.corner, self.corner + 1, self.corner + n, self.corner + n + 1

    def forms(self, board: Board) -> Iterable[Form]:
        """Values that are required; an automaton counts those that come twice."""
        name = f"the quadruple at {board.shape.name_of(self.corner)}"
        return held_often(self.cells, self.held, False, name)

    def words(self, shape: Shape) -> str:
        """Which values are where."""
        verb = "stand" if len(self.held) > 1 else "stands"
        return f"{both(map(str, self.held))} {verb} among the four cells from {shape.name_of(self.corner)}"

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """The values at the corner."""
        yield Mark(Look.CORNER, self.cells, "".join(map(str, self.held)))

    def line(self, shape: Shape) -> str:
        """``quadruple 1 4 6: r1c1``."""
        return f"{self.kind} {' '.join(map(str, self.held))}: {shape.name_of(self.corner)}"

    @classmethod
    def draft(cls, cells: Sequence[int], shape: Shape) -> tuple[str, int | None]:
        """The line of the corner that follows the first cell selected."""
        return super().draft([min(cells)], shape)

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Values, a colon and the upper left cell.  Raises Misread."""
        before, behind = halves(text)
        held = before.values(shape.order)
        if behind is None:
            raise Misread(before.end, "expected : and the upper left of four cells")
        column = behind.column
        corner = cells_in(behind, shape)
        try:
            return cls(min(corner), shape.order, held)
        except ProblemError as error:
            raise Misread(column, str(error)) from None

    iss = {"Quad": lambda told, shape: [Quadruple(told.first, shape.order, told.numbers)]}
    fpuzzles = {
        "quadruple": lambda entry, shape: (
            [Quadruple(min(entry.cells), shape.order, entry.values)] if entry.values and entry.cells else []
        )
    }

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """Its cells and values."""
        return [("quadruple", {"cells": fpuzzles_names(self.cells, shape), "values": list(self.held)})]
