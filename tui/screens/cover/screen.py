"""Exact cover: choose or draw a problem, watch how it is solved, take and forbid options, edit it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Paste, ScreenSuspend
from textual.getters import query_one

from core.running.timeline import Move
from core.search import ProblemError
from core.words import grouped
from tui.actions.action import Action
from tui.actions.dialogue import answer
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.kit.values import CodePosition
from tui.lab.search_screen import SearchScreen
from tui.screens.cover import advice, choosing, words
from tui.screens.cover.actions import ABOUT, ACTIONS, EDITOR, HAND, NOT_BY_HAND, order_in_footer
from tui.screens.cover.document import EXAMPLE
from tui.screens.cover.editor import MatrixEditor, Renaming
from tui.screens.cover.graph import CoverGraph
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture
from tui.screens.cover.session import VIEWS, CoverSession
from tui.screens.cover.state import CoverState


class CoverScreen(SearchScreen):
    """The exact cover laboratory: steers a `CoverSession` and shows it."""

    CSS_PATH = "cover.tcss"
    SETTINGS = "cover"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    NO_CLASSES = "no symmetries of this problem are known"
    AUTO_FOCUS = "#form"
    """Or else the picture would have it for a moment, and a key typed ahead would go there."""
    session: CoverSession

    board = query_one("#board", Vertical)
    """In it one of several views of the same state."""
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

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            with Vertical(id="board", classes="panel board"):
                yield CoverMatrix(id="matrix")
                yield CoverGraph(id="graph")
                yield CoverPicture(id="picture")
                yield CoverLinks(id="links")
                yield CoverLevels(id="levels")
                yield TreePanel(self.session.grown_tree, id="tree", classes="")
            with Vertical(id="side"):
                form = FormPanel(self.session, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Search"
                yield form
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
        self.show_all()
        self.query_one(TitleBar).note("")  # nothing is in hand yet
        wanted = str(asked.get("what") or remembered.get("name") or EXAMPLE)
        self.call_after_refresh(choosing.begin, self, wanted, asked)

    # Searching

    def begin_half_way(self, node: int) -> None:
        """Show the search step by step, paused at a node."""
        self.session.set_pace(watching=True)
        self._go(node)
        self.show_all()

    def name_told(self, word: str) -> str:
        return words.option_told(self.session.problem, word)

    def change_pace(self) -> None:
        """Step by step, or at full speed."""
        self.form.show(self.session.set_pace(watching=not self.session.watching))
        self.show_search()
        self.wake()

    def action_full_speed(self) -> None:
        self.change_pace()

    def steered(self) -> None:
        super().steered()
        self.form.settle()  # whoever steers has read the explanation

    def action_next_solution(self) -> None:
        if self.session.watching:
            self.walk_to(Move.NEXT_SOLUTION)
        else:
            super().action_next_solution()

    def walk_to(self, where: Move | int) -> None:
        self.steered()
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
        self.steered()
        self._begun()
        self.show_search()

    def _begun(self) -> None:
        """There is a search, if need be one that stands at its beginning."""
        if self.search.run is None:
            self.start_search(paused=True)

    # Showing: on the left one of several views of the same state, on the right words and figures

    def show_all(self) -> None:
        """Show everything anew."""
        self.form.show(Note("esc leaves the editor", warning=False) if self.session.editing else None)
        self.turn_to(self.session.view_name)
        self.query_one(TitleBar).note(self.session.document.title)
        self.show_search()
        self.refresh_bindings()

    def show_search(self) -> None:
        session = self.session
        session.looked()
        if (move := session.dancing.settle()) is not None:
            self._go(move)
        self._show_view()
        walking = session.watching or session.search.gone_back
        watching = walking or session.editing
        coding = self.coding and not session.editing
        for name, display in (
            ("why", watching and not coding), ("tally", walking and not session.editing and not coding),
            ("live", not watching), ("found", not watching and not coding), ("code", coding),
        ):  # fmt: skip
            self.query_one(f"#{name}").display = display
        if watching:
            self._show_why()
            self._show_tally()
        else:
            glyphs = self.app.glyphs.sparks
            size = self.live.size
            figures = words.figures(session, width=size.width, tall=size.height > 8, glyphs=glyphs)
            self.live.show(replace(figures, guides=() if figures.snapshot else tuple(self.footer_actions())))
            self.found.show()
        self.show_code()

    @on(CoverMatrix.CursorMoved)
    def _show_view(self) -> None:
        session = self.session
        state, where = session.state(), ""
        match session.view_name:
            case "matrix":
                self.matrix.show(state, self.matrix.cursor if session.editing or session.hand.on else None)
                where = self.matrix.window
            case "graph":
                self.graph.show(state)
            case "picture":
                self._show_picture(state)
            case "links":
                self._show_links(state)
            case "levels":
                self.levels.show(*session.profile(), words.levels(session))
            case "tree":
                self.tree_panel.follow(session.of_tree, self.search.node)
        if self.waiting.busy:
            where = "opening"
        text = words.subtitle(session, where or words.size(session.problem, self.app.glyphs), self.board.size.width - 4)
        if self.board.border_subtitle != text:
            self.board.border_subtitle = text

    def _show_picture(self, state: CoverState) -> None:
        canvas = self.session.document.opened.puzzle.canvas
        if canvas is None:
            self.picture.show(None, state.chosen, () if self.waiting.busy else words.instead_of_picture(state))
        else:
            self.picture.show(canvas, state.chosen, standing=state.standing(self.session.given))

    def _show_links(self, state: CoverState) -> None:
        session = self.session
        reason, dance = session.search.reason, session.dancing.now()
        if dance is not None and reason is not None:
            branch = reason.branch.subject if reason.branch is not None else None
            item = branch.number if branch is not None else None
            problem, of = session.restricted.problem, not session.guessing
            self.links.show(dance, problem, state.chosen, reason.node, item, of=of)
        elif why_none := words.no_links(session):
            self.links.show_only(why_none)
        # Else they change while one looks; the ones of a moment ago stay.

    def _show_why(self) -> None:
        shot = self.session.search.snapshot
        why = "Why" if shot is None else f"Why {self.app.glyphs.dot} node {grouped(shot.steps)}"
        self.why.show("Editor" if self.session.editing else why, *words.why(self.session, opening=self.waiting.busy))

    def code_positions(self) -> Sequence[CodePosition]:
        session = self.session
        ran, reason, line = session.ran or session.chosen, session.search.reason, None
        plain = not (session.problem.coloured or session.problem.multiple)
        if self.coding and plain and reason is not None and (dance := session.dancing.now()) is not None:
            from core.exact_cover.pseudocode import DLX, line_of_step

            line = line_of_step(DLX, dance, reason) if ran.entry.key == "dlx" else None
        return [CodePosition(ran, reason, line)]

    def _show_tally(self) -> None:
        session = self.session
        self.tally.entitle(f"Live {self.app.glyphs.dot} {session.search.state}", session.search.figures().speed)
        self.tally.show(*words.tally(session))

    # Views

    def action_view(self, name: str) -> None:
        """Show a view by its name, or the ``next`` or the one ``before``."""
        self.turn_to(self.session.view_called(name))
        self.show_search()
        self.refresh_bindings()

    def turn_to(self, name: str) -> None:
        """Turn to this view; it has the keyboard if the one before had."""
        had = self.focused is not None and self.focused.id == self.session.view_name
        self.session.view_name = name
        for view in VIEWS:
            self.query_one(f"#{view}").display = view == name
        if had:
            self.query_one(f"#{name}").focus()
        self.board.border_title = words.tabs(VIEWS, name)

    # Choices

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        self.form.show(Note(text, warning) if text else None)

    def chosen(self, note: Note | None) -> None:
        self.form.show(note)
        self._form_changed()

    @on(FormPanel.Changed)
    def _form_changed(self) -> None:
        """Another algorithm, goal or pace has been chosen: keep that, and show what follows from it."""
        self.remember()
        self.show_search()
        self.refresh_bindings()

    # The problem

    def on_paste(self, event: Paste) -> None:
        event.stop()
        if not self.session.editing:
            choosing.paste(self, event.text)

    def problem_opened(self) -> None:
        """Another problem is in hand: begin anew with it."""
        note = self.session.taken()
        self.matrix.cursor = None
        self._shown_anew(note)
        advice.look_ahead(self)

    def keep_problem(self) -> None:
        """Put a problem of one's own on disk."""
        from core.storage.store import StoreError

        try:
            if not self.session.document.keep():
                self.app.tell("this problem is open in another window; editing a copy here")
                self.remember()
        except (StoreError, ProblemError) as error:
            self.app.tell(f"not saved: {error}", "bad")

    def choices_replaced(self) -> None:
        self.matrix.cursor = None
        self._shown_anew(None)
        advice.look_ahead(self)

    def _shown_anew(self, note: Note | None) -> None:
        self.remember()
        self.show_all()
        if note is not None:
            self.say(note.text)

    # In the matrix: editing it

    def begin_editing(self) -> None:
        """Put the cursor where the matrix is in sight, or say why not."""
        session, matrix = self.session, self.matrix
        self.end_by_hand()
        if session.editor.refusal:
            self.say(session.editor.refusal)
            return
        self.turn_to("matrix")
        session.editing = True
        matrix.cursor = (min(matrix.top, max(0, len(session.problem.options) - 1)), matrix.left)
        matrix.focus()
        self.show_all()

    def end_editing(self) -> None:
        """Leave the editor; all changes are kept."""
        self.session.editing = False
        self._leave_matrix()
        advice.look_ahead(self)

    def edit(self, change: Callable[[MatrixEditor], None]) -> None:
        """Make a change at the cursor, and keep it before anything else: the next key may be the last."""
        from core.storage.store import StoreError

        editor = self.session.editor
        editor.option, editor.item = self.matrix.cursor or (0, 0)
        try:
            change(editor)
        except (ProblemError, StoreError) as error:
            self.say(str(error))
            return
        editor.keep_inside()
        self.matrix.cursor = (editor.option, editor.item)
        self.keep_problem()
        self._shown_anew(self.session.taken(edited=True))

    async def rename(self, naming: Callable[[MatrixEditor], Renaming]) -> None:
        """Ask for another name of what is at the cursor."""
        from tui.dialogs.dialogs import LineDialog

        editor = self.session.editor
        editor.option, editor.item = self.matrix.cursor or (0, 0)
        renaming = naming(editor)
        prompt = f"Name of the {renaming.what}:"
        name = await answer(LineDialog("Rename", prompt, renaming.old, partial(editor.name_refusal, renaming)))
        if name is not None and name != renaming.old:
            self.edit(lambda editor: editor.rename(renaming, name))

    # In the matrix: taking and forbidding options by hand

    @property
    def can_take(self) -> bool:
        """Whether the hand is in a matrix that has options."""
        return self.session.hand.on and bool(self.session.problem.options)

    def begin_by_hand(self) -> None:
        """Put the hand into the matrix, where the search would go on."""
        session, matrix = self.session, self.matrix
        self.browser.leave()
        if session.watchable:
            session.set_pace(watching=True)
        if self.search.run is not None and self.searching:
            self.search.run.pause()
        session.hand.on = True
        self.turn_to("matrix")
        if session.watching and self.search.run is None:
            self.start_search(paused=True)
        state = session.state()
        matrix.cursor = (state.candidates[0] if state.candidates else matrix.top, matrix.left)
        matrix.focus()
        self.show_all()

    def by_hand(self, what: str) -> None:
        """Take, force or forbid the option at the cursor; undo the last of these, or clear all."""
        session, cursor = self.session, self.matrix.cursor
        if refusal := session.by_hand(what, cursor[0] if cursor is not None else None):
            self.say(refusal.text)
            return
        if session.watching:
            self.start_search(paused=True)
        self.remember()
        self.show_all()
        advice.look_ahead(self)

    def end_by_hand(self) -> None:
        """Take the hand out of the matrix; what it has taken and forbidden stays."""
        if self.session.hand.on:
            self.session.hand.on = False
            self._leave_matrix()

    def _leave_matrix(self) -> None:
        self.matrix.cursor = None
        self.form.focus()
        self.show_all()

    # What works now

    def can(self, name: str) -> bool:
        session = self.session
        if session.hand.on and name in NOT_BY_HAND:
            return False
        match name:
            case "classes":
                return super().can(name) and session.symmetries > 1
            case "walk":
                return self.search.walkable or self.waiting.busy or (session.watching and self.search.run is None)
            case "step" | "next_solution":
                return not (session.watching and session.at_the_end)
        return super().can(name)

    def offers(self, action: Action) -> bool:
        if self.session.editing:
            return action.group == EDITOR and (action.when is None or action.when(self))
        here = f"view('{self.session.view_name}')"
        return action.group != EDITOR and action.action != here and super().offers(action)

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        session = self.session
        doing = EDITOR if session.editing else HAND if session.hand.on else ""
        own = [action for action in actions if action.group == doing]
        usual = [action for action in actions if action.group not in (EDITOR, HAND)]
        meant, why = super().refused(own or usual or actions)
        if session.editing and not own:
            why = "you are editing the matrix; esc ends that"
        elif meant.group == EDITOR and not session.editing:
            why = "only while you edit the matrix; e begins that"
        elif session.hand.on and meant.name in NOT_BY_HAND:
            why = "you are choosing by hand; esc ends that"
        elif session.watching and meant.action == "speed(1)":
            why = "this is the fastest that can be watched; t switches to full speed"
        return meant, why

    def footer_order(self) -> Sequence[str]:
        return order_in_footer(self)

    # For the next start

    def looks(self) -> dict[str, Any]:
        return {**super().looks(), "watching": self.session.watching, "view": self.session.view_name}

    def look_again(self, looks: Mapping[str, Any]) -> None:
        super().look_again(looks)
        if "watching" in looks:
            self.session.set_pace(watching=looks["watching"] is True)
        if looks.get("view") in VIEWS:
            self.turn_to(looks["view"])

    # Leaving

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self.form.end_typing()
        if self.session.watching and self.search.run is not None and self.searching:
            self.search.run.pause()
