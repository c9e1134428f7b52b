"""Figures of the documents are given to the last digit that they print, in every form."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

import pytest

from core.compare import Key, Quantity
from core.compare._exports import export
from core.compare._papers import paper, printed
from core.compare._tables_text import as_latex, as_text
from core.compare._view import View
from tests.core.compare.tables import cell, document_plan, runs, table

TABLE_2 = "paper-000-table-2"


@pytest.mark.parametrize(
    ("label", "n", "text", "seconds"),
    [
        ("backtracking", "4", "53 µs", 0.000053),
        ("backtracking", "10", "160.50 ms", 0.1605),
        ("backtracking", "13", "24.09338 s", 24.09338),
        ("dlx", "4", "0.24 ms", 0.00024),
        ("dlx-s", "16", "3 852.38321 s", 3852.38321),
    ],
)
def test_a_time_has_the_digits_of_the_paper_and_no_more(label: str, n: str, text: str, seconds: float) -> None:
    exact = paper("000").exact(label, n, Quantity.TIME)
    assert exact is not None
    assert printed(exact, Quantity.TIME) == text
    assert paper("000").figure(label, n, Quantity.TIME) == seconds  # as a float that prints just so


@pytest.mark.parametrize(("figure", "text"), [("2e-9", "2 ns"), ("1.1e-6", "1.1 µs"), ("1.9", "1.9 s")])
def test_times_of_other_papers(figure: str, text: str) -> None:
    assert printed(Decimal(figure), Quantity.TIME) == text


def test_text_csv_json_and_latex_have_the_same_digits() -> None:
    shown = table(document_plan(TABLE_2, 13), cell(("dlx", "13"), runs(1.0)), cell(("backtracking", "13"), runs(2.0)))
    assert "24.09338 s (12.0 ×)" in as_text(shown, View())
    rows = list(csv.DictReader(io.StringIO(export(shown, "csv"))))
    assert [row["paper_s"] for row in rows] == ["24.09338", "79.42148", "21.94121"]
    assert [each["paper_s"] for each in json.loads(export(shown, "json"))["cells"]] == [24.09338, 79.42148, 21.94121]
    assert " & 24.09338 & " in as_latex(shown, View())
    assert shown.printed(Key("dlx", "13"), Quantity.NODES) == "4 674 890"
    assert shown.printed(Key("dlx", "99"), Quantity.NODES) == ""
