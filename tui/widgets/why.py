"""Why a search does what it does at a node, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from core.explain.words import Sentence, Tone
from tui.actions.action import Action
from tui.widgets.lines import Line, Lines

RANKS = {Tone.GOOD: 0, Tone.BAD: 0, Tone.NEXT: 1, Tone.PLAIN: 2, Tone.DETAIL: 3}
"""What happens now must be in sight, then what follows, then how it came to this; the rest is cut first.

The first sentence, which says what has just been done, has a line at least.
"""


TONES = {Tone.PLAIN: "plain", Tone.GOOD: "good", Tone.BAD: "bad", Tone.NEXT: "accent", Tone.DETAIL: "muted"}


class WhyPanel(Lines):
    """The sentences about one node; of those that matter less, what there is no room for is left out."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.sentences: Sequence[Sentence] = ()
        self.path: Sequence[str] = ()
        self.legend = ""
        self.key = ""
        """The key that unfolds it, as people write it."""
        self.unfolded = False
        """Whether all that a choice rules out is told, rather than a line of it."""

    def fold(self) -> None:
        """Tell it in full, or in a line again."""
        self.unfolded = not self.unfolded
        self.paint()

    def show(self, title: str, sentences: Sequence[Sentence], path: Sequence[str] = (), legend: str = "") -> None:
        """Show these; below them, where there is room, the last lines of the ``path`` that led there.

        ``legend`` says at the bottom, where there is room, what the signs mean.
        """
        self.sentences, self.path, self.legend = sentences, path, legend
        self.entitle(title)
        self.paint()

    def on_mount(self) -> None:
        actions: Sequence[Action] = getattr(self.screen, "ACTIONS", ())
        self.key = next((action.shown_keys(1) for action in actions if action.action == "unfold"), "")

    @property
    def folds(self) -> bool:
        """Whether there is a detail of more than a line."""
        return any(tone is Tone.DETAIL and self._long(text, self.size.width) for tone, text in self.sentences)

    def _long(self, text: str, width: int) -> bool:
        return len(self.said(text, TONES[Tone.DETAIL], width, 2)) > 1

    def _block(self, tone: Tone, text: str, width: int, room: int) -> Sequence[Line]:
        """The lines of a sentence; of a detail only one, and the key that shows the others."""
        if tone is not Tone.DETAIL or self.unfolded or not self._long(text, width):
            return self.said(text, TONES[tone], width, room)
        shortened = self.said(text, TONES[tone], width - len(self.key) - 1, 1)
        return [[*line, Segment(f" {self.key}", self.tone("here"))] for line in shortened][:room]

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        room = height
        blocks: dict[int, Sequence[Line]] = {}
        ranks = {**RANKS, Tone.DETAIL: RANKS[Tone.NEXT]} if self.unfolded else RANKS
        for number in sorted(range(len(self.sentences)), key=lambda number: ranks[self.sentences[number].tone]):
            tone, text = self.sentences[number]
            spared = bool(number and 0 not in blocks)
            blocks[number] = self._block(tone, text, width, room - spared)
            room -= len(blocks[number])
        for number in sorted(blocks, key=lambda number: (self.sentences[number].tone is Tone.DETAIL, number)):
            yield from blocks[number]
        legend = self.said(self.legend, "muted", width, height) if self.sentences else []
        if self.path and room > 1:
            yield ()
            yield from ([Segment(line, self.tone("muted"))] for line in self.path[1 - room :])
        elif len(legend) < room:
            yield from [()] * (room - len(legend))
            yield from legend
