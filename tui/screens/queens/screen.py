"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend

from core.queens.problem import Queens, Square
from core.search import CannotSolve, ProblemError, Search
from tui.actions.action import bindings
from tui.actions.keybar import KeyBar
from tui.dialogs.form_values import Note
from tui.host import host
from tui.screens.queens.about import ABOUT
from tui.screens.queens.actions import ACTIONS
from tui.screens.queens.display import Display
from tui.screens.queens.files import Files
from tui.screens.queens.found_panel import FoundPanel
from tui.screens.queens.memory import QueensMemory
from tui.screens.queens.proposing import proposed
from tui.screens.queens.session import QueensSession
from tui.search.figures import Figures
from tui.search.kept_searches import KeptSearches
from tui.search.screen import SearchScreen
from tui.search.worker import in_thread
from tui.widgets.form_panel import FormPanel
from tui.widgets.icicle import Icicle
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import QueensBoard
from tui.widgets.titlebar import TitleBar
from tui.widgets.tree_panel import TreePanel
from tui.widgets.why import WhyPanel


class QueensScreen(SearchScreen):
    """The N queens laboratory: steers a `QueensSession` and shows it."""

    CSS_PATH = "screen.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)
    session: QueensSession
    files: Files
    """Copying and saving solutions."""

    def __init__(self) -> None:
        self.session = QueensSession(host(self).settings.section("queens"))
        super().__init__(self.session.search, self.session.browser)
        self.grown_tree = self.session.tree
        self._shown = Display(self, self.session)
        self.files = Files(self, self.browser)
        self.kept = KeptSearches(self, "queens", QueensMemory(self.session))

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield QueensBoard(id="board")
            with Vertical(id="side"):
                form = FormPanel(self.session, digits="n", id="form", focused_note_lines=3, focused_lines=7)
                form.border_title = "Search"
                yield form
                yield LivePanel(id="live")
                yield TreePanel(self.session.tree, id="tree")
                yield WhyPanel(id="why")
                yield FoundPanel(id="found")
        yield KeyBar()
        yield TooSmall()

    @property
    def form(self) -> FormPanel:
        """The choices."""
        return self.query_one("#form", FormPanel)

    @property
    def tree_panel(self) -> TreePanel:
        """The visited tree."""
        return self.query_one(TreePanel)

    def on_mount(self) -> None:
        asked = host(self).first_options("queens")
        note, wrong = None, False
        try:
            note = self.session.ask(asked)
            if asked:
                self._remember()
        except (CannotSolve, ProblemError) as error:
            note, wrong = Note(str(error)), True
        self.form.focus(scroll_visible=False)  # the display sees to that
        self._shown.form(note)
        self.show_search()
        self.call_after_refresh(self._after_first_frame, bool(asked.get("run")) and not wrong)

    def _after_first_frame(self, run: bool) -> None:
        if run:
            self.start_search()
            # Once more: a small screen is laid out anew when it has seen that it is small.
            self.call_after_refresh(self._shown.bring_into_view, self.query_one("#live"))
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        self.session.preview = await in_thread(self.session.warm_up(), "warm-up")
        self.show_search()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self.form.end_typing()

    # Showing

    def wake(self) -> None:
        super().wake()
        if self.is_mounted:
            self.form.end_typing()  # a key that steers ends the number that was being typed
            if self.searching:
                self._shown.bring_into_view(self.query_one("#live"))

    def place_changed(self) -> None:
        self.form.end_typing()
        super().place_changed()

    def figures(self) -> Figures:
        return self.session.figures()

    def show_search(self) -> None:
        self._shown.search()

    # What was done elsewhere

    @on(FormPanel.Moved)
    def _form_moved(self) -> None:
        self._shown.bring_into_view(self.form, end=self.form.note.warning)

    @on(FormPanel.Changed)
    def _form_changed(self) -> None:
        self._form_moved()
        self._remember()
        self._turned()

    def _chosen(self, note: Note | None) -> None:
        """Another problem or algorithm has been chosen; ``note`` is what there is to say about it."""
        self.form.show(note)
        self._form_changed()

    def _turned(self) -> None:
        """Somebody has turned to the board, or away from it: there is something else to see."""
        self.show_search()
        self.refresh_bindings()

    @on(Icicle.Pointed)
    def _pointed(self, event: Icicle.Pointed) -> None:
        """Go there with the search itself, so that board and reasons show it."""
        self.browser.leave()
        self.walk_to(event.node)

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        make = self.session.make_search()
        self._remember()
        self.form.settle()
        return make

    def choices_replaced(self) -> None:
        self._shown.form()
        self._remember()

    def search_ended(self) -> None:
        self.session.ended()
        self.show_search()

    def _remember(self) -> None:
        host(self).settings.put("queens", self.session.remembered())

    def set_speed(self, speed: int | None) -> None:
        super().set_speed(speed)
        self.show_search()
        self._remember()

    # Choices

    def resize_board(self, step: int) -> None:
        """So many queens more, or fewer."""
        self.form.end_typing()
        self._chosen(self.session.resize(step))

    def choose_algorithm(self) -> None:
        """Ask for the algorithm, from a list."""
        from tui.dialogs.algorithm import algorithm_dialog

        session = self.session

        def chosen(key: str | None) -> None:
            if key == "":
                self.take_proposed()
            elif key is not None:
                self._chosen(session.choose("algorithm", key))

        self.form.end_typing()
        problem, key = session.problem, session.setup.entry.key
        self.app.push_screen(algorithm_dialog(problem, key, proposal=proposed(session.setup)), chosen)

    def take_proposed(self) -> None:
        """Choose the algorithm that is proposed."""
        self.form.end_typing()
        self._chosen(self.session.take_proposed())

    def show_command(self) -> None:
        """The command line that does the same."""
        from tui.dialogs.dialogs import TextDialog

        self.app.push_screen(TextDialog("The same on the command line", self.session.command()))

    def side_by_side(self) -> None:
        """Two algorithms on two boards, on a screen of their own."""
        from tui.screens.queens.pair_screen import PairScreen
        from tui.screens.queens.pair_session import PairSession

        session, settings = self.session, host(self).settings
        self.form.end_typing()
        if session.search.searching and session.search.run is not None:
            session.search.run.pause()
        pair = PairSession(session.problem, session.setup.entry.key, settings.section("pair"), session.results)
        self.app.push_screen(PairScreen(pair), lambda _: self._turned())

    # The tree

    def open_or_close_tree(self) -> None:
        """Show the visited tree in place of the choices, or no more."""
        if self.tree_panel.opened:
            self.close_tree()
            return
        self.session.hand.off()
        self.tree_panel.open()
        self.session.tree_opened = True
        self._turned()

    def close_tree(self) -> None:
        """Show the choices again."""
        self.tree_panel.close()
        self.session.tree_opened = False
        self.form.focus(scroll_visible=False)
        self._turned()

    # The own hand

    def take_the_board(self, square: Square | None = None) -> None:
        """Begin to place queens by hand, with the cursor on a square."""
        session = self.session
        if session.search.searching:
            session.search.forget()
        session.forget_run()
        session.hand.on(session.problem.n, square)
        self.query_one("#board").focus(scroll_visible=False)
        self._turned()

    def leave_the_board(self) -> None:
        """Place no more."""
        self.session.hand.off()
        self.form.focus(scroll_visible=False)
        self._turned()

    def put_queen(self) -> None:
        """A queen on the cursor's square, or none any more."""
        self._chosen(self.session.put(self.session.hand.placed(self.session.problem)))

    def put_cross(self) -> None:
        """No queen may stand on the cursor's square, or again one may."""
        self._chosen(self.session.put(self.session.hand.forbidden(self.session.problem)))

    def clear_board(self) -> None:
        """Nothing placed and nothing forbidden."""
        self._chosen(self.session.put(Queens(self.session.problem.n)))

    @on(QueensBoard.CursorMoved)
    def _cursor_moved(self, event: QueensBoard.CursorMoved) -> None:
        event.stop()
        self.session.hand.move(self.session.problem.n, event.down, event.right)
        self._turned()

    @on(QueensBoard.Clicked)
    def _clicked(self, event: QueensBoard.Clicked) -> None:
        event.stop()
        if not self.searching and self.session.can_hold:
            self.take_the_board(event.square)
            self.put_queen()

    # What works now

    def can(self, name: str) -> bool:
        if name in ("pause", "stop", "live") and self.session.holding:
            return False
        return not (name == "classes" and self.session.large) and super().can(name)
