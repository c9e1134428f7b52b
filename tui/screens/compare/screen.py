"""Compare: algorithms against each other, live, with the documents' tables, history and exports.

Layout and keys; what they do is done by the screen's parts, each of which has one idea.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from core.compare.cell import TableCell
from core.compare.plan import Plan
from core.compare.table import Table
from core.search import ProblemError
from core.storage.store import StoreError
from tui.actions.action import CommandScreen, bindings
from tui.actions.keybar import KeyBar
from tui.actions.waiting import Waiting
from tui.host import host
from tui.screens.compare.actions import ABOUT, ACTIONS
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.measurer import Measurer
from tui.screens.compare.opener import TableOpener
from tui.screens.compare.picture import Picture
from tui.screens.compare.planner import Planner
from tui.screens.compare.session import CompareSession
from tui.screens.compare.status import CompareStatus
from tui.screens.compare.table import CompareTable
from tui.screens.compare.viewer import Viewer
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar

LOOK_SECONDS = 0.2
"""How often a running experiment is looked at: the screen should not be what is measured."""


class CompareScreen(CommandScreen):
    """A table that fills while one looks, the chart below it, and where tables come from and go to."""

    CSS_PATH = "compare.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)
    session: CompareSession
    measurer: Measurer
    opener: TableOpener
    planner: Planner
    viewer: Viewer

    def __init__(self) -> None:
        super().__init__()
        self.session = CompareSession()
        self._picture = Picture(self)
        self.measurer = Measurer(self)
        self.waiting = Waiting()
        """What is asked for before the history is open."""
        self.waiting.begin()
        self.opener = TableOpener(self)
        self.planner = Planner(self, self.opener)
        self.viewer = Viewer(self)
        self._timer: Timer | None = None
        self._able: tuple[bool, ...] = ()

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
        self._picture.lay_out(self.session.layout)
        self.query_one("#alarms").display = False
        self.query_one(CompareTable).focus()
        self.call_after_refresh(self.opener.open_first, asked, remembered.get("experiment"))

    # The state of things

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.session.table

    @property
    def current(self) -> tuple[str | None, str | None]:
        """The keys of the row and column under the cursor."""
        return self.query_one(CompareTable).current

    @property
    def cell(self) -> TableCell | None:
        """The cell under the cursor."""
        return self.session.cell(*self.current)

    def can(self, name: str) -> bool:
        return self.session.can(name, self.cell if name == "rerun" else None)

    def in_background(self, work: Coroutine[Any, Any, None], group: str, *, exclusive: bool = True) -> None:
        """Run a coroutine, in place of the one before of its group if it is exclusive."""
        self.run_worker(work, group=group, exclusive=exclusive, exit_on_error=False)

    # Looking, five times a second while something moves

    def wake(self) -> None:
        """Look at what is measured from now on."""
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(LOOK_SECONDS, self.tick)
        self._timer.resume()
        self.tick(force=True)
        self.refresh_bindings()

    def tick(self, force: bool = False) -> None:
        """Show what is new; fall asleep when nothing moves any more."""
        if host(self).output_is_behind and not force:
            return
        if self.table is not self._picture.shown or force:
            self.show()
        if not self.session.running and self._timer is not None:
            self._timer.pause()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.session.experiment is not None:
            self.wake()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def on_unmount(self) -> None:
        self.session.stop()

    def show(self) -> None:
        """Show the newest table."""
        table = self.table
        if table is None or not self.is_mounted:
            return
        self._picture.show(self.session, table)
        able = tuple(self.can(action.name) for action in self.ACTIONS)
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    @on(CompareTable.Moved)
    def _moved(self) -> None:
        self.measurer.moved()
        self._picture.moved(self.session)

    def looked(self) -> None:
        """The way of looking has changed."""
        self._picture.lay_out(self.session.layout)
        self.show()
        self.remember()
        self.refresh_bindings()

    def taken(self) -> None:
        """Another table is in view."""
        self.forget_alarm()
        self.looked()

    def forget_alarm(self) -> None:
        """Ring again for what is wrong, should it still be."""
        self._picture.alarmed = False

    def remember(self) -> None:
        """Put on disk what is looked at, and how."""
        host(self).settings.put("compare", self.session.remembered())

    # Measuring

    def measure(self) -> None:
        """Measure what is missing, without asking."""
        self.measurer.run()

    # Putting tables in view

    def take_plan(self, plan: Plan, *, run: bool = False) -> None:
        """Show a plan as a table that has not been measured yet; perhaps measure it at once."""
        self.opener.take_plan(plan, run=run)

    # How it is seen

    def next_quantity(self, step: int) -> None:
        """Show the next quantity, or the one before."""
        self.session.next_quantity(step)
        self.looked()

    def next_layout(self) -> None:
        """Table and chart, chart alone, table alone."""
        self.session.next_layout()
        self._picture.lay_out(self.session.layout)
        self.remember()
        self.call_after_refresh(self.show)

    def sort_columns(self) -> None:
        """Order the algorithms by the cursor's row."""
        row, _ = self.current
        if row is not None:
            self.session.sort_columns(row)
            self.looked()

    def sort_rows(self) -> None:
        """Order the instances by the cursor's column."""
        _, column = self.current
        if column is not None:
            self.session.sort_rows(column)
            self.looked()

    def hide_algorithm(self) -> None:
        """Hide the algorithm under the cursor."""
        _, column = self.current
        if column is not None:
            self.session.hide(column)
            self.looked()

    def show_all_algorithms(self) -> None:
        """Show hidden algorithms again."""
        self.session.unhide()
        self.looked()

    # Telling

    def say(self, text: str) -> None:
        """Tell in passing."""
        self.notify(text, timeout=2, markup=False)

    def complain(self, error: Exception, seconds: float = 8) -> None:
        """Tell what went wrong."""
        self.notify(str(error), severity="error", timeout=seconds, markup=False)

    def guarded(self, act: Callable[[], Any]) -> Any:
        """Something with the store, whose trouble is told rather than raised."""
        try:
            return act()
        except (StoreError, ProblemError, OSError) as error:
            self.complain(error)
            return None
