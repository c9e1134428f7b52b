"""What the comparison table draws: rows, columns and cells as text and tones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """One figure of a cell."""

    text: str
    tone: str = "value"
    """value, best, dim, running, wrong, warning, estimate, paper."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One algorithm."""

    key: str
    title: str
    short: str
    """For where there is no room for all the titles."""
    index: int
    """Which marker and colour it has in the chart."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One instance."""

    key: str
    title: str
    known: str = ""
    """Its known number of solutions, as text."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything to draw."""

    title: str = ""
    corner: str = "N"
    known_title: str = ""
    """Heading of the column of known results; empty for none."""
    columns: Sequence[TableColumn] = ()
    rows: Sequence[TableRow] = ()
    headings: Sequence[str] = ("",)
    """One for each part of a cell: ("",) or ("paper", "here", "factor")."""
    cells: Mapping[tuple[str, str], Sequence[Part]] = field(default_factory=dict)
    """(row key, column key) to its parts."""
    summary: Sequence[tuple[str, Mapping[str, Part]]] = ()
    """Lines below the rows: (title, column key to figure)."""
    note: str = ""
    """What to say where there are no rows."""
