"""Lines and groups with equal sums: region sums, lines in pieces of one sum, zippers, equal sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Self

from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, WithNumber, cells_behind, fpuzzles_names, same_values
from core.sudoku.rules._exchange import LOOP
from core.sudoku.rules._forms import LARGEST_HELPER, Automaton, Board, Form, Pair, Regular, Sum
from core.sudoku.rules._reading import Misread, cell_list, cells_in, halves, names
from core.sudoku.rules._rule import Look, Mark, Rule


def equal_sums(groups: Iterable[tuple[int, ...]], name: str) -> Iterable[Form]:
    """Each group adds up to the same as the next."""
    for one, other in pairwise(groups):
        yield Sum(one + other, (1,) * len(one) + (-1,) * len(other), 0, name=name)


@dataclass(frozen=True)
class RegionSum(OnCells):
    """The line adds up to the same in each box that it goes through; each visit to a box counts separately."""

    kind: ClassVar[str] = "region-sum"
    title: ClassVar[str] = "Region sum line"
    usage: ClassVar[str] = "region-sum: r1c1-r1c6"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "regionsumline lines"
    says: ClassVar[str] = "{cells} add up to the same in each box on the way"

    def forms(self, board: Board) -> Iterable[Form]:
        """One sum for each border that the line crosses."""
        boxes, visits = board.boxes, [[self.path[0]]]
        for before, cell in pairwise(self.path):
            if boxes[cell] != boxes[before]:
                visits.append([])
            visits[-1].append(cell)
        return equal_sums(map(tuple, visits), f"the region sum line from {board.shape.name_of(self.path[0])}")

    iss = {"RegionSumLine": lambda told, shape: [RegionSum(told.cells)]}
    fpuzzles = {"regionsumline": lambda entry, shape: [RegionSum(line) for line in entry.lines]}


@dataclass(frozen=True)
class SumLine(WithNumber):
    """The line falls into pieces of neighbours that add up to a number each; a loop may begin anywhere."""

    loop: bool = False

    kind: ClassVar[str] = "sum-line"
    title: ClassVar[str] = "Sum line"
    usage: ClassVar[str] = "sum-line 10: r1c1-r1c6"
    repeats: ClassVar[bool] = True
    what: ClassVar[str] = "the sum of each piece"
    least_number: ClassVar[int] = 1
    usual: ClassVar[int | None] = 10
    says: ClassVar[str] = "{cells} fall into pieces of neighbours that add up to {number} each"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that knows the running sum; for a loop also what its first piece has before the first border."""
        fits = _pieces_of_loop(self.number) if self.loop else _pieces(self.number)
        yield Regular(self.path, fits, name=f"the sum line from {board.shape.name_of(self.path[0])}")

    def line(self, shape: Shape) -> str:
        """``sum-line 10: …``, or ``sum-line 10 loop: …``."""
        return f"{self.kind} {self.number}{' loop' if self.loop else ''}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """A number, ``loop`` or not, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        number = before.number(cls.what, 1) if before and before.peek() != "loop" else 10
        if loop := before.peek() == "loop":
            before.next()
        before.over()
        return cls(cells_behind(before, behind, shape, 2), number, loop)

    iss = {"SumLine": lambda told, shape: [SumLine(told.cells, told.number(10), LOOP in told.words)]}
    fpuzzles = {"sumline": lambda entry, shape: [SumLine(line, entry.number(10)) for line in entry.lines]}


def _pieces(total: int) -> Automaton:
    def step(state: int, value: int, position: int) -> int | None:
        after = state + value
        return None if after > total else after % total

    return Automaton(("pieces", total), 0, step, lambda state: state == 0)


def _pieces_of_loop(total: int) -> Automaton:
    """States are sets of (sum before the first border, sum since the last one): the first border may be anywhere."""
    Ways = frozenset[tuple[int, int]]

    def step(state: Ways, value: int, position: int) -> Ways | None:
        after: set[tuple[int, int]] = set()
        for first, run in state:
            if first < 0:  # no border yet: -1 less the sum so far
                so_far = -1 - first + value
                if so_far <= total:
                    after.add((-1 - so_far, 0))
                    after.add((so_far, 0))
            elif run + value <= total:
                after.add((first, (run + value) % total))
        return frozenset(after) or None

    def accepts(state: Ways) -> bool:
        return any(first >= 0 and (first + run) % total == 0 for first, run in state)

    return Automaton(("pieces of a loop", total), frozenset({(-1, 0)}), step, accepts)


@dataclass(frozen=True)
class Zipper(OnCells):
    """Two cells at the same distance from the middle have the same sum; a middle cell is that sum."""

    kind: ClassVar[str] = "zipper"
    title: ClassVar[str] = "Zipper line"
    usage: ClassVar[str] = "zipper: r1c1-r1c5"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "zipperline lines"
    least: ClassVar[int] = 3
    says: ClassVar[str] = (
        "two cells of {cells} at the same distance from the middle have the same sum, which a middle cell is"
    )

    def forms(self, board: Board) -> Iterable[Form]:
        """Each pair adds up to the middle cell, or to a total of its own if there is none."""
        name = f"the zipper from {board.shape.name_of(self.path[0])}"
        half, n = len(self.path) // 2, board.shape.order
        if len(self.path) % 2 == 0 and 2 * n > LARGEST_HELPER:
            pairs = zip(self.path[:half], reversed(self.path), strict=False)
            yield from equal_sums(pairs, name)
            return
        middle = self.path[half] if len(self.path) % 2 else board.helper(range(2, 2 * n + 1)).cell
        for first, second in zip(self.path[:half], reversed(self.path), strict=False):
            yield Sum((first, second, middle), (1, 1, -1), 0, name=name)

    iss = {"Zipper": lambda told, shape: [Zipper(told.cells)]}
    fpuzzles = {"zipperline": lambda entry, shape: [Zipper(line) for line in entry.lines if len(line) > 2]}


@dataclass(frozen=True)
class Groups(Rule):
    """Several groups of cells."""

    groups: tuple[tuple[int, ...], ...]

    says: ClassVar[str]
    one_size: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(tuple(group) for group in self.groups))
        if len(self.groups) < 2 or not all(self.groups):
            raise ProblemError(f"{self.kind}: expected two groups of cells or more")

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells of the groups."""
        return tuple(cell for group in self.groups for cell in group)

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell outside the grid, or for groups of different sizes if these must be equal."""
        if not all(0 <= cell < shape.cells for cell in self.cells):
            raise ProblemError(f"{self.kind}: a cell is outside the grid")
        if self.one_size and len(set(map(len, self.groups))) > 1:
            raise ProblemError(f"{self.kind}: expected groups of the same size")

    def words(self, shape: Shape) -> str:
        """What the groups have in common."""
        return self.says.format(groups="; ".join(names(group, shape) for group in self.groups))

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """The cells of each group have one tone."""
        for number, group in enumerate(self.groups, 1):
            yield Mark(Look.SHADE, group, str(number), tone=self.kind)

    def line(self, shape: Shape) -> str:
        """The groups with ``=`` between."""
        return f"{self.kind}: {' = '.join(cell_list(group, shape) for group in self.groups)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """Groups after a colon, ``=`` between them.  Raises Misread."""
        before, behind = halves(text)
        before.over()
        if behind is None:
            raise Misread(before.end, "expected : and groups of cells with = between")
        groups = [cells_in(behind, shape, until="=")]
        while behind:
            behind.next()
            groups.append(cells_in(behind, shape, until="="))
        if len(groups) < 2:
            raise Misread(behind.end, "expected = and another group of cells")
        return cls(tuple(groups))


@dataclass(frozen=True)
class EqualSums(Groups):
    """Groups of cells that add up to the same."""

    kind: ClassVar[str] = "equal-sums"
    title: ClassVar[str] = "Equal sums"
    usage: ClassVar[str] = "equal-sums: r1c1 r1c2 = r5c5 r5c6"
    says: ClassVar[str] = "these groups add up to the same: {groups}"
    one_size: ClassVar[bool] = False

    def forms(self, board: Board) -> Iterable[Form]:
        """Each group adds up to the same as the next."""
        return equal_sums(self.groups, f"the equal sums at {board.shape.name_of(self.groups[0][0])}")

    iss = {"EqualSum": lambda told, shape: [EqualSums(tuple(told.sets))]}


@dataclass(frozen=True)
class SameValues(Groups):
    """Groups of cells that hold the same values, each as often, in any order."""

    kind: ClassVar[str] = "same-values"
    title: ClassVar[str] = "Same values"
    usage: ClassVar[str] = "same-values: r1c1 r1c2 = r5c5 r5c6"
    says: ClassVar[str] = "these groups hold the same values, in any order: {groups}"

    def forms(self, board: Board) -> Iterable[Form]:
        """Single cells are equal; else each value comes as often in a group as in the next."""
        n, name = board.shape.order, f"the same values at {board.shape.name_of(self.groups[0][0])}"
        for one, other in pairwise(self.groups):
            if len(one) == 1:
                yield Pair(one[0], other[0], same_values(n), name=name)
                continue
            for value in range(1, n + 1):
                yield Regular(one + other, _as_often(value, len(one)), name=name)

    iss = {"SameValues": lambda told, shape: [SameValues(told.split(told.number()))]}


def _as_often(value: int, half: int) -> Automaton:
    def step(state: int, held: int, position: int) -> int | None:
        after = state + ((held == value) if position < half else -(held == value))
        return None if after < 0 else after

    return Automaton(("as often", value, half), 0, step, lambda state: state == 0)


@dataclass(frozen=True)
class Clone(Groups):
    """Groups of cells that hold the same values in the same order."""

    kind: ClassVar[str] = "clone"
    title: ClassVar[str] = "Clone"
    usage: ClassVar[str] = "clone: r1c1 r1c2 = r5c5 r5c6"
    says: ClassVar[str] = "these groups hold the same values in the same order: {groups}"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for each two cells in the same place."""
        same = same_values(board.shape.order)
        for one, other in pairwise(self.groups):
            for first, second in zip(one, other, strict=True):
                if first != second:
                    yield Pair(first, second, same, name=f"the clone at {board.shape.name_of(first)}")

    fpuzzles = {"clone": lambda entry, shape: [Clone((entry.cells, entry.clones))]}

    def fpuzzles_entries(self, shape: Shape) -> Iterable[tuple[str, Any]] | None:
        """Two groups are one entry; more are one for each two."""
        return [
            ("clone", {"cells": fpuzzles_names(one, shape), "cloneCells": fpuzzles_names(other, shape)})
            for one, other in pairwise(self.groups)
        ]
