"""Screens where something asks for places while a layout is on its way."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import Container
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from tests.tui.driving import served
from tui.terminal.sturdy import SturdyScreen


class Part(Static):
    """Knows its height by being told only."""

    height = 0

    def on_resize(self) -> None:
        self.height = self.outer_size.height


class Parts(SturdyScreen):
    """Two parts that share the room, a line above them that comes later, and something that nobody sees."""

    DEFAULT_CSS = "Part { height: 1fr; } #line { height: 1; display: none; } Container { display: none; }"

    def compose(self) -> ComposeResult:
        yield Part(id="line")
        yield Part(id="upper")
        yield Part(id="lower")
        with Container():
            yield Static("unseen", id="unseen")


class Shown(App[None]):
    def get_default_screen(self) -> Screen[None]:
        return Parts()


def heights(pilot: Pilot[None]) -> dict[str | None, int]:
    return {part.id: part.height for part in pilot.app.screen.query(Part)}


async def test_who_gets_another_size_hears_of_it_whoever_asks_for_places_meanwhile() -> None:
    async with Shown().run_test(size=(40, 20)) as pilot:
        await served(pilot)
        assert heights(pilot) == {"line": 0, "upper": 10, "lower": 10}
        screen = pilot.app.screen
        screen.query_one("#unseen", Static).update("still unseen")  # no place is certain after this
        await served(pilot)
        line = screen.query_one("#line")
        line.display = True
        assert line.region.height == 1
        await served(pilot)
        assert heights(pilot) == {"line": 1, "upper": 9, "lower": 10}
