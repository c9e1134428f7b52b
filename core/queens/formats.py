"""A placement as text: a list, a FEN-like line, a board, a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.search import ProblemError

LARGEST_PICTURE = 256
"""Beyond this N an SVG board would be a grey blur of many megabytes."""
SQUARE = 40


def to_list(placement: Sequence[int]) -> str:
    """``[1, 3, 0, 2]``: the column of each row's queen, counted from 0."""
    return "[" + ", ".join(str(int(column)) for column in placement) + "]"


def from_list(text: str) -> tuple[int, ...]:
    """Read what `to_list` writes; commas, blanks and brackets may be left out.

    Raises ProblemError that names the column of the first thing that is not a number.
    """
    for match in re.finditer(r"[^\s,\[\]]+", text):
        if not match[0].isdigit():
            raise ProblemError(f"column {match.start() + 1}: expected a column number, not {match[0]!r}")
    return tuple(int(number) for number in re.findall(r"\d+", text))


def to_fen(placement: Sequence[int]) -> str:
    """Rows from the top, separated by ``/``: runs of empty squares as numbers, queens as ``Q``.

    As in chess notation (``1Q2/3Q/Q3/2Q1``), with decimal numbers for runs
    beyond 9; a number ends where the ``Q`` or the row does.
    """
    n = len(placement)
    rows = []
    for column in placement:
        before, after = int(column), n - 1 - int(column)
        rows.append(f"{before or ''}Q{after or ''}")
    return "/".join(rows)


def to_board(placement: Sequence[int], *, queen: str = "♛", empty: str = "·") -> str:
    """One line a row, a blank between squares."""
    n = len(placement)
    return "\n".join(
        " ".join([empty] * int(column) + [queen] + [empty] * (n - 1 - int(column))) for column in placement
    )


def to_svg(placement: Sequence[int]) -> str:
    """The board as an SVG picture.  Raises ProblemError for N beyond `LARGEST_PICTURE`."""
    n = len(placement)
    if n > LARGEST_PICTURE:
        raise ProblemError(f"a picture of {n} × {n} squares is too large; up to {LARGEST_PICTURE} it can be drawn")
    side = n * SQUARE
    dark = "".join(
        f"M{column * SQUARE} {row * SQUARE}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for row in range(n)
        for column in range(n)
        if (row + column) % 2
    )
    queens = "\n".join(
        f'<use href="#queen" x="{int(column) * SQUARE}" y="{row * SQUARE}"/>' for row, column in enumerate(placement)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {side + 4} {side + 4}" \
width="{side + 4}" height="{side + 4}">
<title>{n} queens: {to_list(placement)}</title>
<defs><g id="queen"><path d="M8 14l5 10 7-14 7 14 5-10-3 18H11z" fill="#9a5b00" stroke="#4d2e00" \
stroke-linejoin="round"/><rect x="10" y="33" width="20" height="3" rx="1" fill="#4d2e00"/></g></defs>
<rect x="-1" y="-1" width="{side + 2}" height="{side + 2}" fill="#f3ead7" stroke="#4d2e00" stroke-width="2"/>
<path d="{dark}" fill="#d9c7a1"/>
{queens}
</svg>
"""
