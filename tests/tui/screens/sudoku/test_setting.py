"""What a setter asks on the screen: which values are possible, where solutions differ, what is not needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from core.sudoku._setting import PossibleValues, possible_values
from tests.tui.driving import text_of, until
from tests.tui.screens.sudoku.sessions import session
from tests.tui.screens.sudoku.steps import (
    NEWSPAPER,
    SOLUTION,
    TWO_SOLUTIONS,
    board,
    info,
    press,
    run,
    screen_of,
    settle,
)
from tui.kit.sudoku_overlay import CandidateRole
from tui.kit.text_panel import TextPanel
from tui.screens.sudoku import setting
from tui.screens.sudoku.screen import SudokuScreen
from tui.screens.sudoku.sight import on_board


def page(pilot: Pilot[Any]) -> str:
    return " ".join(text_of(screen_of(pilot).query_one("#page", TextPanel)).split())


def struck_through(screen: SudokuScreen) -> set[tuple[int, int]]:
    """The candidates that are pointed out as impossible."""
    overlay = on_board(screen.session).overlay
    marks = overlay.candidates if overlay is not None else {}
    return {where for where, role in marks.items() if role is CandidateRole.IMPOSSIBLE}


def test_one_key_strikes_through_what_no_solution_has_until_the_grid_changes() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        before = screen.session.document.grid
        await press(pilot, "A")
        await settle(pilot)
        solution = possible_values(before.position).values
        expected = {
            (cell, value)
            for cell, bits in enumerate(before.candidates)
            for value in range(1, 10)
            if not before.values[cell] and bits & ~solution[cell] & 1 << (value - 1)
        }
        assert expected
        assert struck_through(screen) == expected
        assert screen.session.document.grid == before
        assert f"{len(expected)} candidates stand in no solution. There is one solution." in page(pilot)
        assert "– in no solution" in page(pilot).replace("\N{NO-BREAK SPACE}", " ")
        assert "–" in board(pilot)
        await press(pilot, "'", "1")  # a mark changes the grid
        assert struck_through(screen) == set()
        assert "–" not in board(pilot)

    run(script, NEWSPAPER, (140, 50))


def test_where_cells_are_narrow_only_what_is_possible_stands_there() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        await settle(pilot)
        shown = "".join(each for line in board(pilot).splitlines()[2::2] for each in line[1:] if each.isdigit())
        assert shown == SOLUTION

    run(script, NEWSPAPER)


def test_what_is_possible_in_the_cell_with_the_cursor_stands_beside_the_grid() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "right")
        assert "candidates 1 2 3 4" in info(pilot)
        await press(pilot, "A")
        await settle(pilot)
        assert "possible 1 · 3 · 0 givens" in info(pilot), "narrow cells have no room for all of them"
        await press(pilot, "A")
        assert "candidates 1 2 3 4" in info(pilot)

    run(script, "grid 4\ncage 4: r1c1 r1c2\n")


@pytest.mark.parametrize("key", ["A", "escape"])
def test_the_key_itself_and_escape_take_it_away(key: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        await settle(pilot)
        assert struck_through(screen)
        await press(pilot, key)
        assert not struck_through(screen)
        await settle(pilot)
        assert not struck_through(screen)

    run(script, NEWSPAPER)


def test_without_a_solution_that_is_said() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        await settle(pilot)
        assert "no solution from here" in info(pilot)
        assert not struck_through(screen)

    run(script, "12.3" + "." * 8 + "..4.")


def _waits(begun: threading.Event) -> Callable[..., PossibleValues]:
    """Looks until it is stopped."""

    def find(problem: Any, stopped: Callable[[], bool], progress: Callable[[float], None], seen: Any) -> PossibleValues:
        seen(7)
        progress(0.25)
        begun.set()
        waited = threading.Event()
        while not stopped():
            waited.wait(0.01)
        return possible_values(problem, stopped, progress)

    return find


@pytest.mark.parametrize(("key", "told"), [("x", True), ("escape", False), ("apostrophe", False)])
def test_it_says_how_far_it_is_and_is_stopped(key: str, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    monkeypatch.setattr(setting, "possible_values", _waits(begun))

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "A")
        await until(pilot, begun.is_set)
        screen.tick()
        assert "possible values: 25 % done, 7 solutions… x stops" in info(pilot)
        await press(pilot, "A")  # it is on already
        await press(pilot, key, *(["2"] if key == "apostrophe" else []))
        await until(pilot, lambda: not screen.session.jobs.running(setting.SETTING_JOB))
        await settle(pilot)
        assert ("undecided" in page(pilot)) is told

    run(script, NEWSPAPER)


def test_a_check_lights_the_cells_in_which_two_solutions_differ_least() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "c")
        await settle(pilot)
        overlay = on_board(screen.session).overlay
        assert overlay is not None
        assert len(overlay.cells) == 4
        assert "two differ least, in 4 cells: " in page(pilot)
        assert all(screen.session.document.grid.shape.name_of(cell) in page(pilot) for cell in overlay.cells)
        await press(pilot, "escape")
        assert on_board(screen.session).overlay is None

    run(script, TWO_SOLUTIONS)


def test_a_check_of_one_solution_lights_nothing() -> None:
    with session(NEWSPAPER) as made:
        made.checking.check()
        assert made.document.pointed is None


def test_a_check_names_and_lights_what_clashes() -> None:
    with session("1...............") as made:
        for line in ("cage 3: r1c3 r1c2", "thermo: r4c1-r4c3"):
            assert made.ruling.add(line) is None
        made.checking.check()
        assert made.document.message == "no solution, from 1 given and 2 rules"
        pointed = made.document.pointed
        assert pointed is not None
        assert pointed.text == "'cage 3: r1c3 r1c2' and 1 in r1c1 cannot both be kept."
        assert pointed.overlay.cells == {0, 1, 2}


def test_what_can_go_is_named_and_lit() -> None:
    with session("1234341221434321") as made:  # every cell is given: each can go
        assert made.ruling.add("cage 10: r1c1 r1c2 r1c3 r1c4") is None
        line = made.ruling.line(made.ruling.rules[-1])
        made.setting.spare()
        pointed = made.document.pointed
        assert pointed is not None
        assert pointed.overlay.cells == frozenset(range(16))
        assert line in pointed.text
        assert "1 in r1c1" in pointed.text
        assert "Any one of these can go" in pointed.text
        made.back()
        assert made.document.pointed is None


def test_what_can_go_is_asked_of_one_solution_only() -> None:
    with session(TWO_SOLUTIONS) as made:
        made.setting.spare()
        assert made.document.pointed is None
        assert made.document.message == "several solutions: what can go is known only where there is one"


def test_a_hint_takes_the_place_of_what_is_pointed_out() -> None:
    with session(NEWSPAPER) as made:
        made.setting.possible()
        assert made.document.pointed is not None
        made.tutor.hint()
        assert made.document.pointed is None
        assert made.tutor.shown is not None
