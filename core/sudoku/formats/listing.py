"""Lists of 9×9 puzzles as researchers keep them: 81 characters somewhere in each line, or Python lists.

Accepted are a hash, a number or a rating before the puzzle, anything after it (``:7.2``, ``|x``, ``;solution``,
quotes, a comma), header lines before the first puzzle, grids written with spaces for empty cells, and lists or
tuples of numbers or strings as Python prints them, over as many lines as they like.  What else stands on a
line becomes the title.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

from core.sudoku.formats.base import FormatError, Item, Puzzle, Source, clean_text
from core.sudoku.formats.line import read_values, write
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape

RUN = re.compile(r"(?<![0-9.*?_-])[0-9.*?_-]{81}(?![0-9.*?_-])")
"""A puzzle within a line: 81 digits and blanks, no more."""
_FULL = re.compile("[1-9]+")
_SPACED = re.compile(r"[1-9 ]{81}")
_BETWEEN = " \t,;:|\"'()[]"
_BRACKETS = re.compile(r"[\s\[\](){},;]*")
"""A line that only opens or closes a list."""
_LISTED = re.compile(r"\s*(?:\w+\s*=\s*)?[\[(]")
LARGEST_TEXT = 1 << 22
"""How many characters a Python list may have: it is read at once."""
_LOOK_AT_HEADERS = 5


def is_listing(lines: Sequence[str]) -> bool:
    """Whether nearly every line after a few of a header has one puzzle in it, not all at its beginning."""
    found = [bool(_puzzle_in(line)) for line in lines]
    if True not in found or found.index(True) >= _LOOK_AT_HEADERS:
        return False
    rest = found[found.index(True) :]
    return sum(rest) >= 0.8 * len(rest)


def is_python(text: str) -> bool:
    """Whether a text looks like a Python list with puzzles in it."""
    return bool(_LISTED.match(text)) and text.rstrip().rstrip(",;")[-1:] in ("]", ")")


def _puzzle_in(line: str) -> re.Match[str] | None:
    if len(line) == 81 and " " in line and (spaced := _SPACED.fullmatch(line)):
        return spaced
    return RUN.search(line)


def read(source: Source, shape: Shape | None = None) -> Iterator[Item]:
    """Every line with a puzzle in it, or every puzzle of a Python list."""
    if is_python("\n".join(source.lines[:2])[:400] + "\n" + "\n".join(source.lines[-2:])):
        full = list(filter(str.strip, source.lines))
        at_once = len(full) == 1 and sum(not _FULL.fullmatch(run) for run in RUN.findall(full[0])) > 1
        if all(map(_puzzle_in, full)) and not at_once:
            yield from _read_lines(source, shape)  # lines that only begin and end like a list
        else:
            yield from _read_python(source, shape)
        return
    yield from _read_lines(source, shape)


def _read_lines(source: Source, shape: Shape | None) -> Iterator[Item]:
    wanted = shape or Shape(3, 3)
    header = True
    for number, text in enumerate(source.lines, 1):
        if not text or text.isspace():
            continue
        if text.lstrip().startswith("#"):
            if shape is None:
                try:
                    wanted = source.boxes_told(number, text) or wanted
                except FormatError as error:
                    yield error
            continue
        match = _puzzle_in(text)
        if match is None:
            if not header and not _BRACKETS.fullmatch(text):
                yield source.error(
                    number, len(text) + 1, "expected a line with 81 digits and blanks in it, found no such run"
                )
            continue
        header = False
        try:
            grid_shape = source.shape_of(9, number, wanted if shape is not None or wanted.order == 9 else None)
            values = read_values(source, number, match.start() + 1, match[0], 9)
        except FormatError as error:
            yield error
            continue
        yield Puzzle(Grid.of(grid_shape, values), title=_title(text, match), line=number)


def _title(line: str, match: re.Match[str]) -> str:
    """What else the line says, without further grids (solutions)."""
    parts = (line[: match.start()], RUN.sub(" ", line[match.end() :]))
    return clean_text(" ".join(part.strip(_BETWEEN) for part in parts))


def _read_python(source: Source, shape: Shape | None) -> Iterator[Item]:
    text = "\n".join(source.lines)
    if len(text) > LARGEST_TEXT:
        yield source.error(1, 1, f"expected a Python list of at most {LARGEST_TEXT} characters, found {len(text)}")
        return
    start = _LISTED.match(text)
    begin = start.end() - 1 if start else 0
    body = text[begin:].rstrip().rstrip(",;")
    try:
        value = ast.literal_eval(body)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line = (getattr(error, "lineno", None) or 1) + text[:begin].count("\n")
        yield source.error(line, getattr(error, "offset", None) or 1, "expected a Python list of numbers or of lines")
        return
    grids = list(_grids_of(value))
    for values in grids:
        try:
            order = int(len(values) ** 0.5)
            grid_shape = source.shape_of(order, 1, shape)
            if not all(0 <= value <= order for value in values):
                wrong = next(value for value in values if not 0 <= value <= order)
                raise source.error(1, 1, f"expected numbers from 0 to {order}, found {wrong}")
            yield Puzzle(Grid.of(grid_shape, values), line=1)
        except FormatError as error:
            yield error
    if not grids:
        yield source.error(1, begin + 1, "expected grids of n × n numbers in this list, found none")


def _grids_of(value: Any) -> Iterator[tuple[int, ...]]:
    """The grids in nested lists: n × n numbers in a row, n rows of n, or a text of n × n characters."""
    if isinstance(value, str):
        values = [int(sign) if sign.isdecimal() else 0 for sign in value if not sign.isspace()]
        if _is_grid(len(values)):
            yield tuple(values)
        return
    if not isinstance(value, list | tuple) or not value:
        return
    if len(value) == 2 and all(isinstance(part, str) for part in value) and _FULL.fullmatch(value[1]):
        value = value[:1]  # a puzzle and its solution
    flat = value
    if all(isinstance(row, list | tuple) and len(row) == len(value) for row in value):
        flat = [cell for row in value for cell in row]
    cells = [_cell(each) for each in flat]
    if _is_grid(len(cells)) and None not in cells:
        yield tuple(cell or 0 for cell in cells)
        return
    for part in value:
        yield from _grids_of(part)


def _cell(value: Any) -> int | None:
    if value is None or value in ("", ".", " "):
        return 0
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 4 else None


def _is_grid(count: int) -> bool:
    side = int(count**0.5)
    return side * side == count and side >= 4


__all__ = ["is_listing", "is_python", "read", "write"]
