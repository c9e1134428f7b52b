"""Two questions that several screens ask: where to save, and which of so many to go to."""

from __future__ import annotations

from collections.abc import Callable
from os.path import exists, isdir, isfile
from pathlib import Path

from core.storage.files import save, system_reason
from core.words import grouped
from tui.dialogs.dialogs import LineDialog
from tui.dialogs.readable import at


def save_dialog(title: str, prompt: str, name: str, content: Callable[[Path], str | bytes]) -> LineDialog:
    """Ask for a file's name and write ``content(path)`` there.

    ``content`` may look at the suffix; a ValueError from it says why that
    cannot be.  An existing file is replaced only after a second enter.  The
    dialog closes with what was typed; `full_name` makes a full path of it.
    """
    warned: set[str] = set()

    def check(text: str) -> str | None:
        path = at(text.strip())
        if not text.strip() or (exists(path) and not isfile(path)):  # opening a pipe waits for somebody to read it
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
    """The file that `save_dialog` wrote, given what it closed with."""
    return at(text.strip()).resolve()


def jump_dialog(kind: str, total: int) -> LineDialog:
    """Ask for a number from 1 to ``total``; closes with its text."""

    def check(text: str) -> str | None:
        if text.strip().isdecimal() and 1 <= int(text) <= total:
            return None
        return f"expected a number from 1 to {grouped(total)}"

    return LineDialog("Jump", f"Number of the {kind}, 1 to {grouped(total)}:", check=check)
