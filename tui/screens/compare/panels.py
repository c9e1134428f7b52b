"""What only this screen has beside its table and chart: lines of plain facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from tui.widgets.lines import Line, Lines


class CompareStatus(Lines):
    """One fact a line; what does not fit ends in an ellipsis."""

    DEFAULT_CSS = "CompareStatus { height: 2; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.facts: Sequence[tuple[str, str]] = ()

    def show(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show these (text, tone) lines."""
        if list(facts) != list(self.facts):
            self.facts = tuple(facts)
            self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        for text, tone in list(self.facts)[:height]:
            yield [Segment(self.cut(text, width), self.tone(tone))]
