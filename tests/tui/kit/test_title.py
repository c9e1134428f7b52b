"""The line above every screen: what gives way to what it says at the right."""

from __future__ import annotations

import pytest

from tests.tui.bare import bare, drawn
from tui.kit.frame import TitleBar


@pytest.mark.parametrize(
    ("note", "width", "line"),
    [
        ("saved", 78, "Dancing Queens  F2 Queens  F3 Sudoku  F4 Cover  F5 Compare               saved"),
        ("Pentominoes in 6×10", 78, "Dancing Queens  F2 Queens  F3 Sudoku  F4 Cover  F5 Compare Pentominoes in 6×10"),
        ("N = 10, by depth, 2/s", 78, " F2 Queens  F3 Sudoku  F4 Cover  F5 Compare              N = 10, by depth, 2/s"),
        ("Pentominoes in 6×10", 58, " F2 Queens  F3 Sudoku  F4 Cover  F5 Compare Pentominoes i…"),
        ("Pentominoes in 6×10", 40, " F2 Queens  F3  F4  F5  Pentominoes in …"),
    ],
)
def test_all_that_is_noted_goes_before_the_name_of_the_program(note: str, width: int, line: str) -> None:
    bar = bare(TitleBar)
    bar.app.current_mode = "queens"  # type: ignore[misc]
    bar.note(note)
    assert list(drawn(bar, width, 1)) == [line]
