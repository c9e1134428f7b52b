"""The units of a grid as masks of cells: this is all that the techniques know about geometry.

A set of cells is an integer: bit c stands for cell c.  Nothing here assumes
that boxes are rectangles or that a cell has three units, so that diagonals,
windows and irregular regions need no technique of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from core.sudoku.shape import Rule, Shape

KEPT_SETS = 1 << 12
"""Of so many sets of cells the members are remembered."""


@lru_cache(maxsize=KEPT_SETS)
def cells_of(mask: int) -> tuple[int, ...]:
    """The members of a set of cells, ascending.  Techniques ask for the same sets again and again."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return tuple(out)


def mask_of(cells: Iterable[int]) -> int:
    """The set of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class Geometry:
    """The units, which cells share one, and which units run along rows, along columns and through boxes."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.n = shape.order
        self.size = shape.cells
        self.units = shape.units
        self.masks = [mask_of(unit) for unit in self.units]
        """For each unit, the set of its cells."""
        rules = [shape.rule_of(unit)[0] for unit in range(len(self.units))]
        self.rules = rules
        self.rows = [unit for unit, rule in enumerate(rules) if rule is Rule.ROW]
        self.columns = [unit for unit, rule in enumerate(rules) if rule is Rule.COLUMN]
        self.boxes = [unit for unit, rule in enumerate(rules) if rule not in (Rule.ROW, Rule.COLUMN)]
        """Every unit that is neither a row nor a column: boxes, regions, diagonals, windows."""
        self.units_of: list[tuple[int, ...]] = [
            tuple(unit for unit, mask in enumerate(self.masks) if mask >> cell & 1) for cell in range(self.size)
        ]
        self.peers = [mask_of(shape.peers(cell)) for cell in range(self.size)]
        """For each cell, the set of the cells that share a unit with it."""
        self.row_of = [shape.row(cell) for cell in range(self.size)]
        self.column_of = [shape.column(cell) for cell in range(self.size)]
        self.all_cells = (1 << self.size) - 1
        self.all_values = (1 << self.n) - 1

    @classmethod
    def of(cls, shape: Shape) -> Geometry:
        """The geometry of a shape, made once."""
        return _geometry(shape)

    def common_peers(self, mask: int) -> int:
        """The cells that share a unit with every cell of a set."""
        seen = self.all_cells
        peers = self.peers
        while mask and seen:
            low = mask & -mask
            seen &= peers[low.bit_length() - 1]
            mask ^= low
        return seen

    def shared_units(self, mask: int) -> list[int]:
        """The units that hold every cell of a (non-empty) set."""
        first = (mask & -mask).bit_length() - 1
        return [unit for unit in self.units_of[first] if not mask & ~self.masks[unit]]

    def crossings(self) -> Iterator[tuple[int, int]]:
        """Pairs (unit, other) with at least two common cells, where the first unit is neither a row nor a column."""
        for unit in self.boxes:
            for other in range(len(self.units)):
                if (
                    other != unit
                    and self.rules[other] in (Rule.ROW, Rule.COLUMN)
                    and (self.masks[unit] & self.masks[other]).bit_count() > 1
                ):
                    yield unit, other


@lru_cache(maxsize=64)
def _geometry(shape: Shape) -> Geometry:
    return Geometry(shape)
