"""Forms as values: where the arrow keys lead, what is stepped over, what is said."""

from __future__ import annotations

import pytest

from tui.dialogs.form_values import Choice, Offer, Shift, Whole

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
