"""The N queens laboratory without its screen."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from core.queens.problem import MAXIMUM, Queens
from core.search import CannotSolve, Goal, ProblemError
from tui.queens_position import Position
from tui.screens.queens.session import QueensSession


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
    assert session.position()[1] == "enter to search"
    session.preview = Position(8, range(8))
    assert session.position() == (session.preview, "a solution; enter to search")
    session.choose("n", 9)
    assert session.position() == (Position(9), "enter to search")


def test_what_is_chosen_is_there_at_the_next_start() -> None:
    session = QueensSession()
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
    assert QueensSession(rubbish).remembered() == QueensSession().remembered()


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
    session = ran(QueensSession(), n=6, algorithm="backtracking")
    figures = session.figures()
    assert figures.snapshot is not None
    assert (figures.snapshot.solutions, figures.known, figures.known_name, figures.unit) == (4, 4, "A000170", "node")
    assert (session.browser.place, session.class_size, session.remark) == (3, 4, "")
    position, words = session.position()
    assert Queens(6).verify(position.columns)
    assert words == "solution 4"
    session.browser.leave()
    assert session.position()[1] == "complete"


def test_a_first_solution_is_compared_with_no_count() -> None:
    figures = ran(QueensSession(), goal="first").figures()
    assert (figures.known, figures.counting_everything) == (None, False)


def test_nothing_found_has_its_reason() -> None:
    session = ran(QueensSession(), n=3)
    assert session.browser.solution is None
    assert session.remark == "there is no solution"
    run = session.search.start(session.make_search())
    run.cancel()
    run.drive()
    assert session.remark == "stopped before anything was found"


def test_another_size_forgets_the_run_that_has_ended() -> None:
    session = ran(QueensSession())
    session.choose("algorithm", "dlx")
    assert session.search.run is not None
    session.choose("n", 9)
    assert session.search.run is None
    assert session.position() == (Position(9), "enter to search")


def test_a_large_solution_is_not_copied() -> None:
    session = ran(QueensSession(), algorithm="closed-form", n=5000)
    assert session.large
    assert session.class_size is None
    position, _ = session.position()
    assert not isinstance(position.columns, tuple)
    assert Queens(5000).verify([int(column) for column in position.columns])
