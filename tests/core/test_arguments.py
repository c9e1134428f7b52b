"""What the library is given is checked where it comes in: what is no argument is refused in words of ours."""

# mypy: disable-error-code="arg-type, call-overload, dict-item, list-item"
from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import core
from core import (
    Algorithm,
    Cover,
    ExactCover,
    Grid,
    Item,
    Layout,
    Parameter,
    Placement,
    Queens,
    Run,
    Shape,
    Source,
    Sudoku,
)
from core._parts.workers import processes
from core.compare import Contestant, Plan
from core.errors import Reasoned
from core.explain import Explainer
from core.running import Timeline
from core.sudoku.rules import Diagonal, Regions

SMALL: Any = Shape(2, 2)
GRID: Any = Grid.empty(SMALL)
EMPTY: Any = "." * 16
DLX = (Contestant("dlx"),)
ME = Source("Me", 2026, "Here")


def search() -> Any:
    return core.algorithm("queens", "dlx").start(Queens(4), "count")


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: Queens(8, placed=5), "squares: expected a list, not 5"),
    (lambda: Queens(8, placed=[(0, 3, 1)]), r"squares are (row, column), such as [(0, 3)]; (0, 3, 1) is not one"),
    (lambda: Queens(8, placed=(0, 1)), "squares are (row, column), such as [(0, 3)]; 0 is not one"),
    (lambda: Queens(8, forbidden="ab"), "squares: expected a list, not 'ab'"),
    (lambda: Queens(8).verify(5), "a solution must be columns, one for each row, not 5"),
    (lambda: Placement("ab"), "a column: expected a list, not 'ab'"),
    (lambda: Placement((2, 0)), "a column must be a whole number from -1 to 1, not 2"),
    (lambda: Shape.default(9.0), "order must be a whole number, 1 or more, not 9.0"),
    (lambda: Shape(3.0, 3), "box rows must be a whole number, 1 or more, not 3.0"),
    (lambda: Shape(3, True), "box columns must be a whole number, 1 or more, not True"),
    (lambda: Diagonal(rising="no"), "rising must be True or False, not 'no'"),
    (lambda: Regions(5), "a region: expected a list, not 5"),
    (lambda: Sudoku(SMALL, (0,) * 4), "Sudoku takes a shape, then candidates= and rules= by name; "),
    (lambda: Sudoku(SMALL, candidates=(1, 3, 4, 3, 16, *[0] * 11)), "r2c1: expected a set from 0 to 15, not 16"),
    (lambda: Sudoku(SMALL, candidates=(1, 3)), "boxes of 2×2 make a grid of 16 cells, not 2"),
    (lambda: Sudoku(SMALL, rules=5), "rules: expected a list, not 5"),
    (lambda: Sudoku(SMALL, rules=(5,)), "a rule must be a Rule, not 5"),
    (lambda: Sudoku(SMALL, rules=(Regions((0, 0, 0, 1)),)), "expected 4 regions of 4 cells each"),
    (lambda: Shape.parse(5), "box shape must be a text, not 5"),
    (lambda: Layout.of(Shape(3, 3)).peers(-1), "cell must be a whole number from 0 to 80, not -1"),
    (lambda: SMALL.row(16), "cell must be a whole number from 0 to 15, not 16"),
    (lambda: SMALL.column("1"), "cell must be a whole number from 0 to 15, not '1'"),
    (lambda: SMALL.box(-1), "cell must be a whole number from 0 to 15, not -1"),
    (lambda: SMALL.name_of(16), "cell must be a whole number from 0 to 15, not 16"),
    (lambda: Sudoku.parse(5), "a Sudoku must be a text, not 5"),
    (lambda: Sudoku.parse(f"{EMPTY}\n{EMPTY}"), "the text holds more than one Sudoku; "),
    (lambda: Sudoku.parse(EMPTY, shape=4), "expected a Shape, such as Shape(3, 3), not 4"),
    (lambda: Sudoku(4), "expected a Shape, such as Shape(3, 3), not 4"),
    (lambda: Sudoku.of(SMALL, 5), "a given: expected a list, not 5"),
    (lambda: Sudoku.from_rows(5), "rows: expected a list, not 5"),
    (lambda: Sudoku.from_rows([5]), "row 1: expected a list, not 5"),
    (lambda: Sudoku.empty(9), "expected a Shape, such as Shape(3, 3), not 9"),
    (lambda: Sudoku.empty(SMALL).verify(5), "a solution must be a Grid or its values, not 5"),
    (lambda: Grid.empty(9), "expected a Shape, such as Shape(3, 3), not 9"),
    (lambda: Grid.of(SMALL, [0.0] * 16), "givens must be a whole number, 0 or more, not 0.0"),
    (lambda: Grid.from_problem(5), "a problem must be a Sudoku, not 5"),
    (lambda: GRID.place(-2, 4), "cell must be a whole number from 0 to 15, not -2"),
    (lambda: GRID.place(16, 4), "cell must be a whole number from 0 to 15, not 16"),
    (lambda: GRID.place(0, 4.0), "value must be a whole number from 0 to 4, not 4.0"),
    (lambda: GRID.set_marks(-1, 3), "cell must be a whole number from 0 to 15, not -1"),
    (lambda: GRID.toggle_mark(-1, 3), "cell must be a whole number from 0 to 15, not -1"),
    (lambda: GRID.toggle_struck(0, "1"), "value must be a whole number from 0 to 4, not '1'"),
    (lambda: GRID.set_given(-1, 3), "cell must be a whole number from 0 to 15, not -1"),
    (lambda: GRID.clear_cell(99), "cell must be a whole number from 0 to 15, not 99"),
    (lambda: GRID.count_of(5), "value must be a whole number from 0 to 4, not 5"),
    (lambda: GRID.cells_with("1"), "value must be a whole number from 0 to 4, not '1'"),
    (lambda: GRID.next_empty(16), "cell must be a whole number from 0 to 15, not 16"),
    (lambda: GRID.next_empty(0, 2), "step must be a whole number from -1 to 1, not 2"),
    (lambda: GRID.with_solution((1,)), "a solution has 16 values here, not 1"),
    (lambda: ExactCover([Item("a")], 5), "options: expected a list, not 5"),
    (lambda: ExactCover([Item("a")], [5]), "option 1: expected the items that it covers, not 5"),
    (lambda: ExactCover([Item("a")], [[0.0]]), "option 1: an item number must be a whole number, not 0.0"),
    (lambda: ExactCover([Item(5)], [[0]]), "the name of an item must be a text, not 5"),
    (lambda: ExactCover([Item("a", most=1.0)], [[0]]), "item 'a': a multiplicity must be a whole number from 0 to"),
    (lambda: ExactCover([Item("a", secondary=2)], []), "item 'a': secondary must be True or False, not 2"),
    (lambda: ExactCover([Item("a")], [[0]], labels=[5]), "a label must be a text, not 5"),
    (lambda: ExactCover({"A": [1]}, title=5), "title must be a text, not 5"),
    (lambda: ExactCover.from_options(5, []), "primary: expected a list, not 5"),
    (lambda: ExactCover.from_options([1], [5]), "option 1: expected the items that it covers, not 5"),
    (lambda: ExactCover.from_sets([1], 5), "sets must be a mapping such as {'A': [1, 4]}, not 5"),
    (lambda: ExactCover.from_matrix(5), "expected a matrix of rows and columns, not 5"),
    (lambda: ExactCover.from_matrix([[1]], secondary=True), "the number of secondary columns must be a whole number"),
    (lambda: ExactCover.from_matrix([[1]], names=5), "names: expected a list, not 5"),
    (lambda: ExactCover({"A": [1]}).verify(5), "a solution: expected a list, not 5"),
    (lambda: ExactCover({"A": [1]}).solved_by(0), "an option's number: expected a list, not 0"),
    (lambda: ExactCover({"A": [1]}).solved_by(("A",)), "an option's number must be a whole number, not 'A'"),
    (lambda: ExactCover({"A": [1]}).solved_by([0.0]), "an option's number must be a whole number, not 0.0"),
    (lambda: ExactCover({"A": [1]}).label(-1), "an option's number must be a whole number from 0 to 0, not -1"),
    (lambda: ExactCover({"A": [1]}).key("A"), "an option's number must be a whole number from 0 to 0, not 'A'"),
    (lambda: ExactCover({1: [1]}).key(1), "an option's number must be a whole number from 0 to 0, not 1"),
    (lambda: ExactCover({"A": [1]}).held(1), "an option's number must be a whole number from 0 to 0, not 1"),
    (lambda: ExactCover({"A": [1]}).entries(-1), "an option's number must be a whole number from 0 to 0, not -1"),
    (lambda: Cover.of(ExactCover({"A": [1]}), (-1,)), "an option's number must be a whole number from 0 to 0, not -1"),
    (lambda: core.solve(5), "expected a problem, such as Queens(8), not 5"),
    (lambda: core.count(Queens), "expected a problem, such as Queens(8), not <class 'core._queens.problem.Queens'>"),
    (lambda: core.solve(Queens(6), limit=1), "solve looks for one solution and takes no limit; solutions and count do"),
    (lambda: core.solve(Queens(6), 5), "no queens algorithm is called 5; there are "),
    (lambda: core.solve(Queens(6), "dlx", parameters={"goal": "all"}), "dlx has no parameter 'goal'"),
    (lambda: core.count(Queens(6), "dlx", parameters={"problem": 5}), "dlx has no parameter 'problem'"),
    (lambda: core.count(Queens(6), parameters={"threads": 1.7}), "threads: expected a whole number, not 1.7"),
    (lambda: core.count(Queens(6), parameters={"threads": True}), "threads: expected a whole number, not True"),
    (lambda: core.count(Queens(6), parameters={"threads": None}), "threads: expected a whole number, not None"),
    (lambda: core.count(Queens(6), parameters=1), "parameters: expected a dictionary such as {'seed': 1}, not 1"),
    (lambda: core.count(Queens(6), seconds=True), "seconds must be a number above 0, not True"),
    (lambda: core.count(Queens(6), seconds=float("nan")), "seconds must be a number above 0, not nan"),
    (lambda: core.count(Queens(6), progress=5), "progress must be a function of a Snapshot, not 5"),
    (lambda: core.algorithms(["queens"]), "no kind of problem is called ['queens']; there are queens, sudoku, cover"),
    (lambda: core.algorithm(5, "dlx"), "no kind of problem is called 5; "),
    (lambda: core.propose(5), "expected a problem, such as Queens(8), not 5"),
    (lambda: core.algorithm("queens", "dlx").start(5, "count"), "expected a problem, such as Queens(8), not 5"),
    (lambda: Run(5), "expected a Search, or a function that makes one, not 5"),
    (lambda: Run(search()).step(1.5), "count must be a whole number, 0"),
    (lambda: search().advance("1"), "budget must be a whole number, 0 or more, not '1'"),
    (lambda: search().advance(-1), "budget must be a whole number, 0 or more, not -1"),
    (lambda: search().advance(1, quota=1.5), "quota must be a whole number, 0 or more, not 1.5"),
    (lambda: search().keep_at_most("9"), "count must be a whole number, 0 or more, not '9'"),
    (lambda: Run(search()).go("up"), "a node's number must be a whole number, 1 or more, not 'up'"),
    (lambda: Run(search()).go(0), "a node's number must be a whole number, 1 or more, not 0"),
    (lambda: Timeline(search()).to(1.5), "node must be a whole number, not 1.5"),
    (lambda: Timeline(search()).to("1"), "node must be a whole number, not '1'"),
    (lambda: Timeline(8), "search must be a Search, such as an algorithm's start gives, not 8"),
    (lambda: Explainer(search()), "timeline must be a Timeline, not <"),
    (lambda: Plan("queens", "10", DLX), "instances: expected a list, not '10'"),
    (lambda: Plan("queens", (10,), DLX), "an instance must be a text, not 10"),
    (lambda: Plan("chess", ("10",), DLX), "no kind of problem is called 'chess'"),
    (lambda: Plan("queens", ("10",), ("dlx",)), "an algorithm must be a Contestant, not 'dlx'"),
    (lambda: Plan("queens", ("10",), DLX, repeat=2.5), "timed runs must be a whole number from 1 to"),
    (lambda: Plan("queens", ("10",), DLX, timeout="60"), "the time limit in seconds must be a number above 0 and"),
    (lambda: Plan("queens", ("10",), DLX, goal="every"), "no goal is called 'every'"),
    (lambda: Algorithm("a", "A", "queens", "", ME, "m:f", parameters=("x",)), "a: each of parameters must be a "),
    (lambda: Algorithm("a", "A", "queens", "", ME, "m:f", honours="x"), "a: honours: expected a list, not 'x'"),
    (lambda: Algorithm("a", "A", "queens", "", "me", "m:f"), "a: source must be a Source, not 'me'"),
    (lambda: Algorithm("a", "A", "queens", "", ME, "m:f", maximum_size="8"), "a: maximum_size must be a whole number"),
    (lambda: Algorithm("a", "A", "queens", "", ME, "m:f", goals=("some",)), "no goal is called 'some'"),
    (lambda: Parameter("limit", "Limit", 1), "parameter 'limit': this name means something else wherever"),
    (lambda: Parameter("Two words", "Limit", 1), "parameter 'Two words': expected lower-case letters"),
    (lambda: Parameter("x", "X", 5, maximum=4), "parameter 'x': its default is wrong: x: expected a whole number"),
    (lambda: Parameter("x", "X", "a", ("a", "b")), "parameter 'x': choices are pairs (value, what it means), not 'a'"),
    (lambda: processes(100_000).__enter__(), "the number of processes must be a whole number from 1 to "),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_no_argument_is_refused_in_our_words(number: int) -> None:
    ask, said = WRONG[number]
    with pytest.raises(Reasoned) as told:
        ask()
    assert str(told.value).startswith(said)


def test_numbers_of_numpy_are_taken_everywhere() -> None:
    four, two = np.int64(4), np.int8(2)
    assert Shape.default(four) == Shape(two, two) == SMALL
    assert type(Shape(two, two).box_columns) is int
    assert GRID.place(two, four).placed == GRID.place(2, 4).placed
    assert type(GRID.place(two, four).placed[2]) is int
    assert Grid.of(SMALL, np.zeros(16, dtype=int)) == GRID
    assert Queens(four, placed=np.array([[0, 1]])) == Queens(4, placed=[(0, 1)])
    assert ExactCover([Item("a")], np.array([[0]])) == ExactCover([Item("a")], [[0]])
    assert core.count(Queens(6), "bitmask", parameters={"threads": np.int64(1)}, seconds=np.float64(60)) == 4
    assert Queens(4).verify(np.array([1, 3, 0, 2]))
    assert Placement(np.array([1, 3, 0, 2])) == (1, 3, 0, 2)


@pytest.mark.parametrize(
    "problem",
    [
        Queens(6),
        Sudoku.parse("1.3...2..1..4..."),
        ExactCover({"A": [1, 4], "B": [2, 3]}),
        ExactCover({1: ["a"], 0: ["b"], 2: ["a"]}),
        ExactCover({2.0: ["a"], (0, 1): ["b"]}),
        ExactCover([Item("a")], [[0], [0]], labels=["same", "same"]),
        ExactCover([Item("a"), Item("b")], [[0], [1]]),
    ],
    ids=str,
)
def test_a_problem_verifies_what_it_gives(problem: Any) -> None:
    for solution in problem.solutions():
        assert problem.verify(solution)
    if not isinstance(problem, Sudoku):
        assert not problem.verify(list(problem.solution())[1:])


def test_options_named_by_numbers_are_meant_by_their_names() -> None:
    problem = ExactCover({1: ["a"], 0: ["b"], 2: ["a"]})
    assert problem.verify((2, 0))
    assert not problem.verify((1, 2))
    assert not problem.verify((3, 0))
    assert problem.solved_by((0, 1))
    assert not problem.solved_by((2, 0))
    assert not problem.solved_by((-1, 0))
    assert problem.solved_by(np.array([0, 1]))
    by_name = ExactCover({"A": [1, 4], "B": [2, 3]})
    assert by_name.verify((0, 1))
    assert not by_name.verify(("A", "C"))
    assert not by_name.verify(([], "A"))
    twice = ExactCover([Item("a")], [[0], [0]], labels=["same", "same"])
    with pytest.raises(core.ProblemError, match="'same' names 2 options"):
        twice.verify(("same",))


def test_problems_are_equal_only_if_their_solutions_look_the_same() -> None:
    first, other = ExactCover({"A": [1, 4], "B": [2, 3]}), ExactCover({"X": [1, 4], "Y": [2, 3]})
    assert first != other
    assert hash(first) != hash(other)
    assert ExactCover({1: ["a"]}) != ExactCover({"1": ["a"]})
    assert first == ExactCover({"A": [1, 4], "B": [2, 3]}, title="another title")
    assert first.identity == other.identity  # a search does the same in both


HASHED = """
from core import ExactCover, Queens
things = {"one", "two", "three", (1, "x"), 7, frozenset({"p", "q"})}
print(ExactCover({"A": things, "B": {"one", "two"}}).identity)
print(ExactCover.from_options(things, [things, {"one", "two"}], {"u", "v", "w"}).identity)
print(ExactCover.from_sets({"one", "two", "three"}, {"A": {"one", "two"}, "B": {"three"}}).identity)
"""


def test_sets_have_one_order_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", HASHED], env={"PYTHONHASHSEED": str(seed)}, stdout=subprocess.PIPE, check=True
        ).stdout
        for seed in range(4)
    }  # fmt: skip
    assert len(said) == 1
