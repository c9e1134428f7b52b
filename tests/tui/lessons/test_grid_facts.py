"""Facts of a Sudoku grid, by the rules alone; wrong answers are told what stands in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tui.lessons.facts import fact, is_right, why_not
from tui.lessons.step import FactError, Kind, LessonStep

EASY = LessonStep("sudoku", "...8...64....13.9.2....635...5.3..1...1...4...7..5.2...423....6.1.72....79...5...")
HARD = LessonStep("sudoku", "2.........7.3...6....2.8..7.9...1...7...5.9....3..687.81......3...9.3...4........")


def by_the_rules(cell: int) -> set[int]:
    """The values that no cell of the same row, column or box holds."""
    grid = [0 if sign == "." else int(sign) for sign in EASY.problem]
    row, column = divmod(cell, 9)
    seen = [
        other for other in range(81)
        if other // 9 == row or other % 9 == column or (other // 27, other % 9 // 3) == (row // 3, column // 3)
    ]  # fmt: skip
    return {*range(1, 10)} - {grid[other] for other in seen}


def test_candidates_are_what_the_rules_leave() -> None:
    empty = [cell for cell, sign in enumerate(EASY.problem) if sign == "."]
    for cell in empty:
        name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
        assert fact(EASY, f"candidates {name}").raw == len(by_the_rules(cell)), name
    singles = [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in empty if len(by_the_rules(cell)) == 1]
    found = fact(EASY, "naked single")
    assert (found.kind, [found.raw, *found.also]) == (Kind.CELL, singles)


def test_singles_solve_an_easy_grid_and_not_a_hard_one() -> None:
    assert fact(EASY, "left by singles").raw == 0
    assert fact(HARD, "left by singles").raw == fact(replace(HARD, done="singles"), "empty cells").raw != 0
    with pytest.raises(FactError, match="no cell has a single candidate"):
        fact(replace(HARD, done="singles"), "naked single")


@pytest.mark.parametrize(
    ("answer", "given", "why"),
    [
        ("naked single", "r2c1", "r2c1 can still be 4, 5, 6 or 8."),
        ("naked single", "r1c4", "r1c4 holds 8 already."),
        ("place 1 in box 1", "r1c2", "r1c2 sees r8c2, where 1 is already placed."),
        ("place 1 in box 1", "r1c5", "r1c5 does not belong to box 1."),
        ("candidates r1c1", "5", "It is less. r1c1 sees r3c1, where 2 is already placed."),
        ("candidates r1c1", "2", "It is more."),
    ],
)
def test_a_wrong_answer_about_a_grid_is_told_why(answer: str, given: str, why: str) -> None:
    step = replace(EASY, ask="?", answer=answer)
    assert not is_right(fact(step, answer), given)
    assert why_not(step, given) == why


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("candidates r0c1", "there is no cell 'r0c1'"),
        ("place 5 in town", "expected a value and where, such as 5 in box 3"),
        ("place 5 in row 10", "expected a value and where"),
        ("place 4 in row 4", "there are 3 cells for 4 in row 4, not one"),
        ("nodes", "there is no fact 'nodes'; there are candidates"),
    ],
)
def test_a_fact_that_makes_no_sense_is_told_so(words: str, said: str) -> None:
    with pytest.raises(FactError, match=said):
        fact(EASY, words)
