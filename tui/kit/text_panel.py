"""The panels of text: pages that scroll, and the reasons at a node, of which the least important go first."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import MouseScrollDown, MouseScrollUp
from textual.message import Message

from core.explain import Tone
from tui.actions.action import Action
from tui.kit.lines import Line, Lines
from tui.kit.text import SAME, SENTENCE_TONES, PageText, Piece, Slots
from tui.kit.values import WhyValue
from tui.kit.wrapping import wrapped

_PARTS = re.compile("(.+) [·-] ")
"""All parts of a line but the last."""


class TextPanel(Lines):
    """A page, with the line that matters in sight; the wheel scrolls it, and two keys if the screen has them."""

    @dataclass
    class Longer(Message):
        """A page turns out to be longer than the panel, or is not any more."""

        page: PageText | None

    COMPONENT_CLASSES = {SAME}
    DEFAULT_CSS = """
    TextPanel {
        & > .text--same { color: $primary; text-style: bold underline; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str = "panel", keys: tuple[str, str] = ("", "")) -> None:
        """``keys`` are those by which the screen scrolls it up and down."""
        super().__init__(id=id, classes=classes)
        self._keys = keys
        self.page = PageText()
        self._top: int | None = None
        """The first line in sight, once the user has scrolled."""
        self._seen, self._last = 0, 0
        """The first line drawn, and the first one drawn when the end of the page is in sight."""
        self._longer: PageText | None = None
        """The page last reported as longer."""

    def take(self, value: PageText) -> None:
        self.entitle(value.title)
        if value != self.page:
            self._top, self._seen, self._last = None, 0, 0  # without room, nothing is drawn again
        self.page = value

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
        more = [key for key, there in zip(self._keys, (self._seen > 0, self._seen < self._last), strict=True) if there]
        keys = " ".join([*filter(None, more), "more"]) if more else ""
        self.entitle(subtitle=" · ".join(filter(None, [keys, self.page.note])))
        self._tell_longer(self.page if self.longer and self.display else None)

    def on_hide(self) -> None:
        """A page that nobody sees is not too long."""
        self._tell_longer(None)

    def _tell_longer(self, page: PageText | None) -> None:
        if self._keys[0] and page != self._longer:
            self._longer = page
            self.post_message(self.Longer(page))

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        page = self.page
        blocks = [self._laid_out(pieces, width, cut=page.cut) for pieces in page.lines]
        if sum(map(len, blocks)) > height:
            for number in page.give_way:
                blocks[number] = self._laid_out(page.lines[number], width, cut=True)
            for number in page.give_way:
                if sum(map(len, blocks)) > height:
                    blocks[number] = []
        lines = [line for block in blocks for line in block]
        self._last = max(0, len(lines) - height)
        at = sum(map(len, blocks[: page.at]))
        top = at if page.at == len(blocks) - 1 else max(0, at - height // 2)
        self._seen = min(top if self._top is None else self._top, self._last)
        return lines[self._seen : self._seen + height]

    def _laid_out(self, pieces: Sequence[Piece | Slots], width: int, *, cut: bool) -> list[Line]:
        """Only the last piece of a line may be long: it is cut, or continues below the place where it began."""
        lead: list[Segment] = []
        used = 0
        for piece in pieces[:-1]:
            assert not isinstance(piece, Slots)
            lead.append(Segment(piece[0], self.tone(piece[1])))
            used += lead[-1].cell_length
        last = pieces[-1]
        if isinstance(last, Slots):
            return [[*lead, *[Segment(words, self.tone(tone)) for words, tone in last.within(width - used)]]]
        text, tone = last[0], self.tone(last[1])
        if cut:
            while cell_len(text) > width - used and (parts := _PARTS.match(text)):
                text = parts[1]
            return [[*lead, Segment(self.cut(text, width - used), tone)]]
        if used + len(text) <= width or used >= width - 8:
            return [[*lead, Segment(text.replace("\N{NO-BREAK SPACE}", " "), tone)]]
        rest = wrapped(text, width - used, 400, self.app.glyphs.ellipsis)
        return [
            [*(lead if not number else [Segment(" " * used)]), Segment(line, tone)] for number, line in enumerate(rest)
        ]


RANKS = {Tone.GOOD: 0, Tone.BAD: 0, Tone.NEXT: 1, Tone.PLAIN: 2, Tone.DETAIL: 3}
"""What happens now must be in sight, then what follows, then what led to it; the rest is cut first.

The first sentence, which says what has just been done, gets a line at least.
"""


class WhyPanel(Lines):
    """The sentences about one node; those that matter least are left out if there is no room for them."""

    @dataclass
    class Folds(Message):
        """Whether there is more to unfold has changed."""

        folds: bool

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.why = WhyValue()
        self.key = ""
        """The key that unfolds it, as people write it."""
        self._folds = False

    def take(self, value: WhyValue) -> None:
        self.why = value
        self.entitle(value.title)

    def paint(self) -> None:
        super().paint()
        if (folds := self.display and self.folds) != self._folds:
            self._folds = folds
            self.post_message(self.Folds(folds))

    def on_mount(self) -> None:
        actions: Sequence[Action] = getattr(self.screen, "ACTIONS", ())
        self.key = next((action.shown_keys(1) for action in actions if action.action == "unfold"), "")

    @property
    def folds(self) -> bool:
        """Whether there is a detail of more than a line, and no room for all of it."""
        width, height = self.size
        long = any(tone is Tone.DETAIL and self._long(text, width) for tone, text in self.why.sentences)
        return long and not self._fits(width, height)

    def _fits(self, width: int, height: int) -> bool:
        """Whether there is room for every sentence in full."""
        texts = (self.said(text, SENTENCE_TONES[tone], width, height + 1) for tone, text in self.why.sentences)
        return sum(map(len, texts)) <= height

    def _long(self, text: str, width: int) -> bool:
        return len(self.said(text, SENTENCE_TONES[Tone.DETAIL], width, 2)) > 1

    def _block(self, tone: Tone, text: str, width: int, room: int, *, full: bool) -> Sequence[Line]:
        """The lines of a sentence; of a detail, if not in full, only one, and the key that shows the others."""
        if tone is not Tone.DETAIL or full or not self._long(text, width):
            return self.said(text, SENTENCE_TONES[tone], width, room)
        shortened = self.said(text, SENTENCE_TONES[tone], width - len(self.key) - 1, 1)
        return [[*line, Segment(f" {self.key}", self.tone("strong"))] for line in shortened][:room]

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        room, full = height, self.why.unfolded or self._fits(width, height)
        blocks: dict[int, Sequence[Line]] = {}
        sentences, path, legend_of = self.why.sentences, self.why.path, self.why.legend
        ranks = {**RANKS, Tone.DETAIL: RANKS[Tone.NEXT]} if self.why.unfolded else RANKS
        for number in sorted(range(len(sentences)), key=lambda number: ranks[sentences[number].tone]):
            tone, text = sentences[number]
            spared = bool(number and 0 not in blocks)
            blocks[number] = self._block(tone, text, width, room - spared, full=full)
            room -= len(blocks[number])
        for number in sorted(blocks, key=lambda number: (sentences[number].tone is Tone.DETAIL, number)):
            yield from blocks[number]
        signs = legend_of if isinstance(legend_of, str) else legend_of(self.app.glyphs)
        legend = self.said(signs, "muted", width, height) if sentences else []
        if path and room > 1:
            yield ()
            yield from (
                [Segment(line, self.tone("muted"))] for line in _way(path, width, room - 1, self.app.glyphs.ellipsis)
            )
        elif len(legend) < room:
            yield from [()] * (room - len(legend))
            yield from legend


def _way(path: Sequence[str], width: int, room: int, ellipsis: str) -> list[str]:
    """The end of a path, a line for each choice; free lines are for what is too long for one, the newest first."""
    lines: list[str] = []
    path = path[-room:]
    free = room - len(path)
    for text in reversed(path):
        whole = textwrap.wrap(text, width, subsequent_indent="   ")
        if len(whole) - 1 > free:
            whole = [_shortened(text, width, ellipsis)]
        free -= len(whole) - 1
        lines = whole + lines
    return lines


def _shortened(text: str, width: int, ellipsis: str) -> str:
    """The text with as many of the items at its end as fit, and how many more there are; or with none of them."""
    head, _, held = text.partition(": ")
    items = held.split(" ")
    for left in range(1, len(items)):
        line = f"{head}: {' '.join(items[:-left])} + {left} more"
        if cell_len(line) <= width:
            return line
    return "".join(wrapped(head, width, 1, ellipsis))
