"""For the tests of the queens screen."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.tui.driving import finished, in_front
from tui.screens.queens.screen import QueensScreen


def screen_of(pilot: Pilot[Any]) -> QueensScreen:
    return in_front(pilot, QueensScreen)


async def finish(pilot: Pilot[Any]) -> None:
    """Wait for the search in hand and for what it shows."""
    await finished(pilot, "search", "classes", "rival")
