"""The live figures where there is hardly any room."""

from __future__ import annotations

import pytest

from core import Snapshot, Status
from tests.tui.bare import bare, drawn
from tui.kit.live import LivePanel
from tui.lab.live_search import LiveFigures


@pytest.mark.parametrize("share", [0.5, None])
def test_in_short_too_what_is_done_is_what_is_known_best(share: float | None) -> None:
    panel = bare(LivePanel)
    shot = Snapshot(Status.RUNNING, 12, 7, nodes=12, depth=2, max_depth=8, progress=0.25)
    panel.figures = LiveFigures(snapshot=shot, state="running", seconds=3.0, share=share)
    assert list(drawn(panel, 40, 3)) == [
        "Solutions 7",
        "Nodes     12 · depth 2 / 8",
        "Time      3.00 s · 50 %" if share else "Time      3.00 s",
    ]
