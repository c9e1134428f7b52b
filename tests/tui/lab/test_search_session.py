"""One search and how it goes, on a clock of our own: speeds, rates, times, states in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from core import CannotSolve, Engine, Goal, Queens, Search, Snapshot, Status
from core._solving import start
from core.running import Arrival, Move, RunStage, Slicing
from core.running._solutions import SolutionList
from tui.lab.live_search import LARGEST_SPEED, SPEEDS, WATCHABLE, LiveSearch, asked_speed, kept_speed


@dataclass
class Shown:
    """As much of a run as figures are made of."""

    steps: int = 0
    seconds: float = 0.0
    status: Status = Status.RUNNING
    progress: float | None = None
    stage: RunStage = RunStage.SEARCHING
    paused: bool = False
    travelling: bool = False
    bound_for: int | None = None
    finished: bool = False
    engine: Engine | None = None
    code_coming: bool = False
    error: BaseException | None = None
    arrival: tuple[Move | int, Arrival] | None = None
    speeds: list[float | None] = field(default_factory=list)
    search: Any = None

    def pause(self) -> None:
        self.paused = True

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(
            self.status, self.steps, 0, seconds=self.seconds, progress=self.progress, engine=self.engine,
            code_coming=self.code_coming,
        )  # fmt: skip

    def set_speed(self, speed: float | None) -> None:
        self.speeds.append(speed)


class Watched:
    """A session whose clock moves when it is told to, and the run that it looks at."""

    def __init__(self, speed: int | None = None) -> None:
        self.now = 50.0
        self.session = LiveSearch(lambda: self.now)
        self.session.set_speed(speed)
        self.session.start(queens)
        self.run = cast(Any, Shown())
        self.session.run = self.run

    def look(self, passed: float, steps: int = 0, /, **values: Any) -> None:
        """So many seconds and steps later."""
        self.now += passed
        self.run.steps += steps
        for name, value in values.items():
            setattr(self.run, name, value)
        self.session.look()

    @property
    def rate(self) -> float:
        return self.session.figures().rate


def queens() -> Search:
    return start(Queens(6), Goal.COUNT, "backtracking")


def test_the_rate_is_what_came_between_two_looks() -> None:
    it = Watched()
    it.look(0.5, 100)
    assert it.rate == 200
    it.look(0.01, 900)
    assert it.rate == 200, "too soon after the last look to say"
    it.look(0.99, 100)
    assert it.rate == 1000
    it.look(5.0)
    assert it.rate == 1000, "nothing new to count"
    assert it.session.figures().rates == (200, 1000)


def test_the_clock_starts_with_the_search() -> None:
    it = Watched()
    it.look(60, stage=RunStage.COMPILING)
    it.look(1, 100, stage=RunStage.SEARCHING)
    assert it.rate == 100


def test_a_pause_counts_for_nothing_in_the_rate_that_follows_it() -> None:
    it = Watched(speed=1000)
    it.look(1, 100)
    it.look(1, 0, paused=True)
    it.look(3600, 0)
    it.look(1, 50, paused=False)
    assert (it.rate, it.session.figures().seconds) == (100, 1), "the look that finds it going again"
    it.look(1, 50)
    assert (it.rate, it.session.figures().seconds) == (100, 2)


def test_steps_made_by_hand_in_a_pause_have_no_rate_and_take_no_time() -> None:
    it = Watched(speed=1000)
    it.look(1, 100)
    it.look(10, 1, paused=True)
    it.look(10, 1)
    figures = it.session.figures()
    assert (figures.rate, figures.rates, figures.seconds) == (100, (100,), 1)


def test_the_time_of_a_slowed_search_is_what_somebody_saw_go_by_and_of_a_fast_one_its_own() -> None:
    slow = Watched(speed=10)
    slow.look(4, 40, seconds=0.001)
    assert slow.session.figures().seconds == 4
    fast = Watched()
    fast.look(4, 40, seconds=3.5)
    assert fast.session.figures().seconds == 3.5
    fast.session.set_speed(10)
    fast.look(4, 40)
    assert fast.session.figures().seconds == 8, "slowed on the way: all of it by the clock"
    assert fast.run.speeds == [10]


def test_the_rate_of_a_search_that_has_ended_is_that_of_all_of_it() -> None:
    it = Watched()
    it.look(1, 10)
    it.look(1, 90, seconds=2.0, status=Status.COMPLETE, finished=True)
    assert it.rate == 50


def test_time_left_is_told_of_a_search_that_goes_and_of_no_other() -> None:
    it = Watched()
    it.look(10, 100, seconds=10.0, progress=0.25)
    assert it.session.figures().seconds_left == pytest.approx(30)
    it.look(1, 100, status=Status.STOPPED, finished=True)
    assert it.session.figures().seconds_left is None


def test_time_left_waits_for_machine_code_that_is_on_its_way() -> None:
    it = Watched()
    it.look(10, 100, seconds=10.0, progress=0.01, engine=Engine.INTERPRETED, code_coming=True)
    assert it.session.figures().seconds_left is None
    it.look(10, 10_000, seconds=20.0, progress=0.51, engine=Engine.BOTH, code_coming=False)
    assert it.session.figures().seconds_left == pytest.approx(9.704, abs=0.001)
    slow = Watched()
    slow.look(10, 100, seconds=10.0, progress=0.25, engine=Engine.INTERPRETED)
    assert slow.session.figures().seconds_left == pytest.approx(30), "where there is no machine code to come"


def test_another_run_begins_with_no_figures_of_the_last() -> None:
    it = Watched(speed=100)
    it.look(10, 100, seconds=10.0, progress=0.25)
    it.session.figures()
    it.run.cancel = lambda: None
    it.session.start(queens)
    figures = it.session.figures()
    assert (figures.rate, figures.rates, figures.seconds, figures.seconds_left) == (0, (), 0, None)
    it.session.run = it.run = cast(Any, Shown(progress=0.5, seconds=1.0))
    it.look(1, 7)
    assert (it.rate, it.session.figures().seconds_left) == (7, pytest.approx(1.0))


def test_its_runs_have_the_clock_that_it_was_given() -> None:
    session = LiveSearch(slicing=Slicing.by(lambda: 12.0))
    assert session.start(lambda: start(Queens(8), Goal.COUNT)).drive().seconds == 0.0


def test_its_state_in_words() -> None:
    session = LiveSearch()
    assert (session.state, session.searching, session.figures().speed) == ("ready", False, "full speed")
    it = Watched(speed=2000)
    assert it.session.figures().speed == "2 000/s"
    for values, state in (
        ({"stage": RunStage.COMPILING}, "compiling (first run only)"), ({"stage": RunStage.BUILDING}, "building"),
        ({"stage": RunStage.SEARCHING}, "running"), ({"paused": True}, "paused"), ({"travelling": True}, "on its way"),
        ({"finished": True, "status": Status.COMPLETE}, "complete"), ({"error": ValueError()}, "failed"),
    ):  # fmt: skip
        it.look(0, **values)
        assert it.session.state == state
    assert not it.session.searching
    it.run.cancel = lambda: None
    it.session.forget()
    assert (it.session.run, it.session.state) == (None, "ready")


def test_a_search_is_paused_whenever_its_list_has_grown_by_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    search = start(Queens(8), Goal.ALL)
    search.advance(10_000)
    assert isinstance(search.solutions, SolutionList)
    size = search.solutions.nbytes
    assert size == 92 * 8
    monkeypatch.setattr("tui.lab.live_search.LARGEST_LIST", size)
    watched = Watched()
    watched.look(1, 10, search=search)
    assert watched.run.paused
    assert watched.session.state == f"paused: {size} B listed"
    watched.look(1, 10, paused=False)  # as somebody wants it
    assert (watched.run.paused, watched.session.state) == (False, "running")
    search.solutions.append(search.solutions.as_array())
    watched.look(1, 10)
    assert watched.run.paused
    watched.session.run = None
    watched.session.start(queens)
    watched.session.run = Shown(search=start(Queens(8), Goal.ALL), paused=True)  # type: ignore[assignment]
    watched.session.look()
    assert watched.session.state == "paused"


def test_speeds_go_from_one_to_the_next_and_stop_at_the_ends() -> None:
    session = LiveSearch()
    seen = [session.speed]
    while len(seen) < 2 * len(SPEEDS) and (slower := session.shifted_speed(-1)) != session.speed:
        session.set_speed(slower)
        seen.append(slower)
    assert tuple(reversed(seen)) == SPEEDS
    assert all(speed is None or str(speed).rstrip("0") in ("1", "2", "5") for speed in SPEEDS)
    assert session.shifted_speed(1) == 2
    session.set_speed(None)
    assert session.shifted_speed(1) is None
    session.set_speed(30)
    assert (session.shifted_speed(-1), session.shifted_speed(1)) == (20, 50)


def test_full_speed_and_back_to_what_it_was() -> None:
    session = LiveSearch()
    assert session.toggled_speed() == WATCHABLE
    session.set_speed(5)
    assert session.toggled_speed() is None
    session.set_speed(None)
    assert session.toggled_speed() == 5


@pytest.mark.parametrize(("text", "speed"), [("full", None), ("1", 1), (str(LARGEST_SPEED), LARGEST_SPEED)])
def test_a_speed_that_is_asked_for(text: str, speed: int | None) -> None:
    assert asked_speed(text) == speed


@pytest.mark.parametrize("text", ["0", str(LARGEST_SPEED + 1), "-1", "1.5", "fast", "", "٣" * 400])
def test_what_is_no_speed_is_refused(text: str) -> None:
    with pytest.raises(CannotSolve):
        asked_speed(text)


def test_a_speed_in_the_settings_is_taken_where_it_is_one() -> None:
    assert [kept_speed(value) for value in (1, 30, LARGEST_SPEED)] == [1, 30, LARGEST_SPEED]
    assert [kept_speed(value) for value in (0, LARGEST_SPEED + 1, True, "20", None, 1.5)] == [None] * 6


def test_moves_say_where_they_could_not_go_and_take_up_a_run_that_has_ended() -> None:
    session = LiveSearch()
    assert (session.go(Move.FORWARD), session.arrival, session.walkable) == (None, "", False)
    session.start(queens, paused=True)
    assert session.walkable is False, "nothing has been built"
    session.set_speed(None)
    run = session.run
    assert run is not None
    run.resume()
    run.drive()
    again = session.go(3)
    assert again is not None
    assert again is session.run
    assert again is not run
    assert session.go(5) is None, "the one that goes takes it"


def test_the_time_while_the_program_was_stopped_is_not_the_search_s() -> None:
    watched = Watched(speed=10)
    watched.look(0.1, 1)
    watched.look(1.0, 10)
    before = watched.session.figures().seconds
    watched.look(3600.0, 5)  # ctrl+z for an hour, and half a second's work
    assert before + 0.5 <= watched.session.figures().seconds < before + 5
    watched.look(60.0, 600)  # on another screen for a minute, while it went on
    assert watched.session.figures().seconds > before + 60


def test_walking_back_is_no_rate_below_zero() -> None:
    watched = Watched()
    for steps in (100, 100, -150, -40, 100):
        watched.look(1.0, steps)
    assert watched.session.figures().rates == (100.0, 100.0, 100.0)
