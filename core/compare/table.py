"""The table of an experiment at one moment: an immutable value that screens, exports and the command line read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from core.compare.papers import paper_of
from core.compare.plan import Contestant, Key, Plan
from core.compare.quantity import IN_SECONDS, Quantity
from core.compare.sample import Bound, Ending, Live, Sample
from core.compare.statistics import Difference, Growth, Summary, difference, fit_growth, outliers, summarise

TOO_SHORT_SECONDS = 0.001
"""Below this, calling the search from Python is a good part of the time."""
GROWTH_FROM_SECONDS = 0.0005
"""Times below this are left out of a growth fit, as long as three remain."""
GROWTH_POINTS = 5
"""A growth is fitted to the last so many points: the factor itself grows slowly with N."""


class CellStatus(StrEnum):
    """Where a cell stands."""

    WAITING = "waiting"
    RUNNING = "running"
    COMPLETE = "complete"
    LIMIT = "limit"
    STOPPED = "stopped"
    WRONG = "wrong"
    REFUSED = "refused"
    GAVE_UP = "gave up"
    FAILED = "failed"


@dataclass(frozen=True)
class Cell:
    """One algorithm on one instance."""

    key: Key
    status: CellStatus = CellStatus.WAITING
    samples: tuple[Sample, ...] = ()
    reason: str = ""
    """Why it is refused, limited, wrong or failed."""
    bound: Bound = Bound.NONE
    """For the status `limit`: which."""
    live: Live | None = None
    """The run being measured, or the one that a stop broke off."""

    @cached_property
    def complete_samples(self) -> tuple[Sample, ...]:
        """The runs that were made to their end."""
        return tuple(sample for sample in self.samples if sample.complete)

    @property
    def measured(self) -> bool:
        """Whether it has figures of a whole run."""
        return bool(self.complete_samples)

    @property
    def solutions(self) -> int | None:
        """Solutions found by a whole run."""
        return self.complete_samples[0].solutions if self.measured else None

    @cached_property
    def times(self) -> tuple[float, ...]:
        """Build and search time of each whole run, in seconds."""
        return tuple(sample.total_seconds for sample in self.complete_samples)

    @cached_property
    def time(self) -> Summary | None:
        """Summary of `times`."""
        return summarise(self.times) if self.measured else None

    @cached_property
    def values(self) -> Mapping[Quantity, float | None]:
        """The cell's own figures; of several runs the median."""
        runs = self.complete_samples
        if not runs:
            return {}
        first = runs[0]
        solve = summarise([run.seconds for run in runs]).median
        builds = [run.build_seconds for run in runs if run.build_seconds is not None]
        memory = [sample.memory for sample in self.samples if sample.memory is not None]
        return {
            Quantity.TIME: summarise(self.times).median,
            Quantity.SOLVE: solve,
            Quantity.BUILD: summarise(builds).median if builds else None,
            Quantity.CPU: summarise([run.cpu_seconds for run in runs]).median,
            Quantity.NODES: first.nodes,
            Quantity.UPDATES: first.updates,
            Quantity.SOLUTIONS: first.solutions,
            Quantity.RATE: first.nodes / solve if first.nodes is not None and solve > 0 else None,
            Quantity.MEMORY: max(memory, default=None),
        }

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before trusting the times."""
        if not self.measured:
            return ()
        found = []
        if self.values[Quantity.TIME] < TOO_SHORT_SECONDS:  # type: ignore[operator]
            found.append("too short to time well (under 1 ms): calling the search is part of the figure")
        odd = outliers(self.times)
        if odd == [0]:
            found.append("the first run was an outlier: caches may have been cold; try a longer warm-up")
        elif odd:
            found.append(f"{len(odd)} of {len(self.times)} runs are outliers: something else was using the machine")
        if len({(run.nodes, run.steps) for run in self.complete_samples}) > 1:
            found.append("runs with the same seed made different numbers of steps")
        return tuple(found)


@dataclass(frozen=True)
class Table:
    """An experiment at one moment."""

    plan: Plan
    cells: Mapping[Key, Cell]
    known: Mapping[str, int | None]
    """How many solutions each instance must give, where the literature says."""
    titles: Mapping[str, str]
    """What to call each instance."""
    axis: str = ""
    environment: Mapping[str, Any] = field(default_factory=dict)
    experiment: int | None = None
    """Its number in the history, if it is kept there."""
    finished: bool = False
    stopped: bool = False
    notices: tuple[str, ...] = ()

    def cell(self, contestant: Contestant | str, instance: str) -> Cell:
        """The cell of a contestant (or its label) and an instance."""
        return self.cells[Key(contestant if isinstance(contestant, str) else contestant.label, instance)]

    def row(self, instance: str) -> list[Cell]:
        """All cells of an instance, in the contestants' order."""
        return [self.cell(contestant, instance) for contestant in self.plan.contestants]

    @cached_property
    def alarms(self) -> tuple[str, ...]:
        """One sentence for every cell whose result is wrong or whose algorithm failed."""
        return tuple(
            f"{cell.status.value.upper()}: {key.label} on {self.axis} {self.titles[key.instance]}: {cell.reason}"
            for key, cell in self.cells.items()
            if cell.status in (CellStatus.WRONG, CellStatus.FAILED)
        )

    @property
    def wrong(self) -> bool:
        """Whether anything in the table must not be believed."""
        return bool(self.alarms)

    def fastest(self, instance: str) -> Cell | None:
        """The cell with the least median time among those not in doubt."""
        sound = [cell for cell in self.row(instance) if cell.measured and cell.status is not CellStatus.WRONG]
        return min(sound, key=lambda cell: cell.values[Quantity.TIME] or 0.0, default=None)

    def value(self, cell: Cell, quantity: Quantity) -> float | None:
        """A figure of a cell, or None where there is none.  Raises nothing."""
        if quantity is Quantity.RELATIVE:
            best = self.fastest(cell.key.instance)
            mine = cell.values.get(Quantity.TIME)
            if best is None or mine is None or cell.status is CellStatus.WRONG:
                return None
            least = best.values[Quantity.TIME]
            return mine / least if least else None
        if quantity is Quantity.PAPER:
            return self.against_paper(cell, Quantity.TIME)
        return cell.values.get(quantity)

    def paper(self, key: Key, quantity: Quantity) -> float | None:
        """The document's figure for a cell (times in seconds), or None where it gives none."""
        return paper_of(self.plan.document).figure(key.label, key.instance, quantity)

    def against_paper(self, cell: Cell, quantity: Quantity) -> float | None:
        """The document's figure over ours: for times, how many times faster we are."""
        theirs, ours = self.paper(cell.key, quantity), cell.values.get(quantity)
        return theirs / ours if theirs is not None and ours else None

    def points(self, contestant: Contestant | str, quantity: Quantity) -> list[tuple[int, float]]:
        """(N, figure) of every sound cell of a contestant, for charts and fits; empty without a numeric axis."""
        found = []
        for instance in self.plan.instances:
            cell = self.cell(contestant, instance)
            value = self.value(cell, quantity)
            if instance.isdecimal() and value is not None and cell.status is not CellStatus.WRONG:
                found.append((int(instance), value))
        return sorted(found)

    def growth(self, contestant: Contestant | str, quantity: Quantity = Quantity.SOLVE) -> Growth | None:
        """By what a figure grows with each step of N; None with fewer than three points."""
        points = self.points(contestant, quantity)
        if quantity in IN_SECONDS:
            long = [(n, seconds) for n, seconds in points if seconds >= GROWTH_FROM_SECONDS]
            points = long if len(long) >= 3 else points[-3:]
        return fit_growth(points[-GROWTH_POINTS:])

    def against(self, baseline: Table, key: Key) -> Difference | None:
        """How a cell's times compare with a baseline's; None where either has none."""
        mine, other = self.cells.get(key), baseline.cells.get(key)
        if mine is None or other is None or not mine.measured or not other.measured:
            return None
        return difference(mine.times, other.times)


def judged(
    cells: Mapping[Key, Cell], instance: str, labels: list[str], plan: Plan, known: int | None
) -> dict[Key, Cell]:
    """The cells of one instance with their results checked against the known value and each other.

    Known: whoever differs is wrong.  Unknown: whoever differs from a strict
    majority is; where there is none, nobody can be believed.
    """
    row = {label: cells[Key(label, instance)] for label in labels}
    counted = {
        label: {run.solutions for run in cell.samples if run.ending is Ending.COMPLETE}
        for label, cell in row.items()
        if any(run.ending is Ending.COMPLETE for run in cell.samples)
    }
    expected = known if known is None or plan.limit is None else min(known, plan.limit)
    out = {}
    votes = Counter(next(iter(values)) for values in counted.values() if len(values) == 1)
    leader, count = votes.most_common(1)[0] if votes else (None, 0)
    if expected is None and count * 2 <= len(counted):
        leader = None
    for label, values in counted.items():
        reason = ""
        if len(values) > 1:
            reason = f"its runs differ: {' and '.join(map(str, sorted(values)))} solutions"
        elif expected is not None and values != {expected}:
            reason = f"{next(iter(values))} solutions; {expected} are known"
        elif expected is None and len(votes) > 1 and values != {leader}:
            others = ", ".join(f"{other} {next(iter(v))}" for other, v in counted.items() if v != values)
            reason = f"{next(iter(values))} solutions; other algorithms disagree ({others})"
        if reason:
            out[Key(label, instance)] = replace(row[label], status=CellStatus.WRONG, reason=reason)
    return out
