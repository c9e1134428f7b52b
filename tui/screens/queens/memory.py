"""Searches for queens as they are kept on disk and taken up again.  No Textual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.queens.problem import Queens
from tui.screens.queens.hand import kept, taken_up
from tui.screens.queens.session import QueensSession
from tui.search.ran import Ran


class QueensMemory:
    """What a session's search is of, and the way back to it."""

    def __init__(self, session: QueensSession) -> None:
        self._session = session

    def kept_as(self) -> tuple[Ran[Queens], Mapping[str, Any]] | None:
        """What the newest run is of, and its board."""
        ran = self._session.ran
        return None if ran is None else (ran, {"n": ran.problem.n, **kept(ran.problem)})

    def problem_again(self, what: Mapping[str, Any]) -> Queens:
        """The board that was kept.  Raises KeyError, ProblemError."""
        return taken_up(int(what["n"]), what)

    def taken_up(self, ran: Ran[Queens]) -> None:
        """Choose what a kept search is of: it goes on."""
        self._session.take_up(ran)
