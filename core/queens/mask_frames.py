"""The levels of a search by masks while it runs: only those with something left to be tried are stacked.

A search that goes back goes to the nearest of them, so a word for each queen is
all that the levels between need to keep.  What a person sees or saves are the
``levels`` of all rows (see `core.queens.positions`): kernels make frames of
them when they are entered, and levels of the frames when they are left.

    frames[5 f …]   columns, both diagonals, squares still to be tried, level of frame f
    path[l]         the columns taken above the queen of row l
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.cache_lines import on_own_lines
from core.kernels.kernel import inline_kernel
from core.queens.positions import BACK, COLUMNS, FALLING, RISING, TODO

ZERO, ONE, TWO, THREE, FOUR, FIVE = (np.uint64(i) for i in range(6))
WORD = np.uint64(0xFFFFFFFF)


class Frames(NamedTuple):
    """Room for them: written anew at every stay in a kernel, never part of the saved state."""

    frames: NDArray[np.uint64]
    path: NDArray[np.uint64]

    @classmethod
    def of(cls, n: int) -> Frames:
        """For N = ``n``."""
        return cls(*(on_own_lines(np.zeros(count, dtype=np.uint64)) for count in (5 * (n + 1), n + 1)))


@inline_kernel
def push(frames: Any, top: Any, columns: Any, rising: Any, falling: Any, todo: Any, level: Any) -> None:
    """Write a frame to place ``top``, which is five times its number."""
    frames[top] = columns
    frames[top + ONE] = rising
    frames[top + TWO] = falling
    frames[top + THREE] = todo
    frames[top + FOUR] = level


@inline_kernel
def take_up(levels: Any, level: Any, frames: Any, path: Any) -> Any:
    """Make frames and path of the levels above ``level``; returns the place of the next frame."""
    top = ZERO
    for row in range(ZERO, level + ONE):
        path[row] = levels[row, COLUMNS]
        todo = np.uint64(levels[row, TODO])
        if todo != ZERO and row < level:
            columns, rising = np.uint64(levels[row, COLUMNS]), np.uint64(levels[row, RISING])
            push(frames, top, columns, rising, np.uint64(levels[row, FALLING]), todo, row)
            top += FIVE
    return top


@inline_kernel
def lay_down(levels: Any, level: Any, columns: Any, todo: Any, frames: Any, path: Any, top: Any) -> None:
    """Write the levels from the first to ``level``, whose columns and squares still to be tried are given."""
    path[level] = columns
    rising, falling, back, frame = ZERO, ZERO, ZERO, ZERO
    for row in range(ZERO, level + ONE):
        left = ZERO
        if row == level:
            left = todo
        elif frame < top and frames[frame + FOUR] == row:
            left = frames[frame + THREE]
            frame += FIVE
        levels[row, COLUMNS], levels[row, RISING], levels[row, FALLING] = path[row], rising, falling
        levels[row, TODO], levels[row, BACK] = left, back
        if left != ZERO:
            back = np.uint64(row)
        if row < level:
            queen = path[row] ^ path[row + ONE]
            rising, falling = ((rising | queen) << ONE) & WORD, (falling | queen) >> ONE
