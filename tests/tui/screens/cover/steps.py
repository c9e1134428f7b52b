"""What the tests of the exact cover screen do again and again."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from core import Run, Snapshot
from tests.tui.driving import in_front, send, served, text_of, until
from tui.app import DancingQueens, Start
from tui.kit.text_panel import WhyPanel
from tui.screens.cover import choosing
from tui.screens.cover.screen import CoverScreen


def app_with(what: str = "", **options: Any) -> DancingQueens:
    """The app on the exact cover screen, with a problem named on the command line."""
    return DancingQueens(Start("cover", options={**({"what": what} if what else {}), **options}))


def screen_of(pilot: Pilot[Any]) -> CoverScreen:
    return in_front(pilot, CoverScreen)


def run_of(screen: CoverScreen) -> Run:
    """The search in hand, or the one that ended last."""
    assert screen.search.run is not None
    return screen.search.run


def shot_of(screen: CoverScreen) -> Snapshot:
    """What there is to be seen of the search."""
    assert screen.search.snapshot is not None
    return screen.search.snapshot


def node_of(screen: CoverScreen) -> int:
    """How many nodes the search has visited."""
    shot = screen.search.snapshot
    return shot.steps if shot is not None else 0


def why(pilot: Pilot[Any]) -> str:
    """The words beside the picture, on one line."""
    return " ".join(text_of(screen_of(pilot).query_one(WhyPanel)).split())


def open_by_name(screen: CoverScreen, name: str) -> None:
    """Open a problem of the gallery, a file, or one of one's own."""
    choosing.open_problem(screen, lambda: screen.session.document.find(name))


async def settle(pilot: Pilot[Any]) -> None:
    """Wait for everything asked for (a search may have been paused), and for what it shows."""
    await pilot.pause()
    for _ in range(3):
        if not await complete(pilot, search=False):
            break
        await pilot.pause()
    for screen in pilot.app.screen_stack:
        if isinstance(screen, CoverScreen) and screen.search.run is not None:
            run = screen.search.run
            await until(pilot, lambda run=run: run.finished or run.resting)
            screen.tick()  # as it does ten times a second: the footer follows too
            await served(pilot)
            if run.finished:
                await complete(pilot, search=True)
                await pilot.pause()


async def complete(pilot: Pilot[Any], *, search: bool) -> bool:
    """Wait for the workers that search, or for all others; whether there were any."""
    workers = [worker for worker in pilot.app.workers if (worker.group == "search") == search]
    if workers:  # an empty list would mean all of them
        await pilot.app.workers.wait_for_complete(workers)
    return bool(workers)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, waiting for each to be served."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Type a line over what stands there, and enter."""
    await pilot.press(*text, "enter")
    await settle(pilot)


async def at_once(pilot: Pilot[Any], *keys: str) -> None:
    """Type faster than anything is answered, as after a hiccup of the line."""
    send(pilot, *keys)
    await settle(pilot)
