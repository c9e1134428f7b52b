"""Compare: algorithms against each other, live, with the documents' tables, history and exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from core.compare.cell import Cell
from core.compare.charts import CHART_TITLES, ChartKind, chart_of, kinds
from core.compare.documents import DOCUMENTS
from core.compare.outlook import about, outlook
from core.compare.plan import Key, Plan, PlanError
from core.compare.quantity import Quantity
from core.compare.table import Table
from core.store import StoreError
from core.wording import counted
from tui.commands import CommandScreen, bindings
from tui.host import host
from tui.screens.compare.actions import ABOUT, ACTIONS
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.look import QUANTITY_TITLES, everything_measured, quantities
from tui.screens.compare.opening import Opened, open_history
from tui.screens.compare.session import LAYOUTS, CompareSession
from tui.screens.compare.status import CompareStatus
from tui.screens.compare.table import CompareTable
from tui.screens.compare.view import axis_figure, table_view
from tui.screens.compare.words import alarm_lines, conclusions, details, status_lines
from tui.widgets.keybar import KeyBar
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

LOOK_SECONDS = 0.2
"""How often a running experiment is looked at: the screen should not be what is measured."""
MOST_ALARMS = 3
SHORT_SECONDS = 10.0
"""What takes longer is not started by one key without saying so."""
SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""


class CompareScreen(CommandScreen):
    """A table that fills while one looks, the chart below it, and where tables come from and go to."""

    CSS_PATH = "compare.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        super().__init__()
        self.session = CompareSession()
        self._typed_ahead: list[Callable[[], None]] = []
        self._timer: Timer | None = None
        self._shown: Table | None = None
        self._alarmed = False
        self._table_height: int | None = None
        self._able: tuple[bool, ...] = ()
        self._asked_again: Key | None = None
        """The cell whose runs a second r throws away."""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield CompareStatus(id="alarms")
        yield CompareTable(id="table")
        yield CompareChart(id="chart")
        yield CompareStatus(id="status")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = host(self).settings.section("compare")
        asked = dict(host(self).first_options("compare"))
        glyphs = host(self).glyphs
        self.session = CompareSession(remembered, unicode=glyphs.unicode, cursor=glyphs.cursor)
        self._set_layout()
        self.query_one("#alarms").display = False
        self.query_one(CompareTable).focus()
        self.call_after_refresh(self._open, asked, remembered.get("experiment"))

    def _open(self, asked: dict[str, Any], number: Any) -> None:
        self.run_worker(self._first(asked, number), group="open", exit_on_error=False)

    async def _first(self, asked: dict[str, Any], number: Any) -> None:
        """Open the history and what was last looked at, or what the command line names."""
        try:
            opened: Opened = await in_thread(lambda: open_history(asked, number), "open")
        except (PlanError, StoreError) as error:
            # What was asked for cannot be: say so, and show what a new user sees.
            self._complain(error, seconds=10)
            await self._first({}, None)
            return
        if opened.notice:
            self.notify(opened.notice, severity="warning", timeout=10, markup=False)
        self.session.open(opened, keep_quantity="what" not in asked)
        self._taken()
        if asked.get("run"):
            self.action_run()
        for action in self._typed_ahead:
            action()
        self._typed_ahead.clear()

    # The state of things

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.session.table

    @property
    def cell(self) -> Cell | None:
        """The cell under the cursor."""
        return self.session.cell(*self.query_one(CompareTable).current)

    def can(self, name: str) -> bool:
        return self.session.can(name, self.cell if name == "rerun" else None)

    # Looking, five times a second while something moves

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
        if self.table is not self._shown or force:
            self.show()
        if not self.session.running and self._timer is not None:
            self._timer.pause()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.session.experiment is not None:
            self._wake()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the newest table."""
        table, look = self.table, self.session.look
        if table is None or not self.is_mounted:
            return
        self._shown = table
        widget = self.query_one(CompareTable)
        view = table_view(table, replace(look, intervals=True))
        if widget.needed_width(view) > widget.size.width:
            view = table_view(table, look)
        while (parts := len(view.headings)) > 1 and widget.needed_width(view) > widget.size.width > 0:
            view = table_view(table, look, parts=parts - 1)
        self._share_out(widget.needed_height(view), len(table.alarms))
        widget.show(view)
        self._show_chart()
        self._show_alarms(table)
        self._show_status()
        self.query_one(TitleBar).note(self.session.state)
        able = tuple(self.can(action.name) for action in self.ACTIONS)
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    def _show_chart(self) -> None:
        table, look = self.table, self.session.look
        if table is not None:
            row, _ = self.query_one(CompareTable).current
            chart = chart_of(table, look, look.chart, row)
            note = "nothing measured yet: enter starts"
            self.query_one(CompareChart).show(chart, axis_figure(look, chart), note)

    def _share_out(self, wanted: int, alarms: int) -> None:
        """Give the table the rows that it needs and the chart the rest, but never less than it can use."""
        both = self.session.layout == "both" and self.query_one(CompareChart).display
        room = self.size.height - 4 - min(alarms, MOST_ALARMS)
        height = min(wanted, room - max(SMALLEST_CHART, room // 3)) if both else None
        if height != self._table_height:
            self._table_height = height
            self.query_one(CompareTable).styles.height = "1fr" if height is None else height

    def _show_alarms(self, table: Table) -> None:
        panel = self.query_one("#alarms", CompareStatus)
        lines = alarm_lines(table, self.session.look, MOST_ALARMS)
        if panel.display != bool(lines):
            panel.display = bool(lines)
        if not lines:
            self._alarmed = False
            return
        if panel.styles.height is None or panel.styles.height.value != len(lines):
            panel.styles.height = len(lines)
        sign = "✗" if self.session.look.unicode else "!"
        panel.show([(f" {sign} {line} ", "wrong") for line in lines])
        if not self._alarmed:
            self._alarmed = True
            self.app.bell()
            self.notify(table.alarms[0], title="Wrong result", severity="error", timeout=10, markup=False)

    @on(CompareTable.Moved)
    def _moved(self) -> None:
        self._asked_again = None
        self._show_status()
        if self.session.look.chart is ChartKind.STRIP:
            self._show_chart()

    def _show_status(self) -> None:
        self.query_one("#status", CompareStatus).show(status_lines(self.session, self.cell))

    def _looked(self) -> None:
        """The way of looking has changed."""
        self.show()
        self._remember()
        self.refresh_bindings()

    def _remember(self) -> None:
        host(self).settings.put("compare", self.session.remembered())

    def _say(self, text: str) -> None:
        self.notify(text, timeout=2, markup=False)

    def _complain(self, error: Exception, seconds: float = 8) -> None:
        self.notify(str(error), severity="error", timeout=seconds, markup=False)

    def _guarded(self, act: Callable[[], Any]) -> Any:
        """Something with the store, whose trouble is told rather than raised."""
        try:
            return act()
        except (StoreError, PlanError, LookupError, OSError) as error:
            self._complain(error)
            return None

    # Measuring

    def action_run(self) -> None:
        session = self.session
        if session.history is None:
            self._typed_ahead.append(self.action_run)
            return
        if session.table is None or session.running:
            return
        if everything_measured(session.table):
            self.notify("everything is measured: r measures a cell again, a adds to the table", timeout=4)
            return
        session.running = True
        self.run_worker(self._measure(), group="measure", exit_on_error=False)
        self._wake()

    async def _measure(self) -> None:
        session = self.session
        session.trouble = ""
        try:
            await in_thread(session.keep, "history")
            self._tick(force=True)
            self._remember()
            await in_thread(session.measure, "measure")
        except asyncio.CancelledError:
            session.stop()
            raise
        except Exception as error:
            session.trouble = f"{type(error).__name__}: {error}"
            self.log.error(error)
        finally:
            session.running = False
        self._tick(force=True)
        self.refresh_bindings()

    def action_stop(self) -> None:
        if self.session.running:
            self.session.stop()
            self._wake()

    def action_rerun(self) -> None:
        cell = self.cell
        if cell is None or not self.session.can("rerun", cell):
            return
        if cell.samples and self._asked_again != cell.key:
            self._asked_again = cell.key
            runs = counted(len(cell.samples), "run")
            self._say(f"press r again to throw away {runs} of {cell.key.label} and measure anew")
            return
        self._asked_again = None
        self._guarded(lambda: self.session.rerun(cell))
        self._alarmed = False
        if not self.session.running:
            self.action_run()

    def on_unmount(self) -> None:
        self.session.stop()

    # Putting tables in view

    def _taken(self) -> None:
        self._alarmed = False
        self._looked()

    def take_plan(self, plan: Plan, *, run: bool = False) -> None:
        """Show a plan as a table that has not been measured yet; perhaps measure it at once."""
        self.run_worker(self._begin(plan, run), group="open", exclusive=True, exit_on_error=False)

    async def _begin(self, plan: Plan, run: bool) -> None:
        try:
            experiment = await in_thread(lambda: self.session.begun(plan), "plan")
        except Exception as error:
            self._complain(error)
            return
        await self._let_go()
        self.session.take(experiment)
        self._taken()
        if run:
            self.action_run()

    async def _reopen(self, number: int) -> None:
        try:
            experiment = await in_thread(lambda: self.session.reopened(number), "history")
        except (StoreError, LookupError, PlanError) as error:
            self._complain(error)
            return
        await self._let_go()
        self.session.take(experiment)
        self._taken()

    async def _let_go(self) -> None:
        """Stop what is being measured and wait until it has stopped."""
        if self.session.running:
            self.session.stop()
            workers = [worker for worker in self.workers if worker.group == "measure"]
            if workers:
                await self.workers.wait_for_complete(workers)

    def action_new(self) -> None:
        from tui.screens.compare.plan_dialog import PlanDialog

        def chosen(plan: Plan | None) -> None:
            if plan is not None:
                self.session.forget_draft()
                self.take_plan(plan)

        self.app.push_screen(PlanDialog(self.session.new_draft(), "New comparison"), chosen)

    def action_add(self) -> None:
        from tui.screens.compare.plan_dialog import PlanDialog
        from tui.screens.compare.plan_draft import PlanDraft

        table = self.table
        if table is None:
            return

        def changed(plan: Plan | None) -> None:
            if plan is None:
                return
            if self._guarded(lambda: self.session.change_plan(plan)) is False:
                self.take_plan(plan)
            else:
                self._looked()

        draft = PlanDraft.of(table.plan, fixed=table.experiment is not None)
        self.app.push_screen(PlanDialog(draft, "Plan"), changed)

    def action_documents(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        def chosen(name: str | None) -> None:
            if name is not None:
                self._start_document(DOCUMENTS[name].plan)

        choices = [
            Choice(name, f"{place}  {document.title}", f"{document.source}  ({name})")
            for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
        ]
        self.app.push_screen(ChoiceDialog("The documents' experiments", choices), chosen)

    def action_document(self, number: int) -> None:
        if self.session.history is None:
            self._typed_ahead.append(lambda: self.action_document(number))
            return
        plan = self.session.document_plan(number)
        if plan is not None:
            self._start_document(plan)

    def _start_document(self, plan: Plan) -> None:
        """Measure at once what is short; say of anything else how long it takes, and ask."""
        from tui.dialogs import Choice, ChoiceDialog

        seconds = outlook(plan)
        if seconds < SHORT_SECONDS:
            self.take_plan(plan, run=True)
            return

        def chosen(run: bool | None) -> None:
            if run is not None:
                self.take_plan(plan, run=run)

        choices = [
            Choice(True, "Measure it now", "x stops; what is measured by then stays"),
            Choice(False, "Only show the table", "enter measures it later; a changes it"),
        ]
        self.app.push_screen(ChoiceDialog(f"This takes {about(seconds)}", choices), chosen)

    # History

    def action_history(self) -> None:
        if self.session.history is not None:
            self.run_worker(self._show_history(), group="history", exclusive=True, exit_on_error=False)

    async def _show_history(self) -> None:
        from tui.screens.compare.history_dialog import HistoryDialog

        history = self.session.history
        assert history is not None
        try:
            entries = await in_thread(self.session.entries, "history")
        except StoreError as error:
            self._complain(error)
            return
        number = self.table.experiment if self.table is not None else None
        dialog = HistoryDialog(history, entries, number, self.session.look.unicode)
        self.app.push_screen(dialog, self._history_closed)

    def _history_closed(self, number: int | None) -> None:
        self._guarded(self.session.renew_baseline)
        table = self.table
        if number is not None and (table is None or number != table.experiment):
            self.run_worker(self._reopen(number), group="open", exclusive=True, exit_on_error=False)
        elif table is not None and self._guarded(lambda: self.session.was_deleted):
            self.take_plan(table.plan)  # deleted just now: it is a plan again
        else:
            self.show()

    def action_baseline(self) -> None:
        said = self._guarded(self.session.toggle_baseline)
        if said:
            self._say(said)
        self.show()

    # How it is seen

    def action_quantity(self, step: int) -> None:
        self.session.next_quantity(step)
        self._looked()

    def action_choose_quantity(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        if self.table is None:
            return

        def chosen(quantity: Quantity | None) -> None:
            if quantity is not None:
                self.session.show_quantity(quantity)
                self._looked()

        choices = [Choice(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(self.table)]
        self.app.push_screen(ChoiceDialog("What the table shows", choices, self.session.look.quantity), chosen)

    def action_chart(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        if self.table is None:
            return

        def chosen(kind: ChartKind | None) -> None:
            if kind is not None:
                self.session.show_chart(kind)
                self._set_layout()
                self._looked()

        choices = [Choice(kind, CHART_TITLES[kind]) for kind in kinds(self.table)]
        self.app.push_screen(ChoiceDialog("What the chart shows", choices, self.session.look.chart), chosen)

    def action_layout(self) -> None:
        self.session.next_layout()
        self._set_layout()
        self._remember()
        self.call_after_refresh(self.show)

    def _set_layout(self) -> None:
        for name in LAYOUTS:
            self.set_class(self.session.layout == name, f"-show-{name}")

    def action_sort_columns(self) -> None:
        row, _ = self.query_one(CompareTable).current
        if row is not None:
            self.session.sort_columns(row)
            self._looked()

    def action_sort_rows(self) -> None:
        _, column = self.query_one(CompareTable).current
        if column is not None:
            self.session.sort_rows(column)
            self._looked()

    def action_hide(self) -> None:
        _, column = self.query_one(CompareTable).current
        if column is not None:
            self.session.hide(column)
            self._looked()

    def action_unhide(self) -> None:
        self.session.unhide()
        self._looked()

    def action_details(self) -> None:
        from tui.dialogs import TextDialog

        table, cell = self.table, self.cell
        if table is not None and cell is not None:
            title = f"{cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"
            self.app.push_screen(TextDialog(title, details(table, cell, self.session.look, self.session.baseline)))

    def action_remarks(self) -> None:
        from tui.dialogs import TextDialog

        if self.table is not None:
            text = conclusions(self.table, self.session.look, self.session.baseline)
            self.app.push_screen(TextDialog("What the figures say", text))

    # Taking it elsewhere

    def action_export(self) -> None:
        from tui.line_dialogs import full_name
        from tui.screens.compare.exporting import export_dialog

        def exported(name: str | None) -> None:
            if name is not None:
                self.notify(f"saved {full_name(name)}", markup=False)

        if self.table is not None:
            row, _ = self.query_one(CompareTable).current
            dialog = export_dialog(self.table, self.session.look, self.session.baseline, row)
            self.app.push_screen(dialog, exported)

    def action_copy(self) -> None:
        from core.compare.tables_text import as_text

        if self.table is not None:
            host(self).copy(as_text(self.table, self.session.look, self.session.baseline), "table")

    def action_command(self) -> None:
        from tui.dialogs import TextDialog
        from tui.screens.compare.exporting import command_of

        if self.table is not None:
            self.app.push_screen(TextDialog("The same on the command line", command_of(self.table.plan)))

    def action_race(self) -> None:
        from tui.screens.compare.race_screen import RaceScreen
        from tui.screens.compare.race_setup import RaceSetup

        setup = RaceSetup.recalled(host(self).settings.section("race"))
        table = self.table
        row, _ = self.query_one(CompareTable).current
        if table is not None and row is not None:
            setup = setup.for_table(table, row, self.session.look.contestants(table))
        if len(setup.labels) < 2:
            self._say("fewer than two algorithms can race here")
            return
        if self.session.running:
            self.action_stop()
            self._say("stopped measuring: a race would disturb it")
        self.app.push_screen(RaceScreen(setup))
