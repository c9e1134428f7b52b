"""What a widget draws in no app, as lines, with the names of tones for colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from tui.glyphs import ASCII, UNICODE, in_ascii
from tui.kit.lines import Lines

Kind = TypeVar("Kind", bound=Lines)


def bare(kind: type[Kind], *, unicode: bool = True) -> Kind:
    """A widget that is nowhere on a screen: a tone is its name, and it is as large as it is drawn."""

    def tone(_: Any, name: str) -> Style:
        return Style(meta={name.rpartition("--")[2]: True})

    stead = {
        "app": SimpleNamespace(glyphs=UNICODE if unicode else ASCII), "size": Size(60, 14), "tone": tone,
        "paint": lambda _: None,
    }  # fmt: skip
    made: Kind = type(kind.__name__, (kind,), stead)()
    return made


def drawn(widget: Lines, width: int, height: int, *, toned: bool = False) -> Iterator[str]:
    """What it draws in so many cells; ``toned``: and what stands in which tone."""
    type.__setattr__(type(widget), "size", Size(width, height))
    lines = [list(line) for line in widget.compose_lines(width, height)]
    for line in lines:
        text = "".join(segment.text for segment in line).rstrip()
        yield (text if widget.app.glyphs.unicode else in_ascii(text)) or "-"
    if toned:
        yield from (f"  {line}" for line in tone_lines(lines))


def name_of(style: Style | None) -> str:
    """The names of the tones that a style is made of."""
    return "+".join(style.meta) if style is not None and style.meta else "plain"


def tone_lines(lines: Iterable[Iterable[Segment]]) -> Iterator[str]:
    """What stands in which tone, without blanks, lines of the grid left out."""
    found: dict[str, list[str]] = {}
    for line in lines:
        for segment in line:
            name = name_of(segment.style)
            if segment.text and (segment.text.strip() or segment.style is not None) and name not in ("line", "box"):
                found.setdefault(name, []).append(segment.text.strip() or "_" * len(segment.text))
    for name, texts in sorted(found.items()):
        yield f"{name}: {' '.join(texts)}"
