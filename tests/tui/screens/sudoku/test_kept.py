"""What survives on the Sudoku screen: work in progress, settings, two programs at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.storage import Store
from core.sudoku import parse
from core.sudoku.human._editor import Editor
from tests.tui.driving import picked_from
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY, info, mode_shown, paste, press, run
from tui.dialogs.pick import PickDialog
from tui.screens.sudoku.screen import SudokuScreen
from tui.screens.sudoku.works import SudokuWorks

# What survives


def test_the_next_start_goes_on_where_the_last_one_ended() -> None:
    async def first(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4", "right", "apostrophe", "2", "s", "d", "6")

    async def second(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.document.grid.placed[2] == 4
        assert screen.session.document.grid.marks[3] == 2
        assert screen.session.document.cursor == 3
        assert "picking up where you left off just now" in info(pilot)
        await press(pilot, "u")
        assert screen.session.document.grid.marks[3] == 0
        await press(pilot, "S")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert screen.session.document.grid.marks[3] == 2

    run(first)
    run(second, text=None)


def test_typing_in_goes_on_after_a_restart_until_it_is_done() -> None:
    async def begin(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "i", "5", "3")

    async def end(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "TYPE IN" in mode_shown(pilot)
        await press(pilot, "7", "enter")
        assert screen.session.document.grid.givens[:3] == (5, 3, 7)

    async def after(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "VALUES" in mode_shown(pilot)

    run(begin, text="." * 81)
    run(end, text=None)
    run(after, text=None)


def test_every_edit_is_on_disk_before_the_next_key() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for key, cell, value in (("4", 2, 4), ("0", 2, 0), ("1", 2, 1)):
            await press(pilot, key)
            with Store.open() as other:
                saved = SudokuWorks(other).newest()
            assert saved is not None
            editor, cursor = saved.load()
            assert (editor.grid.placed[cell], cursor) == (value, cell)

    run(script)


def test_earlier_puzzles_stay_as_they_were_left() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        await paste(pilot, TINY)
        await press(pilot, "n", "2")
        await paste(pilot, TINY.replace("3", "2"))
        await press(pilot, "o", "end", "up", "enter")  # the last line offers the pasted text in another format
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        assert [choice.title.split(", ")[1] for choice in picked_from(pilot)] == ["2×2", "2×2", "3×3"]
        await press(pilot, "end", "enter")
        await pilot.pause()
        assert screen.session.document.grid.placed[2] == 4
        assert screen.session.solving.setup.problem.size == 9

    run(script)


def test_two_programs_with_one_puzzle_lose_neither_work() -> None:
    editor = Editor(parse(NEWSPAPER))
    with Store.open() as here, Store.open() as there:
        one, two = SudokuWorks(here), SudokuWorks(there)
        assert one.save(editor, 0, "one")
        saved = two.newest()
        assert saved is not None
        two.take_up(saved)
        other, _ = saved.load()
        other.change(other.grid.place(2, 4), "r1c3 = 4", 2)
        assert two.save(other, 2, "two")
        editor.change(editor.grid.place(3, 6), "r1c4 = 6", 3)
        assert not one.save(editor, 3, "one again")
        assert one.save(editor, 3, "one again")
        assert {saved.summary for saved in one.recent()} == {"one again", "two"}


def test_a_damaged_work_does_not_keep_anybody_from_working() -> None:
    with Store.open() as store:
        store.documents.put("sudoku", "x", {"editor": {"version": 1}, "summary": "broken"})
        store.documents.put("sudoku-current", "sudoku-current", "x")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.document.grid.filled
        await press(pilot, "4")
        assert mode_shown(pilot) == "VALUES"

    run(script, text=None)


def test_without_a_disk_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "file" / "home"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        assert screen.session.document.grid.placed[2] == 4
        assert not screen.session.document.saved
        assert "NOT SAVED" in screen.query_one("#titlebar")._note  # type: ignore[attr-defined]

    run(script)
