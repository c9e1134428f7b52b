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

from core import ProblemError
from core._drawing.chart import ChartKind
from core._search import told
from core.compare import Key, Plan, Table
from core.compare._cell import TableCell
from core.compare._plan_file import read_plan
from core.storage import StoreError
from tui.actions.action import Action
from tui.dialogs.dialogs import TextDialog
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.text import facts
from tui.kit.text_panel import TextPanel
from tui.lab.left_off import LeftOff
from tui.lab.steering import WatchingScreen
from tui.lab.worker import in_thread
from tui.screens.compare import choosing
from tui.screens.compare.actions import ABOUT, ACTIONS, EVERYTHING_MEASURED
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.opening import open_history
from tui.screens.compare.screen_view import everything_measured
from tui.screens.compare.session import LAYOUTS, CompareSession
from tui.screens.compare.table import CompareTable, needed_height
from tui.screens.compare.table_text import TableText
from tui.screens.compare.words import status_lines
from tui.screens.compare.worked_out import MOST_ALARMS, SeenTable, WorkedOut

if TYPE_CHECKING:  # what measures is imported beside the first frame, not before it
    from core.compare import Experiment

SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""

Got = TypeVar("Got")


class CompareScreen(WatchingScreen):
    """A table that fills while the user looks, the chart below it, and where tables come from."""

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
        self.left = LeftOff(self, self)
        """Keeps where the user leaves off, for the next start."""
        self.waiting.begin()  # until the history is open
        self._asked_again: Key | None = None
        """The cell whose runs a second r throws away."""
        self._alarmed = False
        """Whether the bell has been rung for what is wrong in the table in view."""
        self._drawn: SeenTable | None = None
        """What is in sight."""
        self._worked_out: WorkedOut | None = None
        """What is in sight, as it was worked out."""
        self._working_out = False
        """Whether what is in sight will be replaced by what a thread works out."""
        self._state: Sequence[object] = ()
        """What surrounds the table, as it was shown last."""
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
        self.table_panel.focus()
        last = self.app.settings.section(self.SETTINGS).get("experiment")
        self.call_after_refresh(self._open_first, self.app.first_options("compare"), last)

    # The first table

    @work(group="open", exit_on_error=False)
    async def _open_first(self, asked: Mapping[str, Any], last: object) -> None:
        """Open the history, and what was looked at last or what the command line names; then do what had to wait."""
        try:
            opened = await in_thread(lambda: open_history(asked, last), "open")
        except (ProblemError, StoreError) as error:
            # What was asked for is impossible: say so, and show what a new user sees.
            self.app.tell(str(error), "bad")
            asked = {}
            opened = await in_thread(lambda: open_history({}, None), "open")
        if opened.notice:
            self.app.tell(opened.notice)
        self.session.open(opened, keep_quantity="what" not in asked)
        await self._taken()
        if asked.get("run"):
            self.begin_measuring()
        if not asked:
            self.waiting.put_off(self.left.come_back)
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
        if wanted is None or self._working_out or not self.is_mounted:
            return
        if wanted.is_same(self._drawn) and self._worked_out is not None:
            self._draw(wanted.table, self._worked_out)
        else:
            self._working_out = True
            self._work_out()

    @property
    def under_way(self) -> bool:
        return self._working_out

    @property
    def _wanted(self) -> SeenTable | None:
        """What should be in sight."""
        table, session = self.table, self.session
        if table is None:
            return None
        room = self.table_panel.size.width or (self._drawn.room if self._drawn is not None else 0)  # it may be hidden
        return SeenTable.of(table, session.view, room, self.row, is_example=session.is_example)

    @work(group="show")
    async def _work_out(self) -> None:
        """Work out what is wanted, until that is what is in sight."""
        try:
            while (wanted := self._wanted) is not None and not wanted.is_same(self._drawn):
                self._worked_out = await in_thread(wanted.work_out, "table")
                self._drawn = wanted
                self._draw(wanted.table, self._worked_out)
        finally:
            self._working_out = False

    def _draw(self, table: Table, found: WorkedOut) -> None:
        self._share_out(self.table_panel, found.page, len(table.alarms))
        self.table_panel.value = found.page
        self.session.cursor = self.table_panel.current
        self.chart.value = found.chart
        self._show_alarms(table, found.alarms)
        self._show_state()

    def _show_state(self) -> None:
        """Show what surrounds the table: the lines below, the title, and what can be done."""
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
        """Show what is wrong, above everything; the first time with the bell."""
        panel, view = self.alarms, self.session.view
        self.set_class(bool(lines), "-alarms")
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
        self.session.cursor = self.table_panel.current
        self.left.soon()
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

    def _look_again(self) -> None:
        if self._drawn is None or self.table is not self._drawn.table or not self.moving:
            super()._look_again()

    def on_unmount(self) -> None:
        self.session.stop()
        self.left.note()

    # For the next start

    def looks(self) -> dict[str, Any]:
        """What is open, and where the cursor is."""
        return self.session.looks()

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Open again what `looks` gave.  Raises as the session's does."""
        self.session.look_again(looks)
        self.table_panel.go_to(*looks["cursor"])
        self.seen_anew()

    def open_again(self, name: str, looks: Mapping[str, Any]) -> None:
        if (again := choosing.AGAIN.get(name)) is None:
            super().open_again(name, looks)
        else:
            again(self, looks)

    # Measuring

    def measure(self) -> None:
        """Measure what is missing in the table in view; if that takes long, say so first, and wait."""
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
        """Do not measure what takes long."""
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
        """Measure the cell under the cursor again; if that throws runs away, only when asked twice."""
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
        """Show the plan of a TOML file; or show what is wrong in it, until the user has read that."""
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
        """Get an experiment, wait until measuring has stopped, and show the new one; or say why not."""
        experiment = await self.got(begin)
        if experiment is None:
            return False
        if self.session.running:
            self.session.stop()
            await self._ended("measure")
        self.session.take(experiment)
        await self._taken()
        return True

    async def _taken(self) -> None:
        """Another table is in view: show it, and only then do what was asked for it."""
        self._alarmed = False
        self.seen_anew()
        await self._ended("show")

    async def _ended(self, group: str) -> None:
        """Wait for the workers of this group."""
        if workers := [worker for worker in self.workers if worker.group == group and worker.node is self]:
            await self.workers.wait_for_complete(workers)

    # How it is seen

    def change_view(self, change: Callable[[], object]) -> None:
        """Look at the table in another way."""
        change()
        self.seen_anew()

    def seen_anew(self) -> None:
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

    # Telling

    def read(self, title: str, text: str) -> None:
        """Show a text until it has been read."""
        self.app.push_screen(TextDialog(title, text, page=True))

    def complain(self, error: Exception) -> None:
        """Say what went wrong."""
        self.app.say(str(error), "bad")

    def guarded(self, act: Callable[[], Got]) -> Got | None:
        """Do something with the store, and show its errors rather than raise them."""
        try:
            return act()
        except (StoreError, ProblemError, OSError) as error:
            self.complain(error)
            return None

    async def got(self, get: Callable[[], Got]) -> Got | None:
        """Get something in a thread, because it takes a moment; show the errors of an algorithm from outside too."""
        try:
            return await in_thread(get, "compare")
        except Exception as error:
            self.complain(error)
            return None
