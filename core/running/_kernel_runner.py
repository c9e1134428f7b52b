"""Runs the kernel of one search: interpreted at first, and as machine code once there is any.

Both forms work on the same arrays, so the runner switches between two calls, and only the speed
changes.  The smallest searches end before the runner looks for machine code on disk, and small ones
before it has any made, which imports Numba.
"""

from __future__ import annotations

import time
from typing import Any

from core._kernels.compiling import compile_soon, wait_for_code
from core._kernels.kernel import Kernel, is_making
from core._search import Engine
from core.running._slicing import SLICE_SECONDS, next_budget

SEEKING_SECONDS = 0.02
"""Processor time spent interpreted before machine code is looked for on disk, which takes 30 ms."""
PATIENT_STEPS = 10_000
PATIENT_SECONDS = 0.3
"""Interpreted steps of a kernel, and processor time spent on them, before machine code is requested.  A search known
to need that many steps, and not run step by step, requests it at once."""
YIELDED = 3
"""While the kernel is being compiled, each slice is followed by a rest of this many times its length."""
FEW_ENTRIES = 20_000
"""So many are gone through interpreted in a tenth of a second, in which nobody can stop a search."""
HOPELESS_STEPS = 100_000
"""A search known to need this many steps waits for machine code, because compiling takes less time."""


class KernelRunner:
    """Runs the kernel of one search, and records how it has run so far."""

    def __init__(self) -> None:
        self._ran_interpreted = False
        self._ran_compiled = False
        self._budget = 1

    def engine(self, kernel: Kernel) -> Engine:
        """What ran the steps so far; before the first step, what would run it now."""
        if not self._ran_interpreted and (self._ran_compiled or kernel.compiled):
            return Engine.COMPILED
        return Engine.BOTH if self._ran_compiled else Engine.INTERPRETED

    def run(
        self, kernel: Kernel, counters: Any, state: Any, budget: int, quota: int, found: Any, least_steps: int = 0
    ) -> None:  # fmt: skip
        """Call the kernel with this budget, or if interpreted, with as much of it as fits into a slice.

        ``counters[0]`` counts its steps; the whole search needs at least ``least_steps``.  If compiling failed,
        raises the exception that caused it.
        """
        # Steps of other searches on this kernel count too: many small searches are as much work as a large one.
        steps = max(kernel.interpreted_steps, least_steps if budget > 1 else 0)
        asked = steps >= PATIENT_STEPS or kernel.interpreted_seconds >= PATIENT_SECONDS
        if asked:
            compile_soon(kernel, state, budget, quota, found)
        elif not kernel.sought and kernel.interpreted_seconds >= SEEKING_SECONDS and not is_making():
            kernel.sought = True
            kernel.read(state, budget, quota, found)
        if kernel.compiled:
            self._ran_compiled = True
            kernel(state, budget, quota, found)
            return
        if kernel.failure is not None:
            raise kernel.failure
        before, started = int(counters[0]), time.thread_time()
        kernel.interpret(state, min(budget, self._budget), quota, found)
        made, spent = int(counters[0]) - before, time.thread_time() - started
        self._ran_interpreted = self._ran_interpreted or made > 0
        if made >= self._budget or spent > SLICE_SECONDS:
            self._budget = next_budget(max(1, made), spent, SLICE_SECONDS)
        kernel.interpreted_steps += made
        kernel.interpreted_seconds += spent
        if asked:  # the compiler needs the interpreter more than the search does
            wait_for_code(kernel, YIELDED * min(spent, SLICE_SECONDS))

    def run_beside(self, kernel: Any, *arguments: Any, entries: int = 0) -> Any:
        """Call a further kernel, without waiting for its machine code unless it goes through many ``entries``."""
        if not kernel.compiled:
            compile_soon(kernel, *arguments)
            if entries <= FEW_ENTRIES:
                return kernel.interpret(*arguments)
        return kernel(*arguments)
