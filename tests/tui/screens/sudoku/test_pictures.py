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
RULED = """grid 9
anti-knight
cage 15: r1c1 r1c2 r2c1
cage 9: r1c3 r1c4
cage 24: r8c7 r9c6-r9c8
thermo: r3c1-r3c4 r4c5
whispers 5: r2c4 r3c4 r4c4 r5c3
arrow r6c6: r5c7-r3c9
white: r7c1 r7c2
black: r7c2 r8c2
x: r9c1 r9c2
quadruple 1 2 3: r7c4
skyscraper 3: c5 top
sandwich 17: r6
"""
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
        (USUAL, Start("sudoku"), RULED, "5 right apostrophe 1 apostrophe 2 shift+right shift+down"),
        (LARGE, Start("sudoku", "ansi-dark", True), RULED, "a"),
    ],
    ids=[
        "usual",
        "large-ascii",
        "hint",
        "large-why",
        "solution",
        "large-typing",
        "large-jigsaw",
        "rules",
        "large-ascii-rules",
    ],
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
