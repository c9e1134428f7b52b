"""Nodes by level, as bars."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment

from core._words import grouped
from tui.kit.lines import Line, Lines
from tui.screens.cover.values import ProfileValue


class CoverLevels(Lines, can_focus=True):
    """A bar for each level, its length the number of nodes visited there; above them a few lines of text."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.levels = ProfileValue()

    def take(self, value: ProfileValue) -> None:
        self.levels = value
        if value.title:
            self.entitle(value.title, value.words)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        levels = self.levels
        label_width = max((len(label) for label, _ in levels.rows), default=0) + 1
        for label, text in levels.rows[:height]:
            yield [
                Segment(label.ljust(label_width), self.tone("muted")),
                Segment(text, self.tone("plain")),
            ]
        height -= len(levels.rows)
        if levels.share is not None and height > 1:
            yield self._share(levels.share, width)
            height -= 1
        if height > 0:
            yield from self._bars(width, height)

    def _share(self, share: float, width: int) -> Line:
        glyphs = self.app.glyphs
        text = f" {share * 100:.1f} %" if 0 < share < 0.1 else f" {share * 100:.0f} %"
        room = max(4, width - len(text))
        full = int(share * room)
        return [
            Segment(glyphs.bar_full * full, self.tone("here")),
            Segment(glyphs.bar_empty * (room - full), self.tone("muted")),
            Segment(text, self.tone("plain")),
        ]

    def _bars(self, width: int, height: int) -> Iterable[Line]:
        (profile, depth, *_), glyphs = self.levels, self.app.glyphs
        if not profile:
            yield from self.said("nodes by level: nothing visited yet", "muted", width, height)
            return
        top = max(profile)
        digits, numbers = len(str(len(profile) - 1)), len(grouped(top))
        room = max(1, width - digits - numbers - 4)
        first = 0
        if len(profile) > height and depth is not None:
            first = min(max(0, depth - height // 2), len(profile) - height)
        for level in range(first, min(len(profile), first + height)):
            nodes = profile[level]
            here = level == depth
            filled = max(1 if nodes else 0, round(room * nodes / top)) if top else 0
            label = self.tone("here" if here else "muted")
            yield [
                Segment(f"{glyphs.cursor if here else ' '}{level:>{digits}} ", label),
                Segment(glyphs.gauge_full * filled, self.tone("here" if here else "primary")),
                Segment(f" {grouped(nodes)}", self.tone("plain")),
            ]
