"""The comparisons screen in every size and terminal."""

from __future__ import annotations

import pytest

from tests.tui.driving import finished
from tests.tui.screens.compare.steps import app_with, opened, table_text
from tui.screens.compare.chart import CompareChart
from tui.screens.compare.table import CompareTable


async def test_whatever_is_cut_is_marked() -> None:
    names = "bitmask,dlx,dlx-s,backtracking,naive,permutations"
    async with app_with("4-30", names).run_test(size=(60, 20)) as pilot:
        screen = await opened(pilot)
        table = screen.query_one(CompareTable)
        assert "of 27" in str(table.border_subtitle)
        assert "more ›" in str(table.border_subtitle)
        await pilot.press("right", "right", "right", "right", "right", "end")
        assert "‹" in str(table.border_subtitle)
        assert "more ›" not in str(table.border_subtitle)
        assert table_text(pilot).splitlines()[-1].split()[0] == "30"
        assert table.current == ("30", "permutations")


@pytest.mark.parametrize("key", ["g", "t"])
async def test_ascii_is_ascii(key: str) -> None:
    app = app_with("4-6", "bitmask,dlx", ascii_only=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        await pilot.press(key)
        await pilot.pause()
        for strip in pilot.app.screen._compositor.render_strips():
            assert strip.text.isascii(), strip.text


async def test_layouts() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        table, chart = screen.query_one(CompareTable), screen.query_one(CompareChart)
        assert (table.display, chart.display) == (True, True)
        await pilot.press("g")
        await pilot.pause()
        assert (table.display, chart.display) == (False, True)
        await pilot.press("g")
        await pilot.pause()
        assert (table.display, chart.display) == (True, False)


async def test_any_size_is_survived() -> None:
    async with app_with().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await finished(pilot)
        for size in ((140, 45), (60, 30), (44, 14), (40, 12), (20, 6), (3, 2), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.press("t", "down", "right", "g")
        assert "N" in table_text(pilot) or not screen.query_one(CompareTable).display
