"""Keys typed faster than they are answered keep their order.

Textual hands each key to whatever has the focus at that moment.  Of ``g 7
enter`` typed at once, the 7 comes while the dialog that ``g`` opens is not
there yet, and is lost.  Here a key waits until the one before it has been
dealt with: by the focused widget, by all it is in, and by a screen that it
opened.  (https://github.com/Textualize/textual/issues/4704 is the same for keys after a dialog has closed.)
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.app import App
from textual.events import Event
from textual.message_pump import MessagePump

PATIENCE_SECONDS = 2.0
"""How long a key waits for the one before it: a widget that is busy for longer must not block the keyboard."""


class TypingAhead:
    """Keys and pastes on their way into the app, one at a time."""

    def __init__(
        self, app: App[Any], deliver: Callable[[Event], Awaitable[None]], answered: Callable[[], object] = bool
    ) -> None:
        """``answered`` is called after each, once it has been dealt with."""
        self._app = app
        self._deliver, self._answered = deliver, answered
        self._waiting: deque[Event] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def all_dealt_with(self) -> bool:
        """Whether no key waits, and the last one has led to nothing that does."""
        return self._task is None

    async def take(self, event: Event) -> None:
        """Deliver it, now or when what came before it is done with."""
        self._waiting.append(event)
        if self._task is None:
            # The first of a burst at once, and by the caller: an answer must not wait for a task to begin.
            nodes = self._nodes()
            await self._deliver(self._waiting.popleft())
            self._task = asyncio.create_task(self._go_on(nodes))

    async def _go_on(self, nodes: Sequence[MessagePump]) -> None:
        try:
            while True:
                await self._dealt_with(nodes)
                self._answered()
                if not self._waiting:
                    return
                nodes = self._nodes()
                await self._deliver(self._waiting.popleft())
        except Exception as error:
            self._app._handle_exception(error)
        finally:
            self._task = None

    def _nodes(self) -> list[MessagePump]:
        """The nodes that will see the next key, in order."""
        start = self._app.focused or (self._app.screen if self._app.screen_stack else None)
        return [self._app] if start is None else [*start.ancestors_with_self]

    async def _dealt_with(self, nodes: Sequence[MessagePump]) -> None:
        seen = nodes[-2] if len(nodes) > 1 else None
        # The key itself goes up to the app, which carries out its binding; then what a widget posts about it goes up.
        for _way_up in range(2):
            nodes = [node for node in nodes if await _reached(node)]
        while self._app.screen_stack and self._app.screen is not seen:
            seen = self._app.screen
            await _reached(seen)
            if self._app.focused is not None:
                await _reached(self._app.focused)


def at_rest(node: MessagePump) -> bool:
    """Whether a node has dealt with everything, and waits for its next message."""
    queue: Any = node._message_queue
    return bool(queue.empty() and queue.ready_event._waiters)


async def _reached(node: MessagePump) -> bool:
    """Return when the node has dealt with all messages that it has now; False if it does not, or takes too long."""
    if not node.is_running:
        return False
    if at_rest(node):  # most are, and a message to each would be half the work of a key
        return True
    reached = asyncio.Event()
    if not node.call_later(reached.set):
        return False
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await reached.wait()
    except TimeoutError:
        return False
