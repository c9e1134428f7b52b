"""Exact cover: choose or draw a problem, watch how it is solved, take and forbid options, edit it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend
from textual.getters import query_one

from core import ProblemError
from core.running import Move
from tui.actions.dialogue import answer, converse
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.screen import LabScreen
from tui.screens.cover import advice, choosing, lot, words
from tui.screens.cover.actions import ABOUT, ACTIONS
from tui.screens.cover.document import EXAMPLE
from tui.screens.cover.editor import MatrixEditor, Renaming
from tui.screens.cover.graph import CoverGraph
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture
from tui.screens.cover.session import CoverSession
from tui.screens.cover.views import CoverViews


class CoverScreen(LabScreen):
    """The exact cover laboratory: steers a `CoverSession` and shows it."""

    CSS_PATH = "cover.tcss"
    SETTINGS = "cover"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    AUTO_FOCUS = "#form"
    """Or else the picture would have it for a moment, and a key typed ahead would go there."""
    session: CoverSession

    board = query_one("#board", CoverViews)
    matrix = query_one("#matrix", CoverMatrix)
    graph = query_one("#graph", CoverGraph)
    picture = query_one("#picture", CoverPicture)
    links = query_one("#links", CoverLinks)
    levels = query_one("#levels", CoverLevels)
    tree_panel = query_one("#tree", TreePanel)
    form = query_one("#form", FormPanel)
    why = query_one("#why", WhyPanel)
    tally = query_one("#tally", CoverLevels)
    live = query_one("#live", LivePanel)
    found = query_one("#found", FoundPanel)

    def __init__(self) -> None:
        self.session = CoverSession()
        super().__init__(self.session)
        self.waiting = self.session.waiting

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield CoverViews(self.session.grown_tree)
            with Vertical(id="side"):
                yield FormPanel(title="Search", id="form", note_lines=1, focused_note_lines=4)
                yield WhyPanel(id="why")
                yield CodePanel(id="code")
                yield CoverLevels(id="tally", classes="panel")
                yield LivePanel(id="live")
                yield FoundPanel(self.session, id="found")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        asked, remembered = dict(self.app.first_options("cover")), self.app.settings.section(self.SETTINGS)
        self.session.recall(remembered)
        self.waiting.begin()
        self.say("")
        wanted = str(asked.get("what") or remembered.get("name") or EXAMPLE)
        self.call_after_refresh(choosing.begin, self, wanted, asked)

    # Searching

    def name_told(self, word: str) -> str:
        return words.option_told(self.session.problem, word)

    def change_pace(self) -> None:
        """Step by step, or at full speed."""
        session = self.session
        session.form.say(session.set_pace(watching=not session.watching))
        self.wake()

    def action_full_speed(self) -> None:
        self.change_pace()

    def show_search(self) -> None:
        super().show_search()
        self.session.form.settle()  # a user who steers has read the explanation

    def action_live(self) -> None:
        if self.session.drawn:
            self.session.lot.drop()
            self.tick()
        else:
            super().action_live()
            self.turn_to_solution()

    def action_browse(self, step: int) -> None:
        super().action_browse(step)
        self.turn_to_solution()

    def action_browse_to(self, place: int) -> None:
        super().action_browse_to(place)
        self.turn_to_solution()

    def action_next_solution(self) -> None:
        if self.session.watching:
            self.walk_to(Move.NEXT_SOLUTION)
        else:
            super().action_next_solution()

    def walk_to(self, where: Move | int) -> None:
        self.show_search()
        self._go(where)

    def _go(self, move: Move | int) -> None:
        """Make a move with the search itself; the first one starts it."""
        self._begun()
        if move is Move.FORWARD and self.search.run is not None:
            self.search.run.step()  # which may come to the end of the search, as a move may not
        elif (run := self.search.go(move)) is not None:
            self.launch(run)
        self.wake()

    def dance(self, step: int) -> None:
        """A single unlinking or relinking, on (1) or back (-1)."""
        self.turn_to("links")
        self.session.dancing.ask(step)
        self.show_search()
        self._begun()
        self.tick()

    def _begun(self) -> None:
        """Make sure that there is a search, if need be one at its beginning."""
        if self.search.run is None:
            self.start_search(paused=True)

    # Showing

    def show(self) -> None:
        self.session.look()
        if self.session.move_due is not None:
            self._go(self.session.move_due)  # and look when it has come there
        else:
            self.view = self.session.view()

    @on(CoverMatrix.CursorMoved)
    def _cursor_moved(self) -> None:
        self.session.cursor = self.matrix.cursor
        self.left.soon()

    @on(CoverPicture.OptionAsked)
    def _option_asked(self, asked: CoverPicture.OptionAsked) -> None:
        self.matrix.action_move(asked.step, 0)
        self.tick()

    # Views

    def action_view(self, name: str) -> None:
        """Show a view by its name, or the ``next`` or the one ``before``."""
        self.turn_to(self.session.view_called(name))

    def turn_to(self, name: str) -> None:
        """Turn to this view; it has the keyboard if the one before had."""
        had = self.focused is not None and self.focused.id == self.session.view_name
        self.session.view_name = name
        self.tick()
        if had:
            self.query_one(f"#{name}").focus()

    def turn_to_solution(self) -> None:
        """Turn to a view that shows the solution in view, if there is one and this view is of the search alone."""
        name = self.session.view_of_solutions
        if self.session.in_view is not None and name != self.session.view_name:
            self.turn_to(name)

    # Choices

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show everything, with this text below the form, or else the usual one."""
        self.session.form.say(Note(text, warning) if text else None)
        self.tick()

    # The problem

    def pasted(self, text: str) -> None:
        if not self.session.editing:
            choosing.paste(self, text)

    def problem_opened(self) -> None:
        """Another problem is in hand: start over with it."""
        self.chosen(self.session.taken())
        advice.look_ahead(self)

    def keep_problem(self) -> None:
        """Put the user's own problem on disk."""
        from core.storage import StoreError

        try:
            if not self.session.document.keep():
                self.app.tell("this problem is open in another window; editing a copy here")
                self.remember()
        except (StoreError, ProblemError) as error:
            self.app.tell(f"not saved: {error}", "bad")

    def choices_replaced(self) -> None:
        super().choices_replaced()
        advice.look_ahead(self)

    # In the matrix: editing it

    def begin_editing(self) -> None:
        """Put the cursor where the matrix is in sight, or say why not."""
        session, matrix = self.session, self.matrix
        self.end_by_hand()
        if session.editor.refusal:
            self.say(session.editor.refusal)
            return
        session.editing = True
        session.cursor = (min(matrix.top, max(0, len(session.problem.options) - 1)), matrix.left)
        self.turn_to("matrix")
        self.say("")
        matrix.focus()

    def end_editing(self) -> None:
        """Leave the editor; all changes are kept."""
        self.session.editing = False
        self._leave_matrix()
        advice.look_ahead(self)

    def edit(self, change: Callable[[MatrixEditor], None]) -> None:
        """Make a change at the cursor, and keep it before anything else: the next key may be the last."""
        from core.storage import StoreError

        editor = self.session.editor
        editor.option, editor.item = self.matrix.cursor or (0, 0)
        try:
            change(editor)
        except (ProblemError, StoreError) as error:
            self.say(str(error))
            return
        editor.keep_inside()
        self.session.cursor = (editor.option, editor.item)
        self.keep_problem()
        self.chosen(self.session.taken(edited=True))

    async def rename(self, naming: Callable[[MatrixEditor], Renaming]) -> None:
        """Ask for another name for the option or item at the cursor."""
        from tui.dialogs.dialogs import LineDialog

        editor = self.session.editor
        editor.option, editor.item = self.matrix.cursor or (0, 0)
        renaming = naming(editor)
        prompt = f"Name of the {renaming.what}:"
        name = await answer(LineDialog("Rename", prompt, renaming.old, partial(editor.name_refusal, renaming)))
        if name is not None and name != renaming.old:
            self.edit(lambda editor: editor.rename(renaming, name))

    # In the matrix: taking and forbidding options by hand

    def begin_by_hand(self) -> None:
        """Put the hand into the matrix, where the search would go on."""
        session, matrix = self.session, self.matrix
        self.browser.leave()
        session.lot.drop()
        if session.can_be_watched:
            session.set_pace(watching=True)
        if self.search.run is not None and self.session.searching:
            self.search.run.pause()
        session.hand.on = True
        if session.watching and self.search.run is None:
            self.start_search(paused=True)
        state = session.state()
        session.cursor = (state.candidates[0] if state.candidates else matrix.top, matrix.left)
        self.turn_to("matrix")
        self.say("")
        matrix.focus()

    def use_hand(self, what: str) -> None:
        """Take, force or forbid the option at the cursor; undo the last of these, or clear all."""
        session, cursor = self.session, self.matrix.cursor
        if refusal := session.use_hand(what, cursor[0] if cursor is not None else None):
            self.say(refusal.text)
            return
        if session.watching:
            self.start_search(paused=True)
        self.chosen(None)
        advice.look_ahead(self)
        lot.follow(self)

    def end_by_hand(self) -> None:
        """Take the hand out of the matrix; what it has taken and forbidden stays."""
        if self.session.hand.on:
            self.session.hand.on = False
            self._leave_matrix()

    def _leave_matrix(self) -> None:
        self.say("")
        self.form.focus()

    # Leaving

    def open_again(self, name: str, looks: Mapping[str, Any]) -> None:
        if name == "text":
            converse(self.app, choosing.write_again(self, looks))
        else:
            super().open_again(name, looks)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self.session.watching and self.search.run is not None and self.session.searching:
            self.search.run.pause()
