"""Which part of a line is the puzzle, where ratings, names and solutions stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

RUN = re.compile(r"(?<![0-9.*?_-])[0-9.*?_-]{81}(?![0-9.*?_-])")
"""A puzzle within a line: 81 digits and blanks, no more."""
_SPACED = re.compile(r"""(["']?)(?P<cells>[1-9 ]{81})(?=\1(?:[,;:|\t]|$))""")
"""A puzzle with spaces for empty cells, at the beginning of a line."""
_FULL = re.compile("[1-9]+")
_WORD = re.compile(r"""[^\s,;:|=/"'`()\[\]{}]+""")
_BETWEEN_ROWS = " /|,;"
_FEWEST_ROWS = 6
_LEAST, _MOST = 70, 92
"""How long a word may be that was meant to be a puzzle."""
_SURE = 0.8
"""What share of it must be digits and blanks."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a line."""

    text: str
    start: int
    """Where it begins, from 0."""

    @property
    def end(self) -> int:
        """Where what comes after it begins."""
        return self.start + len(self.text)


def puzzle_in(line: str) -> Field | None:
    """The puzzle in a line, or what was meant to be one although it is not sound; None where there is nothing alike.

    A solution counts only where nothing that has empty cells, or is damaged, stands beside it.
    """
    if " " in line[:82] and (spaced := _SPACED.match(line)) and " " in spaced["cells"].strip():
        return Field(spaced["cells"], spaced.start("cells"))
    runs = [Field(run[0], run.start()) for run in RUN.finditer(line)]
    if not runs:
        return None
    for run in runs:
        if not is_full(run.text):
            return run
    return meant_in(line) or runs[0]


def rows_in(line: str) -> list[str] | None:
    """The n rows of n cells that a line is, some of them empty, with one sign between them; None for any other line."""
    bare = line.strip()
    for separator in _BETWEEN_ROWS:
        rows = bare.removesuffix(separator).split(separator)
        if len(rows) >= _FEWEST_ROWS and {len(row) for row in rows} == {len(rows)}:
            return rows if any(sign in "0.*?_-xX" for sign in bare) else None
    return None


def meant_in(line: str) -> Field | None:
    """The first word that was meant to be a puzzle."""
    return next(_meant(line), None)


def several_in(line: str) -> bool:
    """Whether a line has more than one word that was meant to be a puzzle."""
    found = _meant(line)
    return next(found, None) is not None and next(found, None) is not None


def _meant(line: str) -> Iterator[Field]:
    return (Field(word[0], word.start()) for word in _WORD.finditer(line) if is_meant(word[0]))


def is_grid(cells: int) -> bool:
    """Whether so many cells are n × n of them, n from 4."""
    return cells >= 16 and isqrt(cells) ** 2 == cells


def is_full(text: str) -> bool:
    """Whether a puzzle is a solution: no cell is empty."""
    return _FULL.fullmatch(text) is not None


def is_meant(text: str) -> bool:
    """Whether a word was meant to be a 9×9 puzzle with empty cells, although it may be damaged."""
    if not _LEAST <= len(text) <= _MOST or (len(text) == 81 and is_full(text)):
        return False
    return sum(sign in "0123456789.*?_-xX" for sign in text) >= _SURE * len(text)
