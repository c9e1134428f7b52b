"""The Sudoku screen: the whole grid at once, and the solvers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from core import Goal, Shape
from tests.tui.driving import said, text_of, until
from tests.tui.screens.sudoku.sessions import can
from tests.tui.screens.sudoku.steps import (
    NEWSPAPER,
    SOLUTION,
    TINY,
    TWO_SOLUTIONS,
    info,
    mode_shown,
    page,
    paste,
    press,
    run,
    settle,
)
from tui.kit.frame import KeyBar
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.screens.sudoku.screen import SudokuScreen

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


# The whole grid


def test_lock_unlock_clear_and_savepoints() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        givens = screen.session.document.grid.givens
        await press(pilot, "4", "s", "right", "6", "S")
        await pilot.pause()
        await press(pilot, "enter")
        await pilot.pause()
        assert (screen.session.document.grid.placed[2], screen.session.document.grid.placed[3]) == (4, 0)
        await press(pilot, "g")
        assert screen.session.document.grid.givens[2] == 4
        await press(pilot, "g")
        assert not any(screen.session.document.grid.givens)
        await press(pilot, "u", "u")
        assert screen.session.document.grid.givens == givens
        await press(pilot, "m", "n", "7", "ctrl+k")
        assert not any(screen.session.document.grid.placed)
        assert not any(screen.session.document.grid.marks)
        await press(pilot, "u")
        assert any(screen.session.document.grid.marks)

    run(script)


def test_the_last_cell_is_cheered() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, SOLUTION[2])
        assert screen.session.document.grid.solved
        assert "solved" in info(pilot)

    run(script, text=SOLUTION[:2] + "." + SOLUTION[3:])


def test_the_clock_can_be_hidden_and_stays_hidden() -> None:
    shown = re.compile(r"\d:\d\d")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert shown.search(info(pilot))
        await press(pilot, "t")
        assert not shown.search(info(pilot))

    async def later(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert not shown.search(info(pilot))

    run(script)
    run(later)


# Solving


def test_the_solution_is_shown_beside_the_own_grid_and_written_in_on_request() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "1", "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION 1")
        assert "".join(map(str, screen.query_one(SudokuBoard).position.searched or ())) == SOLUTION
        assert screen.session.document.grid.placed[2] == 1
        assert info(pilot).startswith("4 found")  # what is said of a cell is what is seen there
        await press(pilot, "left")
        assert info(pilot).startswith("3 given")
        await press(pilot, "right", "enter")
        await settle(pilot)
        await press(pilot, "escape")
        assert mode_shown(pilot) == "VALUES"
        assert info(pilot).startswith("1 mine")
        await press(pilot, "v", "w")
        assert "".join(map(str, screen.session.document.grid.values)) == SOLUTION
        assert "u undoes it" in info(pilot)
        await press(pilot, "u")
        assert info(pilot).endswith("undone: solution written in")
        assert screen.session.document.grid.filled == 31
        assert screen.session.document.grid.placed[2] == 1

    run(script)


def test_a_search_is_watched_paused_stepped_and_stopped() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_algorithm("dlx")
        await press(pilot, "full_stop")

        def filled() -> int:
            return sum(map(bool, screen.query_one(SudokuBoard).position.searched or ()))

        await until(pilot, lambda: filled() == 31)
        await until(pilot, lambda: "paused" in mode_shown(pilot))
        await until(pilot, lambda: "r5c5 = 5: nothing else is left there" in info(pilot))
        await press(pilot, *["full_stop"] * 10)
        await until(pilot, lambda: filled() == 41)
        await until(pilot, lambda: "paused" in mode_shown(pilot))
        assert screen.session.searching
        screen.set_speed(1)
        await press(pilot, "space")
        assert screen.search.run is not None
        assert not screen.search.run.paused
        await press(pilot, "space")
        assert screen.search.run.paused
        await until(pilot, lambda: text_of(screen.query_one(KeyBar)).startswith("enter go on  . step"))
        await press(pilot, "x")
        await settle(pilot)
        assert screen.search.state == "stopped"
        await until(pilot, lambda: "stopped before" in info(pilot))

    run(script)


def test_editing_goes_on_while_a_search_runs() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        screen.session.solving.setup.choose_algorithm("backtracking")
        screen.set_speed(1)
        await press(pilot, "enter", "escape", "4", "space")
        assert screen.session.searching
        assert screen.search.run is not None
        assert not screen.search.run.paused
        assert screen.session.document.grid.placed[2] == 0
        assert [step[0] for step in screen.session.document.editor.document()["steps"]][-2:] == [
            "r1c3 = 4",
            "r1c3 emptied",
        ]
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


def test_a_search_that_was_stopped_does_not_say_of_how_many_solutions() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        solving = screen.session.solving
        solving.setup.choose_goal(Goal.ALL)
        await press(pilot, "enter")
        await until(pilot, lambda: len(solving.found()) > 1)
        await press(pilot, "x")
        await settle(pilot)
        await press(pilot, "n")
        assert re.match(r"SOLUTION 1 of [\d ]+ kept", mode_shown(pilot))

    run(script, text="." * 81)


def test_no_solution_says_why_and_giving_up_proves_nothing() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "enter")
        await settle(pilot)
        assert "no solution: row 1 holds 1 twice" in info(pilot)
        solving, grid = screen.session.solving, screen.session.document.grid
        assert solving.values_in_view == grid.values, "not what the search tried last"
        await paste(pilot, HARD)
        screen.session.solving.setup.choose_algorithm("single-branch")
        await press(pilot, "enter")
        await settle(pilot)
        assert "gave up: this proves nothing" in info(pilot)
        assert not can(screen.session, "write")

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
        assert screen.session.document.grid.shape == Shape(2, 2)
        await press(pilot, "escape", "enter")
        await settle(pilot)
        await paste(pilot, NEWSPAPER)
        await press(pilot, "pagedown", "pagedown", "end", "v")
        assert mode_shown(pilot).startswith("SOLUTION")

    run(script)


def test_choices_of_whole_bands_are_stepped_through() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        solving = screen.session.solving
        solving.choose("goal", Goal.ALL)
        assert solving.setup.entry.key == "bands"
        screen.start_search(paused=True)
        await until(pilot, lambda: solving.search.search is not None)
        for _ in range(3):
            await press(pilot, "full_stop")
        await until(pilot, lambda: re.search(r"\d in (rows|columns) \d-\d by \d by", page(pilot)))

    run(script, text="." * 81)


@pytest.mark.parametrize("key", ["enter", "full_stop", "greater_than_sign"])
def test_a_search_begins_for_the_puzzle_in_view_though_another_has_not_ended(key: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        solving = screen.session.solving
        solving.choose("goal", Goal.ALL)
        await press(pilot, "enter", "space", "escape")
        old = solving.search.run
        assert old is not None
        assert not old.finished
        for text in ("grid 4\nthermo: r1c1-r1c3", TINY):
            before = screen.session.document.grid
            pilot.app.post_message(Paste(text))
            await until(pilot, lambda before=before: screen.session.document.grid != before)
            await press(pilot, key)
            await until(pilot, lambda: solving.search.search is not None)
            assert solving.search.search is not None
            assert solving.search.run is not old
            assert solving.search.search.problem == screen.session.document.puzzle.problem
            assert screen.session.document.watching
            await press(pilot, "escape")

    run(script, text="." * 81)


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
        await until(pilot, lambda: bool(screen.search.snapshot and screen.search.snapshot.steps > 0))
        await press(pilot, "x")
        await settle(pilot)
        assert screen.search.state == "stopped"
        await press(pilot, "escape", "c", "x")
        await settle(pilot)
        assert screen.session.can("check")

    run(script, text="." * 256)


def test_a_count_that_takes_long_says_what_it_will_come_to() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        live = screen.query_one("#live", LivePanel)
        screen.session.solving.setup.choose_goal(Goal.COUNT)
        await press(pilot, "enter")
        await until(pilot, lambda: "Expected  about " in text_of(live))
        await press(pilot, "x")
        await settle(pilot)
        assert "Expected  about " in text_of(live)
        await until(pilot, lambda: not screen.session.jobs.running("forecast"))

    run(script, text="." * 81)


def test_a_paused_search_is_not_stepped_out_of_sight() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "full_stop")
        await until(pilot, lambda: "paused" in mode_shown(pilot))
        await press(pilot, "escape")
        assert mode_shown(pilot) == "VALUES"
        await press(pilot, "full_stop")
        await until(pilot, lambda: mode_shown(pilot).startswith("SEARCH"))
        await press(pilot, "a")
        await until(pilot, lambda: "candidates" in mode_shown(pilot))
        await until(pilot, lambda: screen.query_one(SudokuBoard).position.candidates)
        await press(pilot, "x")
        await settle(pilot)

    run(script)


def test_a_search_is_walked_back_and_says_why() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        def filled() -> int:
            return sum(map(bool, screen.query_one(SudokuBoard).position.searched or ()))

        await press(pilot, "full_stop")
        await until(pilot, lambda: filled() == 31)
        await until(pilot, lambda: "nothing else is left there" in info(pilot))
        await until(pilot, lambda: "Before it came 15 of the 30 givens, as choices 1 to 15." in page(pilot))
        await press(pilot, *["full_stop"] * 4)
        await until(pilot, lambda: filled() == 35)
        panel = screen.query_one("#page", TextPanel)
        await until(pilot, lambda: panel.display)
        assert str(panel.border_title).startswith("Why · node ")
        assert "r5c7=7" in page(pilot)
        assert "givens" not in page(pilot), "there were none since"
        assert "column 7" in page(pilot), "what it rules out, and through what"
        for left in (34, 33):
            await press(pilot, "comma")
            await until(pilot, lambda left=left: filled() == left)
        assert not any(screen.session.document.grid.placed), "the own grid is as it was"
        await press(pilot, "enter")
        await settle(pilot)
        assert mode_shown(pilot).startswith("SOLUTION")
        await press(pilot, "O")
        await until(pilot, lambda: "there is no node after the parent's subtree" in info(pilot))
        await press(pilot, "comma")
        await until(pilot, lambda: filled() < 81)
        assert mode_shown(pilot).startswith("SEARCH")
        await press(pilot, "home")
        await until(pilot, lambda: filled() == 30)
        await press(pilot, "escape", "comma")
        assert "tidy already" in info(pilot), "with the own grid in view the key is the grid's"
        await press(pilot, "x")
        await settle(pilot)

    run(script)


def test_keys_of_the_own_grid_pressed_over_a_solution_say_where_they_belong() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        grid = screen.session.document.grid
        await press(pilot, "enter")
        await until(pilot, lambda: "SOLUTION" in mode_shown(pilot))
        await press(pilot, "o")
        await until(pilot, lambda: "esc shows your own grid, where o opens another" in said(pilot.app)[-1])
        assert "the search has ended" in said(pilot.app)[-1]
        empty = grid.values.index(0)
        screen.session.document.cursor = empty
        await press(pilot, "9")
        await until(pilot, lambda: "this is your own grid again; 9 once more goes into" in info(pilot))
        assert not screen.session.document.watching
        assert screen.session.document.grid == grid, "nothing has been written"
        await press(pilot, "9")
        await until(pilot, lambda: screen.session.document.grid.values[empty] == 9)

    run(script)
