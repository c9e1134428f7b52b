"""``dq sudoku candidates``, and what ``check`` tells whoever sets a puzzle."""

from __future__ import annotations

import json

import pytest

from core.sudoku import read_text
from core.sudoku._formats import Puzzle
from tests.cli import Cli

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
THREE = "# title: Three\n12..\n....\n....\n.1.4\ncage 5: r1c1 r2c1\nthermo: r4c2-r4c4\nthermo: r3c1-r3c2\n"
"""It has three solutions."""
ONE = "......2.......3.\ncage 5: r1c1 r2c1\nthermo: r4c2-r4c4\nthermo: r3c1-r3c2\n"
"""It has one, of which the cage and both thermometers are needed."""
NEEDED = ".....3.....2....\ncage 5: r1c1 r2c1\nthermo: r4c2-r4c4\n"
"""Here everything is needed."""


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("sudoku")


def test_candidates_that_no_solution_has_are_struck_out(run: Cli) -> None:
    status, out, _ = run("candidates", "-", stdin=THREE)
    assert (status, out.splitlines()[0]) == (
        0, "# Three: 9 candidates struck out that no solution has; at least 3 solutions",
    )  # fmt: skip
    (puzzle,) = read_text(out)
    assert isinstance(puzzle, Puzzle)
    assert [line for line in out.splitlines() if line.startswith("thermo")] == [
        "thermo: r4c2-r4c4",
        "thermo: r3c1 r3c2",
    ]
    told = json.loads(run("candidates", "-", "--json", stdin=THREE).out)
    left = [bits or 1 << (value - 1) for bits, value in zip(puzzle.grid.candidates, puzzle.grid.values, strict=True)]
    assert told["candidates"] == left
    assert (told["gone"], told["solutions"], told["whole"], told["open"]) == (9, 3, True, [0] * 16)
    assert run("candidates", "-", stdin=EASY).out.startswith(
        "# line 1: 102 candidates struck out that no solution has; one"
    )
    assert run("candidates", "-", stdin="11" + "." * 14)[:2] == (1, "# line 1: no solution\n")


def test_candidates_are_undecided_when_the_time_is_over(run: Cli) -> None:
    status, out, _ = run("candidates", "-", "--seconds", "0.000001", stdin="." * 81)
    assert status == 1
    assert "0 candidates struck out that no solution has; at least 0 solutions; time ran out with 729" in out


def test_check_tells_which_two_solutions_differ_least(run: Cli) -> None:
    status, out, _ = run("check", "-", stdin=THREE)
    assert (status, out.splitlines()[1:]) == (4, [
        "  of all 3 solutions, two differ least, in 4 cells: r3c1 (2 or 3), r3c3 (3 or 2), r4c1 (3 or 2), r4c3 (2 or 3)"
    ])  # fmt: skip
    assert "of the first 20 solutions" in run("check", "-", "--limit", "20", stdin="." * 81).out
    many = f"{'.' * 16}\n{'.' * 16}\n"
    assert len(run("check", "-", stdin=many).out.splitlines()) == 2, "in a list, only who asks is told"
    assert (
        run("check", "-", "--differ", stdin=many).out.count("of all 288 solutions, two differ least, in 4 cells") == 2
    )
    told = json.loads(run("check", "-", "--differ", "--json", stdin=THREE).out)
    assert told["closest"]["cells"] == ["r3c1", "r3c3", "r4c1", "r4c3"]
    assert [len(each) for each in told["closest"]["solutions"]] == [16, 16]
    assert "closest" not in json.loads(run("check", "-", "--json", stdin=THREE).out)
    told = run("check", "-", stdin="12..34....12....").out.splitlines()
    assert told[1] == "  the two differ in 4 cells: r1c3 (3 or 4), r1c4 (4 or 3), r4c3 (4 or 3), r4c4 (3 or 4)"


def test_check_tells_what_can_go(run: Cli) -> None:
    status, out, _ = run("check", "-", "--spare", stdin=ONE)
    told = json.loads(run("check", "-", "--spare", "--json", stdin=ONE).out)["spare"]
    assert (status, told) == (0, {"rules": ["boxes"], "givens": ["r4c3"], "undecided": 0})
    assert out.splitlines()[1:] == [
        "  can go: boxes", "  can go: 3 in r4c3",
        "  any one of these can go; without two of them there may be several solutions",
    ]  # fmt: skip
    assert run("check", "-", stdin=ONE.replace("3.", "..").replace("boxes", "")).status == 0
    _, out, _ = run("check", "-", "--spare", stdin=NEEDED)
    assert out.splitlines()[1:] == ["  nothing can go: every rule and every given is needed"]
    status, out, _ = run("check", "-", "--spare", stdin="." * 16)
    assert (status, "can go" in out) == (4, False)
    status, out, _ = run("check", "-", "--spare", "--seconds", "0.000001", stdin=EASY)
    assert (status, "undecided" in out) == (1, True)


def test_hint_says_that_there_are_several_solutions(run: Cli) -> None:
    two = EASY.replace("5", ".").replace("7", ".")
    status, out, _ = run("hint", "-", stdin=two)
    number = run("check", "-", stdin=two).out.splitlines()[0].removeprefix("line 1: ").partition(" (")[0]
    assert status == 4
    first, second = out.splitlines()
    assert first == f"line 1: {number}"
    assert second.startswith("line 1: ")
    told = [json.loads(line) for line in run("hint", "-", "--json", stdin=two).out.splitlines()]
    assert [(each["technique"] is None, each.get("reason")) for each in told] == [(True, number), (False, None)]
    status, out, _ = run("hint", "-", stdin=f"11{EASY[2:]}")
    assert (status, out) == (1, "line 1: no solution: row 1 holds 1 twice: r1c1 and r1c2\n")


CLASH = "1...............\ncage 3: r1c3 r1c2\nthermo: r4c1-r4c3\n"
"""Without a solution, whatever the thermometer says."""


def test_rules_and_givens_that_clash_are_named(run: Cli) -> None:
    words = "'cage 3: r1c3 r1c2' and 1 in r1c1 cannot both be kept"
    status, out, _ = run("check", "-", stdin=CLASH)
    assert (status, out.splitlines()) == (1, ["line 1: no solution, from 1 given and 2 rules", f"  {words}"])
    told = json.loads(run("check", "-", "--json", stdin=CLASH).out)
    assert told["clash"] == {"rules": ["cage 3: r1c3 r1c2"], "givens": ["r1c1"], "marks": False}
    status, out, _ = run("solve", "-", stdin=CLASH)
    assert (status, out.splitlines()[0]) == (1, f"# no solution: {words}")
    assert json.loads(run("solve", "-", "--json", stdin=CLASH).out)["reason"] == f"no solution: {words}"
    assert "clash" not in json.loads(run("check", "-", "--json", stdin=ONE).out)
