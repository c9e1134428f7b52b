"""Rules about all cells a move apart: knight, king, taxicab, and neighbours that are not consecutive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.sudoku.rules._common import Wide, moves, neighbours, pair_table
from core.sudoku.rules._forms import Board, Distinct, Form, Pair, bit


@dataclass(frozen=True)
class Apart(Wide):
    """Cells that are one of these moves apart differ."""

    steps: ClassVar[tuple[tuple[int, int], ...]]
    move: ClassVar[str]

    def forms(self, board: Board) -> Iterable[Form]:
        """Two cells that differ, for each move."""
        for two in moves(board.shape, self.steps):
            yield Distinct(two, name=self.move)


@dataclass(frozen=True)
class AntiKnight(Apart):
    """Cells a knight's move apart differ."""

    kind: ClassVar[str] = "anti-knight"
    title: ClassVar[str] = "Anti-knight"
    usage: ClassVar[str] = "anti-knight"
    flag: ClassVar[str] = "antiknight"
    says: ClassVar[str] = "cells a knight's move apart hold different values"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((1, 2), (2, 1), (1, -2), (2, -1))
    move: ClassVar[str] = "the knight's move"

    iss = {"AntiKnight": lambda told, shape: [AntiKnight()]}
    fpuzzles = {"antiknight": lambda entry, shape: [AntiKnight()]}


@dataclass(frozen=True)
class AntiKing(Apart):
    """Cells a king's move apart differ."""

    kind: ClassVar[str] = "anti-king"
    title: ClassVar[str] = "Anti-king"
    usage: ClassVar[str] = "anti-king"
    flag: ClassVar[str] = "antiking"
    says: ClassVar[str] = "cells a king's move apart hold different values"
    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0), (1, 1), (1, -1))
    move: ClassVar[str] = "the king's move"

    iss = {"AntiKing": lambda told, shape: [AntiKing()]}
    fpuzzles = {"antiking": lambda entry, shape: [AntiKing()]}


@dataclass(frozen=True)
class AntiTaxicab(Wide):
    """Two cells with the value v are not v steps apart, counted along rows and columns."""

    kind: ClassVar[str] = "anti-taxicab"
    title: ClassVar[str] = "Anti-taxicab"
    usage: ClassVar[str] = "anti-taxicab"
    flag: ClassVar[str] = "antitaxicab"
    says: ClassVar[str] = "two cells with the same value are never that many steps apart, along rows and columns"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for any two cells no further apart than the largest value."""
        n = board.shape.order
        every = (1 << n) - 1
        for away in range(1, n + 1):
            table = tuple(every & ~bit(value) if value == away else every for value in range(1, n + 1))
            steps = [(down, across) for down in range(away + 1) for across in {away - down, down - away}]
            for first, second in moves(board.shape, [step for step in steps if step > (0, 0)]):
                yield Pair(first, second, table, name="the taxi ride")

    iss = {"AntiTaxicab": lambda told, shape: [AntiTaxicab()]}
    fpuzzles = {"antitaxicab": lambda entry, shape: [AntiTaxicab()]}


@dataclass(frozen=True)
class NonConsecutive(Wide):
    """Orthogonal neighbours do not hold consecutive values."""

    kind: ClassVar[str] = "non-consecutive"
    title: ClassVar[str] = "Non-consecutive"
    usage: ClassVar[str] = "non-consecutive"
    flag: ClassVar[str] = "nonconsecutive"
    says: ClassVar[str] = "neighbours in a row or column do not hold consecutive values"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair for all neighbours."""
        table = pair_table(board.shape.order, lambda a, b: abs(a - b) != 1)
        for first, second in neighbours(board.shape):
            yield Pair(first, second, table, name="the rule for neighbours")

    iss = {"AntiConsecutive": lambda told, shape: [NonConsecutive()]}
    fpuzzles = {"nonconsecutive": lambda entry, shape: [NonConsecutive()]}
