"""Tables as files: CSV, JSON, Markdown, LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core._cli.command_line import main
from core.compare import CellStatus, Contestant, Ending, Experiment, Plan, Quantity
from core.compare._exports import export
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
    from core.compare._view import View

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


@pytest.mark.usefixtures("wrong", "short_samples")
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


def broken(value: Any, schema: dict[str, Any], whole: dict[str, Any], at: str = "") -> list[str]:
    """Where a value is not what a JSON Schema says.  Knows the keywords that ours has, and fails on any other."""
    kinds: dict[str, type | tuple[type, ...]] = {
        "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
        "null": type(None),
    }  # fmt: skip
    found = []
    for word, asked in schema.items():
        match word:
            case "$ref":
                found += broken(value, whole["$defs"][asked.removeprefix("#/$defs/")], whole, at)
            case "anyOf":
                tried = [broken(value, each, whole, at) for each in asked]
                found += [] if [] in tried else [f"{at}: none of {len(asked)}"]
            case "type":
                names = asked if isinstance(asked, list) else [asked]
                fits = any(isinstance(value, kinds[name]) for name in names)
                if not fits or (isinstance(value, bool) and "boolean" not in names):
                    return [f"{at}: {names}"]
            case "enum" | "const":
                found += [] if value in (asked if word == "enum" else [asked]) else [f"{at}: {asked}"]
            case "minimum":
                found += [] if value is None or value >= asked else [f"{at}: at least {asked}"]
            case "minItems":
                found += [] if len(value) >= asked else [f"{at}: {asked} or more"]
            case "required":
                found += [f"{at}/{name} is missing" for name in asked if name not in value]
            case "properties":
                known = [(name, part) for name, part in asked.items() if name in value]
                found += [each for name, part in known for each in broken(value[name], part, whole, f"{at}/{name}")]
            case "items":
                found += [each for n, one in enumerate(value) for each in broken(one, asked, whole, f"{at}/{n}")]
            case "additionalProperties":
                found += [each for name, one in value.items() for each in broken(one, asked, whole, f"{at}/{name}")]
            case _:
                assert word in ("$schema", "$defs", "title", "description"), word
    return found


def test_json_is_what_its_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    names = "dlx-s:order=text,bitmask,stride"
    main(["compare", "queens", "4-13", "-a", names, "-r", "1", "-w", "0", "--no-history", "--goal", "first", "--json"])
    first = json.loads(capsys.readouterr().out)
    main(["compare", "queens", "5-7", "-a", "bitmask", "-r", "2", "-w", "0", "--json"])
    main(["compare", "history", "compare", "1", "1", "--json"])
    second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert "against_baseline" in third["cells"][0]
    cell = schema["$defs"]["cell"]
    assert [data["summary"] is None for data in (first, second, third)] == [False, True, True]
    for data in (first, second, third):
        assert broken(data, schema, schema) == []
        assert data.keys() == schema["properties"].keys()
        assert all(each.keys() | {"against_baseline"} == cell["properties"].keys() for each in data["cells"])
    assert cell["properties"]["status"]["enum"] == list(CellStatus)
    assert schema["$defs"]["sample"]["properties"]["ending"]["enum"] == list(Ending)
    assert schema["properties"]["view"]["properties"]["quantity"]["enum"] == list(Quantity)
    del third["cells"][0]["verdict"]
    third["cells"][1] |= {"status": "well", "runs": 2.5}
    assert broken(third, schema, schema) == [
        "/cells/0/verdict is missing",
        f"/cells/1/status: {cell['properties']['status']['enum']}",
        "/cells/1/runs: ['integer']",
    ]


def test_texts_are_escaped_in_every_export(tmp_path: Path) -> None:
    from dataclasses import replace

    name = 'a|b_c & "q", <i>$x$%#{~^\\} \x1b[31m'
    experiment = Experiment(Plan("queens", ("6",), (Contestant("bitmask"),), repeat=1, name=name))
    table = experiment.drive()
    cell = next(iter(table.cells.values()))
    table = replace(table, cells={cell.key: replace(cell, reason='=1+1,"x"\n')})
    (row,) = csv.DictReader(io.StringIO(export(table, "csv")))
    assert row["reason"] == '\'=1+1,"x"\n'
    steering = replace(table, cells={cell.key: replace(cell, reason="\x1b[31mred\x07\x9b2J")})
    (row,) = csv.DictReader(io.StringIO(export(steering, "csv")))
    assert row["reason"] == "[31mred2J"
    assert json.loads(export(table, "json"))["plan"]["name"] == name
    markdown, latex = export(table, "md"), export(table, "tex")
    assert r"a\|b\_c &amp; " in markdown
    assert "<i>" not in markdown
    assert r"a\textbar{}b\_c \& " in latex
    assert r"$<$i$>$\$x\$\%\#\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}" in latex
    assert "\x1b" not in markdown + latex
    body = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.replace(r"\|", "").count("|") for line in body} == {body[0].count("|")}
