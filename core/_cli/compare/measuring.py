"""What ``dq compare`` does: it makes a plan from the arguments, measures it, and hands the table to the report."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from core._catalog import FAMILIES, algorithms
from core._cli.compare.report import WRONG, baseline_of, check_gate, check_view, quantity_of, report, run_history
from core._cli.console import BAD_USAGE, DONE, INTERRUPTED, UsageError, complain, invocation, note, wants_progress
from core._cli.driving import in_thread
from core._reasons import similar
from core._search import Goal
from core._words import either
from core.compare._experiment import Experiment
from core.compare._exports import SCHEMA, form_of
from core.compare._history import BeingMeasured, DamagedExperiment, History
from core.compare._instances import expand
from core.compare._papers.documents import DOCUMENTS
from core.compare._plan import COLD, PRECISION, VARIED, WARM, Contestant, Plan
from core.compare._plan_file import read_plan
from core.compare._sweep import contestants
from core.compare._table import Table
from core.running._finished import Finished
from core.storage._files import system_reason
from core.storage._store import Store, StoreError


def compare(options: argparse.Namespace) -> int:
    """Measure, or carry out ``history``, ``papers`` or ``schema``."""
    try:
        if options.what == "papers":
            return _list_papers()
        if options.what == "schema":
            print(SCHEMA.read_text(encoding="utf-8"), end="")
            return DONE
        for path in options.export:
            form_of(path)
            if not path.absolute().parent.is_dir():
                raise UsageError(f"{path}: there is no directory {path.absolute().parent}")
        quantity_of(options)
        if options.fail_on is not None and (options.baseline is None or not 1 <= options.fail_on < 1000):
            raise UsageError("--fail-on: expected a factor of 1 or more, together with --baseline")
        with Store.in_memory() if options.no_history else Store.open() as store:
            if store.notice:
                note(f"note: {store.notice}")
            history = History(store)
            if options.what == "history":
                return run_history(history, options)
            baseline = _baseline(history, options)
            return _measure(history, options, baseline, kept=store.persistent)
    except StoreError as error:
        complain(error)
        return BAD_USAGE if isinstance(error, (DamagedExperiment, BeingMeasured)) else 1


def _baseline(history: History, options: argparse.Namespace) -> Table | None:
    """The baseline, read from the history on disk even if nothing new will be kept there."""
    if options.baseline is None or not options.no_history:
        return baseline_of(history, options)
    with Store.open() as store:
        return baseline_of(History(store), options)


def _list_papers() -> int:
    for name, document in DOCUMENTS.items():
        print(f"{name:<24}{document.title} · {document.source}")
    return DONE


def _measure(history: History, options: argparse.Namespace, baseline: Table | None, *, kept: bool) -> int:
    if options.resume is not None:
        number = options.resume
        plan = _wider(history.entry(number).plan, options)
        _check(plan, options, baseline)
    elif options.what is None:
        raise UsageError("what should be compared? For example: compare queens 4-12 --algorithms dlx,dlx-s")
    else:
        plan = plan_of(options)
        _check(plan, options, baseline)
        number = history.begin(plan, options.note or "")
    with history.measuring(number):
        experiment = history.resume(number, plan)
        interrupted = _drive(experiment)
        table = experiment.table
        if table.finished:
            history.finish(number)
    if not kept:  # the number belongs to a history that ends here
        table = replace(table, experiment=None)
    status = report(table, options, baseline)
    if kept:
        command = f"{invocation.program} compare --resume {number}"
        note(f"experiment {number}; to continue: {command}" if interrupted else f"experiment {number}")
    if table.wrong:
        return WRONG
    return INTERRUPTED if interrupted else status


def _check(plan: Plan, options: argparse.Namespace, baseline: Table | None) -> None:
    """Refuse now what would otherwise be refused after everything has been measured.  Raises UsageError."""
    check_view(plan, options)
    if options.fail_on is not None:
        check_gate(Experiment(plan).table, options, baseline)


def _wider(plan: Plan, options: argparse.Namespace) -> Plan:
    """The plan of a resumed experiment, with additions from the options.  Raises UsageError or PlanError."""
    wider = plan
    if options.what is not None:
        if options.what != plan.family:
            raise UsageError(f"experiment {options.resume} is about {plan.family}, not {options.what}")
        wider = wider.extended(instances=expand(plan.family, options.instances) if options.instances else ())
    if options.algorithms is not None:
        wider = wider.extended(contestants=contestants(plan.family, options.algorithms))
        options.algorithms = None
    wider = _changed(wider, options)
    if (wider.goal, wider.limit) != (plan.goal, plan.limit):
        raise UsageError("another goal or limit needs an experiment of its own")
    return wider


def _drive(experiment: Experiment) -> bool:
    """Measure in a separate thread, showing the table on a terminal; True if Ctrl-C ended it."""

    def watch(done: Finished) -> None:
        if wants_progress():
            from core._cli.compare.live_table import show  # Rich: only for those who watch

            show(experiment, done)

    return in_thread(experiment.drive, "measure", experiment.stop, watch) is None


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan that the arguments describe.  Raises UsageError or PlanError."""
    if options.what in DOCUMENTS:
        if options.instances:
            raise UsageError(f"{options.what} has its own instances; --from and --to choose among them")
        return _changed(DOCUMENTS[options.what].cut(options.first, options.last), options)
    if options.what.endswith(".toml"):
        return _changed(_from_file(options), options)
    if options.what not in FAMILIES:
        near = similar(options.what, (*FAMILIES, "history", *DOCUMENTS))
        meant = f"; did you mean {either(near)}?" if near else ""
        raise UsageError(
            f"expected {', '.join(FAMILIES)}, PLAN.toml, history or {', '.join(DOCUMENTS)}, not {options.what!r}{meant}"
        )
    if options.first is not None or options.last is not None:
        raise UsageError("--from and --to are for the papers' tables; write the range itself, such as 4-12")
    goal = Goal(options.goal or "count")
    keys = expand(options.what, options.instances)
    if options.algorithms is None:
        chosen = tuple(Contestant(entry.key) for entry in algorithms(options.what) if goal in entry.goals)
    else:
        chosen = contestants(options.what, options.algorithms)
    return _changed(Plan(options.what, keys, chosen, goal, precision=PRECISION), options)


def _from_file(options: argparse.Namespace) -> Plan:
    if options.instances:
        raise UsageError(f"{options.what} has its own instances")
    try:
        return read_plan(Path(options.what))
    except OSError as error:
        raise UsageError(f"{options.what}: {system_reason(error)}") from None


def _changed(plan: Plan, options: argparse.Namespace) -> Plan:
    """A plan with the changes from the options.  Raises UsageError or PlanError."""
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
        "most": options.max_runs, "seed": options.order_seed, "isolate": options.isolate,
        "processes": options.processes, "jobs": options.jobs,
    }  # fmt: skip
    if options.precision is not None:
        changes["precision"] = options.precision / 100
        if options.repeat is None and options.max_runs is not None:
            changes["repeat"] = min(plan.repeat, options.max_runs)
    elif options.repeat is not None:
        changes["precision"] = None
    changes |= {name: value for name, value in given.items() if value is not None}
    if options.inputs is not None or options.cold:
        columns = changes.get("contestants", plan.contestants)
        if options.inputs is not None:
            calls = VARIED if options.inputs == VARIED else WARM
            columns = tuple(each if each.cold else each.called(calls) for each in columns)
        if options.cold:
            columns = tuple(own for each in columns for own in (each, each.called(COLD)))
        changes["contestants"] = tuple(dict.fromkeys(columns))
    if options.timeout is not None:
        changes["timeout"] = options.timeout or None
    if options.memory is not None:
        if not math.isfinite(options.memory):
            raise UsageError(f"--memory: expected a number of MiB, not {options.memory:g}")
        changes["memory"] = int(options.memory * 2**20)
    return replace(plan, **changes)
