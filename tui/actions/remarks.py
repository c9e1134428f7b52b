"""Remarks in passing: one at a time, in the key bar, gone with the next key.

An answer to a key is shown at once, in place of whatever was there (`Remarks.say`).  A remark that nobody asked for,
such as a notice about the store or a key that is taken, waits for its turn and covers nothing (`Remarks.tell`).  All
remarks can be read again (`Remarks.said`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from textual.events import ScreenResume, ScreenSuspend
from textual.reactive import var

from tui.actions.key_names import key_name
from tui.terminal.sturdy import SturdyScreen

KEPT = 100
"""How many remarks can be read again."""


class Remark(NamedTuple):
    """One sentence."""

    text: str
    tone: str = "plain"
    """Its tone, one of `tui.kit.lines.TONES`."""


class RemarkScreen(SturdyScreen):
    """A screen or dialog that shows remarks while it is in front."""

    remark: var[Remark | None] = var(None, init=False, always_update=True)

    def why_silent(self, key: str) -> str:
        """Why a key does nothing now (extended)."""
        return f"{key_name(key)}: does nothing here now; F1 lists the keys"

    # Beside the handlers of these names in a subclass: Textual calls both.

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.remark = self.app.remarks.now

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.remark = None


class Remarks:
    """The remark shown now, those that wait, and those that have been shown."""

    def __init__(self, show: Callable[[Remark | None], object]) -> None:
        """``show`` is called whenever the remark to show, or the number of those that wait, changes."""
        self.said: deque[Remark] = deque(maxlen=KEPT)
        """The last of them, oldest first."""
        self.now: Remark | None = None
        """The remark shown now."""
        self._waiting: deque[Remark] = deque()
        self._before_key: Remark | None = None
        self._show = show

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def say(self, text: str, tone: str = "plain") -> None:
        """Answer a key: at once, until the next one."""
        self._put(self._remark(text, tone))

    def tell(self, text: str, tone: str = "warning") -> None:
        """Say something that nobody asked for: now, or after the remark shown and those that wait."""
        remark = self._remark(text, tone)
        if self.now is None:
            self._put(remark)
        else:
            self._waiting.append(remark)
            self._show(self.now)  # with the number of those that wait

    def key_comes(self) -> None:
        """The user presses a key, and so has seen what was there."""
        self._before_key = self.now

    def key_answered(self) -> None:
        """Drop what was there before the key, unless the key has had something else said."""
        if self.now is not None and self.now is self._before_key:
            self.go_on()

    def go_on(self) -> None:
        """The remark shown has been read: show the next, or nothing."""
        self._put(self._waiting.popleft() if self._waiting else None)

    def _remark(self, text: str, tone: str) -> Remark:
        remark = Remark(" ".join(text.split()), tone)
        self.said.append(remark)
        return remark

    def _put(self, remark: Remark | None) -> None:
        self.now = remark
        self._show(remark)
