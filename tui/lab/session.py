"""What the sessions of screens that search have in common.

A `LabSession` says what can be done and what to show.  A `SearchSession` knows what is searched, the newest run and
what that has found.  Most screens have one session that is both; a `LanesSession` drives several searches as one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from core import Algorithm, Goal, Problem, Proposal, Search, Snapshot, Status
from core._words import grouped
from core.explain import Reason
from core.explain._reason import Unexplained, unexplained
from core.running import Steered
from tui.actions.offering import Offering
from tui.dialogs.form_values import Note, OpenForm, Row, Value
from tui.kit.values import CodePosition
from tui.lab.beside import Beside, beside_of
from tui.lab.browser import SolutionBrowser
from tui.lab.grown_tree import GrownTree
from tui.lab.live_search import LiveSearch
from tui.lab.setup import Setup, named
from tui.lab.view import LabView

P = TypeVar("P", bound=Problem)
WALK = "Walking through the tree"
"""The heading of the keys that do so."""


@dataclass(frozen=True)
class SearchTask(Generic[P]):
    """What was started: the form may say something else by now."""

    entry: Algorithm
    problem: P
    goal: Goal
    settings: Mapping[str, Value]

    def start(self) -> Search:
        """The search itself; to be called in a worker."""
        return self.entry.start(self.problem, self.goal, None, parameters=self.settings)

    @property
    def unexplained(self) -> Unexplained | None:
        """Why its nodes are not explained; None if they are."""
        return unexplained(self.entry, self.problem, self.settings)

    @property
    def title(self) -> str:
        """The algorithm and its parameters, if they are not the usual ones."""
        return self.told({parameter.key: parameter.default for parameter in self.entry.parameters})

    def told(self, usual: Mapping[str, Value]) -> str:
        """The algorithm and those parameters that differ from ``usual``, as people call them."""
        own = [
            named(parameter, self.settings[parameter.key]) for parameter in self.entry.parameters
            if parameter.key in self.settings and self.settings[parameter.key] != usual.get(parameter.key)
        ]  # fmt: skip
        return ", ".join([self.entry.title, *own])

    @property
    def name(self) -> str:
        """A short name, for a row of results."""
        usual = {parameter.key: parameter.default for parameter in self.entry.parameters}
        own = [str(value) for key, value in self.settings.items() if value != usual.get(key)]
        return "/".join([self.entry.key, *own])


class Results:
    """Nodes of each algorithm that has been to the end of the same search, the newest last."""

    def __init__(self) -> None:
        self._nodes: dict[str, int] = {}
        self._of: tuple[Problem, Goal] | None = None

    def begin(self, ran: SearchTask[Any]) -> None:
        """A run of this begins: results of other problems and goals go."""
        of = _sort(ran)
        if self._of != of:
            self._nodes.clear()
        self._of = of

    def add(self, ran: SearchTask[Any], shot: Snapshot) -> None:
        """Note the result of a run if it has ended."""
        if shot.status is Status.COMPLETE and shot.nodes is not None and self._of == _sort(ran):
            self._nodes.pop(ran.name, None)
            self._nodes[ran.name] = shot.nodes

    def of(self, ran: SearchTask[Any]) -> int | None:
        """How many nodes this needed, if known."""
        return self._nodes.get(ran.name) if self._of == _sort(ran) else None

    def told(self, ran: SearchTask[Any]) -> str:
        """Most nodes first: backtracking 2 057 · dlx-s 980; empty if there is nothing to compare this with."""
        if len(self._nodes) < 2 or self._of != _sort(ran):
            return ""
        return " · ".join(f"{name} {grouped(nodes)}" for name, nodes in sorted(self._nodes.items(), key=_fewest_last))


def _sort(ran: SearchTask[Any]) -> tuple[Problem, Goal]:
    """What makes results comparable: all solutions are found or counted by the same nodes."""
    return ran.problem, Goal.COUNT if ran.goal is Goal.ALL else ran.goal


def _fewest_last(result: tuple[str, int]) -> int:
    return -result[1]


class LabSession(Offering, ABC):
    """What a `tui.lab.steering.SteeringScreen` steers and shows, and what its keys ask."""

    search: LiveSearch
    """The newest run, its speed and its figures."""
    browser: SolutionBrowser
    """What that has found, and which solution is in view."""
    grown_tree: GrownTree
    """The visited tree, once the user wants to see it."""
    NO_CLASSES = ""
    """Why solutions that are listed cannot be grouped by symmetry."""
    coding = False
    """Whether the pseudocode is shown in place of Why."""
    tree_opened = False
    """Whether the visited tree is in view."""
    unfolded = False
    """Whether everything that a choice rules out is shown."""
    folds = False
    """Whether that is more than a line, as the panel that draws it has found."""
    guessing = False
    """Whether a learner is to find out what comes next: then no reason is shown (nor pseudocode) or marked."""

    @property
    def reason_told(self) -> Reason | None:
        """Why the search does what it does, while it holds still, if that may be shown."""
        return None if self.guessing else self.search.reason

    @property
    def driven(self) -> Steered | None:
        """What was started last, ended or not."""
        return self.search.run

    @property
    def searching(self) -> bool:
        """Whether something has been started and has not ended (it may be paused)."""
        return self.driven is not None and not self.driven.finished

    @property
    def held(self) -> bool:
        """Whether what is steered is paused."""
        return self.searching and self.driven is not None and self.driven.paused

    @property
    def watchable(self) -> bool:
        """Whether it searches at a speed that can be watched, and changed."""
        return self.searching and not self.held and self.search.speed is not None

    @property
    def looking_back(self) -> bool:
        """Whether the search has been to its end, and can be walked back through: a time to look at how it went."""
        search = self.search
        return search.gone_back or (search.walkable and search.run is not None and search.run.finished)

    @property
    def at_the_end(self) -> bool:
        """Whether the newest search has visited all that it will, and is at its end."""
        run = self.search.run
        return run is not None and run.finished and run.snapshot.status is not Status.STOPPED

    @property
    def most_in_footer(self) -> int:
        """One more in a pause: there is time to read it."""
        return super().most_in_footer + self.held

    @property
    def too_large_beside(self) -> str:
        """Why two searches of the problem cannot be looked at beside each other; empty if they can."""
        return ""

    @property
    def last_node(self) -> int | None:
        """The number of the last node there is, once that is known."""
        return self.search.last_node

    # For the next start

    @abstractmethod
    def remembered(self) -> dict[str, Any]:
        """For the settings file."""

    @property
    def comes_back(self) -> bool:
        """Whether the newest search is worth making again."""
        return True

    def looks(self) -> dict[str, Any]:
        """What is open, for the settings file."""
        return {"coding": self.coding, "tree": self.tree_opened}

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Open again what `looks` gave; leave out whatever makes no sense."""
        self.coding, self.tree_opened = looks.get("coding") is True, looks.get("tree") is True

    # What makes sense now

    def can(self, name: str) -> bool:
        match name:
            case "run":
                return not self.searching or self.held
            case "pause":
                return self.searching
            case "stop":
                return self.searching or self.grown_tree.at_work
            case "walk":
                return self.search.walkable
            case "browse":
                return len(self.browser.listed()) > (self.browser.place is not None)
            case "browse_to" | "jump" | "classes":
                return len(self.browser.found()) > 0
            case "live":
                return self.browser.place is not None or (self.search.gone_back and len(self.browser.found()) > 0)
            case "unfold":
                return self.folds
        return True

    # What to show

    @abstractmethod
    def look(self) -> None:
        """Note how far everything is, before `view` is asked for."""

    @abstractmethod
    def view(self) -> LabView:
        """Everything to show now."""

    def code_positions(self) -> Sequence[CodePosition]:
        """The position in each panel of pseudocode."""
        return ()


class SearchSession(ABC, Generic[P]):
    """One search after the other, each for the choices at its beginning."""

    def __init__(self, setup: Setup, browser: SolutionBrowser) -> None:
        self.setup = setup
        """What would be started."""
        self.form = OpenForm(self)
        """The choices that the user makes for it."""
        self.search = LiveSearch()
        self.browser = browser
        self.ran: SearchTask[P] | None = None
        """The task of the newest run: the form may say something else by now."""
        self.grown_tree = GrownTree()
        self.results = Results()
        """What each algorithm needed for the problem and goal of the newest run."""

    @property
    @abstractmethod
    def to_solve(self) -> P:
        """The problem that a search would be of."""

    @property
    def chosen(self) -> SearchTask[P]:
        """What would be started."""
        return SearchTask(self.setup.entry, self.to_solve, self.setup.goal, dict(self.setup.settings))

    # Choosing

    def rows(self) -> Sequence[Row]:
        """The rows of the form as they are now (extended)."""
        return self.setup.rows()

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows: see `tui.dialogs.form_values.FormSubject` (extended)."""
        return self.setup.choose(key, value, continued=continued)

    @property
    @abstractmethod
    def proposal(self) -> Proposal | None:
        """The algorithm proposed for the problem and the goal, and why; None if nothing can serve that goal."""

    @abstractmethod
    def take_algorithm(self, key: str) -> Note | None:
        """Take an algorithm, with an empty key the proposed one; returns what there is to say about it."""

    @abstractmethod
    def command(self) -> str:
        """The command line that does the same."""

    # Two searches beside each other

    def beside(self) -> Beside[P]:
        """How two searches of such a problem are shown beside each other (override if that depends on more)."""
        return beside_of(self.to_solve.kind)

    @property
    def too_large_beside(self) -> str:
        """Why two searches of the problem cannot be looked at beside each other; empty if they can."""
        return self.beside().too_large(self.to_solve)

    @property
    def first_beside(self) -> SearchTask[P]:
        """The task that another one is put beside: the chosen one (override if the user has not chosen it)."""
        return self.chosen

    # Searching

    def make_search(self) -> Callable[[], Search]:
        """Begin a search in place of the last one, and forget what that has found; returns what builds it."""
        self.form.settle()
        self.browser.forget()
        self.ran = self.chosen
        return self.ran.start

    def ended(self) -> None:
        """The newest run has ended: look at what it found."""
        self.browser.look_at_last(or_first=self.ran is not None and self.ran.goal is Goal.FIRST)

    def forget_run(self) -> None:
        """Forget the run."""
        self.search.forget()
        self.browser.forget()
        self.ran = None

    @property
    def of_tree(self) -> SearchTask[P]:
        """The task whose tree is shown: the newest run, or what is chosen, searched to the end."""
        ran = self.ran or self.chosen
        return replace(ran, goal=Goal.COUNT) if ran.entry.of_tree(ran.settings) is Goal.COUNT else ran

    def found(self) -> Any:
        """The solutions that the newest run has listed, in a sequence."""
        return self.search.search.solutions if self.search.search is not None else ()

    # Kept on disk and taken up again

    @abstractmethod
    def described(self, problem: P) -> Mapping[str, Any]:
        """What a problem can be made again from."""

    @abstractmethod
    def problem_again(self, what: Mapping[str, Any]) -> P:
        """The problem that was `described`, now in hand.  Raises ProblemError, StoreError, OSError or KeyError."""

    def taken_up(self, ran: SearchTask[P]) -> None:
        """A kept search goes on: choose its problem and algorithm."""
        self.setup.set_problem(ran.problem)
        self.setup.take(ran.entry, ran.goal, ran.settings)
        self.make_search()
        self.ran = ran


Lanes = TypeVar("Lanes", bound=Steered)


class LanesSession(LabSession, Generic[Lanes]):
    """Several searches that are driven as one."""

    def __init__(self) -> None:
        self.search = LiveSearch()
        """Its speed is that of all."""
        self._lanes: Lanes | None = None

    @property
    def driven(self) -> Lanes | None:
        """What runs all of them, ended or not; None before the start, and when something else is to be searched."""
        return self._lanes

    def can(self, name: str) -> bool:
        return self.searching if name in ("stop", "walk") else super().can(name)

    def started(self, driven: Lanes) -> Lanes:
        """Take this as what runs them now."""
        self.forget()
        self._lanes = driven
        return driven

    def forget(self) -> None:
        """Forget the run."""
        if self._lanes is not None:
            self._lanes.cancel()
        self._lanes = None

    def look(self) -> None:
        """Looking changes nothing (override)."""

    @abstractmethod
    def start(self, *, paused: bool = False) -> Lanes:
        """All from the beginning, for a worker to drive."""
