"""Keeps where the user left off on a screen, and goes back there at the next start.

The settings get what is open (the session's `LooksAgain.looks`), what has the focus, and what covers the screen, with
its state (two searches, a race, a text or a plan being edited): when nothing has changed for a moment, every few
seconds while something runs, and at the end.  During a lesson they get the place in the lesson, and keep what was on
the screen before.  What makes no sense (any more) is left out, and the user is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from textual.screen import Screen
from textual.timer import Timer

from core import CannotSolve, ProblemError
from core._checks import instance, text
from core._search import told
from core.storage import CheckpointError, StoreError
from tui.actions.action import IN_LESSON
from tui.actions.dialogue import answer
from tui.lab.steering import SteeringScreen, WatchingScreen

LEFT = "left"
"""The section of the settings with a place for each screen."""
SOON_SECONDS = 0.3
"""How long after the last change the place is saved."""
RUNNING_SECONDS = 5.0
"""How often it is saved while something runs."""
SENSELESS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, OSError,
             ProblemError, CannotSolve, StoreError, CheckpointError)  # fmt: skip
"""Raised for a place that makes no sense (any more)."""

Answer = TypeVar("Answer")
Looks = Callable[[], Mapping[str, Any]]


class LooksAgain(Protocol):
    """Knows what is open on a screen."""

    def looks(self) -> dict[str, Any]:
        """What is open, for the settings file."""
        ...

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Open again what `looks` gave.  Raises one of `SENSELESS` for what it never gave."""
        ...


class LeftOff:
    """Keeps the place on one screen, and brings it back."""

    def __init__(self, screen: WatchingScreen, place: LooksAgain) -> None:
        self._screen, self._there = screen, place
        self.there: Any = screen.app.settings.section(LEFT).get(screen.SETTINGS)
        """The place kept when the screen was opened; None if there was none."""
        self._timer: Timer | None = None
        self._noted = 0.0
        self._over: tuple[str, Screen[Any], Looks] | None = None
        """What covers the screen: its name for `WatchingScreen.open_again`, and its `looks`."""
        self._focus = self.there.get("focus") if isinstance(self.there, dict) else None
        """What had the focus last."""
        self._asked_at = 0.0
        """When the screen asked for the place of the last start; 0 for not yet."""
        self._due = False
        """Whether the focus, and what covered the screen, are still to come back."""

    # Keeping

    def soon(self) -> None:
        """Something may have changed: keep it when no more changes for a moment."""
        if self._timer is None and self._screen.is_mounted:
            self._timer = self._screen.set_timer(SOON_SECONDS, self._rested)

    def key_answered(self) -> None:
        """A key has been answered, by the screen or by what covers it."""
        self._note_focus()
        self.soon()

    def _rested(self) -> None:
        self._timer = None
        self._note_focus()
        over = self._over[1] if self._over is not None else None
        moves = self._screen.moving or (isinstance(over, SteeringScreen) and over.moving)
        if not moves or time.monotonic() - self._noted > RUNNING_SECONDS:
            self.note()

    async def answer(self, name: str, dialog: Screen[Answer], looks: Looks) -> Answer | None:
        """Open a dialog or another screen that comes back with this one, by `WatchingScreen.open_again` with ``looks``;
        returns its result."""
        self._over = name, dialog, looks
        if isinstance(dialog, SteeringScreen):
            dialog.watchers.append(self.soon)
        self.note()  # at once: what runs in it is noted now and then only
        answered = await answer(dialog)
        self._over = None  # not at the end of the program: then it is still there
        self.note()
        return answered

    @property
    def on_its_way(self) -> bool:
        """Whether the screen is still on its way back."""
        return False

    def note(self) -> None:
        """Keep the place now."""
        screen = self._screen
        if self.on_its_way or screen.waiting.busy:
            return  # the place to which it is on its way is the one that is kept
        self._noted = time.monotonic()
        if screen.has_class(IN_LESSON):
            self._note_lesson()
        else:
            settings = screen.app.settings
            settings.put(LEFT, {**settings.section(LEFT), screen.SETTINGS: self._now()})

    def _note_focus(self) -> None:
        """Not at the end: the focused widget then goes first, and the focus moves to the next."""
        focused = self._screen.focused
        if focused is not None and focused.id is not None:
            self._focus = focused.id

    def _note_lesson(self) -> None:
        """Nothing to do: a lesson knows its own step."""

    def _now(self) -> dict[str, Any]:
        over = {} if self._over is None else {"over": [self._over[0], dict(self._over[2]())]}
        return {"looks": self._there.looks(), "focus": self._focus, **over}

    # Coming back

    def come_back(self) -> None:
        """Go where the user left off; leave out what cannot be made again."""
        if self.there is None or self._screen.has_class(IN_LESSON):
            return
        self._asked_at, self._due = time.perf_counter(), True
        if self._try("the place", self._go_to, self.there) and not self.on_its_way:
            self._arrived()

    def _go_to(self, left: Mapping[str, Any]) -> None:
        """Open what was open; raises one of `SENSELESS`."""
        looks = instance(left.get("looks", {}), dict, "'looks'", "an object")
        self._try("what was open", self._look_again, looks)

    def _look_again(self, looks: Mapping[str, Any]) -> None:
        self._there.look_again(looks)
        self._screen.tick()

    def _arrived(self) -> None:
        """Give the focus back, unless the user was quicker, and open again what covered the screen."""
        screen = self._screen
        if not self._due:
            return
        self._due = False
        focus, over = self.there.get("focus"), self.there.get("over")
        if self._asked_at > screen.app.last_key:
            for widget in screen.focus_chain:
                if widget.id is not None and widget.id == focus:
                    widget.focus(scroll_visible=False)
        if over is not None and screen.is_current:
            self._try("what was in front", self._open_again, over)

    def _open_again(self, over: Any) -> None:
        name, looks = over
        self._screen.open_again(text(name, "a name"), instance(looks, dict, "it", "an object"))

    def _try(self, what: str, do: Callable[..., object], *arguments: Any) -> bool:
        """Do a part of it; if that makes no sense, leave it out and say so."""
        try:
            do(*arguments)
        except SENSELESS as error:
            self._screen.app.tell(f"where you left off: {what} cannot be brought back ({told(error)})")
            return False
        return True
