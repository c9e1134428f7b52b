"""Whether a table keeps up with a baseline: a gate that has compared nothing does not open.

Two cells can be compared if both were measured on the same kind of machine by the same Python, with
the same goal, in the same way (in a separate process or not, compiled or interpreted), and often
enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core._words import counted, duration, first_of, three_figures
from core.compare._cell import CellStatus, TableCell
from core.compare._plan import Key
from core.compare._sample import Bound
from core.compare._statistics import RatioVerdict
from core.compare._table import Table
from core.compare._text import against_text, spans, unlike_text

FIRST = 3
"""The number of incomparable cells that are named; the others are counted."""


@dataclass(frozen=True)
class Gate:
    """The result of comparing a table with its baseline."""

    slower: tuple[str, ...] = ()
    """A sentence for each cell that is slower by at least the limit."""
    compared: int = 0
    """The number of cells compared."""
    left_out: dict[str, list[str]] = field(default_factory=dict)
    """The cells in both tables that could not be compared, by reason."""

    @property
    def notes(self) -> list[str]:
        """What could not be compared, a sentence for each reason."""
        return [f"not compared with the baseline: {_few(names)}: {why}" for why, names in self.left_out.items()]


def _few(names: list[str]) -> str:
    return first_of(names, FIRST, "; ")


def shut(table: Table, baseline: Table, *, across_machines: bool = False) -> str:
    """Why the two can never be compared, whatever is yet to be measured; empty if they can."""
    name = baseline.as_baseline
    if not across_machines and not table.same_machine(baseline):
        here, there = ([of.environment.get(what) for what in ("processor", "python")] for of in (table, baseline))
        how = "on another machine" if here[0] != there[0] else "by another Python"
        theirs, ours = (", ".join(map(str, each)) for each in (there, here))
        return f"{name} was measured {how} ({theirs}; here {ours}); --across-machines compares them anyway"
    for what, called in (("family", "problem"), ("goal", "goal"), ("limit", "limit of solutions")):
        mine, theirs = (getattr(of.plan, what) for of in (table, baseline))
        if mine != theirs:
            return f"{name} has another {called} ({theirs or 'none'}; here {mine or 'none'})"
    measured = [key for key, cell in baseline.cells.items() if cell.measured]
    if not set(measured) & set(table.cells):
        has, wanted = _listed(baseline, measured), _listed(table, table.cells)
        return f"{name} has no cell of this table: it has {has}; the table {wanted}"
    return ""


def _listed(table: Table, keys: Iterable[Key]) -> str:
    """The algorithms and their instances: ``dlx on N 4–8; dlx-s on N 4``."""
    by_label: dict[str, list[str]] = {}
    for key in keys:
        by_label.setdefault(key.label, []).append(table.titles[key.instance])
    return _few([f"{label} on {table.axis} {spans(titles)}" for label, titles in by_label.items()]) or "nothing"


def held(table: Table, baseline: Table, limit: float) -> Gate:
    """Compare every cell that both have with the baseline's; ``limit`` is the factor from which a cell is too slow."""
    slower, left_out, compared = [], dict[str, list[str]](), 0
    for key, cell in table.cells.items():
        other = baseline.cells.get(key)
        if other is None or not other.measured:
            continue
        name = table.cell_title(key)
        if (beyond := _beyond(cell, other, limit)) is not None:
            compared += 1
            slower += [f"{name} is slower: {beyond}"] if beyond else []
        elif why := _incomparable(table, baseline, cell, other):
            left_out.setdefault(why, []).append(name)
        elif (found := table.against(baseline, key)) is not None:
            compared += 1
            if found.beyond_noise and found.factor >= limit:
                slower.append(f"{name} is {against_text(found, 'the baseline')}")
    return Gate(tuple(slower), compared, left_out)


def _beyond(cell: TableCell, other: TableCell, limit: float) -> str | None:
    """For a cell that reached its time limit: how far that is beyond the baseline; empty if not too far, None if
    unknown."""
    if cell.status is not CellStatus.LIMIT or cell.bound is not Bound.TIME or cell.measured or other.time is None:
        return None
    taken = max(run.total_seconds for run in cell.samples)
    factor = taken / other.time.median if other.time.median > 0 else float("inf")
    if factor < limit:
        return None
    return f"not finished after {duration(taken)}, {three_figures(factor)} times as long as the baseline"


def _incomparable(table: Table, baseline: Table, cell: TableCell, other: TableCell) -> str:
    """Why two cells cannot be compared; empty if they can."""
    if not cell.measured:
        return f"{cell.status.value} here"
    if unlike := unlike_text(cell.engines, other.engines) or unlike_text(cell.method, other.method):
        return unlike
    found = table.against(baseline, cell.key)
    if found is None or found.verdict is RatioVerdict.TOO_FEW:
        runs = [counted(len(each.counted), "run") for each in (cell, other)]
        return f"{RatioVerdict.TOO_FEW} ({runs[0]} here, {runs[1]} there)"
    return ""
