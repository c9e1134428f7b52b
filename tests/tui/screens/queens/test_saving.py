"""Solutions as the text of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.screens.queens.steps import finish
from tui.app import DancingQueens, Start
from tui.screens.queens.files import content_of_all


def test_many_are_lines_and_no_picture() -> None:
    boards = [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert content_of_all(boards, ".txt") == "2 4 1 3\n3 1 4 2\n"
    assert content_of_all(boards, ".FEN").splitlines()[0] == "1Q2/3Q/Q3/2Q1"
    with pytest.raises(ValueError, match="one solution"):
        content_of_all(boards, ".svg")


async def test_all_solutions_and_the_classes_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with DancingQueens(Start("queens", options={"what": "6"})).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        await pilot.press("S", "enter", "u")
        await finish(pilot)
        await pilot.press("S", "enter")
        await pilot.pause()
    lines = (tmp_path / "queens-6-solutions.txt").read_text().splitlines()
    assert sorted(lines) == ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]
    assert len((tmp_path / "queens-6-classes.txt").read_text().splitlines()) == 1
