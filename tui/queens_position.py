"""What stands on a queens board, and what it attacks.  No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST_WITH_ATTACKS = 128
"""Beyond this N attacked squares are not marked (nothing is drawn whole there anyway)."""


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the board.

    ``columns`` holds each row's queen (-1 for none; it may be shorter than n, or
    a NumPy array); ``squares``, where given, lists queens by square number
    instead, several to a row if need be.
    """

    n: int
    columns: Any = ()
    squares: Sequence[int] | None = None
    show_free: bool = True
    """Whether squares that no queen attacks are marked.

    At full speed nobody can follow them, and leaving them out makes a frame a third as many bytes;
    the board is then repainted only every `tui.widgets.queens_board.RESTLESS_SECONDS`."""

    def queens(self) -> list[tuple[int, int]]:
        """All queens as (row, column)."""
        if self.squares is not None:
            return [divmod(square, self.n) for square in self.squares]
        return [(row, int(column)) for row, column in enumerate(self.columns) if column >= 0]

    def in_row(self, row: int) -> int:
        """The column of the queen in ``row``, or -1."""
        return int(self.columns[row]) if 0 <= row < len(self.columns) else -1

    def same(self, other: Position) -> bool:
        """Whether both would be drawn alike (large boards are compared by identity)."""
        if self is other:
            return True
        if self.n != other.n or self.n > MOST_WITH_ATTACKS:
            return False
        return (
            self.show_free == other.show_free
            and list(self.columns) == list(other.columns)
            and self.squares == other.squares
        )


class Attack:
    """Which lines hold queens, and how many."""

    def __init__(self, queens: Sequence[tuple[int, int]]) -> None:
        self._rows: dict[int, int] = {}
        self._columns: dict[int, int] = {}
        self._rising: dict[int, int] = {}
        self._falling: dict[int, int] = {}
        for row, column in queens:
            for line, key in self._lines(row, column):
                line[key] = line.get(key, 0) + 1

    def _lines(self, row: int, column: int) -> tuple[tuple[dict[int, int], int], ...]:
        return (
            (self._rows, row), (self._columns, column), (self._rising, row + column), (self._falling, row - column),
        )  # fmt: skip

    def attacked(self, row: int, column: int) -> bool:
        """Whether a queen stands on a line through this square."""
        return any(key in line for line, key in self._lines(row, column))

    def in_conflict(self, row: int, column: int) -> bool:
        """Whether the queen on this square shares a line with another."""
        return any(line[key] > 1 for line, key in self._lines(row, column))
