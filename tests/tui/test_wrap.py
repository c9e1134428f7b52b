"""Words on lines: where they are broken, and what is said where there is no room."""

from __future__ import annotations

import pytest

from tui.kit.wrapping import wrapped

TEXT = "searched 1 234 567 nodes of about 12 000 000"


@pytest.mark.parametrize(("width", "most", "lines"), [
    (40, 2, ["searched 1 234 567 nodes of about", "12 000 000"]),
    (20, 3, ["searched 1 234 567", "nodes of about", "12 000 000"]),
    (12, 2, ["searched", "1 234 567 …"]),
    (8, 2, ["searched", "…"]),
    (7, 2, ["searche", "d…"]),
    (2, 1, ["…"]),
    (1, 1, []),
    (20, 0, []),
])  # fmt: skip
def test_what_does_not_fit_ends_with_a_sign(width: int, most: int, lines: list[str]) -> None:
    assert wrapped(TEXT, width, most) == lines


def test_a_number_is_not_broken_at_its_groups() -> None:
    assert wrapped("N is from 1 to 100 000 000 here", 22, 3) == ["N is from 1 to", "100 000 000 here"]
    assert wrapped("1 234 567", 4, 3) == ["1 23", "4 56", "7"]  # unless it must be
    assert wrapped("r1c1 r1c2 12 34 5678", 8, 9) == ["r1c1", "r1c2 12", "34 5678"]
    assert wrapped("12 345 678", 4, 3, grouped=False) == ["12", "345", "678"]


def test_the_sign_can_be_another_and_nothing_takes_no_line() -> None:
    assert wrapped("one two three", 9, 1, "~") == ["one two ~"]
    assert wrapped("", 9, 9) == []
