"""Every solver against every other: solutions, counts, trees, stopping anywhere."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import CannotSolve, Goal, Grid, Layout, ProblemError, Run, Shape, Status, Sudoku, algorithm, algorithms
from core.sudoku import OrderTooLarge, parse
from core.sudoku._bulk.bands import solve_batch
from core.sudoku._collections import collections
from core.sudoku._solvers.exact_cover import dense_incidence, dense_matrix, sparse_incidence
from core.sudoku._verdict import Finding, check, judge, malformed, propose, start_proposed, wrong_cells
from tests import PATIENCE
from tests.core.sudoku.samples import WIKIPEDIA, data_lines, finish

COMPLETE = [entry.key for entry in algorithms("sudoku") if entry.complete and Goal.ALL in entry.goals]
SLOW = {"backtracking", "algorithm-x"}
EASY = parse(WIKIPEDIA).problem


def shipped(largest: int) -> list[Sudoku]:
    """All shipped puzzles up to an order."""
    return [p.problem for c in collections() if c.shape.order <= largest for p in c.puzzles()]


@cache
def as_array(name: str) -> np.ndarray:
    """A shared data file as (m, 81) givens."""
    return np.array([[0 if c in ".0" else int(c) for c in line] for line in data_lines(name)], dtype=np.int32)


@pytest.mark.parametrize("key", COMPLETE)
def test_complete_solvers_agree_on_every_shipped_puzzle(key: str) -> None:
    entry = algorithm("sudoku", key)
    for problem in shipped(6 if key in SLOW else 12):
        if entry.refusal(problem):
            continue
        search = finish(key, problem, Goal.ALL, 2)
        assert search.status is Status.COMPLETE
        assert len(search.solutions) == 1
        assert search.solutions[0] == start_and_finish(problem)


@cache
def start_and_finish(problem: Sudoku) -> tuple[int, ...]:
    """The solution by the proposed solver."""
    search = start_proposed(problem, Goal.FIRST)
    search.advance(1 << 40)
    return search.solutions[0]


@pytest.mark.parametrize("order", [16, 25])
def test_large_shipped_puzzles_are_proper_and_proposed_to_a_solver_that_proves_it(order: int) -> None:
    problems = [problem for problem in shipped(25) if problem.size == order]
    assert problems
    for problem in problems:
        assert check(problem, 2).kind is Finding.UNIQUE
        assert problem.verify(start_and_finish(problem))
        if order == 16:
            assert finish("dlx", problem, Goal.FIRST).solutions[0] == start_and_finish(problem)


def test_the_shared_hard_puzzles() -> None:
    for name in ("magictour_top1465.txt", "hardest_1905_sample.txt"):
        givens = as_array(name)
        solutions, counts, _ = solve_batch(givens, 2)
        assert (counts == 1).all()
        for at in range(0, len(givens), 4):
            problem = Sudoku.of(Shape(3, 3), tuple(givens[at].tolist()))
            search = finish("bitmask", problem, Goal.ALL, 2)
            assert search.solutions[:] == [tuple(solutions[at].tolist())]
    for at in range(0, 1465, 60):
        givens = as_array("magictour_top1465.txt")
        problem = Sudoku.of(Shape(3, 3), tuple(givens[at].tolist()))
        expected = finish("bands", problem, Goal.FIRST).solutions[0]
        for key in ("dlx", "dlx-dense", "propagation"):
            assert finish(key, problem, Goal.ALL, 2).solutions[:] == [expected]
    for key in SLOW:
        assert finish(key, EASY, Goal.ALL, 2).solutions[:] == [start_and_finish(EASY)]


@pytest.mark.parametrize("key", COMPLETE)
@pytest.mark.parametrize(("shape", "count"), [((1, 1), 1), ((1, 2), 2), ((2, 1), 2), ((1, 3), 12), ((2, 2), 288)])
def test_empty_grids_have_known_counts(key: str, shape: tuple[int, int], count: int) -> None:
    problem = Sudoku.empty(Shape(*shape))
    if algorithm("sudoku", key).refusal(problem):
        return
    search = finish(key, problem, Goal.COUNT)
    assert search.counts()[0] == count
    every = finish(key, problem, Goal.ALL).solutions[:]
    assert len(set(every)) == count
    assert all(problem.verify(solution) for solution in every)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([(2, 2), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3)]), st.integers(0, 1 << 30))
def test_solvers_agree_on_random_grids_proper_or_not(sides: tuple[int, int], seed: int) -> None:
    shape, chance = Shape(*sides), random.Random(seed)
    givens = list(start_and_finish(Sudoku.empty(shape)))
    keep = chance.uniform(0.35, 0.8) if shape.order > 6 else chance.uniform(0.2, 0.8)
    givens = [value if chance.random() < keep else 0 for value in givens]
    if chance.random() < 0.4:  # spoil it
        givens[chance.randrange(shape.cells)] = chance.randint(1, shape.order)
    problem = Sudoku.of(shape, tuple(givens))
    found = {}
    for key in COMPLETE:
        if (key in SLOW and shape.order > 6) or algorithm("sudoku", key).refusal(problem):
            continue
        search = finish(key, problem, Goal.ALL, 200)
        found[key] = (search.counts()[0], search.status is Status.COMPLETE and frozenset(search.solutions))
    assert len(set(found.values())) == 1, {key: value[0] for key, value in found.items()}


def test_contradictory_givens_have_no_solution_and_say_why() -> None:
    rows = [[5, *[0] * 7, 5], *[[0] * 9] * 8]
    problem = Sudoku.from_rows(rows)
    for entry in algorithms("sudoku"):
        goal = Goal.COUNT if entry.complete and Goal.COUNT in entry.goals else Goal.FIRST
        search = finish(entry.key, problem, goal)
        assert search.counts()[0] == 0
        assert search.status is (Status.COMPLETE if entry.complete else Status.GAVE_UP)
        assert search.counts()[1] <= 2
    verdict = check(problem)
    assert verdict.kind is Finding.NO_SOLUTION
    assert str(verdict) == "no solution: row 1 holds 5 twice: r1c1 and r1c9"


def test_a_full_grid_is_its_own_solution() -> None:
    solution = start_and_finish(EASY)
    problem = Sudoku.of(EASY.shape, solution)
    for entry in algorithms("sudoku"):
        assert finish(entry.key, problem, Goal.FIRST).solutions[:] == [solution]
    wrong = list(solution)
    wrong[0], wrong[1] = wrong[1], wrong[0]
    for key in COMPLETE:
        assert finish(key, Sudoku.of(EASY.shape, tuple(wrong)), Goal.COUNT).counts()[0] == 0


def test_sparse_and_dense_builds_are_the_same_and_so_are_the_trees() -> None:
    for problem in [EASY, *shipped(6)[::4]]:
        sparse, options = sparse_incidence(problem)
        dense, dense_options = dense_incidence(problem)
        assert np.array_equal(options, dense_options)
        assert np.array_equal(sparse.items, dense.items)
        assert np.array_equal(sparse.starts, dense.starts)
        trees = {
            (finish(key, problem, Goal.COUNT).counts(), finish(key, problem, Goal.COUNT).snapshot().updates)
            for key in ("dlx", "dlx-dense")
        }
        assert len(trees) == 1
        assert finish("algorithm-x", problem, Goal.COUNT).counts() == trees.pop()[0]


def test_the_matrix_of_the_document() -> None:
    empty = dense_matrix(Sudoku.empty(Shape(1, 2)))
    assert empty.shape == (8, 16)
    # Figure 6: the rows of cell 0 with value 1, and of cell 3 with value 2.
    assert np.flatnonzero(empty[0]).tolist() == [0, 4, 8, 12]
    assert np.flatnonzero(empty[7]).tolist() == [3, 7, 11, 15]
    assert (empty.sum(axis=1) == 4).all()
    given = dense_matrix(Sudoku.of(Shape(1, 2), (1, 0, 0, 0)))
    assert not given[1].any()  # the other value of the given cell is deleted
    assert given[0].any()
    for key in [entry.key for entry in algorithms("sudoku") if entry.key != "bands"]:
        assert finish(key, Sudoku.of(Shape(1, 2), (1, 0, 0, 0)), Goal.FIRST).solutions[0] == (1, 2, 2, 1)


def test_the_single_branch_solves_what_needs_no_guess_and_gives_up_on_others() -> None:
    gave_up = 0
    for collection in collections():
        if collection.shape.order > 16:
            continue
        for puzzle in collection.puzzles():
            for build in ("sparse", "dense"):
                search = finish("single-branch", puzzle.problem, Goal.FIRST, build=build)
                guesses = (search.snapshot().detail or {})["guesses"]
                assert search.status in (Status.COMPLETE, Status.GAVE_UP)
                if guesses == 0:
                    assert search.status is Status.COMPLETE
                gave_up += search.status is Status.GAVE_UP
            assert (puzzle.level == "easy") is (guesses == 0)
    assert gave_up > 0
    with pytest.raises(CannotSolve, match="count"):
        algorithm("sudoku", "single-branch").start(EASY, Goal.COUNT)


def test_a_single_branch_that_has_guessed_goes_on_from_its_state() -> None:
    empty = Sudoku.of(Shape(3, 3), [0] * 81)
    search, resumed = (algorithm("sudoku", "single-branch").start(empty, Goal.FIRST) for _ in range(2))
    search.advance(40)
    assert (search.snapshot().detail or {})["guesses"] > 0
    resumed.restore(search.state())
    for each in (search, resumed):
        each.advance(1000)
    assert resumed.counts() == search.counts()
    assert (resumed.status, resumed.snapshot().detail) == (search.status, search.snapshot().detail)


def test_refusals_name_the_solvers_that_can() -> None:
    large = Sudoku.empty(Shape(5, 5))
    for key in ("dlx-dense", "algorithm-x"):
        assert "up to size 16" in str(algorithm("sudoku", key).refusal(large))
    assert "these can: " in str(algorithm("sudoku", "bands").refusal(large))
    assert "boxes" in str(algorithm("sudoku", "bands").refusal(Sudoku.empty(Shape(1, 9))))


# Searches that can be left and taken up anywhere


SAMPLE = {
    "2x2": Sudoku.of(Shape(2, 2), (1, *(0,) * 15)),
    "9x9": Sudoku.of(Shape(3, 3), (0,) * 27 + start_and_finish(EASY)[27:]),
}


@pytest.mark.parametrize("key", COMPLETE)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1 << 20))
def test_any_slicing_gives_the_same_run(key: str, seed: int) -> None:
    problem = SAMPLE["9x9" if key == "bands" else "2x2"]
    limit = 150
    whole = finish(key, problem, Goal.ALL, limit)
    chance = random.Random(seed)
    search = algorithm("sudoku", key).start(problem, Goal.ALL, limit)
    search.prepare()
    assert search.counts() == (0, 0)
    while search.status is Status.RUNNING:
        before = search.counts()
        budget = chance.choice((1, 2, 7, 100))
        quota = chance.choice((None, 0, 1, 3))
        search.advance(budget, quota)
        after = search.counts()
        assert after[1] - before[1] <= budget
        assert quota is None or after[0] - before[0] <= quota
        if chance.random() < 0.3:
            other = algorithm("sudoku", key).start(problem, Goal.ALL, limit)
            other.restore(search.state())
            search = other
    assert search.counts() == whole.counts()
    assert search.solutions[:] == whole.solutions[:]
    assert search.status is whole.status


@pytest.mark.parametrize("key", [entry.key for entry in algorithms("sudoku")])
def test_snapshots_show_a_grid_that_keeps_the_givens(key: str) -> None:
    problem = EASY
    search = algorithm("sudoku", key).start(problem, Goal.FIRST)
    for _ in range(60):
        shot = search.snapshot()
        assert len(shot.placement) == 81
        assert all(not given or given == value for given, value in zip(problem.givens, shot.placement, strict=True))
        assert all(0 <= value <= 9 for value in shot.placement)
        assert 0 <= shot.depth <= shot.max_depth
        assert shot.progress is None or 0 <= shot.progress <= 1
        assert search.advance(1) in (Status.RUNNING, Status.COMPLETE)
    finish_state = search.advance(1 << 30)
    assert finish_state is Status.COMPLETE


def test_the_first_solution_is_shown_when_found() -> None:
    for key in COMPLETE:
        search = finish(key, EASY, Goal.FIRST)
        assert search.snapshot().placement == search.solutions[0], key


def test_a_search_that_takes_for_ever_can_be_stopped() -> None:
    import threading

    run = Run(lambda: algorithm("sudoku", "bitmask").start(Sudoku.empty(Shape(6, 6)), Goal.COUNT))
    thread = threading.Thread(target=run.drive)
    thread.start()
    while run.snapshot.steps == 0:
        run.wait(0.01)
    run.cancel()
    assert run.wait(PATIENCE)
    thread.join()
    assert run.snapshot.status is Status.STOPPED
    assert run.snapshot.placement


def test_limits_and_quotas() -> None:
    empty = Sudoku.empty(Shape(3, 3))
    for key in ("bands", "propagation", "bitmask", "dlx"):
        search = finish(key, empty, Goal.COUNT, 50)
        assert search.counts()[0] == 50
        assert search.status is Status.LIMIT
        assert len(search.solutions) == 50


def test_restarts_neither_lose_nor_repeat_solutions() -> None:
    from core.sudoku._propagation import search as propagation

    lines = data_lines("hardest_1905_sample.txt")[:20]
    restarted = 0
    for line in lines:
        problem = parse(line).problem
        search = propagation.Propagation(problem, Goal.COUNT, None)
        search.counters[propagation.ALLOWED] = 4
        search.advance(1 << 40)
        assert search.counts()[0] == 1
        restarted += int(search.counters[propagation.ALLOWED] > 4)
        assert search.counters[propagation.FAILURES] >= 0
    assert restarted > 0


# Verdicts


def test_four_verdicts_are_four_answers() -> None:
    assert check(EASY).kind is Finding.UNIQUE
    assert str(check(Sudoku.empty(Shape(2, 2)))) == "288 solutions"
    capped = check(Sudoku.empty(Shape(3, 3)), 10)
    assert (capped.kind, capped.count, capped.capped) == (Finding.SEVERAL, 10, True)
    assert capped.number == "at least 10 solutions"
    assert str(capped) == "at least 10 solutions (a check stops there)"
    hidden = Sudoku.from_rows([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4])
    assert not hidden.conflicts
    assert str(check(hidden)) == "no solution"
    from core.sudoku import read_text
    from core.sudoku._formats import FormatError

    (error,) = read_text("rubbish")
    assert isinstance(error, FormatError)
    assert malformed(error).kind is Finding.MALFORMED
    assert "line 1" in str(malformed(error))


def test_a_stopped_search_decides_nothing() -> None:
    problem = parse(data_lines("hardest_1905_sample.txt")[0]).problem
    assert check(problem, steps=3).kind is Finding.UNDECIDED
    search = start_proposed(problem, Goal.COUNT, 2)
    search.advance(3)
    assert judge(problem, search.snapshot(), search.solutions).kind is Finding.UNDECIDED


def test_the_proposal_has_a_reason_and_can_do_it() -> None:
    for sides in ((1, 2), (2, 2), (2, 3), (3, 3), (1, 9), (3, 4), (4, 4), (5, 5), (6, 6)):
        problem = Sudoku.empty(Shape(*sides))
        for goal in Goal:
            proposal = propose(problem, goal)
            assert proposal.reason
            assert algorithm("sudoku", proposal.key).refusal(problem, goal) is None


def test_wrong_cells_tell_how_far_a_state_is_right() -> None:
    solution = start_and_finish(EASY)
    state = Grid.from_problem(EASY).place(2, solution[2])
    assert wrong_cells(state, solution) == ()
    assert wrong_cells(state.place(3, solution[3] % 9 + 1), solution) == (3,)


def test_interpreted_kernels_give_the_same_answers() -> None:
    code = (
        "from core._kernels.kernel import COMPILED\nassert not COMPILED\n"
        "from tests.core.sudoku.samples import finish, WIKIPEDIA\n"
        "from core.sudoku._formats import parse\nfrom core._search import Goal\n"
        "from core.sudoku._problem import Sudoku\nfrom core.sudoku._shape import Shape\n"
        "p = Sudoku.of(Shape(2, 2), (1, *(0,) * 15))\n"
        "for key in ('backtracking', 'bitmask', 'algorithm-x', 'dlx', 'propagation'):\n"
        "    assert finish(key, p, Goal.COUNT).counts()[0] == 72, key\n"
        "for key in ('bands', 'single-branch'):\n"
        "    assert len(finish(key, parse(WIKIPEDIA).problem, Goal.FIRST).solutions) == 1, key\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"})


@pytest.mark.parametrize(("shape", "first", "others", "reason"), [
    ("2x2", "bitmask", "bitmask", "a small grid: the cheapest node wins"),
    ("2x3", "bitmask", "bitmask", "a small grid: the cheapest node wins"),
    ("2x4", "propagation", "bitmask",
     "a large grid: plain search has a heavy tail, so deduce more and learn from failures"),
    ("3x3", "bands", "bands", "9×9 with 3×3 boxes: table look-ups on whole bands are fastest"),
    ("3x4", "propagation", "propagation",
     "a large grid: plain search has a heavy tail, so deduce more and learn from failures"),
    ("4x5", "learning", "propagation",
     "a very large grid: where plain search fails again and again, learn a rule from each failure"),
    ("6x6", "learning", "propagation",
     "a very large grid: where plain search fails again and again, learn a rule from each failure"),
    ("3x3 x", "dlx", "dlx", "a variant: exact cover takes units of any kind"),
])  # fmt: skip
def test_which_solver_is_proposed(shape: str, first: str, others: str, reason: str) -> None:
    problem = Sudoku.empty(Layout.parse(shape))
    assert propose(problem).reason == reason
    assert {goal: propose(problem, goal).key for goal in Goal} == {
        goal: first if goal is Goal.FIRST else others for goal in Goal
    }


@pytest.mark.parametrize(("givens", "said", "count", "solution"), [
    ("1.3...2..1..4...", "one solution", 1, "1234342121434312"),
    ("1...............", "72 solutions", 72, "1234341221434321"),
    ("11..............", "no solution: row 1 holds 1 twice: r1c1 and r1c2", 0, None),
    ("1234341221434321", "one solution", 1, "1234341221434321"),
    ("................", "288 solutions", 288, "1234341221434321"),
])  # fmt: skip
def test_what_a_verdict_says(givens: str, said: str, count: int, solution: str | None) -> None:
    verdict = check(Sudoku.parse(givens))
    assert (str(verdict), verdict.count, verdict.capped, verdict.proper) == (said, count, False, count == 1)
    assert verdict.solution == (None if solution is None else tuple(map(int, solution)))


def test_verdicts_with_a_limit_and_of_what_is_no_puzzle() -> None:
    empty = Sudoku.empty(Shape(2, 2))
    assert [(each.count, each.capped, each.nodes) for each in (check(empty, 5), check(empty, 1))] == [
        (5, True, 43), (2, True, 21),
    ]  # fmt: skip
    assert check(empty, steps=3).kind is Finding.UNDECIDED
    assert (str(malformed(ProblemError("x"))), str(malformed(OrderTooLarge("y")))) == ("malformed: x", "too large: y")
