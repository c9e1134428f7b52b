"""Where plans come from: the plan editor, files and the documents' experiments."""

from __future__ import annotations

from collections.abc import Callable
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.compare.clocks import busy
from core.compare.documents import DOCUMENTS
from core.compare.outlook import SHORT_SECONDS, about, outlook
from core.compare.plan import Plan
from core.compare.table import Table
from tui.host import host
from tui.screens.compare.opener import TableOpener

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen

FOLDER = "compare-folder"
"""The setting that remembers where plans are."""


class Planner:
    """Asks for a plan and hands it to the opener."""

    def __init__(self, screen: CompareScreen, opener: TableOpener) -> None:
        self._screen, self._opener = screen, opener

    def new(self) -> None:
        """Plan a new comparison."""
        from tui.screens.compare.plan_dialog import PlanDialog

        session = self._screen.session

        def chosen(plan: Plan | None) -> None:
            if plan is not None:
                session.forget_draft()
                self._opener.take_plan(plan)

        self._screen.app.push_screen(PlanDialog(session.new_draft(), "New comparison"), chosen)

    def change(self) -> None:
        """Change the plan of the table in view."""
        from tui.screens.compare.plan_dialog import PlanDialog
        from tui.screens.compare.plan_draft import PlanDraft

        session = self._screen.session
        table = session.table
        if table is None:
            return

        def changed(plan: Plan | None) -> None:
            if plan is None:
                return
            if self._screen.guarded(lambda: session.change_plan(plan)) is False:
                self._opener.take_plan(plan)
            else:
                self._screen.looked()

        draft = PlanDraft.of(table.plan, fixed=table.experiment is not None)
        self._screen.app.push_screen(PlanDialog(draft, "Plan"), changed)

    def choose_file(self) -> None:
        """Choose a plan's file."""
        from tui.dialogs.file import FileDialog

        settings = host(self._screen.app).settings
        remembered = settings.get(FOLDER)
        folder = Path(remembered) if isinstance(remembered, str) and isdir(remembered) else Path.cwd()

        def chosen(path: Path | None) -> None:
            if path is not None:
                settings.put(FOLDER, str(path.absolute().parent))
                self._opener.open_file(path)

        self._screen.app.push_screen(FileDialog("Open a plan", folder, (".toml",)), chosen)

    def choose_document(self) -> None:
        """Choose one of the documents' experiments."""
        from tui.dialogs.pick import PickDialog
        from tui.widgets.pick_list import PickLine

        def chosen(name: str | None) -> None:
            if name is not None:
                self._start(DOCUMENTS[name].plan)

        choices = [
            PickLine(name, f"{place}  {document.title}", f"{document.source}  ({name})")
            for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
        ]
        self._screen.app.push_screen(PickDialog("The documents' experiments", choices), chosen)

    def start_document(self, number: int) -> None:
        """Start the documents' experiment with this place in the list, from 0."""
        if self._opener.put_off(lambda: self.start_document(number)):
            return
        plan = self._screen.session.document_plan(number)
        if plan is not None:
            self._start(plan)

    def _start(self, plan: Plan) -> None:
        """Measure at once what is short; say of anything else how long it takes, and ask."""
        measure = Choices("Measure it now", "Only show the table", "enter measures it later; a changes it")
        self._asked(plan, None, measure, lambda run: self._opener.take_plan(plan, run=run))

    def measure(self) -> None:
        """Measure what is missing in the table in view; where that takes long, say so and ask first."""
        table = self._screen.session.table
        if table is None or self._screen.session.running:
            return

        def chosen(run: bool) -> None:
            if run:
                self._screen.measure()

        choices = Choices("Measure what is missing", "Not now", "a changes the plan; r measures one cell")
        self._asked(table.plan, table, choices, chosen)

    def _asked(self, plan: Plan, table: Table | None, choices: Choices, act: Callable[[bool], None]) -> None:
        """Do it at once where it is short; else say how long it takes, and do what is chosen."""
        from tui.dialogs.pick import PickDialog
        from tui.widgets.pick_list import PickLine

        disturbed = busy()
        seconds = outlook(plan, table, busy=disturbed)
        if seconds < SHORT_SECONDS:
            act(True)
            return

        def chosen(run: bool | None) -> None:
            if run is not None:
                act(run)

        why = ": the machine is busy" if disturbed and outlook(plan, table) < seconds else ""
        lines = [
            PickLine(True, choices.yes, "x stops; what has been measured stays"),
            PickLine(False, choices.no, choices.no_note),
        ]
        self._screen.app.push_screen(PickDialog(f"This takes {about(seconds)}{why}", lines), chosen)


class Choices(NamedTuple):
    """What can be answered to how long something takes."""

    yes: str
    no: str
    no_note: str
