"""The Sudoku screen: typing, modes, errors."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from core.sudoku._grid import bit, bits_of
from tests.tui.driving import served, text_of, until
from tests.tui.screens.sudoku.steps import TINY, TWO_SOLUTIONS, board, info, mode_shown, paste, press, run, settle
from tui.app import Start
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.lab.left_off import LEFT
from tui.screens.sudoku.document import Mode
from tui.screens.sudoku.screen import SudokuScreen
from tui.screens.sudoku.session import SudokuSession
from tui.settings import Settings
from tui.themes import THEMES

# Typing


def test_digits_go_straight_into_the_cell_and_zero_takes_them_out() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.document.cursor == 2
        await press(pilot, "4")
        assert screen.session.document.grid.placed[2] == 4
        assert "r1c3 = 4" in info(pilot)
        for key in ("0", "space", "backspace", "delete"):
            await press(pilot, "4", key)
            assert screen.session.document.grid.placed[2] == 0
        assert not any(screen.session.document.grid.marks)

    run(script)


def test_typed_ahead_keys_keep_their_order() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "1", "right", "2", "down", "3", "n", "4", "u", "l", "5")
        placed = {cell: value for cell, value in enumerate(screen.session.document.grid.placed) if value}
        assert placed == {2: 1, 3: 2, 16: 5}

    run(script)


def test_givens_stay_as_they_are() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "home", "9", "0", "apostrophe", "9")
        assert screen.session.document.grid.values[0] == 5
        assert "r1c1 is given" in info(pilot)

    run(script)


def test_moves_with_arrows_and_letters() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for keys in (("right", "down", "up", "left"), ("l", "j", "k", "h")):
            for key, cell in zip(keys, (3, 12, 3, 2), strict=True):
                await press(pilot, key)
                assert screen.session.document.cursor == cell

    run(script)


def test_moves_by_row_box_and_empty_cell() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for key, cell in (
            ("home", 0), ("end", 8), ("right", 0), ("pagedown", 27), ("pageup", 0), ("pageup", 54), ("pagedown", 0),
            ("right_square_bracket", 3), ("left_square_bracket", 0), ("ctrl+right", 3), ("ctrl+down", 30),
            ("home", 27), ("n", 28), ("p", 26), ("up", 17),
        ):  # fmt: skip
            await press(pilot, key)
            assert screen.session.document.cursor == cell, key

    run(script)


def test_a_newspaper_puzzle_is_typed_row_by_row() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "o", "down", "down", "enter")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert screen.session.document.mode is Mode.GIVENS
        assert mode_shown(pilot) == "TYPE IN"
        # A slip, rubbed out; and three ways to leave a cell empty.
        await press(pilot, "1", "2", "backspace", "space", "3", "0")
        await press(pilot, *("full_stop" if sign == "." else sign for sign in TINY[4:]))
        assert "".join(str(v) if v else "." for v in screen.session.document.grid.givens) == TINY
        await press(pilot, "enter")
        assert screen.session.document.mode is Mode.VALUES
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION 1")

    run(script, text="." * 16)


def test_letters_and_two_digits_above_nine() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        assert screen.session.document.grid.placed[0] == 10
        assert "r1c1 = A (10)" in info(pilot)
        await press(pilot, "right", "1", "2")
        assert screen.session.document.grid.placed[1] == 12
        await press(pilot, "right", "1", "right", "2")
        assert screen.session.document.grid.placed[2:4] == (1, 2)
        await press(pilot, "right", "number_sign", "1", "1")
        assert screen.session.document.grid.placed[4] == 11
        await press(pilot, "right", "apostrophe", "number_sign", "1", "0", "apostrophe", "C")
        assert screen.session.document.grid.marks[5] == bits_of((10, 12))
        await press(pilot, "right", "1", "0")
        assert screen.session.document.grid.placed[6] == 10
        await press(pilot, "D")
        assert "D is not a value here" in info(pilot)
        await press(pilot, "number_sign", "1", "3")
        assert "from 1 to 12, not 13" in info(pilot)
        assert screen.session.document.grid.placed[6] == 10

    run(script, text="." * 144)


# Modes


def test_pencil_marks_by_mode_and_for_one_key() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "apostrophe")
        assert "next: MARK" in mode_shown(pilot)
        await press(pilot, "1")
        document = screen.session.document
        assert (document.grid.marks[2], document.grid.placed[2], document.pending.once) == (bit(1), 0, None)
        await press(pilot, "m")
        assert mode_shown(pilot).startswith("MARKS")
        await press(pilot, "2", "4", "4")
        assert screen.session.document.grid.marks[2] == bits_of((1, 2))
        await press(pilot, "m", "4")
        assert screen.session.document.grid.placed[2] == 4
        await press(pilot, "apostrophe", "5")
        assert "empty it first" in info(pilot)
        # The value goes first, and the marks are there again.
        await press(pilot, "0")
        assert screen.session.document.grid.marks[2] == bits_of((1, 2))
        await press(pilot, "0")
        assert screen.session.document.grid.marks[2] == 0

    run(script)


def test_digit_first_puts_one_digit_in_many_cells() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "d", "4", "space")
        assert mode_shown(pilot) == "DIGIT FIRST 4"
        assert screen.session.document.grid.placed[2] == 4
        await press(pilot, "down", "right", "right", "right", "right", "space")
        assert screen.session.document.grid.placed[15] == 4
        await press(pilot, "space")
        assert screen.session.document.grid.placed[15] == 0
        await until(pilot, lambda: "put 4" in text_of(screen.query_one(KeyBar)))
        await press(pilot, "escape")
        assert screen.session.document.mode is Mode.VALUES

    run(script)


def test_candidates_never_touch_what_a_person_wrote() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "apostrophe", "9", "apostrophe", "1")
        marks = screen.session.document.grid.marks
        await press(pilot, "a")
        assert "candidates" in mode_shown(pilot)
        assert screen.session.document.grid.marks == marks
        assert screen.query_one(SudokuBoard).position.candidates
        await press(pilot, "quotation_mark", "2")
        assert screen.session.document.grid.candidates[2] == bits_of((1, 4))
        assert screen.session.document.grid.marks == marks
        await press(pilot, "quotation_mark", "2", "a")
        assert screen.session.document.grid.candidates[2] == bits_of((1, 2, 4))
        assert screen.session.document.grid.marks == marks
        assert not screen.query_one(SudokuBoard).position.candidates

    run(script)


def test_escape_leads_back_to_values() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "m", "apostrophe", "escape")
        assert (screen.session.document.pending.once, screen.session.document.mode) == (None, Mode.MARKS)
        await press(pilot, "escape")
        assert screen.session.document.mode is Mode.VALUES
        await press(pilot, "i", "escape")
        assert screen.session.document.mode is Mode.VALUES

    run(script)


# Errors


def test_an_error_is_shown_explained_and_undone() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5")
        assert "row 1 holds 5 twice: r1c1 and r1c3" in info(pilot)
        assert board(pilot).count("5!") == 2
        await press(pilot, "u")
        assert "5!" not in board(pilot)
        assert "undone: r1c3 = 5" in info(pilot)
        await press(pilot, "z")
        assert screen.session.document.grid.placed[2] == 5
        await press(pilot, "u", "u", "u", "u", "u")
        assert "nothing to take back" in info(pilot) or not screen.session.document.editor.can_undo

    run(script)


def test_what_is_asked_for_stands_before_a_broken_rule() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5")
        assert "row 1 holds 5 twice" in info(pilot)
        await press(pilot, "number_sign")
        assert "type a number from 1 to 9" in info(pilot)
        await press(pilot, "escape")
        assert "row 1 holds 5 twice" in info(pilot)

    run(script)


def test_an_error_in_cells_of_one_character_is_pointed_at_from_the_lines() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "4", "right", "right", "4")
        lines = [line.strip() for line in board(pilot).splitlines()]
        assert lines[0].startswith("┏!━!"), "above the columns"
        assert lines[1].startswith("1 !4·4"), "and to the left of the box"
        assert board(pilot).count("!") == 3
        await press(pilot, "0")
        assert "!" not in board(pilot)

    run(script, text="." * 625)


def test_escape_leads_from_the_form_to_the_board() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "tab", "enter")
        await settle(pilot)
        await press(pilot, "escape", "right")
        assert screen.session.solving.setup.entry.key == "bands"  # not the next algorithm
        assert screen.session.document.cursor == 3
        assert screen.query_one(SudokuBoard).has_focus

    run(script)


def test_the_number_of_a_solution_goes_before_the_way_back() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot) == "SOLUTION 72 of 72 · esc my grid"
        await pilot.resize_terminal(66, 24)
        await until(pilot, lambda: screen.board.size.width < 30)
        assert mode_shown(pilot) == "SOLUTION 72 of 72"

    run(script, text=TWO_SOLUTIONS, start=Start("sudoku", options={"goal": "all"}))


def test_typing_goes_into_the_cell_from_the_form_too() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        form = screen.query_one("#form")
        assert "tab to come here" in text_of(form)  # type: ignore[arg-type]
        low = form.size.height
        await press(pilot, "tab")
        await pilot.pause()
        assert form.has_focus
        assert form.size.height > low, "room for the whole explanation"
        await press(pilot, "4")
        assert screen.session.document.grid.placed[2] == 4
        await press(pilot, "backspace")
        assert not any(screen.session.document.grid.placed)
        await press(pilot, "tab")
        await pilot.pause()
        assert form.size.height == low

    run(script)


def test_check_tells_how_many_solutions_and_no_more() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "c")
        await settle(pilot)
        assert "one solution" in info(pilot)
        await press(pilot, "4", "c")
        await settle(pilot)
        assert "all your values are right" in info(pilot)
        await press(pilot, "2", "c")
        await settle(pilot)
        assert "1 of your values is wrong" in info(pilot)
        await paste(pilot, TWO_SOLUTIONS)
        await press(pilot, "c")
        await settle(pilot)
        assert "72 solutions" in info(pilot)
        await press(pilot, "1", "c")
        await settle(pilot)
        assert "from your position there is none" in info(pilot)
        await paste(pilot, "11.." + "." * 12)
        await press(pilot, "c")
        await settle(pilot)
        assert "no solution: row 1 holds 1 twice" in info(pilot)

    run(script)


def test_lines_and_cells_of_the_grid_take_the_colours_of_another_theme() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        board = screen.query_one(SudokuBoard)
        found = []
        for theme in [theme.name for theme in THEMES][:2]:
            pilot.app.theme = theme
            await served(pilot)
            line = [segment for y in range(board.size.height) for segment in board.render_line(y)]
            tones = {name: board.tone(f"sudoku--{name}").color for name in ("box", "line", "given")}
            used = {segment.style.color for segment in line if segment.style is not None}
            assert set(tones.values()) <= used
            found.append(tones)
        one, other = found
        assert all(one[name] != other[name] for name in one)

    run(script)


def test_a_digit_draws_only_what_it_changes_and_writes_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str | None] = []
    paint, put = Lines.paint, Settings.put

    def noted(self: Lines) -> None:
        painted.append(self.id)
        paint(self)

    def put_noted(self: Settings, name: str, value: Any) -> None:
        if name != LEFT:  # the place on the screen is kept a moment after any key, on a busy machine after this one
            painted.append("settings")
        put(self, name, value)

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "right", "left")
        monkeypatch.setattr(Lines, "paint", noted)
        monkeypatch.setattr(Settings, "put", put_noted)
        await press(pilot, "4")
        assert {"board", "info", "page"} <= set(painted)
        assert not {"form", "live", "tree", "titlebar", "settings"} & set(painted)
        await press(pilot, "t")
        assert "settings" in painted
        await press(pilot, "enter")
        await settle(pilot)
        assert {"live", "board"} <= set(painted)

    run(script, size=(120, 40))


def test_a_digit_is_looked_at_once_and_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(name: str, of: Any) -> Any:
        def call(self: Any, *given: Any) -> Any:
            asked.append(name)
            return of(self, *given)

        return call

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.clock_shown = False  # or it may be looked at between
        await press(pilot, "4")
        monkeypatch.setattr(SudokuSession, "view", counted("view", SudokuSession.view))
        monkeypatch.setattr(SudokuBoard, "compose_lines", counted("board", SudokuBoard.compose_lines))
        monkeypatch.setattr(TextPanel, "compose_lines", counted("text", TextPanel.compose_lines))
        await press(pilot, "1")
        assert asked == ["view", "board", "text", "text"], "the cell, and what is left to place"

    run(script)
