"""All values that cells hold in solutions, against all solutions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Sudoku
from core.sudoku._propagation import true_candidates as module
from core.sudoku._propagation.search import Propagation
from core.sudoku._propagation.true_candidates import TrueCandidates
from tests.core.sudoku.propagation.samples import random_problem


def all_held(problem: Sudoku) -> tuple[int, ...]:
    search = Propagation(problem, Goal.ALL, None)
    search.advance(1 << 40)
    held = [0] * problem.shape.cells
    for solution in search.solutions:
        for cell, value in enumerate(solution):
            held[cell] |= 1 << (int(value) - 1)
    return tuple(held)


def compare(seed: int, budget: int) -> None:
    problem, _ = random_problem(random.Random(seed))
    work = TrueCandidates(problem)
    expected, told = all_held(problem), [work.progress]
    while not work.advance(budget):
        told.append(work.progress)
        assert all(not seen & ~held for seen, held in zip(work.seen, expected, strict=True))
        assert all(not held & ~(seen | open_) for seen, open_, held in zip(work.seen, work.open, expected, strict=True))
    assert work.seen == expected
    assert told == sorted(told)


@given(st.integers(0, 1 << 48))
def test_values_that_solutions_hold(seed: int) -> None:
    compare(seed, seed % 7 + 1)


@given(st.integers(0, 1 << 48))
def test_one_tree_for_all_that_are_open(seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "DEAR", -1)
        patch.setattr(module, "MANY", 0)
        patch.setattr(module, "ASKED", seed % 3)
        compare(seed, seed % 7 + 1)
