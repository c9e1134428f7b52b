"""Solutions and partial solutions as pictures: tilings, squares, boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.binding import Binding

from core.exact_cover.pictures.picture import Look
from tui.screens.cover.tiles import COLOURS, INK, SIZES, Drawing, Paint, bordered, plain
from tui.widgets.lines import Line, Lines, wrapped

if TYPE_CHECKING:
    from core.exact_cover.pictures.picture import Canvas, KnownOptions, Picture

LAYER_GAP = "   "
TONES = {"border": "muted", "open": "plain", "forced": "accent", "out": "muted"}
"""What stands in a tone that all widgets share."""
EXPLAINED = ((Look.GIVEN, "{given} given"), (Look.FORCED, "(x) forced"), (Look.OUT, "{out} nothing left to put there"))
"""What the signs below a picture mean, where it has them."""


class CoverPicture(Lines, can_focus=True):
    """Draws what a `Canvas` makes of some options, as large as it fits; arrow keys move what does not fit."""

    COMPONENT_CLASSES = {"picture--given", *(f"picture--{n}" for n in range(len(COLOURS)))}
    DEFAULT_CSS = """
    CoverPicture > .picture--given { color: $foreground; background: $panel; text-style: bold underline; }
    """ + "".join(
        f"CoverPicture > .picture--{n} {{ background: {fill}; color: {INK}; text-style: bold; }}\n"
        for n, fill in enumerate(COLOURS)
    )
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
        self.standing: KnownOptions | None = None
        self._shift = (0, 0)

    def show(
        self,
        canvas: Canvas | None,
        options: Sequence[int],
        instead: Sequence[str] = (),
        standing: KnownOptions | None = None,
    ) -> None:
        """Draw these options, and what is known of others; without a canvas, the lines of ``instead``."""
        if canvas is not self.canvas:
            self._shift = (0, 0)
        self.canvas, self.options, self.instead, self.standing = canvas, tuple(options), instead, standing
        self.paint()

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
        looks = {cell.look for layer in picture.layers for row in layer for cell in row if cell is not None}
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
