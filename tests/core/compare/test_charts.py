"""Charts of a table: as values, and as files."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.compare import Experiment, Plan, Table
from core.compare.by_size import size_lines
from core.compare.cell import Cell, CellStatus
from core.compare.charts import ChartKind, Point, chart_of, kinds
from core.compare.exports import export, exported
from core.compare.plan import Key, PlanError
from core.compare.quantity import Quantity
from core.compare.sample import Ending, Sample
from core.compare.sweep import contestants
from core.compare.view import View
from core.search import Goal


def table_of(family: str, times: dict[str, dict[str, list[float] | None]], document: str | None = None) -> Table:
    """A table with these times (seconds) by label and instance; None where the algorithm gave up."""
    labels = ",".join(times)
    instances = tuple(next(iter(times.values())))
    goal = Goal.COUNT if family == "queens" else Goal.FIRST
    plan = Plan(family, instances, contestants(family, labels), goal, document=document)
    cells = {}
    for label, row in times.items():
        for instance, seconds in row.items():
            ending = Ending.GAVE_UP if seconds is None else Ending.COMPLETE
            samples = tuple(Sample(ending, each, each, None, 1, 10, nodes=10) for each in seconds or [0.001])
            status = CellStatus.GAVE_UP if seconds is None else CellStatus.COMPLETE
            cells[Key(label, instance)] = Cell(Key(label, instance), status, samples)
    table = Experiment(plan).table
    return replace(table, cells=cells)


SUDOKUS = {
    "dlx": {"3x3.csv#1": [0.002] * 5, "3x3.csv#2": [0.004] * 5, "3x3.csv#3": [0.001] * 5},
    "single-branch": {"3x3.csv#1": [0.001] * 5, "3x3.csv#2": None, "3x3.csv#3": [0.004] * 5},
}


def test_a_performance_profile_is_that_of_dolan_and_more() -> None:
    chart = chart_of(table_of("sudoku", SUDOKUS), View(), ChartKind.PROFILE)
    dlx, branch = chart.lines
    # Ratios to the fastest: dlx 2, 1, 1; the single branch 1, none, 4.
    assert [(p.x, pytest.approx(p.y)) for p in dlx.points] == [(1, 2 / 3), (2, 1), (pytest.approx(4.4), 1)]
    assert [(p.x, pytest.approx(p.y)) for p in branch.points] == [(1, 1 / 3), (4, 2 / 3), (pytest.approx(4.4), 2 / 3)]
    assert (chart.x_log, chart.y_log, chart.steps) == (True, False, True)


def test_a_cactus_plot_sorts_what_was_solved() -> None:
    dlx, branch = chart_of(table_of("sudoku", SUDOKUS), View(), ChartKind.CACTUS).lines
    assert [(p.x, p.y) for p in dlx.points] == [(1, 0.001), (2, 0.002), (3, 0.004)]
    assert [(p.x, p.y) for p in branch.points] == [(1, 0.001), (2, 0.004)]


def test_against_size_there_are_whiskers_papers_points_and_estimates() -> None:
    scattered = [0.9, 0.95, 1.0, 1.05, 1.1]
    times = {"backtracking": {str(n): [3.0**n * 1e-6 * each for each in scattered] for n in range(8, 12)}}
    table = table_of("queens", times, "paper-000-table-2")
    table = replace(table, rows=(*table.plan.instances, "12"), titles={**table.titles, "12": "12"})
    (line,) = chart_of(table, View()).lines
    assert [p.x for p in line.points] == [8, 9, 10, 11]
    first = line.points[0]
    assert first.low == pytest.approx(first.y * 0.9)
    assert first.high == pytest.approx(first.y * 1.1)
    assert [p.x for p in line.paper] == [8, 9, 10, 11, 12]
    assert line.paper_label == "BT (paper, 2017)"
    assert b"BT (paper, 2017)" in exported(table, "pgf")
    assert [p.x for p in line.estimates] == [12]
    (estimate,) = line.estimates
    assert estimate.y == pytest.approx(3.0**12 * 1e-6, rel=0.01)
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low <= estimate.y <= estimate.high
    assert not chart_of(table, View(), ChartKind.LINEAR).y_log


def test_mean_and_deviation_by_size_have_a_line_through_them() -> None:
    """Document 003's figures 13 and 14."""
    times = {"2x2.csv#1": 1e-4, "2x2.csv#2": 3e-4, "2x3.csv#1": 6e-4, "3x3.csv#1": 1.1e-3, "empty-3x3": 9.0}
    table = table_of("sudoku", {"dlx": {instance: [seconds] * 3 for instance, seconds in times.items()}})
    assert ChartKind.CELLS in kinds(table)
    chart = chart_of(table, View(), ChartKind.CELLS)
    (line,) = chart.lines
    assert [p.x for p in line.points] == [16, 36, 81]
    assert (line.points[0].y, line.points[0].low, line.points[0].high) == pytest.approx((2e-4, 1e-4, 3e-4))
    first, last = line.trend
    assert (first.x, last.x) == (16, 81)
    fit = statistics.linear_regression([16, 36, 81], [2e-4, 6e-4, 1.1e-3])
    assert last.y == pytest.approx(fit.intercept + 81 * fit.slope)
    assert not chart.y_log
    (sentence,) = size_lines(table)
    assert sentence.startswith("dlx, search time: 16 cells 200 µs ± 100 µs, 36 cells 600 µs, 81 cells")
    assert "µs a cell, R² = 0." in sentence
    assert "Mean and deviation by size" in export(table, "md")
    assert size_lines(table, {"dlx"}) == []


def test_a_strip_has_every_run_and_hidden_columns_are_left_out() -> None:
    table = table_of("sudoku", SUDOKUS)
    chart = chart_of(table, View(), ChartKind.STRIP, "3x3.csv#3")
    assert [len(line.points) for line in chart.lines] == [5, 5]
    assert {p.y for p in chart.lines[0].points} == {0.001}
    assert chart.lines[1].middle == Point(1, 0.004, 0.004, 0.004)
    own = chart.lines[1].index
    chart = chart_of(table, View(hidden=frozenset({"dlx"})), ChartKind.STRIP)
    (line,) = chart.lines
    assert (line.label, line.index) == ("single-branch", own)  # its marker and colour stay


def test_one_algorithm_has_no_cactus() -> None:
    one = table_of("sudoku", {"dlx": SUDOKUS["dlx"]})
    assert kinds(one) == [ChartKind.SIZE, ChartKind.LINEAR, ChartKind.STRIP]
    assert set(ChartKind) - set(kinds(table_of("sudoku", SUDOKUS))) == {ChartKind.CELLS}  # all of one size
    two = {"2x2.csv#1": [0.001], "3x3.csv#1": [0.003]}
    assert kinds(table_of("sudoku", {"dlx": dict(two), "single-branch": dict(two)})) == list(ChartKind)


@pytest.mark.parametrize("kind", list(ChartKind))
def test_every_chart_is_written_in_every_form(kind: ChartKind) -> None:
    pytest.importorskip("matplotlib")
    sizes = {"2x2.csv#1": [0.001, 0.002], "2x3.csv#1": [0.003, 0.004], "3x3.csv#3": [0.006] * 3}
    table = table_of("sudoku", {"dlx": dict(sizes), "single-branch": dict(sizes)})
    svg = exported(table, "svg", kind=kind)
    ElementTree.fromstring(svg)
    assert b"single-branch" in svg
    assert exported(table, "svg", kind=kind) == svg
    assert exported(table, "png", kind=kind).startswith(b"\x89PNG")
    pgf = exported(table, "pgf", kind=kind).decode()
    assert pgf.count("\\addplot") == (4 if kind in (ChartKind.STRIP, ChartKind.CELLS) else 2)  # medians and trends
    assert pgf.count("{") == pgf.count("}")
    assert "\\addlegendentry{single-branch}" in pgf


def test_nothing_to_draw_and_no_matplotlib_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("sudoku", SUDOKUS)
    with pytest.raises(PlanError, match="nothing to draw"):
        exported(replace(table, cells={}), "pgf")
    with pytest.raises(PlanError, match="two sizes"):
        exported(table, "pgf", kind=ChartKind.CELLS)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(PlanError, match="extra 'plots'"):
        exported(table, "png")
    assert exported(table, "pgf")


def test_one_unit_a_column_in_latex() -> None:
    times: dict[str, dict[str, list[float] | None]] = {
        "dlx": {"6": [1.0e-4, 1.1e-4, 0.9e-4], "9": [2e-3, 2.1e-3, 1.9e-3], "10": [9e-3, 9.1e-3, 8.9e-3]},
        "dlx-s": {"6": [1e-5] * 3, "9": [1e-5] * 3, "10": [2.5e-5] * 3},
    }
    text = export(table_of("queens", times), "tex", View(Quantity.TIME))
    assert "\\toprule\nN & dlx / ms & dlx-s / $\\mu$s & solutions \\\\" in text
    assert "9 & $2.00 \\pm 0.10$ & $10.0 \\pm 0.0$ & 1 \\\\" in text
    assert "\\label{tab:queens-comparison-time}" in text
    assert "booktabs" in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX is installed")
def test_latex_takes_table_and_chart(tmp_path: Path) -> None:
    table = table_of("sudoku", SUDOKUS)
    scattered = {str(n): [3.0**n * 1e-6 * each for each in (0.9, 1.0, 1.1)] for n in range(8, 12)}
    paper = table_of("queens", {"backtracking": dict(scattered), "dlx-s": dict(scattered)}, "paper-000-table-2")
    charts = [exported(each, "pgf", kind=kind).decode() for each in (table, paper) for kind in kinds(each)]
    body = "\n\n".join([export(table, "tex"), export(paper, "tex"), *charts])
    packages = "".join(f"\\usepackage{{{name}}}" for name in ("booktabs", "pgfplots"))
    (tmp_path / "a.tex").write_text(
        f"\\documentclass{{article}}{packages}\\begin{{document}}{body}\\end{{document}}", encoding="utf-8"
    )
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"], cwd=tmp_path, check=True,
                   capture_output=True, timeout=120)  # fmt: skip
    assert re.search(rb"%PDF", (tmp_path / "a.pdf").read_bytes())
