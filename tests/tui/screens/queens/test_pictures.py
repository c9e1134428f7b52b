"""What the N queens screen looks like before anything has been searched (no time, no rate: the same every day)."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tui.app import DancingQueens, Start


async def settle(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(
    ("size", "start"), [((80, 24), Start("queens")), ((140, 45), Start("queens", "ansi-dark", options={"what": "12"}))],
    ids=["usual", "large-ansi"],
)  # fmt: skip
def test_looks_as_it_did(snap_compare: Any, size: tuple[int, int], start: Start) -> None:
    assert snap_compare(DancingQueens(start), terminal_size=size, run_before=settle)
