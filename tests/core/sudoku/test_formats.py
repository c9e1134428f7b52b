"""Reading and writing: known examples of each format, round trips, detection, rubbish."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core import Grid, Layout, ProblemError, Shape, Sudoku
from core.sudoku import parse, read_file, read_text, write  # fmt: skip
from core.sudoku._formats import CannotWrite, FormatError, Puzzle, detect
from core.sudoku._grid import bits_of, values_in
from tests.core.sudoku.format_samples import NAKED_SINGLES, ROWS, VALUES, only
from tests.core.sudoku.samples import WIKIPEDIA

# One known example of every format


@pytest.mark.parametrize("blank", list("0.X*_-?"))
def test_a_line_with_any_blank(blank: str) -> None:
    assert only(WIKIPEDIA.replace(".", blank)).clues == VALUES


def test_a_line_with_spaces_for_blanks() -> None:
    assert only(WIKIPEDIA.replace(".", " ")).clues == VALUES


@pytest.mark.parametrize("between", ["", "\n", "\n# the next one\n"])
def test_a_drawn_grid_with_spaces_for_blanks(between: str) -> None:
    rows = [WIKIPEDIA[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
    rows[3] = " " * 9  # a row of which nothing is given
    drawn = "\n".join(rows) + "\n"
    items = list(read_text(drawn + between + drawn))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [(*VALUES[:27], *[0] * 9, *VALUES[36:])] * 2
    assert len(items) == 2


def test_what_is_wrong_in_a_drawn_grid_with_spaces_is_told_with_its_place() -> None:
    rows = [WIKIPEDIA[at : at + 9].replace(".", " ") for at in range(0, 81, 9)]
    (error,) = read_text("\n".join([*rows[:4], rows[4][:6] + "z" + rows[4][7:], *rows[5:]]))
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (5, 7)
    (error,) = read_text("\n".join([*rows, rows[0]]))
    assert "found 10 rows" in str(error)
    (error,) = read_text("\n".join([" " * 9] * 9))
    assert "nothing to read" in str(error)
    words = [
        "a line of",
        "this text",
        "it is not",
        "a grid as",
        "one draws",
        "it, for a",
        "row is of",
        "some text",
        "12      7",
    ]
    assert all(isinstance(item, FormatError) for item in read_text("\n".join(words)))


def test_a_small_drawn_grid_with_spaces_for_blanks() -> None:
    assert only("1  2\n    \n3   \n  4 ").clues == (1, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0)


@pytest.mark.parametrize("change", [str.upper, str.lower])
def test_a_larger_drawn_grid_with_spaces_for_blanks(change: Callable[[str], str]) -> None:
    cells = {3: 1, 17: 16, 254: 10}
    signs = ["123456789ABCDEFG"[cells[at] - 1] if at in cells else " " for at in range(256)]
    text = "\n".join("".join(signs[at : at + 16]) for at in range(0, 256, 16))
    assert only(change(text)).clues == tuple(cells.get(at, 0) for at in range(256))


def test_spaces_between_boxes_are_no_blanks() -> None:
    rows = ["1234 5678", "5678 1234"] * 4
    items = list(read_text("\n".join(rows * 9)))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [
        tuple(map(int, "".join(rows).replace(" ", "")))
    ] * 9


@pytest.mark.parametrize(("rows", "grids"), [("1 234,34 12,2 143,43 21", 1), ("1 23.,34 1.,2 14.,43 2.", 2)])
def test_spaces_where_cells_are_complete_without_them_are_no_blanks(rows: str, grids: int) -> None:
    cells = rows.replace(" ", "").replace(",", "").replace(".", "0")
    items = list(read_text("\n".join(rows.split(",") * grids)))
    assert [item.clues for item in items if isinstance(item, Puzzle)] == [tuple(map(int, cells))] * grids


def test_spaces_between_lists_of_candidates_are_no_blanks() -> None:
    rows = [" ".join("1" * (1 + (row == column)) if row == column else "2" for column in range(9)) for row in range(9)]
    rows = [row.replace("11", "13") for row in rows]
    assert {len(row) for row in rows} == {18}
    items = list(read_text("\n".join(rows * 2)))
    assert [isinstance(item, Puzzle) and item.grid.marks[0] == bits_of([1, 3]) for item in items] == [True, True]


def test_spaces_between_cells_are_no_blanks() -> None:
    rows = "\n".join(
        " ".join("123456"[(at + 3 * (at % 2)) % 6 :] + "123456"[: (at + 3 * (at % 2)) % 6]) for at in range(6)
    )
    assert 0 not in only(rows).clues
    error = next(iter(read_text("\n".join(["1 2 3 4 5"] * 9))))
    assert isinstance(error, FormatError)


def test_a_line_with_a_comment_has_a_title() -> None:
    assert only(WIKIPEDIA + " # from a newspaper").title == "from a newspaper"
    assert only(WIKIPEDIA + ",easy").title == "easy"


@pytest.mark.parametrize("joint", ["", " ", ",", ", ", "\t", ";"])
def test_free_grids(joint: str) -> None:
    assert only("\n".join(joint.join(row) for row in ROWS)).clues == VALUES


def test_a_comma_grid_with_nothing_for_empty() -> None:
    text = "\n".join(",".join(row).replace(".", "") for row in ROWS)
    assert only(text).clues == VALUES
    assert only("\n".join(line + "," for line in text.splitlines())).clues == VALUES


def test_a_boxed_grid_shows_its_boxes() -> None:
    text = """
    +-----+-----+
    | 1 . | . 4 |
    | . . | . . |
    | . 2 | 5 . |
    +-----+-----+
    | . . | . . |
    | 6 . | . . |
    | . . | . . |
    +-----+-----+
    """
    rows = [line for line in text.splitlines() if "|" in line]
    wide = text.replace("-----", "---------")
    assert len(rows) == 6
    with pytest.raises(FormatError):
        only(wide)  # six rows of four cells
    six = text.replace("| 1 . |", "| 1 . | . . |").replace("| . . |", "| . . | . . |", 0)
    with pytest.raises(FormatError):
        only(six)
    box = "\n".join(["12|..|..", "..|3.|..", "..|..|..", "--+--+--", "..|..|..", "..|..|4.", "..|..|.."])
    assert only(box).grid.shape == Shape(3, 2)
    assert only(box.replace("--+--+--\n", "")).grid.shape == Shape(3, 2)


def test_unicode_frames() -> None:
    text = "┌──┬──┐\n│12│34│\n│..│..│\n├──┼──┤\n│..│..│\n│..│..│\n└──┴──┘"
    assert only(text).clues[:4] == (1, 2, 3, 4)


def test_the_format_of_the_document() -> None:
    puzzle = only("2 2 1\n1 0\n0 0\n")
    assert puzzle.grid.shape == Shape(1, 2)
    assert puzzle.clues == (1, 0, 0, 0)
    six = only("6 2 3\n" + "\n".join(["0 0 0 0 0 6"] * 1 + ["0 0 0 0 0 0"] * 5))
    assert six.grid.shape == Shape(3, 2)  # 2 columns, 3 rows


def test_sdk_particulars() -> None:
    text = (
        "#AAn Author\n#DA puzzle\n#CFirst\n#B03-02-2006\n#SA paper\n#LEasy\n#Uhttp://example.org\n[Puzzle]\n"
        + "\n".join(ROWS)
    )
    puzzle = only(text)
    assert puzzle.clues == VALUES
    assert (puzzle.author, puzzle.description, puzzle.comment) == ("An Author", "A puzzle", "First")
    assert (puzzle.date, puzzle.source, puzzle.level) == ("03-02-2006", "A paper", "Easy")
    assert puzzle.url == "http://example.org"


def test_sdx_tells_givens_own_values_and_marks_apart() -> None:
    rows = ["2 679 u8 1 46 5 679 49 3", *["123 123 123 123 123 123 123 123 123"] * 8]
    grid = only("\n".join(rows)).grid
    assert grid.givens[:9] == (2, 0, 0, 1, 0, 5, 0, 0, 3)
    assert grid.placed[2] == 8
    assert values_in(grid.marks[1]) == (6, 7, 9)


def test_sdx_may_have_rules_and_bars_between_its_boxes() -> None:
    rule, band = "------+-------+------", ["u2 13 . | . . . | . . ."] * 3
    text = "\n".join(["# one", "1 . . | . . . | . . .", *band[1:], rule, *band, rule, *band])
    first, second = read_text(f"{text}\n\n{text.replace('# one', '# two')}", format="sdx")
    assert isinstance(first, Puzzle)
    assert isinstance(second, Puzzle)
    assert first.grid == second.grid
    assert (first.grid.givens[0], first.grid.placed[9]) == (1, 2)
    assert values_in(first.grid.marks[10]) == (1, 3)
    assert (first.title, first.line, second.title, second.line) == ("one", 2, "two", 15)
    dots = "\n".join([". . . | . . . | . . ."] * 9)
    (empty,) = read_text(dots, format="sdx")
    assert isinstance(empty, Puzzle), "rows of points are no rules"


def test_sdx_names_the_place_of_what_is_wrong() -> None:
    rows = ["1 2 3 4", "3 4 u1 2", "2 1 4 3", "4 3 2 1"]
    for row, text, place, said in (
        (1, "3 4 u7 2", (2, 6), "found"), (1, "3 4 10 2", (2, 6), "several for marks"), (2, "2 1 4", (3, 6), "4 cells"),
        (3, None, (3, 8), "4 rows of 4 cells, found 3"),
    ):  # fmt: skip
        lines = [*rows[:row], *([text] if text else []), *rows[row + 1 :]]
        (error,) = read_text("\n".join(lines), format="sdx")
        assert isinstance(error, FormatError)
        assert (error.line, error.column) == place
        assert said in error.message


@pytest.mark.parametrize(("bars", "rules", "shape"), [
    ((2, 4), (), Shape(3, 2)), ((), (3,), Shape(3, 2)), ((0, 2, 4, 6), (0, 3, 6), Shape(3, 2)),
    ((3,), (), Shape(2, 3)), ((), (2, 4), Shape(2, 3)),
    ((2, 5), (), Shape(2, 3)), ((2,), (), Shape(2, 3)), ((), (3, 4), Shape(2, 3)), ((4,), (), Shape(2, 3)),
])  # fmt: skip
def test_regular_bars_and_rules_show_the_boxes_and_irregular_ones_nothing(
    bars: tuple[int, ...], rules: tuple[int, ...], shape: Shape
) -> None:
    cells = ["1.....", "..2...", "......", "....3.", "......", ".....4"]
    lines = []
    for row in range(7):
        lines += ["--+--+--"] * (row in rules)
        lines += ["".join("|" * (at in bars) + line[at : at + 1] for at in range(7)) for line in cells[row : row + 1]]
    assert only("\n".join(lines)).grid.shape == shape


def test_candidate_grids_and_the_lone_digit() -> None:
    grid = only("12 12 3 4\n34 34 12 12\n2 1 4 3\n4 3 2 1").grid
    assert grid.givens[2] == 3
    assert grid.marks[0] == bits_of((1, 2))
    # The 2 and 1 below stand where peers still list them: naked singles, not yet placed.
    assert grid.givens[8] == 0
    assert grid.marks[8] == bits_of((2,))


def test_simple_sudoku_steps() -> None:
    body = "\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|" + ("\n|---+---+---|" if at in (2, 5) else "")
                     for at, row in enumerate(ROWS))  # fmt: skip
    puzzle = only(f"*-----------*\n{body}\n*-----------*\n\nI024\nE03268\n")
    assert puzzle.clues == VALUES
    assert puzzle.grid.placed[2] == 4
    assert values_in(puzzle.grid.struck[3]) == (2, 6, 8)


def test_a_hodoku_library_line() -> None:
    line = (
        ":0003:8:6...+53+4.7....4+2+56.+254867+3+9+1.+4..+9+6.1.162+38+5749.3..+1+4.+5....42193..1.+57...+44+2.6+3.+1+75"
        ":::829:"
    )
    grid = only(line).grid
    assert grid.givens[0] == 6
    assert grid.placed[4] == 5
    assert only(":0000:x:" + WIKIPEDIA + ":411 912::").grid.struck[:2] == (bits_of((4,)), bits_of((9,)))


def test_opensudoku_both_versions() -> None:
    digits = WIKIPEDIA.replace(".", "0")
    old = f"<opensudoku><name>Old &amp; good</name><game data='{digits}'/></opensudoku>"
    assert only(old).clues == VALUES
    assert only(old).title == "Old & good"
    cells = "".join(f"{v}|{'-' if v else '3,7,'}|{0 if v else 1}|" for v in VALUES)
    game = f"<game data='version: 1&#10;{cells}' note='n'/>"
    new = f"<opensudoku version='2'><folder name='F' created='1'>{game}</folder></opensudoku>"
    assert only(new).grid.marks[2] == bits_of((3, 7))
    assert only(new).comment == "n"


def test_csv_with_and_without_a_header() -> None:
    assert only(f"Puzzle,Solution,Difficulty\n{WIKIPEDIA},{WIKIPEDIA},Hard\n").level == "Hard"
    assert only(f"quizzes,solutions\n{WIKIPEDIA.replace('.', '0')},{'1' * 81}").clues == VALUES
    assert only(f"7,{WIKIPEDIA},x").clues == VALUES


def test_solo_game_ids() -> None:
    grid = only("2x3:1b2_3ze").grid
    assert grid.shape == Shape(2, 3)  # two columns of boxes: boxes two rows high, three columns wide
    assert grid.givens[:5] == (1, 0, 0, 2, 3)
    with pytest.raises(FormatError, match="144 places"):
        only("9j:zzzc,aa")
    crossed = only("2x2x:1a2m").grid
    assert crossed.layout == Layout.parse("2x2 x")
    assert len(crossed.layout.units) == 14
    # Order 2, and the line between the two rows: places within rows none, then one in each column.
    assert only("2j:1c,b__").grid.layout == Layout.parse("1x2 jigsaw AABB")


def test_alphabets_above_nine() -> None:
    standard = "123456789ABCDEFG" + "." * 240
    assert only(standard).clues[:16] == tuple(range(1, 17))
    assert only(standard.lower()).clues[:16] == tuple(range(1, 17))
    assert only("ABCDEFGHIJKLMNOP" + "." * 240).clues[:16] == tuple(range(1, 17))
    assert only("0123456789ABCDEF" + "." * 240).clues[:16] == tuple(range(1, 17))
    # Here 0 is a blank: nothing else could be.
    assert only("123456789ABCDEF0" + "0" * 240).clues[:16] == (*range(1, 16), 0)
    decimals = "\n".join([" ".join(map(str, range(1, 13)))] + ["10 . . . . . . . . . . ."] + [". " * 12] * 10)
    assert only(decimals).clues[:13] == (*range(1, 13), 10)


HODOKU_GRID = """
.------------------.------------------.------------------.
| 5     3     124  | 26    7     2468 | 1489  1249  248  |
| 6     247   247  | 1     9     5    | 3478  234   2478 |
| 12    9     8    | 23    34    24   | 13457 6     247  |
:------------------+------------------+------------------:
| 8     125   1259 | 579   6     147  | 4579  2459  3    |
| 4     25    2569 | 8     5     3    | 579   259   1    |
| 7     15    1359 | 59    2     14   | 4589  459   6    |
:------------------+------------------+------------------:
| 139   6     13479| 357   35    7    | 2     8     4    |
| 23    278   237  | 4     1     9    | 367   3     5    |
| 123   1245  12345| 2356  8     26   | 136   7     9    |
'------------------'------------------'------------------'
"""


def test_candidate_grids_of_hodoku_are_read() -> None:
    grid = only(HODOKU_GRID).grid
    assert grid.shape == Shape(3, 3)
    assert grid.givens[:2] == (5, 3)
    assert grid.marks[2] == 0b1011


def test_addresses_of_sudokuwiki() -> None:
    plain = f"https://www.sudokuwiki.org/sudoku.htm?bd={WIKIPEDIA.replace('.', '0')}"
    assert detect(plain) == "sudokuwiki"
    assert only(plain).grid.givens == only(WIKIPEDIA).grid.givens
    grid = NAKED_SINGLES.toggle_struck(2, 1)
    (line,) = write([Puzzle(grid)], "sudokuwiki")
    assert "?bd=S9B0503" in line
    again = only(line).grid
    assert (again.givens, again.placed, again.candidates) == (grid.givens, grid.placed, grid.candidates)
    for wrong in ("bd=123", "bd=S9B0", "bd=S9B" + "zz" * 81):
        with pytest.raises(FormatError):
            only(f"sudokuwiki.org/sudoku.htm?{wrong}")


def test_hodoku_files_are_read(tmp_path: Path) -> None:
    import zipfile

    grid = NAKED_SINGLES.toggle_struck(2, 1)

    def array(name: str, kind: str, entries: dict[int, object]) -> str:
        inner = "".join(f'<void index="{at}"><{kind}>{entry}</{kind}></void>' for at, entry in entries.items())
        return f'<void property="{name}">{inner}</void>'

    values = array("values", "int", {at: v for at, v in enumerate(grid.values) if v})
    fixed = array("fixed", "boolean", {at: "true" for at, v in enumerate(grid.givens) if v})
    cells = array("cells", "short", {at: 0 if grid.values[at] else bits for at, bits in enumerate(grid.candidates)})
    sudoku = f'<object class="sudoku.Sudoku2">{cells}{fixed}{values}</object>'
    other = '<object class="sudoku.Sudoku2"><void property="values"><void index="0"><int>9</int></void></void></object>'
    path = tmp_path / "work.hsol"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "SudokuData", f'<?xml version="1.0"?>\n<java class="java.beans.XMLDecoder">{sudoku}{other}</java>'
        )
    (found,) = read_file(path)
    assert isinstance(found, Puzzle)
    assert (found.grid.givens, found.grid.placed, found.grid.candidates) == (grid.givens, grid.placed, grid.candidates)
    for broken in (path.read_bytes()[:60], b"PK\x03\x04rubbish"):
        path.write_bytes(broken)
        assert all(isinstance(item, FormatError) for item in read_file(path))


def test_shapes_of_one_order_can_follow_each_other_in_a_list() -> None:
    shapes = [Shape(3, 2), Shape(2, 2), Shape(2, 3), Shape(2, 3), Shape(1, 6), Shape(2, 2), Shape(3, 2)]
    text = "\n".join(write([Puzzle(Grid.empty(shape)) for shape in shapes], "line"))
    assert [item.grid.shape for item in read_text(text) if isinstance(item, Puzzle)] == shapes


def test_a_game_with_a_puzzle_s_length_of_digits_in_it_is_still_a_game() -> None:
    grid = Grid.of(Shape(3, 3), [1 + place % 9 for place in range(41)] + [0] + [1 + place % 9 for place in range(39)])
    text = "\n".join(write([Puzzle(grid.lock())], "sgt"))
    assert detect(text) == "sgt"
    assert parse(text).grid.values == grid.values


@pytest.mark.parametrize("between", [" ", ",", ", ", "; ", "\t"])
def test_a_grid_on_one_line_with_its_cells_apart(between: str) -> None:
    for line in (between.join(WIKIPEDIA), "[" + between.join(WIKIPEDIA.replace(".", "0")) + "]"):
        assert parse(line).clues == parse(WIKIPEDIA).clues
    nested = [[0 if c == "." else int(c) for c in WIKIPEDIA[row : row + 9]] for row in range(0, 81, 9)]
    assert parse(str(nested)).clues == parse(WIKIPEDIA).clues
    numbers = [str(value) for value in parse("." * 256).grid.values]
    numbers[7] = "16"
    assert parse(between.join(numbers)).clues[7] == 16


@pytest.mark.parametrize("row", ["{}{}{}", "{} {} {}", "{}|{}|{}"])
def test_empty_lines_between_bands_are_as_good_as_rules(row: str) -> None:
    lines = [row.format(line[:3], line[3:6], line[6:]) for line in ROWS]
    text = "\n\n".join("\n".join(lines[at : at + 3]) for at in (0, 3, 6))
    assert parse(text).clues == parse(WIKIPEDIA).clues
    twice = list(read_text(f"# one\n{text}\n\n# two\n{text}\n"))
    assert [(item.title, item.line) for item in twice if isinstance(item, Puzzle)] == [("one", 2), ("two", 15)]
    flat = list(read_text("123 456\n456 123\n\n231 564\n564 231\n\n312 645\n645 312\n"))
    assert [str(item.grid.shape) for item in flat if isinstance(item, Puzzle)] == ["2×3"]


def test_a_table_pasted_from_a_spreadsheet_is_no_document() -> None:
    text = "\n".join("\t".join("" if c == "." else c for c in row) for row in ROWS)
    assert parse(text).clues == parse(WIKIPEDIA).clues


@pytest.mark.parametrize(("columns", "rows"), [(1, 2), (2, 1)])
def test_a_document_of_two_rows_is_no_grid_of_three(columns: int, rows: int) -> None:
    grid = parse(f"2 {columns} {rows}\n1 2\n2 1\n").grid
    assert (grid.shape, grid.givens) == (Shape(rows, columns), (1, 2, 2, 1))


def test_zeros_fill_up_what_simple_sudoku_strikes_out() -> None:
    grid = parse("\n".join(write([parse(WIKIPEDIA)], "ss")) + "\nI028\nE03006\n", format="ss").grid
    assert (grid.placed[2], list(values_in(grid.struck[3]))) == (8, [6])
    with pytest.raises(FormatError, match="expected digits 1-9, found 000"):
        parse("\n".join(write([parse(WIKIPEDIA)], "ss")) + "\nE03000\n", format="ss")


def test_a_comment_in_a_list_tells_the_shape_of_what_follows() -> None:
    text = f"# boxes 3x3 x\n12 {WIKIPEDIA},1.5\n# boxes 99x99\n13 {WIKIPEDIA},1.5\n# boxes 3x3\n14 {WIKIPEDIA},1.5\n"
    diagonal, wrong, *_, plain = read_text(text, format="list")
    assert isinstance(diagonal, Puzzle)
    assert isinstance(plain, Puzzle)
    assert (diagonal.grid.layout.variant, plain.grid.layout.variant) == ("X", "")
    assert isinstance(wrong, FormatError)
    assert wrong.line == 3


def test_hodoku_s_own_files_are_not_written() -> None:
    with pytest.raises(CannotWrite, match="only read; HoDoKu takes a library line"):
        list(write([only(WIKIPEDIA)], "hsol"))


# What a caller hands in


def test_a_sudoku_or_a_grid_is_written_as_it_is_alone_or_among_others(tmp_path: Path) -> None:
    sudoku = Sudoku.parse("1...\n....\n....\n...4\ncage 5: r1c2 r1c3")
    lines = list(write(parse("1...\n....\n....\n...4\ncage 5: r1c2 r1c3"), "rules"))
    assert "cage 5: r1c2 r1c3" in lines
    for handed in (sudoku, [sudoku], Grid.from_problem(sudoku), [Puzzle(Grid.from_problem(sudoku))]):
        assert list(write(handed, "rules")) == lines
    path = tmp_path / "one.rules"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert [puzzle.problem for puzzle in read_file(str(path)) if isinstance(puzzle, Puzzle)] == [sudoku]


def test_what_is_no_puzzle_is_refused_by_name() -> None:
    wrong: Any = Sudoku.parse(WIKIPEDIA)
    with pytest.raises(ProblemError, match="the grid of a puzzle must be a Grid, not "):
        Puzzle(wrong)
    wrong = [3]
    with pytest.raises(ProblemError, match="what is written must be a Puzzle, a Sudoku or a Grid, not 3"):
        list(write(wrong, "line"))
