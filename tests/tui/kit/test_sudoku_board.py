"""What the Sudoku board draws, and in which tones: a few small pictures to be read, and lines of many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core import Grid, Layout, Shape, Sudoku
from core.sudoku._grid import values_in
from core.sudoku.human import TECHNIQUES, Position, hint_stages, next_step, why_not
from core.sudoku.human._exercises import kept
from tests.core.sudoku.technique_cases import of
from tests.rows import Rows
from tests.tui.kit.bare_board import BareBoard, drawn
from tui.kit.sudoku_digits import LARGEST, large_digit
from tui.kit.sudoku_overlay import of_hint, of_step, of_why
from tui.kit.sudoku_position import SudokuPosition

On = SudokuPosition
SMALL = Grid.of(Shape(2, 2), [1, 0, 3, 0, 0, 0, 2, 0, 0, 1, 0, 0, 4, 0, 0, 0])
WORK = SMALL.place(1, 2).place(3, 3).toggle_mark(4, 3).toggle_mark(4, 1).toggle_struck(5, 3)
"""Values that break a rule, marks of which one is ruled out, a value struck out."""
AT_WORK = SudokuPosition(WORK, 4, 2)
COLOURED = SudokuPosition(WORK, 2, colours={(0, 0): 1, (1, 0): 2, (4, 0): 6, (4, 3): 3, (5, 4): 4, (15, 0): 5})
FOUND = (1, 2, 3, 4, 3, 4, 2, 1, 2, 1, 4, 3, 4, 3, 1, 2)
FOUND_SO_FAR = (1, 2, 3, 0, *[0] * 12)
JIGSAW = Layout.parse("1x4 jigsaw AAABACBBCCDBCDDD")
ONE = Grid.of(JIGSAW, [1, *[0] * 15])
LARGE = Grid.of(Shape(4, 4), [16, *[0] * 254, 9])
TWO = "──┐", "┌─┘", "└──"
"""In lines, as one's own values are drawn."""
NINE = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def test_values_marks_and_broken_rules_where_cells_have_three_signs() -> None:
    lines, tones = drawn(AT_WORK, 20, 9)
    assert lines == [
        "  ┏━1━┯━2━┳━3━┯━4━┓",
        "1 ┃ 1 │ 2 ┃ 3!│ 3!┃",
        "  ┠───┼───╂───┼───┨",
        "2 ┃13·│ · ┃ 2 │ · ┃",
        "  ┣━━━┿━━━╋━━━┿━━━┫",
        "3 ┃ · │ 1 ┃ · │ · ┃",
        "  ┠───┼───╂───┼───┨",
        "4 ┃ 4 │ · ┃ · │ · ┃",
        "  ┗━━━┷━━━┻━━━┷━━━┛",
    ]
    assert tones == [
        "empty: · · · · ·", "empty+cursor: ·", "given: 1", "given+conflict: _ 3 !", "mark+cursor: 1 3",
        "number: __ 1 2 3 4 1 __ 2 __ 3 __ 4 __",
        "own+conflict: _ 3 !", "peer+empty: · · ·", "peer+given: 1 4", "peer+given+same: _ 2 _",
        "peer+own+same: _ 2 _",
    ]  # fmt: skip


@pytest.mark.parametrize("width", [32, 40, 60])
def test_the_marks_of_two_cells_are_never_read_as_one(width: int) -> None:
    left = [0b101001000 if (cell + cell // 9) % 2 else 0b100011000 for cell in range(81)]
    grid = Grid.of(Shape(3, 3), [0] * 81, struck=[0b111111111 & ~bits for bits in left])
    lines = drawn(SudokuPosition(grid, candidates=True), width, 14)[0]
    assert any("45…47…" in line for line in lines)
    assert not any("459479" in line or "479459" in line for line in lines)
    apart = drawn(SudokuPosition(grid, candidates=True), 40, 20)[0]
    assert any("459│479│459" in line for line in apart), "where a line stands between them, all have room"


def test_cells_of_one_sign_are_pointed_at_from_the_lines() -> None:
    assert drawn(AT_WORK, 8, 4)[0] == [" ┏━━┯!!┓", "1┃12!33┃", "2┃:·│2·┃", " ┠──┼──┨"]
    assert drawn(AT_WORK, 10, 6)[0] == [" 1 2  3 4", " 1 2│!3!3", " : ·│ 2 ·", "────┼────", " · 1│ · ·", " 4 ·│ · ·"]


def test_large_digits_of_givens_are_blocks_and_those_of_ones_own_are_lines() -> None:
    lines, tones = drawn(AT_WORK, 34, 17)
    assert lines[1:4] == [
        " ┃  ▄█   │  ──┐  ┃  ▀▀█  │  ──┐  ┃",
        "1┃   █   │  ┌─┘  ┃  ▀▀█  │  ──┤  ┃",
        " ┃  ▀▀▀  │  └──  ┃  ▀▀▀! │  ──┘! ┃",
    ]
    assert {"peer+own+same: ──┐ ┌─┘ └──", "given: ▄█ █ ▀▀▀"} <= set(tones)
    board = BareBoard()
    board.position = AT_WORK
    two = [segment for line in list(board.compose_lines(34, 17))[1:4] for segment in line if segment.text in TWO][-3:]
    assert [bool(segment.style and segment.style.underline) for segment in two] == [False, False, True]


def test_larger_cells_have_larger_digits() -> None:
    assert [line[:23] for line in drawn(AT_WORK, 50, 21)[0][1:5]] == [
        "     ┃   ▄█    │  ────┐",
        "   1 ┃    █    │  ┌───┘",
        "     ┃    █    │  │    ",
        "     ┃   ▀▀▀   │  └────",
    ]


def test_large_digits_in_ascii() -> None:
    assert drawn(AT_WORK, 34, 17, "ascii")[0][1:4] == [
        " |       :   _   |   _   :   _   |",
        "1|    |  :   _|  |   _|  :   _|  |",
        " |    |  :  |_   |   _|! :   _|! |",
    ]


@pytest.mark.parametrize("rows", [3, 4])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_two_digits_look_the_same(rows: int, unicode: bool) -> None:
    every = [large_digit(value, rows, blocks=blocks, unicode=unicode)
             for blocks in {True, not unicode} for value in range(1, LARGEST + 1)]  # fmt: skip
    assert len(set(every)) == len(every)
    assert {len({len(line) for line in digit}) for digit in every} == {1}
    assert max(map(len, every)) <= rows


def test_colours_have_letters_in_ascii() -> None:
    lines, tones = drawn(replace(COLOURED, candidates=True), 30, 14, "ascii")
    assert lines[:10] == [
        "      1     2     3     4",
        "   +=====+=====+=====+=====+",
        " 1 |  1 a:  2 b|  3! :  3! |",
        "   |     :     |     :     |",
        "   +-----+-----+-----+-----+",
        " 2 | 1 .f: . . |  2  : 1 . |",
        "   | 3c. : x 4d|     : . 4 |",
        "   +=====+=====+=====+=====+",
        " 3 | . 2 :  1  | . . : . 2 |",
        "   | 3 . :     | . 4 : . 4 |",
    ]
    assert {"paint1+given: 1 a", "paint2+own: 2 b", "paint4: d", "paint6+mark+conflict: 1"} <= set(tones)


def test_a_large_grid_is_scrolled_to_the_cursor() -> None:
    for cursor, shown in ((0, "G"), (255, "9")):
        lines, _ = drawn(SudokuPosition(LARGE, cursor), 40, 12)
        assert shown in "".join(lines)
        assert ("G" in "".join(lines)) == (cursor == 0)


@pytest.mark.parametrize(
    ("picture", "sizes"),
    [
        (AT_WORK, "40x20 30x14 24x11 20x9 15x8 12x7 10x6 8x4 5x3"),
        (replace(AT_WORK, candidates=True), "40x20 30x14:ascii"),
        (On(WORK, 0, 4, candidates=True), "24x11"),
        (On(WORK, 5, 4, candidates=True), "13x7"),
        (On(WORK, 5, 4), "12x7:ansi"),
        (replace(COLOURED, candidates=True), "40x20 30x14:ascii"),
        (COLOURED, "12x7"),
        (On(SMALL, None, 0, searched=FOUND_SO_FAR), "30x14"),
        (On(SMALL, 3, 2, searched=FOUND), "17x9"),
        (On(WORK, 3, 0, candidates=True, searched=FOUND_SO_FAR), "40x20"),
        (On(Grid.empty(Shape(3, 6)), None, 0, searched=(18, *[0] * 323)), "60x30"),
        (On(Grid.of(Layout.parse("2x3 x"), [6, *[0] * 35]), 14), "40x14"),
        (On(Grid.of(Shape(3, 2), [0, 2, *[0] * 34]), 35, candidates=True), "60x40"),
        (On(Grid.of(Layout.parse("2x2 windoku"), [0] * 15 + [4]), 0), "20x9"),
        (On(ONE, 5, 1, candidates=True), "40x20"),
        (On(Grid.of(JIGSAW, [1, 1, *[0] * 14]), 5, 1), "18x9:ascii"),
        (On(ONE, 5, 1), "10x9 4x4"),
        (On(LARGE, 0), "40x12"),
        (On(LARGE, 255, 9), "40x12"),
        (On(LARGE, 120), "20x8"),
        (On(LARGE, 136, 16, candidates=True), "70x37"),
    ],
    ids=["at-work", "candidates", "given", "small-candidates", "ansi", "coloured", "small-coloured", "searching",
         "solution", "searched-candidates", "large-search", "diagonals", "boxes-3x2", "windows", "jigsaw",
         "jigsaw-ascii", "jigsaw-small", "large-start", "large-end", "large-middle", "large-candidates"],
)  # fmt: skip
def test_a_picture_in_its_sizes(picture: SudokuPosition, sizes: str, rows: Rows) -> None:
    lines: list[str] = []
    for size in sizes.split():
        room, _, look = size.partition(":")
        width, height = map(int, room.split("x"))
        lines += [size, *(line for part in drawn(picture, width, height, look) for line in part)]
    rows(lines, most=5)


# What a hint marks


def marked(key: str, size: str, look: str) -> Iterator[str]:
    """What the first case of a technique marks, and how it is drawn."""
    case = next(case for case in of(next(each for each in TECHNIQUES if each.key == key)) if not case.negative)
    step = next(step for step in case.steps() if case.concludes(step))
    overlay = of_step(step, case.grid.candidates)
    yield " ".join(role.value for role in overlay.roles())
    for (cell, value), role in sorted(overlay.candidates.items()):
        yield f"{case.grid.shape.name_of(cell)} {value} {role.value}"
    yield " ".join(map(str, sorted(overlay.cells)))
    width, height = map(int, size.split("x"))
    for lines in drawn(SudokuPosition(case.grid, 0, 0, candidates=True, overlay=overlay), width, height, look):
        yield from lines


def test_a_fish_on_the_board() -> None:
    roles, *candidates, cells = list(marked("x-wing", "80x40", ""))[:7]
    assert roles == "gone pattern"
    assert candidates == ["r1c5 1 pattern", "r1c8 1 gone", "r1c9 1 pattern", "r3c5 1 pattern", "r3c9 1 pattern"]
    assert cells == "4 8 13 17 22 26 31 35 40 44 49 53 58 62 67 71 76 80", "both columns"


@pytest.mark.parametrize(
    ("key", "size", "look"),
    [
        ("x-wing", "80x40", ""),
        ("finned-x-wing", "60x30", ""),
        ("w-wing", "38x20", ""),
        ("als-xz", "38x20", "ascii"),
        ("simple-colors-trap", "22x13", ""),
        ("multi-colors-1", "100x50", "ascii"),
        ("death-blossom", "60x30", ""),
        ("unique-rectangle-1", "38x20", ""),
        ("sue-de-coq", "38x20", ""),
        ("als-chain", "38x20", ""),
        ("forcing-chain-contradiction", "38x20", ""),
        ("forcing-net-verity", "38x20", ""),
        ("xy-chain", "38x20", ""),
        ("naked-pair", "38x20", ""),
        ("empty-rectangle", "38x20", ""),
    ],
)
def test_what_a_technique_marks(key: str, size: str, look: str, rows: Rows) -> None:
    rows(marked(key, size, look), most=5)


@pytest.mark.parametrize("key", ["als-xz", "sue-de-coq", "als-xy-wing", "als-chain", "death-blossom"])
def test_sets_are_marked_on_candidates_that_are_there(key: str) -> None:
    which = next(each for each in TECHNIQUES if each.key == key)
    grids = kept(which, Shape(3, 3))[:2]
    assert grids
    for grid in grids:
        step = next_step(Position.of(grid, unique=True))
        assert step is not None
        overlay = of_step(step, grid.candidates)
        told = {(cell, value) for group in step.pattern.sets for cell in group.cells for value in group.values}
        there = {(cell, value) for cell, left in enumerate(grid.candidates) for value in values_in(left)}
        assert overlay.candidates.keys() <= there
        assert overlay.candidates.keys() >= (told & there) | {*map(tuple, step.eliminations)}


def test_the_stages_of_a_hint_are_drawn_one_after_the_other(rows: Rows) -> None:
    step = next_step(Position.of(NINE))
    assert step is not None
    for number, hint in enumerate(hint_stages(step)[1:3], 2):
        grid = Grid.from_problem(NINE)
        picture = SudokuPosition(grid, 40, 5, candidates=True, overlay=of_hint(hint, grid.candidates))
        lines, tones = drawn(picture, 40, 21)
        assert any(tone.startswith("look") for tone in tones)
        rows([*lines, *tones], f"stage {number}", most=5)


def test_a_value_that_is_ruled_out_is_marked_with_its_reason(rows: Rows) -> None:
    overlay = of_why(why_not(NINE, 2, 9))
    assert {key: role.value for key, role in overlay.candidates.items()} == {(2, 9): "gone"}
    assert overlay.cells == {2, 19}
    lines, tones = drawn(SudokuPosition(Grid.from_problem(NINE), 2, 9, candidates=True, overlay=overlay), 80, 40)
    assert {"look+gone+cursor: 9 ×", "look+candidate+cursor: 1 2 4"} <= set(tones)
    assert [tone.partition(": ")[2] for tone in tones if tone.startswith("look+given+same")] == ["█▀█ ▀▀█ ▀▀▀"]
    rows([*lines, *tones], most=5)
    overlay = of_why(why_not(Sudoku.parse("1.3...2..1..4..."), 15, 3, simple=()))
    roles = {key: role.value for key, role in overlay.candidates.items()}
    assert roles == {(1, 2): "assumed out", (13, 2): "assumed in", (15, 3): "gone"}
    assert overlay.cells == {0, 1, 2, 3, 6, 12, 15}
