"""Large boards with queens placed and squares forbidden are completed, or it is said why they cannot be."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core import GaveUp, Goal, Queens, Status, algorithm
from core._queens.completion import Attacking, NoSquareLeft, not_completable
from core._queens.problem import LARGEST_RESTRICTED
from core._queens.propose import LARGEST_BY_ROWS, propose
from tests.cli import Cli

LOCAL = ("swaps", "min-conflicts")


def completable(n: int, seed: int) -> Queens:
    """A board that has a solution: queens of a random one are placed, and squares without one forbidden."""
    whole = Queens(n).solution("min-conflicts", parameters={"seed": seed})
    assert whole is not None
    chance = random.Random(seed)
    rows = chance.sample(range(n), n * chance.randrange(1, 60) // 100 + 1)
    squares = {(chance.randrange(n), chance.randrange(n)) for _ in range(2 * n)}
    return Queens(n, tuple((row, whole[row]) for row in rows), tuple(squares - set(enumerate(whole))))


BOARDS = [completable(n, seed) for n in (20, 30, 50, 75, 100, 125, 150, 200) for seed in range(1, 6)]


def test_forty_boards_of_20_to_200_queens_are_completed() -> None:
    assert len(BOARDS) == 40
    for board in BOARDS:
        assert not_completable(board) is None
        found = board.solution()
        assert found is not None
        assert board.verify(found)
        assert propose(board, Goal.FIRST).key == ("dancing-cells" if board.n > LARGEST_BY_ROWS else "bitmask")


@pytest.mark.parametrize("key", LOCAL)
def test_local_search_keeps_queens_where_they_are(key: str) -> None:
    for board in BOARDS[::4]:
        search = algorithm("queens", key).start(board, Goal.FIRST)
        while search.advance(50) is Status.RUNNING:
            on_board = search.snapshot().placement
            assert all(on_board[row] == column for row, column in board.placed)
            search.advance(100_000)
        assert search.status is Status.COMPLETE
        assert board.verify(search.solutions[0])


@pytest.mark.parametrize("key", ["dancing-cells", *LOCAL])
def test_a_thousand_queens_are_completed(key: str) -> None:
    board = completable(LARGEST_RESTRICTED, 7)
    found = board.solution(key)
    assert found is not None
    assert board.verify(found)


@settings(max_examples=60, deadline=None)
@given(n=st.integers(4, 7), chance=st.randoms(use_true_random=False), closed=st.integers(0, 14))
def test_a_proof_without_a_search_is_right_and_local_search_proves_no_more(
    n: int, chance: random.Random, closed: int
) -> None:
    squares = [(row, column) for row in range(n) for column in range(n)]
    chance.shuffle(squares)
    board = Queens(n, tuple(squares[:1]), tuple(squares[1 : closed + 1]))
    ways = board.count("backtracking")
    assert board.count("dancing-cells") == ways
    if not_completable(board) is not None:
        assert ways == 0
    for key in LOCAL:
        try:
            found = board.solution(key)
        except GaveUp:
            assert ways == 0
        else:
            assert (found is None) == (ways == 0)


@given(n=st.integers(5, 12), chance=st.randoms(use_true_random=False))
def test_what_a_proof_says_is_so(n: int, chance: random.Random) -> None:
    squares = [(row, column) for row in range(n) for column in range(n)]
    chance.shuffle(squares)
    board = Queens(n, tuple(squares[:2]), tuple(squares[2 : 3 * n]))
    because = not_completable(board)
    assume(isinstance(because, NoSquareLeft))
    assert isinstance(because, NoSquareLeft)
    for at in range(len(because.after)):  # each of these queens had no other square
        before, (row, column) = Queens(n, (*board.placed, *because.after[:at]), board.forbidden), because.after[at]
        free = set(squares) - before.closed_squares()
        assert 1 in (sum(r == row for r, _ in free), sum(c == column for _, c in free))
    after = Queens(n, (*board.placed, *because.after), board.forbidden)
    line = 0 if because.line == "row" else 1
    assert not [square for square in squares if square[line] == because.number and square not in after.closed_squares()]


def test_reasons_are_values() -> None:
    assert not_completable(Queens(6, ((0, 0), (1, 1)))) == Attacking((0, 0), (1, 1))
    assert not_completable(Queens(5, forbidden=tuple((2, c) for c in range(5)))) == NoSquareLeft("row", 2)
    shared = Queens(5, forbidden=tuple((row, c) for row in (1, 3) for c in range(5) if c != 4))
    assert not_completable(shared) == NoSquareLeft("row", 3, ((1, 4),))
    assert not_completable(Queens(5)) is None
    assert not_completable(Queens(1, forbidden=((0, 0),))) == NoSquareLeft("row", 0)


def test_the_command_says_why_there_is_none(cli: Cli) -> None:
    closed = ",".join(f"r{row}c{column}" for row in (2, 4) for column in range(1, 80))
    done = cli("queens", "80", "--goal", "first", "--forbidden", closed)
    assert done.status == 1
    assert re.search(r"no solution: row 4 has no square left beside the queen r2c80, which stands on", done.err)
    done = cli("queens", "600", "--placed", "r1c1", "--goal", "first", "-a", "min-conflicts")
    assert done.status == 0
    assert done.out.startswith("1 ")
