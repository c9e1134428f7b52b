"""Arrows: a circle, or a pill read as a number, is the sum of its shaft; double arrows add up their circles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from core._checks import wholes
from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, fpuzzles_names, with_ends
from core.sudoku.rules._forms import Board, Form, Sum
from core.sudoku.rules._reading import Misread, cell_list, cells_in, halves, names
from core.sudoku.rules._rule import Look, Mark, Rule


@dataclass(frozen=True)
class Arrow(Rule):
    """The shaft adds up to the circle; several cells of a pill read as one number, in the order of the grid."""

    head: tuple[int, ...]
    shaft: tuple[int, ...]

    kind: ClassVar[str] = "arrow"
    title: ClassVar[str] = "Arrow"
    usage: ClassVar[str] = "arrow r1c1: r1c2-r1c4"

    def __post_init__(self) -> None:
        for name in ("head", "shaft"):
            object.__setattr__(self, name, wholes(getattr(self, name), "a cell", 0))
            if not getattr(self, name):
                raise ProblemError(f"arrow: its {name} has no cells")
        object.__setattr__(self, "head", tuple(sorted(self.head)))

    @property
    def cells(self) -> tuple[int, ...]:
        """The circle or pill, then the shaft."""
        return self.head + self.shaft

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell outside the grid."""
        if max(self.cells) >= shape.cells:
            raise ProblemError(f"arrow: cell {max(self.cells)} is outside the grid")

    def forms(self, board: Board) -> Iterable[Form]:
        """Shaft less circle, each cell of a pill with its power of ten, is 0."""
        powers = tuple(-(10**place) for place in reversed(range(len(self.head))))
        yield Sum(
            self.head + self.shaft, powers + (1,) * len(self.shaft), 0,
            name=f"the arrow at {board.shape.name_of(self.head[0])}",
        )  # fmt: skip

    def words(self, shape: Shape) -> str:
        """What adds up to what."""
        head = names(self.head, shape) if len(self.head) == 1 else f"the number in {names(self.head, shape)}"
        return f"{names(self.shaft, shape)} {'adds' if len(self.shaft) == 1 else 'add'} up to {head}"

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A ring, and a stroke that ends in an arrowhead."""
        yield Mark(Look.CIRCLE, self.head, tone=self.kind)
        yield Mark(Look.ARROW, (_nearest(self.head, self.shaft[0], shape), *self.shaft), tone=self.kind)

    def line(self, shape: Shape) -> str:
        """``arrow r1c1: r1c2-r1c4``."""
        return f"{self.kind} {cell_list(self.head, shape)}: {cell_list(self.shaft, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """The circle's cell or the pill's, a colon and the shaft.  Raises Misread."""
        before, behind = halves(text)
        head = cells_in(before, shape)
        if behind is None:
            raise Misread(before.end, "expected : and the cells of the shaft")
        return cls(head, cells_in(behind, shape))

    iss = {
        "Arrow": lambda told, shape: [Arrow(told.cells[:1], told.cells[1:])],
        "PillArrow": lambda told, shape: [Arrow(told.cells[: told.number()], told.cells[told.number() :])],
    }
    fpuzzles = {
        "arrow": lambda entry, shape: [
            Arrow(entry.cells, line[1:] if line[0] in entry.cells else line) for line in entry.lines
        ]
    }

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """Its circle or pill, and a line from there."""
        names = fpuzzles_names(self.head, shape)
        start = fpuzzles_names((_nearest(self.head, self.shaft[0], shape),), shape)
        return [("arrow", {"cells": names, "lines": [start + fpuzzles_names(self.shaft, shape)]})]


def _nearest(head: tuple[int, ...], cell: int, shape: Shape) -> int:
    row, column = divmod(cell, shape.order)
    return min(head, key=lambda each: max(abs(shape.row(each) - row), abs(shape.column(each) - column)))


@dataclass(frozen=True)
class DoubleArrow(OnCells):
    """The two ends add up to the sum of the cells between them."""

    kind: ClassVar[str] = "double-arrow"
    title: ClassVar[str] = "Double arrow"
    usage: ClassVar[str] = "double-arrow: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "doublearrow lines"
    least: ClassVar[int] = 3
    says: ClassVar[str] = "the ends of {cells} add up to what lies between"

    def forms(self, board: Board) -> Iterable[Form]:
        """Ends less middle is 0."""
        middle = (-1,) * (len(self.path) - 2)
        yield Sum(self.path, (1, *middle, 1), 0, name=f"the double arrow from {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A stroke with a ring at each end."""
        return with_ends(self.path, Look.CIRCLE, self.kind)

    iss = {"DoubleArrow": lambda told, shape: [DoubleArrow(told.cells)]}
    fpuzzles = {"doublearrow": lambda entry, shape: [DoubleArrow(line) for line in entry.lines]}
