"""Filled tiles: colours that can be told apart, cells that grow, and what is given, forced and gone."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style

from core import ExactCover
from core._drawing.cells import Canvas, CellPicture, CellState, KnownOptions
from core._drawing.grids import PLAIN, stencil
from core.exact_cover._gallery import instance
from core.exact_cover._pictures.recognise import canvas_of
from tests.tui.bare import bare, drawn
from tests.tui.kit.colours import contrast, on_256
from tui.glyphs import ASCII, UNICODE
from tui.screens.cover.picture import (
    COLOURS,
    HEAT_FILLS,
    INK,
    SIZES,
    CoverPicture,
    Paint,
    bordered,
    outlined,
    plain,
)
from tui.themes import THEMES


def lab(colour: str) -> tuple[float, float, float]:
    """CIE Lab under D65."""
    parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_twelve_colours_that_can_be_told_apart() -> None:
    assert len(set(COLOURS)) >= 12
    assert all(math.dist(lab(one), lab(other)) >= 40 for one, other in combinations(COLOURS, 2))


def test_they_are_the_same_on_256_colours() -> None:
    assert [on_256(colour) for colour in (*COLOURS, *HEAT_FILLS)] == [*COLOURS, *HEAT_FILLS]
    assert Color.parse(INK).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex == INK


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_they_have_contrast_with_text_and_surface(theme: object) -> None:
    surface = str(theme.surface)  # type: ignore[attr-defined]
    for colour in (*COLOURS, *HEAT_FILLS):
        assert contrast(colour, INK) >= 4.5, colour
        assert contrast(colour, surface) >= 1.5, colour


def paint(*, unicode: bool = True) -> Paint:
    return Paint(UNICODE if unicode else ASCII, lambda name: Style(meta={"tone": name}))


def text(drawing: list[list[Segment]]) -> list[str]:
    return ["".join(segment.text for segment in line) for line in drawing]


def tones(drawing: list[list[Segment]], sign: str) -> set[str]:
    return {
        (segment.style.meta if segment.style else {}).get("tone", "")
        for line in drawing for segment in line if sign in segment.text
    }  # fmt: skip


def picture(name: str, options: tuple[int, ...], standing: KnownOptions | None = None) -> CellPicture:
    canvas = instance(name).puzzle().canvas
    assert canvas is not None
    return canvas.picture(options, standing)


@pytest.mark.parametrize("size", SIZES)
def test_every_size_has_all_lines_equally_wide(size: tuple[int, int]) -> None:
    drawn = text(bordered(picture("own-pieces", (0,)), 0, size, paint()))
    assert {len(line) for line in drawn} == {(size[0] + 1) * 4 + 1}
    assert len(drawn) == (size[1] + 1) * 3 + 1


def test_smallest_cells_are_those_of_the_text() -> None:
    canvas = instance("pentominoes-3x20").puzzle().canvas
    assert canvas is not None
    lines = text(bordered(canvas.picture((0, 100)), 0, (3, 1), paint()))
    assert [line.rstrip() for line in lines] == canvas.text((0, 100)).split("\n")


def test_a_tile_is_filled_across_its_cells() -> None:
    canvas = Canvas(((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)), (((0, "L"), (1, "L"), (2, "L"), (3, "L")),), (5,))
    drawn = bordered(canvas.picture((0,)), 0, (3, 1), paint())
    inner = [segment for line in drawn[1:-1] for segment in line[1:-1]]
    assert {segment.style.meta["tone"] for segment in inner if segment.style} == {"5"}


def test_what_is_given_forced_and_gone() -> None:
    problem = instance("queens-4").puzzle().problem
    canvas = canvas_of(problem)
    assert canvas is not None
    # A queen in row 1, column 2: it leaves row 2 one square, the last.
    gone = {o for o, option in enumerate(problem.options) if o != 1 and set(option) & set(problem.options[1])}
    standing = KnownOptions(forced=[7], ruled_out=gone | {1})
    cells = canvas.picture((1,), standing).layers[0]
    assert [cell.state for cell in cells[0] if cell] == [CellState.OUT, CellState.CHOSEN, CellState.OUT, CellState.OUT]
    assert [cell.state for cell in cells[1] if cell] == [CellState.OUT, CellState.OUT, CellState.OUT, CellState.FORCED]
    drawn = bordered(canvas.picture((1,), standing), 0, (3, 1), paint())
    assert "(♛)" in text(drawn)[3]
    assert tones(drawn, "(♛)") == {"forced"}
    assert UNICODE.attacked in text(drawn)[1]


def test_givens_stand_before_anything_is_chosen_and_stay_told_apart() -> None:
    puzzle = instance("sudoku-3x3").puzzle()
    given = {o for o, option in enumerate(puzzle.problem.options) if puzzle.problem.sizes[option[0]] == 1}
    assert len(given) == 30
    assert puzzle.canvas is not None
    for chosen in ((), tuple(given)):
        cells = [cell for row in puzzle.canvas.picture(chosen, KnownOptions(given)).layers[0] for cell in row if cell]
        assert sum(cell.state is CellState.GIVEN for cell in cells) == 30
        assert "".join(cell.text for cell in cells[:9]) == "537"


def test_without_borders_neighbours_show_the_same() -> None:
    drawn = plain(picture("pentominoes-3x20", (0,)), 0, 2, paint(unicode=False))
    assert sum("F" in segment.text or "I" in segment.text for line in drawn for segment in line) == 5


FOUR = (((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)), (((0, "L"), (1, "L"), (2, "L")),), (5,))


@pytest.mark.parametrize(
    ("first", "width", "height", "lines"),
    [
        (1, 12, 6, ["    1   2", "  ┌───────┐", "1 │ L   L │", "  │   ┌───┤", "2 │ L │   │", "  └───┴───┘"]),
        (0, 10, 6, ["   0   1", " ┌───────┐", "0│ L   L │", " │   ┌───┤", "1│ L │   │", " └───┴───┘"]),
        (1, 6, 6, ["  1 2", " ┌───┐", "1│L L│", " │ ┌─┤", "2│L│ │", " └─┴─┘"]),
        (1, 5, 5, ["┌───┐", "│L L│", "│ ┌─┤", "│L│ │", "└─┴─┘"]),
    ],
)
def test_rows_and_columns_have_the_numbers_of_their_items(
    first: int, width: int, height: int, lines: list[str]
) -> None:
    panel = bare(CoverPicture)
    panel.canvas, panel.options = Canvas(*FOUR, first=first), (0,)
    assert list(drawn(panel, width, height)) == lines


def test_numbers_begin_where_the_names_of_the_cells_begin() -> None:
    for names, first in ((("1.1", "1.2", "2.1", "2.2"), 1), (("00", "01", "10", "11"), 0)):
        problem = ExactCover.from_options(names, [names[:2], names[2:], names[::2], names[1::2]])
        canvas = canvas_of(problem)
        assert canvas is not None
        assert canvas.first == first


@pytest.mark.parametrize("name", ["hexiamonds-6x6", "tetrahexes-4x7"])
def test_triangles_and_hexagons_are_drawn_as_in_text_and_filled(name: str) -> None:
    puzzle = instance(name).puzzle()
    canvas, found = puzzle.canvas, puzzle.solution()
    assert canvas is not None
    assert found is not None
    spots = [(y, x) for _, y, x in canvas.places]
    seen = canvas.picture(found.options)
    drawn = outlined(seen, 0, stencil(canvas.grid, spots, PLAIN[canvas.grid]), paint())
    assert [line.rstrip() for line in text(drawn)] == canvas.text(found.options).split("\n")
    for option in found.options:
        sign = canvas.marks[option][0][1]
        assert tones(drawn, sign) == {str(canvas.colours[option] % len(COLOURS))}
    for size in range(PLAIN[canvas.grid], 8):
        lines = text(outlined(seen, 0, stencil(canvas.grid, spots, size), paint()))
        assert len({len(line) for line in lines}) == 1
        assert sum(line.count(canvas.marks[0][0][1]) for line in lines) == len(canvas.marks[0])


@pytest.mark.parametrize(("name", "width", "height"), [("tetrahexes-4x7", 41, 12), ("hexiamonds-6x6", 41, 16)])
def test_a_picture_is_as_large_as_it_fits_down_to_the_smallest_screen(name: str, width: int, height: int) -> None:
    panel = bare(CoverPicture)
    panel.canvas = instance(name).puzzle().canvas
    small, large = list(drawn(panel, width, height)), list(drawn(panel, 3 * width, 3 * height))
    for lines, across, down in ((small, width, height), (large, 3 * width, 3 * height)):
        assert max(map(len, lines)) <= across
        assert len(lines) <= down
    assert sum(line.count("\\") for line in large) > sum(line.count("\\") for line in small)
