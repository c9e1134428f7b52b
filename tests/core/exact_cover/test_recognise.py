"""Pictures from the names of items: those of the program, and those of Knuth's files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from core import ExactCover
from core.exact_cover import read_puzzle
from core.exact_cover._gallery import GALLERY, instance
from core.exact_cover._pictures.recognise import canvas_of
from tests.core.exact_cover.strategies import problems

SAME = (
    "pentominoes-8x8-centre",
    "soma",
    "dominoes-4x4",
    "latin-4",
    "langford-8",
    "queens-8",
    "attack-7x7",
    "sudoku-3x3",
)


@pytest.mark.parametrize("name", SAME)
def test_the_programs_own_names(name: str) -> None:
    puzzle = instance(name).puzzle()
    assert canvas_of(puzzle.problem) == puzzle.canvas


def test_what_has_no_picture_gets_none() -> None:
    for entry in GALLERY:
        if entry.name.startswith(("four", "knuth", "steiner", "kirkman")):
            assert canvas_of(entry.puzzle().problem) is None, entry.name


def test_cells_of_two_signs() -> None:
    canvas = read_puzzle("F I 00 01 10 11 | 22\nF 00 01\nI 10 11\n").canvas
    assert canvas is not None
    assert [line[:9] for line in canvas.text((0, 1)).split("\n")[:4]] == [
        "┌───────┐",
        "│ F   F │",
        "├───────┤",
        "│ I   I │",
    ]


def test_cells_of_three_signs_are_a_solid() -> None:
    canvas = read_puzzle("1A 000 001 100 101\n1A 000 100\n001 101\n").canvas
    assert canvas is not None
    assert canvas.text((0,)).count("1A") == 2
    assert len(canvas.picture(()).layers) == 2


def test_knuths_sudoku() -> None:
    cells = [(i, j) for i in range(4) for j in range(4)]
    box = {(i, j): 2 * (i // 2) + j // 2 for i, j in cells}
    kinds = [f"p{i}{j}" for i, j in cells] + [f"{k}{n}{v}" for k in "rcb" for n in range(4) for v in range(1, 5)]
    rows = [f"p{i}{j} r{i}{v} c{j}{v} b{box[i, j]}{v}" for i, j in cells for v in range(1, 5)]
    problem = ExactCover.from_options(kinds, [row.split() for row in rows])
    canvas = canvas_of(problem)
    assert canvas is not None
    given = instance("sudoku-2x2").puzzle().canvas
    assert (canvas.places, canvas.marks, canvas.blocks) == (given.places, given.marks, given.blocks)  # type: ignore[union-attr]


def test_knuths_queens() -> None:
    n = 6
    names = [*(f"r{i}" for i in range(n)), *(f"c{i}" for i in range(n))]
    diagonals = [*(f"a{i}" for i in range(2 * n - 1)), *(f"b{i}" for i in range(2 * n - 1))]
    options = [(f"r{i}", f"c{j}", f"a{i + j}", f"b{n - 1 - i + j}") for i in range(n) for j in range(n)]
    canvas = canvas_of(ExactCover.from_options(names, options, diagonals))
    assert canvas is not None
    assert canvas.text((7,)).split("\n")[3] == "│   │ ♛ │   │   │   │   │"


@settings(max_examples=50, deadline=None)
@given(problems())
def test_any_problem_can_be_asked(problem: ExactCover) -> None:
    canvas_of(problem)
