"""Every N queens algorithm against the literature, against the others, and against itself interrupted."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import Algorithm, algorithm, algorithms
from core.queens.problem import Queens
from core.run import Run, load_state, save_state
from core.search import CannotSolve, Goal, Search, Status

TABLE_3 = {
    4: (2, 17, 13), 5: (10, 54, 46), 6: (4, 153, 91), 7: (40, 552, 317), 8: (92, 2057, 980), 9: (352, 8394, 3504),
    10: (724, 35539, 11959), 11: (2680, 166926, 45879), 12: (14200, 856189, 213835),
}  # fmt: skip
"""Veneroso 2017: solutions; nodes of backtracking, bitmask and DLX; nodes of DLX + S."""
ENTRIES = algorithms("queens")


def finished(key: str, n: int, goal: Goal, **parameters: str | int) -> Search:
    search = algorithm("queens", key).start(Queens(n), goal, **parameters)
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search


@pytest.mark.parametrize("n", TABLE_3)
@pytest.mark.parametrize("key", ["naive", "backtracking", "bitmask", "dlx"])
def test_table_3_row_by_row(key: str, n: int) -> None:
    assert finished(key, n, Goal.COUNT).counts() == TABLE_3[n][:2]


@pytest.mark.parametrize("n", TABLE_3)
def test_table_3_smallest_item(n: int) -> None:
    assert finished("dlx-s", n, Goal.COUNT, order="table").counts() == (TABLE_3[n][0], TABLE_3[n][2])


@pytest.mark.parametrize(("order", "nodes"), [("text", (13, 46, 93, 334, 1049)), ("natural", (17, 52, 111, 372, 1199))])
def test_other_item_orders(order: str, nodes: tuple[int, ...]) -> None:
    assert tuple(finished("dlx-s", n, Goal.COUNT, order=order).counts()[1] for n in range(4, 9)) == nodes


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


@pytest.mark.parametrize("key", ["backtracking", "bitmask", "dlx-s"])
def test_pause_step_cancel_and_take_up_again(key: str, tmp_path: Path) -> None:
    entry, problem = algorithm("queens", key), Queens(9)
    run = Run(entry.start(problem, Goal.COUNT), paused=True)
    thread = threading.Thread(target=run.drive)
    thread.start()
    run.step(7)
    while run.snapshot.steps < 7:
        pass
    run.step_solution()
    while run.snapshot.solutions < 1:
        pass
    assert run.snapshot.solutions == 1
    run.cancel()
    thread.join()
    assert run.snapshot.status is Status.STOPPED
    assert run.search is not None
    save_state(tmp_path / "state.npz", run.search.state())
    again = entry.start(problem, Goal.COUNT)
    again.restore(load_state(tmp_path / "state.npz"))
    assert again.status is Status.RUNNING
    assert Run(again).drive().solutions == 352
    assert again.counts() == finished(key, 9, Goal.COUNT).counts()


def test_a_speed_limit_set_late_is_kept_without_a_standstill() -> None:
    run = Run(algorithm("queens", "bitmask").start(Queens(20), Goal.COUNT))
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
        algorithm("queens", "dlx").start(Queens(1000), Goal.COUNT)


def test_a_seed_makes_a_run() -> None:
    for key in ("swaps", "min-conflicts"):
        runs = [finished(key, 40, Goal.FIRST, seed=seed) for seed in (1, 1, 2)]
        assert runs[0].counts() == runs[1].counts()
        assert [*runs[0].solutions] == [*runs[1].solutions] != [*runs[2].solutions]
