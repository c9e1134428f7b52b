"""Solutions and partial solutions as pictures: tilings, squares, boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding

from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped

if TYPE_CHECKING:
    from core.exact_cover.picture import Canvas, Picture

COLOURS = 8
CELL_WIDTHS = (3, 1)
ASCII_BORDERS = str.maketrans("─│┌┐└┘├┤┬┴┼╴╵╶╷", "-|+++++++++-|-|")
LAYER_GAP = "   "

Drawing = list[list[Segment]]


class CoverPicture(Lines, can_focus=True):
    """Draws what a `Canvas` makes of some options, as large as it fits; arrow keys move what does not fit."""

    COMPONENT_CLASSES = {*(f"picture--{n}" for n in range(COLOURS)), "picture--border", "picture--note"}
    DEFAULT_CSS = """
    CoverPicture {
        & > .picture--border { color: $foreground-muted; }
        & > .picture--note { color: $foreground-muted; }
        & > .picture--0 { color: ansi_yellow; text-style: bold; }
        & > .picture--1 { color: ansi_blue; text-style: bold; }
        & > .picture--2 { color: ansi_green; text-style: bold; }
        & > .picture--3 { color: ansi_red; text-style: bold; }
        & > .picture--4 { color: ansi_magenta; text-style: bold; }
        & > .picture--5 { color: ansi_cyan; text-style: bold; }
        & > .picture--6 { color: $foreground; text-style: bold; }
        & > .picture--7 { color: $accent; text-style: bold; }
    }
    """
    BINDINGS = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left,h", "move(0, -2)", show=False),
        Binding("right,l", "move(0, 2)", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None
        self.options: tuple[int, ...] = ()
        self.instead: Sequence[str] = ()
        self._shift = (0, 0)

    def show(self, canvas: Canvas | None, options: Sequence[int], instead: Sequence[str] = ()) -> None:
        """Draw these options; without a canvas, the lines of ``instead``."""
        if canvas is not self.canvas:
            self._shift = (0, 0)
        self.canvas, self.options, self.instead = canvas, tuple(options), instead
        self.paint()

    def action_move(self, down: int, right: int) -> None:
        """Move the window over a picture that is larger than the widget."""
        self._shift = (self._shift[0] + down, self._shift[1] + right)
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        if self.canvas is None:
            ellipsis = host(self).glyphs.ellipsis
            return [
                [Segment(f" {line}", self.tone("picture--note"))]
                for text in self.instead
                for line in wrapped(text, width - 2, height, ellipsis) or [""]
            ]
        drawing = self._best(self.canvas.picture(self.options), width, height)
        return self._window(drawing, width, height)

    def _best(self, picture: Picture, width: int, height: int) -> Drawing:
        """The largest drawing that fits, or the smallest there is."""
        drawing: Drawing = []
        for cell in CELL_WIDTHS:
            layers = [self._bordered(picture, z, cell) for z in range(len(picture.layers))]
            for drawing in self._arrangements(layers):
                if _fits(drawing, width, height):
                    return drawing
        for cell in (2, 1):
            layers = [self._plain(picture, z, cell) for z in range(len(picture.layers))]
            for drawing in self._arrangements(layers):
                if _fits(drawing, width, height):
                    return drawing
        return drawing

    def _arrangements(self, layers: list[Drawing]) -> Iterable[Drawing]:
        """Layers side by side, then below each other."""
        if len(layers) > 1:
            height = max(map(len, layers))
            widths = [max(map(_length, layer), default=0) for layer in layers]
            yield [
                [
                    segment
                    for layer, wide in zip(layers, widths, strict=True)
                    for segment in (
                        *(layer[y] if y < len(layer) else []),
                        Segment(" " * (wide - (_length(layer[y]) if y < len(layer) else 0)) + LAYER_GAP),
                    )
                ]
                for y in range(height)
            ]
        yield [line for layer in layers for line in layer]

    def _bordered(self, picture: Picture, layer: int, cell: int) -> Drawing:
        unicode = host(self).glyphs.unicode
        return [
            [
                Segment(span.text if unicode else span.text.translate(ASCII_BORDERS), self._colour(span.colour))
                for span in line
            ]
            for line in picture.spans(layer, cell)
        ]

    def _plain(self, picture: Picture, layer: int, cell: int) -> Drawing:
        """Without borders: every cell its text, so that neighbours of one piece show the same letter."""
        dot = host(self).glyphs.dot
        return [
            [
                Segment(" " * cell)
                if entry is None
                else Segment(f"{entry.text[:cell] or dot:<{cell}}", self._colour(entry.colour))
                for entry in row
            ]
            for row in picture.layers[layer]
        ]

    def _colour(self, number: int) -> Style:
        return self.tone("picture--border" if number < 0 else f"picture--{number % COLOURS}")

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


def _fits(drawing: Drawing, width: int, height: int) -> bool:
    return len(drawing) <= height and all(_length(line) <= width for line in drawing)


def _cropped(line: Sequence[Segment], start: int, width: int) -> Line:
    from textual.strip import Strip

    return list(Strip(line).crop(start, start + width))
