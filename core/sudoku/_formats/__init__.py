"""Every Sudoku format that this program reads and writes.

    >>> from core.sudoku import parse, write
    >>> puzzle = parse("1.3. ..2. .1.. 4...".replace(" ", ""))
    >>> print(*write([puzzle], "free"), sep="\\n")
    1.3.
    ..2.
    .1..
    4...

`read_text` and `read_file` recognise the format and yield puzzles and errors in
file order; `parse` returns the first puzzle of a text, for instance of a pasted
one.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from core._checks import instance
from core._reasons import unknown_name
from core._search import ProblemError
from core.storage._files import read_whole
from core.sudoku._formats.base import (
    ZERO_BYTE,
    CannotWrite,
    FormatError,
    Puzzle,
    PuzzleOrError,
    ReadFunction,
    SourceText,
    TooLargeAt,
    WriteFunction,
    clean_text,
)
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape


@dataclass(frozen=True, slots=True)
class Format:
    """One format: its name, its file names, and what it can hold."""

    key: str
    title: str
    suffixes: tuple[str, ...]
    module: str
    holds: str
    """What survives writing: ``givens`` alone, or ``work`` (placed values, marks) too."""
    reader: str = "read"
    writer: str = "write"
    writable: bool = True
    keeps_candidates: bool = False
    """Whether a candidate that was struck out still is when the puzzle is read again."""
    any_rules: bool = False
    """Whether it holds more rules than the words after the size of boxes say; its writer then refuses what it cannot
    hold."""

    def read(self, source: SourceText, shape: Shape | Layout | None = None) -> Iterator[PuzzleOrError]:
        """Puzzles and errors in file order.  A shape or layout overrides what the text suggests."""
        reader: ReadFunction = getattr(self._home(), self.reader)
        return reader(source, None if shape is None else Layout.of(shape))

    def write(self, puzzles: Iterable[Puzzle]) -> Iterator[str]:
        """Lines without their ends.  Raises CannotWrite for a puzzle that does not fit the format."""
        writer: WriteFunction = getattr(self._home(), self.writer)
        return writer(map(self._told, puzzles))

    def _told(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle itself; a full grid, which is an answer, without the rules that the format cannot hold.

        Raises CannotWrite for rules that it cannot hold.
        """
        layout = puzzle.grid.layout
        if self.any_rules or not layout.untold:
            return puzzle
        if not all(puzzle.grid.values):
            raise CannotWrite(f"the format {self.key} cannot say: {layout.untold[0].words(layout.shape)}")
        return replace(puzzle, grid=replace(puzzle.grid, rules=layout.told))

    def _home(self) -> object:
        return importlib.import_module(f"core.sudoku._formats.{self.module}")


FORMATS: tuple[Format, ...] = (
    Format("line", "One line a puzzle", (".sdm", ".txt"), "line", "givens"),
    Format("list", "81 characters somewhere in each line; Python lists", (".txt",), "listing", "givens"),
    Format("free", "Rows of characters", (".txt",), "rows", "givens", writer="write_free"),
    Format("boxed", "Rows with boxes drawn", (".txt",), "rows", "givens", writer="write_boxed"),
    Format("candidates", "Candidate grid (HoDoKu, Simple Sudoku)", (".txt",), "rows", "values and marks",
           reader="read_candidates", writer="write_candidates", keeps_candidates=True),
    Format("document", "n, box columns, box rows, matrix (Nery)", (".txt",), "document", "givens"),
    Format("sdk", "SadMan, SudoCue puzzle", (".sdk",), "sdk", "givens and details"),
    Format("sdx", "SudoCue work in progress", (".sdx",), "sdx", "givens, values, marks", keeps_candidates=True),
    Format("ss", "Simple Sudoku", (".ss",), "simple_sudoku", "givens, values, struck-out candidates; to 9×9",
           keeps_candidates=True),
    Format("hodoku", "HoDoKu library line", (".txt",), "hodoku", "givens, values, struck-out candidates; 9×9",
           keeps_candidates=True),
    Format("opensudoku", "OpenSudoku XML", (".opensudoku", ".xml"), "opensudoku", "givens, values, marks; 9×9",
           keeps_candidates=True),
    Format("csv", "Table", (".csv", ".tsv"), "csv_table", "givens and details"),
    Format("sudokuwiki", "Address of SudokuWiki's solver", (".url",), "sudokuwiki",
           "givens, values, struck-out candidates; 9×9", keeps_candidates=True),
    Format("hsol", "HoDoKu file (read only)", (".hsol",), "hsol", "givens, values, struck-out candidates; 9×9",
           writable=False, keeps_candidates=True),
    Format("rules", "Grid, then one rule a line", (".rules",), "ruled", "givens, values, marks, all rules",
           keeps_candidates=True, any_rules=True),
    Format("fpuzzles", "Link of f-puzzles or SudokuPad", (".url",), "links", "givens, candidates, most rules",
           keeps_candidates=True, any_rules=True),
    Format("iss", "Constraints of Interactive Sudoku Solver", (), "iss", "givens, candidates, rules",
           writable=False, keeps_candidates=True),
    Format("sgt", "Game ID of Simon Tatham's Solo", (".sgt",), "sgt", "givens, cages that cover the grid",
           any_rules=True),
)  # fmt: skip


DRAWN = ("free", "boxed", "candidates", "sdk")
"""Formats with a grid in rows, and an empty line after each."""
LONGEST_LINE = 1 << 20
"""How many characters a line may have: a list of ten thousand puzzles still fits into one."""


FORMAT_KEYS = tuple(entry.key for entry in FORMATS)
WRITABLE_KEYS = tuple(entry.key for entry in FORMATS if entry.writable)


def format_named(key: str) -> Format:
    """The format with this key.  Raises ProblemError with those that may have been meant."""
    for entry in FORMATS:
        if entry.key == key:
            return entry
    raise ProblemError(unknown_name("format", key, FORMAT_KEYS))


def format_for(path: Path) -> Format:
    """The format in which to write a file of this name; ``line`` if the name does not say."""
    suffix = path.suffix.lower()
    own = (entry for entry in FORMATS if suffix in entry.suffixes and suffix != ".txt")
    return next(own, FORMATS[0])


def detect(text: str, suffix: str = "") -> str:
    """The key of the format that a text is in."""
    from core.sudoku._formats.detection import detect as detect_source

    return detect_source(SourceText.of(text), suffix)


def read_text(
    text: str, name: str = "text", *, format: str | None = None, shape: Shape | Layout | None = None, suffix: str = ""
) -> Iterator[PuzzleOrError]:
    """Puzzles and errors of a text, in order.  A text without any puzzle yields one error."""
    from core.sudoku._formats.detection import detect as detect_source
    from core.sudoku._formats.plain_rows import plain_rows

    source = SourceText.of(text, clean_text(name))
    for number, each in enumerate(source.lines, 1):
        if len(each) > LONGEST_LINE:
            yield line_too_long(source.name, number)
            return
    if format is None or format in DRAWN:
        source = plain_rows(source)
    layout = None if shape is None else Layout.of(shape)
    entry = format_named(format or detect_source(source, suffix, layout))
    items: Iterable[PuzzleOrError] = entry.read(source, layout)
    place = source.find("\0")
    if place is not None:
        items = list(items)
        if not any(isinstance(item, Puzzle) for item in items):
            items = [source.error(*place, ZERO_BYTE)]
    nothing = True
    for item in items:
        nothing = False
        yield item
    if nothing:
        yield source.error(1, 1, "expected a Sudoku, found nothing to read")


def line_too_long(name: str, number: int) -> FormatError:
    """The error for a line with more than `LONGEST_LINE` characters."""
    return FormatError(name, number, LONGEST_LINE + 1, f"expected lines of at most {LONGEST_LINE} characters")


def decode(data: bytes) -> str:
    """A file's text: UTF-8, UTF-16 with its byte order mark, the XML in a HoDoKu file, or else Latin-1 (which never
    fails).
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if data.startswith(b"PK\x03\x04"):
        from core.sudoku._formats.hsol import unpacked

        data = unpacked(data) or data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_file(
    path: str | PathLike[str], *, format: str | None = None, shape: Shape | Layout | None = None
) -> Iterator[PuzzleOrError]:
    """Puzzles and errors of a file, in order.  Raises OSError, and ProblemError if it is too large."""
    path = Path(path)
    return read_text(decode(read_whole(path)), str(path), format=format, shape=shape, suffix=path.suffix.lower())


def parse(text: str, name: str = "text", *, format: str | None = None, shape: Shape | Layout | None = None) -> Puzzle:
    """The first puzzle of a text.  Raises FormatError if the text begins with an error instead."""
    first = next(read_text(text, name, format=format, shape=shape))
    if isinstance(first, FormatError):
        raise first
    return first


def write(puzzles: Iterable[Puzzle | Sudoku | Grid] | Puzzle | Sudoku | Grid, format: str) -> Iterator[str]:
    """Lines in the named format, without their ends, of several puzzles or of one.

    A `Sudoku` or a `Grid` is a puzzle of which nothing else is known.  Raises ProblemError (CannotWrite if a puzzle
    does not fit).

    >>> print(*write(Sudoku.parse("1.3...2..1..4..."), "line"))
    1.3...2..1..4...
    """
    several = [puzzles] if isinstance(puzzles, Puzzle | Sudoku | Grid) else puzzles
    return format_named(format).write(map(_puzzle_of, several))


def _puzzle_of(value: Puzzle | Sudoku | Grid) -> Puzzle:
    if isinstance(value, Sudoku | Grid):
        return Puzzle(Grid.from_problem(value) if isinstance(value, Sudoku) else value)
    return instance(value, Puzzle, "what is written", "a Puzzle, a Sudoku or a Grid")


def framed(grid: Grid) -> list[str]:
    """The values of a grid, given or placed, in rows with the boxes drawn."""
    return list(write([Puzzle(Grid.of(grid.shape, grid.values, rules=grid.layout.told))], "boxed"))


__all__ = [
    "FORMATS", "FORMAT_KEYS", "WRITABLE_KEYS", "CannotWrite", "Format", "FormatError", "Puzzle", "PuzzleOrError",
    "SourceText", "TooLargeAt", "clean_text", "decode", "detect", "format_for", "format_named", "framed", "parse",
    "read_file", "read_text", "write",
]  # fmt: skip
