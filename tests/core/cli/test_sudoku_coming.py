"""Long lists from files: answered block by block, with the answers that short ones get."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core._cli.sudoku.coming import BLOCK, Coming, coming_items
from core.sudoku import Puzzle
from tests.cases import slow
from tests.cli import Cli
from tests.core.sudoku.samples import shipped_nines

LINES = ["".join(map(str, givens)).replace("0", ".") for givens in shipped_nines()[:20]] * 45


@pytest.fixture
def cli(cli: Cli) -> Cli:
    return cli.under("sudoku")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    assert path.stat().st_size > BLOCK
    return path


def coming(path: Path, verb: str, **told: Any) -> Coming | None:
    return coming_items(argparse.Namespace(file=str(path), format=None, boxes=None, verb=verb, **told))


@pytest.mark.parametrize(
    "told", [{"verb": "hint"}, {"verb": "rate"}, {"verb": "path"}, {"verb": "solve", "json": True},
             {"verb": "count", "json": True}, {"verb": "check", "json": True}, {"verb": "convert", "to": "csv"}],
    ids=lambda told: told["verb"],
)  # fmt: skip
def test_the_first_puzzle_comes_before_the_last_is_read(path: Path, told: dict[str, Any]) -> None:
    items = coming(path, **told)
    assert items is not None
    first = next(iter(items))
    assert isinstance(first, Puzzle)
    assert (first.line, items.more, items.done) == (1, True, 82)


def test_short_lists_and_grids_are_read_as_a_whole(tmp_path: Path) -> None:
    short, drawn = tmp_path / "short", tmp_path / "drawn"
    short.write_text("\n".join(LINES[:20]), encoding="utf-8")
    rows = [line[at : at + 9] for line in LINES for at in range(0, 81, 9)]
    drawn.write_text("\n\n".join("\n".join(rows[at : at + 9]) for at in range(0, len(rows), 9)), encoding="utf-8")
    assert coming(short, "hint") is None
    assert coming(drawn, "hint") is None


def test_a_long_list_between_fences_has_no_other_lines(cli: Cli, path: Path) -> None:
    path.write_text("\n".join(["```text", *LINES, "```"]), encoding="utf-8")
    result = cli("convert", str(path), "--to", "line")
    assert (result.status, result.out.split(), result.err) == (0, LINES, "")


def without(told: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in names}


@pytest.mark.parametrize("verb", ["solve", "count", "check", "hint"])
def test_answers_are_those_of_short_lists(cli: Cli, path: Path, tmp_path: Path, verb: str) -> None:
    status, out, err = cli(verb, path, "--json")
    assert (status, err) == (0, "")
    short = tmp_path / "short.txt"
    short.write_text("\n".join(LINES[:20]), encoding="utf-8")
    alone = [json.loads(line) for line in cli(verb, short, "--json")[1].splitlines()]
    found = [json.loads(line) for line in out.splitlines()]
    assert [each["line"] for each in found] == list(range(1, len(LINES) + 1))
    for number, each in enumerate(found):
        assert without(each, "line", "seconds") == without(alone[number % 20], "line", "seconds")


def test_what_is_damaged_is_told_with_its_line_and_the_rest_is_converted(cli: Cli, path: Path) -> None:
    lines = [*LINES]
    lines[500], lines[700], lines[800] = "53..7", "# a remark", LINES[0][:40] + "\0" + LINES[0][41:]
    path.write_bytes("\r\n".join(lines).encode())
    status, out, err = cli("convert", path, "--to", "line")
    assert status == 2
    assert out.splitlines() == [line for at, line in enumerate(LINES) if at not in (500, 700, 800)]
    assert "long.txt, line 501, column 6: expected a puzzle of 81 characters" in err
    assert "long.txt, line 801, column 41: expected a text file" in err
    status, table, _ = cli("convert", path, "--to", "csv", "-o", path.with_suffix(".csv"))
    assert (status, table) == (2, "")
    assert len(path.with_suffix(".csv").read_text(encoding="utf-8").splitlines()) == len(LINES) - 2


@pytest.mark.parametrize("words", ["solve --json", slow("check --json"), "hint", slow("path"), "convert --to csv"])
def test_a_reader_that_goes_away_ends_it_with_0(path: Path, words: str) -> None:
    verb, *more = words.split()
    command = [sys.executable, "-m", "core", "sudoku", verb, str(path), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert (process.wait(), process.stderr.read()) == (0, b"")


def test_a_pipe_of_links_is_converted_whole_or_not_at_all(tmp_path: Path) -> None:
    puzzle = tmp_path / "cage.txt"
    puzzle.write_text("1...............\ncage 3: r1c3 r1c2\n")

    def convert(text: str, *to: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "core", "sudoku", "convert", "-", "--to", *to]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    plain, caged = (convert(text, "fpuzzles").stdout for text in ("1...............\n", puzzle.read_text()))
    done = convert(plain + caged + plain, "line")
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input, line 2: the format line cannot say: r1c3 and r1c2 add up to 3" in done.stderr
    assert done.stderr.endswith("it can be written as rules or fpuzzles; nothing was written\n")


def test_a_long_list_says_how_many_puzzles_were_converted(cli: Cli, tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("\n".join([*LINES, "1...............", *LINES[:9]]))
    done = cli("convert", long, "--to", "hodoku")
    assert done.status == 2
    assert done.out.count("\n") == 900
    assert "long.txt, line 901: a HoDoKu line holds" in done.err
    assert done.err.endswith("; written before it: 900 puzzles\n")
    kept = tmp_path / "kept"
    done = cli("convert", long, "--to", "hodoku", "-o", kept)
    assert done.err.endswith("; nothing was written\n")
    assert not kept.exists()
