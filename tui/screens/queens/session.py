"""What the N queens screen knows and does: the choices, the search, what it has found.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.catalog import Algorithm, algorithm, algorithms
from core.queens.problem import MAXIMUM, Queens
from core.search import CannotSolve, Goal, ProblemError, Search
from tui.browser import Browser, Solution
from tui.figures import Figures
from tui.format import grouped
from tui.forms import Note, Row, Value, Whole
from tui.queens_position import Position
from tui.search_session import SearchSession, asked_speed, kept_speed
from tui.setup import Chosen, Setup, note_of

DEFAULT_N = 8
DEFAULT_ALGORITHM = "dlx-s"
LONG = 1_000_000
"""From here on the size is written once: twice would not fit the form."""
LARGE = 4096
"""Beyond this N a position is read from arrays rather than copied into tuples."""
FASTEST_TO_FOLLOW = 50
"""Nodes a second up to which the free squares are marked while the search runs."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What was started: the form may say something else by now."""

    entry: Algorithm
    problem: Queens
    goal: Goal
    settings: Mapping[str, Value]


class QueensSession:
    """The N queens laboratory without its screen."""

    def __init__(self, remembered: Mapping[str, Any] | None = None) -> None:
        remembered = remembered or {}
        problem = _queens(remembered.get("n")) or Queens(DEFAULT_N)
        known = remembered.get("algorithm") in [entry.key for entry in algorithms("queens")]
        key = remembered["algorithm"] if known else DEFAULT_ALGORITHM
        self.setup = Setup(problem, key, _goal(remembered.get("goal")))
        self.setup.recall(remembered)
        self.search = SearchSession()
        self.search.speed = kept_speed(remembered.get("speed"))
        self.browser = Browser(self._found, _classes, self._at)
        self.ran: Ran | None = None
        """What the newest run is of."""
        self.preview: Position | None = None
        """A solution to look at before anything runs."""
        self._begun = self.setup.chosen
        """What was chosen when the number being typed was begun."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {**self.setup.remembered(), "n": self.problem.n, "speed": self.search.speed}

    # The form

    @property
    def problem(self) -> Queens:
        """The problem in the form."""
        problem = self.setup.problem
        assert isinstance(problem, Queens)
        return problem

    def rows(self) -> Sequence[Row]:
        """The algorithm, the size, the goal and the algorithm's parameters."""
        chosen, *others = self.setup.rows()
        n = self.problem.n
        text = f"{grouped(n)} × {grouped(n)}" if n < LONG else grouped(n)
        return [chosen, Whole("n", "Size", n, 1, MAXIMUM, "type the size, or use the arrow keys", text), *others]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        if key == "n":
            note = self._set_size(Queens(int(value)), self._begun if continued else None)
        else:
            note = self.setup.choose(key, value)
        if not self.search.searching and self.ran is not None and self.ran.problem != self.problem:
            self.forget_run()  # its board would mislead
        return note

    def resize(self, step: int) -> Note | None:
        """One queen more or less."""
        row = next(row for row in self.rows() if row.key == "n")
        value = row.shifted(step).value
        return self.choose("n", value) if value is not None else None

    def _set_size(self, problem: Queens, instead_of: Chosen | None) -> Note | None:
        if instead_of is None:
            self._begun = self.setup.chosen
        return note_of(self.setup.set_problem(problem, instead_of=instead_of))

    def ask(self, asked: Mapping[str, Any]) -> Note | None:
        """Choose what the command line names; returns what there is to say about it.

        Raises ProblemError or CannotSolve for what cannot be.
        """
        said = None
        if "what" in asked:
            problem = _queens(asked["what"])
            if problem is None:
                raise ProblemError(f"N: expected a whole number from 1 to {grouped(MAXIMUM)}, not {asked['what']!r}")
            said = note_of(self.setup.set_problem(problem))
        change = self.setup.ask(asked)
        if not change.done:
            raise CannotSolve(change.refused)
        if "speed" in asked:
            self.search.speed = asked_speed(asked["speed"])
        # With an algorithm named, what another one could not do is of no interest.
        return note_of(change) or (said if "algorithm" not in asked else None)

    def command(self) -> str:
        """The command line that does the same."""
        return self.setup.command("queens", str(self.problem.n))

    # The search

    def make_search(self) -> Callable[[], Search]:
        """What builds the search that the form describes; whatever was found before is forgotten."""
        entry, problem, goal, settings = self.setup.entry, self.problem, self.setup.goal, self.setup.settings
        self.browser.forget()
        self.ran = Ran(entry, problem, goal, settings)
        return lambda: entry.start(problem, goal, None, **settings)

    def ended(self) -> None:
        """The run has ended: look at what it found."""
        self.browser.look_at_last(or_first=self.ran is not None and self.ran.goal is Goal.FIRST)

    def forget_run(self) -> None:
        """No run any more."""
        self.search.forget()
        self.ran = None
        self.browser.forget()

    def warm_up(self) -> Callable[[], Position]:
        """For a thread: loads the kernels, so that the first search starts at once, and finds a preview."""
        problem, entry = Queens(DEFAULT_N), self.setup.entry

        def prepare() -> Position:
            if entry.refusal(problem) is None:
                entry.start(problem, entry.goals[0])
            search = algorithm("queens", "closed-form").start(problem, Goal.FIRST)
            search.advance(problem.n)
            return Position(problem.n, tuple(search.solutions[0]))

        return prepare

    # What it has found

    def _found(self) -> Any:
        return self.search.search.solutions if self.search.search is not None else ()

    @property
    def large(self) -> bool:
        """Whether the run's solutions are too long to be copied about."""
        return self.ran is not None and self.ran.problem.n > LARGE

    def _at(self, place: int) -> Solution:
        """A solution as a tuple; beyond `LARGE` as an array, which costs no copy."""
        found = self._found()
        solution: Solution = found.row(place) if self.large else found[place]
        return solution

    @property
    def class_size(self) -> int | None:
        """How many boards the symmetry class of the solution in view has."""
        solution = self.browser.solution
        if solution is None or len(solution) > LARGE:
            return None
        from core.queens.symmetry import class_size

        return class_size(solution)

    @property
    def remark(self) -> str:
        """Why nothing is found, or why what is kept is not all of it."""
        browser, shot = self.browser, self.search.snapshot
        if shot is None:
            return ""
        kept = len(browser.found())
        if browser.grouping is not None and browser.grouping.of < shot.solutions:
            return f"of the first {grouped(browser.grouping.of)} solutions"
        if shot.solutions > kept > 0:
            return f"only the first {grouped(kept)} are kept"
        return self._why_nothing() if shot.finished and not shot.solutions else ""

    def _why_nothing(self) -> str:
        return {
            "complete": "there is no solution",
            "gave up": "gave up: this proves nothing",
            "stopped": "stopped before anything was found",
        }.get(self.search.state, "")

    # What is shown

    def figures(self) -> Figures:
        """The live panel, with the known number of solutions."""
        base = self.search.figures()
        ran = self.ran or Ran(self.setup.entry, self.problem, self.setup.goal, {})
        detail = base.snapshot.detail if base.snapshot else None
        conflicts = detail.get("conflicts") if detail else None
        every = ran.goal is not Goal.FIRST
        return replace(
            base,
            unit=ran.entry.unit,
            known=ran.problem.known_count if every else None,
            known_name="A000170" if every else "",
            counting_everything=every,
            extra=(("Conflicts", grouped(int(conflicts))),) if conflicts is not None else (),
        )

    def position(self) -> tuple[Position, str]:
        """What the board shows, and the words below it."""
        n, shot, run = self.problem.n, self.search.snapshot, self.search.run
        if shot is None or self.ran is None or run is None:
            if self.preview is not None and self.preview.n == n:
                return self.preview, "a solution; enter to search"
            return Position(n), "enter to search"
        n = self.ran.problem.n
        solution = self.browser.solution
        if solution is not None and self.browser.place is not None:
            kind = "class" if self.browser.by_class else "solution"
            return Position(n, solution), f"{kind} {grouped(self.browser.place + 1)}"
        if n > LARGE:
            board = getattr(run.search, "board_array", None)
            return Position(n, board() if board else ()), self.search.state
        speed = self.search.speed
        slow = speed is not None and speed <= FASTEST_TO_FOLLOW
        squares = (shot.detail or {}).get("squares")
        return Position(n, shot.placement, squares, show_free=slow or shot.finished or run.paused), self.search.state


def _classes(solutions: Sequence[Solution]) -> Sequence[Solution]:
    from core.queens.symmetry import SymmetryClasses

    classes = SymmetryClasses.of(solutions)
    return [classes.representative(index) for index in range(len(classes))]


def _queens(text: Any) -> Queens | None:
    try:
        return Queens(int(text))
    except (ProblemError, TypeError, ValueError):
        return None


def _goal(text: Any) -> Goal | None:
    try:
        return Goal(text)
    except ValueError:
        return None
