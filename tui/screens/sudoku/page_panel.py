"""The panel in the lower right: a `pages.Text`, drawn."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment

from tui.host import host
from tui.screens.sudoku.pages import Ink, Text
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped


class PagePanel(Lines):
    """Shows a page and keeps the line that matters in sight."""

    COMPONENT_CLASSES = {f"page--{ink.value}" for ink in Ink}
    DEFAULT_CSS = """
    PagePanel {
        & > .page--plain { color: $foreground; }
        & > .page--label { color: $foreground-muted; }
        & > .page--here { color: $accent; text-style: bold; }
        & > .page--mark { color: $secondary; text-style: bold; }
        & > .page--same { color: $accent; text-style: bold underline; }
        & > .page--good { color: $success; text-style: bold; }
        & > .page--bad { color: $error; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.page = Text("", ())

    def show(self, page: Text) -> None:
        """Show this."""
        if page != self.page or not self._strips:
            self.page = page
            self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        lines: list[list[Segment]] = []
        top = 0
        for number, pieces in enumerate(self.page.lines):
            if number == self.page.at:
                top = len(lines)
            lines += self._wrapped(pieces, width)
        top = min(max(0, top - height // 2), max(0, len(lines) - height))
        if 0 <= self.page.at == len(self.page.lines) - 1:
            top = max(0, len(lines) - height)
        seen = lines[top : top + height]
        if top + height < len(lines) and seen:
            seen[-1] = [Segment(host(self).glyphs.ellipsis, self.tone("page--label"))]
        return seen

    def _wrapped(self, pieces: tuple[tuple[str, Ink], ...], width: int) -> list[list[Segment]]:
        """Only the last piece of a line may be long; it goes on below where it began."""
        *before, (text, ink) = pieces
        lead = [Segment(part, self.tone(f"page--{kind.value}")) for part, kind in before]
        used = sum(segment.cell_length for segment in lead)
        if used + len(text) <= width or used >= width - 8:
            return [[*lead, Segment(text, self.tone(f"page--{ink.value}"))]]
        rest = wrapped(text, width - used, 40, host(self).glyphs.ellipsis, grouped=False)
        tone = self.tone(f"page--{ink.value}")
        return [
            [*(lead if not number else [Segment(" " * used)]), Segment(line, tone)] for number, line in enumerate(rest)
        ]
