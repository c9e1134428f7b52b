"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend
from textual.widget import Widget

from core.catalog import algorithms
from core.queens.problem import Queens, Square
from core.search import CannotSolve, ProblemError, Search
from core.wording import grouped
from tui.browsing_screen import BROWSE_ACTIONS, BrowsingScreen
from tui.commands import Action, bindings
from tui.figures import Figures
from tui.forms import Note
from tui.glyphs import in_ascii
from tui.host import host
from tui.screens.queens.about import ABOUT
from tui.screens.queens.found_panel import LONGEST, FoundPanel, Shown
from tui.screens.queens.hand import can_be_held
from tui.screens.queens.session import QueensSession
from tui.search_screen import SEARCH_ACTIONS, WALK_ACTIONS
from tui.setup import short_refusal
from tui.widgets.form_panel import FormPanel
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import QueensBoard
from tui.widgets.titlebar import TitleBar
from tui.widgets.why import WhyPanel
from tui.worker import in_thread

BOARD = "Your own hand on the board"


class QueensScreen(BrowsingScreen):
    """The N queens laboratory."""

    CSS_PATH = "screen.tcss"
    ABOUT = ABOUT
    ACTIONS = (
        *SEARCH_ACTIONS,
        *WALK_ACTIONS,
        *BROWSE_ACTIONS,
        Action("algorithm", "a", "algorithm", "Choose the algorithm from a list", footer=True, group="Choices"),
        Action("copy", "y", "copy", "Copy the solution as a list", footer=True, group="Solutions"),
        Action("save", "s", "save", "Save the solution: .txt list, .fen, or .svg board", group="Solutions"),
        Action(
            "save_all",
            "S",
            "save all",
            "Save all solutions listed, or one of each class, one a line",
            group="Solutions",
        ),
        Action("hand", "e", "place queens", "Place queens on the board and forbid squares", footer=True, group=BOARD),
        Action(
            "put('queen')",
            "space",
            "queen",
            "Put a queen on the cursor's square, or take it away",
            footer=True,
            palette=False,
            group=BOARD,
            priority=True,
        ),
        Action(
            "put('cross')",
            "x",
            "forbid",
            "Forbid the cursor's square, or allow it again",
            footer=True,
            palette=False,
            group=BOARD,
            priority=True,
        ),
        Action("clear_board", "delete", "clear board", "Clear all queens and crosses from the board", group=BOARD),
        Action("hand_off", "escape", "done", "Done placing", footer=True, palette=False, group=BOARD, priority=True),
        Action("command", "c", "command", "Show the command line that does the same", group="Choices"),
        Action("size(1)", "asterisk", "larger", "One more queen", group="Choices", palette=False),
        Action("size(-1)", "slash", "smaller", "One queen less", group="Choices", palette=False),
    )
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        self.session = QueensSession(host(self).settings.section("queens"))
        super().__init__(self.session.search, self.session.browser)

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
        self.form.focus(scroll_visible=False)  # `_bring_into_view` sees to that
        self._show_form(note)
        self.show_search()
        self.call_after_refresh(self._after_first_frame, bool(asked.get("run")) and not wrong)

    def _after_first_frame(self, run: bool) -> None:
        if run:
            self.start_search()
            # Once more: a small screen is laid out anew when it has seen that it is small.
            self.call_after_refresh(self._bring_into_view, self.query_one("#live"))
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        self.session.preview = await in_thread(self.session.warm_up(), "warm-up")
        self.show_search()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self.form.end_typing()

    # Showing

    def _show_form(self, note: Note | None = None) -> None:
        self.form.show(note)
        self._bring_into_view(self.form, end=note is not None)

    def _bring_into_view(self, part: Widget, *, end: bool = False) -> None:
        """On a small terminal the form and the figures share one place: show this one, or the end of it."""
        if self.has_class("-narrow") and self.has_class("-low"):
            self.query_one("#side").scroll_to_widget(part, animate=False, top=not end)

    def wake(self) -> None:
        super().wake()
        if self.is_mounted:
            self.form.end_typing()  # a key that steers ends the number that was being typed
            if self.searching:
                self._bring_into_view(self.query_one("#live"))

    def place_changed(self) -> None:
        self.form.end_typing()
        super().place_changed()

    def figures(self) -> Figures:
        return self.session.figures()

    def show_search(self) -> None:
        self.query_one("#live", LivePanel).show(self.figures())
        self._show_why()
        self._show_board()
        self._show_found()

    def _show_board(self) -> None:
        board = self.query_one("#board", QueensBoard)
        position, subtitle = self.session.position()
        board.show(position)
        if board.windowed:
            subtitle += " · tab to scroll"
        title, subtitle = self.drawn(f"{grouped(position.n)} × {grouped(position.n)}"), self.drawn(subtitle)
        if board.border_title != title:
            board.border_title = title
        if board.border_subtitle != subtitle:
            board.border_subtitle = subtitle

    def _show_why(self) -> None:
        sentences = self.session.why()
        self.set_class(bool(sentences), "-explaining")
        snapshot = self.search.snapshot
        node = "" if snapshot is None else f" · node {grouped(snapshot.steps)}"
        self.query_one("#why", WhyPanel).show(self.drawn(f"Why{node}"), sentences)

    def _show_found(self) -> None:
        session, browser = self.session, self.session.browser
        solution = browser.solution
        listed = browser.listed()
        first = solution if solution is not None else browser.at(0) if len(listed) else ()
        self.query_one("#found", FoundPanel).show(
            Shown(
                place=browser.place if solution is not None else None,
                total=len(listed),
                by_class=browser.by_class,
                class_size=session.class_size,
                at=lambda place: [int(column) for column in browser.at(place)[:LONGEST]],
                length=len(first),
                note=session.remark,
            )
        )

    def on_found_panel_picked(self, event: FoundPanel.Picked) -> None:
        self.action_browse_to(event.place)

    def on_found_panel_scrolled(self, event: FoundPanel.Scrolled) -> None:
        self.action_browse(event.step)

    def drawn(self, text: str) -> str:
        """A text as the terminal can show it."""
        return text if host(self).glyphs.unicode else in_ascii(text)

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        make = self.session.make_search()
        self._remember()
        self.form.settle()
        return make

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

    def on_form_panel_moved(self) -> None:
        self._bring_into_view(self.form, end=self.form.note.warning)

    def on_form_panel_changed(self) -> None:
        self.on_form_panel_moved()
        self._remember()
        self.show_search()
        self.refresh_bindings()

    def _chosen(self, note: Note | None) -> None:
        self.form.show(note)
        self.on_form_panel_changed()

    def action_size(self, step: int) -> None:
        self.form.end_typing()
        self._chosen(self.session.resize(step))

    def action_algorithm(self) -> None:
        from tui.dialogs import ChoiceDialog, ChoiceLine

        setup = self.session.setup
        choices = [
            ChoiceLine(
                entry.key,
                f"{entry.title}  ({entry.key})",
                f"{entry.summary} {entry.source.author} ({entry.source.year}) · {', '.join(entry.goals)}",
                short_refusal(entry, setup.problem),
            )
            for entry in algorithms("queens")
        ]

        def chosen(key: str | None) -> None:
            if key is not None:
                self._chosen(self.session.choose("algorithm", key))

        self.form.end_typing()
        self.app.push_screen(ChoiceDialog("Algorithm", choices, setup.entry.key), chosen)

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        self.app.push_screen(TextDialog("The same on the command line", self.session.command()))

    # The own hand

    def action_hand(self) -> None:
        self._take_the_board(None)

    def _take_the_board(self, square: Square | None) -> None:
        session = self.session
        if session.search.searching:
            session.search.forget()
        session.forget_run()
        session.hand.on(session.problem.n, square)
        self.query_one("#board").focus(scroll_visible=False)
        self.show_search()
        self.refresh_bindings()

    def action_hand_off(self) -> None:
        self.session.hand.off()
        self.form.focus(scroll_visible=False)
        self.show_search()
        self.refresh_bindings()

    def action_put(self, what: str) -> None:
        hand, problem = self.session.hand, self.session.problem
        self._chosen(self.session.put(hand.placed(problem) if what == "queen" else hand.forbidden(problem)))

    def action_clear_board(self) -> None:
        self._chosen(self.session.put(Queens(self.session.problem.n)))

    def on_queens_board_cursor_moved(self, event: QueensBoard.CursorMoved) -> None:
        self.session.hand.move(self.session.problem.n, event.down, event.right)
        self._show_board()

    def on_queens_board_clicked(self, event: QueensBoard.Clicked) -> None:
        if not self.searching and self.can("hand"):
            self._take_the_board(event.square)
            self.action_put("queen")

    # Solutions

    def can(self, name: str) -> bool:
        holding = self.session.hand.cursor is not None
        match name:
            case "put" | "hand_off":
                return holding and len(self.app.screen_stack) == 1
            case "hand":
                return not holding and not self.searching and can_be_held(self.session.problem.n)
            case "clear_board":
                return self.session.problem.restricted and not self.searching
            case "pause" | "stop" | "live" if holding:
                return False
            case "copy" | "save" | "save_all":
                return len(self.browser.found()) > 0
            case "classes":
                return len(self.browser.found()) > 0 and not self.session.large
        return super().can(name)

    def action_copy(self) -> None:
        from core.queens.formats import to_list

        place = self.browser.place_to_take
        if place is not None:
            host(self).copy(to_list(self.browser.at(place)), "solution")

    def action_save_all(self) -> None:
        from tui.line_dialogs import full_name, save_dialog
        from tui.screens.queens.saving import PROMPT_ALL, content_of_all

        browser = self.browser
        total = len(browser.listed())
        if not total:
            return
        kind = "classes" if browser.by_class else "solutions"
        name = f"queens-{len(browser.at(0))}-{kind}.txt"

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"{grouped(total)} {kind} saved: {full_name(text)}", markup=False)

        dialog = save_dialog(
            f"Save {grouped(total)} {kind}", PROMPT_ALL, name,
            lambda path: content_of_all(map(browser.at, range(total)), path.suffix),
        )  # fmt: skip
        self.app.push_screen(dialog, saved)

    def action_save(self) -> None:
        from tui.line_dialogs import full_name, save_dialog
        from tui.screens.queens.saving import PROMPT, content

        place = self.browser.place_to_take
        if place is None:
            return
        solution = self.browser.at(place)
        name = f"queens-{len(solution)}-{'class-' * self.browser.by_class}{place + 1}.svg"

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"saved {full_name(text)}", markup=False)

        self.app.push_screen(save_dialog("Save", PROMPT, name, lambda path: content(solution, path.suffix)), saved)
