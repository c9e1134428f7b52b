"""Every reason that the algorithms for queens can give, as values: a digest of them all, without the sentences.

The sentences are read in `tests/transcripts/explain_queens.txt`, where one of each kind stands.
"""

from __future__ import annotations

import json

import pytest

from core.cli.command_line import main
from tests.digest import digest


def reasons(capsys: pytest.CaptureFixture[str], words: str) -> list[str]:
    main(["explain", "queens", *words.split(), "--json"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for reason in found:
        assert reason.pop("sentences")
        assert reason.pop("base") == 0
    return [json.dumps(reason) for reason in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("6 --to 91", "91 lines, 2c346d4ee9c80cc2"),
        ("4 -a backtracking --to 17", "17 lines, 91b01f8c7287933c"),
        ("4 -a dlx --to 17", "17 lines, 5b023f7b2f434e33"),
        ("4 -a naive --to 17", "17 lines, 91b01f8c7287933c"),
        ("4 -a bitmask --to 17", "17 lines, 91b01f8c7287933c"),
        ("4 -a permutations --to 65", "65 lines, eed86e72f36f9ed8"),
        ("3 -a brute-force --to 120", "120 lines, 56ccadb66d53247a"),
        ("6 -a symmetry --to 45", "45 lines, dc1d62e74fd906cc"),
        ("9 -a stride --to 26", "26 lines, e8672f763dcde89f"),
        ("5 --set order=text --to 46", "46 lines, cb3f4fac39894def"),
        ("5 --set order=natural --to 46", "46 lines, 97b76814ac4b0864"),
        ("5 --placed r1c1 --forbidden r2c3,r5c2 --to 8", "8 lines, f2414107977fed62"),
        ("5 -a backtracking --placed r1c1 --forbidden r2c3,r5c2 --to 8", "8 lines, 43f017aa5fc52890"),
        ("5 --placed r1c1,r2c2 --to 1", "1 line, 10636f9d4832dfc5"),
    ],
)
def test_every_reason(capsys: pytest.CaptureFixture[str], words: str, expected: str) -> None:
    assert digest(reasons(capsys, words)) == expected
