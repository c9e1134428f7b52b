"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.getters import query_one
from textual.widget import Widget

from core import CannotSolve, ProblemError
from core._queens.problem import Square
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.queens_board import QueensBoard
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.screen import LabScreen
from tui.lab.view import LabView
from tui.lab.worker import in_thread
from tui.screens.queens import rival
from tui.screens.queens.actions import ABOUT, ACTIONS
from tui.screens.queens.session import QueensSession


class QueensScreen(LabScreen):
    """The N queens laboratory: steers a `QueensSession` and shows it."""

    CSS_PATH = "queens.tcss"
    AUTO_FOCUS = ""
    SETTINGS = "queens"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    session: QueensSession

    board = query_one("#board", QueensBoard)
    form = query_one("#form", FormPanel)
    live = query_one("#live", LivePanel)
    tree_panel = query_one("#tree", TreePanel)
    why = query_one("#why", WhyPanel)
    found = query_one("#found", FoundPanel)

    def __init__(self) -> None:
        self.session = QueensSession(self.app.settings.section(self.SETTINGS))
        super().__init__(self.session)
        self._choosing = True
        """Whether the user looked at a choice last: if there is little room, the form stays in view."""
        self.add_class("-ready", update=False)  # before there is anything to style again

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield QueensBoard(id="board")
            with Vertical(id="side"):
                yield FormPanel(title="Search", digits="n", id="form", focused_note_lines=3, focused_lines=7)
                yield LivePanel(id="live")
                yield TreePanel(self.session.grown_tree, id="tree")
                yield WhyPanel(id="why")
                yield CodePanel(id="code")
                yield FoundPanel(self.session, id="found")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        asked = self.app.first_options("queens")
        note, wrong = None, False
        try:
            note = self.session.ask(asked)
            if asked:
                self.remember()
        except (CannotSolve, ProblemError) as error:
            note, wrong = Note(str(error)), True
        self.session.form.say(note)
        self.form.focus(scroll_visible=False)
        self.tick()
        self._form_into_view()
        self.call_after_refresh(self._after_first_frame, bool(asked.get("run")) and not wrong, not asked)

    def _after_first_frame(self, run: bool, come_back: bool) -> None:
        if run:
            self.start_search()
            # Once more: a small screen is laid out again when it has seen that it is small.
            self.call_after_refresh(self._bring_into_view, self.live)
        elif come_back:
            self.left.come_back()
        self._warm_up()

    @work(group="warm-up", exit_on_error=False)
    async def _warm_up(self) -> None:
        self.session.preview = await in_thread(self.session.warm_up(), "warm-up")
        self.tick()

    # Choosing

    def choices_changed(self) -> None:
        super().choices_changed()
        self._form_into_view()

    def _form_into_view(self) -> None:
        self._choosing = True
        self._bring_into_view(self.form, end=self.session.form.note.warning)

    # The visited tree

    def turn_tree(self) -> None:
        """Show the tree in place of the choices, or the choices again."""
        session = self.session
        session.tree_opened = not session.tree_opened
        if session.tree_opened:
            session.let_go()
        self.tick()
        (self.tree_panel if session.tree_opened else self.form).focus(scroll_visible=False)

    # Placing queens by hand

    def take_the_board(self, square: Square = (0, 0)) -> None:
        """Begin to place queens by hand, with the cursor on a square."""
        self.session.hold(square)
        self.board.focus(scroll_visible=False)
        self.tick()

    def leave_the_board(self) -> None:
        """Stop placing queens by hand."""
        self.session.let_go()
        self.form.focus(scroll_visible=False)
        self.tick()

    @on(QueensBoard.CursorMoved)
    def _cursor_moved(self, event: QueensBoard.CursorMoved) -> None:
        event.stop()
        self.session.move_cursor(event.down, event.right)
        self.tick()

    @on(QueensBoard.Clicked)
    def _clicked(self, event: QueensBoard.Clicked) -> None:
        event.stop()
        if not self.session.searching and self.session.can_hold:
            self.take_the_board(event.square)
            self.chosen(self.session.put_cross() if event.forbids else self.session.put_queen())

    # Searching

    def wake(self) -> None:
        super().wake()
        if self.is_mounted and self.session.searching:
            self._choosing = False
            self._bring_search_into_view()

    def watch_view(self, old: LabView | None, new: LabView) -> None:
        super().watch_view(old, new)
        if old is not None and old.standing != new.standing and "-ready" not in new.standing:
            self.call_after_refresh(self.call_after_refresh, self._bring_search_into_view)  # once it is laid out again

    def _bring_search_into_view(self) -> None:
        if not self._choosing:
            self._bring_into_view(self.why if self.has_class("-explaining") else self.live)

    def search_ended(self) -> None:
        super().search_ended()
        self._meet_rival()

    @work(group="rival", exclusive=True, exit_on_error=False)
    async def _meet_rival(self) -> None:
        """How many nodes another algorithm takes, to ask why."""
        session = self.session
        count = rival.to_count(session, self.app.settings.section("pair"))
        if count is not None:
            session.rival = await in_thread(lambda: count(lambda: not self.is_running), "rival")
            self.tick()

    # Showing

    def _bring_into_view(self, part: Widget, *, end: bool = False) -> None:
        """On a small terminal the form and the figures share a place: show this one, or the end of it."""
        if self.has_class("-narrow") and self.has_class("-low"):
            self.query_one("#side").scroll_to_widget(part, animate=False, top=not end)
