"""The exact cover value: what it accepts, what it refuses, what it calls a solution."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Because, ExactCover, Item, ProblemError, algorithm
from core._cli.cover.check import faults
from core.exact_cover import _entries as entries
from core.exact_cover._analysis import Uncoverable, uncoverable
from core.exact_cover._formats import read
from tests.core.exact_cover.strategies import brute_force, problems


def test_the_four_sets_of_the_paper() -> None:
    sets = {"A": [1, 2, 4], "B": [1, 3, 4], "C": [4, 5], "D": [3, 5, 6]}
    problem = ExactCover.from_sets(range(1, 7), sets)
    assert problem.verify([0, 3])
    assert problem.verify([3, 0])
    assert not problem.verify([0, 1])
    assert not problem.verify([0])
    assert not problem.verify([0, 3, 3])
    assert not problem.verify([0, 4])
    assert [problem.label(o) for o in (0, 3)] == ["A", "D"]


def test_three_builders_make_the_same_problem() -> None:
    sets = ExactCover.from_sets("ABC", {"1": "AB", "2": "C"})
    assert sets.identity == ExactCover.from_matrix([[1, 1, 0], [0, 0, 1]]).identity
    assert sets == ExactCover.from_options("ABC", ["AB", "C"], keys=["1", "2"])


def test_columns_can_be_secondary() -> None:
    problem = ExactCover.from_matrix([[1, 0, 1], [0, 1, 1], [0, 1, 0]], secondary=1)
    assert (problem.primary, problem.secondary) == (2, 1)
    assert problem.verify([0, 2])
    assert not problem.verify([0, 1])


@pytest.mark.parametrize(
    ("items", "options", "colours", "said"),
    [
        ([Item("A"), Item("A")], [], (), "'A' appears twice"),
        ([Item("")], [], (), "empty name"),
        ([Item("a b")], [], (), "blank"),
        ([Item("\x1b[31m")], [], (), "cannot be printed"),
        ([Item("a:b")], [], (), "':'"),
        ([Item("x", secondary=True), Item("A")], [], (), "after a secondary"),
        ([Item("A", least=3, most=2)], [], (), "not a multiplicity"),
        ([Item("A", least=0, most=0)], [], (), "not a multiplicity"),
        ([Item("x", secondary=True, most=2)], [], (), "cannot have a multiplicity"),
        ([Item("A")], [(0, 0)], (), "holds 'A' twice"),
        ([Item("A")], [(1,)], (), "outside"),
        ([Item("A")], [(-1,)], (), "outside"),
        ([Item("A")], [(0,)], (("red",),), "primary item 'A' a colour"),
    ],
)
def test_impossible_problems_are_refused(
    items: list[Item], options: list[tuple[int, ...]], colours: tuple[tuple[str, ...], ...], said: str
) -> None:
    with pytest.raises(ProblemError, match=said):
        ExactCover(tuple(items), tuple(options), colours)


def test_ragged_matrix_and_unknown_item() -> None:
    with pytest.raises(ProblemError, match="row 2 has 1 entry"):
        ExactCover.from_matrix([[1, 0], [1]])
    with pytest.raises(ProblemError, match="neither 0 nor 1"):
        ExactCover.from_matrix([[2]])
    with pytest.raises(ProblemError, match="option 1 holds 'B'"):
        ExactCover.from_options("A", ["B"])


def test_options_without_primary_items_solve_nothing() -> None:
    problem = ExactCover.from_options("A", ["A", "x", ""], "x")
    assert problem.idle_options == (1, 2)
    assert problem.verify([0])
    assert not problem.verify([0, 1])


def test_texts_are_harmless() -> None:
    problem = ExactCover.from_options("A", ["A"], title="a\x1b[2Jb\n[red]c")
    assert str(problem) == "a [2Jb [red]c"


@settings(max_examples=60, deadline=None)
@given(problems())
def test_verify_agrees_with_the_definition(problem: ExactCover) -> None:
    right = brute_force(problem)
    options = range(len(problem.options))
    for mask in range(1 << len(options)):
        chosen = [o for o in options if mask >> o & 1]
        assert problem.verify(chosen) == (frozenset(chosen) in right)


@settings(max_examples=150, deadline=None)
@given(problems(), st.data())
def test_faults_are_told_just_where_a_solution_is_none(problem: ExactCover, data: st.DataObject) -> None:
    candidates = [[], *map(sorted, brute_force(problem))]
    if problem.options:
        candidates += [data.draw(st.lists(st.integers(0, len(problem.options) - 1), max_size=5))]
    chosen = data.draw(st.sampled_from(candidates))
    assert bool(faults(problem, chosen)) == (not problem.verify(chosen))


@settings(max_examples=150, deadline=None)
@given(problems())
def test_an_item_said_to_be_uncoverable_is(problem: ExactCover) -> None:
    because = uncoverable(problem)
    if because is None:
        return
    assert not brute_force(problem)
    item = problem.items[problem.numbers[because.item]]
    assert not item.secondary
    taken = [o for o in range(len(problem.options)) if problem.label(o) in because.taken]
    assert len(taken) == len(because.taken)
    assert because.left < because.needed <= item.least


def test_what_is_forced_is_followed_through_colours_and_multiplicities() -> None:
    assert uncoverable(read("A B C\nA B\nB C\n")) == Uncoverable("C", 1, 0, ("1",))
    assert uncoverable(read("A B | x\nA x:1\nB x:2\n")) == Uncoverable("B", 1, 0, ("1",))
    assert uncoverable(read("A B | x\nA x:1\nB x:1\n")) is None
    assert uncoverable(read("2|A\nA\n")) == Uncoverable("A", 2, 1)
    assert uncoverable(read("2|A B C\nA B\nA B\nC\n")) is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A B C D E F\nA B\nC\nD\nE\nF\nA C\nB F\n", "None"),
        ("2|A B\nA\nA B\n", "None"),
        ("A B C D E | x\nA x\nB x\nC\nD\nE\n", "item B cannot be covered beside option 1, which is forced"),
        ("A B C D E | x\nA x:1\nB x:2\nC\nD\nE\n", "item B cannot be covered beside option 1, which is forced"),
        ("A B | x\nA x:1\nB x:1\n", "None"),
        ("A B C D E F G\nA\nB\nC\nD\nE\nF\nA G\n", "None"),
        ("3|A\nA\nA\n", "item A cannot be covered: it needs 3 options, and 2 can be taken"),
    ],
)
def test_what_is_said_of_an_item_that_cannot_be_covered(text: str, said: str) -> None:
    assert str(uncoverable(read(text))) == said


def test_dancing_cells_refuses_what_its_words_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = algorithm("cover", "dancing-cells")
    problem = ExactCover({"A": ["1", "2", "3"], "B": ["1", "2"], "C": ["1"]})
    assert cells.obstacle(problem) is None
    monkeypatch.setattr(entries, "CELLS_MOST_ITEMS", 2)
    assert cells.obstacle(problem) == Because("goes up to 2 items; this problem has 3")
    monkeypatch.setattr(entries, "CELLS_MOST_ITEMS", 3)
    assert cells.obstacle(problem) is None
    monkeypatch.setattr(entries, "CELLS_MOST_OPTIONS", 2)
    assert cells.obstacle(problem) == Because("goes up to 2 options for one item; this problem has 3")
    monkeypatch.setattr(entries, "CELLS_MOST_OPTIONS", 3)
    monkeypatch.setattr(entries, "CELLS_MOST_SAVED", 3 * (problem.deepest + 1) - 1)
    assert cells.obstacle(problem) == Because("keeps a copy of 3 items for each of 4 levels, which is too large")
    monkeypatch.setattr(entries, "CELLS_MOST_SAVED", 3 * (problem.deepest + 1))
    assert cells.obstacle(problem) is None


def test_a_matrix_without_rows_keeps_its_columns() -> None:
    assert ExactCover.from_matrix(np.zeros((0, 3))).count() == 0
    assert ExactCover.from_matrix(np.zeros((0, 0))).count() == 1
