"""Waiting for machine code: how long each thread has waited, and whether the code is still wanted.

The wait happens during a search but does not count as search time, and the search may be given up before the
machine code is ready.  Other long work that is not a search, such as reading a problem, calls `look` now and then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager

LOOK_SECONDS = 0.05
"""How often a waiting thread checks whether the code is still wanted."""

_own = threading.local()


class NoLongerWanted(BaseException):
    """What this thread was doing or waiting for is no longer wanted (see `while_wanted`).  Not an Exception, so that
    no handler of errors catches it."""


def seconds_waited() -> float:
    """The total seconds this thread has waited so far."""
    waited: float = getattr(_own, "seconds", 0.0)
    return waited


@contextmanager
def waiting() -> Iterator[None]:
    """Count the time spent in this block as waiting."""
    started = time.perf_counter()
    try:
        yield
    finally:
        _own.seconds = seconds_waited() + time.perf_counter() - started


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """In this block the thread waits for machine code, and works past a `look`, only while ``wanted()`` is true.

    After that it raises NoLongerWanted.
    """
    before, _own.wanted = getattr(_own, "wanted", None), wanted
    try:
        yield
    finally:
        _own.wanted = before


def may_be_left() -> bool:
    """Whether this thread is inside `while_wanted`."""
    return getattr(_own, "wanted", None) is not None


def wait_for(future: Future[None]) -> None:
    """Wait until the future is done, while that is wanted.  Raises NoLongerWanted, or the future's exception."""
    while not wait([future], LOOK_SECONDS).done:
        look()
    future.result()


def look() -> None:
    """Raise NoLongerWanted if what this thread does or waits for is no longer wanted."""
    wanted: Callable[[], bool] | None = getattr(_own, "wanted", None)
    if wanted is not None and not wanted():
        raise NoLongerWanted
