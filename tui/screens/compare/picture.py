"""What the comparison screen shows: the session's table drawn on the screen's parts."""

from __future__ import annotations

from dataclasses import replace

from textual.screen import Screen

from core.compare.charts import ChartKind, chart_of
from core.compare.table import Table
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.session import LAYOUTS, CompareSession
from tui.screens.compare.status import CompareStatus
from tui.screens.compare.table import CompareTable
from tui.screens.compare.view import axis_figure, table_view
from tui.screens.compare.words import alarm_lines, status_lines
from tui.widgets.titlebar import TitleBar

MOST_ALARMS = 3
SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""


class Picture:
    """Draws a session on the table, the chart and the lines of a screen."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self.shown: Table | None = None
        """The table as it was drawn last."""
        self.alarmed = False
        """Whether the bell has been rung for what is wrong in the table in view."""
        self._table_height: int | None = None

    def show(self, session: CompareSession, table: Table) -> None:
        """Draw everything."""
        self.shown = table
        look = session.look
        widget = self._screen.query_one(CompareTable)
        view = table_view(table, replace(look, intervals=True))
        if widget.needed_width(view) > widget.size.width:
            view = table_view(table, look)
        while (parts := len(view.headings)) > 1 and widget.needed_width(view) > widget.size.width > 0:
            view = table_view(table, look, parts=parts - 1)
        self._share_out(session, widget.needed_height(view), len(table.alarms))
        widget.show(view)
        self.show_chart(session)
        self._show_alarms(session, table)
        self.show_status(session)
        self._screen.query_one(TitleBar).note(session.state)

    def lay_out(self, layout: str) -> None:
        """Show the table, the chart or both."""
        for name in LAYOUTS:
            self._screen.set_class(layout == name, f"-show-{name}")

    def moved(self, session: CompareSession) -> None:
        """The cursor is on another cell."""
        self.show_status(session)
        if session.look.chart is ChartKind.STRIP:
            self.show_chart(session)

    def show_chart(self, session: CompareSession) -> None:
        """Draw the chart."""
        table, look = session.table, session.look
        if table is not None:
            row, _ = self._screen.query_one(CompareTable).current
            chart = chart_of(table, look, look.chart, row)
            note = "nothing measured yet: enter starts"
            self._screen.query_one(CompareChart).show(chart, axis_figure(look, chart), note)

    def show_status(self, session: CompareSession) -> None:
        """Draw the lines below."""
        cell = session.cell(*self._screen.query_one(CompareTable).current)
        self._screen.query_one("#status", CompareStatus).show(status_lines(session, cell))

    def _share_out(self, session: CompareSession, wanted: int, alarms: int) -> None:
        """Give the table the rows that it needs and the chart the rest, but never less than it can use."""
        both = session.layout == "both" and self._screen.query_one(CompareChart).display
        room = self._screen.size.height - 4 - min(alarms, MOST_ALARMS)
        height = min(wanted, room - max(SMALLEST_CHART, room // 3)) if both else None
        if height != self._table_height:
            self._table_height = height
            self._screen.query_one(CompareTable).styles.height = "1fr" if height is None else height

    def _show_alarms(self, session: CompareSession, table: Table) -> None:
        panel = self._screen.query_one("#alarms", CompareStatus)
        lines = alarm_lines(table, session.look, MOST_ALARMS)
        if panel.display != bool(lines):
            panel.display = bool(lines)
        if not lines:
            self.alarmed = False
            return
        if panel.styles.height is None or panel.styles.height.value != len(lines):
            panel.styles.height = len(lines)
        sign = "✗" if session.look.unicode else "!"
        panel.show([(f" {sign} {line} ", "wrong") for line in lines])
        if not self.alarmed:
            self.alarmed = True
            self._screen.app.bell()
            self._screen.notify(table.alarms[0], title="Wrong result", severity="error", timeout=10, markup=False)
