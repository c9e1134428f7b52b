"""What most kinds of rules have in common: some cells in order, often with a number before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from core._checks import wholes
from core._search import ProblemError
from core._words import counted
from core.sudoku._shape import Shape
from core.sudoku.rules._forms import Pair, Values, bit, bits_of
from core.sudoku.rules._reading import Misread, Words, cell_list, cells_in, halves, names
from core.sudoku.rules._rule import Look, Mark, Rule

MOST_SETS = 256
"""More sets than this are not listed: the cells differ and add up, as two forms."""


@dataclass(frozen=True)
class OnCells(Rule):
    """A rule about some cells, in order; most are lines."""

    path: tuple[int, ...]

    least: ClassVar[int] = 2
    """The fewest cells it takes."""
    most: ClassVar[int | None] = None
    """The most cells it takes; None for any number."""
    repeats: ClassVar[bool] = False
    """Whether a cell may come more than once."""
    look: ClassVar[Look] = Look.STROKE
    says: ClassVar[str] = ""
    """The sentence, with ``{cells}`` for their names."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", wholes(self.path, "a cell", 0))
        if len(self.path) < self.least:
            raise ProblemError(f"{self.kind}: expected {counted(self.least, 'cell')}, not {len(self.path)}")
        if not self.repeats and len(set(self.path)) != len(self.path):
            raise ProblemError(f"{self.kind}: a cell comes twice")
        if self.most is not None and len(self.path) > self.most:
            raise ProblemError(f"{self.kind}: expected {counted(self.most, 'cell')}, not {len(self.path)}")

    @property
    def cells(self) -> tuple[int, ...]:
        """Its cells, in order."""
        return self.path

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell outside the grid."""
        if self.path and max(self.path) >= shape.cells:
            raise ProblemError(
                f"{self.kind}: cell {max(self.path)} is outside a grid of {counted(shape.cells, 'cell')}"
            )

    def words(self, shape: Shape) -> str:
        """The sentence that says what it demands."""
        return self.says.format(cells=names(self.path, shape), **self._told())

    def _told(self) -> dict[str, object]:
        return {}

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """One stroke, frame or shade over its cells."""
        yield Mark(self.look, self.path, tone=self.kind)

    def line(self, shape: Shape) -> str:
        """``thermo: r1c1-r1c4``."""
        return f"{self.kind}: {cell_list(self.path, shape)}"

    written: ClassVar[str] = ""
    """The key of an f-puzzles document and the form of cells there: ``lines``, ``cells``, or a ``cell`` each."""

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """One entry with all cells, or one for each."""
        if not self.written:
            return None
        key, way = self.written.split()
        names = fpuzzles_names(self.path, shape)
        if way == "cell":
            return [(key, {"cell": name}) for name in names]
        value = self._written_value()
        more = {"value": value} if value else {}
        return [(key, {"lines": [names]} | more if way == "lines" else {"cells": names} | more)]

    def _written_value(self) -> str:
        """The value of its entry there; empty for none."""
        return ""

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Cells after a colon.  Raises Misread."""
        before, behind = halves(text)
        before.over()
        return cls(cells_behind(before, behind, shape, cls.least, cls.most))


def fpuzzles_names(cells: Iterable[int], shape: Shape) -> list[str]:
    """Cells as f-puzzles names them: ``R4C7``."""
    return [shape.name_of(cell).upper() for cell in cells]


def cells_behind(
    before: Words, behind: Words | None, shape: Shape, least: int, most: int | None = None
) -> tuple[int, ...]:
    """The cells after a colon.  Raises Misread, also if there is no colon."""
    if behind is None:
        raise Misread(before.end, "expected : and cells such as r1c1 r1c2")
    cells = cells_in(behind, shape, least=least)
    if most is not None and len(cells) > most:
        raise Misread(behind.end, f"expected {counted(most, 'cell')}, found {len(cells)}")
    return cells


@dataclass(frozen=True)
class WithNumber(OnCells):
    """Cells with a number before them: a sum, a difference."""

    number: int

    least_number: ClassVar[int] = 0
    usual: ClassVar[int | None] = None
    """The number if none is written."""
    what: ClassVar[str] = "a number"

    def _told(self) -> dict[str, object]:
        return {"number": self.number}

    def _written_value(self) -> str:
        return str(self.number)

    def line(self, shape: Shape) -> str:
        """``cage 15: r1c1 r1c2``."""
        return f"{self.kind} {self.number}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """A number, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        if not before and cls.usual is not None:
            number = cls.usual
        else:
            number = before.number(cls.what, cls.least_number)
        before.over()
        return cls(cells_behind(before, behind, shape, cls.least, cls.most), number)


@dataclass(frozen=True)
class Wide(Rule):
    """A rule of the whole grid, without cells."""

    says: ClassVar[str] = ""

    @property
    def cells(self) -> tuple[int, ...]:
        """None: it is about the whole grid."""
        return ()

    def words(self, shape: Shape) -> str:
        """The sentence that says what it demands."""
        return self.says

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """Its words are written beside the grid."""
        yield Mark(Look.WIDE, (), self.title)

    flag: ClassVar[str] = ""
    """The key of an f-puzzles document that says it when true."""

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """A key that is true."""
        return [(self.flag, True)] if self.flag else None

    def line(self, shape: Shape) -> str:
        """Its word alone."""
        return self.kind

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Its word stands alone.  Raises Misread for anything after it."""
        Words(text).over()
        return cls()


def with_ends(path: tuple[int, ...], look: Look, kind: str) -> Iterable[Mark]:
    """A stroke with a ring or a square at each end."""
    yield Mark(Look.STROKE, path, tone=kind)
    yield Mark(look, path[:1], tone=kind)
    yield Mark(look, path[-1:], tone=kind)


def pair_table(n: int, fits: Callable[[int, int], bool]) -> tuple[Values, ...]:
    """The table of a Pair: for each value of the first cell, the values of the second that fit."""
    return tuple(bits_of(b for b in range(1, n + 1) if fits(a, b)) for a in range(1, n + 1))


@lru_cache(maxsize=64)
def differing(n: int, least: int) -> tuple[Values, ...]:
    """The table of two cells that differ by at least a number."""
    return pair_table(n, lambda a, b: abs(a - b) >= least)


@lru_cache(maxsize=64)
def same_values(n: int) -> tuple[Values, ...]:
    """The table of two cells that are equal."""
    return tuple(bit(value) for value in range(1, n + 1))


def pair(cells: tuple[int, ...], n: int, fits: Callable[[int, int], bool], name: str = "") -> Pair:
    """A Pair of two cells of a grid of order n."""
    first, second = cells
    return Pair(first, second, pair_table(n, fits), name=name)


@lru_cache(maxsize=4096)
def sets_of_sum(n: int, size: int, total: int) -> tuple[Values, ...] | None:
    """Every set of ``size`` of the values 1 … n that adds up to ``total``; None if there are too many to list."""
    found: list[Values] = []

    def extend(first: int, left: int, rest: int, bits: Values) -> bool:
        if left == 0:
            if rest == 0:
                found.append(bits)
            return len(found) <= MOST_SETS
        for value in range(first, n + 1):
            least = left * value + left * (left - 1) // 2
            if least > rest:
                break
            most = value + (left - 1) * n - (left - 1) * (left - 2) // 2
            if most >= rest and not extend(value + 1, left - 1, rest - value, bits | 1 << (value - 1)):
                return False
        return True

    return tuple(found) if extend(1, size, total, 0) else None


def neighbours(shape: Shape) -> list[tuple[int, int]]:
    """All pairs of orthogonal neighbours, the left or upper one first."""
    n = shape.order
    return [
        (cell, other)
        for cell in range(shape.cells)
        for other in ((cell + 1) if cell % n < n - 1 else -1, cell + n if cell + n < shape.cells else -1)
        if other >= 0
    ]


def beside(shape: Shape, *, corners: bool = False) -> list[list[int]]:
    """The neighbours of each cell, with ``corners`` also those that touch it with a corner."""
    found: list[list[int]] = [[] for _ in range(shape.cells)]
    for one, other in moves(shape, ((0, 1), (1, 0), *(((1, 1), (1, -1)) if corners else ()))):
        found[one].append(other)
        found[other].append(one)
    return found


def moves(shape: Shape, steps: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """All pairs of cells that are one of these steps (down, across) apart, each once."""
    n, found = shape.order, []
    for cell in range(shape.cells):
        row, column = divmod(cell, n)
        for down, across in steps:
            if 0 <= row + down < n and 0 <= column + across < n:
                found.append((cell, (row + down) * n + column + across))
    return found
