"""Forms as values: rows that say what may be chosen, and one method that chooses.

After each change a session declares its form as rows, `Choice` and `Whole`, and
it takes choices in one method (`FormSubject`).  The cursor and the note below are kept
beside it (`OpenForm`), the same on every screen, as is the widget that draws the
form (`tui.kit.form_panel`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from core._words import grouped

Value = str | int


@dataclass(frozen=True, slots=True)
class Note:
    """What to say after a choice: what else moved, or why it was refused."""

    text: str
    warning: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """One value of a `Choice`."""

    value: Value
    title: str
    help: str = ""
    refusal: str = ""
    """Why it cannot be chosen now; it is stepped over, with these words."""


@dataclass(frozen=True, slots=True)
class Shift:
    """Where an arrow key leads."""

    value: Value | None
    """The value to choose; None if there is none on that side."""
    skipped: tuple[str, ...] = ()
    """Why the values in between could not be chosen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A row with one of several values."""

    key: str
    title: str
    value: Value
    options: tuple[Offer, ...]
    help: str = ""
    """What the row means, for values without a help of their own."""

    @property
    def shown(self) -> str:
        """The value as the form shows it."""
        option = self._current
        return option.title if option is not None else str(self.value)

    @property
    def explanation(self) -> str:
        """What the value means."""
        option = self._current
        return (option.help if option is not None else "") or self.help

    @property
    def _current(self) -> Offer | None:
        return next((option for option in self.options if option.value == self.value), None)

    def shifted(self, step: int) -> Shift:
        """The next value that may be chosen, to the left (-1) or right (1)."""
        values = [option.value for option in self.options]
        index = values.index(self.value) + step if self.value in values else (0 if step > 0 else len(values) - 1)
        skipped: list[str] = []
        while 0 <= index < len(self.options):
            option = self.options[index]
            if not option.refusal:
                return Shift(option.value, tuple(skipped))
            skipped.append(option.refusal)
            index += step
        return Shift(None, tuple(skipped))


@dataclass(frozen=True, slots=True)
class Whole:
    """A row with a whole number."""

    key: str
    title: str
    value: int
    minimum: int
    maximum: int
    help: str = ""
    text: str = ""
    """The value as the form shows it, if that is more than its digits: ``8 × 8``."""

    @property
    def shown(self) -> str:
        """The value as the form shows it."""
        return self.text or str(self.value)

    @property
    def explanation(self) -> str:
        """What the number means."""
        return self.help

    def shifted(self, step: int) -> Shift:
        """One less or one more, within the range."""
        value = min(max(self.value + step, self.minimum), self.maximum)
        return Shift(value if value != self.value else None)

    def refusal(self, value: int) -> str:
        """Why this number is impossible; empty if it is possible."""
        if self.minimum <= value <= self.maximum:
            return ""
        return (
            f"{self.title}: expected a whole number from {grouped(self.minimum)} to {grouped(self.maximum)},"
            f" not {grouped(value)}"
        )


Row = Choice | Whole


class FormSubject(Protocol):
    """What a user fills in: a session, or a part of one."""

    def rows(self) -> Sequence[Row]:
        """The rows as they are now."""
        ...

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value that its row allows; returns what else there is to say.

        ``continued``: another digit of the number that the last choice began.
        It replaces that choice, so whatever gave way to ``1`` on the way to
        ``12`` comes back.
        """
        ...


class FormValue(NamedTuple):
    """What a form panel draws."""

    rows: tuple[Row, ...]
    cursor: int = 0
    """The index of the row that the arrow keys change."""
    said: Note | None = None
    """What there is to say; None to explain the row with the cursor."""
    settled: bool = False
    """Whether the user has gone on to something else since: longer notes give their room back."""

    @property
    def current(self) -> Row | None:
        """The row with the cursor."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def note(self) -> Note:
        """The note below the rows."""
        return self.said or Note(self.current.explanation if self.current is not None else "", warning=False)


class OpenForm:
    """A form being filled in: where the user is in it, and what there is to say."""

    def __init__(self, form: FormSubject) -> None:
        self._form = form
        self._cursor = 0
        self._key = ""
        """The key of the row with the cursor, once that has been moved: other rows may come and go above it."""
        self._said: Note | None = None
        self._settled = False

    @property
    def value(self) -> FormValue:
        """The form as it is shown now."""
        rows = tuple(self._form.rows())
        usual = max(0, min(self._cursor, len(rows) - 1))
        cursor = next((index for index, row in enumerate(rows) if row.key == self._key), usual)
        return FormValue(rows, cursor, self._said, self._settled)

    @property
    def note(self) -> Note:
        """The note below the rows."""
        return self.value.note

    def say(self, note: Note | None) -> None:
        """Show this note or, without one, explain the row with the cursor."""
        self._said, self._settled = note, False

    def settle(self) -> None:
        """The user has gone on to something else: they have read warnings and explanations."""
        if self._said is not None and self._said.warning:
            self._said = None
        self._settled = True

    def move(self, step: int) -> None:
        """Move the cursor, round the ends."""
        value = self.value
        if value.rows:
            self.move_to((value.cursor + step) % len(value.rows))

    def move_to(self, index: int) -> None:
        """Move the cursor to a row."""
        self._cursor, self._key = index, self.value.rows[index].key
        self.say(None)

    def shift(self, step: int) -> None:
        """Choose the value to the left or right in the row with the cursor, or say why there is none."""
        row = self.value.current
        if row is None:
            return
        shift = row.shifted(step)
        if shift.value is not None:
            self.choose(row.key, shift.value, shift.skipped)
        elif shift.skipped:
            self.say(Note("; ".join(dict.fromkeys(shift.skipped))))
        else:
            self.say(Note(f"{row.title}: this is the {'last' if step > 0 else 'first'}"))

    def choose(self, key: str, value: Value, skipped: Sequence[str] = (), *, continued: bool = False) -> None:
        """Take a value (see `FormSubject.choose`), and say why those on the way to it were ``skipped``."""
        note = self._form.choose(key, value, continued=continued)
        said = list(dict.fromkeys([*skipped, note.text] if note is not None else skipped))
        self.say(Note("; ".join(said), note is None or note.warning) if said else None)
