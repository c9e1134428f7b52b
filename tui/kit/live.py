"""The live figures of a search, the same on every screen that searches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from core import Snapshot, Status
from core import _words as wording
from core._words import duration, grouped, rate
from tui.kit.lines import Line, Lines
from tui.kit.wrapping import wrapped
from tui.lab.live_search import LiveFigures

LARGE = 10**9
"""From here on the known number may be rounded if it does not fit; the number found never is."""
ONE_LINE_EACH = 5
"""Lines from which on every figure may have one of its own."""
ROOM_FOR_ALL = 9
"""Lines from which on there is room even for what can be spared."""
COUNT_LINES = 3
"""How many lines a growing count may take; a complete one may take all but this many."""


class LivePanel(Lines):
    """Solutions, nodes, rate, depth, progress, time."""

    DEFAULT_CSS = "LivePanel { height: 9; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.figures = LiveFigures()

    def take(self, value: LiveFigures) -> None:
        self.figures = value
        self.entitle(f"Live {self.app.glyphs.dot} {value.state}", value.speed)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        figures = self.figures
        rows = list(self._rows(figures, width, height))
        return rows[:height]

    def _rows(self, figures: LiveFigures, width: int, height: int) -> Iterable[Line]:
        shot = figures.snapshot
        if figures.error:
            yield from self.said(figures.error, "bad", width, 7)
            return
        if shot is None:
            yield from self._ready(figures, width, height)
            return
        if figures.of:
            yield [Segment(figures.of, self.tone("muted") + Style(italic=True))]
        # A long count that is known at last matters more than the rows below it.
        most = max(COUNT_LINES, height - COUNT_LINES) if shot.finished else COUNT_LINES
        yield from self._solutions(figures, shot, width, most)
        unit = figures.unit[:1].upper() + figures.unit[1:] + "s"
        nodes = self._row(unit, grouped(shot.steps))
        if height < ONE_LINE_EACH:
            yield from self._in_short(figures, shot, nodes, width)
            return
        yield nodes
        if shot.updates is not None:
            yield self._row("Updates", grouped(shot.updates))
        yield self._rate(figures, width)
        yield self._depth(shot, width)
        yield from self._extra(figures, width, height)
        yield self._time(figures, shot, width)
        yield self._progress(figures, shot, width)

    def _ready(self, figures: LiveFigures, width: int, height: int) -> Iterable[Line]:
        """Before the first node: how many solutions are known, and what the keys do."""
        if figures.known is not None:
            text = figures.known_name and f" {self.app.glyphs.dot} {figures.known_name}"
            yield [*self._row("Solutions", f"{grouped(figures.known)} known"), Segment(text, self.tone("muted"))]
        yield from self._extra(figures, width, height)
        if not figures.guides:
            return
        yield ()
        for action in (
            *figures.guides,
            *(each for each in self.app.everywhere if each.action in ("lessons", "glossary")),
        ):
            key = f"{action.shown_keys(1):<7}"
            lines = wrapped(re.split("[,;] ", action.help)[0], width - len(key), 2, self.app.glyphs.ellipsis)
            for number, line in enumerate(lines):
                yield [
                    Segment(" " * len(key) if number else key, self.tone("strong")),
                    Segment(line, self.tone("muted")),
                ]

    def _extra(self, figures: LiveFigures, width: int, height: int) -> Iterable[Line]:
        for label, value in figures.extra:
            if height >= ROOM_FOR_ALL or label not in figures.spared:
                text = value if isinstance(value, str) else sparks(value, max(4, width - 10), self.app.glyphs.sparks)
                yield self._row(label, text)

    def _in_short(self, figures: LiveFigures, shot: Snapshot, nodes: list[Segment], width: int) -> Iterable[Line]:
        """Without room for a line each: nodes and depth, then the time, and how long it will still take."""
        dot = self.app.glyphs.dot
        spent = self._row("Time", duration(figures.seconds))
        if shot.max_depth:
            depth = f" {dot} depth {grouped(shot.depth)} / {grouped(shot.max_depth)}"
            line = nodes if sum(segment.cell_length for segment in nodes) + len(depth) <= width else spent
            line.append(Segment(depth, self.tone("muted")))
        if figures.share is not None and not shot.finished:
            share = f" {dot} {wording.share(figures.share)}"
            if sum(segment.cell_length for segment in spent) + len(share) <= width:
                spent.append(Segment(share, self.tone("muted")))
        yield from (nodes, spent)

    def _row(self, label: str, text: str, style: str = "strong") -> list[Segment]:
        tone = self.tone("muted" if self.figures.of else style)
        return [Segment(f"{label:<10}", self.tone("muted")), Segment(text, tone)]

    def _solutions(self, figures: LiveFigures, shot: Snapshot, width: int, most: int) -> Iterable[Line]:
        glyphs = self.app.glyphs
        found = grouped(shot.solutions)
        *above, last = wrapped(found, max(8, width - 10), most, glyphs.ellipsis, grouped=False) or [found]
        for number, digits in enumerate(above):
            yield self._row("" if number else "Solutions", digits)
        line = [*self._row("" if above else "Solutions", last)]
        if figures.known is None:
            yield line
            return
        used = sum(segment.cell_length for segment in line)
        known = f" / {grouped(figures.known)}"
        if used + len(known) > width:
            known = f" / {figures.known:.2e}" if figures.known >= LARGE else known
        line.append(Segment(known, self.tone("muted")))
        if shot.status is Status.COMPLETE and figures.counting_everything:
            agrees = shot.solutions == figures.known
            mark = f" {glyphs.yes}" if agrees else f" {glyphs.no} differs from"
            if agrees and (above or sum(segment.cell_length for segment in line) + len(mark) > width):
                line.pop()  # the verdict says as much as the known number, which is the same
            line.append(Segment(mark, self.tone("good" if agrees else "bad")))
        used = sum(segment.cell_length for segment in line)
        if figures.known_name and used + 1 + len(figures.known_name) <= width:
            line.append(Segment(f" {figures.known_name}", self.tone("muted")))
        yield line

    def _rate(self, figures: LiveFigures, width: int) -> Line:
        text = rate(figures.rate) if figures.rate else "-"
        line = [*self._row("Rate", f"{text:<9}")]
        room = width - 10 - max(9, len(text)) - 1
        sparks = self.app.glyphs.sparks
        samples = list(figures.rates)[-room:] if room > 0 else []
        top = max(samples, default=0.0)
        if top > 0 and len(samples) > 1:
            bars = "".join(
                sparks[min(len(sparks) - 1, int(value / top * (len(sparks) - 1) + 0.5))] for value in samples
            )
            line.append(Segment(" " + bars, self.tone("primary")))
        return line

    def _depth(self, shot: Snapshot, width: int) -> Line:
        if not shot.max_depth:  # no tree, as with parts and jobs
            return self._row("Depth", "-")
        glyphs = self.app.glyphs
        text = f"{grouped(shot.depth)} / {grouped(shot.max_depth)}"
        line = [*self._row("Depth", f"{text:<9}")]
        room = min(16, width - 10 - max(9, cell_len(text)) - 2)
        if shot.max_depth and room >= 4:
            full = round(room * min(1.0, shot.depth / shot.max_depth))
            line.append(Segment(" " + glyphs.gauge_full * full, self.tone("primary")))
            line.append(Segment(glyphs.gauge_empty * (room - full), self.tone("muted")))
        return line

    def _time(self, figures: LiveFigures, shot: Snapshot, width: int) -> Line:
        line = [*self._row("Time", duration(figures.seconds))]
        if shot.build_seconds > 0:
            build = f" + {duration(shot.build_seconds)} build"
            if sum(segment.cell_length for segment in line) + len(build) > width:
                build = build.removesuffix(" build")
            line.append(Segment(build, self.tone("muted")))
        return line

    def _progress(self, figures: LiveFigures, shot: Snapshot, width: int) -> Line:
        glyphs = self.app.glyphs
        if figures.results:
            return [Segment(self.cut(figures.results, width), self.tone("strong"))]
        share = figures.share
        if share is None or (shot.finished and not figures.counting_everything):
            return []  # a first solution says nothing about the rest of the tree
        text = f" {wording.share(share)}"
        if figures.seconds_left is not None:
            text += f" {glyphs.dot} {wording.to_come(figures.seconds_left)}"
        room = max(4, width - cell_len(text))
        exact = share * room
        full = int(exact)
        half = full < room and exact - full >= 0.5
        return [
            Segment(glyphs.bar_full * full + (glyphs.bar_half if half else ""), self.tone("primary")),
            Segment(glyphs.bar_empty * (room - full - half), self.tone("muted")),
            Segment(text, self.tone("strong")),
        ]


def sparks(profile: Sequence[int], width: int, glyphs: str) -> str:
    """Nodes by level in one line: a character a level, by the logarithm of its nodes."""
    from math import log

    if not profile or width < 1:
        return ""
    top = log(1 + max(profile)) or 1.0
    heights = [log(1 + nodes) / top for nodes in profile]
    if len(heights) > width:
        heights = [
            max(heights[i * len(heights) // width : max(1, (i + 1) * len(heights) // width)]) for i in range(width)
        ]
    return "".join(glyphs[min(len(glyphs) - 1, int(h * (len(glyphs) - 1) + 0.5))] for h in heights)
