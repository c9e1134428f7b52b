"""Compare: algorithms against each other, live, with the documents' tables, the history and exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.getters import query_one

from core.compare.cell import TableCell
from core.compare.charts import CHART_TITLES, ChartKind, kinds
from core.compare.documents import DOCUMENTS
from core.compare.plan import Key, Plan
from core.compare.plan_file import read_plan
from core.compare.table import Table
from core.search import ProblemError, told
from core.storage.store import StoreError
from tui.actions.action import Action
from tui.actions.dialogue import answer, converse
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.pick import PickDialog
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.pick_list import PickLine
from tui.kit.text import facts
from tui.kit.text_panel import TextPanel
from tui.lab.steering import WatchingScreen
from tui.lab.worker import in_thread
from tui.screens.compare.actions import ABOUT, ACTIONS, EVERYTHING_MEASURED
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.opening import open_history
from tui.screens.compare.screen_view import QUANTITY_TITLES, everything_measured, quantities
from tui.screens.compare.session import LAYOUTS, CompareSession
from tui.screens.compare.table import CompareTable, needed_height
from tui.screens.compare.table_text import TableText
from tui.screens.compare.words import conclusions, details, status_lines
from tui.screens.compare.worked_out import MOST_ALARMS, Wanted, WorkedOut

if TYPE_CHECKING:  # what measures is imported beside the first frame, not before it
    from core.compare.experiment import Experiment
    from core.compare.history import DamagedExperiment, Entry, History

SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""

Got = TypeVar("Got")


class CompareScreen(WatchingScreen):
    """A table that fills while one looks, the chart below it, and where tables come from."""

    CSS_PATH = "compare.tcss"
    SETTINGS = "compare"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    LOOK_SECONDS = 0.2  # the screen should not be what is measured
    session: CompareSession

    alarms = query_one("#alarms", TextPanel)
    table_panel = query_one("#table", CompareTable)
    chart = query_one("#chart", CompareChart)
    status = query_one("#status", TextPanel)

    def __init__(self) -> None:
        super().__init__()
        glyphs = self.app.glyphs
        remembered = self.app.settings.section(self.SETTINGS)
        self.session = CompareSession(remembered, unicode=glyphs.unicode, cursor=glyphs.cursor)
        self.waiting.begin()  # until the history is open
        self._asked_again: Key | None = None
        """The cell whose runs a second r throws away."""
        self._alarmed = False
        """Whether the bell has been rung for what is wrong in the table in view."""
        self._drawn: Wanted | None = None
        """What is in sight."""
        self._worked_out: WorkedOut | None = None
        """The same, as it was worked out."""
        self.under_way = False
        """Whether what is in sight is about to be replaced by what is being worked out."""
        self._state: Sequence[object] = ()
        """What lies around the table, as it was shown last."""
        self._table_height: int | None = None
        self._able: tuple[bool, ...] = ()

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield TextPanel(id="alarms", classes="")
        yield CompareTable(id="table")
        yield CompareChart(id="chart")
        yield TextPanel(id="status", classes="")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self._lay_out()
        self.alarms.display = False
        self.table_panel.focus()
        number = self.app.settings.section(self.SETTINGS).get("experiment")
        self.call_after_refresh(self._open_first, self.app.first_options("compare"), number)

    # The first table

    @work(group="open", exit_on_error=False)
    async def _open_first(self, asked: Mapping[str, Any], number: object) -> None:
        """Open the history, and what was looked at last or what the command line names; then do what had to wait."""
        try:
            opened = await in_thread(lambda: open_history(asked, number), "open")
        except (ProblemError, StoreError) as error:
            # What was asked for cannot be: say so, and show what a new user sees.
            self.app.tell(str(error), "bad")
            asked = {}
            opened = await in_thread(lambda: open_history({}, None), "open")
        if opened.notice:
            self.app.tell(opened.notice)
        self.session.open(opened, keep_quantity="what" not in asked)
        await self._taken()
        if asked.get("run"):
            self.begin_measuring()
        self.waiting.end()

    # The state of things

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.session.table

    @property
    def row(self) -> str | None:
        """The key of the instance under the cursor; None for one that a newer table does not have."""
        table, row = self.table, self.table_panel.current[0]
        return row if table is not None and row in table.titles else None

    @property
    def column(self) -> str | None:
        """The label of the algorithm under the cursor."""
        return self.table_panel.current[1]

    @property
    def cell(self) -> TableCell | None:
        """The cell under the cursor."""
        return self.session.cell(self.row, self.column)

    def can(self, name: str) -> bool:
        return self.table is not None

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        meant, why = super().refused(actions)
        opening = self.table is None and meant.name not in ("run", "stop")
        return meant, "the first table is being opened" if opening else why

    # Showing

    def show(self) -> None:
        """Show the newest table, as soon as it has been worked out in a thread."""
        wanted = self._wanted
        if wanted is None or self.under_way or not self.is_mounted:
            return
        if wanted.is_same(self._drawn) and self._worked_out is not None:
            self._draw(wanted.table, self._worked_out)
        else:
            self.under_way = True
            self._work_out()

    @property
    def _wanted(self) -> Wanted | None:
        """What is to be seen."""
        table, session = self.table, self.session
        if table is None:
            return None
        room = self.table_panel.size.width or (self._drawn.room if self._drawn is not None else 0)  # it may be hidden
        return Wanted.of(table, session.view, room, self.row, is_example=session.is_example)

    @work(group="show")
    async def _work_out(self) -> None:
        """Until what is in sight is what is wanted by then."""
        try:
            while (wanted := self._wanted) is not None and not wanted.is_same(self._drawn):
                self._worked_out = await in_thread(wanted.work_out, "table")
                self._drawn = wanted
                self._draw(wanted.table, self._worked_out)
        finally:
            self.under_way = False

    def _draw(self, table: Table, found: WorkedOut) -> None:
        self._share_out(self.table_panel, found.page, len(table.alarms))
        self.table_panel.value = found.page
        self.chart.value = found.chart
        self._show_alarms(table, found.alarms)
        self._show_state()

    def _show_state(self) -> None:
        """What lies around the table: the lines below, the title, and what can be done."""
        session = self.session
        state = (self.table, self._worked_out, session.baseline, self.row, self.column,
                 session.running, session.trouble, session.question, session.history, session.view)  # fmt: skip
        if len(state) == len(self._state) and all(map(is_, state, self._state)):
            return
        self._state = state
        self._show_status()
        self.query_one(TitleBar).note(session.state)
        able = tuple(map(self.offers, self.ACTIONS))
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    def _share_out(self, widget: CompareTable, page: TableText, alarms: int) -> None:
        """Give the table the rows that it needs and the chart the rest, but never less than it can use."""
        both = self.session.layout == "both" and self.chart.display
        room = self.size.height - 4 - min(alarms, MOST_ALARMS)
        height = min(needed_height(page), room - max(SMALLEST_CHART, room // 3)) if both else None
        if height != self._table_height:
            self._table_height = height
            widget.styles.height = "1fr" if height is None else height

    def _show_status(self) -> None:
        """The lines below: the cell under the cursor, and what matters most now."""
        told = self._worked_out.told if self._worked_out is not None else ""
        self.status.value = facts(status_lines(self.session, self.cell, told))

    def _show_alarms(self, table: Table, lines: list[str]) -> None:
        """What is wrong, above everything; the first time with the bell."""
        panel, view = self.alarms, self.session.view
        if panel.display != bool(lines):
            panel.display = bool(lines)
        if not lines:
            self._alarmed = False
            return
        if panel.styles.height is None or panel.styles.height.value != len(lines):
            panel.styles.height = len(lines)
        sign = "✗" if view.unicode else "!"
        panel.value = facts((f" {sign} {line} ", "alarm") for line in lines)
        if not self._alarmed:
            self._alarmed = True
            self.app.bell()
            self.app.tell(f"wrong result: {table.alarms[0]}", "alarm")

    @on(CompareTable.Moved)
    def _moved(self) -> None:
        self._asked_again = None
        self._show_status()
        if self.session.view.chart is ChartKind.STRIP:
            self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # Looking, five times a second while something moves

    @property
    def moving(self) -> bool:
        return self.session.running

    @property
    def waking(self) -> bool:
        return self.session.experiment is not None

    def _look_again(self) -> None:
        if self._drawn is None or self.table is not self._drawn.table or not self.moving:
            super()._look_again()

    def on_unmount(self) -> None:
        self.session.stop()

    # Measuring

    def measure(self) -> None:
        """Measure what is missing in the table in view; say so first where that takes long, and wait."""
        session, table = self.session, self.table
        if table is None or session.running:
            return
        how_long = session.takes_long(table.plan, None if session.is_example else table)
        if how_long and not session.question:
            session.question = f"This takes {how_long}. enter measures, esc does not"
            self._show_status()
            self.refresh_bindings()
        else:
            self.begin_measuring()

    def not_now(self) -> None:
        """Leave what takes long."""
        self.session.question = ""
        self._show_status()
        self.refresh_bindings()

    def begin_measuring(self) -> None:
        """Measure what is missing, without asking, if nothing is being measured yet."""
        if self.table is None or self.session.running:
            return
        if everything_measured(self.table) and not self.session.is_example:
            self.app.say(EVERYTHING_MEASURED)
            return
        self.session.begin()
        self._measure()
        self.wake()

    @work(group="measure", exit_on_error=False)
    async def _measure(self) -> None:
        session = self.session
        session.trouble = ""
        try:
            await in_thread(session.keep, "history")
            self.tick()
            self.remember()
            await in_thread(session.measure, "measure")
        except asyncio.CancelledError:
            session.stop()
            raise
        except Exception as error:
            session.trouble = told(error)
            self.log.error(error)
        finally:
            session.running = False
        self.tick()
        self.refresh_bindings()

    def stop(self) -> None:
        """End measuring soon."""
        self.session.stop()
        self.wake()

    def rerun(self) -> None:
        """Measure the cell under the cursor anew; only at the second asking where that throws runs away."""
        session, cell = self.session, self.cell
        if cell is None:
            return
        if cell.samples and self._asked_again != cell.key:
            self._asked_again = cell.key
            self.app.say(session.before_rerun(cell))
            return
        self._asked_again = None
        self.guarded(lambda: session.rerun(cell))
        self._alarmed = False
        self.begin_measuring()

    # Putting tables in view

    @work(group="open", exclusive=True, exit_on_error=False)
    async def take_plan(self, plan: Plan, then: Callable[[], None] | None = None) -> None:
        """Show a plan as a table that has not been measured yet, and go on with ``then``."""
        if await self._take(lambda: self.session.begun(plan)) and then is not None:
            then()

    @work(group="open", exclusive=True, exit_on_error=False)
    async def take_file(self, path: Path) -> None:
        """Show the plan of a TOML file, or say where it is wrong until that has been read."""
        try:
            plan = await in_thread(lambda: read_plan(path), "plan")
        except (ProblemError, OSError, MemoryError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            text = f"{path}: {reason}" if reason else str(error) or type(error).__name__
            self.read("This plan cannot be opened", text)
        else:
            await self._take(lambda: self.session.begun(plan))

    @work(group="open", exclusive=True, exit_on_error=False)
    async def take_experiment(self, number: int) -> None:
        """Show an experiment of the history."""
        await self._take(lambda: self.session.reopened(number))

    async def _take(self, begin: Callable[[], Experiment]) -> bool:
        """Get an experiment, wait until what is being measured has stopped, and show the new one; or say why not."""
        experiment = await self._got(begin)
        if experiment is None:
            return False
        if self.session.running:
            self.session.stop()
            await self._ended("measure")
        self.session.take(experiment)
        await self._taken()
        return True

    async def _taken(self) -> None:
        """Another table is in view: show it, and only then do what was asked for of it."""
        self._alarmed = False
        self.looked()
        await self._ended("show")

    async def _ended(self, group: str) -> None:
        """Wait for the workers of this group."""
        if workers := [worker for worker in self.workers if worker.group == group and worker.node is self]:
            await self.workers.wait_for_complete(workers)

    # Plans

    async def new_plan(self) -> None:
        """Plan a new comparison."""
        from tui.screens.compare.dialogs import PlanDialog

        plan = await answer(PlanDialog(self.session.new_draft(), "New comparison"))
        if plan is not None:
            self.session.forget_draft()
            self.take_plan(plan)

    async def change_plan(self) -> None:
        """Change the plan of the table in view."""
        from tui.screens.compare.dialogs import PlanDialog
        from tui.screens.compare.plan_draft import PlanDraft

        session, table = self.session, self.table
        if table is None:
            return
        plan = await answer(PlanDialog(PlanDraft.of(table.plan, fixed=table.experiment is not None), "Plan"))
        if plan is None:
            return
        if self.guarded(lambda: session.change_plan(plan)) is False:
            self.take_plan(plan)
        else:
            self.looked()

    async def choose_document(self) -> None:
        """Choose one of the documents' experiments."""
        lines = [
            PickLine(name, f"{place}  {document.title}", f"{document.source}  ({name})")
            for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
        ]
        name = await answer(PickDialog("The documents' experiments", lines))
        if name is not None:
            self.start_document(name)

    def start_document(self, name: str) -> None:
        """Show its table, and measure at once what is short; say of anything else how long it takes."""
        self.take_plan(DOCUMENTS[name].plan, self.measure)

    # The history

    def show_history(self) -> None:
        """Choose an earlier table, or pin or delete one."""
        if self.session.history is not None:
            self._list_history(self.session.history)

    @work(group="history", exclusive=True, exit_on_error=False)
    async def _list_history(self, history: History) -> None:
        entries = await self._got(history.all)
        if entries is not None:
            converse(self.app, self._choose_earlier(history, entries))

    async def _choose_earlier(self, history: History, entries: Sequence[Entry | DamagedExperiment]) -> None:
        from tui.screens.compare.dialogs import history_dialog

        session, table = self.session, self.table
        shown = table.experiment if table is not None else None
        number = await answer(history_dialog(history, entries, shown, unicode=session.view.unicode))
        self.guarded(session.renew_baseline)
        table = self.table
        if number is not None and (table is None or number != table.experiment):
            self.take_experiment(number)
        elif table is not None and self.guarded(lambda: session.was_deleted):
            self.take_plan(table.plan)  # deleted just now: it is a plan again
        else:
            self.show()

    def show_trend(self) -> None:
        """The cell under the cursor in every table of the history that has measured it."""
        if (cell := self.cell) is not None:
            self._tell_trend(cell.key)

    @work(group="history", exclusive=True, exit_on_error=False)
    async def _tell_trend(self, key: Key) -> None:
        text = await self._got(lambda: self.session.trend(key))
        if text is not None:
            self.read(f"Trend: {self.session.title(key)}", text)

    def toggle_baseline(self) -> None:
        """Make the table in view the baseline, or no longer."""
        if said := self.guarded(self.session.toggle_baseline):
            self.app.say(said)
        self.show()

    # How it is seen

    def change_view(self, change: Callable[[], object]) -> None:
        """Look at the table in another way."""
        change()
        self.looked()

    def looked(self) -> None:
        """Something else is in view, or it is seen in another way."""
        self._lay_out()
        self.show()
        self.remember()
        self.refresh_bindings()

    def next_layout(self) -> None:
        """Table and chart, chart alone, table alone."""
        self.session.next_layout()
        self._lay_out()
        self.remember()
        self.call_after_refresh(self.show)

    def _lay_out(self) -> None:
        for name in LAYOUTS:
            self.set_class(self.session.layout == name, f"-show-{name}")

    async def choose_quantity(self) -> None:
        """Choose the quantity from a list."""
        session = self.session
        if session.table is not None:
            lines = [PickLine(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(session.table)]
            quantity = await answer(PickDialog("What the table shows", lines, session.view.quantity))
            if quantity is not None:
                self.change_view(lambda: session.show_quantity(quantity))

    async def choose_chart(self) -> None:
        """Choose the kind of chart from a list."""
        session = self.session
        if session.table is not None:
            lines = [PickLine(kind, CHART_TITLES[kind]) for kind in kinds(session.table)]
            kind = await answer(PickDialog("What the chart shows", lines, session.view.chart))
            if kind is not None:
                self.change_view(lambda: session.show_chart(kind))

    def details(self) -> None:
        """Everything about the cell under the cursor."""
        session, table, cell = self.session, self.table, self.cell
        if table is not None and cell is not None:
            self.read(session.title(cell.key), details(table, cell, session.view, session.baseline))

    def remarks(self) -> None:
        """What the figures say."""
        session = self.session
        if session.table is not None:
            self.read("What the figures say", conclusions(session.table, session.view, session.baseline))

    async def race(self) -> None:
        """Let algorithms race on the cursor's board; while something is being measured, that is asked first."""
        from tui.screens.compare.race_screen import RaceScreen
        from tui.screens.compare.race_session import RaceSetup

        session, table, row = self.session, self.table, self.row
        setup = RaceSetup.recalled(self.app.settings.section("race"))
        if table is not None and row is not None:
            setup = setup.for_table(table, row, session.view.contestants(table))
        if len(setup.labels) < 2:
            self.app.say("fewer than two algorithms can race here")
            return
        if session.running:
            choices = [
                PickLine(False, "go on measuring", "the race waits until you ask for it again"),
                PickLine(True, "stop measuring, and race", "what has been measured stays; enter goes on with it later"),
            ]
            if not await answer(PickDialog("A race would disturb what is being measured", choices)):
                return
            self.stop()
        self.app.push_screen(RaceScreen(setup))

    # Telling

    def read(self, title: str, text: str) -> None:
        """Show a text until it has been read."""
        self.app.push_screen(TextDialog(title, text))

    def complain(self, error: Exception) -> None:
        """Tell what went wrong."""
        self.app.say(str(error), "bad")

    def guarded(self, act: Callable[[], Got]) -> Got | None:
        """Something with the store, whose trouble is told rather than raised."""
        try:
            return act()
        except (StoreError, ProblemError, OSError) as error:
            self.complain(error)
            return None

    async def _got(self, get: Callable[[], Got]) -> Got | None:
        """The same in a thread, for what takes a moment; what an algorithm from outside raises is told too."""
        try:
            return await in_thread(get, "compare")
        except Exception as error:
            self.complain(error)
            return None
