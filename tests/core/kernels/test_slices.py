"""Work in slices: how much is done in one, and when machine code is asked for.  Only the work moves the clock."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import core._parts.part
import core.running._kernel_runner
from core import Engine, Goal, Queens, Search, Snapshot, Status, algorithm
from core._parts.part import PartRun, Record
from core.running import Slicing
from core.running._kernel_runner import FEW_ENTRIES, KernelRunner
from core.running._slicing import next_budget

TICK = 2**-7
"""About ten milliseconds, in a number that adds up exactly."""


@pytest.mark.parametrize(
    ("budget", "spent", "wanted", "expected"),
    [
        (100, 0.0, 0.01, 400),
        (100, 0.0025, 0.01, 400),
        (100, 0.005, 0.01, 200),
        (100, 0.01, 0.01, 100),
        (100, 0.02, 0.01, 50),
        (100, 1.0, 0.01, 25),
        (1, 9.0, 0.01, 1),
        (1 << 62, 1e-9, 1.0, 1 << 30),
    ],
)
def test_the_next_slice_is_at_most_four_times_more_or_less(
    budget: int, spent: float, wanted: float, expected: int
) -> None:
    assert next_budget(budget, spent, wanted) == expected


class Clock:
    now = 0.0

    def thread_time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(core.running._kernel_runner, "time", made)
    monkeypatch.setattr(core._parts.part, "SLICE_SECONDS", TICK)
    return made


class Pretended:
    """A kernel with steps that take ``cost`` seconds each, until ``left`` are done."""

    compiled, failure, sought = False, None, True

    def __init__(self, clock: Clock, cost: float, left: int = 10**9, steps: int = 0, seconds: float = 0.0) -> None:
        self.clock, self.cost, self.left = clock, cost, left
        self.interpreted_steps, self.interpreted_seconds = steps, seconds
        self.budgets: list[int] = []

    def interpret(self, state: Any, budget: int, quota: int, found: Any) -> None:
        made = min(budget, self.left)
        self.left -= made
        state[0] += made
        self.clock.now += made * self.cost
        self.budgets.append(budget)

    def __call__(self, state: Any, budget: int, quota: int, found: Any) -> None:
        state[0] += budget

    def read(self, *_: Any) -> bool:
        """So that nobody compiles it."""
        return True


@pytest.mark.parametrize(
    ("kernel", "budget", "times", "expected", "asked"),
    [
        ({"cost": 1e-4}, 1000, 8, [1, 4, 16, 64, 100, 99, 100, 99], 0),
        ({"cost": 2**-20}, 100_000, 9, [1, 4, 16, 64, 256, 1024, 4096, 10485, 10485], 1),
        ({"cost": 1e-6, "left": 20}, 100_000, 7, [1, 4, 16, 16, 16, 16, 16], 0),
        ({"cost": 0.02}, 1000, 17, [1] * 17, 2),
        ({"cost": 1e-6, "steps": 9_990}, 8, 4, [1, 4, 8, 8], 1),
        ({"cost": 1e-6, "seconds": 0.29999}, 8, 4, [1, 4, 8, 8], 1),
    ],
)
def test_an_interpreted_slice_grows_to_ten_milliseconds_and_machine_code_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, clock: Clock, kernel: dict[str, Any], budget: int, times: int,
    expected: list[int], asked: int,
) -> None:  # fmt: skip
    asks: list[object] = []
    monkeypatch.setattr(core.running._kernel_runner, "compile_soon", lambda *_: asks.append("asked"))
    monkeypatch.setattr(core.running._kernel_runner, "wait_for_code", lambda _, seconds: asks.append(seconds))
    runner, pretended, counters = KernelRunner(), Pretended(clock, **kernel), np.zeros(8, dtype=np.int64)
    for _ in range(times):
        runner.run(pretended, counters, counters, budget, 1, None)  # type: ignore[arg-type]
    assert pretended.budgets == expected
    assert asks.count("asked") == asked
    assert counters[0] == 10**9 - pretended.left if "left" not in kernel else counters[0] == 20
    assert runner.engine(pretended) is Engine.INTERPRETED  # type: ignore[arg-type]


def test_a_compiled_kernel_makes_all_steps_at_once_and_the_engine_says_so(clock: Clock) -> None:
    runner, pretended, counters = KernelRunner(), Pretended(clock, 1.0), np.zeros(8, dtype=np.int64)
    runner.run(pretended, counters, counters, 2, 1, None)  # type: ignore[arg-type]
    pretended.compiled = True
    runner.run(pretended, counters, counters, 1000, 1, None)  # type: ignore[arg-type]
    assert (int(counters[0]), runner.engine(pretended)) == (1001, Engine.BOTH)  # type: ignore[arg-type]
    assert KernelRunner().engine(pretended) is Engine.COMPILED  # type: ignore[arg-type]


def test_many_entries_wait_for_machine_code_which_can_be_left(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(core.running._kernel_runner, "compile_soon", lambda *_: None)
    for entries, interpreted in ((0, [5]), (FEW_ENTRIES, [5]), (FEW_ENTRIES + 1, [])):
        beside, counters = Pretended(clock, 1e-6), np.zeros(8, dtype=np.int64)
        KernelRunner().run_beside(beside, counters, 5, 1, None, entries=entries)
        assert (beside.budgets, int(counters[0])) == (interpreted, 5)


def test_what_was_wrong_with_a_kernel_is_raised(clock: Clock) -> None:
    broken, counters = Pretended(clock, 1.0), np.zeros(8, dtype=np.int64)
    broken.failure = TypeError("a mistake in it")  # type: ignore[assignment]
    with pytest.raises(TypeError, match="a mistake in it"):
        KernelRunner().run(broken, counters, counters, 5, 1, None)  # type: ignore[arg-type]


class Piece(Search):
    """A search of so many steps that take ``cost`` seconds each."""

    checksums = (1, 10)

    def __init__(self, clock: Clock, length: int, cost: float, found: int = 0) -> None:
        super().__init__(Queens(4), Goal.COUNT)
        self.arrays: dict[str, Any] = {}
        self.clock, self.length, self.cost, self.found, self.steps = clock, length, cost, found, 0

    def advance(self, budget: int, quota: int | None = None) -> Status:
        made = min(budget, self.length - self.steps)
        self.steps += made
        self.clock.now += made * self.cost
        if self.steps == self.length:
            self.status = Status.COMPLETE
        return self.status

    def counts(self) -> tuple[int, int]:
        return self.found, self.steps

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, self.steps, self.found)

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        return ()

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Any) -> None: ...


def part(clock: Clock, *searches: Piece) -> PartRun:
    made = SimpleNamespace(number=3, searches=lambda: iter(searches), doing=algorithm("queens", "bitmask"))
    return PartRun(made, Slicing.by(clock.thread_time))  # type: ignore[arg-type]


def sliced(run: PartRun, **named: Any) -> list[tuple[tuple[int, int], int]]:
    """What was counted after each slice, and the steps of the next one."""
    said: list[tuple[tuple[int, int], int]] = []
    while run.record is None and len(said) < 12:
        run.advance(**{"seconds": TICK, **named})
        said.append((run.counts(), run.budget))
    return said


def test_a_part_is_its_searches_one_after_the_other_in_slices_by_time(clock: Clock) -> None:
    run = part(clock, Piece(clock, 300, TICK / 64, 1), Piece(clock, 30, TICK, 2), Piece(clock, 5, 0.0))
    assert sliced(run) == [
        ((1, 80), 64), ((1, 144), 64), ((1, 208), 64), ((1, 272), 64), ((3, 330), 7), ((3, 335), 7),
    ]  # fmt: skip
    assert run.record is not None
    assert replace(run.record, origin=None) == Record(3, 3, 335, TICK * (300 / 64 + 30), (3, 30))


def test_a_slice_ends_by_steps_or_not_at_all(clock: Clock) -> None:
    assert sliced(part(clock, Piece(clock, 300, TICK / 64), Piece(clock, 30, TICK)), seconds=None) == [((0, 330), 7)]
    found = sliced(part(clock, Piece(clock, 200, TICK / 64), Piece(clock, 300, TICK / 8)), steps=100)
    assert found[:5] == [((0, 80), 64), ((0, 144), 64), ((0, 244), 11), ((0, 255), 8), ((0, 263), 8)]


def test_a_part_without_searches_is_done_at_once(clock: Clock) -> None:
    assert sliced(part(clock)) == [((0, 0), 16)]


def test_records_contradict_each_other_by_anything_but_their_time() -> None:
    one = Record(1, 2, 3, 4.0, (5,))
    assert not one.contradicts(Record(1, 2, 3, 9.0, (5,)))
    for other in (Record(1, 3, 3, 4.0, (5,)), Record(1, 2, 4, 4.0, (5,)), Record(1, 2, 3, 4.0, ())):
        assert one.contradicts(other)
