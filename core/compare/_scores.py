"""How algorithms do over all instances of a table, one line for each, as in solver competitions.

wins           the instances on which it is fastest and surely differs from all others
ties           those on which it and others are fastest or cannot be distinguished from the fastest
solved         how many instances were solved within the limit, and how many within shorter times
PAR-2          the mean CPU time over all instances, where an unsolved one counts as twice the limit
               (penalised average runtime, as the SAT competitions use it)
ratio          the geometric mean of the times over those of a reference, over the instances that both solved
               (Fleming and Wallace 1986), with the interval of Student's t on the logarithms
virtual best   the time of the fastest algorithm on each instance: what a perfect choice of algorithm would take
               (Xu, Hutter, Hoos and Leyton-Brown 2012)

Instances with memory limits, failures, wrong answers or incomplete methods that gave up count as unsolved too.
A refusal is not a failure: the algorithm then has no PAR-2.  Instances with unmeasured cells are left out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean, stdev

from core._estimates.intervals import t_quantile
from core._words import counted, duration, grouped, share, three_figures
from core.compare._cell import CellStatus
from core.compare._plan import Key
from core.compare._statistics import Interval
from core.compare._table import OPEN, Table

PENALTY = 2.0
"""An unsolved instance counts as this many times the limit."""
VIRTUAL_BEST = "virtual best"
MANY = 10
"""A table of this many rows has scores; one with fewer only if some algorithm left something unsolved."""
MOST_TIMES = 3
"""The number of times within which solved instances are counted."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A geometric mean of ratios."""

    factor: float
    interval: Interval | None
    """Its 95 % interval for all instances like these; None for a single one."""
    over: int
    """The number of instances."""

    def __str__(self) -> str:
        if self.interval is None or self.interval.high - self.interval.low < 1e-9:
            return three_figures(self.factor)
        low, high = map(three_figures, (self.interval.low, self.interval.high))
        return f"{three_figures(self.factor)} ({low} to {high})"


@dataclass(frozen=True, slots=True)
class Score:
    """One algorithm, or the virtual best."""

    label: str
    wins: int | None
    """None for the virtual best, and if there are too few runs to tell."""
    ties: int | None
    solved: int
    within: tuple[int, ...]
    """The number solved within each of the times."""
    refused: int
    par2: float | None
    """Seconds; None if it refuses instances, or if there is no limit and some are unsolved."""
    ratio: Mean | None
    """None if it solved nothing that the reference solved."""


@dataclass(frozen=True)
class Scores:
    """All algorithms over all instances of a table."""

    lines: tuple[Score, ...]
    """The virtual best, then the others, the best first."""
    of: int
    """The number of instances they cover."""
    planned: int
    """The total number of instances."""
    times: tuple[float, ...]
    """The times in seconds within which solved instances are counted."""
    limit: float | None
    reference: str
    """What the ratios refer to: the label of the table's reference, or of the best algorithm."""

    @property
    def title(self) -> str:
        """A heading that says what they cover."""
        if self.of == self.planned:
            return f"All {counted(self.of, 'instance')}"
        return f"{grouped(self.of)} of {counted(self.planned, 'instance')} (the others are not measured yet)"

    @cached_property
    def grid(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows as text."""
        columns = [
            ("algorithm", [each.label for each in self.lines]),
            ("wins", [_count(each.wins) for each in self.lines]),
            ("ties", [_count(each.ties) for each in self.lines]),
            ("solved", [grouped(each.solved) for each in self.lines]),
            *((f"≤ {_round_time(seconds)}", [grouped(each.within[place]) for each in self.lines])
              for place, seconds in enumerate(self.times)),
            ("PAR-2", ["–" if each.par2 is None else duration(each.par2) for each in self.lines]),
            (f"× {self.reference}", ["–" if each.ratio is None else str(each.ratio) for each in self.lines]),
        ]  # fmt: skip
        if any(each.ratio is not None and each.ratio.over < self.of for each in self.lines):
            columns.append(("of", [grouped(each.ratio.over if each.ratio else 0) for each in self.lines]))
        if any(each.refused for each in self.lines):
            columns.insert(4, ("cannot", [grouped(each.refused) for each in self.lines]))
        if all(each.wins is None for each in self.lines):
            columns = [column for column in columns if column[0] not in ("wins", "ties")]
        header = [title for title, _ in columns]
        return header, [list(row) for row in zip(*(texts for _, texts in columns), strict=True)]

    @property
    def notes(self) -> list[str]:
        """What the columns mean, and what the choice of an algorithm for each instance would gain."""
        header, _ = self.grid
        best, first, *_ = self.lines
        limit = "" if self.limit is None else f", what is not solved counting as twice the limit of {self.limit:g} s"
        notes = ["wins: fastest, and told apart from all others; ties: not told apart from the fastest"]
        notes = notes if "wins" in header else []
        notes.append(f"PAR-2: mean CPU time{limit}" + ("; none where instances are refused" * ("cannot" in header)))
        both = ", of those that both solved" if "of" in header else ""
        notes.append(f"× {self.reference}: geometric mean of the ratios{both}, with its 95 % interval over instances")
        gain = f"{VIRTUAL_BEST}: the fastest algorithm for each instance"
        if first.par2 is not None and best.par2 is not None and first.par2 > best.par2 > 0:
            gain += f", {share(1 - best.par2 / first.par2)} less time than {first.label} alone"
        return [*notes, gain]


def _count(number: int | None) -> str:
    return "" if number is None else grouped(number)


def _round_time(seconds: float) -> str:
    return duration(seconds).replace(".00 ", " ").replace(".0 ", " ")


def solved_seconds(table: Table, label: str, instances: Sequence[str] | None = None) -> dict[str, float]:
    """The median time for every instance (of these, or of all) that an algorithm solved."""
    return {
        instance: cell.time.median
        for instance in (table.plan.instances if instances is None else instances)
        if (cell := table.cells[Key(label, instance)]).solved and cell.time is not None
    }


def virtual_best(times: Collection[dict[str, float]]) -> dict[str, float]:
    """The least time for every instance that any algorithm solved."""
    solved = dict.fromkeys(instance for by in times for instance in by)
    return {instance: min(by[instance] for by in times if instance in by) for instance in solved}


def scores(table: Table, hidden: Collection[str] = ()) -> Scores | None:
    """The scores of all algorithms that are not hidden; None for a small table, which shows as much by itself.

    A table is small if it has a single algorithm or instance, or fewer than `MANY` instances, all solved by every
    algorithm (or no time limit to count instead).
    """
    plan = table.plan
    shown = tuple(contestant for contestant in plan.contestants if contestant.label not in hidden)
    labels = [contestant.label for contestant in shown]
    whole = tuple(i for i in plan.instances if all(table.cells[Key(label, i)].status not in OPEN for label in labels))
    few = len(plan.instances) < MANY
    if min(len(labels), len(whole)) < 2 or (few and (len(whole) < len(plan.instances) or plan.timeout is None)):
        return None
    cells = {label: [table.cells[Key(label, instance)] for instance in whole] for label in labels}
    if few and all(cell.solved or cell.status is CellStatus.REFUSED for row in cells.values() for cell in row):
        return None
    times = {label: solved_seconds(table, label, whole) for label in labels}
    best = virtual_best(times.values())
    refused = {
        label: frozenset(cell.key.instance for cell in row if cell.status is CellStatus.REFUSED)
        for label, row in cells.items()
    }
    everybody = refused | {VIRTUAL_BEST: frozenset.intersection(*refused.values())}
    par2 = {
        label: _par2(times.get(label, best), whole, plan.timeout, left_out) for label, left_out in everybody.items()
    }
    ranked = sorted(labels, key=lambda label: (-len(times[label]), par2[label] or math.inf))
    reference = table.reference if table.reference in labels else ranked[0]
    steps = _round_times([seconds for by in times.values() for seconds in by.values()])
    # A table compares the cells of its rows once: another is made only if it must leave an algorithm out.
    seen = table if len(shown) == len(plan.contestants) else replace(table, plan=replace(plan, contestants=shown))
    wins, ties = _wins(seen, whole)
    lines = []
    for label in (VIRTUAL_BEST, *ranked):
        by = times.get(label, best)
        told = label in times and bool(wins or ties)
        lines.append(Score(
            label, wins.get(label, 0) if told else None, ties.get(label, 0) if told else None,
            len(by), tuple(sum(seconds <= step for seconds in by.values()) for step in steps),
            len(everybody[label]), par2[label], _mean(by, times[reference]),
        ))  # fmt: skip
    return Scores(tuple(lines), len(whole), len(plan.instances), steps, plan.timeout, reference)


def _par2(
    times: Mapping[str, float], instances: Sequence[str], limit: float | None, refused: Collection[str]
) -> float | None:
    if refused or (limit is None and len(times) < len(instances)):
        return None
    return fmean(times.get(instance, PENALTY * (limit or 0.0)) for instance in instances)


def _wins(table: Table, instances: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """How many times each is fastest alone, and together with others; empty if no row tells."""
    wins: dict[str, int] = {}
    ties: dict[str, int] = {}
    for instance in instances:
        first = table.winners(instance)
        counts = wins if len(first) == 1 else ties
        for cell in first:
            counts[cell.key.label] = counts.get(cell.key.label, 0) + 1
    return wins, ties


def _mean(times: Mapping[str, float], reference: Mapping[str, float]) -> Mean | None:
    logs = [
        math.log(seconds / reference[instance])
        for instance, seconds in times.items()
        if seconds > 0 and reference.get(instance, 0) > 0
    ]
    if not logs:
        return None
    middle = fmean(logs)
    if len(logs) < 2:
        return Mean(math.exp(middle), None, len(logs))
    reach = t_quantile(len(logs) - 1) * stdev(logs, middle) / math.sqrt(len(logs))
    return Mean(math.exp(middle), Interval(math.exp(middle - reach), math.exp(middle + reach)), len(logs))


def _round_times(seconds: Sequence[float]) -> tuple[float, ...]:
    """Up to `MOST_TIMES` round times among these, by powers of ten, or by 1, 2 and 5 if those are too few."""
    if not seconds or min(seconds) <= 0:
        return ()
    first, last = (math.floor(math.log10(extreme(seconds))) for extreme in (min, max))
    for digits in ((1,), (1, 2, 5)):
        found = [digit * 10.0**power for power in range(first, last + 1) for digit in digits]
        found = [step for step in found if min(seconds) <= step < max(seconds)]
        if len(found) > 1:
            break
    if len(found) <= MOST_TIMES:
        return tuple(found)
    return tuple(found[round(place * (len(found) - 1) / (MOST_TIMES - 1))] for place in range(MOST_TIMES))
