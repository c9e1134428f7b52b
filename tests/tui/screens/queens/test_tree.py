"""The tree beside the board, through the keyboard."""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import Any

import pytest
from textual.pilot import Pilot

from core.running import Arrival, Timeline, VisitedTree
from tests import PATIENCE
from tests.cases import slow
from tests.tui.driving import text_of, until
from tests.tui.screens.queens.steps import screen_of
from tui.app import DancingQueens, Start
from tui.kit.form_panel import FormPanel
from tui.kit.queens_board import QueensBoard
from tui.kit.tree_panel import TreePanel


async def at_node(pilot: Pilot[Any], node: int) -> None:
    screen = screen_of(pilot)
    await until(pilot, lambda: screen.search.reason is not None and screen.search.reason.node == node)
    await pilot.pause()
    screen.tick()


async def open_tree(pilot: Pilot[Any]) -> VisitedTree:
    await pilot.press("T")
    screen = screen_of(pilot)
    await until(pilot, lambda: screen.session.grown_tree.tree is not None)
    await pilot.pause()
    tree = screen.session.grown_tree.tree
    assert isinstance(tree, VisitedTree)
    return tree


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens", options={"what": "6", "algorithm": "backtracking"}))


async def test_what_is_pointed_at_stands_on_the_board_with_its_reason(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        tree = await open_tree(pilot)
        panel = app.screen.query_one(TreePanel)
        assert str(tree.nodes) in text_of(panel)
        await pilot.press("down")
        await at_node(pilot, 2)
        assert len(app.screen.query_one(QueensBoard).position.queens()) == 1
        await pilot.press("down", "right")
        second = tree.level(2)[1].node
        await at_node(pilot, second)
        assert len(app.screen.query_one(QueensBoard).position.queens()) == 2
        assert str(app.screen.query_one("#why").border_title).endswith(f"node {second}")
        await pilot.press("z")
        assert panel.window is not None
        assert panel.window.root == second
        await pilot.press("Z", "Z")
        assert panel.window.root == 1


async def test_words_too_long_for_a_small_terminal_end_in_an_ellipsis(app: DancingQueens) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: screen_of(pilot).search.state == "complete")
        await open_tree(pilot)
        panel = app.screen.query_one(TreePanel)
        *_, node, legend = text_of(panel).splitlines()
        assert (node[:5], node[-1], legend[:10], legend[-1]) == ("node ", "…", "▒ dead end", "…")
        await pilot.resize_terminal(140, 45)
        assert "…" not in text_of(panel)


async def test_the_walk_moves_what_is_pointed_at(app: DancingQueens) -> None:
    async with app.run_test(size=(140, 45)) as pilot:
        await open_tree(pilot)
        await pilot.press("down")
        await at_node(pilot, 2)
        await pilot.press("d")
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.search.run is not None and screen.search.run.resting)
        screen.tick()
        panel = app.screen.query_one(TreePanel)
        assert panel.window is not None
        assert screen.search.reason is not None
        assert panel.window.node == screen.search.reason.node > 2
        assert "dead end" in text_of(panel)


async def test_levels_are_counted_with_their_dead_ends(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        tree = await open_tree(pilot)
        shown = text_of(app.screen.query_one(TreePanel)).splitlines()
        for level, (nodes, dead) in enumerate(zip(tree.by_level(), tree.by_level(tree.dead), strict=False)):
            words = shown[level + 1].split()
            assert words[-3:] == [str(level), str(nodes), str(dead)]


async def test_where_there_is_room_a_level_is_tall_and_each_of_its_lines_can_be_clicked(app: DancingQueens) -> None:
    async with app.run_test(size=(200, 50)) as pilot:
        tree = await open_tree(pilot)
        panel = app.screen.query_one(TreePanel)
        shown = text_of(panel).splitlines()
        levels = [y for y, line in enumerate(shown) if line.split()[-3:-2] and line.split()[-3].isdigit()]
        assert len(levels) == len(tree.by_level())
        assert {after - before for before, after in pairwise(levels)} == {3}
        first = tree.level(1)[0].node
        assert await pilot.click(
            panel, offset=(2, levels[2] + panel.gutter.top - 1)
        )  # the last line of the first level
        await at_node(pilot, first)
        assert panel.window is not None
        assert panel.window.node == first


async def test_escape_gives_the_form_back(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await open_tree(pilot)
        assert not app.screen.query_one(FormPanel).display
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one(FormPanel).display
        await pilot.press("8")
        assert screen_of(pilot).session.problem.n == 8


async def test_without_a_tree_it_says_why_and_what_to_look_at() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "closed-form"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("T")
        await until(pilot, lambda: "Visiting" not in screen_of(pilot).session.grown_tree.note)
        await pilot.pause()
        said = " ".join(text_of(app.screen.query_one(TreePanel)).split())
        assert "by a formula" in said
        assert "look at dlx-s instead" in said


async def test_another_choice_grows_another_tree(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        tree = await open_tree(pilot)
        await pilot.press("escape")
        screen = screen_of(pilot)
        screen.session.choose("algorithm", "dlx-s")
        assert (await open_tree(pilot)).nodes < tree.nodes


@pytest.mark.parametrize(
    "size",
    [(64, 40), (20, 6), (1, 1), slow((200, 60)), slow((60, 20)), slow((40, 15))],
)
async def test_no_size_crashes(app: DancingQueens, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await open_tree(pilot)
        await pilot.press("down", "right", "z", "left", "up")
        await pilot.pause()


async def test_the_next_key_counts_from_where_the_last_one_pointed(
    app: DancingQueens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search takes its time on the way there, and the screen is looked at again and again."""
    on_the_way, arrive, usual = threading.Event(), threading.Event(), Timeline.to

    def slowly(self: Timeline, node: int, *arguments: Any, **named: Any) -> Arrival:
        on_the_way.set()
        arrive.wait(PATIENCE)
        return usual(self, node, *arguments, **named)

    async with app.run_test(size=(80, 24)) as pilot:
        tree = await open_tree(pilot)
        await pilot.press("down")
        await at_node(pilot, 2)
        monkeypatch.setattr(Timeline, "to", slowly)
        await pilot.press("down")
        await until(pilot, on_the_way.is_set)
        screen = screen_of(pilot)
        screen.tick()
        await pilot.press("right")
        screen.tick()
        panel = screen.query_one(TreePanel)
        second = tree.level(2)[1].node
        assert panel.window is not None
        assert panel.window.node == second
        arrive.set()
        await at_node(pilot, second)
        await pilot.press("full_stop")
        await at_node(pilot, second + 1)
        assert panel.window.node == second + 1


@pytest.mark.parametrize("size", [(40, 12), (40, 40), (59, 20), (80, 24)])
async def test_the_tree_is_drawn_whole(size: tuple[int, int], app: DancingQueens) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")
        await open_tree(pilot)
        panel = app.screen.query_one(TreePanel)
        assert panel.region.width
        assert panel.region.right <= size[0]
        assert panel.region.bottom <= size[1]
