"""What a board of queens knows: who attacks what, who stands where, and whether it has to be drawn again."""

from __future__ import annotations

import numpy as np
import pytest

from tui.kit.queens_position import Attack, QueensPosition


def test_what_queens_attack() -> None:
    attack = Attack([(0, 0), (1, 3), (4, 0)])
    rows = ["".join("x" if attack.attacked(row, column) else "." for column in range(5)) for row in range(5)]
    assert rows == ["xxxxx", "xxxxx", "x.xxx", "xx.x.", "xxxxx"]
    assert all(attack.in_conflict(*square) for square in ((0, 0), (1, 3), (4, 0)))
    assert not Attack([(0, 0), (1, 2)]).in_conflict(0, 0)


def test_rows_are_numbered_from_those_given_and_others_are_empty() -> None:
    position = QueensPosition(4, (1, 3, -1))
    assert position.queens() == [(0, 1), (1, 3)]
    assert [position.in_row(row) for row in (0, 1, 2, 3, -1)] == [1, 3, -1, -1, -1]
    assert QueensPosition(4, (), [1, 5, 6]).queens() == [(0, 1), (1, 1), (1, 2)]


@pytest.mark.parametrize(("other", "same"), [
    (QueensPosition(4, [1, 3, -1]), True),
    (QueensPosition(4, (1, 3)), False),
    (QueensPosition(5, (1, 3, -1)), False),
    (QueensPosition(4, (1, 3, -1), show_free=False), False),
    (QueensPosition(4, (1, 3, -1), cursor=(0, 0)), False),
])  # fmt: skip
def test_a_position_that_looks_the_same_is_not_drawn_again(other: QueensPosition, same: bool) -> None:
    assert (QueensPosition(4, (1, 3, -1)) == other) is same


def test_columns_of_an_array_are_told_apart_by_a_version() -> None:
    columns = np.arange(5000)
    position = QueensPosition(5000, columns, version=1)
    assert position == QueensPosition(5000, columns, version=1)
    assert position != QueensPosition(5000, columns, version=2), "the array may hold other numbers by now"
