"""Small dialogs: help, a text to read or copy, a line to type, where to save."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from core._words import clean_text, grouped
from core.storage._files import save, system_reason
from tui.actions.action import Action, CommandScreen
from tui.actions.dialogue import Answer
from tui.actions.remarks import Remark, RemarkScreen
from tui.dialogs.readable import at
from tui.glyphs import in_ascii, keys_in_ascii
from tui.kit.lines import COMPONENTS, Lines
from tui.terminal.sturdy import ClosesOnce

TONES_ON_FRAMES = {"good": "$success", "warning": "$warning", "bad": "$error"}
"""The colours of the tones of remarks."""


BROAD = 96
"""Columns from which a dialog is centred; with fewer, only fragments of the screen below would show beside it."""


class Dialog(ModalScreen[Answer], RemarkScreen, ClosesOnce):
    """A box in the middle; escape closes it with None."""

    COMPONENT_CLASSES = COMPONENTS
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > .box {
        width: 76; max-width: 96%; height: auto; max-height: 94%;
        border: round $primary; background: $surface; padding: 0 2;
        border-title-color: $foreground; border-title-style: bold; border-subtitle-color: $foreground-muted;
    }
    Dialog.-edge-to-edge > .box { width: 100% !important; max-width: 100% !important; }
    Dialog Static { height: auto; width: 1fr; min-width: 1; padding-right: 1; }
    Dialog VerticalScroll { height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Dialog Input { border: none; height: 1; padding: 0; background: $panel; margin: 1 0; min-width: 4; }
    Dialog Input:focus { border: none; }
    Dialog .-message { color: $error; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", "Close", show=False), Binding("f1", "help", "Help", show=False),
                Binding("question_mark", "glossary", "Glossary", show=False)]  # fmt: skip
    KEYS: tuple[tuple[str, str], ...] = ()
    """What its own keys do, for F1; escape need not be listed."""

    keys_in_short = ""
    """The words on the frame below, when there is no remark."""

    def box(self, title: str, keys: str) -> Vertical:
        """The frame, with the title above and the keys in short below; for ``compose``."""
        self.keys_in_short = keys if self.app.glyphs.unicode else keys_in_ascii(keys)
        self.set_class(self.app.size.width < BROAD, "-edge-to-edge", update=False)
        box = Vertical(classes="box")
        box.border_title, box.border_subtitle = Content(self.drawn(title)), Content(self.keys_in_short)
        return box

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < BROAD, "-edge-to-edge")

    def watch_remark(self, remark: Remark | None) -> None:
        """Show it in place of the keys, as a screen's key bar does."""
        for box in self.query(".box"):
            below = Content(self.keys_in_short)
            if remark is not None:
                below = Content.styled(self.drawn(remark.text), TONES_ON_FRAMES.get(remark.tone, "$foreground"))
            box.border_subtitle = below

    def drawn(self, text: str) -> str:
        """A text as the terminal can show it."""
        return text if self.app.glyphs.unicode else in_ascii(text)

    def action_help(self) -> None:
        """Over a dialog the app's own keys do nothing, so this one is the dialog's."""
        self.app.push_screen(HelpDialog(self))

    def action_glossary(self) -> None:
        """What the terms in the dialog mean."""
        self.app.push_glossary(self)


class HelpDialog(Dialog[None]):
    """What the screen below shows and what its keys do."""

    BINDINGS = [
        Binding("f1,question_mark,q,enter", "dismiss(None)", "Close", show=False),
        Binding("down,j", "scroll(2)", show=False),
        Binding("up,k", "scroll(-2)", show=False),
        Binding("pagedown,space", "scroll(12)", show=False),
        Binding("pageup", "scroll(-12)", show=False),
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with self.box("Help", "↑ ↓ scroll   esc close"), VerticalScroll(can_focus=False):
            yield Static(self._content())

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _content(self) -> RenderableType:
        screen = self._about
        if isinstance(screen, Dialog):
            if screen.KEYS:
                return self._key_table([*screen.KEYS, ("esc", "Close it")])
            return Text(screen.keys_in_short)
        parts: list[RenderableType] = []
        for part in screen.query(Lines):
            if part.KEYS:
                parts += [Text(part.name or "", style="bold"), self._key_table(part.KEYS), Text()]
        groups: dict[str, list[Action]] = {}
        if isinstance(screen, CommandScreen) and screen.subject.doing:
            groups[screen.subject.doing] = []
        for action in screen.ACTIONS if isinstance(screen, CommandScreen) else ():
            if action.shown_keys():
                groups.setdefault(action.group, []).append(action)
        for title, members in groups.items():
            parts += [Text(title, style="bold"), self._key_table(_rows(members)), Text()]
        general = [(action.shown_keys(), action.help) for action in self.app.everywhere if action.keys]
        general.insert(-2, ("tab", "To the next part of the screen"))
        parts += [Text("Everywhere", style="bold"), self._key_table(general)]
        if isinstance(screen, CommandScreen) and screen.ABOUT:
            paragraphs = [" ".join(paragraph.split()) for paragraph in screen.ABOUT.strip().split("\n\n")]
            parts += [Text(), Text("On this screen", style="bold"), Text(self.drawn("\n\n".join(paragraphs)))]
        return Group(*parts)

    def _key_table(self, rows: Iterable[tuple[str, str]]) -> Table:
        table = Table.grid(padding=(0, 2), expand=False)
        table.add_column(min_width=10, no_wrap=True, style="bold")
        table.add_column(ratio=1)
        unicode = self.app.glyphs.unicode
        for keys, text in rows:
            table.add_row(Text(keys if unicode else keys_in_ascii(keys)), Text(self.drawn(text)))
        return table


def _rows(actions: Iterable[Action]) -> Iterable[tuple[str, str]]:
    """Keys and what they do; keys that do the same in words share a row."""
    for text, members in groupby(actions, key=lambda action: action.help):
        yield " ".join(action.shown_keys(4) for action in members), text


class TextDialog(Dialog[None]):
    """A text to read; ``y`` copies it."""

    DEFAULT_CSS = """
    TextDialog.-page > .box { width: 100%; max-width: 100%; height: 1fr; max-height: 100%; margin: 1 0; }
    TextDialog.-as-it-is > .box { width: auto; min-width: 40; }
    TextDialog.-as-it-is Static { width: auto; }
    TextDialog.-as-it-is VerticalScroll { width: auto; overflow-x: auto; }
    """
    KEYS = (("↑ ↓ pgup pgdn", "Scroll"), ("y", "Copy all of it"), ("enter q", "Close"))
    BINDINGS = [Binding("y", "copy", "Copy", show=False), Binding("enter,q", "dismiss(None)", "Close", show=False)]

    def __init__(self, title: str, text: str, *, wide: bool = False, page: bool = False) -> None:
        """``wide``: the lines keep their width, and so does the box; ``page``: the box takes all between the bars."""
        super().__init__(classes="-as-it-is" if wide else "-page" if page else None)
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with self.box(self._title, "y copy   esc close"), VerticalScroll(can_focus=True):
            yield Static(Text(self.drawn(self._text), no_wrap=self.has_class("-as-it-is")))

    def action_copy(self) -> None:
        self.app.copy(self._text, self._title)
        self.dismiss(None)


class PreviewDialog(Dialog[bool]):
    """Shows what a pasted text was read as, before it replaces what is open.  Closes with True if it may."""

    MOST_LINES = 12
    KEYS = (("enter y", "Open it; what is open now stays in the list of problems"), ("n", "Leave things as they are"))
    BINDINGS = [
        Binding("enter,y", "dismiss(True)", "Open", show=False),
        Binding("n", "dismiss(None)", "Cancel", show=False),
    ]

    def __init__(self, title: str, summary: str, text: str) -> None:
        super().__init__()
        self._title, self._summary, self._lines = title, summary, text.splitlines()

    def compose(self) -> ComposeResult:
        shown = [clean_text(line) for line in self._lines[: self.MOST_LINES]]
        if len(self._lines) > self.MOST_LINES:
            shown.append(f"… {grouped(len(self._lines) - self.MOST_LINES)} more lines")
        with self.box(self._title, "enter open   esc cancel"):
            yield Static(Text(self.drawn(self._summary), style="bold"))
            with VerticalScroll(can_focus=True):
                yield Static(Text(self.drawn("\n".join(shown)), no_wrap=True, overflow="ellipsis"))


class LineDialog(Dialog[str]):
    """One line to type.  ``check`` returns what is wrong with it, or None; enter closes with the text.

    The dialog stays until the text is right or escape is pressed.
    """

    KEYS = (
        ("enter", "Use what is typed; if it cannot be used, the reason appears below"),
        ("← → home end", "Move in the line"),
        ("^u ^k", "Delete before or after the cursor"),
    )

    def __init__(
        self, title: str, prompt: str, value: str = "", check: Callable[[str], str | None] | None = None,
        place: int | None = None,
    ) -> None:  # fmt: skip
        """``place``: where typing begins in ``value``; without it, ``value`` is selected, and typing replaces it."""
        super().__init__()
        self._title, self._prompt, self._value, self._check, self._place = title, prompt, value, check, place

    def compose(self) -> ComposeResult:
        with self.box(self._title, "enter ok   esc cancel"):
            yield Static(Text(self.drawn(self._prompt)))
            line = Input(self._value, select_on_focus=self._place is None)
            if self._place is not None:
                line.cursor_position = self._place
            line.cursor_blink = False
            yield line
            yield Static("", classes="-message")

    @on(Input.Changed)
    def _clear(self) -> None:
        self.query_one(".-message", Static).update("")

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        wrong = self._check(event.value) if self._check else None
        if wrong:
            self.query_one(".-message", Static).update(Text(self.drawn(wrong)))
        else:
            self.dismiss(event.value)


def save_dialog(title: str, prompt: str, name: str, content: Callable[[Path], str | bytes]) -> LineDialog:
    """Ask for a file's name and write ``content(path)`` there.

    ``content`` may look at the suffix; a ValueError from it says why that
    cannot be.  An existing file is replaced only after a second enter.  The
    dialog closes with what was typed; `full_name` makes a full path of it.
    """
    warned: set[str] = set()

    def check(text: str) -> str | None:
        path = at(text.strip())
        if not text.strip() or (exists(path) and not isfile(path)):  # opening a pipe waits for a reader
            return "expected the name of a file"
        if text.strip().startswith("~") and str(path).startswith("~"):
            return f"there is no user {path.parts[0][1:]}"
        if not isdir(path.absolute().parent):
            return f"there is no folder {path.absolute().parent}"
        try:
            body = content(path)
            if exists(path) and text not in warned:
                warned.add(text)
                return "this file exists: enter again to replace it"
            save(path, body if isinstance(body, bytes) else body.encode("utf-8"))
        except ValueError as error:
            return f"not saved: {error}"
        except OSError as error:
            return f"not saved: {system_reason(error)}"
        return None

    return LineDialog(title, prompt, name, check)


def full_name(text: str) -> Path:
    """The file that `save_dialog` wrote, given its result."""
    return at(text.strip()).resolve()


LARGEST_NUMBER = 10**15
"""The largest number that may be asked for if the total is unknown."""


def number_dialog(title: str, kind: str, total: int | None) -> LineDialog:
    """Ask for a number from 1 to ``total``, None for not known yet; closes with its text."""
    of = "from 1" if total is None else f"1 to {grouped(total)}"
    expected = ", 1 or more" if total is None else f" from {of}"

    def check(text: str) -> str | None:
        number = int(text) if text.strip().isdecimal() and len(text.strip()) <= len(str(LARGEST_NUMBER)) else 0
        if total is not None and number > total:
            return f"the last {kind} is {grouped(total)}"
        return None if 1 <= number <= LARGEST_NUMBER else f"expected a number{expected}"

    return LineDialog(title, f"Number of the {kind}, {of}:", check=check)
