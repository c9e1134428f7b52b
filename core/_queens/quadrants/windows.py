"""Chooses the diagonals by which two lists of halves are sorted: those on which most pairs of halves meet.

From each direction it takes a stretch of diagonals, a *window*; the two windows
together have as many diagonals as a prefix has bits.  Jobs differ greatly in where their queens crowd, and
so in where their halves have most of their diagonals; often one direction gets all of the bits.  A sample
of both lists decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core._kernels.kernel import inline_kernel, kernel
from core._kernels.simd import load, popcount, splat, store, total

SUM_START, SUM_BITS, DIFFERENCE_START, DIFFERENCE_BITS, SUM_PLACE, DIFFERENCE_PLACE = range(6)
"""Entries of ``windows``: the first diagonal and the width of each window, and the beginning of its bits in the
prefix."""


@kernel(counts_references=False)
def transpose(planes: Any, width: Any) -> None:
    """Transpose 64 × 64 bits in every lane at once: bit b of 64 words of each lane becomes one vector, a *plane*.

    It swaps blocks (Warren, Hacker's Delight, 7-3).  It is a separate kernel, because code inlined twice is
    compiled twice.
    """
    lanes = len(width)
    distance = 32
    mask = np.uint64(0x00000000FFFFFFFF)
    while distance:
        shift = np.uint64(distance)
        kept = splat(mask, width)
        start = 0
        while start < 64:
            for row in range(start, start + distance):
                upper = load(planes, row * lanes, width)
                lower = load(planes, (row + distance) * lanes, width)
                swapped = ((upper >> shift) ^ lower) & kept
                store(planes, (row + distance) * lanes, lower ^ swapped)
                store(planes, row * lanes, upper ^ (swapped << shift))
            start += 2 * distance
        distance >>= 1
        mask ^= mask << np.uint64(distance)


@inline_kernel
def fixed_windows(windows: Any, layout: Any) -> None:
    """Choose the diagonals in the middle, for lists too short to be worth a sample."""
    diagonals, half = np.int64(layout.diagonals), np.int64(layout.prefix) // 2
    windows[SUM_START] = windows[DIFFERENCE_START] = (diagonals - half) // 2
    windows[SUM_BITS] = windows[DIFFERENCE_BITS] = windows[DIFFERENCE_PLACE] = half
    windows[SUM_PLACE] = 0


@kernel(counts_references=False)
def choose_windows(windows: Any, layout: Any, laid: Any, other: Any, planes: Any, met: Any, width: Any) -> None:
    """Choose the windows on which most pairs of halves meet; the more crowded one gets the prefix's upper bits.

    ``met`` (int64, at least 2 · diagonals + 2) gets, for each diagonal, how often halves meet on those before it.
    """
    diagonals, bits = np.int64(layout.diagonals), np.int64(layout.prefix)
    _count(met, 0, diagonals, laid, planes, width)
    _count(met, 1, diagonals, other, planes, width)
    for direction in range(2):
        before = direction * (diagonals + 1)
        for diagonal in range(diagonals):
            met[before + diagonal + 1] += met[before + diagonal]
    best, second = np.int64(-1), diagonals + 1
    fewest, widest = np.maximum(0, bits - diagonals), np.minimum(bits, diagonals)
    for sum_bits in range(fewest, widest + 1):
        difference_bits = bits - sum_bits
        sum_start, difference_start, most_sums, most_differences = 0, 0, np.int64(-1), np.int64(-1)
        for start in range(diagonals - sum_bits + 1):
            found = met[start + sum_bits] - met[start]
            if found > most_sums:
                sum_start, most_sums = start, found
        for start in range(diagonals - difference_bits + 1):
            found = met[second + start + difference_bits] - met[second + start]
            if found > most_differences:
                difference_start, most_differences = start, found
        if most_sums + most_differences > best:
            best = most_sums + most_differences
            windows[SUM_START], windows[SUM_BITS] = sum_start, sum_bits
            windows[DIFFERENCE_START], windows[DIFFERENCE_BITS] = difference_start, difference_bits
            sums_above = most_sums * difference_bits > most_differences * sum_bits
            windows[SUM_PLACE] = difference_bits if sums_above else 0
            windows[DIFFERENCE_PLACE] = 0 if sums_above else sum_bits


@kernel(counts_references=False)
def _count(met: Any, again: Any, diagonals: Any, halves: Any, planes: Any, width: Any) -> None:
    """Write to ``met``, shifted by one, how many halves of a sample have each diagonal.

    With ``again``, multiply what is there by that number instead.
    """
    lanes = len(width)
    words, step, place = halves.words, halves.length * 1024 // 64, 0
    for row in range(64):
        store(planes, row * lanes, load(words, place >> 10, width))
        place += step
    transpose(planes, width)
    for direction in range(2):
        first = halves.sums if direction == 0 else halves.differences
        before = direction * (diagonals + 1)
        met[before] = 0
        for diagonal in range(diagonals):
            having = np.int64(total(popcount(load(planes, (np.int64(first) + diagonal) * lanes, width))))
            met[before + diagonal + 1] = met[before + diagonal + 1] * having if again else having
