"""The README is short, and what it and the page of algorithms say is so."""

from __future__ import annotations

import re
import shlex

import pytest

from core import algorithms
from core._cli.command_line import parser
from docs.pictures import README as KEPT
from docs.pictures import walks
from tests import ROOT
from tui import __main__ as app_line

README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(README.split()) <= 700
    assert not {"S heuristic", "node"} & {*re.findall("S heuristic|node", README.split("<picture>")[0])}


def test_no_code_needs_scrolling() -> None:
    blocks = re.findall(r"^```\w+\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 4
    assert max(len(line) for block in blocks for line in block.splitlines()) <= 90  # what GitHub shows


def test_the_command_that_opens_it_is_understood() -> None:
    (arguments,) = re.findall(r"/dancing-queens (.*)", README)
    opened = app_line.parser("dancing-queens").parse_args(shlex.split(arguments))
    assert (opened.screen, opened.run) == ("queens", True)


def test_every_algorithm_is_in_the_table() -> None:
    for entry in algorithms():
        assert f"| {entry.problem} | `{entry.key}` | {entry.summary} |" in TABLE


def test_the_python_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert (printed[0], *printed[-2:]) == ("92", "A B", "92 980")


def test_pictures_and_pages_exist() -> None:
    for name in re.findall(r"(?:\]\(|\bsrc(?:set)?=\")(?!https?:)([^)\"]+)", README):
        assert (ROOT / name).is_file(), name


def test_the_moving_picture_is_what_the_program_records_today() -> None:
    for name, svg in walks().items():
        assert f"pictures/{name}.svg" in README
        assert (KEPT / f"{name}.svg").read_text("utf-8") == svg, f"python -m docs.pictures --only {name}"


@pytest.mark.parametrize("line", re.findall(r"^(?:dq|python -m core) ([^#\n]+)", README, re.MULTILINE))
def test_commands_of_the_readme_are_understood(line: str) -> None:
    parser().parse_args(shlex.split(line))
