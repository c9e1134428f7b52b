"""What looks like a control on the exact cover screen works by mouse."""

from __future__ import annotations

from typing import Any

from textual.events import MouseScrollDown
from textual.pilot import Pilot

from tests.tui.driving import text_of
from tests.tui.screens.cover.steps import app_with, press, screen_of, settle
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.lines import Lines
from tui.screens.cover.matrix import CoverMatrix


async def click(pilot: Pilot[Any], widget: Lines, text: str, line: int = 0) -> None:
    """Click on a text that the widget shows."""
    x = text_of(widget).splitlines()[line].index(text)
    left, top = widget.content_region.offset
    await pilot.click(offset=(left + x, top + line))
    await settle(pilot)


async def test_the_footer_and_the_modes() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        bar = screen.query_one(KeyBar)
        await click(pilot, bar, "step")
        assert screen.search.reason is not None
        assert screen.search.reason.node == 1
        await click(pilot, bar, "F1 help")
        assert type(pilot.app.screen).__name__ == "HelpDialog"
        await press(pilot, "escape")
        await click(pilot, screen.query_one(TitleBar), "Sudoku")
        assert pilot.app.current_mode == "sudoku"


async def test_the_views_by_their_names() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        stage = screen.query_one("#board")
        names = "matrix graph picture links bars tree"
        top = "".join(s.text for s in pilot.app.screen._compositor.render_strips()[stage.region.y])
        for name, view in (("graph", "graph"), ("bars", "levels"), ("matrix", "matrix")):
            await pilot.click(offset=(top.index(names) + names.index(name), stage.region.y))
            await settle(pilot)
            assert screen.session.view_name == view


async def test_options_are_taken_and_cells_edited_by_clicking_twice() -> None:
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        matrix = screen.query_one(CoverMatrix)
        await press(pilot, "H")
        lines = text_of(matrix).splitlines()
        row = next(y for y, line in enumerate(lines) if line.startswith("C"))
        await click(pilot, matrix, "C", row)
        assert matrix.cursor is not None
        assert matrix.cursor[0] == 2
        assert not screen.session.hand.anything
        await click(pilot, matrix, "C", row)
        assert screen.session.restricted.taken == (2,)
        await press(pilot, "delete", "escape", "e")
        problem = screen.session.problem
        await click(pilot, matrix, "C", row)
        x = text_of(matrix).splitlines()[row].rindex("·")
        left, top = matrix.content_region.offset
        for _ in range(2):
            await pilot.click(offset=(left + x, top + row))
            await settle(pilot)
        assert screen.session.problem != problem
        assert len(screen.session.problem.options[2]) == len(problem.options[2]) + 1


async def test_a_solution_is_looked_at_by_clicking_on_it() -> None:
    async with app_with("pentominoes-3x20").run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        await press(pilot, "enter")
        await settle(pilot)
        screen = screen_of(pilot)
        found = screen.query_one(FoundPanel)
        total = len(screen.browser.listed())
        assert total > 1
        line = next(y for y, text in enumerate(text_of(found).splitlines()) if text.lstrip(" ▸").startswith("1 "))
        await click(pilot, found, "1", line)
        assert screen.browser.place == 0
        assert f"solution 1 of {total}" in text_of(found)
        await pilot._post_mouse_events([MouseScrollDown], found, offset=(4, line + 1), button=0)
        await settle(pilot)
        assert screen.browser.place == 1
