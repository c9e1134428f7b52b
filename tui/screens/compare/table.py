"""The comparison table: instances down, algorithms across, one quantity at a time.

It draws a `TableText`, which is already text and tones; what the figures mean is
not its business.  Row titles and the first figures column stay in sight while
the rest scrolls, and the frame says what is cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from core._words import span
from tui.kit.lines import Line, Lines, arrows
from tui.screens.compare.markers import line_tone, marker
from tui.screens.compare.table_text import CellFigure, TableColumn, TableRow, TableText

GAP = 3
"""Blank columns between two algorithms."""
PART_GAP = 1
LONGEST_TITLE = 26
LONGEST_HEADING = 20
WHOLE = 1000


class CompareTable(Lines, can_focus=True):
    """Draws a `TableText`; arrow keys and the mouse move a cursor over its cells."""

    class Moved(Message):
        """The cursor is on another cell."""

    BINDINGS = [
        *arrows("move"),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "to_edge(0)", show=False),
        Binding("end", "to_edge(1)", show=False),
    ]
    COMPONENT_CLASSES = {"table--cursor"}
    DEFAULT_CSS = "CompareTable > .table--cursor { text-style: reverse; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.page = TableText()
        self._row = 0
        self._column = 0
        self._top = 0
        self._left = 0
        self.shown_columns = 0
        self.shown_rows = 0
        self._heading_lines = 1
        self._ends: list[tuple[int, int]] = []
        """Each visible column and the cell after its last one, for the mouse."""

    def take(self, page: TableText) -> None:
        """Keep the cursor on its row and column if they still exist."""
        row_key, column_key = self.current
        self.page = page
        rows, columns = [row.key for row in page.rows], [column.key for column in page.columns]
        self._row = rows.index(row_key) if row_key in rows else min(self._row, max(0, len(rows) - 1))
        self._column = (
            columns.index(column_key) if column_key in columns else min(self._column, max(0, len(columns) - 1))
        )
        self.entitle(page.title)

    @property
    def current(self) -> tuple[str | None, str | None]:
        """The keys of the row and column under the cursor."""
        page = self.page
        row = page.rows[self._row].key if self._row < len(page.rows) else None
        column = page.columns[self._column].key if self._column < len(page.columns) else None
        return row, column

    def go_to(self, row: str | None, column: str | None) -> None:
        """Put the cursor on the row and column with these keys, if they exist."""
        rows, columns = [each.key for each in self.page.rows], [each.key for each in self.page.columns]
        self._move_to(rows.index(row) if row in rows else self._row,
                      columns.index(column) if column in columns else self._column)  # fmt: skip

    def at_cursor(self) -> str:
        return f"{self.page.title} {' '.join(self.page.headings)}"

    def action_move(self, down: int, right: int) -> None:
        """One cell up, down, left or right."""
        self._move_to(self._row + down, self._column + right)

    def action_page(self, direction: int) -> None:
        """Move by as many rows as are visible."""
        self._move_to(self._row + direction * max(1, self.shown_rows), self._column)

    def action_to_edge(self, end: int) -> None:
        """The first or last row."""
        self._move_to(end * len(self.page.rows), self._column)

    def _move_to(self, row: int, column: int) -> None:
        row = min(max(0, row), max(0, len(self.page.rows) - 1))
        column = min(max(0, column), max(0, len(self.page.columns) - 1))
        if (row, column) != (self._row, self._column):
            self._row, self._column = row, column
            self.paint()
            self.post_message(self.Moved())

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not self.page.rows:
            return
        row = self._top + offset.y - self._heading_lines
        column = next((x for x, end in self._ends if offset.x < end), self._column)
        if offset.y >= self._heading_lines and row < self._top + self.shown_rows:
            self._move_to(row, column)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._move_to(self._row + 1, self._column)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._move_to(self._row - 1, self._column)

    def on_focus(self) -> None:
        self.paint()

    def on_blur(self) -> None:
        self.paint()

    # Drawing

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        page = self.page
        if not page.rows or not page.columns:
            self._say_what_is_cut(0, 0)
            return [[Segment(page.note[:width], self.tone("muted"))]]
        two = any(page.headings)
        summary = list(page.summary)
        heading_lines = 2 if two else 1
        room = max(1, height - heading_lines)
        summary = summary[: max(0, room // 2 - 1)]
        room -= len(summary)
        self.shown_rows = min(room, len(page.rows))
        self._top = _window(self._top, self._row, self.shown_rows, len(page.rows))
        label = min(LONGEST_TITLE, max(cell_len(text) for text in page.titles))
        known = max((cell_len(row.known) for row in page.rows), default=0) if page.known_title else 0
        if known:
            known = max(known, cell_len(page.known_title))
        # Titles if all of them fit, else the keys: a mixture would look like two kinds of things.
        names = [column.title for column in page.columns]
        before = label + (known + 2 if known else 0)
        # Whole titles, else titles cut, else the keys.
        for longest in (WHOLE, LONGEST_HEADING):
            widths = [_column_widths(page, c, name, longest) for c, name in zip(page.columns, names, strict=True)]
            if before + sum(GAP + _total(parts) for parts in widths) <= width:
                break
        else:
            names = [column.short for column in page.columns]
            widths = [_column_widths(page, column, column.short) for column in page.columns]
        # If the figures hardly fit, they matter more than what is known anyway.
        room = width - label - known - 2
        tight = room - GAP < min(_total(parts) for parts in widths) * 2
        if known and (tight or room < sum(GAP + _total(parts) for parts in widths) <= width - label):
            known = 0
        if width < label + _total(widths[self._column]) + GAP:
            label = max(3, width - _total(widths[self._column]) - GAP)
        before = label + (known + 2 if known else 0)
        shown = self._visible_columns(widths, width - before)
        self._say_what_is_cut(shown[0], shown[1])
        columns = range(shown[0], shown[1])
        self._heading_lines = heading_lines
        self._ends = [(x, before + sum(GAP + _total(w) for w in widths[shown[0] : x + 1])) for x in columns]
        lines = [self._heading(label, known, widths, names, columns)]
        if two:
            lines.append(self._part_headings(before, widths, columns))
        for y in range(self._top, self._top + self.shown_rows):
            lines.append(self._table_line(y, label, known, widths, columns))
        for title, figures in summary:
            line = [Segment(self._fit(title, before), self.tone("muted"))]
            for x in columns:
                part = figures.get(page.columns[x].key, CellFigure("", "muted"))
                line.append(Segment(" " * GAP))
                line.append(Segment(self._fit(part.text, _total(widths[x]), right=True), self.tone(part.tone)))
            lines.append(line)
        return lines

    def _visible_columns(self, widths: list[list[int]], room: int) -> tuple[int, int]:
        """The range of columns that fit, the one with the cursor among them."""
        self._left = min(self._left, self._column)
        while True:
            used, end = 0, self._left
            while end < len(widths) and used + GAP + _total(widths[end]) <= room:
                used += GAP + _total(widths[end])
                end += 1
            if end > self._column or self._left >= self._column:
                break
            self._left += 1
        while self._left > 0 and used + GAP + _total(widths[self._left - 1]) <= room:
            self._left -= 1
            used += GAP + _total(widths[self._left])
        return self._left, max(end, self._left + 1)

    def _say_what_is_cut(self, first: int, last: int) -> None:
        page, glyphs = self.page, self.app.glyphs
        self.shown_columns = last - first
        marks = []
        if self.shown_rows < len(page.rows) and last:
            marks.append(span("rows", self._top, self._top + self.shown_rows, len(page.rows)))
        if self.shown_columns < len(page.columns) and last:
            left = f"{glyphs.previous} {first} more" if first else ""
            hidden = len(page.columns) - last
            right = f"{hidden} more {glyphs.next}" if hidden else ""
            marks.append("algorithms: " + ", ".join(text for text in (left, right) if text))
        self.entitle(subtitle=f" {glyphs.dot} ".join(marks))

    def _fit(self, text: str, width: int, *, right: bool = False) -> str:
        """The text in exactly that many cells; what is cut off leaves an ellipsis."""
        if width <= 0:
            return ""
        length = cell_len(text)
        if length > width:
            return set_cell_size(text, width - 1) + str(self.app.glyphs.ellipsis)
        return " " * (width - length) + text if right else text + " " * (width - length)

    def _heading(self, label: int, known: int, widths: list[list[int]], names: list[str], columns: range) -> Line:
        page, unicode = self.page, self.app.glyphs.unicode
        line = [Segment(self._fit(page.corner, label, right=_numeric(page.rows)), self.tone("muted"))]
        if known:
            line.append(Segment("  " + self._fit(page.known_title, known, right=True), self.tone("muted")))
        for x in columns:
            column, width = page.columns[x], _total(widths[x])
            text = self._fit(names[x], min(cell_len(names[x]), width - 2)) if width > 2 else ""
            sign = marker(column.index, unicode) + " "
            line += [
                Segment(" " * (GAP + max(0, width - cell_len(text) - 2))),
                Segment(sign[:width], self.tone(line_tone(column.index))),
                Segment(text, self.tone("strong")),
            ]
        return line

    def _part_headings(self, before: int, widths: list[list[int]], columns: range) -> Line:
        line = [Segment(" " * before)]
        for x in columns:
            line.append(Segment(" " * (GAP - PART_GAP)))
            for heading, width in zip(self.page.headings, widths[x], strict=True):
                line.append(Segment(" " * PART_GAP + self._fit(heading, width, right=True), self.tone("muted")))
        return line

    def _table_line(self, y: int, label: int, known: int, widths: list[list[int]], columns: range) -> Line:
        page = self.page
        row = page.rows[y]
        line = [Segment(self._fit(row.title, label, right=_numeric(page.rows)), self.tone("plain"))]
        if known:
            line.append(Segment("  " + self._fit(row.known, known, right=True), self.tone("muted")))
        for x in columns:
            here = y == self._row and x == self._column
            line += self._cell(page.parts(row.key, page.columns[x].key), widths[x], here)
        return line

    def _cell(self, parts: Sequence[CellFigure], widths: list[int], here: bool) -> list[Segment]:
        glyphs = self.app.glyphs
        if len(parts) != len(widths):
            # One word instead of the figures takes the whole width.
            parts, widths = (parts[0] if parts else CellFigure("", "muted"),), [_total(widths)]
        active = here and self.has_focus
        pointer = glyphs.cursor if here else " "
        line = [Segment(" " * (GAP - PART_GAP - 1)), Segment(pointer, self.tone("here"))]
        for part, width in zip(parts, widths, strict=True):
            style = self.tone(part.tone)
            text = self._fit(part.text, width, right=True)
            blank = len(text) - len(text.lstrip(" "))
            line.append(Segment(" " * (PART_GAP + blank)))
            line.append(Segment(text[blank:], style + self.tone("table--cursor") if active else style))
        return line


def needed_width(page: TableText) -> int:
    """How many cells it takes to show all columns of a table, apart from what is known anyway."""
    label = min(LONGEST_TITLE, max((cell_len(text) for text in page.titles), default=0))
    return label + sum(GAP + _total(_column_widths(page, column, column.short)) for column in page.columns)


def needed_height(page: TableText) -> int:
    """How many rows it takes to show all of a table, the frame included."""
    return len(page.rows) + len(page.summary) + (2 if any(page.headings) else 1) + 2


def _column_widths(page: TableText, column: TableColumn, name: str, longest: int = LONGEST_HEADING) -> list[int]:
    """The width of each part of a column; the last takes what a long heading needs."""
    parts = [cell_len(heading) for heading in page.headings]
    alone = 0
    for row in page.rows:
        cell = page.parts(row.key, column.key)
        if len(cell) == 1 and len(parts) > 1:
            alone = max(alone, cell_len(cell[0].text))
            continue
        for index, part in enumerate(cell[: len(parts)]):
            parts[index] = max(parts[index], cell_len(part.text))
    for _, figures in page.summary:
        if column.key in figures:
            alone = max(alone, cell_len(figures[column.key].text))
    need = max(alone, min(longest, cell_len(name) + 2), 7)
    parts[-1] += max(0, need - _total(parts))
    return parts


def _total(parts: Sequence[int]) -> int:
    return sum(parts) + PART_GAP * (len(parts) - 1)


def _numeric(rows: Sequence[TableRow]) -> bool:
    return all(row.title.partition(" ")[0].isdigit() for row in rows)


def _window(top: int, cursor: int, shown: int, total: int) -> int:
    """The first visible place: as before if the cursor is in sight, else moved as little as needed."""
    if cursor < top:
        top = cursor
    elif cursor >= top + shown:
        top = cursor - shown + 1
    return min(max(0, top), max(0, total - shown))
