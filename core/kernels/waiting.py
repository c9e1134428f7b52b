"""Counts how long a thread has waited for machine code: it passes during a search but is no searching time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_own = threading.local()


def seconds_waited() -> float:
    """How many seconds this thread has waited so far, in all its work."""
    waited: float = getattr(_own, "seconds", 0.0)
    return waited


@contextmanager
def waiting() -> Iterator[None]:
    """Count the time spent in here as waiting."""
    started = time.perf_counter()
    try:
        yield
    finally:
        _own.seconds = seconds_waited() + time.perf_counter() - started
