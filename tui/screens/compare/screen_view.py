"""How a person has chosen to see a comparison, and the figures in it as people write them."""

from __future__ import annotations

from dataclasses import dataclass

from core._drawing.chart import ChartKind
from core._words import rate
from core.compare import Quantity, Table
from core.compare._cell import CellStatus, TableCell
from core.compare._quantity import IN_SECONDS
from core.compare._text import value_text
from core.compare._view import View
from tui.glyphs import in_ascii

QUANTITY_TITLES = {
    Quantity.TIME: "CPU time (median)",
    Quantity.NODES: "nodes visited",
    Quantity.RATE: "nodes a second",
    Quantity.SOLUTIONS: "solutions found",
    Quantity.RELATIVE: "times the least of the row",
    Quantity.PAPER: "times faster than the paper",
    Quantity.UPDATES: "updates of links",
    Quantity.BUILD: "build time",
    Quantity.SOLVE: "search time",
    Quantity.WALL: "wall time",
    Quantity.MEMORY: "memory",
}
"""In the order in which one key steps through them."""


@dataclass(frozen=True, slots=True)
class ScreenView(View):
    """How a person has chosen to see a table: the view that exports share, and what only a screen needs."""

    columns_by: str = ""
    """What the algorithms were sorted by, for the title; empty for the plan's order."""
    rows_by: str = ""
    chart: ChartKind = ChartKind.SIZE
    intervals: bool = False
    """Whether there is room for the interval beside each time."""
    unicode: bool = True
    cursor: str = "▸"


def quantities(table: Table) -> list[Quantity]:
    """What this table can show."""
    return [q for q in QUANTITY_TITLES if q is not Quantity.PAPER or table.plan.document is not None]


# Figures


def timing(seconds: float, unicode: bool = True) -> str:
    """Seconds with three figures and a unit: ``0.842 ms``."""
    return figure(seconds, Quantity.TIME, unicode)


def spread(least: float, most: float, unicode: bool = True) -> str:
    """Two times as a range, with one unit if it is the same: ``14.0…18.9 µs``."""
    first, last = timing(least, unicode), timing(most, unicode)
    if first.rpartition(" ")[2] == last.rpartition(" ")[2]:
        first = first.rpartition(" ")[0]
    return f"{first}…{last}" if unicode else f"{first} to {last}"


def compact(number: float) -> str:
    """412 345 as ``412 k``: for counts that change while they are read."""
    return rate(number).removesuffix("/s").rstrip()


def figure(value: float, quantity: Quantity, unicode: bool = True) -> str:
    """A value of this quantity, as people write it."""
    text = value_text(value, quantity)
    return text if unicode else in_ascii(text)


# What was not measured


def rounded(value: float, quantity: Quantity, unicode: bool) -> str:
    """An estimate, with no more figures than it deserves."""
    return timing(float(f"{value:.1e}"), unicode) if quantity in IN_SECONDS else compact(float(f"{value:.1e}"))


def everything_measured(table: Table) -> bool:
    """Whether a run would find nothing to do."""
    return table.finished or not any(_is_open(cell, table.plan.repeat) for cell in table.cells.values())


def _is_open(cell: TableCell, repeat: int) -> bool:
    if cell.status is CellStatus.WRONG:
        return len(cell.samples) < repeat and all(sample.complete for sample in cell.samples)
    return cell.status in (CellStatus.WAITING, CellStatus.RUNNING, CellStatus.STOPPED)


def plain(text: str, view: ScreenView) -> str:
    """A text of the core's, for the terminal at hand."""
    return text if view.unicode else in_ascii(text)
