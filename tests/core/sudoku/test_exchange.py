"""Puzzles as other programs and people pass them on: killer games, drawings in links, candidates in a line, tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Grid, Layout, ProblemError, Shape
from core.sudoku import parse, read_text, write
from core.sudoku._formats import CannotWrite, FormatError, Puzzle, detect, packing
from core.sudoku._formats.packing import packed, unpacked
from tests.core.sudoku.format_samples import ROWS, VALUES, error_of, only
from tests.core.sudoku.samples import WIKIPEDIA

# Killer games of Solo, as the program itself made them, with its own solutions

GAMES = {
    "2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c4a": "2134342113424213",
    "2x2k:p,ba__a_b_a___aaa,8b5_3a8a6b10d": "3412124321344321",
    "6jk:zj,adaa__b_a_a_cadbdd____baab,aaa_a____________a__aaaaaaa___a___aaaaaaa,"
    "14a7a7a6a11a4b7_7_6a9_4c11b6a9a11_7e": "564321235614451236126453342165613542",
    "3x3xk:zzzc,a_aa____aa___aa_b__a_______________________________a_a__aba_aa_a_aaa_aaa__aaa___aa____b___ab_a_baa_ab_,"
    "5a11_11a7a14_11_13_8a10a10e12a8a13_6a11a11_12_9b12_7_11_11b6_18_14d5_9d19_10_14b12b14c10_3a11c7c17a13b":
        "419835267652917384738462915295781436346529871871346529984673152163254798527198643",
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_killer_game_is_read_and_written(game: str) -> None:
    puzzle, solution = only(game), [int(sign) for sign in GAMES[game]]
    layout = puzzle.grid.layout
    for _, cells in layout.distinct:
        assert len({solution[cell] for cell in cells}) == len(cells)
    sums = [rule.line(layout.shape).split(":")[0] for rule in layout.untold]
    assert sums == [f"cage {sum(solution[cell] for cell in rule.cells)}" for rule in layout.untold]
    assert {cell for rule in layout.untold for cell in rule.cells} == set(range(layout.cells))
    assert list(write([puzzle], "sgt")) == [game]
    assert parse("\n".join(write([puzzle], "rules"))).grid.layout == layout


@pytest.mark.parametrize(
    ("game", "column", "told"),
    [
        ("2x2k:p", 7, "expected a comma and the lines between cages, found the end"),
        ("2x2k:p,aaa__baa__a__a__", 24, "expected a comma and the sums of cages, found the end"),
        ("2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c4a,1", 39, "expected nothing more after the sums of cages, found ',1'"),
        ("2x2:p,aaa", 6, "expected nothing more after the cells, found ',aaa'"),
        ("2x2k:p,aaa__baa__a__a_,3a8a4_6c9_6c4a", 23, "expected 24 places for lines, found 23"),
        ("2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c4_4", 25, "expected one sum in each cage, found another in r4c4"),
        ("2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6e", 25, "expected a sum in each cage, found none in that of r4c3"),
        ("2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c11a", 37, "expected a number from 1 to 10, found '11'"),
    ],
)
def test_what_is_wrong_with_a_killer_game_is_told_with_its_column(game: str, column: int, told: str) -> None:
    error = error_of(game)
    assert (error.line, error.column) == (1, column)
    assert told in error.message


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("cage 5: r1c1 r1c2", "not: r1c1 and r1c2 add up to 5 and differ"),
        ("thermo: r1c1-r1c3", "not: "),
        ("\n".join(f"cage 10: r{row}c1-r{row}c4" for row in (1, 2, 3)) + "\ncage: r4c1-r4c4", "not: "),
        ("cage 3: r1c1 r4c4\n" + "\n".join(
            f"cage 1: r{row}c{column}" for row in range(1, 5) for column in range(1, 5) if (row, column) not in
            ((1, 1), (4, 4))), "in one piece each"),
    ],
)  # fmt: skip
def test_rules_that_a_game_has_no_place_for_are_named(rules: str, told: str) -> None:
    with pytest.raises(CannotWrite) as error:
        list(write([parse(f"grid 2x2\n{rules}")], "sgt"))
    assert told in str(error.value)


# Drawings of SudokuPad

BOXES = [[[r, c] for r in range(4) for c in range(4) if 2 * (r // 2) + c // 2 == box] for box in range(4)]
DRAWN = (
    "{id:'x',metadata:{author:'A \\'n\\' B',rules:'All differ.',t:'Two cages'},"
    "ce:[[,{v:2},,],[,,,],[,,,],[,,,{v:'4'}]],re:" + json.dumps(BOXES, separators=(",", ":")) + ","
    "ca:[{ce:[[0,0],[1,0]],v:5,u:t},{ce:[[2,2],[2,3]],v:'7'},{ce:[[3,0],[3,1]],c:#0}],l:[{wp:[[1,1],[2,2]],c:FF0000}]}"
)


PACKED = {
    "a": "IZA=",
    "aaaaaaaaaaaa": "IY1lA===",
    '{"size":4,"grid":[[{},{}]]}': "N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9liBdMooA==",
    "é♛é♛ abcabcabcabcabcabcabcabcabcabcabcabcabcabcabc": "JebTJQCBDAjBjH5wcprHpRtQ",
}


def link(text: str) -> str:
    """The link that carries a drawing."""
    return f"https://sudokupad.app/scl{packed(text)}"


def test_a_drawing_gives_givens_regions_and_cages_and_names_the_rest() -> None:
    puzzle = only(link(DRAWN))
    assert (puzzle.title, puzzle.author, puzzle.description) == ("Two cages", "A 'n' B", "All differ.")
    assert [cell for cell, value in enumerate(puzzle.clues) if value] == [1, 15]
    assert [rule.line(Shape(2, 2)) for rule in puzzle.grid.layout.untold] == ["cage 5: r1c1 r2c1", "cage 7: r3c3 r3c4"]
    assert puzzle.left_out == "1 cage without a sum, 1 line"
    for other in (link(DRAWN).replace("/scl", "/sudoku/ctc"), link(DRAWN).replace("/scl", "/?puzzleid=scl")):
        assert only(other).grid == puzzle.grid


@settings(max_examples=100, deadline=None)
@given(st.text("ab{}[]'é♛", min_size=1, max_size=300))
def test_what_is_packed_is_unpacked(text: str) -> None:
    short = packed(text)
    assert unpacked(short) == text
    if len(short) > 20:
        with pytest.raises(ProblemError, match="part of the link may be missing"):
            unpacked(short[: len(short) // 2])


def test_packing_is_that_of_other_programs() -> None:
    """Packed by LZ-string's own library."""
    for text, theirs in PACKED.items():
        assert packed(text) == theirs
        assert unpacked(theirs) == text


def test_a_title_may_have_any_sign_and_a_link_that_would_fill_the_memory_is_refused() -> None:
    assert only(link(DRAWN.replace("Two cages", "A ♟ and a \ud83d\ude00"))).title == "A ♟ and a 😀"
    # A text of one sign over and over is packed into the root of its length.
    short = packed("a" * 2000)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(packing, "LONGEST", 1999)
        with pytest.raises(ProblemError, match="the puzzle in this link is too long: the limit is 1 999 characters"):
            unpacked(short)
    assert unpacked(short) == "a" * 2000


def drawing(**more: Any) -> str:
    """A drawing as plain JSON, without short keys."""
    return link(json.dumps({"cells": [[{}] * 4] * 4, "regions": BOXES} | more))


def test_regions_cages_and_titles_of_other_forms() -> None:
    jigsaw = [[[r, c] for r in range(4) for c in range(4) if "AAABACBBCCDBCDDD"[4 * r + c] == name] for name in "ABCD"]
    assert only(drawing(regions=jigsaw)).grid.layout.text == "2x2 jigsaw AAABACBBCCDBCDDD"
    bare = only(drawing(regions=BOXES[:2]))
    assert [rule.kind for rule in bare.grid.rules] == ["rows", "columns"]
    assert bare.left_out == "2 regions, boxes (it has no regions of one size)"
    hidden = [{"cells": [[row, c] for c in range(4)], "unique": True, "hidden": True} for row in range(4)]
    assert only(drawing(cages=hidden)).grid.layout.plain
    diagonal = {"cells": [[at, at] for at in range(4)], "unique": True}
    assert only(drawing(cages=[diagonal])).grid.layout.untold[0].cells == (0, 5, 10, 15)
    assert only(drawing(cages=[{"cells": [[0, 0], [1, 1]], "value": "3", "unique": False}])).left_out == (
        "1 cage whose values may repeat"
    )
    assert only(drawing(cages=[{"value": "title: Old style"}])).title == "Old style"
    assert only(drawing(foglight=[[0, 0]], arrows=[{"wp": 1}], overlays=[{}, {}])).left_out == (
        "1 arrow, 2 signs on top, what it calls foglight"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ce:[[,,,],[,,,],[,,,]]}", "expected a square grid, found 3 rows of 4 cells"),
        ("{ce:[[,],[,{v:3}]]}", "expected values from 1 to 2 in its cells, not 3"),
        ("{ce:[[,],[,]],ca:[{ce:[[0,2]],v:3}]}", "expected cells such as [0,0], not [0, 2]"),
        ("{ce:[[,],[,", "expected a value at the end of this drawing: part of the link may be missing"),
        ("{ce:[[,],[,]] x", "at character 14 of this drawing"),
        ("[" * 99, "at most 32 deep"),
        ("{}", "expected a drawing of SudokuPad with its cells in rows"),
        ("{ce:[" + ",".join(["[" + "," * 48 + "]"] * 49) + "]}", "too large"),
    ],
)
def test_what_is_wrong_with_a_drawing_is_told(text: str, told: str) -> None:
    error = error_of(link(text))
    assert (error.line, error.column) == (1, 1)
    assert told in error.message


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(DRAWN)), st.text("{}[]:,'\"\\tf#0v1cerax ", max_size=8), st.integers(0, 12))
def test_a_damaged_drawing_gives_no_traceback(at: int, put: str, gone: int) -> None:
    for item in read_text(link(DRAWN[:at] + put + DRAWN[at + gone :])):
        assert isinstance(item, Puzzle | FormatError)


def test_what_f_puzzles_draws_beside_the_rules_is_named_and_unknown_rules_are_refused() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 1, "given": True, "c": "#ff0000"}
    document = {"size": 4, "grid": grid, "title": "Lines", "line": [{"lines": [["R1C1", "R1C2"]]}] * 2}

    def link(told: dict[str, Any]) -> str:
        return f"https://f-puzzles.com/?load={packed(json.dumps(told))}"

    puzzle = only(link(document))
    assert (puzzle.name, puzzle.left_out) == ("Lines", "2 lines, colours")
    assert "rules of a kind that is not known here: yinyang" in error_of(link(document | {"yinyang": True})).message


def test_an_address_without_a_puzzle_is_called_that() -> None:
    error = error_of("https://example.com/sudoku?number=7")
    assert "expected a link that carries a puzzle, from f-puzzles, SudokuPad" in error.message


# 729 characters

MARKED = "".join("".join(str(v) if sign in (".", str(v)) else "." for v in range(1, 10)) for sign in WIKIPEDIA)


def test_729_digits_and_blanks_are_the_candidates_of_a_9x9() -> None:
    for text in (MARKED, MARKED.replace(".", "0"), f"{MARKED}\n{MARKED}"):
        puzzle = parse(text)
        assert puzzle.clues == VALUES
        assert not any(puzzle.grid.struck)
    struck = MARKED[:18] + "1...5...." + MARKED[27:]
    puzzle = only(struck + " with a title")
    assert (puzzle.title, puzzle.grid.marks[2]) == ("with a title", 0b10001)
    assert puzzle.problem.marked
    assert puzzle.problem.candidates[2] == 0b10001
    assert only(f"Puzzle,Level\n{struck},easy").problem == puzzle.problem
    assert parse(f'[["{struck}"],\n["{struck}"]]').problem == puzzle.problem
    nothing = only(MARKED[:18] + "." * 9 + MARKED[27:])
    assert nothing.problem.candidates[2] == 0
    crossed = only("# boxes 3x3 x\n" + MARKED)
    assert crossed.grid.layout == Layout.parse("3x3 x")


def test_729_characters_with_a_letter_are_a_27x27() -> None:
    assert only("A" + "." * 728).grid.shape.order == 27
    assert only("." * 729).grid.shape.order == 27
    assert only("# boxes 3x9\n" + MARKED).grid.shape == Shape(3, 9)
    assert only(MARKED, shape=Shape(3, 9)).grid.shape == Shape(3, 9)
    grid = Grid.of(Shape(3, 9), [7, *[0] * 728])
    assert only("\n".join(write([Puzzle(grid)], "line"))).grid == grid
    wrong = error_of(MARKED[:20] + "4" + MARKED[21:])
    assert (wrong.column, "expected 3 or a blank here, for r1c3, found '4'" in wrong.message) == (21, True)


# Signs of other people


@pytest.mark.parametrize(
    "text",
    [
        WIKIPEDIA.replace(".", ","),
        "\n".join(ROWS).replace(".", ","),
        ".".join(ROWS),
        ".".join(row.replace(".", "0") for row in ROWS),
        "\n".join(".".join(row.replace(".", "0")) for row in ROWS),
    ],
    ids=["commas", "commas in rows", "dots between rows", "dots and zeros", "dots between cells"],
)
def test_commas_and_dots(text: str) -> None:
    assert only(text).clues == VALUES


def table(rows: Sequence[str], *, heading: str = "", rule: str = "---", frame: str = "") -> str:
    """A table with a bar on both sides of each cell."""
    lines = ["|" + "|".join(f" {sign} ".replace(".", " ") for sign in row) + "|" for row in rows]
    lines = [line for each in lines for line in (each, frame) if line]
    if heading:
        lines[:0] = ["|" + "|".join(f" {sign} " for sign in heading) + "|"]
    lines[1:1] = ["|" + f"{rule}|" * len(rows)] * bool(rule)
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        table(ROWS), table(ROWS, rule=":-:"), table(ROWS, heading=" " * 9), table(ROWS, heading="abcdefghi"),
        table(ROWS, heading="123456789"), table(ROWS, rule="", frame="+---" * 9 + "+"),
        table(ROWS, rule="", frame="├───" + "┼───" * 8 + "┤").replace("|", "│"),
        table([row.replace(".", "0") for row in ROWS], rule="", frame="+---" * 9 + "+"),
    ],
)  # fmt: skip
def test_tables(text: str) -> None:
    assert only(text).grid == Grid.of(Shape(3, 3), VALUES)


def test_a_table_names_the_line_of_what_is_wrong() -> None:
    error = error_of(table(ROWS).replace("| 6 |", "| x |", 1).replace("| 9 |", "| % |", 1))
    assert (error.line, error.message) == (3, "expected 1-9, or one of 0._*-? for empty, found '%'")


NUMBERS = ["{" + ", ".join(row.replace(".", "0")) + "}" for row in ROWS]


@pytest.mark.parametrize(
    "text",
    [
        "int a[9][9] = {" + ",".join(NUMBERS) + "};",
        "static const int grid[9][9] =\n{\n  " + ", // a row\n  ".join(NUMBERS) + "\n};\n",
        "int[][] board = new int[][]{\n" + ",\n".join(f"/* {at} */ {row}" for at, row in enumerate(NUMBERS)) + "};",
        "var grid = [9][9]int{" + ",\n".join(NUMBERS) + ",\n}",
        "std::vector<std::vector<int>> grid = {" + ",\n".join(NUMBERS) + "};",
        "unsigned char cells[81] = {" + ",".join(row[1:-1] for row in NUMBERS) + "};",
        "char a[9][9] = {" + ",\n".join("{" + ",".join(f"'{sign}'" for sign in row) + "}" for row in ROWS) + "};",
        'const char *rows[] = {"' + '",\n"'.join(ROWS) + '"};',
        "let grid = [" + ",\n".join(NUMBERS).replace("{", "[").replace("}", "]") + "];",
    ],
)
def test_arrays_of_other_languages(text: str) -> None:
    assert detect(text) == "list"
    assert only(text).clues == VALUES


def test_an_array_names_the_place_of_what_is_wrong() -> None:
    wrong = error_of("int a[9][9] = {\n" + ",\n".join(NUMBERS).replace("8", "18", 1) + "};")
    assert (wrong.line, wrong.column, wrong.message) == (4, 8, "expected numbers from 0 to 9, found 18")
    wrong = error_of('char *a[] = {\n"' + '",\n"'.join(ROWS).replace("8", "x", 1).replace("9", "%", 1) + '"};')
    assert (wrong.line, wrong.column) == (3, 6)


# OpenSudoku, by version of its data


def states(version: int) -> str:
    """The sample with a 3 and a 7 noted in each empty cell."""
    cells = []
    for value in VALUES:
        notes = "0" if value else "68"
        cells.append({
            1: f"{value}|{'-' if value else '3,7,'}|{int(not value)}|", 2: f"{value}|{notes}||{int(not value)}|",
            3: f"{value}|{notes}|{int(not value)}|", 4: f"{value}|0|{notes}|{int(not value)}|",
            5: f"{value}|{notes}|0|{int(not value)}|{int(not value)}|",
        }[version])  # fmt: skip
    data = f"version: {version}&#10;{''.join(cells)}"
    return f'<opensudoku version="3"><folder name="f"><game data="{data}"/></folder></opensudoku>'


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_every_version_of_opensudoku(version: int) -> None:
    puzzle = only(states(version))
    assert puzzle.grid.givens == VALUES
    assert puzzle.grid.marks == tuple(0 if value else 0b1000100 for value in VALUES)
    assert puzzle.left_out == ("colours" if version == 5 else "")
    again = only("\n".join(write([puzzle], "opensudoku")))
    assert again.grid == puzzle.grid


def test_what_opensudoku_says_wrongly_is_told() -> None:
    both = only(states(4).replace("0|0|68|1|", "0|1|68|1|", 1))
    assert (both.grid.marks[2], both.left_out) == (1, "the second set of marks")
    assert "expected a version from 1 to 5 of its data, found 6" in error_of(states(5).replace("n: 5", "n: 6")).message
    assert "cell 3: expected value|notes|editable| such as 0|68|1|, found '0|512|1'" in error_of(
        states(3).replace("|68|", "|512|", 1)
    ).message  # fmt: skip
