"""Go to a node by its number: one key on every screen that searches, refused in words beyond the end."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from core._words import grouped
from tests.tui.driving import drawn, finished, in_front, served, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import LineDialog
from tui.kit.frame import KeyBar
from tui.kit.text_panel import WhyPanel
from tui.lab.screen import LabScreen


def holds_at(screen: LabScreen, node: int) -> bool:
    run, shot = screen.search.run, screen.search.snapshot
    return run is not None and shot is not None and run.resting and shot.steps == node


async def asked(pilot: Pilot[Any], number: str) -> None:
    await pilot.press("J")
    await until(pilot, lambda: isinstance(pilot.app.screen, LineDialog))
    await pilot.press(*number, "enter")
    await served(pilot)


@pytest.mark.parametrize(("mode", "what"), [("queens", "8"), ("sudoku", ""), ("cover", "four-sets")])
async def test_one_key_on_all_screens_goes_to_a_node(mode: str, what: str) -> None:
    options = {"algorithm": "dlx", **({"what": what} if what else {})}
    async with DancingQueens(Start(mode, options=options)).run_test(size=(120, 40)) as pilot:
        await finished(pilot)
        screen = in_front(pilot, LabScreen)
        screen.start_search(paused=True)
        await until(pilot, lambda: holds_at(screen, 0))
        await until(pilot, lambda: "J go to node" in text_of(screen.query_one(KeyBar)))
        await asked(pilot, "3")
        await until(pilot, lambda: holds_at(screen, 3))
        await asked(pilot, "2")
        await until(pilot, lambda: holds_at(screen, 2))


@pytest.mark.parametrize("known", [False, True])
async def test_what_is_no_number_of_a_node_is_refused_with_what_is_one(known: bool) -> None:
    options = {"what": "6", "algorithm": "backtracking", "goal": "count", "speed": "full"}
    app = DancingQueens(Start("queens", options=options))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = in_front(pilot, LabScreen)
        screen.start_search(paused=not known)
        await until(pilot, lambda: screen.search.state == ("complete" if known else "paused"))
        await asked(pilot, "0")
        last = screen.session.last_node
        wanted = f"from 1 to {grouped(last)}" if last is not None else ", 1 or more"
        assert (last is not None, f"expected a number{' ' * known}{wanted}" in drawn(app)) == (known, True)


async def test_beyond_the_end_it_says_where_that_is_and_then_refuses() -> None:
    options = {"what": "6", "algorithm": "dlx-s", "goal": "count", "speed": "full"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen = in_front(pilot, LabScreen)
        await pilot.press("full_stop")
        await until(pilot, lambda: holds_at(screen, 1))
        await asked(pilot, "5000")
        await until(pilot, lambda: screen.search.arrival != "" and holds_at(screen, 1))
        last = screen.search.last_node
        assert last is not None
        assert screen.search.arrival == f"the search ends at node {last}, before node {grouped(5000)}"
        assert holds_at(screen, 1), "it stays where it was"
        await until(pilot, lambda: "the search ends at" in text_of(screen.query_one(WhyPanel)))
        await asked(pilot, "5000")
        assert isinstance(pilot.app.screen, LineDialog)
        said = str(pilot.app.screen.query_one(".-message", Static).render())
        assert said == f"the last node is {last}"
        await pilot.press(*["backspace"] * 4, *str(last), "enter")
        await until(pilot, lambda: holds_at(screen, last))


async def test_two_algorithms_go_there_together() -> None:
    options = {"what": "6", "algorithm": "dlx-s", "goal": "count"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        await pilot.press("b", "full_stop")
        pair: Any = pilot.app.screen
        await until(pilot, lambda: pair.session.driven is not None and pair.session.driven.resting)
        await asked(pilot, "9")
        await until(pilot, lambda: [pair.session.snapshot(side).steps for side in (0, 1)] == [9, 9])
