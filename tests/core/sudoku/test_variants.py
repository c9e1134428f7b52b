"""Variants: diagonals, windows and regions are units, for solvers, candidates, conflicts, generator and logic."""

from __future__ import annotations

import random

import pytest

from core import CannotSolve, Goal, Grid, Layout, ProblemError, Shape, Status, Sudoku, algorithms
from core._drawing.figure import LIGHT
from core.sudoku import Symmetry, Wish, generate_rated, parse, write
from core.sudoku._formats import Puzzle
from core.sudoku._grid import values_in
from core.sudoku._picture import HEAVY, to_svg
from core.sudoku._verdict import Finding, check
from core.sudoku.human import Level, Position, all_steps, next_step, solve_by_logic
from core.sudoku.human._editor import Editor
from core.sudoku.human._generator import Tier, full_grid, generate
from core.sudoku.human._jigsaw import jigsaw, random_regions
from core.sudoku.rules._house import jigsaw_rules
from tests.cases import slow

REGIONS = Layout.parse("1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD")
CROSSED = Layout.parse("3x3 x")
LAYOUTS = [
    Layout.parse("2x2 x"), Layout.parse("2x3 x"), Layout.parse("2x3 windoku"), REGIONS,
    Layout.parse(f"{REGIONS.text} x"), CROSSED, Layout.parse("3x3 windoku"),
]  # fmt: skip
IDS = [layout.text[:14] for layout in LAYOUTS]


@pytest.mark.parametrize("layout", LAYOUTS, ids=IDS)
def test_houses_are_what_the_rules_say(layout: Layout) -> None:
    n, words = layout.order, layout.text.split()
    assert all(len(set(unit)) == n for unit in layout.units)
    windows = (layout.shape.bands - 1) * (layout.shape.stacks - 1)
    assert len(layout.units) == 3 * n + 2 * ("x" in words) + ("windoku" in words) * windows
    for cell in range(layout.cells):
        beside = {other for unit in layout.units if cell in unit for other in unit} - {cell}
        assert set(layout.peers(cell)) == beside
    assert Layout.parse(layout.text) == layout
    names = [house.name for house in layout.houses]
    assert sum("diagonal" in name for name in names) == 2 * ("x" in words)
    assert ("region 1" in names) == ("jigsaw" in words) == ("box 1" not in names) == (not layout.rectangular)


def test_windows_of_windoku_lie_where_they_should() -> None:
    windows = Layout.parse("3x3 windoku").units[27:]
    assert windows[0] == (10, 11, 12, 19, 20, 21, 28, 29, 30)
    assert windows[3] == (50, 51, 52, 59, 60, 61, 68, 69, 70)
    with pytest.raises(ProblemError, match="windows"):
        Layout.parse("2x5 windoku")
    with pytest.raises(ProblemError, match="regions"):
        Layout.of(Shape(1, 4), jigsaw_rules((0,) * 16))


@pytest.mark.parametrize("layout", LAYOUTS, ids=IDS)
def test_every_solver_that_takes_a_variant_solves_it(layout: Layout) -> None:
    made = generate_rated(layout, 1, Wish(level=Level.EASY))
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
    crossed = generate_rated(CROSSED, 3, Wish(level=Level.EASY))
    assert check(Sudoku.of(Shape(3, 3), crossed.problem.givens), 2).kind is Finding.SEVERAL
    assert check(crossed.problem, 2).solution == crossed.solution


def test_candidates_and_conflicts_know_the_diagonals() -> None:
    grid = Grid.empty(CROSSED).place(0, 5)
    assert 5 not in values_in(grid.candidates[40])
    assert 5 in values_in(grid.candidates[41])
    (conflict,) = grid.place(40, 5).conflicts
    assert conflict.cells == (0, 40)
    assert str(conflict) == "the main diagonal holds 5 twice: r1c1 and r5c5"


@pytest.mark.parametrize("layout", [*LAYOUTS[:-2], *map(slow, LAYOUTS[-2:])], ids=IDS)
def test_no_step_touches_the_solution_of_a_variant(layout: Layout) -> None:
    large = layout.order > 6
    made = generate_rated(layout, 1, Wish(level=Level.MEDIUM)) if large else generate(layout, 1)
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
    houses: set[str] = set()
    for seed in range(3):
        made = generate_rated(CROSSED, seed, Wish(level=Level.EASY))
        for step in solve_by_logic(made.problem).steps:
            named = {made.problem.houses[house].name for house in step.pattern.houses}
            houses.update(named)
            assert all(name in step.sentence for name in named if "diagonal" in name)
    assert houses & {"the main diagonal", "the antidiagonal"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("order", [4, 6, 9])
def test_regions_at_random_are_in_one_piece(order: int, seed: int) -> None:
    layout = Layout.of(Shape(1, order), jigsaw_rules(random_regions(order, random.Random(seed))))
    for region in range(order):
        cells = {cell for cell in range(order * order) if layout.area(cell) == region}
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
    layout = jigsaw(9, 2)
    assert Sudoku.empty(layout).verify(full_grid(layout, random.Random(1)))
    made = generate(layout, 4, tier=Tier.EASY, symmetry=Symmetry.HALF_TURN)
    assert made.measure.tier is Tier.EASY
    assert check(made.problem, 2).kind is Finding.UNIQUE


def test_work_on_a_variant_is_saved_whole() -> None:
    editor = Editor(Puzzle(Grid.empty(CROSSED)))
    editor.change(editor.grid.place(3, 4), "r1c4 = 4")
    again = Editor.from_document(editor.document())
    assert again.grid == editor.grid
    assert again.grid.layout == CROSSED
    assert Editor.from_document(Editor(Puzzle(Grid.empty(REGIONS))).document()).grid.layout == REGIONS


def test_pictures_show_regions_and_diagonals() -> None:
    plain, crossed = to_svg(Grid.empty(Shape(3, 3))), to_svg(Grid.empty(CROSSED))
    assert plain.count("<line") == 20
    assert crossed.count(f'fill="{LIGHT["soft"]}"') == 17
    assert to_svg(Grid.empty(REGIONS)).count(f'stroke-width="{HEAVY:g}"') > 8


def test_regions_are_drawn_by_bars_and_rules_where_two_meet() -> None:
    layout = Layout.parse("1x4 jigsaw AAABACCBDCCBDDDB")
    grid = Grid.of(layout, (1, *[0] * 14, 4))
    assert str(layout) == "4×4 Jigsaw"
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
