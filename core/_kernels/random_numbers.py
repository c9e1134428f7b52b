"""Random numbers inside kernels: SplitMix64 (Steele, Lea and Flood 2014), its state one word of an array."""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_ONE, _27, _30, _31, _32 = np.uint64(1), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline_kernel
def _mixed(word: Any) -> Any:
    """The random number derived from a state."""
    mixed = ((word ^ (word >> _30)) * _FIRST) & ALL
    mixed = ((mixed ^ (mixed >> _27)) * _SECOND) & ALL
    return mixed ^ (mixed >> _31)


@inline_kernel
def random_below(words: Any, bound: Any) -> Any:
    """A number from 0 to ``bound`` - 1 (bound below 2^32); advances the state in words[0]."""
    words[0] = (words[0] + _STEP) & ALL
    return np.int64(((_mixed(words[0]) >> _32) * np.uint64(bound)) >> _32)


@inline_kernel
def later_below(words: Any, draws: Any, bound: Any) -> Any:
    """What `random_below` will return for this bound after ``draws`` other draws; the state stays unchanged."""
    word = (words[0] + (np.uint64(draws) + _ONE) * _STEP) & ALL
    return np.int64(((_mixed(word) >> _32) * np.uint64(bound)) >> _32)


def seeded(seed: int, words: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """A state vector of ``words`` words, the first set from the seed and the rest zero.

    The seed is scrambled first (with the finalizer of MurmurHash3), otherwise neighbouring seeds
    would give the same sequence, shifted by a draw.
    """
    mask = (1 << 64) - 1
    word = (seed + 1) & mask
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        word = ((word ^ (word >> 33)) * multiplier) & mask
    state = np.zeros(words, dtype=np.uint64)
    state[0] = word ^ (word >> 33)
    return state
