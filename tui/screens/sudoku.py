"""Sudoku: an editor for the keyboard, and every solver to ask or to watch."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Paste
from textual.worker import Worker, WorkerState

from core.catalog import algorithms
from core.run import Run
from core.search import CannotSolve, Goal, Search
from core.sudoku.formats import Puzzle, write
from core.sudoku.grid import Grid
from core.sudoku.problem import Sudoku
from core.sudoku.verdict import CAP, Kind, Verdict, judge, propose, start_proposed, wrong_cells
from tui.commands import Action, bindings
from tui.format import grouped
from tui.glyphs import in_ascii
from tui.screens import sudoku_files as files
from tui.screens.sudoku_actions import ABOUT, ACTIONS, SYMBOL_BINDINGS, Mode
from tui.screens.sudoku_editing import EditingScreen
from tui.search_screen import SPEEDS
from tui.setup import Field, Setup
from tui.widgets.form import OptionForm
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.sudoku_board import Picture, SudokuBoard
from tui.widgets.sudoku_info import Info, InfoPanel
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

ORIGINS = {"puzzle": "the puzzle", "position": "my position"}
"""What a search starts from: the givens alone, or the values entered too."""

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


class SudokuScreen(EditingScreen):
    """Edit, check and solve Sudokus of any shape."""

    CSS_PATH = "sudoku.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = [*bindings(ACTIONS), *SYMBOL_BINDINGS]

    def __init__(self) -> None:
        super().__init__()
        self.setup = Setup(self.editor.puzzle.problem, "dlx", Goal.FIRST)
        self.origin = "puzzle"
        self._own_choice = False
        """Whether a person chose the algorithm; else the proposed one is taken."""
        self._place: int | None = None
        """Which of the solutions found is in view, None for the search itself."""
        self._run_grid = self.grid
        """The own grid as it was when the search began."""
        self._verdict: tuple[tuple[int, ...], str, str] | None = None
        """(clues, words, tone) of the last check."""
        self._checking: Run | None = None

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield SudokuBoard(self, id="board")
            with Vertical(id="side"):
                yield InfoPanel(id="info")
                form = OptionForm(self, id="form", note_lines=1)
                form.border_title = "Solve"
                yield form
                yield LivePanel(id="live")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = self.app.settings.section("sudoku")  # type: ignore[attr-defined]
        asked = self.app.first_options("sudoku")  # type: ignore[attr-defined]
        self.setup.recall(remembered)
        self._own_choice = bool(remembered.get("own_choice"))
        if self._own_choice:
            goal = next((g for g in Goal if g == remembered.get("goal")), Goal.FIRST)
            self.setup = Setup(self.setup.problem, remembered.get("algorithm"), goal)
            self.setup.recall(remembered)
        self.origin = remembered.get("origin") if remembered.get("origin") in ORIGINS else "puzzle"
        self.speed = remembered.get("speed") if remembered.get("speed") in SPEEDS else None
        self.clock_shown = remembered.get("clock", True) is not False
        self.query_one("#board").focus()
        trouble = self._take_arguments(asked)
        self._first_puzzle(asked)
        if self.autosave.trouble:
            self.notify(self.autosave.trouble, severity="warning", markup=False, timeout=15)
            self.saved = self.autosave.persistent
        if trouble:
            self.say(trouble, "bad")
        self.call_after_refresh(self._after_first_frame, asked if not trouble else {})

    def _take_arguments(self, asked: dict[str, Any]) -> str:
        try:
            if "algorithm" in asked:
                note = self.setup.choose_algorithm(asked["algorithm"])
                self._own_choice = not note
                if note:
                    return note
            if "goal" in asked:
                note = self.setup.choose_goal(Goal(asked["goal"]))
                if note:
                    return note
        except CannotSolve as error:
            return str(error)
        if "speed" in asked:
            text = str(asked["speed"])
            if text != "full" and not (text.isdigit() and int(text) > 0):
                return f"speed: expected nodes a second or full, not {text!r}"
            self.speed = None if text == "full" else int(text)
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
        problem, entry = self._problem(), self.setup.entry
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
        values = self._values_in_view()
        grid = self.grid if values is None else self._run_grid
        cursor = min(self.cursor, grid.shape.cells - 1)
        digit = (grid.values if values is None else values)[cursor]
        if self.mode is Mode.DIGIT and self.digit and not self.watching:
            digit = self.digit
        moving = values is not None and self._place is None and self.search_state == "running"
        board.show(Picture(grid, None if moving else cursor, 0 if moving else digit, self.show_candidates, values))
        shape = grid.shape
        times = self.app.glyphs.times  # type: ignore[attr-defined]
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
        dot = self.app.glyphs.dot  # type: ignore[attr-defined]
        if self.watching:
            if self._place is not None:
                total = grouped(len(self._solutions()))
                return f"SOLUTION {grouped(self._place + 1)} of {total} {dot} esc my grid"
            return f"SEARCH {dot} {self.search_state} {dot} esc my grid"
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
        message, tone = self._words()
        info = Info(
            order=grid.shape.order,
            candidates=grid.candidates[cell],
            marks=0 if value else grid.marks[cell],
            filled=f"{self.named(value)} {kind}" if value else "",
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
        """What was just said; unless that was bad news, a broken rule comes first."""
        if self.message_tone == "plain" and not self.watching and self.grid.conflicts:
            wrong = self.grid.conflicts
            here = [c for c in wrong if self.cursor in c.cells]
            more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            return f"{(here or wrong)[0]}{more}", "bad"
        return self.message, self.message_tone

    def _facts(self) -> tuple[str, ...]:
        grid = self.grid
        dot = self.app.glyphs.dot  # type: ignore[attr-defined]
        givens, placed = sum(map(bool, grid.givens)), sum(map(bool, grid.placed))
        counts = f"{givens} givens {dot} {placed} placed {dot} {grid.shape.cells - givens - placed} empty"
        parts = []
        if self._checking is not None:
            parts.append("checking… x stops")
        elif self._verdict is not None and self._verdict[0] == self.editor.puzzle.clues:
            parts.append(self._verdict[1])
        else:
            parts.append("c checks it")
        if self.editor.puzzle.level:
            parts.append(self.editor.puzzle.level)
        if self.clock_shown:
            parts.append(f"{int(self.clock_seconds // 60)} min")
        return counts, f" {dot} ".join(parts)

    def _show_title(self) -> None:
        glyphs = self.app.glyphs  # type: ignore[attr-defined]
        self.query_one(TitleBar).note(f"saved {glyphs.yes}" if self.saved else f"NOT SAVED {glyphs.no}")

    def footer_actions(self) -> list[Action]:
        kind = self.mode.value
        if self.watching:
            kind = "searching" if self.searching else "searched"
            if self.run_ is not None and self.searching and self.run_.paused:
                kind = "paused"
        found = []
        for name in FOOTERS[kind]:
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

    # Choices

    def _show_form(self, note: str = "", *, warning: bool = False) -> None:
        form = self.query_one("#form", OptionForm)
        fields = self.setup.fields()
        at_first = self.origin == "puzzle"
        fields.insert(2, Field("origin", "From", ORIGINS[self.origin], not at_first, at_first))
        if not note:
            key = form.current
            note = "givens alone, or what you entered too" if key == "origin" else self.setup.explanation(key)
        form.show(fields, note, warning=warning)

    def form_shift(self, key: str, step: int) -> None:
        if key == "origin":
            self.origin = "position" if step > 0 else "puzzle"
            note = ""
        else:
            note = self.setup.shift(key, step)
            if key == "algorithm":
                self._own_choice = True
        self._chosen(note)

    def form_moved(self, key: str) -> None:
        self._show_form()

    def form_typed(self, key: str, digit: str) -> None:
        """Digits mean nothing in this form."""

    def _chosen(self, note: str) -> None:
        self._remember()
        self._show_form(note, warning=bool(note))
        self.refresh_bindings()

    def _remember(self) -> None:
        self.app.settings.put(  # type: ignore[attr-defined]
            "sudoku",
            {
                **self.setup.remembered(), "own_choice": self._own_choice, "origin": self.origin, "speed": self.speed,
                "clock": self.clock_shown,
            },
        )  # fmt: skip

    def action_clock(self) -> None:
        super().action_clock()
        self._remember()

    def set_speed(self, speed: int | None) -> None:
        super().set_speed(speed)
        self.show_search()
        self._remember()

    def action_algorithm(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        problem = self._problem()
        proposal = propose(problem, self.setup.goal)
        choices = [Choice("", f"the proposed one: {proposal.key}", proposal.reason)]
        choices += [
            Choice(entry.key, f"{entry.title}  ({entry.key})", str(entry.source), entry.refusal(problem))
            for entry in algorithms("sudoku")
        ]
        self.app.push_screen(ChoiceDialog("Algorithm", choices, self.setup.entry.key), self._algorithm_chosen)

    def _algorithm_chosen(self, key: str | None) -> None:
        if key is not None:
            self._own_choice = bool(key)
            self._chosen(self.setup.choose_algorithm(key or propose(self._problem(), self.setup.goal).key))

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        puzzle = Puzzle(Grid.from_problem(self._problem()))
        words = ["python", "-m", "core", "sudoku", "count" if self.setup.goal is Goal.COUNT else "solve", "-"]
        words += ["--algorithm", self.setup.entry.key, *(["--all"] if self.setup.goal is Goal.ALL else [])]
        for parameter in self.setup.entry.parameters:
            words += ["--set", f"{parameter.key}={self.setup.settings[parameter.key]}"]
        line = next(iter(write([puzzle], "sgt")))
        command = f"echo {shlex.quote(line)} | {shlex.join(words)}"
        self.app.push_screen(TextDialog("The same on the command line", command))

    # The puzzle

    def puzzle_replaced(self) -> None:
        """Another shape may rule the algorithm out."""
        problem = self._problem()
        note = self.setup.set_problem(problem)
        if not self._own_choice or note:
            self.setup.choose_algorithm(propose(problem, self.setup.goal).key)
        self._show_form()
        self.query_one("#live", LivePanel).show(self.figures())

    def _problem(self) -> Sudoku:
        """What is to be solved."""
        if self.origin == "position":
            return self.grid.position
        return self.editor.puzzle.problem

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

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        entry, problem, goal, settings = self.setup.entry, self._problem(), self.setup.goal, self.setup.settings
        self._place, self._run_grid = None, self.grid
        if self.origin == "puzzle" and any(self.grid.givens):
            self._run_grid = self.grid.restart()
        self.watching = True
        self.mode = Mode.VALUES
        self.message = ""
        return lambda: entry.start(problem, goal, None, **settings)

    def _solutions(self) -> Any:
        search = self.run_.search if self.run_ else None
        return search.solutions if search is not None else ()

    def _values_in_view(self) -> tuple[int, ...] | None:
        """What the board shows instead of the own grid, or None."""
        if not self.watching:
            return None
        if self._place is not None and self._place < len(self._solutions()):
            return tuple(self._solutions()[self._place])
        shot = self.snapshot
        if shot is None or len(shot.placement) != self._run_grid.shape.cells:
            return self._run_grid.values
        return shot.placement

    def search_ended(self) -> None:
        shot = self.snapshot
        if shot is not None and self._place is None:
            found = len(self._solutions())
            if found:
                self._place = found - 1
                self.message = "esc returns to your grid, w writes this in"
                self.message_tone = "plain"
            else:
                tone = "plain" if self.search_state == "stopped" else "bad"
                self.message, self.message_tone = self._why_nothing(), tone
        self.show_search()

    def _why_nothing(self) -> str:
        run = self.run_
        if run is None or run.error is not None:
            return "the search failed"
        state = self.search_state
        if state == "complete":
            search = run.search
            wrong = search.problem.conflicts if search is not None and isinstance(search.problem, Sudoku) else ()
            return f"no solution: {wrong[0]}" if wrong else "there is no solution"
        return {"gave up": "gave up: this proves nothing", "stopped": "stopped before a solution was found"}.get(
            state, state
        )

    def can(self, name: str) -> bool:
        watching = self.watching
        match name:
            case "browse":
                return watching and len(self._solutions()) > (1 if self._place is not None else 0)
            case "empty":
                return not watching
            case "write":
                return watching and self._place is not None
            case "watch":
                return self.run_ is not None
            case "stop":
                return self.searching or self._checking is not None
            case "pause":
                return watching and self.searching
            case "check":
                return self._checking is None
        return super().can(name)

    def action_stop(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
        super().action_stop()

    def action_watch(self) -> None:
        self._acted()
        self.watching = not self.watching
        self.say("")
        self.show_search()

    def action_browse(self, step: int) -> None:
        total = len(self._solutions())
        if total:
            first = 0 if step > 0 else total - 1
            self._place = first if self._place is None else (self._place + step) % total
            self.say("esc returns to your grid, w writes this in")

    def action_write(self) -> None:
        if self._place is None:
            return
        solution = self._solutions()[self._place]
        grid = self.grid
        if grid.shape != self._run_grid.shape or any(g and g != v for g, v in zip(grid.givens, solution, strict=True)):
            self.say("this solves the puzzle you had before", "bad")
            return
        placed = tuple(0 if given else value for given, value in zip(grid.givens, solution, strict=True))
        if self.edit(replace(grid, placed=placed), "solution written in; u takes it back"):
            self.say("solution written in; u takes it back")

    # Checking

    def action_check(self) -> None:
        self._acted()
        self.leave_watching()
        self.run_worker(self._check(), group="check", exclusive=True, exit_on_error=False)

    async def _check(self) -> None:
        """Count solutions of the puzzle, then see whether the own values are on the way to one."""
        puzzle, grid = self.editor.puzzle, self.grid
        verdict = await self._judge(puzzle.problem, CAP)
        way = ""
        tone = {Kind.UNIQUE: "good", Kind.UNDECIDED: "plain"}.get(verdict.kind, "bad")
        if verdict.kind is Kind.UNIQUE and verdict.solution is not None:
            wrong = len(wrong_cells(grid, verdict.solution))
            if wrong:
                tone = "bad"
                way = f"{wrong} of your values {'is' if wrong == 1 else 'are'} wrong"
            elif any(grid.placed):
                way = "all your values are right"
        elif verdict.kind is Kind.SEVERAL and grid.values != puzzle.clues:
            onward = await self._judge(grid.position, 2)
            way = {
                Kind.NO_SOLUTION: "from your position there is none", Kind.UNIQUE: "from your position just one",
                Kind.SEVERAL: "from your position several",
            }.get(onward.kind, "")  # fmt: skip
        words = "stopped before it was decided" if verdict.kind is Kind.UNDECIDED else str(verdict)
        self._verdict = (puzzle.clues, verdict.kind.value if verdict.kind is not Kind.SEVERAL else words, tone)
        if self.editor.puzzle.clues == puzzle.clues:
            self.say(f"{words}; {way}" if way else words, tone)
        else:
            self.show_grid()

    async def _judge(self, problem: Sudoku, cap: int) -> Verdict:
        run = Run(lambda: start_proposed(problem, Goal.COUNT, cap))
        self._checking = run
        self.show_grid()
        self.refresh_bindings()
        try:
            await in_thread(run.drive, "check")
        finally:
            run.cancel()
            if self._checking is run:
                self._checking = None
        assert run.search is not None
        return judge(problem, run.snapshot, run.search.solutions)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Reading and checking have their own words for what they expect; this is for what nobody did."""
        if event.state is WorkerState.ERROR and event.worker.group in ("reading", "check"):
            self.say(f"{event.worker.group} failed: {event.worker.error!r}", "bad")

    def on_unmount(self) -> None:
        if self._checking is not None:
            self._checking.cancel()


def _set(widget: Any, name: str, text: str) -> None:
    """A border's text, as plain text, if it is another one."""
    content = Content(text if widget.app.glyphs.unicode else in_ascii(text))
    if getattr(widget, f"_{name}") != content:
        setattr(widget, name, content)
