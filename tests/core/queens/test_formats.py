"""Placements as text and pictures, whole and partial."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import ProblemError
from core._queens.formats import LARGEST_BOARD, LARGEST_PICTURE, to_board, to_fen, to_list, to_svg

SVG = "{http://www.w3.org/2000/svg}"
PARTIAL = st.integers(1, 24).flatmap(lambda n: st.lists(st.integers(-1, n - 1), min_size=n, max_size=n))


def squares_of_fen(text: str) -> list[list[str]]:
    """A FEN-like line read square by square: the reverse of `to_fen`, written without looking at it."""
    rows = []
    for line in text.split("/"):
        row: list[str] = []
        number = ""
        for character in line:
            if character == "Q":
                row += ["."] * int(number or 0) + ["Q"]
                number = ""
            else:
                number += character
        rows.append(row + ["."] * int(number or 0))
    return rows


def test_four_queens_in_every_form() -> None:
    placement = (1, 3, 0, 2)
    assert to_list(placement) == "2 4 1 3"
    assert to_fen(placement) == "1Q2/3Q/Q3/2Q1"
    assert to_board(placement, queen="Q", empty=".").splitlines() == [". Q . .", ". . . Q", "Q . . .", ". . Q ."]


def test_long_runs_are_decimal_numbers() -> None:
    assert to_fen((11, *[-1] * 11)).split("/")[:2] == ["11Q", "12"]


@given(PARTIAL)
def test_fen_board_and_picture_show_the_same_squares(placement: list[int]) -> None:
    n = len(placement)
    expected = [["Q" if column == queen else "." for column in range(n)] for queen in placement]
    assert squares_of_fen(to_fen(placement)) == expected
    assert [line.split(" ") for line in to_board(placement, queen="Q", empty=".").split("\n")] == expected
    picture = ElementTree.fromstring(to_svg(placement))
    drawn = {(int(use.attrib["y"]) // 40, int(use.attrib["x"]) // 40) for use in picture.iter(f"{SVG}use")}
    assert drawn == {(row, column) for row, column in enumerate(placement) if column >= 0}


def test_the_title_of_a_picture_is_plain_text() -> None:
    picture = ElementTree.fromstring(to_svg((1, 3, 0, 2), title="N < 5 & more"))
    assert picture.findtext(f"{SVG}title") == "N < 5 & more"


@given(PARTIAL)
def test_missing_rows_are_empty_rows(placement: list[int]) -> None:
    whole = [*placement, *[-1] * 3]
    for form in (to_fen, to_board, to_svg):
        assert form(placement, len(whole)) == form(whole)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ProblemError, match=r"placement\[1\]: 2 is not a column of a board of 2; expected -1 to 1"):
        to_fen((0, 2))
    with pytest.raises(ProblemError, match="does not fit a board of 1"):
        to_board((0, 1), 1)
    with pytest.raises(ProblemError, match="too large"):
        to_svg(range(LARGEST_PICTURE + 1))
    with pytest.raises(ProblemError, match="too large"):
        to_board(range(LARGEST_BOARD + 1))


def test_the_largest_board_and_picture_are_still_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._queens.formats.LARGEST_BOARD", 4)
    monkeypatch.setattr("core._queens.formats.LARGEST_PICTURE", 4)
    assert to_board((1, 3, 0, 2)).count("♛") == 4
    assert to_svg((1, 3, 0, 2)).count("#queen") == 4
    for form in (to_board, to_svg):
        with pytest.raises(ProblemError, match="5 × 5"):
            form((0, 2, 4, 1, 3))
