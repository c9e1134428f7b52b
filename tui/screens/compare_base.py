"""A comparison in view: the table, the chart below it, and every way to look at them.

Where tables come from, and measuring, is `tui.screens.compare`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from core.compare.documents import DOCUMENTS
from core.compare.plan import Key
from core.compare.quantity import Quantity
from core.compare.table import Cell, Table
from core.compare.text import remarks
from tui.commands import CommandScreen
from tui.host import host
from tui.screens.compare_look import (
    QUANTITY_TITLES,
    Look,
    columns_by_value,
    everything_measured,
    plain,
    quantities,
    rows_by_value,
)
from tui.screens.compare_view import chart_data, table_view
from tui.screens.compare_words import cell_line, cell_note, details, progress_line
from tui.widgets.compare_chart import CompareChart
from tui.widgets.compare_status import CompareStatus
from tui.widgets.compare_table import CompareTable
from tui.widgets.keybar import KeyBar
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from core.compare.experiment import Experiment
    from core.compare.history import History
    from core.store import Store


LAYOUTS = ("both", "chart", "table")
LOOK_SECONDS = 0.2
"""How often a running experiment is looked at: the screen should not be what is measured."""
MOST_ALARMS = 3
SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""


class CompareView(CommandScreen):
    """A table of algorithms × instances, as it stands, and the ways to look at it."""

    def __init__(self) -> None:
        super().__init__()
        self.experiment: Experiment | None = None
        self.baseline: Table | None = None
        self.running = False
        self.look = Look()
        self._layout_place = 0
        self._history: History | None = None
        self._store: Store | None = None
        self._timer: Timer | None = None
        self._shown: Table | None = None
        self._alarmed = False
        self._message = ""
        self._table_height: int | None = None
        self._able: tuple[bool, ...] = ()
        self._draft: Any = None

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield CompareStatus(id="alarms")
        yield CompareTable(self, id="table")
        yield CompareChart(id="chart")
        yield CompareStatus(id="status")
        yield KeyBar()
        yield TooSmall()

    # The state of things

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.experiment.table if self.experiment is not None else None

    @property
    def cell(self) -> Cell | None:
        """The cell under the cursor."""
        table = self.table
        row, column = self.query_one(CompareTable).current
        return table.cells.get(Key(column, row)) if table is not None and row and column else None

    # Looking, ten times a second while something moves

    def _wake(self) -> None:
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(LOOK_SECONDS, self._tick)
        self._timer.resume()
        self._tick(force=True)
        self.refresh_bindings()

    def _tick(self, force: bool = False) -> None:
        if host(self).output_is_behind and not force:
            return
        table = self.table
        if table is not self._shown or force:
            self.show()
        if not self.running and self._timer is not None:
            self._timer.pause()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.experiment is not None:
            self._wake()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the newest table."""
        table = self.table
        if table is None or not self.is_mounted:
            return
        self._shown = table
        widget = self.query_one(CompareTable)
        view = table_view(table, self.look)
        while (parts := len(view.headings)) > 1 and widget.needed_width(view) > widget.size.width > 0:
            view = table_view(table, self.look, parts=parts - 1)
        self._share_out(widget.needed_height(view), len(table.alarms))
        widget.show(view)
        self.query_one(CompareChart).show(chart_data(table, self.look))
        self._show_alarms(table)
        self._show_status(table)
        self.query_one(TitleBar).note(self._state(table))
        able = tuple(self.can(action.name) for action in self.ACTIONS)
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    def _share_out(self, wanted: int, alarms: int) -> None:
        """Give the table the rows that it needs and the chart the rest, but never less than it can use."""
        table = self.query_one(CompareTable)
        both = LAYOUTS[self._layout_place] == "both" and self.query_one(CompareChart).display
        room = self.size.height - 4 - min(alarms, MOST_ALARMS)
        height = min(wanted, room - max(SMALLEST_CHART, room // 3)) if both else None
        if height != self._table_height:
            self._table_height = height
            table.styles.height = "1fr" if height is None else height

    def _state(self, table: Table) -> str:
        number = f"no. {table.experiment}, " if table.experiment is not None else ""
        if self.running:
            return number + "measuring"
        if everything_measured(table):
            return number + "complete"
        return number + ("stopped" if any(cell.samples for cell in table.cells.values()) else "ready")

    def _show_alarms(self, table: Table) -> None:
        panel = self.query_one("#alarms", CompareStatus)
        alarms = list(table.alarms)
        if panel.display != bool(alarms):
            panel.display = bool(alarms)
        if not alarms:
            self._alarmed = False
            return
        more = len(alarms) - MOST_ALARMS
        lines = alarms[: MOST_ALARMS - (more > 0)]
        if more > 0:
            lines.append(f"and {len(alarms) - len(lines)} more")
        height = len(lines)
        if panel.styles.height is None or panel.styles.height.value != height:
            panel.styles.height = height
        sign = "✗" if self.look.unicode else "!"
        panel.show([(f" {sign} {plain(line, self.look)} ", "wrong") for line in lines])
        if not self._alarmed:
            self._alarmed = True
            self.app.bell()
            self.notify(alarms[0], title="Wrong result", severity="error", timeout=10, markup=False)

    def _show_status(self, table: Table) -> None:
        cell = self.cell
        first = (plain(cell_line(table, cell, self.look), self.look), "value") if cell is not None else ("", "dim")
        note = cell_note(table, cell, self.look, self.baseline) if cell is not None else ("", "dim")
        if self._message:
            second = (self._message, "wrong")
        elif self.running:
            second = (progress_line(table, self.look), "dim")
        elif note[0]:
            second = (plain(note[0], self.look), note[1])
        else:
            second = (plain(self._hint(table), self.look), "dim")
        self.query_one("#status", CompareStatus).show([first, second])

    def _hint(self, table: Table) -> str:
        if not everything_measured(table):
            return f"{progress_line(table, self.look)}; enter measures what is missing"
        document = DOCUMENTS.get(table.plan.document) if table.plan.document else None
        if document is not None:
            claims = document.claims(table)
            holding = sum(claim.holds is True for claim in claims)
            return f"{holding} of {len(claims)} statements of the paper hold here: w tells which"
        return "w tells what the figures say"

    def cell_moved(self) -> None:
        """The table's cursor is on another cell."""
        if self.table is not None:
            self._show_status(self.table)

    # What is shown

    def _change_look(self, **changes: Any) -> None:
        self.look = replace(self.look, **changes)
        self.show()
        self.refresh_bindings()

    def action_quantity(self, step: int) -> None:
        if self.table is not None:
            able = quantities(self.table)
            place = able.index(self.look.quantity) if self.look.quantity in able else 0
            self._show_quantity(able[(place + step) % len(able)])

    def action_choose_quantity(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        if self.table is None:
            return
        choices = [Choice(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(self.table)]
        self.app.push_screen(ChoiceDialog("What the table shows", choices, self.look.quantity), self._show_quantity)

    def _show_quantity(self, quantity: Quantity | None) -> None:
        if quantity is not None:
            self._change_look(quantity=quantity)
            self._remember()

    def action_layout(self) -> None:
        self._layout_place = (self._layout_place + 1) % len(LAYOUTS)
        self._set_layout()
        self._remember()
        self.call_after_refresh(self.show)

    def _set_layout(self) -> None:
        layout = LAYOUTS[self._layout_place]
        for name in LAYOUTS:
            self.set_class(layout == name, f"-show-{name}")

    def action_sort_columns(self) -> None:
        row, _ = self.query_one(CompareTable).current
        if self.table is None or row is None:
            return
        columns = () if self.look.columns else columns_by_value(self.table, row, self.look.quantity)
        axis = f"{self.table.axis} {self.table.titles[row]}"
        self._change_look(columns=columns, columns_by=axis if columns else "")

    def action_sort_rows(self) -> None:
        _, column = self.query_one(CompareTable).current
        if self.table is None or column is None:
            return
        rows = () if self.look.rows else rows_by_value(self.table, column, self.look.quantity)
        self._change_look(rows=rows, rows_by=column if rows else "")

    def _say(self, text: str) -> None:
        self.notify(text, timeout=2, markup=False)

    def action_hide(self) -> None:
        _, column = self.query_one(CompareTable).current
        if column is not None and self.can("hide"):
            self._change_look(hidden=self.look.hidden | {column})

    def action_unhide(self) -> None:
        self._change_look(hidden=frozenset())

    def action_details(self) -> None:
        from tui.dialogs import TextDialog

        table, cell = self.table, self.cell
        if table is None or cell is None:
            return
        title = f"{cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"
        text = plain(details(table, cell, self.look, self.baseline), self.look)
        self.app.push_screen(TextDialog(title, text))

    def action_remarks(self) -> None:
        from core.compare.environment import describe
        from core.compare.exports import baseline_lines
        from tui.dialogs import TextDialog

        table = self.table
        if table is None:
            return
        parts = [*table.alarms, *remarks(table)]
        if self.baseline is not None and self.baseline.experiment != table.experiment:
            parts += ["", f"Against the baseline, no. {self.baseline.experiment}:"]
            parts += list(baseline_lines(table, self.baseline))
        parts += ["", describe(dict(table.environment))]
        self.app.push_screen(TextDialog("What the figures say", plain("\n".join(parts), self.look)))

    def _remember(self) -> None:
        table = self.table
        values = {
            "quantity": self.look.quantity.value,
            "layout": LAYOUTS[self._layout_place],
            "experiment": table.experiment if table is not None else None,
        }
        host(self).settings.put("compare", values)
