"""Running one search's kernel: interpreted from the first moment, as machine code from when there is any.

Both forms work on the same arrays, so the change comes between two calls and
nothing shows but the speed.  Small work ends before anybody has asked for
machine code, and never imports Numba.
"""

from __future__ import annotations

import time
from typing import Any

from core.kernels.compiling import compile_soon, wait_for_machine_code
from core.kernels.kernel import Kernel
from core.running.slicing import next_budget
from core.search import Engine

SLICE_SECONDS = 0.010
"""How long one call of an interpreted kernel should take."""
PATIENT_STEPS = 10_000
PATIENT_SECONDS = 0.3
"""So many steps of a kernel, or so much processor time, go by interpreted before machine code is asked for."""
YIELDED = 3
"""While the kernel is being compiled, a slice is followed by a rest of so many times its length."""
HOPELESS_STEPS = 100_000
"""A search that is known to need so many steps waits for machine code: compiling is sooner done."""


class KernelRunner:
    """How the kernel of one search has been run so far, and how it is run next."""

    def __init__(self) -> None:
        self._ran_interpreted = False
        self._ran_compiled = False
        self._budget = 1

    def engine(self, kernel: Kernel) -> Engine:
        """How the steps made so far were made; before the first, how it would be made now."""
        if not self._ran_interpreted and (self._ran_compiled or kernel.compiled):
            return Engine.COMPILED
        return Engine.BOTH if self._ran_compiled else Engine.INTERPRETED

    def run(self, kernel: Kernel, counters: Any, state: Any, budget: int, quota: int, found: Any) -> None:
        """Call the kernel with this budget; interpreted, with as much of it as takes a slice.

        ``counters[0]`` counts its steps.  Raises what kept it from being compiled, if anything did.
        """
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
        # What other searches have had of this kernel counts too: many small ones are a large one.
        kernel.interpreted_steps += made
        kernel.interpreted_seconds += spent
        if kernel.interpreted_steps >= PATIENT_STEPS or kernel.interpreted_seconds >= PATIENT_SECONDS:
            compile_soon(kernel, state, budget, quota, found)
            # The compiler needs the interpreter more than the search does.
            wait_for_machine_code(YIELDED * min(spent, SLICE_SECONDS))

    def run_beside(self, kernel: Any, *arguments: Any) -> Any:
        """Call a further kernel without waiting for its machine code."""
        if kernel.compiled:
            return kernel(*arguments)
        compile_soon(kernel, *arguments)
        return kernel.interpret(*arguments)
