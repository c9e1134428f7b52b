"""What the growth of a contestant says of cells that were not measured."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.findings import FURTHEST_ESTIMATE
from core.compare.plan import Key
from core.compare.quantity import IN_SECONDS, Quantity
from core.compare.statistics import Interval
from core.compare.table import Table

GROWING = IN_SECONDS | {Quantity.NODES, Quantity.UPDATES}


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure that was not measured."""

    value: float
    interval: Interval
    """That holds it with 95 % confidence, if the growth goes on as it was."""


def estimate(table: Table, key: Key, quantity: Quantity) -> Estimate | None:
    """The figure that the fitted growth gives, where the fit is good and foretold the last size; else None."""
    if quantity not in GROWING or not key.instance.isdecimal():
        return None
    growth = table.growth(key.label, quantity)
    check = table.growth_check(key.label, quantity)
    n = int(key.instance)
    if growth is None or n <= growth.last or (check is not None and not check.holds):
        return None
    value = growth.at(n)
    return Estimate(value, growth.interval(n)) if value < FURTHEST_ESTIMATE else None
