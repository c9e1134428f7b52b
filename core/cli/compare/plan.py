"""What the arguments of ``python -m core compare`` ask to be measured."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.catalog import algorithms
from core.cli.console import UsageError
from core.compare.documents import DOCUMENTS
from core.compare.instances import expand
from core.compare.plan import PRECISION, Contestant, Plan
from core.compare.plan_file import read_plan
from core.compare.sweep import contestants
from core.reasons import similar
from core.search import Goal
from core.storage.files import system_reason
from core.words import either


def _from_file(options: argparse.Namespace) -> Plan:
    if options.instances:
        raise UsageError(f"{options.what} has its own instances")
    try:
        return read_plan(Path(options.what))
    except OSError as error:
        raise UsageError(f"{options.what}: {system_reason(error)}") from None


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan that the arguments describe.  Raises UsageError or PlanError."""
    if options.what in DOCUMENTS:
        if options.instances:
            raise UsageError(f"{options.what} has its own instances; --from and --to choose among them")
        return changed(DOCUMENTS[options.what].cut(options.first, options.last), options)
    if options.what.endswith(".toml"):
        return changed(_from_file(options), options)
    families = ("queens", "sudoku", "cover")
    if options.what not in families:
        near = similar(options.what, (*families, "history", *DOCUMENTS))
        meant = f"; did you mean {either(near)}?" if near else ""
        raise UsageError(
            f"expected {', '.join(families)}, PLAN.toml, history or {', '.join(DOCUMENTS)}, not {options.what!r}{meant}"
        )
    if options.first is not None or options.last is not None:
        raise UsageError("--from and --to are for the papers' tables; write the range itself, such as 4-12")
    goal = Goal(options.goal or "count")
    keys = expand(options.what, options.instances)
    if options.algorithms is None:
        chosen = tuple(Contestant(entry.key) for entry in algorithms(options.what) if goal in entry.goals)
    else:
        chosen = contestants(options.what, options.algorithms)
    return changed(Plan(options.what, keys, chosen, goal, precision=PRECISION), options)


def changed(plan: Plan, options: argparse.Namespace) -> Plan:
    """The same plan, with everything that the options change.  Raises UsageError or PlanError."""
    if options.limit is not None and options.limit < 1:
        raise UsageError("--limit: expected 1 or more")
    changes: dict[str, Any] = {}
    own_columns = plan.document is not None or str(options.what).endswith(".toml")
    if own_columns and options.algorithms is not None:
        changes["contestants"] = contestants(plan.family, options.algorithms)
    if options.goal is not None:
        changes["goal"] = Goal(options.goal)
    given = {
        "limit": options.limit, "repeat": options.repeat, "warm_up": options.warmup, "patience": options.patience,
        "most": options.max_runs, "seed": options.order_seed,
    }  # fmt: skip
    if options.precision is not None:
        changes["precision"] = options.precision / 100
        if options.repeat is None and options.max_runs is not None:
            changes["repeat"] = min(plan.repeat, options.max_runs)
    elif options.repeat is not None:
        changes["precision"] = None
    changes |= {name: value for name, value in given.items() if value is not None}
    if options.timeout is not None:
        changes["timeout"] = options.timeout or None
    if options.memory is not None:
        if not math.isfinite(options.memory):
            raise UsageError(f"--memory: expected a number of MiB, not {options.memory:g}")
        changes["memory"] = int(options.memory * 2**20)
    return replace(plan, **changes)
