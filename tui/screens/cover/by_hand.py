"""The keys of one's own hand: take, force and forbid options at the cursor of the matrix."""

from __future__ import annotations

from collections.abc import Callable

from tui.screens.cover.advice import Advice
from tui.screens.cover.desk import CoverDesk
from tui.screens.cover.session import CoverSession


class ByHand:
    """Does to a session what the keys ask for, and shows where the search would go on."""

    def __init__(self, session: CoverSession, desk: CoverDesk, advice: Advice, start: Callable[[], object]) -> None:
        """``start`` begins the search in a pause."""
        self._session, self._desk, self._advice, self._start = session, desk, advice, start

    @property
    def at_work(self) -> bool:
        """Whether the hand is in a matrix that has options."""
        return self._session.hand.on and bool(self._session.problem.options)

    def end(self) -> None:
        """Take the hand out of the matrix; what it has taken and forbidden stays."""
        if self._session.hand.on:
            self._session.hand.on = False
            self._desk.stage.matrix.cursor = None
            self._desk.side.form.focus()
            self._desk.show_all()

    def begin(self) -> None:
        """Put the hand into the matrix, where the search would go on."""
        session, desk = self._session, self._desk
        session.browser.leave()
        if session.watchable:
            session.set_pace(watching=True)
        if session.search.run is not None and session.search.searching:
            session.search.run.pause()
        session.hand.on = True
        desk.stage.turn_to("matrix")
        if session.watching and session.search.run is None:
            self._start()
        matrix, state = desk.stage.matrix, session.state()
        matrix.cursor = (state.candidates[0] if state.candidates else matrix.top, matrix.left)
        matrix.focus()
        desk.show_all()

    def do(self, what: str) -> None:
        """Take, force or forbid the option at the cursor; undo the last of these, or clear all."""
        session, desk = self._session, self._desk
        cursor = desk.stage.matrix.cursor
        if refusal := session.by_hand(what, cursor[0] if cursor is not None else None):
            desk.say(refusal.text)
            return
        if session.watching:
            self._start()
        desk.remember()
        desk.show_all()
        self._advice.look_ahead()
