"""A list of any length to pick from, or to tick in: only the lines in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.geometry import Size
from textual.message import Message

from core._words import grouped
from tui.kit.lines import Line, Lines
from tui.kit.wrapping import wrapped

Value = TypeVar("Value", covariant=True)

MOST_WRAPPED = 9
"""The most rows of a title or a text."""


@dataclass(frozen=True, slots=True)
class PickLine(Generic[Value]):
    """One line of a list."""

    value: Value
    title: str
    text: str = ""
    """What it means, below the title; beside it if lines are ticked."""
    refused: str | None = None
    """Why it cannot be picked now; shown in place of ``text``."""
    group: str = ""
    """Its heading, if lines have headings."""
    note: str = ""
    """A person's own remark, below the text."""
    words: str = ""
    """What else it is found by when the list is searched."""
    ticked: bool | None = None
    """Whether it is ticked; None in a list to pick from."""


class PickLines(Protocol[Value]):
    """The lines of a list, which may be made when they are looked at."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> PickLine[Value]: ...


class MadeLines(Generic[Value]):
    """This many lines, each made when it is looked at."""

    def __init__(self, count: int, make: Callable[[int], PickLine[Value]]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int, /) -> PickLine[Value]:
        return self._make(index)


class PickList(Lines, can_focus=True):
    """Arrows and page keys move, enter picks or space ticks; in a numbered list digits go to a number."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("space", "tick", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "end(1)", show=False),
        Binding("end", "end(-1)", show=False),
        Binding("enter", "choose", show=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "0123456789"),
        Binding("backspace", "type('')", show=False),
    ]
    COMPONENT_CLASSES = {"pick--note", "pick--group", "pick--bar"}
    DEFAULT_CSS = """
    PickList {
        & > .pick--note { color: $foreground; text-style: italic; }
        & > .pick--group { color: $foreground-muted; text-style: italic underline; }
        & > .pick--bar { color: $foreground-muted; text-style: reverse; }
    }
    """

    class Moved(Message):
        """The cursor is on another line."""

    class Chosen(Message):
        """A line was picked."""

    @dataclass
    class Refused(Message):
        """A number was typed that no line has."""

        number: int

    def __init__(
        self,
        lines: PickLines[Any] = (),
        *,
        index: int | None = None,
        numbered: bool = False,
        clicked_twice: bool = False,
        tick: Callable[[Any], object] | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        """``clicked_twice``: a click only goes to a line, and a second one picks it.

        ``tick`` is called at once with a value whose tick is to change, so that keys typed ahead keep their order.
        """
        super().__init__(id=id, classes=classes)
        self._numbered, self._clicked_twice, self._tick = numbered, clicked_twice, tick
        self._top = 0
        self._typed = ""
        self._drawn_at: list[int] = []
        """The index of the line drawn in each row."""
        self.lines = lines
        self.index = self._first(range(len(lines))) if index is None else index
        """The line with the cursor."""

    def show(self, lines: PickLines[Any], index: int | None = None) -> None:
        """Show other lines; the cursor goes to this one, or to the first that can be picked."""
        self.lines, self._typed = lines, ""
        self.index = self._first(range(len(lines))) if index is None else min(index, max(0, len(lines) - 1))
        self.paint()
        self.refresh(layout=True)

    @property
    def value(self) -> Any:
        """The value of the line with the cursor; None if there is none."""
        return self.lines[self.index].value if self._can_be_picked(self.index) else None

    def at_cursor(self) -> str:
        line = self.lines[self.index] if self.index < len(self.lines) else None
        return f"{line.title} {line.text}" if line is not None else ""

    def _can_be_picked(self, index: int) -> bool:
        return index < len(self.lines) and self.lines[index].refused is None

    def _first(self, places: Iterable[int], otherwise: int = 0) -> int:
        return next((place for place in places if self._can_be_picked(place)), otherwise)

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        rows = 0
        for index in range(len(self.lines)):  # no more than can be seen: a list may have thousands of lines
            if rows >= viewport.height:
                break
            rows += len(self._drawn(index, width - 1))
        return rows

    def watch_has_focus(self, has_focus: bool) -> None:
        # Not on_focus: that comes before has_focus is true.
        super().watch_has_focus(has_focus)
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        count, room = len(self.lines), width - 1
        self._drawn_at = []
        if not count:
            return []
        top = min(max(self._top, self._highest(self.index, room, height)), self.index)
        self._top = top = min(top, self._highest(count - 1, room, height))
        drawn: list[Line] = []
        for index in range(top, count):
            drawn += self._drawn(index, room)
            self._drawn_at += [index] * (len(drawn) - len(self._drawn_at))
            if len(drawn) >= height:
                break
        whole = len(drawn) <= height and len(set(self._drawn_at)) == count
        if whole:
            return drawn
        seen = len(set(self._drawn_at[:height]))
        marked = range(top * height // count, -(-(top + seen) * height // count))
        return [
            [
                *Segment.adjust_line_length(list(line), room),
                Segment(" ", self.tone("pick--bar") if y in marked else None),
            ]
            for y, line in enumerate(drawn[:height])
        ]

    def _highest(self, lowest: int, width: int, height: int) -> int:
        """The first line in sight when this one is the last."""
        first, used = lowest, 0
        for index in range(lowest, -1, -1):
            used += len(self._drawn(index, width))
            if used > height:
                break
            first = index
        return first

    def _drawn(self, index: int, width: int) -> list[Line]:
        """One line of the list: its heading if a group begins there, the title, and the words about it."""
        line, ellipsis = self.lines[index], self.app.glyphs.ellipsis
        drawn: list[Line] = []
        if line.group and (index == 0 or self.lines[index - 1].group != line.group):
            drawn.append([Segment(line.group, self.tone("pick--group"))])
        here = index == self.index and self.has_focus
        one_row = self._numbered or line.ticked is not None
        name = "muted" if line.refused is not None else "plain" if one_row else "strong"
        tone = self.tone("cursor" if here else name)
        if line.ticked is not None:
            return [*drawn, self._ticked(line, width, here=here)]
        if self._numbered:
            digits = len(grouped(len(self.lines)))
            sign = self.app.glyphs.cursor if here else " "
            number = Segment(grouped(index + 1).rjust(digits) + sign + " ", self.tone("muted"))
            return [*drawn, [number, Segment(set_cell_size(line.title, max(0, width - digits - 2)), tone)]]
        for title in wrapped(line.title, width, MOST_WRAPPED, ellipsis):
            drawn.append([Segment(set_cell_size(title, width) if here else title, tone)])
        for text, name in ((line.refused or line.text, "muted"), (line.note, "pick--note")):
            rows = wrapped(text, width - 2, MOST_WRAPPED, ellipsis)
            drawn += [[Segment(f"  {row}", self.tone(name))] for row in rows]
        return drawn

    def _ticked(self, line: PickLine[Any], width: int, *, here: bool) -> Line:
        glyphs, text = self.app.glyphs, self.tone("muted")
        label = max(cell_len(self.lines[index].title) for index in range(len(self.lines)))
        drawn = [
            Segment(glyphs.cursor if here else " ", self.tone("plain")),
            Segment("[", text),
            Segment("x" if line.ticked else " ", self.tone("good")),
            Segment("] ", text),
            Segment(set_cell_size(line.title, label), self.tone("cursor" if here else "plain")),
        ]
        room = width - label - 6
        if line.text and room > 5:
            drawn.append(Segment("  " + self.cut(line.text, room), text))
        return drawn

    # Moving

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._drawn_at):
            return
        index = self._drawn_at[offset.y]
        if not self._can_be_picked(index):
            return
        before = self.index
        self._go(index)
        if self._tick is not None:
            self.action_tick()
        elif not self._clicked_twice or (index == before and event.chain > 1):
            self.action_choose()

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._go(self._first(range(self.index + 1, len(self.lines)), self.index))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._go(self._first(range(self.index - 1, -1, -1), self.index))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("tick", "choose"):
            return (self._tick is not None) == (action == "tick")
        return self._numbered if action == "type" else super().check_action(action, parameters)

    def action_move(self, step: int) -> None:
        """One line on, wrapping at the ends."""
        count = len(self.lines)
        self._go(self._first(((self.index + step * far) % count for far in range(1, count)), self.index))

    def action_page(self, step: int) -> None:
        """Move by as many lines as are in sight."""
        wanted = self.index + step * max(1, len(set(self._drawn_at)) - 1)
        wanted = min(max(0, wanted), max(0, len(self.lines) - 1))
        back = range(wanted, self.index, -step)
        self._go(self._first(back, self.index))

    def action_end(self, step: int) -> None:
        """To the first line, or to the last."""
        self._go(self._first(range(len(self.lines))[::step], self.index))

    def action_type(self, digit: str) -> None:
        """Digits typed one after another make the number of a line."""
        typed = self._typed + digit if digit else self._typed[:-1]
        number = int(typed or 0)
        if number > len(self.lines):
            self.post_message(self.Refused(number))  # the digits before it stay
            return
        self._go(number - 1 if number > 0 else self.index)
        self._typed = typed

    def action_choose(self) -> None:
        if self._can_be_picked(self.index):
            self.post_message(self.Chosen())

    def action_tick(self) -> None:
        if self._tick is not None and self._can_be_picked(self.index):
            self._tick(self.value)

    def _go(self, index: int) -> None:
        self._typed = ""
        if index != self.index:
            self.index = index
            self.paint()
            self.post_message(self.Moved())
