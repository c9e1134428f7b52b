"""Kernel helpers for words of 64 bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel

_M1, _M2, _M4 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_U1, _U2, _U4, _U56 = (np.uint64(i) for i in (1, 2, 4, 56))


@inline_kernel(on_integers=int.bit_count)
def popcount(bits: Any) -> Any:
    """The number of bits set in a word (the sideways addition of Wilkes, Wheeler and Gill, 1951)."""
    bits = bits - ((bits >> _U1) & _M1)
    bits = (bits & _M2) + ((bits >> _U2) & _M2)
    bits = (bits + (bits >> _U4)) & _M4
    return np.uint64((bits * _BYTES) >> _U56)


@inline_kernel
def lowest(bits: Any) -> Any:
    """The lowest set bit of a word, as a word."""
    return bits & (~bits + _U1)
