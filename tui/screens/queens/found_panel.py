"""The solutions found: which one is shown, of which class, and what it is in figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from tui.format import grouped
from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped


@dataclass(frozen=True, slots=True)
class Shown:
    """The solution in view."""

    place: int | None = None
    """0-based place in the list, None while the search itself is shown."""
    total: int = 0
    by_class: bool = False
    class_size: int | None = None
    solution: Sequence[int] = ()
    """Its first `FoundPanel.LONGEST` columns."""
    length: int = 0
    """How many columns it has in all."""
    note: str = ""
    """Why there is nothing, or not everything."""


class FoundPanel(Lines):
    """A few lines about the solutions found."""

    COMPONENT_CLASSES = {"found--value", "found--dim"}
    DEFAULT_CSS = """
    FoundPanel {
        & > .found--value { color: $foreground; text-style: bold; }
        & > .found--dim { color: $foreground-muted; }
    }
    """
    LONGEST = 64

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.shown = Shown()

    def show(self, shown: Shown) -> None:
        """Show this."""
        self.shown = shown
        title = "Found by class" if shown.by_class else "Found"
        if self.border_title != title:
            self.border_title = title
        kept = shown.note if shown.place is not None else ""
        if self.border_subtitle != kept:
            self.border_subtitle = kept
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        shown, dim, value = self.shown, self.tone("found--dim"), self.tone("found--value")
        kind = "class" if shown.by_class else "solution"
        glyphs = host(self).glyphs
        dot = glyphs.dot
        if shown.place is None:
            if not shown.total:
                text = shown.note or "nothing yet"
            elif shown.by_class:
                text = f"{grouped(shown.total)} classes {dot} n p browse"
            else:
                text = f"{grouped(shown.total)} kept {dot} n p browse {dot} u classes"
            yield [Segment(text, dim)]
        else:
            line = [Segment(f"{kind} {grouped(shown.place + 1)} of {grouped(shown.total)}", value)]
            if shown.class_size is not None:
                boards = "board" if shown.class_size == 1 else "boards"
                line.append(Segment(f" {dot} {shown.class_size} {boards}", dim))
            yield line
        rest = height - 1
        if shown.solution and rest > 0:
            text = " ".join(map(str, shown.solution))
            if shown.length > len(shown.solution):
                text += f" {glyphs.ellipsis} ({grouped(shown.length)} queens)"
            for part in wrapped(text, width, rest, glyphs.ellipsis, grouped=False):
                yield [Segment(part, value if shown.place is not None else dim)]
