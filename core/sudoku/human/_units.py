"""The units of a grid as masks of cells: this is all that the techniques know about geometry.

A set of cells is an integer: bit c stands for cell c.  Nothing here assumes
that boxes are rectangles or that a cell has three units, so that diagonals,
windows and irregular regions need no technique of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from core.sudoku._layout import HouseKind, Layout

KEPT_SETS = 1 << 12
"""How many sets of cells have their members remembered."""


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

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.n = layout.order
        self.size = layout.cells
        self.units = layout.units
        self.masks = [mask_of(unit) for unit in self.units]
        """For each unit, the set of its cells."""
        self.kinds = [house.kind for house in layout.houses]
        self.rows = self._lines(HouseKind.ROW)
        self.columns = self._lines(HouseKind.COLUMN)
        self.lined = len(self.rows) == len(self.columns) == self.n
        """Whether every row and every column is a house, so that ``rows`` and ``columns`` go by their numbers."""
        self.boxes = [unit for unit, kind in enumerate(self.kinds) if kind not in (HouseKind.ROW, HouseKind.COLUMN)]
        """Every unit that is neither a row nor a column: boxes, regions, diagonals, windows."""
        self.units_of = [layout.houses_of(cell) for cell in range(self.size)]
        self.peers = [mask_of(layout.peers(cell)) for cell in range(self.size)]
        """For each cell, the set of the cells that must differ from it."""
        self.row_of = [layout.row(cell) for cell in range(self.size)]
        self.column_of = [layout.column(cell) for cell in range(self.size)]
        self.all_cells = (1 << self.size) - 1
        self.all_values = (1 << self.n) - 1

    def _lines(self, kind: HouseKind) -> list[int]:
        lines = (unit for unit, own in enumerate(self.kinds) if own is kind)
        return sorted(lines, key=lambda unit: self.units[unit][0])

    @classmethod
    def of(cls, layout: Layout) -> Geometry:
        """The geometry of a layout, made once."""
        return _geometry(layout)

    def common_peers(self, mask: int) -> int:
        """The cells that must differ from every cell of a set."""
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
                    and self.kinds[other] in (HouseKind.ROW, HouseKind.COLUMN)
                    and (self.masks[unit] & self.masks[other]).bit_count() > 1
                ):
                    yield unit, other


@lru_cache(maxsize=64)
def _geometry(layout: Layout) -> Geometry:
    return Geometry(layout)
