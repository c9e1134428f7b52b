"""One's own hand on the board: a cursor, queens placed, squares forbidden.  No Textual."""

from __future__ import annotations

from typing import Any

from core.queens.problem import LARGEST_RESTRICTED, Queens, Square
from core.search import ProblemError


class Hand:
    """The cursor on the board, and what it does there to a problem."""

    def __init__(self) -> None:
        self.cursor: Square | None = None
        """Where the hand is; None while it is off the board."""

    def on(self, n: int, square: Square | None = None) -> None:
        """Put it on the board, there or in a corner."""
        self.cursor = self._within(n, *(square or self.cursor or (0, 0)))

    def off(self) -> None:
        """Take it away; what was placed and forbidden stays."""
        self.cursor = None

    def move(self, n: int, down: int, right: int) -> None:
        """Move it, round the edges."""
        row, column = self.cursor or (0, 0)
        self.cursor = ((row + down) % n, (column + right) % n)

    def placed(self, problem: Queens) -> Queens:
        """The board with a queen put on the cursor's square, or taken from it."""
        here, (placed, forbidden) = self.cursor, self._without(problem)
        if here is not None and here not in problem.placed:
            placed.append(here)
        return Queens(problem.n, tuple(placed), tuple(forbidden))

    def forbidden(self, problem: Queens) -> Queens:
        """The board with the cursor's square forbidden, or allowed again."""
        here, (placed, forbidden) = self.cursor, self._without(problem)
        if here is not None and here not in problem.forbidden:
            forbidden.append(here)
        return Queens(problem.n, tuple(placed), tuple(forbidden))

    def _without(self, problem: Queens) -> tuple[list[Square], list[Square]]:
        """What stands on the other squares."""
        squares = ([s for s in own if s != self.cursor] for own in (problem.placed, problem.forbidden))
        placed, forbidden = squares
        return placed, forbidden

    @staticmethod
    def _within(n: int, row: int, column: int) -> Square:
        return min(row, n - 1), min(column, n - 1)


def kept(problem: Queens) -> dict[str, Any]:
    """The restrictions for the settings file."""
    return {"placed": [list(s) for s in problem.placed], "forbidden": [list(s) for s in problem.forbidden]}


def taken_up(n: int, values: Any) -> Queens:
    """The board that `kept` described; without restrictions where these make no sense."""
    try:
        return Queens(n, tuple(map(tuple, values["placed"])), tuple(map(tuple, values["forbidden"])))
    except (KeyError, TypeError, ValueError, ProblemError):
        return Queens(n)


def can_be_held(n: int) -> bool:
    """Whether queens can be placed on a board of that size."""
    return n <= LARGEST_RESTRICTED
