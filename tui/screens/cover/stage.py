"""The picture of an exact cover problem: one of several views, the same state in each."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from core.words import counted, grouped
from tui.host import host
from tui.screens.cover import panels, words
from tui.screens.cover.export import option_lines
from tui.screens.cover.graph import CoverGraph
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture
from tui.screens.cover.session import VIEWS, CoverSession
from tui.screens.cover.state import CoverState
from tui.widgets.icicle import Icicle


class Stage(Vertical):
    """Shows a session's state in the view that it names."""

    class Moved(Message):
        """Other rows and columns of the matrix are in sight."""

    def __init__(self, session: CoverSession, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._session = session

    def compose(self) -> ComposeResult:
        yield CoverMatrix(id="matrix")
        yield CoverGraph(id="graph")
        yield CoverPicture(id="picture")
        yield CoverLinks(id="links")
        yield CoverLevels(id="levels")
        yield Icicle(id="tree")

    @property
    def matrix(self) -> CoverMatrix:
        """The matrix, which is edited too."""
        return self.query_one(CoverMatrix)

    @on(CoverMatrix.CursorMoved)
    def _matrix_moved(self, event: CoverMatrix.CursorMoved) -> None:
        event.stop()
        self.show()

    def turn_to(self, name: str) -> None:
        """Show this view; it has the keyboard if the one before had."""
        session, focused = self._session, self.screen.focused
        had = focused is not None and focused.id == session.view_name
        session.view_name = name
        for view in VIEWS:
            self.query_one(f"#{view}").display = view == name
        if had:
            self.query_one(f"#{name}").focus()
        self.border_title = words.tabs(VIEWS, name)

    def show(self) -> None:
        """Show the session as it is now."""
        session = self._session
        state = session.state()
        subtitle = ""
        match session.view_name:
            case "matrix":
                self.matrix.show(state, self.matrix.cursor if session.editing or session.hand.on else None)
                subtitle = self.matrix.window
            case "graph":
                self.query_one(CoverGraph).show(state)
            case "picture":
                instead = self._instead_of_picture(state)
                canvas = session.document.opened.puzzle.canvas
                standing = state.standing(session.given) if canvas is not None else None
                self.query_one(CoverPicture).show(canvas, state.chosen, instead, standing)
            case "links":
                self._show_links(state)
            case "levels":
                self._show_levels()
            case "tree":
                self._show_tree()
        self._entitle(subtitle)

    def _entitle(self, subtitle: str) -> None:
        session, browser = self._session, self._session.browser
        where = subtitle or words.size(session.problem, host(self).glyphs)
        if session.editing:
            where = "editing"
        elif session.hand.on:
            where = "by hand"
        elif browser.solution is not None and browser.place is not None:
            where = f"{'class' if browser.by_class else 'solution'} {grouped(browser.place + 1)}"
        text = where if session.editing or session.hand.on else f"{where}  v next view"
        if len(text) > self.size.width - 4:
            text = where if len(where) <= self.size.width - 4 else where.replace(" of ", "/")
        if self.border_subtitle != text:
            self.border_subtitle = text

    def _instead_of_picture(self, state: CoverState) -> Sequence[str]:
        if self._session.document.opened.puzzle.canvas is not None:
            return []
        if not state.chosen:
            return ["No option is chosen yet. This problem is not about a grid, so its options are listed here."]
        return option_lines(self._session.problem, state.chosen)

    def _show_links(self, state: CoverState) -> None:
        widget, session = self.query_one(CoverLinks), self._session
        run, reason, dance = session.search.run, session.search.reason, session.dancing.now()
        if dance is not None and reason is not None:
            branch = reason.branch.subject if reason.branch is not None else None
            item = branch.number if branch is not None else None
            widget.show(dance, session.restricted.problem, state.chosen, reason.node, item)
        elif run is None or reason is None:
            widget.say("The links are drawn while the search is paused: . visits a node, ; makes a single unlinking.")
        elif session.dancing.still:
            has = hasattr(run.search, "links")
            widget.say("Too large to draw its links." if has else "This algorithm has no links: dlx has them.")
        # Else they change while one looks; the ones of a moment ago stay.

    def _show_levels(self) -> None:
        session = self._session
        profile, depth = session.profile()
        rows = []
        if expected := panels.expected(session):
            rows.append(("estimated", expected))
        if session.estimate is not None or profile:
            rows.append(("visited", counted(sum(profile), "node")))
        self.query_one("#levels", CoverLevels).show(profile, depth, rows)

    def _show_tree(self) -> None:
        session = self._session
        reason, run = session.search.reason, session.search.run
        bound_for = run.bound_for if run is not None else None
        self.query_one(Icicle).show(session.tree, bound_for or (reason.node if reason is not None else 1))
