"""The app: modes, themes, signals.  Nothing about any puzzle."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from core import plugin_troubles
from core._catalog import named
from tui.actions.action import LESSON_TAKEN, Action, CommandScreen, bindings, move_keys
from tui.actions.dialogue import answer, converse
from tui.actions.keymap import KeyTrouble, read_table, rebound, unknown
from tui.actions.remarks import Remark, Remarks, RemarkScreen
from tui.glyphs import Glyphs, choose
from tui.modes import MODE_ENTRIES, NARROW, NARROW_BUT_TALL, ROOMY, SMALLEST, TALL, VAST, WIDE, ModeEntry
from tui.settings import Settings
from tui.terminal.app import TerminalApp
from tui.terminal.quicker import OnceReadStylesheet
from tui.themes import THEMES, board_colours, legible

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from tui.lab.left_off import LeftOff
    from tui.lessons.panel import LessonRunner

EVERYWHERE = (
    Action("command_palette", "ctrl+p", "palette", "Command palette: everything by name, themes too", priority=True,
           palette=False),
    Action("next_mode", "ctrl+n", "next screen", "Next screen", priority=True, palette=False),
    *(Action(f"switch_mode('{e.mode}')", e.key, e.title, f"Go to {e.title}") for e in MODE_ENTRIES),
    Action("lessons", "f6", "lessons", "Lessons: learn on these screens; the list, or back to the one you are in"),
    Action("handout", "", "handout", "Write a lesson as a handout, .html or .pdf: the one you are in, or any"),
    Action("help", "f1", "help", "This help"),
    Action("glossary", "question_mark", "glossary",
           "What the terms on the screen mean, starting with the one at the cursor or the mouse"),
    Action("change_theme", "", "theme", "Choose the colours"),
    Action("screenshot", "", "screenshot", "Save a picture of the screen as SVG"),
    Action("messages", "", "messages", "The last messages of the key bar, in full"),
    Action("redraw", "ctrl+l", "redraw", "Redraw the whole screen", priority=True),
    Action("quit", "ctrl+q", "quit", "Quit", priority=True),
    Action("suspend_process", "ctrl+z", "suspend", "Suspend (fg brings it back)", palette=False),
)  # fmt: skip
"""What can be done on every screen, and its keys."""
FIRST_SECOND = 1.0
"""Seconds without garbage collection, see `tui.__main__`."""
SEVERITIES = {"information": "plain", "warning": "warning", "error": "bad"}
"""The tones of Textual's notifications."""
COLLECTED_EVERY = 2_000
"""After this many new objects the youngest are looked through."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the command line asked for."""

    mode: str | None = None
    theme: str | None = None
    ascii_only: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    """For the screen that is opened first: its own names and values."""
    lesson: str | None = None
    """The lesson to begin with, by name or file; empty for their list."""


class DancingQueens(TerminalApp):
    """A laboratory for combinatorial search."""

    TITLE = "Dancing Queens"
    CSS_PATH = ["app.tcss", "lab/lab.tcss"]
    ENABLE_COMMAND_PALETTE = False  # Textual's; ours is `tui.dialogs.palette`
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
        ScrollBar.renderer = ScrollBarRender if self.glyphs.unicode else _PlainScrollBar
        super().__init__()
        self.remarks = Remarks(self._show_remark)
        """The remarks of the app."""
        self.set_class(not self.glyphs.unicode, "-ascii", update=False)  # before there is anything to style again
        self.add_class("-fast-line", update=False)
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

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return board_colours(self.current_theme)

    def get_css_variables(self) -> dict[str, str]:
        return legible(self.current_theme, super().get_css_variables())

    def _first_theme(self) -> str:
        wanted = self.start.theme or self.settings.get("theme") or os.environ.get("TEXTUAL_THEME")
        if isinstance(wanted, str) and wanted in self.available_themes:
            return wanted
        poor = os.environ.get("TERM", "") in ("linux", "screen", "dumb", "vt100", "vt220", "ansi")
        return "ansi-dark" if poor else THEMES[0].name

    # Start and end

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda theme: self.settings.put("theme", theme.name))
        if self.is_headless:
            gc.enable()
        else:
            self.set_timer(FIRST_SECOND, _collect_garbage)
        self.settings.put("mode", self.DEFAULT_MODE)
        if self.settings.trouble:
            self.call_after_refresh(self.tell, self.settings.trouble)
        self.call_after_refresh(self._tell_of_plugins)
        self.call_after_refresh(self._tell_of_keys, self._key_troubles)
        self.call_after_refresh(self._begin_lesson)

    def _tell_of_plugins(self) -> None:
        for trouble in plugin_troubles():
            self.tell(str(trouble))

    def first_options(self, mode: str) -> dict[str, Any]:
        """The command line's options for this screen: given once, to the screen that opens first."""
        if mode in self._opened_once or mode != self.DEFAULT_MODE:
            return {}
        self._opened_once.add(mode)
        return self.start.options

    def terminal_is_lost(self) -> None:
        for stack in self._screen_stacks.values():
            for left in _left_off(stack):
                left.note()

    # Modes

    def switch_mode(self, mode: str) -> Any:
        self.settings.put("mode", mode)
        return super().switch_mode(mode)

    def _open_screen(self, entry: ModeEntry) -> Screen[Any]:
        self.set_class(self.few_colours or not self.glyphs.unicode, "-framed", update=False)
        screen = screen_class(entry)()
        if isinstance(screen, CommandScreen) and self._keys:
            screen.ACTIONS, troubles = rebound(screen.ACTIONS, self._keys, entry.title, self.everywhere)
            self.call_after_refresh(self._tell_of_keys, troubles)
        return screen

    def _tell_of_keys(self, troubles: Iterable[KeyTrouble]) -> None:
        for trouble in troubles:
            self.tell(str(trouble))

    @property
    def mode_title(self) -> str:
        """The name of the screen."""
        return next((entry.title for entry in MODE_ENTRIES if entry.mode == self.current_mode), "")

    def action_next_mode(self) -> None:
        modes = [entry.mode for entry in MODE_ENTRIES]
        if self.current_mode in modes and len(modes) > 1:
            self.switch_mode(modes[(modes.index(self.current_mode) + 1) % len(modes)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("help", "glossary"):
            return isinstance(self.screen, CommandScreen)  # a dialog has its own
        if action in ("switch_mode", "next_mode"):
            return not (self.screen_stack and self.screen.is_modal)  # a dialog keeps the keyboard to itself
        if action in ("lessons", "handout"):
            return len(self.screen_stack) <= 1
        return super().check_action(action, parameters)

    def unanswered(self, key: str) -> None:
        """No key is silent: one that nothing on the screen or in the app has a use for now says why."""
        if isinstance(self.screen, RemarkScreen):
            self.say(self.screen.why_silent(key))

    # Remarks: never over what they are about

    def say(self, text: str, tone: str = "plain") -> None:
        """Answer a key, in the key bar or on the frame of the dialog in front: until the next key."""
        self.remarks.say(text, tone)

    def tell(self, text: str, tone: str = "warning") -> None:
        """Say something there that nobody asked for, once what is there has been read."""
        self.remarks.tell(text, tone)

    def notify(
        self, message: str, *, title: str = "", severity: SeverityLevel = "information",
        timeout: float | None = None, markup: bool = True,
    ) -> None:  # fmt: skip
        """Textual's notifications would cover the screen: they are shown as remarks."""
        text = Content.from_markup(message).plain if markup else message
        self.tell(f"{title}: {text}" if title else text, SEVERITIES[severity])

    def _show_remark(self, remark: Remark | None) -> None:
        if self.screen_stack and isinstance(self.screen, RemarkScreen):
            self.screen.remark = remark

    def key_comes(self) -> None:
        self.remarks.key_comes()

    def key_answered(self) -> None:
        self.remarks.key_answered()
        for left in _left_off(self.screen_stack):
            left.key_answered()

    def action_messages(self) -> None:
        """What was said last, in full."""
        from tui.dialogs.dialogs import TextDialog

        said = [remark.text for remark in reversed(self.remarks.said)]
        self.push_screen(TextDialog("Messages, the newest first", "\n\n".join(said) or "Nothing has been said yet."))

    # What every screen has

    def action_help(self) -> None:
        from tui.dialogs.dialogs import HelpDialog

        self.push_screen(HelpDialog(self.screen))

    def action_glossary(self) -> None:
        self.push_glossary(self.screen)

    def push_glossary(self, screen: Screen[Any]) -> None:
        """Say what the terms on a screen or in a dialog mean."""
        from tui.dialogs.glossary import glossary_dialog

        self.push_screen(glossary_dialog(screen, self))

    @cached_property
    def lesson_runner(self) -> LessonRunner:
        """Brings lessons onto the screens; loaded when first wanted."""
        from tui.lessons.panel import LessonRunner

        return LessonRunner(self)

    def action_lessons(self) -> None:
        converse(self, self.lesson_runner.choose())

    def action_handout(self) -> None:
        converse(self, self.lesson_runner.hand_out())

    def _begin_lesson(self) -> None:
        if self.start.lesson:
            self.lesson_runner.begin(self.start.lesson)
        elif self.start.lesson is not None:
            self.action_lessons()
        elif self.start.mode is None and self.settings.section(LESSON_TAKEN).get("name"):
            self.lesson_runner.begin_again()

    def action_command_palette(self) -> None:
        from tui.dialogs.palette import Palette, palette

        if not isinstance(self.screen, Palette):
            converse(self, self._do(palette(self, self.screen)))

    async def _do(self, palette: Screen[Callable[[], object]]) -> None:
        if (run := await answer(palette)) is not None:
            run()

    def can_go(self, action: Action) -> bool:
        """Whether the screen or dialog in front leaves to the app an action that every screen has."""
        name, _, parameter = action.action.partition("(")
        if parameter == f"'{self.current_mode}')":
            return False  # that screen is here
        return name in ("help", "glossary") or bool(self.check_action(name, ()))

    def action_change_theme(self) -> None:
        converse(self, self._choose_theme())

    async def _choose_theme(self) -> None:
        from tui.dialogs.palette import themes

        if (theme := await answer(themes(self))) is not None:
            self.theme = theme

    def action_screenshot(self) -> None:  # type: ignore[override]  # Textual's takes a name
        """Ask where to save a picture of the screen; a browser is given it."""
        if self.is_web:
            self.deliver_screenshot()
        else:
            converse(self, self._save_screenshot())

    async def _save_screenshot(self) -> None:
        from tui.dialogs.dialogs import full_name, save_dialog

        picture = self.export_screenshot()
        name = await answer(save_dialog("Screenshot", "File to write, as SVG:", f"{self.current_mode}.svg",
                                        lambda path: picture))  # fmt: skip
        if name is not None:
            self.say(f"saved {full_name(name)}", "good")

    def copy(self, text: str, what: str) -> None:
        """Put text on the terminal's clipboard (OSC 52: works over SSH if the terminal allows it)."""
        if not text.strip():
            self.say(f"{what}: there is nothing to copy")
            return
        self.copy_to_clipboard(text)
        self.say(f"{what} copied", "good")

    @on(Resize)
    def _note_size(self, event: Resize) -> None:
        small = event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1]
        self.set_class(small, "-too-small")
        self.set_class(event.size.width >= VAST, "-vast")
        self.set_class(event.size.width >= ROOMY, "-roomy")
        # With height to spare, panels move below the board sooner, and it keeps its size.
        narrow = NARROW_BUT_TALL if event.size.height >= TALL else NARROW
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (narrow, "-normal"), (WIDE, "-wide")]


class _PlainScrollBar(ScrollBarRender):
    """A scroll bar that ends at whole characters."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "] * 8


def _left_off(screens: Iterable[Screen[Any]]) -> Iterable[LeftOff]:
    """What keeps the places on these screens; most dialogs have none."""
    found = (getattr(screen, "left", None) for screen in screens)
    return [left for left in found if left is not None]


def screen_class(entry: ModeEntry) -> type[Screen[Any]]:
    """The class of a mode's screen, imported now."""
    found: type[Screen[Any]] = named(entry.screen)
    return found


def every_action() -> Iterable[tuple[str, Sequence[Action]]]:
    """What can be done, by where: everywhere, and on each screen."""
    yield "Everywhere", EVERYWHERE
    for entry in MODE_ENTRIES:
        found = screen_class(entry)
        yield entry.title, found.ACTIONS if issubclass(found, CommandScreen) else ()


def _collect_garbage() -> None:
    """Start garbage collection.  Objects there by now live as long as the app; looking through them all would hold up a
    key by 50 ms.
    """
    gc.freeze()
    gc.set_threshold(COLLECTED_EVERY, 10, 10)
    gc.enable()
