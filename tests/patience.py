"""How long a test of the app waits for what must happen: twenty seconds of a machine that is free for it.

What the machine does for others does not count, nor the time in which kernels are compiled, nor that in which the
programs that a test has started work: a slow hour is no failure.  A test that waits in vain fails soon all the same.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from tests import PATIENCE

USUAL = 20.0
"""Seconds; slow tests, and all of them in CI, have `PATIENCE`."""
LOOK_SECONDS = 1.0
PROC = Path("/proc")

_seconds = PATIENCE


class Stopwatch:
    """Seconds in which something was going on, whoever did it, and however many at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy, self._since, self._before = 0, 0.0, 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """It is going on."""
        with self._lock:
            self._before, self._since = self.seconds(), time.monotonic()
            self._busy += 1
        try:
            yield
        finally:
            with self._lock:
                self._before, self._since = self.seconds(), time.monotonic()
                self._busy -= 1

    @property
    def on(self) -> bool:
        """Whether it is going on."""
        return self._busy > 0

    def seconds(self) -> float:
        """How long, up to now."""
        return self._before + (time.monotonic() - self._since if self.on else 0.0)


COMPILING = Stopwatch()
"""Runs while this process makes machine code, or waits for another one that does (`tests.compiled_once`)."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A larger case takes longer, and so may the machines of CI."""
    global _seconds
    large = item.get_closest_marker("slow") is not None or bool(os.environ.get("CI"))
    _seconds = PATIENCE if large else USUAL


class Patience:
    """Of one that waits."""

    def __init__(self, usual: float | None = None) -> None:
        self._allowed = _seconds if usual is None else usual
        self._others, self._compiled = Others(), COMPILING.seconds()
        self._worked = time.process_time()
        self._begun = time.monotonic()  # after the rest, and read before it: what comes in between is excused
        self._next = min(LOOK_SECONDS, self._allowed)  # most waits are over before

    @property
    def waited(self) -> float:
        """Seconds, up to now."""
        return time.monotonic() - self._begun

    @property
    def pause(self) -> float:
        """Seconds until it is worth while to ask whether it is over."""
        return max(0.0, self._next - self.waited)

    @property
    def over(self) -> bool:
        """Whether it has waited too long.  It looks closely once a second, so this may be asked at any time."""
        waited = self.waited
        if waited < self._next:
            return False
        self._next = waited + LOOK_SECONDS
        return waited >= min(self._allowed + sum(self._excused()), PATIENCE)

    def _excused(self) -> tuple[float, float]:
        return COMPILING.seconds() - self._compiled, self._others.seconds()

    def __str__(self) -> str:
        """How long, and what of it was whose: for the report of a test that has failed."""
        compiled, others = self._excused()
        return (
            f"waited for {self.waited:.1f} s, {compiled:.1f} of them while machine code was made and {others:.1f} "
            f"for others; this process used {time.process_time() - self._worked:.1f}"
        )


@asynccontextmanager
async def patience(usual: float | None = None, awaited: Callable[[], object] = str) -> AsyncIterator[None]:
    """Wait in here for what must happen; raises TimeoutError where that takes too long, with what is `awaited`."""
    loop, own = asyncio.get_running_loop(), Patience(usual)

    def look() -> None:
        if own.over:
            limit.reschedule(loop.time())
        else:
            looks.append(loop.call_later(own.pause, look))

    looks = [loop.call_later(own.pause, look)]
    try:
        async with asyncio.timeout(None) as limit:
            yield
    except TimeoutError as error:
        if limit.expired():
            error.args = (f"{own}. {awaited()}".rstrip(". "),)
        raise
    finally:
        looks[-1].cancel()


class Others:
    """What others have had of the machine, since it was asked for the first time.  Nothing where there is no Linux."""

    def __init__(self) -> None:
        self._last: dict[Path, float] | None = None
        self._sum = 0.0

    def seconds(self) -> float:
        """How long our threads have waited for a processor; what our programs have used or waited for counts, too."""
        now = {task: figures(task)[1] for task in PROC.glob("self/task/*")}
        now |= {task: sum(figures(task)) for each in descendants() for task in PROC.glob(f"{each}/task/*")}
        if self._last is not None:
            self._sum += sum(max(0.0, seconds - self._last.get(task, 0.0)) for task, seconds in now.items())
        self._last = now
        return self._sum


def figures(task: Path) -> tuple[float, float]:
    """The seconds for which a thread has had a processor, and for which it has waited for one."""
    with suppress(OSError, ValueError):
        used, waited, _ = (task / "schedstat").read_text(encoding="ascii").split()
        return int(used) * 1e-9, int(waited) * 1e-9
    return 0.0, 0.0


def descendants() -> set[int]:
    """The processes that this one has started, and those that these have."""
    parents: dict[int, int] = {}
    for stat in PROC.glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            parents[int(stat.parent.name)] = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    found, new = set[int](), {os.getpid()}
    while new := {process for process, parent in parents.items() if parent in new} - found:
        found |= new
    return found
