"""Where plans come from: the plan editor, files and the documents' experiments."""

from __future__ import annotations

from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.compare.clocks import busy
from core.compare.documents import DOCUMENTS
from core.compare.outlook import SHORT_SECONDS, about, outlook
from core.compare.plan import Plan
from core.compare.table import Table
from tui.actions.story import answer
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

    async def new(self) -> None:
        """Plan a new comparison."""
        from tui.screens.compare.plan_dialog import PlanDialog

        session = self._screen.session
        plan = await answer(PlanDialog(session.new_draft(), "New comparison"))
        if plan is not None:
            session.forget_draft()
            self._opener.take_plan(plan)

    async def change(self) -> None:
        """Change the plan of the table in view."""
        from tui.screens.compare.plan_dialog import PlanDialog
        from tui.screens.compare.plan_draft import PlanDraft

        session = self._screen.session
        table = session.table
        if table is None:
            return
        plan = await answer(PlanDialog(PlanDraft.of(table.plan, fixed=table.experiment is not None), "Plan"))
        if plan is None:
            return
        if self._screen.guarded(lambda: session.change_plan(plan)) is False:
            self._opener.take_plan(plan)
        else:
            self._screen.looked()

    async def choose_file(self) -> None:
        """Choose a plan's file."""
        from tui.dialogs.file import FileDialog

        settings = host(self._screen.app).settings
        remembered = settings.get(FOLDER)
        folder = Path(remembered) if isinstance(remembered, str) and isdir(remembered) else Path.cwd()
        path = await answer(FileDialog("Open a plan", folder, (".toml",)))
        if path is not None:
            settings.put(FOLDER, str(path.absolute().parent))
            self._opener.open_file(path)

    async def choose_document(self) -> None:
        """Choose one of the documents' experiments."""
        from tui.dialogs.pick import PickDialog
        from tui.widgets.pick_list import PickLine

        lines = [
            PickLine(name, f"{place}  {document.title}", f"{document.source}  ({name})")
            for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
        ]
        name = await answer(PickDialog("The documents' experiments", lines))
        if name is not None:
            await self._start(DOCUMENTS[name].plan)

    async def start_document(self, number: int) -> None:
        """Start the documents' experiment with this place in the list, from 0."""
        plan = self._screen.session.document_plan(number)
        if plan is not None:
            await self._start(plan)

    async def _start(self, plan: Plan) -> None:
        """Measure at once what is short; say of anything else how long it takes, and ask."""
        choices = Choices("Measure it now", "Only show the table", "enter measures it later; a changes it")
        run = await self._wanted(plan, None, choices)
        if run is not None:
            self._opener.take_plan(plan, run=run)

    async def measure(self) -> None:
        """Measure what is missing in the table in view; where that takes long, say so and ask first."""
        table = self._screen.session.table
        if table is None or self._screen.session.running:
            return
        choices = Choices("Measure what is missing", "Not now", "a changes the plan; r measures one cell")
        if await self._wanted(table.plan, table, choices):
            self._screen.measure()

    async def _wanted(self, plan: Plan, table: Table | None, choices: Choices) -> bool | None:
        """Yes where it is short; else say how long it takes, and ask."""
        from tui.dialogs.pick import PickDialog
        from tui.widgets.pick_list import PickLine

        disturbed = busy()
        seconds = outlook(plan, table, busy=disturbed)
        if seconds < SHORT_SECONDS:
            return True
        why = ": the machine is busy" if disturbed and outlook(plan, table) < seconds else ""
        lines = [
            PickLine(True, choices.yes, "x stops; what has been measured stays"),
            PickLine(False, choices.no, choices.no_note),
        ]
        return await answer(PickDialog(f"This takes {about(seconds)}{why}", lines))


class Choices(NamedTuple):
    """What can be answered to how long something takes."""

    yes: str
    no: str
    no_note: str
