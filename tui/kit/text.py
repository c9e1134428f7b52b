"""Text as a value: words in tones, and pages of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.explain import Tone

SENTENCE_TONES = {
    Tone.PLAIN: "plain", Tone.GOOD: "good", Tone.BAD: "bad", Tone.NEXT: "accent", Tone.DETAIL: "muted",
}  # fmt: skip
SAME = "text--same"
"""The panel's own tone: what is the same as the value looked at."""

Piece = tuple[str, str]
"""Words, and their tone."""


class Slots(NamedTuple):
    """Signs, each at a place of its own, of which some are empty: at the end of a line, as there is room for them."""

    signs: tuple[str, ...]
    tone: str

    def within(self, room: int) -> list[Piece]:
        """Apart from each other; or close together; or only those that are there."""
        if len(self.signs) > room:
            return [("".join(self.signs), self.tone)]
        gap = " " if 2 * len(self.signs) - 1 <= room else ""
        last = len(self.signs) - 1
        return [
            ((sign or "·") + (gap if number < last else ""), self.tone if sign else "muted")
            for number, sign in enumerate(self.signs)
        ]


@dataclass(frozen=True, slots=True)
class PageText:
    """Lines of text in tones."""

    title: str | tuple[Piece, ...] = ""
    """If it has pieces, they name colours rather than tones."""
    lines: Sequence[Sequence[Piece | Slots]] = ()
    at: int = 0
    """The line that must be in sight."""
    note: str = ""
    """Below, on the frame."""
    cut: bool = False
    """Whether a line that is too long loses its last parts (``a · b · c``), and then ends in an ellipsis, rather than
    continuing below."""
    give_way: Collection[int] = ()
    """Lines that are cut like this if there is no room for all, and left out if there still is none."""


def facts(lines: Iterable[Piece]) -> PageText:
    """One line for each, cut if it is too long."""
    return PageText(lines=tuple((line,) for line in lines), cut=True)
