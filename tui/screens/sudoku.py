"""Sudoku: an editor for the keyboard, and every solver to ask or to watch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Paste

from core.search import CannotSolve, Goal
from tui.commands import Action, bindings
from tui.format import grouped
from tui.glyphs import in_ascii
from tui.host import host
from tui.screens import sudoku_files as files
from tui.screens.sudoku_actions import ABOUT, ACTIONS, SYMBOL_BINDINGS, Mode
from tui.screens.sudoku_solving import ORIGINS, SolvingScreen
from tui.search_session import asked_speed, kept_speed
from tui.setup import Setup
from tui.widgets.form import OptionForm
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.sudoku_board import Picture, SudokuBoard
from tui.widgets.sudoku_info import Info, InfoPanel
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

FOOTERS: dict[str, tuple[str, ...]] = {
    "values": ("symbol", "once", "candidates", "undo", "open", "run"),
    "marks": ("symbol", "mode", "undo", "candidates", "check", "run"),
    "digit first": ("symbol", "put", "once", "undo", "back", "run"),
    "type in": ("symbol", "skip", "rub_out", "undo", "done"),
    "searching": ("pause", "step", "next_solution", "stop", "back"),
    "paused": ("run", "step", "next_solution", "stop", "back"),
    "searched": ("write", "browse", "back", "run"),
}
"""The keys to show, by what is going on."""


class SudokuScreen(SolvingScreen):
    """Edit, check and solve Sudokus of any shape."""

    CSS_PATH = "sudoku.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = [*bindings(ACTIONS), *SYMBOL_BINDINGS]

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield SudokuBoard(self, id="board")
            with Vertical(id="side"):
                yield InfoPanel(id="info")
                form = OptionForm(self, id="form", note_lines=1, focused_note_lines=4)
                form.border_title = "Solve"
                yield form
                yield LivePanel(id="live")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = host(self).settings.section("sudoku")
        asked = host(self).first_options("sudoku")
        self.setup.recall(remembered)
        self.own_choice = bool(remembered.get("own_choice"))
        if self.own_choice:
            goal = next((g for g in Goal if g == remembered.get("goal")), Goal.FIRST)
            self.setup = Setup(self.setup.problem, remembered.get("algorithm"), goal)
            self.setup.recall(remembered)
        self.origin = remembered.get("origin") if remembered.get("origin") in ORIGINS else "puzzle"
        self.speed = kept_speed(remembered.get("speed"))
        self.clock_shown = remembered.get("clock", True) is not False
        self.query_one("#board").focus()
        trouble = self._take_arguments(asked)
        if asked and not trouble:
            self._remember()
        self._first_puzzle(asked)
        if self.autosave.trouble:
            self.notify(self.autosave.trouble, severity="warning", markup=False, timeout=15)
            self.saved = self.autosave.persistent
        if trouble:
            self.say(trouble, "bad")
        self.call_after_refresh(self._after_first_frame, asked if not trouble else {})

    def _take_arguments(self, asked: dict[str, Any]) -> str:
        try:
            change = self.setup.ask(asked)
            if not change.done:
                return str(change)
            self.own_choice = self.own_choice or "algorithm" in asked
            if "speed" in asked:
                self.speed = asked_speed(asked["speed"])
        except CannotSolve as error:
            return str(error)
        return ""

    def _first_puzzle(self, asked: dict[str, Any]) -> None:
        """What was worked on last; the first time, a shipped puzzle.  A file that was asked for is read later."""
        saved = self.autosave.newest()
        if saved is not None and self.take_up(saved):
            self.say(f"going on with what you left {saved.age}; o opens another")
            return
        first = files.first_puzzle() if "what" not in asked else None
        if first is not None:
            self.open_puzzle(first, "a first puzzle; o opens others, F1 tells how")
        else:
            self.puzzle_replaced()
            self.say("an empty grid; o opens a puzzle, F1 tells how")

    def _after_first_frame(self, asked: dict[str, Any]) -> None:
        if "what" in asked:
            self.run_worker(
                files.open_file(self, Path(asked["what"]), run=bool(asked.get("run"))), group="reading",
                exclusive=True, exit_on_error=False,
            )  # fmt: skip
        elif asked.get("run"):
            self.start_search()
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        """Import the solver in the background, so that the first search starts at once."""
        problem, entry = self.problem(), self.setup.entry
        if entry.refusal(problem) is None:
            await in_thread(lambda: entry.start(problem, entry.goals[0]).prepare(), "warm-up")

    # Showing

    def show_grid(self) -> None:
        self._show_board()
        self._show_info()
        self._show_title()

    def show_search(self) -> None:
        self.query_one("#live", LivePanel).show(self.figures())
        self.show_grid()

    def _show_board(self) -> None:
        board = self.query_one("#board", SudokuBoard)
        values = self.values_in_view()
        grid = self.grid if values is None else self.run_grid
        cursor = min(self.cursor, grid.shape.cells - 1)
        digit = (grid.values if values is None else values)[cursor]
        if self.mode is Mode.DIGIT and self.digit and not self.watching:
            digit = self.digit
        moving = values is not None and self.place is None and self.search_state == "running"
        board.show(Picture(grid, None if moving else cursor, 0 if moving else digit, self.show_candidates, values))
        shape = grid.shape
        times = host(self).glyphs.times
        title = f"{shape.order} {times} {shape.order}"
        if shape.box_rows != shape.box_columns:
            title += f", boxes {shape.box_rows} {times} {shape.box_columns}"
        if self.editor.puzzle.title:
            title += f"  {self.editor.puzzle.title}"
        if board.scrolled:
            title += f"  {shape.name_of(cursor)}"
        _set(board, "border_title", title)
        _set(board, "border_subtitle", self._mode_words())
        self.set_class(self.watching, "-watching")

    def _mode_words(self) -> str:
        dot = host(self).glyphs.dot
        if self.watching:
            words = f"SEARCH {dot} {self.search_state}"
            if self.place is not None:
                words = f"SOLUTION {grouped(self.place + 1)} of {grouped(len(self.solutions_found()))}"
            way_back = f" {dot} esc my grid"  # the footer has it too
            room = self.query_one("#board").size.width - 2
            return words + way_back if len(words) + len(way_back) <= room else words
        words = self.mode.value.upper()
        if self.mode is Mode.DIGIT and self.digit:
            words += f" {self.named(self.digit)}"
        if self.once:
            words += f" {dot} next: {'MARK' if self.once == 'mark' else 'STRIKE OUT'}"
        if self.number is not None:
            words += f" {dot} number {self.number or '…'}"
        if self.show_candidates:
            words += f" {dot} candidates"
        return words

    def _show_info(self) -> None:
        panel = self.query_one("#info", InfoPanel)
        grid = self.grid
        cell = min(self.cursor, grid.shape.cells - 1)
        value = grid.values[cell]
        kind = "given" if grid.givens[cell] else "mine"
        # What is said is about what is seen; of a moving search nothing is said, for there is no cursor.
        seen = None if self.place is None and self.search_state == "running" else self.values_in_view()
        if seen is not None and cell < len(seen):
            kind = "given" if self.run_grid.givens[cell] else "mine and found" if value == seen[cell] else "found"
            value = seen[cell]
        message, tone = self._words()
        info = Info(
            order=grid.shape.order,
            candidates=grid.candidates[cell],
            marks=0 if value or seen is not None else grid.marks[cell],
            filled=f"{self.named(value)} {kind}" if value else "" if seen is None else "not found yet",
            facts=self._facts(),
            message=message,
            tone=tone,
        )
        box = grid.shape.units_of(cell)[2]
        n = grid.shape.order
        _set(panel, "border_title", f"{grid.shape.name_of(cell)}  box {box - 2 * n + 1}")
        # Where the board has no frame to say it on, the mode stands here.
        _set(panel, "border_subtitle", self._mode_words() if self.has_class("-low", "-narrow") else "")
        panel.show(info)

    def _words(self) -> tuple[str, str]:
        """What was just said; unless that was bad news or asks for something, a broken rule comes first."""
        if self.message_tone == "plain" and not self.watching and self.number is None and self.grid.conflicts:
            wrong = self.grid.conflicts
            here = [c for c in wrong if self.cursor in c.cells]
            more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            return f"{(here or wrong)[0]}{more}", "bad"
        return self.message, self.message_tone

    def _facts(self) -> tuple[str, ...]:
        grid = self.grid
        dot = host(self).glyphs.dot
        givens, placed = sum(map(bool, grid.givens)), sum(map(bool, grid.placed))
        counts = f"{givens} givens {dot} {placed} placed {dot} {grid.shape.cells - givens - placed} empty"
        parts = []
        if self.making is not None:
            parts.append("making… x stops")
        elif self.checking is not None:
            parts.append("checking… x stops")
        elif self.verdict is not None and self.verdict[0] == self.editor.puzzle.clues:
            parts.append(self.verdict[1])
        else:
            parts.append("c checks it")
        if self.editor.puzzle.level:
            parts.append(self.editor.puzzle.level)
        if self.clock_shown:
            parts.append(f"{int(self.clock_seconds // 60)} min")
        return counts, f" {dot} ".join(parts)

    def _show_title(self) -> None:
        glyphs = host(self).glyphs
        saved = f"saved {glyphs.yes}" if glyphs.unicode else "saved"
        self.query_one(TitleBar).note(saved if self.saved else f"NOT SAVED {glyphs.no}")

    def footer_actions(self) -> list[Action]:
        kind = self.mode.value
        if self.watching:
            kind = "searching" if self.searching else "searched"
            if self.run_ is not None and self.searching and self.run_.paused:
                kind = "paused"
        found = []
        names = FOOTERS[kind]
        if self.busy and "stop" not in names:
            names = ("stop", *names)
        for name in names:
            action = next(action for action in self.ACTIONS if action.name == name)
            if self.can(name):
                found.append(self._relabelled(action))
        return found[:6]

    def _relabelled(self, action: Action) -> Action:
        order = self.grid.shape.order
        if action.name == "symbol":
            from core.sudoku.symbols import symbol

            keys = f"1-{order}" if order < 10 else f"1-{symbol(order)}"
            label = {Mode.VALUES: "enter", Mode.MARKS: "mark", Mode.DIGIT: "digit", Mode.GIVENS: "given"}[self.mode]
            return replace(action, shown=keys, label=label)
        if action.name == "mode":
            return replace(action, label="values")
        if action.name == "put" and self.digit:
            return replace(action, label=f"put {self.named(self.digit)}")
        if action.name == "back":
            return replace(action, label="my grid" if self.watching else "values")
        if action.name == "run" and self.watching:
            return replace(action, label="go on" if self.searching else "solve again")
        return action

    def on_resize(self) -> None:
        """Whether the grid is scrolled and where the mode stands depend on the size."""
        self.call_after_refresh(self.show_grid)

    # The puzzle

    def action_open(self) -> None:
        files.open_menu(self)

    def action_save(self) -> None:
        files.export(self)

    def action_copy(self) -> None:
        files.copy(self)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        self.run_worker(files.open_text(self, event.text, "pasted text"), group="reading", exclusive=True,
                        exit_on_error=False)  # fmt: skip


def _set(widget: Any, name: str, text: str) -> None:
    """A border's text, as plain text, if it is another one."""
    content = Content(text if widget.app.glyphs.unicode else in_ascii(text))
    if getattr(widget, f"_{name}") != content:
        setattr(widget, name, content)
