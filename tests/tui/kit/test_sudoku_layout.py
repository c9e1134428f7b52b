"""Every shape of grid gets a drawing that is sound and uses the room there is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Layout, Shape
from tests.rows import Rows
from tui.kit.sudoku_layout import best_layout, layouts

JIGSAW = Layout.parse("1x4 jigsaw AAABABBBCCCDCDDD")
BOXES = ((1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (1, 9), (9, 1), (4, 4), (6, 6))
LAYOUTS = [JIGSAW, *(Layout.of(Shape(rows, columns)) for rows, columns in BOXES)]


@pytest.mark.parametrize("grid", LAYOUTS, ids=str)
def test_lines_and_cells_add_up(grid: Layout) -> None:
    n = grid.order
    for layout in layouts(grid):
        for row in range(n + 1):
            for unicode in (True, False):
                line = layout.horizontal(row, unicode)
                assert len(line) in (0, layout.width)
                assert bool(line) == bool(layout.above(row))
        cells = [layout.cell_at(layout.left(c), layout.top(r)) for r in range(n) for c in range(n)]
        assert cells == list(range(n * n))
        assert layout.cell_at(layout.width, 0) is None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(1, 200), st.integers(1, 100))
def test_the_best_layout_fits_if_any_does(grid: Layout, width: int, height: int) -> None:
    best = best_layout(grid, width, height)
    fitting = [layout for layout in layouts(grid) if layout.width <= width and layout.height <= height]
    assert (best in fitting) == bool(fitting)
    if not fitting:
        assert best.cell_height == 1


def test_nine_by_nine_has_lines_between_its_cells_at_80_by_24() -> None:
    assert best_layout(Layout.of(Shape(3, 3)), 38, 20).inner
    assert best_layout(Layout.of(Shape(3, 3)), 88, 40).roomy


def test_frames_meet_as_they_should() -> None:
    layout = next(layout for layout in layouts(Layout.of(Shape(2, 2))) if layout.cell_width == 3 and not layout.inner)
    assert layout.horizontal(0, True) == "┏━━━━━━┯━━━━━━┓"
    assert layout.horizontal(2, True) == "┠──────┼──────┨"
    assert layout.horizontal(4, True) == "┗━━━━━━┷━━━━━━┛"
    assert layout.horizontal(1, True) == ""
    lined = next(layout for layout in layouts(Layout.of(Shape(2, 2))) if layout.cell_width == 3 and layout.inner)
    assert lined.horizontal(2, True) == "┣━━━┿━━━╋━━━┿━━━┫"
    assert lined.horizontal(1, True) == "┠───┼───╂───┼───┨"
    assert lined.horizontal(1, False) == "+---+---+---+---+"


def test_regions_of_a_jigsaw_have_heavy_lines_around_them() -> None:
    layout = next(layout for layout in layouts(JIGSAW) if layout.cell_width == 3 and layout.inner)
    assert layout.horizontal(0, True) == "┏━━━┯━━━┯━━━┳━━━┓"
    assert [layout.vertical(column, True, 0) for column in range(5)] == ["┃", "│", "│", "┃", "┃"]
    assert [layout.vertical(column, True, 1) for column in range(5)] == ["┃", "┃", "│", "│", "┃"]
    assert layout.horizontal(1, True) == "┠───╆━━━┿━━━╃───┨"
    assert layout.horizontal(2, True) == "┣━━━╇━━━┿━━━╈━━━┫"
    assert layout.horizontal(4, True) == "┗━━━┻━━━┷━━━┷━━━┛"
    assert layout.horizontal(1, False) == "+---+===+===+---+"


@pytest.mark.parametrize(
    "shape",
    [
        "2x2",
        "2x3",
        "3x2",
        "1x4",
        "4x1",
        "1x4 jigsaw AAABACBBCCDBCDDD",
    ],
)
def test_every_layout_in_figures(shape: str, rows: Rows) -> None:
    figures = []
    for layout in layouts(Layout.parse(shape)):
        n = layout.shape.order
        figures.append(
            f"cells {layout.cell_width}x{layout.cell_height}, {layout.width}x{layout.height} in all,"
            f" inner {layout.inner}, frame {layout.frame}, pad {layout.pad}, roomy {layout.roomy},"
            f" marks {layout.marks}, left {[layout.left(column) for column in range(n)]},"
            f" top {[layout.top(row) for row in range(n)]}, above {[layout.above(row) for row in range(n + 1)]},"
            f" before {[layout.before(column) for column in range(n + 1)]}"
        )
    rows(figures, most=4)


def test_a_click_falls_into_a_cell_or_on_a_line() -> None:
    layout = best_layout(Layout.of(Shape(2, 3)), 30, 15)
    for y in range(-1, layout.height + 1):
        for x in range(-1, layout.width + 1):
            cell = y // 2 * 6 + (x - 1) // 4
            inside = 0 < x < layout.width - 1 and 0 < y < layout.height - 1 and x % 4 and y % 2
            assert layout.cell_at(x, y) == (cell if inside else None), (x, y)


@pytest.mark.parametrize(
    "shape",
    [
        "2x3",
        "1x6 jigsaw AAABBBAAABBBCCCDDDEECFFDEECFFDEECFFD",
    ],
)
def test_lines_between_cells_and_regions(shape: str, rows: Rows) -> None:
    layout = best_layout(Layout.parse(shape), 30, 15)
    lines = [layout.horizontal(row, unicode) for unicode in (True, False) for row in range(7)]
    for row in range(6):
        lines += ["".join(layout.vertical(column, unicode, row) for column in range(7)) for unicode in (True, False)]
    rows(lines, most=len(lines))
