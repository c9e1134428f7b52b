"""Tells one who waits that work has ended, whenever Ctrl-C may come.

A `threading.Event` can stay locked for ever: where Ctrl-C comes just after its lock
was taken, the interrupted one holds it, and whoever says that the end has come waits
for the lock.  Here the news is a flag; the lock only wakes who waits for it.
"""

from __future__ import annotations

import threading
from contextlib import suppress


class Finished:
    """An event that comes once, and may be waited for where Ctrl-C is raised."""

    def __init__(self) -> None:
        self._over = False
        self._asleep = threading.Lock()
        self._asleep.acquire()

    def set(self) -> None:
        """It has come; said again, this changes nothing."""
        self._over = True
        self._wake()

    def is_set(self) -> bool:
        """Whether it has come."""
        return self._over

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has come, or for this many seconds; whether it has."""
        if not self._over and self._asleep.acquire(timeout=-1 if timeout is None else timeout):
            self._wake()  # the next one who waits
        return self._over

    def _wake(self) -> None:
        with suppress(RuntimeError):  # awake already
            self._asleep.release()
