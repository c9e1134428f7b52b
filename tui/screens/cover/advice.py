"""What can be asked about a problem: an estimate, the whole tree, the algorithms for it, the command line for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from core.catalog import algorithms
from tui.screens.cover import words
from tui.screens.cover.desk import CoverDesk
from tui.screens.cover.hand import counting
from tui.screens.cover.session import CoverSession
from tui.search.setup import short_refusal
from tui.search.worker import in_thread

if TYPE_CHECKING:
    from core.exact_cover.analysis import Outlook, ProbeEstimate

SEARCH_FIRST_SECONDS = 1.0
"""How long a search that starts with the problem is left alone."""
LOOK_SECONDS = 0.05
SECONDS = 0.5
"""How long a problem is probed when it is opened, unless the estimate is good before."""
LONGER = 3.0
"""How long when somebody asks for the estimate."""
GOOD = 0.02
"""A standard error of that share of the nodes is good enough."""


class Advice:
    """Works it out in threads and shows it."""

    def __init__(self, session: CoverSession, desk: CoverDesk, shown: Callable[[], bool]) -> None:
        """``shown``: whether the screen still runs."""
        self._session, self._desk, self._shown = session, desk, shown

    def show_command(self) -> None:
        """The command line that does the same."""
        from tui.dialogs.dialogs import TextDialog

        self._desk.app.push_screen(TextDialog("The same on the command line", self._session.command()))

    def estimate(self) -> None:
        """What is known before a run."""
        self._desk.in_background(self._tell_estimate, "analysis")

    def look_ahead(self) -> None:
        """Find what can be known before a run, unless it is known."""
        if self._session.estimate is None:
            self._desk.in_background(self._look_ahead_soon, "analysis")
        self.count_left()

    async def _look_ahead_soon(self) -> None:
        """A search that was started with the problem goes first: at once, both would be in each other's way."""
        until = time.monotonic() + SEARCH_FIRST_SECONDS
        while (run := self._session.search.run) is not None and not (run.finished or run.resting):
            if time.monotonic() >= until:
                break
            await asyncio.sleep(LOOK_SECONDS)
        await self._look_ahead(SECONDS)

    async def _look_ahead(self, seconds: float) -> None:
        from core.exact_cover.analysis import estimate_for, outlook

        session, whole = self._session, self._session.restricted
        problem = whole.problem

        def stopped() -> bool:
            return whole is not session.restricted or not self._shown()

        def work() -> tuple[Outlook, ProbeEstimate]:
            return outlook(problem), estimate_for(problem, seconds, stopped=stopped, enough=GOOD)

        found, estimated = await in_thread(work, "analysis")
        if whole is session.restricted:
            session.outlook, session.estimate = found, estimated
            self._desk.show_search()

    async def _tell_estimate(self) -> None:
        from tui.dialogs.dialogs import TextDialog

        session = self._session
        self._desk.say("probing…", warning=False)
        await self._look_ahead(LONGER)
        self._desk.say("")
        if session.outlook is not None and session.estimate is not None:
            text = words.before_a_run(session.puzzle, session.outlook, session.estimate)
            if session.proposal is not None:
                text += "\n\n" + words.proposed(session.proposal, None)
            self._desk.app.push_screen(TextDialog("Before a run", text))

    def choose_algorithm(self) -> None:
        """Choose the algorithm from a list."""
        from tui.dialogs.pick import PickDialog
        from tui.widgets.pick_list import PickLine

        session, desk = self._session, self._desk
        choices = [
            PickLine(entry.key, f"{entry.title}  ({entry.key})", entry.summary, short_refusal(entry, session.problem))
            for entry in algorithms("cover")
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                desk.side.form.show(session.choose("algorithm", key))
                desk.changed()

        desk.app.push_screen(PickDialog("Algorithm", choices, session.setup.entry.key), chosen)

    def count_left(self) -> None:
        """Count the solutions that are left after what was taken and forbidden."""
        if self._session.hand.anything and self._session.hand.left is None:
            self._desk.in_background(self._count_left, "left")

    async def _count_left(self) -> None:
        session, restricted = self._session, self._session.restricted

        def over() -> bool:
            return session.restricted is not restricted or not self._shown()

        left = await in_thread(partial(counting(restricted.problem), over), "left")
        if not over():
            session.hand.left = left
            self._desk.show_search()

    # The tree

    def grow(self) -> None:
        """Visit the whole tree of the search chosen, for the view of it."""
        self._desk.in_background(self._grow, "tree")

    async def _grow(self) -> None:
        session, of = self._session, self._session.of_tree
        work = session.tree_to_grow()
        if work is None:
            return
        self._desk.show_search()

        def unseen() -> bool:
            return not self._shown() or session.view_name != "tree"

        tree = await in_thread(partial(work, unseen), "tree")
        if tree is None and unseen():
            session.tree.forget()
        session.tree.grown(of, tree)
        self._desk.show_search()
