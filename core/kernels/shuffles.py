"""Moving the lanes of vectors about, inside kernels: shuffles, permutations, halves.

A *shuffle* takes its lanes from places that are fixed when the kernel is
compiled; the processor's best instruction for them is chosen then.  A
*permutation* reads its places from a table in memory.  Both number the lanes
from 0.

These are the interpreted forms; `core.kernels.simd_machine` holds the same as
machine code.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import machine_form

_machine = machine_form("core.kernels.simd_machine")

Places = tuple[tuple[int, ...], ...]
"""Fixed places, each as a tuple with that many zeros: a number is then part of the type, as a compiler wants it."""

NOTHING = -1
"""In a permutation table: a lane that becomes 0."""


def places(*numbers: int) -> Places:
    """The places that a shuffle takes its lanes from, as a kernel's constant."""
    return tuple((0,) * number for number in numbers)


def permutation_table(rows: NDArray[np.integer]) -> NDArray[np.uint16]:
    """Places for `permute`, a flat array made of an array of shape (count, 8 or 16) of numbers below 8 or `NOTHING`.

    They are kept as the numbers of bytes, with the top bit set for nothing: what byte shuffles want.
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
    """A vector of as many lanes as there are places, each taken from its place."""
    return vector[_numbers(taken)]


@_machine
def permute(vector: Any, table: Any, offset: Any) -> Any:
    """8 or 16 lanes of 16 bits, each taken from a place among the eight of its half.

    The places are those of the row of a `permutation_table` at ``offset``.
    """
    pairs = table[int(offset) : int(offset) + len(vector)]
    return vector[_halves(len(vector)) + ((pairs & 0xF) >> 1)] * (pairs < 0x8000)


@_machine
def twice(vector: Any) -> Any:
    """Eight lanes of 16 bits, written twice."""
    return np.concatenate([vector, vector])


@_machine
def swapped(vector: Any) -> Any:
    """16 lanes of 16 bits with their halves exchanged."""
    half = len(vector) // 2
    return np.concatenate([vector[half:], vector[:half]])


@_machine
def count_of_nine(vector: Any) -> Any:
    """How many bits each of 16 lanes of 16 bits has set, where none beyond the ninth is."""
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
    """How much each lane lacks of what is wanted; 0 where it lacks nothing."""
    return np.where(vector < wanted, wanted - vector, vector.dtype.type(0))
