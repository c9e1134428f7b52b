"""What the Sudoku screen looks like, at the two sizes that matter most."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens.sudoku.steps import NEWSPAPER, paste, press
from tui.app import DancingQueens, Start


async def play(pilot: Pilot[Any]) -> None:
    """A puzzle with a value, marks, a broken rule and candidates."""
    await pilot.pause()
    await paste(pilot, NEWSPAPER)
    await press(pilot, "4", "right", "apostrophe", "2", "apostrophe", "6", "end", "9", "down", "left", "9", "a", "t")
    await pilot.pause()


@pytest.mark.parametrize(
    ("size", "start"), [((80, 24), Start("sudoku")), ((140, 45), Start("sudoku", "ansi-dark", True))],
    ids=["usual", "large-ascii"],
)  # fmt: skip
def test_looks_as_it_did(snap_compare: Any, size: tuple[int, int], start: Start) -> None:
    assert snap_compare(DancingQueens(start), terminal_size=size, run_before=play)
