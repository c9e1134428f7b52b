"""Cages: cells that add up to a number, with or without repeats, and those that are balanced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Self

from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, WithNumber, beside, cells_behind, fpuzzles_names, pair_table, sets_of_sum
from core.sudoku.rules._forms import Allowed, Board, Distinct, Form, Pair, Sets, Values, adding_up, bit, bits_of
from core.sudoku.rules._reading import Misread, cell_list, halves, names
from core.sudoku.rules._rule import Look, Mark, Rule

_SIZES = (2, 2, 2, 3, 3, 3, 4, 4)
"""How many cells randomly drawn cages have: small ones tell more."""


@lru_cache(maxsize=256)
def _two_adding_up(n: int, total: int) -> tuple[Values, ...]:
    return pair_table(n, lambda a, b: a != b and a + b == total)


@dataclass(frozen=True)
class Cage(OnCells):
    """Killer: the cells differ, and add up to a sum if one is given."""

    total: int | None = None

    kind: ClassVar[str] = "cage"
    title: ClassVar[str] = "Killer cage"
    usage: ClassVar[str] = "cage 15: r1c1 r1c2"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.FRAME

    @property
    def _name(self) -> str:
        return "the cage" if self.total is None else f"the cage of {self.total}"

    def forms(self, board: Board) -> Iterable[Form]:
        """The sets of values that add up or, if these are many, cells that differ and a sum."""
        n, size, total = board.shape.order, len(self.path), self.total
        name = f"{self._name} at {board.shape.name_of(self.path[0])}"
        if total is None:
            if size > 1:
                yield Distinct(self.path, name=name)
        elif size == 1:
            yield Allowed(self.path[0], bit(total) if 1 <= total <= n else 0, name=name)
        elif size == 2:
            first, second = self.path
            yield Pair(first, second, _two_adding_up(n, total), name=name)
        elif (sets := sets_of_sum(n, size, total)) is not None:
            yield Sets(self.path, sets, name=name)
        else:
            yield Distinct(self.path, name=name)
            yield adding_up(self.path, total, name)

    def words(self, shape: Shape) -> str:
        """What its cells add up to, and that they differ."""
        if len(self.path) == 1:
            return f"{names(self.path, shape)} is {self.total}"
        return f"{names(self.path, shape)} {'' if self.total is None else f'add up to {self.total} and '}differ"

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with the sum in its corner."""
        yield Mark(Look.FRAME, self.path, "" if self.total is None else str(self.total))

    def line(self, shape: Shape) -> str:
        """``cage 15: r1c1 r1c2``, or ``cage: …`` without a sum."""
        total = "" if self.total is None else f" {self.total}"
        return f"{self.kind}{total}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """A sum or none, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        total = before.number("a sum") if before else None
        before.over()
        return cls(cells_behind(before, behind, shape, 1), total)

    @classmethod
    def drawn(cls, shape: Shape, solution: Sequence[int], chance: Random) -> Iterable[Self]:
        """Cages with sums over nearly the whole grid."""
        near, left = beside(shape), set(range(shape.cells))
        for start in chance.sample(range(shape.cells), shape.cells):
            cage, size = [start], chance.choice(_SIZES)
            while start in left and len(cage) < size:
                held = {solution[cell] for cell in cage}
                open_ = sorted({cell for own in cage for cell in near[own] if cell in left and cell not in cage})
                others = [cell for cell in open_ if solution[cell] not in held]
                if not others:
                    break
                cage.append(chance.choice(others))
            if len(cage) > 1:
                left.difference_update(cage)
                yield cls(tuple(sorted(cage)), sum(solution[cell] for cell in cage))

    iss = {"Cage": lambda told, shape: [Cage(told.cells, told.number() or None)]}
    fpuzzles = {"killercage": lambda entry, shape: [Cage(entry.cells, entry.number() or None)]}

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """Its cells and its sum."""
        more = {} if self.total is None else {"value": str(self.total)}
        return [("killercage", {"cells": fpuzzles_names(self.path, shape)} | more)]


_ARROWS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0)}


def cages_drawn(text: str, shape: Shape) -> list[Rule]:
    """The cages of a grid with a character for each cell: a sum (base 36), or an arrow to a cell of the same cage.

    Raises Misread if an arrow leads out of the grid or round in a circle.
    """
    n = shape.order

    def head(cell: int) -> int:
        start = cell
        for _ in range(shape.cells):
            if text[cell] not in _ARROWS:
                return cell
            row, column = (at + step for at, step in zip(divmod(cell, n), _ARROWS[text[cell]], strict=True))
            if not (0 <= row < n and 0 <= column < n):
                raise Misread(cell + 1, "this arrow points out of the grid")
            cell = row * n + column
        raise Misread(start + 1, "these arrows go round in a circle")

    cages: dict[int, list[int]] = {}
    for cell in range(shape.cells):
        cages.setdefault(head(cell), []).append(cell)
    return [Cage(tuple(cells), int(text[first], 36) or None) for first, cells in cages.items()]


@dataclass(frozen=True)
class Caged:
    """A grid that is all cages, each with a sum."""

    cages: tuple[int, ...]
    """The number of each cell's cage, from 0."""
    totals: tuple[int, ...]
    """The sum of each cage."""

    def rules(self) -> list[Rule]:
        """A rule for each cage."""
        groups: list[list[int]] = [[] for _ in self.totals]
        for cell, cage in enumerate(self.cages):
            groups[cage].append(cell)
        return [Cage(tuple(group), total) for group, total in zip(groups, self.totals, strict=True)]


def caged(rules: Iterable[Rule], shape: Shape) -> tuple[Caged | None, tuple[Rule, ...]]:
    """The cages among some rules, if these have sums and cover the grid once (else None), and all other rules."""
    rules = tuple(rules)
    cages = [rule for rule in rules if isinstance(rule, Cage)]
    owner = {cell: number for number, cage in enumerate(cages) for cell in cage.path}
    whole = len(owner) == shape.cells == sum(len(cage.path) for cage in cages)
    totals = [cage.total for cage in cages if cage.total is not None]
    if not whole or len(totals) != len(cages):
        return None, rules
    rest = tuple(rule for rule in rules if not isinstance(rule, Cage))
    return Caged(tuple(owner[cell] for cell in range(shape.cells)), tuple(totals)), rest


@dataclass(frozen=True)
class SumCage(WithNumber):
    """Cells that add up to a sum and may repeat values."""

    kind: ClassVar[str] = "sum"
    title: ClassVar[str] = "Sum"
    usage: ClassVar[str] = "sum 12: r1c1 r2c2 r3c3"
    what: ClassVar[str] = "a sum"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.FRAME
    says: ClassVar[str] = "{cells} add up to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """One sum."""
        yield adding_up(self.path, self.number, f"the sum of {self.number} at {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with the sum and a plus sign."""
        yield Mark(Look.FRAME, self.path, f"{self.number}+")

    iss = {"Sum": lambda told, shape: [SumCage(told.cells, told.number())]}


@dataclass(frozen=True)
class LittleKiller(WithNumber):
    """A diagonal that adds up to the number outside; values may repeat unless a house forbids it."""

    kind: ClassVar[str] = "little-killer"
    title: ClassVar[str] = "Little killer"
    usage: ClassVar[str] = "little-killer 22: r1c2-r2c1"
    what: ClassVar[str] = "a sum"
    least: ClassVar[int] = 1
    says: ClassVar[str] = "the diagonal {cells} adds up to {number}"

    def forms(self, board: Board) -> Iterable[Form]:
        """One sum."""
        yield adding_up(
            self.path, self.number, f"the diagonal of {self.number} from {board.shape.name_of(self.path[0])}"
        )

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """The sum outside, before its first cell, pointing along the diagonal."""
        yield Mark(Look.OUTSIDE, self.path, str(self.number))

    iss = {"LittleKiller": lambda told, shape: [LittleKiller(diagonal_from(told.cells[-1], shape), told.number())]}
    fpuzzles = {
        "littlekillersum": lambda entry, shape: (
            [LittleKiller(entry.diagonal(), entry.number())] if entry.number() else []
        )
    }

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """The place outside that its diagonal comes from, and its direction."""
        (r, c), (s, d) = divmod(self.path[0], shape.order), divmod(self.path[-1], shape.order)
        down, across = (1 if s > r else -1), (1 if d > c else -1)
        if len(self.path) == 1 or self.path != diagonal_from(self.path[0], shape, (down, across)):
            return None
        told = ("D" if down > 0 else "U") + ("R" if across > 0 else "L")
        return [
            (
                "littlekillersum",
                {"cell": f"R{r + 1 - down}C{c + 1 - across}", "direction": told, "value": str(self.number)},
            )
        ]


def diagonal_from(cell: int, shape: Shape, step: tuple[int, int] | None = None) -> tuple[int, ...]:
    """The cells of a diagonal from an edge cell; without a step, the one that Interactive Sudoku Solver means by it.

    That is down and left from the upper edge, down and right from the left one, up and left from the right one (but
    down and left from the corner above), up and right from the lower one.  Raises ProblemError for another cell.
    """
    n = shape.order
    row, column = divmod(cell, n)
    if step is None:
        if column == 0 and row < n - 1:
            step = (1, 1)
        elif row == 0:
            step = (1, -1)
        elif column == n - 1 and row < n - 1:
            step = (-1, -1)
        elif row == n - 1 and 0 < column < n - 1:
            step = (-1, 1)
        else:
            raise ProblemError(f"no diagonal starts at {shape.name_of(cell)}")
    found = []
    while 0 <= row < n and 0 <= column < n:
        found.append(row * n + column)
        row, column = row + step[0], column + step[1]
    return tuple(found)


@lru_cache(maxsize=256)
def _balanced(n: int, size: int) -> tuple[Values, ...]:
    if size > n:
        return ()

    def fits(each: tuple[int, ...]) -> bool:
        even = sum(v % 2 == 0 for v in each)
        low, high = sum(2 * v <= n for v in each), sum(2 * v > n + 1 for v in each)
        return 2 * even == size and low == high

    return tuple(bits_of(each) for each in combinations(range(1, n + 1), size) if fits(each))


@dataclass(frozen=True)
class EqualityCage(OnCells):
    """Cells that differ, as many even as odd, and as many low as high (the middle value is neither)."""

    kind: ClassVar[str] = "equality"
    title: ClassVar[str] = "Equality cage"
    usage: ClassVar[str] = "equality: r1c1 r1c2 r2c1 r2c2"
    look: ClassVar[Look] = Look.FRAME
    says: ClassVar[str] = "{cells} differ; as many are even as odd, and as many low as high"

    def forms(self, board: Board) -> Iterable[Form]:
        """The balanced sets of values."""
        yield Sets(
            self.path,
            _balanced(board.shape.order, len(self.path)),
            name=f"the equality cage at {board.shape.name_of(self.path[0])}",
        )

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """A dashed frame with a sign of equality."""
        yield Mark(Look.FRAME, self.path, "=")

    iss = {"EqualityCage": lambda told, shape: [EqualityCage(told.cells)]}
