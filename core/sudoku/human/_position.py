"""A position: the values placed and the candidates left, as a person who solves by logic sees them.

Candidates are held twice, as the values of each cell (bit v - 1 for value v)
and as the cells of each value (bit c for cell c), because some techniques look
along cells and others along values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape
from core.sudoku.human._pattern import Candidate
from core.sudoku.human._step import Step
from core.sudoku.human._units import Geometry


class Cancelled(Exception):
    """The caller no longer wants the answer: its ``cancelled`` function said so."""


class Position:
    """Values and candidates, changed by `place`, `eliminate` and `apply`."""

    __slots__ = ("_unique", "bits", "cache", "cancelled", "geometry", "given", "n", "places", "unsolved", "values")

    def __init__(
        self,
        shape: Shape | Layout,
        values: Sequence[int],
        candidates: Sequence[int] | None = None,
        *,
        givens: Sequence[int] | None = None,
        unique: bool | Callable[[], bool] = False,
    ) -> None:
        """Begin with n² values (0 = empty) and the candidate sets of the cells (by default all that the values leave).

        ``givens`` are the values that belong to the puzzle, not placed since (by default all of them); ``unique`` says
        whether the puzzle was proved to have one solution, or is a function that finds out when this is first needed.
        """
        geometry = Geometry.of(Layout.of(shape))
        self.geometry = geometry
        self.n = geometry.n
        self.values = list(values)
        self.unsolved = 0
        """The set of cells without a value."""
        self.given = 0
        """The set of cells whose value belongs to the puzzle."""
        self.cancelled: Callable[[], bool] | None = None
        """Searches call this now and then; when it returns True, they raise `Cancelled`."""
        self.cache: dict[str, Any] = {}
        """Results that several techniques need in this position; every change empties it."""
        self._unique = unique
        for cell, value in enumerate(self.values):
            if not value:
                self.unsolved |= 1 << cell
        for cell, value in enumerate(givens if givens is not None else values):
            if value:
                self.given |= 1 << cell
        left = Grid.of(geometry.layout, self.values).candidates
        self.bits = [own & told for own, told in zip(left, candidates or left, strict=True)]
        """For each empty cell, the set of its candidates; 0 for the others."""
        self.places = [0] * (self.n + 1)
        """For each value (entry 0 is not used), the set of the empty cells that may hold it."""
        for cell, bits in enumerate(self.bits):
            while bits:
                low = bits & -bits
                self.places[low.bit_length()] |= 1 << cell
                bits ^= low

    @classmethod
    def of(cls, grid: Grid | Sudoku, *, unique: bool | Callable[[], bool] = False) -> Position:
        """The position of a puzzle, or of the work on one (struck-out candidates are gone, a person's marks do not
        count).

        If candidates of a puzzle are struck out, its having one solution says nothing about values that change
        places: then only a function that judges its givens alone will do.
        """
        if isinstance(grid, Sudoku):
            unique = False if unique is True and grid.marked else unique
            grid = Grid.from_problem(grid)
        return cls(grid.layout, grid.values, grid.candidates, givens=grid.givens, unique=unique)

    def copy(self) -> Position:
        """An independent copy."""
        twin = object.__new__(Position)
        twin.geometry, twin.n, twin.unsolved, twin.given = self.geometry, self.n, self.unsolved, self.given
        twin.values, twin.bits, twin.places = self.values[:], self.bits[:], self.places[:]
        twin.cancelled, twin._unique, twin.cache = self.cancelled, self._unique, {}
        return twin

    # Reading

    @property
    def layout(self) -> Layout:
        """The shape of the grid and its rules."""
        return self.geometry.layout

    @property
    def unique(self) -> bool:
        """Whether the puzzle is known to have one solution (found out now, if a function was given).

        The techniques that use it hold only if all rules are houses: with others this is False.
        """
        if not self.layout.only_houses:
            return False
        if not isinstance(self._unique, bool):
            self._unique = self._unique()
        return self._unique

    @property
    def solved(self) -> bool:
        """Whether every cell holds a value."""
        return not self.unsolved

    @property
    def left(self) -> int:
        """How many candidates are left in the empty cells."""
        return sum(bits.bit_count() for bits in self.bits)

    @property
    def empty_cells(self) -> int:
        """How many cells have no value."""
        return self.unsolved.bit_count()

    @property
    def broken(self) -> bool:
        """Whether a cell has no candidate left, or a unit no place for a value."""
        if any(not bits and not value for bits, value in zip(self.bits, self.values, strict=True)):
            return True
        for unit in self.geometry.units:
            seen = 0
            for cell in unit:
                value = self.values[cell]
                if value and seen >> (value - 1) & 1:
                    return True
                seen |= 1 << (value - 1) if value else 0
            for cell in unit:
                seen |= self.bits[cell]
            if seen != self.geometry.all_values:
                return True
        return False

    def has(self, candidate: Candidate) -> bool:
        """Whether a candidate is still there."""
        return bool(self.bits[candidate.cell] >> (candidate.value - 1) & 1)

    def check(self) -> None:
        """Raise `Cancelled` if the caller has cancelled the work."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled

    # Changing

    def place(self, cell: int, value: int) -> None:
        """Put a value in an empty cell; its peers lose it."""
        if self.values[cell]:
            return
        self.cache.clear()
        places = self.places
        mark = 1 << cell
        bits = self.bits[cell]
        while bits:
            low = bits & -bits
            places[low.bit_length()] &= ~mark
            bits ^= low
        self.values[cell] = value
        self.unsolved &= ~mark
        self.bits[cell] = 0
        hit = self.geometry.peers[cell] & places[value]
        places[value] &= ~hit
        low_value = ~(1 << (value - 1))
        own = self.bits
        while hit:
            low = hit & -hit
            own[low.bit_length() - 1] &= low_value
            hit ^= low

    def eliminate(self, cell: int, value: int) -> None:
        """Strike a candidate out."""
        self.cache.clear()
        self.bits[cell] &= ~(1 << (value - 1))
        self.places[value] &= ~(1 << cell)

    def apply(self, step: Step) -> None:
        """Carry out a step."""
        for cell, value in step.eliminations:
            self.eliminate(cell, value)
        for cell, value in step.placements:
            self.place(cell, value)

    def to_grid(self, grid: Grid) -> Grid:
        """This position as a grid: the givens of ``grid``, our values, and all other candidates struck out."""
        placed = tuple(0 if given else value for given, value in zip(grid.givens, self.values, strict=True))
        bare = Grid.of(grid.layout, grid.givens, placed, grid.marks)
        struck = tuple(open_ & ~bits for open_, bits in zip(bare.candidates, self.bits, strict=True))
        return Grid.of(grid.layout, grid.givens, placed, grid.marks, struck)
