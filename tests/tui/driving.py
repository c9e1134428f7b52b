"""How tests drive the app through a pilot: keys, waiting for what they bring about, and what is to be seen.

Nothing here looks at the clock or at how busy the machine is. A key is served when the app has answered it; whatever
takes longer (a search, a reader, a repaint by a timer) is waited for by its own sign, with `until` or `finished`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from textual.events import Key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tui.app import DancingQueens
from tui.widgets.lines import Lines

Kind = TypeVar("Kind", bound=Screen[Any])


# Waiting


async def turns(*_: object) -> None:
    """Let every task that is ready have its turn; in a pilot's place of waiting for an idle processor."""
    for _turn in range(3):
        await asyncio.sleep(0)


async def answered(pump: MessagePump | None) -> None:
    """Wait until it has come to the end of the messages that it has now."""
    said = asyncio.Event()
    if pump is not None and pump.call_later(said.set):
        with suppress(TimeoutError):  # it may be taken away meanwhile
            await asyncio.wait_for(said.wait(), 2)


async def served(pilot: Pilot[Any]) -> None:
    """Wait until what was typed has been passed on and answered."""
    for _ in range(2):  # what the screen or a widget does not want comes back to the app
        for pump in (pilot.app, pilot.app.screen, pilot.app.focused):
            await answered(pump)


async def laid_out(pilot: Pilot[Any]) -> None:
    """Wait until everything on the screen in front has its style and its place, as they are to be from now on."""
    app, screen = pilot.app, pilot.app.screen

    def in_hand() -> bool:
        parts = screen.walk_children(Widget, with_self=True)
        return any(part._layout_required for part in parts)

    async with asyncio.timeout(60):
        for _ in range(3):  # a part asks the screen for its place when it has nothing else to do
            await asyncio.gather(*(answered(part) for part in (app, *screen.walk_children(Widget, with_self=True))))
            await turns()
            while in_hand() and screen.is_running:
                await asyncio.sleep(0)


async def until(pilot: Pilot[Any], condition: Callable[..., Any]) -> None:
    """Let the app run until the condition holds and is shown; in a loop it keeps the loop's variables as defaults."""
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.01)
    await laid_out(pilot)


async def composed(pilot: Pilot[Any]) -> None:
    """Wait until the screen in front and everything in it has been composed: each part composes its own parts."""
    while not all(part.is_mounted for part in pilot.app.screen.walk_children(Widget, with_self=True)):
        await pilot.pause()


async def finished(pilot: Pilot[Any], *groups: str) -> None:
    """Wait for the workers of these groups (of all, if none is named) and for what they show."""
    async with asyncio.timeout(120):
        while workers := [each for each in pilot.app.workers if not groups or each.group in groups]:
            await pilot.app.workers.wait_for_complete(workers)
            await pilot.pause()
    await laid_out(pilot)


# Keys


def send(pilot: Pilot[Any], *keys: str) -> None:
    """Type faster than anything is answered, as a fast typist does, or a slow line after a hiccup."""
    driver = pilot.app._driver
    assert driver is not None
    for key in keys:
        event = Key(key, key if len(key) == 1 else None)
        event.set_sender(pilot.app)
        driver.send_message(event)


# What is to be seen


def text_of(widget: Lines) -> str:
    """What a line widget shows, line by line."""
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def drawn(app: DancingQueens) -> str:
    """Everything on the screen."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


def in_front(pilot: Pilot[Any], kind: type[Kind]) -> Kind:
    """The screen in front, which is of this kind."""
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen
