"""A chart as a value, for the terminal and for files alike: lines of points on two axes, and the words beside them.

Code that measures something makes the chart, words and all; code that draws it need not know what was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from core._drawing.scale import Scale

SIGNS = 12
"""The number of markers available wherever charts are drawn, at least."""


class ChartKind(StrEnum):
    """What a chart shows."""

    SIZE = "size"
    LINEAR = "linear"
    CACTUS = "cactus"
    PROFILE = "profile"
    CELLS = "cells"
    STRIP = "strip"


@dataclass(frozen=True, slots=True)
class Point:
    """One figure, perhaps with the interval of its median."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One contestant."""

    label: str
    index: int
    """Its marker (modulo `SIGNS`) and its colour (`tone_of`)."""
    points: tuple[Point, ...] = ()
    paper: tuple[Point, ...] = ()
    """The document's figures."""
    estimates: tuple[Point, ...] = ()
    """Beyond the last figure measured, what the growth predicts."""
    late: tuple[Point, ...] = ()
    """In a cactus plot: runs that reached the time limit, drawn at the limit."""
    paper_label: str = ""
    """The document's figures in a legend: its own name for the algorithm, and the year."""
    trend: tuple[Point, ...] = ()
    """The two ends of a straight line through the points."""
    middle: Point | None = None
    """In a strip: the median of the runs, with its interval."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart to draw."""

    kind: ChartKind
    title: str
    x_title: str
    y_title: str
    lines: tuple[ChartLine, ...]
    figure: Callable[[float], str] = field(default="{:g}".format, compare=False)
    """Formats a value of the y axis."""
    seconds: bool = False
    """Whether the values of the y axis are seconds."""
    x_log: bool = False
    y_log: bool = True
    ticks: tuple[tuple[float, str], ...] = ()
    """Named places on the x axis; if there are none, the axis shows its values."""
    joined: bool = True
    """Whether lines between the points make sense."""
    steps: bool = False
    """Whether a line keeps its height up to the next point."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.points or line.paper for line in self.lines)

    def scales(self) -> tuple[Scale, Scale]:
        """The two axes, horizontal and vertical, over all there is to draw."""
        points = [p for line in self.lines for p in (*line.points, *line.paper, *line.estimates, *line.late)]
        values = [y for p in points for y in (p.y, p.low, p.high) if y is not None and (y > 0 or not self.y_log)]
        places = [x for x, _ in self.ticks]
        if self.kind is ChartKind.STRIP:
            places = [min(places) - 0.5, max(places) + 0.5]
        else:
            places += [p.x for p in points]
        return Scale(places, logarithmic=self.x_log, margin=False), Scale(values, logarithmic=self.y_log)


def tone_of(number: int, colours: int) -> int:
    """The colour, out of ``colours``, for a number; two numbers with the same marker get different ones."""
    return (number + number // SIGNS) % colours
