"""Waiting for machine code: how long each thread has waited, and whether anybody still wants what it waits for.

Waiting passes during a search but is no searching time, and whoever drives the search may have lost interest before
the machine code is there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager

LOOK_SECONDS = 0.05
"""How often a thread that waits asks whether that is still wanted."""

_own = threading.local()


class NoLongerWanted(BaseException):
    """Nobody wants any more what this thread was waiting for (see `while_wanted`): no error, so nobody handles it."""


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


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """In here this thread waits for machine code only as long as ``wanted`` says so, then raises NoLongerWanted."""
    before, _own.wanted = getattr(_own, "wanted", None), wanted
    try:
        yield
    finally:
        _own.wanted = before


def may_be_left() -> bool:
    """Whether this thread waits only while it is wanted."""
    return getattr(_own, "wanted", None) is not None


def wait_for(future: Future[None]) -> None:
    """Wait until it is done, as long as that is wanted.  Raises NoLongerWanted, or what the future holds."""
    while not wait([future], LOOK_SECONDS).done:
        look()
    future.result()


def look() -> None:
    """Raise NoLongerWanted if nobody wants any more what this thread waits for."""
    wanted: Callable[[], bool] | None = getattr(_own, "wanted", None)
    if wanted is not None and not wanted():
        raise NoLongerWanted
