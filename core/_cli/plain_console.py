"""Rich's console for texts that come from outside."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from core._plain import drawn


class PlainConsole(Console):
    """A console on which names cannot control the terminal, but Rich's own colours and moves can."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        return plain_segments(super().render(renderable, options))


def plain_segments(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Segments of which only control segments can control a terminal."""
    for text, style, control in segments:
        yield Segment(text if control else "\n".join(map(drawn, text.split("\n"))), style, control)


def on_standard_output() -> PlainConsole:
    """A console that writes where `print` does."""
    return PlainConsole(highlight=False, file=getattr(sys.stdout, "stream", sys.stdout))


def on_standard_error() -> PlainConsole:
    """A console on standard error, for those who watch."""
    return PlainConsole(stderr=True)
