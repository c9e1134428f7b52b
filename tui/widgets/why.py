"""Why a search does what it does at a node, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from core.explain.wording import Sentence, Tone
from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped


class WhyPanel(Lines):
    """The sentences about one node, the most important first; what there is no room for is left out."""

    COMPONENT_CLASSES = {f"why--{tone.value}" for tone in Tone}
    DEFAULT_CSS = """
    WhyPanel {
        & > .why--plain { color: $foreground; }
        & > .why--good { color: $success; text-style: bold; }
        & > .why--bad { color: $error; text-style: bold; }
        & > .why--next { color: $accent; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.sentences: Sequence[Sentence] = ()

    def show(self, title: str, sentences: Sequence[Sentence]) -> None:
        """Show these."""
        self.sentences = sentences
        if self.border_title != title:
            self.border_title = title
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        left = height
        for tone, text in self.sentences:
            for line in wrapped(text, width, left, host(self).glyphs.ellipsis, grouped=False) if left > 0 else ():
                left -= 1
                yield [Segment(line, self.tone(f"why--{tone.value}"))]
