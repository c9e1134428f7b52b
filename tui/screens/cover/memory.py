"""Exact cover searches as they are kept on disk and taken up again.  No Textual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.exact_cover.problem import ExactCover
from core.search import Problem
from tui.screens.cover.session import CoverSession, Ran
from tui.search.ran import Ran as Kept


class CoverMemory:
    """What a session's search is of, and the way back to it."""

    def __init__(self, session: CoverSession) -> None:
        self._session = session

    def kept_as(self) -> tuple[Kept[ExactCover], Mapping[str, Any]] | None:
        """What the newest run is of, the name that its problem is found by, and what was taken and forbidden."""
        ran, session = self._session.ran, self._session
        if ran is None:
            return None
        kept = Kept(ran.entry, session.restricted.problem, ran.goal, dict(ran.settings))
        return kept, {"name": session.document.opened.name, "hand": session.hand.kept()}

    def problem_again(self, what: Mapping[str, Any]) -> Problem:
        """The problem of that name, opened unless it is in hand.  Raises as `Document.find`, and KeyError."""
        session, name = self._session, str(what["name"])
        if session.document.opened.name != name:
            session.document.open(session.document.find(name))
            session.taken()
        session.hand.clear(session.problem)
        session.hand.take_up(session.problem, what["hand"])
        return session.restricted.problem

    def taken_up(self, ran: Kept[ExactCover]) -> None:
        """Choose what a kept search is of: it goes on at full speed."""
        session = self._session
        session.forget_run()
        session.set_pace(watching=False)
        session.setup.take(ran.entry, ran.goal, ran.settings)
        session.ran = Ran(ran.entry, ran.goal, dict(ran.settings))
