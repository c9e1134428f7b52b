"""The solutions found, as a list: which one is shown, of which class, and the others around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from core.words import grouped
from tui.host import host
from tui.widgets.found_list import FoundList
from tui.widgets.lines import Line
from tui.widgets.wrap import wrapped

LONGEST = 64
"""Columns of a solution that are shown at most."""


def _nothing(place: int) -> Sequence[int]:
    return ()


@dataclass(frozen=True, slots=True)
class Shown:
    """The list and the solution in view."""

    place: int | None = None
    """0-based place in the list, None while the search itself is shown."""
    total: int = 0
    by_class: bool = False
    class_size: int | None = None
    at: Callable[[int], Sequence[int]] = _nothing
    """A solution of the list, its first `LONGEST` columns."""
    length: int = 0
    """How many columns a solution has in all."""
    note: str = ""
    """Why there is nothing, or not everything."""


class FoundPanel(FoundList):
    """The placements found."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shown = Shown()

    def show(self, shown: Shown) -> None:
        """Show this."""
        self.shown = shown
        kept = shown.note if shown.place is not None else ""
        if self.border_subtitle != kept:
            self.border_subtitle = kept
        title = "Found by class" if shown.by_class else "Found"
        self.list(shown.total, shown.place, lambda place: " ".join(map(str, shown.at(place))), title)

    def heading(self, width: int, height: int) -> Iterable[Line]:
        shown, dim, value = self.shown, self.tone("found--dim"), self.tone("found--value")
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
            return
        kind = "class" if shown.by_class else "solution"
        line = [Segment(f"{kind} {grouped(shown.place + 1)} of {grouped(shown.total)}", value)]
        if shown.class_size is not None:
            whose = "it has" if shown.by_class else "its class has"
            boards = f" {dot} {whose} {shown.class_size} board{'s' * (shown.class_size != 1)}"
            if sum(segment.cell_length for segment in line) + len(boards) <= width:
                line.append(Segment(boards, dim))
        yield line
        for part in wrapped(self._text(shown.place), width, min(height - 1, 3), glyphs.ellipsis, grouped=False):
            yield [Segment(part, value)]

    def _text(self, place: int) -> str:
        shown = self.shown
        columns = shown.at(place)
        text = " ".join(map(str, columns))
        return text if shown.length <= len(columns) else f"{text} … ({grouped(shown.length)} queens)"
