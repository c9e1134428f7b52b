"""A form of ‹ value › rows, driven by the arrow keys, digits and the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, Key
from textual.message import Message

from tui.actions.action import CommandScreen
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Choice, Form, Note, Row, Value, Whole
from tui.kit.lines import Line, Lines, wrapped

MOST_DIGITS = 18
TWO = 2


class FormPanel(Lines, can_focus=True):
    """Rows of choices: up and down move, left and right change, digits and backspace type.

    A choice goes straight to the form, so that keys typed ahead keep their
    order; `Changed` tells the screen afterwards that there is more to repaint.
    """

    class Changed(Message):
        """A value was chosen."""

    class Moved(Message):
        """The cursor is on another row, or a key was refused: there is something else to read."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("left,h", "shift(-1)", show=False),
        Binding("right,l", "shift(1)", show=False),
        *(Binding(digit, f"type('{digit}')", show=False) for digit in "0123456789"),
        Binding("backspace", "type('')", show=False),
    ]

    def __init__(
        self,
        form: Form,
        *,
        digits: str = "",
        id: str | None = None,
        note_lines: int = 2,
        focused_note_lines: int = 0,
        focused_lines: int = 0,
    ) -> None:
        """``digits`` names the row that digits go to from rows that are not numbers.

        While somebody is choosing, a longer explanation gets up to ``focused_note_lines``, and more if with
        the rows these are no more than ``focused_lines``.
        """
        super().__init__(id=id, classes="panel")
        self._form = form
        self._digits_row = digits
        self._rows: Sequence[Row] = ()
        self._cursor = 0
        self._note = Note("", warning=False)
        self._typed = ""
        self._continued = False
        """Whether a digit of the number being typed has been chosen already."""
        self._height = 0
        self._note_room = note_lines
        self._note_lines = note_lines
        self._focused_note_lines = focused_note_lines or note_lines
        self._focused_lines = focused_lines

    def show(self, note: Note | None = None) -> None:
        """Show the rows as they are now, with this note, or else what the row with the cursor means."""
        self._rows = self._form.rows()
        self._cursor = min(self._cursor, max(0, len(self._rows) - 1))
        current = self._current
        explained = Note(current.explanation if current is not None else "", warning=False)
        self._note = note or explained
        self._fit()
        self.paint()

    def end_typing(self) -> None:
        """The number being typed is complete: the next digit begins another one."""
        self._typed, self._continued = "", False

    def has_room_for(self, note: str) -> bool:
        """Whether a note would be seen in full."""
        most = self._most_note_lines
        return bool(self.region) and len(wrapped(note, self.size.width, most + 1)) <= most

    def settle(self) -> None:
        """Give back the room that longer notes took, and end warnings: somebody has gone on to something else."""
        self.end_typing()
        if self._note.warning:
            self.show()
        self._note_room = 0
        self._fit()

    @property
    def note(self) -> Note:
        """What stands below the rows."""
        return self._note

    @property
    def current(self) -> str:
        """The key of the row with the cursor."""
        return self._current.key if self._current is not None else ""

    def at_cursor(self) -> str:
        return f"{self._current.title} {self._current.shown}" if self._current is not None else ""

    @property
    def _current(self) -> Row | None:
        return self._rows[self._cursor] if self._rows else None

    @property
    def _most_note_lines(self) -> int:
        if not self.has_focus:
            return self._note_lines
        return max(self._focused_note_lines, self._focused_lines - len(self._rows))

    def _fit(self) -> None:
        # While somebody is choosing, the form only grows: a screen that moves at each key is slow and restless.
        most = self._most_note_lines
        needed = len(wrapped(self._note.text, self.size.width, most))
        self._note_room = min(most, max(needed, self._note_room if self.has_focus else 0, self._note_lines))
        height = len(self._rows) + 2 + self._note_room
        if self._height != height:
            self._height = self.styles.height = height

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self._fit()

    def watch_has_focus(self, has_focus: bool) -> None:
        # Not on_focus: that comes before has_focus is true.
        super().watch_has_focus(has_focus)
        self.end_typing()
        self._fit()
        self.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # Where no row takes digits, they go where they always go; so does backspace where no digit has been typed.
        return action != "type" or bool(self._typing_row() if parameters[0] else self._typed)

    # Choosing

    def on_key(self, event: Key) -> None:
        """Any other key ends the number that is being typed; it comes here before what it is bound to is done."""
        if event.key != "backspace" and not event.key.isdecimal():
            self.end_typing()

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        if self._rows:
            self._move_to((self._cursor + step) % len(self._rows))

    def _move_to(self, index: int) -> None:
        self.end_typing()  # clicked on, perhaps
        self._cursor = index
        self.show()
        self.post_message(self.Moved())

    def action_shift(self, step: int) -> None:
        """Choose the value to the left or right of the current one."""
        row = self._current
        if row is None:
            return
        shift = row.shifted(step)
        if shift.value is None:
            if shift.skipped:
                self._refuse("; ".join(dict.fromkeys(shift.skipped)))
            else:
                self._refuse(f"{row.title}: this is the {'last' if step > 0 else 'first'}")
            return
        self._choose(row.key, shift.value, shift.skipped)

    def action_type(self, digit: str) -> None:
        """Type a digit of a number, or take the last one back with an empty text."""
        row = self._typing_row()
        if row is None:
            return
        typed = (self._typed + digit)[:MOST_DIGITS] if digit else self._typed[:-1]
        if not typed:
            self.end_typing()
            return
        refusal = row.refusal(int(typed))
        if int(typed) > row.maximum:
            self._refuse(refusal)  # the digits before it stay
            return
        self._typed = typed
        if refusal:  # too small so far: more digits may come
            self._refuse(refusal)
            return
        continued, self._continued = self._continued, True
        self._choose(row.key, int(typed), continued=continued)

    def _refuse(self, why: str) -> None:
        self.show(Note(why))
        self.post_message(self.Moved())

    def _typing_row(self) -> Whole | None:
        current = self._current
        if isinstance(current, Whole):
            return current
        return next((row for row in self._rows if row.key == self._digits_row and isinstance(row, Whole)), None)

    def _choose(self, key: str, value: Value, skipped: Sequence[str] = (), *, continued: bool = False) -> None:
        note = self._form.choose(key, value, continued=continued)
        said = list(dict.fromkeys([*skipped, note.text] if note is not None else skipped))
        warning = note.warning if note is not None else True
        self.show(Note("; ".join(said), warning) if said else None)
        self.post_message(self.Changed())

    async def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._rows):
            return
        self._move_to(offset.y)
        left = self._label_width + 1
        if left <= offset.x < left + 2:
            self.action_shift(-1)
        elif offset.x >= self.size.width - 2:
            self.action_shift(1)
        elif offset.x >= left + 2:
            await self._open_list()

    async def _open_list(self) -> None:
        """All values of the row with the cursor: by the screen's own list of them, or by ours; two are swapped."""
        row, screen = self._current, self.screen
        if not isinstance(row, Choice):
            return
        if isinstance(screen, CommandScreen):
            action = next((each for each in screen.ACTIONS if each.name == row.key), None)
            if action is not None:
                await screen.perform(action)
                return
        if len(row.options) <= TWO:
            self.action_shift(-1 if row.shifted(1).value is None else 1)
            return
        converse(self.app, self._pick_value(row))

    async def _pick_value(self, row: Choice) -> None:
        from tui.dialogs.pick import PickDialog
        from tui.kit.pick_list import PickLine

        lines = [PickLine(o.value, o.title, o.help, o.refusal or None) for o in row.options]
        value = await answer(PickDialog(row.title, lines, row.value))
        if value is not None and value != row.value:
            self._choose(row.key, value)

    # Drawing

    @property
    def _label_width(self) -> int:
        return max((len(row.title) for row in self._rows), default=0) + 1

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        glyphs = self.app.glyphs
        label = self._label_width
        for index, row in enumerate(self._rows):
            here = index == self._cursor
            active = here and self.has_focus
            room = max(1, width - label - 5)
            shown = row.shown
            text = self.cut(shown, room)
            style = self.tone("strong" if active else "plain")
            arrow = self.tone("plain" if active else "muted")
            before, after = row.shifted(-1).value is not None, row.shifted(1).value is not None
            yield [
                Segment(glyphs.cursor if active else " ", self.tone("here")),
                Segment(row.title.ljust(label), self.tone("muted")),
                Segment(f"{glyphs.previous if before else ' '} ", arrow),
                Segment(text, style),
                Segment(" " * (room - cell_len(text)) + f" {glyphs.next if after else ' '}", arrow),
            ]
        tone = "warning" if self._note.warning else "aside"
        yield from self.said(self._note.text, tone, width, max(0, height - len(self._rows)))
