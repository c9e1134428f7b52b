"""The panels that only this screen has: about the cell and the puzzle, and the page of text in the lower right."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from textual.events import MouseScrollDown, MouseScrollUp

from core.sudoku.grid import values_in
from core.sudoku.symbols import symbol
from tui.screens.sudoku.document import NewsTone
from tui.screens.sudoku.views import Info, Ink, PageText
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


class PagePanel(Lines):
    """Shows a page and keeps the line that matters in sight."""

    COMPONENT_CLASSES = {Ink.SAME.value}
    DEFAULT_CSS = """
    PagePanel {
        & > .page--same { color: $accent; text-style: bold underline; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.page = PageText("", ())
        self._top: int | None = None
        """The first line in sight, once somebody has scrolled."""
        self._seen, self._last = 0, 0
        """The first line drawn, and the first one drawn where the end of the page is in sight."""

    def show(self, page: PageText) -> None:
        """Show this, and the line of it that matters."""
        if page != self.page or not self._strips:
            if page != self.page:
                self._top, self._seen, self._last = None, 0, 0  # where there is no room, nothing is drawn anew
            self.page = page
            self.paint()

    @property
    def longer(self) -> bool:
        """Whether there is more on the page than is in sight."""
        return self._last > 0

    def turn(self, step: int) -> None:
        """Scroll by most of what is in sight: 1 down, -1 up."""
        self._scroll(step * max(1, self.size.height - 2))

    def _scroll(self, lines: int) -> None:
        self._top = min(max(0, self._seen + lines), self._last)
        self.paint()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._scroll(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._scroll(-3)

    def paint(self) -> None:
        super().paint()
        keys = [key for key, there in (("pgup", self._seen > 0), ("pgdn", self._seen < self._last)) if there]
        note = " · ".join([f"{' '.join(keys)} more", *filter(None, [self.page.note])] if keys else [self.page.note])
        self.entitle(subtitle=note)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        lines: list[list[Segment]] = []
        top = 0
        for number, pieces in enumerate(self.page.lines):
            if number == self.page.at:
                top = len(lines)
            lines += self._wrapped(pieces, width)
        self._last = max(0, len(lines) - height)
        top = min(max(0, top - height // 2), self._last)
        if 0 <= self.page.at == len(self.page.lines) - 1:
            top = self._last
        if self._top is not None:
            top = min(self._top, self._last)
        self._seen = top
        return lines[top : top + height]

    def _wrapped(self, pieces: tuple[tuple[str, Ink], ...], width: int) -> list[list[Segment]]:
        """Only the last piece of a line may be long; it goes on below where it began."""
        *before, (text, ink) = pieces
        lead = [Segment(part, self.tone(kind.value)) for part, kind in before]
        used = sum(segment.cell_length for segment in lead)
        if used + len(text) <= width or used >= width - 8:
            return [[*lead, Segment(text.replace("\N{NO-BREAK SPACE}", " "), self.tone(ink.value))]]
        rest = wrapped(text, width - used, 400, self.app.glyphs.ellipsis, grouped=False)
        tone = self.tone(ink.value)
        return [
            [*(lead if not number else [Segment(" " * used)]), Segment(line, tone)] for number, line in enumerate(rest)
        ]
