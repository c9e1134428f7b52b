"""What the exact cover screen looks like."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from tests.tui.screens.cover.steps import app_with, press, settle


async def two_steps(pilot: Pilot[Any]) -> None:
    """Into the middle of the dance: option A is chosen."""
    await settle(pilot)
    await press(pilot, "full_stop", "full_stop")


def test_looks_as_it_did(snap_compare: Any) -> None:
    assert snap_compare(app_with("four-sets"), terminal_size=(80, 24), run_before=two_steps)
