"""The figures that the seed documents print, as data: one TOML file for each document.

A file names the document's source, year and machine, what it calls each
algorithm, and its figures: for a quantity and one or more contestants, one value
for each N from ``first`` on, in units of ``unit`` (1 unless said otherwise; times
come out in seconds).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from core.compare.quantity import IN_SECONDS, Quantity
from core.words import grouped

Figures = Mapping[Quantity, Mapping[str, Mapping[str, Decimal]]]
"""Quantity to contestant's label to instance to figure, to the last digit printed; times in seconds."""
UNITS = ((0, "s"), (3, "ms"), (6, "µs"), (9, "ns"))
"""How many places the point moves for each unit of time."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What one document prints."""

    source: str = ""
    """Author, year where there is one, and title."""
    machine: str = ""
    """What its times were measured on."""
    year: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """What it calls each contestant, by label."""
    figures: Figures = field(default_factory=dict)
    measured_to: int | None = None
    """The last N that the plan measures; rows beyond it are shown as the paper's figures alone."""
    rows_to: int | None = None
    """The last row shown, where that is beyond all figures."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """What the document writes beside a row, by instance."""
    endless: frozenset[tuple[str, str]] = frozenset()
    """Contestant's label and instance of runs that do not end in reasonable time."""
    faster_here: float = 1.0
    """How many times as fast as the document's its algorithms are here, roughly, where a search takes long."""
    sizes: str = ""
    """The end of the heading above means by size: it names the document's figures that show them."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Single numbers of its text, by name."""

    def figure(self, label: str, instance: str, quantity: Quantity) -> float | None:
        """The printed figure of a cell, or None where there is none."""
        exact = self.exact(label, instance, quantity)
        return None if exact is None else float(exact)

    def exact(self, label: str, instance: str, quantity: Quantity) -> Decimal | None:
        """The figure to its last digit; None where the paper gives none."""
        return self.figures.get(quantity, {}).get(label, {}).get(instance)

    def rows_beyond(self, last: int) -> tuple[str, ...]:
        """The rows of the document beyond the last one measured, where a whole table is measured."""
        if self.measured_to is None or last < self.measured_to:
            return ()
        every = {n for by_label in self.figures.values() for row in by_label.values() for n in row}
        every |= {str(n) for n in range(last + 1, (self.rows_to or last) + 1)}
        return tuple(sorted((n for n in every if int(n) > last), key=int))


@cache
def paper(number: str) -> Paper:
    """The document with this number: ``000`` to ``004``.  Raises FileNotFoundError."""
    text = files("core.compare.papers").joinpath(f"{number}.toml").read_text(encoding="utf-8")
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
    """A figure with all its digits, and a time in the largest unit of which it is one or more: ``160.50 ms``."""
    if quantity not in IN_SECONDS:
        return grouped(int(figure))
    at = next((at for at, (places, _) in enumerate(UNITS) if figure.scaleb(places) >= 1), len(UNITS) - 1)
    digits = figure.scaleb(UNITS[at][0]).as_tuple().exponent
    if isinstance(digits, int) and digits > 0:
        at = max(0, at - 1)  # 0.24 ms, of which nobody says that it is 240 µs
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
"""Which document an experiment of `core.compare.papers.documents` belongs to, and what its table shows."""


def paper_of(document: str | None) -> Paper:
    """The figures for an experiment's name; an empty `Paper` for any other name or None."""
    return paper(PAPER_OF[document][0]) if document in PAPER_OF else Paper()


def quantity_of(document: str | None) -> Quantity:
    """What the table of an experiment shows first; for any other name or None the time."""
    return PAPER_OF[document][1] if document in PAPER_OF else Quantity.TIME
