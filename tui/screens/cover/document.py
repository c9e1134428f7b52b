"""The problem in hand: where it comes from, every state it had, and the copy of them on disk.  No Textual."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

from core import ExactCover, ProblemError, algorithms
from core.exact_cover import CoverPuzzle
from core.storage._files import read_ordinary
from tui.dialogs.readable import at

if TYPE_CHECKING:
    from core.exact_cover._gallery import Instance
    from tui.screens.cover.works import CoverWorks

# Where problems come from: the gallery, files, and texts that the user types

OWN_PREFIX = "own:"
FIRST = "gallery:four-sets"
"""What a document holds until something is opened: it takes no time to make."""
EXAMPLE = "gallery:own-pieces"
"""What is opened if nobody has chosen anything yet: small enough for each of the views."""


@dataclass(frozen=True)
class Opened:
    """A puzzle and its source."""

    puzzle: CoverPuzzle
    name: str
    """``gallery:NAME``, a path, or ``own:KEY`` for a text in the store."""
    instance: Instance | None = None
    text: str | None = None
    """The text that it was read from, if a person wrote one."""

    @property
    def edited(self) -> bool:
        """Whether it is kept in the store rather than in a file or the gallery."""
        return self.name.startswith(OWN_PREFIX)


def open_named(name: str) -> Opened:
    """Open what ``name`` means: ``gallery:NAME``, a name in the gallery, or a file.

    Raises ProblemError (malformed, or unknown) or OSError.
    """
    from core.exact_cover._gallery import GALLERY, PREFIX

    by_name = {instance.name: instance for instance in GALLERY}
    if name.startswith(PREFIX) or name in by_name:
        short = name.removeprefix(PREFIX)
        if short not in by_name:
            raise ProblemError(f"the gallery has no {short!r}")
        instance = by_name[short]
        return Opened(instance.puzzle(), PREFIX + short, instance)
    path = at(name)
    if not exists(path):
        raise ProblemError(f"{name} is neither a file nor a name in the gallery")
    return open_file(path)


def open_file(path: Path) -> Opened:
    """Read a file.  Raises OSError, ProblemError for no file or too large a one, or FormatError with its place."""
    from core.exact_cover import read_puzzle
    from core.exact_cover._formats.load import decode

    text = decode(read_ordinary(path), str(path))
    return Opened(read_puzzle(text, str(path)), str(path.absolute()), text=text)


def open_text(text: str, name: str) -> Opened:
    """Read what was typed.  Raises FormatError with line and column."""
    from core.exact_cover import read_puzzle

    return Opened(read_puzzle(text, "your text"), name, text=text)


def new_name() -> str:
    """A new name for a problem that the user makes."""
    return f"{OWN_PREFIX}{uuid.uuid4().hex}"


# What becomes of them

MOST_STEPS = 500
LONGEST_NAME = 32
"""Letters of a file's name in the title bar."""


@dataclass(frozen=True)
class KeptHistory:
    """A history as the store has it: states are read when the user goes back to them."""

    name: str
    """``own:KEY``"""
    first: int
    place: int
    """The number of the present state."""
    last: int
    read: Callable[[int], Opened]
    """Reads the state of that number.  Raises ProblemError or StoreError."""
    updated: float


class StateHistory:
    """States numbered in the order in which they were made; undoing and redoing move between them.

    The first may be from the gallery or a file; those made by changes belong to
    the user's own problem `name`.
    """

    def __init__(self, opened: Opened, kept: KeptHistory | None = None) -> None:
        self.name = opened.name if opened.edited else ""
        """``own:KEY`` once there is something to keep."""
        self.first = self.place = self.last = 0
        self._states = {0: opened}
        self._read: Callable[[int], Opened] | None = None
        self.updated: float | None = None
        """When the store's copy was last changed, as far as this program knows; None for no copy."""
        self.unsaved = {0}
        """Numbers of the states that the store does not have yet."""
        if kept is not None:
            self.name, self.updated, self._read = kept.name, kept.updated, kept.read
            self.first, self.place, self.last = kept.first, kept.place, kept.last
            self._states = {self.place: opened}
            self.unsaved = {self.place}  # cheap to write again, and a document without a history has no states

    @property
    def present(self) -> Opened:
        """The present state."""
        return self.state(self.place)

    def state(self, number: int) -> Opened:
        """The state of that number.  Raises ProblemError or StoreError when the saved copy cannot be read."""
        if number not in self._states:
            assert self._read is not None
            self._states[number] = self._read(number)
        return self._states[number]

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return self.place > self.first

    @property
    def can_redo(self) -> bool:
        """Whether a change was undone and can be redone."""
        return self.place < self.last

    def put(self, opened: Opened) -> None:
        """Add the state that a change has made; undone changes are forgotten."""
        self.name = self.name or opened.name
        self.place = self.last = self.place + 1
        self.first = max(self.first, self.last - MOST_STEPS)
        self._states = {n: state for n, state in self._states.items() if self.first <= n < self.last}
        self._states[self.place] = opened
        self.unsaved = {n for n in self.unsaved if self.first <= n < self.last} | {self.place}

    def go(self, step: int) -> Opened:
        """Undo the last change (-1) or redo it (1).  If this raises, as `state` does, nothing changes."""
        number = min(max(self.place + step, self.first), self.last)
        opened = self.state(number)
        self.place = number
        return opened

    def become_a_copy(self, name: str) -> None:
        """Go on under another name, with all states that can be read."""
        for number in range(self.first, self.last + 1):
            self.state(number)
        self.name, self.updated = name, None
        self.unsaved = set(range(self.first, self.last + 1))


Found = Opened | tuple[Opened, KeptHistory]
"""Something opened, perhaps with its history."""


class CoverDocument:
    """The problem in hand, the history of its changes, and the store that keeps both."""

    def __init__(self) -> None:
        self.opened = open_named(FIRST)
        self.history = StateHistory(self.opened)
        self.works: CoverWorks | None = None
        """The user's own problems, once the store is open."""

    @property
    def problem(self) -> ExactCover:
        """The problem itself."""
        return self.opened.puzzle.problem

    @property
    def name(self) -> str:
        """The name that opens it again."""
        return self.history.name or self.opened.name

    @property
    def title(self) -> str:
        """What the title bar says: the problem's title, or the name of its file."""
        if self.problem.title or self.opened.edited:
            return self.problem.title or "your own problem"
        return self.opened.name.rpartition("/")[2][:LONGEST_NAME] or "your own problem"

    def open(self, found: Found, *, change: bool = False) -> Opened:
        """Work on this from now on; as a ``change`` of the problem in hand it can be undone.

        Raises ProblemError for a problem that no algorithm can take.
        """
        opened, kept = found if isinstance(found, tuple) else (found, None)
        if not any(entry.refusal(opened.puzzle.problem) is None for entry in algorithms("cover")):
            raise ProblemError(f"{opened.name}: there is nothing to cover")
        if change:
            self.history.put(opened)
        else:
            self.history = StateHistory(opened, kept)
        self.opened = opened
        return opened

    def change(self, opened: Opened) -> None:
        """Take the problem that an edit has made."""
        self.history.put(opened)
        self.opened = opened

    def go(self, step: int) -> None:
        """Undo (-1) or redo (1).  Raises ProblemError or StoreError when the saved copy cannot be read."""
        self.opened = self.history.go(step)

    def find(self, name: str) -> Found:
        """The problem of a name: ``own:KEY`` of one's works, or what `open_named` knows.  Raises what these raise."""
        if not name.startswith(OWN_PREFIX):
            return open_named(name)
        if self.works is None:
            raise ProblemError("cannot load your last problem")
        return self.works.open(name)

    def keep(self) -> bool:
        """Put a problem of your own on disk.

        False when another program has changed it meanwhile: then this one goes on as a copy.  Raises StoreError,
        or ProblemError for what no format can hold.
        """
        if self.works is None or not self.history.name:
            return True
        return self.works.keep(self.history)
