"""Statistics of samples: summaries with intervals, outliers, and whether two groups of times differ.

No distribution is assumed, and no numbers are drawn: intervals run between two of the ordered
values, and their chance of containing the truth is computed exactly.  ``python -m
tools.benchmarks.bench_coverage`` shows how often they do.  Growth with N is in
`core.compare._growth`.

``scipy.stats`` has the rank test and the quantiles.  It is used only in tests, which check all of
this against it: importing it takes 1.1 s of CPU time and this module 0.04 s, and it lacks the tests
by rounds (`core.compare._rounds`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import accumulate
from statistics import median

from core._estimates.intervals import NORMAL

OUTLIER = 10 * 1.4826
"""Modified Z-score from which a run is an outlier: ten robust standard deviations, as in hyperfine.

The score is in units of the median absolute deviation, and 1.4826 of those are
one standard deviation of normal data (Iglewicz and Hoaglin 1993).
"""
ENOUGH_FOR_OUTLIERS = 4
CONFIDENCE = 0.95
"""The confidence of every interval."""
TAIL = 64
"""If the number of runs is fixed in advance, at most one in this many medians is beyond each end of its interval:
96.9 % are inside.  Measuring until the interval is narrow ends at a lucky moment, which costs up to 2 %."""
FEWEST = 6
"""The fewest runs whose median has an interval: the least and greatest of five enclose it only in 93.75 % of cases."""
SIGNIFICANCE = 0.01
"""Level of the test for a difference: with the least effect below, fewer than 5 % false alarms on a busy machine."""
LEAST_EFFECT = 0.03
"""Ratios closer to 1 than this are not called different: memory layout alone can make that much difference."""
EXACT_UP_TO = 400
"""Up to this product of group sizes the rank test counts all possible orders."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range that holds the true value with 95 % confidence."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (int, float)) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Summary:
    """Several measurements of one thing."""

    count: int
    median: float
    minimum: float
    maximum: float
    lower_quartile: float
    upper_quartile: float
    interval: Interval | None
    """The interval of the median; None with fewer than `FEWEST` values."""

    @property
    def spread(self) -> float:
        """The interquartile range."""
        return self.upper_quartile - self.lower_quartile

    @property
    def precision(self) -> float:
        """Half the width of the interval over the median: 0.05 for ± 5 %; infinite if there is none."""
        if self.interval is None:
            return math.inf
        return (self.interval.high - self.interval.low) / 2 / self.median if self.median > 0 else 0.0


def summarise(values: Sequence[float]) -> Summary:
    """Summary of at least one value; quartiles by linear interpolation."""
    ordered = sorted(values)
    return Summary(
        len(ordered), median(ordered), ordered[0], ordered[-1], quantile(ordered, 0.25), quantile(ordered, 0.75),
        median_interval(ordered),
    )  # fmt: skip


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of these ordered values is, by linear interpolation."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


# Values in order


def median_interval(values: Sequence[float]) -> Interval | None:
    """The interval of the median, whatever the distribution; None if there are too few values for one.

    It goes from the k-th smallest to the k-th largest value.  The median is below it if fewer than k
    values are below the median, which is as likely as fewer than k heads among this many coins
    (Thompson 1936): at most one in `TAIL`.
    """
    place = _median_place(len(values))
    if place is None:
        return None
    ordered = sorted(values)
    return Interval(ordered[place], ordered[-1 - place])


@cache
def _median_place(n: int) -> int | None:
    """The position (from 0) of the lower end: the largest for which the interval keeps its promise."""
    chances = accumulate(math.comb(n, k) for k in range(n // 2))
    within = sum(TAIL * chance <= 2**n for chance in chances)
    return within - 1 if within else None


def value_at(atoms: Sequence[float], cumulated: Sequence[float], share: float) -> float:
    """The first of these ordered values at which the cumulative share reaches ``share``."""
    return next((atom for atom, sum_ in zip(atoms, cumulated, strict=True) if sum_ >= share - 1e-12), atoms[-1])


def order_statistic(values: Sequence[float], place: int) -> list[tuple[float, float]]:
    """The values at a position (from 0) of the ordered resample, and how likely each is, over all resamples."""
    ordered = sorted(values)
    return list(zip(ordered, _place_shares(len(ordered), place), strict=True))


@cache
def _place_shares(n: int, place: int) -> tuple[float, ...]:
    below = [_at_most(n, k, place + 1) for k in range(n + 1)]
    return tuple(below[k + 1] - below[k] for k in range(n))


def _at_most(n: int, k: int, needed: int) -> float:
    """The chance that at least ``needed`` of n draws are among the k smallest values."""
    ways = sum(math.comb(n, m) * k**m * (n - k) ** (n - m) for m in range(needed, n + 1))
    return float(Fraction(ways, n**n))


# Outliers


def modified_z_scores(values: Sequence[float]) -> list[float]:
    """Distance of each value from the median, in median absolute deviations (Iglewicz and Hoaglin 1993).

    All zero if more than half the values are equal.
    """
    middle = median(values)
    deviation = median(abs(value - middle) for value in values)
    if deviation == 0:
        return [0.0] * len(values)
    return [(value - middle) / deviation for value in values]


def outliers(values: Sequence[float]) -> list[int]:
    """The indices of outliers: only slow ones, because nothing makes a run faster than it can be.

    None among fewer than `ENOUGH_FOR_OUTLIERS`.
    """
    if len(values) < ENOUGH_FOR_OUTLIERS:
        return []
    return [index for index, score in enumerate(modified_z_scores(values)) if score > OUTLIER]


# Differences


class RatioVerdict(StrEnum):
    """The result of a comparison: the word used in every export."""

    SLOWER = "slower"
    FASTER = "faster"
    NOT_APART = "cannot be told apart"
    TOO_FEW = "too few runs to tell"


@dataclass(frozen=True, slots=True)
class TimeRatio:
    """How many times as long the second group of times takes as the first.

    There is one criterion, `beyond_noise`, and the interval never contradicts it: if the two are
    not called different, it reaches 1.  The reason may be something other than the spread behind
    the interval: a stricter level, or that code placed elsewhere in memory differs as much.
    """

    factor: float
    """The second median over the first: above 1, the first is faster."""
    interval: Interval
    """The interval of the factor; infinitely wide if the groups are too small for one."""
    beyond_noise: bool | None
    """Whether the two groups differ by more than chance explains; None if there are too few samples to tell."""

    def __post_init__(self) -> None:
        if not self.beyond_noise and 1.0 not in self.interval:
            reaching = Interval(min(1.0, self.interval.low), max(1.0, self.interval.high))
            object.__setattr__(self, "interval", reaching)

    @property
    def verdict(self) -> RatioVerdict:
        """The second group compared with the first."""
        if self.beyond_noise is None:
            return RatioVerdict.TOO_FEW
        if not self.beyond_noise:
            return RatioVerdict.NOT_APART
        return RatioVerdict.SLOWER if self.factor > 1 else RatioVerdict.FASTER

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.interval.high - self.interval.low) / 2


def time_ratio(times: Sequence[float], others: Sequence[float]) -> TimeRatio:
    """Compare two groups of times (at least one each).

    The ratio is the median of the ratios of all pairs (Hodges and Lehmann 1963).  The groups differ
    beyond the noise if the rank test says so and the ratio is at least `LEAST_EFFECT` away from 1.
    """
    ratios = _ratios(times, others)
    factor, interval = median(ratios), _interval_of(ratios, len(times), len(others))
    m, n = len(times), len(others)
    if 2 / math.comb(m + n, m) > SIGNIFICANCE:
        return TimeRatio(factor, interval, None)
    far = factor == 0 or abs(math.log(factor)) >= math.log1p(LEAST_EFFECT)
    return TimeRatio(factor, interval, far and 1.0 not in interval and rank_test(times, others) <= SIGNIFICANCE)


def ratio_interval(times: Sequence[float], others: Sequence[float]) -> Interval:
    """The 95 % interval of how many times as long the second group takes: the ratios that the rank test does
    not refute.

    Infinitely wide if the groups are so small that it refutes none.
    """
    return _interval_of(_ratios(times, others), len(times), len(others))


def _ratios(times: Sequence[float], others: Sequence[float]) -> list[float]:
    """The ratios of all pairs, in order; infinite if a coarse clock shows no time at all."""
    return sorted(b / a if a > 0 else math.inf for a in times for b in others)


def _interval_of(ratios: Sequence[float], m: int, n: int) -> Interval:
    place = _ratio_place(m, n)
    if place is None or ratios[-1] == math.inf:
        return Interval(0.0, math.inf)
    return Interval(ratios[place], ratios[-1 - place])


@cache
def _ratio_place(m: int, n: int) -> int | None:
    """The position (from 0) of the lower end of the interval among the ratios of all pairs of groups of these sizes."""
    if m * n > EXACT_UP_TO:
        return math.floor(m * n / 2 - 0.5 - NORMAL * math.sqrt(m * n * (m + n + 1) / 12))
    within = sum(2 * ways <= (1 - CONFIDENCE) * math.comb(m + n, m) for ways in _orders(m, n))
    return within - 1 if within else None


def rank_test(times: Sequence[float], others: Sequence[float]) -> float:
    """The two-sided p-value of the Mann-Whitney U test (1947).

    Exact if the groups are small and share no value; otherwise by the normal curve, corrected for
    ties and continuity.
    """
    m, n = len(times), len(others)
    wins = sum((a < b) + (a == b) / 2 for a in times for b in others)
    extreme = min(wins, m * n - wins)
    # Ties within one group do not change the order of the groups.
    if not set(times) & set(others) and m * n <= EXACT_UP_TO:
        return min(1.0, 2 * _share_at_most(round(extreme), m, n))
    tied = [count for count in Counter((*times, *others)).values() if count > 1]
    total = m + n
    ties = sum(count**3 - count for count in tied) / (total * (total - 1))
    variance = m * n / 12 * (total + 1 - ties)
    if variance <= 0:
        return 1.0
    z = (extreme + 0.5 - m * n / 2) / math.sqrt(variance)
    return min(1.0, math.erfc(-z / math.sqrt(2)))


def _share_at_most(u: int, m: int, n: int) -> float:
    """The share of all orders of m and n distinct values with a U of at most ``u``."""
    return _orders(m, n)[u] / math.comb(m + n, m)


@cache
def _orders(m: int, n: int) -> tuple[int, ...]:
    """For each u, the number of orders of m and n distinct values with a U of at most ``u``."""
    # ways[k][v]: choices of k of the values so far with rank-sum excess v.
    ways = [[0] * (m * n + 1) for _ in range(m + 1)]
    ways[0][0] = 1
    for rank in range(m + n):
        for chosen in range(min(m, rank + 1), 0, -1):
            gain = rank - (chosen - 1)
            if gain <= n:
                row, source = ways[chosen], ways[chosen - 1]
                for value in range(m * n, gain - 1, -1):
                    row[value] += source[value - gain]
    return tuple(accumulate(ways[m]))
