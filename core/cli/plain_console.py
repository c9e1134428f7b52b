"""Rich's console for texts that come from outside."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from core.plain import drawn


class PlainConsole(Console):
    """On it a name steers nothing, and Rich's own colours and moves do."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        return plain_segments(super().render(renderable, options))


def plain_segments(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Segments of which only control segments steer a terminal."""
    for text, style, control in segments:
        yield Segment(text if control else "\n".join(map(drawn, text.split("\n"))), style, control)


def on_standard_output() -> PlainConsole:
    """One that writes where `print` does."""
    return PlainConsole(highlight=False, file=getattr(sys.stdout, "stream", sys.stdout))


def on_standard_error() -> PlainConsole:
    """One for those who watch."""
    return PlainConsole(stderr=True)
