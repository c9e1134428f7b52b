"""Candidates count everywhere: what was struck out is part of the problem, and the words say so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import CannotSolve, Goal, Grid, Layout, Shape, Sudoku, algorithm, algorithms
from core.sudoku import parse
from core.sudoku._division import divide
from core.sudoku._formats import Puzzle
from core.sudoku._verdict import Finding, check, propose
from core.sudoku.human import Position, solve_by_logic
from core.sudoku.human._editor import Editor
from core.sudoku.rules import USUAL, parse_rule
from tests.cli import Cli
from tests.core.sudoku.samples import WIKIPEDIA, finish

BOXED = """\
| 1 2    | 34 34     |
| 34 34  | 12 12     |
| 23 134 | 1234 1234 |
| 234 134| 1234 1234 |
"""
FOUR, NINE = Shape(2, 2), Shape(3, 3)
COVERS = ("algorithm-x", "dlx-dense", "dlx")
TAKERS = (*COVERS, "propagation")


def solutions(problem: Sudoku, values: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """By trying everything."""
    cell = len(values)
    if cell == problem.shape.cells:
        yield values
        return
    taken = {values[peer] for peer in problem.peers(cell) if peer < cell}
    for value in range(1, problem.size + 1):
        if problem.candidates[cell] >> (value - 1) & 1 and value not in taken:
            yield from solutions(problem, (*values, value))


def test_a_candidate_grid_is_what_is_counted_and_solved() -> None:
    problem = parse(BOXED).problem
    assert len(list(solutions(problem))) == 18
    assert problem.count() == 18
    assert Sudoku.of(FOUR, problem.givens).count() == 24
    assert (problem.clues, problem.basis, problem.marked) == (2, "2 givens and 5 marks struck out", True)
    answer = problem.solution()
    assert answer is not None
    assert all(bits >> (value - 1) & 1 for bits, value in zip(problem.candidates, answer.values, strict=True))


def test_every_solver_honours_candidates_or_says_what_is_in_its_way() -> None:
    problem = parse(BOXED).problem
    every = set(solutions(problem))
    refused = set()
    for entry in algorithms("sudoku"):
        goal = Goal.ALL if Goal.ALL in entry.goals else Goal.FIRST
        if entry.obstacle(problem, goal) is not None:
            refused.add(entry.key)
            with pytest.raises(CannotSolve, match=r"starts at size 9|not 2 givens and 5 marks"):
                entry.start(problem, goal)
            continue
        found = set(finish(entry.key, problem, goal).solutions)
        assert found <= every, entry.key
        assert found == every or goal is Goal.FIRST, entry.key
    assert refused == {"backtracking", "bitmask", "bands"}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 30), st.sampled_from(["2x2", "2x2 x", "1x4", "2x2 windoku"]))
def test_candidates_at_random_leave_what_trying_everything_leaves(seed: int, text: str) -> None:
    dice, layout = random.Random(seed), Layout.parse(text)
    kept = dice.choice([0.6, 0.8, 0.95])
    sets = [sum(1 << value for value in range(4) if dice.random() < kept) for _ in range(16)]
    problem = Sudoku(layout.shape, candidates=sets, rules=layout.rules)
    every = set(solutions(problem))
    for key in TAKERS if layout.plain else COVERS:
        assert set(finish(key, problem, Goal.ALL).solutions) == every, key
    assert problem.count() == len(every)
    assert finish("learning", problem, Goal.FIRST).counts()[0] == bool(every)
    assert sum(finish("dlx", part, Goal.COUNT).counts()[0] for part in divide(problem, 5)) == len(every)
    assert all(map(problem.verify, every))
    again = Grid.from_problem(problem).puzzle
    assert (again, again.basis) == (problem, problem.basis)


def test_the_true_candidate_struck_out_leaves_no_solution() -> None:
    grid = parse(WIKIPEDIA).grid
    assert check(grid.puzzle, 2).kind is Finding.UNIQUE
    assert grid.puzzle.basis == "30 givens"
    assert propose(grid.puzzle).key == "bands"
    struck = grid.toggle_struck(2, 4).toggle_struck(2, 2)
    assert check(struck.puzzle, 2).kind is Finding.NO_SOLUTION
    assert check(struck.position, 2).kind is Finding.NO_SOLUTION
    assert struck.puzzle.basis == "30 givens and 2 marks struck out"
    assert propose(struck.puzzle).key != "bands"
    assert not struck.puzzle.verify(tuple(map(int, parse(WIKIPEDIA).problem.solution().values)))  # type: ignore[union-attr]
    assert check(grid.toggle_struck(2, 1).puzzle, 2).kind is Finding.UNIQUE
    assert not grid.toggle_struck(2, 9).puzzle.marked  # what the givens exclude anyway is no mark


def test_a_cell_without_candidates_is_told() -> None:
    problem = Sudoku(FOUR, candidates=[15] * 5 + [0] + [15] * 10)
    assert str(check(problem)) == "no solution: r2c2 has no candidate left"
    assert [finish(key, problem, Goal.COUNT).counts()[0] for key in TAKERS] == [0] * len(TAKERS)


@pytest.mark.parametrize(("asked", "said", "status"), [
    ("count", "line 1: 18, from 2 givens and 5 marks struck out\n", 0),
    ("check", "line 1: 18 solutions, from 2 givens and 5 marks struck out\n", 4),
    ("count --algorithm dlx", "line 1: 18, from 2 givens and 5 marks struck out\n", 0),
])  # fmt: skip
def test_the_command_line_says_from_what_it_counted(
    asked: str, said: str, status: int, tmp_path: Path, cli: Cli
) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(BOXED)
    found = cli("sudoku", *asked.split(), path)
    assert (found.out.splitlines()[0] + "\n", found.status) == (said, status)


def test_lists_of_candidate_grids_are_counted_each_with_its_candidates(tmp_path: Path, cli: Cli) -> None:
    path = tmp_path / "grids.txt"
    path.write_text(f"{BOXED}\n" * 50)
    assert cli("sudoku", "count", path).out.count(": 18, from 2 givens and 5 marks struck out\n") == 50


def test_logic_begins_with_the_candidates_and_takes_nothing_for_unique_that_they_make_so() -> None:
    problem = parse(BOXED).problem
    position = Position.of(problem, unique=True)
    open_ = [0 if value else bits for value, bits in zip(problem.givens, problem.candidates, strict=True)]
    assert all(not bits & ~left for bits, left in zip(position.bits, open_, strict=True))
    assert not position.unique
    true = next(iter(solutions(problem)))
    path = solve_by_logic(Sudoku.of(FOUR, problem.givens, [1 << (value - 1) for value in true]))
    assert path.values == true


RULES = tuple(parse_rule(line, NINE) for line in ("cage 15: r1c1 r1c2 r2c1", "anti-knight", "thermo: r5c5-r5c8"))


def test_rules_make_peers_candidates_and_conflicts() -> None:
    layout = Layout.of(NINE, (*USUAL, *RULES))
    assert not layout.only_houses
    assert len(layout.houses) == 27
    assert set(layout.peers(20)) - set(Layout.of(NINE).peers(20)) == {3, 13, 27, 31, 37, 39}, "a knight's move"
    grid = Grid.empty(layout).place(20, 9)
    assert not grid.candidates[31] >> 8 & 1
    assert Grid.empty(NINE).place(20, 9).candidates[31] >> 8 & 1
    wrong = grid.place(31, 9)
    assert any(conflict.cells == (20, 31) for conflict in wrong.conflicts)
    short = Grid.empty(layout).place(0, 9).place(1, 8)
    assert [str(each) for each in short.conflicts] == ["r1c1 and r1c2 break the cage of 15 at r1c1"]
    assert not wrong.solved


def test_what_solvers_of_houses_refuse_is_named() -> None:
    problem = Sudoku(NINE, rules=(*USUAL, RULES[0]))
    refusal = algorithm("sudoku", "dlx").obstacle(problem, Goal.FIRST)
    assert refusal is not None
    with pytest.raises(CannotSolve, match="dlx solves houses, 9 cells that hold every value, and not: r1c1, r1c2"):
        algorithm("sudoku", "dlx").start(problem, Goal.FIRST)


def test_work_on_a_puzzle_with_rules_is_saved_whole() -> None:
    editor = Editor(Puzzle(Grid.empty(Layout.of(NINE, (*USUAL, *RULES)))))
    editor.change(editor.grid.place(3, 4), "r1c4 = 4")
    document = editor.document()
    again = Editor.from_document(document)
    assert again.grid == editor.grid
    assert again.grid.rules == (*USUAL, *RULES)
    document["version"] = 1
    assert Editor.from_document(document).grid == editor.grid
