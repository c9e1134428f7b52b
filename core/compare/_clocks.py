"""Clocks for a run: wall time, CPU time, and how often the processor was taken away.

A search may have its work done by other threads, or by processes that it starts.  If a process does nothing but
search (`core.compare._isolated`), all their time is the search's (`Everybody`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

try:
    import resource
except ImportError:  # Windows has no such module
    resource = None  # type: ignore[assignment]


ATTEMPTS, INTERRUPTED_SECONDS = 3, 5e-6
"""If reading two clocks takes this thread so long, it was interrupted: they show different moments."""
_PROCESS_CLOCK = 2
"""Linux's number for the clock of a whole process, in the lowest three bits of a clock's number."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All clocks at one moment."""

    wall: float
    cpu: float
    """CPU time of this thread."""
    others: float
    """CPU time of all that works for it, if that was requested."""
    switches: int | None
    """How many times the system took the processor away from this thread."""
    given_away: int | None = None
    """How many times the thread gave it up."""
    queued: float | None = None
    """Seconds in which it wanted a processor and had none, if the system tells (Linux)."""


def now(others: Callable[[], float] | None = None) -> Moment:
    """Read the clocks, with that of ``others``: `other_threads` or `Everybody`."""
    working = others() if others is not None else 0.0
    return Moment(time.perf_counter(), time.thread_time(), working, switches_so_far(), waits_so_far(), queued_so_far())


def other_threads(thorough: bool = True) -> float:
    """CPU seconds of all threads of this process except the calling one, to a microsecond or so."""
    for _ in range(ATTEMPTS):
        before, everybody, after = time.thread_time(), time.process_time(), time.thread_time()
        if after - before < INTERRUPTED_SECONDS:
            break
    return everybody - (before + after) / 2


class Everybody:
    """As `other_threads`, with the CPU seconds of all processes that this one has started."""

    def __init__(self) -> None:
        self._living = False
        """Whether any such process was found before."""

    def __call__(self, thorough: bool = True) -> float:
        """CPU seconds so far; unless ``thorough``, running processes are looked for only if there were any
        before, because looking for them slows what follows by some microseconds."""
        children = self._children(thorough or self._living)  # first, so that neither clock counts the reading
        return children + other_threads()

    def _children(self, thorough: bool) -> float:
        if resource is None:
            return 0.0
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = ended.ru_utime + ended.ru_stime
        if thorough:
            try:
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # quicker than to look into /proc
            except (ChildProcessError, AttributeError):
                return total
            self._living = True
            total += sum(map(process_time_of, descendants(os.getpid())))
        return total


def family_time(pid: int) -> float | None:
    """CPU seconds of a process and all its descendants; None if the system does not tell."""
    own = process_time_of(pid)
    return own + sum(map(process_time_of, descendants(pid))) if own else None


def descendants(pid: int) -> Iterator[int]:
    """The children of a process, and theirs, as far as the system tells (Linux)."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            for child in map(int, _read(f"/proc/{pid}/task/{thread}/children").split()):
                yield child
                yield from descendants(child)


def process_time_of(pid: int) -> float:
    """CPU seconds of another process and of those it has waited for; 0 if the system does not tell."""
    with suppress(OSError, IndexError, ValueError):
        user, system, *waited = map(int, _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[11:15])
        tick = os.sysconf("SC_CLK_TCK")
        try:  # to the nanosecond
            own = time.clock_gettime(~pid << 3 | _PROCESS_CLOCK)
        except OSError:
            own = (user + system) / tick
        return own + sum(waited) / tick
    return 0.0


def queued_so_far() -> float | None:
    """Seconds for which this thread was ready to run and had no processor, if the system counts them (Linux)."""
    with suppress(OSError, IndexError, ValueError):
        return int(_read("/proc/thread-self/schedstat").split()[1]) / 1e9
    return None


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def switches_so_far() -> int | None:
    """Involuntary context switches of this thread, if the system counts them."""
    who = getattr(resource, "RUSAGE_THREAD", None)
    return resource.getrusage(who).ru_nivcsw if who is not None else None


def waits_so_far() -> int | None:
    """Voluntary context switches of this thread, if the system counts them."""
    who = getattr(resource, "RUSAGE_THREAD", None)
    return resource.getrusage(who).ru_nvcsw if who is not None else None


def load() -> float | None:
    """Mean number of processes ready to run in the last minute, if the system tells."""
    try:
        return round(os.getloadavg()[0], 2)
    except (OSError, AttributeError):
        return None


BUSY_SHARE = 0.75
"""If this many processes per processor are ready to run, a run is probably disturbed."""


def busy() -> bool:
    """Whether other programs have kept the machine busy for the last minute."""
    return (load() or 0.0) >= BUSY_SHARE * (os.cpu_count() or 1)
