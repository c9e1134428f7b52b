"""Sudoku: an editor for the keyboard, and every solver to ask or to watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend
from textual.getters import query_one
from textual.timer import Timer

from core.running import Move
from core.sudoku._symbols import value_of
from tui.actions.dialogue import converse
from tui.dialogs.form_values import Note
from tui.kit.code_panel import CodePanel
from tui.kit.form_panel import FormPanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.kit.tree_panel import TreePanel
from tui.lab.screen import LabScreen
from tui.lab.view import LabView
from tui.lab.worker import in_background, in_thread
from tui.screens.sudoku import dialogs
from tui.screens.sudoku.actions import ABOUT, ACTIONS, SYMBOL_BINDINGS
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.session import SudokuSession

TO_THE_FORM = "tab to come here and change these"


class SudokuScreen(LabScreen):
    """Sudoku to work on and to solve: steers a `SudokuSession` and shows it."""

    CSS_PATH = "sudoku.tcss"
    AUTO_FOCUS = ""
    SETTINGS = "sudoku"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = SYMBOL_BINDINGS
    session: SudokuSession

    board = query_one("#board", SudokuBoard)
    form = query_one("#form", FormPanel)
    page: query_one[TextPanel] = query_one("#page", TextPanel)
    tree_panel = query_one("#tree", TreePanel)

    def __init__(self) -> None:
        self.session = SudokuSession(self._launch)
        super().__init__(self.session.solving)
        self.session.files.choose = lambda puzzle_list: converse(self.app, dialogs.pick(self, puzzle_list))
        self.session.choose_step = lambda *asked: converse(self.app, dialogs.choose_step(self, *asked))
        self._later: Timer | None = None
        """The timer of the next look at what changes by itself."""
        self._due = 0.0

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield SudokuBoard(id="board")
            with Vertical(id="side"):
                yield TextPanel(id="info")
                yield FormPanel(title="Search", id="form", note_lines=1, focused_note_lines=4, away=TO_THE_FORM)
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
        self.call_after_refresh(self._after_first_frame, asked)

    def _after_first_frame(self, asked: Mapping[str, Any]) -> None:
        if "what" in asked:
            then = self.start_search if asked.get("run") else lambda: None
            if "://" in asked["what"]:
                self.session.files.read_text(asked["what"], then=then)
            else:
                self.session.files.read_file(Path(asked["what"]), then, asked.get("format"))
        elif asked.get("run"):
            self.start_search()
        elif not asked:
            self.left.come_back()
        in_background(self, self._warm_up, "warm-up", exclusive=False)

    async def _warm_up(self) -> None:
        """Import the solver in the background, so that the first search starts at once."""
        problem, entry = self.session.solving.to_solve, self.session.solving.setup.entry
        if entry.refusal(problem) is None:
            await in_thread(lambda: entry.start(problem, entry.goals[0]), "warm-up")

    # Jobs

    def _launch(self, job: Job) -> None:
        in_background(self, partial(self._work, job), job.kind, exclusive=False)

    async def _work(self, job: Job) -> None:
        """Do a job in a thread and show what came of it."""
        self.tick()
        try:
            job.done(await in_thread(job.run, job.kind))
        except asyncio.CancelledError:
            raise
        except Exception as trouble:
            self.log.error(trouble)
            self.session.failed(job, trouble)
        finally:
            self.session.jobs.ended(job)
        self.remember()
        self.tick()

    # Showing

    def show(self) -> None:
        super().show()
        for text in self.session.document.news:
            self.app.tell(text)
        self.session.document.news.clear()
        self._look_later()

    def watch_view(self, old: LabView | None, new: LabView) -> None:
        super().watch_view(old, new)
        before, now = (old is not None and "-tree" in old.standing), "-tree" in new.standing
        if now is not before:
            (self.tree_panel if now else self.board).focus(scroll_visible=False)

    @on(TextPanel.Longer)
    def _page_longer(self, event: TextPanel.Longer) -> None:
        self.session.long_page = event.page

    def on_resize(self) -> None:
        """The place of the mode depends on the size."""
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        if self.focused is None:
            self.set_focus(self.board)
        self.session.board_framed = not self.has_class("-low", "-narrow")
        self.tick()

    # What changes by itself: the clock, once a second while the user is at work and once a minute while they think;
    # what a job says; whether a busy store has taken everything

    def _look_later(self) -> None:
        wait = self.session.next_look if self.is_current else None
        due = time.monotonic() + wait if wait is not None else 0.0
        if self._later is not None:
            if wait is not None and self._due <= due:
                return  # that look comes sooner, and then it is seen when the next one is due
            self._later.stop()
        self._due = due
        self._later = self.set_timer(wait, self._look_now) if wait is not None else None

    def _look_now(self) -> None:
        self._later = None
        self.tick()

    # Keys

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

    # Values, clicks, pastes, choices

    def action_symbol(self, character: str) -> None:
        """Type a value; what that does depends on the mode."""
        self.session.entering.type(character)
        self.tick()

    def back_to_grid(self) -> None:
        """Back to values, or from a solution to the user's own grid."""
        self.session.back()
        self.set_focus(self.board)  # at once: the next key may be there already
        self.tick()

    def copy_grid(self) -> None:
        """The grid as one line, to the clipboard."""
        self.app.copy(*self.session.files.to_copy())

    @on(SudokuBoard.Clicked)
    def _clicked(self, event: SudokuBoard.Clicked) -> None:
        if self.session.ruling.selecting:
            self.session.ruling.click(event.cell)
        else:
            self.session.entering.go(event.cell)
        self.tick()

    def chosen(self, note: Note | None) -> None:
        if note is not None:
            self.session.document.say(note.text)
        super().chosen(None)

    def pasted(self, text: str) -> None:
        self.session.files.read_text(text)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.session.document.leave()
        self._look_later()

    def on_unmount(self) -> None:
        self.session.close()

    # Searching

    def show_search(self) -> None:
        session = self.session
        if not (session.document.watching or session.solving.current):
            self.search.forget()  # it is about another puzzle: what begins now is about the one in view
        super().show_search()
        session.document.watching = True

    def action_step(self) -> None:
        """Go on until the board has another value: a search visits the givens one by one too."""
        self.show_search()
        if not self.session.searching:
            self._start_to_look()
        self.session.solving.step_begins()
        if self.search.run is not None:
            self.search.run.step_change()
        self.wake()

    def _start_to_look(self) -> None:
        """Start a search and hold it at its beginning, by an algorithm with steps to look at."""
        note = self.session.solving.prepare_step()
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

    # The visited tree

    def turn_tree(self) -> None:
        """Open the tree, with a search at its start if there is none; or close it."""
        session = self.session
        if not session.tree_opened:
            if self.search.run is None or not session.solving.current:
                self._start_to_look()
            self.show_search()  # the tree and the reasons are about the search, not about a solution looked at
        session.tree_opened = not session.tree_opened
        self.tick()
