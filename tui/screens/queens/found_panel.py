"""The solutions found, as a list: which one is shown, of which class, and the others around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from core.wording import grouped
from tui.host import host
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped

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


class FoundPanel(Lines):
    """The solution in view in full, and below it the list around it.  Wheel and clicks go about in the list."""

    class Picked(Message):
        """A solution of the list was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Scrolled(Message):
        """The wheel was turned: to the next (1) or previous (-1) solution."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    COMPONENT_CLASSES = {"found--value", "found--dim", "found--here"}
    DEFAULT_CSS = """
    FoundPanel {
        & > .found--value { color: $foreground; text-style: bold; }
        & > .found--here { color: $accent; text-style: bold; }
        & > .found--dim { color: $foreground-muted; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.shown = Shown()
        self._top = 0
        """The place of the first line of the list."""
        self._list_at = 1
        """The line where the list begins."""

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
        lines = list(self._heading(width, height))
        self._list_at = len(lines)
        yield from lines
        yield from self._list(width, height - len(lines))

    def _heading(self, width: int, height: int) -> Iterable[Line]:
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

    def _list(self, width: int, height: int) -> Iterable[Line]:
        shown, glyphs = self.shown, host(self).glyphs
        if height <= 0 or not shown.total:
            return
        here = shown.place
        focus = shown.total - 1 if here is None else here
        if not self._top <= focus < self._top + height:
            self._top = focus - height // 2
        self._top = max(0, min(self._top, shown.total - height))
        digits = len(grouped(min(shown.total, self._top + height)))
        for place in range(self._top, min(shown.total, self._top + height)):
            mark = glyphs.cursor if place == here else " "
            text = f"{mark}{grouped(place + 1).rjust(digits)}  " + " ".join(map(str, shown.at(place)))
            if len(text) > width:
                text = text[: width - 1] + glyphs.ellipsis
            yield [Segment(text, self.tone("found--here" if place == here else "found--dim"))]

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        place = self._top + offset.y - self._list_at
        if offset.y >= self._list_at and place < self.shown.total:
            self.post_message(self.Picked(place))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Scrolled(-1))
