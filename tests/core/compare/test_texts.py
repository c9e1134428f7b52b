"""Figures as people read them, and whole tables as text, Markdown and LaTeX.  The figures are given."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace

import pytest

from core import Engine
from core._drawing.latex import latex
from core.compare import Bound, CellStatus, Contestant, Ending, Interval, Key, Plan, Quantity, Sample, Table, TimeRatio
from core.compare._cell import TableCell
from core.compare._exports import export, facts
from core.compare._tables_text import as_latex, as_markdown, as_text, source_line
from core.compare._text import cell_text, grid, paper_text, ratio_text, run_text, solutions_text, spans, value_text
from core.compare._view import View, first_view
from tests.core.compare.tables import cell, document_plan, runs, table

NAMES = ("dlx", "dlx-s")


def plan(**changes: object) -> Plan:
    return Plan("queens", ("8", "9"), tuple(map(Contestant, NAMES)), **changes)  # type: ignore[arg-type]


def measured(**changes: object) -> Table:
    """DLX in 0.2 and 2 s, DLX + S in a quarter of that."""
    cells = [
        cell((label, n), runs(seconds / part, nodes=2057 * part, solutions=found, engine=Engine.COMPILED))
        for label, part in zip(NAMES, (1, 4), strict=True)
        for n, seconds, found in (("8", 0.2, 92), ("9", 2.0, 352))
    ]
    return table(plan(), *cells, **changes)


@pytest.mark.parametrize(
    ("value", "quantity", "text"),
    [
        (0.0123, Quantity.TIME, "12.3 ms"),
        (1.234, Quantity.RELATIVE, "1.23 ×"),
        (999.4, Quantity.PAPER, "999 ×"),
        (1000.0, Quantity.RELATIVE, "1 000 ×"),
        (1234567.0, Quantity.NODES, "1 234 567"),
        (2.5e6, Quantity.RATE, "2.50 M/s"),
        (3 << 20, Quantity.MEMORY, "3.00 MiB"),
    ],
)
def test_a_figure_has_its_unit(value: float, quantity: Quantity, text: str) -> None:
    assert value_text(value, quantity) == text


@pytest.mark.parametrize(
    ("factor", "margin", "text"),
    [(1.3149, 0.04, "1.31 ± 0.04"), (1.3149, 0.4, "1.31 ± 0.40"), (13.149, 4.0, "13.1 ± 4.0"),
     (0.0123, 0.0004, "0.012 ± 0.001"),
     (1.0, 0.0, "1.00 ± 0.01"), (140.0, 20.0, "140 ± 20"), (1000.0, 0.2, "1 000 ± 1"), (2.0, float("inf"), "2.00")],
)  # fmt: skip
def test_a_ratio_has_as_many_figures_as_its_interval_allows(factor: float, margin: float, text: str) -> None:
    assert ratio_text(TimeRatio(factor, Interval(factor - margin, factor + margin), True)) == text


def test_what_a_cell_shows_where_there_is_no_figure() -> None:
    bare = table(plan())
    key = Key("dlx", "8")

    def shown(status: CellStatus, *samples: Sample, quantity: Quantity = Quantity.TIME, **more: object) -> str:
        made = TableCell(key, status, samples, **more)  # type: ignore[arg-type]
        return cell_text(replace(bare, cells={**bare.cells, key: made}), made, quantity)

    partial = Sample(Ending.LIMIT, 2.5, 2.5, None, 3, 5, nodes=5)
    assert shown(CellStatus.WAITING) == "waiting"
    assert shown(CellStatus.UNPLANNED) == "–"
    assert shown(CellStatus.COMPLETE) == "–"
    assert shown(CellStatus.REFUSED) == "refused"
    assert shown(CellStatus.LIMIT, partial) == "> 2.50 s"
    assert shown(CellStatus.LIMIT, partial, bound=Bound.MEMORY) == "limit"
    assert shown(CellStatus.LIMIT, partial, quantity=Quantity.NODES) == "limit"
    (run,) = runs(2.5, 1)
    assert shown(CellStatus.GAVE_UP, replace(run, ending=Ending.GAVE_UP)) == "gave up 2.50 s"
    assert shown(CellStatus.WRONG, run) == "WRONG 2.50 s"
    assert shown(CellStatus.WRONG) == "WRONG"


def test_beside_a_figure_stands_the_paper_s() -> None:
    name = "paper-000-table-3"
    found = table(
        document_plan(name, 8),
        cell(("dlx", "8"), runs(0.03108, 1, nodes=2057)),
        cell(("dlx-s", "8"), runs(1.0, nodes=981)),
    )
    assert paper_text(found, found.cell("dlx", "8"), Quantity.NODES) == "2 057 ="
    assert paper_text(found, found.cell("dlx-s", "8"), Quantity.NODES) == "980 ≠"
    assert paper_text(found, found.cell("dlx", "8"), Quantity.TIME) == "31.08 ms (1.00 ×)"
    assert paper_text(found, found.cell("backtracking", "8"), Quantity.TIME) == "9.27 ms"
    assert paper_text(found, found.cell("dlx", "8"), Quantity.MEMORY) == ""


def test_the_columns_of_a_table() -> None:
    shown = measured()
    view = first_view(shown)
    assert grid(shown, replace(view, quantity=Quantity.NODES)) == (
        ["N", "dlx", "dlx-s", "solutions"], [["8", "2 057", "8 228", "92"], ["9", "2 057", "8 228", "352"]],
    )  # fmt: skip
    header, rows = grid(shown, replace(view, quantity=Quantity.SOLUTIONS))
    assert header == ["N", "dlx", "dlx-s", "known"]
    assert rows[0] == ["8", "92", "92", "92"]
    _, rows = grid(shown, replace(view, quantity=Quantity.TIME), intervals=True)
    assert rows[0][1:3] == ["201 ms ± 0.3 % · 4.00 ×", "50.2 ms ± 0.3 % · fastest"]
    _, rows = grid(shown, replace(view, quantity=Quantity.RELATIVE))
    assert rows[0][1:3] == ["4.00 ± 0.01 ×", "1.00 ×"]


def test_what_was_found_is_told_once_where_all_agree() -> None:
    shown = measured()
    assert solutions_text(shown, "8") == "92"
    odd = cell(("dlx", "8"), runs(0.2, solutions=1091))
    assert solutions_text(replace(shown, cells={**shown.cells, odd.key: odd}), "8") == "92 / 1 091"
    bare = table(document_plan("paper-000-table-3", 8))
    assert solutions_text(bare, "8") == "92"
    assert solutions_text(table(plan()), "8") == ""


def test_long_lists_of_names_are_cut_with_their_number() -> None:
    assert spans(["b", "a", "c", "d", "e", "f"]) == "b, a, c, d, e, f"
    assert spans(["b", "a", "c", "d", "e", "f", "g"]) == "b, a, c, d, e and 2 more"
    assert spans(["10", "9", "4", "6", "5", "11"]) == "4–6, 9–11"


def test_which_run_is_being_made() -> None:
    assert run_text(plan(repeat=5, precision=None), 1) == "run 2 of 5"
    assert run_text(plan(repeat=5, precision=0.05), 1) == "run 2"


# Whole tables


def test_where_the_figures_come_from() -> None:
    here = {"python": "3.12.1", "processor": "Zen"}
    dated = measured(environment=here, experiment=7)
    assert source_line(dated).endswith("experiment 7")
    first = cell(("dlx", "8"), runs(1.0, recorded=86400.0 * 365.5))
    stamped = replace(dated, cells={**dated.cells, first.key: first})
    assert " · 1971-01-01 · experiment 7" in source_line(stamped)
    paper = table(document_plan("paper-000-table-3", 8))
    assert source_line(paper).endswith("conjuntos; its times: Python on a 2.6 GHz Intel Core i5 (MacBook Pro)")


def test_a_table_for_the_terminal_is_aligned() -> None:
    shown = measured()
    lines = as_text(shown, replace(first_view(shown), quantity=Quantity.NODES)).splitlines()
    assert lines[:4] == ["N    dlx  dlx-s  solutions", "8  2 057  8 228         92", "9  2 057  8 228        352", ""]
    assert "Alarms:" not in lines
    assert as_text(shown, first_view(shown), replace(shown, experiment=3)).count("Against experiment 3:") == 1


def test_markdown_and_latex_hold_the_figures_with_their_intervals() -> None:
    shown = measured()
    view = replace(first_view(shown), quantity=Quantity.TIME)
    markdown = as_markdown(shown, view).splitlines()
    assert markdown[2] == "Time (median CPU time, with its 95 % interval):"
    assert "|---:|---:|---:|---:|" in markdown
    assert "| 8 | 201 ms ± 0.3 % · 4.00 × | 50.2 ms ± 0.3 % · fastest | 92 |" in markdown
    tex = as_latex(shown, view)
    columns = "S[table-format=1.0]S[table-format=1.5(3)]S[table-format=1.2]S[table-format=3.2(3)]rS[table-format=3.0]"
    assert rf"\begin{{tabular}}{{{columns}}}" in tex
    assert r"{N} & {dlx / \si{\s}} & {$\times$} & {dlx-s / \si{\ms}} & {$\times$} & {solutions} \\" in tex
    assert r"8 & 0.20090(70) & 4.00 & 50.22(18) & {fastest} & 92 \\" in tex
    assert r"9 & 2.0090(70) & 4.00 & 502.2(18) & {fastest} & 352 \\" in tex
    assert r"\pm" not in tex
    relative = as_latex(shown, replace(view, quantity=Quantity.RELATIVE))
    assert r"8 & 4.00 & 1.00 & 92 \\" in relative
    nodes = as_latex(shown, replace(view, quantity=Quantity.NODES))
    assert r"8 & 2057 & 8228 & 92 \\" in nodes
    memory = as_latex(shown, replace(view, quantity=Quantity.MEMORY))
    assert r"{N} & {dlx} & {dlx-s} & {solutions} \\" in memory
    paper = table(document_plan("paper-000-table-3", 8), cell(("dlx", "8"), runs(0.5, 1)))
    assert r"{dlx / \si{\ms}} & {DLX (paper) / \si{\ms}}" in as_latex(paper, View(Quantity.TIME))
    assert r" & 500 & 31.08 & " in as_latex(paper, View(Quantity.TIME))


@pytest.mark.parametrize(
    ("seconds", "unit", "figure"),
    [(2.0, "s", "2.00"), (0.012, "ms", "12.0"), (3.4e-5, "us", "34.0"), (5e-7, "ns", "500"), (5e-10, "ns", "0.500")],
)  # fmt: skip
def test_a_column_in_latex_has_the_unit_that_suits_it(seconds: float, unit: str, figure: str) -> None:
    tex = as_latex(table(plan(), cell(("dlx", "8"), runs(seconds, 1))), View(Quantity.TIME))
    assert rf"{{N}} & {{dlx / \si{{\{unit}}}}} & {{dlx-s}} & {{solutions}}" in tex
    assert f"8 & {figure} & {{waiting}} & 1" in tex


def test_latex_sees_no_commands() -> None:
    assert latex("more than 2⁶³") == r"more than 2\textsuperscript{6}\textsuperscript{3}"
    assert latex("50 % of a_b & {x} ± 3 µs\x1b") == r"50 \% of a\_b \& \{x\} $\pm$ 3 $\mu$s?"


# Facts of a cell


def test_the_facts_of_a_cell() -> None:
    shown = measured()
    found = facts(shown, shown.cell("dlx", "8"))
    assert (found["family"], found["instance"], found["algorithm"], found["goal"]) == ("queens", "8", "dlx", "count")
    assert (found["status"], found["alarm"], found["solutions"], found["known"]) == ("complete", "", 92, 92)
    assert (found["runs"], found["disturbed_runs"], found["engine"]) == (10, 0, "compiled")
    times = sorted(run.total_seconds for run in runs(0.2))
    assert (found["min_s"], found["max_s"]) == (times[0], times[-1])
    assert times[0] <= found["low_s"] < found["q1_s"] + 1e-3 < found["q3_s"] + 1e-3
    assert found["q1_s"] < found["median_s"] < found["q3_s"]
    assert found["relative"] == pytest.approx(4.0, rel=0.01)
    assert found["relative_low"] <= found["relative"] <= found["relative_high"]
    assert found["nodes_equal_paper"] is None
    assert len(found["samples_s"].split()) == 10
    alone = table(plan(), cell(("dlx", "8"), runs(0.2, 1)))
    assert facts(alone, alone.cell("dlx", "8"))["relative_low"] is None
    limit = cell(("dlx", "8"), (Sample(Ending.LIMIT, 1.0, 1.0, None, 3, 5, nodes=6, updates=7),), CellStatus.LIMIT)
    partial = facts(table(plan(), limit), limit)
    assert (partial["solutions"], partial["nodes"], partial["updates"], partial["median_s"]) == (3, 6, 7, None)


def test_a_baseline_adds_its_columns() -> None:
    now = measured()
    before = replace(
        now, cells={key: replace(each, samples=each.samples[:5]) for key, each in now.cells.items()}, experiment=4
    )
    header, first, *_ = export(now, "csv", None, before).splitlines()
    extra = "baseline_s,ours_over_baseline,ours_over_baseline_low,ours_over_baseline_high,beyond_noise,baseline_verdict"
    assert header.endswith(extra)
    assert first.split(",")[-2:] == ["False", "cannot be told apart"]
    assert "baseline" not in export(now, "csv").splitlines()[0]


def test_every_export_has_the_same_verdict_and_an_interval_that_agrees() -> None:
    now = measured()
    rows = list(csv.DictReader(io.StringIO(export(now, "csv"))))
    data = json.loads(export(now, "json"))["cells"]
    assert [row["verdict"] for row in rows] == [cell["verdict"] or "" for cell in data]
    assert {"fastest", "slower"} <= {row["verdict"] for row in rows}
    for each in data:
        if each["verdict"] not in (None, "fastest"):
            leaves_out_1 = not each["relative_low"] <= 1 <= (each["relative_high"] or math.inf)
            assert leaves_out_1 is (each["verdict"] in ("slower", "faster"))


def test_latex_without_findings_has_no_empty_list() -> None:
    """LaTeX takes a list without items for a mistake."""
    bare = table(plan(), cell(("dlx", "8"), runs(2.0, 1)))
    assert "itemize" not in as_latex(bare, View(Quantity.NODES))
    shown = measured()
    assert r"\begin{itemize}" in as_latex(shown, View(Quantity.TIME), replace(shown, experiment=3))
