"""``python -m core compare history``: the experiments that were kept."""

from __future__ import annotations

import argparse
import time
from typing import Any

from core.cli.compare.report import baseline_of, number_of, report
from core.cli.console import DONE, UsageError
from core.cli.output import print_json
from core.compare.history import Entry, History
from core.compare.tables_text import plain
from core.compare.text import trend_lines
from core.words import counted

VERBS = {
    "list": (0, "no number"),
    "show": (1, "the number of an experiment"),
    "export": (1, "the number of an experiment"),
    "compare": (2, "the numbers of two experiments"),
    "pin": (1, "the number of an experiment"),
    "unpin": (0, "no number"),
    "note": (1, "the number of an experiment and the note"),
    "trend": (2, "an algorithm and an instance"),
    "delete": (1, "the number of an experiment"),
}
"""For each verb, what must at least follow it."""
OPEN_ENDED = ("note", "delete")


def run_history(history: History, options: argparse.Namespace) -> int:
    """``compare history VERB …``.  Raises UsageError, NoSuchExperiment and StoreError."""
    verb, *rest = options.instances or ["list"]
    if verb not in VERBS:
        raise UsageError(f"history: expected {', '.join(VERBS)}, not {verb!r}")
    needed, what = VERBS[verb]
    if len(rest) < needed or (len(rest) > needed and verb not in OPEN_ENDED):
        raise UsageError(f"history {verb}: expected {what}")
    if verb == "list":
        return _list(history, options)
    if verb == "trend":
        return _trend(history, rest[0], rest[1])
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


def _list(history: History, options: argparse.Namespace) -> int:
    entries = history.list()
    if options.json:
        for entry in entries:
            print_json(_as_data(entry))
        return DONE
    for entry in entries:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created))
        state = ("done, " if entry.finished else "not done, ") + counted(entry.samples, "run")
        made = " ".join(text for text in (entry.machine, entry.commit) if text)
        remark = f"  ({entry.note})" if entry.note else ""
        pin = "*" if entry.pinned else " "
        print(plain(f"{entry.number:>4} {pin} {when}  {state:<20} {made:<24} {entry.title}{remark}"))
    if not entries:
        print("no experiments yet")
    return DONE


def _as_data(entry: Entry) -> dict[str, Any]:
    return {
        "experiment": entry.number, "title": entry.title, "created": entry.created, "finished": entry.finished,
        "pinned": entry.pinned, "note": entry.note, "machine": entry.machine, "commit": entry.commit,
        "samples": entry.samples, "plan": entry.plan.as_json(),
        "environment": dict(entry.environment),
    }  # fmt: skip


def _trend(history: History, label: str, instance: str) -> int:
    """One cell through the history, each figure compared with the one before."""
    lines = trend_lines(history, label, instance)
    for line in lines:
        print(plain("  ".join(line)))
    if not lines:
        print(f"no experiment has measured {label} on {instance}")
    return DONE
