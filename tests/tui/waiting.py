"""Waiting for keys to be served, and for a screen that has just been put in front."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from textual.events import Key
from textual.pilot import Pilot


async def served(pilot: Pilot[Any]) -> None:
    """Wait until what was typed has been passed on and answered.

    A pilot waits until the process uses no processor, which is also so while a busy machine gives it none.
    """
    for _ in range(2):  # what the screen or a widget does not want comes back to the app
        for pump in (pilot.app, pilot.app.screen, pilot.app.focused):
            answered = asyncio.Event()
            if pump is not None and pump.call_later(answered.set):
                with suppress(TimeoutError):  # it may be taken away meanwhile
                    await asyncio.wait_for(answered.wait(), 2)


async def press_while_busy(pilot: Pilot[Any], key: str) -> None:
    """Type while a search runs at full speed: a pilot waits after each key, for seconds, until processors are idle."""
    event = Key(key, key if len(key) == 1 else None)
    event.set_sender(pilot.app)
    pilot.app.post_message(event)
    await served(pilot)


async def composed(pilot: Pilot[Any]) -> None:
    """Wait until the screen in front and everything in it has been composed: each part composes its own parts."""
    while not all(part.is_mounted for part in pilot.app.screen.walk_children(with_self=True)):
        await pilot.pause()
