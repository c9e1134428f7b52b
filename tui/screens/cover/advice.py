"""What can be known about a problem before and beside its search: an estimate, what is left, the whole tree.

It is worked out in threads, kept in the session, and shown.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

from tui.lab.worker import in_background, in_thread
from tui.screens.cover import words
from tui.screens.cover.hand import counting

if TYPE_CHECKING:
    from core._estimates.probes import ProbeEstimate
    from core.exact_cover._analysis import Outlook
    from tui.screens.cover.screen import CoverScreen

SEARCH_FIRST_SECONDS = 1.0
"""How long a search that starts with the problem is left alone."""
LOOK_SECONDS = 0.05
SECONDS = 0.5
"""How long a problem is probed when it is opened, unless the estimate is good sooner."""
LONGER = 3.0
"""How long when the user asks for the estimate."""
GOOD = 0.02
"""A standard error of this share of the nodes is good enough."""


def estimate(screen: CoverScreen) -> None:
    """Say what is known before a run."""
    in_background(screen, partial(_tell_estimate, screen), "analysis")


def look_ahead(screen: CoverScreen) -> None:
    """Find what can be known before a run, unless it is known; count the solutions left by hand."""
    session = screen.session
    if session.estimate is None:
        in_background(screen, partial(_look_ahead_soon, screen), "analysis")
    if session.hand.anything and session.hand.left is None:
        in_background(screen, partial(_count_left, screen), "left")


async def _look_ahead_soon(screen: CoverScreen) -> None:
    """A search that was started with the problem goes first: at once, both would be in each other's way."""
    until = time.monotonic() + SEARCH_FIRST_SECONDS
    while (run := screen.search.run) is not None and not (run.finished or run.resting):
        if time.monotonic() >= until:
            break
        await asyncio.sleep(LOOK_SECONDS)
    await _look_ahead(screen, SECONDS)


async def _look_ahead(screen: CoverScreen, seconds: float) -> None:
    from core._estimates.probes import estimate_for
    from core.exact_cover._analysis import outlook

    session, whole = screen.session, screen.session.restricted
    problem = whole.problem

    def stopped() -> bool:
        return whole is not session.restricted or not screen.is_running

    def work() -> tuple[Outlook, ProbeEstimate]:
        return outlook(problem), estimate_for(problem, seconds, stopped=stopped, enough=GOOD)

    found, estimated = await in_thread(work, "analysis")
    if whole is session.restricted:
        session.outlook, session.estimate = found, estimated
        screen.tick()


async def _tell_estimate(screen: CoverScreen) -> None:
    from tui.dialogs.dialogs import TextDialog

    session = screen.session
    screen.say("probing…", warning=False)
    await _look_ahead(screen, LONGER)
    screen.say("")
    if session.outlook is not None and session.estimate is not None:
        text = words.before_a_run(session.puzzle, session.outlook, session.estimate)
        if session.proposal is not None:
            text += "\n\n" + words.proposed(session.proposal, None)
        screen.app.push_screen(TextDialog("Before a run", text))


async def _count_left(screen: CoverScreen) -> None:
    session, restricted = screen.session, screen.session.restricted

    def over() -> bool:
        return session.restricted is not restricted or not screen.is_running

    left = await in_thread(partial(counting(restricted.problem), over), "left")
    if not over():
        session.hand.left = left
        screen.tick()
