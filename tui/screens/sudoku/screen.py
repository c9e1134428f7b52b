"""Sudoku: an editor for the keyboard, and every solver to ask or to watch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus, Paste, ScreenSuspend

from core.running.timeline import Move
from core.search import Search
from core.sudoku.symbols import value_of
from tui.actions.action import Action, bindings
from tui.actions.keybar import KeyBar
from tui.host import host
from tui.screens.sudoku.actions import ABOUT, ACTIONS, SYMBOL_BINDINGS
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.dialogs import Dialogs
from tui.screens.sudoku.display import Display
from tui.screens.sudoku.document import Mode
from tui.screens.sudoku.info import InfoPanel
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.memory import SudokuMemory
from tui.screens.sudoku.page_panel import PagePanel
from tui.screens.sudoku.pages import page_of, steps_so_far
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.tree import SudokuTree
from tui.search.kept_searches import KeptSearches
from tui.search.screen import SearchScreen
from tui.search.worker import in_thread
from tui.widgets.form_panel import FormPanel
from tui.widgets.icicle import Icicle
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar

FOOTERS: dict[str, tuple[str, ...]] = {
    "values": ("symbol", "once", "hint", "undo", "open", "run"),
    "marks": ("symbol", "mode", "undo", "candidates", "check", "run"),
    "digit first": ("symbol", "put", "once", "undo", "back", "run"),
    "colours": ("symbol", "once", "undo", "clear_colours", "back"),
    "type in": ("symbol", "skip", "rub_out", "undo", "done"),
    "searching": ("pause", "step", "next_solution", "stop", "back"),
    "paused": ("run", "step", "walk", "next_solution", "stop", "back"),
    "searched": ("write", "walk", "browse", "back", "run"),
}
"""The keys to show, by what is going on."""
LETTERS_OF_THE_WALK = "DOTK"
"""Letters that belong to the walk through the tree while a search is looked at, values or not."""
LETTERS_OF_THE_SCREEN = "TK"
"""Letters that are no commands for the grid; where they are no values either, they have another use."""
LOOK_SECONDS = 0.5
"""How often to look what a job says of itself."""


class SudokuScreen(SearchScreen):
    """Shows a `SudokuSession` and hands it what is asked for."""

    CSS_PATH = "sudoku.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = [*SYMBOL_BINDINGS, *bindings(ACTIONS)]
    session: SudokuSession
    dialogs: Dialogs

    def __init__(self) -> None:
        self.session = SudokuSession(self._launch)
        super().__init__(self.session.solving.search, self.session.solving.browser)
        self.dialogs = Dialogs(self, self.session, self.show_all)
        self._shown = Display(self, self.session)
        self._tree = SudokuTree(self, self.session)
        self.grown_tree = self._tree.grown
        self.kept = KeptSearches(self, "sudoku", SudokuMemory(self.session))

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield SudokuBoard(id="board")
            with Vertical(id="side"):
                yield InfoPanel(id="info")
                form = FormPanel(self.session.solving, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Solve"
                yield form
                yield LivePanel(id="live")
                yield PagePanel(id="page")
                yield self._tree.panel
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self.app.app_suspend_signal.subscribe(self, lambda _: self.session.document.leave(), immediate=True)
        asked = host(self).first_options("sudoku")
        self.session.unicode = host(self).glyphs.unicode
        self.session.recall(host(self).settings.section("sudoku"))
        self.query_one("#board").focus()
        if not self.session.begin(asked):
            asked = {}
        elif asked:
            self._remember()
        self.show_all()
        self.call_after_refresh(self._after_first_frame, asked)

    def _after_first_frame(self, asked: Mapping[str, Any]) -> None:
        if "what" in asked:
            then = self.start_search if asked.get("run") else lambda: True
            self.session.files.read_file(Path(asked["what"]), then, asked.get("format"))
        elif asked.get("run"):
            self.start_search()
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        """Import the solver in the background, so that the first search starts at once."""
        problem, entry = self.session.solving.problem, self.session.solving.setup.entry
        if entry.refusal(problem) is None:
            await in_thread(lambda: entry.start(problem, entry.goals[0]), "warm-up")

    def _remember(self) -> None:
        host(self).settings.put("sudoku", self.session.remembered())

    # Jobs

    def _launch(self, job: Job) -> None:
        self.run_worker(self._work(job), group=job.kind, exit_on_error=False)

    async def _work(self, job: Job) -> None:
        """Do a job in a thread and show what came of it."""
        timer = self.set_interval(LOOK_SECONDS, self._shown.show_info)
        self.show_all()
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
        self._remember()
        self.show_all()

    # Showing

    def show_all(self) -> None:
        """Show everything anew; whatever looks as it did costs nothing."""
        if not self.is_mounted:
            return
        self._shown.show()
        self._tree.show()
        self.refresh_bindings()

    def show_search(self) -> None:
        if self.session.solving.stepped():
            self.call_later(self.wake)
        elif self.held and self.search.arrival and not self.session.document.message:
            self.session.document.say(self.search.arrival)
        solving = self.session.solving
        solving.long_count.look(self.search.run, solving.ran)
        self.set_class(self.session.document.watching and self.held, "-held")
        self.show_all()

    def on_resize(self) -> None:
        """Whether the grid is scrolled and where the mode stands depend on the size."""
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        if self.focused is None:
            self.set_focus(self.query_one("#board"))
        self.show_all()

    # What works now

    def can(self, name: str) -> bool:
        session = self.session
        match name:
            case "stop":
                return self.searching or self.grown_tree.at_work or bool(session.jobs.asked_for)
            case "pause":
                return session.document.watching and self.searching
            case "browse":
                return session.can(name)  # its solutions are the session's
            case "step" | "run":
                typing_in = session.document.mode is Mode.GIVENS and not session.document.watching
                return not typing_in and super().can(name)
        return session.can(name) and super().can(name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "symbol":
            return super().check_action(action, parameters)
        character = str(parameters[0])
        if self.session.walking and character in LETTERS_OF_THE_WALK:
            return False
        if character in LETTERS_OF_THE_SCREEN and not value_of(character, self.session.document.grid.shape.order):
            return False
        return self.session.entering.takes(character)

    @property
    def page_panel(self) -> PagePanel:
        """The panel in the lower right."""
        return self.query_one(PagePanel)

    @property
    def page_is_long(self) -> bool:
        """Whether what stands in the lower right is longer than the panel."""
        panel = self.page_panel
        # What it shows may be out of date: escape may have come just before.
        return panel.display and panel.longer and panel.page == (page_of(self.session) or steps_so_far(self.session))

    def footer_actions(self) -> list[Action]:
        document = self.session.document
        kind = document.mode.value
        if document.watching:
            kind = "paused" if self.held else "searching" if self.searching else "searched"
        names = FOOTERS[kind]
        if (self.session.jobs.asked_for or self.grown_tree.at_work) and "stop" not in names:
            names = ("stop", *names)
        found = []
        for name in names:
            action = next(action for action in self.ACTIONS if action.name == name)
            if self.can(name):
                found.append(self._relabelled(action))
        return found[:6]

    def _relabelled(self, action: Action) -> Action:
        document = self.session.document
        order = document.grid.shape.order
        if action.name == "symbol":
            from core.sudoku.symbols import symbol

            if document.mode is Mode.COLOURS:
                return replace(action, shown="1-6", label="colour")
            keys = f"1-{order}" if order < 10 else f"1-{symbol(order)}"
            labels = {Mode.VALUES: "enter", Mode.MARKS: "mark", Mode.DIGIT: "digit", Mode.GIVENS: "given"}
            return replace(action, shown=keys, label=labels[document.mode])
        if action.name == "mode":
            return replace(action, label="values")
        if action.name == "put" and document.digit:
            return replace(action, label=f"put {document.named(document.digit)}")
        if action.name == "walk":
            return replace(action, label="step back")
        if action.name == "back":
            return replace(action, label="my grid" if document.watching else "values")
        if action.name == "run" and document.watching:
            return replace(action, label="go on" if self.searching else "solve again")
        return action

    # What was done elsewhere

    def worked(self) -> None:
        """Something was done to the puzzle: there is more to show than before."""
        self._remember()
        self.show_all()

    def action_symbol(self, character: str) -> None:
        """What a value does depends on the mode."""
        self.session.entering.type(character)
        self.worked()

    def back_to_grid(self) -> None:
        """Back to values, or from a solution to one's own grid."""
        self.session.back()
        self.set_focus(self.query_one("#board"))  # at once: the next key may be there already
        self.worked()

    def copy_grid(self) -> None:
        """The grid as one line, to the clipboard."""
        host(self).copy(self.session.files.as_line(), "the grid as a line")

    @on(SudokuBoard.Clicked)
    def _clicked(self, event: SudokuBoard.Clicked) -> None:
        self.session.entering.go(event.cell)
        self.show_all()

    @on(FormPanel.Changed)
    def _chosen(self) -> None:
        self._remember()
        self.show_all()

    @on(DescendantFocus, "#form")
    @on(DescendantBlur, "#form")
    def _form_entered_or_left(self) -> None:
        self._shown.show_form()

    @on(Icicle.Pointed)
    def _pointed(self, event: Icicle.Pointed) -> None:
        self._tree.point(event.node)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.session.files.read_text(event.text)

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.session.document.leave()
        self._shown.stop_the_clock()

    def on_unmount(self) -> None:
        self.session.close()

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        return self.session.solving.begin()

    def search_ended(self) -> None:
        self.session.solving.ended()
        self.show_all()

    def action_run(self) -> None:
        self.session.solving.steer()
        self.session.document.watching = True
        super().action_run()

    def action_step(self) -> None:
        solving = self.session.solving
        if not self.searching:
            note = solving.prepare_step()
            if not self.start_search(paused=True):
                return
            if note is not None:
                self.session.document.say(note.text)
        self.session.document.watching = True
        solving.step()
        self.wake()

    def action_walk(self, move: str) -> None:
        solving = self.session.solving
        self.session.document.say("")
        if Move[move] is Move.BACK:
            again = solving.step_back()
            if again is not None:
                self.launch(again)
            self.wake()
            return
        solving.steer()
        super().action_walk(move)

    def action_tree(self) -> None:
        self._tree.toggle()
        self.show_all()

    def action_pause(self) -> None:
        self.session.solving.steer()
        super().action_pause()

    def action_next_solution(self) -> None:
        self.session.solving.steer()
        self.session.document.watching = True
        super().action_next_solution()

    def action_stop(self) -> None:
        self.session.stop()
        super().action_stop()

    def set_speed(self, speed: int | None) -> None:
        super().set_speed(speed)
        self.show_all()
        self._remember()
