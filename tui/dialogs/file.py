"""Choosing a file to open: a path to type, with what is in its folder below."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import exists, isdir, isfile
from pathlib import Path

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from core import ProblemError
from core.storage._files import check_ordinary
from tui.dialogs.dialogs import Dialog
from tui.dialogs.readable import at
from tui.terminal.sturdy import SturdyOptionList

MOST_SHOWN = 500
"""The most entries shown of one folder; typing narrows them down."""


class _Entries(SturdyOptionList):
    """The entries of the folder; up from the first one leads back to the line."""

    def action_cursor_up(self) -> None:
        if self.highlighted:
            super().action_cursor_up()
        else:
            self.screen.query_one(Input).focus()


class FileDialog(Dialog[Path]):
    """Closes with the `Path` of a readable file, or None.

    The line holds a path; below it are the entries of its folder that begin
    with the last part.  Down goes to that list, enter opens a folder or takes a
    file, also the only one that begins like this.
    """

    DEFAULT_CSS = """
    FileDialog OptionList { height: 12; border: none; background: $surface; padding: 0; }
    FileDialog OptionList:focus { border: none; background-tint: $foreground 0%; }
    """
    KEYS = (
        ("a-z", "Type a path; matches appear below; / or ~ at the end starts over from there"),
        ("tab", "Complete it with the marked line"),
        ("↓ ↑", "To the list, and from its top back to the line"),
        ("enter", "Open the file or folder, or the only match"),
    )
    BINDINGS = [
        # None with priority: that would let them overtake letters typed just before.
        Binding("down", "to_list", show=False),
        Binding("tab", "complete", show=False),
    ]

    def __init__(self, title: str, folder: Path, suffixes: Sequence[str] = ()) -> None:
        super().__init__()
        self._title, self._suffixes = title, tuple(suffixes)
        self._start = str(folder).rstrip("/") + "/"
        self._entries: list[Path] = []

    def compose(self) -> ComposeResult:
        with self.box(self._title, "type, tab complete, down list   enter open   esc cancel"):
            line = Input(self._start)
            line.cursor_blink = False
            line.select_on_focus = False
            yield line
            yield _Entries()
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        self._list()
        self.query_one(Input).focus()

    @property
    def _text(self) -> str:
        """What is typed; an absolute path, or one from home, replaces whatever is before it."""
        text = self.query_one(Input).value
        start = max(text.rfind("//") + 1, text.rfind("/~") + 1)
        return text[start:]

    @property
    def _path(self) -> Path:
        return at(self._text or ".")

    @on(Input.Changed)
    def _list(self) -> None:
        text, path = self._text, self._path
        folder, beginning = (path, "") if text.endswith("/") or not text else (path.parent, path.name)
        try:
            entries = [entry for entry in folder.iterdir() if self._wanted(entry, beginning)]
        except (OSError, ValueError) as error:
            entries = []
            self._say(f"{_plain(str(folder))}: {_reason(error)}")
        else:
            self._say("" if entries else "nothing here to open")
        entries.sort(key=lambda entry: (not isdir(entry), entry.name.lower()))
        self._entries = entries[:MOST_SHOWN]
        options = self.query_one(OptionList)
        options.clear_options()
        if text.endswith("/") and isdir(folder):
            self._entries.insert(0, folder / "..")
        for entry in self._entries:
            folder_sign = "/" if entry.name == ".." or isdir(entry) else ""
            options.add_option(Option(Text(_plain(entry.name) + folder_sign)))
        if self._entries:
            options.highlighted = 0

    def _wanted(self, entry: Path, beginning: str) -> bool:
        name = entry.name
        if not name.lower().startswith(beginning.lower()) or (name.startswith(".") and not beginning.startswith(".")):
            return False
        return not self._suffixes or entry.suffix.lower() in self._suffixes or isdir(entry)

    def _say(self, text: str) -> None:
        self.query_one(".-message", Static).update(Text(text))

    def action_to_list(self) -> None:
        if self._entries:
            self.query_one(OptionList).focus()

    def action_complete(self) -> None:
        """Take the highlighted entry into the line."""
        if not self.query_one(OptionList).has_focus:
            self._list()  # the line may be ahead of the list
        index = self.query_one(OptionList).highlighted
        if index is not None and index < len(self._entries):
            self._take(self._entries[index])

    def _take(self, entry: Path) -> None:
        if entry.name == "..":
            entry = entry.parent.absolute().parent
        line = self.query_one(Input)
        line.value = str(entry).rstrip("/") + ("/" if isdir(entry) else "")
        line.cursor_position = len(line.value)
        line.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        entry = self._entries[event.option_index]
        if entry.name != ".." and isfile(entry):
            self._open(entry)
        else:
            self._take(entry)

    @on(Input.Submitted)
    def _done(self) -> None:
        path = self._path
        if not exists(path):
            self._list()  # the line may be ahead of the list
            path = self._entries[0] if len(self._entries) == 1 else path
        if isdir(path):
            self._take(path)
        else:
            self._open(path)

    def _open(self, path: Path) -> None:
        try:
            check_ordinary(path)  # first: opening a pipe waits until another program writes to it
            with path.open("rb"):
                pass
        except ProblemError as error:
            self._say(str(error))
        except (OSError, ValueError) as error:
            self._say(f"{_plain(str(path))}: {_reason(error)}")
        else:
            self.dismiss(path)


def _reason(error: OSError | ValueError) -> str:
    """Why a path is impossible; a ValueError is for one with a null character."""
    return getattr(error, "strerror", None) or str(error)


def _plain(name: str) -> str:
    """A file's name without terminal control characters."""
    return "".join(character if character.isprintable() else "?" for character in name)
