"""Plans, and tables whose figures are given: what is said of them can be checked without measuring anything."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.compare import DOCUMENTS, CellStatus, Contestant, Ending, Experiment, Key, Plan, Sample, Table
from core.compare._cell import TableCell
from core.compare._instances import expand

RUNS = 10


def runs(
    seconds: float, count: int = RUNS, *, nodes: int | None = 1, solutions: int = 1, **more: Any
) -> tuple[Sample, ...]:
    """So many runs that hardly differ."""
    each = [seconds * (1 + n / 1000) for n in range(count)]
    ending = more.pop("ending", Ending.COMPLETE)
    return tuple(Sample(ending, s, s, None, solutions, 1, nodes=nodes, **more) for s in each)


def noisy(seconds: float, count: int = RUNS, seed: int = 1, noise: float = 0.02, **more: Any) -> tuple[Sample, ...]:
    """So many runs that scatter a little, always in the same way."""
    chance = random.Random(seed)
    ending = more.pop("ending", Ending.COMPLETE)
    figures = {"solutions": 1, "steps": 1, "nodes": 1} | more
    times = [seconds * (1 + noise * chance.random()) for _ in range(count)]
    return tuple(Sample(ending, each, each, None, **figures) for each in times)


def plan(*algorithms: str, instances: str = "4-6", **changes: Any) -> Plan:
    """A small plan of N queens."""
    chosen = tuple(Contestant.parse("queens", text) for text in algorithms)
    return Plan("queens", expand("queens", [instances]), chosen, **({"repeat": 2, "warm_up": 1} | changes))


def cell(
    key: tuple[str, str], samples: tuple[Sample, ...], status: CellStatus = CellStatus.COMPLETE, **more: Any
) -> TableCell:
    """A cell that was measured."""
    return TableCell(Key(*key), status, samples, **more)


def table(plan: Plan, *cells: TableCell, **changes: Any) -> Table:
    """The plan's table with these cells; the others wait."""
    bare = Experiment(plan).table
    return replace(bare, cells={**bare.cells, **{each.key: each for each in cells}}, **changes)


def document_plan(name: str, *instances: int | str) -> Plan:
    """A document's plan with these rows."""
    return replace(DOCUMENTS[name].plan, instances=tuple(map(str, instances)))


def claims(name: str, of: Table) -> Mapping[str, tuple[bool | None, str]]:
    """By its text, each claim of a document: whether it holds, and the evidence."""
    return {claim.text: (claim.holds, claim.evidence) for claim in DOCUMENTS[name].claims(whole(of))}


def whole(of: Table) -> Table:
    """The same table where nothing is left to be measured: what was not is refused."""
    cells = {
        key: replace(each, status=CellStatus.REFUSED) if each.status is CellStatus.WAITING else each
        for key, each in of.cells.items()
    }
    return replace(of, cells=cells)
