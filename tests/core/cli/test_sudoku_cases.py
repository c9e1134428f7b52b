"""``sudoku cases``: a library of cases is read, and what does not hold is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.sudoku.human import Candidate, technique
from core.sudoku.human._library import write_case
from tests.cli import Cli
from tests.core.sudoku.technique_cases import of

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


def test_to_place_a_value_is_to_rule_out_the_others(run: Cli, tmp_path: Path) -> None:
    """Other libraries say of BUG+1 what goes."""
    lines = []
    for case in of(technique("bug-plus-one")):
        if not case.negative:
            (step,) = case.steps()
            cell, value = step.placements[0]
            others = [Candidate(cell, v) for v in range(1, 10) if v != value and case.position.has(Candidate(cell, v))]
            lines.append(write_case(replace(step, placements=(), eliminations=tuple(others)), case.grid))
            assert len(others) == 2
    short = lines[0].replace(lines[0].split(":")[5], lines[0].split(":")[5][:3])
    status, out, _ = run(library(tmp_path, *lines, short))
    assert (status, out.splitlines()[-1]) == (3, f"# {len(lines)} of {len(lines) + 1} cases hold, of 1 technique")


def test_what_the_same_cells_say_in_two_units_is_one_case(run: Cli, tmp_path: Path) -> None:
    """The surplus value is ruled out in two lines."""
    grid = "63.+1.27.....7..6.11+75+84+6.9....2.1..+7....794..75346+81+2+9...+9+2.8+74.87+6+1+4+93..9..+8+7.+16"
    both, row, no = "858 859 841 843", "858 859", "858 841 843"
    status, out, _ = run(library(tmp_path, *(f":0602:16:{grid}::{gone}::" for gone in (both, row, no))))
    assert (status, out.splitlines()[-1]) == (3, "# 2 of 3 cases hold, of 1 technique")
    assert ":3: 0602 Unique Rectangle 3: expected r4c13<>8, r5c8<>8, found r5c89<>8; " in out


def test_a_case_that_claims_nothing_is_said_to_claim_nothing(run: Cli, tmp_path: Path) -> None:
    name = library(tmp_path, f":0300:4:{GRID}:{GONE}:::")
    status, out, _ = run(name)
    assert (status, out.splitlines()[0].removeprefix(f"{name}:1: 0300 X-Wing: "), out.splitlines()[1:]) == (
        3, "expected eliminations or placements in this line, found neither",
        ["# 0300 X-Wing: 0 of 1 case holds", "# 0 of 1 case holds, of 1 technique"],
    )  # fmt: skip


def test_a_list_of_puzzles_is_told_in_one_line(run: Cli, tmp_path: Path) -> None:
    """As the exemplars of HoDoKu are: puzzles under headings that name a technique."""
    puzzles = [f"{line}  # s lc1(3) s" for line in (GRID.replace("+", ""), "." * 81)]
    name = library(tmp_path, "#0100: Locked Candidate Type 1", puzzles[0], "", "#0101: Type 2", *puzzles, GOOD)
    status, out, err = run(name)
    assert (status, out) == (2, "# 1 of 1 case holds, of 1 technique\n")
    assert err.count("\n") == 1
    assert f"{name}, line 2: expected :code" in err
    assert "found a puzzle here and on 2 other lines; sudoku rate" in err


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
