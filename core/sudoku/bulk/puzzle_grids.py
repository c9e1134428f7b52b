"""Finds and reads, without Python objects, the 9×9 grids drawn in rows in a block of bytes, empty lines between them.

A *plain* grid has nine rows of nine cells, which are digits and blanks, together or
apart, or lists of candidates.  It may have bars and rules where the boxes meet.
Comments before its rows say nothing of boxes or cells; before lists, one may be
``# givens`` with 81 values.  Every other grid is left to the readers of
`core.sudoku.formats`, which know all the rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.kernel import kernel
from core.sudoku.bulk.puzzle_lines import HASH, LINE_FEED, PLAIN, RETURN, SPECIAL

_DIGIT, _BLANK, _SPACE, _BAR, _FRAME, _COMMENT, _OTHER = range(7)
SIGN = np.full(256, _OTHER, dtype=np.uint8)
"""For each byte, what it may be in a drawn grid."""
for _signs, _kind in (
    (b"123456789", _DIGIT), (b".0", _BLANK), (b" \t\r", _SPACE), (b"|", _BAR), (b"-+*='", _FRAME), (b"#;[", _COMMENT),
):  # fmt: skip
    for _sign in _signs:
        SIGN[_sign] = _kind

ZERO, DASH, EQUALS, DOT = np.uint8(48), np.uint8(45), np.uint8(61), np.uint8(46)
BRACKET, SMALL, SPACE = np.uint8(91), np.uint8(32), np.uint8(32)
GIVENS = np.frombuffer(b"givens", dtype=np.uint8)
_SAYS_MORE = np.zeros(256, dtype=np.uint8)
"""The first letters of comments about boxes, givens, placed values, marks or a section."""
for _letter in b"bgpmBGPM":
    _SAYS_MORE[_letter] = 1


@kernel
def find_grids(block: Any, length: Any, starts: Any, numbers: Any, kinds: Any, puzzles: Any) -> Any:
    """Find each grid of ``block[:length]``: where it starts, its first line (from 0), whether it is plain, its values.

    A grid ends at an empty line.  ``puzzles`` (int32, 81) has a row for each plain one; ``starts`` gets one entry
    more: the end.  Returns how many there are, and how many of them are plain.
    """
    lists = np.zeros(90, dtype=np.int64)  # with a row to spare, for lines after the ninth row
    told = np.zeros(82, dtype=np.int64)  # the givens that a comment lists, and whether there is one
    grids, plain, at, line = 0, 0, 0, 0
    while at < length:
        rows, sound, apart, empty = 0, True, -1, True
        starts[grids], numbers[grids] = at, line
        told[81] = 0
        while at < length:
            end = at
            while end < length and block[end] != LINE_FEED:
                end += 1
            line += 1
            first = at
            while first < end and SIGN[block[first]] == _SPACE:
                first += 1
            here, at = first, min(end + 1, length)
            if first == end:
                if empty:
                    continue
                break
            if block[first] == RETURN:
                sound = False
            empty = False
            if SIGN[block[first]] == _COMMENT:
                idle = comment_is_idle(block, first, end) or comment_tells_givens(block, first, end, told)
                sound = sound and rows == 0 and idle
                continue
            # A rule has two dashes together and no cell.
            cells, words, bars, rule, odd, word = 0, 0, 0, False, False, 0
            odd_words, odd_cells, framed = False, False, False  # bars in other places than between boxes
            row = min(rows, 9)
            for place in range(9):
                lists[9 * row + place] = 0
            while here < end:
                sign = SIGN[block[here]]
                if sign <= _BLANK:
                    if word == 0:
                        words += 1
                    word += 1
                    cells += 1
                    if words <= 9:
                        bit = np.int64(0)
                        if sign == _DIGIT:
                            bit = np.int64(1) << np.int64(block[here] - ZERO)
                        elif word > 1:
                            bit = np.int64(1)  # a blank among other signs: it is no list
                        elif block[here] == ZERO or block[here] == DOT:
                            bit = np.int64(1) << np.int64(10)
                        if lists[9 * row + words - 1] & bit:
                            bit |= np.int64(1)
                        lists[9 * row + words - 1] |= bit
                else:
                    word = 0
                    if sign == _BAR:
                        bars += 1
                        odd_words |= words % 3 != 0
                        odd_cells |= cells % 3 != 0
                    elif sign == _FRAME:
                        if here > first and (block[here] == DASH or block[here] == EQUALS) and (
                            block[here - 1] == block[here]
                        ):  # fmt: skip
                            rule = True
                        framed = True
                        if block[here] != DASH:
                            bars += 1
                    elif sign != _SPACE:
                        odd = True
                here += 1
            if rule:
                dots_only = True
                for place in range(first, end):
                    if SIGN[block[place]] == _DIGIT or block[place] == ZERO:
                        dots_only = False
                sound = sound and dots_only and not odd and (bars > 0) and rows % 3 == 0 and not (
                    SIGN[block[first]] == _BAR and cells > 0
                )  # fmt: skip
                continue
            together = words < 9
            odd |= framed or (odd_cells if together else odd_words)
            if odd or rows == 9 or (words != 9 and cells != 9) or (apart >= 0 and apart != (0 if together else 1)):
                sound = False
                rows = min(rows + 1, 10)
                continue
            apart = 0 if together else 1
            if together:
                column = 0
                for place in range(first, end):
                    if SIGN[block[place]] <= _BLANK:
                        digit = np.int64(block[place] - ZERO) if SIGN[block[place]] == _DIGIT else np.int64(10)
                        lists[9 * row + column] = np.int64(1) << digit
                        column += 1
            rows += 1
        if empty:
            break
        kinds[grids] = SPECIAL
        if sound and rows == 9 and values_of(lists, told, apart == 1, puzzles[plain]):
            kinds[grids] = PLAIN
            plain += 1
        grids += 1
    starts[grids] = length
    return grids, plain


@kernel
def comment_is_idle(block: Any, first: Any, end: Any) -> Any:
    """Whether a comment cannot be about the cells: no section but ``[Puzzle]``, and no word with those letters."""
    if block[first] == BRACKET:
        return end - first >= 8 and block[first + 1] | SMALL == 112 and block[first + 2] | SMALL == 117
    at = first + 1
    if at < end and block[at] | SMALL == 99:  # as ``#C``
        at += 1
    while at < end and SIGN[block[at]] == _SPACE:
        at += 1
    return at >= end or _SAYS_MORE[block[at]] == 0


@kernel
def comment_tells_givens(block: Any, first: Any, end: Any, told: Any) -> Any:
    """Whether a comment is ``# givens`` with 81 values, which ``told`` gets."""
    while end > first and SIGN[block[end - 1]] == _SPACE:
        end -= 1
    if end - first != 90 or block[first] != HASH or block[first + 1] != SPACE or block[first + 8] != SPACE:
        return False
    for at in range(6):
        if block[first + 2 + at] != GIVENS[at]:
            return False
    for cell in range(81):
        sign = block[first + 9 + cell]
        if SIGN[sign] > _BLANK:
            return False
        told[cell] = np.int64(sign - ZERO) if SIGN[sign] == _DIGIT else 0
    told[81] = 1
    return True


@kernel
def values_of(lists: Any, told: Any, apart: Any, values: Any) -> Any:
    """The givens of a grid that lists candidates (bit 10 for a blank); False for cells that are neither.

    For lists that stand ``apart`` the givens are those in ``told``.  If it holds none, a single value that a
    peer lists among others is a mark and not a given.
    """
    blank = np.int64(1) << np.int64(10)
    several = False
    for cell in range(81):
        bits = lists[cell]
        if bits == 0 or bits & 1 or (bits & blank and bits != blank):
            return False
        several = several or bits & (bits - 1) != 0
        values[cell] = told[cell]
    if told[81] != 0:
        return several and apart
    for cell in range(81):
        bits = lists[cell]
        value = 0
        if bits != blank and bits & (bits - 1) == 0:
            while (bits >> np.int64(value)) != 1:
                value += 1
            row, column = cell // 9, cell % 9
            for other in range(81):
                in_line = other // 9 == row or other % 9 == column
                in_box = other // 27 == row // 3 and other % 9 // 3 == column // 3
                if (in_line or in_box) and lists[other] & bits and lists[other] != bits:
                    value = 0
                    break
        values[cell] = value
    return True
