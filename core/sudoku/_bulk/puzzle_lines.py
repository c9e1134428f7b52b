"""Finds, checks and writes the puzzles of blocks of bytes: 9×9, one on each line, without an object for each.

A *plain* line has 81 digits and blanks from its first byte on, then its end or
something that the ``line`` format skips; in lists and tables it has them
anywhere.  Every other line is left to the readers of `core.sudoku._formats`,
which know all the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import kernel
from core.sudoku._symbols import BLANKS

PLAIN, SPECIAL, UNSOLVED = 0, 1, 2
"""What a line turned out to be: solved here, left to a reader, or plain but without a solution."""

_NO_CELL, _END = 10, 11
CELL = np.full(256, _NO_CELL, dtype=np.uint8)
"""For each byte its value (0 for a blank), or that it ends a puzzle, or that no puzzle has it."""
for _digit in range(10):
    CELL[ord("0") + _digit] = _digit
for _blank in BLANKS:
    CELL[ord(_blank)] = 0
for _end in "\t\n\v\f\r ,;#":
    CELL[ord(_end)] = _END

LINE_FEED, RETURN, ZERO_SIGN, HASH = np.uint8(10), np.uint8(13), np.uint8(48), np.uint8(35)


@kernel
def find_lines(block: Any, length: Any, anywhere: Any, starts: Any, kinds: Any, firsts: Any) -> Any:
    """Where each line of ``block[:length]`` starts, whether it is plain, and where its puzzle begins.

    With ``anywhere`` a line is plain if it has a run of exactly 81 digits and blanks in any place.  ``block``
    ends with a line's end; LF, CR and CR LF end lines.  ``starts`` gets one entry more: the end.
    Returns how many lines there are.
    """
    lines, at = 0, 0
    while at < length:
        starts[lines] = at
        kinds[lines] = SPECIAL
        run = 0
        while at < length:
            sign = CELL[block[at]]
            if sign < _NO_CELL:
                run += 1
            else:
                first = at - run
                if run == 81 and kinds[lines] == SPECIAL and (anywhere or (first == starts[lines] and sign == _END)):
                    kinds[lines] = PLAIN
                    firsts[lines] = first
                run = 0
                if block[at] == LINE_FEED or block[at] == RETURN:
                    break
            at += 1
        if at + 1 < length and block[at] == RETURN and block[at + 1] == LINE_FEED:
            at += 1
        at += 1
        # In a list, a comment is not a puzzle even if it holds one.
        if block[starts[lines]] == HASH:
            kinds[lines] = SPECIAL
        lines += 1
    starts[lines] = length
    return lines


@kernel
def read_plain(block: Any, firsts: Any, kinds: Any, lines: Any, puzzles: Any) -> Any:
    """Read the values of each plain line into a row of ``puzzles`` (int32, 81); returns how many there are."""
    row = 0
    for line in range(lines):
        if kinds[line] == PLAIN:
            for cell in range(81):
                puzzles[row, cell] = CELL[block[firsts[line] + cell]]
            row += 1
    return row


@kernel
def write_solved(puzzles: Any, solutions: Any, counts: Any, kinds: Any, out: Any) -> Any:
    """Write the solutions, 82 bytes each, to ``out``, and mark the unsolved lines with their kind.

    Returns how many bytes were written, or -1 if a solution does not solve its puzzle.
    """
    every = np.int64(0b1111111110)
    row, at = 0, 0
    for line in range(kinds.shape[0]):
        if kinds[line] != PLAIN:
            continue
        if counts[row] == 0:
            kinds[line] = UNSOLVED
            row += 1
            continue
        for unit in range(9):
            in_row, in_column, in_box = np.int64(0), np.int64(0), np.int64(0)
            corner = unit // 3 * 27 + unit % 3 * 3
            for k in range(9):
                in_row |= np.int64(1) << np.int64(solutions[row, 9 * unit + k])
                in_column |= np.int64(1) << np.int64(solutions[row, 9 * k + unit])
                in_box |= np.int64(1) << np.int64(solutions[row, corner + k // 3 * 9 + k % 3])
            if in_row != every or in_column != every or in_box != every:
                return -1
        for cell in range(81):
            value = solutions[row, cell]
            if puzzles[row, cell] != 0 and puzzles[row, cell] != value:
                return -1
            out[at + cell] = ZERO_SIGN + np.uint8(value)
        out[at + 81] = LINE_FEED
        at += 82
        row += 1
    return at
