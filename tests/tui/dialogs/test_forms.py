"""Forms as values: where the arrow keys lead, what is stepped over, what is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tui.dialogs.form_values import Choice, Note, Offer, OpenForm, Row, Shift, Value, Whole

NO = "not now"


def choice(value: str, *refused: str) -> Choice:
    options = tuple(Offer(key, key.upper(), f"about {key}" if key == "a" else "", NO if key in refused else "")
                    for key in "abcd")  # fmt: skip
    return Choice("letter", "Letter", value, options, help="one of four")


@pytest.mark.parametrize(("value", "refused", "step", "to", "skipped"), [
    ("b", "", 1, "c", ()), ("b", "", -1, "a", ()), ("a", "", -1, None, ()), ("d", "", 1, None, ()),
    ("a", "bc", 1, "d", (NO, NO)), ("d", "bc", -1, "a", (NO, NO)), ("b", "a", -1, None, (NO,)),
    ("c", "d", 1, None, (NO,)), ("b", "b", 1, "c", ()),
    ("gone", "", 1, "a", ()), ("gone", "", -1, "d", ()), ("gone", "a", 1, "b", (NO,)), ("gone", "d", -1, "c", (NO,)),
])  # fmt: skip
def test_arrow_keys_lead_to_the_next_value_that_can_be_had(
    value: str, refused: str, step: int, to: str | None, skipped: tuple[str, ...]
) -> None:
    assert choice(value, *refused).shifted(step) == Shift(to, skipped)


def test_a_value_is_shown_and_explained_by_its_own_words_or_those_of_its_row() -> None:
    assert (choice("a").shown, choice("a").explanation) == ("A", "about a")
    assert (choice("b").shown, choice("b").explanation) == ("B", "one of four")
    assert (choice("gone").shown, choice("gone").explanation) == ("gone", "one of four")


@pytest.mark.parametrize(("value", "step", "to"), [
    (5, 1, 6), (5, -1, 4), (8, 1, None), (3, -1, None), (7, 10, 8), (5, -10, 3), (20, 1, 8), (0, -1, 3),
])  # fmt: skip
def test_numbers_go_up_and_down_within_their_range(value: int, step: int, to: int | None) -> None:
    assert Whole("n", "Size", value, 3, 8).shifted(step) == Shift(to)


def test_a_number_out_of_range_is_refused_in_words() -> None:
    row = Whole("n", "Size", 5, 3, 8000, help="so many", text="5 × 5")
    assert (row.shown, row.explanation, Whole("n", "Size", 5, 3, 8).shown) == ("5 × 5", "so many", "5")
    assert [row.refusal(value) for value in (3, 8000)] == ["", ""]
    assert row.refusal(2) == "Size: expected a whole number from 3 to 8 000, not 2"
    assert row.refusal(8001) == "Size: expected a whole number from 3 to 8 000, not 8 001"


class Letters:
    """A form of two letters and a number; ``b`` gives way to ``c``, ``a`` has no number."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {"one": "a", "two": "d", "n": 5}
        self.taken: list[tuple[str, Value, bool]] = []

    def rows(self) -> Sequence[Row]:
        one, two = str(self.values["one"]), str(self.values["two"])
        rows = [replace(choice(one, "b"), key="one"), replace(choice(two), key="two")]
        return rows if one == "a" else [*rows, Whole("n", "Size", int(self.values["n"]), 3, 8, help="so many")]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        self.values[key] = value
        self.taken.append((key, value, continued))
        return Note("one moved", warning=False) if key == "n" else None


def test_what_there_is_to_say_goes_with_the_next_move() -> None:
    filling = OpenForm(Letters())
    assert (filling.value.cursor, filling.note) == (0, Note("about a", warning=False))
    filling.say(Note("no such file"))
    assert filling.note == Note("no such file")
    filling.move(1)
    assert (filling.value.cursor, filling.note) == (1, Note("one of four", warning=False))
    filling.move(1)
    filling.move(-1)
    assert filling.value.cursor == 1  # round both ends


def test_arrow_keys_say_what_they_pass_over_and_where_the_end_is() -> None:
    form = Letters()
    filling = OpenForm(form)
    filling.shift(-1)
    assert (form.taken, filling.note) == ([], Note("Letter: this is the first"))
    filling.shift(1)
    assert (form.taken, filling.note) == ([("one", "c", False)], Note(NO))
    filling.shift(1)
    assert (form.values["one"], filling.note) == ("d", Note("one of four", warning=False))
    filling.move(-1)
    filling.shift(1)
    assert (form.values["n"], filling.note) == (6, Note("one moved", warning=False))
    filling.choose("n", 8, continued=True)
    assert form.taken[-1] == ("n", 8, True)


def test_a_value_that_cannot_be_reached_is_told_by_what_stands_in_between() -> None:
    form = Letters()
    form.values["one"] = "c"
    form.rows = lambda: [choice("c", "a", "b")]  # type: ignore[method-assign]
    filling = OpenForm(form)
    filling.shift(-1)
    assert (form.taken, filling.note) == ([], Note(NO))


def test_the_cursor_stays_inside_when_rows_go() -> None:
    form = Letters()
    form.values["one"] = "c"
    filling = OpenForm(form)
    filling.move_to(2)
    form.values["one"] = "a"
    assert (filling.value.cursor, filling.note.text) == (1, "one of four")


def test_the_cursor_stays_on_its_row_when_another_comes_above_it() -> None:
    form = Letters()
    filling = OpenForm(form)
    filling.move_to(1)
    form.rows = lambda: [Whole("seed", "Seed", 1, 0, 9), *Letters.rows(form)]  # type: ignore[method-assign]
    assert filling.value.cursor == 2
    assert filling.value.current is not None
    assert filling.value.current.key == "two"


def test_who_goes_on_to_something_else_has_read_warnings() -> None:
    filling = OpenForm(Letters())
    for note, then in ((Note("no such file"), "about a"), (Note("N goes up to 9", warning=False), "N goes up to 9")):
        filling.say(note)
        assert not filling.value.settled
        filling.settle()
        assert (filling.value.settled, filling.note) == (True, Note(then, warning=False))
    filling.move(1)
    assert not filling.value.settled


def test_a_form_as_it_was_is_an_equal_value() -> None:
    filling = OpenForm(Letters())
    first = filling.value
    assert filling.value == first
    filling.shift(1)
    assert filling.value != first
