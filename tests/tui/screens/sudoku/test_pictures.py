"""What the Sudoku screen looks like in the states that matter, on a usual terminal and on a large one."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.screens.conftest import LooksAlike
from tests.tui.screens.sudoku.steps import NEWSPAPER, X_WING, paste, press, settle
from tui.app import DancingQueens, Start

USUAL, LARGE = (80, 24), (140, 45)
JIGSAW = "# boxes 1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD\n1....2..3.........4....5....6......."
WORK = "4 right apostrophe 2 apostrophe 6 end 9 down left 9 a"
"""A value, marks, a broken rule and candidates."""
COLOURS = "percent_sign 3 right 4 apostrophe 2 down 1 escape underscore underscore"


@pytest.mark.parametrize(
    ("size", "start", "puzzle", "keys"),
    [
        (USUAL, Start("sudoku"), NEWSPAPER, WORK),
        (LARGE, Start("sudoku", "ansi-dark", True), NEWSPAPER, WORK),
        (USUAL, Start("sudoku"), X_WING, "slash slash slash"),
        (LARGE, Start("sudoku"), X_WING, "w 1"),
        (USUAL, Start("sudoku"), NEWSPAPER, "c enter underscore"),
        (LARGE, Start("sudoku"), "." * 256, "i C space 1 2 G"),
        (LARGE, Start("sudoku"), JIGSAW, COLOURS),
    ],
    ids=["usual", "large-ascii", "hint", "large-why", "solution", "large-typing", "large-jigsaw"],
)
async def test_looks_as_it_did(
    looks_alike: LooksAlike, size: tuple[int, int], start: Start, puzzle: str, keys: str
) -> None:
    async def play(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await paste(pilot, puzzle)
        for key in ("t", *keys.split()):
            await press(pilot, key)
            await settle(pilot)
        await pilot.pause()

    await looks_alike(DancingQueens(start), size, play)
