"""The squares of a queens board as segments: signs, and pictures where a square is large enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rich.segment import Segment
from rich.style import Style

from core.queens.problem import Square
from tui.glyphs import Glyphs
from tui.widgets.queens_position import MOST_WITH_ATTACKS, Attack, Marks, QueensPosition

LEAST_PICTURE = (6, 3)
"""Columns and rows of a square from which on a queen is drawn as a picture."""
GIVEN = "*"
"""On pictures, which cannot be underlined: this queen was there from the start."""
SMALL_CROWNS = {
    (6, 3): ("▄ ▀▀ ▄", "█▄██▄█", " ████ "),
    (8, 4): ("   ▀▀   ", "█▄ ██ ▄█", " ██████ ", " ▄▄▄▄▄▄ "),
    (10, 5): ("    ▄▄    ", "▄▄  ▀▀  ▄▄", "▀█▄ ██ ▄█▀", " ▀██████▀ ", " ▄▄▄▄▄▄▄▄ "),
    (12, 6): ("     ▄▄     ", "▄  ▄ ▀▀ ▄  ▄", "█▄ █▄██▄█ ▄█", " ██████████ ", "  ▀▀▀▀▀▀▀▀  ", "  ████████  "),
}
"""By hand, where there are too few cells to work a shape out."""
CROWN = ((0.02, 0.28), (0.22, 0.62), (0.26, 0.18), (0.40, 0.60), (0.50, 0.22), (0.60, 0.60), (0.74, 0.18),
         (0.78, 0.62), (0.98, 0.28), (0.85, 0.80), (0.15, 0.80))  # fmt: skip
"""The corners of a queen's crown of five points in a square of side 1, from the left tip on; below it is a bar."""
BAR = (0.15, 0.85, 0.87, 0.99)
ORB = (0.5, 0.12, 0.085)
"""On the middle point: where it is, and its radius."""
SAMPLES = 4
"""In each direction, points looked at for each half of a cell."""
ENOUGH = 7
"""So many of these points inside fill it: a little less than half, or the tips would be lost."""


@dataclass(frozen=True, slots=True)
class SquareStyle:
    """The signs and colours of squares."""

    glyphs: Glyphs
    tone: Callable[[str], Style]
    """A tone by its name: ``queen``, ``conflict``, ``placed``, ``attacked``, ``free``, ``way``, ``to-come``,
    ``tried``, ``forbidden``, ``light``, ``dark``, ``label``, ``next``, ``dead``."""


def draw(position: QueensPosition, cell: tuple[int, int], look: SquareStyle) -> list[list[Segment]]:
    """The board in squares of so many columns × rows, in rows of segments."""
    return _Squares(position, cell, look).lines()


class _Squares:
    """Draws one position in squares of one size."""

    def __init__(self, position: QueensPosition, cell: tuple[int, int], look: SquareStyle) -> None:
        self._position, self._look = position, look
        self._wide, self._high = cell
        queens = position.queens()
        self._queens = set(queens)
        self._attack = Attack(queens) if position.n <= MOST_WITH_ATTACKS else None
        self._marks = position.marks or Marks()
        self._pictures = look.glyphs.unicode and self._wide >= LEAST_PICTURE[0] and self._high >= LEAST_PICTURE[1]
        self._chequered = self._high > 1

    def lines(self) -> list[list[Segment]]:
        n = self._position.n
        drawn = [[self._square((row, column)) for column in range(n)] for row in range(n)]
        return [
            [Segment(texts[line], style) for texts, style in squares] for squares in drawn for line in range(self._high)
        ]

    def _square(self, square: Square) -> tuple[list[str], Style]:
        """The lines of text of a square, and its style."""
        sign, tone = self._sign(square)
        style = self._look.tone(tone)
        if self._chequered:
            style = style + self._look.tone("light" if sum(square) % 2 == 0 else "dark")
        if square in self._queens:
            texts = self._queen(square)
        elif square in self._position.forbidden:
            texts = [sign * self._wide] * self._high
        else:
            texts = self._in_the_middle(sign)
        if square == self._position.cursor:
            style, texts = style + Style(reverse=True), self._bracketed(texts)
        return texts, style

    def _sign(self, square: Square) -> tuple[str, str]:
        glyphs, marks = self._look.glyphs, self._marks
        if square in self._queens:
            conflict = self._attack is not None and self._attack.in_conflict(*square)
            return glyphs.queen, "conflict" if conflict else "placed" if square in self._position.placed else "queen"
        for squares, sign, tone in (
            (self._position.forbidden, glyphs.forbidden, "forbidden"), (marks.ways, glyphs.way, "way"),
            (marks.tried, glyphs.tried, "tried"), (marks.to_come, glyphs.to_come, "to-come"),
        ):  # fmt: skip
            if square in squares:
                return sign, tone
        if self._attack is None or self._attack.attacked(*square):
            return (glyphs.attacked, "attacked") if self._position.show_free else (" ", "attacked")
        return (glyphs.free, "free") if self._position.show_free else (" ", "free")

    def _queen(self, square: Square) -> list[str]:
        level = self._marks.levels.get(square)
        number = "" if level is None else str(level)
        if not self._pictures:
            return self._in_the_middle(self._look.glyphs.queen + (number if 1 + len(number) <= self._wide else ""))
        texts = list(crown(self._wide, self._high))
        corner = number + GIVEN if square in self._position.placed else number
        texts[0] = corner + texts[0][len(corner) :]
        return texts

    def _in_the_middle(self, text: str) -> list[str]:
        before = max(0, (self._wide - len(text)) // 2) if len(text) > 1 else (self._wide - 1) // 2
        line = (" " * before + text).ljust(self._wide)
        above = (self._high - 1) // 2
        blank = " " * self._wide
        return [*[blank] * above, line, *[blank] * (self._high - above - 1)]

    def _bracketed(self, texts: list[str]) -> list[str]:
        """The cursor, seen without colours too, where there is room."""
        if self._wide < 3:
            return texts
        above = (self._high - 1) // 2
        return [f"[{text[1:-1]}]" if line == above else text for line, text in enumerate(texts)]


@cache
def crown(wide: int, high: int) -> tuple[str, ...]:
    """A queen in half blocks, ``high`` lines of ``wide`` characters."""
    if (wide, high) in SMALL_CROWNS:
        return SMALL_CROWNS[wide, high]
    filled = [[_covered(min(x, wide - 1 - x), y, wide, 2 * high) for x in range(wide)] for y in range(2 * high)]
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return tuple(
        "".join(signs[upper, lower] for upper, lower in zip(filled[2 * line], filled[2 * line + 1], strict=True))
        for line in range(high)
    )


def _covered(x: int, y: int, wide: int, high: int) -> bool:
    """Whether the queen covers enough of a half of a cell."""
    inside = sum(
        _inside((x + (i + 0.5) / SAMPLES) / wide, (y + (j + 0.5) / SAMPLES) / high)
        for i in range(SAMPLES)
        for j in range(SAMPLES)
    )
    return inside >= ENOUGH


def _inside(x: float, y: float) -> bool:
    left, right, top, bottom = BAR
    if (left <= x <= right and top <= y <= bottom) or math.dist((x, y), ORB[:2]) <= ORB[2]:
        return True
    within = False
    for (x0, y0), (x1, y1) in zip(CROWN, (*CROWN[1:], CROWN[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            within = not within
    return within


def legend(glyphs: Glyphs) -> str:
    """What the signs on a board mean while a search is explained on it."""
    return (
        f"{glyphs.way} may be taken next  {glyphs.to_come} still to be tried  {glyphs.tried} tried, no solution  "
        f"{glyphs.free} free  {glyphs.attacked} attacked  numbers at the edges: squares left"
    )


Label = tuple[str, str]
"""A text and its tone."""


def row_label(marks: Marks, row: int, glyphs: Glyphs) -> Label:
    """What stands at the right end of a row: the squares left, and whether it is next or dead."""
    return _label(marks.rows.get(row), row == marks.next_row, row in marks.dead_rows, glyphs.previous, glyphs)


def column_label(marks: Marks, column: int, glyphs: Glyphs) -> Label:
    """What stands below a column."""
    return _label(
        marks.columns.get(column), column == marks.next_column, column in marks.dead_columns, glyphs.up, glyphs
    )


def _label(left: int | None, following: bool, dead: bool, pointer: str, glyphs: Glyphs) -> Label:
    if left is None:
        return "", "label"
    if dead:
        return f"{glyphs.no}{left}", "dead"
    return (f"{pointer}{left}", "next") if following else (f" {left}", "label")
