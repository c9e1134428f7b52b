"""Solutions and partial solutions as pictures: tilings, squares, boards; filled tiles with borders between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from core._drawing.cells import Cell, CellPicture, CellState, heat_level, heat_text
from core._drawing.grids import SMALLEST, GridKind, Stencil, stencil
from tui.glyphs import Glyphs
from tui.kit.canvas import numbers_above
from tui.kit.lines import Line, Lines, arrows
from tui.kit.wrapping import wrapped
from tui.screens.cover.values import PictureValue

if TYPE_CHECKING:
    from core._drawing.cells import Canvas, KnownOptions

Drawing = list[list[Segment]]

COLOURS = (
    "#ffaf5f", "#0087ff", "#00d7af", "#ff5faf", "#8787af", "#00d7ff", "#87d75f", "#ff5f5f", "#d787ff", "#878700",
    "#ffafaf", "#5f875f",
)  # fmt: skip
"""Fills of the pieces, by colour number.

Terminals of 256 colours have them all; black on them has a contrast of at least 4.5, they have one of at least 1.5
with dark and light surfaces, and any two are 40 apart in CIE Lab.
"""
HEAT_FILLS = ("#8a8a8a", "#8787af", "#5f87d7", "#0087ff")
"""Fills of cells by their `heat_level`, from 1: of about one brightness, so that they serve dark and light themes."""
INK = "#000000"

SIZES = (*((2 * high + 1, high) for high in range(9, 0, -1)), (1, 1))
"""Columns and rows of a cell, the largest first; a character is about twice as high as it is wide."""


NARROW = 3
"""The signs of a cell that are needed to show a share in percent."""
IN_TENTHS = " 1 means 10 %, # all"


@dataclass(frozen=True, slots=True)
class Paint:
    """The signs and colours of tiles."""

    glyphs: Glyphs
    tone: Callable[[str], Style]
    """A tone by its name: ``border``, ``open``, ``given``, ``forced``, ``out``, ``heat1``, or a fill's number."""

    def fill(self, colour: int) -> Style:
        """The fill of a colour number."""
        return self.tone(str(colour % len(COLOURS)))

    def cell(self, cell: Cell | None) -> Style:
        """The style of a cell."""
        if cell is None:
            return Style()
        if cell.state is CellState.CHOSEN and cell.colour >= 0:
            return self.fill(cell.colour)
        if cell.state is CellState.SHARE:
            level = heat_level(cell.share)
            return self.tone(f"heat{level}" if level else "open" if cell.share else "out")
        return self.tone(str(cell.state) if cell.state is not CellState.CHOSEN else "open")

    def text(self, cell: Cell | None, wide: int) -> str:
        """The text of a cell, at most ``wide`` wide: a forced one in brackets, so that no colour is needed."""
        if cell is None:
            return ""
        if cell.state is CellState.OUT:
            return self.glyphs.attacked
        if cell.state is CellState.SHARE:
            return heat_text(cell.share, wide if wide >= NARROW else 1, cell.text) or self.glyphs.dot
        text = cell.text if cell_len(cell.text) <= wide else set_cell_size(cell.text, wide).rstrip()
        return f"({text})" if cell.state is CellState.FORCED and cell_len(text) + 2 <= wide else text


class _Cell(NamedTuple):
    """The columns and rows of a cell, and how many the borders between cells have."""

    wide: int
    high: int
    border: int


class _Numbers(NamedTuple):
    """The names of the rows and columns of a plane picture."""

    rows: int
    columns: int
    first: int
    cell: _Cell

    @classmethod
    def of(cls, picture: CellPicture, cell: _Cell, first: int) -> _Numbers | None:
        """The names; None for a picture that has no plane of rows and columns."""
        if picture.grid is not GridKind.SQUARES or len(picture.layers) != 1 or len(rows := picture.layers[0]) < 2:
            return None
        return cls(len(rows), len(rows[0]), first, cell)

    @property
    def digits(self) -> int:
        """Columns for the number of a row, with a blank if there are no borders."""
        return len(str(self.rows - 1 + self.first)) + (not self.cell.border)

    def above(self, margin: int) -> str:
        """The line above the picture."""
        wide, _, border = self.cell
        starts = [margin + border + column * (wide + border) for column in range(self.columns)]
        return numbers_above(starts, wide, wide // 2, self.first)

    def before(self, line: int, margin: int) -> str:
        """What comes before a line of the picture."""
        _, high, border = self.cell
        row, at = divmod(line - border, high + border)
        if at != (high - 1) // 2 or row >= self.rows:
            return " " * margin
        number = f"{row + self.first}"
        return (number + " " * (margin > len(number))).rjust(margin)


LAYER_GAP = "   "
LARGEST_OUTLINE = 8
"""The largest size in which triangles and hexagons are drawn: lines of a slanted side."""
TONES = {"border": "muted", "open": "plain", "forced": "accent", "out": "muted"}
"""The parts that are drawn in tones that all widgets share."""
EXPLAINED = (
    (CellState.GIVEN, "{given} given"),
    (CellState.FORCED, "(x) forced"),
    (CellState.OUT, "{out} nothing left to put there"),
)
"""What the signs below a picture mean, if it has them."""


class CoverPicture(Lines, can_focus=True):
    """Draws what a `Canvas` makes of some options, as large as it fits, and what is known of others, or lines instead.

    Arrow keys move what does not fit.
    """

    COMPONENT_CLASSES = {
        "picture--given", *(f"picture--{n}" for n in range(len(COLOURS))),
        *(f"picture--heat{n}" for n in range(1, len(HEAT_FILLS) + 1)),
    }  # fmt: skip
    DEFAULT_CSS = """
    CoverPicture > .picture--given { color: $foreground; background: $panel; text-style: bold underline; }
    """ + "".join(
        f"CoverPicture > .picture--{n} {{ background: {fill}; color: {INK}; text-style: bold; }}\n"
        for n, fill in (*enumerate(COLOURS), *((f"heat{level}", fill) for level, fill in enumerate(HEAT_FILLS, 1)))
    )
    BINDINGS = arrows("move", across=2)

    class OptionAsked(Message):
        """By hand, another option is wanted under the cursor: the one this many further on."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.canvas: Canvas | None = None
        self.options: tuple[int, ...] = ()
        self.instead: Sequence[str] = ()
        self.standing: KnownOptions | None = None
        self.told: Sequence[tuple[str, float]] = ()
        self.around: int | None = None
        self._shift = (0, 0)

    def take(self, value: PictureValue) -> None:
        if value.canvas is not self.canvas:
            self._shift = (0, 0)
        self.canvas, self.options, self.instead = value.canvas, value.state.chosen, value.instead
        self.told, self.around = value.told, value.around
        self.standing = value.state.standing(value.given) if value.canvas is not None else None

    def action_move(self, down: int, right: int) -> None:
        """Move the window over a picture that is larger than the widget; by hand, to another option."""
        if self.around is not None:
            self.post_message(self.OptionAsked(self._beside(self.around, down, right) - self.around))
            return
        self._shift = (self._shift[0] + down, self._shift[1] + right)
        self.paint()

    def _beside(self, option: int, down: int, right: int) -> int:
        """The next option or the one before; down and up, the first option of another piece."""
        colours = self.canvas.colours if self.canvas is not None else ()
        step, place = (1 if down + right > 0 else -1), option
        while 0 <= place + step < len(colours):
            place += step
            if right or colours[place] != colours[option]:
                break
        while down and place and colours[place - 1] == colours[place]:
            place -= 1
        return place

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        if self.canvas is None:
            ellipsis = self.app.glyphs.ellipsis
            return [
                [Segment(f" {line}", self.tone("muted"))]
                for text in self.instead
                for line in wrapped(text, width - 2, height, ellipsis) or [""]
            ]
        picture = self.canvas.picture(self.options, self.standing, self.told, self.around)
        note = self._note(picture)
        drawing, cell = self._best(picture, width, height - bool(note))
        if self.told and cell.wide < NARROW:
            note = IN_TENTHS
            drawing, cell = self._best(picture, width, height - 1)
        numbers = _Numbers.of(picture, cell, self.canvas.first)
        if not note or not _fits(drawing, width, height - 1) or len(note) > width:
            return self._window(drawing, width, height, numbers)
        return [*self._window(drawing, width, height - 1, numbers), [Segment(note, self.tone("muted"))]]

    def _note(self, picture: CellPicture) -> str:
        """What the signs of a picture mean; empty if everything is chosen or open."""
        looks = {cell.state for layer in picture.layers for row in layer for cell in row if cell is not None}
        marks = {"given": "_5_", "out": self.app.glyphs.attacked}
        words = [text.format(**marks) for look, text in EXPLAINED if look in looks]
        return " " + "   ".join(words) if words else ""

    def _best(self, picture: CellPicture, width: int, height: int) -> tuple[Drawing, _Cell]:
        """The largest drawing that fits, or the smallest there is, and its cells; only that one is drawn.

        One with borders is so large that its rows and columns can be numbered, if any of these is small enough.
        """
        layers = len(picture.layers)
        paint = Paint(self.app.glyphs, lambda name: self.tone(TONES.get(name, f"picture--{name}")))
        if picture.grid is not GridKind.SQUARES:
            return self._best_outlined(picture, width, height, paint)
        tall = max((len(rows) for rows in picture.layers), default=0)
        wide = max((len(rows[0]) for rows in picture.layers if rows), default=0)
        with_borders = [(_Cell(w, h, 1), partial(bordered, size=(w, h))) for w, h in SIZES]
        without = [(_Cell(w, 1, 0), partial(plain, wide=w)) for w in (2, 1)]
        if self.told:  # a share needs three signs more than it needs borders
            without.insert(0, (_Cell(NARROW + 1, 1, 0), partial(plain, wide=NARROW + 1)))
            with_borders = [way for way in with_borders if way[0].wide >= NARROW]
        ways: list[tuple[int, _Cell, Callable[..., Drawing]]] = [
            *((len(str(tall)), *way) for way in with_borders if layers == 1 and tall > 1),
            *((0, *way) for way in (*with_borders, *without)),
        ]
        (_, chosen, draw), across = ways[-1], 1
        for digits, cell, way in ways:
            broad, high = (cell.wide + cell.border) * wide + cell.border, (cell.high + cell.border) * tall + cell.border
            # As many layers as fit side by side, the others below.
            fitting = min(layers, (width - digits + len(LAYER_GAP)) // (broad + len(LAYER_GAP)))
            if fitting and -(-layers // fitting) * high <= height - bool(digits):
                chosen, draw, across = cell, way, fitting
                break
        drawn = [draw(picture, layer, paint=paint) for layer in range(layers)]
        return [line for first in range(0, layers, across) for line in _row(drawn[first : first + across])], chosen

    def _best_outlined(self, picture: CellPicture, width: int, height: int, paint: Paint) -> tuple[Drawing, _Cell]:
        """`_best` for triangles and hexagons."""
        layers, least = len(picture.layers), SMALLEST[picture.grid]
        spots = [
            [(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell is not None]
            for rows in picture.layers
        ]
        for size in range(LARGEST_OUTLINE, least - 1, -1):
            stencils = [stencil(picture.grid, each, size) for each in spots]
            broad, high = max(made.width for made in stencils), max(made.height for made in stencils)
            across = min(layers, (width + len(LAYER_GAP)) // (broad + len(LAYER_GAP)))
            if across and -(-layers // across) * high <= height:
                break
        drawn = [outlined(picture, layer, made, paint) for layer, made in enumerate(stencils)]
        across = max(1, across)
        room = min((room for made in stencils for _, _, room in made.texts.values()), default=NARROW)
        lines = [line for first in range(0, layers, across) for line in _row(drawn[first : first + across])]
        return lines, _Cell(room, 1, 0)

    def _window(self, drawing: Drawing, width: int, height: int, numbers: _Numbers | None) -> list[Line]:
        across = max(map(_length, drawing), default=0)
        if across <= width and len(drawing) <= height:
            self._shift = (0, 0)
            before, above = (width - across + 1) // 2, (height - len(drawing) + 1) // 2
            if numbers is not None and above and numbers.digits <= width - across:
                before = max(before, numbers.digits)
            else:
                numbers, before, above = None, (width - across) // 2, (height - len(drawing)) // 2
            lines: list[Line] = [[]] * above
            if numbers is not None:
                lines[-1] = [Segment(numbers.above(before), self.tone("muted"))]
            for at, line in enumerate(drawing):
                number = numbers.before(at, before) if numbers is not None else " " * before
                lines.append([Segment(number, self.tone("muted")), *line])
            return lines
        down = min(max(0, self._shift[0]), max(0, len(drawing) - height))
        right = min(max(0, self._shift[1]), max(0, across - width))
        self._shift = (down, right)
        return [_cropped(line, right, width) for line in drawing[down : down + height]]


class LanePicture(CoverPicture):
    """What one of several searches has chosen, with the name of that search."""

    def take(self, value: Any) -> None:
        self.canvas, self.options = value.position
        self.entitle(value.title, value.words)


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


def bordered(picture: CellPicture, layer: int, size: tuple[int, int], paint: Paint) -> Drawing:
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
                    line.append(_inside(rows[y][x], wide, paint, number - (high - 1) // 2, named=high > 1))
        lines += [borders, *body]
    return lines


def plain(picture: CellPicture, layer: int, wide: int, paint: Paint) -> Drawing:
    """One layer without borders, a row a line: neighbouring cells of one piece have the same text and colour."""
    drawing: Drawing = []
    for row in picture.layers[layer]:
        line = []
        for cell in row:
            text = "" if cell is None else paint.text(cell, wide) or paint.glyphs.dot
            line.append(Segment(set_cell_size(text, wide), paint.cell(cell)))
        drawing.append(line)
    return drawing


def outlined(picture: CellPicture, layer: int, made: Stencil, paint: Paint) -> Drawing:
    """One layer of triangles or hexagons, with borders between pieces."""
    texts = {}
    for (y, x), (line, column, wide) in made.texts.items():
        cell = picture.at(layer, y, x)
        text = paint.text(cell, wide)
        start = column + (wide - cell_len(text)) // 2
        texts.update({(line, start + at): (sign, paint.cell(cell)) for at, sign in enumerate(text)})
    drawing: Drawing = []
    for line in range(made.height):
        signs: list[tuple[str, Style]] = []
        for column in range(made.width):
            spot = line, column
            here = made.inside.get(spot)
            needed = next(
                (each for each in made.signs.get(spot, ()) if picture.split(layer, *each.one, *each.other)), None
            )  # fmt: skip
            if spot in texts:
                signs.append(texts[spot])
            elif needed is not None:
                inside = picture.at(layer, *here) if here is not None else None
                signs.append((needed.sign, paint.tone("border") if inside is None else paint.cell(inside)))
            else:
                one = here or (made.signs[spot][0].one if spot in made.signs else None)
                signs.append((" ", paint.cell(picture.at(layer, *one) if one is not None else None)))
        drawing.append([
            Segment("".join(sign for sign, _ in run), style)
            for style, run in ((style, list(run)) for style, run in groupby(signs, key=lambda each: each[1]))
        ])  # fmt: skip
    return drawing


def _gap(sign: str, colour: int, paint: Paint) -> Segment:
    """A border, or the inside of a piece between two of its cells."""
    if colour >= 0 and not sign.strip():
        return Segment(sign, paint.fill(colour))
    return Segment(sign, paint.tone("border"))


def _inside(cell: Cell | None, wide: int, paint: Paint, below: int, *, named: bool) -> Segment:
    """A line of a cell, this far below the one with its text; a share is below its text, if there is room."""
    shown = paint.text(cell, wide) if below == 0 else ""
    if named and cell is not None and cell.state is CellState.SHARE and cell.text and cell.share and below in (0, 1):
        shown = heat_text(cell.share, wide) if below else set_cell_size(cell.text, min(wide, cell_len(cell.text)))
    left = (wide - cell_len(shown)) // 2
    return Segment(" " * left + shown + " " * (wide - left - cell_len(shown)), paint.cell(cell))
