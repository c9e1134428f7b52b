"""What is drawn of a table, worked out in a thread: the statistics of a large one take a tenth of a second."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from core._drawing.chart import ChartKind
from core.compare import Table
from core.compare._charts import chart_of
from tui.screens.compare.chart import ChartValue
from tui.screens.compare.screen_view import ScreenView
from tui.screens.compare.table import needed_width
from tui.screens.compare.table_text import TableText, table_text
from tui.screens.compare.words import alarm_lines, hint, of_example

MOST_ALARMS = 3


class WorkedOut(NamedTuple):
    """What is drawn of a table."""

    page: TableText
    chart: ChartValue
    alarms: list[str]
    told: str
    """What to do or to read next."""


class SeenTable(NamedTuple):
    """A table and how it is seen.  Tables are compared by identity, not by value."""

    table: Table
    view: ScreenView
    room: int
    """Cells across."""
    row: str | None
    """The instance under the cursor, if the chart depends on it."""
    is_example: bool

    @classmethod
    def of(cls, table: Table, view: ScreenView, room: int, row: str | None, *, is_example: bool) -> SeenTable:
        """A table as it is seen; only a strip depends on the row."""
        return cls(table, view, room, row if view.chart is ChartKind.STRIP else None, is_example)

    def is_same(self, other: SeenTable | None) -> bool:
        """Whether nothing else would be drawn."""
        return other is not None and self.table is other.table and self[1:] == other[1:]

    def work_out(self) -> WorkedOut:
        """For a thread."""
        table, view = self.table, self.view
        chart = chart_of(table, view, view.chart, self.row)
        return WorkedOut(
            self._page(),
            ChartValue(chart, "nothing measured yet: enter starts"),
            alarm_lines(table, view, MOST_ALARMS),
            of_example(table) if self.is_example else hint(table, view),
        )

    def _page(self) -> TableText:
        """The table with as much beside each figure as fits."""
        page = table_text(self.table, replace(self.view, intervals=True))
        if needed_width(page) > self.room:
            page = table_text(self.table, self.view)
        while (parts := len(page.headings)) > 1 and needed_width(page) > self.room > 0:
            page = table_text(self.table, self.view, parts=parts - 1)
        return page
