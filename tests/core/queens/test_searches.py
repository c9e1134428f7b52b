"""Every N queens algorithm against the literature, against the others, and against itself interrupted."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Algorithm, CannotSolve, Goal, Queens, Run, Search, Status, algorithm, algorithms
from core._kernels.random_numbers import later_below, random_below, seeded
from core._queens.boards import all_valid
from core.running import Slicing
from core.storage import _seal as sealed
from core.storage._key import SigningKey

KEY = SigningKey(bytes(32), "a test")

ENTRIES = algorithms("queens")


def finished(key: str, n: int, goal: Goal, **parameters: Any) -> Search:
    search = algorithm("queens", key).start(Queens(n), goal, parameters=parameters)
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_all_algorithms_agree(entry: Algorithm) -> None:
    for n in range(1, 6 if entry.key == "brute-force" else 8):
        problem = Queens(n)
        for goal in entry.goals:
            search = finished(entry.key, n, goal)
            expected = problem.known_count if goal is not Goal.FIRST else min(1, problem.known_count or 0)
            assert search.status is Status.COMPLETE
            assert search.counts()[0] == expected
            if goal is Goal.ALL:
                assert {*search.solutions} == {*finished("bitmask", n, Goal.ALL).solutions}
            assert all(problem.verify(solution) for solution in search.solutions)


@pytest.mark.parametrize("key", ["closed-form", "min-conflicts", "stride", "swaps"])
def test_first_solution_of_every_size(key: str) -> None:
    for n in [n for n in range(4, 60) if key != "stride" or n % 6 != 3] + [1000 if key != "stride" else 100]:
        assert finished(key, n, Goal.FIRST).counts()[0] == 1


@given(
    entry=st.sampled_from(ENTRIES), n=st.integers(1, 6), budgets=st.lists(st.integers(1, 90), min_size=1, max_size=6),
    data=st.data(),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_interruptions_change_nothing(entry: Algorithm, n: int, budgets: list[int], data: st.DataObject) -> None:
    n = min(n, 4) if entry.key == "brute-force" else n
    goal = data.draw(st.sampled_from(entry.goals))
    whole = finished(entry.key, n, goal)
    search, turn = entry.start(Queens(n), goal), 0
    while search.status is Status.RUNNING:
        before = search.counts()
        quota = data.draw(st.none() | st.integers(1, 3)) if turn < 8 else None
        search.advance(budgets[turn % len(budgets)], quota)
        assert search.counts()[1] - before[1] <= budgets[turn % len(budgets)]
        assert quota is None or search.counts()[0] - before[0] <= quota
        search.snapshot()
        if turn < 8 and data.draw(st.booleans()):
            copy = entry.start(Queens(n), goal)
            copy.restore(search.state())
            search = copy
        turn += 1
    assert (search.counts(), search.status) == (whole.counts(), whole.status)
    assert [*search.solutions] == [*whole.solutions]


STEPS = st.tuples(st.just("step"), st.integers(1, 60))
ORDERS = st.one_of(STEPS, st.sampled_from([("solution", 0), ("go and hold", 0), ("cancel and take up again", 0)]))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
@given(n=st.integers(1, 6), orders=st.lists(ORDERS, max_size=6), data=st.data())
@settings(max_examples=10, deadline=None)
def test_a_run_ends_alike_whatever_it_is_told(
    entry: Algorithm,
    n: int,
    orders: list[tuple[str, int]],
    data: st.DataObject,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    problem = Queens(min(n, 4) if entry.key == "brute-force" else n)
    goal = data.draw(st.sampled_from(entry.goals))
    driven = Driven(entry.start(problem, goal))
    for order, count in orders:
        solutions, steps = driven.counts()
        if order == "step":
            driven.run.step(count)
            driven.hold()
            assert driven.counts()[1] - steps <= count
        elif order == "solution":
            driven.run.step_solution()
            driven.hold()
            assert driven.counts()[0] - solutions <= 1
        elif order == "go and hold":
            driven.run.resume()
            driven.run.pause()
            driven.hold()
        else:
            folder = tmp_path_factory.mktemp("run")
            sealed.write(folder / "state.npz", driven.cancel().state(), KEY)
            again = entry.start(problem, goal)
            again.restore(sealed.read(folder / "state.npz", KEY))
            assert again.counts() == driven.counts()
            driven = Driven(again)
    search, whole = driven.finish(), finished(entry.key, problem.n, goal)
    assert (search.counts(), search.status) == (whole.counts(), whole.status)
    assert [*search.solutions] == [*whole.solutions]


class Driven:
    """A paused run with its thread."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.run = Run(search, paused=True)
        self.thread = threading.Thread(target=self.run.drive)
        self.thread.start()

    def counts(self) -> tuple[int, int]:
        return self.search.counts()

    def hold(self) -> None:
        """Wait until the run holds still, and its snapshot says so."""
        while not self.run.finished and not (self.run.paused and self.run.snapshot.steps == self.counts()[1]):
            time.sleep(0.0002)

    def cancel(self) -> Search:
        self.run.cancel()
        self.thread.join()
        assert self.run.snapshot.finished
        return self.search

    def finish(self) -> Search:
        self.run.resume()
        self.thread.join()
        return self.search


@pytest.mark.parametrize("key", ["swaps", "min-conflicts"])
@given(n=st.integers(4, 60), seed=st.integers(0, 1 << 32), budget=st.integers(1, 400))
@settings(max_examples=40, deadline=None)
def test_local_search_knows_its_collisions(key: str, n: int, seed: int, budget: int) -> None:
    search = algorithm("queens", key).start(Queens(n), Goal.FIRST, parameters={"seed": seed % (1 << 32)})
    search.advance(budget)
    shot = search.snapshot()
    columns = shot.placement
    diagonals = {(1, row + column) for row, column in enumerate(columns)}
    diagonals |= {(-1, row - column) for row, column in enumerate(columns)}
    assert len(set(columns)) == len(columns)
    assert shot.detail is not None
    assert shot.detail["conflicts"] == 2 * len(columns) - len(diagonals)


def test_min_conflicts_stays_linear_on_small_boards() -> None:
    for n in (20, 50, 100, 200, 500, 2000, 20_000):
        steps = sorted(finished("min-conflicts", n, Goal.FIRST, seed=seed).counts()[1] for seed in range(9))
        assert steps[4] < 40 * n


@given(n=st.integers(1, 12), data=st.data())
@settings(max_examples=60, deadline=None)
def test_validity_of_many_boards_at_once(n: int, data: st.DataObject) -> None:
    boards = st.lists(st.integers(-1, n), min_size=n, max_size=n) | st.permutations(range(n)).map(list)
    if n <= 8 and (solutions := [list(each) for each in finished("bitmask", n, Goal.ALL).solutions]):
        boards |= st.sampled_from(solutions)
    some = data.draw(st.lists(boards, max_size=3))
    rows = np.array(some, dtype=np.int32).reshape(len(some), n)
    assert all_valid(n, rows) == all(Queens(n).verify(row) for row in some)


@pytest.mark.parametrize("n", [*range(2_000, 2_006), *range(70_000, 70_006)])
def test_validity_of_one_large_board(n: int) -> None:
    row = np.array(finished("closed-form", n, Goal.FIRST).solutions[0], dtype=np.int32)
    assert Queens(n).verify(row.tolist())
    for one, other in ((0, 1), (n // 2, n - 1), (5, n - 4)):
        wrong = row.copy()
        wrong[[one, other]] = wrong[[other, one]]
        assert all_valid(n, wrong.reshape(1, -1)) == Queens(n).verify(wrong.tolist())
    row[n - 1] = row[0]
    assert not all_valid(n, row.reshape(1, -1))


def test_a_speed_limit_set_late_is_kept_without_a_standstill() -> None:
    search = algorithm("queens", "bitmask").start(Queens(20), Goal.COUNT)
    run = Run(search, slicing=Slicing.of(1 << 16))
    thread = threading.Thread(target=run.drive)
    thread.start()
    while run.snapshot.steps < 100_000:
        pass
    run.set_speed(200)
    before = run.snapshot.steps
    while run.snapshot.steps <= before + 5 and not run.finished:
        pass
    run.cancel()
    thread.join()
    assert run.snapshot.status is Status.STOPPED


def test_a_state_of_another_search_is_refused() -> None:
    state = finished("bitmask", 6, Goal.COUNT).state()
    for other in (("bitmask", 7), ("dlx", 6)):
        search = algorithm("queens", other[0]).start(Queens(other[1]), Goal.COUNT)
        with pytest.raises(ValueError, match="another search"):
            search.restore(state)
        assert search.counts() == (0, 0)


def test_too_large_is_refused_with_who_could() -> None:
    with pytest.raises(CannotSolve, match=r"bitmask goes up to size 32; these can: .*dlx"):
        algorithm("queens", "bitmask").start(Queens(40), Goal.COUNT)
    with pytest.raises(CannotSolve, match="no algorithm here can"):
        algorithm("queens", "dlx").start(Queens(1_000_001), Goal.COUNT)


def test_a_seed_makes_a_run() -> None:
    for key in ("swaps", "min-conflicts"):
        runs = [finished(key, 40, Goal.FIRST, seed=seed) for seed in (1, 1, 2)]
        assert runs[0].counts() == runs[1].counts()
        assert [*runs[0].solutions] == [*runs[1].solutions] != [*runs[2].solutions]


def test_what_is_asked_for_ahead_is_what_comes() -> None:
    words = seeded(5, 1)
    with np.errstate(over="ignore"):
        later = [later_below(words, draws, 1000) for draws in range(20)]
        assert later == [random_below(words, 1000) for _ in range(20)]
