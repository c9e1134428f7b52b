"""The means of driving wait for what they say they wait for."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Label

from tests.patience import COMPILING, Others, patience
from tests.pty_app import PtyApp
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


async def test_a_wait_in_vain_is_over_soon_but_not_while_something_is_compiled() -> None:
    passed = 0.0

    async def wait() -> None:
        nonlocal passed
        while True:
            await asyncio.sleep(0.01)
            passed += 0.01

    with COMPILING.running():
        waiting = asyncio.create_task(in_vain(wait()))
        while passed < 0.2:  # twenty times as long as it would have waited
            await asyncio.sleep(0.01)
            assert not waiting.done()
    await waiting


async def in_vain(wait: Coroutine[None, None, None]) -> None:
    with pytest.raises(TimeoutError, match=r"^waited for .* this process used \d\.\d\. the end$"):
        async with patience(0.01, lambda: "the end"):
            await wait


@pytest.mark.pty
def test_a_wait_in_vain_for_a_program_that_does_nothing_is_over_soon(tmp_path: Path) -> None:
    with PtyApp(["-c", "input('here')"], tmp_path) as app:
        app.wait_for("here")
        with pytest.raises(AssertionError, match=r"waited \d+ s for 'there'; the screen shows:\nhere"):
            app.wait_for("there", patience=0.01)
        app.press("\r")
        assert app.wait_for_end() == 0


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the system does not tell what a process uses")
def test_what_a_program_uses_that_a_test_has_started_is_not_the_test_s_time() -> None:
    others = Others()
    assert others.seconds() == 0.0
    with subprocess.Popen(
        [sys.executable, "-c", "print(flush=True)\nwhile True: pass"], stdout=subprocess.PIPE
    ) as busy:
        try:
            assert busy.stdout is not None
            busy.stdout.readline()
            while others.seconds() < 0.1:
                pass
        finally:
            busy.kill()
    before = others.seconds()
    assert before >= 0.1, "what has ended stays in the sum"
