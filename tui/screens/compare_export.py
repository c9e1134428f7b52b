"""Taking a table elsewhere: a file whose name says the form, and the command line that does the same."""

from __future__ import annotations

import shlex
from pathlib import Path

from core.compare.exports import export, form_of
from core.compare.plan import REPEAT, TIMEOUT, WARM_UP, Plan, PlanError
from core.compare.table import Table
from core.search import Goal
from tui.dialogs import LineDialog
from tui.screens.compare_plan import spelled, split


def export_dialog(table: Table, baseline: Table | None) -> LineDialog:
    """Asks for a file name and writes the table there; closes with the full name."""
    warned: set[str] = set()

    def check(text: str) -> str | None:
        path = Path(text.strip()).expanduser()
        try:
            form = form_of(path)
        except PlanError:
            return "expected a name ending in .csv, .json, .md or .tex"
        if not path.absolute().parent.is_dir():
            return f"there is no folder {path.absolute().parent}"
        if path.is_dir():
            return f"{path} is a folder"
        if path.exists() and text not in warned:
            warned.add(text)
            return "this file exists: enter again to replace it"
        try:
            path.write_text(export(table, form, baseline), encoding="utf-8", newline="")
        except OSError as error:
            return f"not saved: {error.strerror}"
        return None

    name = table.plan.document or f"{table.plan.family}-comparison"
    prompt = "File to write.  .csv one row a cell, .json with every run, .md or .tex a table:"
    return LineDialog("Export", prompt, f"{name}.csv", check)


def command_of(plan: Plan) -> str:
    """The ``python -m core compare`` command that measures this plan."""
    words = ["python", "-m", "core", "compare"]
    document = _document_rows(plan)
    if document is not None:
        words += document
    else:
        words += [plan.family, *split(spelled(plan.instances))]
        words += ["--algorithms", ",".join(contestant.label for contestant in plan.contestants)]
        if plan.goal is not Goal.COUNT:
            words += ["--goal", plan.goal.value]
        if plan.timeout != TIMEOUT:
            words += ["--timeout", f"{plan.timeout or 0:g}"]
    if plan.limit is not None:
        words += ["--limit", str(plan.limit)]
    if plan.repeat != REPEAT:
        words += ["--repeat", str(plan.repeat)]
    if plan.warm_up != WARM_UP:
        words += ["--warmup", str(plan.warm_up)]
    if plan.memory is not None:
        words += ["--memory", f"{plan.memory / 2**20:g}"]
    return shlex.join(words)


def _document_rows(plan: Plan) -> list[str] | None:
    """How to name a document's experiment, if this is one (perhaps with fewer or further rows)."""
    from core.compare.documents import DOCUMENTS

    document = DOCUMENTS.get(plan.document) if plan.document else None
    if document is None or plan.contestants != document.plan.contestants or plan.goal != document.plan.goal:
        return None
    if plan.timeout != document.plan.timeout:
        return None
    if plan.instances == document.plan.instances:
        return [document.name]
    numbers = [int(instance) for instance in plan.instances if instance.isdecimal()]
    try:
        if document.cut(min(numbers), max(numbers)).instances != plan.instances:
            return None
    except (PlanError, ValueError):
        return None
    return [document.name, "--from", str(min(numbers)), "--to", str(max(numbers))]
