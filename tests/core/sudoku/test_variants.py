"""Variants: diagonals, windows and regions are units, for solvers, candidates, conflicts, generator and logic."""

from __future__ import annotations

import random

import pytest

from core.catalog import algorithms
from core.search import CannotSolve, Goal, ProblemError, Status
from core.sudoku.formats import Puzzle, parse, write
from core.sudoku.grid import Grid, values_in
from core.sudoku.human import Level, Position, all_steps, next_step, solve_by_logic
from core.sudoku.human.editor import Editor
from core.sudoku.human.generator import Symmetry, Tier, full_grid, generate
from core.sudoku.human.generator_rated import Wish, generate_rated
from core.sudoku.human.jigsaw import jigsaw, random_regions
from core.sudoku.picture import to_svg
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Rule, Shape
from core.sudoku.verdict import Finding, check
from tests.cases import slow

REGIONS = Shape.parse("1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD")
SHAPES = [
    Shape(2, 2, diagonals=True), Shape(2, 3, diagonals=True), Shape(2, 3, windows=True), REGIONS,
    Shape(1, 6, REGIONS.regions, diagonals=True), Shape(3, 3, diagonals=True), Shape(3, 3, windows=True),
]  # fmt: skip
IDS = [shape.text[:14] for shape in SHAPES]


@pytest.mark.parametrize("shape", SHAPES, ids=IDS)
def test_units_are_what_the_rules_say(shape: Shape) -> None:
    n = shape.order
    assert all(len(set(unit)) == n for unit in shape.units)
    assert len(shape.units) == 3 * n + 2 * shape.diagonals + shape.windows * (shape.bands - 1) * (shape.stacks - 1)
    for cell in range(shape.cells):
        beside = {other for unit in shape.units if cell in unit for other in unit} - {cell}
        assert set(shape.peers(cell)) == beside
    assert Shape.parse(shape.text) == shape
    rules = [shape.rule_of(unit)[0] for unit in range(len(shape.units))]
    assert rules.count(Rule.DIAGONAL) == 2 * shape.diagonals
    assert (Rule.REGION in rules) == (shape.regions is not None) == (Rule.BOX not in rules)


def test_windows_of_windoku_lie_where_they_should() -> None:
    windows = Shape(3, 3, windows=True).extra_units
    assert windows[0] == (10, 11, 12, 19, 20, 21, 28, 29, 30)
    assert windows[3] == (50, 51, 52, 59, 60, 61, 68, 69, 70)
    with pytest.raises(ProblemError, match="windows"):
        Shape(2, 5, windows=True)
    with pytest.raises(ProblemError, match="regions"):
        Shape(1, 4, (0,) * 16)


@pytest.mark.parametrize("shape", SHAPES, ids=IDS)
def test_every_solver_that_takes_a_variant_solves_it(shape: Shape) -> None:
    made = generate_rated(shape, 1, Wish(level=Level.EASY))
    assert made.problem.verify(made.solution)
    takers = []
    for entry in algorithms("sudoku"):
        if entry.obstacle(made.problem, Goal.COUNT) is not None:
            with pytest.raises(CannotSolve):
                entry.start(made.problem, Goal.COUNT, 2)
            continue
        search = entry.start(made.problem, Goal.COUNT, 2)
        search.advance(20_000)
        if search.status is Status.COMPLETE:
            takers.append(entry.key)
            assert search.counts()[0] == 1, entry.key
    assert "dlx" in takers
    assert "bands" not in takers


def test_a_variant_has_fewer_solutions_than_the_plain_grid() -> None:
    crossed = generate_rated(Shape(3, 3, diagonals=True), 3, Wish(level=Level.EASY))
    assert check(Sudoku(Shape(3, 3), crossed.problem.givens), 2).kind is Finding.SEVERAL
    assert check(crossed.problem, 2).solution == crossed.solution


def test_candidates_and_conflicts_know_the_diagonals() -> None:
    shape = Shape(3, 3, diagonals=True)
    grid = Grid.empty(shape).place(0, 5)
    assert 5 not in values_in(grid.candidates[40])
    assert 5 in values_in(grid.candidates[41])
    (conflict,) = grid.place(40, 5).conflicts
    assert (conflict.rule, conflict.cells) == (Rule.DIAGONAL, (0, 40))
    assert str(conflict) == "diagonal 1 holds 5 twice: r1c1 and r5c5"


@pytest.mark.parametrize("shape", [*SHAPES[:-2], *map(slow, SHAPES[-2:])], ids=IDS)
def test_no_step_touches_the_solution_of_a_variant(shape: Shape) -> None:
    large = shape.order > 6
    made = generate_rated(shape, 1, Wish(level=Level.MEDIUM)) if large else generate(shape, 1)
    position = Position.of(made.problem, unique=True)
    looked = 0
    while (step := next_step(position)) is not None:
        more = list(all_steps(position)) if step.technique.level > Level.EASY and looked < 2 else []
        looked += bool(more)
        for one in (step, *more):
            assert all(made.solution[cell] == value for cell, value in one.placements), one.sentence
            assert all(made.solution[cell] != value for cell, value in one.eliminations), one.sentence
            assert one.sentence.endswith(f"{one.consequence}.")
        position.apply(step)


def test_steps_name_the_units_of_a_variant() -> None:
    houses: set[Rule] = set()
    for seed in range(3):
        made = generate_rated(Shape(3, 3, diagonals=True), seed, Wish(level=Level.EASY))
        for step in solve_by_logic(made.problem).steps:
            houses.update(made.problem.shape.rule_of(house)[0] for house in step.pattern.houses)
            if any(made.problem.shape.rule_of(house)[0] is Rule.DIAGONAL for house in step.pattern.houses):
                assert "diagonal" in step.sentence
    assert Rule.DIAGONAL in houses


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("order", [4, 6, 9])
def test_regions_at_random_are_in_one_piece(order: int, seed: int) -> None:
    shape = Shape(1, order, random_regions(order, random.Random(seed)))
    for region in range(order):
        cells = {cell for cell in range(order * order) if shape.box(cell) == region}
        reached, queue = set(), [min(cells)]
        while queue:
            cell = queue.pop()
            if cell in reached or cell not in cells:
                continue
            reached.add(cell)
            column = cell % order
            queue += [cell - order, cell + order, *([cell - 1] if column else []), *([cell + 1] * (column < order - 1))]
        assert reached == cells


def test_jigsaws_can_be_filled_and_made() -> None:
    shape = jigsaw(9, 2)
    assert Sudoku.empty(shape).verify(full_grid(shape, random.Random(1)))
    made = generate(shape, 4, tier=Tier.EASY, symmetry=Symmetry.HALF_TURN)
    assert made.measure.tier is Tier.EASY
    assert check(made.problem, 2).kind is Finding.UNIQUE


def test_work_on_a_variant_is_saved_whole() -> None:
    editor = Editor(Puzzle(Grid.empty(Shape(3, 3, diagonals=True))))
    editor.change(editor.grid.place(3, 4), "r1c4 = 4")
    again = Editor.from_document(editor.document())
    assert again.grid == editor.grid
    assert again.grid.shape == Shape(3, 3, diagonals=True)
    assert Editor.from_document(Editor(Puzzle(Grid.empty(REGIONS))).document()).grid.shape == REGIONS


def test_pictures_show_regions_and_diagonals() -> None:
    plain, crossed = to_svg(Grid.empty(Shape(3, 3))), to_svg(Grid.empty(Shape(3, 3, diagonals=True)))
    assert plain.count("<line") == 20
    assert crossed.count('class="extra"') == 17
    assert to_svg(Grid.empty(REGIONS)).count('class="thick"') > 8


def test_regions_are_drawn_by_bars_and_rules_where_two_meet() -> None:
    shape = Shape.parse("1x4 jigsaw AAABACCBDCCBDDDB")
    grid = Grid.of(shape, (1, *[0] * 14, 4))
    assert str(shape) == "4×4 Jigsaw"
    lines = str(grid).splitlines()
    assert lines[0].startswith("# boxes 1x4 jigsaw")
    assert lines[1:] == [
        "+---+---+---+---+",
        "| 1   .   . | . |",
        "|   +---+---+   |",
        "| . | .   . | . |",
        "+---+       |   |",
        "| . | .   . | . |",
        "|   +---+---+   |",
        "| .   .   . | 4 |",
        "+---+---+---+---+",
    ]
    assert parse(str(grid)).grid == grid
    struck = grid.toggle_struck(1, 2)
    assert parse("\n".join(write([Puzzle(struck)], "candidates"))).grid.candidates == struck.candidates
