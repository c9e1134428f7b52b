"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend
from textual.getters import query_one
from textual.reactive import var
from textual.widget import Widget

from core.queens.problem import Square
from core.search import CannotSolve, ProblemError
from core.words import grouped
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.queens_board import QueensBoard, legend
from tui.kit.queens_position import QueensPosition
from tui.kit.text_panel import WhyPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.screen import SearchScreen, looking_back
from tui.lab.worker import in_thread
from tui.screens.queens.actions import ABOUT, ACTIONS
from tui.screens.queens.session import QueensSession


class QueensScreen(SearchScreen):
    """The N queens laboratory: steers a `QueensSession` and shows it."""

    CSS_PATH = "queens.tcss"
    AUTO_FOCUS = ""
    SETTINGS = "queens"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    NO_CLASSES = "solutions as long as these are not grouped"
    session: QueensSession

    board = query_one("#board", QueensBoard)
    form = query_one("#form", FormPanel)
    live = query_one("#live", LivePanel)
    tree_panel = query_one("#tree", TreePanel)
    why = query_one("#why", WhyPanel)
    found = query_one("#found", FoundPanel)

    explaining = var(False, init=False)
    """Whether there is something to say about why the search is where it is."""
    tree_opened = var(False, toggle_class="-tree", init=False)
    """Whether the visited tree stands in place of the choices."""

    def __init__(self) -> None:
        self.session = QueensSession(self.app.settings.section(self.SETTINGS))
        super().__init__(self.session)
        self.add_class("-ready", update=False)  # before there is anything to be styled anew

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield QueensBoard(id="board")
            with Vertical(id="side"):
                form = FormPanel(self.session, digits="n", id="form", focused_note_lines=3, focused_lines=7)
                form.border_title = "Search"
                yield form
                yield LivePanel(id="live", guides=True)
                yield TreePanel(self.session.tree, id="tree")
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
        self.form.focus(scroll_visible=False)  # showing it brings it into view
        self.show_choices(note)
        self.show_search()
        self.call_after_refresh(self._after_first_frame, bool(asked.get("run")) and not wrong)

    def _after_first_frame(self, run: bool) -> None:
        if run:
            self.start_search()
            # Once more: a small screen is laid out anew when it has seen that it is small.
            self.call_after_refresh(self._bring_into_view, self.live)
        self._warm_up()

    @work(group="warm-up", exit_on_error=False)
    async def _warm_up(self) -> None:
        self.session.preview = await in_thread(self.session.warm_up(), "warm-up")
        self.show_search()

    # Choosing

    @on(FormPanel.Moved)
    def _form_moved(self) -> None:
        self._bring_into_view(self.form, end=self.form.note.warning)

    @on(FormPanel.Changed)
    def _form_changed(self) -> None:
        self._form_moved()
        self.remember()
        self._turned()

    def chosen(self, note: Note | None) -> None:
        self.form.show(note)
        self._form_changed()

    def choices_replaced(self) -> None:
        self.show_choices()
        self.remember()

    def _turned(self) -> None:
        """Somebody has turned to the board, or away from it: there is something else to see."""
        self.show_search()
        self.refresh_bindings()

    # Two algorithms side by side

    def side_by_side(self) -> None:
        """Two algorithms on two boards, on a screen of their own."""
        from tui.screens.queens.pair_screen import PairScreen
        from tui.screens.queens.pair_session import PairSession

        session, settings = self.session, self.app.settings
        if self.searching and self.search.run is not None:
            self.search.run.pause()
        pair = PairSession(session.problem, session.setup.entry.key, settings.section("pair"), session.results)
        self.app.push_screen(PairScreen(pair), lambda _: self._turned())

    # The visited tree

    def watch_tree_opened(self, opened: bool) -> None:
        """The tree in place of the choices, or the choices again."""
        if opened:
            self.session.let_go()
            self.tree_panel.open()
        else:
            self.tree_panel.display = False
            self.form.focus(scroll_visible=False)
        self._turned()

    # Placing queens by hand

    def take_the_board(self, square: Square = (0, 0)) -> None:
        """Begin to place queens by hand, with the cursor on a square."""
        self.session.hold(square)
        self.board.focus(scroll_visible=False)
        self._turned()

    def leave_the_board(self) -> None:
        """Place no more."""
        self.session.let_go()
        self.form.focus(scroll_visible=False)
        self._turned()

    @on(QueensBoard.CursorMoved)
    def _cursor_moved(self, event: QueensBoard.CursorMoved) -> None:
        event.stop()
        self.session.move_cursor(event.down, event.right)
        self._turned()

    @on(QueensBoard.Clicked)
    def _clicked(self, event: QueensBoard.Clicked) -> None:
        event.stop()
        if not self.searching and self.session.can_hold:
            self.take_the_board(event.square)
            self.chosen(self.session.put_cross() if event.forbids else self.session.put_queen())

    # Searching

    def wake(self) -> None:
        super().wake()
        if self.is_mounted and self.searching:
            self._bring_into_view(self.live)

    def search_ended(self) -> None:
        super().search_ended()
        self._meet_rival()

    @work(group="rival", exclusive=True, exit_on_error=False)
    async def _meet_rival(self) -> None:
        """How many nodes another algorithm takes, to ask why."""
        session = self.session
        count = session.to_meet_rival(self.app.settings.section("pair"))
        if count is not None:
            session.rival = await in_thread(lambda: count(lambda: not self.is_running), "rival")
            self.refresh_bindings()

    # What works now

    def footer_order(self) -> Sequence[str]:
        if not looking_back(self) or self.session.holding:
            return super().footer_order()
        tree = "close_tree" if self.tree_opened else "tree"
        if self.held:
            return ("run", "step", "walk('BACK')", tree, "code", "live", "go_to_node")
        return ("run", "pair", "walk('BACK')", tree, "code", "browse(1)", "live")

    def can(self, name: str) -> bool:
        if name in ("pause", "stop", "live") and self.session.holding:
            return False
        return not (name == "classes" and self.session.large) and super().can(name)

    # Showing

    def show_search(self) -> None:
        """Show how things stand, in whatever is in sight."""
        session = self.session
        position, words = session.position()
        sentences = session.why(tree=self.tree_opened)
        self.explaining = bool(sentences)
        self._show_board(position, words)
        if self.live.display:
            figures = session.figures()
            self.set_class(figures.snapshot is None and not figures.error, "-ready")
            self.live.show(figures)
        if self.why.display:
            shot = session.search.snapshot
            title = "Why" if shot is None else f"Why · node {grouped(shot.steps)}"
            self.why.show(title, sentences, legend=legend(self.app.glyphs) if position.marks is not None else "")
        if self.found.display:
            self.found.show()
        if self.tree_opened:
            self.tree_panel.follow(session.of_tree, self.search.node)
        self.show_code()

    def _show_board(self, position: QueensPosition, words: str) -> None:
        self.board.show(position)
        n = grouped(position.n)
        self.board.entitle(f"{n} × {n}", f"{words} · tab to scroll" if self.board.windowed else words)

    def watch_explaining(self, explaining: bool) -> None:
        """While a search is explained, reasons take the place of the list and of the figures that change least."""
        for panel in (self.live, self.why, self.found):
            panel.set_class(explaining, "-explaining")

    def on_resize(self) -> None:
        """What is in sight depends on the size."""
        self.call_after_refresh(self.show_search)

    def show_choices(self, note: Note | None = None) -> None:
        """The choices, with what there is to say about the last one."""
        self.form.show(note)
        self._bring_into_view(self.form, end=note is not None)

    def _bring_into_view(self, part: Widget, *, end: bool = False) -> None:
        """On a small terminal the form and the figures share one place: show this one, or the end of it."""
        if self.has_class("-narrow") and self.has_class("-low"):
            self.query_one("#side").scroll_to_widget(part, animate=False, top=not end)

    # Leaving

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.form.end_typing()
