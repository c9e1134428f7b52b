"""What a single step of a search placed, and why there, so that watching it teaches something."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core import Grid, Layout
from core.sudoku._grid import bit, values_in
from core.sudoku._symbols import symbol


class Ground(StrEnum):
    """Why a value went where it did."""

    ONLY_VALUE = "only value"
    """Nothing else is left in the cell."""
    ONLY_PLACE = "only place"
    """It has no other place in a unit."""
    TRIED = "tried"
    """One of several: a guess."""
    WRONG = "wrong"
    """The rules forbid it: the algorithm had not looked yet."""


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """One value placed by a search."""

    layout: Layout
    cell: int
    value: int
    ground: Ground
    unit: int = -1
    """For `Ground.ONLY_PLACE`."""
    values: tuple[int, ...] = ()
    """What the rules left in the cell."""
    more: int = 0
    """Further values placed by the same step."""
    taken: int = 0
    """Values taken away before it."""

    def __str__(self) -> str:
        name, sign = self.layout.name_of(self.cell), symbol(self.value)
        back = f"{self.taken} taken back; " if self.taken else ""
        more = f"; and {self.more} more" if self.more else ""
        if self.ground is Ground.ONLY_VALUE:
            why = f"{name} = {sign}: nothing else is left there"
        elif self.ground is Ground.ONLY_PLACE:
            why = f"{name} = {sign}: the only place for it in {self.layout.houses[self.unit].name}"
        elif self.ground is Ground.WRONG:
            why = f"{name} = {sign}, which the rules forbid: it will be taken back"
        else:
            nth = self.values.index(self.value) + 1
            choices = " ".join(symbol(value) for value in self.values)
            why = f"{name} = {sign}: a guess, {nth} of {len(self.values)} ({choices})"
        return f"{back}{why}{more}"


def placed_between(start: Grid, before: tuple[int, ...], now: tuple[int, ...]) -> PlacedValue | None:
    """What was placed between two pictures of a search from a grid; None if values only went away."""
    layout = start.layout
    placed = [cell for cell, (old, new) in enumerate(zip(before, now, strict=True)) if new and new != old]
    if not placed:
        return None
    kept = tuple(new if old == new else 0 for old, new in zip(before, now, strict=True))
    grid = Grid.of(layout, kept, struck=start.struck)
    cell = placed[0]
    value, left = now[cell], grid.candidates[cell]
    ground, unit = Ground.TRIED, -1
    if not left & bit(value):
        ground = Ground.WRONG
    elif left == bit(value):
        ground = Ground.ONLY_VALUE
    else:
        for each in layout.houses_of(cell):
            if sum(1 for other in layout.units[each] if grid.candidates[other] & bit(value)) == 1:
                ground, unit = Ground.ONLY_PLACE, each
                break
    taken = sum(1 for old, new in zip(before, now, strict=True) if old and old != new)
    return PlacedValue(layout, cell, value, ground, unit, values_in(left), len(placed) - 1, taken)
