"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.events import ScreenSuspend

from core.search import CannotSolve, ProblemError, Search
from tui.actions.action import Action, bindings
from tui.actions.keybar import KeyBar
from tui.dialogs.form_values import Note
from tui.host import host
from tui.screens.queens.about import ABOUT
from tui.screens.queens.actions import ACTIONS, BENCH_ACTIONS, SCREEN_ACTIONS
from tui.screens.queens.bench import Bench
from tui.screens.queens.display import Display
from tui.screens.queens.found_panel import FoundPanel
from tui.screens.queens.memory import QueensMemory
from tui.screens.queens.session import QueensSession
from tui.search.browsing import BrowsingScreen
from tui.search.figures import Figures
from tui.search.kept_searches import KeptSearches
from tui.search.worker import in_thread
from tui.widgets.form_panel import FormPanel
from tui.widgets.icicle import Icicle
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import QueensBoard
from tui.widgets.titlebar import TitleBar
from tui.widgets.tree_panel import TreePanel
from tui.widgets.why import WhyPanel


class QueensScreen(BrowsingScreen):
    """The N queens laboratory: steers a `QueensSession` and shows it."""

    CSS_PATH = "screen.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(SCREEN_ACTIONS)

    def __init__(self) -> None:
        self.session = QueensSession(host(self).settings.section("queens"))
        super().__init__(self.session.search, self.session.browser)
        self.grown_tree = self.session.tree
        self._shown = Display(self, self.session)
        self.kept = KeptSearches(self, "queens", QueensMemory(self.session))

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Bench(self.session, id="body"):
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

    @on(Bench.Chosen)
    def _chosen(self, event: Bench.Chosen) -> None:
        self.form.show(event.note)
        self._form_changed()

    @on(Bench.Turned)
    def _turned(self) -> None:
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

    # What works now

    def can(self, name: str) -> bool:
        allowed = self.session.can(name)
        if name in ("put", "hand_off"):
            return allowed and len(self.app.screen_stack) == 1
        if name == "close_tree":
            return self.query_one(TreePanel).opened and len(self.app.screen_stack) == 1
        return allowed and super().can(name)

    def target(self, action: Action) -> DOMNode:
        return self.query_one(Bench) if action in BENCH_ACTIONS else self
