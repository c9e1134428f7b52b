"""Sudoku: an editor for the keyboard, and every solver to ask or to watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus, Paste, ScreenSuspend
from textual.getters import query_one
from textual.reactive import var
from textual.timer import Timer

from core.running.timeline import Move
from core.search import Search
from core.sudoku.symbols import value_of
from tui.actions.action import NOT_NOW, Action
from tui.actions.dialogue import converse
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.kit.tree_panel import TreePanel
from tui.kit.values import CodePosition
from tui.lab.actions import WALK
from tui.lab.search_screen import SearchScreen
from tui.lab.worker import in_thread
from tui.screens.sudoku import dialogs
from tui.screens.sudoku.actions import ABOUT, ACTIONS, SOLVING, SYMBOL_BINDINGS, keys_of_values, order_in_footer
from tui.screens.sudoku.document import Mode
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.views import Page, cell_of, left_to_do, mode_of, on_board, page_of, steps_so_far, title_of

TO_THE_FORM = Note("tab to come here and change these", warning=False)
LOOK_SECONDS = 0.5
"""How often to look what a job says of itself."""


class SudokuScreen(SearchScreen):
    """Sudoku to be worked on and to be solved: steers a `SudokuSession` and shows it."""

    CSS_PATH = "sudoku.tcss"
    SETTINGS = "sudoku"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = SYMBOL_BINDINGS
    session: SudokuSession

    board = query_one("#board", SudokuBoard)
    info = query_one("#info", TextPanel)
    form = query_one("#form", FormPanel)
    live = query_one("#live", LivePanel)
    page: query_one[TextPanel] = query_one("#page", TextPanel)
    left_panel = query_one("#left", TextPanel)
    tree_panel = query_one("#tree", TreePanel)

    watching = var(False, toggle_class="-watching", init=False)
    """Whether the board shows the search in place of the own grid."""
    current = var(True, init=False)
    """Whether the newest search is about the puzzle in hand."""
    saved = var(True, init=False)
    """Whether the newest state is on disk."""
    tree_opened = var(False, toggle_class="-tree", init=False)
    """Whether the visited tree stands beside the grid."""

    def __init__(self) -> None:
        self.session = SudokuSession(self._launch)
        solving = self.session.solving
        super().__init__(solving)
        self.session.files.choose = lambda puzzle_list: converse(self.app, dialogs.pick(self, puzzle_list))
        self.session.choose_step = lambda *asked: converse(self.app, dialogs.choose_step(self, *asked))
        self.session.document.replaced.append(self.show_choices)
        self._clock: Timer | None = None

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield SudokuBoard(id="board")
            with Vertical(id="side"):
                yield TextPanel(id="info")
                form = FormPanel(self.session.solving, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Search"
                yield form
                yield LivePanel(id="live")
                yield TextPanel(id="left")
                yield TextPanel(id="page", keys=("pgup", "pgdn"))
                yield CodePanel(id="code")
                yield TreePanel(self.session.solving.grown_tree, id="tree")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self.app.app_suspend_signal.subscribe(self, lambda _: self.session.document.leave(), immediate=True)
        asked = self.app.first_options("sudoku")
        self.session.unicode = self.app.glyphs.unicode
        self.session.recall(self.app.settings.section(self.SETTINGS))
        self.board.focus()
        if not self.session.ask(asked):
            asked = {}
        elif asked:
            self.remember()
        self.watch_saved()
        self.show_all()
        self.call_after_refresh(self._after_first_frame, asked)

    def _after_first_frame(self, asked: Mapping[str, Any]) -> None:
        if "what" in asked:
            then = self.start_search if asked.get("run") else lambda: None
            self.session.files.read_file(Path(asked["what"]), then, asked.get("format"))
        elif asked.get("run"):
            self.start_search()
        elif not asked and self.left is not None:
            self.left.come_back()
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        """Import the solver in the background, so that the first search starts at once."""
        problem, entry = self.session.solving.to_solve, self.session.solving.setup.entry
        if entry.refusal(problem) is None:
            await in_thread(lambda: entry.start(problem, entry.goals[0]), "warm-up")

    # Jobs

    def _launch(self, job: Job) -> None:
        self.run_worker(self._work(job), group=job.kind, exit_on_error=False)

    async def _work(self, job: Job) -> None:
        """Do a job in a thread and show what came of it."""
        timer = self.set_interval(LOOK_SECONDS, self._show_info)
        self.show_puzzle()
        try:
            job.done(await in_thread(job.run, job.kind))
        except asyncio.CancelledError:
            raise
        except Exception as trouble:
            self.log.error(trouble)
            self.session.failed(job, trouble)
        finally:
            timer.stop()
            self.session.jobs.ended(job)
        self.remember()
        self._show_figures()
        self.show_puzzle()

    # Showing.  After a key, what it may have changed; whatever looks as it did costs nothing.

    def show_all(self) -> None:
        """Show everything anew."""
        if self.is_mounted:
            self.show_choices()
            self._show_figures()
            self.show_puzzle()

    def show_puzzle(self) -> None:
        """Show the puzzle in hand, and what somebody has done to it."""
        if not self.is_mounted:
            return
        session = self.session
        document = session.document
        self._show_board()
        self._show_info()
        self._show_page()
        for text in document.news:
            self.app.tell(text)
        document.news.clear()
        self.watching, self.current, self.saved = document.watching, session.solving.current, document.saved
        self._watch_the_clock()
        self.refresh_bindings()

    def _show_board(self) -> None:
        self.board.show(on_board(self.session))
        title = title_of(self.session, scrolled=self.board.scrolled)
        self.board.entitle(title, mode_of(self.session, self.board.size.width - 2))

    def _show_info(self) -> None:
        """Show what there is to say about the cell and the puzzle."""
        # Where the board has no frame to say it on, the mode stands here.
        mode = mode_of(self.session, 99) if self.has_class("-low", "-narrow") else ""
        self.info.show(cell_of(self.session, self.info.size.width, mode))

    def _show_page(self) -> None:
        page = page_of(self.session)
        self.set_class(page is not None, "-paged")
        self.page.show(page or steps_so_far(self.session))
        left = left_to_do(self.session)
        self.set_class(left is not None, "-playing")
        if left is not None:
            self.left_panel.show(left)

    def watch_saved(self) -> None:
        """Say whether everything is on disk."""
        glyphs = self.app.glyphs
        saved = f"saved {glyphs.yes}" if glyphs.unicode else "saved"
        self.query_one(TitleBar).note(saved if self.saved else f"NOT SAVED {glyphs.no}")
        if not self.saved and self.session.document.works.waits:
            self.set_timer(LOOK_SECONDS, self._look_whether_saved)

    def _look_whether_saved(self) -> None:
        self.saved = self.session.document.saved
        if not self.saved:
            self.watch_saved()

    def show_choices(self) -> None:
        """Show what would be started."""
        if self.is_mounted:
            self.form.show(None if self.form.has_focus else TO_THE_FORM)

    def show_search(self) -> None:
        session = self.session
        solving, document = session.solving, session.document
        solving.stepped()
        if self.held and self.search.arrival and not document.message:
            document.say(self.search.arrival)
        solving.long_count.look(self.search.run, solving.ran)
        self._show_figures()
        self.show_puzzle()

    def _show_figures(self) -> None:
        solving, watching = self.session.solving, self.session.document.watching
        self.live.show(solving.figures())
        self.set_class(watching and self.held, "-held")
        self.show_code()
        if self.tree_opened:
            self.tree_panel.follow(solving.of_tree, self.search.node)

    def code_positions(self) -> Sequence[CodePosition]:
        solving, reason = self.session.solving, None
        if self.session.search_in_view:
            reason = self.search.reason
        return [CodePosition(solving.ran if reason is not None and solving.ran is not None else solving.chosen, reason)]

    def watch_watching(self, watching: bool) -> None:
        """From the own grid to the search, or back: the tree goes with the search."""
        if not watching:
            self.tree_opened = False
        self._show_figures()

    def watch_current(self) -> None:
        """Figures about another puzzle would mislead."""
        self._show_figures()

    def on_resize(self) -> None:
        """Whether the grid is scrolled and where the mode stands depend on the size."""
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        if self.focused is None:
            self.set_focus(self.board)
        self.show_all()

    # The clock: one row is repainted, once a second while somebody is at work and once a minute while they think

    def _watch_the_clock(self) -> None:
        self._stop_the_clock()
        document = self.session.document
        wait = document.clock.next_look(document.seconds)
        if self.is_current and self.session.clock_shown and not document.grid.solved and wait is not None:
            self._clock = self.set_timer(wait, self._clock_moved)

    def _clock_moved(self) -> None:
        self._show_info()
        self._watch_the_clock()

    def _stop_the_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    # What works now

    def can(self, name: str) -> bool:
        session = self.session
        match name:
            case "stop":
                return super().can(name) or bool(session.jobs.asked_for)
            case "pause":
                return session.document.watching and self.searching
            case "step" | "run":
                return not session.typing_in and super().can(name)
            case "walk":
                return session.walking
        return super().can(name)

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        watching = self.session.document.watching
        fitting = [action for action in actions if (action.group in (SOLVING, WALK)) == watching]
        meant, why = super().refused(fitting or actions)
        if meant.name == "walk" and self.search.walkable and not watching:
            why = "your own grid is in view; v shows the search"
        elif why == NOT_NOW and watching and not fitting:
            why = "a search is in view; esc shows your own grid"
        return meant, why

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "symbol":
            return super().check_action(action, parameters)
        character = str(parameters[0])
        if (name := self._capitals.get(character)) is not None:
            if self.session.walking:
                return False  # while a search is looked at they belong to the walk, values or not
            if name != "walk" and not value_of(character, self.session.document.grid.shape.order):
                return False
        return self.session.entering.takes(character)

    @cached_property
    def _capitals(self) -> dict[str, str]:
        """The capital letters that are keys, a person's own too, and the names of their actions."""
        keys = ((key, action.name) for action in self.ACTIONS for key in action.keys.split(","))
        return {key: name for key, name in keys if len(key) == 1 and key.isupper()}

    @property
    def page_is_long(self) -> bool:
        """Whether what stands in the lower right is longer than the panel."""
        panel = self.page
        # What it shows may be out of date: escape may have come just before.
        return panel.display and panel.longer and panel.page == (page_of(self.session) or steps_so_far(self.session))

    def footer_order(self) -> Sequence[str]:
        return order_in_footer(self)

    def in_footer(self, action: Action) -> Action | None:
        shown = super().in_footer(action)
        if shown is not None and action.name == "symbol":
            return replace(shown, shown=keys_of_values(self))
        return shown

    # Values, clicks, pastes, choices

    def action_symbol(self, character: str) -> None:
        """What a value does depends on the mode."""
        self.session.entering.type(character)
        self.show_puzzle()

    def back_to_grid(self) -> None:
        """Back to values, or from a solution to one's own grid."""
        self.session.back()
        self.set_focus(self.board)  # at once: the next key may be there already
        self.show_puzzle()

    def copy_grid(self) -> None:
        """The grid as one line, to the clipboard."""
        self.app.copy(self.session.files.as_line(), "the grid as a line")

    @on(SudokuBoard.Clicked)
    def _clicked(self, event: SudokuBoard.Clicked) -> None:
        self.session.entering.go(event.cell)
        self.show_puzzle()

    def chosen(self, note: Note | None) -> None:
        self.show_choices()
        if note is not None:
            self.session.document.say(note.text)
        self.remember()
        self.show_puzzle()

    @on(FormPanel.Changed)
    def _chosen(self) -> None:
        self.remember()

    @on(DescendantFocus, "#form")
    @on(DescendantBlur, "#form")
    def _form_entered_or_left(self) -> None:
        self.show_choices()

    def choices_replaced(self) -> None:
        self.show_choices()
        self.remember()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.session.files.read_text(event.text)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.session.document.leave()
        self._stop_the_clock()

    def on_unmount(self) -> None:
        self.session.close()

    # Searching

    def make_search(self) -> Callable[[], Search]:
        return self.session.solving.make_search()

    def steered(self) -> None:
        super().steered()
        self.session.document.watching = True

    def action_step(self) -> None:
        """On until another value stands on the board: a search visits the givens one by one too."""
        if not self.searching:
            self._start_to_look()
        self.steered()
        self.session.solving.step_begins()
        if self.search.run is not None:
            self.search.run.step_change()
        self.wake()

    def _start_to_look(self) -> None:
        """Start a search that stands at its beginning, by an algorithm with steps to look at."""
        note = self.session.solving.prepare_step()
        self.show_choices()
        self.start_search(paused=True)
        if note is not None:
            self.session.document.say(note.text)

    def action_walk(self, move: str) -> None:
        self.session.document.say("")
        if Move[move] is Move.BACK:
            self.session.solving.step_begins()
            move = Move.PREVIOUS_CHANGE.name
        super().action_walk(move)

    def action_stop(self) -> None:
        self.session.stop()
        super().action_stop()

    # For the next start

    @property
    def comes_back(self) -> bool:
        return self.session.solving.current

    def looks(self) -> dict[str, Any]:
        document = self.session.document
        return {**super().looks(), "watching": document.watching, "mode": document.mode.value,
                "page": self.session.page.value, "candidates": document.show_candidates}  # fmt: skip

    def look_again(self, looks: Mapping[str, Any]) -> None:
        document = self.session.document
        document.watching = looks.get("watching") is True and self.session.solving.ran is not None
        document.show_candidates = looks.get("candidates") is True
        document.mode = next((mode for mode in Mode if mode == looks.get("mode")), document.mode)
        self.session.page = next((page for page in Page if page == looks.get("page")), self.session.page)
        if self.session.page is Page.PATH:
            self.session.tutor.find_path()
        super().look_again(looks)

    # The visited tree

    def turn_tree(self) -> None:
        """Open the tree, with a search at its start where there is none; or close it."""
        if not self.tree_opened:
            if self.search.run is None or not self.session.solving.current:
                self._start_to_look()
            self.steered()  # the tree and the reasons are about the search, not about a solution looked at
        self.tree_opened = not self.tree_opened

    def watch_tree_opened(self, opened: bool) -> None:
        """The tree in place of everything but the cell, or all the rest again."""
        if opened:
            self.tree_panel.open()
        else:
            self.tree_panel.display = False
            self.board.focus(scroll_visible=False)
        self._show_figures()
        self.show_puzzle()
