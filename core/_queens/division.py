"""Cuts a board into boards that together have its solutions, by filling the first rows in every possible way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core._catalog import Algorithm
from core._lazy import keeps
from core._queens.problem import Queens
from core._search import Goal, Search

PIECES = 48


@keeps(last=2)
def divide(problem: Queens, pieces: int) -> tuple[Queens, ...]:
    """Fill as few rows as give at least ``pieces`` boards, if there are that many; the boards are the same on every
    machine.

    The result is kept, because all parts of a count need the same boards.
    """
    boards = [problem]
    for row in range(problem.n):
        if len(boards) >= pieces:
            break
        if all(placed != row for placed, _ in problem.placed):
            boards = [piece for board in boards for piece in _filled(board, row)]
    return tuple(boards)


def _filled(board: Queens, row: int) -> Iterator[Queens]:
    for column in range(board.n):
        free = (row, column) not in board.forbidden and all(
            column != c and row + column != r + c and row - column != r - c for r, c in board.placed
        )
        if free:
            yield Queens(board.n, (*board.placed, (row, column)), board.forbidden)


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """Return the searches of part ``number`` (see `core._parts.part`): it takes every ``of``-th piece."""
    for piece in divide(problem, of)[number::of]:
        yield entry.start(piece, Goal.COUNT, None, parameters=settings)


def usual_parts(problem: Queens) -> int:
    """One part for each piece."""
    return max(1, len(divide(problem, PIECES)))
