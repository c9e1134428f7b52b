"""The only place with threads.

Work runs in daemon threads, awaited from the event loop: leaving the app never
waits for a thread that is compiling, and a thread never touches a widget.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import WorkType

T = TypeVar("T")


async def in_thread(function: Callable[[], T], name: str = "work") -> T:
    """Call ``function`` in a daemon thread and await its result (or its exception).

    What would end the event loop, or a wait for ever, if it were raised here (SystemExit, KeyboardInterrupt,
    StopIteration: a search of a plug-in may raise anything) is raised as the cause of a RuntimeError.

    Cancelling the await does not stop the thread: the canceller must also tell
    the work to stop (`core.running._run.Run.cancel`).
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def deliver(method: Callable[[Any], None], value: Any) -> None:
        def settle() -> None:
            if not future.done():
                method(value)

        with contextlib.suppress(RuntimeError):  # the loop has gone: nobody is waiting
            loop.call_soon_threadsafe(settle)

    def body() -> None:
        try:
            result = function()
        except BaseException as error:
            outer: BaseException = error
            if isinstance(error, StopIteration) or not isinstance(error, Exception):
                outer = RuntimeError(f"{type(error).__name__}: {error}")
                outer.__cause__ = error
            deliver(future.set_exception, outer)
        else:
            deliver(future.set_result, result)

    threading.Thread(target=body, name=name, daemon=True).start()
    return await future


def in_background(
    owner: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str, *, exclusive: bool = True
) -> None:
    """Work in the background while the screen, widget or app ``owner`` is there; an error ends the work, not the app.

    ``exclusive`` work takes the place of what the owner does in the group.  That may not have begun yet: therefore
    ``work`` makes its coroutine, which nobody would await then, only when it begins.
    """
    wanted: WorkType[None] = work
    owner.run_worker(wanted, group=group, exclusive=exclusive, exit_on_error=False)
