"""The dialogs of the Sudoku screen: files, lists of choices, shapes, help over all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

from core import Shape
from core.sudoku import parse
from core.sudoku.human import TECHNIQUES
from tests.tui.driving import picked_from, served, text_of
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY, info, message, paste, press, run, settle
from tui.app import Start
from tui.dialogs.dialogs import Dialog, HelpDialog, LineDialog
from tui.dialogs.file import FileDialog
from tui.dialogs.pick import PickDialog
from tui.kit.form_panel import FormPanel
from tui.kit.pick_list import PickList
from tui.screens.sudoku.files import as_text
from tui.screens.sudoku.screen import SudokuScreen


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
        assert "No such file" in message(pilot)
        await pilot.press(*["backspace"] * 4, "p", "u", "tab")
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await settle(pilot)
        assert screen.session.document.grid.shape == Shape(2, 2)
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
            assert screen.session.document.editor.puzzle.title.startswith(name)

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
            assert screen.session.document.grid.shape == Shape(2, 2), typed

    run(script)


def test_the_picker_searches_refuses_and_comes_back_where_it_was() -> None:
    table = "title,level,puzzle\n" + "".join(
        f"{'easy' if number % 2 else 'hard'} {number},,{TINY[:-1]}{number % 3 or '.'}\n" for number in range(1, 31)
    )

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        await press(pilot, "9", "9")
        assert "there is no number 99" in message(pilot)
        assert dialog.query_one(PickList).index == 8
        await pilot.press("slash", *"hard 2")
        await pilot.pause()
        await pilot.press("enter")
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert screen.session.document.puzzle.title == "hard 12"
        await press(pilot, "right_parenthesis")
        assert screen.session.document.puzzle.title == "easy 13"
        await press(pilot, "left_parenthesis", "left_parenthesis")
        assert screen.session.document.puzzle.title == "easy 11"
        await press(pilot, "o", "end", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickDialog)
        assert pilot.app.screen.query_one(PickList).index == 10
        await press(pilot, "slash", "escape")
        assert isinstance(pilot.app.screen, PickDialog), "out of the search first"
        await press(pilot, "escape")
        await press(pilot, *["right_parenthesis"] * 20)
        assert "the last puzzle" in info(pilot)

    run(script, text=table)


def test_up_from_the_first_entry_leads_back_to_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.sdk").write_text(as_text(parse(TINY), "sdk"))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        pilot.app.settings.put("sudoku-folder", str(tmp_path))  # type: ignore[attr-defined]
        for key in ("o", "down", "enter"):  # each in the dialog that the one before it opens
            await press(pilot, key)
        line = pilot.app.screen.query_one("Input")
        for key in ("down", "down", "up"):
            await press(pilot, key)
        assert not line.has_focus
        await press(pilot, "up")
        assert line.has_focus
        await press(pilot, "escape")

    run(script)


def test_any_other_shape_can_be_typed() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.press("o", "down", "down", "enter")
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        await pilot.press("7", "x", "7", "enter")
        assert "too large" in message(pilot)
        await pilot.press("backspace", "backspace", "backspace", "1", "x", "2", "enter")
        await pilot.pause()
        assert screen.session.document.grid.shape == Shape(1, 2)
        await pilot.press("1", "enter", "enter")
        await settle(pilot)
        assert screen.query_one("#board").position.searched == (1, 2, 2, 1)  # type: ignore[attr-defined]

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
        assert isinstance(pilot.app.screen, PickDialog)
        assert "with that number" in await explained()
        await pilot.press("escape")
        await screen.run_action("do('rename')")
        await pilot.pause()
        await pilot.press("?")  # a sign like any other there
        assert isinstance(pilot.app.screen, LineDialog)
        assert "the reason appears below" in await explained()
        await pilot.press("enter")
        assert screen.session.document.editor.puzzle.title.endswith("?")
        await screen.run_action("do('command')")
        await pilot.pause()
        assert "Copy all" in await explained()
        await pilot.press("q")

    run(script)


def test_f1_over_any_other_dialog_tells_its_keys_in_short() -> None:
    class Plain(Dialog[None]):
        def compose(self) -> ComposeResult:
            yield self.box("Plain", "enter go on   esc cancel")

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


def test_a_long_list_of_choices_is_searched() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "q")
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        await press(pilot, "slash")
        await press(pilot, *"sword")
        await pilot.pause()
        lines = dialog.query_one(PickList)
        assert len(lines.lines) == sum("sword" in entry.name.lower() for entry in TECHNIQUES)
        await press(pilot, *"fishes")
        await pilot.pause()
        assert len(lines.lines) == 0
        assert "no line contains swordfishes" in str(dialog.query_one(".-message", Static).visual)
        await press(pilot, "escape")
        await pilot.pause()
        assert len(lines.lines) > 60
        assert pilot.app.screen is dialog
        await press(pilot, "slash")
        await press(pilot, *"coq")
        await pilot.pause()
        await press(pilot, "enter")
        await settle(pilot)
        assert screen.session.document.puzzle.title == "Training: Sue de Coq"

    run(script)


def test_steps_of_one_technique_are_told_apart_in_a_narrow_list() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "asterisk")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PickDialog)
        titles = [line.title for line in picked_from(pilot)]
        singles = [title for title in titles if title.endswith("  Naked Single")]
        assert len(singles) > 2
        assert len({title[:6] for title in singles}) == len(singles), "what follows comes first"

    run(script)


def test_the_algorithm_is_picked_from_a_list_with_the_proposed_one_first_and_stands_in_the_form() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        action = next(action for action in screen.ACTIONS if action.name == "algorithm")
        for key in ("dlx", ""):
            await screen.perform(action)
            await pilot.pause()
            lines = picked_from(pilot)
            assert lines[0].title == "the proposed one: bitmask"
            assert {line.value: line.refused for line in lines if line.refused} == {"bands": "bands starts at size 9"}
            await press(pilot, "home", *["down"] * [line.value for line in lines].index(key), "enter")
            await served(pilot)
            assert screen.session.solving.setup.entry.key == (key or "bitmask")
            assert screen.session.solving.setup.entry.title[:12] in text_of(screen.query_one("#form", FormPanel))

    run(script, text=TINY)
