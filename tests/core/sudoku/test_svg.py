"""Pictures of grids: what stands where, and in which hand."""

from __future__ import annotations

from xml.etree import ElementTree

from core import Grid, Layout, Shape, Sudoku
from core._drawing.figure import LIGHT
from core.sudoku._picture import CELL, MARGIN, problem_svg, to_svg
from core.sudoku._ruled_picture import PENS
from core.sudoku.rules import parse_rule
from tests.rows import Rows

SVG = "{http://www.w3.org/2000/svg}"


def elements(picture: str, name: str) -> list[dict[str, str]]:
    """Of each element its attributes, and its text."""
    return [each.attrib | {"text": each.text or ""} for each in ElementTree.fromstring(picture).iter(f"{SVG}{name}")]


def cell_of(mark: dict[str, str], outside: float = 0) -> tuple[int, int]:
    """The row and column that a text or the beginning of a line is in, from 1."""
    x, y = (float(mark[key if key in mark else f"{key}1"]) - MARGIN - outside for key in "xy")
    return int(y // CELL) + 1, int(x // CELL) + 1


def test_values_marks_and_conflicts() -> None:
    grid = Grid.of(Shape(2, 2), [1, 0, 3, *[0] * 13]).place(1, 3).toggle_mark(4, 2).toggle_mark(4, 4)
    picture = to_svg(grid, title="a <b> & c")
    assert "<title>a &lt;b&gt; &amp; c</title>" in picture
    said = [
        (cell_of(each), each["text"], each.get("font-weight"), each.get("fill")) for each in elements(picture, "text")
    ]
    assert said == [
        ((1, 1), "1", "bold", None),
        ((1, 2), "3", None, LIGHT["bad"]),
        ((1, 3), "3", "bold", LIGHT["bad"]),
        ((2, 1), "2", None, LIGHT["muted"]),
        ((2, 1), "4", None, LIGHT["muted"]),
    ]
    underlined = [cell_of(each) for each in elements(picture, "line") if each["stroke"] == LIGHT["bad"]]
    assert underlined == [(1, 2), (1, 3)]
    entered = to_svg(Grid.of(Shape(2, 2), [1, *[0] * 15]).place(1, 3))
    assert [each.get("fill") for each in elements(entered, "text")] == [None, LIGHT["mark"]]


def test_a_jigsaw_with_diagonals_and_its_candidates(rows: Rows) -> None:
    shape = Layout.parse("1x4 jigsaw AAABACBBCCDBCDDD x")
    picture = to_svg(Grid.empty(shape), candidates=True)
    assert picture.count(f'fill="{LIGHT["soft"]}"') == 8
    texts = elements(picture, "text")
    assert (cell_of(texts[0]), texts[0]["text"], len(texts)) == ((1, 1), "1", 64)
    rows(picture.splitlines(), most=12)
    assert "<title>Sudoku 4×4 (boxes 2×2, 5 givens)</title>" in problem_svg(Sudoku.parse("1.3...2..1..4..."))


def ruled(*lines: str) -> Grid:
    layout = Layout.of(Shape(2, 2))
    return Grid.empty(Layout.of(layout.shape, [*layout.rules, *(parse_rule(line, layout.shape) for line in lines)]))


def test_rules_are_drawn() -> None:
    grid = ruled(
        "cage 5: r1c1 r1c2 r2c2", "thermo: r3c1-r3c3", "renban: r3c2 r4c2", "white: r3c4 r4c4", "sandwich 3: r2"
    )
    picture = to_svg(grid.toggle_mark(0, 1))
    lines, texts = elements(picture, "line"), elements(picture, "text")
    dashes = [each for each in lines if each["stroke-width"] == "0.5"]
    assert {cell_of(each, CELL) for each in dashes} == {(1, 1), (1, 2), (2, 2)}
    ways = [[(cell_of(each, CELL), each["stroke-width"]) for each in lines if each["stroke"] == pen.ink]
            for pen in PENS.values()]  # fmt: skip
    assert ways[0] == [((3, 1), f"{CELL * PENS[1].width:g}"), ((3, 2), f"{CELL * PENS[1].width:g}")]
    assert ways[1] == [((3, 2), f"{CELL * PENS[2].width:g}")], "another pen, for they share a cell"
    assert ways[2:] == [[], []]
    clue = next(each for each in texts if each["text"] == "3")
    assert cell_of(clue) == (3, 1), "outside, beside the second row"
    assert f'viewBox="0 0 {6 * CELL + 2 * MARGIN:g} {6 * CELL + 2 * MARGIN:g}"' in picture
    small, total = (next(each for each in texts if each["text"] == said) for said in "15")
    assert float(small["y"]) - float(small["font-size"]) >= float(total["y"]) - 1, "below the sum"
    assert picture.index(PENS[1].ink) < picture.index(">1</text>") < picture.index(">5</text>")


def test_arrows_pills_squares_and_numbers_on_corners() -> None:
    grid = ruled(
        "arrow r1c1 r1c2: r2c2-r4c4",
        "even: r4c1",
        "quadruple 1 2 3: r2c1",
        "x: r1c3 r1c4",
        "little-killer 6: r1c3-r2c4",
    )
    picture = to_svg(grid)
    texts = elements(picture, "text")
    assert {"12", "3", "X", "6"} == {each["text"] for each in texts}
    (spot,) = (each for each in elements(picture, "rect") if each["fill"] == LIGHT["soft"])
    assert cell_of(spot, CELL) == (4, 1)
    arrow = [cell_of(each, CELL) for each in elements(picture, "line") if each["stroke"] == PENS[1].ink]
    assert (arrow[0], arrow[-1]) == ((1, 1), (4, 4)), "the shaft, and its head"
    one, two = (next(float(each["y"]) for each in texts if each["text"] == said) for said in ("12", "3"))
    assert one < two
    drawn = {each["stroke"] for each in elements(to_svg(ruled("whispers: r1c1-r1c3", "renban: r1c1-r3c1")), "line")}
    assert {PENS[1].ink, PENS[2].ink} < drawn


def test_the_dashes_of_a_pen_leave_gaps() -> None:
    rules = ("whispers: r1c1-r1c3", "renban: r1c1-r3c1", "thermo: r1c1-r3c3")
    picture = to_svg(ruled(*rules))
    counts = [sum(each["stroke"] == pen.ink for each in elements(picture, "line")) for pen in PENS.values()]
    assert counts[:2] == [2, 2]
    assert counts[2] > 4
