"""Memory that no two threads write to in the same cache line.

A processor moves memory from core to core by cache lines.  Small arrays of two searches often share
a line; then each write by one thread takes the line away from the other, and two threads can be
slower than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

LINE = 128
"""Bytes: two cache lines of most processors, which fetch them in pairs, or one of Apple's."""


def on_own_lines(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """A copy (contiguous, of the same shape and type) whose cache lines hold nothing else."""
    copy: NDArray[Scalar] = all_on_own_lines([array])[0]
    return copy


def all_on_own_lines(arrays: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """A copy of each array whose cache lines hold nothing else, all in one piece of memory."""
    ends = list(accumulate(LINE * max(1, -(-array.nbytes // LINE)) for array in arrays))
    room = np.empty((ends[-1] if ends else 0) + LINE, dtype=np.uint8)
    start = -room.__array_interface__["data"][0] % LINE
    copies = []
    for array, place in zip(arrays, [0, *ends[:-1]], strict=True):
        copy: NDArray[Any] = np.ndarray(array.shape, array.dtype, room, start + place)
        copy[...] = array
        copies.append(copy)
    return copies
