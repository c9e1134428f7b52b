"""Solving a Sudoku on its screen: the choices, the search and its solutions, and checking without giving away."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

from textual import on
from textual.events import DescendantBlur, DescendantFocus
from textual.worker import Worker, WorkerState

from core.catalog import algorithms
from core.run import Run
from core.search import Goal, Search, Status
from core.sudoku.formats import Puzzle, write
from core.sudoku.grid import Grid
from core.sudoku.problem import Sudoku
from core.sudoku.verdict import CAP, Kind, Verdict, judge, propose, start_proposed, wrong_cells
from tui.host import host
from tui.screens.sudoku_actions import Mode
from tui.screens.sudoku_editing import EditingScreen
from tui.setup import Field, Setup, short_refusal
from tui.widgets.form import OptionForm
from tui.widgets.live import LivePanel
from tui.worker import in_thread

ORIGINS = {"puzzle": "the puzzle", "position": "my position"}
"""What a search starts from: the givens alone, or the values entered too."""


class SolvingScreen(EditingScreen):
    """The part of the Sudoku screen that solves and checks."""

    def __init__(self) -> None:
        super().__init__()
        self.setup = Setup(self.editor.puzzle.problem, "dlx", Goal.FIRST)
        self.origin = "puzzle"
        self.own_choice = False
        """Whether a person chose the algorithm; else the proposed one is taken."""
        self.place: int | None = None
        """Which of the solutions found is in view, None for the search itself."""
        self.run_grid = self.grid
        """The own grid as it was when the search began."""
        self.verdict: tuple[tuple[int, ...], str, str] | None = None
        """(clues, words, tone) of the last check."""
        self.checking: Run | None = None
        self.making: Event | None = None
        """Set to stop a puzzle from being made."""

    @property
    def busy(self) -> bool:
        """Whether something is being made or checked, which x stops."""
        return self.making is not None or self.checking is not None

    # Choices

    def show_form(self, note: str = "", *, warning: bool = False) -> None:
        form = self.query_one("#form", OptionForm)
        fields = self.setup.fields()
        at_first = self.origin == "puzzle"
        fields.insert(2, Field("origin", "From", ORIGINS[self.origin], not at_first, at_first))
        if not note and not form.has_focus:
            note = "tab comes here, to change these"
        elif not note:
            key = form.current
            note = "givens alone, or what you entered too" if key == "origin" else self.setup.explanation(key)
        form.show(fields, note, warning=warning)

    @on(DescendantFocus, "#form")
    @on(DescendantBlur, "#form")
    def _form_entered_or_left(self) -> None:
        self.show_form()

    def form_shift(self, key: str, step: int) -> None:
        if key == "origin":
            self.origin = "position" if step > 0 else "puzzle"
            note = ""
        else:
            note = str(self.setup.shift(key, step))
            if key == "algorithm":
                self.own_choice = True
        self._chosen(note)

    def form_moved(self, key: str) -> None:
        self.show_form()

    def form_typed(self, key: str, digit: str) -> None:
        """Digits mean nothing in this form: they go where they always go."""
        if digit:
            self.action_symbol(digit)
        elif self.can("rub_out"):
            self.action_rub_out()
        elif self.can("clear"):
            self.action_clear()

    def _chosen(self, note: str) -> None:
        self._remember()
        self.show_form(note, warning=bool(note))
        self.refresh_bindings()

    def _remember(self) -> None:
        host(self).settings.put(
            "sudoku",
            {
                **self.setup.remembered(), "own_choice": self.own_choice, "origin": self.origin, "speed": self.speed,
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

        problem = self.problem()
        proposal = propose(problem, self.setup.goal)
        choices = [Choice("", f"the proposed one: {proposal.key}", proposal.reason)]
        choices += [
            Choice(entry.key, f"{entry.title}  ({entry.key})", str(entry.source), short_refusal(entry, problem))
            for entry in algorithms("sudoku")
        ]
        self.app.push_screen(ChoiceDialog("Algorithm", choices, self.setup.entry.key), self._algorithm_chosen)

    def _algorithm_chosen(self, key: str | None) -> None:
        if key is not None:
            self.own_choice = bool(key)
            self._chosen(str(self.setup.choose_algorithm(key or propose(self.problem(), self.setup.goal).key)))

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        puzzle = Puzzle(Grid.from_problem(self.problem()))
        words = ["python", "-m", "core", "sudoku", "count" if self.setup.goal is Goal.COUNT else "solve", "-"]
        words += ["--algorithm", self.setup.entry.key, *(["--all"] if self.setup.goal is Goal.ALL else [])]
        for parameter in self.setup.entry.parameters:
            words += ["--set", f"{parameter.key}={self.setup.settings[parameter.key]}"]
        line = next(iter(write([puzzle], "sgt")))
        command = f"echo {shlex.quote(line)} | {shlex.join(words)}"
        self.app.push_screen(TextDialog("The same on the command line", command))

    def puzzle_replaced(self) -> None:
        """Another shape may rule the algorithm out."""
        problem = self.problem()
        note = str(self.setup.set_problem(problem))
        if not self.own_choice or note:
            self.setup.choose_algorithm(propose(problem, self.setup.goal).key)
        self.show_form()
        self.query_one("#live", LivePanel).show(self.figures())

    def problem(self) -> Sudoku:
        """What is to be solved."""
        if self.origin == "position":
            return self.grid.position
        return self.editor.puzzle.problem

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        entry, problem, goal, settings = self.setup.entry, self.problem(), self.setup.goal, self.setup.settings
        self.place, self.run_grid = None, self.grid
        if self.origin == "puzzle" and any(self.grid.givens):
            self.run_grid = self.grid.restart()
        self.watching = True
        self.mode = Mode.VALUES
        self.message = ""
        return lambda: entry.start(problem, goal, None, **settings)

    def solutions_found(self) -> Any:
        search = self.run_.search if self.run_ else None
        return search.solutions if search is not None else ()

    def values_in_view(self) -> tuple[int, ...] | None:
        """What the board shows instead of the own grid, or None."""
        if not self.watching:
            return None
        if self.place is not None and self.place < len(self.solutions_found()):
            return tuple(self.solutions_found()[self.place])
        shot = self.snapshot
        if shot is None or len(shot.placement) != self.run_grid.shape.cells:
            return self.run_grid.values
        if shot.status is Status.COMPLETE and not shot.solutions:
            return self.run_grid.values  # what was tried last would look like an answer
        return shot.placement

    def search_ended(self) -> None:
        shot = self.snapshot
        if shot is not None and self.place is None:
            found = len(self.solutions_found())
            if found:
                self.place = found - 1
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
                return watching and len(self.solutions_found()) > (1 if self.place is not None else 0)
            case "empty":
                return not watching
            case "write":
                return watching and self.place is not None
            case "watch":
                return self.run_ is not None
            case "stop":
                return self.searching or self.busy
            case "pause":
                return watching and self.searching
            case "check":
                return self.checking is None
        return super().can(name)

    def action_stop(self) -> None:
        if self.making is not None:
            self.making.set()
        if self.checking is not None:
            self.checking.cancel()
        super().action_stop()

    def action_watch(self) -> None:
        self._acted()
        self.watching = not self.watching
        self.say("")
        self.show_search()

    def action_browse(self, step: int) -> None:
        total = len(self.solutions_found())
        if total:
            first = 0 if step > 0 else total - 1
            self.place = first if self.place is None else (self.place + step) % total
            self.say("esc returns to your grid, w writes this in")

    def action_write(self) -> None:
        if self.place is None:
            return
        solution = self.solutions_found()[self.place]
        grid = self.grid
        if grid.shape != self.run_grid.shape or any(g and g != v for g, v in zip(grid.givens, solution, strict=True)):
            self.say("this solves the puzzle you had before", "bad")
            return
        placed = tuple(0 if given else value for given, value in zip(grid.givens, solution, strict=True))
        if self.edit(replace(grid, placed=placed), "solution written in"):
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
        self.verdict = (puzzle.clues, verdict.kind.value if verdict.kind is not Kind.SEVERAL else words, tone)
        if self.editor.puzzle.clues == puzzle.clues:
            self.say(f"{words}; {way}" if way else words, tone)
        else:
            self.show_grid()

    async def _judge(self, problem: Sudoku, cap: int) -> Verdict:
        run = Run(lambda: start_proposed(problem, Goal.COUNT, cap))
        self.checking = run
        self.show_grid()
        self.refresh_bindings()
        try:
            await in_thread(run.drive, "check")
        finally:
            run.cancel()
            if self.checking is run:
                self.checking = None
        assert run.search is not None
        return judge(problem, run.snapshot, run.search.solutions)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Reading and checking have their own words for what they expect; this is for what nobody did."""
        if event.state is WorkerState.ERROR and event.worker.group in ("reading", "check"):
            self.say(f"{event.worker.group} failed: {event.worker.error!r}", "bad")

    def on_unmount(self) -> None:
        if self.making is not None:
            self.making.set()
        if self.checking is not None:
            self.checking.cancel()
