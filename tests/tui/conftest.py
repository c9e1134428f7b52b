"""For every test of the app: pilots that wait for an answer."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.waiting import served


@pytest.fixture(autouse=True)
def patient_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are served, and pauses over, only when the app has answered, on however busy a machine."""
    press, pause = Pilot.press, Pilot.pause

    async def press_and_wait(self: Pilot[Any], *keys: str) -> None:
        await press(self, *keys)
        await served(self)

    async def pause_and_wait(self: Pilot[Any], delay: float | None = None) -> None:
        await pause(self, delay)
        await served(self)

    monkeypatch.setattr(Pilot, "press", press_and_wait)
    monkeypatch.setattr(Pilot, "pause", pause_and_wait)


@pytest.fixture(autouse=True)
def short_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exact cover problem that is opened is probed for a moment, not for as long as a person would wait."""
    monkeypatch.setattr("tui.screens.cover.advice.SECONDS", 0.05)
