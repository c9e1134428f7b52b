"""Options taken and forbidden: what is left against all solutions of the whole problem."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ExactCover, ProblemError
from core.exact_cover import _gallery as gallery
from core.exact_cover._restricted import conflict_text, options_named, restrict, restricted_puzzle
from tests.cli import Cli
from tests.core.exact_cover.strategies import covers

SETS = ExactCover({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]})


def found(problem: ExactCover) -> set[frozenset[int]]:
    return {frozenset(cover.options) for cover in problem.solutions()}


@settings(max_examples=150, deadline=None)
@given(problem=covers(), data=st.data())
def test_what_is_left_is_what_filtering_leaves(problem: ExactCover, data: st.DataObject) -> None:
    options = st.integers(0, len(problem.options) - 1)
    taken = data.draw(st.lists(options, max_size=3))
    forbidden = data.draw(st.lists(options, max_size=3))
    restricted = restrict(problem, taken, forbidden)
    wanted = {s for s in found(problem) if set(taken) <= s and not set(forbidden) & s}
    assert found(restricted.problem) == wanted
    assert restricted.problem.solution() is None if not wanted else all(problem.verify(list(s)) for s in wanted)
    for solution in wanted:
        assert solution <= {*restricted.left, *taken}
        assert not restricted.conflicts
    assert [restricted.problem.label(o) for o in range(len(problem.options))] == [
        problem.label(o) for o in range(len(problem.options))
    ]


@settings(max_examples=100, deadline=None)
@given(problem=covers(), data=st.data())
def test_what_is_ruled_out_clashes_and_nothing_else(problem: ExactCover, data: st.DataObject) -> None:
    taken = data.draw(st.lists(st.integers(0, len(problem.options) - 1), max_size=3, unique=True))
    restricted = restrict(problem, taken)

    def fit(chosen: list[int]) -> bool:
        for number, item in enumerate(problem.items):
            held = [o for o in chosen if number in problem.options[o]]
            if not item.secondary and len(held) > item.most:
                return False
            colours = {problem.colours[o][problem.options[o].index(number)] if problem.colours else "" for o in held}
            if item.secondary and len(held) > 1 and (len(colours) > 1 or "" in colours):
                return False
        return not set(chosen) & set(problem.idle_options)

    assert bool(restricted.conflicts) != fit(taken)
    if not restricted.conflicts:
        for option in set(range(len(problem.options))) - set(taken) - set(problem.idle_options):
            assert (option in restricted.left) == fit([*taken, option])
            assert (option in restricted.ruled_out) != (option in restricted.left)
        for option, by in restricted.ruled_out.items():
            assert by in taken
            assert set(problem.options[option]) & set(problem.options[by])


def test_names_numbers_and_the_title_stay() -> None:
    one = restrict(SETS, [1], [2]).problem
    assert list(one.solutions()) == [("B", "D", "F")]
    assert one.items == SETS.items
    assert one.options[1] == SETS.options[1]
    assert one.options[2].items == ()
    assert str(one) == "exact cover of 7 items by 6 options with option B, without option C"
    assert restrict(SETS).problem is SETS


def test_items_of_a_restricted_problem_are_told_by_their_own_numbers() -> None:
    from core.exact_cover._formats.knuth import read

    problem = read("0:2|A B | x\nA x:1\nA\nB x:1\n")
    restricted = restrict(problem, [1])
    assert [item.name for item in restricted.problem.items] == ["A", "B", "taken_2", "x"]
    assert [restricted.item(number) for number in range(4)] == [0, 1, None, 2]
    assert found(restricted.problem) == {frozenset(s) for s in ({1, 2}, {0, 1, 2})}


@pytest.mark.parametrize(
    ("taken", "forbidden", "said"),
    [("AC", "", "option C clashes with option A (through item 4)"), ("A", "A", "option A is both taken and forbidden")],
)
def test_what_cannot_stand_together_is_said_and_leaves_nothing(taken: str, forbidden: str, said: str) -> None:
    restricted = restrict(SETS, options_named(SETS, taken), options_named(SETS, forbidden))
    assert [conflict_text(SETS, conflict) for conflict in restricted.conflicts] == [said]
    assert restricted.problem.solution() is None


def test_names_that_mean_nothing_are_refused() -> None:
    assert options_named(SETS, ["A", "6"]) == [0, 5]
    with pytest.raises(ProblemError, match="there is no option 'a'; did you mean A"):
        options_named(SETS, ["a"])
    with pytest.raises(ProblemError, match="no option number 6"):
        restrict(SETS, [6])


def test_a_puzzle_keeps_its_picture_and_its_symmetries() -> None:
    puzzle = gallery.instance("pentominoes-3x20").puzzle()
    whole = list(puzzle.solutions())
    option = whole[0].options[0]
    less = restricted_puzzle(puzzle, restrict(puzzle.problem, [option]))
    some = list(less.solutions())
    assert {frozenset(s.options) for s in some} == {frozenset(s.options) for s in whole if option in s.options}
    assert str(some[0]).count("\n") == str(whole[0]).count("\n")


def test_the_command_line_counts_what_is_left(cli: Cli) -> None:
    run = cli.under("cover")
    assert run("count", "gallery:queens-6")[1].endswith(": 4\n")
    problem = gallery.instance("queens-6").puzzle().problem
    label = problem.label(problem.solution().options[0])  # type: ignore[union-attr]
    with_it = run("count", "gallery:queens-6", "--take", label, "--json")
    without = run("count", "gallery:queens-6", "--forbid", label, "--json")
    assert json.loads(with_it[1])["solutions"] + json.loads(without[1])["solutions"] == 4
    assert f"with option {label}" in json.loads(with_it[1])["problem"]
    assert run("solve", "gallery:four-sets", "--take", "A")[1].splitlines()[:2] == ["A: 1 2 4", "D: 3 5 6"]
    status, said, _ = run("solve", "gallery:four-sets", "--take", "A", "--take", "B")
    assert (status, "no solution: option B clashes with option A (through item 1)" in said) == (1, True)
    assert run("count", "gallery:four-sets", "--forbid", "Z")[0] == 2
    assert cli("estimate", "cover", "gallery:four-sets", "--by", "probes", "--forbid", "A")[0] == 0
