"""Made puzzles are proper, of the tier and pattern asked for, and the same again from the same seed."""

from __future__ import annotations

import random
import re
from typing import Any
from xml.dom import minidom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Grid, Layout, ProblemError, Shape, Sudoku
from core.sudoku import NotFound, Stopped, Symmetry, Wish
from core.sudoku._collections import collections, find
from core.sudoku._picture import CELL, to_svg
from core.sudoku._symbols import text_of
from core.sudoku._verdict import Finding, check
from core.sudoku.human._generator import Tier, check_clues, full_grid, generate, is_unique, least_clues, measure, orbits
from core.sudoku.human._jigsaw import jigsaw
from tools.shipped_puzzles import PLAN, make, symmetry_of

SHAPES = [(2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 3)]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([*SHAPES, (4, 4), (5, 5), (4, 5), (6, 6), (1, 7)]), st.integers(0, 1 << 20))
def test_full_grids_keep_the_rules(sides: tuple[int, int], seed: int) -> None:
    shape = Shape(*sides)
    values = full_grid(shape, random.Random(seed))
    assert Sudoku.empty(shape).verify(values)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 1 << 20), st.sampled_from(Symmetry), st.booleans())
def test_made_puzzles_are_proper(sides: tuple[int, int], seed: int, symmetry: Symmetry, minimal: bool) -> None:
    shape = Shape(*sides)
    made = generate(shape, seed, symmetry=symmetry, minimal=minimal)
    assert check(made.problem, 2).kind is Finding.UNIQUE
    assert made.problem.verify(made.solution)
    assert made.measure == measure(made.problem)
    for group in orbits(shape, symmetry):
        assert len({made.problem.givens[cell] == 0 for cell in group}) == 1
    assert generate(shape, seed, symmetry=symmetry, minimal=minimal) == made


def test_large_puzzles_are_proper_too() -> None:
    made = generate(Shape(5, 5), 1, symmetry=Symmetry.HALF_TURN)
    assert made.problem.verify(made.solution)
    assert made.problem.clues < 350
    assert measure(made.problem) == made.measure


@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.HALF_TURN])
def test_minimal_means_that_every_given_is_needed(symmetry: Symmetry) -> None:
    made = generate(Shape(3, 3), 5, symmetry=symmetry, minimal=True)
    for group in orbits(made.problem.shape, symmetry):
        given = [made.problem.givens[cell] > 0 for cell in group]
        assert all(given) or not any(given)
        if all(given):
            without = [0 if cell in group else value for cell, value in enumerate(made.problem.givens)]
            assert check(Sudoku.of(made.problem.shape, without), 2).kind is Finding.SEVERAL


@pytest.mark.parametrize("tier", Tier)
def test_tiers(tier: Tier) -> None:
    made = generate(Shape(3, 3), 2, tier=tier)
    assert made.measure.tier is tier
    assert (made.measure.nodes == 1) is (tier in (Tier.EASY, Tier.MEDIUM))


def test_a_number_of_givens_and_what_cannot_be() -> None:
    assert generate(Shape(3, 3), 1, clues=40).problem.clues == 40
    assert generate(Shape(3, 3), 1, tier=Tier.EASY, clues=36, symmetry=Symmetry.QUARTER_TURN).problem.clues <= 36
    with pytest.raises(NotFound, match=r"no puzzle .* in 2 grids from seed 1: 2 with more givens"):
        generate(Shape(3, 3), 1, clues=18, attempts=2)
    with pytest.raises(NotFound, match="fewer than 17"):
        generate(Shape(3, 3), 1, clues=16)
    with pytest.raises(NotFound):
        generate(Shape(1, 2), 1, tier=Tier.EXPERT, attempts=3)
    with pytest.raises(ProblemError, match="several"):
        measure(Sudoku.empty(Shape(2, 2)))
    with pytest.raises(ProblemError, match="no solution"):
        measure(Sudoku.of(Shape(1, 2), (1, 1, 0, 0)))


@pytest.mark.parametrize(("shape", "least", "most"), [
    ("2x2", 4, 16), ("2x3", 1, 36), ("3x3", 17, 81), ("4x4", 1, 256), ("1x4", 1, 16),
])  # fmt: skip
def test_how_many_givens_there_can_be(shape: str, least: int, most: int) -> None:
    boxes = Layout.parse(shape)
    assert least_clues(boxes) == least
    for clues in (None, least, most):
        check_clues(boxes, clues)
    for clues in (-1, least - 1):
        with pytest.raises(NotFound) as caught:
            check_clues(boxes, clues)
        assert str(caught.value) == (
            f"no puzzle with boxes of {boxes} and one solution has fewer than "
            f"{least} given{'s' if least > 1 else ''}, not {clues}"
        )
    with pytest.raises(NotFound) as caught:
        check_clues(boxes, most + 1)
    assert str(caught.value) == f"a grid with boxes of {boxes} has {most} cells: it cannot hold {most + 1} givens"


@pytest.mark.parametrize(("symmetry", "together", "six"), [
    ("none", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 36),
    ("half-turn", "0 15, 1 14, 2 13, 3 12, 4 11, 5 10, 6 9, 7 8", 18),
    ("quarter-turn", "0 3 12 15, 1 7 8 14, 2 4 11 13, 5 6 9 10", 9),
    ("mirror", "0 3, 1 2, 4 7, 5 6, 8 11, 9 10, 12 15, 13 14", 18),
    ("flip", "0 12, 1 13, 2 14, 3 15, 4 8, 5 9, 6 10, 7 11", 18),
    ("diagonal", "0, 1 4, 2 8, 3 12, 5, 6 9, 7 13, 10, 11 14, 15", 21),
    ("antidiagonal", "0 15, 1 11, 2 7, 3, 4 14, 5 10, 6, 8 13, 9, 12", 21),
])  # fmt: skip
def test_cells_that_belong_together(symmetry: str, together: str, six: int) -> None:
    assert ", ".join(" ".join(map(str, each)) for each in orbits(Shape(2, 2), Symmetry(symmetry))) == together
    assert len(orbits(Shape(2, 3), Symmetry(symmetry))) == six


@pytest.mark.parametrize(("shape", "values"), [
    ("2x2", "3214412324311342"),
    ("2x3", "461235235641154326326154512463643512"),
    ("2x2 x", "3412123421434321"),
    ("1x4 jigsaw CBBBCCCBADDDAAAD", "3241142341322314"),
    ("2x3 windoku", "362451145623621345453162214536536214"),
])  # fmt: skip
def test_a_seed_makes_the_same_full_grid_for_ever(shape: str, values: str) -> None:
    assert text_of(full_grid(Layout.parse(shape), random.Random(1))) == values


@pytest.mark.parametrize(("shape", "wishes", "givens", "tier", "nodes"), [
    ("2x2", {}, "..1.4..232......", Tier.EASY, 1),
    ("2x3", {"minimal": True}, "..1..5..54....65...3......43.1.1....", Tier.EASY, 1),
    ("2x3", {"symmetry": Symmetry.HALF_TURN}, ".21.3.3.....14........46.....1.1.25.", Tier.HARD, 3),
    ("2x3", {"tier": Tier.EASY}, "..1..5..54....65...3......43.1.1....", Tier.EASY, 1),
    ("2x2 x", {}, "...3.....2...1..", Tier.EASY, 17),
])  # fmt: skip
def test_a_seed_makes_the_same_puzzle_for_ever(
    shape: str, wishes: dict[str, Any], givens: str, tier: Tier, nodes: int
) -> None:
    made = generate(Layout.parse(shape), 5, **wishes)
    assert (text_of(made.problem.givens), made.measure.tier, made.measure.nodes) == (givens, tier, nodes)
    assert is_unique(made.problem)


def test_puzzles_with_several_solutions_or_none_are_not_unique() -> None:
    assert [is_unique(Sudoku.parse(each + "." * 14)) for each in ("1.", "11")] == [False, False]


def test_a_seed_makes_the_same_regions_for_ever() -> None:
    assert [jigsaw(4, seed).text for seed in (1, 2)] == ["1x4 jigsaw CBBBCCCBADDDAAAD", "1x4 jigsaw AADDACDBACDBCCBB"]
    assert jigsaw(5, 3).text == "1x5 jigsaw BAAAABADDCBBDCCBDDECEEEEC"
    assert jigsaw(4, 1, diagonals=True).text == "1x4 x jigsaw CBBBCCCBADDDAAAD"


def test_making_is_given_up_when_nobody_wants_it_any_more() -> None:
    answers = iter([False] * 10)
    with pytest.raises(Stopped):
        generate(Shape(3, 3), 1, stopped=lambda: next(answers, True))


def test_shipped_puzzles_are_proper_in_their_tier_and_can_be_made_again() -> None:
    for collection in collections():
        puzzles = collection.puzzles()
        assert len(puzzles) == sum(PLAN[collection.shape].values())
        assert collection.title.startswith(f"{collection.shape.order}×")
        for puzzle in puzzles:
            assert puzzle.grid.shape == collection.shape
            assert measure(puzzle.problem).tier.value == puzzle.level
        first = puzzles[0]
        if collection.shape == Shape(3, 3):
            continue  # their full grids came from a search that is gone
        seed = re.fullmatch(r"generated: seed (\d+), tier (\w+), symmetry ([\w-]+)", first.source)
        assert seed is not None
        tier = Tier(seed[2])
        assert symmetry_of(collection.shape, tier).value == seed[3]
        again = generate(collection.shape, int(seed[1]), tier=tier, symmetry=Symmetry(seed[3]), attempts=1000)
        assert again.problem == first.problem


def test_a_shipped_file_holds_the_first_puzzles_that_differ() -> None:
    shape = Shape(2, 2)
    (collection,) = (each for each in collections() if each.shape == shape)
    made = [puzzle.problem for puzzle in make(shape, Tier.EASY, PLAN[shape][Tier.EASY])]
    assert made == [puzzle.problem for puzzle in collection.puzzles()]


def test_a_shipped_puzzle_is_found_by_its_title() -> None:
    assert find("3x3 hard 2").title == "3×3 hard 2"
    assert find("3×3 Expert 1").level == "expert"
    with pytest.raises(ProblemError):
        find("nothing of the kind")


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 1 << 20), st.booleans())
def test_svg_is_well_formed_and_complete(sides: tuple[int, int], seed: int, candidates: bool) -> None:
    chance = random.Random(seed)
    grid = Grid.empty(Shape(*sides))
    for _ in range(10):
        cell, value = chance.randrange(grid.shape.cells), chance.randint(1, grid.shape.order)
        grid = chance.choice((grid.place, grid.set_given, grid.toggle_mark))(cell, value)
    picture = minidom.parseString(to_svg(grid, title='<&"\x1b[1m>', candidates=candidates))
    texts = picture.getElementsByTagName("text")
    large = [t for t in texts if float(t.getAttribute("font-size")) > CELL / 2]
    assert len(large) == grid.filled
    small = grid.candidates if candidates else [m if not v else 0 for m, v in zip(grid.marks, grid.values, strict=True)]
    assert len(texts) - len(large) == sum(bits.bit_count() for bits in small)
    assert picture.getElementsByTagName("title")[0].firstChild.data == '<&">'  # type: ignore[union-attr]


@pytest.mark.parametrize("score", [500, (500,), (900, 500), (-1, 5), "500", (1.5, 2), (1, 2, 3)])
def test_a_score_wished_for_is_a_range_of_whole_numbers(score: Any) -> None:
    with pytest.raises(ProblemError, match=r"the score|expected a range of scores such as 500-900"):
        Wish(score=score)
    assert Wish(score=(500, 900)).score == (500, 900)
