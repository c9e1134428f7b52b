"""How tests drive the app through a pilot: keys, waiting for what they bring about, and what is to be seen.

Nothing here looks at the clock or at how busy the machine is. A key is served when the app has answered it; whatever
takes longer (a search, a reader, a repaint by a timer) is waited for by its own sign, with `until` or `finished`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import App
from textual.events import Key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from core.running import Slicing
from tests.patience import patience
from tui.terminal.app import TerminalApp
from tui.terminal.typing_ahead import at_rest

if TYPE_CHECKING:  # the tools' tests wait by these means too, for small apps of their own
    from tui.app import DancingQueens
    from tui.kit.lines import Lines
    from tui.kit.pick_list import PickLine

DUE = "_layout_required", "_repaint_required", "_scroll_required", "_dirty_widgets", "_callbacks", "_batch_count"
"""Where Textual's screens and apps note what is to be drawn, or called when it is; a screen draws by a timer."""

MANY_NODES = Slicing.of(1 << 16)
"""For a search that takes minutes where the clock says that every node has been a slice."""

Kind = TypeVar("Kind", bound=Screen[Any])


# Waiting


async def turns(*_: object) -> None:
    """Let every task that is ready have its turn; in a pilot's place of waiting for an idle processor."""
    for _turn in range(3):
        await asyncio.sleep(0)


def quiet(pump: MessagePump) -> bool:
    """Whether it waits for its next message, or is about to go."""
    return pump._closing or pump._closed or at_rest(pump)


async def served(pilot: Pilot[Any]) -> None:
    """Wait until the app and all that is on the screen in front have done what they were asked, and it is drawn.

    It has been so for some turns and is so when this returns.  Whatever threads and timers of the app's own bring about
    later is no part of that.
    """
    app, still = pilot.app, 0

    def due() -> list[str]:
        screen = app.screen
        found = [name for each in (app, screen) for name in (*DUE, "under_way") if getattr(each, name, False)]
        if isinstance(app, TerminalApp) and not app.keys_to_come.all_dealt_with:
            found.append("keys to come")
        return found

    def restless() -> list[MessagePump]:
        return [each for each in (app, *app.screen.walk_children(Widget, with_self=True)) if not quiet(each)]

    async with patience(awaited=lambda: (due(), restless())):
        while app.is_running and not app._exit and app._exception is None and app.screen_stack:
            if due() or restless():
                still = 0
                await asyncio.sleep(0.001)
            elif still == 3:
                return
            else:
                still += 1
                await turns()


async def until(pilot: Pilot[Any], condition: Callable[..., Any]) -> None:
    """Let the app run until the condition holds and is shown; in a loop it keeps the loop's variables as defaults."""
    async with patience():
        while not condition():
            await asyncio.sleep(0.005)
    await served(pilot)


async def finished(pilot: Pilot[Any], *groups: str) -> None:
    """Wait for the workers of these groups (of all, if none is named) and for what they show."""
    await served(pilot)  # which may begin them
    async with patience():
        while workers := [each for each in pilot.app.workers if not groups or each.group in groups]:
            await pilot.app.workers.wait_for_complete(workers)
            await pilot.pause()


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


def picked_from(pilot: Pilot[Any]) -> list[PickLine[Any]]:
    """The lines of the list in front that are shown, headings left out."""
    from tui.kit.pick_list import PickList

    lines = pilot.app.screen.query_one(PickList).lines
    return [lines[at] for at in range(len(lines))]


def said(app: App[Any]) -> list[str]:
    """What has been said in passing, the newest last."""
    said: Any = app
    return [remark.text for remark in said.remarks.said]


def drawn(app: DancingQueens) -> str:
    """Everything on the screen."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


def in_front(pilot: Pilot[Any], kind: type[Kind]) -> Kind:
    """The screen in front, which is of this kind."""
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen
