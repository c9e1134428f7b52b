"""The tones that all widgets share."""

from __future__ import annotations

import asyncio

from rich.style import Style

from tests.tui.driving import served
from tui.app import DancingQueens, Start
from tui.kit.lines import TONES
from tui.kit.live import LivePanel
from tui.themes import THEMES


def test_every_tone_looks_different_and_follows_the_theme() -> None:
    async def play() -> list[dict[str, Style]]:
        app = DancingQueens(Start("sudoku"))
        found = []
        async with app.run_test(size=(120, 40)) as pilot:
            for theme in [theme.name for theme in THEMES][:2]:
                app.theme = theme
                await served(pilot)
                panel = app.screen.query_one(LivePanel)
                found.append({tone: panel.tone(tone) for tone in TONES})
        return found

    one, other = asyncio.run(play())
    for tones in (one, other):
        assert len({tones[tone] for tone in ("plain", "muted", "strong", "good", "bad", "here", "cursor")}) == 7
        assert all(style.color is not None and style.bgcolor is None for style in tones.values())
    assert all(one[tone] != other[tone] for tone in ("plain", "muted", "here"))
