"""Shapes of grids by their names: units, peers, and what cannot be one."""

from __future__ import annotations

import pytest

from core import Layout, ProblemError, Shape
from core.sudoku import OrderTooLarge

BOXES = "box 1: 0 1 4 5; box 2: 2 3 6 7; box 3: 8 9 12 13; box 4: 10 11 14 15"
SIX = (
    "box 1: 0 1 6 7 12 13; box 2: 2 3 8 9 14 15; box 3: 4 5 10 11 16 17; "
    "box 4: 18 19 24 25 30 31; box 5: 20 21 26 27 32 33; box 6: 22 23 28 29 34 35"
)
REGIONS = "region 1: 0 1 2 4; region 2: 3 6 7 11; region 3: 5 8 9 12; region 4: 10 13 14 15"
DIAGONALS = "the main diagonal: 0 5 10 15; the antidiagonal: 3 6 9 12"


@pytest.mark.parametrize(("name", "said", "text", "variant", "size", "units", "peers"), [
    ("2x2", "2×2", "2x2", "", (4, 2, 2), BOXES, "0 1 4 6 7 9 13"),
    ("3*2 x", "3×2 X", "3x2 x", "X", (6, 2, 3),
     f"{SIX}; the main diagonal: 0 7 14 21 28 35; the antidiagonal: 5 10 15 20 25 30",
     "0 1 6 8 9 10 11 12 13 14 19 21 25 28 31 35"),
    ("3 × 2", "3×2", "3x2", "", (6, 2, 3), SIX, "0 1 6 8 9 10 11 12 13 19 25 31"),
    ("2X2 windoku x", "2×2 X Windoku", "2x2 x windoku", "X Windoku", (4, 2, 2),
     f"{BOXES}; {DIAGONALS}; window 1: 5 6 9 10", "0 1 4 6 7 9 10 13 15"),
    ("2x2 windoku windoku", "2×2 Windoku", "2x2 windoku", "Windoku", (4, 2, 2), f"{BOXES}; window 1: 5 6 9 10",
     "0 1 4 6 7 9 10 13"),
    ("1x4 jigsaw aaabacbbccdbcddd x", "4×4 Jigsaw X", "1x4 x jigsaw AAABACBBCCDBCDDD", "Jigsaw X", (4, 4, 1),
     f"{REGIONS}; {DIAGONALS}", "0 1 4 6 7 8 9 10 12 13 15"),
])  # fmt: skip
def test_what_a_shape_says_of_itself(
    name: str, said: str, text: str, variant: str, size: tuple[int, int, int], units: str, peers: str
) -> None:
    layout = Layout.parse(name)
    assert (str(layout), layout.text, layout.variant) == (said, text, variant)
    assert (layout.order, layout.shape.bands, layout.shape.stacks) == size
    assert (layout.plain, layout.cells, Layout.of(layout.shape).plain) == (not variant, layout.order**2, True)
    assert layout.only_houses
    assert not layout.untold
    told = [f"{house.name}: {' '.join(map(str, house.cells))}" for house in layout.houses]
    lines = 2 * layout.order
    assert "; ".join(told[lines:]) == units
    assert told[0] == f"row 1: {' '.join(map(str, range(layout.order)))}"
    cell = layout.order + 1
    assert layout.name_of(cell) == "r2c2"
    assert layout.houses_of(cell) == tuple(at for at, unit in enumerate(layout.units) if cell in unit)
    assert " ".join(map(str, layout.peers(cell))) == peers


def test_windows_of_a_large_grid() -> None:
    windows = Layout.parse("3x3 windoku").units[27:]
    assert [unit[0] for unit in windows] == [10, 14, 46, 50]
    assert windows[0] == (10, 11, 12, 19, 20, 21, 28, 29, 30)


def test_the_squarest_boxes_of_each_order() -> None:
    assert " ".join(str(Shape.default(order)) for order in range(1, 37)) == (
        "1×1 1×2 1×3 2×2 1×5 2×3 1×7 2×4 3×3 2×5 1×11 3×4 1×13 2×7 3×5 4×4 1×17 3×6 1×19 4×5 3×7 2×11 1×23 4×6 5×5 "
        "2×13 3×9 4×7 1×29 5×6 1×31 4×8 3×11 2×17 5×7 6×6"
    )
    with pytest.raises(ProblemError, match="order must be a whole number, 1 or more, not 0"):
        Shape.default(0)
    with pytest.raises(OrderTooLarge, match="order 37 is too large: the limit here is 36"):
        Shape.default(37)


@pytest.mark.parametrize(("name", "said"), [
    ("", "box shape: expected ROWSxCOLUMNS such as 2x3, not ''"),
    ("3", "box shape: expected ROWSxCOLUMNS such as 2x3, not '3'"),
    ("0x3", "box rows must be a whole number, 1 or more, not 0"),
    ("3x0", "box columns must be a whole number, 1 or more, not 0"),
    ("7x6", "order 42 is too large: boxes hold up to 36 cells here"),
    ("1000x1000", "order 1000000 is too large: boxes hold up to 36 cells here"),
    ("2x2 y", "box shape: expected x, windoku or jigsaw, not 'y'"),
    ("2x2 jigsaw", "expected 4 regions of 4 cells each"),
    ("2x2 jigsaw AB", "expected 4 regions of 4 cells each"),
    ("1x4 windoku", "windows do not fit a grid with boxes of 1×4"),
    ("2x4 windoku", "windows do not fit a grid with boxes of 2×4"),
    ("4x2 windoku", "windows do not fit a grid with boxes of 4×2"),
    ("2x5 windoku", "windows do not fit a grid with boxes of 2×5"),
])  # fmt: skip
def test_what_is_no_shape_is_told(name: str, said: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Layout.parse(name)
    assert str(caught.value) == said
    assert isinstance(caught.value, OrderTooLarge) == ("too large" in said)


@pytest.mark.parametrize("name", ["6x6", "3x2 windoku", "2x3 jigsaw " + "ABCDEF" * 6])
def test_what_is_a_shape_although_it_looks_odd(name: str) -> None:
    assert Layout.parse(Layout.parse(name).text) == Layout.parse(name)
