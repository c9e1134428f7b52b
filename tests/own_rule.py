"""A kind of Sudoku rule of one's own, whole: cells whose values multiply to a number, as in Mathdoku.

This is all that it takes to be read, drawn, solved, explained and written; see CONTRIBUTING.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core import Shape
from core.sudoku.rules import Automaton, Board, Form, Look, Mark, Regular, WithNumber


def divides(rest: int, value: int, position: int) -> int | None:
    """What is left to multiply once this value is taken; None where it does not divide the rest."""
    return None if rest % value else rest // value


@dataclass(frozen=True)
class Product(WithNumber):
    """The values of the cells multiply to a number."""

    kind: ClassVar[str] = "product"
    title: ClassVar[str] = "Product"
    usage: ClassVar[str] = "product 24: r1c1 r1c2 r2c1"
    what: ClassVar[str] = "a product"
    least_number: ClassVar[int] = 1
    says: ClassVar[str] = "{cells} multiply to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton whose state is what is left to multiply."""
        fits = Automaton(("product", self.number), self.number, divides, lambda rest: rest == 1)
        yield Regular(self.path, fits, name=f"the product {self.number} at {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with the product in its corner."""
        yield Mark(Look.FRAME, self.path, f"{self.number}×")
