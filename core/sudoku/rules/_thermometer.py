"""Thermometers: values rise from the bulb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import le, lt
from random import Random
from typing import ClassVar, Self

from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, beside, pair_table
from core.sudoku.rules._forms import Board, Form, Pair, Values
from core.sudoku.rules._rule import Look

_LONGEST = 6
"""The most cells of a randomly drawn thermometer."""


@lru_cache(maxsize=64)
def _steps(n: int, rises: Callable[[int, int], bool]) -> tuple[Values, ...]:
    """The table of two cells, the second farther from the bulb."""
    return pair_table(n, rises)


@dataclass(frozen=True)
class Thermometer(OnCells):
    """Values rise along the cells, from the bulb at the first."""

    kind: ClassVar[str] = "thermo"
    title: ClassVar[str] = "Thermometer"
    usage: ClassVar[str] = "thermo: r1c1-r1c4"
    written: ClassVar[str] = "thermometer lines"
    look: ClassVar[Look] = Look.BULB
    says: ClassVar[str] = "values rise along {cells}"

    def forms(self, board: Board) -> Iterable[Form]:
        """A chain of pairs, each smaller than the next."""
        name, table = f"the thermometer from {board.shape.name_of(self.path[0])}", _steps(board.shape.order, lt)
        for first, second in pairwise(self.path):
            yield Pair(first, second, table, name=name)

    @classmethod
    def drawn(cls, shape: Shape, solution: Sequence[int], chance: Random) -> Iterable[Self]:
        """Thermometers of at least three cells that do not touch the same cell."""
        near, left = beside(shape, corners=True), set(range(shape.cells))
        for start in chance.sample(range(shape.cells), shape.cells):
            path = [start]
            while start in left and len(path) < _LONGEST:
                higher = [cell for cell in near[path[-1]] if cell in left and solution[cell] > solution[path[-1]]]
                if not higher:
                    break
                path.append(chance.choice(sorted(higher, key=solution.__getitem__)[:2]))
            if len(path) > 2:
                left.difference_update(path)
                yield cls(tuple(path))

    iss = {"Thermo": lambda told, shape: [Thermometer(told.cells)]}
    fpuzzles = {"thermometer": lambda entry, shape: [Thermometer(line) for line in entry.lines]}


@dataclass(frozen=True)
class SlowThermometer(OnCells):
    """Values rise or stay the same along the cells, from the bulb at the first."""

    kind: ClassVar[str] = "slow-thermo"
    title: ClassVar[str] = "Slow thermometer"
    usage: ClassVar[str] = "slow-thermo: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "slowthermometer lines"
    look: ClassVar[Look] = Look.BULB
    says: ClassVar[str] = "values never fall along {cells}"

    def forms(self, board: Board) -> Iterable[Form]:
        """A chain of pairs, none greater than the next."""
        name, table = f"the slow thermometer from {board.shape.name_of(self.path[0])}", _steps(board.shape.order, le)
        for first, second in pairwise(self.path):
            yield Pair(first, second, table, name=name)

    fpuzzles = {"slowthermometer": lambda entry, shape: [SlowThermometer(line) for line in entry.lines]}
