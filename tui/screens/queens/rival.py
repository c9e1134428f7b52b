"""The algorithm that would be put beside the one that ran: how many nodes it needs for the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from core import Goal, Status
from tui.lab.lockstep import LockstepSession

if TYPE_CHECKING:
    from tui.screens.queens.session import QueensSession

MOST_NODES = 20_000
"""More nodes than this are not counted unasked."""
SLICE = 500


def to_count(
    session: QueensSession, remembered: Mapping[str, Any]
) -> Callable[[Callable[[], bool]], int | None] | None:
    """For a thread: counts its nodes, if they are few.

    ``remembered`` holds the last pair.  Returns None if there is nothing to compare.
    """
    ran, beside = session.ran, session.beside()
    if ran is None or session.search.state != "complete" or ran.goal is Goal.FIRST or ran.unexplained:
        return None
    if beside.too_large(ran.problem):
        return None
    pair = LockstepSession(ran, beside, remembered)
    other = next((each for each in pair.pair if each.entry is not ran.entry and not each.unexplained), None)
    if other is None or other.goal is not Goal.COUNT:
        return None

    def count(stop: Callable[[], bool]) -> int | None:
        search = other.start()
        while search.status is Status.RUNNING and search.counts()[1] < MOST_NODES and not stop():
            search.advance(SLICE)
        return search.counts()[1] if search.status is Status.COMPLETE and session.ran is ran else None

    return count
