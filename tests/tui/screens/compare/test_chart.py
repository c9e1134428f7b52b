"""The chart of comparisons: names stand at the ends of their lines."""

from __future__ import annotations

import pytest

from core._drawing.chart import Chart, ChartKind, ChartLine, Point
from tests.tui.driving import text_of
from tests.tui.screens.compare.steps import app_with, opened
from tui.screens.compare.chart import ChartValue, CompareChart

NAMES = ("ash", "birch", "cedar", "elm", "fir")


@pytest.mark.parametrize("lasts", [(100, 101, 102, 103, 104), (104, 103, 102, 101, 100), (102, 100, 104, 101, 103)])
async def test_names_that_push_each_other_stay_in_the_order_of_their_lines(lasts: tuple[int, ...]) -> None:
    lines = tuple(
        ChartLine(name, index, (Point(1, 1.0), Point(2, 10_000.0), Point(3, float(last))))
        for index, (name, last) in enumerate(zip(NAMES, lasts, strict=True))
    )
    async with app_with().run_test(size=(100, 30)) as pilot:
        screen = await opened(pilot)
        await pilot.press("g")
        await pilot.pause()
        chart = screen.query_one(CompareChart)
        chart.value = ChartValue(Chart(ChartKind.SIZE, "", "N", "nodes", lines))
        rows = text_of(chart).splitlines()
        where = {name: next(y for y, row in enumerate(rows) if f" {name}" in row) for name in NAMES}
        wanted = [name for _, name in sorted(zip(lasts, NAMES, strict=True), reverse=True)]
        assert sorted(NAMES, key=where.__getitem__) == wanted
        assert len(set(where.values())) == len(NAMES)
        assert max(where.values()) - min(where.values()) == len(NAMES) - 1
