"""Solving the Sudoku in hand: the choices, the search, its single steps and its solutions."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import Goal, Grid, Proposal, Run, Search, Status, Sudoku, algorithm
from core._cli.console import command_words
from core.sudoku import write
from core.sudoku._formats import Puzzle
from core.sudoku._verdict import propose
from core.sudoku.human._editor import Editor
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value
from tui.lab.browser import SolutionBrowser
from tui.lab.live_search import LiveFigures, asked_speed, kept_speed
from tui.lab.session import SearchSession, SearchTask
from tui.lab.setup import Setup
from tui.screens.sudoku.document import Mode, NewsTone, SudokuDocument
from tui.screens.sudoku.job import IsStopped, Job, JobList
from tui.screens.sudoku.placed_values import PlacedValue, placed_between

if TYPE_CHECKING:
    from core._estimates.beside import Forecast
    from core._estimates.expected import Expected

ORIGINS = {"puzzle": "the puzzle", "position": "my position"}
"""What a search starts from: the givens alone, or the values entered too."""
TO_WATCH = "dlx"
"""For steps, if the user has chosen no algorithm: the proposed one may need only one node."""
WAY_BACK = "esc returns to your grid, w writes this in"


class LongCount:
    """What the newest run will come to, if it is a count that takes long: probed in a job of its own."""

    def __init__(self, jobs: JobList) -> None:
        self._jobs = jobs
        self._run: Run | None = None
        self._forecast: Forecast | None = None

    def look(self, run: Run | None, ran: SearchTask[Sudoku] | None) -> None:
        """The user looks at a search: begin to probe once it has taken a while."""
        if run is None or ran is None or ran.goal is not Goal.COUNT or run.finished or run is self._run:
            return
        from core._estimates.beside import PATIENT_SECONDS, Forecast  # and with it NumPy

        if run.snapshot.seconds < PATIENT_SECONDS:
            return
        forecast = self._forecast = Forecast(ran.problem)
        self._run = run

        def work(stopped: IsStopped) -> None:
            forecast.probe(lambda: stopped() or run.finished)

        self._jobs.begin(Job("forecast", "", work, lambda _: None, quiet=True))

    def probed(self, run: Run | None) -> Expected | None:
        """What the probes say of a run; None if they say nothing, or everything has been counted."""
        if run is None or run is not self._run or self._forecast is None or run.snapshot.status is Status.COMPLETE:
            return None
        return self._forecast.probed(run.snapshot)


class Solving(SearchSession[Sudoku]):
    """What would be started, what runs, and what that has found."""

    def __init__(self, document: SudokuDocument, jobs: JobList) -> None:
        self._document, self._jobs = document, jobs
        super().__init__(Setup(document.puzzle.problem, "dlx", Goal.FIRST), SolutionBrowser(self.found))
        self.long_count = LongCount(jobs)
        self.origin = "puzzle"
        self.own_choice = False
        """Whether a person chose the algorithm; else the proposed one is taken."""
        self.run_grid = document.grid
        """The user's own grid when the search began."""
        self.placed_values: list[PlacedValue] = []  # the values that single steps have placed, and why
        self._stepping_from: tuple[int, ...] | None = None
        """While a single step is being made: what was shown before it."""
        self.puzzle_replaced()
        document.replaced.append(self.puzzle_replaced)

    # Choices

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {**self.setup.remembered(), "own_choice": self.own_choice, "origin": self.origin,
                "speed": self.search.speed}  # fmt: skip

    def recall(self, values: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        self.setup.recall(values)
        self.own_choice = bool(values.get("own_choice"))
        if self.own_choice:
            goal = next((g for g in Goal if g == values.get("goal")), Goal.FIRST)
            self.setup = Setup(self.setup.problem, values.get("algorithm"), goal)
            self.setup.recall(values)
        origin = values.get("origin")
        self.origin = origin if origin in ORIGINS else "puzzle"
        self.search.speed = kept_speed(values.get("speed"))

    def ask(self, asked: Mapping[str, Any]) -> str:
        """Take what the command line asks for; returns why not.  Raises CannotSolve for unknown names."""
        change = self.setup.ask(asked)
        if not change.done:
            return str(change)
        self.own_choice = self.own_choice or "algorithm" in asked
        if "speed" in asked:
            self.search.speed = asked_speed(asked["speed"])
        return ""

    def rows(self) -> Sequence[Row]:
        """The form: what the catalog allows, and where to start from."""
        rows = list(self.setup.rows())
        origins = tuple(
            Offer(key, title, "the givens alone, or what you entered too") for key, title in ORIGINS.items()
        )
        rows.insert(2, Choice("origin", "From", self.origin, origins))
        return rows

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        if key == "origin":
            self.origin = str(value)
            return None
        if key == "algorithm":
            self.own_choice = True
        return self.setup.choose(key, value, continued=continued)

    @property
    def proposal(self) -> Proposal:
        """The algorithm proposed for the puzzle and the goal, and why."""
        return propose(self.to_solve, self.setup.goal)

    def take_algorithm(self, key: str) -> Note | None:
        """Take an algorithm; with an empty key the proposed one, now and for other puzzles."""
        change = self.setup.choose_algorithm(key or self.proposal.key)
        self.own_choice = bool(key)
        return Note(str(change)) if str(change) else None

    def puzzle_replaced(self) -> None:
        """Another puzzle is in hand: another shape may rule the algorithm out."""
        problem = self.to_solve
        gave_way = str(self.setup.set_problem(problem))
        if not self.own_choice or gave_way:
            self.setup.choose_algorithm(propose(problem, self.setup.goal).key)

    @property
    def to_solve(self) -> Sudoku:
        """The problem that a search would be of."""
        document = self._document
        return document.grid.position if self.origin == "position" else document.puzzle.problem

    def command(self) -> str:
        """The command line that does the same."""
        setup = self.setup
        words = command_words("sudoku", "count" if setup.goal is Goal.COUNT else "solve", "-")
        words += ["--algorithm", setup.entry.key, *(["--all"] if setup.goal is Goal.ALL else [])]
        words += [part for key, value in setup.settings.items() for part in (f"--{key}", str(value))]
        puzzle = Puzzle(Grid.from_problem(self.to_solve))
        more = self.to_solve.marked or self.to_solve.layout.untold
        text = "\n".join(write([puzzle], "rules" if more else "sgt"))
        return f"echo {shlex.quote(text)} | {shlex.join(words)}"

    @property
    def first_beside(self) -> SearchTask[Sudoku]:
        if self.own_choice:
            return self.chosen
        entry = algorithm("sudoku", TO_WATCH)
        return replace(self.chosen, entry=entry, settings=entry.settings({}))

    # Searching

    def make_search(self) -> Callable[[], Search]:
        """Begin a search; returns what builds it, in the worker."""
        document = self._document
        self.run_grid = document.grid
        self.placed_values.clear()
        if self.origin == "puzzle" and any(document.grid.givens):
            self.run_grid = document.grid.restart()
        document.watching, document.mode = True, Mode.VALUES
        document.say("")
        return super().make_search()

    def described(self, problem: Sudoku) -> Mapping[str, Any]:
        """Its grid."""
        return {"grid": Editor(Puzzle(Grid.from_problem(problem))).document()}

    def problem_again(self, what: Mapping[str, Any]) -> Sudoku:
        """The grid that was kept, opened unless it is in hand.  Raises KeyError, ProblemError."""
        puzzle = Editor.from_document(what["grid"]).puzzle
        problem = puzzle.problem
        if problem not in (self._document.puzzle.problem, self._document.grid.position):
            self._document.open(puzzle, "the puzzle of a kept search")
        return problem

    @property
    def of_tree(self) -> SearchTask[Sudoku]:
        """The task whose tree is shown: the search as it is looked at, which may be for one solution."""
        return self.ran or self.chosen

    @property
    def current(self) -> bool:
        """Whether the newest search is about the puzzle in hand: the same clues and the same rules."""
        begun, puzzle = self.run_grid, self._document.puzzle
        return (
            self.search.run is not None and begun.layout == puzzle.grid.layout and Puzzle(begun).clues == puzzle.clues
        )

    @property
    def has_figures(self) -> bool:
        """Whether there is a search of the puzzle in hand, with figures to tell."""
        return self.current and self.search.snapshot is not None

    def figures(self) -> LiveFigures:
        """What the live panel shows: nothing about another puzzle, unless its search is in view."""
        if self._document.watching or self.current:
            probed = self.long_count.probed(self.search.run)
            figures = self.search.figures(probed)
            if probed is None or figures.snapshot is None:
                return figures
            from core._estimates.beside import joined

            expected = joined(probed, figures.snapshot, self.search.work)
            return replace(figures, extra=(("Expected", str(expected)),))
        return LiveFigures(speed=self.search.figures().speed)

    @property
    def values_in_view(self) -> tuple[int, ...] | None:
        """The values that the board shows in place of the user's own grid, or None."""
        if not self._document.watching:
            return None
        solution = self.browser.solution
        if solution is not None:
            return tuple(solution)
        shot = self.search.snapshot
        if shot is None or len(shot.placement) != self.run_grid.shape.cells:
            return self.run_grid.values
        if shot.status is Status.COMPLETE and not shot.solutions:
            return self.run_grid.values  # what was tried last would look like an answer
        return tuple(shot.placement)

    @property
    def place_words(self) -> str:
        """Which solution is in view, and of how many: "of" all there are only if all were looked for."""
        from core._words import grouped

        assert self.browser.place is not None
        place, kept, shot = grouped(self.browser.place + 1), len(self.browser.found()), self.search.snapshot
        whole = shot is not None and shot.status is Status.COMPLETE and shot.solutions == kept
        if whole and self.ran is not None and self.ran.goal is not Goal.FIRST:
            return f"{place} of {grouped(kept)}"
        return f"{place} of {grouped(kept)} kept" if kept > 1 else place

    def ended(self) -> None:
        """A search has ended: show its last solution, or say why there is none, or that a move led nowhere."""
        if self.search.snapshot is None or self.browser.place is not None:
            return
        self.browser.look_at_last()
        if self.search.arrival:
            self._document.say(self.search.arrival)
        elif self.browser.place is not None:
            more = self._from_more
            self._document.say(f"solved{more}; {WAY_BACK}" if more else WAY_BACK)
        else:
            tone = NewsTone.PLAIN if self.search.state == "stopped" else NewsTone.BAD
            self._document.say(self._why_nothing(), tone)

    def _why_nothing(self) -> str:
        run = self.search.run
        if run is None or run.error is not None:
            return "the search failed"
        status = run.snapshot.status
        if status is Status.COMPLETE:
            search = run.search
            wrong = search.problem.conflicts if search is not None and isinstance(search.problem, Sudoku) else ()
            return f"no solution: {wrong[0]}" if wrong else f"there is no solution{self._from_more}"
        said = {Status.GAVE_UP: "gave up: this proves nothing", Status.STOPPED: "stopped before a solution was found"}
        return said.get(status, status.value)

    @property
    def _from_more(self) -> str:
        """For sentences: what the search in view solves, if that is more than givens."""
        search = self.search.search
        return search.problem.from_more if search is not None and isinstance(search.problem, Sudoku) else ""

    def watch(self, watching: bool) -> None:
        """Go from the user's own grid to the search, or back."""
        self._document.acted()
        self._document.watching = watching
        other = "" if not watching or self.current else "this search was for another puzzle"
        self._document.say(other)

    def browse(self, step: int) -> None:
        """The next solution found, or the one before."""
        self.browser.step(step)
        if self.browser.place is not None:
            self._document.say(WAY_BACK)

    def write_in(self) -> None:
        """Put the solution in view into the user's own grid."""
        document, solution = self._document, self.browser.solution
        if solution is None:
            return
        grid = document.grid
        if grid.layout != self.run_grid.layout or any(g and g != v for g, v in zip(grid.givens, solution, strict=True)):
            document.say("this solves another puzzle", NewsTone.BAD)
            return
        placed = tuple(0 if given else value for given, value in zip(grid.givens, solution, strict=True))
        if document.change(replace(grid, placed=placed), "solution written in"):
            document.say("solution written in; u undoes it")

    # Single steps: as many nodes as it takes until something changes on the board

    def prepare_step(self) -> Note | None:
        """A step is about to begin a new search: take an algorithm that can be watched, unless one was chosen."""
        if self.own_choice or self.setup.entry.key == TO_WATCH:
            return None
        change = self.setup.choose_algorithm(TO_WATCH)
        return Note(f"{self.setup.entry.title}: it has steps to look at") if change.done else None

    def step_begins(self) -> None:
        """The user takes a step, on or back: remember what was shown before it."""
        self._stepping_from = self.values_in_view

    def stepped(self) -> None:
        """Once a step has ended, say what it has placed."""
        run, before = self.search.run, self._stepping_from
        if run is None or before is None or not (run.finished or run.resting):
            return
        self._stepping_from, now = None, self.values_in_view
        if not run.finished and now is not None and (value := placed_between(self.run_grid, before, now)):
            self.placed_values.append(value)
            self._document.say(str(value))
