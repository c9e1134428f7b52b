"""The geometry of a Sudoku grid: rows, columns, boxes, and who shares one with whom.

Cells are numbered 0 … n² - 1 along the rows.  A *unit* is a row, a column or a
box: n cells that must hold n different values.  Units are numbered rows first,
then columns, then boxes (along the rows of boxes).  A *band* is a row of boxes,
a *stack* a column of boxes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.search import ProblemError

MAXIMUM_ORDER = 36
"""Largest order: six by six boxes, 36 values, 1 296 cells."""


class TooLarge(ProblemError):
    """A well-formed grid beyond the largest order that this program takes."""


class Rule(StrEnum):
    """The three rules of Sudoku, each about one kind of unit."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Shape:
    """Boxes ``box_rows`` high and ``box_columns`` wide; the grid's order n is their product.

    "2×3" means boxes 2 rows high and 3 columns wide.  Raises TooLarge beyond
    order 36 and ProblemError for a side below 1.
    """

    box_rows: int
    box_columns: int

    def __post_init__(self) -> None:
        if self.box_rows < 1 or self.box_columns < 1:
            raise ProblemError(f"a box needs at least one row and one column, not {self.box_rows}×{self.box_columns}")
        if self.order > MAXIMUM_ORDER:
            raise TooLarge(f"order {self.order} is too large: boxes hold up to {MAXIMUM_ORDER} cells here")

    @property
    def order(self) -> int:
        """n: how many values, and how many cells a unit has."""
        return self.box_rows * self.box_columns

    @property
    def cells(self) -> int:
        """n²."""
        return self.order * self.order

    @property
    def bands(self) -> int:
        """Rows of boxes."""
        return self.order // self.box_rows

    @property
    def stacks(self) -> int:
        """Columns of boxes."""
        return self.order // self.box_columns

    def row(self, cell: int) -> int:
        """The row of a cell, 0-based."""
        return cell // self.order

    def column(self, cell: int) -> int:
        """The column of a cell, 0-based."""
        return cell % self.order

    def box(self, cell: int) -> int:
        """The box of a cell, 0-based, boxes counted along the bands."""
        return (self.row(cell) // self.box_rows) * self.stacks + self.column(cell) // self.box_columns

    def name_of(self, cell: int) -> str:
        """``r4c7``: the usual name of a cell, 1-based."""
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The 3n units, each as its n cells: rows, columns, boxes."""
        return _units(self)

    def units_of(self, cell: int) -> tuple[int, int, int]:
        """The numbers of a cell's row, column and box among `units`."""
        n = self.order
        return self.row(cell), n + self.column(cell), 2 * n + self.box(cell)

    def rule_of(self, unit: int) -> tuple[Rule, int]:
        """Which rule a unit belongs to, and its 0-based number within that rule."""
        kind, number = divmod(unit, self.order)
        return (Rule.ROW, Rule.COLUMN, Rule.BOX)[kind], number

    def peers(self, cell: int) -> tuple[int, ...]:
        """All other cells that share a unit with this one, in order."""
        return _peers(self)[cell]

    @classmethod
    def default(cls, order: int) -> Shape:
        """The squarest boxes of this order, wider than high where they cannot be square.

        Raises TooLarge or ProblemError for an impossible order.
        """
        if order > MAXIMUM_ORDER:
            raise TooLarge(f"order {order} is too large: up to {MAXIMUM_ORDER} is taken here")
        rows = next((r for r in range(int(max(order, 0) ** 0.5), 0, -1) if order % r == 0), 0)
        return cls(rows, order // rows if rows else 0)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """``2x3``, ``2×3`` or ``2*3``: rows, then columns of a box.  Raises ProblemError."""
        match = re.fullmatch(r"\s*(\d{1,4})\s*[x×X*]\s*(\d{1,4})\s*", text)
        if match is None:
            raise ProblemError(f"box shape: expected ROWSxCOLUMNS such as 2x3, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.box_rows}×{self.box_columns}"


@lru_cache(maxsize=64)
def _units(shape: Shape) -> tuple[tuple[int, ...], ...]:
    n = shape.order
    rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
    columns = [tuple(range(c, n * n, n)) for c in range(n)]
    boxes: list[list[int]] = [[] for _ in range(n)]
    for cell in range(n * n):
        boxes[shape.box(cell)].append(cell)
    return (*rows, *columns, *(tuple(box) for box in boxes))


@lru_cache(maxsize=64)
def _peers(shape: Shape) -> tuple[tuple[int, ...], ...]:
    units = shape.units
    sets = [frozenset(unit) for unit in units]
    return tuple(
        tuple(sorted(frozenset().union(*(sets[u] for u in shape.units_of(cell))) - {cell}))
        for cell in range(shape.cells)
    )
