"""A screen that runs searches: what `DrivingScreen` has, and speed, next solution, live figures.

The queens, Sudoku and exact cover screens are built on this one mechanism.  A
subclass says what to search for (`make_search`) and how to show it
(`show_search`).
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

from core.run import Run, Stage
from core.search import CannotSolve, Search, Snapshot, Status
from tui.commands import Action
from tui.driving import TICK_SECONDS, DrivingScreen
from tui.format import grouped
from tui.host import host
from tui.widgets.live import Figures

RATE_SAMPLES = 60
SPEEDS: tuple[int | None, ...] = (
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000, None,
)  # fmt: skip
"""Steps a second; None is full speed."""
LARGEST_SPEED = 1_000_000_000
"""The largest that may be asked for: faster than any search goes."""

SEARCH_ACTIONS = (
    Action("run", "enter", "run", "Start the search, or go on after a pause", footer=True, group="Search"),
    Action("pause", "space", "pause", "Pause, or go on", footer=True, group="Search"),
    Action("step", "full_stop", "step", "Visit one node, then hold still", footer=True, group="Search"),
    Action(
        "next_solution", "greater_than_sign", "next solution", "Go on to the next solution, then hold still",
        group="Search",
    ),
    Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed", group="Search"),
    Action("speed(-1)", "minus", "slower", "Slower, down to one node a second", group="Search"),
    Action("full_speed", "f", "full speed", "Full speed", footer=True, group="Search"),
    Action("stop", "x", "stop", "Stop; the figures so far stay", footer=True, group="Search"),
    Action("restart", "r", "restart", "Start again from the beginning", group="Search"),
)  # fmt: skip
"""What every searching screen can do."""


def asked_speed(text: object) -> int | None:
    """The speed that the command line names.  Raises CannotSolve for what is none."""
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


class SearchScreen(DrivingScreen):
    """Base of the screens that search."""

    def __init__(self) -> None:
        super().__init__()
        self.run_: Run | None = None
        """The newest run, finished or not."""
        self.speed: int | None = None
        self._rates: deque[float] = deque(maxlen=RATE_SAMPLES)
        self._rate = 0.0
        self._last_look = (0.0, 0)
        self._active_seconds = 0.0
        self._was_limited = False
        self._was_held = False

    # What a subclass provides

    def make_search(self) -> Callable[[], Search] | None:
        """A function that builds the search (called in the worker), or None after saying why not."""
        raise NotImplementedError

    # The state of things

    @property
    def driven(self) -> Run | None:
        return self.run_

    def picture(self) -> tuple[object, str]:
        return self.snapshot, self.search_state

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot, if there ever was a run."""
        return self.run_.snapshot if self.run_ else None

    @property
    def search_state(self) -> str:
        """One or two words for the panel: ready, compiling, running, paused, complete …"""
        run = self.run_
        if run is None:
            return "ready"
        if run.error is not None:
            return "failed"
        if run.finished:
            return run.snapshot.status.value
        if run.stage is Stage.COMPILING:
            return "compiling (first run only)"
        if run.stage is Stage.BUILDING:
            return "building"
        return "paused" if run.paused else "running"

    def can(self, name: str) -> bool:
        return self.speed is not None if name == "full_speed" else super().can(name)

    # Actions

    def action_next_solution(self) -> None:
        if not self.searching and not self.start_search(paused=True):
            return
        if self.run_ is not None:
            self.run_.step_solution()
            self.wake()

    def action_speed(self, direction: int) -> None:
        now = self.speed or math.inf  # perhaps a speed from the command line, between two of these
        slower, faster = [s for s in SPEEDS if s and s < now], [s for s in SPEEDS if not s or s > now]
        self.set_speed(faster[0] if direction > 0 else slower[-1] if slower else SPEEDS[0])

    def action_full_speed(self) -> None:
        self.set_speed(None)

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to so many steps a second; None for no limit."""
        self.speed = speed
        self._was_limited = self._was_limited or (speed is not None and self.searching)
        if self.run_ is not None:
            self.run_.set_speed(speed)
        self.wake()

    # Running

    def start_search(self, *, paused: bool = False) -> bool:
        """Start a new run in place of the last one.  False when there is nothing to start."""
        make = self.make_search()
        if make is None:
            return False
        if self.run_ is not None:
            self.run_.cancel()
        self._rates.clear()
        self._rate, self._active_seconds = 0.0, 0.0
        self._last_look = (time.perf_counter(), 0)
        self._was_limited = self.speed is not None
        self._was_held = False
        self.run_ = Run(make, speed=self.speed, paused=paused)
        self.launch(self.run_)
        return True

    def _tick(self, force: bool = False) -> None:
        if self.run_ is not None and (force or not host(self).output_is_behind):
            self._measure(self.run_, self.run_.snapshot)
        super()._tick(force)

    def _measure(self, run: Run, shot: Snapshot) -> None:
        now = time.perf_counter()
        then, steps = self._last_look
        if run.paused and not run.finished:
            self._was_held = True
        elif self._was_held:
            self._was_held = False  # the pause was nobody's work
            self._last_look = (now, steps)
            return
        if shot.steps == steps or now - then < TICK_SECONDS / 2:
            return
        if not run.paused or run.finished:
            self._active_seconds += now - then
            self._rate = (shot.steps - steps) / (now - then)
            self._rates.append(self._rate)
        self._last_look = (now, shot.steps)

    def figures(self) -> Figures:
        """The common part of the live panel."""
        shot = self.snapshot
        speed = "full speed" if self.speed is None else f"{grouped(self.speed)}/s"
        if shot is None:
            return Figures(state=self.search_state, speed=speed)
        seconds = self._active_seconds if self._was_limited else shot.seconds
        seconds = max(seconds, shot.seconds)
        rate = self._rate
        if shot.finished and shot.seconds > 0:
            rate = shot.steps / max(seconds, 1e-9)
        left = None
        if shot.status is Status.RUNNING and shot.progress and shot.progress > 1e-6 and seconds > 0.5:
            left = seconds * (1 - shot.progress) / shot.progress
        return Figures(
            snapshot=shot, state=self.search_state, rates=tuple(self._rates), rate=rate,
            seconds=seconds, seconds_left=left, speed=speed, error=self._error,
        )  # fmt: skip
