"""The Sudoku grid: givens, own values, marks, candidates, conflicts, a cursor; or what a search has placed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from core.sudoku.editor import NO_COLOURS, Colours
from core.sudoku.grid import Grid, bit, values_in
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol
from tui.host import host
from tui.screens.sudoku.layout import Layout, best_layout
from tui.widgets.lines import Line, Lines

LARGEST_MOVING = 16
"""Above this order givens and found values look the same while a search is running: one style a row."""
MOST_KEPT = 4096
"""Drawn cells kept for the next picture."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is on the board."""

    grid: Grid
    cursor: int | None = 0
    """The cell with the cursor; None for none: a search is running.  Then nothing is drawn that does not move
    or matter, for every change of style is bytes on the line."""
    digit: int = 0
    """The value to point out wherever it stands; 0 for none."""
    candidates: bool = False
    """Whether empty cells show what the rules leave, beside the own marks."""
    searched: tuple[int, ...] | None = None
    """Values of a search or a solution, shown in place of the own ones."""
    colours: Colours = field(default_factory=lambda: NO_COLOURS)
    """What a person coloured."""


class SudokuBoard(Lines, can_focus=True):
    """Draws a `Picture`, with as much room for a cell as there is; larger grids scroll with the cursor."""

    COMPONENT_CLASSES = {
        "sudoku--given", "sudoku--own", "sudoku--found", "sudoku--mark", "sudoku--candidate", "sudoku--empty",
        "sudoku--line", "sudoku--box", "sudoku--peer", "sudoku--same", "sudoku--conflict", "sudoku--cursor",
    }  # fmt: skip
    DEFAULT_CSS = """
    SudokuBoard {
        & > .sudoku--given { color: $foreground; text-style: bold; }
        & > .sudoku--own { color: $primary; }
        & > .sudoku--found { color: $success; }
        & > .sudoku--mark { color: $secondary; text-style: bold; }
        & > .sudoku--candidate { color: $foreground-muted; }
        & > .sudoku--empty { color: $foreground-muted; text-style: dim; }
        & > .sudoku--line { color: $border; }
        & > .sudoku--box { color: $foreground-muted; }
        & > .sudoku--peer { background: $panel 70%; }
        & > .sudoku--same { color: $accent; text-style: underline; }
        & > .sudoku--conflict { color: $error; text-style: bold reverse; }
        & > .sudoku--cursor { color: $accent; text-style: bold reverse; }
        &:ansi > .sudoku--candidate { text-style: dim; }
        &:ansi > .sudoku--peer { background: ansi_default; }
    }
    """

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.picture = Picture(Grid.empty(Shape(3, 3)))
        self._top = self._left = self._last_cursor = 0
        self._origin = (0, 0)
        self._cells: dict[tuple[object, ...], list[list[Segment]]] = {}
        """Cells drawn before, by everything that their drawing depends on."""
        self._drawn_with: tuple[Layout, bool] | None = None

    def show(self, picture: Picture) -> None:
        """Draw this."""
        if picture.grid.shape != self.picture.grid.shape:
            self._top = self._left = 0
        if picture != self.picture or not self._strips:
            self.picture = picture
            self.paint()

    @property
    def scrolled(self) -> bool:
        """Whether only a part of the grid is to be seen."""
        if not self.size:
            return False
        layout = best_layout(self.picture.grid.shape, *self.size)
        return layout.width > self.size.width or layout.height > self.size.height

    def notify_style_update(self) -> None:
        self._cells.clear()
        super().notify_style_update()

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        if place is not None:
            layout = best_layout(self.picture.grid.shape, *self.size)
            cell = layout.cell_at(place.x - self._origin[0], place.y - self._origin[1])
            if cell is not None:
                self.post_message(self.Clicked(cell))

    # Drawing

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        layout = best_layout(self.picture.grid.shape, width, height)
        lines = self._drawing(layout)
        across = layout.width
        self._follow_cursor(layout, width, height)
        above, before = max(0, (height - len(lines)) // 2), max(0, (width - across) // 2)
        self._origin = (before - self._left, above - self._top)
        margin = Segment(" " * before)
        seen: list[Line] = [[]] * above
        for line in lines[self._top : self._top + height]:
            strip = Strip(line).crop(self._left, self._left + width) if across > width else line
            seen.append([margin, *strip])
        return seen

    def _follow_cursor(self, layout: Layout, width: int, height: int) -> None:
        """Scroll as little as possible so that the cursor's cell and its neighbours are in sight."""
        if self.picture.cursor is not None:
            self._last_cursor = self.picture.cursor
        row, column = divmod(min(self._last_cursor, layout.shape.cells - 1), layout.shape.order)
        self._top = _window(self._top, layout.top(row), layout.cell_height, layout.height, height)
        self._left = _window(self._left, layout.left(column), layout.cell_width, layout.width, width)

    def _drawing(self, layout: Layout) -> list[list[Segment]]:
        unicode = host(self).glyphs.unicode
        if self._drawn_with != (layout, unicode):
            self._drawn_with = (layout, unicode)
            self._cells.clear()
        pen = _Pen(self, layout, unicode, self._cells)
        n = layout.shape.order
        bars = [
            [Segment(bar, pen.line(layout.before(column)))] if (bar := layout.vertical(column, unicode)) else []
            for column in range(n + 1)
        ]
        pads = [
            [Segment(" " * layout.pad)] if layout.pad and (column + 1) % layout.shape.box_columns == 0 else []
            for column in range(n)
        ]
        lines: list[list[Segment]] = []
        wrong = pen.wrong if layout.cell_width == 1 else frozenset()
        for row in range(n):
            if layout.above(row):
                lines.append(self._line_above(row, wrong, pen, unicode))
            cells = [pen.cell(row * n + column) for column in range(n)]
            for at in range(layout.cell_height):
                line: list[Segment] = []
                for column in range(n):
                    box = range(column, column + layout.shape.box_columns) if bars[column] and column < n else ()
                    line += [pen.warning] if any(row * n + c in wrong for c in box) else bars[column]
                    line += cells[column][at]
                    line += pads[column]
                lines.append(line + bars[n])
        if layout.above(n):
            lines.append([Segment(layout.horizontal(n, unicode), pen.line(layout.above(n)))])
        return lines

    def _line_above(self, row: int, wrong: frozenset[int], pen: _Pen, unicode: bool) -> list[Segment]:
        """The line above a row of boxes.

        Where a cell is too narrow for an exclamation mark of its own, one stands here above its column, and one on
        the line to the left of its box.
        """
        layout = pen.layout
        n, text, tone = layout.shape.order, layout.horizontal(row, unicode), pen.line(layout.above(row))
        line: list[Segment] = []
        done = 0
        for column in range(n):
            if any((row + down) * n + column in wrong for down in range(layout.shape.box_rows)):
                place = layout.left(column)
                line += [Segment(text[done:place], tone), pen.warning]
                done = place + 1
        return [*line, Segment(text[done:], tone)]


def _window(start: int, place: int, length: int, whole: int, room: int) -> int:
    """Where a window of ``room`` begins so that ``place`` is inside, with a little of what is around it."""
    if whole <= room:
        return 0
    around = min(length + 1, max(0, (room - length) // 2))
    start = min(start, place - around)
    start = max(start, place + length + around - room)
    return min(max(start, 0), whole - room)


class _Pen:
    """Draws single cells of one picture in one layout."""

    def __init__(
        self, board: SudokuBoard, layout: Layout, unicode: bool, drawn: dict[tuple[object, ...], list[list[Segment]]]
    ) -> None:
        picture = board.picture
        grid, shape = picture.grid, picture.grid.shape
        self.layout = layout
        self._board, self._drawn = board, drawn
        self._picture, self._grid = picture, grid
        glyphs = host(board).glyphs
        self._dot, self._times, self._more = glyphs.attacked, glyphs.times, glyphs.ellipsis
        self._sides = ("▐", "▌") if unicode else ("[", "]")
        self._values = grid.values if picture.searched is None else picture.searched
        watching = picture.searched is not None
        self.wrong = frozenset() if watching else frozenset(c for each in grid.conflicts for c in each.cells)
        self._peers = frozenset() if picture.cursor is None else frozenset(shape.peers(picture.cursor))
        self._candidates = grid.candidates if picture.candidates and not watching else None
        self._tones: dict[str, Style] = {}
        self._ansi = board.app.native_ansi_color

    def tone(self, name: str) -> Style:
        """A component's style."""
        style = self._tones.get(name)
        if style is None:
            style = self._tones[name] = self._board.tone(f"sudoku--{name}")
        return style

    @property
    def warning(self) -> Segment:
        """Points at a broken rule from a line of the grid."""
        return Segment("!", self.tone("conflict"))

    def line(self, weight: int) -> Style:
        """The style of a line of the grid."""
        box = weight > 1 or not self.layout.inner
        return self.tone("box" if box else "line")

    def cell(self, cell: int) -> list[list[Segment]]:
        """The lines of one cell."""
        picture, grid = self._picture, self._grid
        value = self._values[cell]
        here, peer = cell == picture.cursor, cell in self._peers
        key: tuple[object, ...]
        if value:
            given = grid.givens[cell] > 0
            found = not given and picture.searched is not None and grid.placed[cell] != value
            key = (value, given, found, value == picture.digit, cell in self.wrong, picture.cursor is None, here, peer)
        elif picture.searched is None:
            own, left = grid.marks[cell], self._left(cell)
            struck = grid.struck[cell] if self._candidates is not None else 0
            key = ("marks", own, left, struck, self._candidates is None, picture.digit, here, peer)
        else:
            key = ("empty", picture.cursor is None, here, peer)
        lines = self._drawn.get(key)
        if lines is None:
            if len(self._drawn) >= MOST_KEPT:
                self._drawn.clear()
            lines = self._drawn[key] = self._cell(cell, value, here, peer)
        return lines

    def _cell(self, cell: int, value: int, here: bool, peer: bool) -> list[list[Segment]]:
        if value:
            lines = self._value(cell, value, here)
        elif self._picture.searched is None and (self._grid.marks[cell] or self._left(cell)):
            lines = self._marks(cell)
            if here:
                lines = [[Segment(s.text, (s.style or Style()) + self.tone("cursor")) for s in line] for line in lines]
        elif self._picture.cursor is None and self._picture.searched is not None:
            lines = [[Segment(" " * self.layout.cell_width, self.tone("found"))]] * self.layout.cell_height
        else:
            lines = self._centred(" ", self._dot, "", self.tone("empty"), here)
        if peer:
            tint = self.tone("peer")
            if self._ansi:
                # Sixteen colours have no tint that is legible everywhere: the others are dim instead.
                return [[Segment(s.text, (s.style or Style()) + Style(dim=False)) for s in line] for line in lines]
            lines = [[Segment(s.text, tint + (s.style or Style())) for s in line] for line in lines]
        return lines

    def _left(self, cell: int) -> int:
        """The candidates to show in a cell, as a set."""
        return self._candidates[cell] if self._candidates is not None else 0

    def _value(self, cell: int, value: int, here: bool) -> list[list[Segment]]:
        picture, grid = self._picture, self._grid
        if picture.cursor is None and picture.searched is not None and grid.shape.order > LARGEST_MOVING:
            style = self.tone("found")
        elif grid.givens[cell]:
            style = self.tone("given")
        elif picture.searched is not None and grid.placed[cell] != value:
            style = self.tone("found")
        else:
            style = self.tone("own")
        if value == picture.digit:
            style = style + self.tone("same")
        wrong = cell in self.wrong
        if wrong:
            style = style + self.tone("conflict")
        return self._centred("!" if wrong else " ", symbol(value), "!" if wrong else "", style, here)

    def _centred(self, lead: str, text: str, trail: str, style: Style, here: bool) -> list[list[Segment]]:
        """One sign in the middle of the cell, marked before it where the cell is narrow and behind it where not."""
        wide, high = self.layout.cell_width, self.layout.cell_height
        if here:
            style = style + self.tone("cursor")
        plain = not (here or trail or style.underline)
        if plain:
            # In one piece: the blanks have no look of their own.
            middle = [Segment((" " * ((wide - 1) // 2) + text).rjust(min(wide, 2)).ljust(wide), style)]
        elif wide < 3:
            middle = [Segment(lead + text if wide == 2 else text, style)]
        else:
            opening, closing = (" ", trail or " ")
            side = style
            if here and high == 1:
                opening, closing = self._sides[0], trail or self._sides[1]
                side = self._bare(self.tone("cursor"))
            before = (wide - 3) // 2
            middle = [
                Segment(" " * before), Segment(opening, side), Segment(text, style),
                Segment(closing, style if trail else side), Segment(" " * (wide - 3 - before)),
            ]  # fmt: skip
        blank = [Segment(" " * wide)]
        if here and high > 1:
            blank = [Segment(" " * wide, style)]
            middle = [Segment(segment.text, style) for segment in middle]
        above = (high - 1) // 2
        return [blank] * above + [middle] + [blank] * (high - above - 1)

    @staticmethod
    def _bare(style: Style) -> Style:
        """The colour alone."""
        return Style(color=style.color)

    def _marks(self, cell: int) -> list[list[Segment]]:
        own = self._grid.marks[cell]
        left = self._left(cell)
        if self.layout.roomy:
            return self._marks_in_places(own, left, self._grid.struck[cell] if self._candidates is not None else 0)
        return [self._marks_in_a_row(own, left)]

    def _sign(self, value: int, own: int, left: int) -> Segment:
        """One mark: the own ones differ from candidates, and those that the rules exclude stand out."""
        if not own & bit(value):
            style = self.tone("candidate")
        elif self._candidates is not None and not left & bit(value):
            style = self.tone("mark") + self.tone("conflict")
        else:
            style = self.tone("mark")
        if value == self._picture.digit:
            style = style + self.tone("same")
        return Segment(symbol(value), style)

    def _marks_in_places(self, own: int, left: int, struck: int) -> list[list[Segment]]:
        """Each value at its own place, laid out like a box."""
        shape, layout = self._grid.shape, self.layout
        wide, high = layout.cell_width, layout.cell_height
        step = 2 if wide >= 2 * shape.box_columns + 1 else 1
        before = (wide - (shape.box_columns - 1) * step - 1) // 2
        after = wide - (shape.box_columns - 1) * step - 1 - before
        above = (high - shape.box_rows) // 2
        dim = self.tone("empty")
        lines = [[Segment(" " * wide)] for _ in range(high)]
        for row in range(shape.box_rows):
            line = [Segment(" " * before)]
            for column in range(shape.box_columns):
                value = row * shape.box_columns + column + 1
                if (own | left) & bit(value):
                    line.append(self._sign(value, own, left))
                else:
                    line.append(Segment(self._times if struck & bit(value) else self._dot, dim))
                if step > 1 and column < shape.box_columns - 1:
                    line.append(Segment(" "))
            lines[above + row] = [*line, Segment(" " * after)]
        return lines

    def _marks_in_a_row(self, own: int, left: int) -> list[Segment]:
        """As many as there is room for, from the left, so that no mark looks like a value."""
        wide = self.layout.cell_width
        values = values_in(own | left)
        if wide < 3:
            sign = ":" if values else self._dot
            return [Segment(sign.rjust(wide), self.tone("mark" if own else "candidate"))]
        room = wide if len(values) <= wide else wide - 1
        signs = [self._sign(value, own, left) for value in values[:room]]
        if len(values) > wide:
            return [*signs, Segment(self._more, self.tone("candidate"))]
        return [*signs, Segment(self._dot * (wide - len(signs)), self.tone("empty"))]
