"""How a figure grows with N: a line through its logarithms, with intervals, and when it can be trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.compare.statistics import Interval
from core.parts.intervals import t_quantile

STEADY = 0.95
"""The least R² at which a growth is shown and used for estimates, on the screen and on the command line alike."""
VAGUE = 2.0
"""A factor that may be so many times as large or small says nothing about growth."""
GROWTH_POINTS = 5
"""A growth is fitted to this many points, the last ones, because the factor itself grows slowly with N."""
GROWTH_FROM_SECONDS = 5e-5
"""Times below this are left out: calling the search is a good part of them."""


@dataclass(frozen=True, slots=True)
class FittedLine:
    """y ≈ intercept + slope · x by least squares, with what its intervals are computed from."""

    slope: float
    intercept: float
    determination: float
    """R²: the share of the variance that the line explains."""
    count: int
    mean_x: float
    spread_x: float
    """Σ (x − mean)²."""
    residual: float
    """Standard error of the regression; infinite with two points."""

    def at(self, x: float) -> float:
        """The line's value."""
        return self.intercept + self.slope * x

    @property
    def slope_margin(self) -> float:
        """Half the width of the slope's 95 % interval."""
        return t_quantile(self.count - 2) * self.residual / math.sqrt(self.spread_x)

    def margin(self, x: float) -> float:
        """Half the width of the 95 % interval for a further value at ``x``."""
        inside = 1 + 1 / self.count + (x - self.mean_x) ** 2 / self.spread_x
        return t_quantile(self.count - 2) * self.residual * math.sqrt(inside)


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
    determination = 1 - left / spread_y if spread_y > 0 else 1.0
    return FittedLine(
        slope, mean_y - slope * mean_x, determination, count, mean_x, spread_x, math.sqrt(left / (count - 2))
    )


@dataclass(frozen=True, slots=True)
class Growth:
    """y ≈ start · factor^x, fitted by least squares on the logarithm."""

    line: FittedLine
    """The line through the natural logarithms of y."""
    first: int
    last: int
    """The range of x fitted."""

    @property
    def factor(self) -> float:
        """How many times as large y becomes when x grows by one."""
        return math.exp(self.line.slope)

    @property
    def factor_interval(self) -> Interval:
        """The 95 % interval of the factor."""
        margin = self.line.slope_margin
        return Interval(_exp(self.line.slope - margin), _exp(self.line.slope + margin))

    @property
    def determination(self) -> float:
        """R²: the share of the logarithm's variance that the line explains."""
        return self.line.determination

    @property
    def within(self) -> float:
        """How many times as large, or as small, the factor may be: 1.04 for × or ÷ 1.04."""
        return _exp(self.line.slope_margin)

    @property
    def steady(self) -> bool:
        """Whether the fit is good enough to be shown."""
        return self.determination >= STEADY and self.within <= VAGUE

    def at(self, x: int) -> float:
        """The estimate for another x; infinite where it is beyond all floating-point numbers."""
        return _exp(self.line.at(x))

    def interval(self, x: int) -> Interval:
        """The 95 % interval for a figure at another x."""
        margin = self.line.margin(x)
        return Interval(_exp(self.line.at(x) - margin), _exp(self.line.at(x) + margin))


def _exp(exponent: float) -> float:
    return math.exp(exponent) if exponent < 700 else math.inf


def fit_growth(points: Sequence[tuple[int, float]]) -> Growth | None:
    """Fit the growth through (x, y) points with y > 0; None with fewer than three, or all at one x."""
    usable = [(x, math.log(y)) for x, y in points if y > 0]
    line = fit_line(usable)
    return Growth(line, min(x for x, _ in usable), max(x for x, _ in usable)) if line is not None else None


@dataclass(frozen=True, slots=True)
class Check:
    """What the growth up to one size predicted for the next, and what was measured there."""

    x: int
    expected: Interval
    measured: float

    @property
    def holds(self) -> bool:
        """Whether the measured figure lies in the interval."""
        return self.measured in self.expected


def check_growth(points: Sequence[tuple[int, float]]) -> Check | None:
    """Extrapolate to the last point from those before it; None with too few of them."""
    *before, (x, measured) = points or [(0, 0.0)]
    growth = fit_growth(before[-GROWTH_POINTS:])
    return Check(x, growth.interval(x), measured) if growth is not None else None
