"""Why a search does what it does at a node, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from core.explain.words import Sentence, Tone
from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.widgets.wrap import wrapped


class WhyPanel(Lines):
    """The sentences about one node, the most important first; what there is no room for is left out."""

    COMPONENT_CLASSES = {f"why--{tone.value}" for tone in Tone} | {"why--legend"}
    DEFAULT_CSS = """
    WhyPanel {
        & > .why--plain { color: $foreground; }
        & > .why--good { color: $success; text-style: bold; }
        & > .why--bad { color: $error; text-style: bold; }
        & > .why--next { color: $accent; }
        & > .why--legend { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.sentences: Sequence[Sentence] = ()
        self.legend = ""

    def show(self, title: str, sentences: Sequence[Sentence], legend: str = "") -> None:
        """Show these; ``legend`` says at the bottom, where there is room, what the signs mean."""
        self.sentences, self.legend = sentences, legend
        if self.border_title != title:
            self.border_title = title
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        ellipsis = host(self).glyphs.ellipsis
        rooms = _rooms([len(wrapped(text, width, height, ellipsis, grouped=False)) for _, text in self.sentences],
                       [tone is Tone.PLAIN for tone, _ in self.sentences], height)  # fmt: skip
        for (tone, text), room in zip(self.sentences, rooms, strict=True):
            for line in wrapped(text, width, room, ellipsis, grouped=False) if room else ():
                yield [Segment(line, self.tone(f"why--{tone.value}"))]
        legend = wrapped(self.legend, width, height, ellipsis) if self.legend and self.sentences else []
        spare = height - sum(rooms) - len(legend)
        if legend and spare > 0:
            yield from [()] * spare
            for line in legend:
                yield [Segment(line, self.tone("why--legend"))]


def _rooms(lines: Sequence[int], plain: Sequence[bool], height: int) -> list[int]:
    """How many lines each sentence gets: what a search does next, and why it cannot, before what merely follows."""
    rooms = list(lines)
    last_first = range(len(rooms) - 1, -1, -1)
    for least, may_go in ((1, plain), (0, [own and at > 0 for at, own in enumerate(plain)]), (0, None)):
        while sum(rooms) > height:
            longest = max(
                (i for i in last_first if rooms[i] > least and (may_go is None or may_go[i])),
                key=lambda i: rooms[i], default=None,
            )  # fmt: skip
            if longest is None:
                break
            rooms[longest] -= 1
    return rooms
