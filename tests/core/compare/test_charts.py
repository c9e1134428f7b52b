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

from core import Goal
from core._drawing.chart import ChartKind, Point
from core.compare import Bound, Ending, Experiment, Key, Plan, PlanError, Quantity, Sample, Table
from core.compare._cell import CellStatus, TableCell
from core.compare._charts import chart_of, kinds
from core.compare._exports import export, exported
from core.compare._papers.by_size import size_lines
from core.compare._sweep import contestants
from core.compare._view import View
from tests import PATIENCE
from tests.core.compare.tables import cell, document_plan, noisy, plan
from tests.core.compare.tables import table as given_table


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
            cells[Key(label, instance)] = TableCell(Key(label, instance), status, samples)
    table = Experiment(plan).table
    return replace(table, cells=cells)


SUDOKUS: dict[str, dict[str, list[float] | None]] = {
    "dlx": {"3x3.csv#1": [0.002] * 5, "3x3.csv#2": [0.004] * 5, "3x3.csv#3": [0.001] * 5},
    "single-branch": {"3x3.csv#1": [0.001] * 5, "3x3.csv#2": None, "3x3.csv#3": [0.004] * 5},
}


def test_a_performance_profile_is_that_of_dolan_and_more() -> None:
    chart = chart_of(table_of("sudoku", SUDOKUS), View(), ChartKind.PROFILE)
    dlx, branch = chart.lines
    # Ratios to the fastest: dlx 2, 1, 1; the single branch 1, none, 4.
    assert [v for p in dlx.points for v in (p.x, p.y)] == pytest.approx([1, 2 / 3, 2, 1, 4.4, 1])
    assert [v for p in branch.points for v in (p.x, p.y)] == pytest.approx([1, 1 / 3, 4, 2 / 3, 4.4, 2 / 3])
    assert (chart.x_log, chart.y_log, chart.steps) == (True, False, True)


def test_a_cactus_plot_sorts_what_was_solved_and_has_the_rest_at_the_limit() -> None:
    made = table_of("sudoku", SUDOKUS)
    late = replace(made.cell("dlx", "3x3.csv#2"), status=CellStatus.LIMIT, bound=Bound.TIME, samples=())
    chart = chart_of(replace(made, cells={**made.cells, late.key: late}), View(), ChartKind.CACTUS)
    lines = chart.lines
    assert chart.title == "instances solved within a time, of 3; open: not within the limit"
    assert [line.label for line in lines] == ["dlx", "single-branch", "virtual best"]
    assert [[(p.x, p.y) for p in line.points] for line in lines] == [
        [(1, 0.001), (2, 0.002)], [(1, 0.001), (2, 0.004)], [(1, 0.001), (2, 0.001)],
    ]  # fmt: skip
    assert [[(p.x, p.y) for p in line.late] for line in lines] == [[(3, made.plan.timeout)], [], []]
    assert len({line.index for line in lines}) == 3


@pytest.mark.parametrize(("of", "ticks"), [(12, range(1, 13)), (13, range(2, 14, 2)), (130, range(20, 121, 20))])
def test_a_cactus_plot_counts_in_whole_numbers(of: int, ticks: range) -> None:
    made = given_table(plan("dlx", "dlx-s", instances=f"1-{of}"))
    assert chart_of(made, View(), ChartKind.CACTUS).ticks == tuple((x, str(x)) for x in ticks)


def test_against_size_there_are_whiskers_papers_points_and_estimates() -> None:
    scattered = [0.9, 0.95, 1.0, 1.0, 1.05, 1.1]
    times: dict[str, dict[str, list[float] | None]] = {
        "backtracking": {str(n): [3.0**n * 1e-6 * each for each in scattered] for n in range(8, 12)}
    }
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
    assert 3.0**12 * 1e-6 < estimate.y < 1.2 * 3.0**12 * 1e-6  # the factor may have risen
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


@pytest.mark.parametrize(
    ("quantity", "said"),
    [
        (Quantity.TIME, ("0", "1 ms", "1.50 s", "100 s", "86400 s")),
        (Quantity.NODES, ("0", "0.001", "1.50", "100", "86.4 k")),
        (Quantity.RATE, ("0", "0.001/s", "1.50/s", "100/s", "86.4 k/s")),
        (Quantity.MEMORY, ("0", "0 B", "2 B", "100 B", "84.4 KiB")),
    ],
)
def test_an_axis_writes_its_figures_without_zeros(quantity: Quantity, said: tuple[str, ...]) -> None:
    chart = chart_of(table_of("sudoku", SUDOKUS), View(quantity))
    assert tuple(map(chart.figure, (0.0, 1e-3, 1.5, 100.0, 86_400.0))) == said
    assert chart.seconds is (quantity is Quantity.TIME)


def test_a_strip_has_every_run_and_hidden_columns_are_left_out() -> None:
    table = table_of("sudoku", SUDOKUS)
    chart = chart_of(table, View(), ChartKind.STRIP, "3x3.csv#3")
    assert [len(line.points) for line in chart.lines] == [5, 5]
    assert {p.y for p in chart.lines[0].points} == {0.001}
    assert chart.lines[1].middle == Point(1, 0.004)  # five runs have no interval
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


def table_of_sizes() -> Table:
    sizes = {"2x2.csv#1": [0.001, 0.002], "2x3.csv#1": [0.003, 0.004], "3x3.csv#3": [0.006] * 3}
    return table_of("sudoku", {"dlx": dict(sizes), "single-branch": dict(sizes)})


@pytest.mark.parametrize("kind", ChartKind)
def test_every_chart_is_written_the_same_again(kind: ChartKind) -> None:
    assert exported(table_of_sizes(), "svg", kind=kind) == exported(table_of_sizes(), "svg", kind=kind)


@pytest.mark.optional
@pytest.mark.parametrize("kind", ChartKind)
def test_every_chart_is_written_in_every_form(kind: ChartKind) -> None:
    pytest.importorskip("matplotlib")
    table = table_of_sizes()
    svg = exported(table, "svg", kind=kind)
    ElementTree.fromstring(svg)
    assert b"single-branch" in svg
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


def has_latex(*packages: str) -> bool:
    """Whether there is a LaTeX that knows these packages."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    files = [f"{package}.sty" for package in packages]
    return subprocess.run(["kpsewhich", *files], capture_output=True, check=False).returncode == 0


def test_one_unit_a_column_in_latex() -> None:
    times: dict[str, dict[str, list[float] | None]] = {
        "dlx": {"6": [1.0e-4, 1.1e-4, 0.9e-4], "9": [2e-3, 2.1e-3, 1.9e-3] * 2, "10": [9e-3, 9.1e-3, 8.9e-3]},
        "dlx-s": {"6": [1e-5] * 3, "9": [1e-5] * 3, "10": [2.5e-5] * 3},
    }
    text = export(table_of("queens", times), "tex", View(Quantity.TIME))
    heading = "{N} & {dlx / \\si{\\ms}} & {$\\times$} & {dlx-s / \\si{\\us}} & {$\\times$} & {solutions} \\\\"
    assert f"\\toprule\n{heading}" in text
    assert "9 & 2.00(10) & 200 & 10.0 & 1.00 & 1 \\\\" in text  # whose runs took all the same time
    assert "\\label{tab:queens-comparison-time}" in text
    assert "booktabs" in text


@pytest.mark.slow
@pytest.mark.optional
@pytest.mark.skipif(not has_latex("booktabs", "siunitx", "pgfplots"), reason="no LaTeX is installed")
def test_latex_takes_table_and_chart(tmp_path: Path) -> None:
    table = table_of("sudoku", SUDOKUS)
    scattered = {str(n): [3.0**n * 1e-6 * each for each in (0.9, 1.0, 1.1)] for n in range(8, 12)}
    paper = table_of("queens", {"backtracking": dict(scattered), "dlx-s": dict(scattered)}, "paper-000-table-2")
    charts = [exported(each, "pgf", kind=kind).decode() for each in (table, paper) for kind in kinds(each)]
    ratios = export(replace(paper, reference="dlx-s"), "tex", View(Quantity.RELATIVE))
    body = "\n\n".join([export(table, "tex"), export(paper, "tex"), ratios, *charts])
    packages = "".join(f"\\usepackage{{{name}}}" for name in ("booktabs", "siunitx", "pgfplots"))
    (tmp_path / "a.tex").write_text(
        f"\\documentclass{{article}}{packages}\\begin{{document}}{body}\\end{{document}}", encoding="utf-8"
    )
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"], cwd=tmp_path, check=True,
                   capture_output=True, timeout=PATIENCE)  # fmt: skip
    assert re.search(rb"%PDF", (tmp_path / "a.pdf").read_bytes())


# Charts of given figures


@pytest.fixture(scope="module")
def grown() -> Table:
    """Three algorithms whose times grow by five; two of them have not come to the end."""
    rows = {"backtracking": (5, 1e-4), "dlx": (3, 3e-4), "dlx-s:order=text": (3, 1.01e-4)}
    cells = [
        cell((label, str(n)), noisy(first * 5 ** (n - 4), seed=n, nodes=nodes))
        for label, (count, first) in rows.items()
        for n, nodes in zip(range(4, 4 + count), (17, 54, 153, 552, 2057), strict=False)
    ]
    return given_table(plan(*rows, instances="4-8"), *cells)


SIZES = ["4", "5", "6", "7", "8"]


@pytest.mark.parametrize(
    ("kind", "title", "axes", "ticks", "drawn"),
    [
        (ChartKind.SIZE, "CPU time against N, logarithmic", ("N", "CPU time"), SIZES, "y_log joined"),
        (ChartKind.LINEAR, "CPU time against N, linear", ("N", "CPU time"), SIZES, "joined"),
        (ChartKind.CACTUS, "instances solved within a time, of 5", ("instances solved", "CPU time for each"),
         list("12345"), "y_log joined"),
        (ChartKind.PROFILE, "share of instances within τ times the fastest",
         ("τ, times the fastest", "share of instances"), [], "x_log joined steps"),
        (ChartKind.STRIP, "every run on N 8, in order, with the median", ("algorithm", "CPU time"),
         ["backtracking", "dlx", "dlx-s:order=text"], "y_log"),
    ],
)  # fmt: skip
def test_what_stands_around_a_chart(
    grown: Table, kind: ChartKind, title: str, axes: tuple[str, str], ticks: list[str], drawn: str
) -> None:
    chart = chart_of(grown, View(), kind)
    assert (chart.title, (chart.x_title, chart.y_title)) == (title, axes)
    assert [name for _, name in chart.ticks] == ticks
    assert " ".join(name for name in ("x_log", "y_log", "joined", "steps") if getattr(chart, name)) == drawn


def test_the_points_of_a_chart_and_what_is_estimated(grown: Table) -> None:
    slow, quick, text = chart_of(grown, View()).lines
    assert [p.x for p in slow.points] == [4, 5, 6, 7, 8]
    assert [p.y for p in slow.points] == pytest.approx([1e-4 * 5**k for k in range(5)], rel=0.02)
    assert (slow.points[0].low, slow.points[0].high) == pytest.approx((1.003e-4, 1.015e-4), rel=1e-3)
    assert slow.estimates == ()
    assert [p.x for p in quick.estimates] == [p.x for p in text.estimates] == [7, 8]
    first = quick.estimates[0]
    assert (first.y, first.low, first.high) == pytest.approx((0.04612, 0.03727, 0.0557), rel=2e-3)
    (_, nodes, _) = chart_of(grown, View(Quantity.NODES)).lines
    assert [(p.x, p.y) for p in nodes.points] == [(4, 17), (5, 54), (6, 153)]
    assert nodes.points[0].low is None
    estimated = nodes.estimates[0]
    assert (estimated.y, estimated.low, estimated.high) == pytest.approx((556.7, 433.5, 697.8), rel=5e-3)


def test_what_was_solved_within_a_time_and_within_a_factor(grown: Table) -> None:
    cactus = chart_of(grown, View(), ChartKind.CACTUS).lines
    assert [[p.x for p in line.points] for line in cactus] == [[1, 2, 3, 4, 5], [1, 2, 3], [1, 2, 3]]
    slow, quick, text = chart_of(grown, View(), ChartKind.PROFILE).lines
    assert [v for p in slow.points for v in (p.x, p.y)] == pytest.approx([1, 1, 3.3, 1])
    assert (quick.points[0].x, quick.points[0].y) == (1, 0)
    assert (quick.points[-1].x, quick.points[-1].y) == pytest.approx((3.3, 0.6))
    assert text.points[-1].y == 0.6


def test_every_run_has_its_place_beside_the_others(grown: Table) -> None:
    chart = chart_of(grown, View(), ChartKind.STRIP, "5")
    assert chart.title == "every run on N 5, in order, with the median"
    for place, line in enumerate(chart.lines):
        assert len(line.points) == 10
        assert (line.points[0].x, line.points[-1].x) == pytest.approx((place - 0.25, place + 0.25))
        assert line.middle is not None
        assert line.middle.x == place
    alone = given_table(plan("dlx", "dlx-s", instances="4"), cell(("dlx", "4"), noisy(1e-3, 1)))
    (line,) = chart_of(alone, View(), ChartKind.STRIP).lines
    assert [point.x for point in line.points] == [0]
    assert line.middle is not None
    assert (line.middle.low, line.middle.high) == (None, None)  # one run has no interval


def test_the_paper_s_figures_stand_beside_those_that_were_measured() -> None:
    shown = given_table(document_plan("paper-000-table-3", 4, 5, 7), cell(("dlx-s", "7"), noisy(1e-3, nodes=318)))
    papers = {
        line.paper_label: [p.y for p in line.paper]
        for line in chart_of(shown, View(Quantity.NODES)).lines
        if line.paper
    }
    assert papers == {
        "BT (paper, 2017)": [17, 54, 552], "DLX (paper, 2017)": [17, 54, 552], "DLX+S (paper, 2017)": [13, 46, 317],
    }  # fmt: skip


def test_a_chart_of_nothing() -> None:
    bare = given_table(plan("dlx", instances="4"))
    assert chart_of(bare, View()).empty
    assert kinds(bare) == [ChartKind.SIZE, ChartKind.LINEAR, ChartKind.STRIP]
    few = given_table(plan("dlx", "dlx-s", "backtracking", instances="4-5"), cell(("dlx", "4"), noisy(1e-3)),
                      cell(("dlx-s", "4"), noisy(3e-3)))  # fmt: skip
    for kind in kinds(few):  # who has solved nothing has no line
        assert [line.label for line in chart_of(few, View(), kind).lines] == ["dlx", "dlx-s"]
