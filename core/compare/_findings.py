"""What a table shows, in words and by groups: alarms, the document's claims, growth, warnings; and its estimates."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter
from statistics import median

from core._words import counted, duration, grouped, three_figures
from core.compare._cell import CellStatus
from core.compare._growth import Growth
from core.compare._papers import paper_of
from core.compare._papers.by_size import size_lines
from core.compare._papers.documents import DOCUMENTS
from core.compare._plan import Contestant, Key
from core.compare._quantity import IN_SECONDS, Quantity
from core.compare._statistics import Interval
from core.compare._table import OPEN, Table
from core.compare._text import against_text, spans, unlike_text
from core.compare._view import View

FEW = 5
"""Up to this many rows are named one by one, even in a statement about all of them."""
FURTHEST_ESTIMATE = 1e12
"""Beyond this many seconds or nodes, an estimate means nothing to anybody."""
VAGUE = 4.0
"""An estimate that may be off by more than this factor is not given, nor is a range so wide confirmed."""
GROWING = IN_SECONDS | {Quantity.NODES, Quantity.UPDATES}
"""The quantities that may be estimated for unmeasured rows."""


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one kind, in words."""

    title: str
    lines: tuple[str, ...]


def findings(table: Table, baseline: Table | None = None, view: View | None = None) -> list[FindingGroup]:
    """Everything that the figures show, the most important first; groups without findings are left out.

    For algorithms that the view hides, only alarms and the document's claims are included.
    """
    hidden = view.hidden if view is not None else frozenset()
    groups = [
        FindingGroup("Alarms", table.alarms),
        FindingGroup("Claims of the document", tuple(claim_lines(table))),
        FindingGroup("Growth", tuple(growth_lines(table, hidden))),
        FindingGroup(
            f"Mean and deviation by size{paper_of(table.plan.document).sizes}", tuple(size_lines(table, hidden))
        ),
        FindingGroup("Seeds", tuple(seed_lines(table, hidden))),
        FindingGroup("Warnings", (*table.notices, *jobs_lines(table), *warning_lines(table, hidden))),
    ]
    if baseline is not None and baseline is not table and (baseline.experiment or -1) != table.experiment:
        groups.append(FindingGroup(f"Against {baseline.as_baseline}", tuple(baseline_lines(table, baseline, hidden))))
    return [group for group in groups if group.lines]


def remarks(table: Table, view: View | None = None) -> list[str]:
    """The findings except alarms and baseline, in one list."""
    return [line for group in findings(table, view=view) if group.title != "Alarms" for line in group.lines]


def claim_lines(table: Table) -> list[str]:
    """The document's claims checked against the table, each with ✓, ✗ or ? and the evidence."""
    document = DOCUMENTS.get(table.plan.document) if table.plan.document is not None else None
    if document is None:
        return []
    if any(cell.status in OPEN for cell in table.cells.values()):
        return ["they are checked once everything is measured"]
    return list(map(str, document.claims(table)))


def warning_lines(table: Table, hidden: Collection[str] = ()) -> list[str]:
    """Each reason and each doubt once, with the cells it concerns."""
    where: dict[str, dict[str, list[str]]] = {}
    for key, cell in table.cells.items():
        if key.label in hidden:
            continue
        said = [doubt.of_several for doubt in cell.doubts]
        if cell.status in (CellStatus.REFUSED, CellStatus.LIMIT, CellStatus.GAVE_UP):
            said.append(f"{cell.status}: {cell.reason}")
        for text in said:
            where.setdefault(text, {}).setdefault(key.label, []).append(table.titles[key.instance])
    return busy_lines(table) + [
        f"{text}: {'; '.join(f'{label} ({_which(table, titles)})' for label, titles in labels.items())}"
        for text, labels in where.items()
    ]


def jobs_lines(table: Table) -> list[str]:
    """If several cells were measured at a time, how those measured again alone compare."""
    jobs = max((run.jobs for cell in table.cells.values() for run in cell.samples), default=1)
    alone = table.environment.get("alone") or {}
    if jobs < 2:
        return []
    text = f"{jobs} cells were measured at a time"
    if not alone.get("cells"):
        return [f"{text}; none was measured again alone, so that may have changed the times"]
    between = f"{three_figures(alone['least'])} to {three_figures(alone['most'])} times as long"
    if alone["differ"]:
        return [f"{text}, and that changed the times: of {alone['cells']} measured again alone, "
                f"{alone['differ']} differ; beside others they took {between}"]  # fmt: skip
    return [f"{text}; {alone['cells']} were measured again alone, and cannot be told apart: "
            f"beside others they took {between}"]  # fmt: skip


def busy_lines(table: Table) -> list[str]:
    """How busy other programs kept the machine, in a sentence; empty if they hardly did."""
    runs = [run for cell in table.cells.values() for run in cell.complete_samples]
    disturbed, crowded = (sum(map(each, runs)) for each in (attrgetter("disturbed"), attrgetter("crowded")))
    if 2 * max(disturbed, crowded) <= len(runs):
        return []
    loads = [run.load for run in runs if run.load is not None]
    text = f"the machine was busy: other programs disturbed {grouped(disturbed)} of {counted(len(runs), 'run')}"
    if loads:
        processors = max(run.processors or 1 for run in runs)
        text += f", and {median(loads):.1f} processes competed for {counted(processors, 'processor')}"
    return [f"{text}. Times are CPU times; the cells that this made less precise are listed"]


def _which(table: Table, titles: list[str]) -> str:
    """``N 4–8``, or ``every N`` for a longer table."""
    every = len(titles) == len(table.plan.instances) > FEW
    return f"every {table.axis}" if every else f"{table.axis} {spans(titles)}"


def seed_lines(table: Table, hidden: Collection[str] = ()) -> list[str]:
    """For algorithms measured with several seeds, the spread over them: medians from the smallest to the largest."""
    families: dict[str, list[str]] = {}
    for contestant in table.plan.contestants:
        rest = Contestant(contestant.algorithm, tuple(p for p in contestant.parameters if p[0] != "seed"))
        if rest != contestant and contestant.label not in hidden:
            families.setdefault(rest.label, []).append(contestant.label)
    lines = []
    for name, labels in families.items():
        for instance in table.plan.instances if len(labels) > 1 else ():
            cells = [table.cell(label, instance) for label in labels]
            medians = sorted(cell.time.median for cell in cells if cell.solved and cell.time is not None)
            if len(medians) < 2:
                continue
            text = f"{name}, {table.axis} {table.titles[instance]}: {len(medians)} seeds"
            text += f", median {duration(median(medians))}, from {duration(medians[0])} to {duration(medians[-1])}"
            gave_up = sum(cell.status is CellStatus.GAVE_UP for cell in cells)
            lines.append(text + (f"; {gave_up} gave up" if gave_up else ""))
    return lines


def growth_lines(table: Table, hidden: Collection[str] = ()) -> list[str]:
    """For each contestant, how search time and nodes grow with N, and what that means for further rows."""
    if not all(instance.isdecimal() for instance in table.plan.instances):
        return []
    lines = []
    for contestant in table.plan.contestants:
        if contestant.label in hidden:
            continue
        reason = table.irregular(contestant)
        if reason:
            if len(table.points(contestant, Quantity.SOLVE)) > 2:
                lines.append(f"{contestant.label}: no growth rate: {reason}")
            continue
        time, nodes = table.growth(contestant), table.growth(contestant, Quantity.NODES)
        parts = []
        if time is not None:
            parts.append(f"search time × {factor_text(time)}")
        if nodes is not None:
            parts.append(f"nodes × {factor_text(nodes)}")
        if parts:
            text = f"{contestant.label}: {', '.join(parts)} with each step of N"
            lines.append(text + _estimates(table, contestant.label, time))
    return lines


def factor_text(growth: Growth) -> str:
    """The factors from one size to the next: ``4.12 to 4.50``."""
    low, high = growth.factors.low, growth.factors.high
    if high - low < 0.005:
        return three_figures(growth.factor)
    return f"{three_figures(low)} to {three_figures(high)}"


def _estimates(table: Table, label: str, time: Growth | None) -> str:
    """The times that growth predicts for the next sizes, and how well it predicted the last one."""
    if time is None or time.factor <= 1:
        return ""
    text = ""
    check = table.growth_check(label)
    if check is not None and (check.expected.high <= VAGUE * check.expected.low or not check.holds):
        verdict = "as predicted" if check.holds else "not as predicted"
        text = f"; N = {check.x} {verdict} from the sizes before ({range_text(check.expected)})"
        if not check.holds:
            return text + ", so there is no estimate for further sizes"
    ahead = [n for n in map(int, table.rows) if n > time.last and not table.cell(label, str(n)).measured]
    ahead = [n for n in ahead if table.cell(label, str(n)).status is not CellStatus.REFUSED]
    guesses = [
        f"N = {n}: {duration(time.at(n))} ({range_text(time.interval(n))})"
        for n in (ahead[:3] or [time.last + 1, time.last + 2])
        if time.at(n) < FURTHEST_ESTIMATE and time.interval(n).high <= VAGUE * time.at(n)
    ]
    return f"{text}; estimates, not measured: {', '.join(guesses)}" if guesses else text


def range_text(interval: Interval) -> str:
    """An interval of times: ``1.2 ms to 3.4 ms``."""
    return f"{duration(interval.low)} to {duration(interval.high)}"


def baseline_lines(table: Table, baseline: Table, hidden: Collection[str] = ()) -> list[str]:
    """A sentence for every cell that both tables have measured."""
    lines = []
    if not table.same_machine(baseline):
        lines.append("the baseline was measured on another machine or by another Python")
    for key in table.cells:
        found = table.against(baseline, key)
        if found is not None and key.label not in hidden:
            unlike = unlike_text(table.cells[key].engines, baseline.cells[key].engines)
            text = f"{table.cell_title(key)}: {against_text(found, 'the baseline')}"
            lines.append(f"{text}; {unlike}" if unlike else text)
    return lines or ["the baseline has no cell in common with this table"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure that was not measured."""

    value: float
    interval: Interval
    """The range in which to expect the figure, if the factor stays as it is or rises (`core.compare._growth`)."""


def estimate(table: Table, key: Key, quantity: Quantity) -> Estimate | None:
    """The figure predicted by growth; None unless the fit is good and the last size was predicted."""
    if quantity not in GROWING or not key.instance.isdecimal():
        return None
    growth = table.growth(key.label, quantity)
    check = table.growth_check(key.label, quantity)
    n = int(key.instance)
    if growth is None or n <= growth.last or (check is not None and not check.holds):
        return None
    value, interval = growth.at(n), growth.interval(n)
    return Estimate(value, interval) if value < FURTHEST_ESTIMATE and interval.high <= VAGUE * value else None
