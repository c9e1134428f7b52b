"""What Matplotlib itself makes of charts, and PGFPlots: whole files, and the axes it has drawn on."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from core._drawing.chart_svg import COLOURS
from core._drawing.plots import DOTS, HEIGHT, MARKERS, WIDTH, plotted
from tests.core.drawing.drawings import SIZES, STEPS, STRIP

if TYPE_CHECKING:  # each test process reads all test files: Matplotlib is for that which runs these
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

pytestmark = pytest.mark.optional


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[[Chart], Axes]:
    """The axes on which a chart has been drawn, when its file is written."""
    from matplotlib.figure import Figure

    figures: list[Figure] = []
    save = Figure.savefig

    def noted(self: Figure, *given: Any, **named: Any) -> None:
        figures.append(self)
        save(self, *given, **named)

    def draw(chart: Chart) -> Axes:
        plotted(chart, "pdf")
        (axes,) = figures.pop().axes
        return axes

    monkeypatch.setattr(Figure, "savefig", noted)
    return draw


def data(axes: Axes, **looks: str) -> list[list[tuple[float, float]]]:
    """The points of all lines that look like this (``linestyle="--"``)."""
    return [
        [(float(x), float(y)) for x, y in np.column_stack((line.get_xdata(), line.get_ydata()))]
        for line in axes.get_lines()
        if all(getattr(line, f"get_{name}")() == value for name, value in looks.items())
    ]


def test_a_png_has_the_size_that_was_meant_and_a_pdf_is_whole() -> None:
    png = plotted(SIZES, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (WIDTH * DOTS, HEIGHT * DOTS)
    pdf = plotted(SIZES, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")


def test_points_whiskers_trends_and_estimates_are_where_the_chart_has_them(drawn: Callable[[Chart], Axes]) -> None:
    axes = drawn(SIZES)
    assert (axes.get_xscale(), axes.get_yscale()) == ("linear", "log")
    assert [(8.0, 1e-3), (9.0, 5e-3)] in data(axes, marker=MARKERS[0], color=COLOURS[0])
    assert [(8.0, pytest.approx(9e-4)), (9.0, 5e-3)] in data(axes, marker="_")
    assert [(8.0, pytest.approx(2e-3)), (9.0, 5e-3)] in data(axes, marker="_")
    assert data(axes, linestyle="--", color=COLOURS[0]) == [[(8.0, 1e-3), (9.0, 5e-3)]]
    assert data(axes, marker=MARKERS[1], markerfacecolor="none") == [[(8.0, 3e-3), (9.0, 1e-2)]]
    assert data(axes, linestyle=":", color=COLOURS[2]) == [[(8.0, 1.0), (9.0, 2.0), (10.0, 4.0)]]
    segments = [np.asarray(path.vertices).tolist() for each in axes.collections for path in each.get_paths()]
    assert [[9.0, 1.5], [9.0, 3.0]] in segments
    (legend,) = axes.figure.legends
    assert sorted(text.get_text() for text in legend.get_texts()) == [
        "DLX (2017)",
        r"costs \$5 or \$x\$",
        "dlx",
        "swaps",
    ]


def test_what_came_to_the_limit_is_an_open_point_drawn_once(drawn: Callable[[Chart], Axes]) -> None:
    line = ChartLine("dlx", 1, (Point(1, 0.5),), late=(Point(2, 60.0), Point(3, 60.0)))
    chart = Chart(ChartKind.CACTUS, "", "", "", (line,), ticks=((1, "1"), (2, "2"), (3, "3")))
    axes = drawn(chart)
    assert data(axes, linestyle="None") == data(axes, markerfacecolor="none") == [[(2.0, 60.0), (3.0, 60.0)]]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "3"]
    text = plotted(chart, "pgf").decode()
    assert (text.count("(2,60)"), text.count("(3,60)"), text.count("fill=white")) == (1, 1, 1)
    assert "xtick={1,2,3}" in text


def test_algorithms_differ_by_dashes_and_markers_where_there_is_no_colour(drawn: Callable[[Chart], Axes]) -> None:
    lines = tuple(ChartLine(str(n), n, (Point(1, n + 1), Point(2, n + 2))) for n in range(20))
    axes = drawn(Chart(ChartKind.SIZE, "", "", "", lines))
    looks = {(str(line.get_marker()), str(vars(line)["_dash_pattern"])) for line in axes.get_lines()}
    assert len(looks) == len(lines)
    text = plotted(Chart(ChartKind.SIZE, "", "", "", lines[:2]), "pgf").decode()
    assert "mark=*, solid" in text
    assert "mark=square*, dash pattern={on 7pt off 2pt}" in text


def test_a_strip_shows_every_run_its_median_and_no_legend(drawn: Callable[[Chart], Axes]) -> None:
    axes = drawn(STRIP)
    assert data(axes, linestyle="None", marker=MARKERS[0]) == [[(0.9, 4.0), (1.1, 6.0)]]
    assert [(pytest.approx(0.65), 5.0), (pytest.approx(1.35), 5.0)] in data(axes, color=COLOURS[0])
    (interval,) = (np.asarray(each.get_paths()[0].vertices) for each in axes.collections)
    assert (interval[:, 1].min(), interval[:, 1].max()) == (4.5, 5.5)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["dlx"]
    assert not axes.figure.legends


def test_a_profile_goes_by_steps_on_an_axis_of_powers_of_two(drawn: Callable[[Chart], Axes]) -> None:
    axes = drawn(STEPS)
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "linear")
    assert data(axes, drawstyle="steps-post") == [[(1.0, 0.5), (4.0, 1.0)]]
    axes.figure.canvas.draw()
    assert {"1", "2", "4"} <= {label.get_text() for label in axes.get_xticklabels()}


@pytest.mark.parametrize(("length", "turned"), [(2, False), (6, True)])
def test_names_below_the_axis_are_turned_when_they_need_room(
    drawn: Callable[[Chart], Axes], length: int, turned: bool
) -> None:
    ticks = tuple((float(n), "x" * length) for n in range(60))
    axes = drawn(Chart(ChartKind.SIZE, "", "", "", (ChartLine("a", 0, (Point(0, 1), Point(59, 2))),), ticks=ticks))
    labels = axes.get_xticklabels()
    assert len(labels) == 30
    assert {label.get_rotation() for label in labels} == {45.0 if turned else 0.0}
