"""Roughly how long measuring will take: the screen says so before a key starts anything long."""

from __future__ import annotations

from core._search import Goal
from core._words import roughly
from core.compare._cell import CellStatus, TableCell
from core.compare._enough import COMPARABLE
from core.compare._findings import estimate
from core.compare._instances import instances
from core.compare._papers import paper_of
from core.compare._plan import Contestant, Key, Plan
from core.compare._quantity import Quantity
from core.compare._sample import BATCH_SECONDS, LONG_BATCH_SECONDS
from core.compare._table import Table

SHORT_SECONDS = 10.0
"""No key starts anything longer than this without a warning."""
NODES_A_SECOND = 20e6
"""A typical rate; a search's time is rarely known beforehand to better than a factor of two."""
OVERHEAD_SECONDS = 0.02
"""Seconds for loading, building and warming up, for each cell."""
PROCESS_SECONDS = 0.4
"""Seconds for starting a new process."""
HOUR = 3600.0
"""The seconds counted for a search known not to end, if there is no time limit."""


def about(seconds: float) -> str:
    """A rough time in words."""
    return f"about {roughly(seconds)}"


def outlook(plan: Plan, table: Table | None = None, *, busy: bool = False) -> float:
    """Roughly the seconds that measuring the plan will take, on a machine that does nothing else, or is ``busy``.

    ``table`` is what has been measured so far.  Runs that do not end, according to the document, count with the
    time limit.
    """
    cells = sum(_cell_seconds(key, plan, table, busy=busy) for key in plan.cells())
    return cells / plan.jobs + PROCESS_SECONDS * plan.processes if cells else 0.0


def outlook_of(key: Key, plan: Plan, table: Table, *, busy: bool = False) -> float:
    """How long it takes to measure one cell again."""
    return _cell_seconds(key, plan, table, anew=True, busy=busy)


def _cell_seconds(key: Key, plan: Plan, table: Table | None, *, anew: bool = False, busy: bool) -> float:
    cell = table.cell(*key) if table is not None else TableCell(key)
    if not anew and cell.status not in (CellStatus.WAITING, CellStatus.STOPPED, CellStatus.RUNNING):
        return 0.0
    if cell.time is not None:
        once = cell.time.median
    else:
        known = search_seconds(plan.family, plan.contestant(key.label), key.instance, plan.goal, plan.document)
        once = max(known, _expected(key, table))
    if plan.timeout is not None and once > plan.timeout:
        return plan.timeout
    if once == float("inf"):
        return HOUR
    if plan.contestant(key.label).cold:
        once += PROCESS_SECONDS
    made = 0 if anew else len(cell.samples)
    timed = max(0, plan.repeat - made) * max(BATCH_SECONDS, once)
    if plan.precision is not None:
        further = max(0, min(COMPARABLE, plan.most) - max(plan.repeat, made)) * max(LONG_BATCH_SECONDS, once)
        # If runs keep being disturbed, they are repeated until the time for the cell is up.
        timed += max(0.0, plan.patience - timed) if busy else min(further, max(0.0, plan.patience - timed))
    processes = max(1, min(plan.processes, plan.repeat - made))  # each is warmed up
    return OVERHEAD_SECONDS + timed + plan.warm_up * min(1.0, once) * processes


def _expected(key: Key, table: Table | None) -> float:
    """Seconds that one run should take, judging by the rows before it; 0 if they say nothing."""
    guess = estimate(table, key, Quantity.TIME) if table is not None else None
    return guess.value if guess is not None else 0.0


def search_seconds(
    family: str, contestant: Contestant, instance: str, goal: Goal, document: str | None = None
) -> float:
    """Rough seconds of one search, from the literature; infinite if it is known not to end.

    0 if the literature has nothing: most searches are short.
    """
    paper = paper_of(document)
    if (contestant.label, instance) in paper.endless:
        return float("inf")
    nodes = paper.figure(contestant.label, instance, Quantity.NODES)
    if nodes is None and goal is Goal.COUNT and instance.isdecimal() and (kind := instances(family)).nodes_a_solution:
        nodes = (kind.known(instance, goal) or 0) * kind.nodes_a_solution
    if nodes is not None:
        return nodes / NODES_A_SECOND
    theirs = paper.figure(contestant.label, instance, Quantity.TIME)
    return theirs / paper.faster_here if theirs is not None else 0.0
