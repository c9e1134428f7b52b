"""One search and its progress, without a screen: start it, steer it, read its figures.

A searching screen's session has one of these.  Nothing here knows Textual: the
screen calls `LiveSearch.look` ten times a second and shows `figures`.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core import CannotSolve, Run, Search, Snapshot, explain
from core._estimates.time_left import Known, TimeLeft, WorkDone
from core._words import byte_size, grouped
from core.explain import Reason
from core.running import Arrival, Move, RunStage, Slicing, Timeline
from core.running._slicing import BY_TIME
from core.running._timeline import Reasons

if TYPE_CHECKING:
    from tui.actions.action import Action


@dataclass(frozen=True, slots=True)
class LiveFigures:
    """What the panel of figures shows."""

    snapshot: Snapshot | None = None
    state: str = "ready"
    """One word for the panel's title."""
    unit: str = "node"
    known: int | None = None
    """The number of solutions that the literature gives."""
    known_name: str = ""
    """Where that number is from: ``A000170``."""
    rates: Sequence[float] = ()
    """Steps a second, one sample a tick, newest last."""
    rate: float = 0.0
    seconds: float = 0.0
    share: float | None = None
    """The share of the work that is done."""
    seconds_left: float | None = None
    speed: str = ""
    counting_everything: bool = True
    """Whether the final number of solutions is meant to be the known one."""
    extra: Sequence[tuple[str, str | Sequence[int]]] = field(default=())
    """Further rows: (label, text), or (label, nodes by level)."""
    spared: frozenset[str] = frozenset()
    """Labels of the rows that are left out if there is little room."""
    error: str = ""
    of: str = ""
    """What the figures are of, if the choices have changed since; they are then dimmed."""
    guides: Sequence[Action] = ()
    """Before there are figures: what the keys do."""
    results: str = ""
    """What several algorithms needed for the same; it replaces the progress."""


RATE_SAMPLES = 60
SHORTEST_LOOK_SECONDS = 0.05
"""Two looks closer together than this tell nothing about the rate."""
LONGEST_LOOK_SECONDS = 2.0
"""After a longer pause between two looks, the steps made tell whether it was one of the search too."""
SPEEDS: tuple[int | None, ...] = (
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000, None,
)  # fmt: skip
"""Steps a second; None is full speed."""
WATCHABLE = 20
"""Steps a second that can be followed with the eye."""
FASTEST_TO_FOLLOW = 50
"""Steps a second up to which a running search shows what may come next."""
LARGEST_LIST = 1 << 29
"""Bytes of solutions at which a search is paused, and again after this many more: the user may have forgotten it."""
LARGEST_SPEED = 1_000_000_000
"""The largest that may be asked for: faster than any search goes."""


def asked_speed(text: object) -> int | None:
    """The speed that the command line names.  Raises CannotSolve if it is none."""
    if text == "full":
        return None
    digits = str(text)
    if digits.isdecimal() and len(digits) <= len(str(LARGEST_SPEED)) and 1 <= int(digits) <= LARGEST_SPEED:
        return int(digits)
    raise CannotSolve(f"speed: expected 1 to {grouped(LARGEST_SPEED)} nodes a second, or full, not {digits!r}")


def kept_speed(value: object) -> int | None:
    """The speed that the settings hold, in the list or not; full speed if it is none."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 1 <= value <= LARGEST_SPEED else None


def missing(move: Move) -> str:
    """What to say of a move if there is nowhere to go."""
    return f"there is no {move.value.removeprefix('the ').removeprefix('first ')}"


def explained(line: Timeline) -> Reasons:
    """What makes the reasons of a search; imported when one begins, because it needs NumPy."""
    return explain.Explainer(line)


class LiveSearch:
    """The newest run of a screen, its speed and its figures."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter, slicing: Slicing = BY_TIME) -> None:
        self.run: Run | None = None
        """The newest run, finished or not."""
        self.speed: int | None = None
        """Steps a second; None for full speed."""
        self.fastest: int | None = None
        """Steps a second that may be asked for at most; None for no limit."""
        self.returning = False
        """Whether the newest run is on its way back to where the user left off."""
        self.error = ""
        """What went wrong in the newest run."""
        self.slicing = slicing
        """How the runs to come are sliced."""
        self._clock = clock
        self._rates: deque[float] = deque(maxlen=RATE_SAMPLES)
        self._rate = 0.0
        self._last_look = (0.0, 0)
        self._active_seconds = 0.0
        self._gone_back = False
        self._was_limited = False
        self._was_held = False
        self._stands_still = False
        self._time_left = TimeLeft()
        self._known: Known | None = None
        self._watched = WATCHABLE
        self._list_limit = LARGEST_LIST
        self._list_held = 0

    # The state of things

    @property
    def search(self) -> Search | None:
        """The newest run's search, once it has been built."""
        return self.run.search if self.run is not None else None

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot, if there ever was a run."""
        return self.run.snapshot if self.run is not None else None

    @property
    def searching(self) -> bool:
        """Whether a run has been started and has not ended (it may be paused)."""
        return self.run is not None and not self.run.finished

    @property
    def state(self) -> str:
        """One or two words for the panel: ready, compiling, running, paused, complete …"""
        run = self.run
        if run is None:
            return "ready"
        if run.error is not None:
            return "failed"
        if run.finished:
            return run.snapshot.status.value
        if run.stage is RunStage.COMPILING:
            return "compiling (first run only)"
        if run.stage is RunStage.BUILDING:
            return "building"
        if run.travelling or (self.returning and not run.paused):
            return "on its way"
        if run.paused and self._list_held:
            return f"paused: {byte_size(self._list_held)} listed"
        return "paused" if run.paused else "running"

    # What can be done

    def start(
        self, make: Callable[[], Search], *, paused: bool = False, seconds: float = 0.0, known: int = 0
    ) -> Run:  # fmt: skip
        """A new run in place of the last one, for a worker to drive; ``make`` builds the search there.

        ``seconds`` were spent on it before, if it is taken up again; on the first ``known`` steps, if these are made
        once more.
        """
        if self.run is not None:
            self.run.cancel()
        self._rates.clear()
        self._rate, self._active_seconds, self.error = 0.0, seconds, ""
        self._last_look = (self._clock(), 0)
        self._was_limited = self.speed is not None
        self._gone_back = self._was_held = self.returning = False
        self._list_limit, self._list_held = LARGEST_LIST, 0
        self._time_left.forget()
        self._known = None
        self.run = Run(make, speed=self.speed, paused=paused, explain=explained, seconds=seconds, known=known,
                       slicing=self.slicing)  # fmt: skip
        return self.run

    @property
    def went(self) -> tuple[float, float]:
        """How long the newest run has taken, limited speed included, and its steps a second."""
        seconds = self.run.snapshot.seconds if self.run is not None else 0.0
        return max(self._active_seconds, seconds) if self._was_limited else seconds, self._rate

    def went_before(self, seconds: float, rate: float) -> None:
        """The newest run is one taken up again, which `went` like this."""
        self._was_limited = self._was_limited or seconds > self._active_seconds
        self._active_seconds, self._rate = max(self._active_seconds, seconds), rate

    @property
    def can_be_followed(self) -> bool:
        """Whether it goes slowly enough for the user to see what may come next."""
        return self.speed is not None and self.speed <= FASTEST_TO_FOLLOW

    @property
    def walkable(self) -> bool:
        """Whether the newest run can be walked back and forth."""
        return self.run is not None and self.run.timeline is not None

    @property
    def gone_back(self) -> bool:
        """Whether the user has walked back into it from its end, and looks at a node or is on the way to one."""
        run = self.run
        return self._gone_back and run is not None and not run.finished and (run.paused or run.travelling)

    @property
    def reason(self) -> Reason | None:
        """Why the search does what it does, while it holds still (or goes slowly)."""
        return self.snapshot.reason if self.snapshot is not None else None

    @property
    def node(self) -> int:
        """The node where the newest run is, or to which it has been sent; 1 is the root."""
        bound_for = self.run.bound_for if self.run is not None else None
        return bound_for or (self.snapshot.steps if self.snapshot is not None else 1)

    @property
    def last_node(self) -> int | None:
        """The number of the last node, once the newest run has been to its end."""
        return self.run.timeline.last if self.run is not None and self.run.timeline is not None else None

    def go(self, move: Move | int) -> Run | None:
        """Make a move in the newest run; returns a run to be driven if that one has ended."""
        run = self.run
        if run is None or run.go(move) or run.timeline is None:
            return None
        self.run, self._gone_back = run.again(), True
        self.run.set_speed(self.speed)
        self.run.go(move)
        return self.run

    @property
    def arrival(self) -> str:
        """What to say about the last move; empty if it arrived."""
        made = self.run.arrival if self.run is not None else None
        if made is None or made[1] is not Arrival.NONE:
            return ""
        move = made[0]
        if isinstance(move, Move):
            return missing(move)
        return f"the search ends at node {grouped(self.last_node or 0)}, before node {grouped(move)}"

    def forget(self) -> None:
        """Forget the run: its figures would mislead."""
        if self.run is not None:
            self.run.cancel()
        self.run = None

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to this many steps a second; None for no limit except `fastest`."""
        if self.fastest is not None:
            speed = min(speed or self.fastest, self.fastest)
        self.speed = speed
        self._was_limited = self._was_limited or (speed is not None and self.searching)
        if self.run is not None:
            self.run.set_speed(speed)

    def shifted_speed(self, direction: int) -> int | None:
        """The next slower (-1) or faster (1) of the usual speeds, or the same if there is none."""
        now = self.speed or math.inf  # perhaps a speed from the command line, between two of these
        slower, faster = [s for s in SPEEDS if s and s < now], [s for s in SPEEDS if not s or s > now]
        if direction < 0:
            return slower[-1] if slower else SPEEDS[0]
        return faster[0] if self.fastest is None or (faster[0] or math.inf) <= self.fastest else self.speed

    def toggled_speed(self) -> int | None:
        """Full speed, or from there the speed at which it was watched last."""
        if self.speed is None:
            return self._watched
        self._watched = self.speed
        return None

    # Figures

    def stand_still(self, *, still: bool) -> None:
        """The program is stopped as a whole (ctrl+z), or goes on: the time between is not the search's."""
        if still:
            self.look()
        elif self._stands_still and self.run is not None:
            self._last_look = (self._clock(), self.run.snapshot.steps)
        self._stands_still = still

    def look(self) -> None:
        """Note how far the run is: the rate comes from two looks."""
        run = self.run
        if run is None or self._stands_still:
            return
        self._mind_the_list(run)
        shot = run.snapshot
        now = self._clock()
        then, steps = self._last_look
        if run.stage is not RunStage.SEARCHING or self.returning:  # the clock starts with the search
            self._last_look = (now, shot.steps)
            return
        if run.paused and not run.finished:
            self._was_held = True
        elif self._was_held:
            self._was_held = False  # the pause was nobody's work
            self._last_look = (now, steps)
            return
        if shot.steps < steps:  # it has been walked back: a rate below 0 would mean nothing
            self._last_look = (now, shot.steps)
            return
        if shot.steps == steps or (now - then < SHORTEST_LOOK_SECONDS and not run.finished):
            return  # at the end its time is taken at once: the next look may be much later
        if not run.paused or run.finished:
            passed = now - then
            if passed > LONGEST_LOOK_SECONDS and self.speed is not None:  # the program may have been stopped (ctrl+z)
                passed = min(passed, LONGEST_LOOK_SECONDS + 2 * (shot.steps - steps) / self.speed)
            self._active_seconds += passed
            if now - then >= SHORTEST_LOOK_SECONDS:
                self._rate = (shot.steps - steps) / (now - then)
                self._rates.append(self._rate)
        self._last_look = (now, shot.steps)

    def _mind_the_list(self, run: Run) -> None:
        """Pause a search whose list of solutions has grown large; if resumed, it may grow by as much again."""
        if run.paused or run.finished:
            return
        self._list_held = 0
        taken: int = getattr(run.search.solutions, "nbytes", 0) if run.search is not None else 0
        if taken >= self._list_limit:
            self._list_held, self._list_limit = taken, taken + LARGEST_LIST
            run.pause()

    @property
    def share(self) -> float | None:
        """The share of the newest run's work that is done; None if unknown."""
        return self._time_left.work.of(self.snapshot, self._known) if self.snapshot is not None else None

    @property
    def work(self) -> WorkDone:
        """The source of that share."""
        return self._time_left.work

    def figures(self, known: Known | None = None) -> LiveFigures:
        """What the live panel shows of any search; ``known`` is how many solutions it will have found at its end."""
        shot = self.snapshot
        speed = "full speed" if self.speed is None else f"{grouped(self.speed)}/s"
        if shot is None:
            return LiveFigures(state=self.state, speed=speed)
        seconds, rate = self.went
        if shot.finished and shot.seconds > 0:
            rate = shot.steps / seconds
        self._known = known
        left = self._time_left.of(shot, seconds, known)
        if self.search is not None and self.search.limit is not None:
            left = None  # it may find the last one wanted at any moment
        return LiveFigures(
            snapshot=shot, state=self.state, rates=tuple(self._rates), rate=rate,
            seconds=seconds, share=self.share, seconds_left=left, speed=speed, error=self.error,
        )  # fmt: skip
