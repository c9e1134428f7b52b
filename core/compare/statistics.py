"""What samples say: summaries, outliers, growth, and whether a difference lies beyond the noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

OUTLIER = 14.826
"""Modified Z-score from which a sample is called an outlier (ten robust standard deviations, as hyperfine takes it)."""
ENOUGH_FOR_OUTLIERS = 4
SIGNIFICANCE = 0.05


@dataclass(frozen=True, slots=True)
class Summary:
    """Several measurements of one thing."""

    count: int
    median: float
    minimum: float
    maximum: float
    lower_quartile: float
    upper_quartile: float

    @property
    def spread(self) -> float:
        """The interquartile range."""
        return self.upper_quartile - self.lower_quartile


def summarise(values: Sequence[float]) -> Summary:
    """Summary of at least one value; quartiles by linear interpolation."""
    ordered = sorted(values)
    return Summary(
        len(ordered), median(ordered), ordered[0], ordered[-1], _quantile(ordered, 0.25), _quantile(ordered, 0.75)
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def modified_z_scores(values: Sequence[float]) -> list[float]:
    """Distance of each value from the median in robust standard deviations (Iglewicz and Hoaglin 1993).

    All zero where more than half the values are the same.
    """
    middle = median(values)
    deviation = median(abs(value - middle) for value in values)
    if deviation == 0:
        return [0.0] * len(values)
    return [(value - middle) / (1.4826 * deviation) for value in values]


def outliers(values: Sequence[float]) -> list[int]:
    """Which values are outliers, by index; none among fewer than `ENOUGH_FOR_OUTLIERS`."""
    if len(values) < ENOUGH_FOR_OUTLIERS:
        return []
    return [index for index, score in enumerate(modified_z_scores(values)) if abs(score) > OUTLIER]


@dataclass(frozen=True, slots=True)
class Growth:
    """y ≈ start · factor^x, fitted by least squares on the logarithm."""

    factor: float
    """By what y is multiplied when x grows by one."""
    log_start: float
    determination: float
    """R²: the share of the logarithm's variance that the line explains."""
    first: int
    last: int
    """The range of x fitted."""

    def at(self, x: int) -> float:
        """The estimate for another x; infinite where it is beyond all floating-point numbers."""
        exponent = self.log_start + x * math.log(self.factor)
        return math.exp(exponent) if exponent < 700 else math.inf


def fit_growth(points: Sequence[tuple[int, float]]) -> Growth | None:
    """Fit the growth through (x, y) points with y > 0; None with fewer than three, or all at one x."""
    usable = [(x, math.log(y)) for x, y in points if y > 0]
    if len({x for x, _ in usable}) < 3:
        return None
    count = len(usable)
    mean_x = sum(x for x, _ in usable) / count
    mean_y = sum(y for _, y in usable) / count
    variance_x = sum((x - mean_x) ** 2 for x, _ in usable)
    variance_y = sum((y - mean_y) ** 2 for _, y in usable)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in usable)
    slope = covariance / variance_x
    determination = covariance**2 / (variance_x * variance_y) if variance_y > 0 else 1.0
    xs = [x for x, _ in usable]
    return Growth(math.exp(slope), mean_y - slope * mean_x, determination, min(xs), max(xs))


@dataclass(frozen=True, slots=True)
class Difference:
    """How much faster the first group of times is than the second."""

    factor: float
    """The second median over the first: above 1, the first is faster."""
    beyond_noise: bool | None
    """Whether the two groups differ by more than chance explains; None with too few samples to tell."""

    def __str__(self) -> str:
        if self.beyond_noise is False:
            return "no difference beyond the noise"
        speed = f"{self.factor:.2f} × faster" if self.factor >= 1 else f"{1 / self.factor:.2f} × slower"
        return f"{speed}, beyond the noise" if self.beyond_noise else f"{speed} (too few samples to tell noise)"


def difference(times: Sequence[float], others: Sequence[float]) -> Difference:
    """Compare two groups of times (at least one each) by the Mann-Whitney U test, exact and two-sided."""
    factor = median(others) / median(times) if median(times) > 0 else math.inf
    m, n = len(times), len(others)
    if 2 / math.comb(m + n, m) > SIGNIFICANCE:
        return Difference(factor, None)
    wins = sum((a < b) + (a == b) / 2 for a in times for b in others)
    extreme = min(wins, m * n - wins)
    return Difference(factor, 2 * _share_at_most(math.ceil(extreme), m, n) <= SIGNIFICANCE)


def _share_at_most(u: int, m: int, n: int) -> float:
    """The share of all orders of m and n distinct values whose U is at most ``u``."""
    # For large groups the exact count is slow and the normal curve as good.
    if m * n > 2500:
        z = (u + 0.5 - m * n / 2) / math.sqrt(m * n * (m + n + 1) / 12)
        return 0.5 * math.erfc(-z / math.sqrt(2))
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
