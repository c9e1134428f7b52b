"""The number of solutions by random probes (Knuth 1975): the estimate, its interval, and its wording."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core._estimates.intervals import NORMAL
from core._estimates.probes import Probing
from core._words import grouped
from core.running._slicing import BY_TIME, Slicing

FEWEST = 32
"""The fewest probes that give an estimate."""
FEWEST_PROBES = 100
"""The fewest probes made, whatever the time."""
ENOUGH = 0.02
"""Probing stops when the standard error is this share of the estimate."""
LARGEST_ERROR = 0.3
"""With a larger error than this, a few probes make up most of the sum, so only its magnitude is shown."""
_LARGEST_FLOAT = 308.0


@dataclass(frozen=True, slots=True)
class Expected:
    """An estimate of a number of solutions.

    >>> str(Expected(21.824, 0.03, 2000)), str(Expected(2.46, 0.2, 100)), str(Expected(307.5, 0.9, 3000))
    ('about 6.7e+21', 'about 300', 'very roughly 1e+308')
    """

    log10: float
    """Its decimal logarithm: the number itself may be too large for a float."""
    error: float
    """Its standard error, relative to it."""
    probes: int
    """The number of random probes behind it; 0 if it comes from the progress of the count."""

    @property
    def value(self) -> float | None:
        """The number; None if it is too large for a float."""
        return 10.0**self.log10 if self.log10 < _LARGEST_FLOAT else None

    @property
    def source(self) -> str:
        """The source of the estimate, worded to follow it."""
        return f"by {grouped(self.probes)} random probes (Knuth 1975)" if self.probes else "by its progress"

    def __str__(self) -> str:
        return f"{'very roughly' if self.error > LARGEST_ERROR else 'about'} {self.figure}"

    @property
    def figure(self) -> str:
        """The number alone, with only as many digits as are meaningful."""
        if self.error > LARGEST_ERROR:
            return f"1e+{round(self.log10)}"
        places = 1 if self.error < 0.1 else 0
        power = math.floor(self.log10)
        digits = f"{10 ** (self.log10 - power):.{places}f}"
        if self.log10 < 15:
            return grouped(round(float(digits) * 10**power))
        if digits.startswith("10"):
            digits, power = f"{1:.{places}f}", power + 1
        return f"{digits}e+{power}"


def from_probes(logarithms: Sequence[float]) -> Expected | None:
    """The mean of weights whose natural logarithms these are; None if there are too few, or all are 0.

    The standard error is that of the mean (too small if a few of many weights make up the sum).
    """
    samples = np.asarray(logarithms)
    if len(samples) < FEWEST or not np.isfinite(samples).any():
        return None
    top = float(samples.max())
    weights = np.exp(samples - top)
    mean = float(weights.mean())
    error = float(weights.std(ddof=1)) / math.sqrt(len(weights)) / mean
    return Expected((top + math.log(mean)) / math.log(10), error, len(weights))


def probed(
    probing: Probing, seconds: float, stopped: Callable[[], bool], slicing: Slicing = BY_TIME
) -> Expected | None:
    """Probe a problem for ``seconds``, at least a few times; None if no probe met a solution.

    Compiling, at the first probe, is not part of the time.
    """
    logarithms: list[float] = probing.probe(1)[2].tolist()
    until = slicing.wall() + seconds

    def late() -> bool:
        return stopped() or (len(logarithms) >= FEWEST_PROBES and slicing.wall() >= until)

    for _ in probing.probe_on(logarithms, stopped, late):
        if len(logarithms) < FEWEST_PROBES:
            continue
        found = from_probes(logarithms)
        if found is not None and found.error <= ENOUGH:
            return found
    return from_probes(logarithms)


def bounds(expected: Expected) -> tuple[Expected, Expected]:
    """The ends of an interval that holds the true value with a probability of about 95 %, by the standard error.

    The interval is built on a log scale, so that its lower end stays above 0.
    """
    width = math.log10(math.exp(NORMAL * math.sqrt(math.log1p(expected.error**2))))
    low, high = (Expected(expected.log10 + sign * width, expected.error, expected.probes) for sign in (-1, 1))
    return low, high
