"""``--seconds``: every search ends once its time is over, and says what it has found by then."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from core import Algorithm, Goal, Queens, Snapshot, Status
from core._cli.command_line import main
from core._cli.driving import Outcome, TimeAllowed
from core._kernels.waiting import look
from core.exact_cover._encodings import queens, sudoku
from core.exact_cover._formats.knuth import write
from core.exact_cover._item_order import usual_order
from core.exact_cover._propose import propose
from tests.cli import Cli

EMPTY = "." * 81 + "\n"
BRIEF = ("--seconds", "0.2")
"""None of these searches could ever end."""


@pytest.mark.parametrize("parts", [(), ("--parts", "4000")])
def test_a_count_of_queens_is_partial(cli: Cli, parts: tuple[str, ...]) -> None:
    done = cli("queens", "31", "-a", "dlx-s", *BRIEF, *parts, "--json")
    figures = json.loads(done.out)
    assert figures["status"] == "limit"
    assert done.status == (0 if figures["solutions"] else 1)


def test_no_solution_in_time_is_undecided(cli: Cli) -> None:
    done = cli("queens", "200", "-a", "dlx", "--goal", "first", *BRIEF)
    assert done.status == 1
    assert done.err.startswith("200 queens: undecided: no solution was found in the time allowed\n")
    assert "limit" in cli("queens", "29-30", "-a", "dlx-s", *BRIEF).out.splitlines()[1]


def test_a_search_that_ends_in_time_is_complete(cli: Cli) -> None:
    figures = json.loads(cli("queens", "6", "--seconds", "9999999", "--json").out)
    assert (figures["status"], figures["solutions"]) == ("complete", 4)
    done = cli("queens", "6", "--limit", "2", "--goal", "all", "--seconds", "9999999")
    assert "as many as asked for" in done.err


def test_a_search_that_was_ended_is_taken_up_from_its_checkpoint(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    command = ("queens", "31", "-a", "dlx-s", *BRIEF, "--checkpoint", file)
    assert "the same command continues" in cli(*command).err
    assert "continuing from" in cli(*command).err


def test_covers_and_sudoku_end_in_time(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "queens.dlx"
    file.write_text(write(queens(31).problem))
    for verb in ("count", "solve"):
        done = cli("cover", verb, file, "-a", "dlx", *BRIEF, *(("--goal", "all") if verb == "solve" else ()))
        assert "so far; time is up" in done.out or "undecided" in done.out
    assert json.loads(cli("cover", "count", file, "-a", "dlx", *BRIEF, "--json").out)["status"] == "limit"
    done = cli("sudoku", "count", "-", *BRIEF, stdin=EMPTY + EMPTY)
    assert [line.split(":")[1].startswith(" at least ") for line in done.out.splitlines()] == [True, True]
    assert json.loads(cli("sudoku", "count", "-", *BRIEF, "--json", stdin=EMPTY).out)["status"] == "limit"


def test_a_count_that_its_time_ended_names_the_diagram(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "many.dlx"
    items = "abcdefghij"
    file.write_text("\n".join([" ".join(f"5|{i}" for i in items), *items, *map(" ".join, combinations(items, 3))]))
    done = cli("cover", "count", file, "--seconds", "0.5")
    assert (done.status, "so far; time is up" in done.out) == (0, True)
    assert "-a diagram may count them all" in done.err
    for more in (("-a", "diagram", "--seconds", "0.5"), ("--limit", "3")):
        assert "-a diagram" not in cli("cover", "count", file, *more).err


def test_a_count_that_will_not_end_soon_names_the_diagram_while_it_runs(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "this visits each solution; -a diagram may count them all without, and dq cover diagram {} also"
    monkeypatch.setattr("core._cli.cover.solve.SOON", 0.0)
    for more in ((), ("--json",), ("--threads", "2")):
        done = cli("cover", "count", "gallery:dominoes-8x8", "-a", "dlx", "--seconds", "0.5", *more)
        assert done.err.count(said.format("gallery:dominoes-8x8")) == 1, more
    assert "diagram" not in cli("cover", "count", "gallery:dominoes-8x8", "-a", "memo-count", "--seconds", "0.5").err


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that takes some time to read."""
    file = tmp_path / "large.dlx"
    file.write_text("a b\n" + "a\nb\n" * 10_000)
    return file


@pytest.mark.parametrize(("words", "more", "figures"), [
    *((f"cover {verb}", "", {"solutions": 0}) for verb in ("solve", "count", "diagram", "sample")),
    ("explain cover", "", {}),
    ("explain cover", "-a dlx --against dlx-s", {}),
    ("tree cover", "", {"nodes": 0, "share": None, "exact": False}),
    ("estimate cover", "", {"solutions": None, "parts": None, "algorithm": None}),
    ("estimate cover", "--by probes", {"solutions": None, "steps": None, "algorithm": None}),
])  # fmt: skip
def test_reading_and_what_comes_before_a_search_end_in_time(
    words: str, more: str, figures: dict[str, object], cli: Cli, large: Path, tmp_path: Path
) -> None:
    drawn = tmp_path / "drawn.txt"
    drawn.write_text("set: heptominoes\nregion:\n" + 100 * f"{'#' * 100}\n")
    for file in (large, drawn):
        command = (*words.split(), file, "--seconds", "0.001", *more.split())
        assert cli(*command) == (1, f"{file}: undecided: time ran out before the search began\n", "")
        told = json.loads(cli(*command, "--json").out)
        assert {"problem": str(file), "status": "limit", **figures}.items() <= told.items()


def test_building_a_search_to_look_into_ends_in_time(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Algorithm, "start", endless)
    queens_ = ("queens", "9", "-a", "dlx", "--seconds", "0.001")
    assert cli("tree", *queens_) == (1, "0 nodes so far; time is up\n", "")
    assert cli("explain", *queens_) == (1, "", "time is up: the search did not get to its first node\n")
    done = cli("explain", *queens_, "--against", "dlx-s")
    assert (done.status, done.err) == (1, "9 queens, dlx: time ran out before the whole tree was visited\n")


def test_a_node_that_was_reached_is_explained(cli: Cli) -> None:
    command = ("explain", "queens", "9", "-a", "backtracking", "--seconds", "0.000001")
    alone = cli(*command)
    assert (alone.status, alone.out.split("\n")[0], alone.err) == (0, "node 1, level 0: branch", "")
    said = "time is up: the search got to node 1, not to node 2\n"
    assert cli(*command, "--to", "3") == (1, alone.out, said)


def test_an_estimate_for_no_time_or_a_number_of_probes_is_made(cli: Cli, large: Path) -> None:
    for more in (("--by", "probes", "--seconds", "0"), ("--by", "probes", "--probes", "5", "--seconds", "0.001")):
        done = cli("estimate", "cover", large, *more)
        assert (done.status, done.out.split("\n")[1]) == (0, "solutions  1e+08 ± 0"), more


def test_proofs_and_symmetries_before_a_search_end_in_time(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    for what, more in (
        ("core._cli.cover.no_solution.counted_out", ()),
        ("core._cli.cover.solve._symmetries", ("--unique",)),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(what, endless)
            done = cli("cover", "count", "gallery:four-sets", "--seconds", "0.001", *more)
        assert (done.status, done.out) == (1, "gallery:four-sets: undecided: time ran out before the search began\n")


def endless(*_: object, **__: object) -> None:
    """Look again and again whether this is still wanted."""
    while True:
        look()


def test_seconds_are_a_time(cli: Cli) -> None:
    for wrong in ("0", "-1", "soon"):
        done = cli("queens", "8", "--seconds", wrong)
        assert done.status == 2
        assert "expected seconds above 0" in done.err


def test_the_largest_covers_get_what_finds_a_solution_soonest() -> None:
    largest, smaller = sudoku(6, 6).problem, sudoku(5, 6).problem
    assert (propose(largest, Goal.FIRST).key, propose(smaller, Goal.FIRST).key) == ("dlx", "dancing-cells")
    assert propose(largest, Goal.ALL).key == "dancing-cells"
    assert propose(queens(256).problem, Goal.FIRST).key == "dancing-cells"


def test_a_large_sparse_cover_gets_dancing_cells() -> None:
    problem = queens(160).problem
    assert len(problem.items) > 950
    assert propose(problem, Goal.FIRST).key == "dancing-cells"
    assert usual_order(problem) == "natural"
    assert problem.solution() is not None


def test_a_range_says_whose_placements_are_printed(cli: Cli) -> None:
    assert cli("queens", "4-6", "--unique").out.splitlines() == [
        "4:", "2 4 1 3", "5:", "1 3 5 2 4", "2 5 3 1 4", "6:", "2 4 6 1 3 5",
    ]  # fmt: skip
    assert cli("queens", "3-4", "--goal", "first").out.splitlines() == ["4:", "2 4 1 3"]
    assert cli("queens", "4", "--unique").out == "2 4 1 3\n"


def test_what_goes_by_logic_ends_in_time(cli: Cli) -> None:
    for verb in ("rate", "path", "hint"):
        done = cli("sudoku", verb, "-", "--seconds", "0.001", stdin="." * 625 + "\n")
        assert done.status == 1
        assert "time is up" in done.out
    figures = json.loads(cli("sudoku", "rate", "-", "--json", "--seconds", "0.001", stdin="." * 625 + "\n").out)
    assert (figures["ending"], figures["solved"]) == ("cancelled", False)
    hard = cli("sudoku", "hint", "-", "--seconds", "9999999", stdin=EMPTY[:-2] + "1\n")
    assert "time is up" not in hard.out


@pytest.mark.parametrize("more", [
    ("--level", "extreme", "--score", "4-5"), ("--tier", "expert"), ("--variant", "jigsaw"),
])  # fmt: skip
def test_making_puzzles_ends_in_time(more: tuple[str, ...], cli: Cli) -> None:
    done = cli("sudoku", "generate", *more, "--seconds", "0.001")
    assert (done.status, done.out.strip()) == (1, "")
    assert "time ran out" in done.err


def test_a_check_ends_in_time(cli: Cli) -> None:
    command = ("sudoku", "check", "-", "--seconds", "0.2", "--limit", 10**15)
    done = cli(*command, stdin=EMPTY + EMPTY)
    assert done.status == 4
    assert [line.endswith("solutions so far; time is up") for line in done.out.splitlines()] == [True, True]
    assert json.loads(cli(*command, "--json", stdin=EMPTY).out)["status"] == "limit"
    done = cli("sudoku", "check", "-", "--seconds", "9999999", stdin="1234341221434321\n")
    assert (done.status, done.out) == (0, "line 1: one solution\n")


def test_trees_and_explanations_end_in_time(cli: Cli) -> None:
    done = cli("tree", "queens", "20", "-a", "dlx", *BRIEF)
    assert (done.status, done.out.rstrip().endswith("so far; time is up")) == (1, True)
    assert json.loads(cli("tree", "queens", "20", "-a", "dlx", *BRIEF, "--json").out)["status"] == "limit"
    done = cli("explain", "queens", "20", "--node", 10**12, *BRIEF)
    assert (done.status, done.out) == (1, "")
    assert "time is up: the search got to node" in done.err
    done = cli("explain", "queens", "9", "-a", "backtracking", "--against", "dlx-s", "--seconds", "0.001")
    assert done.status == 1
    assert "time ran out before the whole tree was visited" in done.err


@pytest.mark.parametrize("json_", [False, True])
def test_a_tree_that_is_interrupted_says_how_far_it_got(cli: Cli, monkeypatch: pytest.MonkeyPatch, json_: bool) -> None:
    asked = 0

    def passed(self: TimeAllowed) -> bool:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(TimeAllowed, "passed", passed)
    done = cli("tree", "queens", "20", "-a", "dlx", *(["--json"] if json_ else []))
    assert done.status == 130
    if json_:
        figures = json.loads(done.out)
        assert (figures["status"], figures["exact"], figures["nodes"] > 0) == ("stopped", False, True)
    else:
        assert re.fullmatch(r"[1-9][0-9 ]* nodes so far; stopped\n", done.out)


def test_counting_parts_again_ends_in_time(cli: Cli, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    assert cli("queens", "8", "-a", "bitmask", "--parts", "8", "--ledger", ledger).status == 0
    done = cli("ledger", "verify", ledger, "--again", "100%", "--seconds", "0.000001")
    assert done.status == 1
    assert "time is up: " in done.err
    assert cli("ledger", "verify", ledger, "--seconds", "9999999").status == 0


def test_classes_and_the_check_of_a_sum_end_in_time(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(problem: Queens, entry: Algorithm, goal: Goal, **more: Any) -> Outcome:
        return Outcome(problem, entry, goal, Snapshot(Status.COMPLETE, 1, 8), (), {})

    monkeypatch.setattr("core._cli.queens.solve", whole)  # the sum of N = 28 takes years
    done = cli("queens", "28", "--unique", "--goal", "count", "-a", "bitmask", "--seconds", "0.001")
    assert done.status == 0
    assert "28 queens: time ran out before the classes were counted" in done.err
    assert "28 queens: time ran out before the sum was checked modulo 8" in done.err


def test_shells_complete_seconds_for_every_command_that_searches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--completion", "bash"], program="dq")
    lines = [line for line in capsys.readouterr().out.splitlines() if "_strings=" in line and "--seconds" in line]
    each = {"queens", "sudoku", "cover"}
    assert {line.split("_option")[0].removeprefix("_shtab_dq_") for line in lines} == {
        "queens", "ledger_verify", "cover_solve", "cover_count", "cover_diagram", "cover_sample",
        *(f"sudoku_{verb}" for verb in (
                "solve", "count", "check", "candidates", "generate", "rate", "hint", "path", "train"
            )),
        *(f"{command}_{kind}" for command in ("explain", "tree", "estimate") for kind in each),
    }  # fmt: skip
