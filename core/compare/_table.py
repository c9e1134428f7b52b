"""The table of an experiment at one moment: an immutable value that screens, exports and the command line read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from core._catalog import FIRST_VARIES, named
from core._search import CannotSolve, Goal
from core.compare._cell import CellStatus, Enough, TableCell
from core.compare._growth import GROWTH_FROM_SECONDS, GROWTH_POINTS, Check, Growth, check_growth, fit_growth
from core.compare._papers import paper_of, printed
from core.compare._plan import Contestant, Key, Plan
from core.compare._quantity import IN_SECONDS, Quantity
from core.compare._rounds import beside
from core.compare._sample import Ending
from core.compare._sessions import apart
from core.compare._statistics import RatioVerdict, TimeRatio, time_ratio

__all__ = ["CellStatus", "Enough", "Table", "TableCell", "judged"]

FASTEST, REFERENCE, ALONE = "fastest", "reference", "alone"
"""Words for the cell that a row's ratios refer to."""
OPEN = (CellStatus.WAITING, CellStatus.RUNNING, CellStatus.STOPPED)
"""The word for a cell yet to be measured."""


@dataclass(frozen=True)
class Table:
    """An experiment at one moment."""

    plan: Plan
    cells: Mapping[Key, TableCell]
    known: Mapping[str, int | None]
    """The number of solutions each instance must have, if known from the literature."""
    titles: Mapping[str, str]
    """The title of each instance."""
    rows: tuple[str, ...] = ()
    """The plan's instances, and those for which only the document's figures are shown."""
    axis: str = ""
    environment: Mapping[str, Any] = field(default_factory=dict)
    experiment: int | None = None
    """Its number in the history, if it is kept there."""
    finished: bool = False
    stopped: bool = False
    notices: tuple[str, ...] = ()
    reference: str = ""
    """The label of the algorithm that ratios refer to; empty for the fastest of each row."""

    def to_markdown(self) -> str:
        """The table and what it shows, for a README or an issue."""
        return self._written("md")

    def to_latex(self) -> str:
        """The table for a paper."""
        return self._written("tex")

    def to_csv(self) -> str:
        """One line for each cell with all its figures, times in seconds."""
        return self._written("csv")

    def _written(self, form: str) -> str:
        return cast(str, named("core.compare._exports:export")(self, form))

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def cell(self, contestant: Contestant | str, instance: str) -> TableCell:
        """The cell of a contestant (or its label) and an instance."""
        key = Key(contestant if isinstance(contestant, str) else contestant.label, instance)
        return self.cells.get(key) or TableCell(key, CellStatus.UNPLANNED)

    def row(self, instance: str) -> list[TableCell]:
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
        """Whether anything in the table is not to be trusted."""
        return bool(self.alarms)

    def fastest(self, instance: str) -> TableCell | None:
        """Of the cells that reached the goal and are not in doubt, one that no other is known to beat.

        It is the cell with the least median time, except in rows in which medians and rounds disagree: a
        median leaves out disturbed runs, but cells are compared by all rounds they share.
        """
        return self._fastest.get(instance)

    @cached_property
    def _fastest(self) -> Mapping[str, TableCell]:
        found: dict[str, TableCell] = {}
        for instance in self.plan.instances:
            sound = [cell for cell in self.row(instance) if cell.solved]
            for cell in sorted(sound, key=lambda cell: cell.values[Quantity.TIME] or 0.0):
                if instance not in found or beside(found[instance], cell).verdict is RatioVerdict.FASTER:
                    found[instance] = cell
        return found

    def winners(self, instance: str) -> tuple[TableCell, ...]:
        """The fastest cell and those that cannot be distinguished from it, in the contestants' order.

        Empty for a row of one, and if too few runs have been made to tell.
        """
        return self._winners.get(instance, ())

    @cached_property
    def _winners(self) -> Mapping[str, tuple[TableCell, ...]]:
        return {
            instance: tuple(
                cell for cell in self.row(instance)
                if cell.solved and (cell is best or not self._to_fastest[cell.key].beyond_noise)
            )
            for instance, best in self._fastest.items()
            if len(self.plan.contestants) > 1 and self._leader(best, self._to_fastest) not in ("", RatioVerdict.TOO_FEW)
        }  # fmt: skip

    def standing(self, cell: TableCell) -> str:
        """A cell's rank in its row, in a word; empty for a row of one, without times, and while runs are missing.

        A `RatioVerdict` compared with `ratio_base`; for that cell itself `REFERENCE`, or the weakest verdict against
        any other: `FASTEST` only if it surely differs from all of them, `ALONE` if no other reached the goal.
        """
        ratio, base = self.ratio(cell), self.ratio_base(cell.key.instance)
        if ratio is None or len(self.plan.contestants) < 2:
            return ""
        if cell is not base:
            return ratio.verdict.value
        return REFERENCE if self.reference else self._leader(cell, self._to_fastest)

    def _leader(self, best: TableCell, ratios: Mapping[Key, TimeRatio]) -> str:
        """The word for the fastest cell, decided by the cell in its row from which it differs least surely."""
        row = self.row(best.key.instance)
        if any(cell.status in OPEN for cell in row):
            return ""
        verdicts = {ratios[cell.key].verdict for cell in row if cell.solved and cell is not best}
        for least in (RatioVerdict.TOO_FEW, RatioVerdict.NOT_APART):
            if least in verdicts:
                return least.value
        return FASTEST if verdicts else ALONE

    def ratio_base(self, instance: str) -> TableCell | None:
        """The cell that a row's ratios refer to: the reference's, or the fastest; None without times."""
        if not self.reference:
            return self.fastest(instance)
        cell = self.cell(self.reference, instance)
        return cell if cell.solved else None

    def ratio(self, cell: TableCell) -> TimeRatio | None:
        """How many times as long as `ratio_base` a cell takes, with the interval; None without times."""
        return (self._to_reference if self.reference else self._to_fastest).get(cell.key)

    @cached_property
    def _to_fastest(self) -> Mapping[Key, TimeRatio]:
        return self._ratios(self.fastest)

    @cached_property
    def _to_reference(self) -> Mapping[Key, TimeRatio]:
        return self._ratios(self.ratio_base)

    def _ratios(self, base_of: Callable[[str], TableCell | None]) -> Mapping[Key, TimeRatio]:
        bases = ((instance, base_of(instance)) for instance in self.plan.instances)
        return {
            cell.key: beside(base, cell)
            for instance, base in bases if base is not None
            for cell in self.row(instance) if cell.solved
        }  # fmt: skip

    def value(self, cell: TableCell, quantity: Quantity) -> float | None:
        """A figure of a cell, or None if there is none.  Never raises."""
        if quantity is Quantity.RELATIVE:
            ratio = self.ratio(cell)
            return ratio.factor if ratio is not None and cell.solved else None
        if quantity is Quantity.PAPER:
            return self.against_paper(cell, Quantity.TIME)
        return cell.values.get(quantity)

    def paper(self, key: Key, quantity: Quantity) -> float | None:
        """The document's figure for a cell (times in seconds), or None if it has none."""
        return paper_of(self.plan.document).figure(key.label, key.instance, quantity)

    def printed(self, key: Key, quantity: Quantity) -> str:
        """The paper's figure as printed, to the last digit; empty if it has none."""
        exact = paper_of(self.plan.document).exact(key.label, key.instance, quantity)
        return "" if exact is None else printed(exact, quantity)

    def paper_name(self, label: str) -> str:
        """The document's name for a contestant; empty if it has none."""
        return paper_of(self.plan.document).names.get(label, "")

    def cell_title(self, key: Key) -> str:
        """A cell's name: ``dlx, N 8``."""
        return f"{key.label}, {self.axis} {self.titles[key.instance]}"

    @property
    def as_baseline(self) -> str:
        """Its name when another is compared with it."""
        return f"experiment {self.experiment}" if self.experiment is not None else "the baseline"

    def row_title(self, instance: str) -> str:
        """A row's title, with the document's mark if it has one."""
        mark = paper_of(self.plan.document).marks.get(instance, "")
        return f"{self.titles[instance]} {mark}".rstrip()

    def against_paper(self, cell: TableCell, quantity: Quantity) -> float | None:
        """The document's figure over ours: for times, how many times faster we are."""
        theirs, ours = self.paper(cell.key, quantity), cell.values.get(quantity)
        return theirs / ours if theirs is not None and ours else None

    def points(self, contestant: Contestant | str, quantity: Quantity) -> list[tuple[int, float]]:
        """(N, figure) of every sound cell of a contestant, for charts and fits; empty without a numeric axis."""
        found = []
        for instance in self.plan.instances:
            cell = self.cell(contestant, instance)
            value = self.value(cell, quantity)
            if instance.isdecimal() and value is not None and cell.solved:
                found.append((int(instance), value))
        return sorted(found)

    def growth(self, contestant: Contestant | str, quantity: Quantity = Quantity.SOLVE) -> Growth | None:
        """How a figure grows with each step of N; None with fewer than three points, or a poor fit.

        None too if the algorithm's entry says that its times vary (`Algorithm.varies`).
        """
        fit = fit_growth(self._fitted(contestant, quantity))
        return fit if fit is not None and fit.steady and not self.irregular(contestant) else None

    def growth_check(self, contestant: Contestant | str, quantity: Quantity = Quantity.SOLVE) -> Check | None:
        """The figure that growth up to the last size but one predicts for the last, and the figure measured there."""
        return check_growth(self._fitted(contestant, quantity, GROWTH_POINTS + 1))

    def irregular(self, contestant: Contestant | str) -> str:
        """Why no growth is given for a contestant; empty if it can be."""
        label = contestant if isinstance(contestant, str) else contestant.label
        goal = self.plan.goal
        try:
            return self.plan.contestant(label).entry(self.plan.family).varies(goal)
        except CannotSolve:  # measured with an algorithm that is no longer installed
            return FIRST_VARIES if goal is Goal.FIRST else ""

    def _fitted(
        self, contestant: Contestant | str, quantity: Quantity, most: int = GROWTH_POINTS
    ) -> list[tuple[int, float]]:
        points = self.points(contestant, quantity)
        if quantity in IN_SECONDS:
            points = [(n, seconds) for n, seconds in points if seconds >= GROWTH_FROM_SECONDS]
        return points[-most:]

    def against(self, baseline: Table, key: Key) -> TimeRatio | None:
        """How many times as long as the baseline's a cell takes; None if either has no times for the same goal."""
        mine, other = self.cells.get(key), baseline.cells.get(key)
        if any(getattr(self.plan, of) != getattr(baseline.plan, of) for of in ("family", "goal", "limit")):
            return None
        if mine is None or other is None or not mine.measured or not other.measured:
            return None
        return apart(other, mine) if self.same_machine(baseline) else time_ratio(other.times, mine.times)

    def same_machine(self, baseline: Table) -> bool:
        """Whether both were measured by the same Python on the same kind of processor."""
        names = ("processor", "python")
        return all(self.environment.get(name) == baseline.environment.get(name) for name in names)


def judged(
    cells: Mapping[Key, TableCell], instance: str, labels: list[str], plan: Plan, known: int | None
) -> dict[Key, TableCell]:
    """The cells of one instance with their results checked against the known value and each other.

    If the value is known, a cell that differs is wrong.  If not, a cell that differs from a strict
    majority is; without a majority, none can be trusted.
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
