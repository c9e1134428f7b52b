"""Sudoku times by size, as in figures 13 and 14 of document 003: mean and deviation, and a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from statistics import mean, pstdev

from core._search import ProblemError
from core._words import counted, duration
from core.compare._growth import fit_line
from core.compare._instances import instances
from core.compare._plan import Contestant, Plan
from core.compare._quantity import Quantity
from core.compare._table import Table

PARTS = (Quantity.BUILD, Quantity.SOLVE)


@dataclass(frozen=True, slots=True)
class SizeRow:
    """The puzzles of one size, for one contestant and one part of the time."""

    label: str
    part: Quantity
    """Build or search time."""
    cells: int
    """The number of cells in the grid."""
    puzzles: int
    mean: float
    deviation: float
    """Standard deviation over the puzzles."""


def sizes_of(plan: Plan) -> dict[int, list[str]]:
    """The plan's puzzles by the number of cells in their grid, without empty grids; empty for other families."""
    sizes: dict[int, list[str]] = {}
    for instance in plan.instances if plan.family == "sudoku" else ():
        cells = 0 if instance.startswith("empty-") else _cells(instance)
        if cells:
            sizes.setdefault(cells, []).append(instance)
    return sizes


@lru_cache(maxsize=10_000)
def _cells(instance: str) -> int:
    """The number of cells in a puzzle's grid; 0 if it cannot be read."""
    try:
        return instances("sudoku").problem(instance).size ** 2
    except (ProblemError, OSError):
        return 0


def size_lines(table: Table, hidden: Collection[str] = ()) -> list[str]:
    """Mean and deviation of build and search time for each size, as sentences, with the line through the means."""
    rows = [row for row in by_size(table) if row.label not in hidden]
    lines = []
    for label, part in dict.fromkeys((row.label, row.part) for row in rows):
        own = [row for row in rows if (row.label, row.part) == (label, part)]
        figures = ", ".join(f"{counted(row.cells, 'cell')} {_figures(row)}" for row in own)
        fit = fit_line([(row.cells, row.mean) for row in own])
        trend = f"; {duration(fit.slope)} a cell, R² = {fit.determination:.2f}" if fit and fit.slope > 0 else ""
        if len(own) > 1:
            lines.append(f"{label}, {part.value}: {figures}{trend}")
    return lines


def _figures(row: SizeRow) -> str:
    """``120 µs ± 4 µs``; only the mean for a single puzzle."""
    return duration(row.mean) + (f" ± {duration(row.deviation)}" if row.puzzles > 1 else "")


def times_by_size(table: Table, contestant: Contestant | str, part: Quantity) -> dict[int, list[float]]:
    """One part of the time for each puzzle solved, by the number of cells in increasing order; empty for other
    families."""
    times = {
        cells: [
            value for key in keys
            if (cell := table.cell(contestant, key)).solved and (value := cell.values.get(part)) is not None
        ]
        for cells, keys in sorted(sizes_of(table.plan).items())
    }  # fmt: skip
    return {cells: values for cells, values in times.items() if values}


def by_size(table: Table) -> list[SizeRow]:
    """Mean and deviation for each size, contestant and part, over the puzzles solved; empty for other families."""
    return [
        SizeRow(contestant.label, part, cells, len(values), mean(values), pstdev(values))
        for contestant in table.plan.contestants
        for part in PARTS
        for cells, values in times_by_size(table, contestant, part).items()
    ]
