"""Lines whose values form a set of a sort: consecutive in any order (renban), or no two consecutive (nabner)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar

from core.sudoku.rules._common import OnCells
from core.sudoku.rules._forms import Board, Form, Sets, Values, bits_of


def _runs(n: int, size: int) -> tuple[Values, ...]:
    """Every set of ``size`` consecutive values of 1 … n."""
    return tuple(((1 << size) - 1) << low for low in range(n - size + 1))


@lru_cache(maxsize=256)
def _spread(n: int, size: int) -> tuple[Values, ...]:
    """Every set of ``size`` of the values 1 … n without two that are consecutive."""
    every = combinations(range(1, n + 1), size)
    return tuple(bits_of(each) for each in every if all(b - a > 1 for a, b in pairwise(each)))


@dataclass(frozen=True)
class Renban(OnCells):
    """The values on the line are consecutive, in any order."""

    kind: ClassVar[str] = "renban"
    title: ClassVar[str] = "Renban"
    usage: ClassVar[str] = "renban: r1c1-r1c4"
    written: ClassVar[str] = "renban lines"
    says: ClassVar[str] = "{cells} hold consecutive values in any order"

    def forms(self, board: Board) -> Iterable[Form]:
        """The runs of values of this length."""
        sets = _runs(board.shape.order, len(self.path))
        yield Sets(self.path, sets, name=f"the renban from {board.shape.name_of(self.path[0])}")

    iss = {"Renban": lambda told, shape: [Renban(told.cells)]}
    fpuzzles = {"renban": lambda entry, shape: [Renban(tuple(dict.fromkeys(line))) for line in entry.lines]}


@dataclass(frozen=True)
class Nabner(OnCells):
    """No two values on the line are the same or consecutive."""

    kind: ClassVar[str] = "nabner"
    title: ClassVar[str] = "Nabner"
    usage: ClassVar[str] = "nabner: r1c1-r1c4"
    written: ClassVar[str] = "nabner lines"
    says: ClassVar[str] = "no two of {cells} hold the same value or consecutive ones"

    def forms(self, board: Board) -> Iterable[Form]:
        """The sets of values without neighbours."""
        sets = _spread(board.shape.order, len(self.path))
        yield Sets(self.path, sets, name=f"the nabner from {board.shape.name_of(self.path[0])}")

    iss = {"Nabner": lambda told, shape: [Nabner(told.cells)]}
    fpuzzles = {"nabner": lambda entry, shape: [Nabner(tuple(dict.fromkeys(line))) for line in entry.lines]}
