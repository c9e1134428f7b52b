"""The means of driving wait for what they say they wait for."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Label

from tests.tui.driving import DUE, finished, served
from tui.terminal.typing_ahead import at_rest


class Small(App[None]):
    def compose(self) -> ComposeResult:
        yield Label("before")


@pytest.mark.parametrize("turns", range(14))
async def test_an_app_that_is_served_is_at_rest_and_drawn(turns: int) -> None:
    """Whichever turn something comes up in, it is waited for, or it has not yet come up."""
    app = Small()
    async with app.run_test() as pilot:
        await served(pilot)
        label = app.query_one(Label)

        async def change() -> None:
            for _turn in range(turns):
                await asyncio.sleep(0)
            label.update("after")

        changing = asyncio.create_task(change())
        await served(pilot)
        assert all(map(at_rest, (app, app.screen, label)))
        assert not any(getattr(each, name, False) for each in (app, app.screen) for name in DUE)
        await changing


async def test_a_worker_that_is_about_to_begin_is_waited_for() -> None:
    app = Small()
    async with app.run_test() as pilot:
        done = []

        async def work() -> None:
            done.append("work")

        app.call_after_refresh(lambda: app.run_worker(work(), group="work"))
        await finished(pilot, "work")
        assert done == ["work"]
