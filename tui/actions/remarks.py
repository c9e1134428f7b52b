"""What the program says in passing: one remark at a time, in the key bar, gone with the next key.

What answers a key is said at once, in the place of whatever stood there (`Remarks.say`).  What comes unasked, a notice
about the store or a key that is taken, waits for its turn, and covers nothing (`Remarks.tell`).  All of it can be read
again (`Remarks.said`).
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
    """The tone it is said in, one of `tui.kit.lines.TONES`."""


class RemarkScreen(SturdyScreen):
    """A screen or dialog that says, while it is in front, what is said in passing."""

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
    """What is being said, what waits to be said, and what has been said."""

    def __init__(self, show: Callable[[Remark | None], object]) -> None:
        """``show`` is called whenever something else is said or waits, or nothing any more."""
        self.said: deque[Remark] = deque(maxlen=KEPT)
        """The last of them, oldest first."""
        self.now: Remark | None = None
        """What is being said."""
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
        """Say what nobody has asked for: now, or after what is being said and what waits already."""
        remark = self._remark(text, tone)
        if self.now is None:
            self._put(remark)
        else:
            self._waiting.append(remark)
            self._show(self.now)  # with how many wait

    def key_comes(self) -> None:
        """The user has seen what stood there, and presses a key."""
        self._before_key = self.now

    def key_answered(self) -> None:
        """What stood there before the key has had its time, unless the key has had something else said."""
        if self.now is not None and self.now is self._before_key:
            self.go_on()

    def go_on(self) -> None:
        """What is being said has been read: the next, or nothing."""
        self._put(self._waiting.popleft() if self._waiting else None)

    def _remark(self, text: str, tone: str) -> Remark:
        remark = Remark(" ".join(text.split()), tone)
        self.said.append(remark)
        return remark

    def _put(self, remark: Remark | None) -> None:
        self.now = remark
        self._show(remark)
