"""Rearranging the lanes of vectors inside kernels: shuffles, permutations, halves.

A *shuffle* takes its lanes from positions fixed when the kernel is compiled, so the compiler
chooses the processor's best instruction for them.  A *permutation* reads the positions from a table
in memory.  Both number the lanes from 0.

These are the interpreted forms; `core._kernels.simd_machine` has the same as machine code.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import machine_form

_machine = machine_form("core._kernels.simd_machine")

Places = tuple[tuple[int, ...], ...]
"""Fixed positions, each as a tuple with that many zeros, which makes the number part of the type, as a compiler
needs it."""

NOTHING = -1
"""In a permutation table: a lane that becomes 0."""


def places(*numbers: int) -> Places:
    """The positions that a shuffle takes its lanes from, as a constant for a kernel."""
    return tuple((0,) * number for number in numbers)


def permutation_table(rows: NDArray[np.integer]) -> NDArray[np.uint16]:
    """Positions for `permute`, a flat array, from an array of shape (count, 8 or 16) of numbers below 8 or `NOTHING`.

    They are stored as byte numbers, with the top bit set for nothing, as byte shuffles need them.
    """
    pairs = np.asarray(rows) * 0x0202 + 0x0100
    return np.ascontiguousarray(np.where(np.asarray(rows) == NOTHING, 0x8080, pairs).astype(np.uint16).ravel())


@cache
def _numbers(taken: Places) -> NDArray[np.intp]:
    return np.array([len(place) for place in taken])


@cache
def _halves(lanes: int) -> NDArray[np.intp]:
    """Where the half of each lane begins."""
    return np.arange(lanes) // 8 * 8


@_machine
def shuffle(vector: Any, taken: Places) -> Any:
    """A vector with one lane for each position in ``taken``."""
    return vector[_numbers(taken)]


@_machine
def permute(vector: Any, table: Any, offset: Any) -> Any:
    """8 or 16 lanes of 16 bits, each taken from among the eight of its half.

    The positions are the row at ``offset`` of a `permutation_table`.
    """
    pairs = table[int(offset) : int(offset) + len(vector)]
    return vector[_halves(len(vector)) + ((pairs & 0xF) >> 1)] * (pairs < 0x8000)


@_machine
def twice(vector: Any) -> Any:
    """Eight lanes of 16 bits, written twice."""
    return np.concatenate([vector, vector])


@_machine
def swapped(vector: Any) -> Any:
    """16 lanes of 16 bits, the two halves exchanged."""
    half = len(vector) // 2
    return np.concatenate([vector[half:], vector[:half]])


@_machine
def count_of_nine(vector: Any) -> Any:
    """The number of bits set in each of 16 lanes of 16 bits, of which only the lowest nine may be set."""
    return np.bitwise_count(vector).astype(vector.dtype)


@_machine
def lower_half(vector: Any) -> Any:
    """The first half of the lanes."""
    return vector[: len(vector) // 2]


@_machine
def upper_half(vector: Any) -> Any:
    """The second half of the lanes."""
    return vector[len(vector) // 2 :]


@_machine
def without(vector: Any, taken: Any) -> Any:
    """The bits of a vector that ``taken`` does not have."""
    return vector & ~taken


@_machine
def shortfall(vector: Any, wanted: Any) -> Any:
    """How much each lane falls short of what is wanted; 0 where it does not."""
    return np.where(vector < wanted, wanted - vector, vector.dtype.type(0))
