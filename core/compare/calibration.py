"""How fast the processor goes: the time of a fixed piece of work, taken right before and after every run.

A processor is clocked up and down, and two sessions may have caught it at
different speeds.  The work is a chain in which every step waits for the one
before (a shift generator of Marsaglia 2003), so that it takes the same number of
cycles whatever else shares the processor's units and caches: its quicker runs in
ten sessions, half of them beside four busy processes, were within 0.3 %.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from core.kernels.kernel import COMPILED, kernel

STEPS = 10_000
PIECES = 4
"""How often the work is done: the first times refill the caches that another program has used."""
ONE = np.uint64(1)


@kernel
def chain(words: Any) -> None:
    """Move the first of the words on by `STEPS` steps."""
    word = words[0]
    for _ in range(STEPS):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
    words[0] = word


def prepare() -> None:
    """Compile or load the work, so that `calibration` need not."""
    if COMPILED and not chain.compiled:
        chain.compile(np.full(1, ONE))


def calibration() -> float | None:
    """CPU seconds that the work takes now (some 20 µs); None where there is no machine code of it."""
    if not chain.compiled:
        return None
    words = np.full(1, ONE)
    quickest = float("inf")
    for _ in range(PIECES):
        started = time.thread_time()
        chain(words)
        quickest = min(quickest, time.thread_time() - started)
    return quickest
