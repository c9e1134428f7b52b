"""Every reason that the algorithms for queens can give, as values, without the sentences: their number and a few.

The sentences are read in `tests/transcripts/explain_queens.txt`, where one of each kind stands.
"""

from __future__ import annotations

import json

import pytest

from core._cli.command_line import main
from tests.rows import Rows


def reasons(capsys: pytest.CaptureFixture[str], words: str) -> list[str]:
    main(["explain", "queens", *words.split(), "--json"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = []
    for reason in found:
        assert reason.pop("sentences")
        assert reason.pop("base") == 0
        node = reason.pop("node")
        told += [f"{node} {key}: {plain(value)}" for key, value in reason.items() if value and key != "schema"]
    return told


def plain(value: object) -> str:
    """A value of JSON with the names of squares and lines in place of all that is said of them."""
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "-"
    if isinstance(value, dict):
        return str(value.get("name")) if "name" in value else " ".join(f"{key} {plain(value[key])}" for key in value)
    return str(value)


@pytest.mark.parametrize(
    "words",
    [
        "6 --to 91",
        "4 -a backtracking --to 17",
        "4 -a dlx --to 17",
        "4 -a permutations --to 65",
        "3 -a brute-force --to 120",
        "6 -a symmetry --to 45",
        "9 -a stride --to 26",
        "5 --order text --to 46",
        "5 --order natural --to 46",
        "5 --placed r1c1 --forbidden r2c3,r5c2 --to 8",
        "5 -a backtracking --placed r1c1 --forbidden r2c3,r5c2 --to 8",
        "5 --placed r1c1,r2c2 --to 1",
    ],
)
def test_every_reason(capsys: pytest.CaptureFixture[str], words: str, rows: Rows) -> None:
    rows(reasons(capsys, words), most=7)


@pytest.mark.parametrize("key", ["naive", "bitmask"])
def test_those_that_place_row_by_row_give_the_same_reasons(capsys: pytest.CaptureFixture[str], key: str) -> None:
    assert reasons(capsys, f"4 -a {key} --to 17") == reasons(capsys, "4 -a backtracking --to 17")
