"""What samples say: summaries with intervals, outliers, and whether two groups of times differ.

Everything here is exact or repeatable: the bootstrap of a median has a closed
form (Efron 1979), and where numbers are drawn, they are drawn with a fixed seed.
Growth with N is in `core.compare.growth`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import accumulate
from statistics import median

OUTLIER = 10 * 1.4826
"""Modified Z-score from which a run is an outlier: ten robust standard deviations, as hyperfine takes it.

The score is in units of the median absolute deviation, and 1.4826 of those are
one standard deviation of normal data (Iglewicz and Hoaglin 1993).
"""
ENOUGH_FOR_OUTLIERS = 4
LEVEL = 0.95
"""The confidence of every interval."""
SIGNIFICANCE = 0.01
"""Level of the test for a difference: with the least effect below, fewer than 5 % false alarms on a busy machine."""
LEAST_EFFECT = 0.03
"""Ratios closer to 1 than this are not told apart: memory layout alone can make that much difference."""
DRAWS = 4000
EXACT_UP_TO = 400
"""Up to this product of group sizes the rank test counts all orders."""


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
    interval: Interval
    """The interval of the median; from the least to the greatest value where there are few."""

    @property
    def spread(self) -> float:
        """The interquartile range."""
        return self.upper_quartile - self.lower_quartile

    @property
    def precision(self) -> float:
        """Half the width of the interval over the median: 0.05 for ± 5 %; infinite for a single value."""
        if self.count < 2:
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
    """The value below which a share of these values in order lies, by linear interpolation."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


# The bootstrap of the median


def median_interval(values: Sequence[float]) -> Interval:
    """The 95 % percentile interval of the bootstrapped median, exactly (no numbers are drawn)."""
    atoms, cumulated = _median_distribution(tuple(sorted(values)))
    tail = (1 - LEVEL) / 2
    return Interval(value_at(atoms, cumulated, tail), value_at(atoms, cumulated, 1 - tail))


def value_at(atoms: Sequence[float], cumulated: Sequence[float], share: float) -> float:
    """The first of these values in order with whose cumulated share this share is reached."""
    return next((atom for atom, sum_ in zip(atoms, cumulated, strict=True) if sum_ >= share - 1e-12), atoms[-1])


def _median_distribution(ordered: tuple[float, ...]) -> tuple[list[float], list[float]]:
    """The medians of all equally likely resamples: the values in order, and their cumulated shares."""
    places, weights = zip(*_median_places(len(ordered)), strict=True)
    atoms = sorted(((ordered[i] + ordered[j]) / 2, weight) for (i, j), weight in zip(places, weights, strict=True))
    return [value for value, _ in atoms], list(accumulate(weight for _, weight in atoms))


@cache
def _median_places(n: int) -> tuple[tuple[tuple[int, int], float], ...]:
    """Which two order statistics (the same one for odd n) make the median of a resample, and how likely."""
    half = n // 2
    if n % 2:
        return tuple(((k, k), share) for k, share in enumerate(_place_shares(n, half)))
    # The lower one of the two in the middle is i and the upper one j exactly when half the draws are at
    # most i, at least one of them i, and the others at least j, at least one of them j.
    ways, every = math.comb(n, half), n**n
    found = []
    lower = [_at_most(n, k, half) for k in range(n + 1)]
    for i in range(n):
        apart = 0.0
        for j in range(i + 1, n):
            pairs = ways * ((i + 1) ** half - i**half) * ((n - j) ** half - (n - j - 1) ** half)
            weight = pairs / every
            if weight > 0:
                found.append(((i, j), weight))
            apart += weight
        both = lower[i + 1] - lower[i] - apart
        if both > 1e-15:
            found.append(((i, i), both))
    return tuple(found)


def order_statistic(values: Sequence[float], place: int) -> list[tuple[float, float]]:
    """Which values stand at a place (from 0) of the ordered resample, and how likely each is, over all resamples."""
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

    All zero where more than half the values are the same.
    """
    middle = median(values)
    deviation = median(abs(value - middle) for value in values)
    if deviation == 0:
        return [0.0] * len(values)
    return [(value - middle) / deviation for value in values]


def outliers(values: Sequence[float]) -> list[int]:
    """Which times are outliers, by index: the slow ones, for nothing makes a run faster than it can be.

    None among fewer than `ENOUGH_FOR_OUTLIERS`.
    """
    if len(values) < ENOUGH_FOR_OUTLIERS:
        return []
    return [index for index, score in enumerate(modified_z_scores(values)) if score > OUTLIER]


# Differences


class Verdict(StrEnum):
    """What a comparison comes to: the one word in every export."""

    SLOWER = "slower"
    FASTER = "faster"
    NOT_APART = "cannot be told apart"
    TOO_FEW = "too few runs to tell"


@dataclass(frozen=True, slots=True)
class Difference:
    """How many times as long the second group of times takes as the first.

    There is one criterion, `beyond_noise`, and the interval never says otherwise: where
    the two are not told apart it reaches 1 at least.  What speaks against a
    difference may be another thing than the spread that the interval is made from:
    a stricter level, or that code placed elsewhere in memory differs by as much.
    """

    factor: float
    """The second median over the first: above 1, the first is faster."""
    interval: Interval
    """The interval of the factor; infinitely wide where a group has a single value."""
    beyond_noise: bool | None
    """Whether the two groups differ by more than chance explains; None with too few samples to tell."""

    def __post_init__(self) -> None:
        if not self.beyond_noise and 1.0 not in self.interval:
            reaching = Interval(min(1.0, self.interval.low), max(1.0, self.interval.high))
            object.__setattr__(self, "interval", reaching)

    @property
    def verdict(self) -> Verdict:
        """What the second group is, beside the first."""
        if self.beyond_noise is None:
            return Verdict.TOO_FEW
        if not self.beyond_noise:
            return Verdict.NOT_APART
        return Verdict.SLOWER if self.factor > 1 else Verdict.FASTER

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.interval.high - self.interval.low) / 2


def difference(times: Sequence[float], others: Sequence[float]) -> Difference:
    """Compare two groups of times (at least one each).

    The interval is the bootstrap's, of the ratio of the medians.  They differ
    beyond the noise if the rank test says so, the interval leaves out 1, and
    the ratio is at least `LEAST_EFFECT` away from it.
    """
    factor = median(others) / median(times) if median(times) > 0 else math.inf
    interval = ratio_interval(times, others)
    m, n = len(times), len(others)
    if 2 / math.comb(m + n, m) > SIGNIFICANCE:
        return Difference(factor, interval, None)
    differs = rank_test(times, others) <= SIGNIFICANCE and 1.0 not in interval
    return Difference(factor, interval, differs and abs(math.log(factor)) >= math.log1p(LEAST_EFFECT))


def ratio_interval(times: Sequence[float], others: Sequence[float]) -> Interval:
    """The 95 % bootstrap interval of the second median over the first."""
    if min(len(times), len(others)) < 2 or min(times) <= 0:
        return Interval(0.0, math.inf)
    chance = random.Random(1979)
    drawn = []
    for group in (times, others):
        atoms, cumulated = _median_distribution(tuple(sorted(group)))
        drawn.append(chance.choices(atoms, cum_weights=cumulated, k=DRAWS))
    ratios = sorted(b / a for a, b in zip(*drawn, strict=True))
    tail = (1 - LEVEL) / 2
    return Interval(quantile(ratios, tail), quantile(ratios, 1 - tail))


def rank_test(times: Sequence[float], others: Sequence[float]) -> float:
    """The two-sided p-value of the Mann-Whitney U test (1947).

    Exact where the groups share no value and are small; else by the normal
    curve, corrected for ties and for continuity.
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
    """The share of all orders of m and n distinct values whose U is at most ``u``."""
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
    return sum(ways[m][: u + 1]) / math.comb(m + n, m)
