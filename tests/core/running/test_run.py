"""`core.running._run.Run`: pause, steps, speed, cancel, failure, and states on disk."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core import Goal, ProblemError, Queens, Run, Search, Snapshot, Status, algorithm
from core.compare._race import Race
from core.explain import Explainer
from core.running import RunStage, Slicing, Tandem
from core.running._slicing import SLICE_SECONDS
from core.storage import CheckpointError
from core.storage._checkpoint import CheckpointedSearch
from tests import PATIENCE
from tests.core.compare.tables import plan
from tests.core.running.driving import driven
from tests.core.running.every_tenth import EveryTenth, checkpoint


def wait_until(condition: Callable[..., bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_driving_to_the_end() -> None:
    search = EveryTenth(100_000)
    run = Run(lambda: search, compiled=True)
    assert (run.search, run.stage, run.finished) == (None, RunStage.BUILDING, False)
    shot = run.drive()
    assert (shot.status, shot.steps, shot.solutions) == (Status.COMPLETE, 100_000, 10_000)
    assert (run.search, run.stage, run.finished, search.prepared) == (search, RunStage.SEARCHING, True, 1)
    assert run.snapshot is shot
    assert run.wait(0)


def test_a_finished_search_is_not_touched() -> None:
    search = EveryTenth(10)
    search.status = Status.LIMIT
    assert Run(search).drive().status is Status.LIMIT
    assert search.asked == []


def test_steps_are_exact_and_then_it_holds_still() -> None:
    search = EveryTenth(10_000)
    with driven(Run(search, paused=True)) as run:
        for count, total in ((1, 1), (1, 2), (5, 7), (993, 1000)):
            run.step(count)
            wait_until(lambda total=total: run.snapshot.steps >= total and run.resting)
            assert search.made == run.snapshot.steps == total
    assert run.snapshot.status is Status.STOPPED
    assert run.snapshot.steps == 1000


def test_steps_asked_for_in_a_hurry_add_up() -> None:
    search = EveryTenth(10_000)
    with driven(Run(search, paused=True)) as run:
        for _ in range(50):
            run.step()
        wait_until(lambda: run.snapshot.steps >= 50 and run.resting)
        assert search.made == 50


def test_a_step_in_a_running_search_pauses_it() -> None:
    search = EveryTenth(1 << 40, seconds_a_step=1e-6)
    with driven(Run(search)) as run:
        wait_until(lambda: run.snapshot.steps > 0)
        run.step()
        wait_until(lambda: run.paused)
        made = search.made
        wait_until(lambda: run.resting)
        assert search.made <= made + 1


def test_to_the_next_solution_and_not_beyond() -> None:
    search = EveryTenth(10_000)
    with driven(Run(search, paused=True)) as run:
        run.step(3)
        wait_until(lambda: search.made == 3)
        steps = len(search.asked)
        for solutions in (1, 2, 3):
            run.step_solution()
            wait_until(lambda solutions=solutions: run.snapshot.solutions == solutions)
            wait_until(lambda: run.paused)
            assert search.made == 10 * solutions
    assert all(quota == 1 for _, quota in search.asked[steps:])


def test_it_is_bound_for_the_node_it_was_sent_to_until_that_is_to_be_seen() -> None:
    run = Run(algorithm("queens", "backtracking").start(Queens(6), Goal.COUNT), paused=True, explain=Explainer)
    assert run.bound_for is None
    assert run.go(9)  # nobody drives it yet: it is gone to as soon as somebody does
    with driven(run):
        assert run.go(5)
        assert run.bound_for == 5 or run.snapshot.steps == 5
        wait_until(lambda: run.bound_for is None)
        assert run.snapshot.steps == 5
        run.go(2)
        run.step()
        assert run.bound_for is None


def test_pause_and_resume() -> None:
    search = EveryTenth(1 << 40, seconds_a_step=1e-6)
    with driven(Run(search)) as run:
        wait_until(lambda: search.made > 0)
        run.pause()
        assert run.paused
        wait_until(lambda: run.resting)
        assert run.snapshot.steps == search.made
        made, seconds = search.made, run.snapshot.seconds
        run.pause()  # a second time: nothing moves, not even the clock
        wait_until(lambda: run.resting)
        assert (search.made, run.snapshot.seconds) == (made, seconds)
        run.resume()
        assert not run.paused
        wait_until(lambda: search.made > made)


def test_what_is_told_to_stop_rests_no_longer() -> None:
    with driven(Run(EveryTenth(10), paused=True)) as run:
        wait_until(lambda: run.resting)
        run.cancel()
        assert not run.resting, "though its thread has not heard of it yet"


def test_it_tells_whenever_it_begins_to_rest() -> None:
    run = Run(EveryTenth(1 << 40), paused=True)
    told: list[tuple[bool, int]] = []
    run.told = lambda: told.append((run.resting, run.snapshot.steps))
    with driven(run):
        for number, count in enumerate((0, 3, 4), 1):
            if count:
                run.step(count)
            wait_until(lambda number=number: len(told) >= number)
    assert told == [(True, 0), (True, 3), (True, 7)]


def test_a_speed_limit_grants_no_more_than_it_says() -> None:
    now = 0.0

    def later() -> bool:
        nonlocal now
        now += 0.005
        return search.made >= 500

    search = EveryTenth(1 << 40)
    run = Run(search, speed=500, slicing=Slicing.by(lambda: now))
    with driven(run):
        wait_until(later)
        made = search.made
        assert made <= 500 * now + 51  # what may be owed, and a step
        assert run.speed == 500
        run.set_speed(None)
        wait_until(lambda: search.made > made + 5_000)
        assert run.speed is None


def test_cancelled_before_it_has_begun() -> None:
    search = EveryTenth(100)
    run = Run(search)
    run.cancel()
    assert run.drive().status is Status.STOPPED
    assert search.made == 0


def test_slices_stay_short_enough_to_stop_soon() -> None:
    search = EveryTenth(3_000, seconds_a_step=1e-4)
    Run(search).drive()
    budgets = [budget for budget, _ in search.asked]
    assert max(budgets[len(budgets) // 2 :]) * search.seconds_a_step <= 4 * SLICE_SECONDS


def test_time_while_the_process_was_stopped_does_not_count() -> None:
    now, busy = [0.0], [0.0]

    class Interrupted(Search):
        """A slice during which somebody presses ctrl+z and comes back an hour later."""

        steps = 0

        def advance(self, budget: int, quota: int | None = None) -> Status:
            now[0] += 3600.0
            busy[0] += 0.01
            self.steps, self.status = 1, Status.COMPLETE
            return self.status

        def snapshot(self) -> Snapshot:
            return Snapshot(self.status, self.steps, 0)

        def counts(self) -> tuple[int, int]:
            return 0, self.steps

        solutions: Any = ()

        def state(self) -> dict[str, Any]:
            return {}

        def restore(self, state: Mapping[str, Any]) -> None:
            pass

    run = Run(Interrupted(Queens(4), Goal.COUNT), slicing=Slicing.by(lambda: now[0]))
    run._cpu_clock = lambda: busy[0]
    assert run.drive().seconds < 2
    busy_all_along = Run(Interrupted(Queens(4), Goal.COUNT), slicing=Slicing.by(lambda: now[0]))
    assert busy_all_along.drive().seconds == 3600


def test_a_state_is_handed_out_while_it_runs_and_when_it_rests_and_at_the_end() -> None:
    run = Run(lambda: algorithm("queens", "backtracking").start(Queens(8), Goal.COUNT), speed=100)
    with driven(run):
        running, _ = run.state().result(60)
        assert int(running["counters"][0]) >= 0
        run.pause()
        wait_until(lambda: run.resting)
        resting, seconds = run.state().result(60)
        again = algorithm("queens", "backtracking").start(Queens(8), Goal.COUNT)
        again.restore(resting)
        assert again.counts()[1] == run.snapshot.steps
        assert seconds == run.snapshot.seconds
    ended, _ = run.state().result(60)
    assert ended.keys() == resting.keys()


def test_what_goes_wrong_inside_is_kept_and_raised() -> None:
    class Broken(EveryTenth):
        def advance(self, budget: int, quota: int | None = None) -> Status:
            raise ZeroDivisionError("inside")

    run = Run(Broken(10))
    with pytest.raises(ZeroDivisionError):
        run.drive()
    assert isinstance(run.error, ZeroDivisionError)
    assert (run.finished, run.snapshot.status) == (True, Status.STOPPED)

    def unbuildable() -> Search:
        raise MemoryError

    run = Run(unbuildable)
    with pytest.raises(MemoryError):
        run.drive()
    assert (run.finished, run.search) == (True, None)


# On disk


def test_a_search_saves_itself_between_slices(tmp_path: Path) -> None:
    path = tmp_path / "saved.npz"
    search = CheckpointedSearch(EveryTenth(100), checkpoint(path), every=0.0)
    assert search.advance(30) is Status.RUNNING
    again = checkpoint(path)
    state = again.load()
    assert state is not None
    other = EveryTenth(100)
    other.restore(state)
    assert other.counts() == (3, 30)
    rest = CheckpointedSearch(other, again, every=0.0)
    assert Run(rest).drive().steps == 100
    assert rest.status is Status.COMPLETE
    again.remove()
    assert not path.exists()
    assert checkpoint(path).load() is None


@pytest.mark.parametrize(("change", "named"), [
    ({"problem": Queens(9)}, "9 queens"), ({"algorithm": "other"}, "other"), ({"goal": Goal.ALL}, "all"),
    ({"limit": 3}, "limit 3"), ({"parameters": {"seed": 2}}, "seed 2"),
])  # fmt: skip
def test_a_checkpoint_belongs_to_one_search(tmp_path: Path, change: dict[str, Any], named: str) -> None:
    path = tmp_path / "saved.npz"
    checkpoint(path).save(EveryTenth(100), 1.5)
    with pytest.raises(CheckpointError, match="8 queens · every-tenth · count · seed 1, not .*" + named):
        checkpoint(path, **change).load()


def test_time_adds_up_over_sessions(tmp_path: Path) -> None:
    first, second, third = (checkpoint(tmp_path / "saved.npz") for _ in range(3))
    first.save(EveryTenth(100), 1.5)
    second.load()
    second.save(EveryTenth(100), 2.0)
    third.load()
    assert (second.seconds, third.seconds) == (1.5, 3.5)


def test_a_save_that_fails_does_not_end_the_search(tmp_path: Path) -> None:
    directory = tmp_path / "gone"
    directory.mkdir()
    search = CheckpointedSearch(EveryTenth(100), checkpoint(directory / "saved.npz"), every=0.0)
    directory.rmdir()
    search.advance(30)
    assert str(directory) in str(search.trouble)
    assert search.advance(100) is Status.COMPLETE
    with pytest.raises(CheckpointError, match="there is no directory"):
        checkpoint(directory / "saved.npz").load()


def test_any_search_can_be_visited_node_by_node() -> None:
    search = EveryTenth(12)
    depths, solved = np.full(25, -1), np.zeros(25, dtype=bool)
    assert (search.branch_path(), search.branch_depth()) == (None, 0)
    assert search.visit_each(depths[:5], solved[:5]) == 5
    assert search.visit_each(depths[5:], solved[5:]) == 7, "fewer at the end"
    assert list(solved.nonzero()[0]) == [9]
    assert list(depths[:13]) == [0] * 12 + [-1]


def test_a_search_of_one_s_own_needs_no_machine_code_and_no_pace_of_its_own() -> None:
    search = EveryTenth(20)
    assert not search.waits_for_machine_code
    assert not search.paces_itself
    assert search.build_seconds == 0.0


@pytest.mark.parametrize("speed", [0, -1, math.nan, True, "3"])
def test_a_speed_is_a_number_above_0(speed: Any) -> None:
    search, makes = EveryTenth(10), (lambda: EveryTenth(10),) * 2
    run, tandem, race = Run(search), Tandem(makes, Explainer), Race(plan("dlx", "bitmask", instances="6"))
    for ask in (
        lambda: Run(search, speed=speed), lambda: run.set_speed(speed), lambda: tandem.set_speed(speed),
        lambda: Tandem(makes, Explainer, speed=speed), lambda: race.set_pace(speed),
    ):  # fmt: skip
        with pytest.raises(ProblemError, match=r"(speed|pace) must be a number above 0, not"):
            ask()
    assert run.speed is None


def test_an_infinite_speed_is_full_speed() -> None:
    run = Run(EveryTenth(20), speed=math.inf)
    assert (run.speed, run.drive().solutions) == (None, 2)
