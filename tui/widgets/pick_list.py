"""A list of any length to choose from: only the lines in sight are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from core.words import grouped
from tui.host import host
from tui.widgets.lines import Line, Lines


class PickList(Lines, can_focus=True):
    """Numbered lines; arrows and page keys move, digits jump to a number, enter chooses."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("enter", "choose", show=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "0123456789"),
        Binding("backspace", "type('')", show=False),
    ]
    COMPONENT_CLASSES = {"pick--number", "pick--line", "pick--here"}
    DEFAULT_CSS = """
    PickList {
        & > .pick--number { color: $foreground-muted; }
        & > .pick--line { color: $foreground; }
        & > .pick--here { color: $accent; text-style: bold reverse; }
    }
    """

    class Moved(Message):
        """The cursor is on another line."""

    class Chosen(Message):
        """Enter was pressed."""

    class Refused(Message):
        """A number was typed that no line has."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, count: int, line: Callable[[int], str], *, index: int = 0, id: str | None = None) -> None:
        super().__init__(id=id)
        self._count, self._line = count, line
        self._top = 0
        self._typed = ""
        self.index = index
        """The line with the cursor."""

    def list(self, count: int) -> None:
        """Other lines, so many: the cursor goes to the first."""
        self._count, self.index, self._top, self._typed = count, 0, 0, ""
        self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        self._top = min(max(self._top, self.index - height + 1), self.index, max(0, self._count - height))
        digits = len(grouped(self._count))
        for index in range(self._top, min(self._count, self._top + height)):
            here = index == self.index
            text = set_cell_size(self._line(index), max(0, width - digits - 2))
            sign = host(self).glyphs.cursor if here else " "
            yield [
                Segment(grouped(index + 1).rjust(digits) + sign + " ", self.tone("pick--number")),
                Segment(text, self.tone("pick--here" if here else "pick--line")),
            ]

    def on_click(self, event: Click) -> None:
        """A click goes to a line, a second one chooses it."""
        offset = event.get_content_offset(self)
        index = self._top + offset.y if offset is not None else self._count
        if index == self.index and event.chain > 1:
            self.action_choose()
        elif index < self._count:
            self._go(index)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._go(self.index + 1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._go(self.index - 1)

    def action_move(self, step: int) -> None:
        self._go((self.index + step) % self._count if self._count else 0)

    def action_page(self, step: int) -> None:
        self._go(self.index + step * max(1, self.size.height - 1))

    def action_jump(self, index: int) -> None:
        self._go(index % self._count if self._count else 0)

    def action_type(self, digit: str) -> None:
        """Digits typed one after the other make the number of a line."""
        typed = self._typed + digit if digit else self._typed[:-1]
        number = int(typed or 0)
        if number > self._count:
            self.post_message(self.Refused(number))  # the digits before it stay
            return
        self._go(number - 1 if 0 < number <= self._count else self.index)
        self._typed = typed

    def action_choose(self) -> None:
        if self._count:
            self.post_message(self.Chosen())

    def _go(self, index: int) -> None:
        self._typed = ""
        index = min(max(index, 0), max(0, self._count - 1))
        if index != self.index:
            self.index = index
            self.paint()
            self.post_message(self.Moved())
