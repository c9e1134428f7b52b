"""What there is to say about the cell under the cursor and about the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from core.sudoku.grid import values_in
from core.sudoku.symbols import symbol
from tui.host import host
from tui.screens.sudoku.document import Tone
from tui.widgets.lines import Line, Lines
from tui.widgets.wrap import wrapped

MOST_SAID = 3
"""Lines of a message."""


@dataclass(frozen=True, slots=True)
class Info:
    """The panel's content."""

    order: int = 9
    candidates: int = 0
    """What the rules leave in the cell, as a set."""
    marks: int = 0
    """The own marks of the cell, as a set."""
    filled: str = ""
    """Said in place of candidates and marks when the cell holds a value."""
    facts: tuple[str, ...] = ()
    """Lines about the puzzle."""
    message: str = ""
    """What has just happened, or what is wrong."""
    tone: Tone = Tone.PLAIN


class InfoPanel(Lines):
    """Candidates and marks of the cell, counts of the puzzle, a message."""

    COMPONENT_CLASSES = {"info--label", "info--value", "info--mark", "info--plain", "info--good", "info--bad"}
    DEFAULT_CSS = """
    InfoPanel {
        & > .info--label { color: $foreground-muted; }
        & > .info--value { color: $foreground; }
        & > .info--mark { color: $secondary; text-style: bold; }
        & > .info--plain { color: $foreground; }
        & > .info--good { color: $success; text-style: bold; }
        & > .info--bad { color: $error; text-style: bold; }
    }
    """
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
        info, label = self.info, self.tone("info--label")
        lines: list[Line] = []
        if info.filled:
            lines.append([Segment(info.filled, self.tone("info--value"))])
        else:
            room = width - self.LABEL
            lines.append([Segment("candidates ", label), *self._set(info.candidates, room, "info--value")])
        if info.marks:
            lines.append(
                [Segment("my marks".ljust(self.LABEL), label), *self._set(info.marks, width - self.LABEL, "info--mark")]
            )
        glyphs = host(self).glyphs
        sign = {Tone.BAD: glyphs.no + " ", Tone.GOOD: glyphs.yes + " "}.get(info.tone, "")
        said = wrapped(sign + info.message, width, MOST_SAID, glyphs.ellipsis) if info.message else []
        # What is said goes before the facts when there is not room for both.
        room = height - len(lines) - len(said)
        facts = [line for fact in info.facts for line in wrapped(fact, width, height, glyphs.ellipsis)]
        if len(facts) > room:
            facts = [line for fact in info.facts for line in wrapped(fact, width, 1, glyphs.ellipsis)]
            facts = facts[-room:] if room > 0 else []
        tone = self.tone(f"info--{info.tone}")
        return [*lines, *([Segment(fact, label)] for fact in facts), *([Segment(text, tone)] for text in said)]

    def _set(self, bits: int, room: int, tone: str) -> list[Segment]:
        """The values of a set: each at its own place where there is room, else packed."""
        order = self.info.order
        dot = host(self).glyphs.attacked
        gap = " " if 2 * order - 1 <= room else ""
        if order <= room:
            signs = [(symbol(v), bool(bits >> (v - 1) & 1)) for v in range(1, order + 1)]
            return [Segment((s if on else dot) + gap, self.tone(tone if on else "info--label")) for s, on in signs]
        text = "".join(symbol(value) for value in values_in(bits))
        ellipsis = host(self).glyphs.ellipsis
        if cell_len(text) > room:
            text = text[: max(0, room - 1)] + ellipsis
        return [Segment(text, self.tone(tone))]
