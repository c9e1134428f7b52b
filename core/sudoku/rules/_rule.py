"""What a rule of Sudoku is: a value that says what it demands, in words, in a picture, in a file and to a solver.

Rows, columns and boxes are rules like all others.  A kind of rule is one small
class in this package; nothing outside it names a kind.  What a class must say:

- ``kind``: the word its line in a file begins with (``cage``);
- `forms`: its meaning in forms such as `Distinct` and `Sum`;
- `words`: the sentence that says what it demands;
- `marks`: how it is drawn on a grid;
- `line` and `parse`: how it is written after its word, and read.

The class also says how other programs write it (`Rule.iss`, `Rule.fpuzzles`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

from core.sudoku._shape import Shape
from core.sudoku.rules._forms import Board, Form
from core.sudoku.rules._reading import CELL, cell_list


class Look(StrEnum):
    """How a mark is drawn."""

    FRAME = "frame"
    """A dashed edge around the cells; the text in the corner of the first."""
    STROKE = "stroke"
    """A line through the centres of the cells, in order; ``tone`` tells kinds apart."""
    BULB = "bulb"
    """A disc in the first cell and a stroke from it."""
    ARROW = "arrow"
    """A stroke that ends in an arrowhead."""
    CIRCLE = "circle"
    """A ring around one cell, or around neighbours (a pill)."""
    SQUARE = "square"
    """A square in one cell."""
    EDGE = "edge"
    """A sign on the edge between two cells: the text."""
    CORNER = "corner"
    """A sign where four cells meet, the first of them on the upper left: the text."""
    OUTSIDE = "outside"
    """A text outside the grid, before the first cell of the line of cells."""
    SHADE = "shade"
    """A shade over the cells."""
    WIDE = "wide"
    """A rule of the whole grid: nothing is drawn but its words beside the grid."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing to draw."""

    look: Look
    cells: tuple[int, ...]
    text: str = ""
    tone: str = ""
    """The kind of stroke or shade: ``thermometer``, ``whispers``, ``odd``.  Themes and signs follow it."""


class Rule(ABC):
    """One rule; subclasses are frozen dataclasses, equal if they demand the same."""

    kind: ClassVar[str]
    title: ClassVar[str]
    """What people call it: "Killer cage"."""
    usage: ClassVar[str]
    """How its line is written, for errors and help: ``cage 15: r1c1 r1c2``."""

    @property
    @abstractmethod
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about; empty for a rule of the whole grid."""

    @abstractmethod
    def forms(self, board: Board) -> Iterable[Form]:
        """Its forms.  Each one is named if a dead end in it has words of its own."""

    @abstractmethod
    def words(self, shape: Shape) -> str:
        """The sentence that says what it demands: "r3c4 and r3c5 add up to 15 and differ"."""

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """How it is drawn; nothing by default."""
        return ()

    @abstractmethod
    def line(self, shape: Shape) -> str:
        """How it is written: the whole line, its word included."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str, shape: Shape) -> Rule:
        """Read the text after its word.  Raises Misread with the column and what was expected."""

    @classmethod
    def takes_cells(cls) -> bool:
        """Whether selected cells tell part of its line, not just that it is wanted."""
        return ":" in cls.usage

    @classmethod
    def draft(cls, cells: Sequence[int], shape: Shape) -> tuple[str, int | None]:
        """Its line as far as selected cells tell it, and the place in it where a value is to be typed (None for none).

        By default it follows `usage`: if that names a cell before its colon, the first one selected goes there; if it
        has groups with ``=`` between, the others are dealt out to as many.
        """
        before, _, behind = cls.usage.partition(":")
        if not cls.takes_cells():
            return (cls.kind, None) if before == cls.kind else (f"{cls.kind} ", len(cls.kind) + 1)
        told, place, left = cls.kind, None, list(cells)
        for word in before.removeprefix(cls.kind).split():
            if CELL.match(word):
                told += f" {cell_list(left[:1], shape)}"
                left = left[1:]
            elif place is None:
                told += " "
                place = len(told)
        groups = behind.count("=") + 1
        size = -(-len(left) // groups) or 1
        parts = (cell_list(left[at * size : (at + 1) * size], shape) for at in range(groups))
        return f"{told}: {' = '.join(parts)}", place

    def check(self, shape: Shape) -> None:  # noqa: B027 - most have nothing to refuse
        """Raise ProblemError if the rule is impossible in a grid of this shape: a cell outside it, say."""

    def division(self, shape: Shape) -> tuple[int, ...] | None:
        """For a rule that divides the grid into boxes or regions: the number of each cell's."""
        return None

    @classmethod
    def drawn(cls, shape: Shape, solution: Sequence[int], chance: Random) -> Iterable[Rule]:
        """Rules of this kind at random, as many as fit, that a solved grid keeps; none for a kind that is not drawn."""
        return ()

    # How other programs write it

    iss: ClassVar[Mapping[str, Any]] = {}
    """By type in a constraint string of Interactive Sudoku Solver, the function (arguments, shape) that makes rules."""
    fpuzzles: ClassVar[Mapping[str, Any]] = {}
    """By key of an f-puzzles document, the function (entry, shape) that makes rules."""

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """Keys of an f-puzzles document and the entry under each that say this rule; None if nothing there does."""
        return None
