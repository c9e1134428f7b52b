"""The length of a slice of work, and the clock for it: one value for all code that works in slices.

Between two slices someone may pause, stop or look.  A slice should take a given
time, so the clock decides how many steps it has, and thus at which step an order takes effect.
Code that must know this beforehand fixes it with its own clock (`Slicing.by`) or a number of
``steps`` (`Slicing.of`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from core._kernels.waiting import NoLongerWanted, seconds_waited, while_wanted
from core._search import Search

LARGEST_BUDGET = 1 << 30
SLICE_SECONDS = 0.010
"""The wanted length of one uninterrupted stay in the kernel; a pause or a cancel waits this long."""
PUBLISH_SECONDS = 0.040
"""How old what is to be seen of several searches at once may be while they run."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Slicing:
    """The clocks that measure a slice, or the number of steps in every slice."""

    wall: Clock = time.perf_counter
    thread: Clock = time.thread_time
    """Processor time of the calling thread."""
    process: Clock = time.process_time
    """Processor time of all threads."""
    waited: Clock = seconds_waited
    """How long the calling thread has waited for machine code: ``wall`` includes that time."""
    steps: int | None = None
    """The steps in every slice; None for as many as fill the wanted time."""

    @classmethod
    def by(cls, clock: Clock) -> Self:
        """One clock for everything; by it, no time is spent waiting for machine code."""
        return cls(clock, clock, clock, lambda: 0.0)

    @classmethod
    def of(cls, steps: int) -> Self:
        """Slices of this many steps, however long they take."""
        return cls(steps=steps)

    def first(self, budget: int) -> int:
        """The steps of the first slice, for which ``budget`` is a guess."""
        return budget if self.steps is None else self.steps

    def following(self, budget: int, spent: float, wanted: float) -> int:
        """How many steps the next slice needs to take ``wanted`` seconds, if ``budget`` steps took ``spent``."""
        return next_budget(budget, spent, wanted) if self.steps is None else self.steps


BY_TIME = Slicing()
"""The default: slices by time."""


def next_budget(budget: int, spent: float, wanted: float) -> int:
    """A budget that should take ``wanted`` seconds if ``budget`` took ``spent``, at most four times as large."""
    factor = wanted / spent if spent > 0 else 4.0
    return max(1, min(LARGEST_BUDGET, int(budget * min(4.0, max(0.25, factor)))))


class Allowance:
    """A limit of ``seconds`` for a search that the caller advances, doing other things in between."""

    def __init__(self, seconds: float, slicing: Slicing = BY_TIME) -> None:
        self._left, self._slicing = seconds, slicing
        self._budget = slicing.first(1)

    @property
    def over(self) -> bool:
        """Whether the time is used up."""
        return self._left <= 0

    def advance(self, search: Search, quota: int) -> None:
        """Advance the search by a slice and at most ``quota`` solutions; waiting for machine code counts as well."""
        clock = self._slicing.wall
        begun = clock()
        with suppress(NoLongerWanted), while_wanted(lambda: clock() - begun < self._left):
            search.advance(self._budget, quota)
        took = clock() - begun
        self._left -= took
        self._budget = self._slicing.following(self._budget, took, SLICE_SECONDS)
