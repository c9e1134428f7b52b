"""Sets of pieces, and regions whose sides meet: numbers of pieces and of tilings that the literature has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core import ProblemError
from core._drawing.grids import GridKind, Place, neighbours
from core.exact_cover import read_puzzle
from core.exact_cover._formats.base import FormatError
from core.exact_cover._formats.load import piece_set, piece_sets, write_puzzle
from core.exact_cover._formats.polyomino_art import pieces_in, read_packing, write_packing
from core.exact_cover._gallery import instance
from core.exact_cover._moves import isometries, mirrors, normal
from core.exact_cover._polyforms import pieces_of
from core.exact_cover._polyominoes import KINDS, WRAPS, Packing, Piece, orientations, packing_puzzle

SIZES = {
    "dominoes": 1, "trominoes": 2, "tetrominoes": 5, "pentominoes": 12, "hexominoes": 35, "heptominoes": 108,  # A000105
    "one-sided-tetrominoes": 7, "one-sided-pentominoes": 18, "one-sided-hexominoes": 60,
    "one-sided-heptominoes": 196,  # A000988
    "tricubes": 2, "tetracubes": 8, "pentacubes": 29,  # A000162
    "tetriamonds": 3, "pentiamonds": 4, "hexiamonds": 12, "heptiamonds": 24, "octiamonds": 66,  # A000577
    "one-sided-tetriamonds": 4, "one-sided-pentiamonds": 6, "one-sided-hexiamonds": 19, "one-sided-heptiamonds": 43,
    "one-sided-octiamonds": 120,  # A006534
    "trihexes": 3, "tetrahexes": 7, "pentahexes": 22, "hexahexes": 82,  # A000228
    "one-sided-tetrahexes": 10, "one-sided-pentahexes": 33, "one-sided-hexahexes": 147,  # A006535
    "soma": 7,
}  # fmt: skip


def test_there_are_as_many_pieces_as_the_literature_says() -> None:
    assert {name: len(pieces_in(piece_set(name) or "")) for name in piece_sets()} == SIZES


FIXED = {
    "tetrominoes": 19, "pentominoes": 63, "hexominoes": 216,  # A001168
    "tetriamonds": 14, "pentiamonds": 36, "hexiamonds": 94, "heptiamonds": 250, "octiamonds": 675,  # A001420
    "trihexes": 11, "tetrahexes": 44, "pentahexes": 186, "hexahexes": 814,  # A001207
}  # fmt: skip


@pytest.mark.parametrize("name", FIXED)
def test_turned_and_mirrored_they_are_the_fixed_ones(name: str) -> None:
    pieces, _, grid = made(name)
    laid = [shape for piece in pieces for shape in orientations(piece.cells, "free", solid=False, grid=grid)]
    assert len(set(laid)) == len(laid) == FIXED[name]
    if name != "trihexes":
        pieces, _, _ = made(f"one-sided-{name}")
        turned = [shape for piece in pieces for shape in orientations(piece.cells, "one-sided", solid=False, grid=grid)]
        assert sorted(map(sorted, turned)) == sorted(map(sorted, laid))


def made(name: str) -> tuple[list[Piece], str, GridKind]:
    found = pieces_of(name, {})
    assert found is not None
    return found


def rows(signs: str, count: int, before: str) -> str:
    """A parallelogram: the signs again and again, each row further to the right."""
    return "".join(before * row + signs + "\n" for row in range(1, count + 1))


def triangle(side: int) -> str:
    return "".join(" " * (side - row) + "# " * row + "\n" for row in range(1, side + 1))


@pytest.mark.parametrize(
    ("name", "region", "count", "classes"),
    [
        ("hexiamonds", rows("VA" * 9, 4, "."), 148, 74),
        ("hexiamonds", rows("VA" * 12, 3, "."), 0, 0),
        ("hexiamonds", rows("VA" * 6, 6, "."), 624, 156),
        ("tetrahexes", rows("# # # # # # # ", 4, " "), 18, 9),
        ("tetrahexes", triangle(7), 0, 0),
    ],
)
def test_figures_with_counts_of_the_literature(name: str, region: str, count: int, classes: int) -> None:
    """D. Goodger, Polyform Puzzler (1998-2016); by a search and by a diagram."""
    puzzle = read_puzzle(f"set: {name}\nregion:\n{region}")
    assert puzzle.problem.diagram().count == count
    solutions = list(puzzle.problem.solutions("dancing-cells"))
    assert len(solutions) == count
    assert len(puzzle.symmetries().classes(solutions)) == classes


@pytest.mark.parametrize("name", ["hexominoes", "one-sided-pentominoes", "pentacubes", "tetracubes"])
def test_no_two_pieces_are_alike(name: str) -> None:
    pieces = pieces_in(piece_set(name) or "")
    assert len({piece.name for piece in pieces}) == len(pieces)
    solid = name.endswith("cubes")
    moves = isometries(solid=solid, reflected=not solid and not name.startswith("one-sided"))
    alike = {frozenset(normal(map(move, piece.cells)) for move in moves) for piece in pieces}
    assert len(alike) == len(pieces)
    assert len({len(piece.cells) for piece in pieces}) == 1


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("pentominoes", "F I L N P T U V W X Y Z"), ("one-sided tetrominoes", "I L L' O S S' T"),
        ("tetracubes", "I L O S T 1 2 2'"), ("trominoes", "1 2"), ("hexiamonds", "C E F G H I J O P S V X"),
        ("one-sided tetrahexes", "I J J' O P P' S S' U Y"), ("hexominoes", " ".join(map(str, range(1, 36)))),
    ],
)  # fmt: skip
def test_pieces_have_their_usual_names_and_the_others_numbers(name: str, names: str) -> None:
    assert [piece.name for piece in pieces_in(piece_set(name) or "")] == names.split()


def test_flat_polycubes_are_called_like_polyominoes() -> None:
    flat = {normal(piece.cells): piece.name for piece in pieces_in(piece_set("pentominoes") or "")}
    named = {piece.name: piece.cells for piece in pieces_in(piece_set("pentacubes") or "")}
    assert len(named) == 29
    moves = list(isometries(solid=True, reflected=True))
    for cells, name in flat.items():
        assert cells in {normal(map(move, named[name])) for move in moves}
    assert sum(name[0].isdigit() for name in named) == 29 - 12


def test_a_set_says_how_its_pieces_turn_unless_the_puzzle_does() -> None:
    """The one-sided tetrominoes keep the names of the free ones; a mirror image has an apostrophe."""
    region = "region:\n####\n####\n"
    texts = {"": "one-sided", "pieces: free\n": "free", "pieces: fixed\n": "fixed"}
    for first, kind in texts.items():
        packing = read_packing(f"{first}set: one-sided tetrominoes\n{region}", "text", piece_set)
        assert packing.kind == kind
        assert [piece.name for piece in packing.pieces] == ["I", "L", "L'", "O", "S", "S'", "T"]
    assert read_packing(f"set: Hexominoes\n{region}", "text", piece_set).kind == "free"
    with pytest.raises(FormatError, match="no set of pieces called 'octominoes'; there are dominoes, heptiamonds"):
        read_puzzle(f"set: octominoes\n{region}")


def dominoes(rows: int, columns: int, wrap: str) -> str:
    return f"wrap: {wrap}\nregion:\n" + ("#" * columns + "\n") * rows + "\npiece D ×*:\n##\n"


@pytest.mark.parametrize(
    ("rows", "columns", "wrap", "count"),
    [
        (4, 4, "both", 272), (6, 6, "both", 90176),  # A162484
        (4, 4, "columns", 121), (4, 4, "rows", 121),
        # Around a cylinder of height 2 (a prism), A068397; and of one row, a ring.
        (2, 3, "columns", 4), (2, 4, "columns", 9), (2, 5, "columns", 11), (2, 6, "columns", 20), (1, 6, "columns", 2),
    ],
)  # fmt: skip
def test_dominoes_on_a_torus_and_on_cylinders(rows: int, columns: int, wrap: str, count: int) -> None:
    puzzle = read_puzzle(dominoes(rows, columns, wrap))
    assert puzzle.problem.count() == count
    assert read_puzzle(write_puzzle(puzzle, "knuth")).problem == puzzle.problem


def test_shifts_make_tilings_of_a_torus_one() -> None:
    ring = read_puzzle(dominoes(1, 6, "columns"))
    assert ring.symmetries().order == 12
    assert len(ring.symmetries().classes(ring.solutions())) == 1
    assert read_puzzle(dominoes(4, 4, "both")).symmetries().order == 384  # the torus 4×4 is a cube of four dimensions


def test_a_piece_does_not_lie_on_itself_and_names_are_told_apart() -> None:
    text = "wrap: columns\nregion:\n#####\n#####\npiece I ×*:\n####\npiece J ×*:\n######\n"
    problem = read_puzzle(text).problem
    assert len(problem.options) == 10  # five places in each of two rows; six in a row of five overlap
    assert len({problem.label(o) for o in range(10)}) == 10
    packing = read_packing(text, "text", piece_set)
    assert read_packing(write_packing(packing), "text", piece_set) == packing
    with pytest.raises(FormatError, match=r"line 1, column 7: expected columns, rows, both, not 'sideways'"):
        read_puzzle(dominoes(2, 2, "sideways"))


RHOMBUS = "grid: triangles\nregion:\n.VAVA\n..VAVA\npiece P ×*:\nVA\n"
HONEY = "grid: hexagons\nregion:\n # #\n# # #\n # #\npiece A:\n # #\n# #\npiece B ×*:\n#\n"

TRIANGLES = r"""
   ____________
   \     \     \
    \P  P \     \
     \_____\     \
      \           \
       \           \
        \___________\
""".strip("\n").split("\n")
HEXAGONS = r"""
   / \ / \
  | B | B |
 / \ / \ / \
| A   A | B |
 \       \ /
  | A   A |
   \ / \ /
""".strip("\n").split("\n")


@pytest.mark.parametrize("text", [RHOMBUS, HONEY, "set: tetrahexes\nregion:\n# # # #\n # # ? #\n"])
def test_triangles_and_hexagons_are_written_and_read_again(text: str) -> None:
    packing = read_packing(text, "text", piece_set)
    again = read_packing(write_packing(packing), "text", piece_set)
    assert again == packing
    puzzle = read_puzzle(text)
    for form in ("knuth", "json", "drawing"):
        other = read_puzzle(write_puzzle(puzzle, form))
        assert (other.problem, other.canvas) == (puzzle.problem, puzzle.canvas), form
    undrawn = read_puzzle(write_puzzle(replace(puzzle, drawing=""), "knuth"))
    assert undrawn.canvas == puzzle.canvas, "the names of the cells tell what they are, or a comment does"
    assert undrawn.problem == puzzle.problem


def test_names_say_what_the_cells_are() -> None:
    triangles, hexagons = read_puzzle(RHOMBUS), read_puzzle(HONEY)
    assert [str(item) for item in triangles.problem.items][:3] == ["1.2v", "1.3^", "2.3v"]
    assert triangles.problem.label(0) == "P1.3^a"
    assert "1,2" in [item.name for item in hexagons.problem.items]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("grid: hexagons\nregion:\n# #\n# #\npiece A:\n#\n", "line 4, column 1: expected hexagons two signs apart"),
        ("grid: triangles\nregion:\nAV\nAV\npiece P:\nA\n", "line 4, column 1: expected V, by turns with"),
        ("grid: octagons\nregion:\n#\n", "line 1, column 7: expected squares, triangles, hexagons, not 'octagons'"),
        ("grid: squares\nset: hexiamonds\nregion:\n#\n", "the set is of triangles, the puzzle of squares"),
        ("set: dominoes\nset: dominoes\nregion:\n#\n", "line 2, column 6: piece '1' of this set is in an earlier"),
        ("set: hexiamonds\nset: tetrahexes\nregion:\n#\n", "line 2, column 6: set 'tetrahexes' is of hexagons, "),
        ("wrap: rows\nwrap: columns\nregion:\n#\npiece A:\n#\n", "line 2, column 1: a second line 'wrap'"),
        ("wrap: rows\ngrid: hexagons\nregion:\n#\npiece A:\n#\n", "sides meet (wrap) in regions of squares, not of "),
    ],
)
def test_mistakes_in_other_grids(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_puzzle(text)
    assert said in str(caught.value)


def test_they_are_drawn_with_lines_as_wide_as_they_need() -> None:
    triangles, hexagons = (read_puzzle(text) for text in (RHOMBUS, HONEY))
    assert triangles.canvas is not None
    first = next(o for o, marks in enumerate(triangles.canvas.marks) if {cell for cell, _ in marks} == {0, 1})
    assert triangles.canvas.text([first]).split("\n") == TRIANGLES
    assert str(next(iter(hexagons.solutions()))).split("\n") == HEXAGONS
    drawn = triangles.canvas.picture([0]).svg()
    assert drawn.count("<polygon") == 8
    assert (triangles.symmetries().order, hexagons.symmetries().order) == (4, 12)


def test_pairs_of_triangles_in_a_hexagon_are_boxes_in_a_corner() -> None:
    """MacMahon 1916: 20 for side 2, 980 for side 3."""
    for side, count in ((2, 20), (3, 980)):
        wide = [2 * side + 1 + 2 * row for row in range(side)]
        top = ["." * (side - 1 - row) + ("AV" * each)[:each] for row, each in enumerate(wide)]
        drawn = [*top, *(line.translate(str.maketrans("AV", "VA")) for line in reversed(top))]
        lines = "\n".join(drawn)
        puzzle = read_puzzle(f"grid: triangles\nregion:\n{lines}\npiece P ×*:\nAV\n")
        assert puzzle.problem.count() == count
        assert puzzle.symmetries().order == 12


def test_turns_of_a_prism_and_of_a_hexagon() -> None:
    for grid in GridKind:
        plane, solid = ((6, 12), (12, 24)) if grid is not GridKind.SQUARES else ((4, 8), (24, 48))
        for counts, deep in ((plane, False), (solid, True)):
            moves = [isometries(solid=deep, reflected=reflected, grid=grid) for reflected in (False, True)]
            assert tuple(map(len, moves)) == counts
            assert not any(map(mirrors, moves[0]))
            assert sum(map(mirrors, moves[1])) == counts[0]
            place = (1, 4, 4) if deep else (0, 4, 4)
            beside = set(neighbours(grid, place, solid=deep))
            for move in moves[1]:
                assert {move(each) for each in beside} == set(neighbours(grid, move(place), solid=deep))


@pytest.mark.parametrize("name", ["pentominoes-6x10", "hexiamonds-6x6", "tetrahexes-4x7", "soma"])
def test_too_many_placements_are_refused_before_any_is_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = instance(name).puzzle()
    drawing, count = puzzle.drawing, len(puzzle.problem.options)
    assert drawing is not None
    packing = read_packing(drawing, name, piece_set)
    monkeypatch.setattr("core.exact_cover._polyominoes.MOST_OPTIONS", count)
    assert len(packing_puzzle(packing).problem.options) == count
    monkeypatch.setattr("core.exact_cover._polyominoes.MOST_OPTIONS", count - 1)
    monkeypatch.setattr("core.exact_cover._polyominoes.placements", None)
    with pytest.raises(ProblemError, match="ways to lay the pieces down, too many"):
        packing_puzzle(packing)


@pytest.mark.parametrize("sets", [
    ("dominoes", "trominoes"), ("trominoes", "dominoes"), ("pentominoes", "trominoes", "dominoes"),
    ("dominoes", "one-sided hexominoes"), ("tetriamonds", "pentiamonds", "heptiamonds"), ("trihexes", "hexahexes"),
])  # fmt: skip
def test_sets_with_numbers_are_used_together(sets: tuple[str, ...]) -> None:
    def packing(*names: str) -> Packing:
        return read_packing("".join(f"set: {name}\n" for name in names) + "region:\n#\n", "", piece_set)

    alone = [packing(name).pieces for name in sets]
    both = packing(*sets)
    assert both.pieces[: len(alone[0])] == alone[0]
    assert [piece.cells for piece in both.pieces] == [piece.cells for pieces in alone for piece in pieces]
    names, before = ([piece.name for piece in pieces] for pieces in (both.pieces, [p for each in alone for p in each]))
    assert len(set(names)) == len(names)
    assert [name.strip("0123456789") for name in names] == [name.strip("0123456789") for name in before]
    assert read_packing(write_packing(both), "", piece_set) == both


PLACES = st.tuples(st.integers(0, 1), st.integers(0, 4), st.integers(0, 4))


@given(
    st.sets(PLACES, min_size=1, max_size=40), st.lists(st.sets(PLACES, min_size=1, max_size=5), min_size=1, max_size=3),
    st.sampled_from(WRAPS), st.sampled_from(KINDS),
)  # fmt: skip
@example({(0, y, x) for y in range(3) for x in range(4)}, [{(0, 0, x) for x in range(4)}], "both", "free")
@example({(0, 0, x) for x in range(4)}, [{(0, 0, 0), (0, 0, 2)}], "columns", "free")
@example({(0, 0, x) for x in range(4)}, [{(0, 0, 0), (0, 0, 4)}], "columns", "free")
def test_too_many_placements_where_sides_meet_are_refused_before_any_is_made(
    region: set[Place], shapes: list[set[Place]], wrap: str, kind: str
) -> None:
    pieces = tuple(Piece(f"P{number}", frozenset(shape)) for number, shape in enumerate(shapes))
    packing = Packing(frozenset(region), pieces, kind=kind, wrap=wrap)
    count = len(packing_puzzle(packing).problem.options)
    assume(count)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.exact_cover._polyominoes.MOST_OPTIONS", count)
        assert len(packing_puzzle(packing).problem.options) == count
        patch.setattr("core.exact_cover._polyominoes.MOST_OPTIONS", count - 1)
        patch.setattr("core.exact_cover._polyominoes.placements", None)
        with pytest.raises(ProblemError, match="ways to lay the pieces down, too many"):
            packing_puzzle(packing)


def test_two_sets_fill_a_region() -> None:
    text = "set: dominoes\nset: trominoes\nregion:\n####\n####\n"
    own = "region:\n####\n####\npiece D:\n##\npiece I:\n###\npiece L:\n##\n#.\n"
    assert read_puzzle(text).count() == read_puzzle(own).count() == 4


@pytest.mark.parametrize(("sets", "piece"), [
    ("dominoes dominoes", "1"), ("trominoes dominoes trominoes", "1"), ("heptominoes one-sided-heptominoes", "1"),
    ("tetrominoes pentominoes", "I"),
])  # fmt: skip
def test_a_piece_that_is_in_two_sets_is_refused(sets: str, piece: str) -> None:
    with pytest.raises(FormatError, match=f"piece '{piece}' of this set is in an earlier one too"):
        read_puzzle("".join(f"set: {name}\n" for name in sets.split()) + "region:\n#\n")
