"""Solutions as pictures: tilings, squares, boards; in text with box-drawing borders, and as SVG.

A `Canvas` says where the options of a problem are drawn; `Canvas.picture`
draws some of them, a partial solution as well as a whole one.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.svg import document, element, group, lettering

Place = tuple[int, int, int]
"""Layer, row, column; plane pictures have only layer 0."""

PALETTE = (
    "#e6a04b", "#5b9bd5", "#8fbf5a", "#d9706b", "#9a7fc7", "#57b8a5", "#d8c04e", "#c77fae", "#7f9fbf", "#b58a5e",
    "#74a874", "#b8b8b8", "#e08f8f", "#6f8fd9", "#a9c76b", "#c9a0dc",
)  # fmt: skip
"""Fill colours of an SVG picture, by colour number (modulo their number)."""

CELL_WIDTH = 3

# Which of the four arms (up, right, down, left) meet at a corner, as bits 1, 2, 4, 8.
_JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


class CellState(StrEnum):
    """What stands in a cell, and since when."""

    CHOSEN = "chosen"
    GIVEN = "given"
    """In every solution, as the sizes of the items say before any search."""
    FORCED = "forced"
    """The only option left for an item, not chosen yet."""
    OPEN = "open"
    OUT = "out"
    """Nothing is left that could be drawn here: attacked, or to stay empty."""


@dataclass(frozen=True, slots=True)
class KnownOptions:
    """What is known of the options beside those chosen."""

    given: Collection[int] = ()
    forced: Collection[int] = ()
    ruled_out: Container[int] = ()
    """Options that can no longer be chosen."""


class Cell(NamedTuple):
    """One cell of a picture."""

    text: str
    """What stands in it (a piece's name, a value); empty where nothing is yet."""
    group: int
    """Cells of one group have no border between them."""
    colour: int
    """A small number to choose a colour by; -1 where nothing is yet."""
    state: CellState = CellState.CHOSEN


class Span(NamedTuple):
    """A run of text in one colour; -1 for borders and empty cells."""

    text: str
    colour: int


@dataclass(frozen=True)
class Picture:
    """A grid of cells; None where there is none.  ``layers[z][row][column]``."""

    layers: tuple[tuple[tuple[Cell | None, ...], ...], ...]

    def spans(self, layer: int = 0, cell_width: int = CELL_WIDTH) -> list[list[Span]]:
        """The lines of one layer with box-drawing borders, each as runs of one colour; a cell has that many columns."""
        rows = self.layers[layer]
        height, width = len(rows), len(rows[0]) if rows else 0
        lines: list[list[Span]] = []
        for y in range(height + 1):
            border = []
            for x in range(width + 1):
                border.append(self._corner(layer, y, x))
                if x < width:
                    border.append(("─" if self._split(layer, y - 1, x, y, x) else " ") * cell_width)
            lines.append([Span("".join(border), -1)])
            if y < height:
                lines.append(_merged(self._row(layer, y, width, cell_width)))
        return lines

    def joined(self, layer: int, y: int, x: int, down: int, right: int) -> int:
        """The colour that two neighbours, or the four around a corner, have in common as one piece; -1 for none."""
        cells = [self._at(layer, y + dy, x + dx) for dy in range(down + 1) for dx in range(right + 1)]
        first = cells[0]
        if first is None or first.colour < 0:
            return -1
        same = all(c is not None and (c.group, c.colour) == (first.group, first.colour) for c in cells)
        return first.colour if same else -1

    def border(self, layer: int, y: int, x: int) -> tuple[str, str, str]:
        """The signs of the borders at the upper left of a cell: corner, above it, left of it (a blank for none)."""
        above = "─" if self._split(layer, y - 1, x, y, x) else " "
        left = "│" if self._split(layer, y, x - 1, y, x) else " "
        return self._corner(layer, y, x), above, left

    def _row(self, layer: int, y: int, width: int, cell_width: int) -> list[Span]:
        spans = []
        for x in range(width + 1):
            wall = self._split(layer, y, x - 1, y, x)
            left, right = self._at(layer, y, x - 1), self._at(layer, y, x)
            inside = left is not None and right is not None and not wall
            spans.append(Span("│" if wall else " ", left.colour if inside and left is not None else -1))
            if x < width:
                text = right.text if right is not None else ""
                spans.append(Span(f"{text:^{cell_width}.{cell_width}}", right.colour if right is not None else -1))
        return spans

    def lines(self, layer: int = 0) -> list[str]:
        """The lines of one layer as plain text."""
        return ["".join(span.text for span in line).rstrip() for line in self.spans(layer)]

    def text(self) -> str:
        """The whole picture as plain text, layers below each other."""
        blocks = []
        for layer in range(len(self.layers)):
            head = [f"layer {layer + 1}"] if len(self.layers) > 1 else []
            blocks.append("\n".join(head + self.lines(layer)))
        return "\n".join(blocks)

    def svg(self, title: str = "", size: int = 28) -> str:
        """The picture as a complete SVG document, ``size`` pixels for each cell, layers side by side."""
        height = max((len(rows) for rows in self.layers), default=0)
        width = sum(len(rows[0]) + 1 if rows else 1 for rows in self.layers) - 1
        parts: list[str] = []
        left = 0
        for layer, rows in enumerate(self.layers):
            parts += self._svg_layer(layer, left, size)
            left += (len(rows[0]) if rows else 0) + 1
        edge = -size / 2
        return document(parts, (width + 1) * size, (height + 1) * size, left=edge, top=edge, title=title)

    def _svg_layer(self, layer: int, left: int, size: int) -> list[str]:
        fills, walls, texts = [], [], []
        rows = self.layers[layer]
        for y in range(len(rows) + 1):
            for x in range((len(rows[0]) if rows else 0) + 1):
                px, py = (left + x) * size, y * size
                cell = self._at(layer, y, x)
                if cell is not None:
                    fill = PALETTE[cell.colour % len(PALETTE)] if cell.colour >= 0 else "#f4f4f4"
                    fills.append(element("rect", x=px, y=py, width=size, height=size, fill=fill))
                    if cell.text:
                        texts.append(_svg_text(cell.text, px + size / 2, py + size / 2, size))
                if self._split(layer, y - 1, x, y, x):
                    walls.append(f"M{px} {py}h{size}")
                if self._split(layer, y, x - 1, y, x):
                    walls.append(f"M{px} {py}v{size}")
        return [
            *fills,
            element("path", d="".join(walls), stroke="#222", stroke_width=2, stroke_linecap="square", fill="none"),
            group(texts, font_family="sans-serif", text_anchor="middle", fill="#222"),
        ]

    def _at(self, layer: int, y: int, x: int) -> Cell | None:
        rows = self.layers[layer]
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else None

    def _split(self, layer: int, y0: int, x0: int, y1: int, x1: int) -> bool:
        first, second = self._at(layer, y0, x0), self._at(layer, y1, x1)
        if first is None or second is None:
            return first is not second
        return first.group != second.group

    def _corner(self, layer: int, y: int, x: int) -> str:
        up = self._split(layer, y - 1, x - 1, y - 1, x)
        down = self._split(layer, y, x - 1, y, x)
        left = self._split(layer, y - 1, x - 1, y, x - 1)
        right = self._split(layer, y - 1, x, y, x)
        return _JUNCTIONS[up + 2 * right + 4 * down + 8 * left]


LETTER = 0.62
"""Width of a letter of average width, in heights of the font; wide ones have `WIDE_LETTER`."""
WIDE_LETTER = 1.0
_NARROW = frozenset("fijlrt1.,:;'!|()[]/ ")
MOST_LETTERS = 8
"""A longer name loses its middle, because nobody could read it whole."""


def _svg_text(text: str, x: float, y: float, size: int) -> str:
    """A name in the middle of a cell, so small that it fits."""
    shown = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS // 2]}…{text[-(MOST_LETTERS // 2 - 1) :]}"
    wide = sum(_letter(letter) for letter in shown)
    font = min(0.5, 0.86 / wide) * size
    return lettering(shown, text if shown != text else "", x=x, y=y + 0.36 * font, font_size=font)


def _letter(letter: str) -> float:
    """The width of a letter of a usual font, rather too large than too small, in heights of the font."""
    if letter in _NARROW:
        return 0.4
    if not letter.isascii() or letter in "MW@%mw":
        return WIDE_LETTER
    return 0.75 if letter.isupper() else LETTER


def _merged(spans: Iterable[Span]) -> list[Span]:
    out: list[Span] = []
    for span in spans:
        if out and out[-1].colour == span.colour:
            out[-1] = Span(out[-1].text + span.text, span.colour)
        else:
            out.append(span)
    return out


@dataclass(frozen=True)
class Canvas:
    """Where the options of a problem are drawn.

    ``places`` are the cells; ``marks[o]`` is what option ``o`` writes: pairs of
    cell number and text; ``colours[o]`` is its colour number.  ``blocks[c]``
    is the block of cell ``c`` where borders are fixed (a Sudoku's boxes);
    without blocks borders run between options, as in a tiling.
    """

    places: tuple[Place, ...]
    marks: tuple[tuple[tuple[int, str], ...], ...]
    colours: tuple[int, ...]
    blocks: tuple[int, ...] = ()

    def picture(self, options: Sequence[int], standing: KnownOptions | None = None) -> Picture:
        """The picture of some chosen options; with ``standing`` also of what is given, forced or ruled out."""
        text = [""] * len(self.places)
        colour = [-1] * len(self.places)
        state = [CellState.OPEN] * len(self.places)
        # Cells that nothing covers yet form one group of their own.
        group = list(self.blocks) if self.blocks else [-1] * len(self.places)
        given = standing.given if standing is not None else ()

        def lay(option: int, how: CellState) -> None:
            for cell, mark in self.marks[option]:
                if how is not CellState.CHOSEN and state[cell] is not CellState.OPEN:
                    continue
                text[cell], state[cell] = mark, how
                if how is CellState.FORCED:
                    continue
                colour[cell] = self.colours[option]
                if not self.blocks:
                    group[cell] = option

        for option in options:
            lay(option, CellState.CHOSEN)
        if standing is not None:
            for option in given:
                lay(option, CellState.GIVEN)
                if option in options:
                    for cell, _ in self.marks[option]:
                        state[cell] = CellState.GIVEN
            for option in standing.forced:
                lay(option, CellState.FORCED)
            reached = {cell for option, marks in enumerate(self.marks) if option not in standing.ruled_out
                       for cell, _ in marks}  # fmt: skip
            for cell in range(len(self.places)):
                if state[cell] is CellState.OPEN and cell not in reached:
                    state[cell] = CellState.OUT
        sizes = [1 + max((place[axis] for place in self.places), default=-1) for axis in range(3)]
        grid: list[list[list[Cell | None]]] = [[[None] * sizes[2] for _ in range(sizes[1])] for _ in range(sizes[0])]
        for cell, (z, y, x) in enumerate(self.places):
            grid[z][y][x] = Cell(text[cell], group[cell], colour[cell], state[cell])
        return Picture(tuple(tuple(tuple(row) for row in layer) for layer in grid))
