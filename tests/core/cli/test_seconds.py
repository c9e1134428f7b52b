"""``--seconds``: every search ends once its time is over, and says what it has found by then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.exact_cover.encodings import queens
from core.exact_cover.formats.knuth import write
from core.exact_cover.item_order import usual_order
from core.exact_cover.propose import propose
from core.search import Goal
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
        done = cli("cover", verb, file, "-a", "dlx", *BRIEF, *(("--goal", "count") if verb == "solve" else ()))
        assert "so far; the time is over" in done.out or "undecided" in done.out
    assert json.loads(cli("cover", "count", file, "-a", "dlx", *BRIEF, "--json").out)["status"] == "limit"
    done = cli("sudoku", "count", "-", *BRIEF, stdin=EMPTY + EMPTY)
    assert [line.split(":")[1].startswith(" at least ") for line in done.out.splitlines()] == [True, True]
    assert json.loads(cli("sudoku", "count", "-", *BRIEF, "--json", stdin=EMPTY).out)["status"] == "limit"


def test_seconds_are_a_time(cli: Cli) -> None:
    for wrong in ("0", "-1", "soon"):
        done = cli("queens", "8", "--seconds", wrong)
        assert done.status == 2
        assert "expected seconds above 0" in done.err


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
