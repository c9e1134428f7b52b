"""The fields of one line of the HoDoKu library; `core.sudoku._formats.hodoku` reads and writes files of them."""

from __future__ import annotations

import re

from core.sudoku._formats.base import Puzzle, SourceText, clean_text, quoted
from core.sudoku._grid import Grid, bit
from core.sudoku._layout import PLAIN_NINE

TECHNIQUE = re.compile(r"[0-9a-z]{4,6}(-[0-9x]+)*", re.IGNORECASE)
"""A code of the library, with its variants."""
LINE = re.compile(r"\s*:[0-9a-zA-Z]{4,6}(-[0-9x]+)*:[^:]*:[0-9.+]*(:.*)?")
"""What a line looks like."""


def fields_of(source: SourceText, number: int, line: str) -> tuple[list[str], list[int]]:
    """The fields of a line, the first one empty, and their columns (1-based).  Raises FormatError."""
    fields = line.strip().split(":")
    if fields[0] or not 5 <= len(fields) <= 9:
        raise source.error(number, 1, f"expected :technique:candidates:givens:deleted:…, found {quoted(line)}")
    columns = [1 + len(line) - len(line.lstrip())]
    for text in fields:
        columns.append(columns[-1] + len(text) + 1)
    if not TECHNIQUE.fullmatch(fields[1]):
        raise source.error(number, columns[1], f"expected a technique such as 0003, found {quoted(fields[1])}")
    return fields, columns


def triples(source: SourceText, number: int, start: int, text: str) -> list[tuple[int, int]]:
    """Candidates listed as value, row, column: (value, cell).  Raises FormatError."""
    found = []
    for match in re.finditer(r"\S+", text):
        if not re.fullmatch(r"[1-9]{3}", match[0]):
            raise source.error(
                number, start + match.start(), f"expected digit, row and column such as 829, found {quoted(match[0])}"
            )
        digit, row, column = (int(character) for character in match[0])
        found.append((digit, (row - 1) * 9 + column - 1))
    return found


def listed(value: int, cell: int) -> str:
    """A candidate as `triples` reads it."""
    return f"{value}{cell // 9 + 1}{cell % 9 + 1}"


def read_grid(source: SourceText, number: int, fields: list[str], columns: list[int]) -> Grid:
    """The grid of a line, its deleted candidates struck out.  Raises FormatError."""
    givens, placed = _cells(source, number, columns[3], fields[3])
    struck = [0] * 81
    for digit, cell in triples(source, number, columns[4], fields[4]):
        struck[cell] |= bit(digit)
    return Grid.of(PLAIN_NINE, givens, placed, struck=struck)


def puzzle_of(source: SourceText, number: int, line: str) -> Puzzle:
    """The puzzle of one line.  Raises FormatError."""
    fields, columns = fields_of(source, number, line)
    grid = read_grid(source, number, fields, columns)
    if fields[1] == "0000":
        return Puzzle(grid, line=number)
    for field, start in zip(fields[5:7], columns[5:7], strict=False):
        triples(source, number, start, field)
    # What the line says about the step: all fields but the grid and the deleted candidates.
    told = ":".join(clean_text(text) for text in (*fields[1:3], *fields[5:]))
    return Puzzle(grid, step=told, line=number)


def _cells(source: SourceText, number: int, start: int, text: str) -> tuple[list[int], list[int]]:
    givens, placed = [], []
    own = False
    for offset, character in enumerate(text):
        if character == "+" and not own:
            own = True
            continue
        value = int(character) if character in "123456789" else 0 if character in ".0" else None
        if value is None or (own and not value):
            raise source.error(
                number, start + offset, f"expected 1-9{'' if own else ', + or .'}, found {quoted(character)}"
            )
        givens.append(0 if own else value)
        placed.append(value if own else 0)
        own = False
    if own:
        raise source.error(number, start + len(text), "expected 1-9 after +, found the end of the grid")
    if len(givens) != 81:
        raise source.error(number, start + len(text), f"expected 81 cells, found {len(givens)}")
    return givens, placed
