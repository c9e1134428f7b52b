"""The figures that the seed documents print, as data: one TOML file for each document.

A file gives the document's source, year and machine, its name for each algorithm, and its figures:
for a quantity and one or more contestants, one value for each N from ``first`` on, in units of
``unit`` (1 unless said otherwise; times come out in seconds).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from core._words import grouped
from core.compare._quantity import IN_SECONDS, Quantity

Figures = Mapping[Quantity, Mapping[str, Mapping[str, Decimal]]]
"""Figures by quantity, contestant's label and instance, to the last digit printed; times in seconds."""
UNITS = ((0, "s"), (3, "ms"), (6, "µs"), (9, "ns"))
"""The number of places that the decimal point moves for each unit of time."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What one document prints."""

    source: str = ""
    """Author, year if known, and title."""
    machine: str = ""
    """The machine on which its times were measured."""
    year: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Its name for each contestant, by label."""
    figures: Figures = field(default_factory=dict)
    measured_to: int | None = None
    """The last N that the plan measures; rows beyond it are shown as the paper's figures alone."""
    rows_to: int | None = None
    """The last row shown, if that is beyond all figures."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The document's remark on a row, by instance."""
    endless: frozenset[tuple[str, str]] = frozenset()
    """The contestant's label and the instance of runs that do not end in reasonable time."""
    faster_here: float = 1.0
    """Roughly how many times as fast its algorithms are here as in the document, for long searches."""
    sizes: str = ""
    """The end of the heading above means by size, which names the document's figures that show them."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Single numbers of its text, by name."""

    def figure(self, label: str, instance: str, quantity: Quantity) -> float | None:
        """The printed figure of a cell, or None if there is none."""
        exact = self.exact(label, instance, quantity)
        return None if exact is None else float(exact)

    def exact(self, label: str, instance: str, quantity: Quantity) -> Decimal | None:
        """The figure to its last digit; None if the paper has none."""
        return self.figures.get(quantity, {}).get(label, {}).get(instance)

    def rows_beyond(self, last: int) -> tuple[str, ...]:
        """The rows of the document beyond the last one measured, if a whole table is measured."""
        if self.measured_to is None or last < self.measured_to:
            return ()
        every = {n for by_label in self.figures.values() for row in by_label.values() for n in row}
        every |= {str(n) for n in range(last + 1, (self.rows_to or last) + 1)}
        return tuple(sorted((n for n in every if int(n) > last), key=int))


@cache
def paper(number: str) -> Paper:
    """The document with this number: ``000`` to ``004``.  Raises FileNotFoundError."""
    text = files("core.compare._papers").joinpath(f"{number}.toml").read_text(encoding="utf-8")
    data: dict[str, Any] = tomllib.loads(text, parse_float=Decimal)
    figures: dict[Quantity, dict[str, dict[str, Decimal]]] = {}
    for block in data.get("figures", ()):
        unit = Decimal(block.get("unit", 1))
        row = {str(n): Decimal(value) * unit for n, value in enumerate(block["values"], block["first"])}
        for label in block["algorithms"]:
            figures.setdefault(Quantity(block["quantity"]), {})[label] = row
    return Paper(
        data["source"],
        data["machine"],
        data.get("year"),
        data.get("names", {}),
        figures,
        data.get("measured_to"),
        data.get("rows_to"),
        {instance: mark for mark, instances in data.get("marks", {}).items() for instance in instances},
        frozenset((label, instance) for label, instance in data.get("endless", ())),
        float(data.get("faster_here", 1)),
        data.get("sizes", ""),
        data.get("counts", {}),
    )


def printed(figure: Decimal, quantity: Quantity) -> str:
    """A figure with all its digits; a time is in the largest unit of which it is one or more: ``160.50 ms``."""
    if quantity not in IN_SECONDS:
        return grouped(int(figure))
    at = next((at for at, (places, _) in enumerate(UNITS) if figure.scaleb(places) >= 1), len(UNITS) - 1)
    digits = figure.scaleb(UNITS[at][0]).as_tuple().exponent
    if isinstance(digits, int) and digits > 0:
        at = max(0, at - 1)  # 0.24 ms, which has not the precision of 240 µs
    places, unit = UNITS[at]
    whole, point, rest = f"{figure.scaleb(places):f}".partition(".")
    return f"{grouped(int(whole))}{point}{rest} {unit}"


PAPER_OF = {
    "paper-000-table-2": ("000", Quantity.TIME),
    "paper-000-table-3": ("000", Quantity.NODES),
    "paper-001-counts": ("001", Quantity.SOLUTIONS),
    "paper-002-boards": ("002", Quantity.SOLUTIONS),
    "paper-003-build-solve": ("003", Quantity.TIME),
    "paper-004-table-1": ("004", Quantity.TIME),
}
"""For each experiment of `core.compare._papers.documents`, its document and the quantity in its table."""


def paper_of(document: str | None) -> Paper:
    """The figures for an experiment's name; an empty `Paper` for any other name or None."""
    return paper(PAPER_OF[document][0]) if document in PAPER_OF else Paper()


def quantity_of(document: str | None) -> Quantity:
    """The quantity that an experiment's table shows first; for any other name, or None, the time."""
    return PAPER_OF[document][1] if document in PAPER_OF else Quantity.TIME
