"""How rules are written and read: names of cells, runs of cells, numbers, and the places of mistakes.

A line is a word for the kind, then what it needs, then a colon and cells:

    cage 15: r1c1 r1c2
    thermo: r1c1-r1c4 r2c4

``r1c1-r1c4`` is a run along a row, a column or a diagonal, with both ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from core._search import ProblemError
from core._words import both, counted
from core.sudoku._shape import Shape

_WORD = re.compile(r"\S+")
CELL = re.compile(r"r(\d{1,2})c(\d{1,2})", re.IGNORECASE)
_RUN = re.compile(r"(r\d{1,2}c\d{1,2})(?:-(r\d{1,2}c\d{1,2}))?", re.IGNORECASE)


class Misread(ProblemError):
    """A rule that cannot be read: where in its text (1-based) and what was expected there."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column

    def __reduce__(self) -> tuple[type[Misread], tuple[int, str]]:
        return type(self), (self.column, str(self))


class Words:
    """The words of a text, each with the column where it begins; ``then`` is what is expected after them."""

    def __init__(self, text: str, first: int = 1, then: str = "nothing more") -> None:
        self.text, self._then = text, then
        self._words = [(match[0], match.start() + first) for match in _WORD.finditer(text)]
        self._at = 0
        self.end = len(text.rstrip()) + first

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    @property
    def column(self) -> int:
        """Where the next word begins."""
        return self._words[self._at][1] if self else self.end

    def peek(self) -> str:
        """The next word, empty at the end."""
        return self._words[self._at][0] if self else ""

    def next(self) -> str:
        """Take the next word, empty at the end."""
        word = self.peek()
        self._at += bool(self)
        return word

    def number(self, what: str, least: int = 0) -> int:
        """Take a whole number.  Raises Misread."""
        column, word = self.column, self.next()
        if not (word.isascii() and word.isdecimal() and len(word) < 6) or int(word) < least:
            raise Misread(column, f"expected {what}, {_found(word)}")
        return int(word)

    def values(self, most: int) -> tuple[int, ...]:
        """Take all words that are left, values from 1 to ``most``.  Raises Misread for one that is no whole number.

        Values above ``most`` are for the caller to refuse.
        """
        found = [self.number(f"a value from 1 to {most}", 1)]
        while self:
            found.append(self.number(f"a value from 1 to {most}", 1))
        return tuple(found)

    def over(self) -> None:
        """Raise Misread if a word is left."""
        if self:
            raise Misread(self.column, f"expected {self._then}, {_found(self.peek())}")


def _found(word: str) -> str:
    return f"not {word!r}" if word else "found the end"


def halves(text: str) -> tuple[Words, Words | None]:
    """The text before the first colon and the text after it; None without a colon."""
    before, colon, behind = text.partition(":")
    if not colon:
        return Words(before, then="a colon"), None
    return Words(before), Words(behind, len(before) + 2)


def cell_named(word: str, column: int, shape: Shape) -> int:
    """The cell ``r4c7``.  Raises Misread if it is not a cell of this grid."""
    match = CELL.fullmatch(word)
    if match is None:
        raise Misread(column, f"expected a cell such as r1c1, {_found(word)}")
    row, across, n = int(match[1]), int(match[2]), shape.order
    if not (1 <= row <= n and 1 <= across <= n):
        raise Misread(column, f"expected a cell of a grid of {n}×{n}, not {word}")
    return (row - 1) * n + across - 1


def cells_in(words: Words, shape: Shape, *, least: int = 1, until: str = "") -> tuple[int, ...]:
    """The cells that words name, runs written out, in order; up to the word ``until`` or the end.  Raises Misread."""
    found: list[int] = []
    start = words.column
    while words and (not until or words.peek() != until):
        column, word = words.column, words.next()
        match = _RUN.fullmatch(word)
        if match is None:
            raise Misread(column, f"expected a cell such as r1c1, or a run such as r1c1-r1c4, {_found(word)}")
        first = cell_named(match[1], column, shape)
        if match[2] is None:
            found.append(first)
            continue
        last = cell_named(match[2], column + len(match[1]) + 1, shape)
        found += _run(first, last, shape.order, column)
    if len(found) < least:
        raise Misread(start, f"expected {counted(least, 'cell')}, found {len(found)}")
    return tuple(found)


def _run(first: int, last: int, n: int, column: int) -> list[int]:
    (r, c), (s, d) = divmod(first, n), divmod(last, n)
    down, across = s - r, d - c
    length = max(abs(down), abs(across))
    if down and across and abs(down) != abs(across):
        raise Misread(column, "expected a run along a row, a column or a diagonal")
    down, across = (down > 0) - (down < 0), (across > 0) - (across < 0)
    return [(r + i * down) * n + c + i * across for i in range(length + 1)]


def cell_list(cells: Sequence[int], shape: Shape) -> str:
    """How cells are written: runs of three or more as ``r1c1-r1c4``."""
    n, words, at = shape.order, [], 0
    while at < len(cells):
        end = at + 1
        if end < len(cells) and (step := _step(cells[at], cells[end], n)) is not None:
            while end + 1 < len(cells) and _step(cells[end], cells[end + 1], n) == step:
                end += 1
        else:
            end = at
        if end - at >= 2:
            words.append(f"{shape.name_of(cells[at])}-{shape.name_of(cells[end])}")
            at = end + 1
        else:
            words.append(shape.name_of(cells[at]))
            at += 1
    return " ".join(words)


def _step(here: int, there: int, n: int) -> tuple[int, int] | None:
    (r, c), (s, d) = divmod(here, n), divmod(there, n)
    step = s - r, d - c
    return step if max(map(abs, step)) == 1 else None


def names(cells: Iterable[int], shape: Shape) -> str:
    """``r1c1, r1c2 and r2c2``, for sentences; six at most, then how many more."""
    every = [shape.name_of(cell) for cell in cells]
    if len(every) > 7:
        return f"{', '.join(every[:6])} and {len(every) - 6} more"
    return both(every)
