"""Several searches of the same problem side by side, in equal shares of computing time.

One thread drives the race (`Race.drive`).  It always moves the lane
that has used the least CPU time in its kernel, by a turn of a few milliseconds, so at any moment
no two unfinished lanes are further apart than one turn.  Two threads would not
do: they share cores, caches and the interpreter's lock as chance has it.

A turn leaves the caches to the next lane, and one short run says little.  When
all have ended, short searches are therefore measured once more, as a table
measures them (`core.compare.measure`), and clocks, places and verdict are those
of the table.

The algorithms of plug-ins race in a process of their own (`core.compare.isolated`),
in turns like all others: one that ends its process loses its own lane and nothing else.

**Slow motion.**  A race of microseconds cannot be followed, so the pace can be
set to a fraction of real speed.  Time is then not measured but played: the
race gives each lane steps at the rate (steps a second) that it was measured to have
at full speed, which keeps the shares equal at any pace, down to single steps.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from core.compare.cell import TableCell
from core.compare.isolated import Cage, Isolated, SearchApart, Wanted
from core.compare.measure import Measurement, timed_advance, timed_start
from core.compare.plan import Key
from core.compare.quantity import Quantity
from core.compare.rounds import beside
from core.compare.sample import Ending, Sample
from core.running.run import Steered
from core.running.slicing import next_budget
from core.search import Search, Snapshot, Status, checked_speed, told

TURN_SECONDS = 0.004
"""How long one lane runs before the next may have its turn."""
PUBLISH_SECONDS = 0.040
CALIBRATION_SECONDS = 0.010
"""How long a throw-away search runs to find how many steps a second a lane makes, for slow motion."""
CALIBRATIONS = 3
FIRST_BUDGET = 64
SURE_FACTOR = 1.15
"""With only two runs each, lanes are told apart if they differ by at least this factor."""
SHORT_SECONDS = 0.02
"""Searches shorter than this are repeated when the race is over: one run of them says little."""
REPEATS = 15
LONGEST_WAIT = 0.1

Make = Callable[[], Search] | Wanted
"""What builds a lane's search, or what is built in a process of its own (its measurement is None)."""


@dataclass(frozen=True, slots=True)
class LaneState:
    """One lane at one moment."""

    snapshot: Snapshot
    """Its ``seconds`` are the lane's share of computing time so far, beside its ``build_seconds``; once it has
    ended, its placement is the last solution kept."""
    place: int | None = None
    """1 for the fastest; None until it is certain, and for lanes that did not reach the goal."""
    error: str = ""
    """What went wrong in this lane, if anything did; the others race on."""
    samples: tuple[Sample, ...] = ()
    """Runs that were made once the race was over, where it was short enough to be repeated; its figures are theirs."""

    @property
    def cell(self) -> TableCell:
        """What a table would hold: the runs made since, or the one of the race."""
        shot = self.snapshot
        own = Sample(Ending.COMPLETE, shot.seconds, shot.seconds, shot.build_seconds, shot.solutions, shot.steps)
        return _cell(self.samples or (own,))


@dataclass(frozen=True, slots=True)
class RaceVerdict:
    """Who is fastest, as far as it can be told."""

    winner: int
    """The lane's index."""
    factors: Mapping[int, float]
    """How many times as long each other lane that reached the goal takes."""
    close: tuple[int, ...] = ()
    """Lanes that cannot be told from the winner."""


@dataclass(frozen=True, slots=True)
class RaceState:
    """The whole race at one moment."""

    lanes: tuple[LaneState, ...]
    stage: str
    """``building``, ``compiling``, ``racing``, ``checking`` (short searches are repeated) or ``over``."""
    paused: bool = False

    @property
    def verdict(self) -> RaceVerdict | None:
        """Who is fastest; None while nobody has surely reached the goal first."""
        served = {index: lane for index, lane in enumerate(self.lanes) if lane.place is not None}
        if not served or min(lane.place or 0 for lane in served.values()) != 1:
            return None
        cells = {index: lane.cell for index, lane in served.items()}
        winner = min(cells, key=lambda index: median(cells[index].times))
        factors, close = {}, []
        for index, own in cells.items():
            if index != winner:
                apart = beside(cells[winner], own).beyond_noise
                factors[index] = median(own.times) / median(cells[winner].times)  # of the times that the lanes show
                if not (factors[index] >= SURE_FACTOR if apart is None else apart):
                    close.append(index)
        return RaceVerdict(winner, factors, tuple(close))


class _Lane:
    """One search and the time it has used."""

    def __init__(self, make: Make, stopped: Callable[[], bool]) -> None:
        self._made = make
        self._stopped = stopped
        self._cage = Cage()
        self.search: Search | None = None
        self.seconds = 0.0
        """Seconds of building and searching, as a table counts them."""
        self.build = float("inf")
        """Seconds of building."""
        self.budget = FIRST_BUDGET
        self.measured = (0.0, 0)
        self._rate = 1.0
        self.error = ""
        self.samples: tuple[Sample, ...] = ()

    def make(self, clock: Callable[[], float]) -> None:
        """Begin a new search; the quickest building counts."""
        if isinstance(self._made, Wanted):
            self.search = SearchApart(self._cage, self._made, self._stopped)
            taken = self.search.build_seconds
        else:
            self.search, taken = timed_start(self._made, clock)
        self.build = min(self.build, taken)

    def measurement(self) -> Measurement | Isolated:
        """A run as a table makes it."""
        if isinstance(self._made, Wanted):
            return Isolated(self._cage, replace(self._made, measurement={"timeout": None, "memory": None}))
        return Measurement(self._made)

    def close(self) -> None:
        """Nothing is searched here any more."""
        self._cage.close()

    @property
    def active(self) -> bool:
        return self.search is not None and self.search.status is Status.RUNNING and not self.error

    @property
    def _waiting(self) -> bool:
        """Whether it was asked to move on and has not come back: then it cannot be begun anew."""
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
        return LaneState(replace(shot, status=Status.STOPPED) if self.error else shot, place, self.error, self.samples)

    def show_measured(self) -> None:
        """Have its clock show what a table would, now that its runs have been made."""
        cell = _cell(self.samples)
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
        """Move on by at most ``budget`` steps; returns the steps made and the time they took."""
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


def _cell(samples: tuple[Sample, ...]) -> TableCell:
    return TableCell(Key("", ""), samples=samples, wanted=REPEATS)


class Race(Steered):
    """Searches driven in turns of equal time.

    ``pace`` is the fraction of real speed (0.001 plays a millisecond in a
    second), None for full speed.  The lane that would be first at
    real speed makes the next `step`.  Whoever is interested reads `state`.
    """

    def __init__(
        self,
        makes: Sequence[Make],
        *,
        pace: float | None = None,
        paused: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if len(makes) < 2:
            raise ValueError("a race needs at least two lanes")
        super().__init__(paused=paused)
        self._lanes = [_Lane(make, lambda: self._cancelled) for make in makes]
        self._clock = clock or time.perf_counter
        self._cpu_clock = clock or time.thread_time
        self._pace = checked_speed(pace, "pace")
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
                self._loop()
                self._check()
        finally:
            for lane in self._lanes:
                if lane.active and lane.search is not None:
                    lane.search.status = Status.STOPPED
                lane.close()
            self._publish("over")
            self._done.set()
        return self._state

    def _prepare(self) -> None:
        """Build and compile everything before the first turn; what building took is on the lanes' clocks."""
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
                # Time that slow motion missed (a pause, full speed) is not made up for.
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

    def _check(self) -> None:
        """Measure short searches as a table does, in rounds, so that the verdict rests on more than one run of each."""
        lanes = [lane for lane in self._lanes if lane.served]
        if len(lanes) < 2 or self._cancelled or min(lane.seconds for lane in lanes) > SHORT_SECONDS:
            return
        self._publish("checking")
        chance = random.Random(1)
        for _ in range(REPEATS):
            for lane in chance.sample(lanes, len(lanes)):
                if self._cancelled or lane.error or (lane.samples and lane.seconds > SHORT_SECONDS * REPEATS):
                    continue
                run = lane.measurement()
                run.build()
                while not run.finished and not self._cancelled:
                    run.advance()
                run.leave()
                if run.finished and run.sample().complete:
                    lane.samples += (run.sample(),)
                elif run.finished:
                    lane.error = run.sample().reason
        for lane in lanes:
            if lane.samples:
                lane.show_measured()

    def _turn(self, active: Sequence[_Lane]) -> None:
        """One turn at full speed for the lane that has used the least time."""
        lane = min(active, key=lambda lane: lane.seconds)
        steps, spent = lane.advance(lane.budget, self._cpu_clock)
        lane.seconds += spent
        lane.measured = (lane.measured[0] + spent, lane.measured[1] + steps)
        lane.budget = next_budget(lane.budget, spent, TURN_SECONDS)

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
            # A turn at a time even here, so that a pause is answered at once.
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
        return RaceState(lanes, self._stage, self.paused)

    def _places(self) -> dict[int, int]:
        """The places that no other lane can take away any more."""
        running = min((lane.seconds for lane in self._lanes if lane.active), default=float("inf"))
        served = sorted((lane.seconds, index) for index, lane in enumerate(self._lanes) if lane.served)
        return {index: place for place, (seconds, index) in enumerate(served, 1) if seconds <= running}
