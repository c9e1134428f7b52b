"""Whether the runs of a cell became slower or faster from the first to the last.

Mann and Kendall's test for trend asks how many pairs of runs stand in the order of their times.  If nothing drifts,
every order is equally likely, so the chance of as many can be counted (Mann 1945; Kendall 1938).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from statistics import median

LEAST_FACTOR = 1.25
"""Runs that drift by less are not said to."""
LEVEL = 0.02
"""Of cells whose runs do not drift, at most this share passes the test; hardly any has the factor too."""
STRETCHES = 60
"""More runs than this are tested by the medians of this many stretches."""


def drift_of(times: Sequence[float]) -> float | None:
    """How many times as long the last third of the runs took as the first; None where they do not drift."""
    third = max(1, len(times) // 3)
    factor = median(times[-third:]) / first if len(times) > 1 and (first := median(times[:third])) > 0 else 1.0
    if 1 / LEAST_FACTOR < factor < LEAST_FACTOR or chance_of_order(_stretches(times)) > LEVEL:
        return None
    return factor


def _stretches(times: Sequence[float]) -> Sequence[float]:
    if len(times) <= STRETCHES:
        return times
    ends = [len(times) * place // STRETCHES for place in range(STRETCHES + 1)]
    return [median(times[begin:end]) for begin, end in pairwise(ends)]


def chance_of_order(times: Sequence[float]) -> float:
    """The two-sided p-value of the test for trend, counted exactly."""
    surplus = abs(sum((later > earlier) - (later < earlier) for earlier, later in combinations(times, 2)))
    pairs = len(times) * (len(times) - 1) // 2
    ways = _orders(len(times))
    return min(1.0, 2 * sum(ways[: (pairs - surplus) // 2 + 1]) / sum(ways))


@lru_cache(maxsize=STRETCHES)
def _orders(count: int) -> Sequence[int]:
    """In how many orders of that many things 0, 1, 2, … pairs stand the wrong way round."""
    ways = [1]
    for size in range(2, count + 1):
        before, ways = ways, []
        for wrong in range(size * (size - 1) // 2 + 1):
            ways.append(sum(before[max(0, wrong - size + 1) : wrong + 1]))
    return tuple(ways)
