"""Facts of a comparison: what the table in view says of its first row.  No Textual.

Times are never the same twice, so these facts are known only when the learner's own machine has measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core._words import duration, either, grouped
from core.compare import Contestant, Plan, PlanError, Quantity, RatioVerdict, Table, TimeRatio
from core.compare._cell import TableCell
from core.compare._instances import expand
from core.compare._text import against_text
from tui.lessons.step import FactError, Kind, LessonStep, Value

OWN_TABLE = "what your own table says"
MEASURED: Mapping[str, str] = {
    "times": "as your machine measures them",
    "fastest": "one of the two",
    "apart": OWN_TABLE,
    "verdict": OWN_TABLE,
}
"""Words in place of times, and of what follows from them, if nothing has been measured: on paper."""


def plan_of(step: LessonStep) -> Plan:
    """What a step measures: two algorithms on one size, each a number of times.  Raises FactError."""
    try:
        contestants = tuple(Contestant.parse("queens", text) for text in step.algorithm.split("; "))
        plan = Plan("queens", expand("queens", [step.problem]), contestants, repeat=step.repeat or 1, timeout=None)
    except PlanError as error:
        raise FactError(str(error), "algorithm") from None
    if step.view and step.view not in list(Quantity):
        raise FactError(f"expected {either(map(str, Quantity))}, not {step.view!r}", "view")
    if len(plan.contestants) != 2 or len(plan.instances) != 1:
        raise FactError('expected two algorithms on one size, such as "backtracking; dlx-s"', "algorithm")
    return plan


def _cells(table: Table) -> tuple[TableCell, TableCell]:
    """The faster cell, then the other."""
    one, other = table.row(table.plan.instances[0])
    if missing := next((cell for cell in (one, other) if cell.time is None), None):
        raise FactError(f"{missing.key.label} has no time: {missing.reason or missing.status.value}")
    best = table.fastest(table.plan.instances[0])
    return (other, one) if best is other else (one, other)


def _ratio(table: Table) -> TimeRatio:
    faster, slower = _cells(table)
    found = table.ratio(slower) or table.ratio(faster)
    if found is None:
        raise FactError("nothing has been measured")
    return found


def _time(cell: TableCell) -> str:
    return duration(cell.time.median) if cell.time is not None else "not measured"


def _nodes(table: Table) -> list[float | None]:
    return [cell.values[Quantity.NODES] for cell in table.row(table.plan.instances[0])]


def _nodes_told(table: Table) -> str:
    return " and ".join(grouped(each) if each is not None else "none" for each in _nodes(table))


def _verdict(table: Table) -> str:
    faster, slower = _cells(table)
    found, name = _ratio(table), slower.key.label
    told = against_text(found, faster.key.label)
    if found.verdict is RatioVerdict.TOO_FEW:
        return f"{name} took {told.partition(': ')[2]}, but that is {found.verdict}"
    return f"{name} {told}" if found.verdict is RatioVerdict.NOT_APART else f"{name} is {told}"


FACTS_MEASURED: Mapping[str, tuple[Kind, Callable[[Table], int | str | bool], str]] = {
    "times": (
        Kind.TEXT, lambda table: " and ".join(map(_time, table.row(table.plan.instances[0]))), "both times (medians)",
    ),
    "runs": (Kind.TEXT, lambda table: str(len(_cells(table)[0].samples)), "how often each was timed"),
    "fastest": (Kind.NAME, lambda table: _cells(table)[0].key.label, "which has the smaller time"),
    "apart": (Kind.YES, lambda table: bool(_ratio(table).beyond_noise), "whether the two times can be told apart"),
    "verdict": (Kind.TEXT, _verdict, "that in words, with the interval of the ratio"),
    "nodes": (Kind.TEXT, _nodes_told, "the nodes of both"),
    "same nodes": (Kind.YES, lambda table: len(set(_nodes(table))) == 1, "whether both visit as many nodes"),
}  # fmt: skip
"""Every fact of a comparison, with what it says."""


def measured(table: Table, words: str) -> Value:
    """The value of a fact in a table that has been measured.  Raises FactError."""
    kind, found, _ = FACTS_MEASURED[words]
    return Value(kind, found(table))
