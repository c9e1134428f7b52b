"""Cells through the history: the figure of each experiment, and where it went from one level to another.

Levels are found by optimal partitioning (Jackson et al. 2005): of all ways to
cut the series into levels, the one with the least sum of absolute deviations of
the logarithms from each level's median, in units of the noise, plus a penalty
for each level.  Medians keep a single disturbed experiment from being a level.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from core.compare.cell import TableCell
from core.compare.history import DamagedExperiment, Entry, History
from core.compare.plan import Key
from core.compare.sessions import DRIFT, apart, quick, speed
from core.compare.text import against_text, interval_text
from core.words import duration, three_figures

SHORTEST = 3
"""A level has at least so many experiments: one or two may have been disturbed as a whole."""
PENALTY = 2.0
"""Of each level, times the logarithm of the series' length: among 8 to 60 experiments of the same code whose times
scatter by 2 to 10 %, 5 % of the series or fewer seem to have a step."""
LEAST_NOISE = DRIFT / 2
"""However alike the experiments were, the next may differ by so much."""
SHOWN_WIDTH = 24
"""How many characters the bar of the longest time has."""


class Which(NamedTuple):
    """What can be compared over time: the same cell, asked the same, on the same machine."""

    family: str
    goal: str
    limit: int | None
    key: Key
    machine: str
    processor: str


@dataclass(frozen=True, slots=True)
class Visit:
    """What one experiment measured."""

    entry: Entry
    cell: TableCell


@dataclass(frozen=True)
class Trend:
    """One cell in every experiment that has measured it, the oldest first."""

    which: Which
    visits: tuple[Visit, ...]

    @cached_property
    def seconds(self) -> tuple[float, ...]:
        """The quick runs of each experiment, at the usual speed of the machine where that was always taken."""
        times = [quick(visit.cell.quick_times or visit.cell.times) for visit in self.visits]
        speeds = [speed(taken) for visit in self.visits if (taken := visit.cell.calibrations)]
        if len(speeds) < len(times):
            return tuple(times)
        usual = median(speeds)
        return tuple(seconds * usual / pace for seconds, pace in zip(times, speeds, strict=True))

    @cached_property
    def levels(self) -> tuple[range, ...]:
        """The places of the visits, level by level; a single one if there is no step."""
        cuts = [0, *steps(self.seconds), len(self.visits)]
        return tuple(range(first, end) for first, end in pairwise(cuts))

    def level(self, places: range) -> float:
        """The middle of a level, in seconds."""
        return median(self.seconds[place] for place in places)

    def step_text(self, number: int) -> str:
        """What has changed where level ``number`` (from 1) begins."""
        before, after = self.levels[number - 1], self.levels[number]
        factor = self.level(after) / self.level(before)
        first, last = (self.visits[place].entry.number for place in (before[0], before[-1]))
        old, new = (self.visits[place].entry.program for place in (before[-1], after[0]))
        program = f"; the program went from {old} to {new}" if old != new else "; the program is the same"
        way = "slower" if factor > 1 else "faster"
        return f"a step, {way}: {three_figures(factor)} times as long as in experiments {first} to {last}{program}"


def steps(values: Sequence[float]) -> list[int]:
    """Where new levels begin, as places of ``values`` (all above 0); none in a series too short for two levels."""
    logs = [math.log(value) for value in values]
    count = len(logs)
    if count < 2 * SHORTEST:
        return []
    jumps = median(abs(after - before) for before, after in pairwise(logs))
    noise = max(LEAST_NOISE, 1.4826 * jumps / math.sqrt(2))  # a jump has the noise of two values
    penalty = PENALTY * math.log(count)
    cost = [0.0] + [math.inf] * count  # of the first so many values
    begins = [0] * (count + 1)  # where the last level of these begins
    for first in range(count - SHORTEST + 1):
        ordered: list[float] = []
        for end in range(first + 1, count + 1):
            insort(ordered, logs[end - 1])
            half = len(ordered) // 2
            if len(ordered) >= SHORTEST:
                whole = cost[first] + penalty + (sum(ordered[-half:]) - sum(ordered[:half])) / noise
                if whole < cost[end]:
                    cost[end], begins[end] = whole, first
    cuts: list[int] = []
    place = begins[count]
    while place:
        cuts.insert(0, place)
        place = begins[place]
    return _firm_steps(logs, cuts)


def _firm_steps(logs: Sequence[float], cuts: list[int]) -> list[int]:
    """The same without steps by which two sessions with the same code may differ, and without those that too few
    experiments confirm: with its neighbour's last one, a level of two would be long enough."""
    while cuts:
        ends = [0, *cuts, len(logs)]
        levels = [logs[first:end] for first, end in pairwise(ends)]
        rises = [_rise(before, after) for before, after in pairwise(levels)]
        least = min(range(len(rises)), key=rises.__getitem__)
        if rises[least] >= math.log1p(DRIFT):
            break
        del cuts[least]
    return cuts


def _rise(before: Sequence[float], after: Sequence[float]) -> float:
    """How far apart two levels are; 0 if one of them has too few values on its own side of the middle."""
    low, high = median(before), median(after)
    upwards, middle = high > low, (low + high) / 2
    own = (sum((value < middle) == upwards for value in before), sum((value > middle) == upwards for value in after))
    return abs(high - low) if min(own) >= SHORTEST else 0.0


def trends(
    history: History, key: Key | None = None, damaged: Callable[[DamagedExperiment], object] = lambda _: None
) -> list[Trend]:
    """Every cell that the history has measured, or the one with this key in all its forms; ``damaged`` as for its list.

    Raises StoreError.
    """
    found: dict[Which, list[Visit]] = {}
    for entry in reversed(history.list(damaged)):
        plan = entry.plan
        keys = [each for each in plan.cells() if key is None or each == key]
        try:
            cells = history.table(entry.number).cells if keys else {}
        except DamagedExperiment as error:
            damaged(error)
            continue
        for each in keys:
            cell = cells.get(each)
            if cell is not None and cell.solved and cell.time is not None and min(cell.quick_times or cell.times) > 0:
                processor = str(entry.environment.get("processor", ""))
                which = Which(plan.family, plan.goal.value, plan.limit, each, entry.machine, processor)
                found.setdefault(which, []).append(Visit(entry, cell))
    return [Trend(which, tuple(visits)) for which, visits in found.items()]


def trend_lines(
    history: History, label: str, instance: str, damaged: Callable[[DamagedExperiment], object] = lambda _: None
) -> list[tuple[str, ...]]:
    """For each experiment that has measured the cell, the oldest first: its number, date, median and a bar as long as
    that; where and with what it was measured, and the note; how it compares with the one before on that machine, and
    whether a new level begins.  Raises StoreError."""
    followed = trends(history, Key(label, instance), damaged)
    lines = {number: line for each in followed for number, line in _lines_of(each)}
    return [line for _, line in sorted(lines.items())]


def _lines_of(trend: Trend) -> Iterable[tuple[int, tuple[str, ...]]]:
    summaries = [visit.cell.time for visit in trend.visits]
    longest = max(summary.median for summary in summaries if summary is not None)
    begins = {places[0]: number for number, places in enumerate(trend.levels) if number}
    for place, (visit, summary) in enumerate(zip(trend.visits, summaries, strict=True)):
        assert summary is not None  # or it would be no visit
        entry = visit.entry
        bar = "━" * max(1, round(summary.median / longest * SHOWN_WIDTH))
        said = (entry.machine, entry.program, entry.note and f"({entry.note})")
        before = trend.visits[place - 1].cell if place else None
        parts = (
            f"{entry.number:>4}  {entry.begun}  {duration(summary.median):>8} {interval_text(summary):<8} "
            f"{bar:<{SHOWN_WIDTH}}",
            "  ".join(filter(None, said)),
            against_text(apart(before, visit.cell), "the one before") if before is not None else "",
            trend.step_text(begins[place]) if place in begins else "",
        )
        yield entry.number, tuple(filter(None, parts))
