"""Two cells of one table told apart: they were measured in the same rounds, so what disturbs a round is common to both.

Every cell gets its k-th run in round k, in random order within the round.  The
ratio of two cells within each round leaves out what was slow for both: another
program, a lower clock.  The signed ranks of these ratios and the ranks of all
times (which need no rounds, and are surer where single runs are far off) are
two tests, which together take two cells of the same code apart in 2 % at most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from core.compare.cell import Cell
from core.compare.sample import Sample
from core.compare.statistics import (
    LEAST_EFFECT,
    SIGNIFICANCE,
    Difference,
    Interval,
    difference,
    rank_test,
)

NORMAL = 1.959964
"""The 97.5 % quantile of the normal distribution."""
EXACT_RANKS_UP_TO = 50
"""Up to so many differences without ties the signed ranks are counted exactly."""
ENOUGH_ROUNDS = 8
"""Below this, signed ranks cannot reach `SIGNIFICANCE`."""


def beside(times: Cell, others: Cell, seconds: Callable[[Sample], float] | None = None) -> Difference:
    """How many times as long the second cell of a table takes as the first; ``seconds`` of a run, or its whole time."""
    of = seconds or (lambda sample: sample.total_seconds)
    rounds = [
        (of(one), of(other))
        for one, other in zip(times.samples, others.samples, strict=False)
        if one.complete and other.complete
    ]
    return difference_by_rounds([of(run) for run in times.counted], [of(run) for run in others.counted], rounds)


def difference_by_rounds(
    times: Sequence[float], others: Sequence[float], rounds: Sequence[tuple[float, float]]
) -> Difference:
    """Compare two groups of times (at least one each) that were taken in rounds.

    The ratio and its interval are those that belong to the surer one of the two
    tests (Hodges and Lehmann 1963): the median of the ratios of all pairs of
    runs, or of the means of all pairs of rounds.  The groups differ beyond the
    noise if that test says so and the ratio is at least `LEAST_EFFECT` away
    from 1.  With few rounds it is `difference` that tells.
    """
    if len(rounds) < ENOUGH_ROUNDS or min((*times, *others, *(each for pair in rounds for each in pair))) <= 0:
        return difference(times, others)
    ratios = [math.log(other / one) for one, other in rounds]
    of_rounds = [(ratios[i] + ratios[j]) / 2 for i in range(len(ratios)) for j in range(i + 1)]
    of_runs = [math.log(other / one) for one in times for other in others]
    m, n, count = len(times), len(others), len(ratios)
    surer, (centre, margin) = min(
        (rank_test(times, others), _located(of_runs, m * n * (m + n + 1) / 12)),
        (signed_rank_test(ratios), _located(of_rounds, count * (count + 1) * (2 * count + 1) / 24)),
        key=lambda each: each[0],
    )
    differs = surer <= SIGNIFICANCE and abs(centre) >= math.log1p(LEAST_EFFECT)
    return Difference(math.exp(centre), Interval(math.exp(margin.low), math.exp(margin.high)), differs)


def _located(values: list[float], variance: float) -> tuple[float, Interval]:
    """The median of the values that a rank test counts, and the 95 % interval that follows from its variance."""
    values.sort()
    cut = max(0, math.floor(len(values) / 2 - NORMAL * math.sqrt(variance)))
    return median(values), Interval(values[cut], values[-1 - cut])


def signed_rank_test(differences: Sequence[float]) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test (1945); zeros are left out.

    Exact where no two differences have the same size and they are few; else by
    the normal curve, corrected for ties and for continuity.
    """
    sizes = sorted(abs(each) for each in differences if each)
    count = len(sizes)
    if not count:
        return 1.0
    positive = _ranks_of_positive([each for each in differences if each])
    extreme = min(positive, count * (count + 1) / 2 - positive)
    tied = any(one == other for one, other in pairwise(sizes))
    if not tied and count == len(differences) and count <= EXACT_RANKS_UP_TO:
        return min(1.0, 2 * _share_of_sums(round(extreme), count))
    ties = sum(size**3 - size for size in Counter(sizes).values())
    variance = count * (count + 1) * (2 * count + 1) / 24 - ties / 48
    z = (extreme + 0.5 - count * (count + 1) / 4) / math.sqrt(variance)
    return min(1.0, math.erfc(-z / math.sqrt(2)))


def _ranks_of_positive(differences: Sequence[float]) -> float:
    """The sum of the ranks by size of the positive ones; equal sizes share their mean rank."""
    sizes = sorted(abs(each) for each in differences)
    places: dict[float, list[int]] = {}
    for rank, size in enumerate(sizes, 1):
        places.setdefault(size, []).append(rank)
    return sum(sum(ranks) / len(ranks) for each in differences if each > 0 for ranks in [places[each]])


def _share_of_sums(most: int, count: int) -> float:
    """The share of all sets of the numbers 1 to ``count`` whose sum is at most ``most``."""
    ways = [1] + [0] * most
    for number in range(1, count + 1):
        for total in range(most, number - 1, -1):
            ways[total] += ways[total - number]
    return float(sum(ways) / 2**count)
