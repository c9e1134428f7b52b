"""The Sudoku grid: givens, placed values, marks, candidates, conflicts, a cursor; or what a search has placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from core import Grid, Shape
from tui.kit.canvas import numbers_above
from tui.kit.lines import Line, Lines
from tui.kit.sudoku_cells import CellLines, CellPainter, CellView
from tui.kit.sudoku_layout import GridLayout, best_layout, marks_outside
from tui.kit.sudoku_marks import DrawnMarks
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.values import BoardValue


class SudokuBoard(Lines, can_focus=True):
    """Draws what is `SudokuPosition`, with as much room for a cell as there is; larger grids scroll with the cursor."""

    COMPONENT_CLASSES = {
        "sudoku--given", "sudoku--own", "sudoku--found", "sudoku--mark", "sudoku--candidate", "sudoku--empty",
        "sudoku--line", "sudoku--box", "sudoku--peer", "sudoku--same", "sudoku--conflict", "sudoku--cursor",
        "sudoku--extra", "sudoku--look", "sudoku--placed", "sudoku--gone", "sudoku--defining", "sudoku--fin",
        "sudoku--number", "sudoku--first", "sudoku--second", "sudoku--third", "sudoku--dashed",
        "sudoku--ring", "sudoku--sign", "sudoku--selected", "sudoku--impossible",
        *(f"sudoku--paint{number}" for number in range(1, 7)), *(f"sudoku--pen{number}" for number in range(1, 5)),
    }  # fmt: skip
    DEFAULT_CSS = """
    SudokuBoard {
        & > .sudoku--given { color: $foreground; text-style: bold; }
        & > .sudoku--own { color: $primary; }
        & > .sudoku--found { color: $success; }
        & > .sudoku--mark { color: $secondary; text-style: bold; }
        & > .sudoku--candidate { color: $foreground-muted; }
        & > .sudoku--number { color: $foreground-muted; }
        & > .sudoku--empty { color: $foreground-muted; text-style: dim; }
        & > .sudoku--line { color: $border; }
        & > .sudoku--box { color: $foreground-muted; }
        & > .sudoku--peer { background: $panel 70%; }
        & > .sudoku--same { color: $foreground; text-style: bold underline; }
        & > .sudoku--conflict { color: $error; text-style: bold reverse; }
        & > .sudoku--cursor { color: $accent; text-style: bold reverse; }
        & > .sudoku--extra { background: $secondary-muted; }
        &:ansi > .sudoku--extra { background: ansi_default; }
        & > .sudoku--selected { background: $primary-muted; text-style: underline; }
        &:ansi > .sudoku--selected { background: ansi_default; text-style: underline reverse; }
        & > .sudoku--dashed { color: $foreground-muted; }
        & > .sudoku--ring { color: $secondary; }
        & > .sudoku--sign { color: $warning; text-style: bold; }
        & > .sudoku--pen1 { color: #56b4e9; }
        & > .sudoku--pen2 { color: #e69f00; }
        & > .sudoku--pen3 { color: #2fbf8f; }
        & > .sudoku--pen4 { color: #d98cb3; }
        &:light > .sudoku--pen1 { color: #0061a0; }
        &:light > .sudoku--pen2 { color: #8f5200; }
        &:light > .sudoku--pen3 { color: #006b4c; }
        &:light > .sudoku--pen4 { color: #8c3f6b; }
        &:ansi > .sudoku--pen1 { color: ansi_blue; }
        &:ansi > .sudoku--pen2 { color: ansi_yellow; }
        &:ansi > .sudoku--pen3 { color: ansi_green; }
        &:ansi > .sudoku--pen4 { color: ansi_magenta; }
        & > .sudoku--look { background: $accent-muted; }
        & > .sudoku--placed { color: $success; text-style: bold reverse; }
        & > .sudoku--gone { color: $error; text-style: bold; }
        & > .sudoku--impossible { color: $foreground-muted; text-style: dim strike; }
        & > .sudoku--defining { color: $success; text-style: bold; }
        & > .sudoku--fin { color: $warning; text-style: bold; }
        & > .sudoku--first { color: $primary; text-style: bold; }
        & > .sudoku--second { color: $secondary; text-style: bold; }
        & > .sudoku--third { color: $warning; text-style: bold; }
        & > .sudoku--paint1 { background: #8a2430; }
        & > .sudoku--paint2 { background: #6e5a10; }
        & > .sudoku--paint3 { background: #1f5f38; }
        & > .sudoku--paint4 { background: #1f4a86; }
        & > .sudoku--paint5 { background: #64348a; }
        & > .sudoku--paint6 { background: #54585f; }
        &:light > .sudoku--paint1 { background: #f3b8bd; }
        &:light > .sudoku--paint2 { background: #eedf9c; }
        &:light > .sudoku--paint3 { background: #b5e0c2; }
        &:light > .sudoku--paint4 { background: #b9d2f5; }
        &:light > .sudoku--paint5 { background: #ddc3f0; }
        &:light > .sudoku--paint6 { background: #cdd0d5; }
        &:ansi > .sudoku--candidate { text-style: dim; }
        &:ansi > .sudoku--look { background: ansi_default; text-style: underline; }
        &:ansi > .sudoku--paint1 { color: ansi_white; background: ansi_red; }
        &:ansi > .sudoku--paint2 { color: ansi_black; background: ansi_yellow; }
        &:ansi > .sudoku--paint3 { color: ansi_black; background: ansi_green; }
        &:ansi > .sudoku--paint4 { color: ansi_white; background: ansi_blue; }
        &:ansi > .sudoku--paint5 { color: ansi_white; background: ansi_magenta; }
        &:ansi > .sudoku--paint6 { color: ansi_black; background: ansi_white; }
        &:ansi > .sudoku--peer { background: ansi_default; }
    }
    """

    @dataclass
    class Clicked(Message):
        """A cell was clicked."""

        cell: int

    def __init__(self, *, framed: bool = True, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel board" if framed else None)
        self.position = SudokuPosition(Grid.empty(Shape(3, 3)))
        self._named = BoardValue(self.position)
        """The words on the frame."""
        self._top = self._left = self._last_cursor = 0
        self._origin = (0, 0)
        self._cells: dict[CellView, CellLines] = {}
        """Cells drawn before."""
        self._frame = _Frame([], [], [])
        self._picture: DrawnMarks | None = None
        """What rules draw on it."""
        self._drawn_with: tuple[GridLayout, bool] | None = None
        """What both were drawn for; None for drawing them again."""

    def take(self, value: BoardValue) -> None:
        if value.position.grid.layout != self.position.grid.layout:
            self._top = self._left = 0
            self.set_class(bool(marks_outside(value.position.grid.layout)), "-clued")
        self.position, self._named = value.position, value

    def paint(self) -> None:
        super().paint()
        _, title, words, more = self._named
        if isinstance(title, str) and self.scrolled:
            shape = self.position.grid.shape
            title += f"  {shape.name_of(min(self._last_cursor, shape.cells - 1))}"
        for part in more:
            if words is not None and len(f"{words} · {part}") <= self.size.width - 2:
                words += f" · {part}"
        self.entitle(title, words)

    @property
    def scrolled(self) -> bool:
        """Whether only a part of the grid is visible."""
        if not self.size:
            return False
        layout = best_layout(self.position.grid.layout, *self.size)
        return layout.width > self.size.width or layout.height > self.size.height

    def at_cursor(self) -> str:
        grid, cell = self.position.grid, self.position.cursor
        if cell is None or (grid.values[cell] and not grid.givens[cell]):
            return ""
        return "given" if grid.givens[cell] else "mark, candidate" if grid.marks[cell] else "candidate"

    def notify_style_update(self) -> None:
        self._drawn_with = None
        super().notify_style_update()

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        if place is not None:
            layout = best_layout(self.position.grid.layout, *self.size)
            cell = layout.cell_at(place.x - self._origin[0], place.y - self._origin[1])
            if cell is not None:
                self.post_message(self.Clicked(cell))

    # Drawing

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        layout = best_layout(self.position.grid.layout, width, height)
        lines = self._drawing(layout)
        across = layout.width
        self._follow_cursor(layout, width, height)
        above, before = max(0, (height - len(lines) + 1) // 2), max(0, (width - across + 1) // 2)
        numbered = self._row_numbers(layout, before)
        if not numbered:
            before = max(0, (width - across) // 2)
        self._origin = (before - self._left, above - self._top)
        style = self.tone("sudoku--number")
        seen: list[Line] = [[]] * above
        if across <= width and not layout.side:  # numbers beside clues would be read as clues
            starts = [before * bool(above) + layout.left(column) for column in range(layout.shape.order)]
            numbers = numbers_above(starts, layout.cell_width, layout.cell_width // 2)
            if above:
                seen[-1] = [Segment(numbers, style)]
            elif numbered and layout.above(0) and layout.cell_width > 1 and not self._numbers_on_top:
                lines[0] = list(_written_over(lines[0], numbers, style))
        for at, line in enumerate(lines[self._top : self._top + height], self._top):
            strip = Strip(line).crop(self._left, self._left + width) if across > width else line
            seen.append([Segment(numbered.get(at, "").rjust(before), style), *strip])
        return seen

    @property
    def _numbers_on_top(self) -> bool:
        return self._picture is not None and self._picture.numbers_on_top

    def _row_numbers(self, layout: GridLayout, room: int) -> dict[int, str]:
        """By line, the number of the row whose middle it is, if there is room at the left."""
        n, middle = layout.shape.order, (layout.cell_height - 1) // 2
        spare = room - len(str(n))
        if layout.side or spare < (not layout.frame):  # with nothing between, it would be read as a value
            return {}
        return {layout.top(row) + middle: f"{row + 1}{' ' * (spare > 0)}" for row in range(n)}

    def _follow_cursor(self, layout: GridLayout, width: int, height: int) -> None:
        """Scroll as little as possible so that the cursor's cell and its neighbours are in sight."""
        if self.position.cursor is not None:
            self._last_cursor = self.position.cursor
        row, column = divmod(min(self._last_cursor, layout.shape.cells - 1), layout.shape.order)
        self._top = _window(self._top, layout.top(row), layout.cell_height, layout.height, height)
        self._left = _window(self._left, layout.left(column), layout.cell_width, layout.width, width)

    def _drawing(self, layout: GridLayout) -> list[list[Segment]]:
        unicode = self.app.glyphs.unicode
        painter = CellPainter(self, layout, unicode, self._cells)
        if self._drawn_with != (layout, unicode):
            self._drawn_with = (layout, unicode)
            self._cells.clear()
            self._frame = _Frame.of(layout, painter, unicode)
            self._picture = DrawnMarks(layout, unicode) if layout.grid.pictured else None
        bars, pads, above = self._frame.bars, self._frame.pads, self._frame.above
        n = layout.shape.order
        lines: list[list[Segment]] = []
        across = layout.shape.box_columns if layout.boxed else 1
        wrong = painter.wrong if layout.cell_width == 1 else frozenset()
        for row in range(n):
            if above[row]:
                lines.append(self._pointing_line(row, wrong, painter, unicode) if wrong else above[row])
            cells = painter.cells(range(row * n, row * n + n))
            for at in range(layout.cell_height):
                line: list[Segment] = []
                for column in range(n):
                    line += bars[row][column]
                    if (
                        wrong
                        and bars[row][column]
                        and not wrong.isdisjoint(range(row * n + column, row * n + n)[:across])
                    ):
                        line[-1:] = [painter.warning]
                    line += cells[column][at]
                    line += pads[column]
                lines.append(line + bars[row][n])
        if above[n]:
            lines.append(above[n])
        if layout.side:
            left, right = Segment(" " * layout.side), Segment(" " * layout.right)
            lines = [[left, *line, right] for line in lines]
        if self._picture is not None:
            blanks = f" {self.app.glyphs.attacked}+"
            return self._picture.over(lines, self.position.searched or self.position.grid.values, blanks, painter.tone)
        return lines

    def _pointing_line(self, row: int, wrong: frozenset[int], painter: CellPainter, unicode: bool) -> list[Segment]:
        """The line above a row of boxes, if a cell is too narrow for an exclamation mark of its own.
        One is here above its column, and one on the line to the left of its box.
        """
        layout = painter.layout
        if not layout.boxed:
            return self._frame.above[row]
        n, text, tone = layout.shape.order, layout.horizontal(row, unicode), painter.line(layout.above(row))
        line: list[Segment] = []
        done = 0
        for column in range(n):
            if any((row + down) * n + column in wrong for down in range(layout.shape.box_rows)):
                place = layout.left(column)
                line += [Segment(text[done:place], tone), painter.warning]
                done = place + 1
        return [*line, Segment(text[done:], tone)]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The lines of a grid: drawn once for a layout and a choice of colours."""

    bars: list[list[list[Segment]]]
    """By row: the line to the left of each cell, and the one after the last."""
    pads: list[list[Segment]]
    """Blanks after the cells of a column."""
    above: list[list[Segment]]
    """The line above each row, and the one below the last; empty for none."""

    @classmethod
    def of(cls, layout: GridLayout, painter: CellPainter, unicode: bool) -> _Frame:
        """The frame of a grid laid out like this."""
        n, shape = layout.shape.order, layout.shape
        bars = [_bars(layout, painter, 0, unicode)] * n
        if not layout.boxed:
            bars = [_bars(layout, painter, row, unicode) for row in range(n)]
        pads = [
            [Segment(" " * layout.pad)] if layout.pad and (column + 1) % shape.box_columns == 0 else []
            for column in range(n)
        ]
        return cls(bars, pads, [_line_above(layout, painter, row, unicode) for row in range(n + 1)])


def _written_over(line: Iterable[Segment], text: str, style: Style) -> Iterator[Segment]:
    """A line with the signs of a text in place of its own, except where the text has a blank."""
    at = 0
    for own, tone, _ in line:
        over = text[at : at + len(own)].ljust(len(own))
        at += len(own)
        for written, pairs in groupby(zip(own, over, strict=True), key=lambda pair: pair[1] != " "):
            yield Segment("".join(pair[written] for pair in pairs), style if written else tone)


def _bars(layout: GridLayout, painter: CellPainter, row: int, unicode: bool) -> list[list[Segment]]:
    return [
        [Segment(bar, painter.line(layout.before_cell(row, column)))] if (bar := layout.vertical(column, unicode, row))
        else []
        for column in range(layout.shape.order + 1)
    ]  # fmt: skip


def _line_above(layout: GridLayout, painter: CellPainter, row: int, unicode: bool) -> list[Segment]:
    if not layout.above(row):
        return []
    text, tone = layout.horizontal(row, unicode), painter.line(layout.above(row))
    if layout.boxed or row == layout.shape.order:
        return [Segment(text, tone)]
    heavy = {True: painter.line(2), False: tone}
    runs = groupby(text, key=lambda sign: sign not in "─-┼├┤┠┨┯┷┿╂")
    return [Segment("".join(run), heavy[bold]) for bold, run in runs]


def _window(start: int, place: int, length: int, whole: int, room: int) -> int:
    """Where a window of ``room`` begins so that ``place`` is inside, with a little of what is around it."""
    if whole <= room:
        return 0
    around = min(length + 1, max(0, (room - length) // 2))
    start = min(start, place - around)
    start = max(start, place + length + around - room)
    return min(max(start, 0), whole - room)
