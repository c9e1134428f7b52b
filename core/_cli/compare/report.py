"""What ``dq compare`` prints and writes for a table, just measured or from the history, and its exit status."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from core._cli.console import BAD_USAGE, DONE, UsageError, complain, invocation, note, print_json
from core._drawing.chart import ChartKind
from core._words import counted
from core.compare._exports import as_data, exported, form_of
from core.compare._gate import held, shut
from core.compare._history import DamagedExperiment, History, HistoryEntry
from core.compare._imports import read_table
from core.compare._plan import Plan, PlanError
from core.compare._quantity import Quantity
from core.compare._table import Table
from core.compare._tables_text import as_text
from core.compare._view import View, columns_by_value, first_view, rows_by_value
from core.storage._files import save, system_reason

WRONG = SLOWER = 3
"""Exit status when a result was wrong, an algorithm failed, or a cell is slower than ``--fail-on`` allows."""
NOT_WRITTEN = 1
"""Exit status when a file could not be written."""
ALARMS_SAID = 5
"""The number of alarms repeated on standard error; the table and its exports have all."""

SHORT_FOR = {"relative": Quantity.RELATIVE}
"""Quantities of ``--show`` by a shorter name."""
VERBS = {
    "list": (0, "no number"),
    "show": (1, "the number of an experiment"),
    "export": (1, "the number of an experiment"),
    "compare": (2, "the numbers of two experiments"),
    "pin": (1, "the number of an experiment"),
    "unpin": (0, "no number"),
    "note": (1, "the number of an experiment and the note"),
    "delete": (1, "the number of an experiment"),
}
"""For each verb, the fewest words that must follow it, and what they are."""
OPEN_ENDED = ("note", "delete")
WRITING = ("show", "export", "compare")


def quantity_of(options: argparse.Namespace) -> Quantity | None:
    """The quantity of ``--show``.  Raises UsageError."""
    if options.show is None:
        return None
    try:
        return SHORT_FOR.get(options.show) or Quantity(options.show)
    except ValueError:
        raise UsageError(f"--show: {options.show!r} is not one of {', '.join((*Quantity, *SHORT_FOR))}") from None


def check_view(plan: Plan, options: argparse.Namespace) -> None:
    """Check that a table of this plan can be shown as the options say.  Raises UsageError."""
    labels = [contestant.label for contestant in plan.contestants]
    for name, given, there in (
        ("--hide", options.hide, labels),
        ("--reference", [options.reference] if options.reference is not None else [], labels),
        ("--sort-rows", [options.sort_rows] if options.sort_rows is not None else [], labels),
        ("--sort-columns", [options.sort_columns] if options.sort_columns is not None else [], plan.instances),
    ):
        unknown = next((each for each in given if each not in there), None)
        if unknown is not None:
            raise UsageError(f"{name}: {unknown!r} is not in the table; there are {', '.join(there)}")
    if set(labels) <= set(options.hide):
        raise UsageError("--hide: that would hide every algorithm")


def view_of(table: Table, options: argparse.Namespace) -> View:
    """The view given by ``--show``, ``--hide`` and ``--sort-…``, or else the table's first view.

    Raises UsageError.
    """
    check_view(table.plan, options)
    quantity = quantity_of(options) or first_view(table).quantity
    return View(
        quantity,
        columns_by_value(table, options.sort_columns, quantity) if options.sort_columns is not None else (),
        frozenset(options.hide),
        rows_by_value(table, options.sort_rows, quantity) if options.sort_rows is not None else (),
    )


def baseline_of(history: History, options: argparse.Namespace) -> Table | None:
    """The table of ``--baseline``.  Raises UsageError or NoSuchExperiment."""
    if options.baseline is None:
        return None
    if options.baseline.endswith(".json"):
        return read_table(Path(options.baseline))
    if options.baseline == "pinned":
        entry = history.baseline
        if entry is None:
            raise UsageError(f"no experiment is pinned; pin one: {invocation.program} compare history pin ID")
        return history.table(entry.number)
    return history.table(number_of(options.baseline))


def number_of(text: str) -> int:
    """The number of an experiment.  Raises UsageError."""
    if not text.isdecimal():
        raise UsageError(f"expected the number of an experiment, not {text!r}")
    return int(text)


def report(table: Table, options: argparse.Namespace, baseline: Table | None) -> int:
    """Write the exports and print the table; return the exit status."""
    view = view_of(table, options)
    check_gate(table, options, baseline)
    table = replace(table, reference=options.reference or "")
    status = WRONG if table.wrong else DONE
    for path in options.export:  # one that fails does not stop the others
        try:
            save(path, exported(table, form_of(path), view, baseline, ChartKind(options.chart), options.instance))
        except (OSError, PlanError) as error:
            complain(f"{path}: {system_reason(error) if isinstance(error, OSError) else error}")
            status = status or NOT_WRITTEN
        else:
            note(f"wrote {path}")
    if options.json:
        print_json(as_data(table, view, baseline))
    else:
        print(as_text(table, view, baseline), end="")
    for alarm in table.alarms[:ALARMS_SAID]:
        complain(alarm)
    if len(table.alarms) > ALARMS_SAID:
        complain(f"and {len(table.alarms) - ALARMS_SAID} more alarms")
    if options.fail_on is not None and baseline is not None and not status:
        status = _through_the_gate(table, options, baseline)
    return status


def check_gate(table: Table, options: argparse.Namespace, baseline: Table | None) -> None:
    """Check that ``--fail-on`` will find something to compare.  Raises UsageError."""
    if options.fail_on is not None and baseline is not None:
        why = shut(table, baseline, across_machines=options.across_machines)
        if why:
            raise UsageError(f"--fail-on: {why}")


def _through_the_gate(table: Table, options: argparse.Namespace, baseline: Table) -> int:
    """Compare the table with the baseline and print the result; return the exit status."""
    gate = held(table, baseline, options.fail_on)
    for line in gate.slower:
        complain(line)
    for line in gate.notes if gate.compared else ():
        note(line)
    if not gate.compared:
        complain(f"--fail-on: no cell could be compared: {'; '.join(gate.notes)}")
        return BAD_USAGE
    return SLOWER if gate.slower else DONE


def run_history(history: History, options: argparse.Namespace) -> int:
    """``compare history VERB …``.  Raises UsageError, NoSuchExperiment and StoreError."""
    verb, *rest = options.instances or ["list"]
    if verb not in VERBS:
        raise UsageError(f"history: expected {', '.join(VERBS)}, not {verb!r}")
    needed, what = VERBS[verb]
    if len(rest) < needed or (len(rest) > needed and verb not in OPEN_ENDED):
        raise UsageError(f"history {verb}: expected {what}")
    if options.export and verb not in WRITING:
        raise UsageError(f"history {verb} writes no file: expected history show ID -o {options.export[0]}")
    if verb == "list":
        return _list(history, options)
    number = number_of(rest[0]) if needed else 0
    match verb:
        case "show" | "export":
            return report(history.table(number), options, baseline_of(history, options))
        case "compare":
            return report(history.table(number), options, history.table(number_of(rest[1])))
        case "pin":
            history.pin(number)
        case "unpin":
            entry = history.baseline
            if entry is not None:
                history.pin(entry.number, False)
        case "note":
            history.annotate(number, " ".join(rest[1:]))
        case "delete":
            numbers = [number_of(text) for text in rest]
            for each in numbers:
                history.check_deletable(each)
            for each in numbers:
                history.delete(each)
    return DONE


class _Damaged:
    """Reports experiments that cannot be read; the others are still done."""

    status = DONE

    def __call__(self, error: DamagedExperiment) -> None:
        """Report one."""
        complain(error)
        self.status = BAD_USAGE


def _list(history: History, options: argparse.Namespace) -> int:
    damaged = _Damaged()
    entries = history.list(damaged)
    status = damaged.status
    if options.json:
        for entry in entries:
            print_json(_as_data(entry))
        return status
    for entry in entries:
        state = ("done, " if entry.finished else "not done, ") + counted(entry.samples, "run")
        made = " ".join(text for text in (entry.machine, entry.program) if text)
        remark = f"  ({entry.note})" if entry.note else ""
        pin = "*" if entry.pinned else " "
        print(f"{entry.number:>4} {pin} {entry.begun}  {state:<20} {made:<24} {entry.title}{remark}")
    if not entries and status == DONE:
        print("no experiments yet")
    return status


def _as_data(entry: HistoryEntry) -> dict[str, Any]:
    return {
        "experiment": entry.number, "title": entry.title, "created": entry.created, "finished": entry.finished,
        "pinned": entry.pinned, "note": entry.note, "machine": entry.machine, "commit": entry.commit,
        "samples": entry.samples, "plan": entry.plan.as_json(),
        "environment": dict(entry.environment),
    }  # fmt: skip
