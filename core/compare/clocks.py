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


def now(threads: bool = False) -> Moment:
    """Read the clocks; the one of all threads only if asked to, since that takes longer."""
    return Moment(time.perf_counter(), time.thread_time(), time.process_time() if threads else 0.0, _switches())


def _switches() -> int | None:
    """Involuntary context switches of this thread, where the system counts them."""
    who = getattr(resource, "RUSAGE_THREAD", None)
    return resource.getrusage(who).ru_nivcsw if who is not None else None


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
