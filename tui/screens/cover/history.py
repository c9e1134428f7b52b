"""The changes made to a problem: every state it had, as far as it was kept, and which of them is the present one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tui.screens.cover.open import Opened

MOST_STEPS = 500


@dataclass(frozen=True)
class Kept:
    """A history as the store has it: states are read when somebody goes back to them."""

    name: str
    """``own:KEY``"""
    first: int
    place: int
    """The number of the present state."""
    last: int
    read: Callable[[int], Opened]
    """Reads the state of that number.  Raises ProblemError or StoreError."""
    updated: float


class History:
    """States numbered in the order in which they were made; undoing and redoing move between them.

    The first may be of the gallery or a file; those made by changes belong to
    the problem of one's own called `name`.
    """

    def __init__(self, opened: Opened, kept: Kept | None = None) -> None:
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
        """A change has made this; what was taken back before is forgotten."""
        self.name = self.name or opened.name
        self.place = self.last = self.place + 1
        self.first = max(self.first, self.last - MOST_STEPS)
        self._states = {n: state for n, state in self._states.items() if self.first <= n < self.last}
        self._states[self.place] = opened
        self.unsaved = {n for n in self.unsaved if self.first <= n < self.last} | {self.place}

    def go(self, step: int) -> Opened:
        """Undo the last change (-1) or redo it (1).  Raises as `state` does, and stays where it was."""
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
