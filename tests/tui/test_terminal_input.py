"""What a terminal sends: text that is none, and grids pasted without being marked as pasted."""

from __future__ import annotations

import pytest

from tui.terminal import PASTE_BEGINS, PASTE_ENDS, Reader, is_grid

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("text", [
    PUZZLE, "\r".join(PUZZLE[row : row + 9] for row in range(0, 81, 9)), "1.3...2..1..4...", "1000020000300004",
])  # fmt: skip
def test_a_whole_grid_at_once_was_pasted(text: str) -> None:
    assert is_grid(text)
    assert Reader("utf-8").decode(text.encode()) == PASTE_BEGINS + text + PASTE_ENDS


@pytest.mark.parametrize("text", [
    "12345678", "1l2l3l4l5l6l7l8l9l1l2l3l", "." * 81, "1" * 81, PUZZLE[:-1], "j" * 81, "", "g7\r",
    "................\x1b[A",
])  # fmt: skip
def test_what_may_have_been_typed_stays_typed(text: str) -> None:
    assert Reader("utf-8").decode(text.encode()) == text


def test_inside_a_paste_nothing_is_marked_again() -> None:
    reader = Reader("utf-8")
    parts = [PASTE_BEGINS + "title\n", PUZZLE, PASTE_ENDS, PUZZLE]
    assert [reader.decode(part.encode()) for part in parts] == [*parts[:3], PASTE_BEGINS + PUZZLE + PASTE_ENDS]


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert Reader("utf-8").decode(b"\xff\xfea\xc3") == "\ufffd\ufffda"
