"""Costs on the exact cover screen: the goal "cheapest", what a solution costs, and the bound in the reasons."""

from __future__ import annotations

from core import Goal
from tests.tui.driving import until
from tests.tui.screens.cover.sessions import opened
from tests.tui.screens.cover.steps import app_with, press, screen_of, settle, why
from tui.dialogs.form_values import Choice, Whole
from tui.screens.cover import words
from tui.screens.cover.session import CoverSession


def values(session: CoverSession) -> dict[str, str]:
    return {row.key: row.shown if isinstance(row, Whole) else str(row.value) for row in session.rows()}


def test_the_cheapest_is_a_goal_that_brings_its_algorithm_and_takes_it_away_again() -> None:
    session = opened("medley-relay")
    goal = next(row for row in session.rows() if row.key == "goal")
    assert isinstance(goal, Choice)
    assert [option.title for option in goal.options][-1] == "cheapest"
    assert session.choose("goal", "cheapest") is None
    assert values(session) == {
        "pace": "watch", "algorithm": "cheapest", "goal": "cheapest", "costs": "own", "within": "any",
    }  # fmt: skip
    session.choose("pace", "run")
    assert (values(session)["goal"], session.setup.goal) == ("cheapest", Goal.FIRST)
    session.choose("within", 1300)
    assert values(session)["within"] == "1300"
    assert "--algorithm cheapest --within 1300" in session.command()
    session.choose("goal", "first")
    assert (values(session)["goal"], session.setup.entry.aim) == ("first", "")
    session.choose("goal", "cheapest")
    session.choose("goal", "count")
    assert (values(session)["algorithm"], values(session)["goal"]) == ("cheapest", "count")


async def test_a_solution_says_what_it_costs_and_a_node_what_all_below_it_cost() -> None:
    async with app_with("digits-6x6").run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        session = screen_of(pilot).session
        session.choose("goal", "cheapest")
        await press(pilot, "full_stop", "full_stop")
        assert "no solution from here costs less than 376" in why(pilot)
        session.choose("pace", "run")
        await press(pilot, "enter")
        await until(pilot, lambda: session.search.state == "complete")
        await settle(pilot)
        assert words.below(session) == "solution 1 · cost 376"
        assert dict(words.figures(session).extra)["Cost"] == "best 376 · bound 376"
        assert words.browsing(session.problem, session.found()[0])[0].text.startswith(
            "A solution of 18 options, which cost 376: "
        )
