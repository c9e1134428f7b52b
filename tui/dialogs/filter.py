"""A list under headings to choose from; whatever is typed leaves only the lines that have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.dialogs.dialogs import ChoiceLine, Dialog, option_of
from tui.widgets.options import Options


class FilterDialog(Dialog[Any]):
    """Closes with the value chosen.  Escape takes back what was typed, and closes once that is nothing."""

    DEFAULT_CSS = """
    FilterDialog OptionList { max-height: 100%; }
    FilterDialog .-filter { height: 1; color: $accent; }
    """
    KEYS = (
        ("↑ ↓ home end", "To another line"),
        ("letters", "Only lines with these words, in name, heading or text"),
        ("backspace", "Take back a letter"),
        ("enter", "Choose"),
    )
    BINDINGS = [
        Binding("backspace", "type('')", show=False),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(self, title: str, choices: Sequence[ChoiceLine], current: Any = None) -> None:
        super().__init__()
        self._title, self._choices, self._current = title, choices, current
        self._typed = ""
        self._shown: list[ChoiceLine | None] = []
        """The lines in the list; None for a heading."""

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = self._title
        box.border_subtitle = "enter choose   type to filter   esc cancel"
        with box:
            yield Static("", classes="-filter")
            yield Options(*self._options())

    def on_mount(self) -> None:
        # Beside that of Dialog: Textual calls both.
        self._highlight()
        self._say()

    def on_key(self, event: Key) -> None:
        """A letter narrows the list; a slash before it, which begins a search elsewhere, is not needed."""
        if event.is_printable and event.character:
            event.stop()
            event.prevent_default()
            if event.character != "/" or self._typed:
                self.action_type(event.character)

    def action_type(self, letter: str) -> None:
        """Type a letter, or take one back."""
        self._typed = self._typed + letter if letter else self._typed[:-1]
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(self._options())
        self._highlight()
        self._say()

    def action_leave(self) -> None:
        """Take back what was typed, or close."""
        if not self._typed:
            self.dismiss(None)
            return
        self._typed = self._typed[:1]
        self.action_type("")

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        choice = self._shown[event.option_index]
        if choice is not None:
            self.dismiss(choice.value)

    def _options(self) -> list[Option]:
        words = self._typed.casefold().split()
        kept = [choice for choice in self._choices if all(word in _text(choice) for word in words)]
        self._shown, options = [], []
        for group, members in groupby(kept, key=lambda choice: choice.group):
            if group:
                self._shown.append(None)
                options.append(Option(Text(self.drawn(group), style="italic underline"), disabled=True))
            for choice in members:
                self._shown.append(choice)
                options.append(option_of(choice, self.drawn))
        return options

    def _highlight(self) -> None:
        able = [i for i, choice in enumerate(self._shown) if choice is not None and choice.refused is None]
        here = [i for i in able if (choice := self._shown[i]) is not None and choice.value == self._current]
        places: Iterable[int] = (here or able) if not self._typed else able
        self.query_one(OptionList).highlighted = next(iter(places), None)

    def _say(self) -> None:
        found = sum(choice is not None for choice in self._shown)
        text = f"{self._typed}_" if self._typed else "Type to filter."
        if self._typed:
            text += f"   {found} of {len(self._choices)}" if found else "   nothing matches; esc clears it"
        self.query_one(".-filter", Static).update(Text(text))


def _text(choice: ChoiceLine) -> str:
    return f"{choice.title} {choice.text} {choice.group} {choice.value}".casefold()
