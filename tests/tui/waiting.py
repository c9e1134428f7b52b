"""Waiting for a screen that has just been put in front."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot


async def composed(pilot: Pilot[Any]) -> None:
    """Wait until the screen in front and everything in it has been composed: each part composes its own parts."""
    while not all(part.is_mounted for part in pilot.app.screen.walk_children(with_self=True)):
        await pilot.pause()
