"""Counting circles: a value in a circle says in how many circles it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells
from core.sudoku.rules._forms import Automaton, Board, Form, Regular, Sum
from core.sudoku.rules._rule import Look, Mark


@dataclass(frozen=True)
class Circles(OnCells):
    """A value in a circle is in exactly that many circles."""

    kind: ClassVar[str] = "circles"
    title: ClassVar[str] = "Counting circles"
    usage: ClassVar[str] = "circles: r1c1 r2c5 r3c9"
    written: ClassVar[str] = "countingcircles cells"
    least: ClassVar[int] = 1
    says: ClassVar[str] = "a value in one of the circles {cells} stands in that many of them"

    def forms(self, board: Board) -> Iterable[Form]:
        """Each value is in none or that many circles; the values that are in some add up to the number of circles."""
        n, flags = board.shape.order, []
        for value in range(1, n + 1):
            flag = board.helper((0, 1))
            flags.append(flag.cell)
            yield Regular((flag.cell, *self.path), _none_or_all(value), name=f"the circles with {value}")
        yield Sum(tuple(flags), tuple(range(1, n + 1)), len(self.path), name="the number of circles")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A ring in each cell."""
        for cell in self.path:
            yield Mark(Look.CIRCLE, (cell,), tone=self.kind)

    iss = {"CountingCircles": lambda told, shape: [Circles(told.cells)]}
    fpuzzles = {"countingcircles": lambda entry, shape: [Circles(entry.cells)]}


def _none_or_all(value: int) -> Automaton:
    """After a flag: the value comes never, or as often as it says."""

    def step(state: int, held: int, position: int) -> int | None:
        if position == 0:
            return 0 if held == 2 else -1  # a helper cell: 2 stands for 1
        if held != value:
            return state
        return None if state < 0 or state == value else state + 1

    return Automaton(("none or all", value), 0, step, lambda state: state in (-1, value))
