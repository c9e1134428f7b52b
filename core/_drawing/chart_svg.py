"""Charts as SVG, drawn here, so that pages and files need no Matplotlib.

A contestant has the same colour, marker and dashes everywhere.  The colours are
those of Okabe and Ito (2008), which people who confuse red and green can tell
apart; markers and dashes are for those who print in grey.  The names are beside the field, where no
line goes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from textwrap import wrap

from core._drawing.chart import Chart, ChartKind, ChartLine, Point, tone_of
from core._drawing.scale import Scale
from core._drawing.svg import PAPER, document, element, group, lettering

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
DASHES = ((), (7, 2), (7, 2, 1.5, 2), (3, 1.5), (9, 2, 1.5, 2, 1.5, 2), (5, 3), (12, 3))
"""On and off, in widths of the line.  Their number has no factor in common with that of the markers."""
MOST_TICKS = 30
MIDDLE_REACH = 0.35
"""The reach of a strip's median line to either side; columns are 1 apart."""
WIDTH, HEIGHT = 520.0, 330.0
"""The size of the field that holds the lines."""
LETTER = 6.0
"""The greatest width of a letter in these texts."""
ROW = 17.0
"""The distance from one name to the next."""
SIZE = 3.6
"""The reach of a marker from its centre."""
PAD = 10.0
"""The distance from the edge of the field to the first point."""
SAMPLE = 34.0
"""The length of the line before its name."""
INK, SOFT, GRID = "#222", "#666", "#e3e3e3"


def drawn(chart: Chart, source: str = "") -> str:
    """The picture of a chart that has something to draw; ``source`` is a line of text below it."""
    field = _Field(*chart.scales())
    names = [] if chart.kind is ChartKind.STRIP else _names(chart)
    upright, left = field.upright(chart)
    across, below = field.across(chart)
    parts = [
        lettering(chart.title, x=WIDTH / 2, y=-14, text_anchor="middle", font_size=13, fill=INK),
        group([*upright, *across], fill=SOFT),
        element("path", d=f"M0 0V{HEIGHT}H{WIDTH}", fill="none", stroke=SOFT),
        *(_line(chart, line, field) for line in chart.lines),
        *names,
    ]
    foot = HEIGHT + below + 20
    parts.append(lettering(chart.x_title, x=WIDTH / 2, y=foot - 4, text_anchor="middle", fill=INK))
    up = f"rotate(-90 {-left - 4:.1f} {HEIGHT / 2})"
    parts.append(lettering(chart.y_title, x=-left - 4, y=HEIGHT / 2, text_anchor="middle", transform=up, fill=INK))
    longest = max((len(text) for each in chart.lines for text in (each.label, each.paper_label)), default=0)
    right = SAMPLE + 20 + longest * LETTER if names else 14.0
    wide = left + 18 + WIDTH + right
    for line in wrap(source, int(wide / 4.6)):
        foot += 12
        parts.append(lettering(line, x=-left, y=foot, font_size=8.5, fill=SOFT))
    foot = max(foot + 8, len(names) * ROW + 8)
    return document(
        parts, wide, foot + 34, left=-left - 18, top=-34, font_family="system-ui, sans-serif", font_size=11,
    )  # fmt: skip


class _Field:
    """The position of values in the picture; its top left corner is the origin."""

    def __init__(self, across: Scale, upright: Scale) -> None:
        self._across, self._upright = across, upright

    def at(self, point: Point) -> tuple[float, float]:
        """The position of a point."""
        return self.x(point.x), self.y(point.y)

    def x(self, value: float) -> float:
        """The distance from the left."""
        return PAD + self._across.place(value) * (WIDTH - 2 * PAD)

    def y(self, value: float) -> float:
        """The distance from the top."""
        return HEIGHT - PAD - self._upright.place(value) * (HEIGHT - 2 * PAD)

    def upright(self, chart: Chart) -> tuple[list[str], float]:
        """The y axis's figures and lines, and how far they reach to the left."""
        names = [(self.y(tick), chart.figure(tick)) for tick in self._upright.ticks(8)]
        parts = [element("path", d=f"M0 {y:.1f}H{WIDTH}", stroke=GRID) for y, _ in names]
        parts += [lettering(name, x=-6, y=y + 4, text_anchor="end") for y, name in names]
        return parts, 14 + max((len(name) for _, name in names), default=0) * LETTER

    def across(self, chart: Chart) -> tuple[list[str], float]:
        """The x axis's figures and lines, and how far they reach down."""
        every = max(1, math.ceil(len(chart.ticks) / MOST_TICKS))
        names = list(chart.ticks[::every]) or [(tick, f"{tick:g}") for tick in self._across.ticks(8)]
        longest = max((len(name) for _, name in names), default=0)
        turned = len(names) * (longest + 1) * LETTER > WIDTH
        parts = []
        for value, name in names:
            x = self.x(value)
            parts.append(element("path", d=f"M{x:.1f} {HEIGHT}v4", stroke=SOFT))
            if turned:
                way = f"rotate(-45 {x:.1f} {HEIGHT + 12})"
                parts.append(lettering(name, x=x, y=HEIGHT + 12, text_anchor="end", transform=way))
            else:
                parts.append(lettering(name, x=x, y=HEIGHT + 16, text_anchor="middle"))
        return parts, 12 + longest * LETTER * 0.72 if turned else 20


def _colour(line: ChartLine) -> str:
    return COLOURS[tone_of(line.index, len(COLOURS))]


def _stroke(line: ChartLine) -> dict[str, str | float | None]:
    dashes = DASHES[line.index % len(DASHES)]
    return {"fill": "none", "stroke": _colour(line), "stroke_width": 1.5,
            "stroke_dasharray": " ".join(f"{each * 1.2:g}" for each in dashes) or None}  # fmt: skip


def _line(chart: Chart, line: ChartLine, field: _Field) -> str:
    """All marks of one contestant."""
    colour = _colour(line)
    thin: dict[str, str | float | None] = {"fill": "none", "stroke": colour, "stroke_width": 1}
    parts = []
    at = [field.at(point) for point in line.points]
    if chart.joined and len(at) > 1:
        between = [each for (_, before), (x, y) in pairwise(at) for each in ((x, before), (x, y))]
        corners = [at[0], *between] if chart.steps else at
        parts.append(element("path", d=_path(corners), **_stroke(line)))
    for ends, dashes in ((line.trend, "5 3"), ((line.points[-1:] + line.estimates) if line.points else (), "1.5 3")):
        if len(ends) > 1:
            parts.append(element("path", d=_path(map(field.at, ends)), stroke_dasharray=dashes, **thin))
    for points, own in ((line.points, {}), (line.estimates, {"stroke_dasharray": "1.5 3"})):
        bars = [(field.x(p.x), field.y(p.low), field.y(p.high)) for p in points if p.low and p.high is not None]
        if bars:
            whiskers = "".join(f"M{x - 2.5:.1f} {low:.1f}h5m-2.5 0V{high:.1f}m-2.5 0h5" for x, low, high in bars)
            parts.append(element("path", d=whiskers, **thin, **own))
    if line.middle is not None:
        parts += _middle(line.middle, field, colour)
    parts += [_marker(line.index, x, y, colour, filled=True) for x, y in at]
    hollow = map(field.at, (*line.paper, *line.late))
    parts += [_marker(line.index, x, y, colour, filled=False) for x, y in hollow]
    return group(parts)


def _middle(middle: Point, field: _Field, colour: str) -> list[str]:
    """The line of a median, on the band of its interval."""
    left, right, y = field.x(middle.x - MIDDLE_REACH), field.x(middle.x + MIDDLE_REACH), field.y(middle.y)
    parts = []
    if middle.low is not None and middle.high is not None:
        top, foot = field.y(middle.high), field.y(middle.low)
        parts.append(element("rect", x=left, y=top, width=right - left, height=foot - top, fill=colour, opacity=0.2))
    parts.append(element("path", d=_path([(left, y), (right, y)]), stroke=colour, stroke_width=2))
    return parts


def _path(corners: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)


def _names(chart: Chart) -> list[str]:
    """The names to the right of the field, one below the other."""
    entries = [(line, line.label, True) for line in chart.lines if line.points]
    entries += [(line, line.paper_label, False) for line in chart.lines if line.paper]
    parts = []
    for row, (line, name, ours) in enumerate(entries):
        x, y = WIDTH + 12, row * ROW + 6
        sample = [element("path", d=f"M{x} {y}h{SAMPLE - 6}", **_stroke(line))] if ours and chart.joined else []
        sample.append(_marker(line.index, x + SAMPLE / 2 - 3, y, _colour(line), filled=ours))
        parts.append(group([*sample, lettering(name, x=x + SAMPLE, y=y + 4, fill=INK)]))
    return parts


def _marker(index: int, x: float, y: float, colour: str, *, filled: bool) -> str:
    look: dict[str, str | float | None] = {"fill": colour if filled else PAPER, "stroke": colour}
    kind = index % len(CORNERS)
    if not CORNERS[kind]:
        return element("circle", cx=x, cy=y, r=SIZE - 0.5, **look)
    return element("path", d=_path((x + dx * SIZE, y + dy * SIZE) for dx, dy in CORNERS[kind]) + "z", **look)


def _star(points: int, inner: float, turned: float = 0.0) -> tuple[tuple[float, float], ...]:
    """A star of this many points; a polygon of twice as many corners with ``inner`` 1."""
    angles = [math.pi * (step / points - 0.5) + turned for step in range(2 * points)]
    reach = [1.15 * (inner if step % 2 else 1.0) for step in range(2 * points)]
    return tuple((r * math.cos(angle), r * math.sin(angle)) for angle, r in zip(angles, reach, strict=True))


CORNERS: Sequence[Sequence[tuple[float, float]]] = (
    (), ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)), ((0, -1.1), (1, 0.8), (-1, 0.8)),
    ((0, -1.2), (1, 0), (0, 1.2), (-1, 0)), ((0, 1.1), (1, -0.8), (-1, -0.8)), _star(5, 0.45),
    _star(4, 0.45), _star(4, 0.45, math.pi / 4), ((-1.1, 0), (0.8, -1), (0.8, 1)), ((1.1, 0), (-0.8, -1), (-0.8, 1)),
    _star(5, 0.81), _star(3, 1.0),
)  # fmt: skip
"""The corners of each marker around its centre; a circle has none.  As many as `core._drawing.chart.SIGNS`."""
