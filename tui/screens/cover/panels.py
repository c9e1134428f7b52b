"""What only this screen has beside its views: the solutions found, and nodes by level as bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from core.words import grouped
from tui.screens.cover import words
from tui.screens.cover.session import CoverSession
from tui.widgets.found_list import FoundList
from tui.widgets.lines import Line, Lines

MOST_IN_FULL = 8
"""Lines that the solution in view takes at most, where there are others to list."""
LEAST_LISTED = 3
"""Lines that the others get where there is room for them."""


class FoundPanel(FoundList):
    """The options of the solution in view, and below them the others found."""

    def __init__(self, session: CoverSession, *, id: str | None = None) -> None:
        super().__init__(session.browser, id=id)
        self._session = session

    def show(self) -> None:
        """Show what the session has found by now."""
        self.entitle("Found, up to symmetry" if self._session.browser.by_class else "Found")
        self.paint()

    def heading(self, width: int, height: int) -> Iterable[Line]:
        browser, symmetries = self._session.browser, self._session.symmetries
        dim, value, glyphs = self.tone("muted"), self.tone("strong"), self.app.glyphs
        dot, total, remark = glyphs.dot, len(browser.listed()), words.remark(self._session)
        if browser.solution is None or browser.place is None:
            if not total:
                yield from self.said(remark or "nothing yet", "muted", width, height)
                return
            what = "classes" if browser.by_class else "kept"
            text = f"{grouped(total)} {what} {dot} n p browse"
            if symmetries > 1 and not browser.by_class:
                text += f" {dot} u classes"
            yield [Segment(text, dim)]
        else:
            kind = "class" if browser.by_class else "solution"
            line = [Segment(f"{kind} {grouped(browser.place + 1)} of {grouped(total)}", value)]
            if browser.by_class and symmetries:
                line.append(Segment(f" {dot} {symmetries} symmetries", dim))
            yield line
            most = height - 1 if total == 1 else max(1, min(MOST_IN_FULL, height - 1 - LEAST_LISTED))
            yield from self.said(self.line(browser.place), "strong", width, most, grouped=False)
        if remark:
            yield [Segment(remark, dim)]

    def line(self, place: int) -> str:
        """The options of a solution of the list."""
        return " ".join(map(self._session.problem.label, self._session.browser.at(place)))


class CoverLevels(Lines, can_focus=True):
    """A bar for each level, its length the number of nodes visited there; above them a few lines of text."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.profile: Sequence[int] = ()
        self.depth: int | None = None
        self.rows: Sequence[tuple[str, str]] = ()
        self.share: float | None = None

    def show(
        self,
        profile: Sequence[int],
        depth: int | None = None,
        rows: Sequence[tuple[str, str]] = (),
        share: float | None = None,
    ) -> None:
        """Show nodes by level, the root first; ``depth`` is the level the search is at.

        ``rows`` are lines above the bars as (label, text), ``share`` is the part of the tree visited.
        """
        self.profile, self.depth, self.rows, self.share = profile, depth, rows, share
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        label_width = max((len(label) for label, _ in self.rows), default=0) + 1
        for label, text in self.rows[:height]:
            yield [
                Segment(label.ljust(label_width), self.tone("muted")),
                Segment(text, self.tone("plain")),
            ]
        height -= len(self.rows)
        if self.share is not None and height > 1:
            yield self._share(self.share, width)
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
        profile, glyphs = self.profile, self.app.glyphs
        if not profile:
            yield from self.said("nodes by level: nothing visited yet", "muted", width, height)
            return
        top = max(profile)
        digits, numbers = len(str(len(profile) - 1)), len(grouped(top))
        room = max(1, width - digits - numbers - 4)
        first = 0
        if len(profile) > height and self.depth is not None:
            first = min(max(0, self.depth - height // 2), len(profile) - height)
        for level in range(first, min(len(profile), first + height)):
            nodes = profile[level]
            here = level == self.depth
            filled = max(1 if nodes else 0, round(room * nodes / top)) if top else 0
            label = self.tone("here" if here else "muted")
            yield [
                Segment(f"{glyphs.cursor if here else ' '}{level:>{digits}} ", label),
                Segment(glyphs.gauge_full * filled, self.tone("here" if here else "primary")),
                Segment(f" {grouped(nodes)}", self.tone("plain")),
            ]
