"""Two algorithms in time, without a screen: what both boards show at each step, and who needed how much."""

from __future__ import annotations

from typing import Any

import pytest

from core import Queens
from core.running import Move, Stride
from tests.rows import Rows
from tests.tui.screens.queens.driven import DrivenPair, marks
from tui.kit.values import BoardValue

AT_FIRST = "n goes to the first place where they part. Press . to take a step with both; enter lets both run."


def titles(made: DrivenPair) -> list[str]:
    return [made.session.title(side) for side in (0, 1)]


def told(made: DrivenPair) -> str:
    return made.session.results.told(made.session.ran(0))


def all_marks(made: DrivenPair) -> list[str]:
    lanes = (made.session.lane(side) for side in (0, 1))
    return [marks(lane.position.marks) for lane in lanes if isinstance(lane, BoardValue)]


def test_both_step_by_nodes_by_placements_and_to_the_same_depth(rows: Rows) -> None:
    """The rows are the marks on both boards and the heading of the reason, after each step."""
    made = DrivenPair(Queens(5), "dlx-s")
    session = made.session
    assert (titles(made), session.state, session.leader) == (["Backtracking", "DLX + S heuristic"], "ready", 1)
    assert session.why()[1][0].text == AT_FIRST
    boards, signs = [], []

    def look() -> None:
        boards.append(made.boards())
        signs.append((all_marks(made), session.why()[0], [sentence.tone for sentence in session.why()[1]]))

    made.start()
    look()
    for stride, steps in ((Stride.NODE, 1), (Stride.NODE, 2), (Stride.PLACEMENT, 1), (Stride.DEPTH, 1)):
        if session.stride is not stride:
            session.next_stride()
        assert session.stride is stride
        made.step(steps)
        look()
    session.turn()
    assert (session.leader, session.why()[0]) == (0, "Why · Backtracking · node 5")
    made.step()
    look()
    made.walk(Move.BACK)
    look()
    made.walk(Move.NEXT_SOLUTION)
    look()
    session.next_stride()
    assert session.stride is Stride.NODE
    made.walk(Move.NEXT_DEAD_END)
    look()
    assert boards == [
        ["(node 0 · 0 found)", "(node 0 · 0 found)"],
        ["(node 1 · 0 found)", "(node 1 · 0 found)"],
        ["1.1 2.3 (node 3 · 0 found)", "1.2 3.1 (node 3 · 0 found)"],
        ["1.1 2.3 3.5 (node 4 · 0 found)", "1.2 3.1 4.3 (node 4 · 0 found)"],
        ["1.1 2.3 3.5 4.2 (node 5 · 0 found)", "1.2 2.4 3.1 4.3 (node 5 · 0 found)"],
        ["1.1 2.3 3.5 4.2 5.4 (node 6 · 1 found)", "1.2 2.4 3.1 4.3 5.5 (node 6 · 1 found)"],
        ["1.1 2.3 3.5 4.2 (node 5 · 0 found)", "1.2 2.4 3.1 4.3 (node 5 · 0 found)"],
        ["1.1 2.3 3.5 4.2 5.4 (node 6 · 1 found)", "1.2 2.4 3.1 4.3 5.5 (node 6 · 1 found)"],
        ["1.1 2.5 3.2 (node 12 · 2 found)", "(done · node 46 · 10 found)"],
    ]
    rows(signs)
    assert [made.row(0), made.row(1)] == ["12 of None, None dead, 2 found; ", "46 of 46, None dead, 10 found, ended; "]
    made.grow()
    assert made.row(0) == "12 of 54, 1 dead, 2 found; 1/0/0 1/0/0 3/0/0 3/1/0 2/0/0 2/0/2"
    assert made.row(1) == "46 of 46, 0 dead, 10 found, ended; 1/0/0 5/0/0 10/0/0 10/0/0 10/0/0 10/0/10"


def test_at_the_end_it_is_told_who_needed_more_and_why() -> None:
    made = DrivenPair(Queens(5), "dlx-s", speed=None)
    made.start(paused=False)
    made.grow()
    session = made.session
    assert (session.state, told(made)) == ("complete", "backtracking 54 · dlx-s 46")
    assert made.boards() == ["(done · node 54 · 10 found)", "(done · node 46 · 10 found)"]
    said = [sentence.text for sentence in session.why()[1]]
    assert said[0].startswith("DLX + S heuristic needed 46 nodes, Backtracking 54: 1.17 times as many")
    assert said[1].startswith("8 nodes of Backtracking lead to no solution, 0 of DLX + S heuristic")
    assert made.row(0) == "54 of 54, 4 dead, 10 found, ended; 1/0/0 5/0/0 12/0/0 14/2/0 12/2/0 10/0/10"


def test_the_same_tree_is_called_the_same() -> None:
    made = DrivenPair(
        Queens(4), "naive", lanes={"queens": [["naive", {}], ["bitmask", {}]]}, stride="depth", speed=None
    )
    assert (titles(made), made.session.stride) == (["Naive recursion", "Bitmask recursion"], Stride.DEPTH)
    made.start(paused=False)
    assert made.session.why()[1][0].text == "Both have visited 17 nodes: they search the same tree."
    made.grow()
    assert made.row(0) == made.row(1) == "17 of 17, 4 dead, 2 found, ended; 1/0/0 4/0/0 6/2/0 4/2/0 2/0/2"


@pytest.mark.parametrize(
    ("n", "first", "remembered", "expected"),
    [
        (
            4,
            "brute-force",
            {"lanes": {"queens": [3, ["no", {}], ["dlx"]]}, "stride": "far", "speed": "fast"},
            ["Brute force", "Backtracking"],
        ),
        (60, "brute-force", {}, ["Backtracking", "DLX + S heuristic"]),
        (6, "stride", {"speed": None}, ["Backtracking", "Every second row"]),
    ],
)
def test_whoever_cannot_do_it_gives_way(n: int, first: str, remembered: dict[str, Any], expected: list[str]) -> None:
    made = DrivenPair(Queens(n), first, **remembered)
    assert (titles(made), made.session.leader, made.session.stride) == (expected, 1, Stride.NODE)


def test_one_that_ends_with_its_first_solution_keeps_its_board() -> None:
    made = DrivenPair(Queens(6), "stride", speed=None)
    made.start(paused=False)
    assert made.boards() == ["(done · node 153 · 4 found)", "1.2 2.4 3.6 4.1 5.3 6.5 (done · node 4 · 1 found)"]
    assert made.session.why()[0] == "Why · Every second row · node 4"


def test_another_algorithm_or_size_begins_anew() -> None:
    made = DrivenPair(Queens(5), "dlx-s", speed=None)
    made.start(paused=False)
    session = made.session
    assert session.choose("none").startswith("no queens algorithm is called 'none'; there are ")
    assert session.choose("bitmask") == ""
    assert (titles(made)[1], session.state, made.boards()) == ("Bitmask recursion", "ready", ["(not started)"] * 2)
    assert session.choose("min-conflicts") == ""
    assert session.why()[1][0].text.startswith("Minimum conflicts moves queens about")
    made.start(paused=False)
    assert made.boards()[1] == "1.2 2.5 3.3 4.1 5.4 (done · test 9 · 1 found)"
    assert session.resize(1) == ""
    assert (session.problem, told(made), made.boards()) == (Queens(6), "", ["(not started)"] * 2)
    for step in (-6, 100):
        assert session.resize(step) == "two boards go from 1 to 64"
    lanes = {"queens": [["backtracking", {}], ["min-conflicts", {"seed": 1}]]}
    assert session.remembered() == {"lanes": lanes, "stride": "node", "speed": None}


@pytest.mark.parametrize(
    ("speed", "slower", "faster", "toggled"), [(None, 1_000_000, None, 20), (20, 10, 50, None), (3, 2, 5, None)]
)
def test_speeds_have_neighbours(speed: int | None, slower: int, faster: int | None, toggled: int | None) -> None:
    session = DrivenPair(Queens(5), "dlx-s").session
    assert session.search.speed == 2
    session.set_speed(20)
    session.set_speed(speed)
    assert [session.search.shifted_speed(step) for step in (-1, 1)] == [slower, faster]
    assert session.search.toggled_speed() == toggled
