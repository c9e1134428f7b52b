"""Grids drawn row by row: free, comma or tab separated, boxed with bars, and candidate grids.

- A free grid has n rows of n characters, or of n numbers and blanks.  (Spaces for empty cells
  have become dots before: `core.sudoku.formats.spaces`.)
- Bars (``|``) and rules (``---+---``) show the boxes, so 2×3 and 3×2 are told apart.
- Where cells hold several values it is a *candidate grid* (Simple Sudoku, HoDoKu):
  what a cell lists becomes its pencil marks, and where the lists are complete,
  what they lack is struck out.  A lone value that a peer still lists is a mark
  too (a naked single not yet placed), otherwise a given.
- Empty lines between the bands of boxes are as good as rules.
- Several grids may follow each other; ``# text`` before one is its title.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.sudoku.formats.base import (
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
from core.sudoku.formats.tokens import (
    Block,
    box_sides,
    has_bars,
    is_comment,
    is_dashes,
    is_frame,
    is_heading,
    joined,
    split_row,
    wrong_rows,
)
from core.sudoku.grid import Grid, bits_of, values_in
from core.sudoku.shape import Shape
from core.sudoku.symbols import BLANKS, alphabet_for, expected_symbols, standard_values, symbol


def read(source: SourceText, shape: Shape | None = None) -> Iterator[PuzzleOrError]:
    """Every grid of a text, as values or as candidates, whichever it holds."""
    for block in blocks(source):
        yield from read_block(source, block, shape, candidates=None)


def read_candidates(source: SourceText, shape: Shape | None = None) -> Iterator[PuzzleOrError]:
    """Every grid of a text, read as candidates even where each cell lists one."""
    for block in blocks(source):
        yield from read_block(source, block, shape, candidates=True)


def blocks(source: SourceText) -> Iterator[Block]:
    """The grids of a text as their lines, frames and comments taken apart from rows."""
    parts = list(_paragraphs(source))
    at = 0
    while at < len(parts):
        count = parts[at].bands
        bands = parts[at : at + count]
        if count > 1 and len(bands) == count and all(part.bands == count and not part.title for part in bands[1:]):
            yield joined(bands)
            at += count
        else:
            yield parts[at]
            at += 1


def _paragraphs(source: SourceText) -> Iterator[Block]:
    """The text cut at empty lines."""
    barred = any(has_bars(line) for line in source.lines)
    block = Block()
    for number, line in enumerate([*source.lines, ""], 1):
        bare = line.strip()
        if not bare:
            if block.rows:
                yield block
                block = Block()
            continue
        block.first_line = block.first_line or number
        if is_comment(bare) or is_heading(line):
            if block.rows:
                yield block
                block = Block(first_line=number)
            boxes = boxes_directive(line)
            values = values_directive(line)
            if boxes:
                block.boxes = boxes
            elif values:
                block.told[values[0]] = values[1]
            else:
                block.title.append(clean_text(bare.lstrip("#; ")))
        elif is_frame(line) or (barred and is_dashes(line)):
            block.frames.append(len(block.rows))
        else:
            block.rows.append(split_row(number, line))


def read_block(
    source: SourceText, block: Block, wanted: Shape | None, *, candidates: bool | None
) -> Iterator[PuzzleOrError]:
    """The grids of one block."""
    try:
        found = block.order()
        if found is None:
            raise wrong_rows(source, block)
        order, by_words = found
        for first in range(0, len(block.rows), order):
            try:
                yield _grid(source, block, first, order, by_words, wanted, candidates)
            except FormatError as error:
                yield error
    except FormatError as error:
        yield error


def _grid(
    source: SourceText,
    block: Block,
    first: int,
    order: int,
    by_words: bool,
    wanted: Shape | None,
    candidates: bool | None,
) -> Puzzle:
    rows = block.rows[first : first + order]
    shape = _shape(source, block, first, order, by_words, wanted)
    cells = [(row.line, *cell) for row in rows for cell in (row.words if by_words else row.characters)]
    title = " ".join(block.title) if first == 0 else ""
    texts = [text for _, _, text in cells]
    if candidates is None:
        candidates = by_words and _lists_candidates(texts, order)
    if candidates:
        grid = with_candidates(_candidate_grid(source, shape, cells, told_values(block.told, shape)), block.told)
    else:
        grid = Grid.of(shape, _values(source, order, cells))
    return Puzzle(grid, title=title, line=rows[0].line)


def _shape(source: SourceText, block: Block, first: int, order: int, by_words: bool, wanted: Shape | None) -> Shape:
    line = block.rows[first].line
    if wanted is None and block.boxes:
        wanted = source.guard(line, block.boxes)
    if wanted is None:
        rows, columns = box_sides(block, first, order, by_words=by_words)
        if rows is None and columns is not None:
            rows = order // columns
        if rows is not None and columns is None:
            columns = order // rows
        if rows and columns and rows * columns == order:
            height, width = rows, columns
            return source.guard(line, lambda: Shape(height, width))
    return source.shape_of(order, line, wanted)


def _lists_candidates(texts: list[str], order: int) -> bool:
    """Whether words of several characters are candidate lists rather than decimal numbers."""
    if all(len(text) <= 1 for text in texts):
        return False
    return not all(text in BLANKS or (text.isdecimal() and int(text) <= order) for text in texts)


def _values(source: SourceText, order: int, cells: list[tuple[int, int, str]]) -> tuple[int, ...]:
    texts = [text for _, _, text in cells]
    if any(len(text) > 1 for text in texts):
        values = []
        for line, column, text in cells:
            if text in BLANKS or text in ("x", "X"):
                values.append(0)
            elif text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= order:
                values.append(int(text))
            else:
                raise source.error(
                    line,
                    column,
                    f"expected a number from 1 to {order}, or one of {BLANKS} for empty, found {quoted(text)}",
                )
        return tuple(values)
    table = alphabet_for(texts, order)
    for line, column, text in cells:
        if text not in table:
            raise source.error(line, column, f"expected {expected_symbols(order)}, found {quoted(text)}")
    return tuple(table[text] for text in texts)


def _candidate_grid(
    source: SourceText, shape: Shape, cells: list[tuple[int, int, str]],
    told: tuple[tuple[int, ...], tuple[int, ...]] | None,
) -> Grid:  # fmt: skip
    order = shape.order
    table = standard_values(order)
    listed: list[int] = []
    for line, column, text in cells:
        values = []
        if not (len(text) == 1 and text in BLANKS):
            for offset, character in enumerate(text):
                value = table.get(character, 0)
                if not value:
                    raise source.error(
                        line,
                        column + offset,
                        f"expected candidates among {symbol(1)}-{symbol(order)}, found {quoted(character)}",
                    )
                values.append(value)
        listed.append(bits_of(values))
    if told is not None:
        own = [0 if given or placed else bits for given, placed, bits in zip(*told, listed, strict=True)]
        return Grid.of(shape, *told, own)
    givens, marks = [0] * shape.cells, [0] * shape.cells
    for cell, bits in enumerate(listed):
        lone = bits and not bits & (bits - 1)
        if lone and not any(listed[peer] & bits and listed[peer] != bits for peer in shape.peers(cell)):
            givens[cell] = values_in(bits)[0]
        else:
            marks[cell] = bits
    return Grid.of(shape, givens, marks=marks)


def write_free(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """n rows of n characters, an empty line between grids."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        yield from boxes_comment(puzzle.grid.shape)
        order = puzzle.grid.shape.order
        for row in range(order):
            yield "".join(symbol(value) for value in puzzle.clues[row * order : (row + 1) * order])


def write_boxed(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """n rows with bars and rules between the boxes."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        # A box as large as the grid has no inner bar to show it.
        shape = puzzle.grid.shape
        if 1 in (shape.bands, shape.stacks) or not shape.plain:
            yield from boxes_comment(shape)
        yield from framed(shape, [symbol(value) for value in puzzle.clues], "+", "+", "|", " ")


def write_candidates(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """A candidate grid: values, and for empty cells the pencil marks (the candidates where there are none at all)."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        grid = puzzle.grid
        shape = grid.shape
        if 1 in (shape.bands, shape.stacks) or not shape.plain:
            yield from boxes_comment(shape)
        yield from values_comments(grid, placed=True)
        yield from marks_comment(grid)
        lists = grid.marks if any(grid.marks) else grid.candidates
        texts = [
            symbol(value) if value else "".join(symbol(v) for v in values_in(bits)) or "."
            for value, bits in zip(grid.values, lists, strict=True)
        ]
        yield from framed(shape, texts, "*", "+", "|", " ")


def framed(shape: Shape, texts: list[str], corner: str, crossing: str, bar: str, gap: str) -> Iterator[str]:
    """The cells in a frame, columns aligned, with bars and rules between the boxes or the regions of a jigsaw."""
    order, width = shape.order, max(len(text) for text in texts)
    if shape.regions is not None:
        yield from _framed_regions(shape, [text.ljust(width) for text in texts], crossing, bar)
        return
    pad = len(gap)
    piece = "-" * (shape.box_columns * width + pad * (shape.box_columns + 1))
    outer = corner + "-".join([piece] * shape.stacks) + corner
    inner = bar + crossing.join([piece] * shape.stacks) + bar
    yield outer
    for row in range(order):
        if row and row % shape.box_rows == 0:
            yield inner
        cells = [text.ljust(width) for text in texts[row * order : (row + 1) * order]]
        boxes = [cells[at : at + shape.box_columns] for at in range(0, order, shape.box_columns)]
        yield bar + bar.join(gap + gap.join(box) + gap for box in boxes) + bar
    yield outer


def _framed_regions(shape: Shape, texts: list[str], crossing: str, bar: str) -> Iterator[str]:
    """A line of cells, a line of what lies between it and the next: bars and rules wherever two regions meet."""
    n, width = shape.order, len(texts[0]) + 2

    def region(row: int, column: int) -> int:
        return shape.box(row * n + column) if 0 <= row < n and 0 <= column < n else -1

    for row in range(n + 1):
        above = [region(row - 1, column) != region(row, column) for column in range(n)]
        line = ""
        for column in range(n + 1):
            level = any(above[max(0, column - 1) : column + 1])
            upright = any(region(side, column - 1) != region(side, column) for side in (row - 1, row) if 0 <= side < n)
            line += crossing if level else bar if upright else " "
            if column < n:
                line += ("-" if above[column] else " ") * width
        if any(above):
            yield line
        if row < n:
            yield (
                "".join(
                    f"{bar if region(row, column - 1) != region(row, column) else ' '} {texts[row * n + column]} "
                    for column in range(n)
                )
                + bar
            )


def _head(puzzle: Puzzle, number: int) -> Iterator[str]:
    if number:
        yield ""
    if puzzle.title:
        yield f"# {puzzle.title}"
