"""A table as CSV, JSON, Markdown or LaTeX.  Alarms come first wherever there is a place for a sentence."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.compare.environment import describe
from core.compare.plan import PlanError
from core.compare.quantity import Quantity
from core.compare.table import Cell, CellStatus, Table
from core.compare.text import grid, remarks, shown_quantity

COLUMNS = (
    "family", "instance", "algorithm", "parameters", "goal", "status", "alarm", "solutions", "known", "nodes",
    "updates", "runs", "median_s", "min_s", "max_s", "q1_s", "q3_s", "cpu_s", "build_s", "solve_s", "nodes_per_s",
    "memory_bytes", "relative", "paper_s", "paper_nodes", "paper_over_ours", "nodes_equal_paper", "reason", "warnings",
)  # fmt: skip
"""Columns of the CSV: one row a cell, empty where there is no figure."""


def export(table: Table, form: str, baseline: Table | None = None) -> str:
    """The text of a table as ``csv``, ``json``, ``md`` or ``tex``.  Raises PlanError for another form."""
    if form not in WRITERS:
        raise PlanError(f"cannot export as {form!r}; there are {', '.join(WRITERS)}")
    return WRITERS[form](table, baseline)


def form_of(path: Path) -> str:
    """The form that a file's name asks for.  Raises PlanError."""
    form = path.suffix.lower().removeprefix(".")
    form = {"markdown": "md", "latex": "tex"}.get(form, form)
    if form not in WRITERS:
        raise PlanError(f"{path}: expected a name ending in {', '.join('.' + each for each in WRITERS)}")
    return form


def facts(table: Table, cell: Cell) -> dict[str, Any]:
    """Everything about a cell that `COLUMNS` names; None where there is no figure."""
    plan, values, time = table.plan, cell.values, cell.time
    contestant = plan.contestant(cell.key.label)
    wrong = cell.status in (CellStatus.WRONG, CellStatus.FAILED)
    partial = cell.samples[-1] if cell.samples and not cell.measured else None
    nodes, paper_nodes = values.get(Quantity.NODES), table.paper(cell.key, Quantity.NODES)
    return {
        "family": plan.family,
        "instance": cell.key.instance,
        "algorithm": contestant.algorithm,
        "parameters": ",".join(f"{key}={value}" for key, value in contestant.parameters),
        "goal": plan.goal.value,
        "status": cell.status.value,
        "alarm": "WRONG" if wrong else "",
        "solutions": partial.solutions if partial else cell.solutions,
        "known": table.known.get(cell.key.instance),
        "nodes": partial.nodes if partial else nodes,
        "updates": partial.updates if partial else values.get(Quantity.UPDATES),
        "runs": len(cell.complete_samples),
        "median_s": time.median if time else None,
        "min_s": time.minimum if time else None,
        "max_s": time.maximum if time else None,
        "q1_s": time.lower_quartile if time else None,
        "q3_s": time.upper_quartile if time else None,
        "cpu_s": values.get(Quantity.CPU),
        "build_s": values.get(Quantity.BUILD),
        "solve_s": values.get(Quantity.SOLVE),
        "nodes_per_s": values.get(Quantity.RATE),
        "memory_bytes": values.get(Quantity.MEMORY),
        "relative": table.value(cell, Quantity.RELATIVE),
        "paper_s": table.paper(cell.key, Quantity.TIME),
        "paper_nodes": paper_nodes,
        "paper_over_ours": table.against_paper(cell, Quantity.TIME),
        "nodes_equal_paper": nodes == paper_nodes if nodes is not None and paper_nodes is not None else None,
        "reason": cell.reason,
        "warnings": "; ".join(cell.warnings),
    }


def as_csv(table: Table, baseline: Table | None = None) -> str:
    """One row a cell.  Texts that a spreadsheet would take for a formula are quoted with an apostrophe."""
    extra = ("baseline_s", "baseline_over_ours", "beyond_noise") if baseline is not None else ()
    out = io.StringIO()
    writer = csv.DictWriter(out, (*COLUMNS, *extra), lineterminator="\n")
    writer.writeheader()
    for cell in table.cells.values():
        row = facts(table, cell)
        if baseline is not None:
            found = table.against(baseline, cell.key)
            if found is not None:
                other = baseline.cells[cell.key].time
                row["baseline_s"] = other.median if other else None
                row["baseline_over_ours"], row["beyond_noise"] = found.factor, found.beyond_noise
        writer.writerow({key: _cell_of_csv(value) for key, value in row.items()})
    return out.getvalue()


def _cell_of_csv(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return "" if value is None else value


def as_data(table: Table, baseline: Table | None = None) -> dict[str, Any]:
    """Everything, every sample and the environment included, as plain data."""
    cells = []
    for cell in table.cells.values():
        entry = facts(table, cell) | {
            "warnings": list(cell.warnings),
            "alarm": cell.status in (CellStatus.WRONG, CellStatus.FAILED),
            "parameters": dict(table.plan.contestant(cell.key.label).parameters),
            "samples": [sample.as_json() for sample in cell.samples],
        }
        if baseline is not None and (found := table.against(baseline, cell.key)) is not None:
            entry["against_baseline"] = {"factor": found.factor, "beyond_noise": found.beyond_noise}
        cells.append(entry)
    growth: dict[str, dict[str, dict[str, float]]] = {}
    for contestant in table.plan.contestants:
        for quantity in (Quantity.SOLVE, Quantity.NODES):
            fit = table.growth(contestant, quantity)
            if fit is not None:
                growth.setdefault(contestant.label, {})[quantity.value] = {
                    "factor": fit.factor, "r_squared": fit.determination, "from": fit.first, "to": fit.last,
                }  # fmt: skip
    return {
        "experiment": table.experiment,
        "wrong": table.wrong,
        "alarms": list(table.alarms),
        "finished": table.finished,
        "plan": table.plan.as_json(),
        "environment": dict(table.environment),
        "cells": cells,
        "growth": growth,
        "remarks": remarks(table),
        "baseline": baseline.experiment if baseline is not None else None,
    }


def as_json(table: Table, baseline: Table | None = None) -> str:
    """`as_data` as text."""
    return json.dumps(as_data(table, baseline), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def baseline_lines(table: Table, baseline: Table) -> list[str]:
    """A sentence for every cell that both tables have measured."""
    lines = []
    if baseline.environment.get("processor") != table.environment.get("processor"):
        lines.append("The baseline was measured on another machine.")
    for key in table.cells:
        found = table.against(baseline, key)
        if found is not None:
            lines.append(f"{key.label}, {table.axis} {table.titles[key.instance]}: {found}")
    return lines or ["The baseline has no cell in common with this table."]


def as_markdown(table: Table, baseline: Table | None = None) -> str:
    """Alarms, the table, the remarks; for a README or an issue."""
    quantity = shown_quantity(table)
    lines = [f"## {_markdown(table.plan.title)}", ""]
    for alarm in table.alarms:
        lines += [f"> **{_markdown(alarm)}**", ""]
    for each in dict.fromkeys((quantity, Quantity.TIME)):
        header, rows = grid(table, each)
        lines += [f"{each.value.capitalize()}:", ""]
        lines.append("| " + " | ".join(_markdown(text) for text in header) + " |")
        lines.append("|" + "---:|" * len(header))
        lines += ["| " + " | ".join(_markdown(text) or " " for text in row) + " |" for row in rows]
        lines.append("")
    lines += [f"- {_markdown(line)}" for line in remarks(table)]
    if baseline is not None:
        lines += ["", f"Against experiment {baseline.experiment}:", ""]
        lines += [f"- {_markdown(line)}" for line in baseline_lines(table, baseline)]
    lines += ["", _markdown(describe(dict(table.environment))), ""]
    return "\n".join(lines)


def as_latex(table: Table, baseline: Table | None = None) -> str:
    """A ``table`` environment without further packages; sentences under it as an ``itemize``."""
    quantity = shown_quantity(table)
    header, rows = grid(table, quantity)
    lines = ["\\begin{table}", "\\centering"]
    lines += [f"\\textbf{{{_latex(alarm)}}}\\\\" for alarm in table.alarms]
    lines += [f"\\caption{{{_latex(f'{table.plan.title} ({quantity.value})')}}}"]
    lines += [f"\\begin{{tabular}}{{{'r' * len(header)}}}", "\\hline"]
    lines.append(" & ".join(_latex(text) for text in header) + r" \\ \hline")
    lines += [" & ".join(_latex(text) for text in row) + r" \\" for row in rows]
    lines += ["\\hline", "\\end{tabular}", "\\end{table}"]
    sentences = remarks(table)
    if baseline is not None:
        sentences += baseline_lines(table, baseline)
    if sentences:
        lines += ["\\begin{itemize}", *(f"\\item {_latex(line)}" for line in sentences), "\\end{itemize}"]
    lines += [f"% {describe(dict(table.environment))}".replace("\n", " "), ""]
    return "\n".join(lines)


def as_text(table: Table, quantity: Quantity | None = None, baseline: Table | None = None) -> str:
    """Aligned columns for a terminal or the clipboard."""
    header, rows = grid(table, quantity or shown_quantity(table))
    every = [header, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(header))]
    lines = [f"!! {alarm}" for alarm in table.alarms]
    lines += ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in every]
    lines += remarks(table)
    if baseline is not None:
        lines += [f"against experiment {baseline.experiment}:", *baseline_lines(table, baseline)]
    return "\n".join(map(_plain, lines)) + "\n"


def _plain(text: str) -> str:
    """Without control characters: names of files may hold escape sequences."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _markdown(text: str) -> str:
    text = _plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", text)


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "×": r"$\times$", "≠": r"$\neq$", "µ": r"$\mu$",
    "–": "--", "…": r"\ldots{}", "∞": r"$\infty$", "<": r"$<$", ">": r"$>$", "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}", "·": r"$\cdot$",
}  # fmt: skip


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in _plain(text))


WRITERS: Mapping[str, Callable[[Table, Table | None], str]] = {
    "csv": as_csv,
    "json": as_json,
    "md": as_markdown,
    "tex": as_latex,
}
"""Every form by the ending of its files."""
