"""``dq queens --part`` and ``dq ledger``: parts counted apart, put together, and counted again."""

from __future__ import annotations

import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core import Goal, Queens, algorithm
from core._parts.ledger import Ledger
from core._parts.part import Origin, cut
from core.exact_cover import _formats as formats
from core.storage import Checkpoint
from tests.cli import Cli

ENTRY = algorithm("queens", "bitmask")
PARTS = cut(ENTRY, Queens(8), {}, 6)


def counted(cli: Cli, tmp_path: Path, part: str, name: str) -> Path:
    path = tmp_path / name
    assert cli("queens", 8, "-a", "bitmask", "--part", part, "--ledger", path)[0] == 0
    return path


def test_parts_counted_apart_are_put_together(cli: Cli, tmp_path: Path) -> None:
    files = [counted(cli, tmp_path, part, f"p{number}") for number, part in enumerate(("2/6", "1/6", "3-5/6"))]
    whole = tmp_path / "whole"
    status, out, err = cli("ledger", "merge", whole, *files)
    assert status == 0
    assert "8 queens · bitmask: 5 of 6 parts" in out
    assert "so far" in out
    assert "missing     6" in out
    assert f"{files[2]}: 3 parts, 3 of them new" in err
    last = counted(cli, tmp_path, "6/6", "p6")
    status, out, err = cli("ledger", "merge", whole, last, files[0])
    assert "6 of 6 parts" in out
    assert "92 (A000170): agrees" in out
    assert f"{files[0]}: 1 part, 0 of them new" in err
    status, out, err = cli("queens", 8, "-a", "bitmask", "--parts", 6, "--checkpoint", whole)
    assert (status, out.splitlines()[0]) == (0, "8 queens: 92 solutions")


def test_a_ledger_holds_parts_also_where_nothing_else_asks_for_them(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "whole"
    assert cli("queens", 8, "-a", "bitmask", "--ledger", path)[0] == 0
    assert "140 of 140 parts" in cli("ledger", "show", path)[1]
    status, _, err = cli("queens", 8, "-a", "permutations", "--goal", "all", "--ledger", path)
    assert (status, "only a count splits into parts" in err) == (2, True)


def test_a_record_says_who_counted_the_part_and_when(cli: Cli, tmp_path: Path) -> None:
    path = counted(cli, tmp_path, "2/6", "two")
    found = json.loads(cli("ledger", "show", path, "--json")[1])
    assert (found["parts"], found["done"], found["complete"]) == (6, 1, False)
    record = found["records"][0]
    assert record["part"] == 2
    assert all(record[name] for name in ("machine", "processor", "version", "when"))
    assert found["core_seconds"] == record["core_seconds"] > 0
    shown = cli("ledger", "show", path)[1]
    assert record["machine"] in shown
    assert record["version"] in shown
    assert "missing     1 and 3-6" in shown


ABCD = "a b c d\na b\nc d\na c\n"


def test_a_file_of_one_problem_is_not_read_for_another_of_the_same_name(cli: Cli, tmp_path: Path) -> None:
    problem, parts, whole = tmp_path / "p.dlx", tmp_path / "parts", tmp_path / "whole"
    problem.write_text(f"{ABCD}b d\n")
    count = "cover", "count", problem, "-a", "dlx", "--parts", 2, "--checkpoint", parts
    assert cli(*count)[:2] == (0, "exact cover of 4 items by 4 options: 2\n")
    entry, read = algorithm("cover", "dlx"), formats.read(problem.read_text())
    Checkpoint(whole, read, "dlx", Goal.COUNT, None, entry.settings({})).save(entry.start(read, Goal.COUNT), 0.0)
    explain = "explain", "cover", problem, "--checkpoint", whole
    assert cli(*explain)[0] == 0
    problem.write_text(f"{ABCD}a d\n")
    for command in (count, explain):
        status, out, err = cli(*command)
        assert (status, out) == (2, "")
        assert err.endswith("a different problem of the same name\n")


def test_a_ledger_of_an_exact_cover_can_be_shown_but_not_counted_again(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "covers"
    assert cli("cover", "count", "gallery:langford-3", "-a", "dlx", "--parts", 2, "--checkpoint", path)[0] == 0
    status, out, _ = cli("ledger", "show", path)
    assert (status, out.splitlines()[1]) == (0, "  solutions   2")
    assert "only parts of N queens can be counted again" in cli("ledger", "verify", path)[2]


def test_a_part_is_no_wrong_result(cli: Cli) -> None:
    status, out, _ = cli("queens", 8, "-a", "bitmask", "--part", "1/48")
    assert status == 0
    assert "part 1/48" in out
    assert "WRONG" not in out
    found = json.loads(cli("queens", 8, "-a", "bitmask", "--part", "1/48", "--json")[1])
    assert (found["part"], found["parameters"]["parts"]) == ("1/48", 48)


def test_parts_are_counted_again_and_those_that_differ_are_named(cli: Cli, tmp_path: Path) -> None:
    path = counted(cli, tmp_path, "1-6/6", "all")
    assert cli("ledger", "verify", path, "--again", "100%")[1] == "6 parts of 6 counted again: all agree\n"
    assert cli("ledger", "verify", path)[1] == "1 part of 6 counted again: all agree\n"
    records = list(Ledger(path, PARTS[0]).records().values())
    elsewhere = Origin("elsewhere", "another", "0123", "2026-01-01T00:00:00+00:00")
    records[3] = replace(records[3], solutions=records[3].solutions + 1, origin=elsewhere)
    wrong = tmp_path / "wrong"
    Ledger(wrong, PARTS[0]).add(*records)
    for again in ("1", "1%"):  # the part of the other machine comes first
        status, out, err = cli("ledger", "verify", wrong, "--again", again)
        assert status == 3
        assert out == "1 part of 6 counted again (1 that another machine had counted): 1 part with another result: 4\n"
        assert "part 4:" in err


def test_a_sum_that_no_symmetric_board_has_is_noticed(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = counted(cli, tmp_path, "1-6/6", "all")
    records = list(Ledger(path, PARTS[0]).records().values())
    monkeypatch.setattr("core._queens.problem.KNOWN_COUNTS", ())  # as if nobody knew
    assert cli("ledger", "verify", path, "--again", "100%")[:2] == (0, "6 parts of 6 counted again: all agree\n")
    at = next(number for number, record in enumerate(records) if record.solutions)
    wrong = tmp_path / "wrong"
    records[at] = replace(records[at], solutions=records[at].solutions + 4)
    Ledger(wrong, PARTS[0]).add(*records)
    other = next(seed for seed in range(99) if random.Random(seed).sample(range(6), 6)[0] != at)
    status, out, _ = cli("ledger", "verify", wrong, "--again", 1, "--seed", other)
    assert status == 3
    assert "1 part of 6 counted again: all agree" in out
    impossible = "the sum is impossible: 4 solutions are unchanged by a half turn"
    assert impossible in out
    assert "96 leaves 0 and not 4 modulo 8" in out
    status, out, err = cli("queens", 8, "-a", "bitmask", "--ledger", wrong)  # the count itself says so too
    assert (status, "8 queens: 96 solutions" in out, f"8 queens: {impossible}" in err) == (3, True, True)
    status, _, err = cli("queens", 8, "-a", "bitmask", "--ledger", path)
    assert (status, "impossible" in err) == (0, False)


def test_what_does_not_belong_together_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = counted(cli, tmp_path, "1/6", "one")
    other = tmp_path / "other"
    assert cli("queens", 8, "-a", "bitmask", "--part", "1/7", "--ledger", other)[0] == 0
    status, _, err = cli("ledger", "merge", tmp_path / "both", path, other)
    assert (status, "holds parts of 8 queens · bitmask in 7 parts, not of" in err) == (2, True)
    wrong = tmp_path / "wrong"
    record = replace(Ledger(path, PARTS[0]).records()[0], solutions=1000)
    Ledger(wrong, PARTS[0]).add(record)
    status, _, err = cli("ledger", "merge", path, wrong)
    assert (status, "part 1 gave another result before" in err) == (2, True)
    with sqlite3.connect(other) as file:
        file.execute("UPDATE parts SET origin = 'null'")
    file.close()
    assert "is damaged" in cli("ledger", "show", other)[2]
    assert "there is no such file" in cli("ledger", "show", tmp_path / "none")[2]
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(("arguments", "message"), [
    ("queens 8 --part 7/6", "expected parts from 1 to 6, not '7/6'"),
    ("queens 8 --part 2", "expected K/P such as 17/4000, or K-L/P such as 17-32/4000, not '2'"),
    ("queens 4-8 -a bitmask --part 1/2", "--part: the parts of one N, not of a range"),
    ("queens 8 -a bitmask --part 1/2 --parts 2", "leave out --parts"),
    ("ledger verify x --again 0%", "expected a share such as 1%, at most 100%, not '0%'"),
])  # fmt: skip
def test_what_is_refused(cli: Cli, arguments: str, message: str) -> None:
    status, out, err = cli(*arguments.split())
    assert (status, out) == (2, "")
    assert message in err
