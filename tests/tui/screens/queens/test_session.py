"""The N queens laboratory without its screen."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from core import CannotSolve, Goal, ProblemError, Queens
from core._queens.problem import MAXIMUM
from tui.dialogs.form_values import Choice
from tui.kit.queens_position import QueensPosition
from tui.screens.queens import sight
from tui.screens.queens.session import QueensSession

FULL_SPEED = {"speed": None}


def ran(session: QueensSession, **values: Any) -> QueensSession:
    """Choose these values and search to the end."""
    for key, value in values.items():
        session.choose(key, value)
    session.search.start(session.make_search()).drive()
    session.ended()
    return session


def test_it_knows_nothing_of_textual() -> None:
    code = "import sys, tui.screens.queens.session; sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_first_start_is_eight_queens_by_dlx_s() -> None:
    session = QueensSession()
    assert (session.problem, session.setup.entry.key, session.setup.goal) == (Queens(8), "dlx-s", Goal.COUNT)
    assert session.search.speed == 20, "so that it can be watched"
    assert QueensSession(session.remembered()).search.speed == 20
    assert sight.board(session)[1] == "enter to search"
    session.preview = QueensPosition(8, range(8))
    assert sight.board(session) == (session.preview, "a solution; enter to search")
    session.choose("n", 9)
    assert sight.board(session) == (QueensPosition(9), "enter to search")


def test_a_long_count_is_told_what_would_do_it_sooner() -> None:
    session = QueensSession(FULL_SPEED)
    assert session.choose("n", 13) is None
    assert session.has_proposal, "though it is not worth a word: both are done at once"
    note = session.choose("n", 20)
    assert note is not None
    assert (note.text.startswith("A takes Quadrants: pairs of half boards"), note.warning) == (True, False)
    assert session.choose("algorithm", "bitmask") is None, "who chooses an algorithm reads about that one"
    session.choose("n", 29)
    note = session.take_proposed()
    assert note is not None
    assert (session.setup.entry.key, note.text.startswith("proposed: of eight boards")) == ("symmetry", True)
    assert not note.warning
    assert not session.has_proposal
    assert session.choose("n", 30) is None
    session.choose("algorithm", "dlx")
    assert session.choose("goal", "all") is None, "every solution is another matter"
    asked = QueensSession(FULL_SPEED)
    said = asked.ask({"what": "23"})
    assert said is not None
    assert said.text.startswith("A takes Quadrants")
    assert asked.ask({"speed": "full"}) is None
    assert asked.ask({"what": "22", "algorithm": "dlx"}) is None
    asked.choose("n", 1000)
    assert not asked.has_proposal or asked.setup.goal is Goal.FIRST


def test_what_is_chosen_is_there_at_the_next_start() -> None:
    session = QueensSession(FULL_SPEED)
    for key, value in (("n", 9), ("algorithm", "swaps"), ("seed", 5)):
        session.choose(key, value)
    session.search.speed = 20
    again = QueensSession(session.remembered())
    assert again.remembered() == session.remembered()
    assert (again.problem.n, again.setup.entry.key, again.setup.settings) == (9, "swaps", {"seed": 5})
    again.choose("algorithm", "dlx")
    assert again.setup.goal is Goal.COUNT, "the goal that swaps could not serve"


@pytest.mark.parametrize("rubbish", [{"n": "x", "algorithm": 7, "goal": [], "settings": 3, "speed": "fast"}, {"n": -1}])
def test_rubbish_in_the_settings_is_left_out(rubbish: dict[str, Any]) -> None:
    assert QueensSession(rubbish).remembered() == QueensSession({"speed": None}).remembered()


def test_the_command_line_is_taken_or_refused_whole() -> None:
    session = QueensSession({"algorithm": "bitmask"})
    assert session.ask({"what": "40", "algorithm": "dlx", "speed": "7"}) is None, "nothing about bitmask"
    assert (session.problem.n, session.setup.entry.key, session.search.speed) == (40, "dlx", 7)
    note = session.ask({"algorithm": "closed-form"})
    assert note is not None
    assert "first solution" in note.text
    for asked, error in (
        ({"what": "0"}, ProblemError), ({"what": str(MAXIMUM + 1)}, ProblemError), ({"speed": "0"}, CannotSolve),
        ({"algorithm": "closed-form", "goal": "all"}, CannotSolve), ({"algorithm": "nothing"}, CannotSolve),
    ):  # fmt: skip
        with pytest.raises(error):
            session.ask(asked)


def test_a_size_on_the_way_to_another_costs_nothing() -> None:
    session = QueensSession({"algorithm": "bitmask"})
    assert session.choose("n", 4) is None
    note = session.choose("n", 44, continued=True)
    assert note is not None
    assert "bitmask goes up to size 32" in note.text
    assert session.choose("n", 4, continued=True) is None
    assert session.setup.entry.key == "bitmask"
    session.resize(-1)
    assert session.problem.n == 3


def test_figures_and_solutions_of_a_run() -> None:
    session = ran(QueensSession(FULL_SPEED), n=6, algorithm="backtracking")
    figures = session.figures()
    assert figures.snapshot is not None
    assert (figures.snapshot.solutions, figures.known, figures.known_name, figures.unit) == (4, 4, "A000170", "node")
    assert (session.browser.place, session.class_note, session.remark) == (3, "its class has 4 boards", "")
    position, words = sight.board(session)
    assert Queens(6).verify(position.columns)
    assert words == "solution 4"
    session.browser.leave()
    assert sight.board(session)[1] == "complete"


def test_a_first_solution_is_compared_with_no_count() -> None:
    figures = ran(QueensSession(FULL_SPEED), goal="first").figures()
    assert (figures.known, figures.counting_everything) == (None, False)


def test_nothing_found_has_its_reason() -> None:
    session = ran(QueensSession(FULL_SPEED), n=3)
    assert session.browser.solution is None
    assert session.remark == "there is no solution"
    run = session.search.start(session.make_search())
    run.cancel()
    run.drive()
    assert session.remark == "stopped before anything was found"


def test_another_size_takes_nothing_away_until_it_is_searched() -> None:
    """A digit typed by mistake over a search, or over what it has found, costs nothing."""
    session = ran(QueensSession(FULL_SPEED))
    run, shown, found = session.search.run, sight.board(session), session.browser.listed()
    note = session.choose("n", 9)
    assert note is not None
    assert note.text == "enter starts 9 × 9; until then 8 × 8 stays in view"
    assert not note.warning
    assert (session.search.run, sight.board(session), session.browser.listed()) == (run, shown, found)
    assert session.figures().of == "of DLX + S heuristic, 8 queens"
    assert session.choose("n", 8) is None
    assert not session.stale


def test_over_a_search_that_goes_on_it_is_told_which_key_would_start_another() -> None:
    session = QueensSession(FULL_SPEED)
    session.search.start(session.make_search())
    note = session.choose("n", 9)
    assert note is not None
    assert note.text == "r starts 9 × 9; until then 8 × 8 stays in view"
    assert session.searching
    session.search.start(session.make_search(), paused=True)
    note = session.choose("n", 10)
    assert note is not None
    assert "enter goes on with DLX + S heuristic, 9 queens; r starts DLX + S heuristic, 10 queens" in note.text


def test_a_board_cleared_after_its_search_is_seen_to_be_clear() -> None:
    session = QueensSession(FULL_SPEED)
    session.hold((0, 0))
    session.put_queen()
    session.let_go()
    ran(session)
    session.clear_board()
    assert session.search.run is None
    assert not sight.board(session)[0].queens()


def test_a_large_solution_is_not_copied() -> None:
    session = ran(QueensSession(FULL_SPEED), algorithm="closed-form", n=5000)
    assert session.large
    assert session.class_note == ""
    position, _ = sight.board(session)
    assert not isinstance(position.columns, tuple)
    assert Queens(5000).verify([int(column) for column in position.columns])


def test_a_first_start_that_names_a_search_goes_at_full_speed() -> None:
    for asked, speed in (({"what": "12"}, None), ({"what": "12", "speed": "5"}, 5), ({}, 20)):
        session = QueensSession()
        session.ask(asked)
        assert session.search.speed == speed


def test_figures_say_what_they_are_of_once_the_choices_say_something_else() -> None:
    session = ran(QueensSession(FULL_SPEED))
    assert session.figures().of == ""
    session.choose("algorithm", "backtracking")
    assert session.figures().of == "of DLX + S heuristic, 8 queens"
    session.choose("algorithm", "dlx-s")
    assert session.figures().of == ""
    session.choose("order", "text")
    assert session.figures().of == "of DLX + S heuristic, 8 queens"


def test_what_each_algorithm_needed_for_the_same_stands_side_by_side() -> None:
    session = ran(QueensSession(FULL_SPEED))
    assert session.figures().results == "", "one is no comparison"
    ran(session, algorithm="backtracking")
    assert session.figures().results == "backtracking 2 057 · dlx-s 980"
    ran(session, algorithm="dlx-s", order="text")
    assert "dlx-s/text" in session.figures().results
    ran(session, n=6)
    assert session.figures().results == ""


def test_a_first_solution_is_found_and_nothing_is_complete() -> None:
    session = ran(QueensSession(FULL_SPEED), goal="first")
    assert session.figures().state == "found"
    assert not session.figures().counting_everything


def test_a_change_in_a_pause_says_what_the_keys_would_do() -> None:
    session = QueensSession(FULL_SPEED)
    session.search.start(session.make_search(), paused=True)
    assert session.choose("goal", "count") is None
    note = session.choose("algorithm", "backtracking")
    assert note is not None
    assert note.text == "enter goes on with DLX + S heuristic, 8 queens; r starts Backtracking, 8 queens"


def test_reasons_are_marks_on_the_board_and_sentences() -> None:
    session = QueensSession(FULL_SPEED)
    session.choose("algorithm", "backtracking")
    session.choose("n", 4)
    run = session.search.start(session.make_search(), paused=True)
    driver = threading.Thread(target=run.drive)
    driver.start()

    def go_to(node: int) -> QueensPosition:
        session.search.go(node)
        while run.travelling or run.snapshot.steps != node or not run.resting:
            pass
        return sight.board(session)[0]

    marks = go_to(3).marks  # a queen on r1c1, and one on r2c3: row 3 has nothing left
    assert marks is not None
    assert marks.levels == {(0, 0): 1, (1, 2): 2}
    assert marks.to_come == {(1, 3)}
    assert marks.dead_rows == {2}
    assert marks.rows == {2: 0, 3: 1}
    assert any("leave no square in row 3" in sentence.text for sentence in sight.why(session))
    marks = go_to(4).marks  # the other square of row 2
    assert marks is not None
    assert marks.tried == {(1, 2)}
    assert (marks.next_row, marks.ways) == (2, {(2, 1)})
    run.cancel()
    driver.join()


@pytest.mark.parametrize(
    ("key", "settings", "said", "instead"),
    [
        ("symmetry", {"threads": 2}, "several parts of the tree at once", "with one thread"),
        ("quadrants", {}, "joins two lists of half boards", "look at bitmask instead"),
        ("bitmask", {"threads": 2}, "several parts of the tree at once", "with one thread"),
        ("min-conflicts", {}, "moves queens about", "look at dlx-s instead"),
    ],
)
def test_an_algorithm_without_reasons_says_why_while_it_holds_still(
    key: str, settings: dict[str, int], said: str, instead: str
) -> None:
    session = QueensSession(FULL_SPEED)
    session.choose("n", 12)
    session.choose("algorithm", key)
    for name, value in settings.items():
        session.choose(name, value)
    session.search.start(session.make_search(), paused=True)
    (sentence,) = sight.why(session)
    assert said in sentence.text
    assert instead in sentence.text
    session.forget_run()
    assert sight.why(session) == []


@pytest.mark.parametrize("key", ["symmetry", "quadrants"])
def test_with_queens_placed_the_form_says_that_another_does_the_work_and_its_nodes_can_be_explained(key: str) -> None:
    session = QueensSession(FULL_SPEED)
    session.choose("algorithm", key)
    session.hold()
    session.put_queen()
    assert session.problem == Queens(8, ((0, 0),))
    assert session.setup.entry.key == key
    row = next(row for row in session.rows() if row.key == "algorithm")
    assert isinstance(row, Choice)
    (option,) = (option for option in row.options if option.value == key)
    assert option.help.startswith("It counts as bitmask does")
    assert not option.refusal
    ran(session)
    figures = session.figures()
    assert figures.snapshot is not None
    assert (figures.snapshot.solutions, figures.unit) == (4, "node")
    assert sight.board(session)[0].placed == {(0, 0)}
    assert session.ran is not None
    assert session.ran.unexplained is None
