"""The format of the Sudoku document (Nery, 003): ``n box_columns box_rows``, then n rows of n numbers, 0 = empty.

    6 3 2
    1 0 0 0 0 6
    0 0 2 0 0 0
    0 3 0 0 1 0
    0 6 0 0 4 0
    0 0 0 5 0 0
    2 0 0 0 0 3

Beware of the order: the first line names the box's *columns* before its rows.
The document's program answers with ``solução`` and the solved matrix, or with
``sem solução`` and the matrix as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from core.sudoku._formats.base import (
    CannotWrite,
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    TooLargeAt,
    boxes_directive,
    clean_text,
    quoted,
)
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import MAXIMUM_ORDER, Shape

HEADER = re.compile(r" *(\d{1,6})(?: +|\t)(\d{1,6})(?: +|\t)(\d{1,6}) *")  # more tabs are a table's empty cells
SOLVED, UNSOLVED = "solução", "sem solução"


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every puzzle of a text; each begins with its own header."""
    lines = [(number, line) for number, line in enumerate(source.lines, 1) if line.strip()]
    at = 0
    title = ""
    while at < len(lines):
        number, line = lines[at]
        if line.lstrip().startswith("#"):
            title = title if boxes_directive(line) else clean_text(line.strip("# \t"))
            at += 1
            continue
        if line.strip().lower() in (SOLVED, UNSOLVED) and at + 1 < len(lines):
            at += 1
            continue
        try:
            found = _header(source, number, line)
            rows = lines[at + 1 : at + 1 + found.order]
            at += 1
            values = []
            for row in rows:
                values += _row(source, *row, found.order)
                at += 1
            if len(rows) < found.order:
                last, text = lines[-1]
                column = len(text.rstrip()) + 1
                raise source.error(last, column, f"expected {found.order} rows after the first line, found {len(rows)}")
            yield Puzzle(Grid.of(found, values), title=title, line=number)
        except FormatError as error:
            yield error
            # Go on at the next line that can be a header.
            at += 1
            while at < len(lines) and not _is_header(lines[at][1]):
                at += 1
        title = ""


def _is_header(line: str) -> bool:
    match = HEADER.fullmatch(line)
    return match is not None and int(match[1]) == int(match[2]) * int(match[3])


def _header(source: SourceText, number: int, line: str) -> Layout:
    match = HEADER.fullmatch(line)
    if match is None:
        raise source.error(number, 1, f"expected three numbers, n box_columns box_rows, found {quoted(line)}")
    order, columns, rows = (int(text) for text in match.groups())
    if order > MAXIMUM_ORDER:
        raise TooLargeAt(
            source.name, number, match.start(1) + 1, f"order {order} is too large: the limit here is {MAXIMUM_ORDER}"
        )
    if order != columns * rows or order == 0:
        raise source.error(
            number, match.start(1) + 1, f"expected n = box_columns × box_rows, found {order} and {columns} × {rows}"
        )
    return source.guard(number, lambda: Layout.of(Shape(rows, columns)))


def _row(source: SourceText, number: int, line: str, order: int) -> list[int]:
    values = []
    for match in re.finditer(r"\S+", line):
        text = match[0]
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= order):
            raise source.error(number, match.start() + 1, f"expected a number from 0 to {order}, found {quoted(text)}")
        values.append(int(text))
    if len(values) != order:
        raise source.error(number, len(line) + 1, f"expected {order} numbers in this row, found {len(values)}")
    return values


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Header and matrix of each puzzle."""
    for puzzle in puzzles:
        layout = puzzle.grid.layout
        if not layout.plain:
            raise CannotWrite(f"this format holds plain grids, not {layout.variant}")
        if puzzle.title:
            yield f"# {puzzle.title}"
        yield f"{layout.order} {layout.shape.box_columns} {layout.shape.box_rows}"
        yield from matrix(layout.shape, puzzle.clues)


def matrix(shape: Shape, values: Sequence[int]) -> Iterator[str]:
    """n rows of numbers."""
    for row in range(shape.order):
        yield " ".join(map(str, values[row * shape.order : (row + 1) * shape.order]))


def answer(shape: Shape, givens: Sequence[int], solution: Sequence[int] | None) -> Iterator[str]:
    """What the document's program prints: ``solução`` and the solution, or ``sem solução`` and the givens."""
    yield UNSOLVED if solution is None else SOLVED
    yield from matrix(shape, givens if solution is None else solution)
