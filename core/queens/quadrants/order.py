"""Putting a list of halves in order by the number that stands in their highest bits, so that like stands with like."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.kernels.kernel import inline_kernel
from core.queens.quadrants.packing import PREFIX_BIT

ZERO, ONE, TWO = (np.uint64(i) for i in range(3))


@inline_kernel
def order(words: Any, length: Any, prefixes: Any, ends: Any, out: Any) -> None:
    """Copy the first ``length`` words to ``out`` by prefix (a counting sort); ``ends[2p + 1]`` is where prefix p ends.

    The two halves of the list have counters of their own: a word often has the
    prefix of the one before it, and would have to wait for its counter.
    """
    half, prefixes = np.uint64(length) >> ONE, np.uint64(prefixes)
    for place in range(ZERO, TWO * prefixes):
        ends[place] = 0
    for i in range(ZERO, half):
        ends[(words[i] >> PREFIX_BIT) * TWO] += 1
        ends[(words[half + i] >> PREFIX_BIT) * TWO + ONE] += 1
    if length & 1:
        ends[(words[np.uint64(length) - ONE] >> PREFIX_BIT) * TWO + ONE] += 1
    before = np.int64(0)
    for place in range(ZERO, TWO * prefixes):
        here = ends[place]
        ends[place] = before
        before += here
    for i in range(ZERO, half):
        one, other = words[i], words[half + i]
        first, second = (one >> PREFIX_BIT) * TWO, (other >> PREFIX_BIT) * TWO + ONE
        to_first, to_second = ends[first], ends[second]
        ends[first], ends[second] = to_first + 1, to_second + 1
        out[np.uint64(to_first)] = one
        out[np.uint64(to_second)] = other
    if length & 1:
        one = words[np.uint64(length) - ONE]
        out[np.uint64(ends[(one >> PREFIX_BIT) * TWO + ONE])] = one
        ends[(one >> PREFIX_BIT) * TWO + ONE] += 1
