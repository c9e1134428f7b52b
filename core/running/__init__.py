"""Running searches: in a thread, back and forth, or two side by side.

    >>> from core import Goal, Queens, algorithm
    >>> from core.running import Arrival, Move, Timeline
    >>> line = Timeline(algorithm("queens", "dlx-s").start(Queens(8), Goal.ALL))
    >>> line.go(Move.NEXT_SOLUTION) is Arrival.THERE
    True
    >>> node = line.node
    >>> line.go(Move.BACK) is Arrival.THERE, line.node - node
    (True, -1)

`kernel`, `leave` and the constants are for searches of your own (`core.KernelSearch`).  Every public name is imported
when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._lazy import on_demand

if TYPE_CHECKING:
    from core._kernels.kernel import Kernel as Kernel
    from core._kernels.kernel import inline_kernel as inline_kernel
    from core._kernels.kernel import kernel as kernel
    from core.running._kernel_search import DONE as DONE
    from core.running._kernel_search import FRESH as FRESH
    from core.running._kernel_search import KEPT as KEPT
    from core.running._kernel_search import LEVEL as LEVEL
    from core.running._kernel_search import PHASE as PHASE
    from core.running._kernel_search import leave as leave
    from core.running._run import Run as Run
    from core.running._run import RunStage as RunStage
    from core.running._run import Steered as Steered
    from core.running._side_by_side import Stride as Stride
    from core.running._side_by_side import Tandem as Tandem
    from core.running._slicing import Slicing as Slicing
    from core.running._timeline import Arrival as Arrival
    from core.running._timeline import Move as Move
    from core.running._timeline import Timeline as Timeline
    from core.running._visited_tree import Spread as Spread
    from core.running._visited_tree import VisitedTree as VisitedTree

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
