"""Knuth's text format, matrices, JSON and drawings: round trips, errors that say where, rubbish."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import ExactCover, Item, ProblemError
from core._drawing.cells import Canvas
from core.exact_cover import CoverPuzzle, read_puzzle
from core.exact_cover._encodings import dominoes
from core.exact_cover._formats import CannotWrite, FormatError, read, write
from core.exact_cover._formats.knuth import beyond_knuth
from core.exact_cover._formats.knuth import read as knuth_read
from core.exact_cover._formats.load import decode, load, piece_set, write_puzzle
from core.exact_cover._formats.polyomino_art import read_packing, write_packing
from core.exact_cover._gallery import instance
from core.exact_cover._moves import normal
from core.exact_cover._polyominoes import Packing, Piece, packing_puzzle
from tests.core.exact_cover.strategies import problems

KNUTH_EXAMPLE = "| a comment\nA B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"


def test_knuths_example() -> None:
    problem = read(KNUTH_EXAMPLE)
    assert [item.name for item in problem.items] == list("ABCDEFG")
    assert (problem.primary, problem.secondary) == (5, 2)
    assert [problem.entries(o) for o in range(6)] == [
        ["C", "E", "F"], ["A", "D", "G"], ["B", "C", "F"], ["A", "D"], ["B", "G"], ["D", "E", "G"]
    ]  # fmt: skip


def test_colours_multiplicities_comments_and_idle_options() -> None:
    problem = read("|c\r\n\n  A 2|B 0:3|C | x y \r\n| x\nA x:0 y\n\nx:1\nB x:1 C\n")
    assert [(i.least, i.most) for i in problem.items] == [(1, 1), (2, 2), (0, 3), (1, 1), (1, 1)]
    assert (len(problem.options), problem.idle_options) == (3, (1,))
    assert problem.entries(0) == ["A", "x:0", "y"]
    assert problem.coloured
    assert problem.multiple


def test_bare_matrix_and_one_with_names() -> None:
    bare = read("110100\n101100\n000110\n001011\n")
    assert bare == ExactCover.from_matrix(
        [[1, 1, 0, 1, 0, 0], [1, 0, 1, 1, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 1, 0, 1, 1]]
    )
    named = read("# two\nleft right | spare\n1 0 | 1\n0,1,|1\n")
    assert [item.name for item in named.items] == ["left", "right", "spare"]
    assert named.secondary == 1


@settings(max_examples=120, deadline=None)
@given(problems())
def test_knuth_round_trip(problem: ExactCover) -> None:
    assert read(write(problem, "knuth")) == problem


@settings(max_examples=60, deadline=None)
@given(problems(), st.data())
def test_knuth_keeps_the_names_of_options(problem: ExactCover, data: st.DataObject) -> None:
    names = st.text(alphabet="A1.b |:é", min_size=1, max_size=5)
    labels = tuple(data.draw(names) for _ in problem.options)
    named = ExactCover(problem.items, problem.options, problem.colours, labels, "a title", "a book")
    again = read(write(named, "knuth"))
    assert (again, again.labels, again.title, again.origin) == (named, labels, "a title", "a book")
    bare = [line for line in write(named, "knuth").splitlines() if not line.startswith("|")]
    assert bare == [line for line in write(problem, "knuth").splitlines() if not line.startswith("|")]


@settings(max_examples=120, deadline=None)
@given(problems())
def test_json_round_trip(problem: ExactCover) -> None:
    assert read(write(problem, "json")) == problem


@settings(max_examples=80, deadline=None)
@given(problems(colours=False, multiplicities=False))
def test_matrix_round_trip(problem: ExactCover) -> None:
    again = read(write(problem, "matrix"))
    assert again.items == problem.items
    assert [set(option) for option in again.options] == [set(option) for option in problem.options]


def test_a_matrix_cannot_hold_colours() -> None:
    with pytest.raises(ProblemError, match="colours"):
        write(read("A | x\nA x:1"), "matrix")


RUBBISH = st.text(alphabet='AB01|:x .#-?\n\t{}[]",\u00e9\u2028\x00', max_size=60)


@settings(max_examples=300, deadline=None)
@given(RUBBISH | st.text(max_size=40))
def test_rubbish_is_read_or_refused_with_a_place(text: str) -> None:
    for form in (None, "knuth", "matrix", "json", "drawing"):
        try:
            read_puzzle(text, "rubbish", form)
        except FormatError as error:
            if min(error.line, error.column) < 1:
                raise


ART = "title: My own\npieces: one-sided\n\nregion:\n####\n##?.\n\npiece L ×1-2:\n##\n#.\n\npiece D x*:\n##\n"


def test_drawing_round_trip() -> None:
    packing = read_packing(ART, "text", piece_set)
    assert (len(packing.region), len(packing.optional)) == (6, 1)
    assert [(p.name, p.least, p.most) for p in packing.pieces] == [("L", 1, 2), ("D", 0, None)]
    assert read_packing(write_packing(packing), "text", piece_set) == packing


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 4)), min_size=1))
def test_any_region_can_be_drawn(cells: set[tuple[int, int, int]]) -> None:
    packing = Packing(normal(cells), (Piece("P", normal(cells)),))
    assert read_packing(write_packing(packing), "text", piece_set) == packing


PIECE_NAMES = st.text(alphabet="P1@.a2", min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(PIECE_NAMES, min_size=1, max_size=3, unique=True),
    st.lists(st.sets(st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 2)), min_size=1), min_size=3),
    st.sampled_from(["free", "one-sided", "fixed"]),
    st.integers(1, 2),
)
def test_options_of_a_packing_are_called_by_piece_and_place(
    names: list[str], shapes: list[set[tuple[int, int, int]]], kind: str, layers: int
) -> None:
    region = frozenset((z, y, x) for z in range(layers) for y in range(2) for x in range(11))
    pieces = tuple(
        Piece(name, normal((z % layers, y, x) for z, y, x in cells)) for name, cells in zip(names, shapes, strict=False)
    )
    problem = packing_puzzle(Packing(region, pieces, kind=kind)).problem
    assert len(set(problem.labels)) == len(problem.options)
    for o, label in enumerate(problem.labels):
        piece, *cells = (name.rstrip("'") for name in problem.entries(o))
        first = min(cells, key=lambda cell: [int(part) for part in cell.split(".")])
        assert label.rstrip(string.ascii_letters) in (f"{piece}{first}", f"{piece}@{first}")
    assert read(write(problem, "json")).labels == problem.labels
    again = read(write(problem, "knuth"))
    assert again.items == problem.items
    assert again.options == problem.options


def test_labels_tell_the_way_a_piece_is_turned() -> None:
    ways = read_puzzle("region:\n###\n###\n\npiece L ×2:\n##\n#.\n").problem.labels
    assert ways == ("L1.1a", "L1.2a", "L1.1b", "L1.2b", "L1.1c", "L1.2c", "L1.2d", "L1.3d")
    assert read_puzzle("region:\n##\n##\n\npiece O:\n##\n##\n").problem.labels == ("O1.1",)


def test_a_drawing_is_kept_as_it_was_read() -> None:
    for text in (ART, "# mine\r\n" + ART.replace("\n", "\r\n"), write_puzzle(instance("soma").puzzle(), "drawing")):
        assert write_puzzle(read_puzzle(text), "drawing") == text
    assert read_puzzle(write_puzzle(dominoes(2, 3), "drawing")).problem == dominoes(2, 3).problem
    with pytest.raises(ProblemError, match="not drawn"):
        write_puzzle(read_puzzle("A B\nA\nB\n"), "drawing")


def test_a_problem_saved_with_its_solutions_can_be_read() -> None:
    assert [*read('{"problem": {"primary": ["A"], "options": [["A"]]}, "solutions": [[0]]}').options.rows()] == [(0,)]


def test_a_row_is_never_taken_for_a_comment() -> None:
    text = "region:\n####\n{}\n####\npiece A:\n##\n"
    for row, column, sign in (("##x#", 3, "x"), ("#x", 2, "x"), ("#comment", 2, "c")):
        said = f"line 3, column {column}: expected #, .* not '{sign}'"
        with pytest.raises(FormatError, match=said):
            read_puzzle(text.format(row))
    assert read_puzzle("region:\n##\n# a comment\npiece A:\n##\n").problem.primary


def test_what_knuths_format_and_his_programs_cannot_take_is_told() -> None:
    with pytest.raises(CannotWrite, match="needs a primary item"):
        write(ExactCover([Item("x", secondary=True)], [[0]]), "knuth")
    for name, refused in (("eightlet", False), ("ninelette", True), ("é", True)):
        problem = ExactCover([Item(name), Item("b")], [[0], [1]])
        assert (beyond_knuth(problem) is not None) is refused, name


@pytest.mark.parametrize(
    "name", ["own-pieces", "pentominoes-3x20", "langford-4", "queens-6", "attack-5x5", "sudoku-3x3"]
)
def test_knuths_format_keeps_the_picture(name: str) -> None:
    puzzle = instance(name).puzzle()
    again = read_puzzle(write_puzzle(puzzle, "knuth"))
    assert (again.problem, again.problem.labels, again.canvas) == (puzzle.problem, puzzle.problem.labels, puzzle.canvas)
    assert again.drawing == puzzle.drawing


def test_a_picture_that_no_name_tells_is_kept_in_comments() -> None:
    problem = read("A B | x\nA\nx\nB\nA B\n")
    marks = (((0, "a"),), (), ((1, "b"), (2, "b")), ((0, "c"),))
    canvas = Canvas(((0, 0, 0), (0, 0, 1), (1, 0, 1)), marks, (0, 0, 4, 1), (0, 1, 1))
    text = write_puzzle(CoverPuzzle(problem, canvas), "knuth")
    assert read_puzzle(text).canvas == canvas
    for old, new in (
        ("2.1.2=b", "9.9.9=b"),
        ("cells: 1.1", "cells: 1"),
        ("draws: 5", "draws: five"),
        ("=c", "=\x1b[2J"),
    ):
        assert old in text
        broken = read_puzzle(text.replace(old, new))
        assert (broken.canvas, broken.problem) == (None, problem)


def test_a_drawing_in_comments_counts_only_for_the_problem_it_makes() -> None:
    text = write_puzzle(instance("own-pieces").puzzle(), "knuth")
    lines = text.splitlines()
    changed = read_puzzle("\n".join(lines[:-2]) + "\n")
    assert changed.drawing == ""
    assert changed.canvas is not None, "the names of the cells still say where they are"


@pytest.mark.parametrize(
    ("data", "line", "column", "said"),
    [(b"\0A B", 1, 1, "zero byte"), (b"A B\nA\0", 2, 2, "zero byte"), (b"A\n\nB\xff", 3, 2, "the byte 0xff")],
)
def test_bytes_that_are_no_text_are_told_with_their_place(data: bytes, line: int, column: int, said: str) -> None:
    with pytest.raises(FormatError, match=said) as caught:
        decode(data, "puzzle.txt")
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be"])
def test_a_file_with_a_mark_of_its_encoding_is_read(encoding: str, tmp_path: Path) -> None:
    """Windows' own shell writes UTF-16 behind ``>``."""
    path = tmp_path / "puzzle.txt"
    path.write_bytes(("A é\nA\né\n" if encoding == "utf-8-sig" else "\ufeffA é\nA\né\n").encode(encoding))
    assert [item.name for item in load(path).problem.items] == ["A", "é"]


def test_a_region_may_have_ten_thousand_cells_and_no_more() -> None:
    square = "region:\n" + ("#" * 100 + "\n") * 100
    assert len(read_packing(square + "\npiece I:\n#\n", "file", piece_set).region) == 10_000
    with pytest.raises(FormatError, match="a region of more than 10000 cells is too large"):
        read_packing(square + "#\n\npiece I:\n#\n", "file", piece_set)


def test_a_wrong_set_of_pieces_is_answered_with_those_there_are() -> None:
    with pytest.raises(FormatError) as refused:
        read_puzzle("set: octominoes\nregion:\n###\n", "mine", "drawing")
    assert str(refused.value) == (
        "mine, line 1, column 6: there is no set of pieces called 'octominoes'; there are dominoes, heptiamonds, "
        "heptominoes, hexahexes, hexiamonds, hexominoes, octiamonds, pentacubes, pentahexes, pentiamonds, pentominoes, "
        "soma, tetracubes, tetrahexes, tetriamonds, tetrominoes, tricubes, trihexes, trominoes; and one-sided ones"
    )


def test_json_keeps_the_drawing_of_a_problem_that_was_not_changed_since() -> None:
    drawn = read_puzzle("title: T\nset: tetrominoes\nregion:\n" + "####\n" * 5)
    text = write_puzzle(drawn, "json")
    again = read_puzzle(text)
    assert (again.problem, again.drawing, again.canvas) == (drawn.problem, drawn.drawing, drawn.canvas)
    assert write_puzzle(again, "drawing") == drawn.drawing
    changed = read_puzzle(text.replace('"1.1", "1.2", "1.3", "1.4"]}', '"1.1", "1.2", "1.3"]}'))
    assert not changed.drawing
    assert not read_puzzle(text.replace('"drawing": "title', '"drawing": "no title')).drawing
    assert '"drawing"' not in write_puzzle(read_puzzle("| A |\nA\n"), "json")


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("[[1, 0], [0, 1]]", "1 0\n0 1\n"),
        ("[[true, false],\n [false, true]]", "1 0\n0 1\n"),
        ('{"A": [1, 4], "B": [2, 3]}', "1 4 2 3\n1 4\n2 3\n"),
        ("4\n1 0 0 1\n0 1 1 0\n", "A B C D\nA D\nB C\n"),
        ("3 1\n0 1 1\n1 0 1\n1 1 0\n", ""),
        ("3 1\n0 1 1\n1 0 1\n", "B C | A\nB C\nC A\n"),
        ("A,B,C\n1,0,1\n0,1,0\n", "A B C\nA C\nB\n"),
        ("(0,1)\n1\n", "(0,1)\n(0,1)\n"),
    ],
)
def test_the_ways_in_which_others_write_a_problem(text: str, like: str) -> None:
    made, wanted = read(text), read(like or "B C | A\nB C\nC A\nB A\n")
    assert [item.name for item in made.items] == [item.name for item in wanted.items]
    assert (made.primary, [set(o) for o in made.options]) == (wanted.primary, [set(o) for o in wanted.options])


@pytest.mark.parametrize("form", ["json", "matrix", None])
def test_a_matrix_in_json_is_a_matrix_whatever_it_is_called(form: str | None) -> None:
    assert [*read("\ufeff\n[[1, 0],\n [0, 1]]", form=form).options.rows()] == [(0,), (1,)]


def test_what_json_says_a_mapping_covers_is_what_python_takes() -> None:
    problem = read('{"A": [[0, 1], 2.5, "x"], "B": [2]}')
    same = ExactCover({"A": [(0, 1), 2.5, "x"], "B": [2]})
    assert (problem, problem.solution()) == (same, same.solution())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[1, 0],\n [0, 2]]", "text, line 2, column 2: row 2: expected 0 or 1, not 2"),
        ("[[1, 0],\n [0]]", "text, line 2, column 2: row 2: expected 2 entries, not 1"),
        ("[1, 0, 1]", "row 1: expected a list of zeros and ones"),
        ("[[1 0]\n [0 1]]", "line 1, column 5: not JSON"),
        ('{"A": [1],\n "A": [2]}', "line 2, column 2: the key 'A' appears twice"),
        ('{"A": 1}', "column 2: A: expected a list of what the option covers"),
        ('{"A": [2,\n 1, 1]}', "line 2, column 5: A[2]: 1 is there twice"),
        ('{"A": {"items": ["a"], "cost": 3}}', 'what says more looks like {"primary": ["a"]'),
        ('{"A": [null]}', "expected strings, numbers or lists of them, not null"),
        ('{"primary": [{"name": "a", "multiplicity": 2}], "options": []}', "not 'multiplicity'"),
        ('{"primary": ["a"], "options": [{"items": ["a"], "colours": []}]}', "not 'colours'"),
        ("4\n0 3\n1 2\n", "line 2, column 1: unknown item '0': the first line holds the names of the items"),
        ("# no rows\n4 2\n1 0 0 1\n0 1 1 0\n", "line 2, column 1: expected the number of columns"),
        ("2 2\n1 0\n", "item '2' appears twice"),
    ],
)
def test_what_would_be_read_as_something_else_is_named(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert said in str(caught.value)


def test_a_packed_file_is_said_to_be_one() -> None:
    with pytest.raises(ProblemError, match="some\\.zip: expected a text file, not a packed one"):
        decode(b"PK\3\4 and so on\0", "some.zip")
    with pytest.raises(FormatError, match="line 1, column 2: expected a text file, found a zero byte"):
        decode(b"A\0", "text")


def test_many_options_are_read_as_one_by_one() -> None:
    """More than are read at a time: with names, costs, colours, none of these, and a mistake near the end."""
    kinds = ("a{0} b{1}", "| option: n{2}\na{0} x:{1}", "b{1} |{2} |1", "a{0} b{1} y:r x", "| empty option |2")
    lines = [kinds[o % 5].format(o % 7, o % 3, o) for o in range(40_000)]
    head = "a0 a1 a2 a3 a4 a5 a6 b0 b1 b2 | x y\n"
    problem = knuth_read(head + "\n".join(lines))
    assert len(problem.options) == 40_000
    for o in (*range(5), *range(16_380, 16_390), *range(39_995, 40_000)):
        alone = knuth_read(head + lines[o]).options[0]
        assert (problem.options[o].coloured, problem.options[o].cost) == (alone.coloured, alone.cost)
        assert problem.label(o) == (f"n{o}" if o % 5 == 1 else str(o + 1))
    number = head.count("\n") + sum(line.count("\n") + 1 for line in lines[:39_999])
    for line, said in (("a0 a0", "column 4: item 'a0' is in this option already"), ("a0 z", "column 4: unknown item"),
                       ("x:", "column 3: expected a colour"), ("a0 |x", "column 4: expected a cost")):  # fmt: skip
        with pytest.raises(FormatError, match=f"line {number + 1}, {said}"):
            knuth_read(head + "\n".join([*lines[:39_999], line]))
