"""``python -m core queens``: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core import Algorithm, Goal, Queens, Source, register
from core._cli.console import invocation
from core._queens.problem import KNOWN_COUNTS
from core._queens.symmetry_classes import canonical
from core.running import Slicing
from tests.cli import Cli


@pytest.fixture
def cli(cli: Cli) -> Cli:
    return cli.under("queens")


def placements(out: str) -> list[tuple[int, ...]]:
    return [tuple(int(column) - 1 for column in line.split()) for line in out.splitlines()]


# Counting


def test_a_range_prints_a_line_for_each_size_as_the_program_of_2011(cli: Cli) -> None:
    status, out, err = cli("1-12", "--algorithm", "bitmask")
    assert (status, err) == (0, "")
    assert out == "".join(f"{n}: {KNOWN_COUNTS[n - 1]}\n" for n in range(1, 13))


def test_much_memory_is_said_before_a_count(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "memory" not in cli("4", "-a", "quadrants")[2]
    monkeypatch.setattr("core._catalog.MUCH_MEMORY", 1)
    said = "quadrants: it needs up to 1.50 MiB of memory for 4 queens"
    assert cli("1-4", "-a", "quadrants")[2].endswith(f"{said}\n")


def test_a_parameter_of_the_algorithm_that_is_chosen_can_be_given(cli: Cli) -> None:
    status, out, err = cli("14", "--processor", "best", "--json")
    assert (status, json.loads(out)["algorithm"], json.loads(out)["solutions"]) == (0, "quadrants", 365_596)
    status, _, err = cli("13", "--processor", "best")
    assert (status, "--processor needs --algorithm quadrants" in err) == (2, True)


def test_the_json_of_eight_queens(cli: Cli) -> None:
    status, out, err = cli("8", "--algorithm", "dlx-s", "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert {key: result[key] for key in ("problem", "algorithm", "goal", "status", "solutions", "nodes")} == {
        "problem": "8 queens", "algorithm": "dlx-s", "goal": "count", "status": "complete", "solutions": 92,
        "nodes": 980,
    }  # fmt: skip
    assert (result["n"], result["known"], result["parameters"]) == (8, 92, {"order": "table"})
    assert result["seconds"] == pytest.approx(result["build_seconds"] + result["solve_seconds"])
    assert result["updates"] > 0
    assert not {"solution", "list"} & set(result)


def test_whoever_calls_a_command_can_give_it_a_clock(cli: Cli) -> None:
    invocation.slicing = Slicing.by(lambda: 12.0)
    assert json.loads(cli("8", "--algorithm", "bitmask", "--json")[1])["solve_seconds"] == 0.0


def test_figures_that_mean_nothing_are_null(cli: Cli) -> None:
    result = json.loads(cli("8", "--algorithm", "bitmask", "--json")[1])
    assert (result["nodes"], result["updates"]) == (2057, None)
    result = json.loads(cli("8", "--algorithm", "min-conflicts", "--json")[1])
    assert (result["goal"], result["nodes"]) == ("first", None)
    assert Queens(8).verify(result["solution"])
    assert json.loads(cli("28", "-g", "count", "--limit", "1", "--json")[1])["known"] is None


def test_the_report_of_a_count_names_the_literature_and_the_algorithm(cli: Cli) -> None:
    status, out, err = cli("8", "-a", "backtracking")
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "8 queens: 92 solutions"
    assert lines[1] == "literature 92 solutions (A000170): agrees"
    assert "nodes 2 057" in lines
    assert any(line.startswith("algorithm backtracking") for line in lines)
    assert any(line.startswith("rate") and line.endswith("nodes/s") for line in lines)


def test_a_limit_says_so_wherever_it_cut_a_count_short(cli: Cli) -> None:
    assert cli("8", "-a", "dlx", "--limit", "5")[1].startswith("8 queens: 5 solutions, as many as asked for\n")
    assert cli("4-6", "-a", "dlx", "--limit", "3")[1].splitlines() == ["4: 2", "5: 3 (limit)", "6: 3 (limit)"]
    assert json.loads(cli("8", "-a", "dlx", "--limit", "5", "--json")[1])["status"] == "limit"


def test_parameters_reach_the_algorithm(cli: Cli) -> None:
    nodes = {}
    for order in ("table", "text", "natural"):
        result = json.loads(cli("8", "-a", "dlx-s", "--order", order, "--json")[1])
        assert result["parameters"] == {"order": order}
        nodes[order] = result["nodes"]
    assert nodes == {"table": 980, "text": 1049, "natural": 1199}
    one, same, other = (cli("50", "-a", "swaps", "--seed", seed)[1] for seed in ("3", "3", "4"))
    assert one == same != other


def test_a_count_that_differs_from_the_literature_is_called_wrong(cli: Cli) -> None:
    wrong = Algorithm(
        "off-by-some", "Off by some", "queens", "Counts another board.", Source("Nobody", 2000, "Nothing"),
        f"{__name__}:start_another_board", goals=(Goal.COUNT,),
    )  # fmt: skip
    remove = register(wrong)
    try:
        status, out, _ = cli("8", "-a", "off-by-some")
        assert status == 3
        assert "THIS RESULT IS WRONG" in out
        status, out, err = cli("7-8", "-a", "off-by-some")
        assert (status, out) == (3, "7: 4\n8: 40\n")
        assert err.count("this result is wrong") == 2
    finally:
        remove()


def start_another_board(problem: Queens, goal: Goal, limit: int | None) -> Any:
    from core import algorithm

    return algorithm("queens", "dlx").start(Queens(problem.n - 1), goal, limit)


# Placements


@pytest.mark.parametrize("algorithm", [(), ("-a", "dlx-s"), ("-a", "naive")])
def test_all_lists_every_placement_once(cli: Cli, algorithm: tuple[str, ...]) -> None:
    status, out, err = cli("8", "--goal", "all", *algorithm)
    listed = placements(out)
    assert status == 0
    assert len(listed) == len({*listed}) == 92
    assert all(Queens(8).verify(placement) for placement in listed)
    assert "8 queens: 92 solutions" in err


def test_unique_lists_one_of_each_class(cli: Cli) -> None:
    for arguments in (("--unique",), ("--goal", "all", "--unique")):
        status, out, err = cli("8", *arguments)
        listed = placements(out)
        assert status == 0
        assert len(listed) == len({canonical(placement) for placement in listed}) == 12
        assert "92 solutions in 12 symmetry classes" in err
        assert "12 classes (A002562): agrees" in err
    result = json.loads(cli("8", "--unique", "--json")[1])
    assert (result["solutions"], result["classes"], result["known_classes"], len(result["list"])) == (92, 12, 12, 12)


def test_first_prints_one_placement(cli: Cli) -> None:
    for arguments in ((), ("-a", "dlx"), ("-a", "min-conflicts", "--seed", "7")):
        status, out, err = cli("20", "--goal", "first", *arguments)
        (placement,) = placements(out)
        assert (status, Queens(20).verify(placement)) == (0, True)
        assert "20 queens: a solution" in err


def test_a_million_queens(cli: Cli) -> None:
    status, out, _ = cli("1000000", "--goal", "first")
    (placement,) = placements(out)
    assert status == 0
    assert Queens(1_000_000).verify(placement)


@pytest.mark.parametrize("n", ["2", "3", "2-3"])
@pytest.mark.parametrize("goal", ["count", "all", "first"])
@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_no_solution_is_exit_status_1(cli: Cli, n: str, goal: str, json_too: tuple[str, ...]) -> None:
    status, out, err = cli(n, "--goal", goal, *json_too)
    assert status == 1
    if json_too:
        assert [json.loads(line)["solutions"] for line in out.splitlines()] == [0] * (2 if "-" in n else 1)
    elif goal != "count":
        assert out == ""
        assert "no solution" in err
    elif n == "2-3":
        assert out == "2: 0\n3: 0\n"
    else:
        assert "no solution" in out


@pytest.mark.parametrize(
    ("placed", "pair"),
    [("r1c1,r2c2", "r1c1 and r2c2"), ("r1c1,r3c2,r5c3,r5c6", "r5c3 and r5c6"), ("r1c2,r6c2", "r1c2 and r6c2"),
     ("r6c1,r1c6", "r1c6 and r6c1")],
)  # fmt: skip
def test_queens_that_attack_each_other_are_named(cli: Cli, placed: str, pair: str) -> None:
    status, out, _ = cli("6", "--placed", placed)
    assert status == 1
    assert f"no solution: the queens {pair} attack each other" in out
    assert "attack each other" not in cli("6", "--placed", "r1c1,r2c3,r3c5")[1]


def test_brute_force_tries_nothing_where_placed_queens_attack_each_other(cli: Cli) -> None:
    placed = ("--placed", "r4c1,r5c2", "-a", "brute-force")
    status, out, _ = cli("6", *placed, "--json")
    assert (status, json.loads(out)["solutions"], json.loads(out)["nodes"]) == (1, 0, 1)
    assert "no solution: the queens r4c1 and r5c2 attack each other" in cli("6", *placed)[1]


def test_formats(cli: Cli) -> None:
    assert cli("4", "-g", "all", "--format", "fen")[1] == "1Q2/3Q/Q3/2Q1\n2Q1/Q3/3Q/1Q2\n"
    boards = cli("4", "-g", "all", "--format", "board")[1].split("\n\n")
    assert boards[0].splitlines() == ["· ♛ · ·", "· · · ♛", "♛ · · ·", "· · ♛ ·"]
    assert len(boards) == 2
    assert cli("5", "-g", "first", "--format", "svg")[1].count("<use") == 5


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_named(cli: Cli) -> None:
    status, _, err = cli("6", "-a", "dlx", "--output", "/dev/full")
    assert (status, err) == (2, "python -m core: /dev/full: No space left on device\n")


def test_output_goes_to_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "placements.txt"
    status, out, err = cli("6", "--goal", "all", "--output", path)
    assert (status, out) == (0, "")
    assert "6 queens: 4 solutions" in err
    assert len(placements(path.read_text())) == 4
    cli("4-6", "--json", "-o", path)
    assert [json.loads(line)["solutions"] for line in path.read_text().splitlines()] == [2, 10, 4]
    cli("4-6", "-o", path)
    assert path.read_text() == "4: 2\n5: 10\n6: 4\n"


# What is left open, and what is refused


def test_without_an_algorithm_a_fast_one_is_chosen_and_named(cli: Cli) -> None:
    for arguments, key in (
        (("8",), "bitmask"), (("8", "-g", "all"), "bitmask"), (("8", "-g", "first"), "closed-form"),
        (("40", "-g", "all", "--limit", "1"), "dancing-cells"),
    ):  # fmt: skip
        status, _, err = cli(*arguments)
        assert status == 0
        assert f"algorithm: {key}: " in err


@pytest.mark.parametrize(("arguments", "message"), [
    ("0", "from 1 to 100 000 000, not 0"),
    ("99999999999999999999", "from 1 to 100 000 000, not 99999999999999999999"),
    ("eight", "expected a whole number or a range such as 4-12, not 'eight'"),
    ("8-", "expected a whole number or a range"),
    ("12-4", "runs backwards"),
    ("8 --limit 0", "expected a whole number, 1 or more, not '0'"),
    ("8 --limit few", "expected a whole number, 1 or more, not 'few'"),
    ("8 -a dancing", "no queens algorithm is called 'dancing'; did you mean dancing-cells?"),
    ("8 -g some", "'some' is not known; there are first, all, count"),
    ("33 -a bitmask", "bitmask goes up to size 32; these can: naive, "),
    ("1-33 -a bitmask", "bitmask goes up to size 32"),
    ("1000001 -g count", "no algorithm here can"),
    ("8 -a swaps -g all", "swaps supports only goal 'first', not 'all'; these can: brute-force"),
    ("8 -a dlx --order text", "dlx has no --order; dlx-s"),
    ("8 --seed 3", "--seed needs --algorithm swaps"),
    ("8 -a dlx-s --order best", "--order: 'best' is not one of table, text, natural"),
    ("8 -a swaps --seed -1", "--seed: expected a whole number from 0 to"),
    ("8 -a swaps --seed x", "--seed: expected a whole number, not 'x'"),
    ("8 -g first --limit 3", "--goal all or count can take a limit"),
    ("8 -g first --unique", "--goal all or count has more"),
    ("8 -g count --unique --limit 3", "--goal all with --limit makes one"),
    ("33 -g count --unique", "--goal count goes up to N = 32"),
    ("8 --format fen", "--goal first or all does"),
    ("8 -g all --format fen --json", "leave out one of them"),
    ("8 -g all --format svg", "--goal first"),
    ("257 -g first --format svg", "boards up to N = 256 can be drawn"),
    ("2000 -g first --format board", "boards up to N = 1024 can be written"),
    ("4-8 --checkpoint here.npz", "one N, not for a range"),
    ("8 -o no/such/place", "no/such/place: No such file or directory"),
    ("8 --checkpoint no/such/place", "no/such/place: there is no directory no/such"),
])  # fmt: skip
def test_bad_usage_is_one_line_and_status_2(
    cli: Cli, arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = cli(*arguments.split())
    assert (status, out) == (2, "")
    last = err.splitlines()[-1]
    assert message in last
    assert last.startswith("python -m core")
    assert [line for line in err.splitlines()[:-1] if not line.startswith("algorithm: ")] == []
    assert list(tmp_path.iterdir()) == []


def test_an_option_given_twice_adds_to_what_was_given(cli: Cli) -> None:
    _, twice, _ = cli("8", "--placed", "r1c1", "--placed", "r3c2", "--forbidden", "r2c3", "--forbidden", "r2c4")
    _, once, _ = cli("8", "--placed", "r1c1,r3c2", "--forbidden", "r2c3,r2c4")
    assert twice.splitlines()[:3] == once.splitlines()[:3]  # the result, the algorithm and the nodes
    status, out, err = cli("8", "--placed", "r1c1", "--placed", "r2c2")
    assert status == 1
    assert "r1c1 and r2c2 attack each other" in out + err


def test_characters_the_stream_cannot_show_have_stand_ins() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "core", "queens", "4", "-g", "first", "--format", "board"],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout.decode("ascii").splitlines()[0] == ". Q . ."


def test_classes_are_counted_without_a_list(cli: Cli) -> None:
    status, out, _ = cli("8", "-g", "count", "--unique")
    assert status == 0
    assert "92 solutions in 12 symmetry classes" in out
    assert "12 classes (A002562): agrees" in out
    assert "11 of 8, 1 of 4" in out
    status, out, _ = cli("1-6", "-g", "count", "--unique")
    assert (status, out) == (0, "1: 1 1\n2: 0 0\n3: 0 0\n4: 2 1\n5: 10 2\n6: 4 1\n")
    found = json.loads(cli("5", "-g", "count", "--unique", "--json")[1])
    assert (found["classes"], found["classes_by_size"]) == (2, {"8": 1, "4": 0, "2": 1, "1": 0})
