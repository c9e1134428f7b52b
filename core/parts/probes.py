"""Estimates by random probes (Knuth 1975), for a count whose parts are all too large to be sampled.

The number of solutions comes from random paths down the search tree, the time
from how fast the algorithm found solutions in the part that was given up.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from core.running.slicing import BY_TIME, Slicing
from core.search import Problem
from core.sudoku.expected import ENOUGH, Expected, from_probes

if TYPE_CHECKING:
    from core.exact_cover.kernels.probing import Probing

FEWEST_PROBES = 100
T_95 = 1.96


def probed(
    problem: Problem, seconds: float, seed: int, stopped: Callable[[], bool], slicing: Slicing = BY_TIME
) -> Expected | None:
    """Probe a Sudoku or exact cover problem for ``seconds``, at least a few times; None if no probe met a solution.

    Compiling, for the first probe, is not part of the time.
    """
    probing = _probing(problem, seed)
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


def _probing(problem: Problem, seed: int) -> Probing:
    from core.exact_cover.kernels.probing import Probing
    from core.exact_cover.problem import ExactCover
    from core.sudoku.problem import Sudoku
    from core.sudoku.solvers.exact_cover import sparse_incidence

    if isinstance(problem, Sudoku):
        return Probing(sparse_incidence(problem)[0], seed)
    assert isinstance(problem, ExactCover)
    return Probing.of(problem, seed)


def bounds(expected: Expected) -> tuple[Expected, Expected]:
    """The ends of the interval that holds the true value with a probability of about 95 %, by the standard error.

    The interval is built on a scale of ratios, so that its lower end stays above 0.
    """
    width = math.log10(math.exp(T_95 * math.sqrt(math.log1p(expected.error**2))))
    low, high = (Expected(expected.log10 + sign * width, expected.error, expected.probes) for sign in (-1, 1))
    return low, high
