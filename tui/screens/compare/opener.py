"""Putting tables in view: the first one, a plan, and one of the history."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.compare.cell import TableCell
from core.compare.experiment import Experiment
from core.compare.history import Entry, History
from core.compare.plan import Key, Plan
from core.compare.plan_file import read_plan
from core.search import ProblemError
from core.storage.files import clean_text
from core.storage.store import StoreError
from tui.actions.story import answer, tell
from tui.screens.compare.opening import Opened, open_history
from tui.search.worker import in_thread

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen


class TableOpener:
    """Gets tables for the session."""

    def __init__(self, screen: CompareScreen) -> None:
        self._screen = screen

    # The first

    def open_first(self, asked: dict[str, Any], number: Any) -> None:
        """Open the history and what was last looked at, or what the command line names."""
        self._screen.in_background(self._first(asked, number), "open", exclusive=False)

    async def _first(self, asked: dict[str, Any], number: Any) -> None:
        try:
            opened: Opened = await in_thread(lambda: open_history(asked, number), "open")
        except (ProblemError, StoreError) as error:
            # What was asked for cannot be: say so, and show what a new user sees.
            self._screen.complain(error, seconds=10)
            await self._first({}, None)
            return
        if opened.notice:
            self._screen.app.notify(opened.notice, severity="warning", timeout=10, markup=False)
        self._screen.session.open(opened, keep_quantity="what" not in asked)
        self._screen.taken()
        if asked.get("run"):
            self._screen.measure()
        self._screen.waiting.end()

    # A plan

    def take_plan(self, plan: Plan, *, run: bool = False) -> None:
        """Show a plan as a table that has not been measured yet; perhaps measure it at once."""
        self._screen.in_background(self._begin(plan, run), "open")

    def open_file(self, path: Path) -> None:
        """Show the plan of a TOML file, or say where it is wrong until that has been read."""
        self._screen.in_background(self._open_file(path), "open")

    async def _open_file(self, path: Path) -> None:
        from tui.dialogs.dialogs import TextDialog

        try:
            plan = await in_thread(lambda: read_plan(path), "plan")
        except (ProblemError, OSError, MemoryError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            text = clean_text(f"{path}: {reason}") if reason else str(error) or type(error).__name__
            self._screen.app.push_screen(TextDialog("This plan cannot be opened", text))
            return
        await self._begin(plan, run=False)

    async def _begin(self, plan: Plan, run: bool) -> None:
        try:
            experiment = await in_thread(lambda: self._screen.session.begun(plan), "plan")
        except Exception as error:
            self._screen.complain(error)
            return
        await self._take(experiment)
        if run:
            self._screen.measure()

    async def _take(self, experiment: Experiment) -> None:
        """Stop what is being measured, wait until it has stopped, and show this."""
        session, workers = self._screen.session, self._screen.app.workers
        if session.running:
            session.stop()
            measuring = [worker for worker in workers if worker.group == "measure"]
            if measuring:
                await workers.wait_for_complete(measuring)
        session.take(experiment)
        self._screen.taken()

    # The history

    def show_history(self) -> None:
        """Choose an earlier table, or pin or delete one."""
        if self._screen.session.history is not None:
            self._screen.in_background(self._show_history(), "history")

    async def _show_history(self) -> None:
        history = self._screen.session.history
        assert history is not None
        try:
            entries = await in_thread(self._screen.session.entries, "history")
        except StoreError as error:
            self._screen.complain(error)
        else:
            tell(self._screen.app, self._choose_of(history, entries))

    async def _choose_of(self, history: History, entries: Sequence[Entry]) -> None:
        from tui.screens.compare.history_dialog import history_dialog

        session = self._screen.session
        shown = session.table.experiment if session.table is not None else None
        number = await answer(history_dialog(history, entries, shown, unicode=session.look.unicode))
        self._screen.guarded(session.renew_baseline)
        table = session.table
        if number is not None and (table is None or number != table.experiment):
            self._screen.in_background(self._reopen(number), "open")
        elif table is not None and self._screen.guarded(lambda: session.was_deleted):
            self.take_plan(table.plan)  # deleted just now: it is a plan again
        else:
            self._screen.show()

    def show_trend(self, cell: TableCell | None) -> None:
        """Show one cell in every table of the history that has measured it."""
        if cell is not None and self._screen.session.history is not None:
            self._screen.in_background(self._show_trend(cell.key), "history")

    async def _show_trend(self, key: Key) -> None:
        from tui.dialogs.dialogs import TextDialog

        session = self._screen.session
        try:
            text = await in_thread(lambda: session.trend(key), "history")
        except (StoreError, ProblemError) as error:
            self._screen.complain(error)
            return
        self._screen.app.push_screen(TextDialog(f"Trend: {session.title(key)}", text))

    async def _reopen(self, number: int) -> None:
        try:
            experiment = await in_thread(lambda: self._screen.session.reopened(number), "history")
        except (StoreError, ProblemError) as error:
            self._screen.complain(error)
            return
        await self._take(experiment)

    def toggle_baseline(self) -> None:
        """Make the table in view the baseline, or no longer."""
        said = self._screen.guarded(self._screen.session.toggle_baseline)
        if said:
            self._screen.say(said)
        self._screen.show()
