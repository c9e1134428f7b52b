"""Two searches in time: equal steps, the way back, and the ends."""

from __future__ import annotations

import threading

import pytest

from core import Goal, Queens, Search, algorithm
from core.explain import Explainer, NodeKind
from core.running import Move, Stride, Tandem
from tests import PATIENCE
from tests.core.running.driving import driven

N = 6


def of(key: str) -> Search:
    return algorithm("queens", key).start(Queens(N), Goal.COUNT)


def pair(stride: Stride = Stride.NODE, *keys: str) -> Tandem:
    names = keys or ("backtracking", "dlx-s")
    return Tandem([lambda key=key: of(key) for key in names], Explainer, stride=stride, paused=True)  # type: ignore[misc]


def rest(tandem: Tandem) -> None:
    for _ in range(60_000):
        if tandem.resting or tandem.finished:
            return
        threading.Event().wait(0.001)
    raise AssertionError("it never came to rest")


def step(tandem: Tandem, count: int = 1) -> tuple[int, ...]:
    for _ in range(count):
        tandem.step()
        rest(tandem)
    return tuple(shot.steps for shot in tandem.snapshots)


def trail(key: str) -> list[int]:
    """The depths of all nodes of one search, in order."""
    search = of(key)
    depths: list[int] = []
    while True:
        node = search.counts()[1]
        search.advance(1)
        if search.counts()[1] == node:
            return depths
        depths.append(search.branch_depth())


def test_it_tells_whenever_both_begin_to_rest() -> None:
    tandem = pair()
    told: list[tuple[bool, tuple[int, ...]]] = []
    heard = threading.Semaphore(0)

    def hear() -> None:
        told.append((tandem.resting, tuple(shot.steps for shot in tandem.snapshots)))
        heard.release()

    tandem.told = hear
    with driven(tandem):
        assert heard.acquire(timeout=PATIENCE)
        tandem.step(2)
        assert heard.acquire(timeout=PATIENCE)
    assert told == [(True, (0, 0)), (True, (2, 2))]


def test_steps_that_wait_are_made_before_the_way_back() -> None:
    tandem = pair()
    for _ in range(3):
        tandem.step()
    tandem.back()
    with driven(tandem):
        rest(tandem)
        assert tuple(shot.steps for shot in tandem.snapshots) == (2, 2)


def test_steps_wait_for_the_moves_before_them() -> None:
    tandem = pair()
    tandem.to((20, 10))
    for _ in range(3):
        tandem.step()
    tandem.back()
    tandem.step()
    with driven(tandem):
        rest(tandem)
        assert [shot.steps for shot in tandem.snapshots] == [23, 13]


def test_both_visit_one_node_at_each_step_until_one_has_no_more() -> None:
    with driven(pair()) as tandem:
        for k in range(1, 12):
            assert step(tandem) == (k, k)
        tandem.set_speed(None)
        tandem.resume()
        rest(tandem)
        assert tandem.ended
        assert [shot.steps for shot in tandem.snapshots] == [len(trail("backtracking")), len(trail("dlx-s"))]
        assert [shot.solutions for shot in tandem.snapshots] == [4, 4]
        assert all(shot.reason is not None and shot.reason.outcome is NodeKind.END for shot in tandem.snapshots)


def test_a_step_by_placement_passes_dead_ends() -> None:
    depths = {key: trail(key) for key in ("backtracking", "dlx-s")}
    wanted = {key: [1, *(k + 1 for k in range(1, len(own)) if own[k] > own[k - 1])] for key, own in depths.items()}
    with driven(pair(Stride.PLACEMENT)) as tandem:
        for step_number in range(12):
            assert step(tandem) == tuple(wanted[key][step_number] for key in ("backtracking", "dlx-s"))


@pytest.mark.parametrize("leader", [0, 1])
def test_a_step_to_the_same_depth_waits_for_the_other(leader: int) -> None:
    with driven(pair(Stride.DEPTH)) as tandem:
        tandem.leader = leader
        depths = []
        for _ in range(N + 3):
            step(tandem)
            own = [shot.depth for shot in tandem.snapshots]
            assert own[0] == own[1]
            depths.append(own[0])
        assert depths == [0, 1, 2, 3, 4, 5, 6, 6, 6]
        assert [shot.solutions for shot in tandem.snapshots] == [3, 3]


@pytest.mark.parametrize("stride", list(Stride))
def test_the_way_back_leads_through_the_same_steps(stride: Stride) -> None:
    with driven(pair(stride)) as tandem:
        way = [step(tandem) for _ in range(7)]
        for expected in reversed(way[:-1]):
            tandem.back()
            rest(tandem)
            assert tuple(shot.steps for shot in tandem.snapshots) == expected
            assert all(shot.reason is not None for shot in tandem.snapshots)


def test_after_a_run_at_full_speed_the_way_back_is_node_by_node() -> None:
    with driven(pair()) as tandem:
        tandem.resume()
        rest(tandem)
        total = [shot.steps for shot in tandem.snapshots]
        tandem.back()
        rest(tandem)
        assert [shot.steps for shot in tandem.snapshots] == total  # from the end to the last node
        assert not tandem.ended
        tandem.back()
        rest(tandem)
        assert [shot.steps for shot in tandem.snapshots] == [each - 1 for each in total]


def test_both_go_to_their_own_next_dead_end() -> None:
    with driven(pair()) as tandem:
        tandem.go(Move.NEXT_DEAD_END)
        rest(tandem)
        for key, shot in zip(("backtracking", "dlx-s"), tandem.snapshots, strict=True):
            depths = trail(key)
            first = next(k for k in range(1, len(depths)) if depths[k] <= depths[k - 1] and depths[k - 1] < N)
            assert shot.steps == first
            assert shot.reason is not None
            assert shot.reason.outcome is NodeKind.DEAD_END


def test_one_without_a_tree_keeps_up_as_well_as_it_can() -> None:
    tandem = Tandem(
        [lambda: algorithm("queens", "min-conflicts").start(Queens(N), Goal.FIRST), lambda: of("dlx-s")],
        Explainer,
        paused=True,
    )
    with driven(tandem):
        step(tandem, 3)
        assert tandem.snapshots[0].reason is None
        assert tandem.snapshots[1].steps == 3


def test_a_search_that_cannot_be_built_is_told() -> None:
    def broken() -> Search:
        raise MemoryError("no room")

    tandem = Tandem([broken, lambda: of("dlx")], Explainer)
    with pytest.raises(MemoryError):
        tandem.drive()
    assert isinstance(tandem.error, MemoryError)
    assert tandem.finished


def test_each_goes_to_a_node_of_its_own_and_both_come_back() -> None:
    with driven(pair()) as tandem:
        rest(tandem)
        assert step(tandem, 3) == (3, 3)
        for nodes in ((40, 7), (5, 91)):
            tandem.to(nodes)
            rest(tandem)
            assert tuple(shot.steps for shot in tandem.snapshots) == nodes
        tandem.back()
        rest(tandem)
        assert tuple(shot.steps for shot in tandem.snapshots) == (40, 7)
