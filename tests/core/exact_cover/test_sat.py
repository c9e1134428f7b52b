"""Covers by a SAT solver, which an extra brings: verified, stopped and taken up like all others."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from core import Algorithm, ExactCover, Goal, Search, Status, algorithm, algorithms
from core._search import WrongSolution
from core.exact_cover import _gallery as gallery
from core.exact_cover._formats.clauses import Clauses
from tests.cli import Cli
from tests.core.exact_cover.strategies import brute_force, problems

LANGFORD = gallery.instance("langford-7").puzzle().problem


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    monkeypatch.setattr(Algorithm, "installed", property(lambda _: True))


def begun(goal: Goal = Goal.ALL, limit: int | None = None, **parameters: Any) -> Search:
    return algorithm("cover", "sat").start(LANGFORD, goal, limit, parameters=parameters)


def test_without_the_extra_it_is_in_no_list_and_whoever_names_it_is_told(cli: Cli) -> None:
    assert "sat" not in [entry.key for entry in algorithms("cover")]
    done = cli("cover", "solve", "gallery:queens-4", "-a", "sat")
    assert done.status == 2
    assert (
        "sat needs the extra sat of this program: pip install 'dancing-queens[sat]'; these can: algorithm-x" in done.err
    )


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("solver", [value for value, _ in algorithm("cover", "sat").parameters[0].choices])
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problems())
def test_it_finds_every_cover_once(solver: str, problem: ExactCover) -> None:
    search = algorithm("cover", "sat").start(problem, Goal.ALL, solver=solver)
    while search.status is Status.RUNNING:
        before = search.counts()[1]
        search.advance(2)
        assert search.counts()[1] <= before + 2
    found = [frozenset(each) for each in search.solutions]
    assert len(found) == len(set(found))
    assert set(found) == brute_force(problem)


@pytest.mark.usefixtures("installed")
def test_goals_limits_and_quotas() -> None:
    assert begun(Goal.FIRST).advance(10**6) is Status.COMPLETE
    search = begun(Goal.COUNT, 5)
    assert (search.advance(10**6, 2), search.counts()[0]) == (Status.RUNNING, 2)
    assert (search.advance(10**6), search.counts()[0]) == (Status.LIMIT, 5)
    search = begun(Goal.COUNT)
    search.advance(10**9)
    assert (search.status, search.counts()[0], search.snapshot().nodes) == (Status.COMPLETE, 52, None)


@pytest.mark.usefixtures("installed")
def test_it_is_left_and_taken_up_anywhere() -> None:
    search = begun()
    search.advance(10**6, 20)
    for again in (begun(), pickle.loads(pickle.dumps(search))):
        again.restore(search.state())
        again.build_seconds = search.build_seconds
        assert (again.counts(), again.snapshot()) == (search.counts(), search.snapshot())
        again.advance(10**9)
        assert (again.status, len({frozenset(each) for each in again.solutions})) == (Status.COMPLETE, 52)
    state = search.state()
    rows = state["solutions"]
    for wrong, said in (
        ({"solutions": rows[:, 1:]}, "does not solve"), ({"solutions": rows[[0, 0]]}, "does not solve"),
        ({"solutions": rows[0]}, "not lists of options"), ({"steps": -1}, "not lists of options"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            search.restore({**state, **wrong})
    with pytest.raises(ValueError, match="it lacks solutions"):
        search.restore({"status": "running", "steps": 1})
    assert search.counts()[0] == 20


@pytest.mark.usefixtures("installed")
def test_what_the_solver_says_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clauses, "_at_most_one", lambda *_: None)
    with pytest.raises(WrongSolution, match="does not solve it"):
        begun(Goal.FIRST).advance(10**6)


@pytest.mark.usefixtures("installed")
def test_on_the_command_line(cli: Cli) -> None:
    assert cli("cover", "count", "gallery:queens-6", "-a", "sat").out == "6 queens: 4\n"
    done = cli("cover", "solve", "gallery:knuth-dlx3", "--solver", "glucose4", "-g", "all")
    assert (done.status, done.out.splitlines()[-1]) == (0, "Colours and multiplicities: 1")
    assert cli("cover", "solve", "gallery:langford-5", "-a", "sat").status == 1
    assert "look at dlx instead" in cli("explain", "cover", "gallery:four-sets", "-a", "sat").err
