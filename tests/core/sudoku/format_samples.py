"""For the tests of Sudoku formats: one puzzle in several forms."""

from __future__ import annotations

from core import Grid, Shape
from core.sudoku import read_text
from core.sudoku._formats import FORMATS, FormatError, Puzzle
from tests.core.sudoku.samples import WIKIPEDIA

KEYS = [entry.key for entry in FORMATS if entry.writable]
VALUES = tuple(0 if c == "." else int(c) for c in WIKIPEDIA)
ROWS = [WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)]
NAKED_SINGLES = Grid.of(Shape(3, 3), [int(c) for c in WIKIPEDIA.replace(".", "0")[:81]]).place(40, 5)


def only(text: str, **options: object) -> Puzzle:
    """The one puzzle of a text."""
    (item,) = read_text(text, **options)  # type: ignore[arg-type]
    if isinstance(item, FormatError):
        raise item
    return item


def error_of(text: str, **options: object) -> FormatError:
    """The first error of a text."""
    return next(item for item in read_text(text, "f", **options) if isinstance(item, FormatError))  # type: ignore[arg-type]
