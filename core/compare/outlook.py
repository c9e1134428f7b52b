"""About how long a plan will take: said before anything long is started by one key."""

from __future__ import annotations

from core.compare.experiment import COMPARABLE
from core.compare.instances import instances
from core.compare.measure import BATCH_SECONDS, LONG_BATCH_SECONDS
from core.compare.papers import paper_of
from core.compare.plan import Plan
from core.compare.quantity import Quantity
from core.search import Goal

NODES_A_SECOND = 20e6
"""A middling rate; what is known of a search beforehand is hardly better than a factor of two."""
NODES_A_SOLUTION = 60.0
"""Nodes of a counting search for each solution of N queens, roughly, where nobody has counted the nodes."""
OVERHEAD_SECONDS = 0.02
"""Loading, building and warming up, a cell."""


def about(seconds: float) -> str:
    """A rough time in words: one figure is all it deserves."""
    for unit, length in (("s", 1), ("min", 60), ("h", 3600)):
        rough = float(f"{seconds / length:.1g}")
        if rough < 100:
            return f"about {rough:.0f} {unit}"
    return f"about {float(f'{seconds / 86400:.1g}'):.0f} days"


def outlook(plan: Plan) -> float:
    """Seconds that measuring the whole plan will take, roughly, on a machine that does nothing else.

    Runs that the document is known not to end are counted with the time limit.
    """
    paper = paper_of(plan.document)
    kind = instances(plan.family)
    total = 0.0
    for key in plan.cells():
        nodes = paper.figure(key.label, key.instance, Quantity.NODES)
        if nodes is None and plan.goal is Goal.COUNT and plan.family == "queens":
            nodes = (kind.known(key.instance, plan.goal) or 0) * NODES_A_SOLUTION
        once = (nodes or 0.0) / NODES_A_SECOND
        if (key.label, key.instance) in paper.endless:
            total += plan.timeout if plan.timeout is not None else 3600.0
            continue
        if plan.timeout is not None and once > plan.timeout:
            total += plan.timeout
            continue
        timed = plan.repeat * max(BATCH_SECONDS, once)
        if plan.precision is not None:
            further = max(0, min(COMPARABLE, plan.most) - plan.repeat) * max(LONG_BATCH_SECONDS, once)
            timed += min(further, max(0.0, plan.patience - timed))
        total += OVERHEAD_SECONDS + timed + plan.warm_up * min(1.0, once)
    return total
