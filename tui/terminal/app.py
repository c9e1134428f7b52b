"""The app's side of the terminal: what is sent, the order of keys, and the end.

Much of it relies on private parts of Textual, each with its reason;
`tests/tui/terminal/test_private_parts.py` says so when Textual changes one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from textual import on
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import Event, Key, Paste, Resize
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer, TimerCallback
from textual.worker import WorkerFailed

from core import __version__
from core._plain import written
from core.storage import StoreError
from core.storage._files import write_whole
from core.storage._store import home
from tui.terminal.driver import EXIT_LOST_TERMINAL, forgiving
from tui.terminal.line import TerminalLine
from tui.terminal.painting import Painted, TextUpdate, erases_in_colour
from tui.terminal.quicker import make_caches_when_asked
from tui.terminal.typing_ahead import TypingAhead

make_caches_when_asked()

LOST_TERMINAL_SECONDS = 2.0
"""How often to look whether the terminal is still there."""
LAST_SECONDS = 10.0
"""How long an app without a terminal has for putting on disk what the next start needs."""
BUSY_TERMINAL_TRIES = 100
"""How often to try, every 10 ms, to put back a terminal to which another write is still on its way."""
SIGNALLED = 128
"""Exit status of a program that a signal ended: this, and the number of the signal."""
CRASH_FILE = "last-crash.txt"


class TerminalApp(App[object]):
    """Sends only what the terminal does not show yet, keeps keys in order, and ends cleanly."""

    def __init__(self) -> None:
        self._colourless = NoColor()
        self.line = TerminalLine()
        """The line to the terminal: how fast it is."""
        self._picture_is_late = False
        super().__init__()
        self.painted = Painted()
        self.keys_to_come = TypingAhead(self, self._deliver, self.key_answered)
        self.last_key = 0.0
        """When the last key came, by the performance counter."""

    def get_driver_class(self) -> type[Driver]:
        return forgiving(super().get_driver_class(), self.line)

    # Start and end

    def on_mount(self) -> None:
        # Beside the on_mount of a subclass: Textual calls both.
        if self.is_headless:
            return
        self._listen_to_signals()
        if not self.is_web:
            self.painted = Painted(erases=erases_in_colour(2))
        loop = asyncio.get_running_loop()
        self.line.when_idle = partial(_from_thread, loop, self._paint_what_is_late)
        if not self.is_web:
            watch = partial(_leave_when_terminal_is_gone, self, loop)
            threading.Thread(target=watch, name="terminal-watch", daemon=True).start()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        if not self.is_web and hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            signal.signal(signal.SIGHUP, partial(_hang_up, self, loop, getattr(self._driver, "attrs_before", None)))
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            for number in (signal.SIGTERM, signal.SIGINT):  # ctrl+c is a signal while ctrl+z has stopped the app
                status = SIGNALLED + number
                loop.add_signal_handler(number, partial(self.exit, status, return_code=status))

    def _handle_exception(self, error: Exception) -> None:
        # A screen that opens while the app ends gets no parts any more, and looks for them once.  An error ends the
        # app too: what then misses parts that have gone must not be told in the place of the error itself.
        cause = error.error if isinstance(error, WorkerFailed) else error
        if self._exception is None and not (self._exit and isinstance(cause, NoMatches)):
            super()._handle_exception(error)

    async def _shutdown(self) -> None:
        self._exit = True  # also if the loop ends and nobody has called `exit`
        await super()._shutdown()

    def _fatal_error(self) -> None:
        """Textual's, but without the values of local variables: they may hold what a person has typed or read."""
        from rich.console import Group
        from rich.segment import Segments
        from rich.text import Text
        from rich.traceback import Traceback

        from core._cli.plain_console import plain_segments

        self.bell()
        where = keep_crash()
        traceback = Traceback(show_locals=False, width=None)
        kept = [f"This is kept in {where}\n"] if where is not None and not self._exit_renderables else []
        shown = Group(traceback, *(Text(line) for line in kept))
        self._exit_renderables.append(Segments(plain_segments(self.console.render(shown, self.console.options))))
        self._close_messages_no_wait()

    def terminal_is_lost(self) -> None:
        """The program ends at once: put on disk what the next start needs (override)."""

    # Keys and time

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        # Textual skips ticks that are late, even the only one of a timer like this.  It waits 8 ms for
        # further changes of the window's size before it lays out again: a machine too busy to go on
        # within them just as that timer starts would leave the app at its old size for good.
        timer._skip = False
        return timer

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key):
            self.last_key = time.perf_counter()
        if isinstance(event, (Key, Paste)) and not event.is_forwarded:
            await self.keys_to_come.take(event)
        else:
            await super().on_event(event)

    async def _deliver(self, event: Event) -> None:
        self.key_comes()
        await super().on_event(event)

    def key_comes(self) -> None:
        """A key or a paste is about to be dealt with (override)."""

    def key_answered(self) -> None:
        """It has been dealt with, by all that it went to (override)."""

    async def _on_key(self, event: Key) -> None:
        # In place of Textual's own, which drops a key that nothing is bound to, or that what is bound will not take.
        event.prevent_default()
        if not await self._check_bindings(event.key):
            self.unanswered(event.key)

    def unanswered(self, key: str) -> None:
        """Nothing has had a use for a key (override)."""

    # What is sent

    def action_redraw(self) -> None:
        """After something else has written on the terminal."""
        self.painted.forget()
        self.screen.refresh()

    @property
    def few_colours(self) -> bool:
        """Whether the terminal shows too few colours to tell dark greys apart, or none are wanted."""
        return not self.is_headless and (self.no_color or self.console.color_system not in ("256", "truecolor"))

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Textual chooses what NO_COLOR means before it knows the theme: with a theme of the
        # terminal's own colours its Monochrome filter would draw black on black.
        filters = super().get_line_filters()
        if self.no_color and self.native_ansi_color:
            return [self._colourless if isinstance(each, Monochrome) else each for each in filters]
        return filters

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Textual's, but of an update only what the terminal does not show yet."""
        if (
            isinstance(renderable, CompositorUpdate)
            and self._running and not (self._closed or self._batch_count or self.is_headless or self.is_inline)
        ):  # fmt: skip
            true = self._terminal_size
            if true is not None and true != self.size:
                # Nothing of the old size belongs on the terminal now, nor into what is known of it.
                self.post_message(Resize(true, true))
                return
            if screen is self.screen and screen._compositor.size != self.size:
                # Sizes that followed each other closely: the screen has not been laid out for the last of them.
                screen.post_message(Resize(self.size, self.size))
                return
            if self.line.stuck:  # rather one later picture of how things are then than a queue of old ones
                self._picture_is_late = True
                return
            renderable = self.painted.difference(renderable, self.console)
            if isinstance(renderable, TextUpdate) and not renderable.text and not self._cursor_has_moved:
                self.post_display_hook()
                return
        super()._display(screen, renderable)

    @property
    def _cursor_has_moved(self) -> bool:
        """Whether the terminal's own cursor, which shows where text is composed, is at the wrong place now."""
        return self.screen.outer_size.clamp_offset(self.cursor_position) != self._previous_cursor_position

    def _paint_what_is_late(self) -> None:
        """The line has taken what was written before: show how things are now."""
        if self._picture_is_late and self._running and not self._closed:
            self._picture_is_late = False
            self.screen.refresh()

    @property
    def _terminal_size(self) -> Size | None:
        """The size of the terminal now; None if it cannot be asked for, or if the terminal itself tells."""
        driver = self._driver
        if driver is None or self.is_headless or getattr(driver, "_in_band_window_resize", True):
            return None
        asked: Any = driver
        return Size(*asked._get_terminal_size())

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        self.painted.forget()
        # Signals in quick succession interrupt each other's handlers: the size that comes last may be an older one.
        true = self._terminal_size
        if true is not None and true != event.size:
            self.post_message(Resize(true, true))
        # Narrower for a moment and back before anybody looked: nothing has to be laid out again,
        # but the terminal has forgotten what it had to cut off.
        if self.screen_stack and event.size == self.screen.outer_size:
            self.screen.refresh()


def _from_thread(loop: asyncio.AbstractEventLoop, function: Callable[[], object]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has gone
        loop.call_soon_threadsafe(function)


PUT_BACK = b"\x1b[<u" + b"".join(
    b"\x1b[?%s" % mode
    for mode in (b"1000l", b"1003l", b"1015l", b"1006l", b"1004l", b"2004l", b"2048l", b"7h", b"1049l", b"25h")
) + b"\x1b[0m"  # fmt: skip
"""Sent to a terminal at the end: no mouse, focus, paste or size reports, lines that wrap, the screen of before."""


def _hang_up(
    app: TerminalApp, loop: asyncio.AbstractEventLoop, attributes: list[Any] | None, number: int, _: object
) -> None:
    """End as SIGHUP does, but keep what the next start needs, and leave a terminal that is still there as it was.

    In a turn of the loop's own: a signal comes in the middle of anything, when a lock may be held or half of something
    is changed.  Where the loop is stuck, the alarm ends it.
    """

    def end(*_: object) -> None:
        _put_back(attributes)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, LAST_SECONDS)
    _keep_and(end, app, loop)


def _leave_when_terminal_is_gone(app: TerminalApp, loop: asyncio.AbstractEventLoop) -> None:
    # Without this, a terminal that vanished without a signal leaves Textual's
    # input thread spinning for ever.  A normal exit would wait for that terminal,
    # and the app itself may be waiting for a writer that has failed: hence a thread.
    while os.isatty(0):
        time.sleep(LOST_TERMINAL_SECONDS)

    def end() -> None:
        os._exit(EXIT_LOST_TERMINAL)

    _keep_and(end, app, loop)
    time.sleep(LAST_SECONDS)
    end()


def _keep_and(end: Callable[[], None], app: TerminalApp, loop: asyncio.AbstractEventLoop) -> None:
    """In a turn of the loop, put on disk what the next start needs, then end; at once if the loop has gone."""

    def keep() -> None:
        with contextlib.suppress(Exception):  # the end comes anyway
            app.terminal_is_lost()
        end()

    try:
        loop.call_soon_threadsafe(keep)
    except RuntimeError:
        end()


def _put_back(attributes: list[Any] | None) -> None:
    """The line may be gone, or full for ever: a way of its own into the terminal lets this be given up."""
    with contextlib.suppress(OSError):
        import termios

        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # in the background, even this would stop the program
        own = os.open("/dev/tty", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        left = PUT_BACK
        for _ in range(BUSY_TERMINAL_TRIES):
            try:
                left = left[os.write(own, left) :]
            except BlockingIOError:  # the thread that writes to the terminal may still be inside its last write
                time.sleep(0.01)
            if not left:
                break
        if attributes is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(own, termios.TCSANOW, attributes)


def keep_crash() -> Path | None:
    """Write the exception that is being handled to the home folder, private; where it is, if that went well.

    On a small terminal, or a closed one, no traceback can be read.
    """
    told = f"dancing-queens {__version__}, Python {platform.python_version()}, {platform.platform()}, {time.ctime()}"
    with contextlib.suppress(OSError, StoreError):
        folder = home()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(
            folder / CRASH_FILE, written(f"{told}\n\n{traceback.format_exc()}").encode(errors="backslashreplace")
        )
        return folder / CRASH_FILE
    return None
