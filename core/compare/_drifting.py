"""Whether the runs of a cell became slower or faster from the first to the last.

Mann and Kendall's test for trend counts the pairs of runs that are in order of their times.  Without drift every
order is equally likely, so the chance of that many can be computed (Mann 1945; Kendall 1938).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from statistics import median

LEAST_FACTOR = 1.25
"""A smaller drift of the runs is not mentioned."""
FALSE_ALARMS = 0.02
"""At most this share of cells without drift passes the test, and hardly any of them also reaches the factor."""
STRETCHES = 60
"""If there are more runs than this, the medians of this many stretches are tested."""


def drift_of(times: Sequence[float]) -> float | None:
    """How many times as long the last third of the runs took as the first; None if they do not drift."""
    third = max(1, len(times) // 3)
    factor = median(times[-third:]) / first if len(times) > 1 and (first := median(times[:third])) > 0 else 1.0
    if 1 / LEAST_FACTOR < factor < LEAST_FACTOR or chance_of_order(_stretches(times)) > FALSE_ALARMS:
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
    """The number of orders of ``count`` things in which 0, 1, 2, … pairs are the wrong way round."""
    ways = [1]
    for size in range(2, count + 1):
        before, ways = ways, []
        for wrong in range(size * (size - 1) // 2 + 1):
            ways.append(sum(before[max(0, wrong - size + 1) : wrong + 1]))
    return tuple(ways)
