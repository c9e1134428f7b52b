"""What can be said before a search: items forced or impossible, and an estimate of the tree and of the count.

The estimate is Knuth's (Estimating the efficiency of backtrack programs,
Mathematics of Computation 29, 1975): a random path from the root down, each
choice among d weighing d times as much, is an unbiased sample of both figures.
The tree is that of ``dlx`` with the smallest item first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from core.exact_cover.problem import ExactCover

DEFAULT_PROBES = 1000


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the sizes of the items tell at once."""

    forced: tuple[tuple[int, tuple[int, ...]], ...]
    """Items that need all the options they have, with these options."""
    impossible: tuple[int, ...]
    """Items with fewer options than they need: there is no solution."""
    idle_options: tuple[int, ...]
    """Options without a primary item: part of no solution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Means over the probes, with their standard errors."""

    probes: int
    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float


def outlook(problem: ExactCover) -> Outlook:
    """Look at every primary item's options."""
    wanted = {
        i for i, item in enumerate(problem.items[: problem.primary]) if 0 < item.least == problem.sizes[i]
    }  # fmt: skip
    holders: dict[int, list[int]] = {i: [] for i in sorted(wanted)}
    idle = set(problem.idle_options)
    for o, option in enumerate(problem.options):
        if o not in idle:
            for i in option:
                if i in wanted:
                    holders[i].append(o)
    impossible = tuple(
        i for i, item in enumerate(problem.items[: problem.primary]) if problem.sizes[i] < item.least
    )  # fmt: skip
    return Outlook(tuple((i, tuple(held)) for i, held in holders.items()), impossible, problem.idle_options)


class Estimator:
    """Probes in batches, so that a screen can show the estimate improve; the same seed gives the same figures."""

    def __init__(self, problem: ExactCover, seed: int = 1) -> None:
        import numpy as np

        from core.exact_cover import probing

        self._probing: Any = probing.Probing(problem, seed)
        self._nodes = np.zeros(0)
        self._solutions = np.zeros(0)

    def probe(self, count: int = DEFAULT_PROBES) -> Estimate:
        """Make ``count`` further probes; returns the estimate from all so far."""
        import numpy as np

        nodes, solutions = self._probing.probe(count)
        self._nodes = np.concatenate([self._nodes, nodes])
        self._solutions = np.concatenate([self._solutions, solutions])
        made = len(self._nodes)

        def error(samples: Any) -> float:
            return float(samples.std(ddof=1)) / math.sqrt(made) if made > 1 else math.inf

        return Estimate(
            made, float(self._nodes.mean()), error(self._nodes), float(self._solutions.mean()), error(self._solutions)
        )


def estimate(problem: ExactCover, probes: int = DEFAULT_PROBES, seed: int = 1) -> Estimate:
    """Nodes and solutions as `Estimator` sees them after ``probes`` probes (at least 1)."""
    return Estimator(problem, seed).probe(probes)
