"""``.sdx`` (SudoCue): work in progress, each row on a line, cells separated by blanks.

    1 u2 3 4
    3 34 2 14
    23 1 4 234
    4 3 1 123

A bare digit is a given, ``u`` and a digit a value placed by the user, several
digits the pencil marks of an empty cell; if every empty cell has some, they are
candidates.  ``.`` (our addition) is an empty cell without marks.  A lone mark
looks like a given; if there is one, a comment ``# givens 53..7…`` (ours) lists
the givens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.sudoku._formats.base import (
    FormatError,
    Puzzle,
    PuzzleOrError,
    SourceText,
    boxes_comment,
    boxes_directive,
    clean_text,
    marks_comment,
    quoted,
    told_values,
    values_comments,
    values_directive,
    with_candidates,
)
from core.sudoku._grid import Grid, bits_of, values_in
from core.sudoku._layout import Layout
from core.sudoku._symbols import EMPTY, expected_symbols, standard_values, symbol


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every grid of a text; a grid has as many rows as its first row has cells."""
    pending: list[tuple[int, list[tuple[int, str]]]] = []
    wanted, title = layout, ""
    told: dict[str, str] = {}
    for number, line in enumerate(source.lines, 1):
        boxes = boxes_directive(line)
        if boxes and layout is None:
            try:
                wanted = source.guard(number, boxes)
            except FormatError as error:
                yield error
            continue
        values = values_directive(line)
        if values:
            told[values[0]] = values[1]
            continue
        if line.lstrip().startswith("#"):
            title = clean_text(line.strip("# \t"))
            continue
        cells = [(match.start() + 1, match[0]) for match in re.finditer(r"[^\s|]+", line)]
        if not cells or (set(line.strip()) <= set("-+|*. \t") and "-" in line):
            continue
        pending.append((number, cells))
        if len(pending) == len(pending[0][1]):
            yield _item(source, pending, wanted, title, told)
            pending, wanted, title, told = [], layout, "", {}
    if pending:
        yield source.rows_error(pending, len(pending[0][1]))


def _item(
    source: SourceText,
    rows: list[tuple[int, list[tuple[int, str]]]],
    wanted: Layout | None,
    title: str,
    told: dict[str, str],
) -> PuzzleOrError:
    order = len(rows)
    try:
        if wanted is not None and wanted.order != order:
            wanted = None
        layout = source.layout_of(order, rows[0][0], wanted)
        known = told_values(told, layout)
        given_cells = None if known is None else known[0]
        givens: list[int] = []
        placed: list[int] = []
        marks: list[int] = []
        for number, cells in rows:
            if len(cells) != order:
                raise source.row_error(number, cells, order)
            for column, text in cells:
                own = text[:1] in "uU" and len(text) == 2
                values = _values(source, number, column + own, text[own:], order)
                lone = len(values) == 1 and (own or given_cells is None or bool(given_cells[len(givens)]))
                givens.append(values[0] if lone and not own else 0)
                placed.append(values[0] if lone and own else 0)
                marks.append(0 if lone else bits_of(v for v in values if v))
        grid = with_candidates(Grid.of(layout, givens, placed, marks), told)
        return Puzzle(grid, title=title, line=rows[0][0])
    except FormatError as error:
        return error


def _values(source: SourceText, number: int, column: int, text: str, order: int) -> list[int]:
    table = standard_values(order)
    values = []
    for offset, character in enumerate(text):
        value = table.get(character)
        if value is None or (value == 0 and len(text) > 1):
            raise source.error(
                number,
                column + offset,
                f"expected {expected_symbols(order)}, several for marks, or u and a value, found {quoted(character)}",
            )
        values.append(value)
    return values


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Givens, placed values and marks (the candidates if there are no marks at all)."""
    for number, puzzle in enumerate(puzzles):
        grid = puzzle.grid
        if number:
            yield ""
        if puzzle.title:
            yield f"# {puzzle.title}"
        yield from boxes_comment(grid.layout)
        yield from values_comments(grid, placed=False)
        yield from marks_comment(grid)
        lists = grid.marks if any(grid.marks) else grid.candidates
        texts = []
        for given, own, bits in zip(grid.givens, grid.placed, lists, strict=True):
            marks = "".join(symbol(value) for value in values_in(bits))
            texts.append(symbol(given) if given else f"u{symbol(own)}" if own else marks or EMPTY)
        order = grid.layout.order
        for row in range(order):
            yield " ".join(texts[row * order : (row + 1) * order])
