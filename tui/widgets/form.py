"""A form of ‹ value › rows, driven by the arrow keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.binding import Binding

from tui.host import host
from tui.setup import Field
from tui.widgets.lines import Line, Lines
from tui.wrap import wrapped


class FormOwner(Protocol):
    """Who changes the values.  Called directly, so that keys typed ahead keep their order."""

    def form_shift(self, key: str, step: int) -> None:
        """An arrow key: one value to the left (-1) or right (1)."""

    def form_typed(self, key: str, digit: str) -> None:
        """A digit, or an empty text for backspace."""

    def form_moved(self, key: str) -> None:
        """The cursor is on another row: `OptionForm.show` is due, with what explains it."""


class OptionForm(Lines, can_focus=True):
    """Rows of choices: up and down move, left and right change, digits and backspace type.

    It only shows and reports: its owner changes the values and calls `show`.
    """

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("left,h", "shift(-1)", show=False),
        Binding("right,l", "shift(1)", show=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "0123456789"),
        Binding("backspace", "type('')", show=False),
    ]
    COMPONENT_CLASSES = {"form--title", "form--value", "form--cursor", "form--arrow", "form--note", "form--warning"}
    DEFAULT_CSS = """
    OptionForm {
        & > .form--title { color: $foreground-muted; }
        & > .form--value { color: $foreground; }
        & > .form--cursor { color: $accent; text-style: bold; }
        & > .form--arrow { color: $accent; }
        & > .form--note { color: $foreground-muted; text-style: italic; }
        & > .form--warning { color: $warning; }
    }
    """

    def __init__(
        self,
        owner: FormOwner,
        *,
        id: str | None = None,
        note_lines: int = 2,
        focused_note_lines: int = 0,
        focused_lines: int = 0,
    ) -> None:
        """While somebody is choosing, a longer explanation gets up to ``focused_note_lines``, and more if with
        the rows these are no more than ``focused_lines``."""
        super().__init__(id=id, classes="panel")
        self._owner = owner
        self._fields: Sequence[Field] = ()
        self._cursor = 0
        self._note = ""
        self._warning = False
        self._height = 0
        self._note_room = note_lines
        self._note_lines = note_lines
        self._focused_note_lines = focused_note_lines or note_lines
        self._focused_lines = focused_lines

    def show(self, fields: Sequence[Field], note: str = "", *, warning: bool = False) -> None:
        """Show these rows, with a line or two of explanation below."""
        self._fields = fields
        self._cursor = min(self._cursor, max(0, len(fields) - 1))
        self._note, self._warning = note, warning
        self._fit()
        self.paint()

    def has_room_for(self, note: str) -> bool:
        """Whether a note would be seen in full."""
        most = self._most_note_lines
        return bool(self.region) and len(wrapped(note, self.size.width, most + 1)) <= most

    def settle(self) -> None:
        """Give back the room that longer explanations took: somebody has gone on to something else."""
        self._note_room = 0
        self._fit()

    @property
    def current(self) -> str:
        """The key of the row with the cursor."""
        return self._fields[self._cursor].key if self._fields else ""

    @property
    def _most_note_lines(self) -> int:
        if not self.has_focus:
            return self._note_lines
        return max(self._focused_note_lines, self._focused_lines - len(self._fields))

    def _fit(self) -> None:
        # While somebody is choosing, the form only grows: a screen that moves at each key is slow and restless.
        most = self._most_note_lines
        needed = len(wrapped(self._note, self.size.width, most))
        self._note_room = min(most, max(needed, self._note_room if self.has_focus else 0, self._note_lines))
        height = len(self._fields) + 2 + self._note_room
        if self._height != height:
            self._height = self.styles.height = height

    def on_resize(self) -> None:
        self._fit()

    def watch_has_focus(self, has_focus: bool) -> None:
        # Not on_focus: that comes before has_focus is true.
        super().watch_has_focus(has_focus)
        self._fit()
        self.paint()

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        if self._fields:
            self._cursor = (self._cursor + step) % len(self._fields)
            self._owner.form_moved(self.current)

    def action_shift(self, step: int) -> None:
        """Report a change of the current row."""
        if self._fields:
            self._owner.form_shift(self.current, step)

    def action_type(self, digit: str) -> None:
        """Report a digit (or a backspace)."""
        self._owner.form_typed(self.current, digit)

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        glyphs = host(self).glyphs
        label = max((len(field.title) for field in self._fields), default=0) + 1
        for index, field in enumerate(self._fields):
            here = index == self._cursor
            active = here and self.has_focus
            room = max(1, width - label - 5)
            text = field.text if cell_len(field.text) <= room else set_cell_size(field.text, room - 1) + glyphs.ellipsis
            style = self.tone("form--cursor" if active else "form--value")
            arrow = self.tone("form--arrow" if active else "form--title")
            yield [
                Segment(glyphs.cursor if active else " ", arrow),
                Segment(field.title.ljust(label), self.tone("form--title")),
                Segment(f"{glyphs.previous if field.before else ' '} ", arrow),
                Segment(text, style),
                Segment(" " * (room - cell_len(text)) + f" {glyphs.next if field.after else ' '}", arrow),
            ]
        tone = self.tone("form--warning" if self._warning else "form--note")
        for line in wrapped(self._note, width, max(0, height - len(self._fields)), glyphs.ellipsis):
            yield [Segment(line, tone)]
