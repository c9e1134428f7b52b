"""How a figure grows with N, and what to expect for the next sizes.

Counts of combinatorial problems grow ever faster: the factor from one size to the next itself
rises, about as fast as that of N! at most.  So a line through the logarithms predicts too little:
for real counts and times of N queens, half of those two sizes on and three quarters of those three
sizes on were above its 95 % interval.  Therefore the next size is predicted from the last two steps
(odd and even sizes differ), with a factor that may stay as it is or rise; ``python -m
tools.benchmarks.bench_growth`` compares that with figures measured and published.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from core.compare._statistics import Interval

STEADY = 0.95
"""The least R² at which growth is shown and used for estimates, both on screen and on the command line."""
SCATTERED = 2.0
"""If steps differ by this factor, they say nothing about growth."""
GROWTH_POINTS = 5
"""Growth is computed from this many points, the last ones."""
GROWTH_FROM_SECONDS = 5e-5
"""Times below this are left out, because a good part of them is calling the search."""
LIKELY_RISE, LARGEST_RISE = 0.8, 1.5
"""The power of N with which the factor rises: probably, and at most.  That of N! rises with N itself."""
LAST_STEPS, SCATTERED_STEPS = 2, 3
"""This many steps show how it goes on; this many, how much steps scatter."""
LEAST_SCATTER = 0.02
"""The logarithm of a step is never known more precisely than this."""


@dataclass(frozen=True, slots=True)
class FittedLine:
    """y ≈ intercept + slope · x by least squares."""

    slope: float
    intercept: float
    determination: float
    """R²: the share of the variance that the line explains."""

    def at(self, x: float) -> float:
        """The line's value at ``x``."""
        return self.intercept + self.slope * x


def fit_line(points: Sequence[tuple[float, float]]) -> FittedLine | None:
    """The least-squares line; None with fewer than three points, or fewer than three different x."""
    if len({x for x, _ in points}) < 3:
        return None
    count = len(points)
    mean_x = math.fsum(x for x, _ in points) / count
    mean_y = math.fsum(y for _, y in points) / count
    spread_x = math.fsum((x - mean_x) ** 2 for x, _ in points)
    spread_y = math.fsum((y - mean_y) ** 2 for _, y in points)
    slope = math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / spread_x
    left = math.fsum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    return FittedLine(slope, mean_y - slope * mean_x, 1 - left / spread_y if spread_y > 0 else 1.0)


@dataclass(frozen=True)
class Growth:
    """How a figure grows from one size to the next."""

    points: tuple[tuple[int, float], ...]
    """(N, figure above 0) in order, at least three."""

    @property
    def first(self) -> int:
        """The smallest N it is computed from."""
        return self.points[0][0]

    @property
    def last(self) -> int:
        """The largest N it is computed from."""
        return self.points[-1][0]

    @cached_property
    def _steps(self) -> tuple[float, ...]:
        """Logarithms of the factors from each size to the next (per unit of N, if sizes are left out)."""
        return tuple(math.log(y / before) / (x - a) for (a, before), (x, y) in pairwise(self.points))

    @property
    def factor(self) -> float:
        """The factor by which it grows when N grows by one, as a geometric mean."""
        (first, least), (last, most) = self.points[0], self.points[-1]
        return math.exp(math.log(most / least) / (last - first))

    @property
    def factors(self) -> Interval:
        """The smallest and largest factor from one size to the next: as measured, not an estimate."""
        return Interval(math.exp(min(self._steps)), math.exp(max(self._steps)))

    @cached_property
    def determination(self) -> float:
        """R²: the share of the logarithm's variance that a line explains."""
        line = fit_line([(x, math.log(y)) for x, y in self.points])
        return line.determination if line is not None else 0.0

    @property
    def steady(self) -> bool:
        """Whether the steps are similar enough to be called growth."""
        return self.determination >= STEADY and math.exp(self._scatter) <= SCATTERED

    @property
    def _lately(self) -> float:
        steps = self._steps[-LAST_STEPS:]
        return math.fsum(steps) / len(steps)

    @property
    def _scatter(self) -> float:
        return max(abs(step - self._lately) for step in self._steps[-SCATTERED_STEPS:])

    def _beyond(self, x: int, rise: float) -> float:
        """The logarithm at a further x if the factor rises with that power of N."""
        middle = self.last - (LAST_STEPS - 1) / 2  # the middle of the last steps; the last one leads to the last size
        risen = math.fsum(math.log(n / middle) for n in range(self.last + 1, x + 1))
        return math.log(self.points[-1][1]) + (x - self.last) * self._lately + rise * risen

    def at(self, x: int) -> float:
        """The estimate for a further x; infinite if too large for a float."""
        return _exp(self._beyond(x, LIKELY_RISE))

    def interval(self, x: int) -> Interval:
        """The range in which to expect the figure at a further x: from a factor that no longer rises to one that
        rises most, widened on both sides by the scatter of the last steps."""
        margin = max(self._scatter, LEAST_SCATTER) * math.sqrt(x - self.last)
        return Interval(_exp(self._beyond(x, 0.0) - margin), _exp(self._beyond(x, LARGEST_RISE) + margin))


def _exp(exponent: float) -> float:
    return math.exp(exponent) if exponent < 700 else math.inf


def fit_growth(points: Sequence[tuple[int, float]]) -> Growth | None:
    """The growth through (x, y) points with y > 0; None if there are fewer than three, or two with the same x."""
    usable = sorted((x, y) for x, y in points if y > 0)
    return Growth(tuple(usable)) if len(usable) > 2 and len({x for x, _ in usable}) == len(usable) else None


@dataclass(frozen=True, slots=True)
class Check:
    """The figure that growth up to one size predicted for the next, and the figure measured there."""

    x: int
    expected: Interval
    measured: float

    @property
    def holds(self) -> bool:
        """Whether the measured figure is in the interval."""
        return self.measured in self.expected


def check_growth(points: Sequence[tuple[int, float]]) -> Check | None:
    """Extrapolate to the last point from those before it; None if there are too few."""
    *before, (x, measured) = points or [(0, 0.0)]
    growth = fit_growth(before[-GROWTH_POINTS:])
    return Check(x, growth.interval(x), measured) if growth is not None else None
