"""What a reader must know before trusting a cell's times: values, all worded here."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core._words import duration, grouped, share, three_figures
from core.compare._sample import Calls


class Doubt:
    """Something about the runs of one cell."""

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return str(self)


def _known(precision: float) -> str:
    """How well a poorly known time is known."""
    return f"only known to ± {share(precision)}" if precision < math.inf else "too few runs for an interval"


@dataclass(frozen=True, slots=True)
class Short(Doubt):
    """The search is so short that the time to call it matters."""

    def __str__(self) -> str:
        return "under 50 µs: much of the time is the call itself"


@dataclass(frozen=True, slots=True)
class Disturbed(Doubt):
    """Other programs ran at the same time, and it shows: its interval is wide."""

    precision: float
    """Infinite if there is no interval."""

    def __str__(self) -> str:
        return f"other programs disturbed its runs: {_known(self.precision)}"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "other programs disturbed these, so they are less precise"


@dataclass(frozen=True, slots=True)
class Waits(Doubt):
    """It gives up the processor of its own accord: it sleeps, or waits for something."""

    share: float

    def __str__(self) -> str:
        return f"it waits: it uses {share(self.share)} of a processor; its wall time says how long it takes"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "these wait: they leave the processor idle, and their wall times say how long they take"


@dataclass(frozen=True, slots=True)
class Cold(Doubt):
    """The first run is the only slow one."""

    def __str__(self) -> str:
        return "the first run was much slower than the rest: caches may have been cold; try more warm-up runs"


@dataclass(frozen=True, slots=True)
class Outliers(Doubt):
    """Some runs are far slower than the others."""

    count: int
    of: int

    def __str__(self) -> str:
        return f"{self.count} of {self.of} runs {'is' if self.count == 1 else 'are'} far slower than the rest"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "some runs are far slower than the rest"


@dataclass(frozen=True, slots=True)
class Drifts(Doubt):
    """Its runs became slower or faster from the first to the last."""

    factor: float

    def __str__(self) -> str:
        return f"its runs drift: the last third took {three_figures(self.factor)} × as long as the first"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "the runs drift: they became slower or faster from the first to the last, so a median says little"


@dataclass(frozen=True, slots=True)
class Imprecise(Doubt):
    """The interval is wider than the plan demands."""

    precision: float
    """Infinite if there is no interval."""
    time_ran_out: bool
    """Whether the time for the cell ran out; otherwise the most runs were made."""

    def __str__(self) -> str:
        end = "the time for this cell ran out" if self.time_ran_out else "no more runs are allowed"
        return f"{_known(self.precision)}: {end}"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "less precise than asked for"


@dataclass(frozen=True, slots=True)
class Unequal(Doubt):
    """Runs that should be the same are not."""

    def __str__(self) -> str:
        return "runs with the same seed made different numbers of steps"


@dataclass(frozen=True, slots=True)
class Uneven(Doubt):
    """Calls with the same input do different amounts of work."""

    calls: Calls

    def __str__(self) -> str:
        calls = self.calls
        text = f"calls with the same input take from {duration(calls.minimum)} to {duration(calls.maximum)}"
        text += f" (half of them {duration(calls.lower_quartile)} to {duration(calls.upper_quartile)})"
        if calls.most_steps > calls.fewest_steps:
            text += f" and {grouped(calls.fewest_steps)} to {grouped(calls.most_steps)} steps"
        return f"{text}: the figure is the mean"

    @property
    def of_several(self) -> str:
        """The doubt about a list of cells, without the numbers of any one cell."""
        return "calls with the same input do different amounts of work: the figures are means"
