"""Solutions found, as a list below a heading that a screen words: the one in view, and those around it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from textual.events import Click, MouseScrollDown, MouseScrollUp

from core.words import grouped
from tui.search.browser import SolutionBrowser
from tui.widgets.lines import Line, Lines

TWO = 2
"""Solutions from which on there is something to list."""


class FoundList(Lines):
    """The solution in view in full, and below it the list around it.

    Whenever it is painted it asks the browser what there is: a new search may have begun since it was last shown.
    Wheel and clicks go about in the list, by the actions of `tui.search.screen`.
    """

    def __init__(self, browser: SolutionBrowser, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._browser = browser
        self._top = 0
        """The place of the first line of the list."""
        self._list_at = 1
        """The line where the list begins."""

    def heading(self, width: int, height: int) -> Iterable[Line]:
        """What stands above the list (override)."""
        return ()

    def line(self, place: int) -> str:
        """The solution at a place of the list, in words (override)."""
        return ""

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        lines = list(self.heading(width, height))
        self._list_at = len(lines)
        yield from lines
        yield from self._lines(width, height - len(lines))

    def _lines(self, width: int, height: int) -> Iterable[Line]:
        browser, glyphs = self._browser, self.app.glyphs
        total, here = len(browser.listed()), browser.place if browser.solution is not None else None
        if height <= 0 or total < TWO:
            return
        focus = total - 1 if here is None else here
        if not self._top <= focus < self._top + height:
            self._top = focus - height // 2
        self._top = max(0, min(self._top, total - height))
        digits = len(grouped(min(total, self._top + height)))
        for place in range(self._top, min(total, self._top + height)):
            mark = glyphs.cursor if place == here else " "
            text = f"{mark}{grouped(place + 1).rjust(digits)}  {self.line(place)}"
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
