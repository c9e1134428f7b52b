"""A chessboard in a figure, at a node of a search."""

from __future__ import annotations

from collections.abc import Iterator

from core._drawing.figure import Area, Lettering, Mark, Stroke, diamond, dot, queen
from core._queens.problem import Queens
from core.explain._reason import Reason

EDGE = 14.0
"""The room for the figures beside and below the board."""


def at_node(problem: Queens, reason: Reason, left: float, top: float, side: float) -> tuple[Iterator[Mark], float]:
    """The board, and its height."""
    return board(problem, reason, left, top, side), side + EDGE


def board(problem: Queens, reason: Reason, left: float, top: float, side: float) -> Iterator[Mark]:
    """A chessboard: queens with their levels, the squares free and those to take next, and how many each line has
    left."""
    n = problem.n
    cell = (side - EDGE) / n
    queens = {taken.option.number: taken.level for taken in reason.path if taken.option is not None}
    ways = {way.number for way in reason.branch.ways if way is not None} if reason.branch is not None else set()
    for square in range(n * n):
        row, column = divmod(square, n)
        x, y = left + column * cell, top + row * cell
        yield Area(x, y, cell, cell, "dark square" if (row + column) % 2 else "square")
        middle = x + cell / 2, y + cell / 2
        if square in queens:
            yield from queen(x, y, cell)
            yield Lettering(x + 2, y + min(9.0, cell / 3), min(9.0, cell / 3), str(queens[square]), bold=True)
        elif square in ways:
            yield diamond(*middle, cell / 5, "accent")
        elif square in reason.live:
            yield dot(*middle, cell / 12, "good")
        else:
            reach = cell / 9
            for slope in (1, -1):
                yield Stroke(middle[0] - reach, middle[1] - slope * reach, middle[0] + reach, middle[1] + slope * reach,
                             0.8, "muted")  # fmt: skip
    for subject in (reason.subjects[number] for number in reason.open):
        kind, _, number = subject.name.partition(" ")
        if kind not in ("row", "column"):
            continue
        at = (int(number) - 0.5) * cell
        size = reason.sizes[subject.number]
        ink, bold = ("bad", True) if size == 0 else ("muted", False)
        if kind == "row":
            yield Lettering(left + n * cell + 4, top + at + 3, 8.5, str(size), bold, ink)
        else:
            yield Lettering(left + at, top + n * cell + 11, 8.5, str(size), bold=bold, ink=ink, anchor="middle")
