"""What is drawn on the squares and along the edges of a board."""

from __future__ import annotations

import re

import pytest

from tui.app import DancingQueens, Start
from tui.kit.queens_board import CELL_SIZES, LEAST_LABEL, LEAST_PICTURE, QueensBoard, crown
from tui.kit.queens_position import Marks, QueensPosition


def lines(board: QueensBoard, width: int, height: int) -> list[str]:
    return ["".join(segment.text for segment in line) for line in board.compose_lines(width, height)]


@pytest.mark.parametrize("spare", [0, 1, 2, 3, 4, 7])
async def test_labels_at_the_right_are_there_wherever_two_columns_are_left(spare: int) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.position = QueensPosition(4, marks=Marks(rows={0: 3}, dead_rows=frozenset({0})))
        drawn = lines(board, 4 * 4 + spare, 8)
        assert any("✗3" in line for line in drawn) is (spare >= 2)
        assert all(len(line) <= 4 * 4 + spare for line in drawn)


async def test_a_queen_from_the_start_is_told_from_others_in_pictures_too() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        given = {(1, 3)}
        board.position = QueensPosition(4, (1, 3), placed=frozenset(given), marks=Marks(levels={(0, 1): 2, (1, 3): 1}))
        drawn = "\n".join(lines(board, 60, 30))
        assert "1*" in drawn
        assert "2*" not in drawn
        assert drawn.count("*") == 1


@pytest.mark.parametrize(("wide", "high"), [cell for cell in CELL_SIZES if cell >= LEAST_PICTURE])
def test_a_queen_has_points_and_an_orb_that_stands_free(wide: int, high: int) -> None:
    picture = crown(wide, high)
    assert [len(line) for line in picture] == [wide] * high
    assert all(line == line[::-1] for line in picture)
    middle = "".join({" ": "..", "▀": "#.", "▄": ".#", "█": "##"}[line[wide // 2]] for line in picture).lstrip(".")
    orb = middle.split(".")[0]
    assert 1 <= len(orb) <= high // 3 + 1, "the orb, then nothing, then the point below it"
    assert sum(any(line[column] != " " for line in picture[: high // 2 + 1]) for column in (0, 1, 2, 3, 4)) >= 2


def test_a_large_queen_has_five_points_with_room_between_them() -> None:
    for wide, high in (cell for cell in CELL_SIZES if cell[1] >= 7):
        halves = [
            "".join("#" if sign in filled else "." for sign in line)
            for line in crown(wide, high)
            for filled in ("▀█", "▄█")
        ]
        between = [len(half.replace(".", " ").split()) for half in halves]
        outer = between.index(5)
        assert {2, 3} & set(between[:outer]), (
            "the points beside the middle are higher than the outer ones: no battlements"
        )


@pytest.mark.parametrize("cell", [cell for cell in CELL_SIZES if cell[0] >= 4])
async def test_a_number_stands_beside_the_crown_and_not_on_it(cell: tuple[int, int]) -> None:
    """A line above the picture, or a blank away from a sign that some terminals draw two cells wide."""
    wide, high = cell
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.position = QueensPosition(1, (0,), marks=Marks(levels={(0, 0): 12}))
        edge = cell > LEAST_PICTURE
        drawn = lines(board, wide + edge * (2 + LEAST_LABEL), high + edge * 2)
        left, top = next((x, y) for y in range(high) for x in range(wide) if board.square_at(x, y))
        square = [line[left:].strip(" ") for line in drawn[top:]]
        assert square[0].startswith("♛ 12" if cell < LEAST_PICTURE else "12")
        assert sum("12" in line for line in square) == 1
        assert cell < LEAST_PICTURE or square[0] == "12"


@pytest.mark.parametrize(("n", "every"), [(4, 1), (8, 1), (9, 1), (10, 1), (12, 1), (13, 1), (18, 2), (25, 2)])
async def test_rows_and_columns_are_numbered_wherever_a_line_and_columns_are_free(n: int, every: int) -> None:
    """Each number beside the squares that it is of, so that r3c5 can be found."""
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.position = QueensPosition(n, tuple(range(n)))
        drawn = lines(board, 60, 28)
        top = next(y for y in range(28) if any(board.square_at(x, y) for x in range(60)))
        numbers = [(int(found[0]), found.start(), found.end() - 1) for found in re.finditer("[0-9]+", drawn[top - 1])]
        assert [number for number, _, _ in numbers] == list(range(every, n + 1, every))
        for number, first, last in numbers:
            assert (0, number - 1) in (board.square_at(first, top), board.square_at(last, top))
        left = next(x for x in range(60) if board.square_at(x, top))
        named = {y: int(line[:left]) for y, line in enumerate(drawn) if line[:left].strip()}
        assert list(named.values()) == list(range(1, n + 1))
        assert all(board.square_at(left, y) == (row - 1, 0) for y, row in named.items())


async def test_half_squares_are_numbered_too() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.position = QueensPosition(30, tuple(range(30)))
        above, first, second, *_ = [line.strip() for line in lines(board, 38, 18) if line.strip()]
        assert above.split() == ["5", "10", "15", "20", "25", "30"]
        assert (first.split()[0], second.split()[0]) == ("1", "3")


async def test_numbers_never_take_the_place_of_squares_or_make_the_board_too_wide() -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.position = QueensPosition(8, (0, 4, 7, 5, 2, 6, 1, 3), marks=Marks())
        for width in range(16, 40):
            for height in range(8, 20):
                drawn = lines(board, width, height)
                assert len(drawn) <= height
                assert all(len(line) <= width for line in drawn)
                assert sum(line.count("♛") for line in drawn) == 8
