"""A placement as text: a list, a FEN-like line, a board, a picture.

Placements may be partial: -1 marks a row without a queen.  If ``size`` is larger than the number of
rows given, the missing rows are empty too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from core._drawing.svg import document, element
from core._search import ProblemError

LARGEST_BOARD = 1024
"""Beyond this N a board of characters would be several megabytes of dots."""
LARGEST_PICTURE = 256
"""Beyond this N an SVG board would be a grey blur of many megabytes."""
SQUARE = 40
_FRAME = "#4d2e00"
_QUEEN = (
    f'<g id="queen"><path d="M8 14l5 10 7-14 7 14 5-10-3 18H11z" fill="#9a5b00" stroke="{_FRAME}" '
    f'stroke-linejoin="round"/><rect x="10" y="33" width="20" height="3" rx="1" fill="{_FRAME}"/></g>'
)


def to_list(placement: Sequence[int]) -> str:
    """``2 4 1 3``: the column of each row's queen, counted from 1; ``-`` for a row without a queen."""
    return " ".join(str(column + 1) if column >= 0 else "-" for column in _whole_numbers(placement))


def to_fen(placement: Sequence[int], size: int | None = None) -> str:
    """Write the rows from the top, separated by ``/``: runs of empty squares as numbers, queens as ``Q``.

    As in chess notation (``1Q2/3Q/Q3/2Q1``), with decimal numbers for runs
    beyond 9; a number ends where the ``Q`` or the row does.
    """
    columns = _rows(placement, size)
    n = len(columns)
    return "/".join(str(n) if column < 0 else f"{column or ''}Q{n - 1 - column or ''}" for column in columns)


def to_board(placement: Sequence[int], size: int | None = None, *, queen: str = "♛", empty: str = "·") -> str:
    """Write one line for each row, with a blank between squares.  Raises ProblemError for N beyond `LARGEST_BOARD`."""
    columns = _rows(placement, size)
    n = len(columns)
    if n > LARGEST_BOARD:
        raise ProblemError(f"a board of {n} × {n} characters is too large; up to {LARGEST_BOARD} it can be written")
    return "\n".join(" ".join(queen if square == column else empty for square in range(n)) for column in columns)


def to_svg(
    placement: Sequence[int], size: int | None = None, *, title: str = "", forbidden: Iterable[tuple[int, int]] = ()
) -> str:
    """The board as an SVG picture, with a cross on each forbidden square (row, column).

    The title is plain text; by default it is the list of columns.  Raises
    ProblemError for N beyond `LARGEST_PICTURE`.
    """
    columns = _rows(placement, size)
    n = len(columns)
    if n > LARGEST_PICTURE:
        raise ProblemError(f"a picture of {n} × {n} squares is too large; up to {LARGEST_PICTURE} it can be drawn")
    side = n * SQUARE
    dark = "".join(
        f"M{column * SQUARE} {row * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(n)
        for column in range(n)
        if (row + column) % 2
    )
    crosses = "".join(f"M{c * SQUARE + 12} {r * SQUARE + 12}l16 16m0-16l-16 16" for r, c in forbidden)
    parts = [
        element("defs", _QUEEN),
        element("rect", width=side, height=side, fill="#f3ead7"),
        element("path", d=dark, fill="#d9c7a1"),
        *(
            element("use", href="#queen", x=column * SQUARE, y=row * SQUARE)
            for row, column in enumerate(columns)
            if column >= 0
        ),
        *([element("path", d=crosses, stroke="#8c1c13", stroke_width=3)] if crosses else []),
    ]
    title = title or f"{n} queens in columns {to_list(columns)}"
    return document(parts, side + 4, side + 4, left=-2, top=-2, title=title, paper=_FRAME)


def _whole_numbers(placement: Any) -> list[int]:
    """Convert the entries of any sequence to Python integers (an array of millions in one go)."""
    return placement.tolist() if hasattr(placement, "tolist") else [int(column) for column in placement]


def _rows(placement: Sequence[int], size: int | None) -> list[int]:
    """The column of every row of the board, -1 for none.  Raises ProblemError for a column not on the board."""
    columns = _whole_numbers(placement)
    n = len(columns) if size is None else size
    if len(columns) > n:
        raise ProblemError(f"a placement of {len(columns)} rows does not fit a board of {n}")
    for row, column in enumerate(columns):
        if not -1 <= column < n:
            raise ProblemError(f"placement[{row}]: {column} is not a column of a board of {n}; expected -1 to {n - 1}")
    return columns + [-1] * (n - len(columns))
