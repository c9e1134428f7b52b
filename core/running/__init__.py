"""Running searches: driven in a thread, walked back and forth, two side by side.

    >>> from core import Goal, Queens, algorithm
    >>> from core.running import Arrival, Move, Timeline
    >>> line = Timeline(algorithm("queens", "dlx-s").start(Queens(8), Goal.ALL))
    >>> line.go(Move.NEXT_SOLUTION) is Arrival.THERE
    True
    >>> node = line.node
    >>> line.go(Move.BACK) is Arrival.THERE, line.node - node
    (True, -1)

Everything in ``__all__`` is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.running.run import Run, RunStage
    from core.running.side_by_side import Stride, Tandem
    from core.running.slicing import Slicing
    from core.running.timeline import Arrival, Move, Timeline
    from core.running.visited_tree import VisitedTree

_HOMES = {
    "Arrival": "core.running.timeline",
    "Move": "core.running.timeline",
    "Run": "core.running.run",
    "RunStage": "core.running.run",
    "Slicing": "core.running.slicing",
    "Stride": "core.running.side_by_side",
    "Tandem": "core.running.side_by_side",
    "Timeline": "core.running.timeline",
    "VisitedTree": "core.running.visited_tree",
}

__all__ = ["Arrival", "Move", "Run", "RunStage", "Slicing", "Stride", "Tandem", "Timeline", "VisitedTree"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, _HOMES)
