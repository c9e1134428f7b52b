"""What single cells may hold: odd, even, one of a set; and cells lower or higher than those around."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from core._words import either
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, cells_behind, neighbours, pair
from core.sudoku.rules._forms import Allowed, Board, Form, bits_of
from core.sudoku.rules._reading import Misread, cell_list, halves, names
from core.sudoku.rules._rule import Look, Mark


@dataclass(frozen=True)
class Odd(OnCells):
    """Odd values."""

    kind: ClassVar[str] = "odd"
    title: ClassVar[str] = "Odd"
    usage: ClassVar[str] = "odd: r1c1 r2c5"
    written: ClassVar[str] = "odd cell"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.SHADE
    says: ClassVar[str] = "odd: {cells}"
    odd: ClassVar[int] = 1

    def forms(self, board: Board) -> Iterable[Form]:
        """What each cell may hold."""
        fit = bits_of(v for v in range(1, board.shape.order + 1) if v % 2 == self.odd)
        for cell in self.path:
            yield Allowed(cell, fit, name=f"the {self.kind} cell {board.shape.name_of(cell)}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A ring for odd, a square for even, in each cell."""
        for cell in self.path:
            yield Mark(Look.CIRCLE if self.odd else Look.SQUARE, (cell,), tone=self.kind)

    iss = {"Odd": lambda told, shape: [Odd(told.cells)]}
    fpuzzles = {"odd": lambda entry, shape: [Odd(entry.cells)]}


@dataclass(frozen=True)
class Even(Odd):
    """Even values."""

    kind: ClassVar[str] = "even"
    title: ClassVar[str] = "Even"
    usage: ClassVar[str] = "even: r1c1 r2c5"
    written: ClassVar[str] = "even cell"
    says: ClassVar[str] = "even: {cells}"
    odd: ClassVar[int] = 0

    iss = {"Even": lambda told, shape: [Even(told.cells)]}
    fpuzzles = {"even": lambda entry, shape: [Even(entry.cells)]}


@dataclass(frozen=True)
class OneOf(OnCells):
    """Each cell holds one of these values."""

    choice: tuple[int, ...]

    kind: ClassVar[str] = "one-of"
    title: ClassVar[str] = "One of some values"
    usage: ClassVar[str] = "one-of 1 2 9: r1c1 r2c5"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.SHADE

    def forms(self, board: Board) -> Iterable[Form]:
        """What each cell may hold."""
        fit = bits_of(value for value in self.choice if value <= board.shape.order)
        for cell in self.path:
            yield Allowed(cell, fit, name=f"the choice at {board.shape.name_of(cell)}")

    def words(self, shape: Shape) -> str:
        """Which values."""
        return f"{names(self.path, shape)} {'hold' if len(self.path) > 1 else 'holds'} {either(map(str, self.choice))}"

    def line(self, shape: Shape) -> str:
        """``one-of 1 2 9: r1c1``."""
        return f"{self.kind} {' '.join(map(str, self.choice))}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Values, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        choice = before.values(shape.order)
        if max(choice) > shape.order:
            raise Misread(1, f"expected values from 1 to {shape.order}, not {max(choice)}")
        return cls(cells_behind(before, behind, shape, 1), tuple(sorted(set(choice))))


@dataclass(frozen=True)
class Lowest(OnCells):
    """Each cell holds less than all its neighbours, other such cells left out."""

    kind: ClassVar[str] = "lowest"
    title: ClassVar[str] = "Lowest of its neighbours"
    usage: ClassVar[str] = "lowest: r1c1 r2c5"
    written: ClassVar[str] = "minimum cell"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.SHADE
    says: ClassVar[str] = "each holds less than all its neighbours: {cells}"

    def fits(self, own: int, other: int) -> bool:
        """Less."""
        return own < other

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair with each neighbour."""
        own = {cell for rule in board.rules if type(rule) is type(self) for cell in rule.cells}
        for two in neighbours(board.shape):
            for cell, other in (two, two[::-1]):
                if cell in self.path and other not in own:
                    yield pair(
                        (cell, other), board.shape.order, self.fits, f"{self.kind} at {board.shape.name_of(cell)}"
                    )

    iss = {"Minimum": lambda told, shape: [Lowest(told.cells)]}
    fpuzzles = {"minimum": lambda entry, shape: [Lowest(entry.cells)]}


@dataclass(frozen=True)
class Highest(Lowest):
    """Each cell holds more than all its neighbours, other such cells left out."""

    kind: ClassVar[str] = "highest"
    title: ClassVar[str] = "Highest of its neighbours"
    usage: ClassVar[str] = "highest: r1c1 r2c5"
    written: ClassVar[str] = "maximum cell"
    says: ClassVar[str] = "each holds more than all its neighbours: {cells}"

    def fits(self, own: int, other: int) -> bool:
        """More."""
        return own > other

    iss = {"Maximum": lambda told, shape: [Highest(told.cells)]}
    fpuzzles = {"maximum": lambda entry, shape: [Highest(entry.cells)]}
