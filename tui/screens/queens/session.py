"""What the N queens screen knows and does: the choices, the search, what it has found.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core import CannotSolve, Goal, ProblemError, Proposal, Queens, Search, Status, algorithm, algorithms
from core._checks import wholes
from core._queens.board_file import names
from core._queens.completion import not_completable
from core._queens.problem import LARGEST_RESTRICTED, MAXIMUM, Square
from core._queens.propose import SMALL, propose
from core._words import counted, grouped
from tui.dialogs.form_values import Note, Row, Value, Whole
from tui.kit.queens_position import QueensPosition
from tui.kit.values import CodePosition
from tui.lab.browser import Solution, SolutionBrowser
from tui.lab.live_search import WATCHABLE, LiveFigures, asked_speed, kept_speed
from tui.lab.session import LabSession, SearchSession
from tui.lab.setup import Chosen, Setup, note_of
from tui.lab.view import LabView
from tui.screens.queens import sight

DEFAULT_N = 8
DEFAULT_ALGORITHM = "dlx-s"
LONG = 1_000_000
"""From here on the size is written once: twice would not fit the form."""
LONGEST = 64
"""The most columns of a solution in words."""


class QueensSession(SearchSession[Queens], LabSession):
    """The N queens laboratory without its screen."""

    NO_CLASSES = "solutions as long as these are not grouped"

    def __init__(self, remembered: Mapping[str, Any] | None = None) -> None:
        remembered = remembered or {}
        self._first = not remembered
        problem = board_of(remembered) or Queens(DEFAULT_N)
        known = remembered.get("algorithm") in [entry.key for entry in algorithms("queens")]
        key = remembered["algorithm"] if known else DEFAULT_ALGORITHM
        super().__init__(
            Setup(problem, key, next((goal for goal in Goal if goal == remembered.get("goal")), None)),
            SolutionBrowser(self.found, _one_of_each_class, self._at),
        )
        self.setup.recall(remembered)
        self.search.speed = kept_speed(remembered.get("speed")) if remembered else WATCHABLE
        self.cursor: Square | None = None
        """Where the user is on the board while placing queens by hand; None otherwise."""
        self.pointer: Square | None = None
        """Where they point on the board."""
        self.stale = False
        """Whether the choices have changed since the run."""
        self._promised = ""
        """What was last said of the keys; it holds until the run ends."""
        self.preview: QueensPosition | None = None
        """A solution to look at before anything runs."""
        self.rival: int | None = None
        """How many nodes the algorithm beside the one that ran would need, once known."""
        self._begun = self.setup.chosen
        """What was chosen when the number being typed was begun."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        self._first = False
        return {**self.setup.remembered(), "speed": self.search.speed, **description(self.problem)}

    # The form

    @property
    def problem(self) -> Queens:
        """The problem in the form."""
        problem = self.setup.problem
        assert isinstance(problem, Queens)
        return problem

    @property
    def to_solve(self) -> Queens:
        """The problem that a search would be of."""
        return self.problem

    def rows(self) -> Sequence[Row]:
        """The algorithm, the size, the goal and the algorithm's parameters."""
        chosen, *others = self.setup.rows()
        n = self.problem.n
        text = f"{grouped(n)} × {grouped(n)}" if n < LONG else grouped(n)
        return [chosen, Whole("n", "Size", n, 1, MAXIMUM, "type the size, or use the arrow keys", text), *others]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        if key == "n":
            self.let_go()
            note = self._set_size(Queens(int(value)), self._begun if continued else None)
        else:
            note = self.setup.choose(key, value)
        if note is None and key in ("n", "goal"):
            note = self._faster()
        return self._changed(note)

    def _changed(self, note: Note | None) -> Note | None:
        self.stale = self.ran is not None and self.ran != self.chosen
        return self._what_keys_do(note)

    def _what_keys_do(self, note: Note | None) -> Note | None:
        """What was searched stays until the user starts another search: say by which key, once the choices differ."""
        run, ran, chosen = self.search.run, self.ran, self.chosen
        self._promised = ""
        if run is None or ran is None or not self.stale:
            return note
        if not run.finished and run.paused:
            keys = f"enter goes on with {ran.title}, {ran.problem}; r starts {chosen.title}, {self.problem}"
        elif ran.problem != self.problem:
            key, new, old = "enter" if run.finished else "r", grouped(self.problem.n), grouped(ran.problem.n)
            keys = f"{key} starts {new} × {new}; until then {old} × {old} stays in view"
        else:
            return note
        self._promised = keys
        return Note(keys, warning=False) if note is None else Note(f"{note.text}; {keys}", note.warning)

    def resize(self, step: int) -> Note | None:
        """One queen more or less."""
        row = next(row for row in self.rows() if row.key == "n")
        value = row.shifted(step).value
        if value is None:
            return Note(f"{row.title}: this is the {'last' if step > 0 else 'first'}")
        return self.choose("n", value)

    def _set_size(self, problem: Queens, instead_of: Chosen | None) -> Note | None:
        if instead_of is None:
            self._begun = self.setup.chosen
        return note_of(self.setup.set_problem(problem, instead_of=instead_of))

    def ask(self, asked: Mapping[str, Any]) -> Note | None:
        """Choose what the command line names; returns a note about it.

        Raises ProblemError or CannotSolve for what is impossible.
        """
        said = None
        if "what" in asked:
            problem = board_of({"n": asked["what"]})
            if problem is None:
                raise ProblemError(f"N: expected a whole number from 1 to {grouped(MAXIMUM)}, not {asked['what']!r}")
            said = note_of(self.setup.set_problem(problem))
        change = self.setup.ask(asked)
        if not change.done:
            raise CannotSolve(change.refused)
        if "speed" in asked:
            self.search.speed = asked_speed(asked["speed"])
        elif self._first and asked:
            self.search.speed = None  # a user who names a search wants its answer
        # With an algorithm named, what another one could not do is of no interest.
        own = "algorithm" in asked or not asked.keys() & {"what", "goal"}
        return note_of(change) or (None if own else said or self._faster())

    def command(self) -> str:
        """The command line that does the same."""
        words = ["queens", str(self.problem.n)]
        for name, squares in (("--placed", self.problem.placed), ("--forbidden", self.problem.forbidden)):
            words += [name, names(squares).replace(" ", ",")] if squares else []
        return self.setup.command(*words)

    # What the program itself would choose

    @property
    def proposal(self) -> Proposal | None:
        """The algorithm proposed for the board and goal; None if nothing can serve that goal on this board."""
        try:
            return propose(self.problem, self.setup.goal)
        except CannotSolve:
            return None

    @property
    def has_proposal(self) -> bool:
        """Whether an algorithm other than the chosen one is proposed."""
        proposal = self.proposal
        return proposal is not None and proposal.algorithm is not self.setup.entry

    def take_algorithm(self, key: str) -> Note | None:
        """Take an algorithm, with an empty key the proposed one."""
        return self.choose("algorithm", key) if key else self.take_proposed()

    def take_proposed(self) -> Note | None:
        """Take the algorithm proposed, and say why it is."""
        proposal = self.proposal
        if proposal is None:
            return self._changed(None)
        self.setup.choose_algorithm(proposal.key)
        return self._changed(Note(f"proposed: {proposal.reason}", warning=False))

    def _faster(self) -> Note | None:
        """For a slow count: what would be quicker, and why."""
        proposal = self.proposal if self.setup.goal is Goal.COUNT and self.problem.size > SMALL else None
        if proposal is None or proposal.algorithm is self.setup.entry:
            return None
        return Note(f"A takes {proposal.algorithm.title}: {proposal.reason}", warning=False)

    # Placing queens by hand

    @property
    def can_hold(self) -> bool:
        """Whether queens can be placed on the board by hand."""
        return not self.search.searching and self.problem.n <= LARGEST_RESTRICTED

    @property
    def holding(self) -> bool:
        """Whether the user is placing queens on the board now."""
        return self.cursor is not None

    def hold(self, square: Square = (0, 0)) -> None:
        """Begin to place queens by hand, with the cursor on this square; what ran is gone."""
        self.forget_run()
        row, column = square
        self.cursor = min(row, self.problem.n - 1), min(column, self.problem.n - 1)

    def let_go(self) -> None:
        """Stop placing queens by hand; what was placed and forbidden stays."""
        self.cursor = None

    def move_cursor(self, down: int, right: int) -> None:
        """Move the cursor, round the edges."""
        row, column = self.cursor or (0, 0)
        self.cursor = ((row + down) % self.problem.n, (column + right) % self.problem.n)

    def put_queen(self) -> Note | None:
        """Put a queen on the cursor's square, or take it away."""
        return self._put(self.problem.placed, queen=True)

    def put_cross(self) -> Note | None:
        """Forbid the cursor's square, or allow it again."""
        return self._put(self.problem.forbidden, queen=False)

    def clear_board(self) -> Note | None:
        """Nothing placed and nothing forbidden."""
        return self._take_board(Queens(self.problem.n))

    def _put(self, there: Sequence[Square], *, queen: bool) -> Note | None:
        here, problem = self.cursor, self.problem
        if here is None:
            return None
        placed, forbidden = ([s for s in own if s != here] for own in (problem.placed, problem.forbidden))
        if here not in there:
            (placed if queen else forbidden).append(here)
        return self._take_board(Queens(problem.n, tuple(placed), tuple(forbidden)))

    def _take_board(self, problem: Queens) -> Note | None:
        if not self.search.searching:
            self.forget_run()  # what is placed is looked at on the board itself
        return self._changed(note_of(self.setup.set_problem(problem)))

    # For the next start

    def looks(self) -> dict[str, Any]:
        return {**super().looks(), "square": None if self.cursor is None else list(self.cursor)}

    def look_again(self, looks: Mapping[str, Any]) -> None:
        super().look_again(looks)
        if looks.get("square") is not None:
            row, column = wholes(looks["square"], "the square", 0)
            self.hold((row, column))

    # The search

    def make_search(self) -> Callable[[], Search]:
        """Forget whatever was found before; returns what builds the search that the form describes."""
        self.let_go()
        self.stale, self.rival = False, None
        self.results.begin(self.chosen)
        return super().make_search()

    def described(self, problem: Queens) -> Mapping[str, Any]:
        """Its size, and what is placed and forbidden."""
        return description(problem)

    def problem_again(self, what: Mapping[str, Any]) -> Queens:
        """The board that was kept.  Raises KeyError, ProblemError."""
        return board_of(what) or Queens(int(what["n"]))

    def ended(self) -> None:
        """The run has ended: look at what it found, and keep what it took."""
        shot, ran = self.search.snapshot, self.ran
        if shot is not None and ran is not None:
            self.results.add(ran, shot)
        if self._promised and self.form.note.text.endswith(self._promised):
            self.form.say(self._what_keys_do(None))  # enter no longer goes on with it
        super().ended()

    @property
    def why_not_as_many(self) -> str:
        """The question that two boards answer: why 980 and not 2 057; empty if there is none."""
        shot = self.search.snapshot
        nodes = shot.nodes if shot is not None and self.search.state == "complete" and not self.stale else None
        if nodes is None or self.rival in (None, nodes):
            return ""
        return f"why {grouped(nodes)} and not {grouped(self.rival or 0)}"

    def forget_run(self) -> None:
        """Forget the run, and what to compare it with."""
        super().forget_run()
        self.stale, self.rival = False, None

    def warm_up(self) -> Callable[[], QueensPosition]:
        """For a thread: loads the kernels, so that the first search starts at once, and finds a preview."""
        problem, entry = Queens(DEFAULT_N), self.setup.entry

        def prepare() -> QueensPosition:
            if entry.refusal(problem) is None:
                entry.start(problem, entry.goals[0])
            search = algorithm("queens", "closed-form").start(problem, Goal.FIRST)
            search.advance(problem.n)
            return QueensPosition(problem.n, tuple(search.solutions[0]))

        return prepare

    # What it has found

    @property
    def large(self) -> bool:
        """Whether the run's solutions are too long to be copied around."""
        return self.ran is not None and self.ran.problem.n > sight.LARGE

    def _at(self, place: int) -> Solution:
        """A solution as a tuple; beyond `sight.LARGE` as an array, which costs no copy."""
        found = self.found()
        solution: Solution = found.block(place, 1)[0] if self.large else found[place]
        return solution

    @property
    def has_classes(self) -> bool:
        """Whether solutions can be grouped by symmetry."""
        return not self.large

    @property
    def class_note(self) -> str:
        """How many boards the symmetry class of the solution in view has."""
        solution = self.browser.solution
        if solution is None or len(solution) > sight.LARGE:
            return ""
        from core._queens.symmetry_classes import class_size

        boards = counted(class_size(solution), "board")
        return f"it has {boards}" if self.browser.by_class else f"its class has {boards}"

    def solution_words(self, place: int) -> str:
        """A solution of the list as the columns of its queens, counted from 1; of a long one the first."""
        solution = self.browser.at(place)
        words = " ".join(str(int(column) + 1) for column in solution[:LONGEST])
        return words if len(solution) <= LONGEST else f"{words} … ({grouped(len(solution))} queens)"

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
        if shot.solutions and not kept:
            return "only counted: no board to look at"
        return self._why_nothing() if shot.finished and not shot.solutions else ""

    @property
    def untried(self) -> str:
        """Why the run ended before its first step, with queens placed that attack each other; empty if it did not."""
        shot, ran = self.search.snapshot, self.ran
        if shot is None or ran is None or shot.status is not Status.COMPLETE or shot.steps or not ran.problem.conflict:
            return ""
        return self._why_nothing()

    @property
    def state_told(self) -> str:
        """What has become of the search, in a word or two."""
        return "not searched" if self.untried else self.search.state

    def _why_nothing(self) -> str:
        board = self.ran.problem if self.ran is not None and self.ran.problem.restricted else None
        if board is not None and self.search.state == "complete" and (because := not_completable(board)) is not None:
            return because.short
        return {
            "complete": "there is no solution" if board is None else "it cannot be completed",
            "gave up": "gave up: this proves nothing",
            "stopped": "stopped before anything was found",
        }.get(self.search.state, "")

    # What to show

    def figures(self) -> LiveFigures:
        """The live panel, with the known number of solutions."""
        ran = self.ran or self.chosen
        known = ran.problem.known_count if ran.goal is not Goal.FIRST else None
        base = self.search.figures(known)
        detail = base.snapshot.detail if base.snapshot else None
        conflicts = detail.get("conflicts") if detail else None
        every = ran.goal is not Goal.FIRST
        found = not every and base.snapshot is not None and base.snapshot.status is Status.COMPLETE
        ended = base.snapshot is not None and base.snapshot.finished
        return replace(
            base,
            state="found" if found and base.snapshot is not None and base.snapshot.solutions else self.state_told,
            error=base.error or self.untried,
            of=f"of {ran.title}, {ran.problem}" if self.stale else "",
            results=self.results.told(ran) if ended else "",
            unit=ran.entry.doing(ran.problem).unit,
            known=known,
            known_name="A000170" if every else "",
            counting_everything=every,
            extra=(("Conflicts", grouped(int(conflicts))),) if conflicts is not None else (),
        )

    def code_positions(self) -> Sequence[CodePosition]:
        return [CodePosition(self.ran or self.chosen, self.reason_told)]

    def look(self) -> None:
        self.search.look()

    def view(self) -> LabView:
        return sight.view(self)

    def can(self, name: str) -> bool:
        if name in ("pause", "stop", "live") and self.holding:
            return False
        return not (name == "classes" and self.large) and super().can(name)

    def footer_order(self) -> Sequence[str]:
        if self.holding or not (self.looking_back or self.held):
            return super().footer_order()
        tree = "close_tree" if self.tree_opened else "tree"
        if self.held:
            return ("run", "step", "walk('BACK')", tree, "code", "live", "pair", "go_to_node", "stop")
        return ("run", "pair", "walk('BACK')", tree, "code", "browse(1)", "live")


def _one_of_each_class(solutions: Sequence[Solution]) -> Sequence[Solution]:
    """One solution of each symmetry class, in the order in which the classes were found."""
    from core._queens.symmetry_classes import SymmetryClasses

    found = SymmetryClasses.of(solutions)
    return [found.representative(index) for index in range(len(found))]


def description(problem: Queens) -> dict[str, Any]:
    """A board for the settings file, and for a search that is kept."""
    placed, forbidden = ([list(square) for square in squares] for squares in (problem.placed, problem.forbidden))
    return {"n": problem.n, "placed": placed, "forbidden": forbidden}


def board_of(values: Mapping[str, Any]) -> Queens | None:
    """The board of a `description`, without restrictions if these make no sense; None if its size makes none."""
    try:
        plain = Queens(int(values["n"]))
    except (KeyError, TypeError, ValueError, ProblemError):
        return None
    try:
        return Queens(plain.n, tuple(map(tuple, values["placed"])), tuple(map(tuple, values["forbidden"])))
    except (KeyError, TypeError, ValueError, ProblemError):
        return plain
