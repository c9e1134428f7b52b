"""One's own hand on the exact cover screen, by its keys."""

from __future__ import annotations

import gc
import math
import warnings

import pytest

from tests.tui.driving import drawn, text_of
from tests.tui.screens.cover.steps import app_with, open_by_name, press, screen_of, settle, why
from tui.kit.frame import KeyBar
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.offers import EDITOR, HAND


async def test_an_option_is_taken_at_a_node_and_the_search_goes_on_from_there() -> None:
    async with app_with("queens-6").run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        await press(pilot, "full_stop", "full_stop")
        chosen = screen.session.state().chosen
        assert len(chosen) == 1
        await press(pilot, "H")
        option = screen.session.state().candidates[1]
        matrix = screen.query_one(CoverMatrix)
        assert matrix.cursor is not None
        assert matrix.cursor[0] == screen.session.state().candidates[0]
        while matrix.cursor[0] < option:
            await press(pilot, "down")
        assert "space take" in text_of(screen.query_one(KeyBar))
        await press(pilot, "space")
        label = screen.session.problem.label
        assert screen.session.restricted.taken == (*chosen, option)
        assert f"By hand: {label(chosen[0])}, {label(option)} taken. Left:" in why(pilot)
        assert screen.session.hand.left is not None
        expected = [s for s in screen.session.problem.solutions() if {*chosen, option} <= set(s.options)]
        assert screen.session.hand.left.solutions == len(expected)
        assert set(screen.session.state().chosen) >= {*chosen, option}, "the search has gone to where the hand is"
        node = screen.session.state().chosen
        await press(pilot, "full_stop")
        assert screen.session.state().chosen != node, "and goes on from there"
        await press(pilot, "u")
        assert screen.session.restricted.taken == chosen, "one's own option is given back, the search's stays"
        assert set(screen.session.state().chosen) >= set(chosen), "so it is at the node where it was"
        await press(pilot, "u", "escape")
        assert not screen.session.hand.on
        assert not screen.session.hand.anything


async def test_work_that_other_work_replaces_before_it_begins_leaves_nothing_behind() -> None:
    gc.collect()  # what other tests have left
    with warnings.catch_warnings(record=True, action="always") as warned:
        async with app_with("four-sets").run_test(size=(140, 45)) as pilot:
            await settle(pilot)
            screen = screen_of(pilot)
            await press(pilot, "H")
            screen.session.estimate = None
            screen.use_hand("take")
            screen.use_hand("undo")
            screen.use_hand("take")
            open_by_name(screen, "queens-6")
            open_by_name(screen, "queens-8")
            await settle(pilot)
            assert screen.session.document.opened.name == "gallery:queens-8"
        gc.collect()
    assert [text for each in warned if "never awaited" in (text := str(each.message))] == []


async def test_help_begins_with_what_somebody_is_doing() -> None:
    app = app_with("four-sets")
    async with app.run_test(size=(140, 45)) as pilot:
        await settle(pilot)
        for keys, first in (((), "Search"), (("H",), HAND), (("escape", "e"), EDITOR)):
            await press(pilot, *keys, "f1")
            shown = drawn(app)
            assert shown.index("Help ─") < shown.index(f"│  {first} ") < shown.index("enter")
            await press(pilot, "escape")


async def test_forbidding_and_wanting_in_every_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.cover.hand.COUNTING_SECONDS", math.inf)
    async with app_with("four-sets").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "H", "home", "x")
        screen = screen_of(pilot)
        assert "By hand: A forbidden. Left: 3 options for 6 items; 0 solutions." in why(pilot)
        assert "✗ hand" in text_of(screen.query_one(CoverMatrix))
        assert "0 solutions" in why(pilot)
        await press(pilot, "x", "exclamation_mark")
        assert "A taken." in why(pilot)
        assert "1 solution." in why(pilot)
        await press(pilot, "down", "space")
        assert "option B clashes with option A (through item 1)" in screen.session.form.note.text
        assert screen.session.restricted.taken == (0,)
        await press(pilot, "delete")
        assert not screen.session.hand.anything


async def test_what_was_taken_counts_at_full_speed_and_leaves_with_the_problem() -> None:
    async with app_with("queens-6").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = screen_of(pilot)
        solution = screen.session.problem.solution()
        assert solution is not None
        await press(pilot, "H")
        screen.session.cursor = (solution.options[0], 0)
        screen.tick()
        await press(pilot, "exclamation_mark", "escape", "t", "enter")
        assert screen.search.snapshot is not None
        expected = [s for s in screen.session.problem.solutions() if solution.options[0] in s.options]
        assert screen.search.snapshot.solutions == len(expected) > 0
        assert "/ 4" not in text_of(screen.query_one("#live")), "the known number is that of the whole problem"  # type: ignore[arg-type]
        open_by_name(screen, "gallery:four-sets")
        await settle(pilot)
        assert not screen.session.hand.anything
