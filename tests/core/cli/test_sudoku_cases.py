"""``sudoku cases``: a library of cases is read, and what does not hold is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import Cli

GRID = "135792..4.9.8315278725461...8.917.5....3.4.783.72.89.1...673.1....1297..7..485..6"
GONE = "653 472 473 277 483 683 388"
GOOD = f":0300:4:{GRID}:{GONE}:481::"


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("sudoku", "cases")


def library(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "library.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_cases_that_hold_are_counted(tmp_path: Path, run: Cli) -> None:
    never = f":0703-x:4:{GRID}:{GONE}:481::"
    not_at_all = f":0610-x:4:{GRID}:{GONE}:::"
    foreign = f":0361:4:{GRID}:{GONE}:481::"
    status, out, _ = run(library(tmp_path, "# my own", GOOD, never, not_at_all, foreign))
    assert status == 0
    assert out.splitlines() == [
        "# 3 of 3 cases hold, of 3 techniques",
        "# 1 case of techniques that this program does not have: 0361 (1)",
    ]


def test_what_differs_is_said_with_its_line_and_who_finds_it(tmp_path: Path, run: Cli) -> None:
    given = (GOOD.replace("481", "482"), GOOD.replace("0300", "0703"), GOOD.replace("0300", "0300-x"),
             f":0300-x:4:{GRID}:{GONE}:::")  # fmt: skip
    name = library(tmp_path, *given)
    status, out, _ = run(name)
    assert status == 3
    lines = out.splitlines()
    assert lines[0].startswith(f"{name}:1: 0300 X-Wing: expected r8c2<>4, found r8c1<>4")
    assert lines[1].startswith(f"{name}:2: 0703 Remote Pair: expected r8c1<>4, found nothing ")
    assert lines[1].endswith("(X-Wing finds it)")
    assert lines[2] == f"{name}:3: 0300-x X-Wing: should not find r8c1<>4, but does"
    assert lines[3] == f"{name}:4: 0300-x X-Wing: should not find anything, but does"
    assert "# 0300 X-Wing: 0 of 3 cases hold" in lines
    assert lines[-1] == "# 0 of 4 cases hold, of 2 techniques"
    status, out, _ = run(name, "--only", "remote-pair", "--json")
    (told,) = map(json.loads, out.splitlines())
    assert status == 3
    assert (told["line"], told["technique"], told["holds"], told["expected"]) == (2, "remote-pair", False, "r8c1<>4")
    assert told["found_by"] == "x-wing"


def test_a_malformed_line_costs_itself_and_an_empty_file_is_refused(tmp_path: Path, run: Cli) -> None:
    name = library(tmp_path, GOOD, ":0300:4:123:::")
    status, out, err = run(name)
    assert status == 2
    assert out.splitlines()[-1] == "# 1 of 1 case holds, of 1 technique"
    assert f"{name}, line 2, column" in err
    status, out, err = run(library(tmp_path, "# nothing"))
    assert (status, out) == (2, "")
    assert "found none" in err
    status, _, err = run(name, "--only", "y-wing")
    assert status == 2
    assert "y-wing" in err
