"""A chart on a logarithmic axis: one line an algorithm, named where it ends, and the paper's points.

Drawn line by line like the other panels, so that it knows the plain-ASCII mode,
stays legible without colour (every algorithm has its own marker) and repaints
only the rows that changed; the plotting widgets that exist for Textual draw
their axes and lines in Braille and box characters only.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from tui.host import host
from tui.widgets.lines import Line, Lines

MARKERS = "●■▲◆▼★◉▣"
PAPER_MARKERS = "○□△◇▽☆◎▢"
ASCII_MARKERS = "ABCDEFGH"
ASCII_PAPER_MARKERS = "abcdefgh"
TONES = 6
"""How many colours the lines take in turn."""
BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
SMALLEST = (24, 4)
"""Columns and rows below which nothing can be told from a chart."""


@dataclass(frozen=True, slots=True)
class Series:
    """One algorithm's figures: (place on the x axis, value) pairs, values above zero."""

    title: str
    index: int
    """Which marker and colour it has, the same as in the table."""
    points: Sequence[tuple[int, float]] = ()
    estimates: Sequence[tuple[int, float]] = ()
    """Beyond the last point: drawn dotted, without markers."""
    paper: Sequence[tuple[int, float]] = ()
    """The document's figures: hollow markers, no line."""


@dataclass(frozen=True, slots=True)
class ChartData:
    """What the chart shows."""

    title: str = ""
    labels: Sequence[str] = ()
    """One a place on the x axis."""
    series: Sequence[Series] = ()
    figure: Callable[[float], str] = str
    """How a value is written on the y axis."""
    joined: bool = True
    """Whether a line makes sense: not between puzzles that only follow each other in a list."""
    note: str = ""
    """What to say where there is nothing to draw yet."""


def marker(index: int, unicode: bool, paper: bool = False) -> str:
    """The sign of the algorithm with this index, filled for our figures, hollow (lower case) for the paper's."""
    signs = (PAPER_MARKERS if paper else MARKERS) if unicode else (ASCII_PAPER_MARKERS if paper else ASCII_MARKERS)
    return signs[index % len(signs)]


class Canvas:
    """A grid of characters, with finer dots inside each cell where the terminal has Braille."""

    def __init__(self, width: int, height: int, unicode: bool) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self.across, self.down = (2, 4) if unicode else (1, 1)
        self._dots: dict[tuple[int, int], tuple[int, Style]] = {}
        self._signs: dict[tuple[int, int], tuple[str, Style]] = {}

    def dot(self, x: float, y: float, style: Style) -> None:
        """A dot at (x, y), each from 0 to 1, y upwards."""
        column = min(self.width * self.across - 1, int(x * (self.width * self.across - 1) + 0.5))
        row = min(self.height * self.down - 1, int((1 - y) * (self.height * self.down - 1) + 0.5))
        cell = (row // self.down, column // self.across)
        bit = BRAILLE_DOTS[row % 4][column % 2] if self.unicode else 1
        self._dots[cell] = (self._dots.get(cell, (0, style))[0] | bit, style)

    def line(self, start: tuple[float, float], end: tuple[float, float], style: Style, every: int = 1) -> None:
        """A straight line; ``every`` leaves out all but one dot in so many."""
        dots = max(
            abs(end[0] - start[0]) * self.width * self.across, abs(end[1] - start[1]) * self.height * self.down, 1
        )
        for step in range(0, int(dots) + 1, every):
            share = step / dots
            self.dot(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share, style)

    def sign(self, x: float, y: float, text: str, style: Style) -> None:
        """A marker over whatever is there; where two algorithms meet, the first one's stays."""
        column, row = int(x * (self.width - 1) + 0.5), int((1 - y) * (self.height - 1) + 0.5)
        self._signs.setdefault((min(row, self.height - 1), min(column, self.width - 1)), (text, style))

    def row(self, y: int) -> list[Segment]:
        """One row of the picture."""
        line = []
        for x in range(self.width):
            if (y, x) in self._signs:
                text, style = self._signs[y, x]
                line.append(Segment(text, style))
            elif (y, x) in self._dots:
                bits, style = self._dots[y, x]
                line.append(Segment(chr(0x2800 + bits) if self.unicode else ".", style))
            else:
                line.append(Segment(" "))
        return line


class Scale:
    """A logarithmic axis over the values that there are."""

    def __init__(self, values: Sequence[float]) -> None:
        low, high = math.log10(min(values)), math.log10(max(values))
        if high - low < 0.3:
            low, high = low - 0.15, high + 0.15
        self.low, self.high = low, high

    def place(self, value: float) -> float:
        """Where a value lies, 0 at the foot and 1 at the top."""
        return (math.log10(value) - self.low) / (self.high - self.low)

    def ticks(self, most: int) -> list[float]:
        """Round values inside, ``most`` at the most: powers of ten, or 1, 2, 5 and so on within a decade."""
        first, last = math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9)
        decades = [10.0**power for power in range(first, last + 1)]
        if len(decades) >= 2:
            every = max(1, math.ceil(len(decades) / max(1, most)))
            return decades[::every]
        # A narrow range: round values of one or two figures.
        steps = [digit * 10.0**power for power in range(first - 1, last + 1) for digit in (1, 2, 3, 5, 7)]
        inside = [value for value in steps if self.low <= math.log10(value) <= self.high]
        return inside[:: max(1, math.ceil(len(inside) / max(1, most)))]


class CompareChart(Lines):
    """Draws a `ChartData`."""

    COMPONENT_CLASSES = {"chart--axis", "chart--note", *(f"chart--line{index}" for index in range(TONES))}
    DEFAULT_CSS = """
    CompareChart {
        & > .chart--axis { color: $foreground-muted; }
        & > .chart--note { color: $foreground-muted; text-style: italic; }
        & > .chart--line0 { color: $accent; }
        & > .chart--line1 { color: $primary; }
        & > .chart--line2 { color: $success; }
        & > .chart--line3 { color: $secondary; }
        & > .chart--line4 { color: $error; }
        & > .chart--line5 { color: $foreground; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.data = ChartData()

    def show(self, data: ChartData) -> None:
        """Draw this; nothing is computed for a picture that would be the same."""
        before, self.data = self.data, data
        if self._strips and replace(before, figure=str) == replace(data, figure=str):
            return
        if self.border_title != data.title:
            self.border_title = data.title
        subtitle = self._legend()
        if self.border_subtitle != subtitle:
            self.border_subtitle = subtitle
        self.paint()

    def _legend(self) -> str:
        parts = []
        unicode = host(self).glyphs.unicode
        if any(series.paper for series in self.data.series):
            signs = marker(0, unicode), marker(0, unicode, True)
            parts.append(f"{signs[0]} here  {signs[1]} paper")
        if any(series.estimates for series in self.data.series):
            parts.append("dotted: estimate")
        return "   ".join(parts)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        data = self.data
        values = [
            value
            for series in data.series
            for points in (series.points, series.paper, series.estimates)
            for _, value in points
        ]
        if not values or width < SMALLEST[0] or height < SMALLEST[1]:
            text = data.note if not values else "too small for the chart"
            return [[Segment(text[:width], self.tone("chart--note"))]]
        return self._drawn(data, Scale(values), width, height)

    def _drawn(self, data: ChartData, scale: Scale, width: int, height: int) -> Iterable[Line]:
        unicode = host(self).glyphs.unicode
        rows = height - 2
        ticks = {self._row_of(scale.place(tick), rows): data.figure(tick) for tick in scale.ticks(max(2, rows // 2))}
        gutter = max((cell_len(text) for text in ticks.values()), default=0)
        names = max((cell_len(series.title) for series in data.series), default=0) + 2
        names = min(names, max(8, width // 4))
        across = width - gutter - 2 - names - 1
        if across < 8:
            names, across = 0, width - gutter - 2
        canvas = Canvas(across, rows, unicode)
        for series in data.series:
            self._draw(canvas, series, scale, data, unicode)
        ends = self._line_ends(data, scale, rows) if names else {}
        axis = self.tone("chart--axis")
        bar, tick_bar, corner, floor, notch = ("│", "┤", "└", "─", "┬") if unicode else ("|", "+", "+", "-", "+")
        for y in range(rows):
            label = ticks.get(y, "")
            line = [Segment(label.rjust(gutter) + " " + (tick_bar if y in ticks else bar), axis), *canvas.row(y)]
            if y in ends:
                series = ends[y]
                text = f" {marker(series.index, unicode)} {series.title}"
                if cell_len(text) > names + 1:
                    text = set_cell_size(text, names) + host(self).glyphs.ellipsis
                line.append(Segment(text, self._tone(series.index)))
            yield line
        columns = self._tick_columns(data.labels, across)
        yield [
            Segment(
                " " * (gutter + 1) + corner + "".join(notch if x in columns else floor for x in range(across)), axis
            )
        ]
        yield [Segment(" " * (gutter + 2) + self._tick_labels(columns, width - gutter - 2), axis)]

    def _draw(self, canvas: Canvas, series: Series, scale: Scale, data: ChartData, unicode: bool) -> None:
        tone, places = self._tone(series.index), len(data.labels)

        def at(point: tuple[int, float]) -> tuple[float, float]:
            return point[0] / max(1, places - 1), scale.place(point[1])

        ours = [at(point) for point in series.points]
        for start, end in itertools.pairwise(ours if data.joined else ()):
            canvas.line(start, end, tone)
        beyond = [*ours[-1:], *(at(point) for point in series.estimates)]
        for start, end in itertools.pairwise(beyond):
            canvas.line(start, end, tone, every=4 if unicode else 3)
        for point in ours:
            canvas.sign(*point, marker(series.index, unicode), tone)
        for paper in series.paper:
            canvas.sign(*at(paper), marker(series.index, unicode, paper=True), tone)

    def _tone(self, index: int) -> Style:
        return self.tone(f"chart--line{index % TONES}")

    @staticmethod
    def _row_of(place: float, rows: int) -> int:
        return min(rows - 1, max(0, int((1 - place) * (rows - 1) + 0.5)))

    def _line_ends(self, data: ChartData, scale: Scale, rows: int) -> dict[int, Series]:
        """The row at which each line's name stands: where it ends, or the nearest free one."""
        wanted = []
        for series in data.series:
            last = (series.estimates or series.points or series.paper)[-1:]
            if last:
                wanted.append((scale.place(last[0][1]), series))
        ends: dict[int, Series] = {}
        for place, series in sorted(wanted, key=lambda pair: -pair[0]):
            y = self._row_of(place, rows)
            free = min(
                (row for row in range(rows) if row not in ends), key=lambda row: (abs(row - y), -row), default=None
            )
            if free is not None:
                ends[free] = series
        # Keep the names in the order of the lines, whatever the pushing did.
        return dict(zip(sorted(ends), sorted(ends.values(), key=lambda s: -_last_value(s)), strict=True))

    @staticmethod
    def _tick_columns(labels: Sequence[str], across: int) -> dict[int, str]:
        """Column to label, leaving out what would touch its neighbour."""
        columns: dict[int, str] = {}
        until = -1
        for index, label in enumerate(labels):
            x = int(index / max(1, len(labels) - 1) * (across - 1) + 0.5)
            if x > until:
                columns[x] = label
                until = x + cell_len(label)
        return columns

    @staticmethod
    def _tick_labels(columns: dict[int, str], width: int) -> str:
        text = ""
        for x, label in columns.items():
            start = max(len(text) + (1 if text else 0), x - (cell_len(label) - 1) // 2)
            if start + cell_len(label) <= width:
                text = text.ljust(start) + label
        return text


def _last_value(series: Series) -> float:
    return (series.estimates or series.points or series.paper)[-1][1]
