"""One puzzle on each line: n² characters, then anything as a comment (``.sdm`` collections and puzzle lists).

    # boxes 2x2
    1.3...2..1..4... an easy one
    1...2...3......4

In 729 digits and blanks, every nine are the candidates of a cell, as in Sukaku: see `grid_of_marks`.  A
blank is the first of ``0 . X * _ - ?`` and space that fits; values above 9 are letters (see
`core.sudoku._symbols`).  Lines that begin with ``#`` are comments; ``# boxes 2x3`` says which boxes the
puzzles after it have.  After the puzzle, a sign for each cell, n of each, draws the regions of a
jigsaw, unless it is a solved grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import isqrt

from core.sudoku._formats import hodoku_lines
from core.sudoku._formats.base import (
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    clean_text,
    quoted,
)
from core.sudoku._grid import Grid
from core.sudoku._layout import PLAIN_NINE, Layout
from core.sudoku._problem import Sudoku
from core.sudoku._shape import MAXIMUM_ORDER, Shape
from core.sudoku._symbols import BLANKS, EMPTY, alphabet_for, expected_symbols, standard_values, text_of, value_of
from core.sudoku.rules._house import regions_drawn

RUN = re.compile(r"(?<![0-9.*?_-])[0-9.*?_-]{81}(?![0-9.*?_-])")
"""A puzzle within a line: 81 digits and blanks, no more."""
_SPACED = re.compile(r"""(["']?)(?P<cells>[1-9 ]{81})(?=\1(?:[,;:|\t]|$))""")
"""A puzzle with spaces for empty cells, at the beginning of a line."""
_FULL = re.compile("[1-9]+")
_WORD = re.compile(r"""[^\s,;:|=/"'`()\[\]{}]+""")
_BETWEEN_ROWS = " /|,;."
_DIGITS = re.compile(rf"[1-9{re.escape(BLANKS)}]*")
_FEWEST_ROWS = 6
_LEAST, _MOST = 70, 92
"""The shortest and the longest word that may have been meant to be a puzzle."""
_SURE = 0.8
"""The least share of digits and blanks in such a word."""
_COMMENT = re.compile(r"[\s,;#]")
_CELL = re.compile(r"[^\s,;\[\]()]+")


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every line that is neither empty nor a comment."""
    wanted = layout
    for number, line in enumerate(source.lines, 1):
        if not line or line.isspace():
            continue
        if line.lstrip().startswith("#"):
            if layout is None:
                try:
                    wanted = source.boxes_told(number, line) or wanted
                except FormatError as error:
                    yield error
            continue
        try:
            if hodoku_lines.LINE.fullmatch(line) and layout in (None, PLAIN_NINE):
                yield hodoku_lines.puzzle_of(source, number, line)
                continue
            yield read_line(source, number, line, wanted, strict=layout is not None)
        except FormatError as error:
            yield error


def read_line(source: SourceText, number: int, line: str, wanted: Layout | None, *, strict: bool) -> Puzzle:
    """The puzzle on one line.  Raises FormatError.  A wanted layout of another order counts only when strict."""
    source.refuse_zero_byte(number, line)
    if (rows := rows_in(line)) is not None:
        return _read_rows(source, number, line, rows, wanted, strict=strict)
    text, comment, start = _cells_and_comment(line)
    order = isqrt(len(text))
    if comment and (len(text) == 1 or text[:1] in ("[", "(")):
        return _read_separated(source, number, line, wanted, strict=strict)
    small = order < 4 and not standard_values(order).keys() >= set(text)  # likelier a word than a tiny puzzle
    if order * order != len(text) or order == 0 or small:
        length = f"{wanted.cells} characters" if wanted else "81 characters (or another n × n, such as 16, 36 or 256)"
        raise source.error(number, start + len(text), f"expected a puzzle of {length}, found {len(text)}")
    if wanted is not None and not strict and wanted.order not in (order, 9 if is_marked(text) else order):
        wanted = None
    drawn = "".join(comment.strip(" \t,;#").split(maxsplit=1)[:1])
    if drawn and not strict and (rules := regions_drawn(drawn, order)) is not None:
        wanted, comment = Layout.of(Shape.default(order), rules), comment.replace(drawn, "", 1)
    return Puzzle(read_run(source, number, start, text, wanted), title=title_after(comment), line=number)


def read_run(source: SourceText, number: int, start: int, text: str, wanted: Layout | None) -> Grid:
    """The grid in n² characters without a gap: values, or candidates (see `grid_of_marks`).  Raises FormatError.

    A wanted layout must fit.
    """
    if is_marked(text) and (wanted is None or wanted.cells != len(text)):
        return grid_of_marks(source, number, start, text, wanted)
    order = isqrt(len(text))
    return Grid.of(source.layout_of(order, number, wanted), read_values(source, number, start, text, order))


def is_marked(text: str) -> bool:
    """Whether a text may hold the candidates of a 9×9 grid: nine characters a cell, with digits and blanks alone."""
    return len(text) == 729 and _DIGITS.fullmatch(text) is not None and any(map(str.isdecimal, text.replace("0", ".")))


def grid_of_marks(source: SourceText, number: int, start: int, text: str, wanted: Layout | None) -> Grid:
    """The grid in which each cell may hold what its nine characters list, the digit v in the v-th place or a blank.

    Raises FormatError.
    """
    layout = source.layout_of(9, number, wanted)
    for at, sign in enumerate(text):
        if sign not in BLANKS and sign != str(at % 9 + 1):
            raise source.error(
                number, start + at,
                f"expected {at % 9 + 1} or a blank here, for {layout.name_of(at // 9)}, found {quoted(sign)}"
                " (a grid of 27×27 needs a line # boxes 3x9 above it)",
            )  # fmt: skip
    listed = [
        sum(1 << at for at, sign in enumerate(text[cell * 9 : cell * 9 + 9]) if sign not in BLANKS)
        for cell in range(layout.cells)
    ]
    grid = Grid.from_problem(Sudoku(layout.shape, candidates=listed, rules=layout.rules))
    return replace(grid, marks=tuple(0 if given else bits for given, bits in zip(grid.givens, listed, strict=True)))


def title_after(rest: str) -> str:
    """The title after a puzzle on its line: everything but other grids."""
    comment = rest.strip(" \t,;#")
    return clean_text(RUN.sub("", comment).strip()) if comment else ""


def _read_rows(
    source: SourceText, number: int, line: str, rows: list[str], wanted: Layout | None, *, strict: bool
) -> Puzzle:
    """A grid on one line with its rows separated: ``53..7.... 6..195... …``.  Raises FormatError."""
    order = len(rows)
    if wanted is not None and not strict and wanted.order != order:
        wanted = None
    layout = source.layout_of(order, number, wanted)
    start = len(line) - len(line.lstrip()) + 1
    try:
        values = read_values(source, number, start, "".join(rows), order)
    except FormatError as error:
        raise source.error(number, error.column + (error.column - start) // order, error.message) from None
    return Puzzle(Grid.of(layout, values), line=number)


def _read_separated(source: SourceText, number: int, line: str, wanted: Layout | None, *, strict: bool) -> Puzzle:
    """A whole grid on one line, its cells separated: ``5 3 . . 7``, ``5,3,0,0,7`` or ``[5, 3, 0, 0, 7]``.

    Raises FormatError.
    """
    cells = [(match[0], match.start() + 1) for match in _CELL.finditer(line)]
    order = isqrt(len(cells))
    if order * order != len(cells) or order < 4:
        raise source.error(
            number, len(line.rstrip()) + 1,
            f"expected 81 cells (or another n × n, such as 16, 36 or 256), together or separated, found {len(cells)}",
        )  # fmt: skip
    if wanted is not None and not strict and wanted.order != order:
        wanted = None
    layout = source.layout_of(order, number, wanted)
    values = []
    for cell, column in cells:
        value = int(cell) if cell.isdecimal() and len(cell) < 4 else 0 if cell in BLANKS else value_of(cell, order)
        if value is None or value > order:
            raise source.error(number, column, f"expected {expected_symbols(order)}, found {quoted(cell)}")
        values.append(value)
    return Puzzle(Grid.of(layout, tuple(values)), line=number)


def read_values(source: SourceText, number: int, start: int, text: str, order: int) -> tuple[int, ...]:
    """Values of single characters.  Raises FormatError at the first that is no value."""
    if order < 10 and standard_values(order).keys() >= set(text):
        return tuple(map(standard_values(order).__getitem__, text))
    table = alphabet_for(text, order)
    values = [table.get(character) for character in text]
    if None in values:
        if " " in text:
            values = [0 if character == " " else value for character, value in zip(text, values, strict=True)]
        if None in values:
            wrong = values.index(None)
            raise source.error(
                number, start + wrong, f"expected {expected_symbols(order)}, found {quoted(text[wrong])}"
            )
    return tuple(value or 0 for value in values)


def _cells_and_comment(line: str) -> tuple[str, str, int]:
    """The puzzle's characters, the comment after them, and the 1-based column of the first."""
    bare = line.strip()
    start = len(line) - len(line.lstrip()) + 1
    if _has_empty_commas(bare):
        return bare.replace(",", EMPTY), "", start
    match = _COMMENT.search(bare)
    first = bare if match is None else bare[: match.start()]
    rest = "" if match is None else bare[match.start() :].strip(" \t,;#")
    side = isqrt(len(line))
    if side * side == len(line) and side >= 4 and side <= MAXIMUM_ORDER and isqrt(len(first)) ** 2 != len(first):
        # Blanks written as spaces: the whole line must be digits and spaces.
        table = alphabet_for(line.replace(" ", ""), side)
        if all(character == " " or table.get(character) for character in line):
            return line, "", 1
    return first, rest, start


def _has_empty_commas(bare: str) -> bool:
    """Whether a line is a grid of digits with commas for empty cells, not the cells of one with commas between."""
    if not is_grid(len(bare)) or "," not in bare or not set(bare) <= set("123456789,"):
        return False
    cells = bare.split(",")
    return any(len(cell) > 1 for cell in cells) or not is_grid(len(cells))


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for each puzzle, with its title at the end."""
    told: Layout | None = None
    for puzzle in puzzles:
        layout = puzzle.grid.layout
        assumed = told if told is not None and told.order == layout.order else Layout.of(Shape.default(layout.order))
        if layout != assumed or (layout.order == 27 and told != layout and is_marked(line_of(puzzle.clues))):
            yield f"# boxes {layout.text}"
            told = layout
        yield line_of(puzzle.clues) + (f" {puzzle.title}" if puzzle.title else "")


def line_of(values: Iterable[int]) -> str:
    """Values as one line of standard symbols."""
    return text_of(values)


# Which part of a line is the puzzle, if ratings, names and solutions are beside it


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a line."""

    text: str
    start: int
    """Where it begins, from 0."""

    @property
    def end(self) -> int:
        """Where the text after it begins."""
        return self.start + len(self.text)


def puzzle_in(line: str) -> Field | None:
    """The puzzle in a line, or a damaged text that was meant to be one; None if there is neither.

    A solution counts only if the line has no puzzle with empty cells, and no damaged one, beside it.
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
    """The rows of a line that holds n rows of n cells, some empty, with one sign between rows; None for other lines."""
    bare = line.strip()
    n = isqrt(len(bare))  # n rows with n - 1 signs between them, perhaps one more at the end
    if n < _FEWEST_ROWS or len(bare) not in (n * n + n - 1, n * n + n):
        return None
    sign, step = bare[n], n + 1
    rows = [bare[at : at + n] for at in range(0, len(bare), step)]
    if sign not in _BETWEEN_ROWS or any(each != sign for each in bare[n::step]):
        return None
    if sign != "." and any(sign in row for row in rows):
        return None
    return rows if any(blank in "0.*?_-xX" for row in rows for blank in row) else None


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
    """Whether this number of cells is n × n, with n from 4."""
    return cells >= 16 and isqrt(cells) ** 2 == cells


def is_full(text: str) -> bool:
    """Whether a puzzle is a solution: no cell is empty."""
    return _FULL.fullmatch(text) is not None


def is_meant(text: str) -> bool:
    """Whether a word was meant to be a 9×9 puzzle with empty cells, although it may be damaged."""
    if not _LEAST <= len(text) <= _MOST or (len(text) == 81 and is_full(text)):
        return False
    return sum(sign in "0123456789.*?_-xX" for sign in text) >= _SURE * len(text)
