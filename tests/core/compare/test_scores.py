"""All instances of a table in a line for each algorithm, by hand; in every text and export."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from core.compare import Ending, Sample, Table
from core.compare._cell import CellStatus, TableCell
from core.compare._exports import export
from core.compare._scores import Scores, scores
from core.compare._tables_text import as_text
from core.compare._view import View
from tests.core.compare.tables import cell, noisy, plan, table

LIMIT, REFUSED, GAVE_UP = CellStatus.LIMIT, CellStatus.REFUSED, CellStatus.GAVE_UP
INSTANCES = [str(n) for n in range(4, 16)]


def measured(label: str, times: Sequence[float | CellStatus]) -> list[TableCell]:
    """Runs of each time, or a cell that was not solved."""
    cells = []
    for place, (instance, seconds) in enumerate(zip(INSTANCES, times, strict=False)):
        key = label, instance
        if not isinstance(seconds, CellStatus):
            cells.append(cell(key, noisy(seconds, seed=place)))
        elif seconds is GAVE_UP:
            cells.append(cell(key, (Sample(Ending.GAVE_UP, 0.001, 0.001, None, 0, 1),), seconds))
        else:
            cells.append(cell(key, (), seconds))
    return cells


def made(times: Mapping[str, Sequence[float | CellStatus]], **changes: object) -> Table:
    """A table with these times; the others wait.  Dlx-s hardly differs from what has the same times."""
    count = max(map(len, times.values()))
    asked = plan(*times, instances=f"4-{3 + count}", repeat=10, timeout=60.0, **changes)
    return table(asked, *(each for label, row in times.items() for each in measured(label, row)))


TWELVE = made({
    "dlx": [2e-3] * 6 + [4e-3] * 6,
    "bitmask": [1e-3] * 6 + [4e-3] * 4 + [LIMIT, GAVE_UP],
    "backtracking": [3e-3] * 3 + [5.2e-3] * 3 + [REFUSED] * 6,
})  # fmt: skip


def lines(found: Scores | None) -> dict[str, list[str]]:
    """The grid by algorithm."""
    assert found is not None
    header, rows = found.grid
    return {header[0]: header[1:]} | {row[0]: row[1:] for row in rows}


def test_the_figures_are_those_of_competitions() -> None:
    found = scores(TWELVE)
    assert found is not None
    assert (found.of, found.planned, found.reference, found.limit) == (12, 12, "dlx", 60)
    best, dlx, bitmask, other = found.lines
    assert [each.label for each in found.lines] == ["virtual best", "dlx", "bitmask", "backtracking"]
    assert [(each.wins, each.ties, each.solved, each.refused) for each in found.lines] == [
        (None, None, 12, 0), (2, 4, 12, 0), (6, 4, 10, 0), (0, 0, 6, 6),
    ]  # fmt: skip
    assert found.times == (0.002, 0.005)
    assert [each.within for each in found.lines] == [(6, 12), (0, 12), (6, 10), (0, 3)]
    assert dlx.par2 == pytest.approx((6 * 2e-3 + 6 * 4e-3) / 12, rel=0.03)
    assert best.par2 == pytest.approx((6 * 1e-3 + 6 * 4e-3) / 12, rel=0.03)
    assert bitmask.par2 == pytest.approx((6 * 1e-3 + 4 * 4e-3 + 2 * 120) / 12, rel=1e-3)
    assert other.par2 is None, "what is refused is not a failure within the limit"
    assert bitmask.ratio is not None
    assert bitmask.ratio.factor == pytest.approx(0.5 ** (6 / 10), rel=0.01)
    spread = math.log(2) * math.sqrt(6 * 4 / 10 / 9)  # of six logarithms at -log 2, and four at 0
    reach = 2.262 * spread / math.sqrt(10)
    assert bitmask.ratio.interval is not None
    assert bitmask.ratio.interval.low == pytest.approx(0.5**0.6 * math.exp(-reach), rel=0.01)
    assert [each.ratio.over for each in found.lines if each.ratio is not None] == [12, 12, 10, 6]


def test_every_text_has_them_under_the_table() -> None:
    header = ["algorithm", "wins", "ties", "solved", "cannot", "≤ 2 ms", "≤ 5 ms", "PAR-2", "× dlx", "of"]
    text = as_text(TWELVE, View())
    summed_up = text[text.index("All 12 instances:") : text.index("\n\n", text.index("virtual best: "))]
    assert max(map(len, summed_up.splitlines())) <= 80
    rows = [re.split(" {2,}", line.strip()) for line in summed_up.splitlines()[1:12]]
    assert rows[5] == [""]  # what has no room follows below, with the first column again
    above, below = rows[:5], rows[6:]
    assert [*above[0], *below[0][1:]] == header
    assert above[1][:2] == ["virtual best", "12"]
    last = [*above[-1], *below[-1][1:]]
    assert last == ["backtracking", "0", "0", "6", "6", "0", "3", "–", "1.97 (1.44 to 2.71)", "6"]
    said = " ".join(summed_up.split())
    assert "virtual best: the fastest algorithm for each instance, 17 % less time than dlx alone" in said
    markdown = export(TWELVE, "md")
    assert f"| {' | '.join(header)} |" in markdown
    assert "| backtracking | 0 | 0 | 6 | 6 | 0 | 3 | – | 1.97 (1.44 to 2.71) | 6 |" in markdown
    latex = export(TWELVE, "tex")
    assert "\\label{tab:queens-comparison-summary}" in latex
    assert "backtracking & 0 & 0 & 6 & 6 & 0 & 3 & -- & 1.97 (1.44 to 2.71) & 6 \\\\" in latex
    page = export(TWELVE, "html")
    assert "<h2>All 12 instances</h2>" in page
    assert "<td>1.97 (1.44 to 2.71)</td>" in page
    data = json.loads(export(TWELVE, "json"))["summary"]
    assert (data["instances"], data["within_s"], data["limit_s"]) == (12, [0.002, 0.005], 60)
    assert [each["algorithm"] for each in data["algorithms"]] == ["virtual best", "dlx", "bitmask", "backtracking"]
    wanted = {"wins": 6, "ties": 4, "solved": 10, "solved_within": [6, 10], "relative_to": "dlx", "relative_over": 10}
    assert wanted.items() <= data["algorithms"][2].items()
    rows_of_csv = list(csv.DictReader(io.StringIO(export(TWELVE, "csv"))))
    last = [row for row in rows_of_csv if row["status"] == "summary"]
    assert rows_of_csv[-4:] == last
    assert [row["instance"] for row in last] == [""] * 4
    assert last[2].items() >= {"algorithm": "bitmask", "wins": "6", "solved_within": "0.002:6 0.005:10"}.items()
    assert {row["wins"] for row in rows_of_csv[:-4]} == {""}


def test_a_csv_names_parameters_apart_in_the_summary_too() -> None:
    shown = made({"dlx-s:order=text": [2e-3] * 10, "dlx": [1e-3] * 10})
    rows = list(csv.DictReader(io.StringIO(export(shown, "csv"))))
    assert [(row["algorithm"], row["parameters"]) for row in rows[-3:]] == [
        ("virtual best", ""), ("dlx", ""), ("dlx-s", "order=text"),
    ]  # fmt: skip


def test_the_ratios_are_to_the_reference_asked_for_and_hidden_algorithms_win_nothing() -> None:
    found = scores(replace(TWELVE, reference="bitmask"))
    assert found is not None
    assert lines(found)["algorithm"][-2:] == ["× bitmask", "of"]
    assert [each.ratio.over for each in found.lines if each.ratio is not None] == [10, 10, 10, 6]
    without = scores(TWELVE, {"bitmask"})
    assert without is not None
    assert [(each.label, each.wins, each.ties) for each in without.lines[1:]] == [
        ("dlx", 12, 0),
        ("backtracking", 0, 0),
    ]
    assert scores(TWELVE, {"bitmask", "dlx"}) is None


def test_rows_that_are_not_measured_whole_are_left_out() -> None:
    found = scores(made({"dlx": [2e-3] * 12, "bitmask": [1e-3] * 8}))
    assert found is not None
    assert found.title == "8 of 12 instances (the others are not measured yet)"
    assert [(each.label, each.solved, each.wins) for each in found.lines] == [
        ("virtual best", 8, None), ("bitmask", 8, 8), ("dlx", 8, 0),
    ]  # fmt: skip
    assert lines(found)["dlx"][-1] == "2.00"


def test_a_small_table_has_them_only_if_somebody_failed() -> None:
    assert scores(made({"dlx": [2e-3] * 9, "bitmask": [1e-3] * 9})) is None
    assert scores(made({"dlx": [2e-3] * 10, "bitmask": [1e-3] * 10})) is not None
    assert scores(made({"dlx": [2e-3] * 3, "bitmask": [1e-3, 1e-3, REFUSED]})) is None
    failed = made({"dlx": [2e-3] * 3, "bitmask": [1e-3, 1e-3, LIMIT]})
    assert lines(scores(failed))["bitmask"][2] == "2"
    assert scores(replace(failed, plan=replace(failed.plan, timeout=None))) is None


def test_with_single_runs_nobody_wins_and_without_a_limit_failures_have_no_par2() -> None:
    asked = plan("dlx", "bitmask", instances="4-15", repeat=1, timeout=None)
    once = table(asked, *(cell((label, i), noisy(seconds, 1)) for i in INSTANCES
                          for label, seconds in (("dlx", 2e-3), ("bitmask", 1e-3))))  # fmt: skip
    found = scores(once)
    assert found is not None
    assert "wins" not in found.grid[0]
    assert not any("wins" in note for note in found.notes)
    assert found.lines[1].par2 == pytest.approx(1e-3, rel=0.03)
    gone = replace(once.cell("bitmask", "4"), status=LIMIT, samples=())
    failed = scores(replace(once, cells={**once.cells, gone.key: gone}))
    assert failed is not None
    assert [(each.label, each.par2 is None) for each in failed.lines] == [
        ("virtual best", False), ("dlx", False), ("bitmask", True),
    ]  # fmt: skip
