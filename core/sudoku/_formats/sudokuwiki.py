"""Addresses of the solver at SudokuWiki: ``https://www.sudokuwiki.org/sudoku.htm?bd=…``.

    https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079

After ``bd=`` come 81 digits (0 or . for empty), or ``S9B`` and two characters a
cell, a number in base 36: 1 to 9 is a given, 10 to 18 a value placed (less 9),
from 19 on the set of candidates left (less 18, bit 0 for 1).  9×9 only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.sudoku._formats.base import CannotWrite, Puzzle, PuzzleOrError, SourceText, clean_text, quoted
from core.sudoku._grid import Grid
from core.sudoku._layout import PLAIN_NINE, Layout

ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?sudokuwiki\.org/[^\s?]*\?(?:[^\s#]*&)?bd=([^\s&#]*)[^\s#]*", re.IGNORECASE
)
"""What a line must contain; the group is the board."""
_WHOLE = "https://www.sudokuwiki.org/sudoku.htm?bd="
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """Every address of a text; the rest of its line is a title."""

    def puzzle(number: int, line: str) -> Puzzle:
        match = ADDRESS.search(line)
        if match is None:
            raise source.error(number, 1, f"expected an address with ?bd= and a board, found {quoted(line)}")
        if layout is not None and layout != PLAIN_NINE:
            raise source.error(number, 1, f"expected boxes of {layout}; this format holds 3×3 only")
        title = clean_text(line[match.end() :].strip(" \t#"))
        return Puzzle(_board(source, number, match.start(1) + 1, match[1]), title=title, line=number)

    return source.one_a_line(puzzle)


def _board(source: SourceText, number: int, start: int, text: str) -> Grid:
    if text[:3].upper() == "S9B":
        return _coded(source, number, start + 3, text[3:].lower())
    if len(text) != 81:
        raise source.error(number, start, f"expected 81 digits or S9B and 162 characters, found {len(text)}")
    for at, character in enumerate(text):
        if character not in "0123456789.":
            raise source.error(number, start + at, f"expected a digit, found {quoted(character)}")
    return Grid.of(PLAIN_NINE, [int(character) if character != "." else 0 for character in text])


def _coded(source: SourceText, number: int, start: int, text: str) -> Grid:
    if len(text) != 162:
        raise source.error(number, start, f"expected 162 characters after S9B, found {len(text)}")
    givens, placed, left = [0] * 81, [0] * 81, [0] * 81
    for cell in range(81):
        piece = text[2 * cell : 2 * cell + 2]
        code = _DIGITS.find(piece[0]) * 36 + _DIGITS.find(piece[1]) if set(piece) <= set(_DIGITS) else -1
        if 1 <= code <= 9:
            givens[cell] = code
        elif 10 <= code <= 18:
            placed[cell] = code - 9
        elif 18 < code <= 18 + 511:
            left[cell] = code - 18
        elif code:
            raise source.error(
                number, start + 2 * cell, f"expected a number in base 36 up to {18 + 511}, found {quoted(piece)}"
            )
    bare = Grid.of(PLAIN_NINE, givens, placed)
    struck = [
        open_ & ~bits if bits else 0 for open_, bits in zip(bare.candidates, left, strict=True)
    ]  # fmt: skip
    return Grid.of(PLAIN_NINE, givens, placed, struck=struck)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One address on each line: digits, or the work on a puzzle too.  Raises CannotWrite for shapes other than 3×3."""
    for puzzle in puzzles:
        grid = puzzle.grid
        if grid.layout != PLAIN_NINE:
            raise CannotWrite(f"an address of SudokuWiki holds 9×9 grids with 3×3 boxes, not {grid.layout}")
        title = f" # {puzzle.title}" if puzzle.title else ""
        if not any(grid.givens) or not (any(grid.placed) or any(grid.struck)):
            yield _WHOLE + "".join(map(str, puzzle.clues)) + title
            continue
        codes = (
            given or (own + 9 if own else 18 + bits if bits else 0)
            for given, own, bits in zip(grid.givens, grid.placed, grid.candidates, strict=True)
        )
        yield f"{_WHOLE}S9B{''.join(_DIGITS[code // 36] + _DIGITS[code % 36] for code in codes)}{title}"
