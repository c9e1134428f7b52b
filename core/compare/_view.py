"""What a table shows: which quantity, columns and rows, in which order.  Screens, exports and charts share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.compare._papers import quantity_of
from core.compare._plan import Contestant
from core.compare._quantity import Quantity
from core.compare._table import Table


@dataclass(frozen=True, slots=True)
class View:
    """The part of a table that is shown."""

    quantity: Quantity = Quantity.TIME
    columns: tuple[str, ...] = ()
    """Labels in the order shown; those not named follow in the plan's order."""
    hidden: frozenset[str] = frozenset()
    """Labels not shown."""
    rows: tuple[str, ...] = ()
    """Instances in the order shown; those not named follow in the plan's order."""

    def contestants(self, table: Table) -> list[Contestant]:
        """The columns, in the chosen order, without the hidden ones."""
        rank = {label: place for place, label in enumerate(self.columns)}
        kept = [c for c in table.plan.contestants if c.label not in self.hidden]
        return sorted(kept, key=lambda c: rank.get(c.label, len(rank)))

    def instances(self, table: Table) -> list[str]:
        """The rows, in the chosen order."""
        rank = {instance: place for place, instance in enumerate(self.rows)}
        return sorted(table.rows, key=lambda instance: rank.get(instance, len(rank)))


def first_view(table: Table) -> View:
    """The first view of a table: the quantity of its document, or the time."""
    return View(quantity_of(table.plan.document))


def columns_by_value(table: Table, instance: str, quantity: Quantity) -> tuple[str, ...]:
    """Labels by value on this instance, the smallest first; those without a value come last."""
    return _sorted_labels([(c.label, table.value(table.cell(c, instance), quantity)) for c in table.plan.contestants])


def rows_by_value(table: Table, label: str, quantity: Quantity) -> tuple[str, ...]:
    """Instances by this algorithm's value, the largest first; those without a value come last."""
    values = [(i, table.value(table.cell(label, i), quantity)) for i in table.rows]
    return _sorted_labels([(i, None if value is None else -value) for i, value in values])


def _sorted_labels(values: Sequence[tuple[str, float | None]]) -> tuple[str, ...]:
    return tuple(name for name, value in sorted(values, key=lambda pair: (pair[1] is None, pair[1] or 0.0)))
