"""Lists of 9×9 puzzles as researchers keep them: 81 characters somewhere in each line, or Python lists.

    0,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,7.2
    1,..7......9..4.8.....8..1.6.........14.52...........29.2.3..5..4...91..3........7.,9.0

A hash, a number or a rating may come before the puzzle, and anything after it
(``:7.2``, ``|x``, ``;solution``, quotes, a comma); header lines may come before the
first puzzle, and empty cells may be spaces.  The rest of a line becomes the title.
Lists and tuples are read as Python prints them, over as many lines as they take
(`core.sudoku._formats.python_lists`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.sudoku._formats import python_lists
from core.sudoku._formats.base import ZERO_BYTE, FormatError, Puzzle, PuzzleOrError, SourceText, clean_text
from core.sudoku._formats.line import RUN, Field, meant_in, puzzle_in, read_values, several_in, write
from core.sudoku._grid import Grid
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape

_BETWEEN = " \t,;:|\"'()[]"
_BRACKETS = re.compile(r"[\s\[\](){},;]*")
"""A line that only opens or closes a list."""
_LOOK_AT_HEADERS = 5


def is_listing(lines: Sequence[str]) -> bool:
    """Whether nearly every line, after a header of a few, holds one puzzle, not always at its beginning."""
    found = [bool(puzzle_in(line)) for line in lines if not _BRACKETS.fullmatch(line)]
    if True not in found or found.index(True) >= _LOOK_AT_HEADERS:
        return False
    rest = found[found.index(True) :]
    return sum(rest) >= 0.8 * len(rest)


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every line with a puzzle in it, or every puzzle of a Python list."""
    if not python_lists.is_python("\n".join(source.lines[:2])[:400] + "\n" + "\n".join(source.lines[-2:])):
        yield from read_lines(source, layout)
        return
    lines = list(filter(str.strip, source.lines))
    at_once = len(lines) == 1 and several_in(lines[0])
    if all(map(puzzle_in, lines)) and not at_once:
        yield from read_lines(source, layout)  # lines that only begin and end like a list
        return
    try:
        yield from python_lists.read(source, "\n".join(source.lines), 1, layout)
    except FormatError as error:  # it is no list, so nothing has been read yet
        if is_listing(lines):
            yield from read_lines(source, layout)
        elif len(lines) > 1 and all(map(python_lists.is_python, lines)):
            yield from _read_list_a_line(source, layout)
        else:
            yield error


def _read_list_a_line(source: SourceText, layout: Layout | None) -> Iterator[PuzzleOrError]:
    for number, line in enumerate(source.lines, 1):
        if line.strip():
            try:
                yield from python_lists.read(source, line, number, layout)
            except FormatError as error:
                yield error


def read_lines(source: SourceText, layout: Layout | None) -> Iterator[PuzzleOrError]:
    """Every line with a puzzle in it."""
    wanted = layout or Layout.of(Shape(3, 3))
    header = True
    for number, text in enumerate(source.lines, 1):
        if not text or text.isspace():
            continue
        if text.lstrip().startswith("#"):
            if layout is None:
                try:
                    wanted = source.boxes_told(number, text) or wanted
                except FormatError as error:
                    yield error
            continue
        field = puzzle_in(text) or (None if header else meant_in(text))
        if "\0" in text and (field is not None or not header):
            yield source.error(number, text.index("\0") + 1, ZERO_BYTE)
            continue
        if field is None:
            if not header and not _BRACKETS.fullmatch(text):
                yield source.error(
                    number, len(text) + 1, "expected a line with 81 digits and blanks in it, found no such run"
                )
            continue
        header = False
        try:
            grid_layout = source.layout_of(9, number, wanted if layout is not None or wanted.order == 9 else None)
            if len(field.text) != 81:
                raise source.error(
                    number, field.end + 1, f"expected a puzzle of 81 characters, found {len(field.text)}"
                )
            values = read_values(source, number, field.start + 1, field.text, 9)
        except FormatError as error:
            yield error
            continue
        yield Puzzle(Grid.of(grid_layout, values), title=title_beside(text, field), line=number)


def title_beside(line: str, field: Field | None = None) -> str:
    """The rest of a line beside its puzzle, without further grids (solutions)."""
    field = field or puzzle_in(line)
    parts = (line[: field.start], line[field.end :]) if field else (line,)
    return clean_text(" ".join(RUN.sub(" ", part).strip(_BETWEEN) for part in parts))


__all__ = ["is_listing", "read", "read_lines", "title_beside", "write"]
