"""Tables as files: CSV, JSON, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli.command_line import main
from core.compare import Contestant, Experiment, Plan
from core.compare.exports import export
from tests.core.compare.wrong import register_wrong


@pytest.fixture
def wrong() -> Iterator[None]:
    take_out = register_wrong("miscounting")
    yield
    take_out()


@pytest.mark.parametrize("start", "=+-@\t\r\n")
def test_no_cell_of_the_csv_is_a_formula(start: str) -> None:
    from dataclasses import replace

    table = Experiment(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1)).drive()
    cell = next(iter(table.cells.values()))
    table = replace(table, cells={cell.key: replace(cell, reason=f"{start}1+1")})
    (row,) = csv.DictReader(io.StringIO(export(table, "csv")))
    assert row["reason"] == f"'{start}1+1".replace("\r", "\n")


@pytest.mark.usefixtures("without_time_limits")
def test_exports_show_what_the_view_shows() -> None:
    from core.compare.quantity import Quantity
    from core.compare.view import View

    names = tuple(Contestant(name) for name in ("bitmask", "dlx", "dlx-s"))
    table = Experiment(Plan("queens", ("6", "7"), names, repeat=1, name="mine")).drive()
    view = View(Quantity.NODES, ("dlx-s",), frozenset({"bitmask"}), ("7", "6"))
    for form in ("md", "tex"):
        text = export(table, form, view)
        assert "bitmask" not in text
        assert text.index("317") < text.index("552") < text.index("153")
    rows = list(csv.DictReader(io.StringIO(export(table, "csv", view))))
    assert [(row["instance"], row["algorithm"]) for row in rows] == [
        ("7", "dlx-s"), ("7", "dlx"), ("6", "dlx-s"), ("6", "dlx"),
    ]  # fmt: skip
    assert all(float(row["samples_s"]) == pytest.approx(float(row["median_s"])) for row in rows)
    data = json.loads(export(table, "json", view))
    assert [cell["algorithm"] for cell in data["cells"]] == ["dlx-s", "dlx"] * 2


@pytest.mark.usefixtures("wrong")
def test_the_alarm_is_in_the_exit_status_and_in_every_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {form: tmp_path / f"table.{form}" for form in ("csv", "json", "md", "tex")}
    exports = [text for file in files.values() for text in ("--export", str(file))]
    assert main(["compare", "queens", "6", "-a", "bitmask,miscounting", *exports]) == 3
    out, err = capsys.readouterr()
    for text in (out, err, *(file.read_text("utf-8") for file in files.values())):
        assert "WRONG" in text
        assert "miscounting" in text
    rows = {row["algorithm"]: row for row in csv.DictReader(io.StringIO(files["csv"].read_text("utf-8")))}
    assert rows["miscounting"]["alarm"] == "WRONG"
    assert rows["miscounting"]["status"] == "wrong"
    assert rows["bitmask"]["alarm"] == ""
    data = json.loads(files["json"].read_text("utf-8"))
    assert data["wrong"]
    assert [cell["alarm"] for cell in data["cells"]] == [False, True]
    assert main(["compare", "history", "show", "1"]) == 3


def test_texts_are_escaped_in_every_export(tmp_path: Path) -> None:
    from dataclasses import replace

    name = 'a|b_c & "q", <i>$x$%#{~^\\} \x1b[31m'
    experiment = Experiment(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1, name=name))
    table = experiment.drive()
    cell = next(iter(table.cells.values()))
    table = replace(table, cells={cell.key: replace(cell, reason='=1+1,"x"\n')})
    (row,) = csv.DictReader(io.StringIO(export(table, "csv")))
    assert row["reason"] == '\'=1+1,"x"\n'
    assert json.loads(export(table, "json"))["plan"]["name"] == name
    markdown, latex = export(table, "md"), export(table, "tex")
    assert r"a\|b\_c &amp; " in markdown
    assert "<i>" not in markdown
    assert r"a|b\_c \& " in latex
    assert r"$<$i$>$\$x\$\%\#\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}" in latex
    assert "\x1b" not in markdown + latex
    body = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.replace(r"\|", "").count("|") for line in body} == {body[0].count("|")}
