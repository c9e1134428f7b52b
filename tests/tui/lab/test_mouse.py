"""The mouse on what looks like a control: mode names, the keys below, values of the form, squares, lists."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import MouseScrollDown
from textual.message import Message
from textual.pilot import Pilot

from core import Goal, Queens
from tests.patience import patience
from tests.tui.driving import picked_from
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import HelpDialog
from tui.dialogs.pick import PickDialog
from tui.kit.form_panel import FormPanel
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.lines import Lines
from tui.kit.pick_list import PickLine, PickList
from tui.kit.queens_board import QueensBoard
from tui.screens.queens.screen import QueensScreen


async def click(pilot: Pilot[Any], widget: Lines, text: str) -> None:
    """Click on a text."""
    for y in range(widget.size.height):
        x = widget.render_line(y).text.find(text)
        if x >= 0:
            await pilot.click(widget, offset=(x + widget.gutter.left, y + widget.gutter.top))
            await pilot.pause()
            return
    raise AssertionError(f"{text!r} is not there")


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens", options={"what": "8", "algorithm": "dlx-s"}))


async def test_a_mode_s_name_leads_there(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, app.screen.query_one(TitleBar), "Compare")
        assert app.current_mode == "compare"
        await click(pilot, app.screen.query_one(TitleBar), "F2")
        assert app.current_mode == "queens"


async def test_a_dialog_keeps_the_mouse_to_itself(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await click(pilot, app.screen.query_one(KeyBar), "F1 help")
        assert isinstance(app.screen, HelpDialog)
        await pilot.click(offset=(70, 0))
        assert app.current_mode == "queens"


async def test_the_keys_below_do_what_they_say(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        await click(pilot, screen.query_one(KeyBar), "step")
        async with patience():
            while screen.search.snapshot is None or screen.search.snapshot.steps < 1:
                await pilot.pause(0.01)
        assert screen.search.snapshot.steps == 1


async def test_the_arrows_of_the_form_change_its_values(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        form = screen.query_one(FormPanel)
        row = next(y for y in range(form.size.height) if "Size" in form.render_line(y).text)
        text = form.render_line(row).text
        await pilot.click(form, offset=(text.index("›") + form.gutter.left, row + form.gutter.top))
        assert screen.session.problem == Queens(9)
        await pilot.click(form, offset=(text.index("‹") + form.gutter.left, row + form.gutter.top))
        assert screen.session.problem == Queens(8)


async def test_a_click_on_a_square_puts_a_queen_there(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        board = screen.query_one(QueensBoard)
        await pilot.pause()
        assert board._origin is not None
        left, top, wide, high = board._origin
        await pilot.click(board, offset=(left + 3 * wide + 1 + board.gutter.left, top + 2 * high + board.gutter.top))
        await pilot.pause()
        assert screen.session.problem.placed == ((2, 3),)


async def test_a_click_on_a_value_opens_the_list_of_them_or_swaps_two(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        form = screen.query_one(FormPanel)
        await click(pilot, form, "DLX + S")
        assert isinstance(app.screen, PickDialog)
        first, *_ = lines = picked_from(pilot)
        assert "the proposed one: bitmask" in first.title
        assert "(backtracking)" in lines[4].title
        await pilot.press("escape")
        await click(pilot, form, "count all")
        assert isinstance(app.screen, PickDialog)
        await pilot.press("up", "enter")
        assert screen.session.setup.goal is Goal.ALL
        before = screen.session.problem
        await click(pilot, form, "8 × 8")
        assert isinstance(app.screen, QueensScreen)
        assert screen.session.problem == before
        await pilot.press("6")
        assert screen.session.problem == Queens(6)


async def test_a_pick_list_goes_where_it_is_clicked() -> None:
    chosen: list[int] = []

    class Watched(PickList):
        def post_message(self, message: Message) -> bool:
            if isinstance(message, PickList.Chosen):
                chosen.append(self.index)
            return super().post_message(message)

    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        lines = [PickLine(at, f"line {at}") for at in range(9)]
        names = Watched(lines, numbered=True, clicked_twice=True)
        await app.screen.mount(names)
        names.styles.width, names.styles.height = 20, 5
        await pilot.pause()
        await pilot.click(names, offset=(4, 3))
        assert (names.index, chosen) == (3, [])
        await pilot._post_mouse_events([MouseScrollDown], names, offset=(4, 3), button=0)
        assert names.index == 4
        await pilot.click(names, offset=(4, 2), times=2)
        await pilot.pause()
        assert (names.index, chosen) == (2, [2])
