"""The Sudoku screen teaches: hints, steps, why not, broken rules."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests import ROOT
from tests.tui.driving import text_of
from tests.tui.screens.sudoku.steps import board, info, mode_shown, page, press, run, settle
from tui.app import Start
from tui.dialogs.pick import PickDialog
from tui.kit.lines import Lines
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.screens.sudoku.screen import SudokuScreen

PAIR = "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_a_hint_comes_in_four_steps_with_signs_on_the_grid() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        panel = screen.query_one("#page", TextPanel)
        assert not panel.display
        await press(pilot, "slash")
        await settle(pilot)
        assert panel.display
        assert str(panel.border_title) == "Hint 1 of 4"
        assert page(pilot).startswith("Look at row 1.")
        await press(pilot, "slash")
        assert "Locked Pair" in page(pilot)
        assert "×" not in board(pilot)
        await press(pilot, "slash")
        assert "r1c45<>1" in page(pilot)
        assert "× gone" in page(pilot)
        assert "16●" in board(pilot)
        assert "16×" in board(pilot)
        await press(pilot, "slash")
        assert not panel.display
        assert "u undoes it" in info(pilot)
        assert screen.session.document.grid.struck[3] == 1
        await press(pilot, "slash")
        await settle(pilot)
        await press(pilot, "escape")
        assert not panel.display

    run(script, text=PAIR)


def test_hints_are_drawn_in_ascii_and_in_every_size() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "slash")
        await settle(pilot)
        await press(pilot, "slash", "slash")
        assert "16*" in board(pilot)
        assert "16x" in board(pilot)
        for size in ((140, 45), (60, 30), (44, 14), (20, 8), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = "".join(text_of(widget) for widget in screen.query(Lines) if widget.size)
            assert lines.isascii()
        assert "16x" in board(pilot)

    run(script, text=PAIR, start=Start("sudoku", "ansi-dark", True))


def test_steps_are_chosen_from_a_list_with_a_look_at_each() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "asterisk")
        await settle(pilot)
        dialog = pilot.app.screen
        assert isinstance(dialog, PickDialog)
        await press(pilot, "down")
        assert dialog.query_one(SudokuBoard).position.overlay is not None
        await press(pilot, "enter")
        await pilot.pause()
        assert str(screen.query_one("#page", TextPanel).border_title) == "Hint 3 of 4"
        await press(pilot, "colon")
        await settle(pilot)
        await press(pilot, "6", "enter")
        await pilot.pause()
        assert "5 steps done" in info(pilot)
        await press(pilot, "u")
        assert screen.session.document.grid.filled == 44

    run(script, text=PAIR)


def test_why_not_is_asked_with_two_keys() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "w")
        assert "next: WHY NOT" in mode_shown(pilot)
        await press(pilot, "9")
        await settle(pilot)
        assert "r1c3 sees r3c2, where 9 is already placed." in page(pilot)
        assert "9×" in board(pilot)
        assert not screen.session.document.grid.placed[2]
        await press(pilot, "enter")
        await settle(pilot)
        await press(pilot, "w")
        assert "solution written in" in info(pilot), "the same key, while a solution is looked at"

    run(script)


def test_the_lower_right_is_used_on_a_large_terminal() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        left, steps = screen.query_one("#left", TextPanel), screen.query_one("#page", TextPanel)
        assert left.display
        assert "/  a hint" in text_of(steps)
        shown = text_of(left)
        assert str(left.border_title) == "Left to place: 51"
        assert shown.splitlines()[0].split() == list("123456789")
        assert shown.splitlines()[1].split() == list("676764645"), "nine of each, but for those given"
        assert "row 1     1 2 4 6 8 9" in shown
        assert "no rule is broken" in shown
        await press(pilot, "5")
        assert "2 rules broken; ! lists them" in text_of(left)
        await press(pilot, "4")
        assert "1 r1c3 = 5" in page(pilot)
        assert "no rule is broken" in text_of(left)
        await press(pilot, *["underscore"] * 3)
        assert str(steps.border_title) == "Candidates of row 1"
        assert left.display
        assert not screen.query_one(LivePanel).display
        await press(pilot, "enter")
        await settle(pilot)
        assert screen.query_one(LivePanel).display
        assert not left.display, "a search has figures to show in its place"

    run(script, size=(140, 45))


def test_a_reason_longer_than_its_panel_is_scrolled() -> None:
    from core.sudoku._formats import Puzzle
    from core.sudoku._formats.base import SourceText
    from core.sudoku.human._library import Case, read_cases

    library = ROOT / "tests" / "core" / "sudoku" / "technique_cases.txt"
    cases = [case for case in read_cases(SourceText.of(library.read_text(encoding="utf-8"))) if isinstance(case, Case)]
    chains = [(case, step) for case in cases if case.code == "0903" for step in case.steps() if case.concludes(step)]
    case, step = max(chains, key=lambda each: len(each[1].sentence))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        panel = screen.query_one("#page", TextPanel)
        screen.session.document.open(Puzzle(case.grid), "")
        screen.session.tutor.show(step)
        screen.tick()
        await pilot.pause()
        begin = screen.session.document.cursor
        assert step.name in page(pilot)
        assert step.consequence not in page(pilot)
        assert "pgdn more · / goes on" in str(panel.border_subtitle)
        await press(pilot, *["pagedown"] * 4)
        assert " ".join(page(pilot).split()).split(": ")[-1].startswith(step.consequence)
        assert "pgup more" in str(panel.border_subtitle)
        assert "pgdn" not in str(panel.border_subtitle)
        assert screen.session.document.cursor == begin
        await press(pilot, *["pageup"] * 4)
        assert step.name in page(pilot)
        await press(pilot, "escape", "pagedown")
        assert screen.session.document.cursor == begin + 27, "with nothing to scroll, it goes down by a box"

    run(script, size=(60, 30))


def test_letters_that_are_values_are_commands_behind_the_semicolon() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "c")
        assert screen.session.document.grid.placed[0] == 12
        await press(pilot, "semicolon", "a")
        await pilot.pause()
        assert screen.session.document.show_candidates
        await press(pilot, "u")
        assert screen.session.document.grid.placed[0] == 0, "U is no value: it is a command as ever"

    run(script, text="." * 256)


def test_colours_have_numbers_too() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "grave_accent", "3")
        assert "coloured green" in info(pilot)
        assert "³" in board(pilot)
        await press(pilot, "apostrophe", "4", "escape", "u", "u")
        assert not screen.session.document.editor.colours

    run(script)


def test_broken_rules_are_listed_and_gone_to() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5", "end", "6")
        assert "! lists them" in info(pilot)
        await press(pilot, "exclamation_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PickDialog)
        await press(pilot, "end", "enter")
        await pilot.pause()
        assert "box 3 holds 6 twice" in info(pilot)
        assert screen.session.document.cursor == 25

    run(script)
