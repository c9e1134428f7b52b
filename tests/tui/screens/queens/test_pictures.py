"""What the N queens screen looks like, in the states that matter: before, in and after a search, by hand, in pairs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.driving import drawn, until
from tests.tui.screens.conftest import LooksAlike
from tui.app import DancingQueens, Start
from tui.kit.live import LivePanel
from tui.lab.live_search import LiveFigures
from tui.lab.lockstep_screen import LockstepScreen
from tui.screens.queens.screen import QueensScreen

SMALL, LARGE = (80, 24), (120, 36)
WAITED_FOR = ("warm-up", "tree", "classes", "rival")
BACKTRACKING = {"what": "6", "algorithm": "backtracking", "speed": "full"}


@pytest.fixture(autouse=True)
def no_time_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search takes a second and a quarter and goes at a thousand nodes a second."""
    take = LivePanel.take

    def taken(panel: LivePanel, figures: LiveFigures) -> None:
        if figures.snapshot is not None:
            shot = replace(figures.snapshot, build_seconds=0.0)
            figures = replace(figures, snapshot=shot, seconds=1.25, rate=1000.0, rates=(), seconds_left=None)
        take(panel, figures)

    monkeypatch.setattr(LivePanel, "take", taken)


async def settle(pilot: Pilot[Any]) -> None:
    """Until what was begun has ended or stands still, and is shown."""
    app, screen = pilot.app, pilot.app.screen
    assert isinstance(app, DancingQueens)
    assert isinstance(screen, QueensScreen | LockstepScreen)

    def still() -> bool:
        driven = screen.session.driven
        paused = driven is not None and not driven.finished and driven.paused and driven.resting
        at_rest = driven is None or driven.finished or paused
        groups = WAITED_FOR if paused else (*WAITED_FOR, "search")  # what has ended has been told to the screen, too
        return at_rest and all(worker.is_finished for worker in pilot.app.workers if worker.group in groups)

    await until(pilot, still)
    screen.tick()
    screen.refresh_bindings()
    await pilot.pause()
    if screen.session.driven is not None and screen.subject.held:
        await until(pilot, lambda: "go on" in drawn(app))  # the footer comes last


def at_the_end(screen: LockstepScreen) -> bool:
    told = isinstance(screen.app, DancingQueens) and "go on" in drawn(screen.app)  # by the footer, which comes last
    return screen.session.driven is not None and screen.session.driven.ended and screen.subject.held and told


@pytest.mark.parametrize(
    ("size", "start", "keys"),
    [
        (SMALL, Start("queens"), []),
        ((140, 45), Start("queens", "ansi-dark", options={"what": "12"}), []),
        (SMALL, Start("queens", options=BACKTRACKING), ["enter"]),
        (LARGE, Start("queens", options=BACKTRACKING | {"what": "4"}), [*["full_stop"] * 3]),
        (LARGE, Start("queens", options=BACKTRACKING), ["e", "right", "down", "space", "down", "down", "x"]),
        (LARGE, Start("queens", options=BACKTRACKING), ["T", "down", "down"]),
        (LARGE, Start("queens", options=BACKTRACKING), [*["full_stop"] * 5, "C"]),
        (LARGE, Start("queens", options=BACKTRACKING), ["b", *["full_stop"] * 4]),
        (LARGE, Start("queens", options=BACKTRACKING), ["b", "f", "enter"]),
    ],
    ids=[
        "usual",
        "large-ansi",
        "found",
        "a dead end and why",
        "by hand",
        "the tree",
        "the pseudocode",
        "two in time",
        "two at the end",
    ],
)
async def test_looks_as_it_did(looks_alike: LooksAlike, size: tuple[int, int], start: Start, keys: list[str]) -> None:
    async def pressed(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in keys:
            await pilot.press(key)
            screen = pilot.app.screen
            if key == "enter" and isinstance(screen, LockstepScreen):
                await until(pilot, partial(at_the_end, screen))
            await settle(pilot)

    await looks_alike(DancingQueens(start), size, pressed)
