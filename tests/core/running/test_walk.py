"""A run that is walked: moves given from another thread, reasons in the snapshots, stopping, going on afterwards."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from core import Goal, Queens, Run, Search, Status, Sudoku, algorithm
from core.explain import Explainer, NodeKind
from core.running import Arrival, Move
from tests.core.running.driving import driven


def _search(n: int = 6, key: str = "backtracking") -> Search:
    return algorithm("queens", key).start(Queens(n), Goal.COUNT)


def _rest(run: Run) -> None:
    while not (run.resting or run.finished):
        threading.Event().wait(0.001)


def test_moves_are_made_one_after_the_other_and_end_at_rest() -> None:
    with driven(Run(_search(), paused=True, explain=Explainer)) as run:
        _rest(run)
        assert run.go(20)
        _rest(run)
        assert run.snapshot.steps == 20
        for _ in range(5):
            assert run.go(Move.BACK)
        _rest(run)
        assert run.snapshot.steps == 15
        assert run.arrival == (Move.BACK, Arrival.THERE)
        assert run.snapshot.reason is not None
        assert run.snapshot.reason.node == 15


def test_steps_that_wait_are_made_before_a_move() -> None:
    for steps, node in ((7, 5), (1 << 20, Run(_search()).drive().steps - 1)):  # the second way ends the search
        run = Run(_search, paused=True, explain=Explainer)
        run.step(steps)
        assert run.go(Move.BACK)
        assert run.go(Move.BACK)
        with driven(run):
            _rest(run)
            assert (run.snapshot.steps, run.arrival, run.finished) == (node, (Move.BACK, Arrival.THERE), False)
            run.step()
            _rest(run)
            assert run.snapshot.steps == node + 1


def test_after_the_end_a_run_of_the_same_search_goes_back_and_on() -> None:
    with driven(Run(_search(), explain=Explainer)) as run:
        run.wait()
        nodes = run.snapshot.steps
        assert run.snapshot.reason is not None
        assert run.snapshot.reason.outcome is NodeKind.END
        assert not run.go(Move.BACK)
    with driven(run.again()) as run:
        assert run.go(Move.PREVIOUS_SOLUTION)
        _rest(run)
        assert run.snapshot.solutions == 4
        assert run.snapshot.reason is not None
        assert run.snapshot.reason.outcome is NodeKind.SOLUTION
        run.resume()
        run.wait()
        assert (run.snapshot.status, run.snapshot.steps) == (Status.COMPLETE, nodes)


Order = Callable[[Run], object]


def to(move: Move | int) -> Order:
    return lambda run: run.go(move)


@pytest.mark.parametrize(
    ("orders", "node", "solutions"),
    [
        ([Run.step, Run.step, Run.step, to(Move.BACK)], 2, 0),
        ([to(20), Run.step, Run.step], 22, 0),
        ([to(20), Run.step, to(Move.BACK), Run.step, Run.step], 22, 0),
        ([to(20), Run.step_solution], 32, 1),
        ([*[Run.step] * 40, Run.step_solution], 72, 2),  # the first is at 32
        ([to(20), Run.step_solution, to(Move.PARENT)], 31, 0),
        ([to(20), Run.step_change, Run.step], 22, 0),
        ([Run.step_solution, Run.step_solution, Run.step_solution, to(Move.BACK), Run.step, Run.step], 89, 3),
        ([to(150), *[Run.step] * 10, to(Move.BACK)], 153, 4),  # there are 153: these steps end at the end
    ],
)
def test_orders_that_come_faster_than_they_are_served_are_served_in_turn(
    orders: list[Order], node: int, solutions: int
) -> None:
    run = Run(_search(), paused=True, explain=Explainer)
    for order in orders:
        order(run)
    with driven(run):
        _rest(run)
        assert run.resting
        assert not run.travelling
        assert (run.snapshot.steps, run.snapshot.solutions) == (node, solutions)


def test_a_long_move_is_stopped_by_a_pause() -> None:
    with driven(Run(_search(27, "dlx"), paused=True, explain=Explainer)) as run:
        _rest(run)
        assert run.go(Move.NEXT_SOLUTION)
        assert run.travelling
        run.pause()
        _rest(run)
        assert not run.travelling
        assert run.arrival is None


def test_each_next_solution_is_one_more_also_where_nothing_can_be_walked() -> None:
    run = Run(_search(), paused=True)
    run.step_solution()
    run.step_solution()
    run.step()
    with driven(run):
        _rest(run)
        assert (run.snapshot.solutions, run.snapshot.steps, run.arrival) == (2, 73, None)


@pytest.mark.parametrize(("order", "node"), [(Run.step, 1), (to(5), 5)])
def test_at_a_chosen_speed_the_next_order_ends_the_way_to_a_solution(order: Order, node: int) -> None:
    run = Run(_search(), paused=True, explain=Explainer, speed=1)
    run.step_solution()
    order(run)
    with driven(run):
        _rest(run)
        assert (run.snapshot.steps, run.snapshot.solutions) == (node, 0)


def test_a_search_without_a_tree_is_not_walked() -> None:
    search = algorithm("queens", "min-conflicts").start(Queens(8), Goal.FIRST)
    with driven(Run(search, paused=True, explain=Explainer)) as run:
        _rest(run)
        assert run.timeline is None
        assert not run.go(Move.BACK)


def test_a_step_may_last_until_something_is_placed_and_back_again() -> None:
    """Dancing links cover the givens one by one, at nodes where a person sees nothing."""
    problem = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    givens = sum(map(bool, problem.givens))

    def placed(run: Run) -> int:
        _rest(run)
        return sum(map(bool, run.snapshot.placement)) - givens

    with driven(Run(algorithm("sudoku", "dlx").start(problem, Goal.FIRST), paused=True, explain=Explainer)) as run:
        run.step_change()
        run.step_change()
        assert placed(run) == 2
        assert run.snapshot.steps > 2
        run.go(Move.PREVIOUS_CHANGE)
        run.go(Move.PREVIOUS_CHANGE)
        assert placed(run) == 0
        at = run.snapshot.steps
        run.go(Move.PREVIOUS_CHANGE)
        assert placed(run) == 0
        assert (run.arrival, run.snapshot.steps) == ((Move.PREVIOUS_CHANGE, Arrival.NONE), at)


def test_without_a_tree_a_step_lasts_until_something_is_placed_too() -> None:
    search = algorithm("queens", "min-conflicts").start(Queens(8), Goal.FIRST)
    with driven(Run(search, paused=True, explain=Explainer)) as run:
        _rest(run)
        before = run.snapshot.placement
        run.step_change()
        _rest(run)
        assert run.snapshot.placement != before
