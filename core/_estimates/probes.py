"""Estimates the size of a search and its solutions by random probes of its tree.

The estimate is Knuth's (Estimating the efficiency of backtrack programs,
Mathematics of Computation 29, 1975): a random path from the root down, each
choice among d weighing d times as much, is an unbiased sample of both figures.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from core._catalog import family, named
from core._search import Problem, ProblemError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_PROBES = 1000
FIRST_BATCH = 16
BATCH_SECONDS = 0.05
"""The approximate time for a batch of probes, and so the longest time until an order to stop is noticed."""
LONGEST_START = 2.0
"""How many seconds compiling may take in addition to the probes."""
MOST_PROBES = 1_000_000
LEAST_SHARE, SURE_SHARE = 0.005, 0.05
"""Shares of the tree visited: from the first on, the running search contributes to the forecast; from the second on,
it alone does."""
LEAST_ALIKE = 300.0
"""A bound on (Σ w)² / Σ w²: that many samples of equal weight would be as informative (Kish 1965)."""
LEAST_NODES = 1000
"""Before this many nodes the running search says nothing about the rest."""
ROUGH_ERROR = 0.5
"""An estimate with a larger relative standard error is a rough guess."""
ROUGH = "a rough guess: perhaps ten times as many or as few"
"""How an estimate that `is_rough` is described."""
LARGEST_SHARE = 0.02
"""The share of the sum that a single probe contributes."""


class Probing(ABC):
    """Probes problems of a family, one random path down the search tree at a time."""

    kernel: Any
    """The kernel that goes down one path; returns its weighted nodes, the weight of the solution at its end, or 0,
    and the logarithm of that weight, which may be too large for a float."""

    @abstractmethod
    def arguments(self) -> tuple[Any, ...]:
        """The arguments of the kernel for the next probe."""

    def probe(self, count: int) -> NDArray[np.float64]:
        """Make ``count`` probes; returns an array with three rows: weighted nodes, weighted solutions, and the
        logarithms of these."""
        import numpy as np

        return np.array([self.kernel(*self.arguments()) for _ in range(count)], dtype=np.float64).reshape(-1, 3).T

    def probe_on(
        self, logarithms: list[float], stopped: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> Iterator[None]:
        """Append the logarithms of further probes until ``stopped()``, in batches that grow with the list.

        A batch ends early once ``late()`` is true; it is called before every probe.
        """
        while not stopped() and not late():
            for _ in range(max(1, len(logarithms) // 8)):
                if late():
                    break
                logarithms.append(float(self.kernel(*self.arguments())[2]))
            yield


def probed_by(problem: Problem, seed: int) -> Probing | None:
    """The Probing for a problem, from its family; None if there is none."""
    handed_in = family(problem.kind).probed
    return cast("Probing | None", named(handed_in)(problem, seed)) if handed_in else None


def probing_of(problem: Problem, seed: int) -> Probing:
    """The Probing for a problem.  Raises ProblemError if there is none."""
    if (probing := probed_by(problem, seed)) is None:
        raise ProblemError(f"{problem}: no search tree of it can be probed")
    return probing


@dataclass(frozen=True, slots=True)
class ProbeEstimate:
    """Means over the probes, with their standard errors."""

    probes: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    nodes_skewed: bool = False
    """Whether so few probes make up so much of the sum that the standard error means nothing."""
    solutions_skewed: bool = False


def _never() -> bool:
    return False


class Estimator:
    """Probes in batches, so that a screen can show the estimate improve; the same seed gives the same figures."""

    def __init__(self, problem: Problem, seed: int = 1) -> None:
        import numpy as np

        self._probing = probing_of(problem, seed)
        self._nodes = np.zeros(0)
        self._solutions = np.zeros(0)

    def probe(self, count: int = DEFAULT_PROBES) -> ProbeEstimate:
        """Make ``count`` further probes; returns the estimate from all so far."""
        import numpy as np

        nodes, solutions, _ = self._probing.probe(count)
        self._nodes = np.concatenate([self._nodes, nodes])
        self._solutions = np.concatenate([self._solutions, solutions])
        return self.so_far()

    def probe_for(self, seconds: float, stopped: Callable[[], bool] = _never, enough: float = 0.0) -> ProbeEstimate:
        """Make probes for about ``seconds``, at most `MOST_PROBES` and at least one.

        It stops earlier, after the same number on every machine, if the standard error falls to a share ``enough`` of
        the nodes.
        """
        begun, target, batch = time.perf_counter(), FIRST_BATCH, FIRST_BATCH
        found = self.probe(1)  # compiling is not counted
        started = time.perf_counter()
        while len(self._nodes) < MOST_PROBES and not stopped():
            before = time.perf_counter()
            if before - started >= seconds or before - begun >= LONGEST_START + seconds:
                break
            made = min(batch, target - len(self._nodes))
            found = self.probe(made)
            if len(self._nodes) == target:
                if found.nodes_error <= enough * found.nodes and not found.nodes_skewed:
                    break
                target *= 2
            each = max((time.perf_counter() - before) / made, 1e-7)
            batch = max(1, min(int(BATCH_SECONDS / each), 4 * batch))
        return found

    def so_far(self) -> ProbeEstimate:
        """The estimate from all probes made (at least one)."""
        made = len(self._nodes)

        def error(samples: Any) -> float:
            return float(samples.std(ddof=1)) / math.sqrt(made) if made > 1 else math.inf

        return ProbeEstimate(
            made, float(self._nodes.mean()), error(self._nodes), float(self._solutions.mean()), error(self._solutions),
            _skewed(self._nodes), _skewed(self._solutions),
        )  # fmt: skip


def forecast(estimated: ProbeEstimate | None, nodes: int, share: float | None) -> tuple[float, bool] | None:
    """The total number of nodes that a running search will visit, and whether that exceeds the earlier estimate.

    ``share`` is the part of the tree that it has visited, with ``nodes`` so far (`core._estimates.time_left.WorkDone`).
    Returns None while neither says anything.
    """
    said = estimated.nodes if estimated is not None else None
    if share is not None and share >= LEAST_SHARE and nodes >= LEAST_NODES:
        measured = nodes / min(share, 1.0)
        if said is None or share >= SURE_SHARE:
            return measured, True
        trust = (share - LEAST_SHARE) / (SURE_SHARE - LEAST_SHARE)
        return max(float(nodes), said ** (1 - trust) * measured**trust), True
    if said is None or said < nodes:
        return None  # already visited more: the estimate was wrong
    return said, False


def is_rough(value: float, error: float, skewed: bool) -> bool:
    """Whether an estimate is only a guess: a few probes make up most of it, or its error is large."""
    return skewed or error > ROUGH_ERROR * value


def _skewed(samples: Any) -> bool:
    """Whether a few samples dominate: then the mean is probably too small, and so is its standard error."""
    total = float(samples.sum())
    if total <= 0 or float(samples.max()) == float(samples.min()):
        return total <= 0
    alike = total * total / float((samples * samples).sum())
    return alike < LEAST_ALIKE or float(samples.max()) > LARGEST_SHARE * total


def estimate_for(
    problem: Problem, seconds: float, seed: int = 1, stopped: Callable[[], bool] = _never, enough: float = 0.0
) -> ProbeEstimate:
    """Estimate nodes and solutions by `Estimator.probe_for`."""
    return Estimator(problem, seed).probe_for(seconds, stopped, enough)


def estimate(problem: Problem, probes: int = DEFAULT_PROBES, seed: int = 1) -> ProbeEstimate:
    """Estimate nodes and solutions by ``probes`` probes (at least 1) of an `Estimator`."""
    return Estimator(problem, seed).probe(probes)
