"""Grids drawn row by row: free, comma or tab separated, boxed with bars, and candidate grids.

A *free* grid has n rows of n characters, or of n numbers and blanks.  Spaces and commas for
empty cells become dots first, and tables lose their bars (`core.sudoku._formats.plain_rows`).

    1.3.
    ..2.
    .1..
    4...

In a *boxed* grid bars (``|``) and rules (``---+---``) show the boxes, so 2×3 and 3×2
are told apart.  Empty lines between the bands of boxes are as good as rules.

    +-----------+
    | 1 . | 3 . |
    | . . | 2 . |
    |-----+-----|
    | . 1 | . . |
    | 4 . | . . |
    +-----------+

If cells hold several values it is a *candidate grid* (Simple Sudoku, HoDoKu):
what a cell lists becomes its pencil marks, and if the lists are complete, the
candidates that they lack are struck out.  A lone value that a peer still lists
is a mark too (a naked single not yet placed), otherwise a given.

    *-------------------*
    | 1   24  | 3   24  |
    | 34  34  | 2   14  |
    |---------+---------|
    | 23  1   | 4   234 |
    | 4   23  | 1   123 |
    *-------------------*

Several grids may follow each other; ``# text`` before one is its title.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core._words import counted
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
from core.sudoku._shape import Shape
from core.sudoku._symbols import (
    BLANKS,
    alphabet_for,
    expected_symbols,
    standard_values,
    symbol,
)

_FRAME_CHARACTERS = set("-=+*|:.'`_ \t\u2010\u2013\u2014") | {chr(code) for code in range(0x2500, 0x2580)}
_RULES = re.compile("[-=_]{2}|[\u2500\u2501\u2504\u2505\u2550]")
_BARS = re.compile("[|!\u2502\u2503\u2551\u2506\u250a]")
_SLIP = "!"
"""A bar if several lines have one; else it was meant to be a cell, typed with shift."""
_PIECES, _PIECES_AND_SLIPS = (
    re.compile(f"(?P<bar>[{bars}:])|[^\\s{bars}:]+")
    for bars in ("|!\u2502\u2503\u2551\u2506\u250a", "|\u2502\u2503\u2551\u2506\u250a")
)
_NUMBERED = re.compile(r"(?i)\s*(grid|puzzle|sudoku)([\s#:].*)?")


# Lines, taken apart: frames, bars, and the cells of a row


@dataclass
class DrawnRow:
    """One row of cells: (1-based column, text) by blanks or commas, and the same by single characters."""

    line: int
    words: list[tuple[int, str]]
    characters: list[tuple[int, str]]
    bars: list[int]
    """For each bar, the number of characters of cells before it."""
    word_bars: list[int]
    """For each bar, the number of words before it."""


@dataclass
class Block:
    """Lines that belong together: one or more grids without an empty line between them."""

    rows: list[DrawnRow] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)
    """For each frame line, the number of rows before it."""
    title: list[str] = field(default_factory=list)
    boxes: Callable[[], Layout] | None = None
    """What a comment says about the layout."""
    told: dict[str, str] = field(default_factory=dict)
    """What comments say about givens and placed values."""
    first_line: int = 0

    @property
    def bands(self) -> int:
        """How many paragraphs like this one make a grid: 3 for three rows of nine; 1 if it may be a grid itself."""
        rows = len(self.rows)
        widths = {len(row.characters) or len(row.words) for row in self.rows}
        width = widths.pop() if len(widths) == 1 else 0
        return width // rows if 1 < rows < width and width % rows == 0 else 1

    def order(self) -> tuple[int, bool] | None:
        """How many cells a row has, and whether its cells are words; None if the rows do not agree."""
        rows = len(self.rows)
        if all(len(row.words) == rows + 1 and row.words[-1][1] == "." and not row.characters for row in self.rows):
            for row in self.rows:  # a comma after each row's last cell
                row.words.pop()
        words = {len(row.words) for row in self.rows}
        characters = {len(row.characters) for row in self.rows}
        if words == {rows}:
            return rows, True
        if characters == {rows}:
            return rows, False
        for counts, by_words in ((characters, False), (words, True)):
            if len(counts) == 1:
                (count,) = counts
                if count > 1 and rows % count == 0:
                    return count, by_words
        return None


def joined(bands: Sequence[Block]) -> Block:
    """Join several blocks into one, with a rule where each of them ends."""
    whole = Block(title=bands[0].title, boxes=bands[0].boxes, told=bands[0].told, first_line=bands[0].first_line)
    for band in bands:
        if whole.rows:
            whole.frames.append(len(whole.rows))
        whole.frames += [len(whole.rows) + place for place in band.frames]
        whole.rows += band.rows
    return whole


def is_frame(line: str) -> bool:
    """Whether a line only draws a frame (a row of dashes alone may be empty cells: see `split_row`)."""
    return bool(_RULES.search(line)) and set(line) <= _FRAME_CHARACTERS and not set(line.strip()) <= set("-_. \t")


def is_dashes(line: str) -> bool:
    """Whether a line is dashes (with dots or quotes where lines cross): a rule in a grid with bars, a row of empty
    cells in one without."""
    bare = line.strip()
    return bool(bare) and (set(bare) <= set("-= \t") or ("--" in bare and set(bare) <= set("-=.' \t")))


def is_comment(bare: str) -> bool:
    """Whether a line without blanks around it is a comment; ``;;3;`` is a row whose first cells are empty."""
    return bare.startswith("#") or (bare.startswith(";") and bare.count(";") < 3)


def is_heading(line: str) -> bool:
    """Whether a line announces a puzzle (``Grid 07``) and has no cells in it."""
    return bool(_NUMBERED.fullmatch(line)) and len(line.strip()) < 120


def has_bars(line: str) -> bool:
    """Whether a line has bars between boxes."""
    return bool(_BARS.search(line))


def split_row(number: int, line: str, *, slip: bool = False) -> DrawnRow:
    """The cells of one row; with ``slip``, an exclamation mark in it is no bar."""
    separator = next((c for c in ",;\t" if c in line.strip()), None)
    words: list[tuple[int, str]] = []
    bars: list[int] = []
    word_bars: list[int] = []
    characters: list[tuple[int, str]] = []
    if separator and not (separator == "\t" and has_bars(line)):
        position = 0
        for piece in line.rstrip("\r\n").split(separator):
            stripped = piece.strip().strip('"')
            words.append((position + 1 + len(piece) - len(piece.lstrip()), stripped or "."))
            position += len(piece) + 1
        return DrawnRow(number, words, [], [], [])
    for match in (_PIECES_AND_SLIPS if slip else _PIECES).finditer(line):
        if match["bar"]:
            bars.append(len(characters))
            word_bars.append(len(words))
            continue
        words.append((match.start() + 1, match[0]))
        characters += [(match.start() + 1 + i, character) for i, character in enumerate(match[0])]
    return DrawnRow(number, words, characters, bars, word_bars)


def box_sides(block: Block, first: int, order: int, *, by_words: bool) -> tuple[int | None, int | None]:
    """Box rows and columns as the frame of a grid shows them; None for those that it does not show."""
    inner_rows = [count - first for count in block.frames if first < count < first + order]
    row = block.rows[first]
    inner_columns = [count for count in (row.word_bars if by_words else row.bars) if 0 < count < order]
    return _step(inner_rows, order), _step(inner_columns, order)


def _step(marks: Sequence[int], order: int) -> int | None:
    """The spacing of regular marks, or None: around every single line they show nothing."""
    if not marks or marks[0] == 1:
        return None
    step = marks[0]
    if order % step == 0 and list(marks) == list(range(step, order, step)):
        return step
    return None


def wrong_rows(source: SourceText, block: Block) -> Exception:
    """The error for a block whose rows do not make a square grid."""
    rows = block.rows
    counts = [len(row.words) if len(row.words) > 1 and not row.bars else len(row.characters) for row in rows]
    usual = max(set(counts), key=lambda count: (counts.count(count), count))
    for row, count in zip(rows, counts, strict=True):
        if count != usual:
            return source.row_error(row.line, row.words if len(row.words) == count else row.characters, usual)
    return source.rows_error([(row.line, row.words) for row in rows], usual)


# Grids


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every grid of a text, as values or as candidates, whichever it holds."""
    for block in blocks(source):
        yield from read_block(source, block, layout, candidates=None)


def read_candidates(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every grid of a text, read as candidates even if each cell lists only one."""
    for block in blocks(source):
        yield from read_block(source, block, layout, candidates=True)


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
    slip = sum(_SLIP in line and not is_comment(line.strip()) for line in source.lines) == 1
    barred = any(has_bars(line.replace(_SLIP, "") if slip else line) for line in source.lines)
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
            block.rows.append(split_row(number, line, slip=slip))


def read_block(
    source: SourceText, block: Block, wanted: Layout | None, *, candidates: bool | None
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
    wanted: Layout | None,
    candidates: bool | None,
) -> Puzzle:
    rows = block.rows[first : first + order]
    layout = _layout(source, block, first, order, by_words, wanted)
    cells = [(row.line, *cell) for row in rows for cell in (row.words if by_words else row.characters)]
    title = " ".join(block.title) if first == 0 else ""
    texts = [text for _, _, text in cells]
    if candidates is None:
        candidates = by_words and _lists_candidates(texts, order)
    if candidates:
        grid = with_candidates(_candidate_grid(source, layout, cells, told_values(block.told, layout)), block.told)
    else:
        grid = Grid.of(layout, _values(source, order, cells))
    return Puzzle(grid, title=title, line=rows[0].line)


def _layout(source: SourceText, block: Block, first: int, order: int, by_words: bool, wanted: Layout | None) -> Layout:
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
            return source.guard(line, lambda: Layout.of(Shape(height, width)))
    return source.layout_of(order, line, wanted)


def _lists_candidates(texts: list[str], order: int) -> bool:
    """Whether words of several characters are candidate lists rather than decimal numbers."""
    if all(len(text) <= 1 for text in texts):
        return False
    return not all(text in BLANKS or _is_value(text, order) for text in texts)


def _is_value(text: str, order: int) -> bool:
    """Whether a word is a decimal number up to the order (no longer than any order: its digits may be millions)."""
    return text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= order


def _values(source: SourceText, order: int, cells: list[tuple[int, int, str]]) -> tuple[int, ...]:
    texts = [text for _, _, text in cells]
    if any(len(text) > 1 for text in texts):
        values = []
        for line, column, text in cells:
            if text in BLANKS or text in ("x", "X"):
                values.append(0)
            elif _is_value(text, order):
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
    source: SourceText, layout: Layout, cells: list[tuple[int, int, str]],
    told: tuple[tuple[int, ...], tuple[int, ...]] | None,
) -> Grid:  # fmt: skip
    order = layout.order
    table = standard_values(order)
    listed: list[int] = []
    for line, column, text in cells:
        values = []
        if not (len(text) == 1 and text in BLANKS):
            if len(text) > order:
                message = f"expected at most {counted(order, 'candidate')}, found {counted(len(text), 'character')}"
                raise source.error(line, column + order, message)
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
        return Grid.of(layout, *told, own)
    givens, marks = [0] * layout.cells, [0] * layout.cells
    for cell, bits in enumerate(listed):
        lone = bits and not bits & (bits - 1)
        if lone and not any(listed[peer] & bits and listed[peer] != bits for peer in layout.peers(cell)):
            givens[cell] = values_in(bits)[0]
        else:
            marks[cell] = bits
    return Grid.of(layout, givens, marks=marks)


# Writing


def write_free(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """n rows of n characters, with an empty line between grids."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        yield from boxes_comment(puzzle.grid.layout)
        order = puzzle.grid.layout.order
        for row in range(order):
            yield "".join(symbol(value) for value in puzzle.clues[row * order : (row + 1) * order])


def write_boxed(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """n rows with bars and rules between the boxes."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        # A box as large as the grid has no inner bar to show it.
        layout = puzzle.grid.layout
        if 1 in (layout.shape.bands, layout.shape.stacks) or not layout.plain:
            yield from boxes_comment(layout)
        yield from framed(layout, [symbol(value) for value in puzzle.clues], "+", "+", "|", " ")


def write_candidates(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """A candidate grid: values, and for empty cells the pencil marks (the candidates if there are no marks at all)."""
    for number, puzzle in enumerate(puzzles):
        yield from _head(puzzle, number)
        grid = puzzle.grid
        layout = grid.layout
        if 1 in (layout.shape.bands, layout.shape.stacks) or not layout.plain:
            yield from boxes_comment(layout)
        yield from values_comments(grid, placed=True)
        yield from marks_comment(grid)
        lists = grid.marks if any(grid.marks) else grid.candidates
        texts = [
            symbol(value) if value else "".join(symbol(v) for v in values_in(bits)) or "."
            for value, bits in zip(grid.values, lists, strict=True)
        ]
        yield from framed(layout, texts, "*", "+", "|", " ")


def framed(layout: Layout, texts: list[str], corner: str, crossing: str, bar: str, gap: str) -> Iterator[str]:
    """The cells in a frame, columns aligned, with bars and rules between the boxes or the regions of a jigsaw."""
    shape, order, width = layout.shape, layout.order, max(len(text) for text in texts)
    if not layout.rectangular:
        yield from _framed_regions(layout, [text.ljust(width) for text in texts], crossing, bar)
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


def _framed_regions(layout: Layout, texts: list[str], crossing: str, bar: str) -> Iterator[str]:
    """Lines of cells and the lines between them, in turn, with bars and rules wherever two regions meet."""
    n, width = layout.order, len(texts[0]) + 2

    def region(row: int, column: int) -> int:
        return layout.area(row * n + column) if 0 <= row < n and 0 <= column < n else -1

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
