"""The app: modes, themes, signals.  Nothing about any puzzle."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rich.console import RenderableType
from textual import on
from textual._compositor import CompositorUpdate
from textual.app import App, SystemCommand
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import Event, Key, Paste, Resize
from textual.filter import LineFilter, Monochrome, NoColor
from textual.geometry import Size
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.timer import Timer, TimerCallback

from core.catalog import plugin_troubles
from tui.actions.action import Action, CommandProvider, CommandScreen, Palette, bindings, move_keys
from tui.actions.everywhere import EVERYWHERE
from tui.actions.keymap import KeyTrouble, read_table, rebound, unknown
from tui.glyphs import Glyphs, choose
from tui.modes import MODE_ENTRIES, NARROW, NARROW_BUT_TALL, SMALLEST, TALL, WIDE, ModeEntry
from tui.settings import Settings
from tui.terminal.driver import forgiving
from tui.terminal.line import Line
from tui.terminal.painting import Difference, Painted, erases_in_colour
from tui.terminal.stylesheet import OnceReadStylesheet
from tui.terminal.typing_ahead import TypingAhead
from tui.themes import THEMES, legible
from tui.widgets.board_colours import board_colours

LOST_TERMINAL_SECONDS = 2.0
"""How often to look whether the terminal is still there."""
FIRST_SECOND = 1.0
"""For so long nothing is collected, see `tui.__main__`."""
COLLECTED_EVERY = 2_000
"""How many new objects there may be before the youngest are looked through."""
EXIT_LOST_TERMINAL = 129
SIGNALLED = 128
"""Exit status of a program that a signal ended: this, and the number of the signal."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the command line asked for."""

    mode: str | None = None
    theme: str | None = None
    ascii_only: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    """For the screen that is opened first: its own names and values."""


class DancingQueens(App[int]):
    """A laboratory for combinatorial search."""

    TITLE = "Dancing Queens"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {CommandProvider}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-normal"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-medium"), (TALL, "-tall")]
    BINDINGS = bindings(EVERYWHERE)
    MODES = {}

    def __init__(self, start: Start | None = None, settings: Settings | None = None) -> None:
        self.start = start or Start()
        self.settings = settings or Settings()
        self.glyphs: Glyphs = choose(self.start.ascii_only)
        modes = [entry.mode for entry in MODE_ENTRIES]
        wanted = self.start.mode or self.settings.get("mode")
        # The first screen is the default mode: no empty screen is built and switched away from.
        self.DEFAULT_MODE = wanted if wanted in modes else modes[0]  # type: ignore[misc]
        self._colourless = NoColor()
        self.line = Line()
        """The line to the terminal: how fast it is."""
        self._picture_is_late = False
        ScrollBar.renderer = ScrollBarRender if self.glyphs.unicode else _PlainScrollBar
        super().__init__()
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self._keys, self._key_troubles = read_table(self.settings.get("keys"))
        self.everywhere, troubles = rebound(EVERYWHERE, self._keys, "every screen")
        """What can be done on every screen, with the keys that it has now."""
        move_keys(self, EVERYWHERE, self.everywhere)
        self._key_troubles += troubles
        if self._keys:
            self._key_troubles += unknown(self._keys, (action for _, each in every_action() for action in each))
        for entry in MODE_ENTRIES:
            self.add_mode(entry.mode, partial(self._open_screen, entry))
        self.theme = self._first_theme()
        self.stylesheet = OnceReadStylesheet(variables=self.get_css_variables())
        self._opened_once: set[str] = set()
        self.painted = Painted()
        self._typed = TypingAhead(self, super().on_event)
        self.last_key = 0.0
        """When the last key came, by the performance counter."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return board_colours(self.current_theme)

    def get_css_variables(self) -> dict[str, str]:
        return legible(self.current_theme, super().get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        return forgiving(super().get_driver_class(), self.line)

    def _first_theme(self) -> str:
        wanted = self.start.theme or self.settings.get("theme") or os.environ.get("TEXTUAL_THEME")
        if isinstance(wanted, str) and wanted in self.available_themes:
            return wanted
        poor = os.environ.get("TERM", "") in ("linux", "screen", "dumb", "vt100", "vt220", "ansi")
        return "ansi-dark" if poor else THEMES[0].name

    # Start and end

    def on_mount(self) -> None:
        if not self.glyphs.unicode:
            self.add_class("-ascii")
        self.add_class("-fast-line")
        self.theme_changed_signal.subscribe(self, lambda theme: self.settings.put("theme", theme.name))
        if self.is_headless:
            gc.enable()
        else:
            self.set_timer(FIRST_SECOND, _collect_garbage)
        self.settings.put("mode", self.DEFAULT_MODE)
        self.call_after_refresh(self._tell_of_plugins)
        self.call_after_refresh(self._tell_of_keys, self._key_troubles)
        if not self.is_headless:
            self._listen_to_signals()
            if not self.is_web:
                self.painted = Painted(erases=erases_in_colour(2))
            loop = asyncio.get_running_loop()
            self.line.when_idle = partial(_from_thread, loop, self._paint_what_is_late)
            if not self.is_web:
                threading.Thread(target=_leave_when_terminal_is_gone, name="terminal-watch", daemon=True).start()

    def _handle_exception(self, error: Exception) -> None:
        # A screen that opens while the app ends gets no parts any more, and looks for them once.
        if not (self._exit and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Textual's, but without the values of local variables: they may hold what a person has typed or read."""
        from rich.console import Group
        from rich.segment import Segments
        from rich.text import Text
        from rich.traceback import Traceback

        from tui.terminal.crash import keep_crash

        self.bell()
        where = keep_crash()
        traceback = Traceback(show_locals=False, width=None)
        kept = [f"This is kept in {where}\n"] if where is not None and not self._exit_renderables else []
        shown = Group(traceback, *(Text(line) for line in kept))
        self._exit_renderables.append(Segments(self.console.render(shown, self.console.options)))
        self._close_messages_no_wait()

    def _tell_of_plugins(self) -> None:
        for trouble in plugin_troubles():
            self.notify(str(trouble), severity="warning", markup=False, timeout=15)

    def _listen_to_signals(self) -> None:
        # SIGHUP is left alone: a dropped line should end the process at once.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            for number in (signal.SIGTERM, signal.SIGINT):  # ctrl+c is a signal while ctrl+z has stopped the app
                status = SIGNALLED + number
                asyncio.get_running_loop().add_signal_handler(number, partial(self.exit, status, return_code=status))

    def first_options(self, mode: str) -> dict[str, Any]:
        """What the command line asked of this screen: told once, to the screen that opens first."""
        if mode in self._opened_once or mode != self.DEFAULT_MODE:
            return {}
        self._opened_once.add(mode)
        return self.start.options

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        # Textual skips ticks that are late, even the only one of a timer like this.  It waits 8 ms for
        # further changes of the window's size before it lays out anew: a machine too busy to go on
        # within them just as that timer starts would leave the app at its old size for good.
        timer._skip = False
        return timer

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key):
            self.last_key = time.perf_counter()
        if isinstance(event, (Key, Paste)) and not event.is_forwarded and not self.is_headless:
            await self._typed.take(event)
        else:
            await super().on_event(event)

    # Modes

    def switch_mode(self, mode: str) -> Any:
        self.settings.put("mode", mode)
        return super().switch_mode(mode)

    def _open_screen(self, entry: ModeEntry) -> Screen[Any]:
        screen = screen_class(entry)()
        if isinstance(screen, CommandScreen) and self._keys:
            screen.ACTIONS, troubles = rebound(screen.ACTIONS, self._keys, entry.title, self.everywhere)
            self.call_after_refresh(self._tell_of_keys, troubles)
        return screen

    def _tell_of_keys(self, troubles: Iterable[KeyTrouble]) -> None:
        for trouble in troubles:
            self.notify(str(trouble), severity="warning", markup=False, timeout=15)

    def action_next_mode(self) -> None:
        modes = [entry.mode for entry in MODE_ENTRIES]
        if self.current_mode in modes and len(modes) > 1 and len(self.screen_stack) == 1:
            self.switch_mode(modes[(modes.index(self.current_mode) + 1) % len(modes)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("switch_mode", "help", "next_mode"):
            # A dialog keeps the keyboard to itself.
            return len(self.screen_stack) <= 1
        return super().check_action(action, parameters)

    # What every screen has

    def action_redraw(self) -> None:
        """After something else has written on the terminal."""
        self.painted.forget()
        self.screen.refresh()

    def action_help(self) -> None:
        from tui.dialogs.dialogs import HelpDialog

        self.push_screen(HelpDialog(self.screen))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder="Type part of a command's name"))

    def search_themes(self) -> None:
        from textual.theme import ThemeProvider

        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Type part of a theme's name"))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield SystemCommand("Help", "What is on this screen and what its keys do", self.action_help)
        for entry in MODE_ENTRIES:
            if entry.mode != self.current_mode:
                title = f"Go to {entry.title}"
                yield SystemCommand(title, f"Also {entry.key.upper()}", partial(self.switch_mode, entry.mode))
        yield SystemCommand("Theme", "Choose the colours", self.action_change_theme)
        yield SystemCommand("Screenshot", "Save the screen as SVG", self.deliver_screenshot)
        yield SystemCommand("Quit", "Leave the program (ctrl+q)", self.action_quit)

    def get_line_filters(self) -> Sequence[LineFilter]:
        # Textual chooses what NO_COLOR means before it knows the theme: with a theme of the
        # terminal's own colours its Monochrome filter would draw black on black.
        filters = super().get_line_filters()
        if self.no_color and self.native_ansi_color:
            return [self._colourless if isinstance(each, Monochrome) else each for each in filters]
        return filters

    def copy(self, text: str, what: str) -> None:
        """Put text on the terminal's clipboard (OSC 52: works over SSH where the terminal allows it)."""
        self.copy_to_clipboard(text)
        self.notify(f"{what} copied", timeout=2)

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
            if isinstance(renderable, Difference) and not renderable.text and not self._cursor_has_moved:
                self.post_display_hook()
                return
        super()._display(screen, renderable)

    @property
    def _cursor_has_moved(self) -> bool:
        """Whether the terminal's own cursor, which shows where text is composed, belongs elsewhere now."""
        return self.screen.outer_size.clamp_offset(self.cursor_position) != self._previous_cursor_position

    @property
    def output_is_behind(self) -> bool:
        """Whether the line to the terminal is busy with what was painted before: skip a frame then."""
        return self.line.behind

    @property
    def line_note(self) -> str:
        """What a slow line means for what is shown, in a few words; empty on any other line."""
        return self.line.note

    def _paint_what_is_late(self) -> None:
        """The line has taken what was written before: show how things are now."""
        if self._picture_is_late and self._running and not self._closed:
            self._picture_is_late = False
            self.screen.refresh()

    @property
    def _terminal_size(self) -> Size | None:
        """The size of the terminal now; None where it cannot be asked for, or where the terminal itself tells."""
        driver = self._driver
        if driver is None or self.is_headless or getattr(driver, "_in_band_window_resize", True):
            return None
        asked: Any = driver
        return Size(*asked._get_terminal_size())

    @on(Resize)
    def _note_size(self, event: Resize) -> None:
        self.painted.forget()
        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        self.set_class(small, "-too-small")
        # Where there is height to spare, panels stand below the board sooner: it keeps its size.
        narrow = NARROW_BUT_TALL if event.size.height >= TALL else NARROW
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (narrow, "-normal"), (WIDE, "-wide")]
        # Signals in quick succession interrupt each other's handlers: the size that comes last may be an older one.
        true = self._terminal_size
        if true is not None and true != event.size:
            self.post_message(Resize(true, true))
        # Narrower for a moment and back before anybody looked: nothing has to be laid out anew,
        # but the terminal has forgotten what it had to cut off.
        if self.screen_stack and event.size == self.screen.outer_size:
            self.screen.refresh()


class _PlainScrollBar(ScrollBarRender):
    """Ends at whole characters."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "] * 8


def screen_class(entry: ModeEntry) -> type[Screen[Any]]:
    """The class of a mode's screen, imported now."""
    module, _, name = entry.screen.partition(":")
    found: type[Screen[Any]] = getattr(importlib.import_module(module), name)
    return found


def every_action() -> Iterable[tuple[str, Sequence[Action]]]:
    """What can be done, by where: everywhere, and on each screen."""
    yield "Everywhere", EVERYWHERE
    for entry in MODE_ENTRIES:
        found = screen_class(entry)
        yield entry.title, found.ACTIONS if issubclass(found, CommandScreen) else ()


def _collect_garbage() -> None:
    """Begin to.  What is there by now stays as long as the app: looking through it all would hold up a key by 50 ms."""
    gc.freeze()
    gc.set_threshold(COLLECTED_EVERY, 10, 10)
    gc.enable()


def _from_thread(loop: asyncio.AbstractEventLoop, function: Callable[[], object]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has gone
        loop.call_soon_threadsafe(function)


def _leave_when_terminal_is_gone() -> None:
    # Without this, a terminal that vanished without a signal leaves Textual's
    # input thread spinning for ever.  A normal exit would wait for that terminal,
    # and the app itself may be waiting for a writer that has failed: hence a thread.
    while os.isatty(0):
        time.sleep(LOST_TERMINAL_SECONDS)
    os._exit(EXIT_LOST_TERMINAL)
