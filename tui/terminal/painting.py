"""Sends a terminal only what differs from what it shows.

Textual sends whatever was marked for repainting, whole rows of a widget at a
time, whether it looks different or not
(https://github.com/Textualize/textual/issues/5625).  On a slow line that is
most of what is sent.  `Painted` remembers what every cell of the terminal
shows; an update becomes the cells that change and the moves between them.

No terminal can be asked how wide it draws a sign like ``♛``.  After each of
those the cursor is put where it belongs, so that the rest of the row stays
aligned; and what stands to its right is sent before it, so that a terminal that
needs two cells for it still shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from core._plain import drawn

LONG_BLANK = 14
"""This many blanks in a row are more than the sequence that erases them."""
CHEAP_GAP = 4
"""This many unchanged cells in the pen at hand cost less than a move over them."""


class TerminalPen(NamedTuple):
    """How a cell is drawn, as parameters of the terminal's SGR sequence."""

    attributes: str
    colour: str
    ground: str


PLAIN = TerminalPen("", "", "")
PaintedCell = tuple[str, TerminalPen]
"""A character and its pen; the second cell of a wide character is empty."""
Chunk = tuple[int, int, Strip]
"""Row, column, and what begins there."""


class TextUpdate(CompositorUpdate):
    """An update of which only ``text`` is left to send."""

    def __init__(self, text: str) -> None:
        self.text = text

    def render_segments(self, console: Console) -> str:
        return self.text


class Painted:
    """What the terminal shows, as far as it is known."""

    def __init__(self, *, erases: bool = False) -> None:
        """``erases``: erased cells take on the background of the pen, as `erases_in_colour` finds out."""
        self._erases = erases
        self._rows: dict[int, list[PaintedCell | None]] = {}

    def forget(self) -> None:
        """The terminal may show anything now: whatever comes next is sent whole."""
        self._rows.clear()

    def difference(self, update: CompositorUpdate, console: Console) -> CompositorUpdate:
        """What is new in an update (any other kind than the usual two is left as it is)."""
        if isinstance(update, LayoutUpdate):
            chunks = _of_layout(update)
        elif isinstance(update, ChopsUpdate):
            chunks = _of_chops(update)
        else:
            self.forget()
            return update
        return TextUpdate(self._take(chunks, console._color_system))

    def _take(self, chunks: Iterable[Chunk], colours: ColorSystem | None) -> str:
        changed: dict[int, set[int]] = {}
        for y, x, strip in chunks:
            row = self._rows.setdefault(y, [])
            cells = _cells(strip, colours)
            row.extend([None] * (x + len(cells) - len(row)))
            if row[x : x + len(cells)] == cells:
                continue
            places = changed.setdefault(y, set())
            for place, cell in enumerate(cells, x):
                if row[place] != cell:
                    row[place] = cell
                    places.add(place)
        return "".join(_written(y, self._rows[y], changed[y], self._erases) for y in sorted(changed))


def _of_layout(update: LayoutUpdate) -> Iterator[Chunk]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield y, x, strip
            x += strip.cell_length


def _of_chops(update: ChopsUpdate) -> Iterator[Chunk]:
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or x >= x2 or end <= x1:
                continue
            if x >= x1 and end <= x2:
                yield y, x, strip
            else:
                yield y, max(x, x1), strip.crop(max(0, x1 - x), min(end, x2) - x)


def _cells(strip: Strip, colours: ColorSystem | None) -> list[PaintedCell]:
    cells: list[PaintedCell] = []
    for text, style, control in strip:
        if control:
            continue
        pen = PLAIN if style is None else _pen(style, colours)
        if not text.isprintable():
            text = drawn(text)
        if pen.colour[1:] == pen.ground[1:] and pen.colour and not pen.attributes and cell_len(text) == len(text):
            text = " " * len(text)  # written in the colour of its ground
        if text.isascii():
            cells += [(sign, pen) for sign in text]
            continue
        for sign in text:
            width = cell_len(sign)
            if width == 0 and cells:  # it belongs to the sign before it
                cells[-1] = (cells[-1][0] + sign, cells[-1][1])
            elif width:
                cells += [(sign, pen), *[("", pen)] * (width - 1)]
    return cells


def _forward(style: Style) -> Style:
    """A style that looks alike, with colours swapped rather than reversed: an attribute costs a reset."""
    colour, ground = style.color, style.bgcolor
    if not style.reverse or colour is None or ground is None or colour.is_default or ground.is_default:
        return style
    return style + Style(color=ground, bgcolor=colour, reverse=False)


@lru_cache(maxsize=4096)
def _pen(style: Style, colours: ColorSystem | None) -> TerminalPen:
    if colours in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
        style = _forward(style)
    attributes = ";".join(Strip.render_ansi(style.without_color, ColorSystem.STANDARD).split(";"))
    if colours is None:
        return TerminalPen(attributes, "", "")
    colour, ground = style.color, style.bgcolor
    return TerminalPen(
        attributes,
        "" if colour is None or colour.is_default else ";".join(colour.downgrade(colours).get_ansi_codes()),
        "" if ground is None or ground.is_default else ";".join(ground.downgrade(colours).get_ansi_codes(False)),
    )


@lru_cache(maxsize=4096)
def _change(old: TerminalPen, new: TerminalPen) -> str:
    """The shortest sequence from one pen to another."""
    if old == new:
        return ""
    if new == PLAIN:
        return "\x1b[m"
    if old.attributes and old.attributes != new.attributes:
        return f"\x1b[0;{';'.join(part for part in new if part)}m" if any(new) else "\x1b[m"
    parts = [
        new.attributes if new.attributes != old.attributes else "",
        (new.colour or "39") if new.colour != old.colour else "",
        (new.ground or "49") if new.ground != old.ground else "",
    ]
    return f"\x1b[{';'.join(part for part in parts if part)}m"


@lru_cache(maxsize=4096)
def _on_blanks(pen: TerminalPen) -> bool:
    """Whether more of it than the ground is seen where nothing is written: lines, or colours reversed."""
    return not {"1", "2", "3"}.issuperset(filter(None, pen.attributes.split(";")))


def _doubtful(sign: str) -> bool:
    """Whether terminals differ in how wide they draw a sign: arrows, shapes, symbols; not frames and blocks."""
    return any("\u2190" <= each <= "\u21ff" or "\u25a0" <= each <= "\u2bff" or each >= "\U0001f000" for each in sign)


def erases_in_colour(descriptor: int) -> bool:
    """Whether the terminal says that erased cells take on the background colour (terminfo's ``bce``)."""
    try:
        import curses
    except ImportError:  # Windows
        return False
    try:
        curses.setupterm(fd=descriptor)
        return curses.tigetflag("bce") > 0
    except (OSError, ValueError, curses.error):
        return False


def _written(y: int, row: list[PaintedCell | None], places: set[int], erases: bool) -> str:
    """The changed places of a row, the pen plain before and after."""
    for place in list(places):
        cell = row[place]
        if cell is not None and not cell[0] and place:
            places.add(place - 1)  # the whole wide character
    out: list[str] = []
    pen, at, erased = PLAIN, -1, range(0)
    """Where the cursor is, or -1 if that is uncertain; and the cells erased last."""
    for place in _in_order(row, places):
        cell = row[place]
        if cell is None or not cell[0] or place in erased:
            continue
        if place != at:
            gap = row[at:place] if 0 <= at < place <= at + CHEAP_GAP else []
            if gap and all(other is not None and other[0].isascii() and other[1] == pen for other in gap):
                out.append("".join(other[0] for other in gap if other is not None))
            else:
                ahead = out and 0 <= at < place  # the two moves that a VT100 knows
                out.append(f"\x1b[{place - at}C" if ahead else f"\x1b[{y + 1};{place + 1}H")
        sign, wanted = cell
        if sign == " " and wanted.ground == pen.ground and not _on_blanks(wanted) and not _on_blanks(pen):
            wanted = pen  # it looks the same
        if erases and sign == " " and not wanted.attributes and (blanks := _blanks(row, places, place)) >= LONG_BLANK:
            out += (_change(pen, wanted), f"\x1b[{blanks}X")
            pen, at, erased = wanted, place, range(place, place + blanks)
            continue
        out += (_change(pen, wanted), sign)
        pen = wanted
        at = -1 if _doubtful(sign) else place + cell_len(sign)
    out.append(_change(pen, PLAIN))
    return "".join(out)


def _blanks(row: list[PaintedCell | None], places: set[int], place: int) -> int:
    """How many changed cells from here on are blank in the same pen."""
    end, cell = place, row[place]
    while end < len(row) and end in places and row[end] == cell:
        end += 1
    return end - place


def _in_order(row: list[PaintedCell | None], places: Iterable[int]) -> Iterator[int]:
    """The places from left to right, but what is to the right of a sign of doubtful width before that sign."""
    waiting: list[int] = []

    def doubtful(place: int) -> bool:
        cell: Any = row[place] if 0 <= place < len(row) else None
        return cell is not None and _doubtful(cell[0])

    wanted = set(places)
    wanted |= {place - 1 for place in wanted if doubtful(place - 1)}
    for place in sorted(wanted):
        if doubtful(place):
            waiting.append(place)
            continue
        yield place
        if waiting:
            yield from reversed(waiting)
            waiting.clear()
    yield from reversed(waiting)
