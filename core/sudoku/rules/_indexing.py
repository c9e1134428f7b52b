"""Cells whose value says where something is: row, column and box indexing, and values along a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from core.sudoku._shape import Shape
from core.sudoku.rules._common import OnCells
from core.sudoku.rules._forms import Automaton, Board, Form, Regular
from core.sudoku.rules._outside import index_forms, lines_differ
from core.sudoku.rules._rule import Look, Mark


@dataclass(frozen=True)
class ColumnIndex(OnCells):
    """Each cell says in which column of its row the number of its own column is."""

    kind: ClassVar[str] = "column-index"
    title: ClassVar[str] = "Column indexing"
    usage: ClassVar[str] = "column-index: r1c1-r9c1"
    written: ClassVar[str] = "columnindexer cells"
    least: ClassVar[int] = 1
    look: ClassVar[Look] = Look.SHADE
    says: ClassVar[str] = "each says in which column of its row the number of its own column stands: {cells}"

    def forms(self, board: Board) -> Iterable[Form]:
        """A pair with each cell of its line."""
        n = board.shape.order
        for cell in self.path:
            line, value = self._line(cell, board)
            name = f"the {self.title.lower()} at {board.shape.name_of(cell)}"
            yield from index_forms(cell, line, value, n, name, differ=self._differ(board))

    def _differ(self, board: Board) -> bool:
        return lines_differ(board)

    def _line(self, cell: int, board: Board) -> tuple[tuple[int, ...], int]:
        """The cells that a cell points into, in order, and the value that it looks for."""
        n = board.shape.order
        return tuple(range(cell - cell % n, cell - cell % n + n)), cell % n + 1

    iss = {
        "Indexing": lambda told, shape: [(ColumnIndex if told.words[:1] == ["C"] else RowIndex)(told.cells)],
        "ColumnIndexing": lambda told, shape: [ColumnIndex(told.cells)],
        "RowIndexing": lambda told, shape: [RowIndex(told.cells)],
        "BoxIndexing": lambda told, shape: [BoxIndex(told.cells)],
    }
    fpuzzles = {"columnindexer": lambda entry, shape: [ColumnIndex(entry.cells)]}


@dataclass(frozen=True)
class RowIndex(ColumnIndex):
    """Each cell says in which row of its column the number of its own row is."""

    kind: ClassVar[str] = "row-index"
    title: ClassVar[str] = "Row indexing"
    usage: ClassVar[str] = "row-index: r1c1-r1c9"
    written: ClassVar[str] = "rowindexer cells"
    says: ClassVar[str] = "each says in which row of its column the number of its own row stands: {cells}"

    def _line(self, cell: int, board: Board) -> tuple[tuple[int, ...], int]:
        n = board.shape.order
        return tuple(range(cell % n, n * n, n)), cell // n + 1

    fpuzzles = {"rowindexer": lambda entry, shape: [RowIndex(entry.cells)]}


@dataclass(frozen=True)
class BoxIndex(ColumnIndex):
    """Each cell says at which place of its box the number of its own place is."""

    kind: ClassVar[str] = "box-index"
    title: ClassVar[str] = "Box indexing"
    usage: ClassVar[str] = "box-index: r1c1 r2c5"
    written: ClassVar[str] = "boxindexer cells"
    says: ClassVar[str] = "each says at which place of its box the number of its own place stands: {cells}"

    def _line(self, cell: int, board: Board) -> tuple[tuple[int, ...], int]:
        boxes = board.boxes
        box = tuple(other for other in range(board.shape.cells) if boxes[other] == boxes[cell])
        return box, box.index(cell) + 1

    def _differ(self, board: Board) -> bool:
        return any(rule.division(board.shape) is not None for rule in board.rules)

    fpuzzles = {"boxindexer": lambda entry, shape: [BoxIndex(entry.cells)]}


@dataclass(frozen=True)
class ValueIndex(OnCells):
    """Slingshot: the value of the first cell is at the place, after the second, that the second cell says."""

    kind: ClassVar[str] = "value-index"
    title: ClassVar[str] = "Value indexing"
    usage: ClassVar[str] = "value-index: r1c4 r2c4 r2c3-r2c1"
    least: ClassVar[int] = 3
    repeats: ClassVar[bool] = True
    look: ClassVar[Look] = Look.ARROW
    says: ClassVar[str] = "the second of {cells} says how many cells behind it the value of the first stands again"

    def forms(self, board: Board) -> Iterable[Form]:
        """An automaton that carries the value to its place."""
        length = len(self.path) - 2

        def step(state: tuple[int, ...], value: int, position: int) -> tuple[int, ...] | None:
            if position == 0:
                return (value,)
            if position == 1:
                return (*state, value) if value <= length else None
            if len(state) == 2 and position - 1 == state[1]:
                return () if value == state[0] else None
            return state

        fits = Automaton(("value index", length), (), step, lambda state: not state)
        yield Regular(self.path, fits, name=f"the value indexing at {board.shape.name_of(self.path[0])}")

    def marks(self, shape: Shape) -> Iterable[Mark]:
        """An arrow, with a ring at its second cell."""
        yield Mark(Look.ARROW, self.path, tone=self.kind)
        yield Mark(Look.CIRCLE, self.path[1:2], tone=self.kind)

    iss = {"ValueIndexing": lambda told, shape: [ValueIndex(told.cells)]}
