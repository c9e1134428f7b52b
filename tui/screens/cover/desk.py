"""What the parts of the exact cover screen ask it for: to say something, to keep a problem, to show everything anew."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from textual.app import App

from core.search import ProblemError
from tui.dialogs.dialogs import LineDialog
from tui.dialogs.form_values import Note
from tui.host import host
from tui.screens.cover.session import CoverSession
from tui.screens.cover.side import Side
from tui.screens.cover.stage import Stage
from tui.search.screen import SearchScreen
from tui.widgets.titlebar import TitleBar


class CoverDesk:
    """Stands between a session and the screen that shows it."""

    def __init__(self, screen: SearchScreen, session: CoverSession) -> None:
        self._screen, self._session = screen, session
        self.begun: Callable[[], None] = lambda: None
        """Called when there is another problem to work on."""

    @property
    def app(self) -> App[object]:
        """The app."""
        return self._screen.app

    @property
    def stage(self) -> Stage:
        """The picture."""
        return self._screen.query_one(Stage)

    @property
    def side(self) -> Side:
        """What stands beside it."""
        return self._screen.query_one(Side)

    # Saying and asking

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        self.side.form.show(Note(text, warning) if text else None)

    def refused(self, text: str) -> None:
        """Say why something was not opened, where it is seen in full."""
        self.say(text)
        if not self.side.form.has_room_for(text):
            self.app.clear_notifications()  # one is enough
            self._screen.notify(text, title="Not opened", severity="error", markup=False, timeout=10)

    def told(self, text: str, *, warning: bool = False) -> None:
        """Say something in a corner of the screen for a while."""
        self._screen.notify(text, severity="warning" if warning else "information", markup=False, timeout=8)

    def ask(self, dialog: LineDialog, then: Callable[[str | None], None]) -> None:
        """Open a dialog."""
        self.app.push_screen(dialog, then)

    def in_background(self, work: Callable[[], Coroutine[Any, Any, None]], group: str = "open") -> None:
        """Run a coroutine function in place of the one of that group before."""
        self._screen.run_worker(work(), group=group, exclusive=True, exit_on_error=False)

    # The problem

    def begin(self) -> None:
        """Work on the document as it is now."""
        note = self._session.taken()
        self.stage.matrix.cursor = None
        self._shown_anew(note)
        self.begun()

    def keep(self) -> None:
        """Put a problem of your own on disk."""
        from core.storage.store import StoreError

        try:
            if not self._session.document.keep():
                self.told("this problem is open in another window; editing a copy here")
                self.remember()
        except (StoreError, ProblemError) as error:
            self._screen.notify(f"not saved: {error}", severity="error", markup=False)

    def edited(self) -> None:
        """An edit: keep it before anything else, for the next key may be the last."""
        self.keep()
        self._shown_anew(self._session.taken(edited=True))

    def _shown_anew(self, note: Note | None) -> None:
        self.remember()
        self.show_all()
        if note is not None:
            self.say(note.text)

    def remember(self) -> None:
        """Keep the choices for the next start."""
        host(self._screen).settings.put("cover", self._session.remembered())

    # Showing

    def changed(self) -> None:
        """A choice was made: keep it, and show what follows from it."""
        self.remember()
        self.show_search()
        self._screen.refresh_bindings()

    def show_search(self) -> None:
        """Show the newest picture."""
        self._screen.show_search()

    def show_all(self) -> None:
        """Show everything anew."""
        self.side.show_form()
        self.stage.turn_to(self._session.view_name)
        self._screen.query_one(TitleBar).note(self._session.document.title)
        self.show_search()
        self._screen.refresh_bindings()
