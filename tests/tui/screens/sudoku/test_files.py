"""Puzzles in and out of the Sudoku screen, and what survives the end of the program."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from core import Shape
from core.sudoku import Stopped, parse, read_file, write
from core.sudoku._collections import collections
from core.sudoku._formats import FORMATS, Puzzle
from core.sudoku.human import _generator_rated as generator_rated
from tests.tui.driving import picked_from, said
from tests.tui.screens.sudoku.steps import NEWSPAPER, SOLUTION, TINY, info, message, paste, press, run, settle
from tui.app import Start
from tui.dialogs.dialogs import LineDialog
from tui.dialogs.file import FileDialog
from tui.dialogs.form import FormDialog
from tui.dialogs.pick import PickDialog
from tui.kit.pick_list import PickList
from tui.screens.sudoku.dialogs import puzzle_dialog
from tui.screens.sudoku.files import PuzzleList, as_text
from tui.screens.sudoku.screen import SudokuScreen
from tui.settings import Settings


async def choose(pilot: Pilot[Any], title: str) -> str:
    """Choose the line of the dialog in front that begins so; returns all that it says."""
    dialog = pilot.app.screen
    assert isinstance(dialog, PickDialog)
    listed = dialog.query_one(PickList)
    at = next(at for at, line in enumerate(picked_from(pilot)) if line.title.startswith(title))
    listed.index = at
    said = listed.lines[at].text
    await press(pilot, "enter")
    return said


# Pasting


def test_any_format_can_be_pasted() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for number, entry in enumerate(entry for entry in FORMATS if entry.writable):
            puzzle = NEWSPAPER if number % 2 else NEWSPAPER[::-1]
            await paste(pilot, as_text(parse(puzzle), entry.key))
            givens = "".join(str(v) if v else "." for v in screen.session.document.grid.givens)
            assert givens == puzzle, (entry.key, info(pilot))
            assert not any(screen.session.document.grid.placed)

    run(script)


def test_a_link_can_be_pasted_where_a_puzzle_is_opened() -> None:
    (link,) = write([parse("# title: One cage\ngrid 2x2\ncage 5: r1c1 r1c2")], "fpuzzles")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "o")
        await choose(pilot, "A link")
        assert isinstance(pilot.app.screen, LineDialog)
        pilot.app.screen.query_one(Input).value = link
        await press(pilot, "enter")
        await settle(pilot)
        document = screen.session.document
        assert (document.puzzle.title, len(document.grid.rules)) == ("One cage", 4)

    run(script)


def test_the_app_can_be_started_on_a_link() -> None:
    (link,) = write([parse("# title: One cage\ngrid 2x2\ncage 5: r1c1 r1c2")], "fpuzzles")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        assert screen.session.document.puzzle.title == "One cage"

    run(script, text=None, start=Start("sudoku", options={"what": link}))


def test_rubbish_is_answered_with_its_place_and_nothing_is_lost() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        grid = screen.session.document.grid
        for rubbish in ("hello", NEWSPAPER[:-1], "[red]\x1b[31m\x07]0;x", "5" * 82, "\x00" * 81, "3 2\n1 x"):
            await paste(pilot, rubbish)
            assert "line" in info(pilot)
            assert screen.session.document.grid == grid

    run(script)


def test_a_paste_is_undone_like_anything_else() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        await paste(pilot, TINY)
        assert screen.session.document.grid.shape == Shape(2, 2)
        await press(pilot, "u")
        assert screen.session.document.grid.placed[2] == 4
        await press(pilot, "z")
        assert screen.session.document.grid.shape == Shape(2, 2)

    run(script)


@pytest.mark.parametrize(("text", "title"), [
    ("3x3x:9b2d6c4d5b5b1e9_8e4_3d8c7d9c8_3r9a5c", "9 × 9  X"),
    ("9j:d9_6a2r2_3b7_8a1j4o3a8b1a4_7a5f9c,"
     "bac__ad__b__a_ac_b_ac_a_bb__aabfbe_a__bdbabad___bab_a__a__bade_", "9 × 9  Jigsaw"),
], ids=["x", "jigsaw"])  # fmt: skip
def test_variants_are_opened_drawn_and_kept(text: str, title: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert str(screen.query_one("#board").border_title).startswith(title)
        await press(pilot, "a", "n", "slash")
        await settle(pilot)
        await press(pilot, "slash", "slash", "slash", "c")
        await settle(pilot)
        assert "one solution" in info(pilot)
        for size in ((140, 45), (60, 30), (44, 14), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await press(pilot, "u")
        assert "undone" in info(pilot)

    async def later(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert str(screen.query_one("#board").border_title).startswith(title)

    run(script, text=text)
    run(later, text=None)


def test_titles_are_plain_text() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        title = screen.query_one("#board")._border_title
        assert title is not None
        assert title.plain.endswith("[bold]x[/]")

    run(script, text=f"title,puzzle\n[bold]x[/],{NEWSPAPER}\n")


# Files


def test_a_collection_with_one_bad_line_offers_the_others(tmp_path: Path) -> None:
    file = tmp_path / "many.sdm"
    lines = [NEWSPAPER] * 20
    lines[7] = NEWSPAPER[:40] + "x"
    lines[18] = SOLUTION[:-1] + "."
    file.write_text("\n".join(lines) + "\n")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        assert isinstance(pilot.app.screen, PickDialog)
        assert any("line 8" in each for each in said(pilot.app))
        await press(pilot, "1", "8", "pageup", "pagedown", "end", "up", "enter")
        await pilot.pause()
        assert screen.session.document.grid.filled == 80
        assert screen.session.document.editor.puzzle.title == "many.sdm:19"

    run(script, text=None, start=Start("sudoku", options={"what": str(file)}))


def test_a_text_taken_wrongly_is_read_again_in_another_format_from_the_menu(tmp_path: Path) -> None:
    """Sixteen rows of small numbers: sixteen puzzles of order 4, unless somebody says that they are one grid."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(["1234" + "." * 12, "3412" + "." * 12] * 8) + "\n")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        assert isinstance(pilot.app.screen, PickDialog)  # which of the sixteen?
        await press(pilot, "escape", "o")
        assert "rows.txt" in await choose(pilot, "The same text in another format")
        taken = [line.title for line in picked_from(pilot) if "as it was taken" in line.text]
        assert taken == ["One line a puzzle"]
        await choose(pilot, "Rows of characters")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PickDialog)  # it is shown before it takes the place of another
        await press(pilot, "enter")
        assert screen.session.document.grid.shape.order == 16
        assert screen.session.document.grid.filled == 64

    run(script, text=None, start=Start("sudoku", options={"what": str(file)}))


def test_a_remembered_goal_does_not_keep_an_algorithm_from_the_command_line_from_running(tmp_path: Path) -> None:
    Settings().put("sudoku", {"algorithm": "dlx", "goal": "count", "own_choice": True})
    file = tmp_path / "one.sdk"
    file.write_text(as_text(parse(NEWSPAPER), "sdk"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        await settle(pilot)
        assert screen.session.solving.setup.entry.key == "single-branch"
        assert screen.search.run is not None
        assert screen.search.run.snapshot.solutions == 1

    options = {"what": str(file), "algorithm": "single-branch", "run": True}
    run(script, text=None, start=Start("sudoku", options=options))


def test_long_lists_are_drawn_only_where_they_are_seen(tmp_path: Path) -> None:
    puzzle = parse(TINY)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        drawn: list[int] = []

        class Puzzles(list[Puzzle]):
            def __getitem__(self, index: Any) -> Any:
                drawn.append(index)
                return super().__getitem__(index)

        dialog = puzzle_dialog(PuzzleList("many", Puzzles([puzzle] * 50_000)))
        pilot.app.push_screen(dialog)
        await pilot.pause()
        await press(pilot, "4", "2", "0", "0", "0")
        assert dialog.query_one(PickList).index == 41_999
        await press(pilot, "end", "down")
        assert dialog.query_one(PickList).index == 0
        assert len(set(drawn)) < 400
        await press(pilot, "escape")

    run(script)


def test_export_writes_what_can_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        for format in ("svg", "csv", "ss"):
            pilot.app.settings.put("sudoku-format", format)  # type: ignore[attr-defined]
            await press(pilot, "e")
            await pilot.pause()
            assert isinstance(pilot.app.screen, PickDialog)
            await press(pilot, "enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, LineDialog)
            await press(pilot, "enter")
            await pilot.pause()
            assert "saved" in info(pilot)
        assert (tmp_path / "pasted.svg").read_text().startswith("<svg")
        for file in (tmp_path / "pasted.csv", tmp_path / "pasted.ss"):
            puzzle = next(iter(read_file(file)))
            assert isinstance(puzzle, Puzzle)
            assert puzzle.clues == screen.session.document.grid.givens
            kept = puzzle.grid.placed
        assert kept == screen.session.document.grid.placed

    run(script)


def test_export_refuses_what_a_format_cannot_hold_and_never_overwrites_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pasted.sdm").write_text("mine")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "semicolon", "e")  # E is a value there
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        refused = {choice.value for choice in picked_from(pilot) if choice.refused}
        assert {"hodoku", "opensudoku", "ss"} <= refused
        await press(pilot, "enter")
        await pilot.pause()
        await press(pilot, "enter")
        assert (tmp_path / "pasted.sdm").read_text() == "mine"
        assert "exists" in message(pilot)
        await press(pilot, "enter")
        await pilot.pause()
        assert (tmp_path / "pasted.sdm").read_text() != "mine"

    run(script, text="." * 255 + "1")


def test_a_shipped_puzzle_and_a_new_one() -> None:
    if not collections():
        pytest.skip("no collections are shipped yet")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "o", "enter")
        await pilot.pause()
        await press(pilot, "home", "enter")
        await pilot.pause()
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert screen.session.document.grid.shape == Shape(2, 2)
        await press(pilot, "o", "down", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FormDialog)
        await press(pilot, "enter")
        await pilot.pause()
        await settle(pilot)
        assert "a new puzzle: easy" in info(pilot)
        assert screen.session.document.grid.shape == Shape(2, 2), "the shape of the puzzle before"
        await press(pilot, "c")
        await settle(pilot)
        assert "one solution" in info(pilot)

    run(script)


def test_making_a_puzzle_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any, stopped: Callable[[], bool], **__: Any) -> None:
        while not stopped():
            time.sleep(0.001)
        raise Stopped

    monkeypatch.setattr(generator_rated, "generate_rated", endless)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for keys in (("o", "down", "down", "down", "enter"), ("enter",)):
            await press(pilot, *keys)
            await pilot.pause()
        assert "x stops" in info(pilot)
        assert screen.session.footer_actions()[0].name == "stop"
        grid = screen.session.document.grid
        await press(pilot, "x")
        await settle(pilot)
        assert "no puzzle was made" in info(pilot)
        assert screen.session.document.grid == grid
        assert not screen.session.can("stop")

    run(script)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_in_words_and_blocks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.sdm")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.press("o", "down", "enter", *"pipe.sdm", "enter")
        assert isinstance(pilot.app.screen, FileDialog)
        message = pilot.app.screen.query_one(".-message", Static)
        assert "expected an ordinary file" in str(message.render())
        await pilot.press("escape", "e", "enter")
        line = pilot.app.screen.query_one(Input)
        line.value = "pipe.sdm"
        await pilot.press("enter")
        assert "expected the name of a file" in str(pilot.app.screen.query_one(".-message", Static).render())
        await pilot.press("escape")

    run(script)


def test_one_puzzle_pasted_over_another_is_taken_at_once() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        before = screen.session.document.grid
        assert any(before.values)
        await paste(pilot, TINY)
        assert pilot.app.screen is screen
        assert screen.session.document.grid.shape == Shape(2, 2)
        await press(pilot, "u")
        assert screen.session.document.grid == before
        await paste(pilot, f"{TINY}\n{TINY}")
        assert isinstance(pilot.app.screen, PickDialog)  # which of the two?
        await press(pilot, "escape")
        assert screen.session.document.grid == before

    run(script)
