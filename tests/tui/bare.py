"""For transcripts: what a widget draws, in no app, with the names of tones for colours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, TypeVar

from rich.style import Style
from textual.geometry import Size

from tests.tui.board_saying import tones
from tui.glyphs import ASCII, UNICODE, in_ascii
from tui.widgets.lines import Lines

Kind = TypeVar("Kind", bound=Lines)


def bare(kind: type[Kind], *, unicode: bool = True) -> Kind:
    """A widget that is nowhere on a screen: a tone is its name, and it is as large as it is drawn."""

    def tone(_: Any, name: str) -> Style:
        return Style(meta={name.partition("--")[2]: True})

    stead = {
        "app": SimpleNamespace(glyphs=UNICODE if unicode else ASCII), "size": Size(60, 14), "tone": tone,
        "paint": lambda _: None,
    }  # fmt: skip
    return type(kind.__name__, (kind,), stead)()


def drawn(widget: Lines, width: int, height: int, *, toned: bool = False) -> None:
    """Print what it draws in so many cells; ``toned``: and what is drawn in which tone."""
    type(widget).size = Size(width, height)  # type: ignore[assignment, method-assign]
    lines = [list(line) for line in widget.compose_lines(width, height)]
    for line in lines:
        text = "".join(segment.text for segment in line).rstrip()
        print((text if widget.app.glyphs.unicode else in_ascii(text)) or "-")  # type: ignore[attr-defined]
    if toned:
        tones(lines)
