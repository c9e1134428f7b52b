"""Running searches: in a thread, back and forth, or two side by side.

    >>> from core import Goal, Queens, algorithm
    >>> from core.running import Arrival, Move, Timeline
    >>> line = Timeline(algorithm("queens", "dlx-s").start(Queens(8), Goal.ALL))
    >>> line.go(Move.NEXT_SOLUTION) is Arrival.THERE
    True
    >>> node = line.node
    >>> line.go(Move.BACK) is Arrival.THERE, line.node - node
    (True, -1)

Every public name is imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from core.running.run import Run as Run
    from core.running.run import RunStage as RunStage
    from core.running.side_by_side import Stride as Stride
    from core.running.side_by_side import Tandem as Tandem
    from core.running.slicing import Slicing as Slicing
    from core.running.timeline import Arrival as Arrival
    from core.running.timeline import Move as Move
    from core.running.timeline import Timeline as Timeline
    from core.running.visited_tree import VisitedTree as VisitedTree

if not TYPE_CHECKING:
    __getattr__, __dir__ = on_demand(__name__)
