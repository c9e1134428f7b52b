"""For the tests of the queens screen."""

from __future__ import annotations

import asyncio
from typing import Any

from textual.pilot import Pilot

from tui.app import DancingQueens
from tui.screens.queens import QueensScreen
from tui.widgets.lines import Lines


def text_of(widget: Lines) -> str:
    """What a line widget shows, line by line."""
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def screen_of(pilot: Pilot[Any]) -> QueensScreen:
    screen = pilot.app.screen
    assert isinstance(screen, QueensScreen)
    return screen


async def finish(pilot: Pilot[Any]) -> None:
    """Wait for the search in hand and for what it shows."""
    await pilot.app.workers.wait_for_complete(
        [worker for worker in pilot.app.workers if worker.group in ("search", "classes")]
    )
    await pilot.pause()


async def until(pilot: Pilot[Any], condition: Any) -> None:
    """Let the app run until the condition holds."""
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.01)


def drawn(app: DancingQueens) -> str:
    """Everything on the screen."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())
