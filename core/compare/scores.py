"""How algorithms do over all instances under a time limit, scored as solver competitions score them.

solved         how many instances were solved within the limit
PAR-2          the mean CPU time over all instances, where one that was not solved counts as twice the limit
               (penalised average runtime, as the SAT competitions use it)
virtual best   for each instance the time of whoever is fastest there: what a perfect choice of algorithm would take
               (Xu, Hutter, Hoos and Leyton-Brown 2012)

Memory limits, failures, wrong answers, incomplete methods that gave up and
refusals are not solved either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.compare.cell import CellStatus
from core.compare.plan import Key
from core.compare.table import Table
from core.words import duration, grouped, share

PENALTY = 2.0
"""So many times the limit stands for an instance that was not solved."""
VIRTUAL_BEST = "virtual best solver"
OPEN = (CellStatus.WAITING, CellStatus.RUNNING, CellStatus.STOPPED, CellStatus.UNPLANNED)


@dataclass(frozen=True, slots=True)
class Score:
    """One algorithm, or the virtual best, over the instances of a table."""

    label: str
    solved: int
    of: int
    par2: float
    """Seconds."""

    def __str__(self) -> str:
        return f"{self.label}: {duration(self.par2)} ({grouped(self.solved)} of {grouped(self.of)} solved)"


def solved_seconds(table: Table, label: str) -> dict[str, float]:
    """The median time of every instance that an algorithm solved."""
    return {
        instance: cell.time.median
        for instance in table.plan.instances
        if (cell := table.cells[Key(label, instance)]).solved and cell.time is not None
    }


def virtual_best(times: Collection[dict[str, float]]) -> dict[str, float]:
    """The least time of every instance that anybody solved."""
    solved = dict.fromkeys(instance for by in times for instance in by)
    return {instance: min(by[instance] for by in times if instance in by) for instance in solved}


def scores(table: Table, hidden: Collection[str] = ()) -> list[Score]:
    """Every algorithm's score, best first, and that of the virtual best before them.

    Empty where there is no time limit, nothing to choose from, or cells are still open.
    """
    limit, labels = table.plan.timeout, [c.label for c in table.plan.contestants if c.label not in hidden]
    instances = table.plan.instances
    shown = [table.cells[Key(label, instance)] for label in labels for instance in instances]
    if limit is None or min(len(labels), len(instances)) < 2 or any(cell.status in OPEN for cell in shown):
        return []
    times = {label: solved_seconds(table, label) for label in labels}
    best = virtual_best(times.values())
    own = [_score(label, by, instances, limit) for label, by in times.items()]
    return [_score(VIRTUAL_BEST, best, instances, limit), *sorted(own, key=lambda score: score.par2)]


def _score(label: str, times: dict[str, float], instances: Sequence[str], limit: float) -> Score:
    return Score(label, len(times), len(instances), fmean(times.get(i, PENALTY * limit) for i in instances))


def score_lines(table: Table, hidden: Collection[str] = ()) -> list[str]:
    """The scores as sentences, where not everybody solved everything: else the table itself says it better."""
    found = scores(table, hidden)
    if all(score.solved == score.of for score in found):
        return []
    best, first, *_ = found
    lines = [str(score) for score in found]
    if first.par2 > best.par2 > 0:
        lines[0] += f", {share(1 - best.par2 / first.par2)} less than the best single algorithm"
    return lines
