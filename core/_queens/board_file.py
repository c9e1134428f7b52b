"""Boards with queens placed and squares forbidden, as text: names of squares, and files.

A square is written ``r3c5``: rows from the top and columns from the left, both
from 1.  A file has one line for each row and one character for each square: ``Q`` (or ``♛``) for a
queen, ``x`` (or ``#``) for a forbidden square, ``.`` (``·``, ``-``, ``_``) for a free one.  Blanks
are ignored, and so are lines that are empty or begin with ``%``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from core._queens.problem import LARGEST_RESTRICTED, Queens, Square
from core._search import ProblemError
from core._words import counted

QUEEN, CROSS, FREE = "Qq♛", "xX#", ".·-_"
COMMENT = "%"


def square_name(square: Square) -> str:
    """``r3c5`` for row 2, column 4."""
    return f"r{square[0] + 1}c{square[1] + 1}"


def parse_squares(text: str, n: int) -> tuple[Square, ...]:
    """Read names of squares, separated by blanks or commas.  Raises ProblemError naming the first that is not one."""
    squares = []
    for word in re.findall(r"[^\s,;]+", text):
        match = re.fullmatch(r"r([1-9][0-9]{0,8})c([1-9][0-9]{0,8})", word, re.IGNORECASE)
        if match is None:
            raise ProblemError(f"expected a square such as r3c5 (row 3, column 5, from 1), not {word!r}")
        if max(int(match[1]), int(match[2])) > n:
            raise ProblemError(f"{word} is not on a board of {n} × {n}")
        squares.append((int(match[1]) - 1, int(match[2]) - 1))
    return tuple(squares)


def parse_board(text: str, name: str = "board") -> Queens:
    """Read the text of a board file.  Raises a ProblemError that names the line and column of a mistake."""
    rows = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith(COMMENT)
    ]
    n = len(rows)
    if not rows:
        raise ProblemError(f"{name}: expected a line for each row of the board, and found none")
    if n > LARGEST_RESTRICTED:
        raise ProblemError(f"{name}: {n} rows are too many; queens can be placed up to N = {LARGEST_RESTRICTED}")
    expected = f"{counted(n, 'square')} in each row, as many as there are rows"
    placed, forbidden = [], []
    for row, (number, line) in enumerate(rows):
        column = 0
        for place, sign in enumerate(line, 1):
            if sign.isspace():
                continue
            if column >= n:
                raise ProblemError(f"{name}, line {number}, column {place}: expected {expected}")
            if sign in QUEEN:
                placed.append((row, column))
            elif sign in CROSS:
                forbidden.append((row, column))
            elif sign not in FREE:
                raise ProblemError(
                    f"{name}, line {number}, column {place}: expected Q, x or a dot, not {sign!r}"
                )  # fmt: skip
            column += 1
        if column < n:
            end = len(line.rstrip()) + 1
            found = counted(column, "square")
            raise ProblemError(f"{name}, line {number}, column {end}: expected {expected}, found {found}")
    return Queens(n, tuple(placed), tuple(forbidden))


def write_board(problem: Queens) -> str:
    """Return the board as the text of a board file."""
    signs = dict.fromkeys(problem.placed, "Q") | dict.fromkeys(problem.forbidden, "x")
    return "".join(
        " ".join(signs.get((row, column), ".") for column in range(problem.n)) + "\n" for row in range(problem.n)
    )


def names(squares: Iterable[Square]) -> str:
    """Return the names of the squares, separated by blanks."""
    return " ".join(map(square_name, squares))
