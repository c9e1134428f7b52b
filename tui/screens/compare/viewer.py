"""How the table is seen, chosen from lists; what is said of it, and how it is taken elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.compare.charts import CHART_TITLES, kinds
from tui.actions.story import answer
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.pick import PickDialog
from tui.host import host
from tui.screens.compare.look import QUANTITY_TITLES, quantities
from tui.screens.compare.words import conclusions, details
from tui.widgets.pick_list import PickLine

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen


class Viewer:
    """The dialogs about the table in view."""

    def __init__(self, screen: CompareScreen) -> None:
        self._screen = screen

    async def choose_quantity(self) -> None:
        """Choose the quantity from a list."""
        session = self._screen.session
        if session.table is not None:
            lines = [PickLine(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(session.table)]
            quantity = await answer(PickDialog("What the table shows", lines, session.look.quantity))
            if quantity is not None:
                session.show_quantity(quantity)
                self._screen.looked()

    async def choose_chart(self) -> None:
        """Choose the kind of chart from a list."""
        session = self._screen.session
        if session.table is not None:
            lines = [PickLine(kind, CHART_TITLES[kind]) for kind in kinds(session.table)]
            kind = await answer(PickDialog("What the chart shows", lines, session.look.chart))
            if kind is not None:
                session.show_chart(kind)
                self._screen.looked()

    def details(self) -> None:
        """Everything about the cell under the cursor."""
        session, cell = self._screen.session, self._screen.cell
        table = session.table
        if table is not None and cell is not None:
            title = f"{cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"
            text = details(table, cell, session.look, session.baseline)
            self._screen.app.push_screen(TextDialog(title, text))

    def remarks(self) -> None:
        """What the figures say."""
        session = self._screen.session
        if session.table is not None:
            text = conclusions(session.table, session.look, session.baseline)
            self._screen.app.push_screen(TextDialog("What the figures say", text))

    # Taking it elsewhere

    async def export(self) -> None:
        """Write the table, the chart or the plan to a file."""
        from tui.dialogs.line import full_name
        from tui.screens.compare.exporting import export_dialog

        session = self._screen.session
        if session.table is not None:
            row, _ = self._screen.current
            name = await answer(export_dialog(session.table, session.look, session.baseline, row))
            if name is not None:
                self._screen.app.notify(f"saved {full_name(name)}", markup=False)

    def copy(self) -> None:
        """Copy the table as text."""
        from core.compare.tables_text import as_text

        session = self._screen.session
        if session.table is not None:
            host(self._screen.app).copy(as_text(session.table, session.look, session.baseline), "table")

    def command(self) -> None:
        """Show the command line that does the same."""
        from tui.screens.compare.exporting import command_of

        table = self._screen.session.table
        if table is not None:
            self._screen.app.push_screen(TextDialog("The same on the command line", command_of(table.plan)))

    def race(self) -> None:
        """Let algorithms race on the cursor's board."""
        from tui.screens.compare.race_screen import RaceScreen
        from tui.screens.compare.race_setup import RaceSetup

        session = self._screen.session
        setup = RaceSetup.recalled(host(self._screen.app).settings.section("race"))
        table = session.table
        row, _ = self._screen.current
        if table is not None and row is not None:
            setup = setup.for_table(table, row, session.look.contestants(table))
        if len(setup.labels) < 2:
            self._screen.say("fewer than two algorithms can race here")
            return
        if session.running:
            session.stop()
            self._screen.wake()
            self._screen.say("stopped measuring: a race would disturb it")
        self._screen.app.push_screen(RaceScreen(setup))
