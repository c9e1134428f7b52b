"""Grids of squares, triangles and hexagons: the names of their cells, their positions, and their lines in text.

A cell is (layer, row, column) in all of them.  In a row of triangles every second one points down: those whose row
and column, from 0, have an odd sum.  Hexagons stand on a corner; those in a row are two columns apart, and those of
the next row are between them, one column to the side.  So in both, a step to the next row comes with a step of one
column.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt

Place = tuple[int, int, int]
"""Layer, row, column; plane pictures have only layer 0."""
Point = tuple[float, float]


class GridKind(StrEnum):
    """What the cells are."""

    SQUARES = "squares"
    TRIANGLES = "triangles"
    HEXAGONS = "hexagons"


def points_down(y: int, x: int) -> bool:
    """Whether a triangle points down."""
    return (y + x) % 2 == 1


def cell_name(grid: GridKind, place: Place, *, layers: bool, first: int = 1) -> str:
    """Row and column, after the layer if there are several: ``2.3``, a triangle ``2.3^`` or ``2.4v``, ``2,4``."""
    z, y, x = place
    before = f"{z + first}." if layers else ""
    if grid is GridKind.HEXAGONS:
        return f"{before}{y + first},{x + first}"
    tip = "" if grid is GridKind.SQUARES else "v" if points_down(y, x) else "^"
    return f"{before}{y + first}.{x + first}{tip}"


_BESIDE = {
    GridKind.SQUARES: ((-1, 0), (0, -1), (0, 1), (1, 0)),
    GridKind.HEXAGONS: ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)),
}


def neighbours(grid: GridKind, place: Place, *, solid: bool = True) -> Iterator[Place]:
    """The cells that share a side with this one (in a solid, also those above and below)."""
    z, y, x = place
    steps = _BESIDE.get(grid) or ((0, 1), (-1 if points_down(y, x) else 1, 0), (0, -1))
    yield from ((z, y + down, x + right) for down, right in steps)
    if solid:
        yield from ((z - 1, y, x), (z + 1, y, x))


# On paper

_COLUMN, _ROW = 0.8, 0.8 * sqrt(3)
"""Half the side of a triangle, and its height, relative to the side of a square."""
_HALF = 0.55
"""Half the width of a hexagon."""
_SIDE = 2 * _HALF / sqrt(3)


def outline(grid: GridKind, y: int, x: int) -> tuple[Point, ...]:
    """The corners of a triangle or hexagon; its sides, in order, are those towards its `neighbours`."""
    if grid is GridKind.HEXAGONS:
        middle, top = (x + 1) * _HALF, y * 1.5 * _SIDE
        right, left = middle + _HALF, middle - _HALF
        return ((middle, top), (right, top + _SIDE / 2), (right, top + 1.5 * _SIDE), (middle, top + 2 * _SIDE),
                (left, top + 1.5 * _SIDE), (left, top + _SIDE / 2))  # fmt: skip
    left, middle, right = ((x + k) * _COLUMN for k in range(3))
    top, bottom = y * _ROW, (y + 1) * _ROW
    if points_down(y, x):
        return (middle, bottom), (right, top), (left, top)
    return (middle, top), (right, bottom), (left, bottom)


# In text

Spot = tuple[int, int]
"""A line and column of a text, or a row and column of a grid."""


@dataclass(frozen=True)
class BorderSign:
    """A character for where two cells (or a cell and no cell) are not of one piece."""

    sign: str
    one: Spot
    other: Spot


@dataclass
class Stencil:
    """The lines of one layer: the signs that a spot may have, of which the first one needed counts; and the insides."""

    signs: dict[Spot, list[BorderSign]] = field(default_factory=dict)
    inside: dict[Spot, Spot] = field(default_factory=dict)
    """The cell that contains a spot."""
    texts: dict[Spot, tuple[int, int, int]] = field(default_factory=dict)
    """For each cell, the line, first column and number of columns of its text."""

    @property
    def height(self) -> int:
        """The number of lines."""
        return 1 + max((line for line, _ in self.signs), default=-1)

    @property
    def width(self) -> int:
        """The number of columns."""
        return 1 + max((column for _, column in self.signs), default=-1)

    def _sign(self, line: int, column: int, sign: str, one: Spot, other: Spot) -> None:
        there = self.signs.setdefault((line, column), [])
        if all(each.sign != sign for each in there):
            there.append(BorderSign(sign, one, other))

    def _within(self, cell: Spot, line: int, left: int, right: int) -> None:
        for column in range(left + 1, right):
            self.inside[line, column] = cell


SMALLEST = {GridKind.TRIANGLES: 2, GridKind.HEXAGONS: 1}
"""The smallest size at which each can be drawn."""
PLAIN = {GridKind.TRIANGLES: 3, GridKind.HEXAGONS: 1}
"""The size at which each is drawn in a text."""


def room(grid: GridKind, size: int = 0) -> int:
    """The characters for which a cell has room in a text, a triangle or hexagon at this size (0: the plain one)."""
    if grid is GridKind.SQUARES:
        return 3
    size = size or PLAIN[grid]
    return 2 * size + 1 if grid is GridKind.HEXAGONS else 2 * size - (4 if size > 2 else 2)


def stencil(grid: GridKind, cells: Collection[Spot], size: int = 0) -> Stencil:
    """How triangles or hexagons are drawn in text with ``/``, a backslash, ``_`` and ``|``.

    The size is the number of lines of a triangle, or of a slanted side of a hexagon; 0 is the size for texts.
    """
    made = Stencil()
    draw = _hexagon if grid is GridKind.HEXAGONS else _triangle
    for cell in sorted(cells):
        draw(made, cell, size or PLAIN[grid])
    if grid is GridKind.TRIANGLES:
        for cell in sorted(cells):
            _level_side(made, cell, size or PLAIN[grid])
    return made


def _triangle(made: Stencil, cell: Spot, size: int) -> None:
    """The slanted sides."""
    y, x = cell
    down = points_down(y, x)
    for at in range(size):
        half = size - at if down else at + 1
        line, left, right = y * size + 1 + at, (x + 1) * size - half, (x + 1) * size + half - 1
        made._sign(line, left, "\\" if down else "/", cell, (y, x - 1))
        made._sign(line, right, "/" if down else "\\", cell, (y, x + 1))
        made._within(cell, line, left, right)
    back = 1 if size > 2 else 0  # away from the level side, if there is a line to spare
    at = back if down else size - 1 - back
    half = size - at if down else at + 1
    made.texts[cell] = (y * size + 1 + at, (x + 1) * size - half + 1, 2 * half - 2)


def _level_side(made: Stencil, cell: Spot, size: int) -> None:
    """The level side, also below unneeded slanted ones."""
    y, x = cell
    down = points_down(y, x)
    line = y * size if down else (y + 1) * size
    for column in range(x * size, (x + 2) * size):
        made._sign(line, column, "_", cell, (y - 1, x) if down else (y + 1, x))


def _hexagon(made: Stencil, cell: Spot, size: int) -> None:
    y, x = cell
    half, high = size + 1, 2 * size
    top, left, right = y * high, x * half, (x + 2) * half
    for at in range(size):
        line, in_ = top + at, size - at
        made._sign(line, left + in_, "/", cell, (y - 1, x - 1))
        made._sign(line, right - in_, "\\", cell, (y - 1, x + 1))
        made._within(cell, line, left + in_, right - in_)
        line = top + size + at
        made._sign(line, left, "|", cell, (y, x - 2))
        made._sign(line, right, "|", cell, (y, x + 2))
        made._within(cell, line, left, right)
        line, in_ = top + high + at, at + 1
        made._sign(line, left + in_, "\\", cell, (y + 1, x - 1))
        made._sign(line, right - in_, "/", cell, (y + 1, x + 1))
        made._within(cell, line, left + in_, right - in_)
    made.texts[cell] = (top + size + (size - 1) // 2, left + 1, 2 * half - 1)
