"""Measuring peers in turn, so that whatever else the machine does befalls them all alike."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO

Measure = Callable[[], float]
"""Does the work once and returns the seconds it took."""


def in_turn(peers: Mapping[str, Measure], repeat: int) -> dict[str, list[float]]:
    """Each peer's seconds, ``repeat`` rounds of all of them."""
    seconds: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(repeat):
        for name, measure in peers.items():
            seconds[name].append(measure())
    return seconds


def cpu(work: Callable[[], object]) -> float:
    """Processor seconds of this process for ``work``."""
    before = time.process_time()
    work()
    return time.process_time() - before


def cpu_of_command(command: Sequence[str], given: IO[str] | None = None) -> float:
    """Processor seconds (user and system) of a child process, its start included; ``given`` is its standard input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, stdin=given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def span(seconds: Sequence[float]) -> str:
    """Median and range, in a unit that suits them."""
    unit, scale = ("s ", 1.0) if statistics.median(seconds) >= 1 else ("ms", 1000.0)
    middle, low, high = (value * scale for value in (statistics.median(seconds), min(seconds), max(seconds)))
    return f"{middle:8.2f} {unit} ({low:.2f} … {high:.2f})"


def ratio(seconds: Sequence[float], against: Sequence[float]) -> float:
    """The median of the ratios round by round."""
    return statistics.median(one / other for one, other in zip(seconds, against, strict=True))


def progress(text: str) -> None:
    """What is being measured, for who waits."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
