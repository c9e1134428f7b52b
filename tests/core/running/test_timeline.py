"""The timeline: any position of any search, the same figures as a run that never went back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Algorithm, ExactCover, Goal, Problem, Queens, Search, Status, algorithms
from core.exact_cover._formats.knuth import read
from core.running import Arrival, Move, Timeline
from core.running._timeline import MOST_NEAR, NEAR_SHARE, Keyframe, Keyframes
from tests.cases import others_slow
from tests.core.running.cases import SUDOKUS

PLAIN = ExactCover.from_options("ABCDEFG", ["CEF", "ADG", "BCF", "AD", "BG", "DEG", "BF", "CE", "ADG"])
COLOURED = read("A B C | x y\nA x:1 y:1\nA x:2\nB x:1\nB y:2\nC y:1\nC x:2\nB C\n")
MULTIPLE = read("A 1:2|B C\nA\nB\nA B\nB C\nC\nA C\n")
COVERS = {"plain": PLAIN, "coloured": COLOURED, "multiple": MULTIPLE}


def _problems(entry: Algorithm) -> Iterator[Problem]:
    if entry.problem == "queens":
        yield Queens(4)
        if entry.key not in ("brute-force", "permutations"):
            yield Queens(6)
        if entry.key == "stride":
            yield Queens(9)  # where it has to move its first queens
    elif entry.problem == "sudoku":
        yield from SUDOKUS
    else:
        yield from COVERS.values()


NAMED = {
    f"{entry.problem}-{entry.key}-{number}": (entry, problem)
    for entry in algorithms()
    if entry.unit == "node"
    for number, problem in enumerate(_problems(entry))
    if entry.refusal(problem) is None
}
CASES = [pytest.param(*pair, id=name) for name, pair in NAMED.items()]


def _goal(entry: Algorithm) -> Goal:
    return next(goal for goal in (Goal.ALL, Goal.COUNT, Goal.FIRST) if goal in entry.goals)


def _seen(search: Search) -> tuple[Any, ...]:
    shot = search.snapshot()
    return shot.nodes, shot.solutions, shot.updates, shot.depth, shot.placement, search.branch_path()


@cache  # for all examples of a case
def _walk(entry: Algorithm, problem: Problem, most: int = 400) -> list[tuple[Any, ...]]:
    """What a run that never goes back shows at every node, by number; the last entry is the end."""
    search = entry.start(problem, _goal(entry))
    seen = [_seen(search)]
    while search.status is Status.RUNNING and len(seen) <= most:
        search.advance(1)
        if search.counts()[1] == len(seen):
            seen.append(_seen(search))
    return seen


@pytest.mark.parametrize(
    ("entry", "problem"), others_slow(CASES, *(name for name, pair in NAMED.items() if pair[1] is not SUDOKUS[1]))
)
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_every_position_shows_what_it_showed_at_first(entry: Algorithm, problem: Problem, data: st.DataObject) -> None:
    straight = _walk(entry, problem)  # type: ignore[arg-type]  # every problem can be hashed
    line = Timeline(entry.start(problem, _goal(entry)), memory=data.draw(st.sampled_from([1 << 12, 1 << 16, 1 << 26])))
    for _ in range(data.draw(st.integers(1, 8))):
        if data.draw(st.booleans()):
            line.advance(data.draw(st.integers(1, 300)))
        else:
            line.to(data.draw(st.integers(0, len(straight) - 1)))
        if line.node < len(straight) and not line.exhausted:
            assert _seen(line.search) == straight[line.node]


@cache
def _tree(entry: Algorithm, problem: Problem) -> tuple[list[tuple[int, ...]], list[int]]:
    """The path of every node and the numbers of the solutions, by walking once."""
    search = entry.start(problem, _goal(entry))
    paths: list[tuple[int, ...]] = [()]
    solutions = []
    while search.status is Status.RUNNING:
        found = search.counts()[0]
        search.advance(1)
        if search.counts()[1] == len(paths):
            paths.append(search.branch_path() or ())
            if search.counts()[0] > found:
                solutions.append(len(paths) - 1)
    return paths, solutions


def _expected(move: Move, at: int, paths: list[tuple[int, ...]], solutions: list[int]) -> int | None:
    """The node a move leads to, looked up in the whole tree; None if there is none."""
    path, later, earlier = paths[at], range(at + 1, len(paths)), range(at - 1, 0, -1)

    def dead(node: int) -> bool:
        return node not in solutions and (node + 1 == len(paths) or len(paths[node + 1]) <= len(paths[node]))

    def first(nodes: Any, test: Any) -> int | None:
        return next((node for node in nodes if test(node)), None)

    match move:
        case Move.FORWARD:
            return at + 1 if at + 1 < len(paths) else None
        case Move.BACK:
            return at - 1
        case Move.START:
            return 0
        case Move.PARENT:
            return paths.index(path[:-1], 1) if path else None
        case Move.OVER:
            return first(later, lambda n: paths[n][: len(path)] != path)
        case Move.OUT:
            return first(later, lambda n: paths[n][: len(path) - 1] != path[:-1]) if path else None
        case Move.NEXT_SIBLING:
            return first(later, lambda n: len(paths[n]) == len(path) and paths[n][:-1] == path[:-1])
        case Move.PREVIOUS_SIBLING:
            return first(earlier, lambda n: len(paths[n]) == len(path) and paths[n][:-1] == path[:-1])
        case Move.NEXT_DEAD_END:
            return first(later, dead)
        case Move.PREVIOUS_DEAD_END:
            return first(earlier, dead)
        case Move.NEXT_SOLUTION:
            return first(later, lambda n: n in solutions)
        case _:
            return first(earlier, lambda n: n in solutions)


TREES = [
    pytest.param(entry, problem, id=name)
    for name, (entry, problem) in NAMED.items()
    if entry.key not in ("memo-count", "diagram", "propagation", "learning")
    and (entry.complete or entry.key == "stride")
    and problem is not SUDOKUS[1]
]


@pytest.mark.parametrize(("entry", "problem"), TREES)
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_every_move_leads_where_the_whole_tree_says(entry: Algorithm, problem: Problem, data: st.DataObject) -> None:
    paths, solutions = _tree(entry, problem)  # type: ignore[arg-type]
    line = Timeline(entry.start(problem, _goal(entry)), memory=data.draw(st.sampled_from([1 << 14, 1 << 26])))
    line.advance(data.draw(st.integers(1, len(paths))))
    for _ in range(6):
        at = data.draw(st.integers(1, len(paths) - 1))
        assert line.to(at) is Arrival.THERE
        assert line.at_solution() == (at in solutions)
        move = data.draw(st.sampled_from([move for move in Move if move is not Move.PREVIOUS_CHANGE]))
        wanted = _expected(move, at, paths, solutions)
        if wanted is None:
            assert line.go(move) is Arrival.NONE or line.ended, move
            stays = move not in (Move.FORWARD, Move.OVER, Move.OUT, Move.NEXT_DEAD_END, Move.NEXT_SOLUTION)
            assert line.node == at or not stays
        else:
            assert line.go(move) is Arrival.THERE, move
            assert line.node == wanted, (move, at, paths)
            assert line.at_solution() == (wanted in solutions)


def test_from_the_end_it_goes_back_to_the_last_node() -> None:
    line = Timeline(next(e for e in algorithms("queens") if e.key == "dlx-s").start(Queens(6), Goal.COUNT))
    line.advance(10_000)
    assert line.exhausted
    nodes = line.node
    assert line.go(Move.BACK) is Arrival.THERE
    assert (line.node, line.ended) == (nodes, False)
    assert line.go(Move.FORWARD) is Arrival.NONE
    line.advance(1)
    assert line.go(Move.PREVIOUS_SOLUTION) is Arrival.THERE
    assert line.search.counts()[0] == 4


def test_solutions_found_stay_found_and_come_once() -> None:
    line = Timeline(next(e for e in algorithms("queens") if e.key == "backtracking").start(Queens(6), Goal.ALL))
    line.advance(10_000)
    found = list(line.search.solutions)
    line.to(30)
    assert line.search.counts()[0] < len(found)
    assert list(line.search.solutions) == found
    line.advance(10_000)
    assert list(line.search.solutions) == found


@pytest.mark.parametrize("move", [Move.NEXT_SOLUTION, Move.PREVIOUS_SOLUTION, Move.PARENT, Move.OVER, Move.BACK])
def test_every_long_move_can_be_stopped(move: Move) -> None:
    line = Timeline(next(e for e in algorithms("queens") if e.key == "backtracking").start(Queens(10), Goal.COUNT), 1)
    line.to(20_000)
    before = _seen(line.search)
    assert line.go(move, stop=lambda: True) is Arrival.STOPPED
    if move is not Move.NEXT_SOLUTION:
        assert _seen(line.search) == before


def test_memory_is_bounded() -> None:
    line = Timeline(next(e for e in algorithms("queens") if e.key == "dlx-s").start(Queens(9), Goal.COUNT), 1 << 18)
    while not line.ended:
        line.advance(10)
        assert line.memory <= 1 << 18
    assert line.frames > 4


def test_going_on_tells_how_the_search_stands() -> None:
    line = Timeline(next(entry for entry in algorithms("queens") if entry.key == "dlx-s").start(Queens(4), Goal.ALL))
    assert line.advance(1) is Status.RUNNING
    assert line.advance(1000) is Status.COMPLETE


def test_frames_kept_near_fit_into_their_share_of_the_memory() -> None:
    for memory in (1 << 10, 1 << 16, 1 << 20):
        frames = Keyframes(Keyframe(1, 0, None, {}, 1), memory)
        for size in (0, 1, 100, 5000, memory):
            most = frames.near_at_once(size)
            assert 1 <= most <= MOST_NEAR // 2
            assert most == 1 or most * size <= memory // NEAR_SHARE
        assert frames.near_at_once(1) == min(MOST_NEAR // 2, memory // NEAR_SHARE)


def test_over_everything_ends_where_a_search_for_one_solution_does() -> None:
    line = Timeline(next(e for e in algorithms("queens") if e.key == "backtracking").start(Queens(6), Goal.FIRST))
    line.to(1)
    asked = iter(range(10_000))
    assert line.go(Move.OVER, stop=lambda: next(asked, None) is None) is Arrival.THERE
    assert (line.ended, line.exhausted, line.search.counts()[0]) == (True, False, 1)
    line.to(3)
    assert line.go(Move.OUT, stop=lambda: next(asked, None) is None) is not Arrival.STOPPED
