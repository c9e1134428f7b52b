"""The tables that `core.sudoku._bulk.triads` uses: the configurations of a band, and where messages go.

A box is 4 × 4 lanes.  Lane 4·r + c, with r and c below 3, is the cell in row r
and column c of the box and holds the digits that may be there.  Lane 4·r + 3 is
the margin of the box's row r and holds the digits that may be *absent* from
that minirow; lane 12 + c is that of column c.  Lane 15 always holds every
digit.  So each digit is in exactly one lane of the first three rows of four,
and of the first three columns of four.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core._kernels.shuffles import NOTHING, Places, permutation_table, places

EVERY = 0x1FF
"""A set of all nine digits."""
BAND, BOX = 8, 16
"""Lanes of a band's configurations (the last two are empty) and of a box."""
BOXES = 6 * BAND
"""Where the boxes begin within a state: the bands come first."""
STATE = BOXES + 9 * BOX
"""Cells of 16 bits in a state."""

CONFIGURATIONS = ((0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 0, 2))
"""The six ways of a digit through a band: for each box, the triad (minirow or minicolumn) that it takes there."""


def _lanes(value: int, *chosen: int) -> NDArray[np.uint16]:
    return np.array([value if lane in chosen else 0 for lane in range(16)], dtype=np.uint16)


CELLS = _lanes(0xFFFF, *(4 * r + c for r in range(3) for c in range(3)))
"""All bits of the nine cells of a box."""
UNBOUND = _lanes(EVERY, 3, 7, 11, 15)
"""Triads of a band have three lanes for each box; the fourth allows everything."""
FEWEST = np.array([1, 1, 1, 6] * 3 + [6, 6, 6, 0], dtype=np.uint16)
"""The least number of digits that a lane of a box holds: a cell has one, and six are absent from a triad."""

# Shuffles: rows of four lanes turned by one and by two places; rows exchanged in pairs.
ROW_1, ROW_2 = (places(*(lane // 4 * 4 + (lane + by) % 4 for lane in range(16))) for by in (1, 2))
OTHER_ROW = places(*(lane ^ 4 for lane in range(16)))


def _taking(box: int, triad: int) -> list[int]:
    return [c for c, taken in enumerate(CONFIGURATIONS) if taken[box] == triad]


_EMPTY = 6
"""A lane of a band that is empty."""
_TAKERS = [_taking(lane // 4, lane % 4) if lane < 12 and lane % 4 < 3 else [_EMPTY, _EMPTY] for lane in range(16)]


def _takers(lower: int, upper: int) -> list[Places]:
    """From a band's ways, written twice, to eight of its triads (4·box + triad), beginning at each number given."""
    pairs = [*_TAKERS[lower : lower + 8], *([8 + way for way in pair] for pair in _TAKERS[upper : upper + 8])]
    return [places(*(pair[which] for pair in pairs)) for which in (0, 1)]


TAKER_1, TAKER_2 = _takers(0, 8)
"""Shuffles to all triads of a band: the two ways that take each."""
EARLY_1, EARLY_2 = _takers(0, 0)
LATE_1, LATE_2 = _takers(8, 8)
"""Shuffles to the triads of boxes 0 and 1, and to those of box 2, in both halves."""

_FREE = 3
"""A lane of a band's triads, and of each half of them, that is empty."""


def _others(box: int, by: int) -> list[int]:
    return [4 * box + (taken[box] + by) % 3 for taken in CONFIGURATIONS] + [4 * box + _FREE] * 2


OTHER_TRIADS = tuple(
    places(*_others(box, by), *(_others(2, by) if box == 0 else [8 + _FREE] * 8)) for box in range(2) for by in (1, 2)
)
"""From a band's triads back: for each configuration the triads that it does not take.

Of boxes 0 and 1 in the lower half, of box 2 in the upper one, so that no lane changes its half.
"""


def _for_box(column_band: bool, box: int, other: int) -> list[int]:
    """For each lane of a box, the triad of its band that allows it; for margins, the other two (``other`` 1 or 2)."""
    row = []
    for lane in range(16):
        r, c = divmod(lane, 4)
        triad, margin = (c, r) if column_band else (r, c)
        first = 4 * box % 8
        if triad == 3:
            row.append(first + 3)
        elif margin == 3:
            row.append(first + (triad + other) % 3)
        else:
            row.append(first + triad)
    return row


ALLOWED = permutation_table(
    np.array([_for_box(bool(way), box, other) for way in range(2) for box in range(3) for other in (1, 2)])
)
"""Rows 2·(3·way + box) and the next; ``way`` is 0 for bands of rows, 1 for bands of columns.

They take from the triads of boxes 0 and 1, and from those of box 2.
"""

RIM = places(3, 7, 10, *range(11, 16))
"""From a box to its margins, eight lanes: of row 0, row 1, nothing of use, row 2, columns 0 to 2, nothing of use."""


def _message(column_band: bool, index: int, box: int) -> list[list[int]]:
    """Which margins of a box say what to delete: from its band, and from the crossing one."""
    rows, columns = (0, 1, 3), (4, 5, 6)
    own, crossing = (columns, rows) if column_band else (rows, columns)
    mine = [own[taken[box]] for taken in CONFIGURATIONS]
    theirs = [crossing[taken[index]] for taken in CONFIGURATIONS]
    return [[*message, NOTHING, NOTHING] for message in (mine, theirs)]


MESSAGES = permutation_table(
    np.concatenate([_message(bool(way), index, box) for way in range(2) for index in range(3) for box in range(3)])
)
"""From a box's `RIM`, rows 2·(9·way + 3·index + box) and the next: of the band with that index, the messages of that
box to the band itself and to the one that crosses it there."""


def _given_box(cell: int, digit: int) -> NDArray[np.uint16]:
    """What remains of a box once it has this given (lanes to keep)."""
    r, c = divmod(cell, 3)
    bit = 1 << digit
    kept = np.full(16, 0xFFFF & ~bit, dtype=np.uint16)
    for lane in range(16):
        # In other minirows and minicolumns the digit is absent: their margins keep it.
        if (lane % 4 == 3 and lane // 4 != r) or (lane // 4 == 3 and lane % 4 != c):
            kept[lane] = 0xFFFF
    kept[4 * r + c] = bit
    return kept


GIVEN_BOX = np.concatenate([_given_box(cell, digit) for cell in range(9) for digit in range(9)])
"""Sixteen lanes to keep for a given in this cell of a box: at 16·(9·cell + digit)."""


def _given_band(box: int, triad: int, digit: int) -> NDArray[np.uint16]:
    kept = [0xFFFF if taken[box] == triad else 0xFFFF & ~(1 << digit) for taken in CONFIGURATIONS]
    return np.array([*kept, 0, 0], dtype=np.uint16)


GIVEN_BAND = np.concatenate(
    [_given_band(box, triad, digit) for box in range(3) for triad in range(3) for digit in range(9)]
)
"""Eight lanes to keep of a band for a given in this triad of this box: at 8·(9·(3·box + triad) + digit)."""

DIGIT = np.array([word.bit_length() if word.bit_count() == 1 else 0 for word in range(512)], dtype=np.int32)
"""The value of a set of one digit; 0 for every other."""
EMPTY_BAND = np.array([EVERY] * 6 + [0, 0], dtype=np.uint16)
"""A band in which every digit may go every way."""


def _given_at(cell: int) -> tuple[int, ...]:
    band, row, stack, column = cell // 27, cell // 9 % 3, cell % 9 // 3, cell % 3
    return (
        BOXES + BOX * (3 * band + stack), BOX * 9 * (3 * row + column),
        BAND * band, BAND * 9 * (3 * stack + row),
        BAND * (3 + stack), BAND * 9 * (3 * band + column), 0, 0,
    )  # fmt: skip


GIVEN_AT = np.array([_given_at(cell) for cell in range(81)], dtype=np.uint64).ravel()
"""For each cell eight numbers: its box in a state and its row of `GIVEN_BOX`; its band of rows and of columns, each
with the row of `GIVEN_BAND`."""
CELL_AT = GIVEN_AT[0::8] + np.array([4 * (cell // 9 % 3) + cell % 3 for cell in range(81)], dtype=np.uint64)
"""For each cell its place in a state."""
