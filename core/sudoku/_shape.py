"""The size of a Sudoku grid and of its boxes.

Cells are numbered 0 … n² - 1 along the rows.  A *band* is a row of boxes, a *stack* a
column of boxes.  The rules (`core.sudoku.rules`) say which cells must differ; a shape
and its rules together are a `core.sudoku.Layout`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core._checks import text as checked_text
from core._checks import whole
from core._search import ProblemError

MAXIMUM_ORDER = 36
"""Largest order: six by six boxes, 36 values, 1 296 cells."""


class OrderTooLarge(ProblemError):
    """A well-formed grid beyond the largest order that this program takes."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Boxes ``box_rows`` high and ``box_columns`` wide; the grid's order n is their product.

    "2×3" means boxes 2 rows high and 3 columns wide.  Raises OrderTooLarge beyond
    order 36 and ProblemError for a side below 1.

    >>> Shape(3, 3).order
    9
    >>> Shape.default(6) == Shape(2, 3) == Shape.parse("2x3")
    True
    """

    box_rows: int
    box_columns: int

    def __post_init__(self) -> None:
        for name in ("box_rows", "box_columns"):
            object.__setattr__(self, name, whole(getattr(self, name), name.replace("_", " "), 1))
        if self.order > MAXIMUM_ORDER:
            raise OrderTooLarge(f"order {self.order} is too large: boxes hold up to {MAXIMUM_ORDER} cells here")

    @property
    def order(self) -> int:
        """n: how many values, and how many cells a row has."""
        return self.box_rows * self.box_columns

    @property
    def cells(self) -> int:
        """n²."""
        return self.order * self.order

    @property
    def bands(self) -> int:
        """How many rows of boxes there are."""
        return self.order // self.box_rows

    @property
    def stacks(self) -> int:
        """How many columns of boxes there are."""
        return self.order // self.box_columns

    def row(self, cell: int) -> int:
        """The row of a cell, 0-based."""
        return self._cell(cell) // self.order

    def column(self, cell: int) -> int:
        """The column of a cell, 0-based."""
        return self._cell(cell) % self.order

    def box(self, cell: int) -> int:
        """The box of a cell, 0-based, boxes counted along the bands."""
        return (self.row(cell) // self.box_rows) * self.stacks + self.column(cell) // self.box_columns

    def name_of(self, cell: int) -> str:
        """``r4c7``: the usual name of a cell, 1-based."""
        return _names(self.order)[self._cell(cell)]

    def _cell(self, cell: int) -> int:
        return whole(cell, "cell", 0, self.cells - 1)

    @classmethod
    def default(cls, order: int) -> Shape:
        """The squarest boxes of this order, wider than high if they cannot be square.

        Raises OrderTooLarge or ProblemError for an impossible order.
        """
        order = whole(order, "order", 1)
        if order > MAXIMUM_ORDER:
            raise OrderTooLarge(f"order {order} is too large: the limit here is {MAXIMUM_ORDER}")
        rows = next(r for r in range(int(order**0.5), 0, -1) if order % r == 0)
        return cls(rows, order // rows)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """``2x3``, ``2×3`` or ``2*3``: rows, then columns of a box.  Raises ProblemError."""
        match = re.fullmatch(r"\s*(\d{1,4})\s*[x×X*]\s*(\d{1,4})\s*", checked_text(text, "box shape"))
        if match is None:
            raise ProblemError(f"box shape: expected ROWSxCOLUMNS such as 2x3, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    @property
    def text(self) -> str:
        """What `parse` reads: ``2x3``."""
        return f"{self.box_rows}x{self.box_columns}"

    def __str__(self) -> str:
        return f"{self.box_rows}×{self.box_columns}"


NINE = Shape(3, 3)
"""The usual 9×9 grid."""


@cache
def _names(order: int) -> tuple[str, ...]:
    return tuple([f"r{row}c{column}" for row in range(1, order + 1) for column in range(1, order + 1)])
