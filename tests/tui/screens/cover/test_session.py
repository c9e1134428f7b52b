"""The exact cover laboratory without its screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core import CannotSolve, Goal
from core.explain import NodeKind
from core.running import Move
from tests.tui.screens.cover.sessions import driven, opened, rest
from tui.dialogs.form_values import Choice, Whole
from tui.screens.cover import words
from tui.screens.cover.session import FASTEST_WATCHED, CoverSession


def test_it_knows_nothing_of_textual() -> None:
    code = "import sys, tui.screens.cover.session; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_small_problems_are_watched_and_large_ones_run() -> None:
    small, large = opened("four-sets"), opened("pentominoes-3x20")
    assert (small.watching, small.view_name, small.setup.entry.key) == (True, "matrix", "dlx")
    assert (large.watching, large.view_name) == (False, "picture")
    assert large.proposal is not None
    assert large.setup.entry is large.proposal.algorithm
    assert large.search.speed is None


def test_what_is_known_to_be_too_much_to_list_is_counted() -> None:
    assert opened("pentominoes-6x10").setup.goal is Goal.ALL
    known = opened("dominoes-8x8")
    assert known.known == 12_988_816
    assert known.setup.goal is Goal.COUNT


def test_what_runs_is_the_fastest_and_what_is_watched_has_links() -> None:
    session = opened("dominoes-8x8")
    session.set_pace(watching=True)
    assert session.setup.entry.key == "dlx"
    session.set_pace(watching=False)
    assert session.setup.entry.key == "memo-count"
    assert session.setup.goal is Goal.COUNT
    session.choose("algorithm", "dancing-cells")
    session.set_pace(watching=True)
    assert session.setup.entry.key == "dancing-cells", "chosen by hand"


def test_each_pace_has_its_speed() -> None:
    session = opened("four-sets")
    session.search.set_speed(50)
    session.set_pace(watching=False)
    assert session.search.speed is None
    session.search.set_speed(100_000)
    session.set_pace(watching=True)
    assert session.search.speed == 50
    session.search.set_speed(None)
    assert session.search.speed == FASTEST_WATCHED, "while watching there is a limit"
    assert session.search.shifted_speed(1) == FASTEST_WATCHED
    again = CoverSession()
    again.recall(session.remembered())
    assert (again.search.speed, again.remembered()["speed"]) == (FASTEST_WATCHED, 100_000)


@pytest.mark.parametrize("rubbish", [{"speed": "x", "watched_speed": -3, "settings": 7}, {"settings": {"dlx": 3}}])
def test_rubbish_in_the_settings_is_left_out(rubbish: dict[str, object]) -> None:
    session = CoverSession()
    before = session.remembered()
    session.recall(rubbish)
    assert session.remembered() == before


def test_the_form_asks_for_a_seed_only_where_ties_are_random() -> None:
    session = opened("four-sets")
    assert [row.key for row in session.rows()] == ["pace", "algorithm", "goal", "choice", "order", "restarts"]
    session.choose("choice", "random")
    rows = {row.key: row for row in session.rows()}
    assert isinstance(rows["seed"], Whole)
    choice = rows["choice"]
    assert isinstance(choice, Choice)
    assert choice.shown == "smallest, random tie"


def test_the_command_line_is_taken_or_refused() -> None:
    session = opened("queens-6")
    assert session.ask({"algorithm": "dancing-cells", "speed": "7"}) is None
    assert (session.watching, session.search.speed, session.setup.entry.key) == (False, 7, "dancing-cells")
    with pytest.raises(CannotSolve):
        session.ask({"algorithm": "nonsense"})
    assert session.command().startswith("python -m core cover solve gallery:queens-6 --goal all")


def test_a_speed_that_the_command_line_names_holds_while_watching_too() -> None:
    session = opened("pentominoes-3x20")
    session.ask({"speed": "7"})
    assert (session.watching, session.search.speed) == (False, 7)
    session.set_pace(watching=True)
    assert session.search.speed == 7


def test_an_option_taken_by_hand_makes_another_problem_and_one_that_cannot_be_taken_does_not() -> None:
    session = opened("four-sets")
    with driven(session):
        pass
    assert session.search.run is not None
    assert session.use_hand("undo") is not None, "there is nothing to undo"
    assert session.search.run is not None
    assert session.use_hand("take", 0) is None
    assert session.search.run is None


def test_a_kept_search_finds_its_problem_without_what_was_taken_since() -> None:
    session = opened("four-sets")
    kept = {"name": session.document.opened.name, "hand": session.hand.remembered()}
    session.use_hand("take", 0)
    assert session.problem_again(kept) == session.problem
    assert not session.hand.anything


def test_the_reason_is_the_searchs_own_and_the_views_draw_it() -> None:
    session = opened("knuth-dlx2")
    with driven(session) as run:
        assert words.why(session)[0][0][1].startswith("Wanted")
        run.go(2)
        rest(run)
        state = session.state()
        assert state.chosen == (0,)
        said = " ".join(text for _, text in words.why(session)[0])
        assert "Choice 1: item A by option 1" in said
        run.go(Move.START)
        rest(run)
        run.go(Move.BACK)
        rest(run)
        assert words.why(session)[0][0] == ("bad", "There is no node before.")


def test_another_choice_begins_another_search_while_watching() -> None:
    session = opened("queens-6")
    with driven(session) as run:
        run.go(5)
        rest(run)
        session.choose("choice", "first")
        assert session.search.run is None
        assert session.ran is None


def test_figures_say_what_ran_when_the_form_says_something_else() -> None:
    session = opened("queens-6")
    session.set_pace(watching=False)
    with driven(session) as run:
        run.resume()
        run.wait()
        session.look()
        ran = session.ran
        session.choose("algorithm", "algorithm-x")
        assert ran is not None
        shown = words.figures(session)
        assert ("Search", ran.entry.title) in shown.extra
        assert not any(label == "Expected" for label, _ in shown.extra), "never beside a finished count"


def test_only_what_was_found_up_to_here_is_listed_while_watching() -> None:
    session = opened("queens-6")
    with driven(session) as run:
        for _ in range(3):
            run.go(Move.NEXT_SOLUTION)
        rest(run)
        assert len(session.browser.found()) == 3
        run.go(Move.PREVIOUS_SOLUTION)
        rest(run)
        assert len(session.browser.found()) == 2
        assert session.search.reason is not None
        assert session.search.reason.outcome is NodeKind.SOLUTION


def test_the_tree_is_grown_once_for_each_choice() -> None:
    session = opened("knuth-2000")
    work = session.grown_tree.to_grow(session.of_tree, session.of_tree.start)
    assert work is not None
    session.grown_tree.grown(session.of_tree, work(lambda: False))
    assert session.grown_tree.tree is not None
    assert session.grown_tree.tree.nodes == 6
    assert session.grown_tree.to_grow(session.of_tree, session.of_tree.start) is None
    session.choose("choice", "first")
    assert session.grown_tree.to_grow(session.of_tree, session.of_tree.start) is not None


def test_edits_are_undone_and_redone() -> None:
    from dataclasses import replace

    from core.exact_cover import CoverPuzzle
    from tui.screens.cover import editor
    from tui.screens.cover.document import Opened

    session = opened("four-sets")
    before = session.problem
    changed = editor.toggled(before, 0, 0)
    session.document.change(Opened(CoverPuzzle(replace(changed, title="mine")), "own:3"))
    session.taken(edited=True)
    assert session.problem.title == "mine"
    session.document.go(-1)
    assert session.problem == before
    session.document.go(1)
    assert session.problem == changed
