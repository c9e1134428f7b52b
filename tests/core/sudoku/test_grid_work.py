"""Work on a grid: values, marks, what is struck out, and what the grid then says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core import Grid, Layout, ProblemError, Shape
from tests.core.sudoku.reading import grid_lines

SQUARE = Shape(2, 2)
SMALL = Grid.of(SQUARE, [1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 3])
WORK = SMALL.place(1, 4).toggle_struck(5, 1).toggle_struck(5, 2)
MARKED = SMALL.set_marks(1, 0b1100).set_marks(6, 0b1).set_marks(4, 0b1100)


def marks(grid: Grid) -> str:
    return next((line.removeprefix("  marks ") for line in grid_lines(grid) if line.startswith("  marks")), "")


def sets(held: Sequence[int]) -> str:
    """Sets of values as the marks of an empty grid."""
    grid = Grid.empty(SQUARE)
    for cell, bits in enumerate(held):
        grid = grid.set_marks(cell, bits)
    return marks(grid)


def test_what_stands_in_a_grid() -> None:
    assert list(grid_lines(WORK)) == [
        "2×2 1..2 .... ..4. ...3", "  placed .4.. .... .... ....", "  struck . . . . / . 12 . . / . . . . / . . . .",
    ]  # fmt: skip
    assert (WORK.filled, WORK.solved) == (5, False)
    assert (WORK.count_of(4), WORK.cells_with(4)) == (2, (1, 10))
    assert (WORK.next_empty(0), WORK.next_empty(0, -1), WORK.next_empty(15)) == (2, 14, 2)
    assert [str(each) for each in SMALL.place(1, 1).place(3, 1).conflicts] == [
        "row 1 holds 1 twice: r1c1 and r1c2", "box 1 holds 1 twice: r1c1 and r1c2",
    ]  # fmt: skip
    assert str(SMALL).splitlines()[1] == "| 1 . | . 2 |"


def test_candidates_are_what_the_rules_and_the_person_leave() -> None:
    assert sets(WORK.candidates) == ". . 3 . / 23 3 13 14 / 23 123 . 1 / 24 12 12 ."
    jigsaw = Grid.of(Layout.parse("1x4 jigsaw AAABACBBCCDBCDDD"), [1, *[0] * 15])
    assert sets(jigsaw.candidates) == ". 234 234 234 / 234 1234 1234 1234 / 234 1234 1234 1234 / 234 1234 1234 1234"
    diagonal = Grid.of(Layout.parse("2x2 x"), [1, *[0] * 15])
    assert sets(diagonal.candidates) == ". 234 234 234 / 234 234 1234 1234 / 234 1234 234 1234 / 234 1234 1234 234"


def test_what_changes_nothing_gives_the_same_grid() -> None:
    assert WORK.place(0, 3) is WORK
    assert WORK.place(1, 4) is WORK
    assert WORK.toggle_struck(1, 2) is WORK
    assert WORK.toggle_struck(5, 0) is WORK
    assert SMALL.toggle_mark(0, 1) is SMALL
    assert SMALL.toggle_mark(1, 0) is SMALL
    assert MARKED.set_marks(1, 0b1100) is MARKED
    assert MARKED.set_marks(0, 0b11) is MARKED
    assert MARKED.tidy_marks(1) is MARKED


def test_each_step_can_be_made_undone_by_hand() -> None:
    assert WORK.place(1, 0) == SMALL.toggle_struck(5, 1).toggle_struck(5, 2)
    assert WORK.toggle_struck(5, 1).struck == SMALL.toggle_struck(5, 2).struck
    assert marks(SMALL.toggle_mark(1, 3).toggle_mark(1, 4).toggle_mark(1, 3)) == ". 4 . . / . . . . / . . . . / . . . ."
    assert MARKED.place(1, 4).clear_cell(1) == MARKED
    assert WORK.restart() == SMALL


def test_marks() -> None:
    assert marks(MARKED) == ". 34 . . / 34 . 1 . / . . . . / . . . ."
    assert marks(MARKED.place(5, 4).tidy_marks(5)) == ". 3 . . / 3 . 1 . / . . . . / . . . ."
    assert marks(MARKED.clear_cell(1)) == ". . . . / 34 . 1 . / . . . . / . . . ."
    complete = SMALL.marks_from_candidates()
    assert marks(complete) == ". 34 3 . / 234 234 13 14 / 23 123 . 1 / 24 124 12 ."
    assert (SMALL.marks_are_candidates, complete.marks_are_candidates) == (False, True)
    assert not complete.set_marks(1, 0b100).marks_are_candidates
    assert complete.candidates_from_marks().struck == SMALL.struck
    assert sets(MARKED.candidates_from_marks().struck) == ". . 3 . / 2 234 3 14 / 23 123 . 1 / 24 124 12 ."


def test_givens_are_locked_and_unlocked() -> None:
    assert (WORK.lock().givens, any(WORK.lock().placed)) == (WORK.values, False)
    assert (WORK.unlock().placed, any(WORK.unlock().givens)) == (WORK.values, False)
    assert list(grid_lines(SMALL.set_given(1, 3).set_given(0, 0))) == ["2×2 .3.2 .... ..4. ...3"]
    filled = SMALL.place(1, 3).with_solution([1] * 16)
    assert list(grid_lines(filled))[1] == "  placed .31. 1111 11.1 111."


@pytest.mark.parametrize(("wrong", "said"), [
    (lambda: SMALL.place(0, 5), "value must be a whole number from 0 to 4, not 5"),
    (lambda: SMALL.toggle_mark(0, -1), "value must be a whole number from 0 to 4, not -1"),
    (lambda: Grid.of(SQUARE, [0] * 15), "givens: boxes of 2×2 make 16 cells, not 15"),
    (lambda: Grid.of(SQUARE, [0] * 14 + [5, 1]), "givens, r4c3: expected 0 to 4, not 5"),
    (lambda: Grid.of(SQUARE, [0] * 16, [0] * 16, [16, *[0] * 15]), "marks, r1c1: expected 0 to 15, not 16"),
    (lambda: Grid.of(SQUARE, [1, *[0] * 15], [1, *[0] * 15]), "a cell cannot hold a given and a placed value at once"),
])  # fmt: skip
def test_what_cannot_stand_in_a_grid(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(ProblemError) as caught:
        wrong()
    assert str(caught.value) == said
