"""Lines whose inner values lie between their ends, or outside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, WithNumber, with_ends
from core.sudoku.rules._forms import Automaton, Board, Form, Regular
from core.sudoku.rules._rule import Look, Mark

_Ends = tuple[int, ...]


def _inner(key: tuple[object, ...], apart: int, *, inside: bool) -> Automaton:
    """Takes both ends first, then what lies between them on the line."""

    def step(state: _Ends, value: int, position: int) -> _Ends | None:
        if position == 0:
            return (value,)
        if position == 1:
            low, high = sorted((*state, value))
            return (low, high) if high - low >= apart else None
        low, high = state
        return state if (low < value < high if inside else not low <= value <= high) else None

    return Automaton(key, (), step, lambda state: True)


@dataclass(frozen=True)
class Between(OnCells):
    """The values inside the line are strictly between its ends."""

    kind: ClassVar[str] = "between"
    title: ClassVar[str] = "Between line"
    usage: ClassVar[str] = "between: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "betweenline lines"
    least: ClassVar[int] = 3
    says: ClassVar[str] = "the inner cells of {cells} hold values strictly between those at the ends"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that reads the ends first."""
        fits = _inner(("between",), 0, inside=True)
        ordered = (self.path[0], self.path[-1], *self.path[1:-1])
        yield Regular(ordered, fits, name=f"the between line from {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A stroke with a ring at each end."""
        return with_ends(self.path, Look.CIRCLE, self.kind)

    iss = {"Between": lambda told, shape: [Between(told.cells)]}
    fpuzzles = {"betweenline": lambda entry, shape: [Between(line) for line in entry.lines if len(line) > 2]}


@dataclass(frozen=True)
class Lockout(WithNumber):
    """The ends differ by a number or more, and all values between them on the line are outside their closed range."""

    kind: ClassVar[str] = "lockout"
    title: ClassVar[str] = "Lockout line"
    usage: ClassVar[str] = "lockout 4: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "lockout lines"
    what: ClassVar[str] = "the least difference of the ends"
    usual: ClassVar[int | None] = 4
    says: ClassVar[str] = (
        "the ends of {cells} differ by {number} or more, and the inner cells hold none of their values and none between"
    )

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that reads the ends first."""
        fits = _inner(("lockout", self.number), self.number, inside=False)
        ordered = (self.path[0], self.path[-1], *self.path[1:-1])
        yield Regular(ordered, fits, name=f"the lockout line from {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A stroke with a square at each end."""
        return with_ends(self.path, Look.SQUARE, self.kind)

    iss = {"Lockout": lambda told, shape: [Lockout(told.cells, told.number(4))]}
    fpuzzles = {"lockout": lambda entry, shape: [Lockout(line, entry.number(4)) for line in entry.lines]}
