"""The words beside the picture: why the search is where it is, and the path that led there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.widgets.wrap import wrapped

Sentence = tuple[str, str]
"""A style (``plain``, ``good``, ``bad``, ``next``) and the words."""


class CoverWhy(Lines):
    """Shows the sentences, and below them the path with its branches."""

    COMPONENT_CLASSES = {"why--plain", "why--good", "why--bad", "why--next", "why--dim"}
    DEFAULT_CSS = """
    CoverWhy {
        & > .why--plain { color: $foreground; }
        & > .why--good { color: $success; text-style: bold; }
        & > .why--bad { color: $error; text-style: bold; }
        & > .why--next { color: $accent; }
        & > .why--dim { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.sentences: Sequence[Sentence] = ()
        self.path: Sequence[str] = ()

    def show(self, sentences: Sequence[Sentence], path: Sequence[str] = ()) -> None:
        """Show these; ``path`` is one line for each level."""
        self.sentences, self.path = sentences, path
        self.paint()

    def _rank(self, number: int) -> tuple[int, int]:
        style = self.sentences[number][0]
        ranks = {"good": 0, "bad": 0, "next": 1}
        return ranks.get(style, 2), number

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        ellipsis = host(self).glyphs.ellipsis
        # What happens now must be in sight, then what follows, then how it came to this; the rest is cut first.
        blocks: dict[int, list[Line]] = {}
        room = height
        for number in sorted(range(len(self.sentences)), key=self._rank):
            style, words = self.sentences[number]
            blocks[number] = [
                [Segment(line, self.tone(f"why--{style}"))] for line in wrapped(words, width, room, ellipsis)
            ]
            room -= len(blocks[number])
        lines = [line for number in sorted(blocks) for line in blocks[number]]
        room = height - len(lines) - 1
        if room > 0 and self.path:
            lines.append([])
            lines += [[Segment(line, self.tone("why--dim"))] for line in self.path[-room:]]
        return lines
