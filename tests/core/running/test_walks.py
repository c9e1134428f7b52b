"""Walks through small trees, move by move: where each leads, and what it says where there is nothing more."""

from __future__ import annotations

from typing import Any

import pytest

from core import Goal, Problem, ProblemError, Queens, Search, Status, algorithm
from core.exact_cover import _gallery as gallery
from core.running import Arrival, Move, Slicing, Timeline
from core.running._timeline import Keyframe, Keyframes


def search(problem: Problem, key: str, goal: Goal = Goal.ALL, limit: int | None = None) -> Search:
    return algorithm(problem.kind, key).start(problem, goal, limit)


def walked(line: Timeline, moves: str) -> str:
    """The nodes where the moves lead, one after the other; one in brackets was not left, or is where the walk ended."""
    said = []
    for word in moves.split():
        arrival = line.to(int(word)) if word.lstrip("-").isdigit() else line.go(Move[word.upper()])
        node = line.search.counts()[1]
        said.append(str(node) if arrival is Arrival.THERE else f"({node})")
    return " ".join(said)


FOUR = (Queens(4), "backtracking")  # 17 nodes, solutions at 9 and 13
SIX = (Queens(6), "dlx-s")


@pytest.mark.parametrize(
    ("what", "moves", "expected"),
    [
        (
            FOUR,
            "parent back over out next_sibling previous_dead_end previous_solution start",
            "(0) (0) 1 (1) (1) (1) (1) 0",
        ),
        (
            FOUR,
            "forward parent previous_sibling next_sibling out forward forward next_sibling next_sibling",
            "1 (1) (1) (1) (1) 2 3 4 (4)",
        ),
        (FOUR, "4 previous_sibling parent over out", "4 3 2 6 17"),
        (
            FOUR,
            "next_dead_end next_dead_end next_dead_end next_dead_end previous_dead_end previous_dead_end",
            "3 5 16 17 16 5",
        ),
        (
            FOUR,
            "next_solution next_solution next_solution back forward previous_solution previous_solution",
            "9 13 (17) 17 (17) 13 9",
        ),
        (
            FOUR,
            "9 previous_solution back 17 18 parent previous_dead_end 1 over back out 0 -1 9 9 next_dead_end",
            "9 (9) 8 17 (17) 17 16 1 17 17 (17) 0 (0) 9 9 16",
        ),
        (
            SIX,
            "40 parent parent next_sibling out previous_solution next_solution over next_dead_end",
            "40 33 1 (1) (1) (1) 9 10 13",
        ),
        (SIX, "13 previous_dead_end 91 92 back previous_dead_end previous_solution", "13 5 91 (91) 91 84 66"),
        (
            (*SIX, Goal.ALL, 2),
            "next_solution next_solution next_solution forward back parent over next_dead_end",
            "9 32 (32) (32) 31 30 (30) (32)",
        ),
        ((*SIX, Goal.ALL, 2), "32 previous_solution 1000 next_sibling out start", "32 9 (32) (32) (32) 0"),
        (
            (Queens(6), "bitmask", Goal.FIRST),
            "10 40 previous_dead_end previous_sibling previous_solution start",
            "10 (32) 28 (28) (28) 0",
        ),
        ((Queens(6), "bitmask", Goal.FIRST), "next_solution over back", "32 (32) 31"),
        (
            (Queens(6), "symmetry", Goal.COUNT),
            "5 back parent next_solution next_solution previous_solution",
            "5 4 3 25 (45) 25",
        ),
        ((Queens(6), "symmetry", Goal.COUNT), "25 next_dead_end next_sibling out 46", "25 26 (26) 27 (45)"),
        (
            (Queens(8), "min-conflicts", Goal.FIRST),
            "forward 5 back next_solution 3",
            "1 5 4 30 3",
        ),
    ],
)
def test_a_walk(what: tuple[Any, ...], moves: str, expected: str) -> None:
    assert walked(Timeline(search(*what)), moves) == expected


def test_a_search_that_is_no_tree_goes_forwards_back_and_to_solutions() -> None:
    line = Timeline(search(gallery.instance("langford-4").puzzle().problem, "memo-count", Goal.COUNT))
    moves = "5 back next_solution next_solution next_solution previous_solution back 18 19 2"
    assert walked(line, moves) == "5 4 5 18 (18) 18 17 18 (18) 2"
    with pytest.raises(ProblemError, match="this search has no tree in which to go to the parent"):
        line.go(Move.PARENT)
    with pytest.raises(ProblemError, match=r"expected a move, such as Move\.BACK, not 'back'"):
        line.go("back")  # type: ignore[arg-type]
    assert line.node == 2


def test_a_path_leads_to_its_node() -> None:
    line = Timeline(search(*FOUR))
    paths = ((2, 1), (2, 1, 1, 1), (2, 2), (1, 2, 1), (), (9,))
    assert [(line.to_path(path), line.node) for path in paths] == [
        (Arrival.THERE, 7), (Arrival.THERE, 9), (Arrival.NONE, 9), (Arrival.THERE, 5), (Arrival.THERE, 1),
        (Arrival.NONE, 1),
    ]  # fmt: skip
    assert [node for node in range(18) if line.to(node) is Arrival.THERE and line.at_solution()] == [9, 13]


def test_where_a_search_was_taken_up_its_way_back_ends() -> None:
    begun = search(Queens(5), "backtracking")
    assert begun.advance(20) is Status.RUNNING
    line = Timeline(begun)
    moves = "back 30 previous_solution previous_solution start parent previous_dead_end 19 next_solution next_solution"
    assert walked(line, moves) == "(20) 30 28 23 20 (20) (20) (20) 23 28"
    assert walked(line, "previous_solution previous_solution") == "23 (23)"
    assert line.first == 20


def test_with_little_memory_every_node_is_still_found() -> None:
    line = Timeline(search(Queens(6), "dlx"), memory=60_000)
    assert (line.advance(10_000), line.node, line.frames) == (Status.COMPLETE, 153, 1)
    moves = "back 100 previous_dead_end parent over previous_solution next_solution 2 150 149 148"
    assert walked(line, moves) == "153 100 99 98 100 88 128 2 150 149 148"
    assert line.memory <= 60_000


def test_a_stopped_move_goes_back_and_one_to_the_next_stays() -> None:
    line = Timeline(search(Queens(8), "backtracking"), slicing=Slicing.of(256))
    line.to(700)
    for move in (Move.BACK, Move.PARENT, Move.OVER, Move.PREVIOUS_SOLUTION, Move.OUT):
        assert (line.go(move, lambda: True), line.node) == (Arrival.STOPPED, 700)
    assert (line.to(500, lambda: True), line.node) == (Arrival.STOPPED, 700)
    assert (line.to_path((5, 1, 1), lambda: True), line.node) == (Arrival.STOPPED, 700)
    assert line.go(Move.NEXT_SOLUTION, lambda: True) is Arrival.STOPPED
    assert line.node >= 700


def frame(node: int, size: int = 100) -> Keyframe:
    return Keyframe(node, node // 50, (1, (node,)), {}, size)


def test_keyframes_are_spaced_by_memory_and_kept_beside_where_somebody_walks() -> None:
    frames = Keyframes(frame(0), 1600)
    for node in range(64, 64 * 40, 64):
        if frames.wants(node):
            frames.add(frame(node))
    assert ([each.node for each in frames], frames.memory) == (list(range(0, 2305, 256)), 1000)
    wanted = [node for node in (1, 63, 64, 300, 2495, 2496, 2700, 2751, 2752, 2753, 3008) if frames.wants(node)]
    assert wanted == [2700, 2751, 2752, 2753, 3008]
    for near in (frame(10, 60), frame(700, 60), frame(20, 60), frame(30, 201), frame(20, 60), frame(2000, 200)):
        frames.add_near(near)
    assert ([each.node for each in frames][-3:], frames.memory) == ([2000, 2048, 2304], 1200)
    before = {9: 0, 25: 0, 699: 512, 700: 512, 900: 768, 1999: 1792, 2000: 2000, 5000: 2304}
    assert {node: frames.before(node).node for node in before} == before
