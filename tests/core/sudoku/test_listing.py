"""Lists as researchers keep them: where the puzzle stands in its line, headers, Python lists; and what is no list."""

from __future__ import annotations

import math

import pytest

from core import Shape
from core.sudoku import read_text
from core.sudoku._formats import FormatError, Puzzle, PuzzleOrError, detect
from tests.core.sudoku.samples import WIKIPEDIA

ZEROS = WIKIPEDIA.replace(".", "0")
CLUES = tuple(map(int, ZEROS))
ROWS = [ZEROS[at : at + 9] for at in range(0, 81, 9)]
NESTED = "[" + ",\n ".join("[" + ", ".join(row) + "]" for row in ROWS) + "]"


def read(text: str) -> list[PuzzleOrError]:
    return list(read_text(text, "list"))


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"{WIKIPEDIA} 3.5 abc\n{WIKIPEDIA} x", ["3.5 abc", "x"]),
        (f"{WIKIPEDIA},7.1\n{WIKIPEDIA},3", ["", ""]),
        (f"{WIKIPEDIA}:7.1\n{ZEROS}:3", ["7.1", "3"]),
        (f"0a1b2c3d {WIKIPEDIA} 7.2\nffee0011 {WIKIPEDIA} 6.6", ["0a1b2c3d 7.2", "ffee0011 6.6"]),
        (f"9b1d8a9f0c1e2d3f,{WIKIPEDIA},7.2", ["9b1d8a9f0c1e2d3f 7.2"]),
        (f"11.9 {WIKIPEDIA}", ["11.9"]),
        (f"{WIKIPEDIA}|{'1' * 81}|good", ["good"]),
        (f"The hardest of 2019\n#!sudoku\npuzzle,rating\n{WIKIPEDIA},11.9\n{WIKIPEDIA},11.8", ["11.9", "11.8"]),
        (f"{WIKIPEDIA.replace('.', ' ')}\n{WIKIPEDIA.replace('.', ' ')}", ["", ""]),
        (f'"{WIKIPEDIA}",\n"{WIKIPEDIA}",', ["", ""]),
        (f'puzzles = [\n    "{WIKIPEDIA}",\n    "{ZEROS}",\n]', ["", ""]),
        (NESTED, [""]),
        (f"[{NESTED},\n{NESTED}]", ["", ""]),
        (f"grid = ({NESTED},)", [""]),
        (f"[{', '.join(ZEROS)}]", [""]),
        (f"n,puzzle,solution\n1,{WIKIPEDIA},{'1' * 81}", [""]),
    ],
)
def test_a_puzzle_is_found_wherever_it_stands(text: str, titles: list[str]) -> None:
    items = read(text)
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [CLUES] * len(titles), items
    assert [item.title for item in items if isinstance(item, Puzzle)] == titles


def test_a_line_without_a_puzzle_says_where() -> None:
    items = read(f"a {WIKIPEDIA}\nb {WIKIPEDIA}\nc {WIKIPEDIA[:80]}\nd {WIKIPEDIA}\n" + f"e {WIKIPEDIA}\n" * 3)
    (error,) = (item for item in items if isinstance(item, FormatError))
    assert str(error).startswith("list, line 3, column 83: expected a puzzle of 81 characters, found 80")
    assert [item.line for item in items if isinstance(item, Puzzle)] == [1, 2, 4, 5, 6, 7]


@pytest.mark.parametrize("number", ["True", "1.5", '"1.5"', '"x"', '"1234"', "[1]"])
def test_a_list_with_something_else_than_values_is_told_with_its_place(number: str) -> None:
    (item,) = read(NESTED.replace("[5, ", f"[{number}, ", 1))
    assert isinstance(item, FormatError), item
    assert item.line == 1


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 2,\n [3, 4]",
        f"[{NESTED.replace('5', '55', 1)}]",
        "[[1, 2, 3],\n [1, 2, 3]]",
        "x = [\n" + "[" * 5000 + "]" * 5000 + "\n]",
    ],
    ids=["unfinished", "too large a number", "no grid", "deep"],
)
def test_a_python_list_that_is_none_is_one_error(text: str) -> None:
    (error,) = list(read_text(text, "list", format="list"))
    assert isinstance(error, FormatError)
    assert error.source == "list"
    assert "expected" in error.message


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (f"{WIKIPEDIA}\n{WIKIPEDIA}", "line"),
        (f"{WIKIPEDIA} one\n{WIKIPEDIA} two", "line"),
        ("\n".join(ROWS), "free"),
        ("Puzzle,Title\n" + f"{WIKIPEDIA},x\n", "csv"),
        (f"# c\n{WIKIPEDIA};x", "line"),
    ],
)
def test_what_other_formats_read_stays_theirs(text: str, format: str) -> None:
    assert detect(text) == format


@pytest.mark.parametrize(
    "text",
    [
        f"#Collection of hard ones\n{WIKIPEDIA} first\n{WIKIPEDIA} second\n",
        f"{WIKIPEDIA};7.1\n{WIKIPEDIA};3\n",
        f"{' '.join(WIKIPEDIA)}\n{' '.join(ZEROS)}\n",
        f"{','.join(ZEROS)}\n{','.join(ZEROS)}\n",
        f'[\n"{WIKIPEDIA}",\n"{WIKIPEDIA}",\n]\n',
    ],
    ids=["a heading", "semicolons", "cells apart", "cells between commas", "a bracket at the end"],
)
def test_every_line_is_a_puzzle_by_its_content_alone(text: str) -> None:
    found = list(read_text(text))
    assert [item.clues for item in found if isinstance(item, Puzzle)] == [CLUES, CLUES]
    assert len(found) == 2


@pytest.mark.parametrize("order", [16, 25, 36])
@pytest.mark.parametrize("between", ["", " "])
def test_as_many_empty_rows_as_they_are_long_are_one_grid(order: int, between: str) -> None:
    text = (between.join("." * order) + "\n") * order
    side = math.isqrt(order)
    for told, shape in ((f"# boxes {side}x{side}\n{text}", None), (text, Shape(side, side))):
        (item,) = read_text(told, shape=shape)
        assert isinstance(item, Puzzle)
        assert item.grid.shape == Shape(side, side)
    (item,) = read_text(text)
    assert isinstance(item, Puzzle)
    assert item.grid.shape.order == order


def test_what_boxes_are_told_says_whether_small_numbers_are_rows_or_puzzles() -> None:
    rows = "\n".join(["1234" + "." * 12] * 4 + ["." * 16] * 12)
    assert len(list(read_text(f"# boxes 2x2\n{rows}"))) == 16
    (grid,) = read_text(f"# boxes 4x4\n{rows}")
    assert isinstance(grid, Puzzle)
    assert grid.grid.shape == Shape(4, 4)


SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = WIKIPEDIA.replace("5", ".")


@pytest.mark.parametrize(
    "text",
    [
        f"['{WIKIPEDIA}', '{OTHER}']",
        f"puzzles = ('{WIKIPEDIA}', '{OTHER}')\n",
        f"[('{WIKIPEDIA}', '{SOLVED}'), ('{OTHER}', '{SOLVED}')]",
        f"[\n('{WIKIPEDIA}', '{SOLVED}'),\n('{OTHER}', '{SOLVED}'),\n]",
        f"#!sudoku\npuzzle;rating;name\n{WIKIPEDIA};7;a\n{OTHER};8;b\n",
        f"#!sudoku\nPuzzle,Rating\n{WIKIPEDIA},7\n{OTHER},8\n",
    ],
    ids=["one line", "a name", "pairs on a line", "pairs", "semicolons after a heading", "a heading and a header"],
)
def test_lists_on_one_line_and_tables_under_a_heading(text: str) -> None:
    found = list(read_text(text))
    assert [item.clues for item in found if isinstance(item, Puzzle)] == [
        tuple(int(sign) if sign != "." else 0 for sign in puzzle) for puzzle in (WIKIPEDIA, OTHER)
    ]
    assert len(found) == 2


SHORT = WIKIPEDIA[:40] + WIKIPEDIA[41:]
TYPO = WIKIPEDIA[:40] + "Q" + WIKIPEDIA[41:]


@pytest.mark.parametrize(
    ("damaged", "found"), [(SHORT, "found 80"), (TYPO, "found 'Q'"), (WIKIPEDIA + "1", "found 82")]
)
@pytest.mark.parametrize(
    "row",
    [
        "{0},{1}",
        "{1},{0}",
        "{0}\t{1}",
        "7|{0}|{1}",
        "7,{0},{1},x",
        '"{0}" "{1}"',
        '{{"puzzle": "{0}", "solution": "{1}"}}',
    ],
)
def test_a_damaged_puzzle_is_told_although_its_solution_is_sound(row: str, damaged: str, found: str) -> None:
    rows = [row.format(puzzle, SOLVED) for puzzle in (WIKIPEDIA, damaged, OTHER, *[WIKIPEDIA] * 7)]
    items = list(read_text("\n".join(rows)))
    assert [item.line for item in items] == list(range(1, 11))
    assert isinstance(items[1], FormatError)
    assert found in str(items[1])
    assert [item.clues for item in items if isinstance(item, Puzzle)].count(CLUES) == 8


def test_the_puzzle_is_the_grid_with_empty_cells_wherever_its_solution_stands() -> None:
    for row in (f"{SOLVED},{WIKIPEDIA}", f"{SOLVED} {WIKIPEDIA}", f"a|{SOLVED}|{WIKIPEDIA}"):
        items = list(read_text(f"{row}\n{row}\n"))
        assert [item.clues for item in items if isinstance(item, Puzzle)] == [CLUES, CLUES], row


@pytest.mark.parametrize(
    "row", ["{0},7.1", '"{0}"', "{0};{1}", "{0}|7", "{0}"], ids=["rated", "quoted", "solved", "barred", "bare"]
)
def test_spaces_are_empty_cells_beside_something_else_too(row: str) -> None:
    line = row.format(WIKIPEDIA.replace(".", " "), SOLVED)
    items = list(read_text(f"{line}\n{line}\n"))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [CLUES, CLUES]


def test_a_python_list_tells_the_line_of_each_puzzle_and_of_each_that_is_none() -> None:
    short = NESTED.replace(" 7, 9],", " 7],").replace(" 7, 9]]", " 7]]")
    assert short != NESTED
    rows = NESTED.count("\n") + 1
    text = f'puzzles = [\n"{WIKIPEDIA}",\n"{SHORT}", "a name",\n"{TYPO}",\n{short},\n{NESTED},\nNone]'
    items = list(read_text(text, "list", format="list"))
    assert [item.line for item in items] == [2, 3, 4, 5, 5 + rows]
    assert [type(item) is Puzzle for item in items] == [True, False, False, False, True]
    assert [str(item) for item in items[1:3]] == [
        "list, line 3, column 1: expected a puzzle of 81 (or another n × n) characters, found 80",
        "list, line 4, column 42: expected 1-9, or one of 0._*-? for empty, found 'Q'",
    ]
    assert "rows of" in str(items[3])


@pytest.mark.parametrize(
    "text",
    [
        f"[{NESTED}, {NESTED}]".replace("\n", ""),
        f"[{', '.join(ZEROS)}]\n[{', '.join(ZEROS)}]",
        f"[{NESTED},\n{NESTED}]".replace(",", ""),
        f'[\n {{\n  "solution": "{SOLVED}",\n  "puzzle": "{ZEROS}"\n }},\n {{\n  "quizzes": "{ZEROS}"\n }}\n]',
        f"{{\n 'a': '{WIKIPEDIA}',\n 'b': '{WIKIPEDIA}',\n}}",
        f'const char *puzzles[] = {{\n  "{WIKIPEDIA}",\n  "{WIKIPEDIA}",\n}};',
        f"[{WIKIPEDIA}]\n[{WIKIPEDIA}]",
    ],
    ids=["one line", "a list a line", "NumPy", "objects", "a dictionary", "C", "brackets"],
)
def test_lists_in_other_tongues(text: str) -> None:
    items = list(read_text(text))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [CLUES, CLUES], items
    assert len(items) == 2


def test_one_damaged_line_does_not_cost_the_others() -> None:
    for good, bad in (
        (f"[{WIKIPEDIA}]", f"[{SHORT}]"),
        (" ".join(ZEROS), " ".join(ZEROS[:-1])),
        (",".join(ZEROS), "x,y"),
    ):
        items = list(read_text("\n".join([good] * 3 + [bad] + [good] * 3)))
        assert [isinstance(item, Puzzle) for item in items] == [True] * 3 + [False] + [True] * 3, bad
        assert items[3].line == 4


@pytest.mark.parametrize("between", [" ", "/", "|", ",", ";"])
def test_the_rows_of_a_grid_may_stand_apart_on_its_line(between: str) -> None:
    line, damaged = between.join(ROWS), between.join([*ROWS[:4], "Q" + ROWS[4][1:], *ROWS[5:]])
    items = list(read_text("\n".join([line] * 5 + [damaged, line, line + between]), "list"))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [CLUES] * 7
    (error,) = (item for item in items if isinstance(item, FormatError))
    assert str(error).startswith("list, line 6, column 41: expected 1-9")
    (alone,) = read_text(line)
    assert isinstance(alone, Puzzle)
    assert alone.clues == CLUES
