"""Finds the format of a text from its content and, if that is not enough, from the file's suffix."""

from __future__ import annotations

import re
from contextlib import suppress
from math import isqrt

from core._search import ProblemError
from core.sudoku._formats import (
    csv_table,
    document,
    hodoku_lines,
    listing,
    python_lists,
    rows,
    sgt,
    simple_sudoku,
    sudokuwiki,
)
from core.sudoku._formats.base import SourceText, boxes_directive
from core.sudoku._formats.line import is_grid, meant_in, puzzle_in, rows_in, several_in
from core.sudoku._formats.rows import has_bars, is_frame
from core.sudoku._layout import Layout
from core.sudoku._symbols import BLANKS, SYMBOLS

_PARTICULAR = re.compile(r"#[ADCBSLUH]\S.*|\[Puzzle\]", re.IGNORECASE)
_PLACED_BY_USER = re.compile(r"(^|\s)u[1-9A-Z&](\s|$)")
_ADDRESS = re.compile(r"\s*https?://\S+\s*", re.IGNORECASE)
_SIZED_GAME = re.compile(r"\s*\d+x\d+[a-z]*:")
"""The beginning of a game, before its cells; without a size it could be a name in a list."""
_WORDED = re.compile(r"\s*[A-Za-z][A-Za-z-]*(?=[\s:]|$)")
"""A line that begins with a word."""
_LOOK_AT = 200
"""How many lines the decision looks at."""


def detect(source: SourceText, suffix: str = "", layout: Layout | None = None) -> str:
    """The key of the format that fits best; ``line`` if nothing suggests another.  ``layout`` is the layout wanted."""
    lines = [line for line in source.lines[: 4 * _LOOK_AT] if line.strip()][:_LOOK_AT]
    if not lines:
        return "line"
    told = [line for line in lines if not line.lstrip().startswith("#")]
    first = told[0] if told else lines[0]
    if first.lstrip().startswith("<"):
        return "hsol" if any("<java" in line for line in lines[:5]) else "opensudoku"
    if (told_rules := _of_rules(told, first)) is not None:
        return told_rules
    if sudokuwiki.ADDRESS.search(first):
        return "sudokuwiki"
    if _ADDRESS.fullmatch(first):
        return "fpuzzles"
    if hodoku_lines.LINE.fullmatch(first):
        return "hodoku"
    if _SIZED_GAME.match(first) and sgt.GAME.fullmatch(first):
        return "sgt"
    listed = listing.is_listing(told)
    if listed and ":" in first and not _begin_with_puzzles(told):
        return "list"
    if sgt.GAME.fullmatch(first) and ":" in first and not first.lstrip().startswith(":"):
        return "sgt"
    if _is_document(told):
        return "document"
    if suffix == ".sdx" or any(_PLACED_BY_USER.search(line) for line in told):
        return "sdx"
    if suffix == ".ss" or any(simple_sudoku.STEP.fullmatch(line) for line in told):
        return "ss"
    if (not listed and any(_PARTICULAR.fullmatch(line.strip()) for line in lines)) or suffix == ".sdk":
        return "sdk"
    if _is_table(first, named_only=listed):
        return "csv"
    if listed:
        return "line" if _begin_with_puzzles(told) else "list"
    order = layout.order if layout is not None else _order_told(lines)
    if _are_separated(told, order) or sum(rows_in(line) is not None for line in told) > 0.8 * len(told):
        return "line"
    last = next(line for line in reversed(source.lines) if line.strip())
    if python_lists.is_python("\n".join([*told[:2], last])) and first.lstrip()[:1] not in ".0123456789":
        alone = len(told) == 1 and not several_in(first) and len(re.findall(r"[\[({]", first)) == 1
        return "line" if alone else "list"
    if suffix != ".sdm" and _is_drawn(told, _paragraphs(source), order):
        return _drawn_kind(source)
    if suffix == ".csv":
        return "csv"
    return "line"


def _of_rules(told: list[str], first: str) -> str | None:
    """The format of a text with rules, or None; the kinds are loaded only for a text that may have some."""
    if any(map(_WORDED.match, told)):
        from core.sudoku.rules._kinds import is_ruled

        if is_ruled(told):
            return "rules"
    if "/" in first:
        from core.sudoku._formats import links

        if links.is_link(first):
            return "fpuzzles"
    if any(sign in first for sign in "~<>^"):
        from core.sudoku._formats import iss

        if iss.is_constraints(first):
            return "iss"
    return None


def _is_document(lines: list[str]) -> bool:
    start = next((line for line in lines if line.strip().lower() not in (document.SOLVED, document.UNSOLVED)), "")
    match = document.HEADER.fullmatch(start)
    if match is None:
        return False
    # Three rows of a 3×3 grid of numbers look like a header too: count.
    return len(lines) != 3 or int(match[1]) == int(match[2]) * int(match[3]) == 2


def _begin_with_puzzles(lines: list[str]) -> bool:
    """Whether every line is one of the ``line`` format: the puzzle first, then a blank or a comma or nothing."""
    return all(map(_begins_with_puzzle, map(str.lstrip, lines)))


def _begins_with_puzzle(line: str) -> bool:
    field = puzzle_in(line)
    if field is not None:
        return field.start == 0 and " " not in field.text and line[field.end : field.end + 1] in ("", *" \t,;#")
    cells = len(re.split(r"[ \t,;#]", line, maxsplit=1)[0])  # of another order, perhaps
    return is_grid(cells)


def _order_told(lines: list[str]) -> int | None:
    """The order given by a comment about boxes at the top; None if there is none."""
    for line in lines:
        if not line.lstrip().startswith("#"):
            break
        directive = boxes_directive(line)
        if directive is not None:
            with suppress(ProblemError):
                return directive().order
    return None


def _are_separated(lines: list[str], wanted: int | None) -> bool:
    """Whether every line is a whole grid, its cells with blanks or commas between them; ``wanted`` is the order."""
    every = [re.findall(r"[^\s,;]+", line) for line in lines]
    order = isqrt(len(every[0])) if every else 0
    if order < 4 or (wanted is not None and wanted != order):
        return False
    # A grid of order 81 has greater numbers than 9 in it.
    sound = [
        len(each) == order * order
        and all(cell in BLANKS or (cell.isdecimal() and len(cell) < 4 and int(cell) <= order) for cell in each)
        for each in every
    ]
    if sum(sound) < 0.8 * len(every):  # the reader reports a damaged one
        return False
    # Nobody lists that many empty grids: these lines are the rows of one grid.
    as_many = len(every) == len(every[0])
    return wanted is not None or not (as_many and all(cell in BLANKS for each in every for cell in each))


def _is_table(first: str, *, named_only: bool) -> bool:
    """Whether the first line belongs to a table; with ``named_only``, a header that names the puzzle, or one first."""
    fields = [field.strip().strip('"') for field in first.split(csv_table.separator_of(first))]
    if any(field.lower() in csv_table.PUZZLE_NAMES for field in fields):
        return True
    if len(fields) < 2 or "," not in first:
        return False
    if named_only:
        return csv_table.is_puzzle(fields[0]) and len(fields[0]) >= 81
    return any(map(csv_table.is_puzzle, fields))


def _is_drawn(lines: list[str], blocks: set[int], wanted: int | None) -> bool:
    """Whether the text is a grid of rows, not one puzzle a line; ``blocks`` are the lengths of its paragraphs."""
    if any((has_bars(line) and not _is_damaged(line)) or is_frame(line) for line in lines):
        return True
    first = lines[0] if lines else ""
    words = first.split()
    row = len(words[0]) if words else 0
    side = isqrt(row)
    if row >= 9 and row == wanted:
        return True
    if row >= 9 and side * side == row:
        # Rows of 9 or 16 characters are as long as puzzles of order 3 or 4.
        if side < 4:
            return len(lines) > 1
        alike = [line.strip() for line in lines if len(line.strip()) == row]
        if len(lines) < row - 2 or len(alike) < 0.8 * len(lines) or min(len(lines) % row, -len(lines) % row) > 2:
            return False
        values = [SYMBOLS.find(c.upper()) + 1 for line in alike for c in line if c not in BLANKS]
        fits_small = bool(values) and max(values) <= side
        return (blocks == {row} and len(lines) > row) or not fits_small
    return len(lines) > 1 or not words or (len(words) == 1 and row == 1)


def _is_damaged(line: str) -> bool:
    """Whether a line with a sign for a bar is a puzzle of 81 characters with that sign in a cell."""
    field = meant_in(line)
    return field is not None and len(field.text) == 81


def _paragraphs(source: SourceText) -> set[int]:
    lengths, length = set(), 0
    for line in [*source.lines[: 4 * _LOOK_AT], ""]:
        if line.strip():
            length += not line.lstrip().startswith("#")
        elif length:
            lengths.add(length)
            length = 0
    return lengths


def _drawn_kind(source: SourceText) -> str:
    head = SourceText(source.name, source.lines[: 2 * _LOOK_AT])
    for item in rows.read(head):
        if not isinstance(item, Exception):
            if any(item.grid.marks):
                return "candidates"
            break
    return "boxed" if any("|" in line for line in head.lines) else "free"
