"""Text as a value: words in tones, and pages of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.explain.words import Tone

SENTENCE_TONES = {
    Tone.PLAIN: "plain", Tone.GOOD: "good", Tone.BAD: "bad", Tone.NEXT: "accent", Tone.DETAIL: "muted",
}  # fmt: skip
SAME = "text--same"
"""The panel's own tone: what is the same as the value looked at."""

Piece = tuple[str, str]
"""Words, and their tone."""


@dataclass(frozen=True, slots=True)
class PageText:
    """Lines of text in tones."""

    title: str = ""
    lines: Sequence[Sequence[Piece]] = ()
    at: int = 0
    """The line that must be in sight."""
    note: str = ""
    """Below, on the frame."""
    cut: bool = False
    """Whether a line that is too long ends in an ellipsis, rather than go on below."""
    give_way: Collection[int] = ()
    """Lines that end in an ellipsis where there is not room for all, and are left out where there still is not."""


def facts(lines: Iterable[Piece]) -> PageText:
    """One fact a line, each cut where it is too long."""
    return PageText(lines=tuple((line,) for line in lines), cut=True)
