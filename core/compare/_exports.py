"""A table as a file: CSV, JSON, Markdown, LaTeX, a page, or a chart.  All show what the view shows.

Alarms come first wherever there is room for a sentence.  Texts for people are
in `core.compare._tables_text`, charts in `core._drawing.plots`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core._drawing.chart import ChartKind
from core._plain import printed, written
from core._search import ProblemError
from core.compare._cell import CellStatus, TableCell
from core.compare._charts import chart_of, kinds
from core.compare._findings import remarks
from core.compare._plan import Contestant, PlanError
from core.compare._plan_file import plan_text
from core.compare._quantity import Quantity
from core.compare._scores import VIRTUAL_BEST, Score, Scores, scores
from core.compare._statistics import Interval, TimeRatio
from core.compare._table import Table
from core.compare._tables_text import as_latex, as_markdown, source_line
from core.compare._view import View, first_view
from core.storage._files import schema

PLOTTED = ("svg", "pdf", "png", "pgf")
"""Forms that are charts, by the ending of their files."""
SCHEMA = Path(__file__).with_name("compare.schema.json")
"""The JSON Schema of what `as_data` returns."""
COLUMNS = (
    "family", "instance", "algorithm", "parameters", "goal", "status", "alarm", "solutions", "known", "nodes",
    "updates", "runs", "disturbed_runs", "median_s", "low_s", "high_s", "min_s", "max_s", "q1_s", "q3_s", "build_s",
    "search_s", "wall_s", "nodes_per_s", "memory_bytes", "engine", "relative_to", "relative", "relative_low",
    "relative_high", "verdict",
    "paper_s", "paper_nodes", "paper_over_ours", "nodes_equal_paper", "enough", "reason", "warnings", "samples_s",
    "method",
)  # fmt: skip
"""Columns of the CSV: one row for each cell, empty where there is no figure.

Times are CPU times of building and searching in seconds, except ``wall_s``;
``low_s`` and ``high_s`` are the 95 % interval of the median (six runs or more); ``samples_s`` has
every run that counts, separated by spaces; a run of short searches is the mean of many, and
``min_s`` to ``q3_s`` show how single ones scatter.  ``relative_to`` names the algorithm that the
ratios refer to: the fastest of the row, or the reference asked for.  ``verdict`` compares the cell
with it (a `RatioVerdict`); for that algorithm's own cell it is ``reference``, or ``fastest`` if it
surely differs from all others, ``alone`` if no other reached the goal; empty until the whole row is
measured.  ``relative_low`` and ``relative_high`` hold 1 wherever the cell is neither slower nor faster.
"""

SUMMARY = "summary"
"""The status of rows that summarise all instances for an algorithm."""
SUMMARY_COLUMNS = (
    "instances", "wins", "ties", "solved", "solved_within", "refused", "par2_s", "relative_over",
)  # fmt: skip
"""Further columns of the CSV if there is a summary (see `core.compare._scores`): over this many ``instances``.

``solved_within`` has pairs such as ``0.01:180`` (180 solved within 0.01 s); ``relative`` is the geometric mean of the
ratios over ``relative_over`` instances.
"""


def export(table: Table, form: str, view: View | None = None, baseline: Table | None = None) -> str:
    """The text of a table as ``csv``, ``json``, ``md``, ``tex``, ``html`` or its plan as ``toml``.

    Raises PlanError for any other form; charts are not text, see `exported`.
    """
    if form not in WRITERS:
        raise PlanError(f"cannot export as {form!r}; there are {', '.join(WRITERS)}")
    return written(WRITERS[form](table, view or first_view(table), baseline))


def exported(
    table: Table, form: str, view: View | None = None, baseline: Table | None = None,
    kind: ChartKind = ChartKind.SIZE, instance: str | None = None,
) -> bytes:  # fmt: skip
    """The content of a file in any form; ``kind`` and ``instance`` say which chart.  Raises PlanError."""
    if form not in PLOTTED:
        return export(table, form, view, baseline).encode("utf-8")
    from core._drawing.plots import plotted

    if kind is ChartKind.CELLS and kind not in kinds(table):
        raise PlanError("a chart against the grid's cells needs Sudokus of at least two sizes")
    chart = chart_of(table, view or first_view(table), kind, instance)
    if chart.empty:
        raise PlanError("there is nothing to draw yet")
    try:
        return plotted(chart, form, source_line(table))
    except ProblemError as error:
        raise PlanError(str(error)) from None


def form_of(path: Path) -> str:
    """The form given by a file's name.  Raises PlanError."""
    form = path.suffix.lower().removeprefix(".")
    form = {"markdown": "md", "latex": "tex", "htm": "html"}.get(form, form)
    if form not in (*WRITERS, *PLOTTED):
        raise PlanError(f"{path}: expected a name ending in {', '.join('.' + each for each in (*WRITERS, *PLOTTED))}")
    return form


def facts(table: Table, cell: TableCell) -> dict[str, Any]:
    """Everything about a cell that `COLUMNS` names; None for a missing figure."""
    plan, values, time, calls = table.plan, cell.values, cell.time, cell.calls
    contestant = plan.contestant(cell.key.label)
    wrong = cell.status in (CellStatus.WRONG, CellStatus.FAILED)
    partial = cell.samples[-1] if cell.samples and not cell.measured else None
    nodes, paper_nodes = values.get(Quantity.NODES), table.paper(cell.key, Quantity.NODES)
    ratio, base = table.ratio(cell), table.ratio_base(cell.key.instance)
    low, high = _ends(time.interval if time is not None else None)
    relative_low, relative_high = _ends(ratio.interval if ratio is not None else None)
    return {
        "family": plan.family,
        "instance": cell.key.instance,
        **_named(contestant),
        "goal": plan.goal.value,
        "status": cell.status.value,
        "alarm": "WRONG" if wrong else "",
        "solutions": partial.solutions if partial else cell.solutions,
        "known": table.known.get(cell.key.instance),
        "nodes": partial.nodes if partial else nodes,
        "updates": partial.updates if partial else values.get(Quantity.UPDATES),
        "runs": len(cell.complete_samples),
        "disturbed_runs": sum(sample.disturbed for sample in cell.complete_samples),
        "median_s": time.median if time else None,
        "low_s": low,
        "high_s": high,
        "min_s": calls.minimum if calls else None,
        "max_s": calls.maximum if calls else None,
        "q1_s": calls.lower_quartile if calls else None,
        "q3_s": calls.upper_quartile if calls else None,
        "build_s": values.get(Quantity.BUILD),
        "search_s": values.get(Quantity.SOLVE),
        "wall_s": values.get(Quantity.WALL),
        "nodes_per_s": values.get(Quantity.RATE),
        "memory_bytes": values.get(Quantity.MEMORY),
        "engine": cell.engines or None,
        "relative_to": base.key.label if ratio is not None and base is not None else None,
        "relative": table.value(cell, Quantity.RELATIVE),
        "relative_low": relative_low,
        "relative_high": relative_high,
        "verdict": table.standing(cell) or None,
        "paper_s": table.paper(cell.key, Quantity.TIME),
        "paper_nodes": paper_nodes,
        "paper_over_ours": table.against_paper(cell, Quantity.TIME),
        "nodes_equal_paper": nodes == paper_nodes if nodes is not None and paper_nodes is not None else None,
        "enough": cell.enough.value if cell.enough is not None else None,
        "reason": cell.reason,
        "warnings": "; ".join(cell.warnings),
        "samples_s": " ".join(f"{seconds:.9g}" for seconds in cell.times),
        "method": cell.method,
    }


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    """The ends of an interval; None if there is none, or if it is infinitely wide."""
    return (interval.low, interval.high) if interval is not None and interval.high < float("inf") else (None, None)


def _named(contestant: Contestant) -> dict[str, str]:
    parameters = ",".join(f"{key}={value}" for key, value in contestant.parameters)
    return {"algorithm": contestant.algorithm, "parameters": parameters}


def seen_cells(table: Table, view: View) -> list[TableCell]:
    """The planned cells that the view shows, row by row."""
    keys = [contestant.label for contestant in view.contestants(table)]
    planned = set(table.plan.instances)
    return [table.cell(label, instance) for instance in view.instances(table) if instance in planned for label in keys]


def as_csv(table: Table, view: View, baseline: Table | None = None) -> str:
    """One row for each cell.  Texts that a spreadsheet would take for a formula are quoted with an apostrophe.

    The summary of a table of many instances follows, one row for each algorithm, with the status `SUMMARY`, no
    instance, and figures in `SUMMARY_COLUMNS`, which only such tables have.
    """
    extra = ("baseline_s", "ours_over_baseline", "ours_over_baseline_low", "ours_over_baseline_high",
             "beyond_noise", "baseline_verdict")  # fmt: skip
    found = scores(table, view.hidden)
    columns = (*COLUMNS, *(SUMMARY_COLUMNS if found is not None else ()), *(extra if baseline is not None else ()))
    rows = []
    for cell in seen_cells(table, view):
        row = facts(table, cell)
        if baseline is not None and (against := table.against(baseline, cell.key)) is not None:
            other = baseline.cells[cell.key].time
            values = (other.median if other else None, *_against(against).values())
            row |= dict(zip(extra, values, strict=True))
        rows.append(row)
    if found is not None:
        for score in found.lines:
            row = {"family": table.plan.family, "goal": table.plan.goal.value, "status": SUMMARY}
            pairs = zip(found.times, score.within, strict=True)
            within = " ".join(f"{seconds:g}:{solved}" for seconds, solved in pairs)
            row |= _summed_up(found, score) | {"solved_within": within}
            if score.label != VIRTUAL_BEST:
                row |= _named(table.plan.contestant(score.label))
            rows.append(row)
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell_of_csv(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _summed_up(found: Scores, score: Score) -> dict[str, Any]:
    mean = score.ratio
    low, high = _ends(mean.interval if mean is not None else None)
    return {
        "algorithm": score.label,
        "instances": found.of,
        "wins": score.wins,
        "ties": score.ties,
        "solved": score.solved,
        "solved_within": list(score.within),
        "refused": score.refused,
        "par2_s": score.par2,
        "relative_to": found.reference,
        "relative": mean.factor if mean is not None else None,
        "relative_low": low,
        "relative_high": high,
        "relative_over": mean.over if mean is not None else 0,
    }


def _summary_data(found: Scores | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "instances": found.of,
        "planned": found.planned,
        "within_s": list(found.times),
        "limit_s": found.limit,
        "algorithms": [_summed_up(found, score) for score in found.lines],
    }


def _against(found: TimeRatio) -> dict[str, Any]:
    low, high = _ends(found.interval)
    return {
        "factor": found.factor,
        "low": low,
        "high": high,
        "beyond_noise": found.beyond_noise,
        "verdict": found.verdict.value,
    }


def _cell_of_csv(value: Any) -> Any:
    if not isinstance(value, str):
        return "" if value is None else value
    value = printed(value.replace("\r", "\n"))  # the csv module would not quote it
    return "'" + value if value[:1] in ("=", "+", "-", "@", "\t", "\n") else value


def as_data(table: Table, view: View, baseline: Table | None = None) -> dict[str, Any]:
    """Everything as plain data, including every sample and the environment."""
    cells = []
    for cell in seen_cells(table, view):
        entry = facts(table, cell) | {
            "warnings": list(cell.warnings),
            "alarm": cell.status in (CellStatus.WRONG, CellStatus.FAILED),
            "parameters": dict(table.plan.contestant(cell.key.label).parameters),
            "samples_s": list(cell.times),
            "samples": [sample.as_json() | {"disturbed": sample.disturbed} for sample in cell.samples],
        }
        if baseline is not None and (found := table.against(baseline, cell.key)) is not None:
            entry["against_baseline"] = _against(found)
        cells.append(entry)
    return {
        "schema": schema("compare"),
        "experiment": table.experiment,
        "wrong": table.wrong,
        "alarms": list(table.alarms),
        "finished": table.finished,
        "plan": table.plan.as_json(),
        "environment": dict(table.environment),
        "view": {"quantity": view.quantity.value, "hidden": sorted(view.hidden), "reference": table.reference or None},
        "cells": cells,
        "summary": _summary_data(scores(table, view.hidden)),
        "growth": _growth_data(table, view),
        "remarks": remarks(table, view),
        "baseline": baseline.experiment if baseline is not None else None,
    }


def _growth_data(table: Table, view: View) -> dict[str, dict[str, dict[str, float]]]:
    growth: dict[str, dict[str, dict[str, float]]] = {}
    for contestant in view.contestants(table):
        for quantity in (Quantity.SOLVE, Quantity.NODES):
            fit = table.growth(contestant, quantity)
            if fit is not None:
                growth.setdefault(contestant.label, {})[quantity.value] = {
                    "factor": fit.factor, "low": fit.factors.low, "high": min(fit.factors.high, 1e300),
                    "r_squared": fit.determination, "from": fit.first, "to": fit.last,
                }  # fmt: skip
    return growth


def as_json(table: Table, view: View, baseline: Table | None = None) -> str:
    """`as_data` as text."""
    return json.dumps(as_data(table, view, baseline), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def as_html(table: Table, view: View, baseline: Table | None = None) -> str:
    """A page for a browser, in one file (see `core.compare._pages`)."""
    from core.compare import _pages as pages

    return pages.as_html(table, view, baseline)


def as_toml(table: Table, view: View, baseline: Table | None = None) -> str:
    """The plan alone, to be measured again."""
    return plan_text(table.plan)


WRITERS: Mapping[str, Callable[[Table, View, Table | None], str]] = {
    "csv": as_csv,
    "json": as_json,
    "md": as_markdown,
    "tex": as_latex,
    "html": as_html,
    "toml": as_toml,
}
"""Every form by the ending of its files."""
