"""An algorithm's pseudocode: the line where the search is, the lines run since the node before, the variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from core.explain import Lit, Pseudocode, Sentence, pseudocode_of, sentences
from core.explain._pseudocode import WIDEST
from tui.kit.lines import Line, Lines
from tui.kit.text import SENTENCE_TONES
from tui.kit.text_panel import RANKS
from tui.kit.values import CodePosition

NOTE_AT = WIDEST + 4
"""Where the notes begin, beside the lines."""
SHORTEST_NOTE = 14
"""With less room there are no notes."""
UNLIT = Lit(None, frozenset())


class CodePanel(Lines):
    """The pseudocode of one search; if there is no room for all of it, the lines around the current one."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.code: Pseudocode | None = None
        self.lit = UNLIT
        self.values: Sequence[tuple[str, str]] = ()
        self.sentence: Sentence | None = None
        """What matters most about the node: shown below the lines, if there is room."""
        self.why_none = ""
        """Why there are no lines."""

    def take(self, value: CodePosition) -> None:
        ran, reason, line = value
        entry = ran.entry.doing(ran.problem)
        self.code, self.lit, self.values = pseudocode_of(entry), UNLIT, ()
        self.why_none = f"{entry.title} has no pseudocode here: it {entry.unexplained}."
        said = sentences(reason) if reason is not None else []
        self.sentence = min(said, key=lambda sentence: RANKS[sentence.tone], default=None)
        if self.code is not None and reason is not None:
            self.lit, self.values = self.code.at(reason), self.code.values(reason)
            if line is not None:
                self.lit = Lit(line, frozenset())
        source = self.code.source if self.code is not None else None
        self.entitle(entry.title, f"{source.author} {source.year}" if source is not None else "")

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        code = self.code
        if code is None:
            yield from self.said(self.why_none, "plain", width, height)
            return
        values = self._values(width)[: max(0, height - 3)]
        lines = list(self._lines(code, width))
        room = max(1, height - len(values))
        at = self.lit.line or 0
        first = max(0, min(at - room // 2, len(lines) - room))
        yield from lines[first : first + room]
        yield from values
        left = height - len(lines) - len(values)
        if code.legend and left > 0:
            legend = self.said(code.legend, "muted", width, left)
            yield from legend
            left -= len(legend)
        if left > 1 and self.sentence is not None:
            yield ()
            yield from self.said(self.sentence.text, SENTENCE_TONES[self.sentence.tone], width, left - 1)

    def _lines(self, code: Pseudocode, width: int) -> Iterable[Line]:
        glyphs = self.app.glyphs
        for number, (text, _, note) in enumerate(code.lines):
            here, passed = number == self.lit.line, number in self.lit.passed
            mark = glyphs.cursor if here else glyphs.dot if passed else " "
            tone = "here" if here else "plain" if passed or self.lit is UNLIT else "muted"
            line = [Segment(self.cut(f"{mark} {text}", width), self.tone(tone))]
            if note and width - NOTE_AT >= SHORTEST_NOTE:
                beside = self.cut(note, width - NOTE_AT)
                line += [Segment(" " * (NOTE_AT - line[0].cell_length)), Segment(beside, self.tone("aside"))]
            yield line

    def _values(self, width: int) -> list[Line]:
        """The variables, as many on a line as fit."""
        lines: list[Line] = []
        text = ""
        for name, value in self.values:
            pair = f"{name} = {value}"
            if text and len(text) + len(pair) + 3 > width:
                lines.append([Segment(text, self.tone("mark"))])
                text = ""
            text += f"   {pair}" if text else pair
        return [*lines, [Segment(self.cut(text, width), self.tone("mark"))]] if text else lines
