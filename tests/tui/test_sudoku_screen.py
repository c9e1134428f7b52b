"""The Sudoku screen through the keyboard."""

from __future__ import annotations

import asyncio
import io
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.filter import Monochrome, NoColor
from textual.pilot import Pilot

from core.cli import main
from core.search import Goal
from core.sudoku.grid import bit, bits_of
from core.sudoku.shape import Shape
from tui.__main__ import main as start_app
from tui.app import DancingQueens, Start
from tui.dialogs import ChoiceDialog
from tui.screens.sudoku import SudokuScreen
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.desk import Mode
from tui.screens.sudoku.info import InfoPanel
from tui.screens.sudoku.page_panel import PagePanel
from tui.screens.sudoku.pick import PuzzleDialog
from tui.screens.sudoku.steps_dialog import StepsDialog
from tui.screens.sudoku.views import mode_of
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Lines
from tui.widgets.live import LivePanel
from tui.widgets.titlebar import TitleBar

NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO_SOLUTIONS = "1..." + "." * 12
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TINY = "1.3...2..1..4..."


def text_of(widget: Lines) -> str:
    """What a line widget shows, line by line."""
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def screen_of(pilot: Pilot[Any]) -> SudokuScreen:
    screen = next(each for each in pilot.app.screen_stack if isinstance(each, SudokuScreen))
    assert isinstance(screen, SudokuScreen)
    return screen


def info(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(screen_of(pilot).query_one(InfoPanel)).split())


def board(pilot: Pilot[Any]) -> str:
    return text_of(screen_of(pilot).query_one(SudokuBoard))


def mode_shown(pilot: Pilot[Any]) -> str:
    return str(screen_of(pilot).query_one("#board").border_subtitle)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Type all keys at once, as a fast typist or a slow line does, then look."""
    for key in keys:
        event = Key(key, key if len(key) == 1 else None)
        event.set_sender(pilot.app)
        assert pilot.app._driver is not None
        pilot.app._driver.send_message(event)
    await pilot.pause()


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for searches, checks and readers, and for what they show."""
    await pilot.app.workers.wait_for_complete(
        [worker for worker in pilot.app.workers if worker.group in ("search", "check", "reading", "making", "logic")]
    )
    await pilot.pause()


async def until(condition: Callable[[], bool], pilot: Pilot[Any]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await pilot.pause(0.01)


async def paste(pilot: Pilot[Any], text: str) -> None:
    """Paste a puzzle and, where it is shown before it takes another one's place, open it."""
    pilot.app.post_message(Paste(text))
    await pilot.pause()
    await settle(pilot)
    shown = pilot.app.screen
    if isinstance(shown, PuzzleDialog) and "pasted text: 1 puzzle" in str(shown.query_one(".box").border_title):
        await pilot.press("enter")
        await settle(pilot)


def run(
    script: Callable[[Pilot[Any], SudokuScreen], Awaitable[None]], text: str | None = NEWSPAPER,
    size: tuple[int, int] = (80, 24), start: Start | None = None,
) -> None:  # fmt: skip
    """Open the screen (with a puzzle pasted) and play a script."""

    async def play() -> None:
        app = DancingQueens(start or Start("sudoku"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if text is not None:
                await paste(pilot, text)
            await script(pilot, screen_of(pilot))

    asyncio.run(play())


# Typing


def test_digits_go_straight_into_the_cell_and_zero_takes_them_out() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.desk.cursor == 2
        await press(pilot, "4")
        assert screen.session.desk.grid.placed[2] == 4
        assert "r1c3 = 4" in info(pilot)
        for key in ("0", "space", "backspace", "delete"):
            await press(pilot, "4", key)
            assert screen.session.desk.grid.placed[2] == 0
        assert not any(screen.session.desk.grid.marks)

    run(script)


def test_typed_ahead_keys_keep_their_order() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "1", "right", "2", "down", "3", "n", "4", "u", "l", "5")
        placed = {cell: value for cell, value in enumerate(screen.session.desk.grid.placed) if value}
        assert placed == {2: 1, 3: 2, 16: 5}

    run(script)


def test_givens_stay_as_they_are() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "home", "9", "0", "apostrophe", "9")
        assert screen.session.desk.grid.values[0] == 5
        assert "r1c1 is given" in info(pilot)

    run(script)


def test_moves_with_arrows_and_letters() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for keys in (("right", "down", "up", "left"), ("l", "j", "k", "h")):
            for key, cell in zip(keys, (3, 12, 3, 2), strict=True):
                await press(pilot, key)
                assert screen.session.desk.cursor == cell

    run(script)


def test_moves_by_row_box_and_empty_cell() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for key, cell in (
            ("home", 0), ("end", 8), ("right", 0), ("pagedown", 27), ("pageup", 0), ("pageup", 54), ("pagedown", 0),
            ("right_square_bracket", 3), ("left_square_bracket", 0), ("shift+right", 3), ("ctrl+down", 30),
            ("home", 27), ("n", 28), ("p", 26), ("up", 17),
        ):  # fmt: skip
            await press(pilot, key)
            assert screen.session.desk.cursor == cell, key

    run(script)


def test_a_newspaper_puzzle_is_typed_row_by_row() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "o", "down", "down", "enter")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert screen.session.desk.mode is Mode.GIVENS
        assert mode_shown(pilot) == "TYPE IN"
        # A slip, rubbed out; and three ways to leave a cell empty.
        await press(pilot, "1", "2", "backspace", "space", "3", "0")
        await press(pilot, *("full_stop" if sign == "." else sign for sign in TINY[4:]))
        assert "".join(str(v) if v else "." for v in screen.session.desk.grid.givens) == TINY
        await press(pilot, "enter")
        assert screen.session.desk.mode is Mode.VALUES
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION 1 of 1")

    run(script, text="." * 16)


def test_letters_and_two_digits_above_nine() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        assert screen.session.desk.grid.placed[0] == 10
        assert "r1c1 = A (10)" in info(pilot)
        await press(pilot, "right", "1", "2")
        assert screen.session.desk.grid.placed[1] == 12
        await press(pilot, "right", "1", "right", "2")
        assert screen.session.desk.grid.placed[2:4] == (1, 2)
        await press(pilot, "right", "number_sign", "1", "1")
        assert screen.session.desk.grid.placed[4] == 11
        await press(pilot, "right", "apostrophe", "number_sign", "1", "0", "apostrophe", "C")
        assert screen.session.desk.grid.marks[5] == bits_of((10, 12))
        await press(pilot, "right", "1", "0")
        assert screen.session.desk.grid.placed[6] == 10
        await press(pilot, "D")
        assert "D is no value here" in info(pilot)
        await press(pilot, "number_sign", "1", "3")
        assert "from 1 to 12, not 13" in info(pilot)
        assert screen.session.desk.grid.placed[6] == 10

    run(script, text="." * 144)


# Modes


def test_pencil_marks_by_mode_and_for_one_key() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "apostrophe")
        assert "next: MARK" in mode_shown(pilot)
        await press(pilot, "1")
        desk = screen.session.desk
        assert (desk.grid.marks[2], desk.grid.placed[2], desk.pending.once) == (bit(1), 0, None)
        await press(pilot, "m")
        assert mode_shown(pilot).startswith("MARKS")
        await press(pilot, "2", "4", "4")
        assert screen.session.desk.grid.marks[2] == bits_of((1, 2))
        await press(pilot, "m", "4")
        assert screen.session.desk.grid.placed[2] == 4
        await press(pilot, "apostrophe", "5")
        assert "empty it first" in info(pilot)
        # The value goes first, and the marks are there again.
        await press(pilot, "0")
        assert screen.session.desk.grid.marks[2] == bits_of((1, 2))
        await press(pilot, "0")
        assert screen.session.desk.grid.marks[2] == 0

    run(script)


def test_digit_first_puts_one_digit_in_many_cells() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "d", "4", "space")
        assert mode_shown(pilot) == "DIGIT FIRST 4"
        assert screen.session.desk.grid.placed[2] == 4
        await press(pilot, "down", "right", "right", "right", "right", "space")
        assert screen.session.desk.grid.placed[15] == 4
        await press(pilot, "space")
        assert screen.session.desk.grid.placed[15] == 0
        assert "put 4" in text_of(screen.query_one(KeyBar))
        await press(pilot, "escape")
        assert screen.session.desk.mode is Mode.VALUES

    run(script)


def test_candidates_never_touch_what_a_person_wrote() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "apostrophe", "9", "apostrophe", "1")
        marks = screen.session.desk.grid.marks
        await press(pilot, "a")
        assert "candidates" in mode_shown(pilot)
        assert screen.session.desk.grid.marks == marks
        assert screen.query_one(SudokuBoard).picture.candidates
        await press(pilot, "quotation_mark", "2")
        assert screen.session.desk.grid.candidates[2] == bits_of((1, 4))
        assert screen.session.desk.grid.marks == marks
        await press(pilot, "quotation_mark", "2", "a")
        assert screen.session.desk.grid.candidates[2] == bits_of((1, 2, 4))
        assert screen.session.desk.grid.marks == marks
        assert not screen.query_one(SudokuBoard).picture.candidates

    run(script)


def test_escape_leads_back_to_values() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "m", "apostrophe", "escape")
        assert (screen.session.desk.pending.once, screen.session.desk.mode) == (None, Mode.MARKS)
        await press(pilot, "escape")
        assert screen.session.desk.mode is Mode.VALUES
        await press(pilot, "i", "escape")
        assert screen.session.desk.mode is Mode.VALUES

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
        assert screen.session.desk.grid.placed[2] == 5
        await press(pilot, "u", "u", "u", "u", "u")
        assert "nothing to take back" in info(pilot) or not screen.session.desk.editor.can_undo

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
        assert lines[1].startswith("!4·4"), "and to the left of the box"
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
        assert screen.session.desk.cursor == 3
        assert screen.query_one(SudokuBoard).has_focus

    run(script)


def test_the_number_of_a_solution_goes_before_the_way_back() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        session = screen.session
        assert mode_of(session, 36) == "SOLUTION 72 of 72 · esc my grid"
        assert mode_of(session, 30) == "SOLUTION 72 of 72"

    run(script, text=TWO_SOLUTIONS, start=Start("sudoku", options={"goal": "all"}))


def test_typing_goes_into_the_cell_from_the_form_too() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        form = screen.query_one("#form")
        assert "tab comes here" in text_of(form)  # type: ignore[arg-type]
        low = form.size.height
        await press(pilot, "tab")
        await pilot.pause()
        assert form.has_focus
        assert form.size.height > low, "room for the whole explanation"
        await press(pilot, "4")
        assert screen.session.desk.grid.placed[2] == 4
        await press(pilot, "backspace")
        assert not any(screen.session.desk.grid.placed)
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


# The whole grid


def test_lock_unlock_clear_and_savepoints() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        givens = screen.session.desk.grid.givens
        await press(pilot, "4", "s", "right", "6", "b")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert (screen.session.desk.grid.placed[2], screen.session.desk.grid.placed[3]) == (4, 0)
        await press(pilot, "g")
        assert screen.session.desk.grid.givens[2] == 4
        await press(pilot, "g")
        assert not any(screen.session.desk.grid.givens)
        await press(pilot, "u", "u")
        assert screen.session.desk.grid.givens == givens
        await press(pilot, "m", "n", "7", "ctrl+k")
        assert not any(screen.session.desk.grid.placed)
        assert not any(screen.session.desk.grid.marks)
        await press(pilot, "u")
        assert any(screen.session.desk.grid.marks)

    run(script)


def test_the_last_cell_is_cheered() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, SOLUTION[2])
        assert screen.session.desk.grid.solved
        assert "solved" in info(pilot)

    run(script, text=SOLUTION[:2] + "." + SOLUTION[3:])


def test_the_clock_can_be_hidden_and_stays_hidden() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "0:00" in info(pilot)
        await press(pilot, "t")
        assert "0:0" not in info(pilot)

    async def later(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "0:0" not in info(pilot)

    run(script)
    run(later)


# Solving


def test_the_solution_is_shown_beside_the_own_grid_and_written_in_on_request() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "1", "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION 1 of 1")
        assert "".join(map(str, screen.query_one(SudokuBoard).picture.searched or ())) == SOLUTION
        assert screen.session.desk.grid.placed[2] == 1
        assert info(pilot).startswith("4 found")  # what is said of a cell is what is seen there
        await press(pilot, "left")
        assert info(pilot).startswith("3 given")
        await press(pilot, "right", "enter")
        await settle(pilot)
        await press(pilot, "escape")
        assert mode_shown(pilot) == "VALUES"
        assert info(pilot).startswith("1 mine")
        await press(pilot, "v", "w")
        assert "".join(map(str, screen.session.desk.grid.values)) == SOLUTION
        assert "u undoes it" in info(pilot)
        await press(pilot, "u")
        assert info(pilot).endswith("undone: solution written in")
        assert screen.session.desk.grid.filled == 31
        assert screen.session.desk.grid.placed[2] == 1

    run(script)


def test_a_search_is_watched_paused_stepped_and_stopped() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_algorithm("dlx")
        await press(pilot, "full_stop")

        def filled() -> int:
            return sum(map(bool, screen.query_one(SudokuBoard).picture.searched or ()))

        await until(lambda: filled() == 31, pilot)
        await until(lambda: "paused" in mode_shown(pilot), pilot)
        await until(lambda: "r5c5 = 5: nothing else is left there" in info(pilot), pilot)
        await press(pilot, *["full_stop"] * 10)
        await until(lambda: filled() == 41, pilot)
        await until(lambda: "paused" in mode_shown(pilot), pilot)
        assert screen.searching
        screen.set_speed(1)
        await press(pilot, "space")
        assert screen.search.run is not None
        assert not screen.search.run.paused
        await press(pilot, "space")
        assert screen.search.run.paused
        await until(lambda: text_of(screen.query_one(KeyBar)).startswith("enter go on  . step"), pilot)
        await press(pilot, "x")
        await settle(pilot)
        assert screen.search.state == "stopped"
        await until(lambda: "stopped before" in info(pilot), pilot)

    run(script)


def test_editing_goes_on_while_a_search_runs() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_algorithm("backtracking")
        screen.set_speed(1)
        await press(pilot, "enter", "escape", "4", "space")
        assert screen.searching
        assert screen.search.run is not None
        assert not screen.search.run.paused
        assert screen.session.desk.grid.placed[2] == 0
        assert [step[0] for step in screen.session.desk.editor.document()["steps"]][-2:] == ["r1c3 = 4", "r1c3 emptied"]
        await press(pilot, "v", "x")
        await settle(pilot)

    run(script)


def test_all_solutions_are_browsed() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_goal(Goal.ALL)
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION 72 of 72")
        await press(pilot, "n")
        assert mode_shown(pilot).startswith("SOLUTION 1 of 72")
        await press(pilot, "p", "p")
        assert mode_shown(pilot).startswith("SOLUTION 71 of 72")

    run(script, text=TWO_SOLUTIONS)


def test_no_solution_says_why_and_giving_up_proves_nothing() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        assert "no solution: row 1 holds 1 twice" in info(pilot)
        solving, grid = screen.session.solving, screen.session.desk.grid
        assert solving.values_in_view == grid.values, "not what the search tried last"
        await paste(pilot, HARD)
        screen.session.solving.setup.choose_algorithm("single-branch")
        await press(pilot, "enter")
        await settle(pilot)
        assert "gave up: this proves nothing" in info(pilot)
        assert not screen.can("write")

    run(script, text="11.." + "." * 12)


def test_from_my_position_the_own_values_count() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "1", "tab", "down", "down", "right", "enter")
        await settle(pilot)
        assert "there is no solution" in info(pilot)
        await press(pilot, "left", "r")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION")

    run(script)


def test_a_solution_of_another_puzzle_is_not_written_in() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        await paste(pilot, TINY)
        await press(pilot, "v", "w")
        assert "this solves another puzzle" in info(pilot)
        assert screen.session.desk.grid.shape == Shape(2, 2)
        await press(pilot, "escape", "enter")
        await settle(pilot)
        await paste(pilot, NEWSPAPER)
        await press(pilot, "pagedown", "pagedown", "end", "v")
        assert mode_shown(pilot).startswith("SOLUTION")

    run(script)


def test_the_solver_fits_the_grid_unless_somebody_chose_one() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert screen.session.solving.setup.entry.key == "bands"
        await paste(pilot, TINY)
        assert screen.session.solving.setup.entry.key == "bitmask"
        await paste(pilot, "." * 625)
        assert screen.session.solving.setup.entry.key == "learning"
        await paste(pilot, TINY)
        await press(pilot, "tab", "right")
        chosen = screen.session.solving.setup.entry.key
        await paste(pilot, NEWSPAPER)
        assert screen.session.solving.setup.entry.key == chosen

    run(script)


def test_a_large_empty_grid_is_stopped_at_once() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_goal(Goal.COUNT)
        await press(pilot, "enter")
        await until(lambda: bool(screen.search.snapshot and screen.search.snapshot.steps > 0), pilot)
        await press(pilot, "x")
        await settle(pilot)
        assert screen.search.state == "stopped"
        await press(pilot, "escape", "c", "x")
        await settle(pilot)
        assert screen.can("check")

    run(script, text="." * 256)


# Sizes


@pytest.mark.parametrize("text", [NEWSPAPER, "." * 625], ids=["9", "25"])
def test_every_size_is_survived(text: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "a", "1", "apostrophe", "2")
        for size in ((140, 45), (60, 30), (44, 14), (80, 20), (20, 8), (1, 1)):
            await pilot.resize_terminal(*size)
            await press(pilot, "down", "1")
        await press(pilot, "enter", "x")
        await settle(pilot)
        await press(pilot, "escape")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "VALUES" in mode_shown(pilot)
        assert not screen.query_one(InfoPanel).border_subtitle
        shape = screen.session.desk.grid.shape
        here = shape.name_of(screen.session.desk.cursor)
        assert str(screen.query_one("#board").border_title).endswith(here) == (shape.order > 20)
        assert "1" in board(pilot)

    run(script, text=text)


def test_the_mode_is_shown_where_there_is_no_frame() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert len(board(pilot).splitlines()) == 12
        await press(pilot, "m")
        assert str(screen.query_one(InfoPanel).border_subtitle) == "MARKS"

    run(script, size=(44, 14))


def test_a_large_grid_scrolls_with_the_cursor() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        widget = screen.query_one(SudokuBoard)
        assert widget.scrolled
        await press(pilot, "G")
        assert "G" in board(pilot)
        await press(pilot, "up")
        assert "G" not in board(pilot)
        await press(pilot, "down")
        assert "G" in board(pilot)

    run(script, text="." * 625)


def test_ascii_and_poor_terminals() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5", "right", "apostrophe", "2", "a", "tab")
        lines = "\n".join(text_of(widget) for widget in screen.query(Lines) if widget.size)
        assert lines.isascii(), {sign for sign in lines if not sign.isascii()}
        assert "5!" in lines
        await press(pilot, "enter")
        await settle(pilot)
        assert "".join(text_of(widget) for widget in screen.query(Lines) if widget.size).isascii()
        assert str(screen.query_one("#board").border_subtitle).isascii()

    run(script, start=Start("sudoku", "ansi-dark", True))


def test_a_click_moves_the_cursor() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.click("#board", offset=(4, 2))
        assert screen.session.desk.cursor == 0

    run(script)


def test_keys_in_footer_work_now_and_are_six_at_most() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for keys in ((), ("m",), ("escape", "d"), ("escape", "i"), ("escape", "enter")):
            await press(pilot, *keys)
            await settle(pilot)
            actions = screen.footer_actions()
            assert 3 <= len(actions) <= 6
            assert all(screen.can(action.name) for action in actions)
            assert "F1 help" in text_of(screen.query_one(KeyBar))
        assert screen.query_one(TitleBar)
        assert "Live" in str(screen.query_one(LivePanel).border_title)

    run(script)


def test_arguments_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "one.sdk"
    file.write_text("#LEasy\n" + "\n".join(NEWSPAPER[i : i + 9] for i in range(0, 81, 9)) + "\n")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        await settle(pilot)
        assert screen.session.solving.setup.entry.key == "dlx"
        assert mode_shown(pilot).startswith("SOLUTION 1 of 1")
        assert "Easy" in info(pilot)

    asked = {"what": str(file), "algorithm": "dlx", "run": True}
    run(script, text=None, start=Start("sudoku", options=asked))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"what": "/no/such/file"}, "No such file"),
        ({"algorithm": "magic"}, "no sudoku algorithm is called 'magic'"),
        ({"speed": "fast"}, "nodes a second, or full"),
    ],
)
def test_wrong_arguments_are_answered_in_words(asked: dict[str, Any], said: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        assert said in info(pilot)

    run(script, text=None, start=Start("sudoku", options=asked))


def test_a_theme_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        start_app(["--theme", "nope"])
    assert ended.value.code == 2
    assert "there is no theme 'nope'; --theme ? lists them" in capsys.readouterr().err


def test_the_command_line_shown_does_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    commands: list[str] = []

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for key, goal in (("dlx", Goal.FIRST), ("propagation", Goal.COUNT), ("bitmask", Goal.ALL)):
            screen.session.solving.setup.choose_algorithm(key)
            screen.session.solving.setup.choose_goal(goal)
            screen.dialogs.command()
            await pilot.pause()
            commands.append(pilot.app.screen._text)  # type: ignore[attr-defined]
            await press(pilot, "escape")

    run(script, text=TINY)
    for command in commands:
        given, _, words = command.partition(" | ")
        arguments = shlex.split(words)[3:]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(shlex.split(given)[1].encode() + b"\n")))
            assert main(arguments) == 0
    assert "2" in capsys.readouterr().out


def test_no_colour_at_all_is_legible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert any(isinstance(each, NoColor) for each in pilot.app.get_line_filters())
        assert not any(isinstance(each, Monochrome) for each in pilot.app.get_line_filters())

    run(script, start=Start("sudoku", "ansi-dark"))


# Learning


def page(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(screen_of(pilot).query_one(PagePanel)).split())


PAIR = "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"


def test_a_hint_comes_in_four_steps_with_signs_on_the_grid() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        panel = screen.query_one(PagePanel)
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
        assert screen.session.desk.grid.struck[3] == 1
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
        assert isinstance(dialog, StepsDialog)
        await press(pilot, "down")
        assert dialog.query_one(SudokuBoard).picture.overlay is not None
        await press(pilot, "enter")
        await pilot.pause()
        assert str(screen.query_one(PagePanel).border_title) == "Hint 3 of 4"
        await press(pilot, "colon")
        await settle(pilot)
        await press(pilot, "6", "enter")
        await pilot.pause()
        assert "5 steps done" in info(pilot)
        await press(pilot, "u")
        assert screen.session.desk.grid.filled == 44

    run(script, text=PAIR)


def test_why_not_is_asked_with_two_keys() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "w")
        assert "next: WHY NOT" in mode_shown(pilot)
        await press(pilot, "9")
        await settle(pilot)
        assert "r1c3 sees r3c2, where 9 is already placed." in page(pilot)
        assert "9×" in board(pilot)
        assert not screen.session.desk.grid.placed[2]
        await press(pilot, "enter")
        await settle(pilot)
        await press(pilot, "w")
        assert "solution written in" in info(pilot), "the same key, while a solution is looked at"

    run(script)


def test_the_lower_right_is_used_on_a_large_terminal() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert "what you do is listed here" in page(pilot)
        await press(pilot, "4")
        assert "1 r1c3 = 4" in page(pilot)
        await press(pilot, *["underscore"] * 3)
        assert str(screen.query_one(PagePanel).border_title) == "Candidates of row 1"
        assert screen.query_one(LivePanel).display

    run(script, size=(140, 45))


def test_a_reason_longer_than_its_panel_is_scrolled() -> None:
    from core.sudoku.formats import Puzzle
    from core.sudoku.formats.base import Source
    from core.sudoku.logic.library import Case, read_cases

    library = Path(__file__).parents[1] / "core" / "technique_cases.txt"
    cases = [case for case in read_cases(Source.of(library.read_text(encoding="utf-8"))) if isinstance(case, Case)]
    chains = [(case, step) for case in cases if case.code == "0903" for step in case.steps() if case.concludes(step)]
    case, step = max(chains, key=lambda each: len(each[1].sentence))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        panel = screen.query_one(PagePanel)
        screen.session.desk.open(Puzzle(case.grid), "")
        screen.session.tutor.show(step)
        screen.show_all()
        await pilot.pause()
        begin = screen.session.desk.cursor
        assert step.name in page(pilot)
        assert step.consequence not in page(pilot)
        assert "pgdn more · / goes on" in str(panel.border_subtitle)
        await press(pilot, *["pagedown"] * 4)
        assert " ".join(page(pilot).split()).split(": ")[-1].startswith(step.consequence)
        assert "pgup more" in str(panel.border_subtitle)
        assert "pgdn" not in str(panel.border_subtitle)
        assert screen.session.desk.cursor == begin
        await press(pilot, *["pageup"] * 4)
        assert step.name in page(pilot)
        await press(pilot, "escape", "pagedown")
        assert screen.session.desk.cursor == begin + 27, "with nothing to scroll, it goes down by a box"

    run(script, size=(60, 30))


def test_letters_that_are_values_are_commands_behind_the_semicolon() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "c")
        assert screen.session.desk.grid.placed[0] == 12
        await press(pilot, "semicolon", "a")
        await pilot.pause()
        assert screen.session.desk.show_candidates
        await press(pilot, "u")
        assert screen.session.desk.grid.placed[0] == 0, "U is no value: it is a command as ever"

    run(script, text="." * 256)


def test_colours_have_numbers_too() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "grave_accent", "3")
        assert "coloured green" in info(pilot)
        assert "³" in board(pilot)
        await press(pilot, "apostrophe", "4", "escape", "u", "u")
        assert not screen.session.desk.editor.colours

    run(script)


def test_broken_rules_are_listed_and_gone_to() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5", "end", "6")
        assert "! lists them" in info(pilot)
        await press(pilot, "exclamation_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await press(pilot, "end", "enter")
        await pilot.pause()
        assert "box 3 holds 6 twice" in info(pilot)
        assert screen.session.desk.cursor == 25

    run(script)


def test_a_paused_search_is_not_stepped_out_of_sight() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "full_stop")
        await until(lambda: "paused" in mode_shown(pilot), pilot)
        await press(pilot, "escape")
        assert mode_shown(pilot) == "VALUES"
        await press(pilot, "full_stop")
        assert mode_shown(pilot).startswith("SEARCH")
        await press(pilot, "a")
        assert screen.query_one(SudokuBoard).picture.candidates
        assert "candidates" in mode_shown(pilot)
        await press(pilot, "x")
        await settle(pilot)

    run(script)


def test_a_search_is_walked_back_and_says_why() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        def filled() -> int:
            return sum(map(bool, screen.query_one(SudokuBoard).picture.searched or ()))

        await press(pilot, "full_stop")
        await until(lambda: filled() == 31, pilot)
        assert "nothing else is left there" in info(pilot)
        await press(pilot, *["full_stop"] * 4)
        await until(lambda: filled() == 35, pilot)
        panel = screen.query_one(PagePanel)
        assert panel.display
        assert str(panel.border_title).startswith("Why: node ")
        assert "r5c7=7" in page(pilot)
        assert "column 7" in page(pilot), "what it rules out, and through what"
        for left in (34, 33):
            await press(pilot, "comma")
            await until(lambda left=left: filled() == left, pilot)  # type: ignore[misc]
        assert not any(screen.session.desk.grid.placed), "the own grid is as it was"
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION")
        await press(pilot, "comma")
        await until(lambda: filled() < 81, pilot)
        assert mode_shown(pilot).startswith("SEARCH")
        await press(pilot, "home")
        await until(lambda: filled() == 30, pilot)
        await press(pilot, "escape", "comma")
        assert "tidy already" in info(pilot), "with the own grid in view the key is the grid's"
        await press(pilot, "x")
        await settle(pilot)

    run(script)
