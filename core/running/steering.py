"""The reins of a loop that one thread runs and others steer: pause, steps, cancel.

`core.running.run.Run` drives one search, `core.compare.race.Race` several; what may be
said to them, and how their thread hears it, is the same.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod


class Steered(ABC):
    """Something with a loop.  All methods but `drive` may be called from any thread at any time."""

    def __init__(self, *, paused: bool = False) -> None:
        self._wake = threading.Condition()
        """Held to give an order; the driving thread waits on it."""
        self._done = threading.Event()
        self._cancelled = False
        self._paused = paused
        self._steps_due = 0
        self._at_rest = False
        """Set by the driving thread while it waits in a pause, having published its newest picture."""

    @abstractmethod
    def drive(self) -> object:
        """Give the calling thread to the loop until it has ended."""

    @property
    def paused(self) -> bool:
        """Whether it waits for `resume` or a step."""
        return self._paused and self._steps_due == 0

    @property
    def resting(self) -> bool:
        """Whether a pause has come into effect: until the next order, what is published does not change any more."""
        return self.paused and self._at_rest

    @property
    def finished(self) -> bool:
        """Whether driving has ended: served, stopped or failed."""
        return self._done.is_set()

    def pause(self) -> None:
        """Hold still after the current slice."""
        self._order(paused=True)

    def resume(self) -> None:
        """Go on."""
        self._order(paused=False)

    def step(self, count: int = 1) -> None:
        """Make ``count`` further steps, then hold still."""
        with self._wake:
            self._order(paused=True, steps=self._steps_due + count)

    def cancel(self) -> None:
        """Stop after the current slice; the figures so far stay."""
        with self._wake:
            self._cancelled = True
            self._wake.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until driving has ended; False when the time ran out first."""
        return self._done.wait(timeout)

    def _rest(self) -> None:
        """Wait for the next order (for the driving thread: in a pause, holding `_wake`)."""
        self._at_rest = True
        self._wake.wait()
        self._at_rest = False

    def _order(self, *, paused: bool, steps: int = 0) -> None:
        """Replace whatever was to be done next."""
        with self._wake:
            self._paused = paused
            self._steps_due = steps
            self._wake.notify_all()
