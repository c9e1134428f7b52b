"""Every count of the gallery that takes at most seconds, by two algorithms and by memory; pictures; symmetries."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from core import Goal, ProblemError, Search, Status, algorithm
from core._drawing.cells import Cell, CellPicture
from core._drawing.grids import GridKind
from core.exact_cover import _encodings as encodings
from core.exact_cover import read_puzzle
from core.exact_cover._gallery import GALLERY, Instance, instance
from core.exact_cover._polyominoes import orientations
from tests.cases import others_slow
from tests.rows import Rows

SLOW = {"pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8-corners", "pentominoes-8x8-square",
        "attack-8x8"}  # fmt: skip
"""Counted by the benchmark (tools/benchmarks/bench_cover_gallery.py)."""
ONLY_WITH_MEMORY = {"dominoes-8x8", "dominoes-16x16", "sudoku-2x3"}
"""Millions of solutions and more: the memory makes short work of them, a list does not."""

QUICK = [entry for entry in GALLERY if entry.name not in SLOW | ONLY_WITH_MEMORY]
LONGER = {"latin-6-first-row", "attack-7x7", "langford-12", "pentominoes-8x8-centre"}
"""Each is the largest of a family, whose others are counted always."""


def finished(search: Search) -> Search:
    while search.advance(1 << 20) is Status.RUNNING:
        pass
    return search


def ident(entry: Instance) -> str:
    return entry.name


@pytest.mark.parametrize(
    "entry", others_slow(QUICK, *(entry for entry in QUICK if entry.name not in LONGER)), ids=ident
)
def test_counts_are_those_of_the_literature(entry: Instance) -> None:
    problem = entry.puzzle().problem
    counted = {}
    for key in ("dlx", "dancing-cells", "memo-count"):
        if algorithm("cover", key).refusal(problem, Goal.COUNT) is None:
            counted[key] = finished(algorithm("cover", key).start(problem, Goal.COUNT)).snapshot().solutions
    assert set(counted.values()) == {entry.known}
    assert len(counted) == 3 or problem.coloured or problem.multiple


@pytest.mark.parametrize("name", others_slow(sorted(ONLY_WITH_MEMORY), "dominoes-8x8", "dominoes-16x16"))
def test_counts_with_memory(name: str) -> None:
    entry = instance(name)
    assert (
        finished(algorithm("cover", "memo-count").start(entry.puzzle().problem, Goal.COUNT)).counts()[0] == entry.known
    )


def test_pentominoes_in_4x15() -> None:
    puzzle = instance("pentominoes-4x15").puzzle()
    search = finished(algorithm("cover", "dancing-cells").start(puzzle.problem, Goal.ALL))
    assert len(search.solutions) == 1472
    assert len(puzzle.symmetries().classes(search.solutions)) == 368
    assert finished(algorithm("cover", "memo-count").start(puzzle.problem, Goal.COUNT)).counts()[0] == 1472


@pytest.mark.parametrize("key", ["dlx", "dancing-cells"])
def test_three_queens_attack_6x6_in_one_way(key: str) -> None:
    puzzle = encodings.attacking_queens(6, 3)
    solutions = finished(algorithm("cover", key).start(puzzle.problem, Goal.ALL)).solutions
    assert len(solutions) == 4
    assert len(puzzle.symmetries().classes(solutions)) == 1


@pytest.mark.parametrize("name", ["knuth-2000", "four-sets", "langford-7", "latin-4", "queens-8", "dominoes-4x4",
                                  "pentominoes-3x20", "soma"])  # fmt: skip
def test_algorithm_x_counts_them_too(name: str) -> None:
    entry = instance(name)
    assert (
        finished(algorithm("cover", "algorithm-x").start(entry.puzzle().problem, Goal.COUNT)).counts()[0] == entry.known
    )


@pytest.mark.parametrize(
    "entry", [e for e in QUICK if e.known_classes is not None and e.known <= 20_000], ids=ident
)  # fmt: skip
def test_classes_up_to_symmetry(entry: Instance) -> None:
    puzzle = entry.puzzle()
    solutions = list(finished(algorithm("cover", "dancing-cells").start(puzzle.problem, Goal.ALL)).solutions)
    assert len(puzzle.symmetries().classes(solutions)) == entry.known_classes
    some = solutions[:3]
    for image in puzzle.symmetries().maps:
        assert all(puzzle.problem.verify([image[o] for o in solution]) for solution in some)


def test_group_orders() -> None:
    orders = {"pentominoes-6x10": 4, "pentominoes-8x8-centre": 8, "soma": 48, "langford-3": 2, "own-pieces": 1}
    for name, order in orders.items():
        assert instance(name).puzzle().symmetries().order == order


@pytest.mark.parametrize("entry", QUICK, ids=ident)
def test_every_picture_can_be_drawn(entry: Instance) -> None:
    puzzle = entry.puzzle()
    if puzzle.canvas is None or entry.known == 0:
        return
    first = finished(algorithm("cover", "dlx").start(puzzle.problem, Goal.FIRST)).solutions[0]
    picture = puzzle.canvas.picture(first)
    cells = [c for layer in picture.layers for row in layer for c in row if isinstance(c, Cell)]
    assert len(cells) == len(puzzle.canvas.places)
    if not puzzle.problem.secondary and not puzzle.problem.multiple:
        assert all(cell.text and cell.colour >= 0 for cell in cells)
    empty = puzzle.canvas.picture(())
    assert not any(c.text for layer in empty.layers for row in layer for c in row if c)
    svg = ET.fromstring(picture.svg("a <title> & more"))
    if picture.grid is not GridKind.SQUARES:
        assert len(svg.findall("{*}g/{*}polygon")) == len(cells)
        return
    heads = len(picture.layers) > 1
    expected = [line for layer in range(len(picture.layers))
                for line in [*([f"layer {layer + 1}"] if heads else []), *_lines_by_cells(picture, layer)]]  # fmt: skip
    assert puzzle.canvas.in_text.of([(), first])[1].split("\n") == expected
    squares = [each for each in svg.findall("{*}g/{*}rect") if each.get("width") == each.get("height")]
    assert (len(svg.findall("{*}rect")), len(squares)) == (1, len(cells)), "the paper and a square for each cell"


def _lines_by_cells(picture: CellPicture, layer: int) -> list[str]:
    """The lines of a picture, put together from what stands at each cell."""
    rows, lines = picture.layers[layer], []
    for y in range(len(rows) + 1):
        signs = [picture.border(layer, y, x) for x in range(len(rows[0]) + 1)]
        lines.append("".join(corner + 3 * above for corner, above, _ in signs).rstrip())
        texts = [cell.text[:3] if cell else "" for cell in rows[y]] if y < len(rows) else []
        lines += ["".join(left + f"{text:^3}" for (_, _, left), text in zip(signs, [*texts, ""], strict=True)).rstrip()
                  ] if texts else []  # fmt: skip
    return lines


def test_a_tiling_in_box_drawing() -> None:
    puzzle = read_puzzle("region:\n###\n###\n\npiece L ×2:\n##\n#.\n")
    found = sorted(finished(algorithm("cover", "dlx").start(puzzle.problem, Goal.ALL)).solutions)
    assert len(found) == 2
    drawn = {puzzle.canvas.text(solution) for solution in found}  # type: ignore[union-attr]
    assert "┌───────┬───┐\n│ L   L │ L │\n│   ┌───┘   │\n│ L │ L   L │\n└───┴───────┘" in drawn


def test_optional_cells_may_stay_empty() -> None:
    puzzle = read_puzzle("region:\n##?\n\npiece D x*:\n##\n")
    assert finished(algorithm("cover", "dlx").start(puzzle.problem, Goal.COUNT)).counts()[0] == 1
    longer = read_puzzle("region:\n?##?\n\npiece D x*:\n##\n")
    assert finished(algorithm("cover", "dlx").start(longer.problem, Goal.COUNT)).counts()[0] == 2


@pytest.mark.parametrize(("kind", "counts"), [("free", (8, 8, 1)), ("one-sided", (4, 4, 1)), ("fixed", (1, 1, 1))])
def test_orientations(kind: str, counts: tuple[int, ...]) -> None:
    pieces = {p.split(":")[0]: p for p in ("F:.##/##./.#.", "L:####/#...", "X:.#./###/.#.")}
    for text, expected in zip(pieces.values(), counts, strict=True):
        rows = text[2:].split("/")
        cells = frozenset((0, y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#")
        assert len(orientations(cells, kind, solid=False)) == expected


def test_mirrored_pieces_matter_only_when_one_sided() -> None:
    drawing = "pieces: {}\nregion:\n###.\n..##\n\npiece N:\n.###\n##..\n"
    for kind, expected in (("free", 1), ("one-sided", 0), ("fixed", 0)):
        problem = read_puzzle(drawing.format(kind)).problem
        assert finished(algorithm("cover", "dlx").start(problem, Goal.COUNT)).counts()[0] == expected


def test_latin_squares_and_sudokus_take_givens() -> None:
    latin = encodings.latin_square(3, [[1, 2, 3], [0, 0, 0], [0, 0, 0]])
    assert finished(algorithm("cover", "dlx").start(latin.problem, Goal.COUNT)).counts()[0] == 2
    sudoku = encodings.sudoku(2, 2, [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [0, 0, 0, 0]])
    (only,) = finished(algorithm("cover", "dancing-cells").start(sudoku.problem, Goal.ALL)).solutions
    assert sudoku.canvas is not None
    assert "│ 4   3 │ 2   1 │" in sudoku.canvas.text(only)
    with pytest.raises(ProblemError, match="row 1, column 2: expected 0 to 3, not 4"):
        encodings.latin_square(3, [[1, 4, 0], [0, 0, 0], [0, 0, 0]])
    with pytest.raises(ProblemError, match="3 rows of 3"):
        encodings.latin_square(3, [[1]])


def test_reduced_squares_begin_in_order() -> None:
    for puzzle, columns, count in (
        (encodings.reduced_latin_square(4), (0, 1, 2, 3), 4),
        (encodings.latin_square_first_row(4), (0,), 24),
    ):
        found = finished(algorithm("cover", "dlx").start(puzzle.problem, Goal.ALL)).solutions
        assert len(found) == count
        assert puzzle.canvas is not None
        for solution in found:
            (rows,) = puzzle.canvas.picture(tuple(solution)).layers
            square = [[cell.text for cell in row if cell is not None] for row in rows]
            assert square[0] == ["1", "2", "3", "4"]
            if len(columns) > 1:
                assert [row[0] for row in square] == square[0]


@pytest.mark.parametrize("entry", [e for e in GALLERY if e.cheapest is not None], ids=ident)
def test_the_cheapest_of_all_solutions_costs_what_the_gallery_says(entry: Instance) -> None:
    puzzle = entry.puzzle()
    found = finished(algorithm("cover", "dlx").start(puzzle.problem, Goal.ALL)).solutions
    assert min(map(puzzle.problem.cost, found)) == entry.cheapest
    best = puzzle.solution("cheapest")
    assert best is not None
    assert best.cost == entry.cheapest


def test_the_sizes_of_the_problems(rows: Rows) -> None:
    """Items, secondary ones, options, their places; the longest solution and the deepest path; marks.

    What is in the last option stands beside.
    """
    sizes, options = [], []
    for entry in GALLERY:
        if entry.name in ("dominoes-16x16", "pentominoes-6x10"):
            continue
        puzzle = entry.puzzle()
        problem, canvas = puzzle.problem, puzzle.canvas
        marks = f"{sum(map(len, canvas.marks))} marks" if canvas else "no picture"
        places = sum(map(len, problem.options))
        sizes.append(
            f"{entry.name}: {problem.primary}+{problem.secondary} {len(problem.options)} {places}, "
            f"{problem.longest_solution} {problem.deepest}, {marks}"
        )
        last = [each[-1] if each else "-" for each in ([*problem.options.rows()], problem.colours, problem.labels)]
        options.append(f"{entry.name} {' '.join(map(str, last))} {canvas.marks[-1] if canvas else '-'}")
    assert sizes == [
        "four-sets: 6+0 4 11, 3 3, no picture",
        "knuth-2000: 7+0 6 16, 3 3, no picture",
        "knuth-dlx1: 5+2 6 16, 5 5, no picture",
        "knuth-dlx2: 3+2 5 14, 3 3, no picture",
        "knuth-dlx3: 3+2 5 14, 5 8, no picture",
        "own-pieces: 12+0 21 88, 3 15, 67 marks",
        "pentominoes-3x20: 72+0 1236 7416, 12 12, 6180 marks",
        "pentominoes-4x15: 72+0 1696 10176, 12 12, 8480 marks",
        "pentominoes-5x12: 72+0 1936 11616, 12 12, 9680 marks",
        "pentominoes-8x8-centre: 72+0 1568 9408, 12 12, 7840 marks",
        "pentominoes-8x8-corners: 72+0 2160 12960, 12 12, 10800 marks",
        "pentominoes-8x8-square: 77+0 2357 14093, 15 15, 11736 marks",
        "soma: 34+0 688 3296, 8 8, 2608 marks",
        "hexiamonds-6x6: 84+0 1845 12915, 12 12, 11070 marks",
        "tetrahexes-4x7: 35+0 488 2440, 7 7, 1952 marks",
        "dominoes-2x2: 4+0 4 8, 2 2, 8 marks",
        "dominoes-4x4: 16+0 24 48, 8 8, 48 marks",
        "dominoes-6x6: 36+0 60 120, 18 18, 120 marks",
        "dominoes-8x8: 64+0 112 224, 32 32, 224 marks",
        "latin-3: 27+0 27 81, 9 9, 27 marks",
        "latin-4: 48+0 64 192, 16 16, 64 marks",
        "latin-5: 75+0 125 375, 25 25, 125 marks",
        "latin-4-reduced: 48+0 43 129, 16 16, 43 marks",
        "latin-5-reduced: 75+0 89 267, 25 25, 89 marks",
        "latin-6-reduced: 108+0 161 483, 36 36, 161 marks",
        "latin-6-first-row: 108+0 186 558, 36 36, 186 marks",
        "langford-3: 9+0 9 27, 3 3, 18 marks",
        "langford-4: 12+0 18 54, 4 4, 36 marks",
        "langford-5: 15+0 30 90, 5 5, 60 marks",
        "langford-7: 21+0 63 189, 7 7, 126 marks",
        "langford-8: 24+0 84 252, 8 8, 168 marks",
        "langford-11: 33+0 165 495, 11 11, 330 marks",
        "langford-12: 36+0 198 594, 12 12, 396 marks",
        "steiner-7: 21+0 35 105, 7 7, no picture",
        "steiner-9: 36+0 84 252, 12 12, no picture",
        "kirkman-9: 72+0 336 2016, 12 12, no picture",
        "queens-4: 8+10 16 60, 4 4, 16 marks",
        "queens-6: 12+18 36 140, 6 6, 36 marks",
        "queens-8: 16+26 64 252, 8 8, 64 marks",
        "queens-10: 20+34 100 396, 10 10, 100 marks",
        "queens-12: 24+42 144 572, 12 12, 144 marks",
        "attack-5x5: 26+0 25 370, 5 31, 25 marks",
        "attack-7x7: 50+0 49 1050, 10 60, 49 marks",
        "attack-8x8: 65+0 64 1584, 14 79, 64 marks",
        "sudoku-2x2: 64+0 64 256, 16 16, 64 marks",
        "sudoku-3x3: 324+0 489 1956, 81 81, 489 marks",
        "sudoku-2x3: 144+0 216 864, 36 36, 216 marks",
        "medley-relay: 4+5 20 40, 4 4, no picture",
        "digits-6x6: 36+0 60 120, 18 18, 120 marks",
        "timetable: 6+20 24 72, 8 14, no picture",
    ]
    rows(options, most=len(options))
