"""A machine too busy to be in time: late is allowed, lost is not."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from textual import _time

from core import Goal, Queens, Search, Snapshot, Status
from tests import PATIENCE
from tests.patience import patience
from tests.tui.driving import text_of, until
from tests.tui.screens.queens.steps import screen_of
from tui.app import DancingQueens, Start
from tui.kit.frame import TitleBar
from tui.kit.live import LivePanel


async def test_a_change_of_size_is_answered_however_late_its_timer_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        with monkeypatch.context() as patch:
            true, looks = _time.get_time, itertools.count()

            def held_up() -> float:
                """The clock as one-shot timers see it if the process is held up after each of their looks at it."""
                task = asyncio.current_task()
                once = task is not None and task.get_name().startswith("set_timer")
                return true() + (0.01 * next(looks) if once else 0)

            patch.setattr(_time, "get_time", held_up)
            await pilot.resize_terminal(79, 24)
            await until(pilot, lambda: app.screen.query_one(TitleBar).outer_size.width == 79)
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: app.screen.query_one(TitleBar).outer_size.width == 100)


class SlowSlices(Search):
    """Each slice is a step, and lasts until the test lets it end."""

    def __init__(self) -> None:
        super().__init__(Queens(8), Goal.COUNT)
        self.steps = 0
        self.begun, self.may_end = threading.Event(), threading.Event()

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if budget:
            self.begun.set()
            self.may_end.wait(PATIENCE)
            self.steps += 1
        return self.status

    def snapshot(self) -> Snapshot:
        return Snapshot(self.status, self.steps, 0)

    def state(self) -> dict[str, Any]:
        return {"steps": self.steps}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.steps = int(state["steps"])

    def counts(self) -> tuple[int, int]:
        return 0, self.steps

    @property
    def solutions(self) -> Sequence[tuple[int, ...]]:
        return ()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowSlices]:
    search = SlowSlices()
    monkeypatch.setattr("tui.screens.queens.screen.QueensScreen.make_search", lambda screen: lambda: search)
    yield search
    search.may_end.set()


async def test_a_pause_shows_where_the_search_came_to_rest(slow: SlowSlices) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, slow.begun.is_set)
        await pilot.press("space")
        assert screen_of(pilot).search.state == "paused"
        await pilot.pause(0.3)  # several looks, all before the slice has ended
        slow.may_end.set()
        await until(pilot, lambda: (run := screen_of(pilot).session.driven) is not None and run.resting)
        assert slow.steps == 1
        live = app.screen.query_one(LivePanel)
        await until(pilot, lambda: text_of(live).splitlines()[1].split() == ["Nodes", "1"])


async def test_figures_move_on_while_somebody_types() -> None:
    app = DancingQueens(Start("queens", options={"what": "18", "algorithm": "bitmask", "run": True}))
    async with app.run_test(size=(80, 24)) as pilot:
        seen: set[str] = set()
        async with patience():
            while len(seen) < 3:
                await pilot.press("j")
                await pilot.pause(0.05)
                seen.add(text_of(app.screen.query_one(LivePanel)).splitlines()[1])
        await pilot.press("x")
