"""The solutions of an exact cover problem: which one is shown, and which options it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from core.words import grouped
from tui.host import host
from tui.widgets.found_list import FoundList
from tui.widgets.lines import Line
from tui.widgets.wrap import wrapped

MOST_IN_FULL = 8
"""Lines that the solution in view takes at most, where there are others to list."""
LEAST_LISTED = 3
"""Lines that the others get where there is room for them."""


def _nothing(place: int) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Found:
    """What the panel says."""

    place: int | None = None
    """0-based place in the list, None while the search itself is shown."""
    total: int = 0
    by_class: bool = False
    symmetries: int = 0
    """Order of the group of symmetries; 0 where none are known."""
    at: Callable[[int], Sequence[str]] = _nothing
    """The names of the options of a solution of the list."""
    note: str = ""


class CoverFound(FoundList):
    """The options of the solution in view, and below them the others found."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.found = Found()

    def show(self, found: Found) -> None:
        """Show this."""
        self.found = found
        title = "Found, up to symmetry" if found.by_class else "Found"
        self.list(found.total, found.place, lambda place: " ".join(found.at(place)), title)

    def heading(self, width: int, height: int) -> Iterable[Line]:
        found, dim, value = self.found, self.tone("muted"), self.tone("strong")
        glyphs = host(self).glyphs
        dot = glyphs.dot
        if found.place is None:
            if not found.total:
                for text in wrapped(found.note or "nothing yet", width, height, glyphs.ellipsis):
                    yield [Segment(text, dim)]
                return
            what = "classes" if found.by_class else "kept"
            text = f"{grouped(found.total)} {what} {dot} n p browse"
            if found.symmetries > 1 and not found.by_class:
                text += f" {dot} u classes"
            yield [Segment(text, dim)]
        else:
            kind = "class" if found.by_class else "solution"
            line = [Segment(f"{kind} {grouped(found.place + 1)} of {grouped(found.total)}", value)]
            if found.by_class and found.symmetries:
                line.append(Segment(f" {dot} {found.symmetries} symmetries", dim))
            yield line
            most = height - 1 if found.total == 1 else max(1, min(MOST_IN_FULL, height - 1 - LEAST_LISTED))
            for text in wrapped(" ".join(found.at(found.place)), width, most, glyphs.ellipsis, grouped=False):
                yield [Segment(text, value)]
        if found.note:
            yield [Segment(found.note, dim)]
