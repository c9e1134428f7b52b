"""Lists, tuples and dictionaries of grids as Python and JSON print them: numbers, rows of numbers, or texts.

Arrays of C and its relatives are read too: ``int grid[9][9] = {{5, 3, 0, …}, …};``.

    puzzles = [
        [[1, 0, 3, 0], [0, 0, 2, 0], [0, 1, 0, 0], [4, 0, 0, 0]],
        "1...2...3......4",
    ]

An error names the place of anything that looks like a grid and is not; names,
ratings and solutions beside the puzzles are skipped.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from math import isqrt

from core._words import counted
from core.sudoku._formats.base import FormatError, Puzzle, PuzzleOrError, SourceText
from core.sudoku._formats.csv_table import PUZZLE_NAMES
from core.sudoku._formats.line import is_full, is_grid, read_run, read_values
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout

LARGEST_TEXT = 1 << 22
"""How many characters a list may have: it is read at once."""
_LISTED = re.compile(r"\s*(?:[A-Za-z_][\w\s<>:,*&.\[\]]*=\s*(?:new\s+)?(?:[\w<>:]|\[\d*\])*\s*)?[\[({]")
"""What a list begins with: perhaps a name and its type, as in ``const int grid[9][9] = {``."""
_REMARK = re.compile(r"""('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/""", re.DOTALL)
_APART = re.compile(r"(?<=[\d.]) (?= *\d)")
"""The space between numbers in an array as NumPy prints it, without commas."""
_NEXT_ROW = re.compile(r"\](?=\s*\[)")
_BRACKETS = str.maketrans("{}", "[]")
_LEAST_TEXT = 60
"""A text of at least this many digits and blanks must be a grid."""


def is_python(text: str) -> bool:
    """Whether a text looks like a list with puzzles in it."""
    return bool(_LISTED.match(text)) and text.rstrip().rstrip(",;")[-1:] in ("]", ")", "}")


def read(source: SourceText, text: str, first_line: int = 1, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every grid in one list, which is ``text`` and begins on ``first_line``.

    Raises FormatError for a text that is not a list.
    """
    if len(text) > LARGEST_TEXT:
        yield source.error(first_line, 1, f"expected a list of at most {LARGEST_TEXT} characters, found {len(text)}")
        return
    text = _as_python(text)
    start = _LISTED.match(text)
    begin = start.end() - 1 if start else 0
    reading = _Reading(source, first_line + text[:begin].count("\n"), begin - text.rfind("\n", 0, begin) - 1, layout)
    body = text[begin:].rstrip().rstrip(",;")
    try:
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            node = _parsed(body)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        raise reading.error_at(line, column, "expected a list of numbers or of lines") from None
    nothing = True
    for item in reading.grids(node):
        nothing = False
        yield item
    if nothing:
        yield reading.error_at(1, 1, "expected grids of n × n numbers in this list, found none")


def _as_python(text: str) -> str:
    """A text with brackets for the braces of C, and blanks for its comments; every sign keeps its place."""
    if "{" not in text:
        return text
    bare = _REMARK.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text)
    apart = re.sub(r"""'[^'\n]*'|"[^"\n]*\"""", "", bare)
    return text if ":" in apart.partition("=")[2] or (":" in apart and "=" not in apart) else bare.translate(_BRACKETS)


def _parsed(body: str) -> ast.expr:
    try:
        return ast.parse(body, mode="eval").body
    except SyntaxError:
        if "," in body:
            raise
        return ast.parse("[" + _NEXT_ROW.sub("],", _APART.sub(",", body)) + "]", mode="eval").body


class _Reading:
    """Finds the grids in the syntax tree of one list."""

    def __init__(self, source: SourceText, first_line: int, indent: int, layout: Layout | None) -> None:
        self._source, self._first_line, self._indent, self._wanted = source, first_line, indent, layout

    def error_at(self, line: int, column: int, message: str) -> FormatError:
        """An error at a 1-based line and column of the list."""
        return self._source.error(self._first_line + line - 1, column + (self._indent if line == 1 else 0), message)

    def grids(self, node: ast.expr) -> Iterator[PuzzleOrError]:
        """The grids: n × n numbers in a row, n rows of n, or a text of n × n characters."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from self._text(node, node.value)
        elif isinstance(node, ast.Dict):
            values = [(_text_of(key), value) for key, value in zip(node.keys, node.values, strict=True)]
            named = [value for key, value in values if key is not None and key.lower() in PUZZLE_NAMES]
            for value in named or _without_solutions([value for _, value in values]):
                yield from self.grids(value)
        elif isinstance(node, ast.List | ast.Tuple):
            yield from self._listed(node, node.elts)

    def _listed(self, node: ast.expr, parts: Sequence[ast.expr]) -> Iterator[PuzzleOrError]:
        if isinstance(node, ast.Tuple) or len(parts) == 2:
            parts = _without_solutions(parts)
        rows = [part.elts for part in parts if isinstance(part, ast.List | ast.Tuple) and _is_row(part.elts)]
        lines = [_text_of(part) or "" for part in parts]
        if _is_row(parts):
            yield self._grid(node, parts)
        elif len(parts) >= 4 and not is_grid(len(parts)) and {len(line) for line in lines} == {len(parts)}:
            yield self._lines(node, parts, lines)
        elif 2 * len(rows) > len(parts) and not any(is_grid(len(row)) for row in rows):
            yield self._rows(node, parts, rows)
        else:
            for part in parts:
                yield from self.grids(part)

    def _lines(self, node: ast.expr, parts: Sequence[ast.expr], lines: Sequence[str]) -> PuzzleOrError:
        """A grid whose rows are texts."""
        values: list[int] = []
        for part, line in zip(parts, lines, strict=True):
            number, column = self._place(part)
            try:
                values += read_values(self._source, number, column + 1, line, len(lines))
            except FormatError as error:
                return error
        return self._puzzle(node, len(lines), tuple(values))

    def _rows(self, node: ast.expr, parts: Sequence[ast.expr], rows: Sequence[Sequence[ast.expr]]) -> PuzzleOrError:
        if len(rows) < len(parts):
            odd = next(part for part in parts if not (isinstance(part, ast.List | ast.Tuple) and _is_row(part.elts)))
            return self._error(odd, "expected a row of numbers")
        lengths = sorted({len(row) for row in rows})
        if lengths == [len(rows)]:
            return self._grid(node, [cell for row in rows for cell in row])
        found = " or ".join(dict.fromkeys((str(lengths[0]), str(lengths[-1]))))
        return self._error(node, f"expected n rows of n numbers, found {counted(len(rows), 'row')} of {found}")

    def _grid(self, node: ast.expr, cells: Sequence[ast.expr]) -> PuzzleOrError:
        if not is_grid(len(cells)):
            return self._error(node, f"expected 81 (or another n × n) numbers, found {len(cells)}")
        order = isqrt(len(cells))
        values = [_cell(cell) for cell in cells]
        for cell, value in zip(cells, values, strict=True):
            if value is None or not 0 <= value <= order:
                return self._error(cell, f"expected numbers from 0 to {order}, found {ast.unparse(cell)}")
        return self._puzzle(node, order, tuple(value or 0 for value in values))

    def _text(self, node: ast.expr, text: str) -> Iterator[PuzzleOrError]:
        cells = "".join(text.split())
        alike = sum(sign.isdecimal() or sign in ".*_-?" for sign in cells)
        if is_grid(len(cells)) and 2 * alike >= len(cells):
            line, column = self._place(node)
            try:
                yield Puzzle(read_run(self._source, line, column + 1, cells, self._wanted), line=line)
            except FormatError as error:
                yield error
        elif len(cells) >= _LEAST_TEXT and alike >= 0.8 * len(cells):
            yield self._error(node, f"expected a puzzle of 81 (or another n × n) characters, found {len(cells)}")

    def _puzzle(self, node: ast.expr, order: int, values: tuple[int, ...]) -> PuzzleOrError:
        line, _ = self._place(node)
        try:
            return Puzzle(Grid.of(self._source.layout_of(order, line, self._wanted), values), line=line)
        except FormatError as error:
            return error

    def _place(self, node: ast.expr) -> tuple[int, int]:
        error = self.error_at(node.lineno, node.col_offset + 1, "")
        return error.line, error.column

    def _error(self, node: ast.expr, message: str) -> FormatError:
        return self.error_at(node.lineno, node.col_offset + 1, message)


def _without_solutions(parts: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """Leave out the texts that are full grids, if another is not full."""
    full = [is_full(_text_of(part) or "") for part in parts]
    texts = [len(_text_of(part) or "") >= 16 for part in parts]
    if not any(text and not complete for text, complete in zip(texts, full, strict=True)):
        return parts
    return [part for part, complete in zip(parts, full, strict=True) if not complete]


def _is_row(parts: Sequence[ast.expr]) -> bool:
    """Whether these are the cells of a row or a whole grid, some of them numbers."""
    short = all(isinstance(part, ast.Constant | ast.Name | ast.UnaryOp) and len(_text_of(part) or "") < 4
                for part in parts)  # fmt: skip
    return short and len(parts) >= 4 and 2 * sum(_cell(part) is not None for part in parts) > len(parts)


def _text_of(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _cell(node: ast.expr) -> int | None:
    if isinstance(node, ast.Name) and node.id == "null":  # of JSON
        return 0
    value = node.value if isinstance(node, ast.Constant) else False
    if value is None or value in ("", ".", " "):
        return 0
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4 else None


__all__ = ["LARGEST_TEXT", "is_python", "read"]
