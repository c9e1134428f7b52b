"""Shuffled patterns: completed by equations, whatever the shuffle; and grids of another make are left alone."""

from __future__ import annotations

import pytest

from core import Goal, Shape, Status, Sudoku
from core.sudoku._solvers.usual_pattern import completion, shuffled_to_fit
from tests.core.sudoku.grids import seeded
from tests.core.sudoku.samples import WIKIPEDIA, finish


@pytest.mark.parametrize(
    ("shape", "clues"),
    [(Shape(3, 3), 60), (Shape(2, 5), 75), (Shape(4, 4), 120), (Shape(5, 5), 250), (Shape(6, 6), 648)],
    ids=str,
)
def test_a_shuffled_pattern_is_completed(shape: Shape, clues: int) -> None:
    for seed in range(3):
        problem = seeded(shape, clues, seed)
        found = completion(problem)
        assert found is not None
        assert problem.verify(found)


def test_what_the_equations_do_not_settle_is_left_to_the_search() -> None:
    shape = Shape(4, 4)
    full = seeded(shape, shape.cells, 3).givens
    assert completion(Sudoku.of(shape, full)) == full
    assert completion(seeded(shape, 30, 3)) is None  # too few clues
    halves = [value if cell % 16 < 8 else 0 for cell, value in enumerate(full)]
    assert completion(Sudoku.of(shape, tuple(halves))) is None  # nothing is known of half of the columns
    first = next(cell for cell, value in enumerate(full) if value == 1)
    swapped = [value if cell != first else 2 for cell, value in enumerate(full)]
    assert completion(Sudoku.of(shape, tuple(swapped))) is None  # contradicts itself
    assert completion(Sudoku.of(Shape(3, 3), tuple(map(int, WIKIPEDIA.replace(".", "0"))))) is None


@pytest.mark.parametrize("shape", [Shape(3, 4), Shape(4, 4), Shape(6, 6)], ids=str)
def test_a_few_givens_fit_a_shuffled_pattern(shape: Shape) -> None:
    n = shape.order
    for cells in ([], [(0, 0, n)], [(0, 1, 3), (1, n - 1, 3), (n - 1, 0, 1), (2, 2, 2)]):
        givens = [0] * shape.cells
        for row, column, value in cells:
            givens[row * n + column] = value
        problem = Sudoku.of(shape, tuple(givens))
        found = shuffled_to_fit(problem)
        assert found is not None
        assert problem.verify(found)
    assert shuffled_to_fit(Sudoku.of(shape, (1, 1) + (0,) * (shape.cells - 2))) is None
    assert shuffled_to_fit(seeded(shape, n + 1, 0)) is None  # no few


def test_an_empty_grid_of_order_36_is_filled_without_a_failure() -> None:
    problem = Sudoku.empty(Shape(6, 6))
    search = finish("learning", problem, Goal.FIRST)
    assert (search.status, search.counts()[0]) == (Status.COMPLETE, 1)
    assert search.solutions[0] == shuffled_to_fit(problem)  # the search changed nothing in it


def test_half_a_grid_of_order_36_is_solved_at_once() -> None:
    search = finish("learning", seeded(Shape(6, 6), 648, 0), Goal.FIRST)
    assert search.status is Status.COMPLETE
    assert search.counts()[0] == 1
    assert search.counts()[1] < 1000


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(3, 3), Shape(4, 4)], ids=str)
def test_a_grid_of_another_make_is_searched(shape: Shape) -> None:
    full = seeded(shape, shape.cells, 5, mixed=True)
    assert full.verify(full.givens)
    assert completion(full) is None
    search = finish("learning", seeded(shape, shape.cells // 2, 5, mixed=True), Goal.FIRST)
    assert search.counts()[0] == 1
