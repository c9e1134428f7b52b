"""Moving the lanes of vectors about, inside kernels: shuffles, permutations, halves.

A *shuffle* takes its lanes from places that are fixed when the kernel is
compiled; the processor's best instruction for them is chosen then.  A
*permutation* reads its places from a table in memory.  Both number the lanes
from 0.

These are the interpreted forms; `core.simd_shuffles_machine` holds the same as
machine code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernel import machine_form

_machine = machine_form("core.simd_shuffles_machine")

Places = tuple[tuple[int, ...], ...]
"""Fixed places, each as a tuple of so many zeros: the numbers are then part of its type, as a compiler wants them."""

LANES = 16
"""How many lanes the vectors have that `permute` moves: 16 of 16 bits."""


def places(*numbers: int) -> Places:
    """The places that a shuffle takes its lanes from, as a kernel's constant."""
    return tuple((0,) * number for number in numbers)


def permutation_table(rows: NDArray[np.integer]) -> NDArray[np.uint16]:
    """Places for `permute`, a flat array made of an array of shape (count, 16).

    A row is kept in three forms, one after the other: the places themselves,
    and the numbers of their bytes within the lower and within the upper eight
    lanes, with the top bit set for what lies in the other half (what byte
    shuffles, which work on 16 bytes, want).
    """
    rows = np.asarray(rows, dtype=np.uint16)
    pairs = (rows % 8) * np.uint16(0x0202) + np.uint16(0x0100)
    low = np.where(rows < 8, pairs, np.uint16(0x8080))
    high = np.where(rows < 8, np.uint16(0x8080), pairs)
    return np.ascontiguousarray(np.concatenate([rows, low, high], axis=1).ravel())


def half_permutation_table(rows: NDArray[np.integer]) -> NDArray[np.uint16]:
    """Places for `permute_half`, a flat array made of an array of shape (count, 16): the numbers of their bytes."""
    return np.ascontiguousarray((np.asarray(rows, dtype=np.uint16) * np.uint16(0x0202) + np.uint16(0x0100)).ravel())


ROW = 3 * LANES
"""Cells from one row of a `permutation_table` to the next."""


@_machine
def shuffle(vector: Any, taken: Places) -> Any:
    """A vector of as many lanes as there are places, each taken from its place."""
    return vector[[len(place) for place in taken]]


@_machine
def permute(vector: Any, table: Any, offset: Any) -> Any:
    """16 lanes of 16 bits, each taken from the place that the row of the table at ``offset`` names."""
    return vector[table[int(offset) : int(offset) + LANES]]


@_machine
def permute_half(vector: Any, table: Any, offset: Any) -> Any:
    """16 lanes of 16 bits, each taken from the place among 8 that the half permutation table at ``offset`` names."""
    return vector[(table[int(offset) : int(offset) + LANES] & 0xFF) >> 1]


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
def smaller_lanes(left: Any, right: Any) -> Any:
    """A vector with all bits set in the lanes where ``left`` is the smaller, none in the others."""
    return np.where(left < right, np.array(-1).astype(left.dtype), np.array(0, dtype=left.dtype))
