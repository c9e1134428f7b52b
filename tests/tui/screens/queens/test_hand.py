"""Placing queens and forbidding squares by hand."""

from __future__ import annotations

from typing import Any

import pytest

from core import Queens
from tests.tui.driving import drawn, served, text_of, until
from tests.tui.screens.queens.steps import finish, screen_of
from tui.app import DancingQueens, Start
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar
from tui.kit.live import LivePanel
from tui.kit.queens_board import QueensBoard
from tui.screens.queens.session import QueensSession, board_of, description


def test_the_hand_puts_and_takes_away() -> None:
    session = QueensSession({"n": 4})
    session.put_queen()
    assert session.problem == Queens(4), "off the board it does nothing"
    session.hold()
    session.put_queen()
    assert session.problem == Queens(4, ((0, 0),))
    session.move_cursor(-1, 1)
    assert session.cursor == (3, 1)
    session.put_cross()
    assert session.problem == Queens(4, ((0, 0),), ((3, 1),))
    session.put_queen()
    assert session.problem == Queens(4, ((0, 0), (3, 1))), "a queen takes the place of a cross"
    session.put_cross()
    assert session.problem == Queens(4, ((0, 0),), ((3, 1),))
    session.put_cross()
    assert session.problem == Queens(4, ((0, 0),))
    session.put_queen()
    session.put_queen()
    assert session.problem == Queens(4, ((0, 0),))
    session.clear_board()
    assert session.problem == Queens(4)
    session.hold((9, 2))
    assert session.cursor == (3, 2), "within the board"


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"placed": 3, "forbidden": []},
        {"placed": [[9, 9]], "forbidden": []},
        {"placed": [[0, 0]], "forbidden": [[0, 0]]},
        {"placed": ["ab"], "forbidden": []},
    ],
)
def test_restrictions_that_make_no_sense_are_left_out(values: dict[str, object]) -> None:
    assert board_of({"n": 4, **values}) == Queens(4)


def test_restrictions_are_kept() -> None:
    board = Queens(4, ((0, 1),), ((2, 2), (3, 3)))
    assert board_of(description(board)) == board
    assert board_of({"n": 0}) is None


async def test_completions_are_counted_and_the_board_is_there_at_the_next_start() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "space", "down", "right", "right", "right", "x")
        screen = screen_of(pilot)
        assert screen.session.problem == Queens(8, ((0, 0),), ((1, 3),))
        await until(pilot, lambda: "space queen" in text_of(screen.query_one(KeyBar)))
        assert "▒" in text_of(screen.query_one(QueensBoard))
        await pilot.press("enter")
        await finish(pilot)
        assert text_of(screen.query_one(LivePanel)).startswith("Solutions 4 ")
        assert "queens 8 --placed r1c1 --forbidden r2c4" in screen.session.command()
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        assert screen.session.problem == Queens(8, ((0, 0),), ((1, 3),))
        await until(pilot, lambda: screen.search.state == "complete")  # nothing is cleared under a search
        await pilot.press("delete")
        assert screen.session.problem == Queens(8)


async def test_the_keys_of_the_hand_mean_what_they_did_once_it_is_off_the_board() -> None:
    async with DancingQueens(Start("queens", options={"speed": "1"})).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("e", "space", "space", "escape", "full_stop", "x")
        await finish(pilot)
        assert screen.session.problem == Queens(8)
        assert screen.search.state == "stopped"


async def test_a_click_puts_a_queen() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.pause()
        board = screen.query_one(QueensBoard)
        x, y = next((x, y) for y in range(24) for x in range(60) if board.square_at(x, y) == (2, 5))
        await pilot.click(QueensBoard, offset=(x + 2, y + 1))  # a border, and a cell of padding
        await pilot.pause()
        assert screen.session.problem == Queens(8, ((2, 5),))


async def test_queens_that_attack_each_other_are_named_and_stay() -> None:
    async with DancingQueens(Start("queens", options={"what": "6"})).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("e", "space", "down", "right", "space", "enter")
        await finish(pilot)
        await until(pilot, lambda: "r1c1 and r2c2 attack each other" in text_of(screen.query_one(FoundPanel)))
        assert sorted(screen.query_one(QueensBoard).position.queens()) == [(0, 0), (1, 1)]


@pytest.mark.parametrize("algorithm", ["backtracking", "brute-force", "dlx-s"])
async def test_a_placed_queen_stays_where_there_is_no_solution_with_her(algorithm: str) -> None:
    app = DancingQueens(Start("queens", options={"what": "4", "algorithm": algorithm}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("e", "space", "enter")
        await finish(pilot)
        assert screen.search.state == "complete"
        await until(pilot, lambda: screen.query_one(QueensBoard).position.queens() == [(0, 0)])
        await pilot.press("b", "enter", "f")
        await until(pilot, lambda: "done" in drawn(app))
        assert [board.position.queens() for board in app.screen.query(QueensBoard)] == [[(0, 0)]] * 2


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_local_search_that_tries_nothing_says_why(size: tuple[int, int]) -> None:
    start = Start("queens", options={"what": "6", "algorithm": "swaps"})
    app = DancingQueens(start)
    async with app.run_test(size=size) as pilot:
        screen = screen_of(pilot)
        await pilot.press("e", "space", "down", "right", "space", "enter")
        await finish(pilot)
        live = screen.query_one(LivePanel)
        await until(pilot, lambda: "r1c1 and r2c2 attack each other" in " ".join(text_of(live).split()))
        assert "not searched" in str(live.border_title)
        assert "complete" not in drawn(app)


@pytest.mark.parametrize("how", [{"button": 3}, {"control": True}])
async def test_the_mouse_forbids_a_square(how: dict[str, Any]) -> None:
    async with DancingQueens(Start("queens", options={"what": "6"})).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await served(pilot)  # the board has its place
        board = screen.query_one(QueensBoard)
        at = next((x, y) for y in range(board.size.height) for x in range(board.size.width)
                  if board.square_at(x, y) == (1, 2))  # fmt: skip
        inside = board.content_region.offset - board.region.offset
        for forbidden in (((1, 2),), ()):
            await pilot.click(board, offset=(at[0] + inside.x, at[1] + inside.y), **how)
            await served(pilot)
            assert (screen.session.problem.forbidden, screen.session.problem.placed) == (forbidden, ())
