"""Rows of cells as people draw them: frames, box bars, blanks, commas, tabs.

The pieces shared by the free, boxed and candidate grids: which lines are frame,
how a row falls into cells, and what box shape the bars show.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.sudoku.formats.base import SourceText
from core.sudoku.shape import Shape
from core.words import counted

_FRAME_CHARACTERS = set("-=+*|:.'`_ \t\u2010\u2013\u2014") | {chr(code) for code in range(0x2500, 0x2580)}
_RULES = re.compile("[-=_]{2}|[\u2500\u2501\u2504\u2505\u2550]")
_BARS = re.compile("[|!\u2502\u2503\u2551\u2506\u250a]")
_NUMBERED = re.compile(r"(?i)\s*(grid|puzzle|sudoku)([\s#:].*)?")


@dataclass
class DrawnRow:
    """One row of cells: (1-based column, text) by blanks or commas, and the same by single characters."""

    line: int
    words: list[tuple[int, str]]
    characters: list[tuple[int, str]]
    bars: list[int]
    """For each bar, how many characters of cells stand before it."""
    word_bars: list[int]
    """For each bar, how many words stand before it."""


@dataclass
class Block:
    """Lines that belong together: one or more grids without an empty line between them."""

    rows: list[DrawnRow] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)
    """For each frame line, how many rows stand before it."""
    title: list[str] = field(default_factory=list)
    boxes: Callable[[], Shape] | None = None
    """What a comment says of the shape."""
    told: dict[str, str] = field(default_factory=dict)
    """What comments say of givens and placed values."""
    first_line: int = 0

    @property
    def bands(self) -> int:
        """How many paragraphs such as this one make a grid: 3 for three rows of nine; 1 where it may be one itself."""
        rows = len(self.rows)
        widths = {len(row.characters) or len(row.words) for row in self.rows}
        width = widths.pop() if len(widths) == 1 else 0
        return width // rows if 1 < rows < width and width % rows == 0 else 1

    def order(self) -> tuple[int, bool] | None:
        """How many cells a row has, and whether its cells are words; None where the rows do not agree."""
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
    """One block of several: where one ends there is a rule."""
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


def split_row(number: int, line: str) -> DrawnRow:
    """The cells of one row."""
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
    for match in re.finditer(f"(?P<bar>{_BARS.pattern}|:)|[^\\s|!:\u2502\u2503\u2551\u2506\u250a]+", line):
        if match["bar"]:
            bars.append(len(characters))
            word_bars.append(len(words))
            continue
        words.append((match.start() + 1, match[0]))
        characters += [(match.start() + 1 + i, character) for i, character in enumerate(match[0])]
    return DrawnRow(number, words, characters, bars, word_bars)


def box_sides(block: Block, first: int, order: int, *, by_words: bool) -> tuple[int | None, int | None]:
    """Box rows and columns as the frame of a grid shows them (None where it shows none)."""
    inner_rows = [count - first for count in block.frames if first < count < first + order]
    row = block.rows[first]
    inner_columns = [count for count in (row.word_bars if by_words else row.bars) if 0 < count < order]
    return _step(inner_rows, order), _step(inner_columns, order)


def _step(marks: Sequence[int], order: int) -> int | None:
    """The spacing of regular marks, or None."""
    if not marks:
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
            return source.error(row.line, 1, f"expected {usual} cells in this row, found {count}")
    return source.error(rows[-1].line, 1, f"expected {usual} rows of {usual} cells, found {counted(len(rows), 'row')}")
