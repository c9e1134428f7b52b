"""What rules draw on the Sudoku board: cages, lines, signs, clues outside, in Unicode and in ASCII."""

from __future__ import annotations

from core import Grid, Layout, Shape
from core.sudoku import Puzzle, read_text
from core.sudoku.rules import parse_rule
from tests.own_rule import Product
from tests.tui.kit.bare_board import drawn
from tui.kit.sudoku_layout import best_layout
from tui.kit.sudoku_position import SudokuPosition


def ruled(*lines: str, shape: str = "2x2") -> Grid:
    """An empty grid with these rules."""
    layout = Layout.of(Shape.parse(shape))
    return Grid.empty(Layout.of(layout.shape, [*layout.rules, *(parse_rule(line, layout.shape) for line in lines)]))


def picture(grid: Grid, look: str = "", width: int = 17, height: int = 9, candidates: bool = False) -> list[str]:
    """The lines of the board without the cursor."""
    return drawn(SudokuPosition(grid, None, candidates=candidates), width, height, look)[0]


def test_what_a_cage_goes_across_is_lighter_and_its_edge_is_dashed() -> None:
    grid = ruled("cage 7: r1c1 r1c2 r2c1", "cage 9: r2c2 r2c3 r3c2")
    assert picture(grid) == [
        "┏7━━━━━━┳━━━┯━━━┓",
        "┃ ·   · ┇ · │ · ┃",
        "┃   ┌9┄┄╀┄┄┄┼───┨",
        "┃ · ┆ · │ · ┆ · ┃",
        "┣┅┅┅┽───╆┅┅┅┿━━━┫",
        "┃ · ┆ · ┇ · │ · ┃",
        "┠───┼┄┄┄╂───┼───┨",
        "┃ · │ · ┃ · │ · ┃",
        "┗━━━┷━━━┻━━━┷━━━┛",
    ]
    assert picture(grid, "ascii")[:5] == [
        "+7==+===+===+===+",
        "| .   . | . : . |",
        "+   +9--+---+---+",
        "| . : . : . : . |",
        "+===+---+===+===+",
    ]


def test_lines_that_meet_have_pens_of_their_own() -> None:
    grid = ruled("thermo: r1c1-r1c3 r2c4", "thermo: r2c1 r1c2 r2c2 r3c2", "arrow r4c4: r4c3-r4c1")
    assert picture(grid) == [
        "┏━━━┯━━━┳━━━┯━━━┓",
        "┃◖●◗──╬───• │ · ┃",
        "┠───╱─║─╂───╲───┨",
        "┃◖●◗│ ║ ┃ · │ • ┃",
        "┣━━━┿━║━╋━━━┿━━━┫",
        "┃ · │ • ┃ · │ · ┃",
        "┠───┼───╂───┼───┨",
        "┃ ←══════════(•)┃",
        "┗━━━┷━━━┻━━━┷━━━┛",
    ]
    assert picture(grid, "ascii")[1:5] == [
        "|<@>--#---* : . |",
        '+---/-"-+---\\---+',
        '|<@>: " | . : * |',
        '+===+="=+===+===+',
    ]
    assert picture(grid.place(12, 1))[7] == "┃ 1═←════════(•)┃"


def test_a_value_stands_on_its_line_and_marks_leave_the_steps_to_be_seen() -> None:
    grid = ruled("thermo: r1c1-r1c3").place(0, 1).place(1, 2)
    assert picture(grid)[1] == "┃◖1◗──2───• │ · ┃"
    lines = picture(ruled("thermo: r1c1-r1c3"), candidates=True)
    assert lines[:2] == ["┏━━●┯━━━┳━━━┯━━━┓", "┃12…─12…─12…│12…┃"]


def test_signs_on_edges_and_corners_and_clues_outside() -> None:
    grid = ruled(
        "white: r1c1 r1c2", "black: r1c1 r2c1", "x: r3c3 r3c4", "quadruple 1 2 3: r3c1", "sandwich 5: c2",
        "sandwich 0: r3", "skyscraper 3: c4 bottom", "skyscraper 2: r1 right", "little-killer 6: r1c3-r2c4",
    )  # fmt: skip
    assert picture(grid, width=19) == [
        " ┏━━━┯5,↘6━━━┯━━━┓",
        " ┃ · ○ · ┃ · │ · ┃2",
        " ┠─●─┼───╂───┼───┨",
        " ┃ · │ · ┃ · │ · ┃",
        " ┣━━━┿━━━╋━━━┿━━━┫",
        "0┃ · │ · ┃ · X · ┃",
        " ┠──123──╂───┼───┨",
        " ┃ · │ · ┃ · │ · ┃",
        " ┗━━━┷━━━┻━━━┷━3━┛",
    ]


def test_a_kind_of_ones_own_is_drawn() -> None:
    shape = Shape(2, 2)
    grid = Grid.empty(Layout.of(shape, [*Layout.of(shape).rules, Product((0, 1), 6)]))
    assert picture(grid)[:3] == ["┏6×━━━━━┳━━━┯━━━┓", "┃ ·   · ┇ · │ · ┃", "┠┄┄┄┬┄┄┄╂───┼───┨"]


def test_a_nine_by_nine_with_clues_outside_fits_the_usual_terminal() -> None:
    for line in ("cage 15: r1c1 r1c2", "sandwich 15: r3", "x-sum 27: r2 right"):
        layout = best_layout(ruled(line, shape="3x3").layout, 40, 20)
        assert (layout.width <= 40, layout.height <= 20, layout.inner) == (True, True, True)


def test_no_clue_runs_into_what_is_beside_it() -> None:
    marked = ruled("sandwich 15: r3", "x-sum 27: r2 left", "skyscraper 3: r1 left", shape="3x3")
    lines = picture(marked, width=39, height=19, candidates=True)
    assert [line[:8] for line in lines[1:6:2]] == [" 3┃12…│1", "27┃12…│1", "15┃12…│1"]
    outer = (
        "skyscraper 3: c4 top", "little-killer 40: r1c5-r5c9", "little-killer 22: r1c4-r4c1", "sandwich 15: c1",
        "little-killer 45: r1c1-r9c9", "little-killer 33: r1c9-r9c1", "sandwich 25: c2", "sandwich 35: c9",
    )  # fmt: skip
    assert picture(ruled(*outer, shape="3x3"), width=40, height=19)[0] == "↘45━15┯25━┯━━━3,↘40↙22┯━━━┳━━━┯━━━┯35↙33"


def test_a_clue_that_does_not_fit_is_no_other_number() -> None:
    grid = ruled("numbered-room 5: r1 right", "little-killer 22: r2c9-r9c2", "x-sum 27: r2 right", shape="3x3")
    for look, more in (("", "…"), ("ascii", "+")):
        assert [line[-2:] for line in picture(grid, look, 40, 19)[1:4:2]] == ["5" + more, "27"]
    large = ruled("sandwich 118: r3", "sandwich 118: c3", shape="4x4")
    fits = next(line for line in picture(large, width=66, height=40) if "…" in line)
    assert fits.startswith("1… ")


def test_a_clue_of_three_digits_has_its_place_in_a_grid_that_is_scrolled_anyway() -> None:
    large = ruled("sandwich 118: r3", "sandwich 118: c3", "x-sum 105: r1 left", shape="4x4")
    lines = picture(large, width=40, height=20)
    assert (lines[0][11:16], lines[1][:4], lines[5][:4]) == ("┯118┯", "105┃", "118┃")


def test_column_numbers_are_not_beside_the_sum_of_a_cage() -> None:
    plain, killer = ruled("thermo: r1c1-r1c3"), ruled("cage 3: r1c1 r1c2")
    assert picture(plain, width=21)[0] == "  ┏━1━┯━2━┳━3━┯━4━┓"
    assert picture(killer, width=21)[0] == "  ┏3━━━━━━┳━━━┯━━━┓"


def test_a_killer_from_a_text_is_drawn_whole() -> None:
    text = "grid 4\ncage 3: r1c1 r1c2\ncage 7: r1c3 r1c4\n"
    (puzzle,) = read_text(text)
    assert isinstance(puzzle, Puzzle)
    assert picture(puzzle.grid)[0] == "┏3━━━━━━┳7━━━━━━┓"
