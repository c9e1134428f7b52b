"""Cuts a board where the S heuristic would branch: repeatedly at the row or column with fewest squares left.

A search that takes the smallest line would visit half as many nodes again if the board were cut at its first
rows (`core._queens.division`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core._catalog import Algorithm
from core._lazy import keeps
from core._queens.problem import Queens, Square
from core._search import Goal, Search

PIECES = 40


@keeps(last=4)
def divide(problem: Queens, order: str, pieces: int) -> tuple[Queens, ...]:
    """Cut a board into at least ``pieces`` boards, if there are that many.

    ``order`` is the order of the lines (`core._queens.encoding`).
    """
    from core._queens.encoding import item_order

    n = problem.n
    lines = [
        [(line, i) if line < n else (i, line - n) for i in range(n)] for line in item_order(n, order).tolist()
    ]  # fmt: skip
    boards = [problem]
    for _ in range(n):
        if len(boards) >= pieces:
            break
        boards = [piece for board in boards for piece in _opened(board, lines)]
    return tuple(boards)


def _opened(board: Queens, lines: list[list[Square]]) -> Iterator[Queens]:
    """One board for each square of the smallest line without a queen; the board itself if every line has a queen."""
    closed, placed = board.closed_squares(), set(board.placed)
    if not closed.isdisjoint(placed):
        return
    best: list[Square] | None = None
    for line in lines:
        if placed.isdisjoint(line):
            squares = [square for square in line if square not in closed]
            if best is None or len(squares) < len(best):
                best = squares
    if best is None:
        yield board
    for square in best or ():
        yield Queens(board.n, (*board.placed, square), board.forbidden)


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """Return the searches of part ``number`` (see `core._parts.part`): it takes every ``of``-th piece."""
    for piece in divide(problem, str(settings["order"]), of)[number::of]:
        yield entry.start(piece, Goal.COUNT, None, parameters=settings)


def usual_parts(problem: Queens) -> int:
    """One part for each piece."""
    return max(1, len(divide(problem, "table", PIECES)))
