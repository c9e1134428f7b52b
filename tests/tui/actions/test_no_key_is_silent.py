"""A key that can do nothing says why."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from tests.tui.driving import drawn, in_front, said, served, text_of, until
from tests.tui.screens.queens.steps import screen_of
from tui.app import DancingQueens, Start
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.lab.lockstep_screen import LockstepScreen


async def pressed(pilot: Pilot[Any], *keys: str) -> list[str]:
    """What is told anew by pressing these."""
    before = len(said(pilot.app))
    await pilot.press(*keys)
    await served(pilot)
    return said(pilot.app)[before:]


async def test_placing_queens_in_a_pause_says_what_comes_first() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("full_stop")
        await until(pilot, lambda: screen.session.held)
        assert await pressed(pilot, "e") == ["e, place queens: a search is running; x stops it first"]
        await pilot.press("x")
        await until(pilot, lambda: not screen.session.searching)
        assert await pressed(pilot, "e") == []
        assert screen.session.holding


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("d", "d, next dead end: there is no search to walk through; . starts one"),
        ("backspace", "backspace, parent: there is no search to walk through; . starts one"),
        ("space", "space, pause: nothing is running; enter starts a search"),
        ("n", "n, next found: no solution is listed"),
        ("y", "y, copy: no solution is listed"),
        ("escape", "esc, back to live: no solution is in view"),
        ("delete", "del, clear board: nothing is placed or forbidden"),
        ("w", "w: does nothing here now; F1 lists the keys"),
    ],
)
async def test_before_a_search(key: str, why: str) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert await pressed(pilot, key) == [why]


@pytest.mark.parametrize(("mode", "keys"), [("queens", ()), ("queens", ("b",)), ("compare", ())])
async def test_a_text_pasted_where_none_is_read(mode: str, keys: tuple[str, ...]) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(80, 24)) as pilot:
        await pressed(pilot, *keys)
        pilot.app.post_message(Paste("Q..\n"))
        await until(pilot, lambda: said(pilot.app)[-1:] == ["nothing can be pasted here"])


async def test_backspace_goes_to_the_parent_unless_it_takes_a_digit_back() -> None:
    app = DancingQueens(Start("queens", options={"what": "8"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("1", "2", "backspace")
        assert screen.session.problem.n == 1
        await pilot.press("down", "8", "full_stop", "full_stop", "full_stop")
        await until(pilot, lambda: screen.session.held and screen.search.node == 3)
        await pilot.press("backspace")
        await until(pilot, lambda: screen.session.held and screen.search.node == 2)
        assert screen.session.problem.n == 8


async def test_a_form_says_that_there_is_no_other_value_that_way() -> None:
    app = DancingQueens(Start("queens", options={"what": "1"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "left")
        assert "Size: this is the first" in text_of(screen_of(pilot).query_one("#form", Lines))


async def test_in_lockstep_too() -> None:
    app = DancingQueens(Start("queens", options={"what": "4"}))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("b")
        await served(pilot)
        pair = in_front(pilot, LockstepScreen)
        assert await pressed(pilot, "T") == ["T: does nothing here now; F1 lists the keys"]
        assert await pressed(pilot, "d") == ["d, next dead end: there is no search to walk through; . starts one"]
        await pilot.press("full_stop")
        await until(pilot, lambda: pair.session.held)
        await pilot.press("D")
        why = pair.query_one("#why", Lines)
        await until(pilot, lambda: "there is no previous dead end" in text_of(why))
        await pilot.press("d")
        await until(pilot, lambda: "Dead end" in text_of(why))


async def test_over_the_screens_too() -> None:
    """In lists, in help and in the glossary as on the screen below."""
    app = DancingQueens(Start("queens", options={"what": "4"}))
    async with app.run_test(size=(80, 24)) as pilot:
        for opens in ("a", "f1", "question_mark"):
            await pilot.press(opens)
            await served(pilot)
            assert await pressed(pilot, "f9") == ["F9: does nothing here now; F1 lists the keys"]
            assert "F9: does nothing here now; F1 lists the keys" in drawn(app)
            await pilot.press("escape")


async def test_it_stands_in_the_key_bar_until_the_next_key_and_then_the_keys_again() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        bar = screen_of(pilot).query_one(KeyBar)
        keys = text_of(bar)
        for _ in range(2):
            await pressed(pilot, "d")
            assert text_of(bar).rstrip() == "d, next dead end: there is no search to walk through; . starts one"
        await pressed(pilot, "down")
        assert text_of(bar) == keys
