"""The exact cover laboratory without its screen: pace, speed, goal, algorithm, and what becomes of figures."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import Any

import pytest

from core import CannotSolve, Goal
from tui.dialogs.form_values import Choice
from tui.screens.cover.document import open_named, open_text
from tui.screens.cover.session import FASTEST_WATCHED, WATCHED_SPEED, CoverSession


def opened(name: str = "gallery:four-sets") -> CoverSession:
    session = CoverSession()
    session.document.open(open_named(name))
    session.taken()
    return session


def ran(session: CoverSession, **values: Any) -> CoverSession:
    """Choose these values and search to the end."""
    for key, value in values.items():
        session.choose(key, value)
    session.search.set_speed(None)
    session.search.start(session.make_search()).drive()
    session.look()
    session.ended()
    return session


def keys(session: CoverSession) -> list[str]:
    return [row.key for row in session.rows()]


def test_it_knows_nothing_of_textual() -> None:
    code = "import sys, tui.screens.cover.session; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_small_problem_is_watched_and_a_large_one_is_run_by_what_suits_it() -> None:
    small = opened()
    assert (small.watching, small.view_name, small.setup.entry.key, small.setup.goal) == (
        True, "matrix", "dlx", Goal.ALL,
    )  # fmt: skip
    assert small.search.speed == WATCHED_SPEED
    large = opened("gallery:dominoes-8x8")
    assert large.proposal is not None
    assert (large.view_name, large.setup.goal) == ("picture", Goal.COUNT), "12 988 816 are not listed"
    large.set_pace(watching=False)
    assert large.setup.entry.key == large.proposal.algorithm.key == "memo-count"
    large.set_pace(watching=True)
    assert large.setup.entry.key == "dlx", "what shows its links"


def another(session: CoverSession, name: str) -> str | None:
    session.document.open(open_named(name))
    note = session.taken()
    return None if note is None else note.text


def test_another_problem_leaves_the_pace_and_the_algorithm_as_they_are() -> None:
    session = opened()
    assert another(session, "gallery:dominoes-8x8") is None
    assert (session.watching, session.setup.entry.key) == (True, "dlx")
    session.set_pace(watching=False)
    session.choose("algorithm", "algorithm-x")
    assert another(session, "gallery:queens-6") is None
    assert (session.watching, session.setup.entry.key) == (False, "algorithm-x")


def test_what_is_too_large_to_be_watched_runs_and_that_is_said() -> None:
    session = opened()
    session.document.open(open_named("gallery:dominoes-8x8"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.screens.cover.session.LARGEST_WATCHED", 10)
        note = session.taken()
    assert note is not None
    assert note.text == "too large to watch node by node: at full speed"
    assert not session.watching


def test_what_somebody_chose_stays_when_the_pace_changes() -> None:
    session = opened("gallery:dominoes-8x8")
    session.choose("algorithm", "algorithm-x")
    session.set_pace(watching=not session.watching)
    assert session.setup.entry.key == "algorithm-x"


def test_each_pace_has_its_speed_and_watching_always_has_a_limit() -> None:
    session = opened()
    session.search.set_speed(None)
    assert session.search.speed == FASTEST_WATCHED
    assert session.search.shifted_speed(1) == FASTEST_WATCHED
    session.search.set_speed(50)
    assert session.search.shifted_speed(1) == 100
    session.choose("pace", "run")
    assert (session.watching, session.search.speed) == (False, None)
    session.search.set_speed(1_000_000)
    assert session.search.speed == 1_000_000
    assert session.search.shifted_speed(1) is None
    session.choose("pace", "watch")
    assert (session.watching, session.search.speed) == (True, 50)
    kept = session.remembered()
    assert (kept["speed"], kept["watched_speed"], kept["name"]) == (1_000_000, 50, "gallery:four-sets")
    again = CoverSession()
    again.recall(kept)
    assert again.search.speed == 50
    assert again.remembered()["speed"] == 1_000_000
    again.recall({"watched_speed": 10**6, "speed": "x"})
    assert (again.search.speed, again.remembered()["speed"]) == (FASTEST_WATCHED, None)


def test_the_pace_cannot_change_under_a_search_without_it_holding_still() -> None:
    session = opened()
    run = session.search.start(session.make_search())
    session.set_pace(watching=True)
    assert not run.paused, "it was watched already"
    session.set_pace(watching=False)
    assert run.paused


def test_the_form_shows_a_seed_only_where_there_is_chance() -> None:
    session = opened()
    assert keys(session)[:3] == ["pace", "algorithm", "goal"]
    assert "seed" not in keys(session)
    session.choose("choice", "random")
    assert "seed" in keys(session)
    (choice,) = (row for row in session.rows() if row.key == "choice")
    assert isinstance(choice, Choice)
    assert choice.shown == "smallest, random tie"
    session.choose("choice", "s")
    assert "seed" not in keys(session)
    session.choose("restarts", 5)
    assert "seed" in keys(session)


def test_another_goal_is_another_proposal() -> None:
    session = opened("gallery:dominoes-8x8")
    session.set_pace(watching=True)
    session.choose("goal", "all")
    session.set_pace(watching=False)
    assert session.setup.entry.key != "memo-count"
    session.choose("goal", "count")
    assert session.proposal is not None
    assert session.setup.entry.key == session.proposal.algorithm.key == "memo-count"
    note = session.choose("goal", "first")
    assert note is not None, "it only counts"
    assert session.setup.goal is Goal.COUNT
    session.choose("algorithm", "dlx")
    session.choose("goal", "all")
    session.choose("goal", "count")
    assert session.setup.entry.key == "dlx", "chosen by hand"


def test_figures_of_a_watched_search_go_when_the_choices_change() -> None:
    session = ran(opened())
    assert session.total is not None
    assert session.ran == session.chosen
    session.choose("choice", "first")
    assert (session.search.run, session.ran, session.total) == (None, None, None)
    session = ran(opened(), pace="run")
    session.choose("goal", "first")
    assert session.search.run is not None, "what ran is still shown"
    assert session.ran != session.chosen


def test_a_first_solution_says_nothing_about_the_whole_tree() -> None:
    assert ran(opened(), goal="first").total is None


def test_what_was_found_is_looked_at_after_a_run_and_not_while_walking() -> None:
    assert ran(opened()).browser.place is None
    session = ran(opened("gallery:pentominoes-3x20"), pace="run")
    assert (session.browser.place, len(session.browser.listed())) == (7, 8)
    assert session.state().chosen == tuple(session.browser.solution or ())
    assert session.browser.group(session.browser.to_group()())
    assert len(session.browser.listed()) == 2
    assert ran(session, goal="first").browser.place == 0


def test_the_command_line_is_taken_or_refused_whole() -> None:
    session = opened()
    session.ask({"algorithm": "dlx", "speed": "7"})
    assert (session.watching, session.search.speed) == (False, 7)
    for asked in ({"algorithm": "nothing"}, {"speed": "0"}, {"algorithm": "memo-count", "goal": "all"}):
        with pytest.raises(CannotSolve):
            session.ask(asked)
        assert (session.setup.entry.key, session.search.speed) == ("dlx", 7)
    words = shlex.split(session.command())
    assert words[:6] == ["python", "-m", "core", "cover", "solve", "gallery:four-sets"]
    session.choose("goal", "count")
    assert "count gallery:four-sets" in session.command()
    assert "--goal" not in session.command()


def test_a_problem_of_ones_own_must_be_saved_before_a_command_can_name_it() -> None:
    session = opened()
    session.document.change(open_text("a b\na\nb\n", "own:x"))
    session.editing = True
    session.taken(edited=True)
    assert session.editing, "an edit goes on"
    assert "FILE.dlx" in session.command()
    assert "Save the problem" in session.command()
    session.taken()
    assert not session.editing


def test_the_tree_of_a_search_is_grown_once() -> None:
    session = opened()
    work, of = session.grown_tree.to_grow(session.of_tree, session.of_tree.start), session.of_tree
    assert work is not None
    assert session.grown_tree.note == "Visiting the whole tree…"
    session.grown_tree.grown(of, work(lambda: False))
    assert (session.grown_tree.tree is not None, session.grown_tree.note) == (True, "")
    assert session.grown_tree.to_grow(session.of_tree, session.of_tree.start) is None
    session.choose("choice", "first")
    late = session.grown_tree.to_grow(session.of_tree, session.of_tree.start)
    assert late is not None
    assert session.grown_tree.tree is None
    session.grown_tree.grown(session.of_tree, None)
    assert session.grown_tree.note == "This algorithm visits no tree."


def test_nodes_by_level_and_where_it_is() -> None:
    session = opened()
    assert session.profile() == ((), None)
    session = ran(session)
    levels, at = session.profile()
    assert at is None
    assert sum(levels) == session.total


def test_choices_are_there_at_the_next_start_and_a_goal_alone_is_enough_to_run() -> None:
    session = opened()
    session.choose("choice", "first")
    again = CoverSession()
    again.recall(session.remembered())
    assert again.setup.settings["choice"] == "first"
    assert again.watching
    again.ask({"goal": "count"})
    assert (again.watching, again.setup.goal) == (False, Goal.COUNT)
