"""A chart in the terminal: one line an algorithm, named where it ends, whiskers, and the paper's points.

It is drawn line by line like the other panels, so that it knows the plain-ASCII
mode, stays legible without colour (every algorithm has its own marker) and
repaints only the rows that changed; the plotting widgets that exist for Textual
draw their axes and lines in Braille and box characters only.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from core._drawing.scale import Scale
from tui.glyphs import in_ascii
from tui.kit.canvas import DotCanvas
from tui.kit.lines import Line, Lines
from tui.screens.compare.markers import line_tone, marker

MIDDLE_REACH = 0.4
"""How far the line of a strip's median reaches to either side; columns are 1 apart."""
NOTHING = Chart(ChartKind.SIZE, "", "", "", ())
SMALLEST = (24, 4)
"""Columns and rows below which a chart tells nothing."""


@dataclass(frozen=True)
class ChartValue:
    """A chart and its words."""

    chart: Chart = NOTHING
    note: str = ""
    """What to show while there is nothing to draw."""


class CompareChart(Lines):
    """Draws a `core._drawing.chart.Chart`."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.drawn = ChartValue()

    def take(self, value: ChartValue) -> None:
        self.drawn = value
        self.entitle(value.chart.title, self._legend())

    def _legend(self) -> str:
        parts = []
        unicode = self.app.glyphs.unicode
        if any(line.paper for line in self.drawn.chart.lines):
            signs = marker(0, unicode), marker(0, unicode, True)
            parts.append(f"{signs[0]} here  {signs[1]} paper")
        if any(line.estimates for line in self.drawn.chart.lines):
            parts.append("dotted: estimate")
        return "   ".join(parts)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        chart = self.drawn.chart
        if chart.empty or width < SMALLEST[0] or height < SMALLEST[1]:
            text = self.drawn.note if chart.empty else "too small for the chart"
            return [[Segment(text[:width], self.tone("aside"))]]
        return self._drawn(chart, *chart.scales(), width, height)

    def _drawn(self, chart: Chart, across_scale: Scale, scale: Scale, width: int, height: int) -> Iterable[Line]:
        unicode = self.app.glyphs.unicode
        rows = height - 2
        written = chart.figure if unicode else lambda value: in_ascii(chart.figure(value))
        ticks = {self._row_of(scale.place(tick), rows): written(tick) for tick in scale.ticks(max(2, rows // 2))}
        gutter = max((cell_len(text) for text in ticks.values()), default=0)
        names = max((cell_len(line.label) for line in chart.lines), default=0) + 2
        names = min(names, max(8, width // 4)) if chart.kind is not ChartKind.STRIP else 0
        across = width - gutter - 2 - names - 1
        if across < 8:
            names, across = 0, width - gutter - 2
        canvas = DotCanvas(across, rows, unicode)
        for line in chart.lines:
            self._draw(canvas, chart, line, across_scale, scale)
        ends = self._line_ends(chart, scale, rows) if names else {}
        axis = self.tone("muted")
        bar, tick_bar, corner, floor, notch = ("│", "┤", "└", "─", "┬") if unicode else ("|", "+", "+", "-", "+")
        for y in range(rows):
            label = ticks.get(y, "")
            out = [Segment(label.rjust(gutter) + " " + (tick_bar if y in ticks else bar), axis), *canvas.row(y)]
            if y in ends:
                text = self.cut(f" {marker(ends[y].index, unicode)} {ends[y].label}", names + 1)
                out.append(Segment(text, self._tone(ends[y].index)))
            yield out
        columns = self._tick_columns(self._x_ticks(chart, across_scale, across), across)
        yield [
            Segment(
                " " * (gutter + 1) + corner + "".join(notch if x in columns else floor for x in range(across)), axis
            )
        ]
        yield [Segment(" " * (gutter + 2) + self._tick_labels(columns, width - gutter - 2), axis)]

    @staticmethod
    def _x_ticks(chart: Chart, scale: Scale, across: int) -> list[tuple[float, str]]:
        """Places from 0 to 1, with their labels."""
        if chart.ticks:
            return [(scale.place(x), text) for x, text in chart.ticks]
        return [(scale.place(x), f"{x:g}") for x in scale.ticks(max(2, across // 8))]

    def _draw(self, canvas: DotCanvas, chart: Chart, line: ChartLine, across: Scale, scale: Scale) -> None:
        tone, unicode = self._tone(line.index), self.app.glyphs.unicode

        def at(point: Point) -> tuple[float, float]:
            return across.place(point.x), scale.place(point.y)

        ours = [at(point) for point in line.points]
        for start, end in itertools.pairwise(ours if chart.joined else ()):
            if chart.steps:
                canvas.line(start, (end[0], start[1]), tone)
                canvas.line((end[0], start[1]), end, tone)
            else:
                canvas.line(start, end, tone)
        beyond = [*ours[-1:], *(at(point) for point in line.estimates)]
        for start, end in itertools.pairwise(beyond):
            canvas.line(start, end, tone, every=4 if unicode else 3)
        for point in line.points:
            if point.low is not None and point.high is not None and (point.low > 0 or not chart.y_log):
                x = across.place(point.x)
                canvas.line((x, scale.place(point.low)), (x, scale.place(point.high)), tone)
        for place in ours if not chart.steps else ours[:1]:
            canvas.fill(*canvas.cell(*place), marker(line.index, unicode), tone)
        for start, end in itertools.pairwise(at(point) for point in line.trend):
            canvas.line(start, end, tone, every=2)
        if line.middle is not None:
            reach = MIDDLE_REACH
            height = scale.place(line.middle.y)
            canvas.line(
                (across.place(line.middle.x - reach), height), (across.place(line.middle.x + reach), height), tone
            )
        for hollow in (*line.paper, *line.late):
            canvas.fill(*canvas.cell(*at(hollow)), marker(line.index, unicode, paper=True), tone)

    def _tone(self, index: int) -> Style:
        return self.tone(line_tone(index))

    @staticmethod
    def _row_of(place: float, rows: int) -> int:
        return min(rows - 1, max(0, int((1 - place) * (rows - 1) + 0.5)))

    def _line_ends(self, chart: Chart, scale: Scale, rows: int) -> dict[int, ChartLine]:
        """The row of each line's name: where the line ends, or the nearest free row."""
        wanted = [(scale.place(_last_value(line)), line) for line in chart.lines]
        ends: dict[int, ChartLine] = {}
        for place, line in sorted(wanted, key=lambda pair: -pair[0]):
            y = self._row_of(place, rows)
            free = min(
                (row for row in range(rows) if row not in ends), key=lambda row: (abs(row - y), -row), default=None
            )
            if free is not None:
                ends[free] = line
        # Keep the names in the order of the lines, whatever the pushing did.
        return dict(zip(sorted(ends), sorted(ends.values(), key=lambda s: -_last_value(s)), strict=True))

    @staticmethod
    def _tick_columns(ticks: Sequence[tuple[float, str]], across: int) -> dict[int, str]:
        """Column to label, without labels that would touch their neighbours."""
        columns: dict[int, str] = {}
        until = -1
        for place, label in ticks:
            x = int(place * (across - 1) + 0.5)
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


def _last_value(line: ChartLine) -> float:
    return (line.estimates or line.points or line.paper)[-1].y
