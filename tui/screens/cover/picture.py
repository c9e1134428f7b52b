"""Solutions and partial solutions as pictures: tilings, squares, boards; filled tiles with borders between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from core.exact_cover.pictures.picture import Cell, CellState, Picture
from tui.glyphs import Glyphs
from tui.kit.lines import Line, Lines, arrows, wrapped
from tui.screens.cover.values import PictureValue

if TYPE_CHECKING:
    from core.exact_cover.pictures.picture import Canvas, KnownOptions

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
        if cell.state is CellState.CHOSEN and cell.colour >= 0:
            return self.fill(cell.colour)
        return self.tone(str(cell.state) if cell.state is not CellState.CHOSEN else "open")

    def text(self, cell: Cell | None, wide: int) -> str:
        """What stands in a cell, at most so wide: a forced one in brackets, so that no colour is needed."""
        if cell is None:
            return ""
        if cell.state is CellState.OUT:
            return self.glyphs.attacked
        text = cell.text if cell_len(cell.text) <= wide else set_cell_size(cell.text, wide).rstrip()
        return f"({text})" if cell.state is CellState.FORCED and cell_len(text) + 2 <= wide else text


LAYER_GAP = "   "
TONES = {"border": "muted", "open": "plain", "forced": "accent", "out": "muted"}
"""What stands in a tone that all widgets share."""
EXPLAINED = (
    (CellState.GIVEN, "{given} given"),
    (CellState.FORCED, "(x) forced"),
    (CellState.OUT, "{out} nothing left to put there"),
)
"""What the signs below a picture mean, where it has them."""


class CoverPicture(Lines, can_focus=True):
    """Draws what a `Canvas` makes of some options, as large as it fits, and what is known of others, or lines instead.

    Arrow keys move what does not fit.
    """

    COMPONENT_CLASSES = {"picture--given", *(f"picture--{n}" for n in range(len(COLOURS)))}
    DEFAULT_CSS = """
    CoverPicture > .picture--given { color: $foreground; background: $panel; text-style: bold underline; }
    """ + "".join(
        f"CoverPicture > .picture--{n} {{ background: {fill}; color: {INK}; text-style: bold; }}\n"
        for n, fill in enumerate(COLOURS)
    )
    BINDINGS = arrows("move", across=2)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None
        self.options: tuple[int, ...] = ()
        self.instead: Sequence[str] = ()
        self.standing: KnownOptions | None = None
        self._shift = (0, 0)

    def take(self, value: PictureValue) -> None:
        if value.canvas is not self.canvas:
            self._shift = (0, 0)
        self.canvas, self.options, self.instead = value.canvas, value.state.chosen, value.instead
        self.standing = value.state.standing(value.given) if value.canvas is not None else None

    def action_move(self, down: int, right: int) -> None:
        """Move the window over a picture that is larger than the widget."""
        self._shift = (self._shift[0] + down, self._shift[1] + right)
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        if self.canvas is None:
            ellipsis = self.app.glyphs.ellipsis
            return [
                [Segment(f" {line}", self.tone("muted"))]
                for text in self.instead
                for line in wrapped(text, width - 2, height, ellipsis) or [""]
            ]
        picture = self.canvas.picture(self.options, self.standing)
        note = self._note(picture)
        drawing = self._best(picture, width, height - bool(note))
        if not note or not _fits(drawing, width, height - 1) or len(note) > width:
            return self._window(drawing, width, height)
        return [*self._window(drawing, width, height - 1), [Segment(note, self.tone("muted"))]]

    def _note(self, picture: Picture) -> str:
        """What the signs of a picture mean; empty where all is chosen or open."""
        looks = {cell.state for layer in picture.layers for row in layer for cell in row if cell is not None}
        marks = {"given": "_5_", "out": self.app.glyphs.attacked}
        words = [text.format(**marks) for look, text in EXPLAINED if look in looks]
        return " " + "   ".join(words) if words else ""

    def _best(self, picture: Picture, width: int, height: int) -> Drawing:
        """The largest drawing that fits, or the smallest there is; only that one is drawn."""
        layers = len(picture.layers)
        tall = max((len(rows) for rows in picture.layers), default=0)
        wide = max((len(rows[0]) for rows in picture.layers if rows), default=0)
        ways: list[tuple[int, int, Callable[..., Drawing]]] = [
            *(((w + 1) * wide + 1, (h + 1) * tall + 1, partial(bordered, size=(w, h))) for w, h in SIZES),
            *((cell * wide, tall, partial(plain, wide=cell)) for cell in (2, 1)),
        ]
        draw, across = ways[-1][-1], 1
        for broad, high, way in ways:
            # As many layers as fit side by side, the others below.
            fitting = min(layers, (width + len(LAYER_GAP)) // (broad + len(LAYER_GAP)))
            if fitting and -(-layers // fitting) * high <= height:
                draw, across = way, fitting
                break
        paint = Paint(self.app.glyphs, lambda name: self.tone(TONES.get(name, f"picture--{name}")))
        drawn = [draw(picture, layer, paint=paint) for layer in range(layers)]
        return [line for first in range(0, layers, across) for line in _row(drawn[first : first + across])]

    def _window(self, drawing: Drawing, width: int, height: int) -> list[Line]:
        across = max(map(_length, drawing), default=0)
        if across <= width and len(drawing) <= height:
            self._shift = (0, 0)
            margin = Segment(" " * ((width - across) // 2))
            above: list[Line] = [[]] * ((height - len(drawing)) // 2)
            return [*above, *([margin, *line] for line in drawing)]
        down = min(max(0, self._shift[0]), max(0, len(drawing) - height))
        right = min(max(0, self._shift[1]), max(0, across - width))
        self._shift = (down, right)
        return [_cropped(line, right, width) for line in drawing[down : down + height]]


def _length(line: Sequence[Segment]) -> int:
    return sum(segment.cell_length for segment in line)


def _row(layers: list[Drawing]) -> Drawing:
    """Layers side by side."""
    widths = [max(map(_length, layer), default=0) for layer in layers]
    lines: Drawing = []
    for y in range(max(map(len, layers))):
        line: list[Segment] = []
        for layer, wide in zip(layers, widths, strict=True):
            here = layer[y] if y < len(layer) else []
            line += [Segment(LAYER_GAP)] * bool(line) + here + [Segment(" " * (wide - _length(here)))]
        lines.append(line)
    return lines


def _fits(drawing: Drawing, width: int, height: int) -> bool:
    return len(drawing) <= height and all(_length(line) <= width for line in drawing)


def _cropped(line: Sequence[Segment], start: int, width: int) -> Line:
    from textual.strip import Strip

    return list(Strip(line).crop(start, start + width))


# Tiles: cells of any size, pieces in one colour


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
