"""What a terminal sends: text that is none, and grids pasted without being marked as pasted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.terminal.driver import PASTE_BEGINS, PASTE_ENDS, TerminalReader, is_grid

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("text", [
    PUZZLE, "\r".join(PUZZLE[row : row + 9] for row in range(0, 81, 9)), "1.3...2..1..4...", "1000020000300004",
])  # fmt: skip
def test_a_whole_grid_at_once_was_pasted(text: str) -> None:
    assert is_grid(text)
    assert TerminalReader("utf-8").decode(text.encode()) == PASTE_BEGINS + text.replace("\r", "\n") + PASTE_ENDS


@pytest.mark.parametrize("text", [
    "12345678", "1l2l3l4l5l6l7l8l9l1l2l3l", "." * 81, "1" * 81, PUZZLE[:-1], "j" * 81, "", "g7\r",
    "................\x1b[A",
])  # fmt: skip
def test_what_may_have_been_typed_stays_typed(text: str) -> None:
    assert TerminalReader("utf-8").decode(text.encode()) == text


def test_inside_a_paste_nothing_is_marked_again() -> None:
    reader = TerminalReader("utf-8")
    parts = [PASTE_BEGINS + "title\n", PUZZLE, PASTE_ENDS, PUZZLE]
    assert [reader.decode(part.encode()) for part in parts] == [*parts[:3], PASTE_BEGINS + PUZZLE + PASTE_ENDS]


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert TerminalReader("utf-8").decode(b"\xff\xfea\xc3") == "\ufffd\ufffda"


@given(cuts=st.lists(st.integers(1, 40), max_size=12))
def test_a_paste_is_text_however_it_arrives(cuts: list[int]) -> None:
    inside = "A B\r\nC\x1b[31m D\x1b]0;title\x07\rE\x1b(0\nf\x1b"
    sent = ("q" + PASTE_BEGINS + inside + PASTE_ENDS + "\x1b[A").encode()
    reader, out = TerminalReader("utf-8"), ""
    for cut in cuts:
        out, sent = out + reader.decode(sent[:cut]), sent[cut:]
    out += reader.decode(sent)
    if min((*cuts, 99)) > 12:  # a cut in the mark itself is put together by the parser
        assert out == "q" + PASTE_BEGINS + "A B\nC D\nE0\nf" + PASTE_ENDS + "\x1b[A"


def test_a_large_paste_takes_time_in_proportion() -> None:
    reader = TerminalReader("utf-8")
    out = [reader.decode((PASTE_BEGINS + "x" * 4000).encode())]
    out += [reader.decode(b"\x1b[" + b"1" * 4000) for _ in range(50)]
    out.append(reader.decode(PASTE_ENDS.encode()))
    assert "".join(out).startswith(PASTE_BEGINS + "x" * 4000)
