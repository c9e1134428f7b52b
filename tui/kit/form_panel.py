"""A form of ‹ value › rows, driven by the arrow keys, digits and the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click, Key
from textual.message import Message

from tui.actions.action import CommandScreen
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Choice, FormValue, Note, OpenForm, Whole
from tui.kit.lines import Line, Lines
from tui.kit.wrapping import wrapped

MOST_DIGITS = 18
NO_FORM = FormValue(())


class FormPanel(Lines, can_focus=True):
    """Rows of choices: up and down move, left and right change, digits and backspace type.  Draws a `FormValue`."""

    class Edit(Message):
        """What the user does with the form: to be applied to what is being filled in, which is then drawn."""

        def __init__(self, do: Callable[[OpenForm], None]) -> None:
            super().__init__()
            self.do = do

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
        *,
        title: str = "",
        digits: str = "",
        id: str | None = None,
        note_lines: int = 2,
        focused_note_lines: int = 0,
        focused_lines: int = 0,
        away: str = "",
    ) -> None:
        """``digits`` names the row that digits go to from rows that are not numbers.

        While the user is choosing, a longer explanation gets up to ``focused_note_lines``, and more if with the rows
        these are no more than ``focused_lines``.  While the focus is elsewhere, ``away`` is shown instead.
        """
        super().__init__(id=id, classes="panel")
        self.border_title = title
        self._digits_row = digits
        self._typed = ""
        self._continued = False
        """Whether a digit of the number being typed has been chosen already."""
        self._height = 0
        self._note_room = note_lines
        self._note_lines = note_lines
        self._focused_note_lines = focused_note_lines or note_lines
        self._focused_lines = focused_lines
        self._away = Note(away, warning=False) if away else None

    def take(self, value: FormValue) -> None:
        if value.settled:
            self.end_typing()
        self._fit()

    @property
    def _form(self) -> FormValue:
        return self.value or NO_FORM

    @property
    def _note(self) -> Note:
        return self._form.note if self._away is None or self.has_focus else self._away

    def end_typing(self) -> None:
        """The number being typed is complete: the next digit begins another one."""
        self._typed, self._continued = "", False

    def has_room_for(self, note: str) -> bool:
        """Whether a note would be seen in full."""
        most = self._most_note_lines
        return bool(self.region) and len(wrapped(note, self.size.width, most + 1)) <= most

    def at_cursor(self) -> str:
        row = self._form.current
        return f"{row.title} {row.shown}" if row is not None else ""

    @property
    def _most_note_lines(self) -> int:
        if not self.has_focus:
            return self._note_lines
        return max(self._focused_note_lines, self._focused_lines - len(self._form.rows))

    def _fit(self) -> None:
        # While the user is choosing, the form only grows: a screen that moves at each key is slow and restless.
        most, choosing = self._most_note_lines, self.has_focus and not self._form.settled
        needed = len(wrapped(self._note.text, self.size.width, most))
        self._note_room = min(most, max(needed, self._note_room if choosing else 0, self._note_lines))
        height = len(self._form.rows) + 2 + self._note_room
        if self._height != height:
            self._height = self.styles.height = height

    def on_resize(self) -> None:
        self._fit()

    def watch_has_focus(self, has_focus: bool) -> None:
        # Not on_focus: that comes before has_focus is true.
        super().watch_has_focus(has_focus)
        self.end_typing()
        if self._away is not None and not has_focus:
            self._edit(lambda form: form.say(None))
        self._fit()
        self.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # If no row takes digits, they go where they always go; so does backspace if no digit has been typed.
        return action != "type" or bool(self._typing_row() if parameters[0] else self._typed)

    # Choosing

    def _edit(self, do: Callable[[OpenForm], None]) -> None:
        self.post_message(self.Edit(do))

    def on_key(self, event: Key) -> None:
        """Any other key ends the number being typed; this is called before the key's own action."""
        if event.key != "backspace" and not event.key.isdecimal():
            self.end_typing()

    def action_move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        self._edit(lambda form: form.move(step))

    def action_shift(self, step: int) -> None:
        """Choose the value to the left or right of the current one."""
        self._edit(lambda form: form.shift(step))

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
        if int(typed) <= row.maximum:  # or else the digits before it stay
            self._typed = typed
        if refusal:  # perhaps too small so far: more digits may come
            self._edit(lambda form: form.say(Note(refusal)))
            return
        self._edit(partial(OpenForm.choose, key=row.key, value=int(typed), continued=self._continued))
        self._continued = True

    def _typing_row(self) -> Whole | None:
        current = self._form.current
        if isinstance(current, Whole):
            return current
        return next((row for row in self._form.rows if row.key == self._digits_row and isinstance(row, Whole)), None)

    async def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= offset.y < len(self._form.rows):
            return
        self.end_typing()
        index, row = offset.y, self._form.rows[offset.y]
        self._edit(lambda form: form.move_to(index))
        label, gap = self._label_and_gap(self.size.width)
        left = label + 1
        if left <= offset.x <= left + gap:
            self.action_shift(-1)
        elif offset.x >= self.size.width - 1 - gap:
            self.action_shift(1)
        elif offset.x > left + gap and isinstance(row, Choice):
            await self._open_list(row)

    async def _open_list(self, row: Choice) -> None:
        """All values of a row: by the screen's own list of them, or by ours; of two values, the other one."""
        screen = self.screen
        if isinstance(screen, CommandScreen):
            action = next((each for each in screen.ACTIONS if each.name == row.key), None)
            if action is not None:
                await screen.perform(action)
                return
        if len(row.options) > 2:
            converse(self.app, self._pick_value(row))
        else:
            self.action_shift(-1 if row.shifted(1).value is None else 1)

    async def _pick_value(self, row: Choice) -> None:
        from tui.dialogs.pick import PickDialog
        from tui.kit.pick_list import PickLine

        lines = [PickLine(o.value, o.title, o.help, o.refusal or None) for o in row.options]
        value = await answer(PickDialog(row.title, lines, row.value))
        if value is not None and value != row.value:
            self._edit(lambda form: form.choose(row.key, value))

    # Drawing

    def _label_and_gap(self, width: int) -> tuple[int, int]:
        """Columns of the titles, and of the blanks beside the arrows: no blanks if all values fit only without them."""
        rows = self._form.rows
        label = max((len(row.title) for row in rows), default=0)
        for gap in (1, 0):
            room = width - label - 2 - 2 * gap
            if all(cell_len(row.shown) + (1 + gap) * (row.shifted(1).value is not None) <= room for row in rows):
                return label + gap, gap
        return label + 1, 1

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        glyphs = self.app.glyphs
        (label, gap), form = self._label_and_gap(width), self._form
        blank = " " * gap
        for index, row in enumerate(form.rows):
            active = index == form.cursor and self.has_focus
            before, after = row.shifted(-1).value is not None, row.shifted(1).value is not None
            end = f"{blank}{glyphs.next}" if after else ""
            room = max(1, width - label - 2 - gap - cell_len(end))
            text = self.cut(row.shown, room)
            style = self.tone("strong" if active else "plain")
            arrow = self.tone("plain" if active else "muted")
            yield [
                Segment(glyphs.cursor if active else " ", self.tone("here")),
                Segment(row.title.ljust(label), self.tone("muted")),
                Segment(f"{glyphs.previous if before else ' '}{blank}", arrow),
                Segment(text, style),
                Segment(" " * (room - cell_len(text)) + end, arrow),
            ]
        note = self._note
        yield from self.said(note.text, "warning" if note.warning else "aside", width, max(0, height - len(form.rows)))
