"""Clause learning: grids of every kind against the other solvers, states that cannot be, and large grids."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from core import Goal, Layout, Shape, Status, Sudoku, algorithm
from core.sudoku._solvers.clauses import POOL_END, TRAIL
from core.sudoku._solvers.learning import Learning
from core.sudoku._verdict import propose
from tests.core.sudoku.grids import seeded
from tests.core.sudoku.samples import finish

LAYOUTS = [Layout.parse(text) for text in ("2x2", "2x3", "3x2", "1x4", "3x3", "3x3 x")]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_it_finds_a_solution_where_there_is_one(layout: Layout) -> None:
    randomness, n = random.Random(5), layout.order
    solvable = 0
    for _ in range(30):
        givens = [0] * layout.cells
        for cell in randomness.sample(range(layout.cells), randomness.randrange(2 * n)):
            givens[cell] = randomness.randint(1, n)
        problem = Sudoku.of(layout, givens)
        expected = finish("dlx", problem, Goal.FIRST).counts()[0]
        search = finish("learning", problem, Goal.FIRST)
        assert search.status is Status.COMPLETE
        assert search.counts()[0] == expected
        assert all(problem.verify(solution) for solution in search.solutions)
        solvable += expected
    assert solvable > 0


def test_puzzles_with_one_solution_have_that() -> None:
    for seed in range(20):
        problem = seeded(Shape(3, 3), 30, seed)
        if finish("bands", problem, Goal.COUNT, 2).counts()[0] == 1:
            assert (
                finish("learning", problem, Goal.FIRST).solutions[:]
                == finish("bands", problem, Goal.FIRST).solutions[:]
            )


@pytest.mark.parametrize(("clues", "seed"), [(278, 0), (300, 1)])
def test_grids_of_order_25_need_few_failures(clues: int, seed: int) -> None:
    problem = seeded(Shape(5, 5), clues, seed, mixed=True)
    assert propose(problem).algorithm.key == "learning"
    search = Learning(problem, Goal.FIRST, None)
    search.prepare()
    search.advance(20_000)
    assert search.counts()[0] == 1


def test_forgetting_loses_no_solution() -> None:
    problem = seeded(Shape(4, 4), 90, 3, mixed=True)
    search = Learning(problem, Goal.FIRST, None)
    search.arrays["pool"] = search.arrays["pool"][:4000]  # so that it must forget all the time
    search.advance(1 << 40)
    assert search.counts()[0] == 1
    impossible = list(seeded(Shape(3, 3), 25, 1).givens)
    contradiction = Sudoku.of(Shape(3, 3), (*impossible[:-1], impossible[-1] % 9 + 1))
    assert (
        finish("learning", contradiction, Goal.FIRST).counts()[0]
        == finish("bands", contradiction, Goal.FIRST).counts()[0]
    )


def test_a_saved_state_goes_on_as_if_never_left() -> None:
    problem = seeded(Shape(5, 5), 278, 0, mixed=True)
    straight, first, second = (Learning(problem, Goal.FIRST, None) for _ in range(3))
    straight.advance(1 << 40)
    first.advance(450)
    second.restore(first.state())
    assert second.placement() == first.placement()
    second.advance(1 << 40)
    assert second.solutions[:] == straight.solutions[:]
    assert second.counts() == straight.counts()


def test_a_state_after_forgetting_is_taken_up() -> None:
    problem = seeded(Shape(4, 4), 90, 3, mixed=True)
    search, again = (Learning(problem, Goal.FIRST, None) for _ in range(2))
    for each in (search, again):
        each.arrays["pool"] = each.arrays["pool"][:4000]
    search.advance(400)
    again.restore(search.state())
    search.advance(100)
    again.advance(100)
    assert again.counts() == search.counts()
    assert again.placement() == search.placement()


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("numbers", TRAIL, 10**6), ("numbers", POOL_END, -1), ("value", 3, 1), ("trail", 0, 10**6), ("rest", 7, 5),
        ("reason", 0, 12345), ("pool", 0, 1), ("pool", 4, 1 << 28), ("first", 9, 3), ("level", -1, 99),
        ("limits", 1, -5), ("likely", 0, 1 << 40), ("likely", 5, -2),
    ],
)  # fmt: skip
def test_a_state_that_leads_astray_is_refused(name: str, at: int, value: int) -> None:
    problem = seeded(Shape(5, 5), 278, 0, mixed=True)
    search = Learning(problem, Goal.FIRST, None)
    search.advance(450)
    assert search.arrays["numbers"][POOL_END] > 0
    state = search.state()
    if name in ("level", "reason"):
        at = int(search.arrays["trail"][search.arrays["numbers"][TRAIL] - 1])
    elif name == "value":
        at = int(np.flatnonzero(search.arrays["value"] < 0)[0])
    elif name == "first":
        at = int(np.flatnonzero(search.arrays["first"] >= 0)[0])
    state[f"array:{name}"][at] = value
    with pytest.raises(ValueError, match="not possible"):
        Learning(problem, Goal.FIRST, None).restore(state)


def test_interpreted_it_does_the_same() -> None:
    code = (
        "from core._kernels.kernel import COMPILED\nassert not COMPILED\n"
        "from tests.core.sudoku.test_learning import *\n"
        "search = finish('learning', seeded(Shape(3, 3), 24, 4), Goal.FIRST)\n"
        "print(search.counts())"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert shown.stdout.strip() == str(finish("learning", seeded(Shape(3, 3), 24, 4), Goal.FIRST).counts())


def test_only_one_solution_is_asked_of_it() -> None:
    problem = seeded(Shape(5, 5), 300, 1, mixed=True)
    entry = algorithm("sudoku", "learning")
    assert entry.refusal(problem, Goal.COUNT) is not None
    assert propose(problem, Goal.COUNT).algorithm.key == "propagation"
