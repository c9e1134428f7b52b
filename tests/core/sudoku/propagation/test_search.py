"""The general solver against the naive one: any forms, every solution, each once."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Shape, Status, Sudoku
from core.sudoku._propagation.search import Propagation
from core.sudoku.rules import USUAL, Board, Form, Sum
from core.sudoku.rules._check import keeps
from tests.core.sudoku.propagation.samples import Made, grids, random_problem, solutions, solves


def compare(seed: int) -> int:
    dice = random.Random(seed)
    problem, bound = random_problem(dice)
    board, forms = problem.board, [form for form, _ in problem.forms]
    expected = []
    for grid in grids(problem.shape, problem.candidates, bound):
        if solves(board, forms, grid):
            expected.append(grid)
            assert keeps(board, forms, grid)
        elif dice.random() < 0.1:
            assert not keeps(board, forms, grid)
    assert solutions(problem, dice.choice([1, 3, 1 << 30])) == expected
    return len(expected)


@given(st.integers(0, 1 << 48))
def test_every_solution_of_any_forms(seed: int) -> None:
    compare(seed)


@given(st.integers(0, 1 << 48))
def test_a_search_taken_up_again_goes_on_the_same_way(seed: int) -> None:
    dice = random.Random(seed)
    problem, _ = random_problem(dice)
    one, other = Propagation(problem, Goal.ALL, None), Propagation(problem, Goal.ALL, None)
    while one.status is Status.RUNNING:
        one.advance(dice.randint(1, 4))
        again = Propagation(problem, Goal.ALL, None)
        again.restore(one.state())
        one = again
    other.advance(1 << 30)
    assert one.counts() == other.counts()
    assert [*map(tuple, one.solutions)] == [*map(tuple, other.solutions)]


def test_helper_cells_that_can_hold_several_values_make_no_more_solutions() -> None:
    def make(board: Board) -> list[Form]:
        one, other = board.helper(range(10)), board.helper(range(10))
        return [Sum((0, one.cell, other.cell), (1, 1, 1), 9)]

    problem = Sudoku(Shape(1, 2), rules=(*USUAL, Made(make)))
    assert solutions(problem) == [(1, 2, 2, 1), (2, 1, 1, 2)]
