"""What ``python -m core compare`` prints and writes once it has measured, and the exit status that this leaves."""

from __future__ import annotations

import argparse

from core.cli.console import DONE, UsageError
from core.cli.output import complain, print_json, voice
from core.compare.charts import ChartKind
from core.compare.exports import as_data, exported, form_of, save
from core.compare.history import History
from core.compare.plan import Plan
from core.compare.quantity import Quantity
from core.compare.table import Table
from core.compare.tables_text import as_text
from core.compare.text import against_text
from core.compare.view import View, columns_by_value, first_view, rows_by_value

WRONG = SLOWER = 3
"""Exit status when a result was wrong, an algorithm failed, or a cell is slower than ``--fail-on`` allows."""
NOT_WRITTEN = 1
"""Exit status when a file could not be written."""
ALARMS_SAID = 5
"""How many alarms are repeated on standard error; the table and its exports have them all."""


def quantity_of(options: argparse.Namespace) -> Quantity | None:
    """The quantity of ``--show``.  Raises UsageError."""
    if options.show is None:
        return None
    try:
        return Quantity(options.show)
    except ValueError:
        raise UsageError(f"--show: {options.show!r} is not one of {', '.join(Quantity)}") from None


def check_view(plan: Plan, options: argparse.Namespace) -> None:
    """Check that a table of this plan can be shown as the options say.  Raises UsageError."""
    labels = [contestant.label for contestant in plan.contestants]
    for name, given, there in (
        ("--hide", options.hide, labels),
        ("--sort-rows", [options.sort_rows] if options.sort_rows is not None else [], labels),
        ("--sort-columns", [options.sort_columns] if options.sort_columns is not None else [], plan.instances),
    ):
        unknown = next((each for each in given if each not in there), None)
        if unknown is not None:
            raise UsageError(f"{name}: {unknown!r} is not in the table; there are {', '.join(there)}")
    if set(labels) <= set(options.hide):
        raise UsageError("--hide: that would hide every algorithm")


def view_of(table: Table, options: argparse.Namespace) -> View:
    """The view that ``--show``, ``--hide`` and ``--sort-…`` ask for, or else the one that the table shows first.

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
    if options.baseline == "pinned":
        entry = history.baseline
        if entry is None:
            raise UsageError(f"no experiment is pinned; {voice.program} compare history pin ID")
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
    status = WRONG if table.wrong else DONE
    for path in options.export:
        try:
            save(path, exported(table, form_of(path), view, baseline, ChartKind(options.chart), options.instance))
        except OSError as error:
            complain(f"{path}: {error.strerror}")
            status = status or NOT_WRITTEN
    if options.json:
        print_json(as_data(table, view, baseline))
    else:
        print(as_text(table, view, baseline), end="")
    for alarm in table.alarms[:ALARMS_SAID]:
        complain(alarm)
    if len(table.alarms) > ALARMS_SAID:
        complain(f"and {len(table.alarms) - ALARMS_SAID} more alarms")
    if options.fail_on is not None and baseline is not None and not status:
        slower = regressions(table, baseline, options.fail_on)
        for line in slower:
            complain(line)
        status = SLOWER if slower else status
    return status


def regressions(table: Table, baseline: Table, limit: float) -> list[str]:
    """A sentence for every cell slower than the baseline's beyond the noise, by a factor of ``limit`` or more."""
    found = []
    for key in table.cells:
        against = table.against(baseline, key)
        if against is not None and against.beyond_noise and against.factor >= limit:
            name = f"{key.label}, {table.axis} {table.titles[key.instance]}"
            found.append(f"{name} is {against_text(against, 'the baseline')}")
    return found
