"""Tells a waiting thread that work has ended, whenever Ctrl-C may come.

A `threading.Event` can stay locked for ever: if Ctrl-C comes just after its lock was taken, the
interrupted thread keeps the lock, and the thread that would announce the end waits for it.  Here a
flag carries the news; the lock only wakes a waiting thread.
"""

from __future__ import annotations

import threading
from contextlib import suppress


class Finished:
    """An event that happens once, and is safe to wait for where Ctrl-C may be raised."""

    def __init__(self) -> None:
        self._over = False
        self._asleep = threading.Lock()
        self._asleep.acquire()

    def set(self) -> None:
        """Announce the event; a second call changes nothing."""
        self._over = True
        self._wake()

    def is_set(self) -> bool:
        """Whether it has happened."""
        return self._over

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for it, at most ``timeout`` seconds; returns whether it has happened."""
        if not self._over and self._asleep.acquire(timeout=-1 if timeout is None else timeout):
            self._wake()  # the next waiting thread
        return self._over

    def _wake(self) -> None:
        with suppress(RuntimeError):  # awake already
            self._asleep.release()
