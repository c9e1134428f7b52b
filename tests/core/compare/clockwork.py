"""Time that only searches use up: what is measured and raced by it comes out the same on every machine."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from core import Algorithm, Goal, Parameter, Problem, Queens, Search, Snapshot, Source, Status, register
from core.compare import Contestant, Plan
from core.compare import _clocks as clocks
from core.compare import _measure as measure
from core.compare._plan import PRECISION
from core.running import _kernel_search as kernel_search


def ticking(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Replace the clocks of measurements and their limits: each moves on by so much whenever it is read."""

    def clock() -> Callable[[], float]:
        ticks = itertools.count()
        return lambda: next(ticks) * seconds

    clocks = SimpleNamespace(perf_counter=clock(), thread_time=clock(), process_time=clock(), time=time.time)
    for module in (measure, kernel_search):
        monkeypatch.setattr(module, "time", clocks)


class Clockwork:
    """Time that only the searches below use up, in seconds of CPU time; wall time goes a quarter faster."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.switches = 0
        self.children = self.queued = 0.0
        """CPU time of the processes that were begun, and how long this thread was ready to run and did not."""

    def spend(self, seconds: float) -> None:
        """Let so much CPU time pass."""
        self.cpu += seconds
        self.switches += 1

    def thread_time(self) -> float:
        """The CPU time of this thread."""
        return self.cpu

    def process_time(self) -> float:
        """The same of two threads."""
        return 2 * self.cpu

    def perf_counter(self) -> float:
        """Wall time."""
        return 1.25 * self.cpu

    def time(self) -> float:
        """Since 1970: a day later."""
        return 86_400 + self.perf_counter()

    @contextmanager
    def running(self) -> Iterator[Clockwork]:
        """Measuring reads these clocks, on a machine with three processors and a load of one and a half."""
        with ExitStack() as patches:
            for place, name, value in (
                (measure, "time", self), (clocks, "time", self), (clocks, "switches_so_far", lambda: self.switches),
                (clocks, "waits_so_far", lambda: 0), (clocks, "queued_so_far", lambda: self.queued),
                (clocks.Everybody, "_children", lambda *_: self.children),
                (measure, "switches_so_far", lambda: self.switches), (measure, "load", lambda: 1.5),
                (os, "cpu_count", lambda: 3), (measure, "FINE_CLOCK", True),
                (measure, "calibration", lambda: 0.25),
            ):  # fmt: skip
                patches.enter_context(patch.object(place, name, value))
            yield self


class Toy(Search):
    """A search of ``length`` steps that take ``cost`` seconds each, and ``build`` seconds to make."""

    def __init__(
        self, clock: Clockwork, length: int, cost: float, build: float = 0.0, *, told: float | None = None,
        ending: Status = Status.COMPLETE, found: tuple[tuple[int, ...], ...] = (), size: int = 0,
        error: Exception | None = None, at: int = 0, n: int = 4,
    ) -> None:  # fmt: skip
        super().__init__(Queens(n), Goal.COUNT)
        self._clock, self._length, self._cost, self._ending, self._found = clock, length, cost, ending, found
        self._error, self._at, self._steps = error, at, 0
        self.arrays = {"all": np.zeros(size, dtype=np.uint8)}
        clock.spend(build)
        self.build_seconds = build if told is None else told
        if error is not None and not at:
            raise error

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """So many steps, or those that are left; with an error on the way."""
        steps = min(budget, self._length - self._steps)
        self._steps += steps
        self._clock.spend(steps * self._cost)
        if self._error is not None and self._steps >= self._at:
            raise self._error
        if self._steps == self._length:
            self.status = self._ending
        return self.status

    def snapshot(self) -> Snapshot:
        """Two nodes a step."""
        return Snapshot(self.status, self._steps, len(self._found), nodes=2 * self._steps, updates=3 * self._steps,
                        progress=self._steps / self._length)  # fmt: skip

    def counts(self) -> tuple[int, int]:
        """Solutions and steps."""
        return len(self._found), self._steps

    @property
    def solutions(self) -> tuple[tuple[int, ...], ...]:
        """Those given."""
        return self._found

    def state(self) -> dict[str, Any]:
        """None."""
        return {}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Nothing to take up."""


class Racers(Algorithm):
    """An entry whose searches are made by given functions: ``racer:lane=0`` by the first of them."""

    makes: tuple[Callable[[], Search], ...] = ()

    def begun(self, problem: Problem, goal: Goal, limit: int | None, settings: Mapping[str, str | int]) -> Search:
        """What the function of the lane makes, with what it says of its building."""
        return self.makes[int(settings["lane"])]()


@contextmanager
def entered(*makes: Callable[[], Search], instance: str = "3") -> Iterator[Plan]:
    """While this lasts, the catalog has an entry of these, which a plan names; what is known of the instance holds."""
    lane = Parameter("lane", "Lane", 0, minimum=0, maximum=9)
    entry = Racers("racer", "Racer", "queens", "A toy.", Source("nobody", 2026, "toys"), "", parameters=(lane,))
    object.__setattr__(entry, "makes", makes)
    lanes = tuple(Contestant("racer", (("lane", number),)) for number in range(len(makes)))
    take_out = register(entry)
    try:
        yield Plan("queens", (instance,), lanes, precision=PRECISION)
    finally:
        take_out()
