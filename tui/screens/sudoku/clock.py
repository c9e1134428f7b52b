"""The clock of a puzzle: it counts while somebody is at work and stands still while nobody is."""

from __future__ import annotations

import time
from collections.abc import Callable

THINKING_SECONDS = 300.0
"""The clock stands still when no key has been pressed for so long."""
BUSY_SECONDS = 10.0
"""So long after a key the clock shows seconds; then, until the next one, minutes, and the line stays quiet."""


class WorkClock:
    """Seconds spent since the last key, in view of how long people think."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._touched: float | None = None

    @property
    def idle(self) -> float:
        """Seconds since the last key; none has been pressed yet: infinitely many."""
        return self._now() - self._touched if self._touched is not None else float("inf")

    @property
    def running(self) -> float:
        """Seconds to add to those counted up to the last key."""
        return min(self.idle, THINKING_SECONDS) if self._touched is not None else 0.0

    def touch(self) -> float:
        """A key was pressed: the seconds since the last one, which are to be counted now."""
        spent = self.running
        self._touched = self._now()
        return spent

    def stop(self) -> float:
        """Nobody looks any more: the seconds to be counted."""
        spent = self.running
        self._touched = None
        return spent

    def next_look(self, shown: float) -> float | None:
        """In how many seconds the clock will look different; None while it stands still.  ``shown``: its seconds."""
        if self.idle >= THINKING_SECONDS:
            return None
        unit = 1.0 if self.idle < BUSY_SECONDS else 60.0
        return unit - shown % unit + 0.02

    def text(self, seconds: float) -> str:
        """``3:07`` while somebody is at work, ``3 min`` while they think."""
        minutes, rest = divmod(int(seconds), 60)
        if BUSY_SECONDS <= self.idle < THINKING_SECONDS:
            return f"{minutes} min"
        if minutes < 60:
            return f"{minutes}:{rest:02d}"
        return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
