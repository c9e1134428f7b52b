"""Solutions found: the one in view in full, and below it a list of those around it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from textual.events import Click, MouseScrollDown, MouseScrollUp

from core._words import counted, grouped
from tui.kit.lines import Line, Lines
from tui.kit.values import Found, FoundValue

MOST_IN_FULL = 8
"""The most lines of the solution in view, if there are others to list."""
LEAST_LISTED = 3
"""Lines for the others, if there is room for them."""


class FoundPanel(Lines):
    """Shows what a session has found.  Whenever it is painted it asks again: a new search may have begun since it was
    shown.

    Wheel and clicks move in the list, by the actions of `tui.lab.screen`.
    """

    def __init__(self, found: Found, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._found, self._browser = found, found.browser
        self._top = 0
        """The place of the first line of the list."""
        self._list_at = 1
        """The line where the list begins."""

    def take(self, value: FoundValue) -> None:
        self.entitle("Found, up to symmetry" if value.by_class else "Found", value.remark if value.total else "")

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        lines = list(self._heading(width, height))
        self._list_at = len(lines)
        yield from lines
        yield from self._lines(width, height - len(lines))

    def _heading(self, width: int, height: int) -> Iterable[Line]:
        """The solution in view, or what there is to look at."""
        browser, dot, total = self._browser, self.app.glyphs.dot, len(self._browser.listed())
        if not total:
            yield from self.said(self._found.remark or "nothing yet", "muted", width, height)
            return
        if browser.solution is None or browser.place is None:
            text = counted(total, "class", "classes") if browser.by_class else f"{grouped(total)} kept"
            text += f" {dot} n p browse"
            if self._found.has_classes and not browser.by_class:
                text += f" {dot} u classes"
            yield [Segment(text, self.tone("muted"))]
            return
        kind = "class" if browser.by_class else "solution"
        where = f"{kind} {grouped(browser.place + 1)} of {grouped(total)}"
        note = f" {dot} {self._found.class_note}" if self._found.class_note else ""
        if len(where + note) > width:
            note = ""
        yield [Segment(where, self.tone("strong")), Segment(note, self.tone("muted"))]
        most = height - 1 if total < 2 else max(1, min(MOST_IN_FULL, height - 1 - LEAST_LISTED))
        yield from self.said(self._found.solution_words(browser.place), "strong", width, most, grouped=False)

    def _lines(self, width: int, height: int) -> Iterable[Line]:
        browser, glyphs = self._browser, self.app.glyphs
        total, here = len(browser.listed()), browser.place if browser.solution is not None else None
        if height <= 0 or total < 2:
            return
        focus = total - 1 if here is None else here
        if not self._top <= focus < self._top + height:
            self._top = focus - height // 2
        self._top = max(0, min(self._top, total - height))
        digits = len(grouped(min(total, self._top + height)))
        for place in range(self._top, min(total, self._top + height)):
            mark = glyphs.cursor if place == here else " "
            text = f"{mark}{grouped(place + 1).rjust(digits)}  {self._found.solution_words(place)}"
            yield [Segment(self.cut(text, width), self.tone("here" if place == here else "muted"))]

    async def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        place = self._top + offset.y - self._list_at
        if offset.y >= self._list_at and place < len(self._browser.listed()):
            await self.screen.run_action(f"browse_to({place})")

    async def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        await self.screen.run_action("browse(1)")

    async def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        await self.screen.run_action("browse(-1)")
