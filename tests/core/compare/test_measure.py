"""How a run is measured, by a clock that only the search moves on: wall time runs a quarter faster than CPU time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core import CannotSolve, Goal, ProblemError, Queens, Snapshot, Status
from core._queens.naive import NaiveSearch
from core._search import WrongSolution
from core.compare import Bound, Ending, Sample
from core.compare._measure import Measurement, kernel_seconds
from tests.core.compare.clockwork import Clockwork, Toy

ERRORS = [
    (MemoryError(), Ending.LIMIT, "not enough memory"),
    (ProblemError("too large"), Ending.FAILED, "too large"),
    (CannotSolve("no such goal"), Ending.FAILED, "no such goal"),
    (WrongSolution("1 2 3 4 is wrong"), Ending.WRONG, "1 2 3 4 is wrong"),
    (KeyError("x"), Ending.FAILED, "KeyError: 'x'"),
]
"""What may go wrong, how the run ends, and what is said of it."""


class Measured:
    """One measurement of a toy from its beginning to its end."""

    def __init__(self, *toy: Any, asked: dict[str, Any] | None = None, **more: Any) -> None:
        clock = Clockwork()
        self.stays: list[int] = []
        """After each stay, how many steps had been made."""
        with clock.running():
            self.measurement = Measurement(lambda: Toy(clock, *toy, **more), **(asked or {}))
            self.measurement.build()
            while not self.measurement.finished:
                self.measurement.advance()
                self.stays.append(self.measurement.counts()[1])
            self.sample: Sample = self.measurement.sample()
        self.spent = clock.cpu


def test_a_sample_tells_all_that_was_noted() -> None:
    """A millisecond of searching and a fifth of that for building: made until 5 ms are full."""
    assert {k: v for k, v in Measured(10, 0.0001, 0.0002).sample.as_json().items() if v not in (None, "")} == {
        "ending": "complete", "seconds": pytest.approx(0.00125), "cpu_seconds": pytest.approx(0.001),
        "build_seconds": pytest.approx(0.0002), "build_cpu_seconds": pytest.approx(0.0002),
        "solutions": 0, "steps": 10, "nodes": 20, "updates": 30, "slices": 1, "batch": 5,
        "recorded": pytest.approx(86_400, abs=1), "share": pytest.approx(0.8), "switches": 9, "given_away": 0,
        "apart": False, "jobs": 1, "span": pytest.approx(0.00725), "quickest_seconds": pytest.approx(0.001),
        "quickest_build_seconds": pytest.approx(0.0002), "load": 1.5, "processors": 3, "calibration": 0.25,
        "calls": {"minimum": pytest.approx(0.0012), "lower_quartile": pytest.approx(0.0012),
                  "upper_quartile": pytest.approx(0.0012), "maximum": pytest.approx(0.0012),
                  "fewest_steps": 10, "most_steps": 10},
    }  # fmt: skip


@pytest.mark.parametrize(("told", "cpu"), [(0.0001, 0.0001), (0.0002, 0.0002), (0.0003, 0.0002)])
def test_building_takes_what_the_search_says_but_no_more_cpu_time_than_its_start(told: float, cpu: float) -> None:
    sample = Measured(10, 0.0001, 0.0002, told=told).sample
    assert (sample.build_seconds, sample.build_cpu_seconds) == pytest.approx((told, cpu))


@pytest.mark.parametrize(
    ("length", "cost", "build", "wanted", "batch"),
    [
        (10, 0.0001, 0.0, 0.005, 5),
        (10, 0.0001, 0.0, 0.0195, 20),
        (10, 0.002, 0.001, 0.005, 3),  # three at least, if they are short
        (10, 0.01, 0.001, 0.005, 1),
    ],
)
def test_short_searches_are_made_again_and_again(
    length: int, cost: float, build: float, wanted: float, batch: int
) -> None:
    found = Measured(length, cost, build, asked={"batch_seconds": wanted})
    assert (found.sample.batch, found.sample.switches) == (batch, 2 * batch - 1)
    assert found.sample.quickest_seconds == pytest.approx(length * cost)
    assert found.spent == pytest.approx(batch * (length * cost + build))


@pytest.mark.parametrize(
    ("interrupted", "mean", "scatter"),
    [((), 0.0035, (0.001, 0.008)), ((0.008,), 0.0021875, (0.001, 0.0075)), ((0.001, 0.008), 0.0035, (0.001, 0.008))],
)
def test_a_batch_counts_by_the_mean_of_the_calls_that_nothing_interrupted(
    interrupted: tuple[float, ...], mean: float, scatter: tuple[float, float]
) -> None:
    """The call that another program breaks into is left out with the two after it, if enough others remain."""

    class Quiet(Clockwork):
        def spend(self, seconds: float) -> None:
            self.cpu += seconds
            self.switches += round(seconds, 9) in interrupted

    clock, costs = Quiet(), iter([1, 2, 1, 8, 7, 6, 1, 3, 1, 1, 7.5])
    with clock.running():
        measurement = Measurement(lambda: Toy(clock, 1, next(costs) / 1000), batch_seconds=0.0385)
        measurement.build()
        measurement.advance()
        sample = measurement.sample()
    assert (sample.batch, sample.cpu_seconds) == (11, pytest.approx(mean))
    assert sample.calls is not None
    assert (sample.calls.minimum, sample.calls.maximum) == pytest.approx(scatter)
    assert sample.seconds == pytest.approx(1.25 * 0.0385 / 11)  # what a person waits for is that of all


@pytest.mark.parametrize(
    ("length", "cost", "known", "stays"),
    [
        (100_000, 1e-5, None, [256, 1280, 5376, 13375, 21375, 29375]),
        (100_000, 1e-5, 100_000, [10_000, 18_000, 26_000, 33_999]),  # an earlier run has shown its speed
        (3, 0.3, 0.001, [1, 2, 3]),
    ],
)
def test_stays_grow_until_one_takes_a_tenth_of_a_second(
    length: int, cost: float, known: float | None, stays: list[int]
) -> None:
    found = Measured(length, cost, asked={"steps_per_second": known})
    assert found.stays[: len(stays)] == stays
    assert found.stays[-1] == length
    assert (found.sample.slices, found.sample.batch) == (len(found.stays), 1)
    assert found.sample.cpu_seconds == pytest.approx(length * cost)
    assert found.measurement.steps_per_second is None  # it is of no use any more


def test_an_untimed_run_is_made_once_and_only_its_memory_is_noted() -> None:
    clock = Clockwork()
    one = Measurement(lambda: Toy(clock, 10, 0.0001, size=3 << 20), timed=False)
    one.build()
    one.advance()
    assert one.finished
    sample = one.sample()
    assert sample.memory is not None
    assert (sample.memory >> 20, sample.batch) == (3, 1)
    assert (sample.calibration, sample.processors, sample.load) == (None, None, None)


def test_several_threads_are_timed_together_and_have_no_share_of_one_processor() -> None:
    sample = Measured(10, 0.0001, 0.0002, asked={"threads": True}).sample
    assert (sample.seconds, sample.cpu_seconds) == pytest.approx((0.00125, 0.002))
    assert (sample.batch, sample.share) == (3, None)


def helped(
    threads: float, children: float, *, queued: float = 0.0, cost: float = 0.0001, build: float = 0.0
) -> tuple[Sample, Clockwork]:
    """A search in a process of its own, for which others work so many times as long as it does itself."""

    class Busy(Clockwork):
        def process_time(self) -> float:
            return (1 + threads) * self.cpu

        def spend(self, seconds: float) -> None:
            super().spend(seconds)
            self.children += children * seconds
            self.queued += queued * seconds

    clock = Busy()
    with clock.running():
        measurement = Measurement(lambda: Toy(clock, 10, cost, build), apart=True)
        measurement.build()
        while not measurement.finished:
            measurement.advance()
        return measurement.sample(), clock


@pytest.mark.parametrize(("threads", "children"), [(0, 0), (3, 0), (0, 3), (1, 2)])
def test_in_a_process_of_its_own_whoever_works_for_a_search_is_charged_to_it(threads: float, children: float) -> None:
    sample, _ = helped(threads, children, cost=0.001, build=0.001)
    times = 1 + threads + children
    assert (sample.apart, sample.cpu_seconds) == (True, pytest.approx(0.01 * times))
    assert sample.build_cpu_seconds == pytest.approx(0.001 * (1 + threads + children))
    assert sample.quick_seconds == pytest.approx(0.011 * times)
    assert sample.seconds == pytest.approx(0.0125)
    assert sample.share == pytest.approx(0.8 * times)


def test_what_others_do_between_two_stays_is_charged_too() -> None:
    class Lazy(Toy):
        def snapshot(self) -> Snapshot:
            clock.children += 0.5
            return super().snapshot()

    clock = Clockwork()
    with clock.running():
        measurement = Measurement(lambda: Lazy(clock, 600, 0.001), apart=True)
        measurement.build()
        while not measurement.finished:
            measurement.advance()
            assert measurement.progress is not None  # somebody looks
        sample = measurement.sample()
    assert sample.slices > 2
    assert sample.cpu_seconds == pytest.approx(2 * 0.6 + 0.5 * sample.slices)


def test_how_long_it_waited_is_known_where_it_did_all_of_the_work_itself() -> None:
    """Of a second by the clock, it works for 0.8; for the rest it waits, or the processor has other work."""
    assert helped(0, 0)[0].idle == pytest.approx(0.2)
    assert helped(0, 0, queued=0.125)[0].idle == pytest.approx(0.1)
    assert helped(0, 0, queued=0.25)[0].idle == pytest.approx(0)
    assert helped(0.5, 0)[0].idle is None
    assert helped(0, 0.5)[0].idle is None
    assert Measured(10, 0.0001).sample.idle is None


@pytest.mark.parametrize(
    ("length", "cost", "asked", "stays", "ending", "batch"),
    [
        (1000, 0.001, {"timeout": 0.5}, [256, 336, 415, 495, 575], Ending.LIMIT, 1),
        (1000, 0.001, {"timeout": 0.256}, [256], Ending.LIMIT, 1),
        (256, 0.001, {"timeout": 0.256}, [256], Ending.COMPLETE, 1),  # it ends just then
        (256, 0.001, {"timeout": 0.255}, [256], Ending.LIMIT, 1),  # it ends before anybody looks, but too late
        (10, 0.0001, {"timeout": 0.002}, [10], Ending.COMPLETE, 1),  # once more would come near the limit
        (10, 0.0001, {"timeout": 0.0021}, [10], Ending.COMPLETE, 5),
        (1000, 0.001, {"timeout": 0.5, "threads": True}, [256, 336, 415], Ending.LIMIT, 1),
    ],
)
def test_a_time_limit(
    length: int, cost: float, asked: dict[str, Any], stays: list[int], ending: Ending, batch: int
) -> None:
    found = Measured(length, cost, asked=asked)
    assert found.stays == stays
    assert (found.sample.ending, found.sample.batch, found.sample.steps) == (ending, batch, stays[-1])
    if ending is Ending.LIMIT:
        assert found.sample.reason == f"not finished within {asked['timeout']:g} s"
        assert found.sample.bound is Bound.TIME
        assert found.measurement.steps_per_second == pytest.approx(500 if "threads" in asked else 1000)


def test_a_memory_limit() -> None:
    over = Measured(10, 0.001, size=3 << 20, asked={"memory": 2 << 20})
    assert (over.stays, over.sample.ending, over.sample.bound) == ([], Ending.LIMIT, Bound.MEMORY)
    assert over.sample.reason == "needs 3.0 MiB; the limit is 2.0 MiB"
    at = Measured(100, 0.001, size=3 << 20, asked={"memory": 3 << 20}).sample
    assert (at.ending, at.memory) == (Ending.COMPLETE, 3 << 20)


def test_a_search_that_gives_up() -> None:
    sample = Measured(100, 0.001, ending=Status.GAVE_UP).sample
    assert (sample.ending, sample.reason) == (Ending.GAVE_UP, "ended without a solution, which proves nothing")


def test_solutions_are_counted_and_checked() -> None:
    sample = Measured(100, 0.001, found=((1, 3, 0, 2), (2, 0, 3, 1))).sample
    assert (sample.ending, sample.solutions) == (Ending.COMPLETE, 2)
    sample = Measured(100, 0.001, found=((1, 3, 0, 2), (2, 0, 1, 3))).sample
    assert (sample.ending, sample.solutions) == (Ending.WRONG, 2)
    assert sample.reason == "4 queens: a solution found does not solve it: [2, 0, 1, 3]"


def test_a_solution_found_twice_is_an_alarm() -> None:
    sample = Measured(100, 0.001, found=((1, 3, 0, 2), (2, 0, 3, 1), (1, 3, 0, 2))).sample
    assert (sample.ending, sample.reason) == (Ending.WRONG, "4 queens: it found [1, 3, 0, 2] twice")


@pytest.mark.parametrize(("count", "how_many"), [(-7, "a negative number of"), (10**400, "more than 2⁶³")])
def test_numbers_that_nobody_can_count_are_an_alarm(count: int, how_many: str) -> None:
    class Lies(Toy):
        def snapshot(self) -> Snapshot:
            return replace(super().snapshot(), nodes=count)

    clock = Clockwork()
    with clock.running():
        measurement = Measurement(lambda: Lies(clock, 10, 0.001))
        measurement.build()
        measurement.advance()
    sample = measurement.sample()
    assert (sample.ending, sample.reason) == (Ending.WRONG, f"it says that it counted {how_many} nodes")
    assert sample.nodes is None


@pytest.mark.parametrize(("error", "ending", "reason"), ERRORS)
def test_an_error_before_the_first_step(error: Exception, ending: Ending, reason: str) -> None:
    found = Measured(1000, 0.001, error=error)
    assert (found.stays, found.sample.steps, found.sample.seconds) == ([], 0, 0)
    assert (found.sample.ending, found.sample.reason) == (ending, reason)
    assert found.sample.bound is (Bound.MEMORY if ending is Ending.LIMIT else Bound.NONE)


@pytest.mark.parametrize(("error", "ending", "reason"), ERRORS)
def test_an_error_on_the_way(error: Exception, ending: Ending, reason: str) -> None:
    found = Measured(1000, 0.001, error=error, at=300)
    assert found.stays == [256, 336]
    assert (found.sample.ending, found.sample.reason, found.sample.steps) == (ending, reason, 336)
    assert (found.sample.cpu_seconds, found.sample.span) == pytest.approx((0.256, 0.42))  # the last stay is not timed


def test_work_outside_the_kernel_counts_where_a_search_has_a_way_of_its_own_to_advance() -> None:
    class Works(NaiveSearch):
        def advance(self, budget: int, quota: int | None = None) -> Status:
            return super().advance(budget, quota)

    ours, other = (made(Queens(6), Goal.COUNT, None) for made in (NaiveSearch, Works))
    for search in (ours, other):
        search.advance(1000)
    assert kernel_seconds(ours) == (ours.kernel_seconds, ours.kernel_cpu_seconds)
    assert ours.kernel_seconds > 0
    assert kernel_seconds(other) == (0.0, 0.0)
