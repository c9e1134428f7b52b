"""For every test of the app: pilots that wait for answers, and for nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app
from textual.geometry import Size
from textual.pilot import Pilot

from tests.tui.driving import served, turns, until

USUAL = Size(80, 24)


@pytest.fixture(autouse=True)
def garbage_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """An app keeps all that is there when it opens; in a test that would be what earlier tests have left behind."""
    monkeypatch.setattr("tui.app._collect_garbage", lambda: None)


@pytest.fixture(autouse=True)
def patient_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each key is served, a pause over and a size taken when the app has answered.

    A pilot of Textual's waits until the process uses no processor, and has every widget say that it is at rest, before
    and after each key: most of the time of these tests, for an answer that a busy machine gives wrongly.
    """
    resize = Pilot.resize_terminal

    async def press_and_wait(self: Pilot[Any], *keys: str) -> None:
        for key in keys:
            await self.app._press_keys([key])
            await served(self)

    async def pause_and_wait(self: Pilot[Any], delay: float | None = None) -> None:
        await asyncio.sleep(delay or 0)
        await served(self)

    async def resize_and_wait(self: Pilot[Any], width: int, height: int) -> None:
        await resize(self, width, height)
        await until(self, lambda: self.app.screen.outer_size == Size(width, height))
        self.app.screen._compositor.render_strips()  # it can be painted, see `unpainted`

    monkeypatch.setattr("textual.app.wait_for_idle", turns)
    monkeypatch.setattr("textual.pilot.wait_for_idle", turns)
    monkeypatch.setattr(Pilot, "press", press_and_wait)
    monkeypatch.setattr(Pilot, "pause", pause_and_wait)
    monkeypatch.setattr(Pilot, "resize_terminal", resize_and_wait)


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture is put together that nobody sees: without a terminal Textual throws away what it has painted.

    It was a third of the work of a key.  Widgets lay out and draw their lines as ever, and who looks at the whole
    screen (`tests.tui.driving.drawn`, snapshots) has it painted.  So has a small screen, where that goes wrong sooner.
    """
    render = Compositor.render_update

    def render_if_seen(self: Compositor, full: bool = False, **given: Any) -> RenderableType | None:
        small = self.size.width < USUAL.width or self.size.height < USUAL.height
        seen = full or small or not active_app.get().is_headless
        if not seen:
            self._dirty_regions.clear()
        return render(self, full=full, **given) if seen else None

    monkeypatch.setattr(Compositor, "render_update", render_if_seen)


@pytest.fixture(autouse=True)
def patient_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key waits for the one before it as long as that takes, and not as long as a person would wait."""
    monkeypatch.setattr("tui.terminal.typing_ahead.PATIENCE_SECONDS", 60.0)


@pytest.fixture(autouse=True)
def short_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exact cover problem is probed once when it is opened, or when somebody asks, not as long as a clock says."""
    monkeypatch.setattr("tui.screens.cover.advice.SECONDS", 0.0)
    monkeypatch.setattr("tui.screens.cover.advice.LONGER", 0.0)
