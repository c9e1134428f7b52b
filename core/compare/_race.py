"""Several searches of the same problem side by side, in equal shares of computing time.

One thread drives the race (`Race.drive`).  It always gives a turn of a few milliseconds to the lane
that has used the least CPU time in its kernel, so no two unfinished lanes are ever further apart
than one turn.  Two threads would not do: chance decides how they share cores, caches and the
interpreter's lock.

A turn leaves the caches to the next lane, and one run proves nothing.  So when all lanes have
ended, they are measured as the only row of a table (`core.compare._experiment`) if the plan's
patience allows, and clocks, places and verdict are the table's.  Longer searches have only the one
run of the race, for which a table gives no verdict.

The algorithms of plug-ins race in separate processes (`core.compare._isolated`),
in turns like all others: one that ends its process loses only its own lane.

**Slow motion.**  Nobody can follow a race of microseconds, so the pace can be set to a fraction of
real speed.  Time is then not measured but played: the race gives each lane steps at the rate (steps
a second) measured for it at full speed, which keeps the shares equal at any pace, down to single
steps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from core._catalog import is_from_plugin
from core._search import Problem, Search, Snapshot, Status, checked_speed, told
from core.compare._cell import CellStatus, TableCell
from core.compare._experiment import Experiment
from core.compare._instances import instances
from core.compare._isolated import ChildProcess, SearchApart, Wanted
from core.compare._measure import timed_advance, timed_start
from core.compare._plan import Contestant, Plan
from core.compare._quantity import Quantity
from core.compare._sample import Ending, Sample
from core.compare._table import Table
from core.running._run import Steered
from core.running._slicing import PUBLISH_SECONDS, next_budget

TURN_SECONDS = 0.004
"""How long one lane runs before the next may have its turn."""
CALIBRATION_SECONDS = 0.010
"""How long a throw-away search runs to find a lane's steps per second, for slow motion."""
CALIBRATIONS = 3
FIRST_BUDGET = 64
LONGEST_WAIT = 0.1

LaneMaker = Callable[[], Search] | Wanted
"""A function that builds a lane's search, or what to build in a separate process (its measurement is None)."""

_ENDINGS = {
    Status.COMPLETE: Ending.COMPLETE,
    Status.LIMIT: Ending.COMPLETE,
    Status.GAVE_UP: Ending.GAVE_UP,
}
_NOT_THERE = (CellStatus.WRONG, CellStatus.FAILED, CellStatus.LIMIT, CellStatus.GAVE_UP)


@dataclass(frozen=True, slots=True)
class LaneState:
    """One lane at one moment."""

    snapshot: Snapshot
    """Its ``seconds`` are the lane's share of computing time so far, not counting its ``build_seconds``; once
    it has ended, its placement is the last solution kept."""
    place: int | None = None
    """1 for the fastest; None until it is certain, and for lanes that did not reach the goal."""
    error: str = ""
    """What went wrong in this lane, if anything did; the others race on."""


@dataclass(frozen=True, slots=True)
class RaceVerdict:
    """The fastest lane, as far as is known."""

    winner: int
    """The lane's index."""
    factors: Mapping[int, float]
    """How many times as long each other lane that reached the goal takes, by the times the lanes show."""
    close: tuple[int, ...] = ()
    """Lanes that cannot be distinguished from the winner."""


@dataclass(frozen=True, slots=True)
class RaceState:
    """The whole race at one moment."""

    lanes: tuple[LaneState, ...]
    stage: str
    """``building``, ``compiling``, ``racing``, ``checking`` (all are measured as in a table) or ``over``."""
    paused: bool = False
    table: Table | None = None
    """Once it is over, a table with the lanes as its only row; stopped lanes are still to be measured in it."""

    @property
    def verdict(self) -> RaceVerdict | None:
        """The fastest lane according to the table; None if the table does not say (as for single runs)."""
        if self.table is None:
            return None
        (instance,) = self.table.plan.instances
        best, cells = self.table.fastest(instance), self.table.row(instance)
        close = self.table.winners(instance)
        if best is None or not close:
            return None
        shown = {index: cell.values[Quantity.TIME] or 0.0 for index, cell in enumerate(cells) if cell.solved}
        winner = cells.index(best)
        factors = {index: seconds / shown[winner] for index, seconds in shown.items() if index != winner}
        return RaceVerdict(winner, factors, tuple(index for index in factors if cells[index] in close))


def makes(plan: Plan) -> list[LaneMaker]:
    """Functions that build the searches of the contestants of a plan with one instance."""
    (instance,) = plan.instances

    @cache
    def problem() -> Problem:
        return instances(plan.family).problem(instance)

    def make(contestant: Contestant) -> LaneMaker:
        entry, settings = contestant.entry(plan.family), contestant.settings
        if is_from_plugin(entry):
            return Wanted(plan.family, instance, entry.key, tuple(settings.items()), plan.goal, plan.limit, None)
        return lambda: entry.start(problem(), plan.goal, plan.limit, parameters=settings)

    return [make(contestant) for contestant in plan.contestants]


class _Lane:
    """One search and the time it has used."""

    def __init__(self, make: LaneMaker, stopped: Callable[[], bool]) -> None:
        self._made = make
        self._stopped = stopped
        self._child = ChildProcess()
        self.search: Search | None = None
        self.seconds = 0.0
        """Seconds of building and searching, as counted in a table."""
        self.build = float("inf")
        """Seconds of building."""
        self.budget = FIRST_BUDGET
        self.measured = (0.0, 0)
        self._rate = 1.0
        self.error = ""

    def make(self, clock: Callable[[], float]) -> None:
        """Begin a new search; the quickest building counts."""
        if isinstance(self._made, Wanted):
            self.search = SearchApart(self._child, self._made, self._stopped)
            taken = self.search.build_seconds
        else:
            self.search, taken = timed_start(self._made, clock)
        self.build = min(self.build, taken)

    def close(self) -> None:
        """End the search."""
        self._child.close()

    @property
    def active(self) -> bool:
        return self.search is not None and self.search.status is Status.RUNNING and not self.error

    @property
    def _waiting(self) -> bool:
        """Whether it was asked to advance and has not returned: then it cannot be started again."""
        return isinstance(self.search, SearchApart) and self.search.waiting

    @property
    def served(self) -> bool:
        return self.search is not None and self.search.status in (Status.COMPLETE, Status.LIMIT) and not self.error

    def state(self, place: int | None) -> LaneState:
        if self.search is None:
            return LaneState(Snapshot(Status.STOPPED if self.error else Status.RUNNING, 0, 0), None, self.error)
        searched = max(0.0, self.seconds - self.build)
        shot = replace(self.search.snapshot(), seconds=searched, build_seconds=self.build)
        found = self.search.solutions
        if shot.finished and len(found):
            shot = replace(shot, placement=tuple(found[-1]))
        return LaneState(replace(shot, status=Status.STOPPED) if self.error else shot, place, self.error)

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Its run in this race, as a table would keep it; empty if it was stopped."""
        if self.error:
            return (Sample(Ending.FAILED, 0.0, 0.0, None, 0, 0, reason=self.error),)
        if self.search is None or self.search.status not in _ENDINGS:
            return ()
        ending, seconds = _ENDINGS[self.search.status], max(0.0, self.seconds - self.build)
        return (Sample(ending, seconds, seconds, self.build, *self.search.counts()),)

    def show_measured(self, cell: TableCell) -> None:
        """Show the table's figures for this lane."""
        if self.served and cell.status in _NOT_THERE:
            self.error = cell.reason
        elif self.served:
            self.seconds = cell.values.get(Quantity.TIME) or self.seconds
            self.build = cell.values.get(Quantity.BUILD) or self.build

    def rate(self, clock: Callable[[], float]) -> float:
        """Steps a second at full speed."""
        seconds, steps = self.measured
        if seconds >= CALIBRATION_SECONDS / 2 and steps:
            return steps / seconds
        return self._rate

    def calibrate(self, clock: Callable[[], float]) -> None:
        """Find rate and building time with throw-away searches.  The first may load or compile: the best counts."""
        assert self.search is not None
        self.search.prepare()
        for _ in range(CALIBRATIONS):
            self._rate = max(self._rate, self._measured_rate(self.search, clock))
            if self.error or self._waiting:
                break
            self.make(clock)
            self.search.prepare()
        self.seconds = self.build

    def _measured_rate(self, search: Search, clock: Callable[[], float]) -> float:
        budget, spent = FIRST_BUDGET, 0.0
        while self.active and spent < CALIBRATION_SECONDS:
            spent += self.advance(budget, clock)[1]
            budget *= 2
        return max(1, search.counts()[1]) / max(spent, 1e-6)

    def advance(self, budget: int, clock: Callable[[], float]) -> tuple[int, float]:
        """Advance by at most ``budget`` steps; returns the steps made and their time."""
        assert self.search is not None
        search, before, spent = self.search, self.search.counts()[1], 0.0
        try:
            if isinstance(search, SearchApart):
                spent = -search.seconds
                search.advance(budget)
                spent += search.seconds
            else:
                spent = timed_advance(search, budget, clock=clock)
        except Exception as error:
            self.error = told(error)
        return search.counts()[1] - before, max(0.0, spent)


class Race(Steered):
    """The algorithms of a plan with one instance, driven in turns of equal time.

    ``pace`` is the fraction of real speed (0.001 plays a millisecond in a
    second), None for full speed.  The lane that would be first at
    real speed makes the next `step`.  Observers read `state`.

    ``steps`` are made by each lane before anything else, paused or not; thus an earlier race is continued.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        pace: float | None = None,
        paused: bool = False,
        clock: Callable[[], float] | None = None,
        steps: Sequence[int] = (),
    ) -> None:
        if len(plan.contestants) < 2:
            raise ValueError("a race needs at least two lanes")
        super().__init__(paused=paused)
        self._plan = plan
        self._table: Table | None = None
        self._lanes = [_Lane(make, lambda: self._cancelled) for make in makes(plan)]
        self._clock = clock or time.perf_counter
        self._cpu_clock = clock or time.thread_time
        self._pace = checked_speed(pace, "pace")
        self._first_steps = steps
        self._stage = "building"
        self._state = self._picture()

    # What any thread may read

    @property
    def state(self) -> RaceState:
        """The newest state of the race."""
        return self._state

    @property
    def pace(self) -> float | None:
        """The fraction of real speed, None for full speed."""
        return self._pace

    # What any thread may ask for

    def set_pace(self, pace: float | None) -> None:
        """Change the fraction of real speed; None for full speed."""
        checked = checked_speed(pace, "pace")
        with self._wake:
            self._pace = checked
            self._wake.notify_all()

    # The driving thread

    def drive(self) -> RaceState:
        """Race until every lane has ended, or until cancelled."""
        try:
            with self._until_cancelled():
                self._prepare()
                self._go_to_first_steps()
                self._loop()
                self._measure()
        finally:
            for lane in self._lanes:
                if lane.active and lane.search is not None:
                    lane.search.status = Status.STOPPED
                lane.close()
            self._publish("over")
            self._done.set()
        return self._state

    def _prepare(self) -> None:
        """Build and compile everything before the first turn; building is on the lanes' clocks."""
        for stage in ("building", "compiling"):
            self._publish(stage)
            for lane in self._lanes:
                if self._cancelled or lane.error:
                    continue
                try:
                    if stage == "building":
                        lane.make(self._cpu_clock)
                    else:
                        lane.calibrate(self._cpu_clock)
                except Exception as error:
                    lane.error = told(error)

    def _go_to_first_steps(self) -> None:
        for lane, steps in zip(self._lanes, self._first_steps, strict=False):
            while not self._cancelled and lane.active and lane.search is not None:
                if (left := steps - lane.search.counts()[1]) <= 0:
                    break
                self._move(lane, left)

    def _loop(self) -> None:
        self._publish("racing")
        published = looked = self._clock()
        horizon = 0.0  # the time that slow motion has played so far
        while not self._cancelled and (active := [lane for lane in self._lanes if lane.active]):
            with self._wake:
                pace, stepping, paused = self._pace, self._steps_due > 0, self.paused
            if paused:
                self._publish()
                with self._wake:
                    if self.paused and not self._cancelled:
                        self._rest()
                looked = self._clock()
                continue
            if stepping:
                self._play_step(active)
                with self._wake:
                    self._steps_due = max(0, self._steps_due - 1)
            elif pace is None:
                self._turn(active)
            else:
                now = self._clock()
                # Time that slow motion missed (a pause, full speed) is not caught up.
                horizon = max(horizon, min(lane.seconds for lane in active)) + min(now - looked, LONGEST_WAIT) * pace
                looked = now
                idle = self._play_until(horizon, active)
                if idle > 0:
                    with self._wake:
                        if self._pace == pace and not self._paused and not self._cancelled:
                            self._wake.wait(min(idle / pace, LONGEST_WAIT))
            if pace is None:
                looked = self._clock()
                horizon = 0.0
            if stepping or self._clock() - published >= PUBLISH_SECONDS:
                self._publish()
                published = self._clock()

    def _measure(self) -> None:
        """Make the lanes a row of a table: measured if that takes no longer than allowed, otherwise with their one
        run."""
        plan = self._plan
        lanes = dict(zip(plan.cells(), self._lanes, strict=True))
        ended = {key: lane.samples for key, lane in lanes.items() if lane.samples}
        served = [lane for lane in self._lanes if lane.served]
        longest = max((lane.seconds for lane in served), default=0.0)
        if self._cancelled or len(served) < 2 or longest * plan.repeat > plan.patience:
            self._table = Experiment(replace(plan, repeat=1, precision=None), samples=ended).table
        else:
            self.resume()  # steps that led to the end must not pause this
            self._publish("checking")
            for lane in self._lanes:
                lane.close()
            others = {key: runs for key, runs in ended.items() if not lanes[key].served}
            self._table = Experiment(plan, samples=others).drive(self._stopped)
        for key, lane in lanes.items():
            lane.show_measured(self._table.cells[key])

    def _stopped(self) -> bool:
        """Between two slices of a measurement, wait while paused; returns whether to end."""
        with self._wake:
            while self.paused and not self._cancelled:
                self._rest()
        return self._cancelled

    def _turn(self, active: Sequence[_Lane]) -> None:
        """Take a turn at full speed in the lane that has used the least time."""
        self._move(min(active, key=lambda lane: lane.seconds))

    def _move(self, lane: _Lane, most: int | None = None) -> None:
        """Take a lane's turn, of at most this many steps, and time it."""
        budget = lane.budget if most is None else min(lane.budget, most)
        steps, spent = lane.advance(budget, self._cpu_clock)
        lane.seconds += spent
        lane.measured = (lane.measured[0] + spent, lane.measured[1] + steps)
        lane.budget = next_budget(budget, spent, TURN_SECONDS)

    def _play_step(self, active: Sequence[_Lane]) -> None:
        lane = min(active, key=lambda lane: lane.seconds + 1 / lane.rate(self._cpu_clock))
        lane.advance(1, self._cpu_clock)
        lane.seconds += 1 / lane.rate(self._cpu_clock)

    def _play_until(self, horizon: float, active: Sequence[_Lane]) -> float:
        """Give every lane the steps due by ``horizon``; returns the played seconds until the next step is due."""
        waits = []
        for lane in active:
            rate = lane.rate(self._cpu_clock)
            due = int((horizon - lane.seconds) * rate)
            # One turn at a time even here, so that a pause takes effect at once.
            if due > 0:
                steps, _ = lane.advance(min(due, max(1, int(TURN_SECONDS * rate))), self._cpu_clock)
                lane.seconds += max(1, steps) / rate
            if lane.active:
                waits.append(lane.seconds + 1 / rate - horizon)
        return min(waits, default=0.0)

    def _publish(self, stage: str | None = None) -> None:
        self._stage = stage or self._stage
        self._state = self._picture()

    def _picture(self) -> RaceState:
        places = self._places()
        lanes = tuple(lane.state(places.get(index)) for index, lane in enumerate(self._lanes))
        return RaceState(lanes, self._stage, self.paused, self._table if self._stage == "over" else None)

    def _places(self) -> dict[int, int]:
        """The places that no other lane can now take."""
        running = min((lane.seconds for lane in self._lanes if lane.active), default=float("inf"))
        served = sorted((lane.seconds, index) for index, lane in enumerate(self._lanes) if lane.served)
        return {index: place for place, (seconds, index) in enumerate(served, 1) if seconds <= running}
