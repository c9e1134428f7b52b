"""Pictures of grids: what stands where, and in which hand."""

from __future__ import annotations

from core.sudoku.grid import Grid
from core.sudoku.picture import problem_svg, to_svg
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from tests.rows import Rows


def texts(picture: str) -> list[str]:
    return [line for line in picture.splitlines() if line.startswith("<text")]


def test_values_marks_and_conflicts() -> None:
    grid = Grid.of(Shape(2, 2), [1, 0, 3, *[0] * 13]).place(1, 3).toggle_mark(4, 2).toggle_mark(4, 4)
    picture = to_svg(grid, title="a <b> & c")
    assert "<title>a &lt;b&gt; &amp; c</title>" in picture
    assert texts(picture) == [
        '<text x="28" y="28" font-size="24" class="given">1</text>',
        '<text x="68" y="28" font-size="24" class="placed conflict">3</text>',
        '<text x="108" y="28" font-size="24" class="given conflict">3</text>',
        '<text x="38" y="58" font-size="16" class="mark">2</text>',
        '<text x="38" y="78" font-size="16" class="mark">4</text>',
    ]


def test_a_jigsaw_with_diagonals_and_its_candidates(rows: Rows) -> None:
    shape = Shape.parse("1x4 jigsaw AAABACBBCCDBCDDD x")
    picture = to_svg(Grid.empty(shape), candidates=True)
    assert picture.count('class="extra"') == 8
    assert texts(picture)[0] == '<text x="18" y="18" font-size="16" class="mark">1</text>'
    assert len(texts(picture)) == 64
    rows(picture.splitlines(), most=12)
    assert "<title>Sudoku 4×4 (boxes 2×2, 5 givens)</title>" in problem_svg(Sudoku.parse("1.3...2..1..4..."))
