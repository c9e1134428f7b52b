"""A picture as filled tiles: cells of any size, pieces in one colour, borders between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from core.exact_cover.pictures.picture import Cell, Look, Picture
from tui.glyphs import Glyphs

Drawing = list[list[Segment]]

COLOURS = (
    "#ffaf5f", "#0087ff", "#00d7af", "#ff5faf", "#8787af", "#00d7ff", "#87d75f", "#ff5f5f", "#d787ff", "#878700",
    "#ffafaf", "#5f875f",
)  # fmt: skip
"""Fills of the pieces, by colour number.

Terminals of 256 colours have them all; black on them has a contrast of at least 4.5, they have one of at least 1.5
with dark and light surfaces, and any two are 40 apart in CIE Lab.
"""
INK = "#000000"

SIZES = (*((2 * high + 1, high) for high in range(9, 0, -1)), (1, 1))
"""Columns and rows of a cell, the largest first; a character is about twice as high as wide."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The signs and colours of tiles."""

    glyphs: Glyphs
    tone: Callable[[str], Style]
    """A tone by its name: ``border``, ``open``, ``given``, ``forced``, ``out``, or the number of a fill."""

    def fill(self, colour: int) -> Style:
        """The fill of a colour number."""
        return self.tone(str(colour % len(COLOURS)))

    def cell(self, cell: Cell | None) -> Style:
        """The style of a cell."""
        if cell is None:
            return Style()
        if cell.look is Look.CHOSEN and cell.colour >= 0:
            return self.fill(cell.colour)
        return self.tone(str(cell.look) if cell.look is not Look.CHOSEN else "open")

    def text(self, cell: Cell | None, wide: int) -> str:
        """What stands in a cell, at most so wide: a forced one in brackets, so that no colour is needed."""
        if cell is None:
            return ""
        if cell.look is Look.OUT:
            return self.glyphs.attacked
        text = cell.text if cell_len(cell.text) <= wide else set_cell_size(cell.text, wide).rstrip()
        return f"({text})" if cell.look is Look.FORCED and cell_len(text) + 2 <= wide else text


def bordered(picture: Picture, layer: int, size: tuple[int, int], paint: Paint) -> Drawing:
    """One layer in cells of that size with borders between pieces."""
    wide, high = size
    rows = picture.layers[layer]
    across = len(rows[0]) if rows else 0
    lines: Drawing = []
    for y in range(len(rows) + 1):
        borders: list[Segment] = []
        body: list[list[Segment]] = [[] for _ in range(high if y < len(rows) else 0)]
        for x in range(across + 1):
            corner, above, left = picture.border(layer, y, x)
            borders.append(_gap(corner, picture.joined(layer, y - 1, x - 1, 1, 1), paint))
            if x < across:
                borders.append(_gap(above * wide, picture.joined(layer, y - 1, x, 1, 0), paint))
            for number, line in enumerate(body):
                line.append(_gap(left, picture.joined(layer, y, x - 1, 0, 1), paint))
                if x < across:
                    line.append(_inside(rows[y][x], wide, paint, text=number == (high - 1) // 2))
        lines += [borders, *body]
    return lines


def plain(picture: Picture, layer: int, wide: int, paint: Paint) -> Drawing:
    """One layer without borders, a row a line: neighbours of one piece show the same text and colour."""
    drawing: Drawing = []
    for row in picture.layers[layer]:
        line = []
        for cell in row:
            text = "" if cell is None else paint.text(cell, wide) or paint.glyphs.dot
            line.append(Segment(set_cell_size(text, wide), paint.cell(cell)))
        drawing.append(line)
    return drawing


def _gap(sign: str, colour: int, paint: Paint) -> Segment:
    """A border, or the inside of a piece between two of its cells."""
    if colour >= 0 and not sign.strip():
        return Segment(sign, paint.fill(colour))
    return Segment(sign, paint.tone("border"))


def _inside(cell: Cell | None, wide: int, paint: Paint, *, text: bool) -> Segment:
    shown = paint.text(cell, wide) if text else ""
    left = (wide - cell_len(shown)) // 2
    return Segment(" " * left + shown + " " * (wide - left - cell_len(shown)), paint.cell(cell))
