"""A list to tick: space takes an entry in or leaves it out; what cannot be ticked says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from tui.host import host
from tui.widgets.lines import Line, Lines


@dataclass(frozen=True, slots=True)
class Tick:
    """One entry."""

    key: str
    title: str
    note: str = ""
    chosen: bool = False


class Checklist(Lines, can_focus=True):
    """Shows entries; ``toggle`` is called at once when one is ticked, so that keys typed ahead keep their order."""

    class Toggled(Message):
        """An entry was ticked: there is more to repaint."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "move(-5)", show=False),
        Binding("pagedown", "move(5)", show=False),
        Binding("space", "tick", show=False),
    ]
    COMPONENT_CLASSES = {"check--title", "check--cursor", "check--mark", "check--note"}
    DEFAULT_CSS = """
    Checklist {
        & > .check--title { color: $foreground; }
        & > .check--cursor { color: $accent; text-style: bold; }
        & > .check--mark { color: $success; text-style: bold; }
        & > .check--note { color: $foreground-muted; }
    }
    """

    def __init__(self, toggle: Callable[[str], None], *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._toggle = toggle
        self._ticks: Sequence[Tick] = ()
        self._cursor = 0
        self._top = 0

    def show(self, ticks: Sequence[Tick]) -> None:
        """Show these entries; the cursor stays where it is."""
        self._ticks = ticks
        self._cursor = min(self._cursor, max(0, len(ticks) - 1))
        self.paint()

    @property
    def current(self) -> str | None:
        """The key of the entry with the cursor."""
        return self._ticks[self._cursor].key if self._ticks else None

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        if self._ticks:
            self._cursor = min(max(0, self._cursor + step), len(self._ticks) - 1)
            self.paint()

    def action_tick(self) -> None:
        """Report a tick."""
        if self.current is not None:
            self._toggle(self.current)
            self.post_message(self.Toggled())

    def on_click(self, event: Click) -> None:
        """A click ticks an entry, or takes the tick away."""
        offset = event.get_content_offset(self)
        if offset is not None and 0 <= self._top + offset.y < len(self._ticks):
            self._cursor = self._top + offset.y
            self.action_tick()
            self.paint()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self.action_move(-1)

    def on_focus(self) -> None:
        self.paint()

    def on_blur(self) -> None:
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        glyphs = host(self).glyphs
        self._top = min(max(self._top, self._cursor - height + 1), self._cursor)
        self._top = min(self._top, max(0, len(self._ticks) - height))
        cut = len(self._ticks) - height
        subtitle = f"{self._top + 1}-{self._top + height} of {len(self._ticks)}" if cut > 0 else ""
        if self.border_subtitle != subtitle:
            self.border_subtitle = subtitle
        label = max((cell_len(tick.title) for tick in self._ticks), default=0)
        for index, tick in enumerate(self._ticks[self._top : self._top + height], self._top):
            here = index == self._cursor and self.has_focus
            line = [
                Segment(glyphs.cursor if here else " ", self.tone("check--cursor")),
                Segment("[", self.tone("check--note")),
                Segment("x" if tick.chosen else " ", self.tone("check--mark")),
                Segment("] ", self.tone("check--note")),
                Segment(set_cell_size(tick.title, label), self.tone("check--cursor" if here else "check--title")),
            ]
            room = width - label - 7
            if tick.note and room > 5:
                note = tick.note
                if cell_len(note) > room:
                    note = set_cell_size(note, room - 1) + glyphs.ellipsis
                line.append(Segment("  " + note, self.tone("check--note")))
            yield line
