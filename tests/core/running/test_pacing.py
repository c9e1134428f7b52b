"""What runs and checkpoints do by the clock, on a clock of our own: nothing here takes time or depends on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core import Goal, Queens, Run, Search, Snapshot, Status
from core._kernels.waiting import seconds_waited, waiting
from core.running import Slicing
from core.running._kernel_search import tree_progress
from core.running._run import FIRST_BUDGET, SNAPSHOT_SECONDS
from core.running._slicing import LARGEST_BUDGET, SLICE_SECONDS, next_budget
from core.storage import Checkpoint
from core.storage._checkpoint import SECONDS_BETWEEN_SAVES, CheckpointedSearch
from core.storage._files import MOST_OF_THE_TIME
from tests.core.running.every_tenth import EveryTenth, checkpoint


class Clock:
    """A clock that moves when it is told to, and tells when it is asked too often."""

    def __init__(self) -> None:
        self.now = 100.0
        self.asked = 0
        self.ask: Callable[[int], None] = lambda count: None

    def __call__(self) -> float:
        self.asked += 1
        self.ask(self.asked)
        return self.now


class Timed(EveryTenth):
    """A search whose steps take time on a given clock, and that lets somebody do something after each slice."""

    def __init__(self, steps: int, clock: Clock, seconds_a_step: float = 0.0) -> None:
        super().__init__(steps)
        self.clock, self.takes = clock, seconds_a_step
        self.after: Callable[[int], None] = lambda slices: None
        self.snapshots = 0

    def advance(self, budget: int, quota: int | None = None) -> Status:
        before = self.made
        status = super().advance(budget, quota)
        self.clock.now += (self.made - before) * self.takes
        self.after(len(self.asked))
        return status

    def snapshot(self) -> Snapshot:
        self.snapshots += 1
        return super().snapshot()


# Progress


@pytest.mark.parametrize(("choices", "share"), [
    ([], 0.0), ([(1, 1)], 0.5), ([(1, 2)], 0.25), ([(2, 2)], 0.75), ([(2, 2), (1, 4)], 0.5 + 1 / 16),
    ([(3, 4), (2, 3), (1, 2)], 2 / 4 + 1 / 12 + 1 / 48), ([(1, 0)], 0.5), ([(5, 2)], 1.0),
])  # fmt: skip
def test_progress_is_knuths_with_half_of_the_last_share(choices: Sequence[tuple[int, int]], share: float) -> None:
    assert tree_progress(choices) == pytest.approx(share)


# Slices


@pytest.mark.parametrize(("budget", "spent", "wanted", "following"), [
    (100, 0.01, 0.01, 100), (100, 0.005, 0.01, 200), (100, 0.02, 0.01, 50), (100, 0.0, 0.01, 400),
    (100, 1e-9, 0.01, 400), (100, 10.0, 0.01, 25), (1, 10.0, 0.01, 1), (LARGEST_BUDGET, 0.0, 0.01, LARGEST_BUDGET),
])  # fmt: skip
def test_the_next_budget_aims_at_the_time_wanted_and_moves_fourfold_at_most(
    budget: int, spent: float, wanted: float, following: int
) -> None:
    assert next_budget(budget, spent, wanted) == following


def test_slices_grow_until_they_take_their_time_and_no_further() -> None:
    clock = Clock()
    search = Timed(3_000, clock, seconds_a_step=SLICE_SECONDS / 50)
    shot = Run(search, slicing=Slicing.by(clock)).drive()
    budgets = [budget for budget, _ in search.asked]
    assert budgets[:3] == [FIRST_BUDGET, 4, 16] == [1, 4, 16]
    assert all(40 <= budget <= 51 for budget in budgets[3:])
    assert shot.seconds == pytest.approx(3_000 * search.takes)


def test_a_slice_cut_short_says_nothing_about_a_longer_one_unless_it_took_long() -> None:
    clock = Clock()
    search = Timed(10_000, clock)

    class Short(Timed):
        def advance(self, budget: int, quota: int | None = None) -> Status:
            status = super().advance(min(budget, 2), quota)
            self.clock.now += 2 * SLICE_SECONDS if self.made == 20 else 0.0
            return status

    search = Short(40, clock)
    run = Run(search, slicing=Slicing.by(clock))
    run._budget = 64
    seen: list[int] = []
    search.after = lambda slices: seen.append(run._budget)
    run.drive()
    assert set(seen[:10]) == {64}
    assert seen[10] == 1  # half of the two steps made then


def test_what_is_published_is_not_older_than_it_may_be_nor_newer_than_it_need_be() -> None:
    clock = Clock()
    search = Timed(1 << 20, clock)
    run = Run(search, slicing=Slicing.by(clock))
    shown: list[int] = []

    def after(slices: int) -> None:
        clock.now += SNAPSHOT_SECONDS / 4
        shown.append(run.snapshot.steps)
        if slices == 41:
            run.cancel()

    search.after = after
    run.drive()
    assert search.snapshots == 2 + 1 + 10  # when made and driven, in the end, and after every fourth slice
    assert run.snapshot.steps == search.made
    assert len(set(shown)) == 11


def test_waiting_for_machine_code_is_no_searching() -> None:
    clock = Clock()
    waited = 7.0

    def wait(slices: int) -> None:
        nonlocal waited
        clock.now += 3.0
        waited += 3.0

    search = Timed(100, clock, seconds_a_step=0.01)
    search.after = wait
    slicing = Slicing(clock, clock, clock, waited=lambda: waited)
    assert Run(search, slicing=slicing).drive().seconds == pytest.approx(1.0)


def test_a_thread_knows_how_long_it_has_waited_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("core._kernels.waiting.time", SimpleNamespace(perf_counter=clock))
    before = seconds_waited()
    other: list[float] = []

    def elsewhere() -> None:
        with waiting():
            clock.now += 4
        other.append(seconds_waited())

    with waiting():
        clock.now += 2
    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    with suppress(KeyError), waiting():
        clock.now += 3
        raise KeyError
    assert other == [4]
    assert seconds_waited() - before == pytest.approx(5)


# Speed


def drive_at(run: Run, clock: Clock, calls: int, jump: float) -> None:
    """Drive on a clock that stands still but for one jump, until it has been asked so often."""

    def ask(count: int) -> None:
        if count == 3:
            clock.now += jump
        if count >= calls:
            run.cancel()

    clock.ask = ask
    run.drive()


def test_a_computer_that_slept_owes_a_tenth_of_a_second_at_most() -> None:
    clock = Clock()
    search = Timed(1 << 40, clock)
    run = Run(search, speed=100.0, slicing=Slicing.by(clock))
    drive_at(run, clock, 60, jump=3600.0)
    assert 0 < search.made <= 10


def test_at_a_slow_speed_every_step_is_shown_even_two_at_once() -> None:
    clock = Clock()
    search = Timed(1 << 40, clock)
    drive_at(Run(search, speed=21.0, slicing=Slicing.by(clock)), clock, 40, jump=0.1)
    assert search.made == 2
    assert search.snapshots == 2 + 2 + 1  # when made and driven, both steps, and in the end


def test_what_a_slow_reader_is_owed_does_not_add_up() -> None:
    clock = Clock()
    search = Timed(1 << 40, clock)
    run = Run(search, speed=100.0, slicing=Slicing.by(clock))
    clock.ask = lambda count: setattr(clock, "now", clock.now + 0.05) if count < 30 else run.cancel()
    run._budget = 10_000
    run.drive()
    assert max(budget for budget, _ in search.asked) <= 10


def test_nothing_is_owed_for_a_pause() -> None:
    clock = Clock()
    search = Timed(1 << 40, clock)
    run = Run(search, speed=100.0, slicing=Slicing.by(clock))

    def pause(slices: int) -> None:
        assert slices == 1, "went on with what was owed before the pause"
        assert (search.asked[0][0], run._budget) == (1, 1)
        run._order(paused=True)

    def rest() -> None:
        run._order(paused=False)

    search.after = pause
    run._rest = rest  # type: ignore[method-assign]
    drive_at(run, clock, 40, jump=0.1)
    assert search.made == 1


def test_steps_are_made_at_once_whatever_the_speed() -> None:
    clock = Clock()
    search = Timed(100, clock)
    run = Run(search, speed=0.001, paused=True, slicing=Slicing.by(clock))
    run.step(3)
    search.after = lambda slices: run.cancel() if search.made == 3 else None
    run.drive()
    assert search.made == 3
    assert not run.paused or run.finished


def test_pauses_do_not_count_as_time_spent() -> None:
    clock = Clock()
    search = Timed(20, clock, seconds_a_step=0.5)
    run = Run(search, slicing=Slicing.by(clock))
    search.after = lambda slices: run.pause() if slices == 2 else None

    def rest() -> None:
        clock.now += 1000.0
        run.resume()

    run._rest = rest  # type: ignore[method-assign]
    assert run.drive().seconds == pytest.approx(10.0)


# Checkpoints


class Slow(Checkpoint):
    """A checkpoint that takes time to write, on a clock."""

    clock: Clock
    takes = 0.0
    fails = False

    def save(self, search: Search, seconds: float) -> None:
        self.clock.now += self.takes
        super().save(search, seconds)


def test_saves_are_spaced_by_time_and_by_what_they_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("core.storage._checkpoint.time.monotonic", clock)
    monkeypatch.setattr("core.storage._checkpoint.time.perf_counter", clock)
    file = Slow(tmp_path / "saved.npz", Queens(8), "every-tenth", Goal.COUNT, None, {})
    file.clock = clock
    inner = Timed(1 << 40, clock)
    search = CheckpointedSearch(inner, file)
    saved: list[float] = []
    written = file.save

    def save(*given: Any) -> None:
        saved.append(clock.now)
        written(*given)

    monkeypatch.setattr(file, "save", save)

    def at(seconds: float) -> int:
        clock.now = 100.0 + seconds
        search.advance(1)
        return len(saved)

    assert SECONDS_BETWEEN_SAVES == 30.0
    assert (at(0.0), at(29.9), at(30.0)) == (0, 0, 1)
    assert (at(59.9), at(60.1)) == (1, 2)
    file.takes = 4.0
    assert at(90.2) == 3
    rest = MOST_OF_THE_TIME * 4.0
    assert (at(94.2 + 30.1), at(94.2 + rest - 0.1), at(94.2 + rest + 0.1)) == (3, 3, 4)


def test_a_checkpoint_counts_the_time_in_the_search_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("core.storage._checkpoint.time.perf_counter", clock)
    path = tmp_path / "saved.npz"
    search = CheckpointedSearch(Timed(100, clock, seconds_a_step=2.0), checkpoint(path))
    search.advance(10)
    clock.now += 1000.0
    search.advance(5)
    search.save()
    again = checkpoint(path)
    assert again.load() is not None
    assert again.seconds == pytest.approx(30.0)


def test_a_finished_search_is_not_saved_again(tmp_path: Path) -> None:
    path = tmp_path / "saved.npz"
    search = CheckpointedSearch(EveryTenth(100), checkpoint(path), every=0.0)
    assert search.advance(1 << 20) is Status.COMPLETE
    assert not path.exists()
    assert checkpoint_of(search) == Status.COMPLETE


def checkpoint_of(search: CheckpointedSearch) -> Any:
    return search.snapshot().status
