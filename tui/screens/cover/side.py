"""What stands beside the picture: the choices, why the search is where it is, figures, what was found."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from tui.dialogs.form_values import Note
from tui.host import host
from tui.screens.cover import panels
from tui.screens.cover.found_panel import CoverFound
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.session import CoverSession
from tui.screens.cover.why import CoverWhy
from tui.widgets.form_panel import FormPanel
from tui.widgets.live import LivePanel


class Side(Vertical):
    """Shows a session in words and figures; ``changed`` is called when a value of the form was chosen."""

    def __init__(self, session: CoverSession, changed: Callable[[], None], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session, self._changed = session, changed

    def compose(self) -> ComposeResult:
        form = FormPanel(self._session, id="form", note_lines=1, focused_note_lines=4)
        form.border_title = "Search"
        yield form
        yield CoverWhy(id="why")
        yield CoverLevels(id="tally", classes="panel")
        yield LivePanel(id="live")
        yield CoverFound(id="found")

    @property
    def form(self) -> FormPanel:
        """The choices."""
        return self.query_one(FormPanel)

    @on(FormPanel.Changed)
    def _form_changed(self, event: FormPanel.Changed) -> None:
        event.stop()
        self._changed()

    def show(self, *, opening: bool) -> None:
        """Show the session as it is now; ``opening``: while a problem is on its way."""
        session = self._session
        watching = session.watching or session.editing
        for name, display in (
            ("why", watching), ("tally", session.watching and not session.editing),
            ("live", not watching), ("found", not watching),
        ):  # fmt: skip
            self.query_one(f"#{name}").display = display
        if watching:
            self._show_why(opening=opening)
            return
        live = self.query_one("#live", LivePanel)
        glyphs = host(self).glyphs.sparks
        live.show(panels.figures(session, width=live.size.width, tall=live.size.height > 8, glyphs=glyphs))
        self.query_one(CoverFound).show(panels.found(session))

    def show_form(self) -> None:
        """Show the choices anew."""
        self.form.show(Note("esc leaves the editor", warning=False) if self._session.editing else None)

    def _show_why(self, *, opening: bool) -> None:
        session = self._session
        why, tally = self.query_one(CoverWhy), self.query_one("#tally", CoverLevels)
        heading = "Editor" if session.editing else "Why"
        if why.border_title != heading:
            why.border_title = heading
        why.show(*panels.why(session, opening=opening))
        title = f"Nodes {host(self).glyphs.dot} {session.search.state}"
        if tally.border_title != title:
            tally.border_title = title
        speed = session.search.figures().speed
        if tally.border_subtitle != speed:
            tally.border_subtitle = speed
        tally.show(*panels.tally(session))
