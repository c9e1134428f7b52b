"""Lines on which neighbours are held apart or values mirrored: whispers, palindromes, and any table that you give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar, Self

from core._search import ProblemError
from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells, WithNumber, cells_behind, differing, same_values
from core.sudoku.rules._exchange import OLD_SIXTY_FOUR
from core.sudoku.rules._forms import Board, Form, Pair
from core.sudoku.rules._reading import Misread, cell_list, halves


@dataclass(frozen=True)
class Whispers(WithNumber):
    """Neighbours on the line differ by at least a number: 5 for German whispers, 4 for Dutch ones."""

    kind: ClassVar[str] = "whispers"
    title: ClassVar[str] = "Whispers"
    usage: ClassVar[str] = "whispers 5: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "whispers lines"
    what: ClassVar[str] = "the least difference"
    usual: ClassVar[int | None] = 5
    says: ClassVar[str] = "neighbours on {cells} differ by {number} or more"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for each two neighbours."""
        table = differing(board.shape.order, self.number)
        name = f"the whispers from {board.shape.name_of(self.path[0])}"
        for first, second in pairwise(self.path):
            yield Pair(first, second, table, name=name)

    iss = {"Whisper": lambda told, shape: [Whispers(told.cells, told.number(5))]}
    fpuzzles = {
        "whispers": lambda entry, shape: [Whispers(line, entry.number((shape.order + 1) // 2)) for line in entry.lines]
    }


@dataclass(frozen=True)
class Palindrome(OnCells):
    """The line reads the same from both ends."""

    kind: ClassVar[str] = "palindrome"
    title: ClassVar[str] = "Palindrome"
    usage: ClassVar[str] = "palindrome: r1c1-r1c4"
    repeats: ClassVar[bool] = True
    written: ClassVar[str] = "palindrome lines"
    says: ClassVar[str] = "{cells} read the same from both ends"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for each two cells at the same distance from the ends."""
        half, start = len(self.path) // 2, board.shape.name_of(self.path[0])
        for first, second in zip(self.path[:half], reversed(self.path), strict=False):
            yield Pair(first, second, same_values(board.shape.order), name=f"the palindrome from {start}")

    iss = {"Palindrome": lambda told, shape: [Palindrome(told.cells)]}
    fpuzzles = {"palindrome": lambda entry, shape: [Palindrome(line) for line in entry.lines]}


@dataclass(frozen=True)
class Relation(OnCells):
    """Two cells are in a relation given as a table: neighbours on the line, or each earlier with each later one.

    ``table`` has, for each value of the first cell, the set of values that the second may hold.
    """

    table: tuple[int, ...]
    every: bool = False

    kind: ClassVar[str] = "relation"
    title: ClassVar[str] = "Relation"
    usage: ClassVar[str] = "relation 2,1,8,4: r1c1 r1c2"
    repeats: ClassVar[bool] = True

    def check(self, shape: Shape) -> None:
        """Raise ProblemError for a cell outside the grid or a table of another order."""
        super().check(shape)
        if len(self.table) != shape.order or not all(0 <= bits < 1 << shape.order for bits in self.table):
            raise ProblemError(f"relation: expected {shape.order} sets of values, one for each value of the first cell")

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for each two cells."""
        for first, second in combinations(self.path, 2) if self.every else pairwise(self.path):
            yield Pair(first, second, self.table, name=f"the relation at {board.shape.name_of(first)}")

    def words(self, shape: Shape) -> str:
        """Which cells are in the relation."""
        which = "each two cells" if self.every else "neighbours"
        return f"{which} of {cell_list(self.path, shape)} hold values that the relation allows"

    def line(self, shape: Shape) -> str:
        """``relation 2,1,8,4: …``: the sets as numbers; ``relation each …`` if every two cells are meant."""
        table = ",".join(map(str, self.table))
        return f"{self.kind}{' each' if self.every else ''} {table}: {cell_list(self.path, shape)}"

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        """The sets as numbers, a colon and cells.  Raises Misread."""
        before, behind = halves(text)
        if every := before.peek() == "each":
            before.next()
        column, word = before.column, before.next()
        sets = word.split(",")
        if len(sets) != shape.order or not all(each.isascii() and each.isdecimal() and len(each) < 15 for each in sets):
            raise Misread(column, f"expected {shape.order} numbers with commas between, a set of values each")
        before.over()
        return cls(cells_behind(before, behind, shape, 2), tuple(map(int, sets)), every)

    iss = {
        "Pair": lambda told, shape: [Relation(group, told.table(), False) for group in told.groups],
        "PairX": lambda told, shape: [Relation(group, told.table(), True) for group in told.groups],
        "BinaryX": lambda told, shape: [Relation(group, told.table(OLD_SIXTY_FOUR), True) for group in told.groups],
        "Binary": lambda told, shape: [Relation(group, told.table(OLD_SIXTY_FOUR), False) for group in told.groups],
    }
