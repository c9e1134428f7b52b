"""Boards with queens placed and squares forbidden: as text, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from core import ProblemError, Queens
from core._queens.board_file import names, parse_board, parse_squares, write_board
from tests.cli import Cli
from tests.core.queens.strategies import boards, solutions


@given(boards())
def test_what_is_written_is_read(problem: Queens) -> None:
    assert parse_board(write_board(problem)) == problem
    assert Queens(problem.n, parse_squares(names(problem.placed), problem.n), problem.forbidden) == problem


def test_signs_blanks_and_comments() -> None:
    assert parse_board("% four\n♛ · x -\n\n#.._\n....\n....\n") == Queens(4, ((0, 0),), ((0, 2), (1, 0)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "found none"),
        ("Q.\n.y\n", "f, line 2, column 2: expected Q, x or a dot, not 'y'"),
        ("Q.\n\n.\n", "f, line 3, column 2: expected 2 squares in each row, as many as there are rows, found 1 square"),
        ("Q.\n. . .\n", "f, line 2, column 5: expected 2 squares in each row, as many as there are rows"),
        (".\n" * 1001, "too many"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        parse_board(text, "f")


@pytest.mark.parametrize("text", ["a1", "r0c1", "r1c9", "r1 c2"])
def test_what_is_no_square_is_told(text: str) -> None:
    with pytest.raises(ProblemError, match=r"r1c9|not"):
        parse_squares(text, 8)


def test_the_command_line_counts_completions(tmp_path: Path, cli: Cli) -> None:
    run = cli.under("queens")
    file = tmp_path / "board.txt"
    problem = Queens(6, ((0, 1),), ((5, 4),))
    file.write_text(write_board(problem))
    wanted = len(solutions(problem))
    for words in (("6", "--placed", "r1c2", "--forbidden", "r6c5"), ("--board", str(file), "-a", "quadrants")):
        done = json.loads(run(*words, "--json").out)
        assert (done["solutions"], done["status"], done["known"]) == (wanted, "complete", None)
    assert (done["algorithm"], done["counts_as"], done["step_unit"]) == ("quadrants", "bitmask", "node")
    assert "it counts as bitmask does" in run("--board", str(file), "-a", "symmetry").out
    assert run("4", "--placed", "r1c1").status == 1, "no completion"
    wrong: tuple[tuple[str, ...], ...]
    wrong = (("4-6", "--placed", "r1c1"), (), ("8", "--board", str(file)), ("8", "--placed", "r9c1"),
                  ("8", "--placed", "r1c1", "-a", "closed-form"), ("--board", str(tmp_path / "none")),
                  ("8", "--placed", "r1c1", "--unique", "--goal", "count"))  # fmt: skip
    for asked in wrong:
        refused = run(*asked)
        assert refused.status == 2, asked
        assert len(refused.err.strip().splitlines()) == 1
