"""What the tests of the comparison screen have in common."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from core.compare import Experiment, Table
from tests.tui.driving import in_front, text_of, until
from tui.app import DancingQueens, Start
from tui.kit.text_panel import TextPanel
from tui.screens.compare.screen import CompareScreen
from tui.screens.compare.table import CompareTable


class Given(Experiment):
    """An experiment that stands as it is given."""

    def __init__(self, of: Table) -> None:
        super().__init__(of.plan)
        self._shown = of

    @property
    def table(self) -> Table:
        return self._shown


def app_with(what: str = "4-6", algorithms: str = "bitmask,dlx-s", **more: Any) -> DancingQueens:
    """The app on the comparison screen, with a small plan of its own: six runs a cell, however they scatter."""
    return DancingQueens(Start("compare", options={"what": what, "algorithm": algorithms, "repeat": 6}, **more))


def compare(pilot: Pilot[Any]) -> CompareScreen:
    """The comparison screen, which is in view."""
    return in_front(pilot, CompareScreen)


def table_text(pilot: Pilot[Any]) -> str:
    """What the table shows."""
    return text_of(pilot.app.screen.query_one(CompareTable))


def status_text(pilot: Pilot[Any]) -> str:
    """The two lines below the table."""
    return text_of(pilot.app.screen.query_one("#status", TextPanel))


async def opened(pilot: Pilot[Any]) -> CompareScreen:
    """Wait until the first table is there."""
    await until(pilot, lambda: compare(pilot).table is not None)
    await pilot.pause()
    return compare(pilot)


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Press the keys of a text."""
    names = {" ": "space", "-": "minus", ",": "comma", ".": "full_stop", "/": "slash", ":": "colon", "=": "equals_sign"}
    await pilot.press(*(names.get(character, character) for character in text))
