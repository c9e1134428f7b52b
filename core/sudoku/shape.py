"""The geometry of a Sudoku grid: rows, columns, boxes, and which cells share one.

Cells are numbered 0 … n² - 1 along the rows.  A *unit* is a row, a column or a
box: n cells that must hold n different values.  Units are numbered rows first,
then columns, then boxes (along the rows of boxes), then what a variant adds.  A
*band* is a row of boxes, a *stack* a column of boxes.

Variants add units, or replace some: the two *diagonals* (X-Sudoku), *windows*
(Windoku: boxes one cell apart from each other and from the edge), irregular
*regions* in place of boxes (Jigsaw).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from core.checks import flag, whole, wholes
from core.checks import text as checked_text
from core.search import ProblemError

MAXIMUM_ORDER = 36
"""Largest order: six by six boxes, 36 values, 1 296 cells."""


class OrderTooLarge(ProblemError):
    """A well-formed grid beyond the largest order that this program takes."""


class Rule(StrEnum):
    """The rules of Sudoku and its variants, each about one kind of unit."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    REGION = "region"
    DIAGONAL = "diagonal"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Shape:
    """Boxes ``box_rows`` high and ``box_columns`` wide; the grid's order n is their product.

    "2×3" means boxes 2 rows high and 3 columns wide.  Raises OrderTooLarge beyond
    order 36 and ProblemError for a side below 1, for regions that are not n
    regions of n cells, and for windows that do not fit.

    >>> Shape(3, 3).order, len(Shape(3, 3).units)  # the usual grid: 9 rows, 9 columns, 9 boxes
    (9, 27)
    >>> Shape.default(6) == Shape(2, 3) == Shape.parse("2x3")
    True
    >>> len(Shape(3, 3, diagonals=True).units)  # X-Sudoku
    29
    >>> Shape.parse("1x4 jigsaw AAABACBBCCDBCDDD").box(3)  # the cell in the corner is in region B
    1
    """

    box_rows: int
    box_columns: int
    regions: tuple[int, ...] | None = None
    """Jigsaw: the region (0 … n - 1) of each cell, in place of boxes."""
    diagonals: bool = False
    """X-Sudoku: both diagonals hold every value."""
    windows: bool = False
    """Windoku: the windows hold every value."""

    def __post_init__(self) -> None:
        for name in ("box_rows", "box_columns"):
            object.__setattr__(self, name, whole(getattr(self, name), name.replace("_", " "), 1))
        for name in ("diagonals", "windows"):
            object.__setattr__(self, name, flag(getattr(self, name), name))
        if self.order > MAXIMUM_ORDER:
            raise OrderTooLarge(f"order {self.order} is too large: boxes hold up to {MAXIMUM_ORDER} cells here")
        if self.regions is not None:
            n = self.order
            object.__setattr__(self, "regions", wholes(self.regions, "a region", 0, n - 1))
            if len(self.regions) != n * n or any(self.regions.count(region) != n for region in range(n)):
                raise ProblemError(f"expected {n} regions of {n} cells each")
        if self.windows and (min(self.bands, self.stacks) < 2 or not self._windows_fit):
            raise ProblemError(f"windows do not fit a grid with boxes of {self.box_rows}×{self.box_columns}")

    @property
    def _windows_fit(self) -> bool:
        return self.bands <= self.box_rows + 1 and self.stacks <= self.box_columns + 1

    @property
    def plain(self) -> bool:
        """Whether rows, columns and rectangular boxes are all the units."""
        return self.regions is None and not self.diagonals and not self.windows

    @property
    def bare(self) -> Shape:
        """The plain shape with these boxes."""
        return self if self.plain else Shape(self.box_rows, self.box_columns)

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
        """How many rows of boxes there are."""
        return self.order // self.box_rows

    @property
    def stacks(self) -> int:
        """How many columns of boxes there are."""
        return self.order // self.box_columns

    def row(self, cell: int) -> int:
        """The row of a cell, 0-based."""
        return cell // self.order

    def column(self, cell: int) -> int:
        """The column of a cell, 0-based."""
        return cell % self.order

    def box(self, cell: int) -> int:
        """The box of a cell, 0-based, boxes counted along the bands; in a jigsaw its region."""
        if self.regions is not None:
            return self.regions[cell]
        return (self.row(cell) // self.box_rows) * self.stacks + self.column(cell) // self.box_columns

    def name_of(self, cell: int) -> str:
        """``r4c7``: the usual name of a cell, 1-based."""
        return f"r{self.row(cell) + 1}c{self.column(cell) + 1}"

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """All units, each as its n cells: n rows, n columns, n boxes or regions, then diagonals, then windows."""
        return _units(self)

    @property
    def extra_units(self) -> tuple[tuple[int, ...], ...]:
        """The units beyond rows, columns and boxes."""
        return _units(self)[3 * self.order :]

    def units_of(self, cell: int) -> tuple[int, int, int]:
        """The numbers of a cell's row, column and box among `units`."""
        n = self.order
        return self.row(cell), n + self.column(cell), 2 * n + self.box(cell)

    def rule_of(self, unit: int) -> tuple[Rule, int]:
        """Which rule a unit belongs to, and its 0-based number within that rule."""
        kind, number = divmod(unit, self.order)
        if unit < 3 * self.order:
            return (Rule.ROW, Rule.COLUMN, Rule.BOX if self.regions is None else Rule.REGION)[kind], number
        number = unit - 3 * self.order
        if self.diagonals and number < 2:
            return Rule.DIAGONAL, number
        return Rule.WINDOW, number - 2 * self.diagonals

    def peers(self, cell: int) -> tuple[int, ...]:
        """All other cells that share a unit with this one, in order."""
        return _peers(self)[whole(cell, "cell", 0, self.cells - 1)]

    @classmethod
    def default(cls, order: int) -> Shape:
        """The squarest boxes of this order, wider than high where they cannot be square.

        Raises OrderTooLarge or ProblemError for an impossible order.
        """
        order = whole(order, "order", 1)
        if order > MAXIMUM_ORDER:
            raise OrderTooLarge(f"order {order} is too large: the limit here is {MAXIMUM_ORDER}")
        rows = next(r for r in range(int(order**0.5), 0, -1) if order % r == 0)
        return cls(rows, order // rows)

    @classmethod
    def parse(cls, text: str) -> Shape:
        """``2x3``, ``2×3`` or ``2*3``: rows, then columns of a box; then ``x``, ``windoku`` or both for more units.

        Irregular regions are ``jigsaw`` and a letter for each cell, its region (A is the first).  Raises ProblemError.
        """
        words = checked_text(text, "box shape").split()
        match = re.fullmatch(r"(\d{1,4})[x×X*](\d{1,4})", words[0] if words else "")
        spaced = re.fullmatch(r"\s*(\d{1,4})\s*[x×X*]\s*(\d{1,4})\s*", text)
        if match is None and spaced is not None:
            match, words = spaced, [text]
        if match is None:
            raise ProblemError(f"box shape: expected ROWSxCOLUMNS such as 2x3, not {text!r}")
        more = [word.lower() for word in words[1:]]
        regions: tuple[int, ...] | None = None
        if "jigsaw" in more:
            at = more.index("jigsaw")
            letters = more[at + 1] if at + 1 < len(more) else ""
            del more[at : at + 2]
            regions = tuple(_REGION_NAMES.find(letter) for letter in letters.upper())
        unknown = [word for word in more if word not in ("x", "windoku")]
        if unknown:
            raise ProblemError(f"box shape: expected x, windoku or jigsaw, not {unknown[0]!r}")
        return cls(int(match[1]), int(match[2]), regions, "x" in more, "windoku" in more)

    @property
    def text(self) -> str:
        """What `parse` reads: ``2x3``, ``3x3 x``, ``1x9 jigsaw AAAB…``."""
        words = [f"{self.box_rows}x{self.box_columns}"]
        if self.diagonals:
            words.append("x")
        if self.windows:
            words.append("windoku")
        if self.regions is not None:
            words += ["jigsaw", "".join(_REGION_NAMES[region] for region in self.regions)]
        return " ".join(words)

    @property
    def variant(self) -> str:
        """``X``, ``Windoku``, ``Jigsaw`` or several of them; empty for a plain grid."""
        names = (
            "Jigsaw" if self.regions is not None else "",
            "X" if self.diagonals else "",
            "Windoku" if self.windows else "",
        )
        return " ".join(name for name in names if name)

    def __str__(self) -> str:
        boxes = f"{self.box_rows}×{self.box_columns}"
        if self.regions is not None:  # it has no boxes: the size of the whole grid
            boxes = f"{self.order}×{self.order}"
        return f"{boxes} {self.variant}" if not self.plain else boxes


_REGION_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


@lru_cache(maxsize=64)
def _units(shape: Shape) -> tuple[tuple[int, ...], ...]:
    n = shape.order
    rows = [tuple(range(r * n, r * n + n)) for r in range(n)]
    columns = [tuple(range(c, n * n, n)) for c in range(n)]
    boxes: list[list[int]] = [[] for _ in range(n)]
    for cell in range(n * n):
        boxes[shape.box(cell)].append(cell)
    more: list[tuple[int, ...]] = []
    if shape.diagonals:
        more += [tuple(i * n + i for i in range(n)), tuple(i * n + n - 1 - i for i in range(n))]
    if shape.windows:
        height, width = shape.box_rows, shape.box_columns
        more += [
            tuple((top + down) * n + left + right for down in range(height) for right in range(width))
            for top in range(1, (shape.bands - 1) * (height + 1), height + 1)
            for left in range(1, (shape.stacks - 1) * (width + 1), width + 1)
        ]
    return (*rows, *columns, *(tuple(box) for box in boxes), *more)


@lru_cache(maxsize=64)
def _peers(shape: Shape) -> tuple[tuple[int, ...], ...]:
    seen: list[set[int]] = [set() for _ in range(shape.cells)]
    for unit in shape.units:
        for cell in unit:
            seen[cell].update(unit)
    return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(seen))
