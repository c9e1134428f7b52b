"""Estimates, while a count runs, how many solutions it will find: by random probes (Knuth 1975), and by its progress.

The count of an empty grid never ends; a probe down a random path of the tree takes
a millisecond, and a thousand of them say that there are about 6.7e+21 solutions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread

import numpy as np

from core.exact_cover.kernels.probing import Probing
from core.kernels.compiling import compile_soon
from core.kernels.kernel import COMPILED
from core.running.time_left import WorkDone
from core.search import Snapshot, Status
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.exact_cover import sparse_incidence
from core.words import grouped

PATIENT_SECONDS = 1.0
"""A count that takes no longer than this needs no estimate."""
ENOUGH = 0.02
"""Probing stops when the standard error is this share of the estimate."""
FEWEST, MOST = 32, 200_000
"""The fewest probes that give an estimate, and the most that are made."""
WAIT_SECONDS = 0.05
LARGEST_INTERPRETED = 9
"""Up to this order the forecast makes probes even where there will be no machine code."""
LARGEST_ERROR = 0.3
"""With a greater error than this, a few probes make up most of the sum: only its size is told."""
SURE_SHARE = 0.02
"""The share of the tree from which on the count itself is the best estimate of its result."""
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
    """Its standard error, as a share of it."""
    probes: int
    """How many random probes it comes from; 0 for the progress of the count."""

    @property
    def value(self) -> float | None:
        """The number, None where it is too large for a float."""
        return 10.0**self.log10 if self.log10 < _LARGEST_FLOAT else None

    @property
    def source(self) -> str:
        """Where the estimate comes from, worded to follow it."""
        return f"by {grouped(self.probes)} random probes (Knuth 1975)" if self.probes else "by its progress"

    def __str__(self) -> str:
        return f"{'very roughly' if self.error > LARGEST_ERROR else 'about'} {self.figure}"

    @property
    def figure(self) -> str:
        """The number alone, with only as many digits as mean something."""
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
    """The mean of weights whose natural logarithms these are; None for too few, or where all are 0.

    The standard error is that of the mean (too small where few of many weights make up the sum).
    """
    samples = np.asarray(logarithms)
    if len(samples) < FEWEST or not np.isfinite(samples).any():
        return None
    top = float(samples.max())
    weights = np.exp(samples - top)
    mean = float(weights.mean())
    error = float(weights.std(ddof=1)) / math.sqrt(len(weights)) / mean
    return Expected((top + math.log(mean)) / math.log(10), error, len(weights))


class Forecast:
    """Probes for one problem, and what they say beside the running count.  The same seed makes the same probes."""

    def __init__(self, problem: Sudoku, seed: int = 1) -> None:
        self._order = problem.shape.order
        self._probing = Probing(sparse_incidence(problem)[0], seed)
        self._logarithms: list[float] = []
        self._probed: Expected | None = None

    def probe(self, stopped: Callable[[], bool]) -> None:
        """Make probes until there are enough or ``stopped``.  It waits for machine code: run it in a thread."""
        probing = self._probing
        if COMPILED:
            compile_soon(probing.kernel, *probing.arguments())
            while not probing.kernel.compiled and probing.kernel.failure is None and not stopped():
                time.sleep(WAIT_SECONDS)
        if not probing.kernel.compiled and self._order > LARGEST_INTERPRETED:
            return
        for _ in probing.probe_on(self._logarithms, lambda: stopped() or len(self._logarithms) >= MOST):
            self._probed = from_probes(self._logarithms)
            if self._probed is not None and self._probed.error <= ENOUGH:
                return

    def probed(self, shot: Snapshot | None = None) -> Expected | None:
        """What the probes say; None where more has been found already, so that they were wrong."""
        probed = self._probed
        found = shot.solutions if shot is not None else 0
        return None if probed is not None and found and probed.log10 < math.log10(found) else probed


def joined(probed: Expected | None, shot: Snapshot, work: WorkDone) -> Expected | None:
    """How many solutions there will be: what ``work``, told of ``probed``, makes of that and of the count so far."""
    share = work.share
    if not share or not shot.solutions or (probed is None and share < SURE_SHARE):
        return probed
    log10 = math.log10(shot.solutions + 1) - math.log10(share)  # of one more, as in `WorkDone`
    log10 += math.log1p(-(10.0**-log10)) / math.log(10)
    return Expected(log10, work.error, 0 if probed is None or work.by_tree else probed.probes)


class ForecastThread:
    """A `Forecast` that probes in a thread of its own, once a count turns out to take long."""

    def __init__(self, problem: Sudoku) -> None:
        self._problem = problem
        self._forecast: Forecast | None = None
        self._stop = Event()
        self._work = WorkDone()
        self.expected: Expected | None = None
        """How many solutions there will be, by the last look."""

    def look(self, shot: Snapshot) -> Expected | None:
        """What the probes say beside a running count; called often."""
        if self._forecast is None and shot.seconds >= PATIENT_SECONDS:
            self._forecast = Forecast(self._problem)
            probing = Thread(target=self._forecast.probe, args=(self._stop.is_set,), name="probing", daemon=True)
            probing.start()
        probed = self._forecast.probed(shot) if self._forecast is not None else None
        if shot.status is Status.RUNNING and self._forecast is not None:
            self._work.of(shot, probed)
            self.expected = joined(probed, shot, self._work)
        return probed

    def close(self) -> None:
        """Make no more probes."""
        self._stop.set()
