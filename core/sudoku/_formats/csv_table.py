"""CSV: one puzzle in each row, in whichever column holds n² characters; a header names the other columns.

    Puzzle,Boxes,Title,Author,Level,Source
    1.3...2..1..4...,2x2,A small one,,easy,

It reads tables like those of QQwing (``Puzzle,Solution,…``) and Kaggle's
collections (``quizzes,solutions``), with commas, semicolons or tabs.  It writes
the columns of the example.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from math import isqrt

from core._search import ProblemError
from core.sudoku._formats.base import FormatError, Puzzle, PuzzleOrError, SourceText, clean_text
from core.sudoku._formats.line import is_full, is_grid, is_meant, line_of, read_run
from core.sudoku._layout import Layout

PUZZLE_NAMES = ("puzzle", "puzzles", "quiz", "quizzes", "sudoku", "grid", "givens", "unsolved", "question")
_PARTICULARS = {"title": "title", "name": "title", "author": "author", "level": "level", "difficulty": "level",
                "source": "source", "comment": "comment", "date": "date", "url": "url", "boxes": "boxes"}  # fmt: skip


def separator_of(line: str) -> str:
    """The separator that a header or first row uses."""
    return max(",;\t", key=line.count)


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """The puzzle or error of every row."""
    column: int | None = None
    names: dict[int, str] = {}
    separator = ","
    started = False
    for number, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        if line.startswith("#") and not started:  # a heading such as ``#!sudoku``
            if layout is None:
                try:
                    layout = source.boxes_told(number, line)
                except FormatError as error:
                    yield error
            continue
        if not started:
            separator = separator_of(line)
        try:
            fields = next(csv.reader([line], delimiter=separator, strict=False), [])
        except csv.Error as error:
            yield source.error(number, 1, f"expected a row of CSV: {error}")
            continue
        if not started:
            started = True
            lowered = [field.strip().lower() for field in fields]
            if any(name in PUZZLE_NAMES for name in lowered):
                column = next(at for at, name in enumerate(lowered) if name in PUZZLE_NAMES)
                names = {at: _PARTICULARS[name] for at, name in enumerate(lowered) if name in _PARTICULARS}
                continue
        try:
            yield _puzzle(source, number, line, fields, column, names, layout)
        except FormatError as error:
            yield error


def _puzzle(
    source: SourceText, number: int, line: str, fields: list[str], column: int | None, names: dict[int, str],
    wanted: Layout | None,
) -> Puzzle:  # fmt: skip
    source.refuse_zero_byte(number, line)
    told = {name: clean_text(fields[at]) for at, name in names.items() if at < len(fields)}
    if column is None:
        column = _column(fields)
        # Without a header, words beside the puzzle are its title.
        words = [clean_text(field) for field in fields if not is_puzzle(field.strip())]
        told["title"] = " ".join(word for word in words if any(map(str.isalpha, word)))
    if column >= len(fields):
        raise source.error(number, len(line) + 1, f"expected at least {column + 1} columns, found {len(fields)}")
    text = fields[column]
    if not (is_square(len(text)) and " " in text.strip()):  # spaces may be empty cells
        text = text.strip()
    start = max(line.find(text), 0) + 1  # with doubled quotes the line does not have it like this
    if not is_square(len(text)):
        raise source.error(number, start, f"expected a puzzle of 81 (or another n × n) characters, found {len(text)}")
    boxes = told.pop("boxes", "")
    if boxes and wanted is None:
        try:
            wanted = Layout.parse(boxes)
        except ProblemError as error:
            raise source.error(number, max(line.find(boxes), 0) + 1, str(error)) from None
    return Puzzle(read_run(source, number, start, text, wanted), line=number, **told)


def _column(fields: list[str]) -> int:
    """The puzzle's column: the first field like a puzzle; a solution counts only if no other field looks like one."""
    stripped = [field.strip() for field in fields]
    found = [at for at, field in enumerate(stripped) if is_puzzle(field)]
    if found and not is_full(stripped[found[0]]):
        return found[0]
    wanted = (at for at, field in enumerate(stripped) if is_meant(field) or (at in found and not is_full(field)))
    return next(wanted, found[0] if found else 0)


def is_puzzle(text: str) -> bool:
    """Whether a field looks like a puzzle: n² characters without a gap, n from 4."""
    return is_grid(len(text)) and not any(character.isspace() for character in text)


def is_square(length: int) -> bool:
    """Whether this many characters can be a grid."""
    return length > 0 and isqrt(length) ** 2 == length


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """A header, and one row for each puzzle."""
    yield "Puzzle,Boxes,Title,Author,Level,Source"
    for puzzle in puzzles:
        layout = puzzle.grid.layout
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([
            line_of(puzzle.clues), layout.text,
            puzzle.title, puzzle.author, puzzle.level, puzzle.source,
        ])  # fmt: skip
        yield line.getvalue()
