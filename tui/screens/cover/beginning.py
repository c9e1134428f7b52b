"""The first moments of the exact cover screen: the choices of last time, the problem of last time, the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from core.search import CannotSolve
from tui.host import host
from tui.screens.cover.desk import CoverDesk
from tui.screens.cover.opener import Opener
from tui.screens.cover.opening import FIRST
from tui.screens.cover.session import CoverSession
from tui.screens.cover.works import Works
from tui.search.worker import in_thread


class Beginning:
    """Opens what was worked on last, or what the command line names."""

    def __init__(self, session: CoverSession, desk: CoverDesk, opener: Opener, run: Callable[[], None]) -> None:
        """``run`` starts the search."""
        self._session, self._desk, self._opener, self._run = session, desk, opener, run

    def recall(self, remembered: Mapping[str, Any], asked: Mapping[str, Any]) -> Callable[[], None]:
        """Take up the choices and show them at once; what is returned opens the problem, after the first frame."""
        self._session.recall(remembered)
        self._desk.show_all()
        wanted = str(asked.get("what") or remembered.get("name") or FIRST)
        self._opener.waiting.begin()
        return lambda: self._desk.in_background(partial(self._begin, wanted, asked), "begin")

    async def _begin(self, wanted: str, asked: Mapping[str, Any]) -> None:
        """Open the store and the problem."""
        from core.storage.store import Store

        document, desk = self._session.document, self._desk
        first = document.opened
        try:
            store = await in_thread(Store.open, "store")
            document.works = Works(store)
            if store.notice:
                desk.told(store.notice, warning=True)
            if document.opened is not first:
                desk.keep()  # somebody was quicker
                return
            if wanted == FIRST or not await self._opener.open_now(lambda: document.find(wanted)):
                note = desk.side.form.note
                desk.begin()
                if note.warning:
                    desk.say(note.text)
            self._ask(asked)
        finally:
            self._opener.arrived()

    def _ask(self, asked: Mapping[str, Any]) -> None:
        try:
            note = self._session.ask(asked)
        except CannotSolve as error:
            self._desk.say(str(error))
            return
        if asked.keys() - {"what"}:
            self._desk.remember()
            self._desk.show_all()
        if note is not None:
            self._desk.say(note.text)
        elif asked.get("run"):
            self._opener.waiting.put_off(self._run)


def first_words(node: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """What the settings remember of this screen, and what the command line asks of it."""
    return host(node).settings.section("cover"), dict(host(node).first_options("cover"))
