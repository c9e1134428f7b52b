"""Puzzles in and out of the Sudoku screen, and what survives the end of the program."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from core.store import Store
from core.sudoku import generator_rated
from core.sudoku.collections import collections
from core.sudoku.editor import Editor
from core.sudoku.formats import FORMATS, Puzzle, parse, read_file
from core.sudoku.generator import Stopped
from core.sudoku.shape import Shape
from tests.tui.test_sudoku_screen import NEWSPAPER, SOLUTION, TINY, info, mode_shown, paste, press, run, settle
from tui.app import Start
from tui.dialogs import ChoiceDialog, Dialog, HelpDialog, LineDialog
from tui.file_dialog import FileDialog
from tui.screens.sudoku import SudokuScreen
from tui.screens.sudoku.autosave import Autosave
from tui.screens.sudoku.new_puzzle import NewPuzzleDialog
from tui.screens.sudoku.pick import PuzzleDialog
from tui.screens.sudoku.shelf import Pile, as_text
from tui.settings import Settings
from tui.widgets.pick_list import PickList

# Pasting


def test_any_format_can_be_pasted() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for entry in (entry for entry in FORMATS if entry.writable):
            await paste(pilot, TINY)
            await paste(pilot, as_text(parse(NEWSPAPER), entry.key))
            givens = "".join(str(v) if v else "." for v in screen.session.desk.grid.givens)
            assert givens == NEWSPAPER, (entry.key, info(pilot))
            assert not any(screen.session.desk.grid.placed)

    run(script)


def test_rubbish_is_answered_with_its_place_and_nothing_is_lost() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        grid = screen.session.desk.grid
        for rubbish in ("hello", NEWSPAPER[:-1], "[red]\x1b[31m\x07]0;x", "5" * 82, "\x00" * 81, "3 2\n1 x"):
            await paste(pilot, rubbish)
            assert "line" in info(pilot)
            assert screen.session.desk.grid == grid

    run(script)


def test_a_paste_is_undone_like_anything_else() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        await paste(pilot, TINY)
        assert screen.session.desk.grid.shape == Shape(2, 2)
        await press(pilot, "u")
        assert screen.session.desk.grid.placed[2] == 4
        await press(pilot, "z")
        assert screen.session.desk.grid.shape == Shape(2, 2)

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
        assert isinstance(pilot.app.screen, PuzzleDialog)
        assert any("line 8" in note.message for note in pilot.app._notifications)
        await press(pilot, "1", "8", "pageup", "pagedown", "end", "up", "enter")
        await pilot.pause()
        assert screen.session.desk.grid.filled == 80
        assert screen.session.desk.editor.puzzle.title == "many.sdm:19"

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

        def line(index: int) -> str:
            drawn.append(index)
            return str(index)

        dialog = PuzzleDialog(Pile("many", [puzzle] * 50_000))
        dialog._line = line  # type: ignore[method-assign]
        pilot.app.push_screen(dialog)
        await pilot.pause()
        await press(pilot, "4", "2", "0", "0", "0")
        assert dialog.query_one(PickList).index == 41_999
        await press(pilot, "end", "down")
        assert dialog.query_one(PickList).index == 0
        assert len(set(drawn)) < 400
        await press(pilot, "escape")

    run(script)


def test_the_file_dialog_finds_completes_and_explains(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "easy.sdk").write_text(as_text(parse(TINY), "sdk"))
    (folder / "notes.pdf").write_text("no puzzle")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        pilot.app.settings.put("sudoku-folder", str(tmp_path))  # type: ignore[attr-defined]
        await pilot.press("o", "down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FileDialog)
        await pilot.press("n", "o", "p", "e", "enter")
        assert "No such file" in _message(pilot)
        await pilot.press(*["backspace"] * 4, "p", "u", "tab")
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await settle(pilot)
        assert screen.session.desk.grid.shape == Shape(2, 2)
        assert pilot.app.settings.get("sudoku-folder") == str(folder)  # type: ignore[attr-defined]

    run(script)


def test_the_file_dialog_takes_keys_in_the_order_typed(tmp_path: Path) -> None:
    for name in ("a.sdk", "tiny.sdk", "tinier.sdk"):
        (tmp_path / name).write_text(as_text(parse(TINY), "sdk"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        pilot.app.settings.put("sudoku-folder", str(tmp_path))  # type: ignore[attr-defined]
        for name, *keys in (
            ("tiny.sdk", *"tiny", "tab", "enter"), ("tinier.sdk", *"tini", "down", "enter"), ("a.sdk", "a", "enter"),
        ):  # fmt: skip
            await press(pilot, "o", "down", "enter")
            await pilot.pause()
            await press(pilot, *keys)
            await pilot.pause()
            await settle(pilot)
            await pilot.pause()
            assert screen.session.desk.editor.puzzle.title.startswith(name)

    run(script)


def test_an_absolute_path_is_typed_into_the_file_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "far" / "away.sdk"
    file.parent.mkdir()
    file.write_text(as_text(parse(TINY), "sdk"))
    monkeypatch.setenv("HOME", str(file.parent))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for typed in (str(file), "~/away.sdk"):
            await paste(pilot, NEWSPAPER)
            await press(pilot, "o", "down", "enter")
            await pilot.pause()
            await press(pilot, *typed)
            await press(pilot, "enter")
            await pilot.pause()
            await settle(pilot)
            assert screen.session.desk.grid.shape == Shape(2, 2), typed

    run(script)


def test_the_picker_searches_refuses_and_comes_back_where_it_was() -> None:
    table = "title,level,puzzle\n" + "".join(
        f"{'easy' if number % 2 else 'hard'} {number},,{TINY[:-1]}{number % 3 or '.'}\n" for number in range(1, 31)
    )

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        dialog = pilot.app.screen
        assert isinstance(dialog, PuzzleDialog)
        await press(pilot, "9", "9")
        assert "there is no number 99" in _message(pilot)
        assert dialog.query_one(PickList).index == 8
        await pilot.press("slash", *"hard 2")
        await pilot.pause()
        await pilot.press("enter")
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert screen.session.desk.puzzle.title == "hard 12"
        await press(pilot, "right_parenthesis")
        assert screen.session.desk.puzzle.title == "easy 13"
        await press(pilot, "left_parenthesis", "left_parenthesis")
        assert screen.session.desk.puzzle.title == "easy 11"
        await press(pilot, "o", "end", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PuzzleDialog)
        assert pilot.app.screen.query_one(PickList).index == 10
        await press(pilot, "slash", "escape")
        assert isinstance(pilot.app.screen, PuzzleDialog), "out of the search first"
        await press(pilot, "escape")
        await press(pilot, *["right_parenthesis"] * 20)
        assert "the last puzzle" in info(pilot)

    run(script, text=table)


def test_up_from_the_first_entry_leads_back_to_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.sdk").write_text(as_text(parse(TINY), "sdk"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        pilot.app.settings.put("sudoku-folder", str(tmp_path))  # type: ignore[attr-defined]
        await press(pilot, "o", "down", "enter")
        await pilot.pause()
        line = pilot.app.screen.query_one("Input")
        await press(pilot, "down", "down", "up")
        assert not line.has_focus
        await press(pilot, "up")
        assert line.has_focus
        await press(pilot, "escape")

    run(script)


def _message(pilot: Pilot[Any]) -> str:

    return str(pilot.app.screen.query_one(".-message", Static).content)


def test_export_writes_what_can_be_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        for format in ("svg", "csv", "ss"):
            pilot.app.settings.put("sudoku-format", format)  # type: ignore[attr-defined]
            await press(pilot, "e")
            await pilot.pause()
            assert isinstance(pilot.app.screen, ChoiceDialog)
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
            assert puzzle.clues == screen.session.desk.grid.givens
        assert puzzle.grid.placed == screen.session.desk.grid.placed

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
        assert isinstance(dialog, ChoiceDialog)
        refused = {choice.value for choice in dialog._choices if choice.refused}
        assert {"hodoku", "opensudoku", "ss"} <= refused
        await press(pilot, "enter")
        await pilot.pause()
        await press(pilot, "enter")
        assert (tmp_path / "pasted.sdm").read_text() == "mine"
        assert "exists" in _message(pilot)
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
        assert screen.session.desk.grid.shape == Shape(2, 2)
        await press(pilot, "o", "down", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, NewPuzzleDialog)
        await press(pilot, "enter")
        await pilot.pause()
        await settle(pilot)
        assert "a new puzzle: easy" in info(pilot)
        assert screen.session.desk.grid.shape == Shape(2, 2), "the shape of the puzzle before"
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
        assert screen.footer_actions()[0].name == "stop"
        grid = screen.session.desk.grid
        await press(pilot, "x")
        await settle(pilot)
        assert "no puzzle was made" in info(pilot)
        assert screen.session.desk.grid == grid
        assert not screen.can("stop")

    run(script)


def test_any_other_shape_can_be_typed() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.press("o", "down", "down", "enter")
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        await pilot.press("7", "x", "7", "enter")
        assert "too large" in _message(pilot)
        await pilot.press("backspace", "backspace", "backspace", "1", "x", "2", "enter")
        await pilot.pause()
        assert screen.session.desk.grid.shape == Shape(1, 2)
        await pilot.press("1", "enter", "enter")
        await settle(pilot)
        assert screen.query_one("#board").picture.searched == (1, 2, 2, 1)  # type: ignore[attr-defined]

    run(script)


# What survives


def test_the_next_start_goes_on_where_the_last_one_ended() -> None:
    async def first(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4", "right", "apostrophe", "2", "s", "d", "6")

    async def second(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.desk.grid.placed[2] == 4
        assert screen.session.desk.grid.marks[3] == 2
        assert screen.session.desk.cursor == 3
        assert "picking up where you left off just now" in info(pilot)
        await press(pilot, "u")
        assert screen.session.desk.grid.marks[3] == 0
        await press(pilot, "b")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert screen.session.desk.grid.marks[3] == 2

    run(first)
    run(second, text=None)


def test_typing_in_goes_on_after_a_restart_until_it_is_done() -> None:
    async def begin(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "i", "5", "3")

    async def end(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "TYPE IN" in mode_shown(pilot)
        await press(pilot, "7", "enter")
        assert screen.session.desk.grid.givens[:3] == (5, 3, 7)

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
                saved = Autosave(other).newest()
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
        await press(pilot, "o", "end", "enter")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        assert [choice.title.split(", ")[1] for choice in dialog._choices] == ["2×2", "2×2", "3×3"]
        await press(pilot, "end", "enter")
        await pilot.pause()
        assert screen.session.desk.grid.placed[2] == 4
        assert screen.session.solving.setup.problem.size == 9

    run(script)


def test_two_programs_with_one_puzzle_lose_neither_work() -> None:
    editor = Editor(parse(NEWSPAPER))
    with Store.open() as here, Store.open() as there:
        one, two = Autosave(here), Autosave(there)
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
        assert screen.session.desk.grid.filled
        await press(pilot, "4")
        assert mode_shown(pilot) == "VALUES"

    run(script, text=None)


def test_without_a_disk_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path / "file" / "home"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4")
        assert screen.session.desk.grid.placed[2] == 4
        assert not screen.session.desk.saved
        assert "NOT SAVED" in screen.query_one("#titlebar")._note  # type: ignore[attr-defined]

    run(script)


def test_f1_explains_the_keys_of_a_dialog_and_gives_it_back() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        async def explained() -> str:
            below = pilot.app.screen
            await pilot.press("f1")
            assert isinstance(pilot.app.screen, HelpDialog)
            console = pilot.app.console
            with console.capture() as captured:
                console.print(pilot.app.screen._content())
            await pilot.press("f1")
            assert pilot.app.screen is below
            return captured.get()

        await pilot.press("o")
        assert "To another line" in await explained()
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, FileDialog)
        assert "Complete it" in await explained()
        await pilot.press("escape", "o", "enter", "enter")
        assert isinstance(pilot.app.screen, PuzzleDialog)
        assert "with that number" in await explained()
        await pilot.press("escape")
        await pilot.app.run_action("rename", screen.query_one("#body"))
        await pilot.pause()
        await pilot.press("?")  # a sign like any other there
        assert isinstance(pilot.app.screen, LineDialog)
        assert "the reason appears below" in await explained()
        await pilot.press("enter")
        assert screen.session.desk.editor.puzzle.title.endswith("?")
        await pilot.app.run_action("command", screen.query_one("#body"))
        await pilot.pause()
        assert "Copy all" in await explained()
        await pilot.press("q")

    run(script)


def test_f1_over_any_other_dialog_tells_its_keys_in_short() -> None:
    class Plain(Dialog):
        def compose(self) -> ComposeResult:
            box = Vertical(classes="box")
            box.border_subtitle = "enter go on   esc cancel"
            yield box

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.app.push_screen(Plain())
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, HelpDialog)
        assert str(pilot.app.screen._content()) == "enter go on   esc cancel"

    run(script)


def test_dialogs_draw_in_ascii_too() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        def shown() -> str:
            strips = pilot.app.screen._compositor.render_strips()
            return "\n".join(strip.text for strip in strips)

        assert shown().splitlines()[0].rstrip().endswith("saved")
        for keys in (("o",), ("enter",), ("down", "enter"), ("f1",)):
            await pilot.press(*keys)
            assert shown().isascii(), shown()
        await pilot.press("escape", "escape", "o", "down", "down", "enter")
        assert "boxes 2x3: rows x columns" in shown()
        await pilot.press("end", "enter", *"9x9", "enter")
        await pilot.pause()
        assert "order 81 is too large" in shown()
        assert shown().isascii()
        await pilot.press("escape", "e")
        assert shown().isascii()
        await pilot.press("escape")

    run(script, start=Start("sudoku", None, True))


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


def test_a_paste_is_shown_before_it_takes_the_place_of_a_puzzle() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        shape = screen.session.desk.grid.shape
        pilot.app.post_message(Paste(TINY))
        await pilot.pause()
        await settle(pilot)
        assert isinstance(pilot.app.screen, PuzzleDialog)
        await pilot.press("escape")
        assert screen.session.desk.grid.shape == shape
        await paste(pilot, TINY)
        assert screen.session.desk.grid.shape == Shape(2, 2)

    run(script)


def test_a_long_list_of_choices_is_searched() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "q")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        await press(pilot, "slash")
        await press(pilot, *"sword")
        await pilot.pause()
        lines = dialog.query_one(OptionList)
        assert lines.option_count == 3, "plain, finned and sashimi"
        await press(pilot, *"fishes")
        await pilot.pause()
        assert lines.option_count == 0
        assert "no line has swordfishes" in str(dialog.query_one(".-message", Static).visual)
        await press(pilot, "escape")
        await pilot.pause()
        assert lines.option_count > 60
        assert pilot.app.screen is dialog
        await press(pilot, "slash")
        await press(pilot, *"xyz")
        await pilot.pause()
        await press(pilot, "enter")
        await settle(pilot)
        assert screen.session.desk.puzzle.title == "Training: XYZ-Wing"

    run(script)
