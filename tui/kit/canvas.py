"""Lines and signs drawn into a grid of cells: charts, graphs, links."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""What each dot of a cell adds to the number of its character, row by row."""
NOTHING = Segment(" ")


def numbers_above(starts: Sequence[int], wide: int, middle: int, first: int = 1) -> str:
    """The numbers of columns whose cells begin at these places, from ``first`` on, each above the middle of its cells.

    If they would touch, only every second, fifth or tenth.
    """
    digits = len(str(len(starts)))
    every = next((step for step in (1, 2, 5, 10) if step * wide > digits or digits == 1), len(starts))
    text = ""
    for column in range(every - 1, len(starts), every):
        name = str(column + first)
        text = text.ljust(starts[column] + max(0, middle - len(name) // 2)) + name
    return text


class DotCanvas:
    """Cells with signs in them, and finer dots behind: eight a cell if the terminal has Braille, else one."""

    def __init__(self, width: int, height: int, unicode: bool) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self.columns, self.rows = (2 * width, 4 * height) if unicode else (width, height)
        """In dots."""
        self._dots: dict[tuple[int, int], tuple[int, Style]] = {}
        self._signs: dict[tuple[int, int], Segment] = {}

    def dot(self, column: int, row: int, style: Style) -> None:
        """A dot, counted from the upper left; its cell has the style of the one drawn last."""
        cell, bit = (column, row), 1
        if self.unicode:
            cell, bit = (column // 2, row // 4), BRAILLE_DOTS[row % 4][column % 2]
        self._dots[cell] = (self._dots.get(cell, (0, style))[0] | bit, style)

    # Places: x and y from 0 to 1, y upwards

    def dot_at(self, x: float, y: float, style: Style) -> None:
        """A dot at a place."""
        column, row = int(x * (self.columns - 1) + 0.5), int((1 - y) * (self.rows - 1) + 0.5)
        self.dot(min(self.columns - 1, column), min(self.rows - 1, row), style)

    def line(self, start: tuple[float, float], end: tuple[float, float], style: Style, every: int = 1) -> None:
        """A straight line; ``every`` leaves out all but one dot in this many."""
        across, up = end[0] - start[0], end[1] - start[1]
        dots = max(abs(across) * self.columns, abs(up) * self.rows, 1)
        for step in range(0, int(dots) + 1, every):
            self.dot_at(start[0] + across * step / dots, start[1] + up * step / dots, style)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of a place."""
        column, row = int(x * (self.width - 1) + 0.5), int((1 - y) * (self.height - 1) + 0.5)
        return min(self.width - 1, column), min(self.height - 1, row)

    # Signs: cells from the upper left

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write a text over what is there; what does not fit is left out."""
        for sign in text:
            wide = cell_len(sign)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width and wide:
                self._signs[x, y] = Segment(sign, style)
                for more in range(1, wide):
                    self._signs[x + more, y] = Segment("")
            x += wide

    def fill(self, x: int, y: int, sign: str, style: Style) -> None:
        """Write a sign, unless there is one already."""
        if self.sign(x, y) == " ":
            self.put(x, y, sign, style)

    def sign(self, x: int, y: int) -> str:
        """The sign in a cell, or a space."""
        return self._signs.get((x, y), NOTHING).text

    def row(self, y: int) -> list[Segment]:
        """One row of the picture."""
        return [self._drawn(x, y) for x in range(self.width)]

    def _drawn(self, x: int, y: int) -> Segment:
        if (x, y) in self._signs:
            return self._signs[x, y]
        if (x, y) in self._dots:
            bits, style = self._dots[x, y]
            return Segment(chr(0x2800 + bits) if self.unicode else ".", style)
        return NOTHING
