"""What the comparison screen starts with: the history, and the table looked at last, asked for, or an example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import CannotSolve, Goal, ProblemError
from core._catalog import FAMILIES
from core.compare import DOCUMENTS, Key, Plan, PlanError, Sample, Table
from core.compare._instances import expand, instances
from core.compare._plan import PRECISION, PROCESSES
from core.compare._sweep import contestants
from core.storage import Store, StoreError

if TYPE_CHECKING:
    from core.compare import Experiment, History


@dataclass(frozen=True, slots=True)
class Opening:
    """The history, and what to show first."""

    history: History
    notice: str
    """What there is to say about the store; empty for nothing."""
    experiment: Experiment
    baseline: Table | None
    is_example: bool = False
    """Whether the experiment is the stored example: nothing has been measured or asked for yet."""


def open_history(asked: Mapping[str, Any], last: object) -> Opening:
    """Open the store and what the command line names, else the experiment looked at ``last``, by its number or as
    the plan of one that nobody has measured, else the newest of the history, else the example.

    Takes a moment, imports included: not for the thread of the screen.  Raises PlanError and StoreError.
    """
    from core.compare import Experiment, History, NoSuchExperiment

    store = Store.open_at_once()
    history = History(store)
    experiment = None
    damaged: list[StoreError] = []
    if (plan := asked_plan(asked)) is not None:
        experiment = Experiment(plan)
    elif isinstance(last, dict):
        with suppress(ProblemError, CannotSolve, OSError):  # its puzzles or algorithms may be gone
            experiment = Experiment(Plan.from_json(last))
    if experiment is None:
        newest = next((entry.number for entry in history.list(damaged.append) if entry.samples), None)
        for each in (last, newest):
            if experiment is None and isinstance(each, int):
                with suppress(NoSuchExperiment, StoreError):
                    experiment = history.resume(each)
    is_example = experiment is None
    if experiment is None:
        experiment = example()
    baseline = None
    with suppress(StoreError):  # named above, if it is among those that cannot be read
        baseline = baseline_of(history)
    notice = " ".join(str(each) for each in (store.notice, *damaged) if each)
    return Opening(history, notice, experiment, baseline, is_example)


def baseline_of(history: History) -> Table | None:
    """The pinned experiment's table."""
    entry = history.baseline
    return history.table(entry.number) if entry is not None else None


def asked_plan(asked: Mapping[str, Any]) -> Plan | None:
    """The plan that the command line names.  Raises PlanError."""
    what = asked.get("what")
    if what is None:
        return None
    if what in DOCUMENTS:
        return DOCUMENTS[what].plan
    goal = Goal(asked.get("goal", Goal.COUNT))
    trouble: PlanError | None = None
    for family in FAMILIES:
        try:
            keys = expand(family, [what])
        except PlanError as error:
            trouble = trouble or error
            continue
        named = asked.get("algorithm")
        chosen = contestants(family, named or ",".join(instances(family).usual_algorithms))
        if "repeat" in asked:
            return Plan(family, keys, chosen, goal, repeat=asked["repeat"])
        return Plan(family, keys, chosen, goal, precision=PRECISION)
    assert trouble is not None
    raise trouble


# The example: the table that a new user sees, measured elsewhere, as it says

EXAMPLE = Path(__file__).with_name("example.json")
"""`tools.example_table` makes it from a table that was measured and exported."""


def example() -> Experiment:
    """The example, freshly read.  It is not in the history, and nothing is measured into it."""
    from core.compare import Experiment

    stored = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    samples = {}
    for cell in stored["cells"]:
        names, columns = cell["runs"].keys(), cell["runs"].values()
        runs = (cell["same"] | dict(zip(names, run, strict=True)) for run in zip(*columns, strict=True))
        samples[Key(cell["algorithm"], cell["instance"])] = tuple(map(Sample.from_json, runs))
    plan = replace(Plan.from_json(stored["plan"]), processes=PROCESSES)  # measured again, it uses today's number
    return Experiment(plan, samples=samples, made_with=stored["environment"])


def where_and_when(table: Table) -> str:
    """On which processor and on which day a table was measured: ``AMD EPYC, 2026-11-23``."""
    newest = max((sample.recorded for cell in table.cells.values() for sample in cell.samples), default=0.0)
    return f"{table.environment.get('processor') or '?'}, {datetime.fromtimestamp(newest, UTC):%Y-%m-%d}"
