"""Charts as SVG: read back, every point lies where its figure says, and no name lies on a line."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from core._drawing.chart_svg import COLOURS, HEIGHT, WIDTH, drawn
from tests.core.drawing.drawings import SIZES, STEPS, STRIP, WHISKERS

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def circles(svg: str) -> list[tuple[float, float, str]]:
    """Where the first algorithm's markers are, and what fills them; the last one stands beside its name."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    return [(float(each.attrib["cx"]), float(each.attrib["cy"]), each.attrib["fill"]) for each in found]


def paths(svg: str) -> list[str]:
    return [each.attrib["d"] for each in ElementTree.fromstring(svg).iter(f"{SVG}path")]


@pytest.mark.parametrize("chart", [SIZES, STRIP, STEPS], ids=lambda chart: str(chart.kind))
def test_a_chart_says_what_it_shows(chart: Chart) -> None:
    svg = drawn(chart, "measured on a machine for $5")
    said = texts(svg)
    assert {chart.title, chart.x_title, chart.y_title, "measured on a machine for $5"} <= set(said)
    assert all(line.label in said and COLOURS[line.index] in svg for line in chart.lines)
    assert drawn(chart, "measured on a machine for $5") == svg


def test_no_name_breaks_a_chart_or_steers_who_looks_at_it() -> None:
    name = "</text><script>a()</script>-->\x1b]0;x\x07\0\u202e\ufffe$\\frac"
    svg = drawn(replace(SIZES, title=name, x_title=name, lines=(replace(WHISKERS, label=name),)), name)
    assert texts(svg).count("</text><script>a()</script>-->]0;x\ufffd$\\frac") == 4
    assert not any("script" in each.tag for each in ElementTree.fromstring(svg).iter())
    assert not set(svg) & {"\x1b", "\x07", "\0"}


def test_points_lie_where_the_axes_say() -> None:
    line = ChartLine("dlx", 0, (Point(4, 1e-3), Point(6, 1e-2), Point(8, 1e-1)), late=(Point(8, 1e-3),))
    svg = drawn(Chart(ChartKind.SIZE, "", "N", "", (line,), ticks=((4, "4"), (6, "6"), (8, "8"))))
    (x1, y1, full), (x2, y2, _), (x3, y3, _), (x4, y4, hollow), (x5, _, _) = circles(svg)
    assert (x2 - x1, y2 - y1) == (pytest.approx(x3 - x2, abs=0.1), pytest.approx(y3 - y2, abs=0.1))
    assert (x4, y4) == (x3, y1)
    assert (full, hollow) == (COLOURS[0], "#fff")
    assert 0 < x1 < x3 < WIDTH < x5
    assert 0 < y3 < y1 < HEIGHT
    assert {"0.001", "0.01", "0.1"} < set(texts(svg))
    assert f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}L{x3:.1f} {y3:.1f}" in paths(svg)


def test_whiskers_reach_from_end_to_end_and_estimates_are_dotted() -> None:
    svg = drawn(SIZES)
    x, y, _ = circles(svg)[0]
    (whisker,) = (each for each in paths(svg) if each.startswith(f"M{x - 2.5:.1f} ") and "V" in each)
    low, high = map(float, re.findall(r"^M\S+ (\S+?)h.*V(\S+?)m", whisker)[0])
    assert low > y > high
    dotted = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}path")
              if each.attrib.get("stroke-dasharray") == "1.5 3"]  # fmt: skip
    assert {each.attrib["stroke"] for each in dotted} == {COLOURS[2]}
    assert "DLX (2017)" in texts(svg)


def test_a_profile_goes_by_steps_and_a_strip_has_its_median_and_no_names_beside_it() -> None:
    (x1, y1, _), (x2, y2, _), _ = circles(drawn(STEPS))
    assert f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" in paths(drawn(STEPS))
    strip = drawn(STRIP)
    assert len(circles(strip)) == 2
    assert texts(strip).count("dlx") == 1
    band = list(ElementTree.fromstring(strip).iter(f"{SVG}rect"))[-1]
    assert band.attrib["opacity"] == "0.2"


def test_the_names_of_many_lines_stand_beside_the_field() -> None:
    lines = tuple(ChartLine(f"algorithm-{n}", n, (Point(1, n + 1), Point(2, n + 2))) for n in range(30))
    svg = drawn(Chart(ChartKind.SIZE, "", "", "", lines))
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    names = [each for each in root.iter(f"{SVG}text") if (each.text or "").startswith("algorithm-")]
    assert len(names) == 30
    assert all(float(each.attrib["x"]) > WIDTH for each in names)
    assert max(float(each.attrib["y"]) for each in names) < top + height
    assert max(float(each.attrib["x"]) + 6 * len(each.text or "") for each in names) <= left + width
    styled = [each for each in root.iter(f"{SVG}path") if each.attrib.get("stroke-width") == "1.5"]
    looks = [(each.attrib["stroke"], each.attrib.get("stroke-dasharray")) for each in styled]
    assert len(set(looks[:10])) == 10, "of ten lines no two look alike, their markers apart"


@pytest.mark.parametrize(("length", "turned"), [(1, False), (6, True)])
def test_names_below_the_axis_are_turned_when_they_need_room(length: int, turned: bool) -> None:
    ticks = tuple((float(n), "x" * length) for n in range(60))
    svg = drawn(Chart(ChartKind.SIZE, "", "", "", (ChartLine("a", 0, (Point(0, 1), Point(59, 2))),), ticks=ticks))
    names = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}text") if each.text == "x" * length]
    assert len(names) == 30
    assert {"transform" in each.attrib for each in names} == {turned}
