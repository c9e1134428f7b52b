"""What charts are drawn with: scales, a canvas of dots, markers."""

from __future__ import annotations

from typing import Any

import pytest
from rich.style import Style

from core._drawing.scale import Scale
from tui.kit.canvas import DotCanvas
from tui.screens.compare.markers import marker


@pytest.mark.parametrize(
    ("values", "more", "most", "places", "ticks"),
    [
        ((1, 1000), {}, 6, (0, 1), [1, 10, 100, 1000]),
        ((1, 1e9), {}, 4, (0, 1), [1, 1e3, 1e6, 1e9]),
        ((2, 9), {}, 6, (0, 1), [2, 3, 5, 7]),
        ((5, 5), {}, 6, (0.5, 0.5), [5, 7]),
        ((5, 5), {"margin": False}, 6, (0, 0), [5, 7, 10, 20, 30, 50]),
        ((1, 2), {}, 6, (0, 1), [1, 2]),
        ((0.03, 70), {}, 3, (0, 1), [0.1, 1, 10]),
        ((100, 180), {}, 3, (0.27, 0.73), [100, 200]),
        ((1, 1000), {"logarithmic": False}, 6, (0.001, 1), [0, 200, 400, 600, 800, 1000]),
        ((3, 17), {"logarithmic": False}, 6, (0.176, 1), [0, 5, 10, 15]),
        ((3, 17), {"logarithmic": False, "margin": False}, 6, (0, 1), [5, 10, 15]),
        ((0, 0), {"logarithmic": False}, 6, (0, 0), [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_where_values_lie_and_which_are_written_beside_the_axis(
    values: tuple[float, float], more: dict[str, Any], most: int, places: tuple[float, float], ticks: list[float]
) -> None:
    scale = Scale(values, **more)
    assert [scale.place(value) for value in values] == pytest.approx(places, abs=5e-4)
    assert scale.ticks(most) == pytest.approx(ticks)


def rows(canvas: DotCanvas) -> list[str]:
    return ["".join(segment.text for segment in canvas.row(y)) for y in range(canvas.height)]


@pytest.mark.parametrize(
    ("unicode", "drawn"),
    [
        (True, ["         ⡠⠔⠊", "      ⡠⠔⠉   ", "   ⣀⠔⠊⠁     ", "⡠⠔⠊         "]),
        (False, ["         ...", "      ...   ", "   ....     ", "...         "]),
    ],
)
def test_a_line_from_corner_to_corner(unicode: bool, drawn: list[str]) -> None:
    canvas = DotCanvas(12, 4, unicode)
    canvas.line((0, 0), (1, 1), Style())
    assert rows(canvas) == drawn


@pytest.mark.parametrize(
    ("unicode", "drawn"),
    [
        (True, ["⠁⠐ ⠄⢀ ⡇    b", "      ⡇⠂⠠ ⡀ ", "      d    ⠈", "a     ⡇     "]),
        (False, [".  .  .    b", "      . .   ", "      d    .", "a     .     "]),
    ],
)
def test_lines_are_dotted_and_the_first_sign_of_a_place_stays(unicode: bool, drawn: list[str]) -> None:
    canvas = DotCanvas(12, 4, unicode)
    canvas.line((0, 1), (1, 0.5), Style(), 3)
    canvas.line((0.5, 0), (0.5, 1), Style())
    for x, y, sign in ((0, 0, "a"), (1, 1, "b"), (1, 1, "c"), (0.5, 0.5, "d")):
        canvas.fill(*canvas.cell(x, y), sign, Style())
    assert rows(canvas) == drawn


def test_eight_dots_have_their_places_in_a_cell() -> None:
    canvas = DotCanvas(3, 1, True)
    found = []
    for x, y in ((0, 0), (0.2, 1), (0.5, 0.5), (1, 0), (1, 1)):
        canvas.dot_at(x, y, Style())
        found += rows(canvas)
    assert found == ["⡀  ", "⡈  ", "⡈⠠ ", "⡈⠠⢀", "⡈⠠⢈"]


def test_markers_come_round_and_the_paper_s_are_hollow_or_small() -> None:
    assert [marker(index, True) for index in (0, 1, 11, 12)] == ["●", "■", "◥", "●"]
    assert [marker(index, True, True) for index in (0, 1, 11, 12)] == ["○", "□", "◹", "○"]
    assert [marker(index, False) for index in (0, 1, 11, 12)] == ["A", "B", "L", "A"]
    assert [marker(index, False, True) for index in (0, 1, 11, 12)] == ["a", "b", "l", "a"]
