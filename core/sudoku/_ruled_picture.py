"""What rules draw on a grid, as marks of a figure: below the values, and above the lines.

Cages are dashed inside their edge, lines go through the middle of cells with pens that
differ in width and dashes as well as in colour, signs are on edges and corners, clues
outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import NamedTuple

from core._drawing.figure import Area, Lettering, Mark, Stroke, centred, dot
from core.sudoku._layout import Layout
from core.sudoku.rules._pens import LINES, RINGS, pens_of
from core.sudoku.rules._rule import Look
from core.sudoku.rules._rule import Mark as RuleMark

Place = tuple[float, float]
"""How far down and how far right."""
INSET = 0.09
"""How far the line of a cage is inside its cells; this and all lengths below are in cells."""
HEAD = 0.22
"""The height of the text in the corner of a cell."""
DASH = 0.08
FULL = "●"


class Pen(NamedTuple):
    """The pen of a line."""

    ink: str
    width: float
    dash: float = 0.0
    """How long its dashes are, and the gaps between them; 0 for a line without any."""


PENS = {1: Pen("#9ecae8", 0.22), 2: Pen("#e0a030", 0.1), 3: Pen("#3fae8a", 0.15, 0.22), 4: Pen("#cc79a7", 0.13, 0.13)}


class RuledPicture:
    """The marks of a layout; the first cell's corner is at ``left`` and ``top``."""

    def __init__(self, layout: Layout, left: float, top: float, cell: float) -> None:
        self._layout, self._left, self._top, self._cell = layout, left, top, cell

    def _at(self, down: float, right: float) -> tuple[float, float]:
        return self._left + right * self._cell, self._top + down * self._cell

    def _middle(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self._layout.order)
        return self._at(row + 0.5, column + 0.5)

    def _letters(self, x: float, y: float, size: float, text: str) -> Lettering:
        return centred(x, y, size * self._cell, _printed(text), bold=True)

    def below(self) -> Iterator[Mark]:
        """Lines, bulbs and rings, which are drawn under the values."""
        drawn, size = self._layout.drawn, self._cell
        pens = pens_of(drawn)
        for place, (mark, _) in enumerate(drawn):
            points = [self._middle(cell) for cell in mark.cells]
            if mark.look in LINES:
                yield from self._line(points, PENS[pens[place]])
            if mark.look is Look.BULB:
                yield dot(*points[0], 0.33 * size, PENS[pens[place]].ink)
            if mark.look is Look.ARROW and len(points) > 1:
                (back_x, back_y), (x, y) = points[-2:]
                across, down = (0.2 * size * part / hypot(x - back_x, y - back_y) for part in (x - back_x, y - back_y))
                for side in (1, -1):
                    ends = x - across - side * down, y - down + side * across
                    yield Stroke(x, y, *ends, 0.05 * size, PENS[pens[place]].ink)
        for place, (mark, _) in enumerate(drawn):
            if mark.look in RINGS and mark.look is not Look.BULB:
                yield from self._ring(mark, spot=place not in pens)

    def _line(self, points: Sequence[tuple[float, float]], pen: Pen) -> Iterator[Mark]:
        width = pen.width * self._cell
        for first, last in pairwise(points):
            yield from self._dashes(first, last, pen.dash, width, pen.ink)
        for x, y in points[1:-1]:
            yield dot(x, y, width / 2, pen.ink)

    def _ring(self, mark: RuleMark, *, spot: bool) -> Iterator[Mark]:
        """A circle or square about one cell, a pill about several; one that belongs to no line is full and pale."""
        size = self._cell
        points = [self._middle(cell) for cell in mark.cells]
        for reach, ink in ((0.39, "soft"),) if spot and len(points) == 1 else ((0.42, "muted"), (0.39, "paper")):
            for x, y in points:
                if mark.look is Look.SQUARE:
                    yield Area(x - reach * size, y - reach * size, 2 * reach * size, 2 * reach * size, ink)
                else:
                    yield dot(x, y, reach * size, ink)
            for (x, y), (to_x, to_y) in pairwise(points):
                yield Stroke(x, y, to_x, to_y, 2 * reach * size, ink)

    def above(self) -> Iterator[Mark]:
        """Cages, signs and clues, which are drawn over the lines of the grid."""
        size = self._cell
        for mark, _ in self._layout.drawn:
            match mark.look:
                case Look.FRAME:
                    yield from self._cage(mark)
                case Look.EDGE | Look.CORNER:
                    yield from self._sign(mark)
                case Look.OUTSIDE:
                    yield from self._clue(mark)
                case Look.SHADE if mark.text:
                    for x, y in map(self._middle, mark.cells):
                        yield self._letters(x + 0.35 * size, y + 0.35 * size, 0.2, mark.text)

    def _sign(self, mark: RuleMark) -> Iterator[Mark]:
        size = self._cell
        ends = [self._middle(cell) for cell in mark.cells]
        x, y = (sum(part) / len(ends) for part in zip(*ends, strict=True))
        if mark.look is Look.EDGE and mark.text not in ("○", FULL):
            width = (0.2 * len(mark.text) + 0.05) * size
            yield Area(x - width / 2, y - 0.17 * size, width, 0.34 * size, "paper")
            yield self._letters(x, y, 0.32, mark.text)
            return
        reach = 0.23 if mark.look is Look.CORNER else 0.14
        yield dot(x, y, reach * size, "ink")
        if mark.text != FULL:
            yield dot(x, y, (reach - 0.02) * size, "paper")
        if mark.look is Look.CORNER:
            rows = [mark.text] if len(mark.text) < 3 else [mark.text[:2], mark.text[2:]]
            for at, row in enumerate(rows):
                yield self._letters(x, y + (at - (len(rows) - 1) / 2) * 0.19 * size, 0.2, row)

    def _cage(self, mark: RuleMark) -> Iterator[Mark]:
        n = self._layout.order
        for first, last in cage_edges(mark.cells, n, 1, INSET):
            yield from self._dashes(self._at(*first), self._at(*last), DASH, 0.5)
        if mark.text:
            row, column = divmod(min(mark.cells), n)
            x, y = self._at(row, column)
            height = HEAD * self._cell
            yield Area(x + 1, y + 1, height * 0.6 * len(mark.text), height, "paper")
            yield Lettering(x + 1, y + height, height, _printed(mark.text))

    def _dashes(
        self, first: tuple[float, float], last: tuple[float, float], dash: float, width: float, ink: str = "ink"
    ) -> Iterator[Mark]:
        """A line in dashes, with one at either end; solid if they have no length."""
        (x, y), (to_x, to_y) = first, last
        count = 2 * ceil(hypot(to_x - x, to_y - y) / (2 * dash * self._cell)) - 1 if dash else 1
        for at in range(0, count, 2):
            start, end = at / count, (at + 1) / count
            ends = x + start * (to_x - x), y + start * (to_y - y), x + end * (to_x - x), y + end * (to_y - y)
            yield Stroke(*ends, width, ink)

    def _clue(self, mark: RuleMark) -> Iterator[Mark]:
        x, y = self._middle(mark.cells[0])
        down, right = clue_direction(mark, self._layout.order)
        size = self._cell
        yield self._letters(x - right * 0.8 * size, y - down * 0.8 * size, 0.32, mark.text)
        if down and right:
            corner = x - right * 0.5 * size, y - down * 0.5 * size
            yield Stroke(corner[0] - right * 0.14 * size, corner[1] - down * 0.14 * size, *corner, 0.6)


def _printed(text: str) -> str:
    """A text in letters that every font has."""
    return text.replace("∧", "^").replace("∨", "v")


def cage_edges(cells: Sequence[int], n: int, side: float, inset: float) -> Iterator[tuple[Place, Place]]:
    """The line inside the edge of a cage, in pieces along one side of one cell each: where they begin and end.

    Places are how far down and how far right; ``side`` is that of a cell, and ``inset`` how far the line is inside.
    """

    def inside(row: int, column: int) -> bool:
        return 0 <= row < n and 0 <= column < n and row * n + column in cells

    for cell in sorted(cells):
        row, column = divmod(cell, n)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if inside(row + down, column + right):
                continue
            ends = []
            for way in (-1, 1):  # from one corner to the other, as far as the next piece begins
                beside = (row + way, column) if right else (row, column + way)
                slanting = (beside[0] + down, beside[1] + right)
                reach = -inset if not inside(*beside) else inset if inside(*slanting) else 0
                ends.append(side / 2 + way * (side / 2 + reach))
            at = side / 2 + (down + right) * (side / 2 - inset)
            first, last = ((end, at) if right else (at, end) for end in ends)
            top, left = row * side, column * side
            yield (top + first[0], left + first[1]), (top + last[0], left + last[1])


def clue_direction(mark: RuleMark, n: int) -> tuple[int, int]:
    """Which way a clue outside points, from its first cell on: how many cells down and right, each -1, 0 or 1."""
    row, column = divmod(mark.cells[0], n)
    if len(mark.cells) > 1:
        other = divmod(mark.cells[1], n)
        return other[0] - row, other[1] - column
    return 1 if row == 0 else -1, 1 if column == 0 else -1  # a slant of one cell


def corners(layout: Layout) -> frozenset[int]:
    """The cells with a text in their upper corner."""
    return frozenset(min(mark.cells) for mark, _ in layout.drawn if mark.look is Look.FRAME and mark.text)


def clues_outside(layout: Layout) -> bool:
    """Whether there are clues around the grid."""
    return any(mark.look is Look.OUTSIDE for mark, _ in layout.drawn)
