"""The race: equal shares of time, at any pace, with an end that is certain."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import core.compare._measure
from core import Algorithm, Goal, Parameter, Problem, Queens, Search, Snapshot, Source, Status, register
from core.compare import CellStatus, Contestant, Ending, Experiment, Plan, Quantity, Sample, Table
from core.compare._plan import PRECISION
from core.compare._race import TURN_SECONDS, LaneState, Race, RaceState
from core.compare._rounds import beside
from core.compare._statistics import time_ratio
from tests import PATIENCE
from tests.cases import slow
from tests.core.compare.clockwork import Clockwork, Toy, entered
from tests.core.compare.tables import cell, plan, table


class Clock:
    """Time that only the runners below use up."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that measuring reads too."""
    clock = Clock()
    read_by_measuring(clock, monkeypatch)
    return clock


def read_by_measuring(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = SimpleNamespace(perf_counter=clock, thread_time=clock, process_time=clock, time=clock)
    monkeypatch.setattr(core.compare._measure, "time", clocks)


class Runner(Search):
    """A search of ``length`` steps, each taking ``cost`` seconds of the given clock."""

    def __init__(self, clock: Clock, cost: float, length: int, ending: Status = Status.COMPLETE) -> None:
        super().__init__(Queens(4), Goal.COUNT)
        self.clock, self.cost, self.length, self.ending, self.steps = clock, cost, length, ending, 0

    def advance(self, budget: int, quota: int | None = None) -> Status:
        steps = min(budget, self.length - self.steps)
        self.steps += steps
        self.clock.now += steps * self.cost
        if self.steps == self.length:
            self.status = self.ending
        return self.status

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, self.steps, 0)

    def counts(self) -> tuple[int, int]:
        return 0, self.steps

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return ()

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        raise NotImplementedError


@contextmanager
def race(*makes: Callable[[], Search], kind: type[Race] = Race, instance: str = "3", **more: Any) -> Iterator[Race]:
    """A race of searches that are in the catalog while this lasts."""
    with entered(*makes, instance=instance) as plan:
        yield kind(plan, **more)


def driven(*makes: Callable[[], Search], **more: Any) -> RaceState:
    """The end of such a race."""
    with race(*makes, **more) as begun:
        return begun.drive()


def queens(n: int, *keys: str) -> Plan:
    return Plan("queens", (str(n),), tuple(map(Contestant, keys)), precision=PRECISION)


def test_no_lane_is_ever_more_than_a_turn_ahead() -> None:
    clock = Clock()
    makers = [lambda cost=cost: Runner(clock, cost, 10**6) for cost in (1e-6, 7e-6, 31e-6)]
    ahead: list[float] = []

    class Watched(Race):
        def _turn(self, active: Any) -> None:
            super()._turn(active)
            used = [lane.seconds for lane in active if lane.active]
            if len(used) == 3:
                ahead.append(max(used) - min(used))

    state = driven(*makers, kind=Watched, clock=clock)
    assert len(ahead) > 100
    assert max(ahead) <= 1.5 * TURN_SECONDS
    assert [lane.snapshot.status for lane in state.lanes] == [Status.COMPLETE] * 3


def test_places_follow_the_time_used_and_not_the_order_of_turns(clock: Clock) -> None:
    state = driven(lambda: Runner(clock, 1e-5, 60), lambda: Runner(clock, 1e-6, 20), clock=clock)
    assert [lane.place for lane in state.lanes] == [2, 1]
    assert state.stage == "over"


def test_a_place_is_given_only_when_it_is_certain(clock: Clock) -> None:
    # The first lane ends within its first turn; the second has used no time yet and could still be quicker.
    makers = [lambda: Runner(clock, 1e-5, 60), lambda: Runner(clock, 1e-6, 10**6)]
    places: list[tuple[int | None, float]] = []

    class Watched(Race):
        def _turn(self, active: Any) -> None:
            super()._turn(active)
            state = self._picture()
            places.append((state.lanes[0].place, state.lanes[1].snapshot.seconds))

    driven(*makers, kind=Watched, clock=clock)
    certain = 60 * 1e-5
    assert all((place == 1) == (other >= certain) for place, other in places[1:])


def test_who_gives_up_or_fails_has_no_place_and_stops_nobody() -> None:
    clock = Clock()

    class Broken(Runner):
        def advance(self, budget: int, quota: int | None = None) -> Status:
            raise ArithmeticError("lost count")

    makers = [
        lambda: Runner(clock, 1e-6, 10, Status.GAVE_UP),
        lambda: Broken(clock, 1e-6, 10),
        lambda: Runner(clock, 1e-6, 500),
    ]
    state = driven(*makers, clock=clock)
    assert [lane.place for lane in state.lanes] == [None, None, 1]
    assert state.lanes[1].error == "ArithmeticError: lost count"
    assert state.lanes[1].snapshot.status is Status.STOPPED


def test_slow_motion_keeps_the_shares_equal() -> None:
    """One lane is four times as quick: whenever one looks, it has made about four times the steps."""
    costly = Clock()
    makers = [lambda cost=cost: Runner(costly, cost, 4000) for cost in (1e-3, 4e-3)]
    with race(*makers, pace=1.0, paused=True, clock=costly) as begun:
        driver = threading.Thread(target=begun.drive, daemon=True)
        driver.start()
        for _ in range(25):
            begun.step()
        while not begun.paused:
            begun.wait(0.001)
        while sum(lane.snapshot.steps for lane in begun.state.lanes) < 25:
            begun.wait(0.001)
        quick, slow = (lane.snapshot.steps for lane in begun.state.lanes)
        assert (quick, slow) == (20, 5)
        begun.cancel()
        driver.join(5)
    assert begun.finished
    assert begun.state.lanes[0].snapshot.status is Status.STOPPED


@pytest.mark.parametrize("pace", [None, 1e-3])
def test_a_race_that_was_left_goes_on_from_the_steps_of_its_lanes(pace: float | None) -> None:
    costly = Clock()
    makers = [lambda cost=cost, length=length: Runner(costly, cost, length) for cost, length in ((0.03, 9), (0.04, 40))]
    with race(*makers, pace=pace, paused=True, clock=costly, steps=(10, 25)) as begun:
        driver = threading.Thread(target=begun.drive, daemon=True)
        driver.start()
        while not begun.resting:
            begun.wait(0.001)
        ended, under_way = begun.state.lanes
        assert (ended.snapshot.steps, ended.snapshot.status, ended.place) == (9, Status.COMPLETE, 1)
        assert (under_way.snapshot.steps, under_way.snapshot.status) == (25, Status.RUNNING)
        assert under_way.snapshot.seconds == pytest.approx(1.0), "what they take is on their clocks"
        begun.step()
        while begun.state.lanes[1].snapshot.steps < 26:
            begun.wait(0.001)
        begun.cancel()
        driver.join(5)
    assert begun.state.lanes[1].snapshot.steps == 26


@pytest.mark.parametrize("pace", [None, 0.5])
def test_real_searches_race_to_the_known_counts(pace: float | None) -> None:
    state = Race(queens(8, "bitmask", "dlx", "dlx-s"), pace=pace).drive()
    assert [lane.snapshot.solutions for lane in state.lanes] == [92, 92, 92]
    assert [lane.snapshot.nodes for lane in state.lanes] == [2057, 2057, 980]
    assert sorted(lane.place for lane in state.lanes if lane.place) == [1, 2, 3]


def test_pause_and_cancel_are_answered_while_racing() -> None:
    race = Race(queens(16, "bitmask", "dlx"))
    driver = threading.Thread(target=race.drive, daemon=True)
    driver.start()
    while race.state.stage != "racing":
        race.wait(0.01)
    race.pause()
    while not race.state.paused:
        race.wait(0.005)
    still = race.state
    race.wait(0.05)
    assert race.state is still
    race.resume()
    race.set_pace(0.001)
    race.cancel()
    driver.join(PATIENCE)
    assert race.finished
    assert all(lane.snapshot.status is Status.STOPPED for lane in race.state.lanes)


def test_pause_and_cancel_are_answered_while_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Race(queens(8, "bitmask", "dlx"))
    slices: list[Table] = []

    def steps(self: Experiment) -> Iterator[Table]:
        for newest in measured(self):
            slices.append(newest)
            if len(slices) == 20:
                begun.pause()
            yield newest

    measured = Experiment.steps
    monkeypatch.setattr(Experiment, "steps", steps)
    driver = threading.Thread(target=begun.drive, daemon=True)
    driver.start()
    while not begun.resting:
        assert not begun.wait(0.001)
    assert (len(slices), begun.state.stage, begun.state.verdict) == (20, "checking", None)
    begun.cancel()
    driver.join(PATIENCE)
    assert begun.finished
    assert [lane.place for lane in begun.state.lanes if lane.place] != []
    assert begun.state.verdict is None
    assert len(slices) <= 22, "nothing is measured any more"


def test_steps_to_the_end_do_not_hold_the_measuring_still(clock: Clock) -> None:
    with race(*(lambda cost=cost: Runner(clock, cost, 5) for cost in (1e-3, 4e-3)), paused=True, clock=clock) as begun:
        begun.step(10)
        driver = threading.Thread(target=begun.drive, daemon=True)
        driver.start()
        while not begun.finished:
            assert not begun.resting
            begun.wait(0.001)
    assert begun.state.verdict is not None


def test_a_race_needs_two() -> None:
    with pytest.raises(ValueError, match="two lanes"):
        Race(queens(4, "dlx"))


shared = Clock()
"""The clock of the algorithm below, in tables and races alike."""


def noisy(problem: Problem, goal: Goal, limit: int | None, cost: int, length: int) -> Search:
    """A search whose every step takes so many microseconds, give or take a tenth."""

    class Noisy(Runner):
        def advance(self, budget: int, quota: int | None = None) -> Status:
            self.cost = cost * 1e-6 * chance.uniform(0.9, 1.1)
            return super().advance(budget, quota)

    chance = noise
    return Noisy(shared, cost * 1e-6, length)


noise = random.Random(11)


@pytest.mark.parametrize(("races", "least"), [(5, 6), slow(10, 12)])
def test_races_end_in_the_order_of_the_table_or_say_that_they_cannot_tell(
    races: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same searches are measured and raced by one clock, which only they move on."""
    read_by_measuring(shared, monkeypatch)
    cost, length = (Parameter(key, key.title(), 1, minimum=1, maximum=10**6) for key in ("cost", "length"))
    entry = Algorithm("noisy", "Noisy", "queens", "Noisy.", Source("nobody", 2026, "noise"), f"{__name__}:noisy",
                      parameters=(cost, length))  # fmt: skip
    take_out = register(entry)
    chance = random.Random(6)
    told = 0
    try:
        for _ in range(races):
            lanes = {Contestant("noisy", (("cost", chance.randrange(10, 20)), ("length", chance.randrange(20, 900))))
                     for _ in range(3)}  # fmt: skip
            contestants = tuple(sorted(lanes, key=lambda each: each.label))
            table = Experiment(Plan("queens", ("3",), contestants, Goal.FIRST, repeat=15)).drive()
            plan = Plan("queens", ("3",), contestants, Goal.FIRST, precision=PRECISION)
            verdict = Race(plan, clock=shared).drive().verdict
            assert verdict is not None
            best = table.cell(contestants[verdict.winner], "3")
            assert best in table.winners("3")
            for index, factor in verdict.factors.items():
                found = time_ratio(best.times, table.cell(contestants[index], "3").times)
                assert factor == pytest.approx(found.factor, rel=0.25)
                if found.beyond_noise and found.factor > 1.3:
                    assert index not in verdict.close
                    told += 1
    finally:
        take_out()
    assert told >= least


def test_a_race_too_close_to_tell_says_so(clock: Clock) -> None:
    noise = random.Random(4)

    class Shaky(Runner):
        base = 0.0

        def advance(self, budget: int, quota: int | None = None) -> Status:
            self.cost = self.base * noise.uniform(0.8, 1.2)
            return super().advance(budget, quota)

    def make(cost: float) -> Callable[[], Search]:
        def maker() -> Search:
            runner = Shaky(clock, cost, 1000)
            runner.base = cost
            return runner

        return maker

    state = driven(make(1e-6), make(1.01e-6), make(9e-6), clock=clock)
    verdict = state.verdict
    assert verdict is not None
    assert set(verdict.close) | {verdict.winner} == {0, 1}
    assert verdict.factors[2] > 5
    assert len(runs_of(state)[0]) > 5


def test_long_searches_have_the_one_run_of_the_race_which_tells_nothing() -> None:
    for factor in (1.05, 1.5, 30.0):
        clock = Clock()
        makers = [lambda c=c, clock=clock: Runner(clock, c, 10**6) for c in (1e-6, 1e-6 * factor)]
        state = driven(*makers, clock=clock)
        assert state.verdict is None
        assert [lane.place for lane in state.lanes] == [1, 2]
        assert [[run.total_seconds for run in runs] for runs in runs_of(state)] == [
            pytest.approx([1.0]), pytest.approx([factor]),
        ]  # fmt: skip


def test_nobody_at_the_goal_no_verdict() -> None:
    clock = Clock()
    makers = [lambda: Runner(clock, 1e-6, 10, Status.GAVE_UP), lambda: Runner(clock, 1e-6, 10, Status.GAVE_UP)]
    assert driven(*makers, clock=clock).verdict is None


def test_building_is_on_the_clock_as_in_a_table(clock: Clock) -> None:
    """One lane searches less and is built for longer: the table calls it slower, and so does the race."""

    def make(build: float, length: int) -> Callable[[], Search]:
        def maker() -> Search:
            runner = Runner(clock, 1e-5, length)
            clock.now += build
            runner.build_seconds = build
            return runner

        return maker

    state = driven(make(0.0, 1000), make(0.02, 500), clock=clock)
    assert [lane.place for lane in state.lanes] == [1, 2]
    assert state.lanes[1].snapshot.build_seconds == pytest.approx(0.02)
    assert state.lanes[1].snapshot.seconds == pytest.approx(0.005)
    verdict = state.verdict
    assert verdict is not None
    assert verdict.winner == 0
    assert verdict.factors[1] == pytest.approx(2.5)


def made_in(*times: float) -> tuple[Sample, ...]:
    """Runs of so many seconds."""
    return tuple(Sample(Ending.COMPLETE, each, each, None, 0, 1) for each in times)


def runs_of(state: RaceState) -> list[tuple[Sample, ...]]:
    """What the table that a race ends in has of each lane."""
    assert state.table is not None
    return [cell.samples for cell in state.table.row(*state.table.plan.instances)]


def ended(*times: tuple[float, ...]) -> RaceState:
    """A race that is over, with a table of such runs."""
    names = ("dlx", "bitmask", "backtracking")[: len(times)]
    cells = [
        cell((name, "4"), made_in(*each), CellStatus.COMPLETE if each else CellStatus.WAITING)
        for name, each in zip(names, times, strict=True)
    ]
    lanes = tuple(LaneState(Snapshot(Status.COMPLETE, 0, 0), place) for place in range(1, len(times) + 1))
    return RaceState(lanes, "over", table=table(plan(*names, instances="4"), *cells))


def test_the_factor_of_a_verdict_is_that_of_the_times_in_the_lanes() -> None:
    state = ended(tuple([0.0010] * 5 + [0.0013] * 4), (*[0.0021] * 4, *[0.0030] * 5))
    verdict = state.verdict
    assert verdict is not None
    assert state.table is not None
    quick, slow = state.table.row("4")
    shown = [each.values[Quantity.TIME] or 0.0 for each in (quick, slow)]
    assert verdict.factors[1] == pytest.approx(shown[1] / shown[0])
    assert verdict.factors[1] != pytest.approx(beside(quick, slow).factor, rel=0.01)
    assert verdict.close == ()


def test_a_lane_of_a_single_run_leaves_no_verdict_however_slow() -> None:
    assert ended((0.001, 0.0011, 0.0009), (0.5,)).verdict is None
    assert ended((0.001,), (0.5,)).verdict is None


# By a clock that only the lanes move: what comes out is the same on every machine.


def raced(*lanes: tuple[tuple[Any, ...], dict[str, Any]], instance: str = "3") -> tuple[RaceState, float]:
    """A race of toys to its end, and the CPU time that it took in all."""
    clock = Clockwork()
    makes = [lambda given=given, more=more: Toy(clock, *given, **more) for given, more in lanes]
    with clock.running():
        return driven(*makes, instance=instance, clock=clock.thread_time), clock.cpu


@pytest.mark.parametrize(
    ("lanes", "places", "factors", "close", "spent"),
    [
        ([(1000, 0.0001), (500, 0.0001)], [2, 1], {0: 2.0}, (), 3.7652),
        ([(1000, 0.0001), (500, 0.00021), (10, 0.0001, 0.03)], [2, 3, 1], {0: 3.226, 1: 3.387}, (), 6.49092),
        ([(1000, 0.0001), (500, 0.0001, 0.051), (990, 0.0001)], [2, 3, 1], {0: 1.01, 1: 1.02}, (0, 1), None),
        ([(1000, 1e-4), (1000, 1.02e-4), (1000, 2e-4)], [1, 2, 3], {1: 1.02, 2: 2.0}, (1,), None),
        ([(1000, 1e-4), (1000, 1.1e-4), (1000, 2e-4)], [1, 2, 3], {1: 1.1, 2: 2.0}, (), None),
        ([(10, 0.0001), (3000, 0.0001)], [1, 2], {1: 300.0}, (), 3.8616),
    ],
)
def test_who_wins_and_by_how_much(
    lanes: list[tuple[Any, ...]], places: list[int], factors: dict[int, float], close: tuple[int, ...],
    spent: float | None,
) -> None:  # fmt: skip
    state, taken = raced(*((given, {}) for given in lanes))
    assert [lane.place for lane in state.lanes] == places
    assert [lane.snapshot.steps for lane in state.lanes] == [given[0] for given in lanes]
    assert [lane.snapshot.seconds for lane in state.lanes] == pytest.approx([each[0] * each[1] for each in lanes])
    verdict = state.verdict
    assert verdict is not None
    assert (verdict.winner, verdict.close) == (places.index(1), close)
    assert verdict.factors == pytest.approx(factors, abs=0.001)
    assert spent is None or taken == pytest.approx(spent, abs=1e-4)


@pytest.mark.parametrize(
    ("lanes", "times"),
    [
        ([((10, 0.0001), {}), ((11, 0.0001), {})], [[0.001] * 50, [0.0011] * 50]),
        # What a search says of its building counts, and not what its start took.
        ([((10, 0.0001, 0.0005), {}), ((10, 0.0001, 0.0005), {"told": 0.0002})], [[0.0015] * 50, [0.0012] * 47]),
        ([((10, 0.0001), {}), ((3300, 0.0001), {})], [[0.001] * 50, [0.33] * 6]),  # its patience is at an end
        ([((10, 0.0001), {}), ((3400, 0.0001), {})], [[0.001], [0.34]]),  # one that is longer: only the race itself
    ],
)
def test_short_searches_are_measured_before_anybody_has_won(
    lanes: list[tuple[tuple[Any, ...], dict[str, Any]]], times: list[list[float]]
) -> None:
    state, _ = raced(*lanes)
    for lane, runs, expected in zip(state.lanes, runs_of(state), times, strict=True):
        assert [run.total_seconds for run in runs] == pytest.approx(expected)
        # clocks show what the verdict rests on
        assert lane.snapshot.seconds + (lane.snapshot.build_seconds or 0.0) == pytest.approx(expected[0])
    assert (state.verdict is None) == (len(times[0]) == 1)


def test_what_a_table_calls_wrong_has_no_place() -> None:
    """There is no solution with three queens."""
    state, _ = raced(((10, 0.001), {}), ((20, 0.001), {}), ((5, 0.001), {"found": ((1, 3, 0, 2),)}))
    assert [lane.place for lane in state.lanes] == [1, 2, None]
    assert state.lanes[2].error == "1 solutions; 0 are known"
    assert state.verdict is not None
    assert (state.verdict.winner, list(state.verdict.factors)) == (0, [1])


def test_who_fails_before_or_while_racing_is_no_winner() -> None:
    state, _ = raced(
        ((100, 0.001), {"error": ValueError("no such thing")}),
        ((300, 0.001), {"error": KeyError("lost"), "at": 200}),
        ((400, 0.001), {"found": ((1, 3, 0, 2), (2, 0, 3, 1))}),
        instance="4",
    )
    assert [lane.error for lane in state.lanes] == ["ValueError: no such thing", "KeyError: 'lost'", ""]
    assert [lane.place for lane in state.lanes] == [None, None, 1]
    assert [lane.snapshot.steps for lane in state.lanes] == [0, 201, 400]
    assert [lane.snapshot.status for lane in state.lanes[:2]] == [Status.STOPPED] * 2
    assert state.lanes[2].snapshot.placement == (2, 0, 3, 1)
    assert state.verdict is not None
    assert (state.verdict.winner, state.verdict.factors) == (2, {})


CLEAR, CLOSE = (0.0012, 0.0013, 0.0012, 0.00121, 0.00119), (0.001, 0.00101, 0.00102, 0.001, 0.0009)


@pytest.mark.parametrize(
    ("times", "verdict"),
    [
        ([(1.0,), (1.5,)], None),
        ([(1.0,) * 4, (1.5,) * 4], None),  # of as many runs as these chance makes such an order once in 35 times
        ([(1.0,) * 5, (1.6,) * 5], (0, {1: 1.6}, ())),
        ([(2.0,) * 5, (1.0,) * 5], (1, {0: 2.0}, ())),
        ([(3.0,) * 5, ()], None),  # nobody knows what the other would have taken
        ([(), ()], None),
        ([(0.001, 0.0011, 0.0009, 0.001, 0.001), CLEAR, CLOSE], (0, {1: 1.2, 2: 1.0}, (2,))),
    ],
)
def test_a_verdict_on_given_times(
    times: list[tuple[float, ...]], verdict: tuple[int, dict[int, float], tuple[int, ...]] | None
) -> None:
    state = ended(*times)
    assert replace(state, stage="racing", table=None).verdict is None
    found = state.verdict
    if verdict is None:
        assert found is None
        return
    assert found is not None
    assert (found.winner, found.close) == (verdict[0], verdict[2])
    assert found.factors == pytest.approx(verdict[1])
