"""Taking a table elsewhere: files whose names say the form, the clipboard, the command line; and plans from files."""

from __future__ import annotations

import shlex
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING

from core import Goal
from core._cli.console import command_words
from core.compare import DOCUMENTS, Plan, PlanError
from core.compare._plan import MOST, PATIENCE, PRECISION, PROCESSES, REPEAT, TIMEOUT, WARM_UP
from tui.actions.dialogue import answer
from tui.screens.compare.plan_draft import spelled, split

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen

FOLDER = "compare-folder"
"""The setting that remembers where plans are."""


async def open_plan(screen: CompareScreen) -> None:
    """Ask for a plan's file, and show its table."""
    from tui.dialogs.file import FileDialog

    settings = screen.app.settings
    remembered = settings.get(FOLDER)
    folder = Path(remembered) if isinstance(remembered, str) and isdir(remembered) else Path.cwd()
    path = await answer(FileDialog("Open a plan", folder, (".toml",)))
    if path is not None:
        settings.put(FOLDER, str(path.absolute().parent))
        screen.take_file(path)


async def export(screen: CompareScreen) -> None:
    """Ask for a file, and write the table, the chart or the plan there."""
    from core.compare._exports import exported, form_of
    from tui.dialogs.dialogs import full_name, save_dialog

    session, table, row = screen.session, screen.table, screen.row
    if table is None:
        return
    view = session.view
    name = table.plan.document or f"{table.plan.family}-comparison"
    prompt = (
        "File to write: .html the whole report, .csv one row per cell, .json with every run, .md or .tex the table, "
        ".svg, .pdf, .png or .pgf the chart, .toml the plan"
    )

    def content(path: Path) -> bytes:
        return exported(table, form_of(path), view, session.baseline, view.chart, row)

    saved = await answer(save_dialog("Export", prompt, f"{name}.csv", content))
    if saved is not None:
        screen.app.say(f"saved {full_name(saved)}", "good")


def copy(screen: CompareScreen) -> None:
    """The table as text, to the clipboard."""
    from core.compare._tables_text import as_text

    session = screen.session
    if session.table is not None:
        screen.app.copy(as_text(session.table, session.view, session.baseline), "table")


def show_command(screen: CompareScreen) -> None:
    """The command line that does the same."""
    if screen.table is not None:
        screen.read("The same on the command line", command_of(screen.table.plan))


def command_of(plan: Plan) -> str:
    """The ``compare`` command that measures this plan."""
    words = command_words("compare")
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
    if plan.precision is None or plan.repeat != REPEAT:
        words += ["--repeat", str(plan.repeat)]
    if plan.precision is not None and (plan.repeat != REPEAT or plan.precision != PRECISION):
        words += ["--precision", f"{plan.precision * 100:g}"]
    if plan.precision is not None and plan.patience != PATIENCE:
        words += ["--patience", f"{plan.patience:g}"]
    if plan.precision is not None and plan.most != MOST:
        words += ["--max-runs", str(plan.most)]
    if plan.seed != 1:
        words += ["--order-seed", str(plan.seed)]
    if plan.warm_up != WARM_UP:
        words += ["--warmup", str(plan.warm_up)]
    if plan.isolate:
        words.append("--isolate")
    if plan.processes != PROCESSES:
        words += ["--processes", str(plan.processes)]
    if plan.jobs > 1:
        words += ["--jobs", str(plan.jobs)]
    if plan.memory is not None:
        words += ["--memory", f"{plan.memory / 2**20:g}"]
    return shlex.join(words)


def _document_rows(plan: Plan) -> list[str] | None:
    """How to name a document's experiment, if this is one (perhaps with fewer or further rows)."""
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
