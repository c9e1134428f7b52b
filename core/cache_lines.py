"""Memory that no two threads write to in the same cache line.

A processor hands memory from core to core by the line.  Small arrays of two
searches often share one; then each write of the one thread takes the line away
from the other, and two threads can be slower than one.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

LINE = 128
"""Bytes: two lines of most processors, which fetch them in pairs, or one of Apple's."""


def on_own_lines(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """A copy (contiguous, of the same shape and type) whose cache lines hold nothing else."""
    room = np.zeros(array.nbytes + 2 * LINE, dtype=np.uint8)
    skip = -room.ctypes.data % LINE
    copy = room[skip : skip + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
