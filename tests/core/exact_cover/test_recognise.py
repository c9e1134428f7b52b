"""Pictures from the names of items: those of the program, and those of Knuth's files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from core.exact_cover.formats.load import read_puzzle, write_puzzle
from core.exact_cover.gallery import GALLERY, Instance, instance
from core.exact_cover.pictures.recognise import canvas_of
from core.exact_cover.pictures.symmetries import symmetries_of
from core.exact_cover.problem import ExactCover
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


@pytest.mark.parametrize("name", ["queens-6", "attack-5x5", "langford-7", "dominoes-4x4", "own-pieces", "soma"])
def test_symmetries_are_those_of_the_picture(name: str) -> None:
    puzzle = instance(name).puzzle()
    assert puzzle.canvas is not None
    assert puzzle.symmetries is not None
    found = symmetries_of(puzzle.problem, puzzle.canvas)
    assert found is not None
    assert set(found.maps) == set(puzzle.symmetries.maps)
    assert str(found) == str(puzzle.symmetries)


@pytest.mark.parametrize("entry", [e for e in GALLERY if e.known_classes is not None], ids=lambda entry: entry.name)
def test_symmetries_do_not_depend_on_comments(entry: Instance) -> None:
    whole = entry.puzzle()
    lines = write_puzzle(whole, "knuth").splitlines()
    bare = read_puzzle("\n".join(line for line in lines if not line.startswith("|")))
    assert whole.symmetries is not None
    # A board that is named only by its options' labels has no picture any more, and then nobody claims a symmetry.
    if bare.symmetries is None:
        assert entry.name.startswith("attack")
        return
    assert set(bare.symmetries.maps) == set(whole.symmetries.maps)


def test_the_moves_of_a_group_are_told_apart() -> None:
    said = {name: str(instance(name).puzzle().symmetries) for name in ("soma", "pentominoes-6x10", "langford-3")}
    assert said == {
        "soma": "the picture turned (23 ways) or mirrored (24 ways)",
        "pentominoes-6x10": "the picture turned (1 way) or mirrored (2 ways)",
        "langford-3": "the picture mirrored (1 way)",
    }
    one_sided = read_puzzle("pieces: one-sided\nregion:\n###\n###\npiece S ×*:\n##\n.##\npiece o ×*:\n#\n")
    assert str(one_sided.symmetries) == "the picture turned (1 way)"


def test_pieces_used_differently_do_not_change_places() -> None:
    # A and B are mirror images of each other; only where both are used equally often is the mirror a symmetry.
    laid = "A 1.1 1.2 2.1\nA 2.1 2.2 1.2\nB 1.1 1.2 2.2\nB 1.1 2.1 2.2\n"
    even, uneven = (read_puzzle(f"{times}|A 0:2|B 1.1 1.2 2.1 2.2\n{laid}") for times in ("0:2", "1:2"))
    assert even.symmetries is not None
    assert uneven.symmetries is not None
    assert even.symmetries.order > uneven.symmetries.order


def test_no_symmetry_where_items_break_it_or_values_have_more() -> None:
    whole = read_puzzle("r1 r2 c1 c2\nr1 c1\nr1 c2\nr2 c1\nr2 c2\n")
    broken = read_puzzle("r1 r2 c1 c2 | x\nr1 c1 x\nr1 c2\nr2 c1\nr2 c2\n")
    assert (whole.symmetries.order, broken.symmetries.order) == (8, 2)  # type: ignore[union-attr]
    assert read_puzzle(write_puzzle(instance("latin-3").puzzle(), "knuth")).symmetries is None


def test_cells_of_two_signs() -> None:
    canvas = read_puzzle("F I 00 01 10 11 | 22\nF 00 01\nI 10 11\n").canvas
    assert canvas is not None
    assert [line[:9] for line in canvas.picture((0, 1)).lines()[:4]] == [
        "┌───────┐",
        "│ F   F │",
        "├───────┤",
        "│ I   I │",
    ]


def test_cells_of_three_signs_are_a_solid() -> None:
    canvas = read_puzzle("1A 000 001 100 101\n1A 000 100\n001 101\n").canvas
    assert canvas is not None
    assert canvas.picture((0,)).text().count("1A") == 2
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
    assert canvas.picture((7,)).lines()[3] == "│   │ ♛ │   │   │   │   │"


@settings(max_examples=50, deadline=None)
@given(problems())
def test_any_problem_can_be_asked(problem: ExactCover) -> None:
    canvas_of(problem)
