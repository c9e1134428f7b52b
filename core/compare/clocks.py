"""Clocks for a run: wall time, CPU time, and how often the processor was taken away meanwhile."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

try:
    import resource
except ImportError:  # Windows has no such module
    resource = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Moment:
    """All clocks at one moment."""

    wall: float
    cpu: float
    """CPU time of this thread."""
    everybody: float
    """CPU time of all threads of the process."""
    switches: int | None
    """How often the system took the processor away from this thread."""
    given_away: int | None = None
    """How often the thread gave it away."""


def now(threads: bool = False) -> Moment:
    """Read the clocks; the one of all threads only if asked to, since that takes longer."""
    everybody = time.process_time() if threads else 0.0
    return Moment(time.perf_counter(), time.thread_time(), everybody, switches_so_far(), waits_so_far())


def switches_so_far() -> int | None:
    """Involuntary context switches of this thread, where the system counts them."""
    who = getattr(resource, "RUSAGE_THREAD", None)
    return resource.getrusage(who).ru_nivcsw if who is not None else None


def waits_so_far() -> int | None:
    """Voluntary context switches of this thread, where the system counts them."""
    who = getattr(resource, "RUSAGE_THREAD", None)
    return resource.getrusage(who).ru_nvcsw if who is not None else None


def load() -> float | None:
    """Mean number of processes ready to run in the last minute, where the system tells."""
    try:
        return round(os.getloadavg()[0], 2)
    except (OSError, AttributeError):
        return None


BUSY_SHARE = 0.75
"""When this many processes per processor are ready to run, a run is disturbed more often than not."""


def busy() -> bool:
    """Whether other programs have kept the machine busy for the last minute."""
    return (load() or 0.0) >= BUSY_SHARE * (os.cpu_count() or 1)
