"""Where a word keeps the diagonals of a quadrant.

A quadrant's square (i, j), both from 0 to h - 1 and j counted from the middle
of the board, lies on its own sum diagonal i + j and difference diagonal
i - j + h - 1: 2h - 1 of each.  The *word* of a placement has a bit for each diagonal with a queen,
in the numbering of its half: in a southern quadrant the difference
diagonals begin at bit ``odd`` and the sum diagonals at bit ``field + shift``, in a northern one
``shift`` bits lower.  Diagonals that do not leave the quadrant are left out.

A half board reaches the other half on 2h - 1 sum and 2h - 1 difference
diagonals.  Seen from the other half, which is laid out as the mirror image,
sum diagonals are difference diagonals and the other way round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LONGEST_UNORDERED = 2048
_PREFIX_BITS = {4: 0, 5: 4, 6: 4, 7: 6, 8: 6, 9: 6, 10: 8, 11: 10, 12: 12, 13: 14, 14: 14}


class QuadrantLayout(NamedTuple):
    """The numbers that kernels need about a board size, as unsigned words."""

    h: np.uint64
    """Rows and columns of a quadrant."""
    odd: np.uint64
    """1 where there is a middle row and column, else 0."""
    field: np.uint64
    """Width of a field: the sum diagonals of a half begin at this bit."""
    shift: np.uint64
    """The number of bits by which the diagonals of a southern quadrant are above those of a northern one."""
    diagonals: np.uint64
    """The number of diagonals of each direction that reach the other half: 2h - 1."""
    prefix: np.uint64
    """The number of diagonals, of both directions together, by which lists are ordered (even)."""
    shorter: np.uint64
    """The other diagonals are looked up in four pieces; each piece has this many diagonals, or one more."""
    longer: np.uint64
    """How many of the four pieces have one more."""
    unordered: np.uint64
    """Lists up to this length stay unordered: ordering them would cost more than it saves."""

    @classmethod
    def of(cls, n: int, unordered: int = LONGEST_UNORDERED) -> QuadrantLayout:
        """Return the layout for N = ``n``."""
        h, odd = divmod(n, 2)
        diagonals = 2 * h - 1
        prefix = _PREFIX_BITS.get(h, 0)
        shorter, longer = divmod(2 * diagonals - prefix, 4)
        numbers = (h, odd, diagonals + odd, h + odd, diagonals, prefix, shorter, longer, unordered)
        return cls(*(np.uint64(number) for number in numbers))


class Halves(NamedTuple):
    """A list of half boards, as words."""

    words: NDArray[np.uint64]
    length: np.int64
    """How many halves there are; after them there is room for another group."""
    more: np.int64
    """How many of them, the first ones, have a rank above the job's: a pair of two such halves counts twice."""
    sums: np.uint64
    """The bit where the diagonals begin that are sum diagonals as seen from the east."""
    differences: np.uint64
    """The bit where those begin that are difference diagonals as seen from the east."""
