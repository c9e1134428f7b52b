"""The visited tree beside the grid, through the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core import Goal
from core.running import VisitedTree
from tests.cases import slow
from tests.tui.driving import text_of, until
from tests.tui.screens.sudoku.steps import screen_of
from tui.app import DancingQueens, Start
from tui.kit.frame import KeyBar
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.kit.tree_panel import TreePanel

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.fixture
def app(tmp_path: Path) -> DancingQueens:
    file = tmp_path / "hard.txt"
    file.write_text(HARD + "\n")
    return DancingQueens(Start("sudoku", options={"what": str(file), "algorithm": "dlx"}))


async def open_tree(pilot: Pilot[Any]) -> VisitedTree:
    screen = screen_of(pilot)
    await until(pilot, lambda: "".join(map(str, screen.session.document.grid.givens)) == HARD.replace(".", "0"))
    await pilot.press("T")
    panel = screen.query_one(TreePanel)
    await until(pilot, lambda: panel.window is not None)
    assert panel.window is not None
    return panel.window.tree


async def at_node(pilot: Pilot[Any], node: int) -> None:
    screen = screen_of(pilot)
    await until(pilot, lambda: screen.search.reason is not None and screen.search.reason.node == node)
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), slow((140, 45))])
async def test_what_is_pointed_at_stands_in_the_grid(app: DancingQueens, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        tree = await open_tree(pilot)
        assert tree.solved.sum() == 1
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.query_one(TreePanel).size.height > 3)
        assert not screen.query_one(LivePanel).display
        clues = sum(sign != "." for sign in HARD)
        depth = next(depth for depth in range(81) if len(tree.level(depth)) > 1)
        await pilot.press(*["down"] * depth, "right")
        node = tree.level(depth)[1].node
        await at_node(pilot, node)
        values = screen.session.solving.values_in_view
        assert values is not None
        assert sum(map(bool, values)) == max(clues, depth)  # its tree begins with the givens
        assert screen.query_one(SudokuBoard).display
        await pilot.press("d")  # the walk goes on while the tree is looked at
        await until(pilot, lambda: screen.search.reason is not None and screen.search.reason.node > node)
        await pilot.press("escape")
        await pilot.pause()
        assert not screen.query_one(TreePanel).display
        assert screen.query_one(SudokuBoard).has_focus


async def test_t_closes_what_it_opened(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await open_tree(pilot)
        await pilot.press("T")
        await pilot.pause()
        screen = screen_of(pilot)
        assert not screen.query_one(TreePanel).display
        assert screen.query_one(LivePanel).display


async def test_the_tree_is_that_of_the_search_with_its_settings(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        screen.session.solving.choose("goal", Goal.COUNT)
        await open_tree(pilot)
        await pilot.press("T")
        screen.session.solving.choose("threads", 2)
        screen.start_search(paused=True)
        await pilot.press("T")
        await until(pilot, lambda: "no tree" in text_of(screen.query_one(TreePanel)))


async def test_after_the_end_the_footer_says_how_to_look_back(app: DancingQueens) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.session.document.grid.givens[0] == 4)
        await pilot.press("enter")
        bar, panel = screen.query_one(KeyBar), screen.query_one("#page", TextPanel)
        await until(pilot, lambda: ", back  T tree  C pseudocode" in text_of(bar))
        await pilot.press("D")
        await until(pilot, lambda: "Dead end" in text_of(panel))
        assert not screen.session.grid_with_values.solved
        await until(pilot, lambda: "T tree" in text_of(bar))


async def test_a_search_that_cannot_begin_has_no_tree(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await open_tree(pilot)
        screen = screen_of(pilot)
        await pilot.press("T")
        screen.session.solving.choose("threads", 2)  # the goal is one solution, which one thread looks for
        screen.start_search(paused=True)
        await pilot.press("T")
        await until(pilot, lambda: "There is no tree to show" in text_of(screen.query_one(TreePanel)))
