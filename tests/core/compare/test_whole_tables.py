"""Whole tables whose figures are given, on the terminal and in every format: what stands where, in all states."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from statistics import median
from typing import Any

import pytest
from rich.console import Console

from core._cli.compare.live_table import picture
from core.compare import Bound, CellStatus, Ending, Key, Live, Quantity, RatioVerdict, Sample, Table
from core.compare._exports import export
from core.compare._findings import findings
from core.compare._tables_text import as_text
from core.compare._view import View, columns_by_value, rows_by_value
from tests.core.compare.tables import cell, document_plan, noisy, plan, table

HERE = {
    "machine": "lab", "processor": "A processor", "python": "CPython 3.11", "program": "x",
    "libraries": {"numba": "0.60"},
}  # fmt: skip
ALARM = "WRONG: dlx-s:order=text on N 7: 41 solutions; 40 are known"
SOURCE = "A processor · CPython 3.11 · Numba 0.60 · program x · same input each time, warm"
NAMES = "backtracking", "dlx", "dlx-s:order=text"


@pytest.fixture(scope="module")
def shown() -> Table:
    """Times that grow, one that cannot be told apart, one limit, one refusal, one wrong, one that waits."""
    nodes = {4: (2, 17), 5: (10, 54), 6: (4, 153), 7: (40, 552), 8: (92, 2057)}
    slow, quick, text = NAMES

    def given(label: str, n: int, seconds: float, seed: int, found: int, nodes: int, **more: Any) -> Any:
        return cell((label, str(n)), noisy(seconds * 5 ** (n - 4), seed=seed, solutions=found, nodes=nodes, **more))

    late = Sample(
        Ending.LIMIT, 60.0, 60.0, None, 3, 200, nodes=200, reason="not finished within 60 s", bound=Bound.TIME
    )
    cells = [given(slow, n, 1e-4, n, *counts, memory=1024 * n) for n, counts in nodes.items()]
    for n in (4, 5, 6):
        found, k = nodes[n]
        cells.append(given(quick, n, 3e-4, 9 + n, found, k, updates=13 * k, build_cpu_seconds=1e-5, memory=2048 * n))
    cells.append(cell((quick, "7"), (late,), CellStatus.LIMIT, reason=late.reason, bound=Bound.TIME))
    cells.append(cell((quick, "8"), (), CellStatus.REFUSED, reason="goes up to size 7"))
    for n, found, k in ((4, 2, 13), (5, 10, 46), (6, 4, 93)):
        cells.append(given(text, n, 1.01e-4, 20 + n, found, k, updates=13 * k))
    wrong = noisy(0.0131, 3, seed=77, solutions=41, nodes=334)
    cells.append(cell((text, "7"), wrong, CellStatus.WRONG, reason="41 solutions; 40 are known"))
    return table(plan(*NAMES, instances="4-8", repeat=5), *cells, environment=HERE, finished=True, experiment=3)


@pytest.fixture(scope="module")
def before(shown: Table) -> Table:
    """Some of its cells as they were in an earlier experiment."""
    figures = ((4, 1e-4, 10), (5, 4e-4, 10), (6, 30e-4, 10), (7, 0.011, 2))
    cells = [cell(("backtracking", str(n)), noisy(each, count, seed=n + 1)) for n, each, count in figures]
    return table(shown.plan, *cells, environment=HERE, experiment=2)


GROWTH = [
    "backtracking: search time × 4.98 to 5.04, nodes × 2.83 to 3.73 with each step of N; "
    "N = 8 as predicted from the sizes before (61.4 ms to 87.3 ms); "
    "estimates, not measured: N = 9: 363 ms (308 ms to 421 ms), N = 10: 2.28 s (1.52 s to 3.26 s)",
    "dlx: search time × 5.01 to 5.04, nodes × 2.83 to 3.18 with each step of N; "
    "estimates, not measured: N = 7: 46.5 ms (37.5 ms to 56.1 ms)",
    "dlx-s:order=text: search time × 4.98 to 5.00, nodes × 2.02 to 3.54 with each step of N; "
    "estimates, not measured: N = 8: 104 ms (61.9 ms to 165 ms)",
]
WARNINGS = ["limit: not finished within 60 s: dlx (N 7)", "refused: goes up to size 7: dlx (N 8)"]


def test_a_table_on_the_terminal(shown: Table) -> None:
    assert as_text(shown, View()).splitlines() == [
        f"!! {ALARM}",
        "N                 backtracking                       dlx             dlx-s:order=text  solutions",
        "4   101 µs ± 0.7 % · too close   311 µs ± 0.6 % · 3.10 ×   102 µs ± 0.7 % · too close          2",
        "5   507 µs ± 0.5 % · too close  1.53 ms ± 0.5 % · 3.01 ×   510 µs ± 0.7 % · too close         10",
        "6  2.53 ms ± 0.5 % · too close  7.63 ms ± 1.0 % · 3.01 ×  2.55 ms ± 0.7 % · too close          4",
        "7      12.6 ms ± 0.5 % · alone                  > 60.0 s                WRONG 13.2 ms    40 / 41",
        "8              62.9 ms ± 0.8 %                   refused                      waiting         92",
        "",
        "Growth:",
        *(f"  {line}" for line in GROWTH),
        "",
        "Warnings:",
        *(f"  {line}" for line in WARNINGS),
        "",
        f"{SOURCE} · experiment 3",
    ]


@pytest.mark.parametrize(
    ("quantity", "rows"),
    [
        (Quantity.NODES, ["4 | 17 | 17 | 13 | 2", "7 | 552 | limit | WRONG 334 | 40 / 41",
                          "8 | 2 057 | refused | waiting | 92"]),
        (Quantity.RATE, ["4 | 169 k/s | 56.4 k/s | 127 k/s | 2", "7 | 43.9 k/s | limit | WRONG 25.3 k/s | 40 / 41"]),
        (Quantity.SOLUTIONS, ["4 | 2 | 2 | 2 | 2", "7 | 40 | limit | WRONG 41 | 40"]),
        (Quantity.UPDATES, ["4 | – | 221 | 169 | 2", "6 | – | 1 989 | 1 209 | 4", "7 | – | limit | WRONG | 40 / 41"]),
        (Quantity.BUILD, ["4 | – | 10.0 µs ± 0.0 % | – | 2", "7 | – | > 60.0 s | WRONG | 40 / 41"]),
        (Quantity.SOLVE, ["4 | 101 µs ± 0.7 % | 301 µs ± 0.6 % | 102 µs ± 0.7 % | 2",
                          "7 | 12.6 ms ± 0.5 % | > 60.0 s | WRONG 13.2 ms | 40 / 41"]),
        (Quantity.MEMORY, ["4 | 4.00 KiB | 8.00 KiB | – | 2", "7 | 7.00 KiB | limit | WRONG | 40 / 41"]),
        (Quantity.RELATIVE, ["4 | 1.00 × | 3.10 ± 0.02 × | 1.00 to 1.02 × (cannot be told apart) | 2",
                             "7 | 1.00 × | limit | WRONG | 40 / 41"]),
        (Quantity.PAPER, ["4 | – | – | – | 2", "7 | – | limit | WRONG | 40 / 41"]),
    ],
)  # fmt: skip
def test_every_quantity_in_every_state(shown: Table, quantity: Quantity, rows: list[str]) -> None:
    lines = export(shown, "md", View(quantity)).splitlines()
    found = [line.strip("| ").replace("&gt;", ">") for line in lines if line.startswith("| ")]
    assert found[0].startswith("N | backtracking | dlx | dlx-s:order=text | ")
    by_n = {line[0]: line for line in found}
    assert [by_n[row[0]] for row in rows] == rows


def test_a_table_in_markdown_as_somebody_looks_at_it(shown: Table) -> None:
    view = View(Quantity.NODES, ("dlx-s:order=text",), frozenset({"dlx"}), ("8", "6"))
    assert export(shown, "md", view).splitlines() == [
        "## queens 4 … 8: backtracking, dlx, dlx-s:order=text",
        "",
        f"> **{ALARM}**",
        "",
        "Nodes:",
        "",
        "| N | dlx-s:order=text | backtracking | solutions |",
        "|---:|---:|---:|---:|",
        "| 8 | waiting | 2 057 | 92 |",
        "| 6 | 93 | 153 | 4 |",
        "| 4 | 13 | 17 | 2 |",
        "| 5 | 46 | 54 | 10 |",
        "| 7 | WRONG 334 | 552 | 40 / 41 |",
        "",
        "Growth:",
        "",
        *(f"- {line}" for line in GROWTH[::2]),
        "",
        f"{SOURCE} · experiment 3",
    ]


def test_a_table_in_latex(shown: Table) -> None:
    lines = export(shown, "tex").splitlines()
    assert lines[:19] == [
        r"% needs \usepackage{booktabs,siunitx}",
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\textbf{{{ALARM}}}\\",
        r"\caption{Median CPU time to count the solutions of N queens, for each N, "
        r"with half the width of its 95 \% interval, and how many times as long as the least of its row ($\times$).}",
        r"\label{tab:queens-comparison-time}",
        r"\sisetup{separate-uncertainty}",
        r"\begin{tabular}{S[table-format=1.0]S[table-format=2.5(5)]S[table-format=1.2]S[table-format=1.4(3)]"
        r"S[table-format=1.3(2)]S[table-format=1.5(4)]"
        r"S[table-format=1.4(3),table-space-text-post={\textsuperscript{*}}]S[table-format=2.0]}",
        r"\toprule",
        r"{N} & {backtracking / \si{\ms}} & {$\times$} & {dlx / \si{\ms}} & {$\times$} & "
        r"{dlx-s:order=text / \si{\ms}} & {$\times$} & {solutions} \\",
        r"\midrule",
        r"4 & 0.10063(70) & 1.00 & 0.3115(18) & 3.099(21) & 0.10239(70) & 1.011(11){\textsuperscript{*}} & 2 \\",
        r"5 & 0.5074(24) & 1.00 & 1.5297(72) & 3.009(18) & 0.5101(36) & 1.0079(72){\textsuperscript{*}} & 10 \\",
        r"6 & 2.529(13) & 1.00 & 7.630(73) & 3.014(26) & 2.553(18) & 1.0088(73){\textsuperscript{*}} & 4 \\",
        r"7 & 12.586(60) & {alone} & {$>$ 60.0 s} &  & {WRONG 13.2 ms} &  & {40 / 41} \\",
        r"8 & 62.94(52) &  & {refused} &  & {waiting} &  & 92 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
    ]
    note = r"\smallskip{\footnotesize {\textsuperscript{*}}cannot be told apart from the least of its row}"
    assert lines[19:21] == [note, ""]
    assert lines[21].startswith(r"\smallskip{\footnotesize A processor $\cdot$ CPython 3.11 $\cdot$ Numba 0.60")
    said = [line.replace("×", r"$\times$") for line in GROWTH]
    assert lines[22:] == [
        r"\end{table}", r"\begin{itemize}", *(rf"\item {line}" for line in (*said, *WARNINGS)), r"\end{itemize}",
    ]  # fmt: skip


def test_a_table_in_csv(shown: Table, before: Table) -> None:
    rows = list(csv.DictReader(io.StringIO(export(shown, "csv", None, before))))
    assert [
        (row["instance"], row["algorithm"], row["parameters"], row["status"], row["alarm"]) for row in rows[9:]
    ] == [
        ("7", "backtracking", "", "complete", ""),
        ("7", "dlx", "", "limit", ""),
        ("7", "dlx-s", "order=text", "wrong", "WRONG"),
        ("8", "backtracking", "", "complete", ""),
        ("8", "dlx", "", "refused", ""),
        ("8", "dlx-s", "order=text", "waiting", ""),
    ]
    first, limit = rows[1], rows[10]
    texts = {"family": "queens", "goal": "count", "solutions": "2", "known": "2", "nodes": "17", "updates": "221",
             "runs": "10", "disturbed_runs": "0", "memory_bytes": "8192"}  # fmt: skip
    assert texts.items() <= first.items()
    seconds = {"median_s": 311.5e-6, "low_s": 311.1e-6, "high_s": 314.3e-6, "min_s": 310.8e-6, "max_s": 315.1e-6,
               "q1_s": 311.2e-6, "q3_s": 314.1e-6, "build_s": 1e-5, "search_s": 301.5e-6, "wall_s": 301.5e-6,
               "nodes_per_s": 56390.6, "relative": 3.0992, "relative_low": 3.0841, "relative_high": 3.1262}  # fmt: skip
    assert {name: float(first[name]) for name in seconds} == pytest.approx(seconds, rel=1e-3)
    assert len(first["samples_s"].split()) == 10
    assert (limit["solutions"], limit["nodes"], limit["median_s"], limit["reason"]) == (
        "3", "200", "", "not finished within 60 s",
    )  # fmt: skip
    compared = {row["instance"]: row["beyond_noise"] for row in rows if row["algorithm"] == "backtracking"}
    assert compared == {"4": "False", "5": "True", "6": "True", "7": "", "8": ""}
    assert float(rows[3]["baseline_s"]) == pytest.approx(0.000404591, rel=1e-5)
    over = [float(rows[3][f"ours_over_baseline{end}"]) for end in ("", "_low", "_high")]
    assert over == pytest.approx([1.25507, 1.18007, 1.32952], rel=1e-5)


def test_a_table_in_json_beside_another(shown: Table, before: Table) -> None:
    found = json.loads(export(shown, "json", View(), before))
    assert sorted(found) == ["alarms", "baseline", "cells", "environment", "experiment", "finished", "growth", "plan",
                             "remarks", "schema", "summary", "view", "wrong"]  # fmt: skip
    assert (found["wrong"], found["alarms"], found["experiment"], found["finished"]) == (True, [ALARM], 3, True)
    told = {each["instance"]: each.get("against_baseline") for each in found["cells"] if each["algorithm"] == "dlx"}
    assert set(told.values()) == {None}
    (slower,) = (each["against_baseline"] for each in found["cells"][3:4])
    assert slower == {"factor": pytest.approx(1.25507, rel=1e-5), "low": pytest.approx(1.18007, rel=1e-5),
                      "high": pytest.approx(1.32952, rel=1e-5), "beyond_noise": True, "verdict": "slower"}  # fmt: skip


def test_a_baseline_is_slower_faster_too_short_or_not_to_be_told_apart(shown: Table, before: Table) -> None:
    assert [group.title for group in findings(shown, before)] == [
        "Alarms",
        "Growth",
        "Warnings",
        "Against experiment 2",
    ]
    assert list(findings(shown, before)[-1].lines) == [
        "backtracking, N 4: cannot be told apart from the baseline: 0.94 to 1.05 times as long",
        "backtracking, N 5: slower: 1.26 ± 0.07 times as long as the baseline",
        "backtracking, N 6: faster: 0.84 ± 0.05 times as long as the baseline",
        "backtracking, N 7: too few runs to tell: 1.13 times as long as the baseline",
    ]
    elsewhere = findings(shown, replace(before, environment={}))[-1].lines
    assert elsewhere[0] == "the baseline was measured on another machine or by another Python"


def test_the_order_by_a_row_or_a_column(shown: Table) -> None:
    assert columns_by_value(shown, "6", Quantity.NODES) == ("dlx-s:order=text", "backtracking", "dlx")
    assert rows_by_value(shown, "dlx", Quantity.TIME) == ("6", "5", "4", "7", "8")
    few = table(plan("dlx", "dlx-s", "backtracking", instances="4-5"), cell(("dlx", "4"), noisy(1e-3, nodes=1)),
                cell(("dlx-s", "4"), noisy(3e-3, nodes=0)))  # fmt: skip
    assert columns_by_value(few, "4", Quantity.NODES) == ("dlx-s", "dlx", "backtracking")  # none are fewer than one


def test_who_wins_a_row(shown: Table) -> None:
    winners = {n: [each.key.label for each in shown.winners(n)] for n in shown.plan.instances}
    both = ["backtracking", "dlx-s:order=text"]
    assert winners == {"4": both, "5": both, "6": both, "7": ["backtracking"], "8": []}  # one waits


def test_how_a_column_grows(shown: Table) -> None:
    assert [n for n, _ in shown.points("backtracking", Quantity.SOLVE)] == [4, 5, 6, 7, 8]
    for quantity, factor, determination in ((Quantity.SOLVE, 5.0009, 1.0), (Quantity.NODES, 3.3166, 0.9979)):
        growth = shown.growth("backtracking", quantity)
        assert growth is not None
        assert (growth.first, growth.last) == (4, 8)
        assert (growth.factor, growth.determination) == pytest.approx((factor, determination), abs=1e-4)


def test_a_failure_is_the_first_thing_in_every_format_and_escaped() -> None:
    failed = table(
        plan("dlx", "backtracking", instances="4-5"), cell(("dlx", "4"), noisy(1e-3, solutions=2)),
        cell(("backtracking", "4"), noisy(2e-3, solutions=3)), cell(("dlx", "5"), noisy(1e-3, solutions=10)),
        cell(("backtracking", "5"), (), CellStatus.FAILED, reason="ValueError: 50 % & more_"),
    )  # fmt: skip
    alarm = "FAILED: backtracking on N 5: ValueError: 50 % & more_"
    assert failed.alarms == (alarm,)
    assert as_text(failed, View()).splitlines()[0] == f"!! {alarm}"
    markdown = export(failed, "md").splitlines()
    assert markdown[2] == r"> **FAILED: backtracking on N 5: ValueError: 50 % &amp; more\_**"
    assert markdown[8:10] == [
        "| 4 | 1.01 ms ± 0.7 % · fastest | 2.02 ms ± 0.7 % · 2.00 × | 2 / 3 |",
        "| 5 | 1.01 ms ± 0.7 % · alone | failed | 10 |",
    ]
    assert (
        export(failed, "tex")
        .splitlines()[3]
        .startswith(r"\textbf{FAILED: backtracking on N 5: ValueError: 50 \% \& more\_}")
    )


PAPER = [
    "N | backtracking | paper (BT) | dlx | paper (DLX) | dlx-s | paper (DLX+S) "
    "| dlx-s:order=text (DLX+S as described) | solutions",
    "4 | 17 | 17 = | 17 | 17 = | 13 | 13 = | 13 | 2",
    "7 | 552 | 552 = | 552 | 552 = | 318 | 317 ≠ | 334 | 40",
    "8 | 2 057 | 2 057 = | 2 057 | 2 057 = | 980 | 980 = | 1 000 | 92",
]


def columns(line: str) -> str:
    """A row of a table on the terminal, its columns told apart by bars."""
    return " | ".join(re.split("  +", line))


def test_a_document_s_table_beside_the_figures_that_were_measured() -> None:
    nodes = {"backtracking": (17, 552, 2057), "dlx": (17, 552, 2057), "dlx-s": (13, 318, 980),
             "dlx-s:order=text": (13, 334, 1000)}  # fmt: skip
    cells = [
        cell((label, str(n)), noisy(1e-4 * 4 ** (n - 4) * k, seed=n + k, nodes=found, solutions=solutions))
        for k, (label, row) in enumerate(nodes.items(), 1)
        for n, found, solutions in zip((4, 7, 8), row, (2, 40, 92), strict=True)
    ]
    shown = table(document_plan("paper-000-table-3", 4, 7, 8), *cells, environment=HERE)
    lines = as_text(shown, View(Quantity.NODES)).splitlines()
    assert [columns(line) for line in lines[:4]] == PAPER
    assert len({len(line) for line in lines[:4]}) == 1  # they are aligned
    assert lines[4:8] == [
        "",
        "Claims of the document:",
        "  ✗ Node counts equal those of Table 3: does not hold here (8 of 9 cells; the table has 39)",
        "  ✓ DLX without S visits the same nodes as backtracking and is slower: holds here "
        "(same nodes in 3 of 3 rows, search slower in 3 of 3; "
        "at N = 8, DLX takes 2.00 ± 0.01 times as long as backtracking)",
    ]
    veneroso = (
        "Veneroso 2017, Cobertura exata por conjuntos; its times: Python on a 2.6 GHz Intel Core i5 (MacBook Pro)"
    )
    assert lines[-1] == f"{SOURCE} · the paper: {veneroso}"
    times = [columns(line) for line in as_text(shown, View(Quantity.TIME)).splitlines()]
    assert times[0].startswith("N | backtracking | paper (BT; × ours) | dlx | paper (DLX; × ours) | dlx-s | ")
    assert times[1] == (
        "4 | 101 µs ± 0.5 % · fastest | 53 µs (0.52 ×) | 202 µs ± 0.5 % · 1.99 × | 0.24 ms (1.19 ×) "
        "| 302 µs ± 0.5 % · 2.98 × | 0.23 ms (0.76 ×) | 403 µs ± 0.8 % · 3.98 × | 2"
    )
    markdown = export(shown, "md", View(Quantity.NODES))
    assert (
        "- ✗ Node counts equal those of Table 3: does not hold here (8 of 9 cells; the table has 39)"
        in markdown.splitlines()
    )
    tex = export(shown, "tex", View(Quantity.NODES)).splitlines()
    assert r"\item Node counts equal those of Table 3: does not hold here (8 of 9 cells; the table has 39)" in tex
    assert r"8 & 2057 & 2057 & 2057 & 2057 & 980 & 980 & 1000 & 92 \\" in tex


# A table that fills on a terminal


def filling(of: Table, height: int) -> list[str]:
    lines = Console(width=96, color_system=None).render_lines(picture(of, height), pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def test_a_small_table_fills_on_a_terminal() -> None:
    small = table(plan("dlx", "dlx-s", instances="4-5"), cell(("dlx", "4"), noisy(1e-3, 1)),
                  cell(("dlx", "5"), noisy(3e-3, 3)), cell(("dlx-s", "5"), noisy(2e-3, 3)))  # fmt: skip
    assert filling(small, 9) == [
        "queens 4 … 5: dlx, dlx-s",
        "N      dlx    dlx-s",
        "4  1.00 ms  waiting",
        "5  3.05 ms  2.03 ms",
    ]


def test_a_long_table_fills_around_the_run_that_is_being_made() -> None:
    live = Live("measuring", 2, 0.25, 12, 34567, 0.125)
    running = cell(("dlx-s", "24"), noisy(1e-3, 2), CellStatus.RUNNING, live=live)
    failed = cell(("dlx", "25"), (), CellStatus.FAILED, reason="KeyError: 'x'")
    long = table(plan("dlx", "dlx-s", instances="4-40", repeat=5),
                 *(cell(("dlx", str(n)), noisy(1e-3 * n)) for n in range(4, 25)), running, failed)  # fmt: skip
    lines = filling(long, 12)
    assert [line.split()[0] for line in lines[2:14]] == [str(n) for n in range(16, 28)]
    assert lines[10:12] == ["24  24.2 ms  ▸ 1.01 ms", "25   failed    waiting"]
    assert lines[14:] == [
        "not shown: 4–15, 28–40",
        "FAILED: dlx on N 25: KeyError: 'x'",
        "▸ dlx-s, N 24: measuring, run 3 of 5 · 250 ms · 34 567 steps · 12 found · 12 %",
    ]
    assert len(filling(long, 100)) == 2 + 37 + 2
    begun = replace(long, cells={**long.cells, Key("dlx-s", "24"): replace(running, live=Live("preparing"))})
    lines = filling(begun, 4)
    assert lines[6] == "not shown: 4–20, 25–40"
    assert lines[-1] == "▸ dlx-s, N 24: preparing, run 1 of 5 · 0 s · 0 steps · 0 found"


def test_nobody_is_faster_than_the_fastest() -> None:
    """Medians and rounds can disagree: what was quicker in all rounds but one has the greater median here."""
    one = [1.0] * 12 + [2.0] * 12
    other = [0.9] * 11 + [1.9] + [1.8] * 12
    cells = [
        cell((key, "4"), tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1, nodes=1) for each in seconds))
        for key, seconds in (("dlx", one), ("bitmask", other))
    ]
    row = table(plan("dlx", "bitmask", instances="4"), *cells)
    assert median(one) < median(other)
    assert row.fastest("4") == cells[1]
    ratio = row.ratio(cells[0])
    assert ratio is not None
    assert ratio.verdict is RatioVerdict.SLOWER
