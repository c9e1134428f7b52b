"""Two searches side by side wherever a search is: a Sudoku's grids, exact covers' pictures, words for anything else."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from core import ExactCover, Problem, Queens, Shape, Sudoku
from tests.tui.driving import in_front, picked_from, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.form import FormDialog
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.levels_table import LevelsTable
from tui.kit.lines import Lines
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel, WhyPanel
from tui.lab.beside import Beside
from tui.lab.lockstep_screen import LockstepScreen
from tui.screens.cover.beside import CoverBeside
from tui.screens.cover.picture import LanePicture
from tui.screens.queens.beside import QueensBeside
from tui.screens.sudoku.beside import SudokuBeside


async def opened(pilot: Pilot[Any]) -> LockstepScreen:
    """With what was chosen side by side, once it is known where they part."""
    await pilot.press("b")
    await until(pilot, lambda: isinstance(pilot.app.screen, LockstepScreen))
    screen = in_front(pilot, LockstepScreen)
    await until(pilot, lambda: screen.session.parting.is_of(screen.session.pair) and not screen.session.parting.at_work)
    return screen


async def at_rest(pilot: Pilot[Any]) -> None:
    screen = in_front(pilot, LockstepScreen)
    await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.resting)


def lane(screen: LockstepScreen, side: int) -> Lines:
    return screen.query_one(f"#lane{side}", Lines)


def why(screen: LockstepScreen) -> str:
    return " ".join(text_of(screen.query_one(WhyPanel)).split())


async def test_a_sudoku_s_lanes_are_its_grid_with_the_values_of_each_search() -> None:
    async with DancingQueens(Start("sudoku")).run_test(size=(140, 45)) as pilot:
        screen = pilot.app.screen
        await pilot.press("full_stop")
        await until(pilot, lambda: "b side by side" in text_of(screen.query_one(KeyBar)))
        pair = await opened(pilot)
        assert [setup.entry.key for setup in pair.session.setups] == ["bitmask", "dlx"]
        await pilot.press("tab")
        numbers = 2 * 9  # of rows and columns
        givens = sum(map(bool, pair.session.problem.givens)) + numbers  # type: ignore[attr-defined]
        for side in (0, 1):
            assert isinstance(lane(pair, side), SudokuBoard)
            assert sum(map(str.isdigit, text_of(lane(pair, side)))) == givens
        await pilot.press("full_stop")
        await at_rest(pilot)
        await pilot.press("J", "4", "0", "enter")  # the givens come first
        await until(pilot, lambda: sum(map(str.isdigit, text_of(lane(pair, 0)))) > givens)
        table = text_of(pair.query_one(LevelsTable))
        assert "choices made" in table
        assert "Bitmasks, fewest candidates first" in table  # a whole name before the last of 81 levels
        assert why(pair)
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert screen.session.held  # type: ignore[attr-defined]


async def test_two_rules_of_one_algorithm_on_an_exact_cover_part_where_the_smaller_item_lies() -> None:
    async with DancingQueens(Start("cover", options={"what": "queens-6"})).run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: not pilot.app.screen.waiting.busy)  # type: ignore[attr-defined]
        pair = await opened(pilot)
        assert [pair.session.title(side) for side in (0, 1)] == [
            "Dancing Links, first uncovered", "Dancing Links, smallest (S)",
        ]  # fmt: skip
        assert isinstance(lane(pair, 0), LanePicture)
        assert "an item with no option left" in why(pair)
        await pilot.press("n")
        await at_rest(pilot)
        assert "Place 1 of" in why(pair)
        assert "Dancing Links, smallest (S) stops: nothing is left for item" in why(pair)
        await pilot.press("n")
        await at_rest(pilot)
        assert "Place 2 of" in why(pair)


async def test_a_setting_of_the_lane_looked_at_is_changed_by_a_key() -> None:
    async with DancingQueens(Start("cover", options={"what": "four-sets"})).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: not pilot.app.screen.waiting.busy)  # type: ignore[attr-defined]
        pair = await opened(pilot)
        assert isinstance(lane(pair, 0), TextPanel)
        await pilot.press("full_stop")
        await at_rest(pilot)
        assert pair.session.leader == 1
        await pilot.press("s", "down", "right", "escape")
        assert pair.session.setups[1].settings["choice"] == "s"  # as it was
        assert pair.session.driven is not None
        await pilot.press("s")
        assert isinstance(pilot.app.screen, FormDialog)
        await pilot.press("down", "down", "right", "enter")
        await until(pilot, lambda: pilot.app.screen is pair)
        assert pair.session.setups[1].settings["order"] == "reverse"
        assert pair.session.setups[0].settings["order"] == "natural"
        assert pair.session.driven is None
        assert "item order: reverse" in str(lane(pair, 1).border_title)
        kept = pilot.app.settings.section("pair")["lanes"]["cover"]
        assert kept[1][1]["order"] == "reverse"


async def test_savepoints_have_moved_to_another_key() -> None:
    async with DancingQueens(Start("sudoku")).run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "S")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        assert len(picked_from(pilot)) == 1


@pytest.mark.parametrize(
    ("beside", "problem", "said"),
    [
        (QueensBeside(), Queens(65), "two boards go up to 64 × 64"),
        (SudokuBeside(), Sudoku.empty(Shape(6, 6)), "two grids go up to 25 × 25"),
        (CoverBeside(None), ExactCover.from_options(["a"], [["a"]] * 20_001), "two searches go up to 20 000 options"),
        (Beside(), Queens(65), ""),
    ],
)
def test_what_is_too_large_says_so(beside: Beside[Any], problem: Problem, said: str) -> None:
    assert beside.too_large(problem) == said


async def test_the_title_is_whole_at_80_columns() -> None:
    async with DancingQueens(Start("cover")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: not pilot.app.screen.waiting.busy)  # type: ignore[attr-defined]
        pair = await opened(pilot)
        for stride in ("option", "depth", "node"):
            await pilot.press("t")
            assert text_of(pair.query_one(TitleBar)).rstrip().endswith(f"21 options, by {stride}, 2/s")
