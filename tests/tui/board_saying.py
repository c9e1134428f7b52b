"""What a widget draws in which tone, with the names of tones for colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.segment import Segment
from rich.style import Style


def name_of(style: Style | None) -> str:
    """The names of the tones that a style is made of."""
    return "+".join(style.meta) if style is not None and style.meta else "plain"


def tones(lines: Iterable[Iterable[Segment]]) -> None:
    """Print what stands in which tone."""
    for line in tone_lines(lines):
        print(f"  {line}")


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
