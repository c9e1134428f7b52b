"""Vectors of machine words inside kernels, and what this machine's processor can do with them.

A vector is a fixed number of equal *lanes* that the processor works on at once.
Compiled, a vector is an LLVM vector in a register: it exists only inside a kernel; `load` reads it
from an array and `store` writes it back.  Interpreted, it is a small NumPy array, so a kernel runs
both ways from the same source.

The number of lanes is part of a vector's type.  A kernel gets it as a tuple with that many zeros
(`lanes`), so one source serves every width; LLVM splits a vector that is wider than the processor's
registers.

Between vectors of one type ``& | ^ + -`` work lane by lane, ``<<`` and ``>>``
shift every lane by the same whole number.
"""

from __future__ import annotations

import functools
import os
import platform
from enum import StrEnum
from typing import Any

import numpy as np

from core._kernels.kernel import COMPILED, machine_form

MACHINE = "core._kernels.simd_machine"


class Processor(StrEnum):
    """A way of using a processor's vectors, best first."""

    AVX512 = "avx512"
    """Eight words at once, compressed by mask (x86-64 with AVX-512 F, VL, BW, VPOPCNTDQ)."""
    AVX2 = "avx2"
    """Four words at once (x86-64 with AVX2)."""
    NEON = "neon"
    """Two words at once (64-bit ARM)."""
    PLAIN = "plain"
    """Ordinary words: every processor."""

    @property
    def words(self) -> int:
        """The number of 64-bit words in one of its registers."""
        return {"avx512": 8, "avx2": 4, "neon": 2, "plain": 1}[self.value]


_NEEDED = {
    Processor.AVX512: ("avx512f", "avx512vl", "avx512bw", "avx512vpopcntdq"),
    Processor.AVX2: ("avx2",),
    Processor.NEON: ("neon",),
    Processor.PLAIN: (),
}

# Features of the processors that ``NUMBA_CPU_NAME`` may name: the microarchitecture levels of the x86-64 psABI, and
# what Ice Lake and Zen 4 have beyond level 4.  Only features that our kernels ask about are listed.
_SSSE3 = frozenset({"ssse3"})
_LEVEL_2 = _SSSE3 | {"sse4.1", "sse4.2", "popcnt"}
_LEVEL_3 = _LEVEL_2 | {"avx", "avx2", "bmi", "bmi2"}
_LEVEL_4 = _LEVEL_3 | {"avx512f", "avx512vl", "avx512bw", "avx512dq", "avx512cd"}
_BEYOND = _LEVEL_4 | {"avx512vpopcntdq", "avx512bitalg", "avx512vbmi", "avx512vbmi2"}

_NAMES = {
    _SSSE3: "core2 penryn bonnell btver1",
    _LEVEL_2: (
        "x86-64-v2 nehalem corei7 westmere sandybridge corei7-avx ivybridge core-avx-i silvermont slm goldmont "
        "goldmont-plus tremont btver2 bdver1 bdver2 bdver3"
    ),
    _LEVEL_3: (
        "x86-64-v3 haswell core-avx2 broadwell skylake znver1 znver2 znver3 bdver4 alderlake raptorlake meteorlake "
        "arrowlake lunarlake gracemont sierraforest"
    ),
    _LEVEL_4: "x86-64-v4 skylake-avx512 skx cascadelake cooperlake",
    _BEYOND: (
        "icelake-client icelake-server tigerlake rocketlake sapphirerapids emeraldrapids graniterapids znver4 znver5"
    ),
}
"""The features of each processor by LLVM's name; one not listed is assumed to have none."""
_FEATURES = {name: features for features, names in _NAMES.items() for name in names.split()}


def named_features() -> frozenset[str] | None:
    """The features machine code may use by ``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES``, by LLVM's names.

    None if they leave that to the machine.  Nothing is imported for this, because a kernel is chosen before any
    is compiled.
    """
    name, given = os.environ.get("NUMBA_CPU_NAME", ""), os.environ.get("NUMBA_CPU_FEATURES")
    if name in ("", "host") and given is None:
        return None
    words = [word.strip() for word in (given or "").split(",")]
    more = {word[1:] for word in words if word.startswith("+")}
    fewer = {word[1:] for word in words if word.startswith("-")}
    return (_FEATURES.get(name, frozenset()) | more) - fewer


@functools.cache
def processor_features() -> frozenset[str]:
    """The features machine code may use here, by LLVM's names; ``NUMBA_CPU_FEATURES`` and ``NUMBA_CPU_NAME``
    narrow it."""
    if not COMPILED:
        return frozenset()
    found = named_features()
    if found is None:
        from llvmlite import binding

        found = frozenset(feature for feature, present in binding.get_host_cpu_features().items() if present)
    if platform.machine().lower() in ("aarch64", "arm64"):
        found |= {"neon"}
    return found


def available(processor: Processor) -> bool:
    """Whether machine code for ``processor`` runs here."""
    return processor_features().issuperset(_NEEDED[processor])


def best_processor() -> Processor:
    """The fastest kind that runs here."""
    return next(each for each in Processor if available(each))


def lanes(count: int) -> tuple[int, ...]:
    """The tuple that tells a kernel the number of lanes in its vectors."""
    return (0,) * count


def aligned_words(count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """``count`` zeroed words, beginning at a multiple of 64 bytes, so that no vector straddles two cache lines."""
    room = np.zeros(count + 8, dtype=np.uint64)
    skip = (-room.ctypes.data % 64) // 8
    return room[skip : skip + count]


# Functions for kernels, in their interpreted forms; `core._kernels.simd_machine` has the same as machine code.


@machine_form(MACHINE)
def load(array: Any, offset: Any, width: tuple[int, ...]) -> Any:
    """The ``len(width)`` cells of a contiguous one-dimensional array from ``offset`` on, as a vector."""
    return array[int(offset) : int(offset) + len(width)].copy()


@machine_form(MACHINE)
def store(array: Any, offset: Any, vector: Any) -> None:
    """Write a vector to a contiguous one-dimensional array from ``offset`` on."""
    array[int(offset) : int(offset) + len(vector)] = vector


@machine_form(MACHINE)
def splat(value: Any, width: tuple[int, ...]) -> Any:
    """The same value in every lane; the lanes have the value's type."""
    return np.full(len(width), value)


@machine_form(MACHINE)
def popcount(vector: Any) -> Any:
    """The number of bits set in each lane."""
    return np.bitwise_count(vector).astype(vector.dtype)


@machine_form(MACHINE)
def total(vector: Any) -> Any:
    """The sum of all lanes, wrapping round as a lane does."""
    return vector.sum(dtype=vector.dtype)


@machine_form(MACHINE)
def is_zero(vector: Any) -> Any:
    """Whether every bit of every lane is 0."""
    return not vector.any()


@machine_form(MACHINE)
def zero_lanes(vector: Any) -> Any:
    """The lanes that are 0, as the bits of a word: lane 0 is bit 0."""
    return np.uint64(sum(1 << lane for lane, value in enumerate(vector) if value == 0))


@machine_form(MACHINE)
def lowest_place(word: Any) -> Any:
    """The position of the lowest bit set in a word (not 0)."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)


@machine_form(MACHINE)
def compress(vector: Any, mask: Any) -> Any:
    """The lanes whose bit is set in the word ``mask``, moved to the front; those that follow may be anything."""
    out = np.zeros_like(vector)
    chosen = [value for lane, value in enumerate(vector) if int(mask) >> lane & 1]
    out[: len(chosen)] = chosen
    return out


@machine_form(MACHINE)
def smaller(left: Any, right: Any) -> Any:
    """The smaller of the two in each lane (the type says whether lanes are signed)."""
    return np.minimum(left, right)


@machine_form(MACHINE)
def larger(left: Any, right: Any) -> Any:
    """The larger of the two in each lane."""
    return np.maximum(left, right)


@machine_form(MACHINE)
def equal_lanes(left: Any, right: Any) -> Any:
    """A vector with all bits set in the lanes that are equal, none in the others."""
    return np.where(left == right, np.array(-1).astype(left.dtype), np.array(0, dtype=left.dtype))


@machine_form(MACHINE)
def as_bytes(vector: Any) -> Any:
    """The same bits as a vector of bytes (uint8), lowest first."""
    return vector.view(np.uint8)


@machine_form(MACHINE)
def as_words(vector: Any) -> Any:
    """The same bits as a vector of 64-bit words (uint64)."""
    return vector.view(np.uint64)


@machine_form(MACHINE)
def as_halves(vector: Any) -> Any:
    """The same bits as a vector of 32-bit words (uint32)."""
    return vector.view(np.uint32)


@machine_form(MACHINE)
def look_up_bytes(table: Any, indices: Any) -> Any:
    """For each byte of ``indices``, the byte of ``table`` in the same run of 16 to which its lower 4 bits point.

    If the upper bit of an index is set, the result is 0.
    """
    places = np.arange(len(indices)) // 16 * 16 + (indices & 15)
    return np.where(indices & 128, np.uint8(0), table[places])
