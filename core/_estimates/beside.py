"""Estimates how many solutions a running count will find, by random probes (Knuth 1975) and by its progress.

The count of an empty grid never ends; a probe down a random path of the tree takes a millisecond, and a
thousand of them estimate about 6.7e+21 solutions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Event, Thread

from core._estimates.expected import ENOUGH, Expected, from_probes
from core._estimates.probes import probed_by
from core._estimates.time_left import WorkDone
from core._kernels.compiling import compile_soon, wait_for_code
from core._kernels.kernel import COMPILED
from core._search import Problem, Snapshot, Status

PATIENT_SECONDS = 1.0
"""A count that takes no longer than this needs no estimate."""
MOST = 200_000
"""The most probes made."""
WAIT_SECONDS = 0.05
LARGEST_INTERPRETED = 9
"""Up to this size (a Sudoku's order) the forecast makes probes even where there will be no machine code."""
SURE_SHARE = 0.02
"""Once this share of the tree has been visited, the count itself is the best estimate of its result."""


class Forecast:
    """Probes for one problem, and their estimate beside the running count.  Equal seeds make equal probes.

    There is no estimate if its family cannot probe the problem.
    """

    def __init__(self, problem: Problem, seed: int = 1) -> None:
        self._size = problem.size
        self._probing = probed_by(problem, seed)
        self._logarithms: list[float] = []
        self._probed: Expected | None = None

    def probe(self, stopped: Callable[[], bool]) -> None:
        """Make probes until there are enough or ``stopped()``.  Waits for machine code, so call it in a thread."""
        probing = self._probing
        if probing is None:
            return
        if COMPILED:
            compile_soon(probing.kernel, *probing.arguments())
            while not stopped() and not wait_for_code(probing.kernel, WAIT_SECONDS):
                pass
        if not probing.kernel.compiled and self._size > LARGEST_INTERPRETED:
            return
        for _ in probing.probe_on(self._logarithms, lambda: stopped() or len(self._logarithms) >= MOST):
            self._probed = from_probes(self._logarithms)
            if self._probed is not None and self._probed.error <= ENOUGH:
                return

    def probed(self, shot: Snapshot | None = None) -> Expected | None:
        """The estimate of the probes; None if the count has already exceeded it."""
        probed = self._probed
        found = shot.solutions if shot is not None else 0
        return None if probed is not None and found and probed.log10 < math.log10(found) else probed


def joined(probed: Expected | None, shot: Snapshot, work: WorkDone) -> Expected | None:
    """The estimated number of solutions, which ``work`` derives from ``probed`` and the count so far."""
    share = work.share
    if not share or not shot.solutions or (probed is None and share < SURE_SHARE):
        return probed
    log10 = math.log10(shot.solutions + 1) - math.log10(share)  # plus one, as in `WorkDone`
    log10 += math.log1p(-(10.0**-log10)) / math.log(10)
    return Expected(log10, work.error, 0 if probed is None or work.by_tree else probed.probes)


class ForecastThread:
    """A `Forecast` that probes in a separate thread once a count turns out to take long."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._forecast: Forecast | None = None
        self._stop = Event()
        self._work = WorkDone()
        self.expected: Expected | None = None
        """The estimated number of solutions at the last look."""

    def look(self, shot: Snapshot) -> Expected | None:
        """The estimate beside a running count; to be called often."""
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
