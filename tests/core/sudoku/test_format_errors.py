"""What cannot be read as a Sudoku is refused with its place; rubbish does no harm."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Grid, ProblemError, Shape
from core.sudoku import OrderTooLarge, parse, read_file, read_text, write  # fmt: skip
from core.sudoku._collections import collections
from core.sudoku._formats import FormatError, Puzzle, TooLargeAt, clean_text, decode, detect, format_for, format_named
from core.sudoku._formats.packing import packed
from tests.cases import slow
from tests.core.sudoku.format_samples import KEYS, ROWS, VALUES, error_of, only
from tests.core.sudoku.samples import WIKIPEDIA

# Errors


@pytest.mark.parametrize(("text", "line", "column", "expected"), [
    (WIKIPEDIA[:-1], 1, 81, "81"),
    (WIKIPEDIA[:40] + "z" + WIKIPEDIA[41:], 1, 41, "1-9"),
    ("# c\n\n" + WIKIPEDIA + "\n" + WIKIPEDIA + "9", 4, 83, "81"),
    ("\n".join([*ROWS[:8], "12345678"]), 9, 9, "9 cells"),
    ("\n".join([*ROWS[:8], ROWS[8][:-1] + "q"]), 9, 9, "1-9"),
    ("\n".join(ROWS[:8]), 8, 10, "expected 9 rows of 9 cells, found 8 rows"),
    ("\n".join([*ROWS, ROWS[0]]), 10, 1, "expected 9 rows of 9 cells, found 10 rows"),
    ("1 . | 3 .\n. . | 2 .\n----+----\n4 . | . 1 \n", 4, 10, "expected 4 rows of 4 cells, found 3 rows"),
    ("1,2,3,4\n3,4,1,2\n2,1,4,3\n", 3, 8, "expected 4 rows of 4 cells, found 3 rows"),
    ("4 2 2\n1 2 3 4\n0 0 5 0\n0 0 0 0\n0 0 0 0", 3, 5, "0 to 4"),
    ("4 2 2\n1 2 3 4\n0 0 0\n0 0 0 0\n0 0 0 0", 3, 6, "4 numbers"),
    ("4 2 2\n1 2 3 4 \n\n", 2, 8, "4 rows"),
    ("9 2 3\n", 1, 1, "box_columns"),
    ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 " + "1" * 200_000, 4, 11, "at most 4 candidates, found 200 000 characters"),
    ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 " + "9" * 200_000, 4, 11, "at most 4 candidates, found 200 000 characters"),
    ("3x3:1a", 1, 7, "81 cells"),
    ("2x2:5zzz", 1, 5, "1 to 4"),
    (":0000:x:" + WIKIPEDIA + ":4z1::", 1, 91, "829"),
    ("<opensudoku><game/></opensudoku>", 1, 13, "data"),
    ("<opensudoku><game data='12'/></opensudoku>", 1, 13, "81 digits"),
    ("<opensudoku><game data=", 1, 13, "XML"),
    ("<html></html>", 1, 1, "<opensudoku>"),
    ("<!DOCTYPE x [<!ENTITY a 'b'>]><opensudoku/>", 1, 13, "no document type"),
    (f"Puzzle,Level\n{WIKIPEDIA},a\n12,b", 3, 1, "81"),
    ("", 1, 1, "found nothing"),
    ("hello", 1, 6, "81"),
])  # fmt: skip
def test_errors_name_file_line_column_and_expectation(text: str, line: int, column: int, expected: str) -> None:
    error = error_of(text)
    assert (error.source, error.line) == ("f", line), error
    assert error.column == column, error
    assert expected in error.message
    assert str(error).startswith(f"f, line {line}, column {column}: ")


def test_one_bad_line_does_not_cost_the_others() -> None:
    lines = [WIKIPEDIA] * 500
    lines[123] = "garbage in between"
    items = list(read_text("\n".join(lines)))
    assert len(items) == 500
    (bad,) = [item for item in items if isinstance(item, FormatError)]
    assert bad.line == 124


def test_too_large_differs_from_malformed() -> None:
    assert isinstance(error_of("." * 37 * 37), TooLargeAt)
    assert isinstance(error_of("49 7 7\n"), OrderTooLarge)
    assert not isinstance(error_of("." * 38), OrderTooLarge)


def test_a_wanted_shape_overrides_and_refuses() -> None:
    assert only("." * 36, shape=Shape(3, 2)).grid.shape == Shape(3, 2)
    assert "2×2" in error_of("." * 36, shape=Shape(2, 2)).message
    assert error_of(":0000:x:" + WIKIPEDIA + ":::", shape=Shape(2, 2)).line == 1
    with pytest.raises(ProblemError, match="no format"):
        format_named("nonsense")


def test_titles_come_out_as_plain_text() -> None:
    nasty = "\x1b[31mred\x1b]0;title\x07 [bold]x[/bold]\u202e\x9b2J"
    assert clean_text(nasty) == "red [bold]x[/bold]"
    assert only(f"{WIKIPEDIA} {nasty}").title == "red [bold]x[/bold]"
    assert only(f"#A{nasty}\n" + "\n".join(ROWS)).author == "red [bold]x[/bold]"
    assert "\x1b" not in str(error_of(WIKIPEDIA[:-1] + "\x1b"))


def test_encodings(tmp_path: Path) -> None:
    path = tmp_path / "p.sdm"
    for data in (
        ("\ufeff" + WIKIPEDIA).encode(), WIKIPEDIA.encode("utf-16"), (WIKIPEDIA + " caf\xe9").encode("latin-1"),
        (WIKIPEDIA + "\r\n").encode(), (WIKIPEDIA + "\r").encode(),
    ):  # fmt: skip
        path.write_bytes(data)
        (item,) = read_file(path)
        assert isinstance(item, Puzzle)
        assert item.clues == VALUES
    assert decode(b"\xff\xfe\x00") != ""


def test_file_names_choose_formats() -> None:
    assert format_for(Path("a.sdx")).key == "sdx"
    assert format_for(Path("a.CSV")).key == "csv"
    assert format_for(Path("a.txt")).key == "line"
    assert detect("\n".join(ROWS), ".sdk") == "sdk"


# Rubbish

DRAWN = "{metadata:{t:'a'},ce:[[,{v:2},,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,0],[1,0]],v:5}],l:[{wp:[[1,1]]}]}"
SHARED = [
    "# title: a\n1...\n....\n....\n...4\ncage 5: r1c1 r1c2\nthermo: r4c1-r4c4\nsandwich 3: r1\nwithout boxes",
    "2x2k:p,aaa__baa__a__a__,3a8a4_6c9_6c4a", "6j:zj,adaa__b_a_a_cadbdd____baab",
    ".Shape~4x4.~R1C1_1~R2C2_1_3.Cage~5~R1C1~R1C2.Thermo~R4C1~R4C2~R4C3.Sandwich~3~R1", "A<A<^<^<A<A<^<^<",
    "https://sudokupad.app/scl" + packed(DRAWN),
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QEFUBDAVwjTImIHsAnOAcxBAGUIBbAIxswF9",
    "".join(str(at % 9 + 1) if at % 5 else "." for at in range(729)),
    "int a[4][4] = {{1,0,3,0},\n{0,0,2,0}, // b\n{0,1,0,0},\n{4,0,0,0}};",
    "| 1 |   | 3 |   |\n|---|---|---|---|\n|   |   | 2 |   |\n|   | 1 |   |   |\n| 4 |   |   |   |",
    "<opensudoku><game data='version: 4&#10;" + "0|68|0|1|" * 81 + "'/></opensudoku>", "1,3,\n,,2,\n,1,,\n4,,,\n",
]  # fmt: skip
SEEDS = [
    "\n".join(write([Puzzle(Grid.of(Shape(3, 3), VALUES), title="t")], key)) for key in KEYS
] + [WIKIPEDIA, "2 2 1\n1 0\n0 0", "<opensudoku><game data='0'/></opensudoku>", *SHARED]  # fmt: skip


def harmless(text: str) -> None:
    """Reading gives puzzles and errors, in whatever format, and never anything else."""
    for item in read_text(text, "rubbish"):
        assert isinstance(item, Puzzle | FormatError)
        if isinstance(item, FormatError):
            assert item.line >= 1
            assert item.column >= 1
            assert str(item).isprintable()


@pytest.mark.parametrize("files", [3000, slow(6000)])
def test_thousands_of_mutated_files_give_no_traceback(files: int) -> None:
    chance = random.Random(20)
    alphabet = string.printable + "┌│♛\x00\x1bÀ٣²"
    for _ in range(files):
        text = list(chance.choice(SEEDS))
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(text) + 1)
            what = chance.random()
            if what < 0.4 and text:
                text[at : at + chance.choice((1, 1, 9, 30))] = []
            elif what < 0.8:
                text[at:at] = [chance.choice(alphabet)]
            else:
                text[at:at] = text[max(0, at - 20) : at]
        harmless("".join(text))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=400), st.sampled_from([None, *KEYS]))
def test_any_text_gives_no_traceback(text: str, key: str | None) -> None:
    for item in read_text(text, "rubbish", format=key):
        assert isinstance(item, Puzzle | FormatError)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(string.printable, max_size=120), st.integers(0, len(DRAWN)), st.sampled_from(["scl", "fpuzzles"]))
def test_any_packed_text_gives_no_traceback(text: str, at: int, form: str) -> None:
    harmless(f"https://sudokupad.app/{form}{packed(DRAWN[:at] + text + DRAWN[at + len(text) :])}")


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_no_traceback(data: bytes) -> None:
    harmless(decode(data))


def test_shipped_collections_are_complete_and_readable() -> None:
    shapes = {str(c.shape): c.puzzles() for c in collections()}
    for name in ("2×2", "2×3", "2×4", "3×3", "3×4", "4×4"):
        assert len(shapes[name]) >= 10
    assert len(shapes["5×5"]) >= 5
    titles = [puzzle.title for puzzles in shapes.values() for puzzle in puzzles]
    assert len(set(titles)) == len(titles)
    assert all(p.level and p.source for puzzles in shapes.values() for p in puzzles)


def test_a_file_that_is_no_text_is_called_that_once() -> None:
    (item,) = read_text("\x7fELF\x02\n1\x00\x00 2 3\n4 5 6", "a.out")
    assert str(item) == "a.out, line 2, column 2: expected a text file, found a zero byte"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 foo", "line 1, column 6: expected 81 cells (or another n × n, such as 16, 36 or 256), together or"),
        (" ".join(WIKIPEDIA[:80]), "line 1, column 160: expected 81 cells"),
        (" ".join(WIKIPEDIA[:80] + "x1"), "line 1, column 164: expected 81 cells"),
        (" ".join(WIKIPEDIA[:80]) + " 10", "line 1, column 161: expected 1-9, or one of 0._*-? for empty, found '10'"),
        (" ".join("1" * 2500), "line 1, column 1: order 50 is too large: the limit here is 36"),
    ],
)
def test_what_is_wrong_with_cells_apart(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert said in str(caught.value)


def test_a_band_that_is_missing_is_still_an_error() -> None:
    text = "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3))
    with pytest.raises(FormatError, match=r"line 3, column 10: expected 9 rows of 9 cells, found 3 rows"):
        parse(text)


def test_a_list_of_another_size_than_asked_for_is_told_with_its_place() -> None:
    (error,) = read_text("[[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]]", "list", shape=Shape(3, 3), format="list")
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (1, 1)
    assert "expected 9 cells a side for boxes of 3×3, found a grid of 4" in str(error)


def test_a_column_counts_from_1_where_a_field_stands_nowhere_as_it_is_read() -> None:
    """CSV doubles the quotes within a field."""
    (item,) = read_text('puzzle,title\n"he said ""no""",x', "table", format="csv")
    assert isinstance(item, FormatError)
    assert (item.line, item.column) == (2, 1)


def test_one_candidate_is_not_several() -> None:
    (error,) = read_text("1.3...2..1..4...\n", "file", format="free")
    assert str(error) == "file, line 1, column 2: expected at most 1 candidate, found 16 characters"


def test_a_text_that_is_cut_short_in_a_message_ends_with_an_ellipsis() -> None:
    said = str(error_of("<opensudoku><game data='version: 1&#10;" + "0|7x" * 30 + "'/></opensudoku>"))
    assert "\\n0|7x" in said
    assert said.endswith("…'")


@pytest.mark.parametrize(
    ("text", "column", "told"),
    [
        ("A<A<^<^<A<A<^<^>", 16, "this arrow points out of the grid"),
        ("A<A<^<^<><A<^<^<", 9, "these arrows go round in a circle"),
        (".Shape~4x4.Yinyang~3", 11, "the constraint Yinyang is not known here"),
        (".Shape~4x4.Cage~5~R9C1", 11, "Cage: R9C1 is outside a grid of 4×4"),
        (".Shape~4x4.~R1C1_7", 11, "expected a cell and its values, such as R3C4_5, not 'R1C1_7'"),
    ],
)
def test_what_is_wrong_with_constraints_of_another_solver_is_told_with_its_column(
    text: str, column: int, told: str
) -> None:
    error = error_of(text)
    assert (error.column, error.message) == (column, told)
