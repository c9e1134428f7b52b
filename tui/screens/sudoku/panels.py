"""The panel that only this screen has: about the cell and the puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment

from core.sudoku.grid import values_in
from core.sudoku.symbols import symbol
from tui.screens.sudoku.document import NewsTone
from tui.screens.sudoku.views import Info
from tui.widgets.lines import Line, Lines, wrapped

MOST_SAID = 3
"""Lines of a message."""


class InfoPanel(Lines):
    """Candidates and marks of the cell, counts of the puzzle, a message."""

    LABEL = 11

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.info = Info()

    def show(self, info: Info) -> None:
        """Show this."""
        if info != self.info or not self._strips:
            self.info = info
            self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        info, label = self.info, self.tone("muted")
        lines: list[Line] = []
        if info.filled:
            lines.append([Segment(info.filled, self.tone("plain"))])
        else:
            room = width - self.LABEL
            lines.append([Segment("candidates ", label), *self._set(info.candidates, room, "plain")])
        if info.marks:
            lines.append(
                [Segment("my marks".ljust(self.LABEL), label), *self._set(info.marks, width - self.LABEL, "mark")]
            )
        glyphs = self.app.glyphs
        sign = {NewsTone.BAD: glyphs.no + " ", NewsTone.GOOD: glyphs.yes + " "}.get(info.tone, "")
        said = wrapped(sign + info.message, width, MOST_SAID, glyphs.ellipsis) if info.message else []
        # What is said goes before the facts when there is not room for both.
        room = height - len(lines) - len(said)
        facts = [line for fact in info.facts for line in wrapped(fact, width, height, glyphs.ellipsis)]
        if len(facts) > room:
            facts = [line for fact in info.facts for line in wrapped(fact, width, 1, glyphs.ellipsis)]
            facts = facts[-room:] if room > 0 else []
        tone = self.tone(info.tone.value)
        return [*lines, *([Segment(fact, label)] for fact in facts), *([Segment(text, tone)] for text in said)]

    def _set(self, bits: int, room: int, tone: str) -> list[Segment]:
        """The values of a set: each at its own place where there is room, else packed."""
        order = self.info.order
        dot = self.app.glyphs.attacked
        gap = " " if 2 * order - 1 <= room else ""
        if order <= room:
            signs = [(symbol(v), bool(bits >> (v - 1) & 1)) for v in range(1, order + 1)]
            return [Segment((s if on else dot) + gap, self.tone(tone if on else "muted")) for s, on in signs]
        text = "".join(symbol(value) for value in values_in(bits))
        return [Segment(self.cut(text, room), self.tone(tone))]
