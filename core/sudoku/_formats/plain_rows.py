"""Rows with signs of other programs made plain: spaces and commas for empty cells, dots between cells, tables.

    | 1 |   | 3 |   |
    |---|---|---|---|
    |   |   | 2 |   |
    |   | 1 |   |   |
    | 4 |   |   |   |

Every line keeps its place, so that errors still name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from core.sudoku._formats.base import SourceText
from core.sudoku._formats.rows import is_frame
from core.sudoku._symbols import EMPTY, SYMBOLS

_LEAST = 4
"""The smallest order of a grid that is looked for: narrower text is too easily something else."""
_SLIPS = 1
"""How many lines of such a grid may have something else in them, which the reader then reports with its place."""
_BLANKS = " ,"
"""Signs for empty cells that separate cells elsewhere."""
_BAR = re.compile("[|\u2502\u2503\u2551\u2506\u250a]")
_DELIMITER = re.compile(r"\s*\|(\s*:?-+:?\s*\|)+\s*")
_GAP = re.compile(rf"(?<={_BAR.pattern})\s*(?={_BAR.pattern})")
_DOTTED = re.compile(r"[^\s.](\.[^\s.])+")


def plain_rows(source: SourceText) -> SourceText:
    """A text with a dot in each empty cell of such grids, and spaces between cells; unchanged if it has none."""
    lines = list(source.lines)
    _tables(lines)
    for first, end in _runs(lines):
        run = lines[first:end]
        if blank := _blank_of(run):
            lines[first:end] = [line.replace(blank, EMPTY) for line in run]
    for first, end in _dotted(lines):
        lines[first:end] = [line.replace(".", " ") for line in lines[first:end]]
    return source if lines == source.lines else SourceText(source.name, lines)


def _blank_of(run: Sequence[str]) -> str | None:
    """The sign for empty cells in n lines of n characters, which may hold nothing else but values.

    None if it just separates the cells.
    """
    order = len(run[0])
    for blank in _BLANKS:
        if any(blank in line for line in run):
            known = re.compile(f"[{blank}{re.escape(SYMBOLS[:order])}]*", re.IGNORECASE)
            slips = sum(known.fullmatch(line) is None for line in run)
            if slips <= _SLIPS and not _are_apart([line.replace(blank, " ") for line in run]):
                return blank
    return None


def _are_apart(run: Sequence[str]) -> bool:
    """Whether the spaces separate cells: all lines have them in the same places, or their words make grids."""
    words = {len(line.split()) for line in run}
    return (
        len({re.sub(r"\S", "x", line) for line in run}) == 1
        or (len(words) == 1 and min(words) >= _LEAST and len(run) % min(words) == 0)
    )  # fmt: skip


def _runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Runs of at least as many successive lines as they are wide, all of one width: the first line, and the end."""
    first = 0
    while first < len(lines):
        width, end = len(lines[first]), first + 1
        while end < len(lines) and len(lines[end]) == width:
            end += 1
        if _LEAST <= width <= min(len(SYMBOLS), end - first):
            yield first, end
        first = end


def _dotted(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Runs of n lines (or 2n …) that hold n cells each, with a dot between them."""
    first = 0
    for cells, run in groupby(lines, lambda line: line.count(".") + 1 if _DOTTED.fullmatch(line) else 0):
        count = sum(1 for _ in run)
        if cells >= _LEAST and count % cells == 0:
            yield first, first + count
        first += count


# Tables, with a bar on both sides of every cell


def _tables(lines: list[str]) -> None:
    """Take the bars out of every table with n cells in n rows, and its heading, if it has one more row."""
    rows: list[int] = []
    rules: list[int] = []
    width = 0
    for at, line in enumerate([*lines, ""]):
        if rows and (is_frame(line) or _DELIMITER.fullmatch(line)):
            rules.append(at)
            continue
        cells = _columns(line)
        if rows and cells != width:
            _table(lines, rows, rules, width)
            rows, rules = [], []
        if cells >= _LEAST:
            rows.append(at)
            width = cells


def _columns(line: str) -> int:
    """How many cells a line of a table has; 0 for any other line."""
    cells = _BAR.split(line.strip())
    if len(cells) < 3 or cells[0] or cells[-1]:
        return 0
    return len(cells) - 2 if all(len(cell.split()) <= 1 for cell in cells) else 0


def _table(lines: list[str], rows: list[int], rules: list[int], width: int) -> None:
    if len(rows) == width + 1 and rules[:1] == [rows[0] + 1]:  # the first row has the names of the columns
        lines[rows.pop(0)] = lines[rules[0]] = ""
    if len(rows) == width and any(not cell.strip() for at in rows for cell in _BAR.split(lines[at].strip())[1:-1]):
        for at in rules:
            lines[at] = lines[at] and "+--+"
        for at in rows:
            lines[at] = _BAR.sub(" ", _GAP.sub(lambda gap: EMPTY.ljust(len(gap[0])), lines[at]))
