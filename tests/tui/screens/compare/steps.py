"""What the tests of the comparison screen have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from tui.app import DancingQueens, Start
from tui.screens.compare import CompareScreen
from tui.screens.compare.status import CompareStatus
from tui.screens.compare.table import CompareTable
from tui.widgets.lines import Lines


def app_with(what: str = "4-6", algorithms: str = "bitmask,dlx-s", **more: Any) -> DancingQueens:
    """The app on the comparison screen, with a small plan of its own: five runs a cell, however they scatter."""
    return DancingQueens(Start("compare", options={"what": what, "algorithm": algorithms, "repeat": 5}, **more))


def text_of(widget: Lines) -> str:
    """What a line widget shows, line by line."""
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def compare(pilot: Pilot[Any]) -> CompareScreen:
    """The comparison screen, which is in view."""
    screen = pilot.app.screen
    assert isinstance(screen, CompareScreen)
    return screen


def table_text(pilot: Pilot[Any]) -> str:
    """What the table shows."""
    return text_of(pilot.app.screen.query_one(CompareTable))


def status_text(pilot: Pilot[Any]) -> str:
    """The two lines below the table."""
    return text_of(pilot.app.screen.query_one("#status", CompareStatus))


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for everything under way and for what it shows."""
    async with asyncio.timeout(120):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def opened(pilot: Pilot[Any]) -> CompareScreen:
    """Wait until the first table is there."""
    await until(pilot, lambda: compare(pilot).table is not None)
    await pilot.pause()
    return compare(pilot)


async def until(pilot: Pilot[Any], condition: Callable[[], Any]) -> None:
    """Let the app run until the condition holds."""
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.01)


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Press the keys of a text."""
    names = {" ": "space", "-": "minus", ",": "comma", ".": "full_stop", "/": "slash", ":": "colon", "=": "equals_sign"}
    await pilot.press(*(names.get(character, character) for character in text))


def key(pilot: Pilot[Any], *names: str) -> None:
    """Press keys without waiting: `Pilot.press` would wait until a running search leaves the processor idle."""
    for name in names:
        pilot.app.simulate_key(name)
