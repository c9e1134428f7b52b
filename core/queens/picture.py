"""A chessboard in a figure: at a node of a search."""

from __future__ import annotations

from collections.abc import Iterator

from core.explain.reason import Reason
from core.figure import Area, Lettering, Mark, Shape, Stroke, diamond, dot
from core.queens.problem import Queens

EDGE = 14.0
"""The room for the figures beside and below the board."""


def at_node(problem: Queens, reason: Reason, left: float, top: float, side: float) -> tuple[Iterator[Mark], float]:
    """The board, and how high it is."""
    return board(problem, reason, left, top, side), side + EDGE


def board(problem: Queens, reason: Reason, left: float, top: float, side: float) -> Iterator[Mark]:
    """A chessboard: queens with their levels, squares free and to be taken next, and how many each line has left."""
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


def queen(x: float, y: float, cell: float) -> Iterator[Mark]:
    """A crown of five points on its base, in a square."""
    tips = [(0.16, 0.34), (0.33, 0.24), (0.5, 0.2), (0.67, 0.24), (0.84, 0.34)]
    valleys = [(0.29, 0.52), (0.42, 0.5), (0.58, 0.5), (0.71, 0.52)]
    outline = [(0.24, 0.74)]
    for number, tip in enumerate(tips):
        outline.append(tip)
        outline += valleys[number : number + 1]
    outline.append((0.76, 0.74))
    yield Shape(tuple((x + a * cell, y + b * cell) for a, b in outline))
    yield Area(x + 0.24 * cell, y + 0.77 * cell, 0.52 * cell, 0.08 * cell, "ink")
    for a, b in tips:
        yield dot(x + a * cell, y + (b - 0.03) * cell, 0.045 * cell, "ink")
