"""What the exact cover screen knows and does: the problem, the choices, the search, what it has found.  No Textual."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core import CannotSolve, ExactCover, Goal, Search, Status
from core._checks import wholes
from core._words import grouped
from core.exact_cover import CoverPuzzle
from core.exact_cover._restricted import Restricted, restricted_puzzle
from core.running import Move
from tui.actions.waiting import Waiting
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value
from tui.kit.values import CodePosition
from tui.lab.browser import Solution, SolutionBrowser
from tui.lab.live_search import asked_speed, kept_speed
from tui.lab.session import SearchSession, SearchTask
from tui.lab.setup import Setup, note_of
from tui.lab.view import LabView
from tui.screens.cover import sight, words
from tui.screens.cover.beside import CoverBeside
from tui.screens.cover.dancing import Dancing
from tui.screens.cover.document import EXAMPLE, CoverDocument
from tui.screens.cover.editor import MatrixEditor
from tui.screens.cover.hand import Hand, lead
from tui.screens.cover.lot import Lot
from tui.screens.cover.offers import CoverOffers
from tui.screens.cover.state import CoverState
from tui.screens.cover.values import LinksValue

if TYPE_CHECKING:
    from core import Proposal
    from core._drawing.cells import CellPicture
    from core._estimates.probes import ProbeEstimate
    from core.exact_cover import Symmetries
    from core.exact_cover._analysis import Outlook

VIEWS = ("matrix", "graph", "picture", "links", "levels", "tree")
SHOWING_SOLUTIONS = frozenset({"matrix", "graph", "picture"})
"""Those in which a solution can be seen; the others are of the search alone."""
SMALL = 400
"""Options up to which a problem is first shown in its matrix, to be watched."""
LARGEST_WATCHED = 60_000
"""Ones of the matrix up to which a search is watched node by node."""
LARGEST_IN_FULL = 20_000
"""Ones up to which the options ruled out are worked out while a search moves."""
MOST_TO_LIST = 200_000
"""Solutions up to which all are searched for at first, rather than counted."""
WATCHED_SPEED = 2
PREVIEW_SLICE = 100
"""Nodes after which to look whether the example is solved."""
FASTEST_WATCHED = 1000
"""Nodes a second; a user who wants more wants full speed."""
PACE = (
    Offer("watch", "step by step", "every node with its reason"),
    Offer("run", "full speed", "to count or to find"),
)


class CoverSession(SearchSession[ExactCover], CoverOffers):
    """The exact cover laboratory without its screen."""

    NO_CLASSES = "this problem has no symmetries"

    def __init__(self) -> None:
        self.document = CoverDocument()
        self.waiting = Waiting()
        self.preview: tuple[int, ...] = ()
        """A solution of the example, to look at before anything runs."""
        self.begun = False
        """Whether the problem in hand is one that the user has chosen, now or before."""
        super().__init__(Setup(self.problem, "dlx"), SolutionBrowser(self.found, self._classes))
        self.dancing = Dancing(self.search)
        self.move_due: Move | None = None
        """What the search must do for the links asked for."""
        self.links = LinksValue()
        """The links seen last."""
        self.watching = True
        self.view_name = "picture"
        self.editor = MatrixEditor(self.document)
        self.editing = False
        self.cursor: tuple[int, int] | None = None
        """The option and item where the user edits the matrix or takes options."""
        self.hand = Hand()
        self.lot = Lot()
        self._state = CoverState(self.problem)
        self._state_of: tuple[object, ...] = ()
        self._heat: Sequence[tuple[str, float]] = ()
        self._heat_of: tuple[object, int | None] = None, None
        self._kept_hand: tuple[str, object] = ("", None)
        self._proposal: Proposal | None = None
        self._symmetries: tuple[ExactCover | None, Symmetries | None] = None, None
        """The symmetries found when classes were asked for, and their problem."""
        self.outlook: Outlook | None = None
        self.estimate: ProbeEstimate | None = None
        self.total: int | None = None
        """The number of nodes of that search, once it has ended."""
        self._speeds: dict[bool, int | None] = {True: WATCHED_SPEED, False: None}
        self._own_choice = False
        """Whether the user has chosen the algorithm for this problem."""
        self.search.speed, self.search.fastest = WATCHED_SPEED, FASTEST_WATCHED

    @property
    def problem(self) -> ExactCover:
        """The problem in hand."""
        return self.document.problem

    @property
    def to_solve(self) -> ExactCover:
        """The problem that a search would be of."""
        return self.restricted.problem

    def beside(self) -> CoverBeside:
        return CoverBeside(self.document.opened.puzzle.canvas)

    @property
    def restricted(self) -> Restricted:
        """The problem in hand with what is taken and forbidden."""
        return self.hand.of(self.problem)

    @property
    def puzzle(self) -> CoverPuzzle:
        """What is searched: the puzzle in hand with what is taken and forbidden."""
        return restricted_puzzle(self.document.opened.puzzle, self.restricted)

    @property
    def known(self) -> int | None:
        """The number of solutions, if known beforehand."""
        instance = self.document.opened.instance
        return instance.known if instance is not None and not self.hand.anything else None

    @property
    def symmetries(self) -> int:  # type: ignore[override]
        found = self._known_symmetries
        return found.order if found is not None else 0

    @property
    def _known_symmetries(self) -> Symmetries | None:
        """The symmetries of this problem; None if nobody has asked for them yet."""
        whole, found = self._symmetries
        return found if whole is self.problem else None

    @property
    def has_classes(self) -> bool:
        """Whether solutions can be grouped by symmetry, as far as is known."""
        return self.symmetries != 1

    @property
    def class_note(self) -> str:
        """By how many symmetries solutions are grouped."""
        found = self._known_symmetries
        if not self.browser.by_class or found is None:
            return ""
        return str(found) if found.order > 1 or not found.whole else "no symmetries"

    @property
    def remark(self) -> str:
        """Why nothing is found, or why what is kept is not all of it."""
        browser, opened, shot = self.browser, self.document.opened, self.search.snapshot
        kept = len(browser.found())
        wrong = words.trouble(self.puzzle, self.outlook)
        if shot is None:
            return wrong or (words.proposed(self.proposal, self.setup.entry) if self.proposal else "")
        if shot.solutions > kept:
            return f"only the first {grouped(kept)} are kept" if kept else "counted only: nothing to browse"
        if shot.finished and not shot.solutions:
            return {
                "complete": f"there is {wrong or 'no solution'}", "stopped": "stopped before anything was found",
            }.get(self.search.state, "")  # fmt: skip
        if browser.grouping is None:
            return ""
        if browser.grouping.of < shot.solutions:
            return f"of the first {grouped(browser.grouping.of)} solutions"
        instance = opened.instance
        if instance is not None and instance.known_classes is not None and not self.hand.anything:
            return f"known: {grouped(instance.known_classes)} up to symmetry"
        return ""

    def solution_words(self, place: int) -> str:
        """The options of a solution of the list."""
        return " ".join(map(self.problem.label, self.browser.at(place)))

    @property
    def ones(self) -> int:
        """Ones of the matrix."""
        return sum(self.problem.sizes)

    @property
    def can_be_watched(self) -> bool:
        """Whether the problem is small enough to be watched node by node."""
        return self.ones <= LARGEST_WATCHED

    @property
    def given(self) -> Collection[int]:
        """Options that are in every solution, as the sizes of the items say at once."""
        found = self.outlook
        return () if found is None else {option for _, options in found.forced for option in options}

    # Settings

    def recall(self, remembered: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave."""
        self.setup.recall(remembered)
        self._kept_hand = (str(remembered.get("name")), remembered.get("hand"))
        watched = kept_speed(remembered.get("watched_speed")) or WATCHED_SPEED
        self._speeds = {True: min(watched, FASTEST_WATCHED), False: kept_speed(remembered.get("speed"))}
        self.search.speed = self._speeds[self.watching]

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        self._speeds[self.watching] = self.search.speed
        speeds = {"speed": self._speeds[False], "watched_speed": self._speeds[True]}
        return {**self.setup.remembered(), "name": self.document.name, "hand": self.hand.remembered(), **speeds}

    def ask(self, asked: Mapping[str, Any]) -> Note | None:
        """Choose what the command line names.  Raises CannotSolve for what is impossible."""
        speed = asked_speed(asked["speed"]) if "speed" in asked else None
        change = self.setup.ask(asked)
        if not change.done:
            raise CannotSolve(change.refused)
        if "algorithm" in asked or "goal" in asked or "run" in asked:
            self._own_choice = "algorithm" in asked
            self._set_pace(watching=False)
        if "speed" in asked:
            self._speeds = {True: min(speed or FASTEST_WATCHED, FASTEST_WATCHED), False: speed}
            self.search.set_speed(speed)
        return note_of(change)

    # The problem

    def taken(self, *, edited: bool = False) -> Note | None:
        """Another problem is in hand (or this one ``edited``): start over with it."""
        self.forget_run()
        self.outlook = self.estimate = None
        fresh, self.begun = not self.begun, True
        self.hand.on, self.links, self.lot = False, LinksValue(), Lot()
        change = self.setup.set_problem(self.problem)
        if not edited:
            name, kept = self._kept_hand
            if name == self.document.name:
                self.hand.take_up(self.problem, kept)
            self._kept_hand = ("", None)
            self.editing = False
            small = len(self.problem.options) <= SMALL and self.can_be_watched
            opened = self.document.opened
            known = self.known
            if not self._own_choice:
                change = self.setup.choose_algorithm("dlx")  # takes everything
            self.setup.choose_goal(Goal.COUNT if known is not None and known > MOST_TO_LIST else Goal.ALL)
            self.view_name = "matrix" if small and opened.puzzle.canvas is None else "picture"
            self._propose()
            if not fresh and self.watching and not self.can_be_watched and note_of(change) is None:
                self._set_pace(watching=False)
                return Note("too large to watch node by node: at full speed")
            self._set_pace(watching=small if fresh else self.watching and self.can_be_watched)
        return note_of(change)

    @property
    def proposal(self) -> Proposal | None:
        """The algorithm that suits the problem, and why."""
        return self._proposal

    def take_algorithm(self, key: str) -> Note | None:
        """Take an algorithm, with an empty key the proposed one, now and for other goals."""
        note = self.choose("algorithm", key or (self._proposal.key if self._proposal is not None else "dlx"))
        self._own_choice = bool(key)
        return note

    def _propose(self) -> None:
        """Find the algorithm that suits the problem and the goal, and remember why."""
        from core.exact_cover._propose import propose

        self._proposal = None
        with contextlib.suppress(CannotSolve):
            self._proposal = propose(self.restricted.problem, self.setup.goal)

    def warm_up(self) -> Callable[[], tuple[int, ...]]:
        """For a thread: loads the kernels, so that the first search starts at once, and finds a preview."""
        problem, entry = self.problem, self.setup.entry

        def prepare() -> tuple[int, ...]:
            search = entry.start(problem, Goal.FIRST)
            while search.status is Status.RUNNING:
                search.advance(PREVIEW_SLICE)
            return tuple(search.solutions[0])

        return prepare

    @property
    def drawn(self) -> tuple[int, ...]:  # type: ignore[override]
        """The options of the random solution in view; none if there is none."""
        hidden = self.editing or self.browser.solution is not None
        return () if hidden else self.lot.seen(self.restricted, self.search.snapshot)

    @property
    def in_view(self) -> Solution | None:
        """The solution in view instead of the search: one of the list, or the random one."""
        solution = self.browser.solution
        return solution if solution is not None else self.drawn or None

    @property
    def to_take(self) -> Solution | None:
        """The solution that is copied or saved: the one in view, else the last one found."""
        place = self.browser.place_to_take
        return self.drawn or (self.browser.at(place) if place is not None else None)

    @property
    def shares(self) -> tuple[float, ...]:
        """For each option the share of the solutions that holds it; empty if nobody asks, or it is not known yet."""
        return self.lot.shares(self.restricted)

    def heat(self, option: int | None) -> Sequence[tuple[str, float]]:
        """For each cell of the picture the share of what is there most often, or of the piece of this option.

        Empty if nobody asks, if it is not known yet, and if a whole solution is in view.
        """
        heat = self.lot.heat(self.restricted)
        if heat is None or self.editing or self.in_view is not None:
            return ()
        if self._heat_of != (heat, option):
            self._heat = heat.likeliest() if option is None else heat.covered_by(option)
            self._heat_of = heat, option
        return self._heat

    @property
    def around(self) -> int | None:
        """The option under the cursor of the hand, whose piece's shares the picture tells."""
        return self.cursor[0] if self.hand.on and self.cursor is not None else None

    @property
    def heat_in_view(self) -> CellPicture | None:
        """The picture of the shares, while the user looks at it."""
        canvas = self.document.opened.puzzle.canvas
        told = self.heat(self.around) if self.view_name == "picture" else ()
        return canvas.picture((), told=told, around=self.around) if canvas is not None and told else None

    @property
    def previewing(self) -> bool:
        """Whether a solution is shown before anything runs."""
        untouched = self.document.opened.name == EXAMPLE and not (self.hand.on or self.hand.anything or self.editing)
        return bool(self.preview) and untouched and self.search.snapshot is None and not self.lot.sharing

    # Watching or running

    def set_pace(self, *, watching: bool) -> Note | None:
        """Watch it node by node, or let it run; says why not if that is impossible."""
        if watching and not self.can_be_watched:
            return Note("too large to watch node by node; run it")
        if watching != self.watching:
            if self.search.searching and self.search.run is not None:
                self.search.run.pause()
            self._set_pace(watching=watching)
        return None

    def _set_pace(self, *, watching: bool) -> None:
        if watching != self.watching:
            self._speeds[self.watching] = self.search.speed
            self.watching = watching
            self.search.fastest = FASTEST_WATCHED if watching else None
            self.search.set_speed(self._speeds[watching])
        if self.search.run is None and not self._own_choice:
            # Running takes what is fastest, watching what shows its links.
            key = self.proposal.algorithm.key if self.proposal is not None and not watching else "dlx"
            self.setup.choose_algorithm(key)

    # The form

    def rows(self) -> Sequence[Row]:
        """The pace, the algorithm, the goal and its parameters; a seed only if there is chance."""
        settings = self.setup.settings
        random = settings.get("choice") == "random" or settings.get("restarts")
        shown = [row for row in self.setup.rows() if row.key != "seed" or random]
        return [Choice("pace", "Pace", "watch" if self.watching else "run", PACE), *shown]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        if key == "pace":
            return self.set_pace(watching=value == "watch")
        goal, aimed = self.setup.goal, bool(self.setup.entry.aim)
        note = self.setup.choose(key, value)
        # A goal of its own, such as the cheapest solution, takes its algorithm along, and gives it back.
        left_aim = key == "goal" and not self.setup.entry.aim
        own = self._own_choice and not (aimed and left_aim)
        self._own_choice = own or key == "algorithm" or bool(self.setup.entry.aim)
        if self.setup.goal is not goal:
            self._propose()
            if self.proposal is not None and not self._own_choice and not self.watching and note is None:
                self.setup.choose_algorithm(self.proposal.algorithm.key)
        run = self.search.run
        if run is not None and self.ran != self.chosen and (run.finished or run.paused) and self.watching:
            self.forget_run()  # the next step is one of the new search
        return note

    def command(self) -> str:
        """The command line that does the same, with what must be done before it."""
        edited = self.document.opened.edited
        name = "FILE.dlx" if edited else self.document.opened.name
        goal = self.setup.goal
        words = ["cover", "count", name] if goal is Goal.COUNT else ["cover", "solve", name, "--goal", str(goal)]
        text = self.setup.command(*words, *self.hand.words(self.problem), goal=False)
        if edited:
            text += "\n\nSave the problem as a file first: s, with a name that ends in .dlx"
        return text

    # The search

    def make_search(self) -> Callable[[], Search]:
        """Forget whatever was found before; returns what builds the search that the form describes."""
        self.total, start = None, super().make_search()
        taken, lead_there = self.restricted.taken, self.watching and self.hand.on
        return (lambda: lead(start(), taken)) if lead_there else start

    def use_hand(self, what: str, option: int | None = None) -> Note | None:
        """Take, forbid or undo; says why not.  The search that was there is then of another problem."""
        problem, hand = self.problem, self.hand
        match what, option:
            case "take", int():
                note = hand.take(problem, option, self.state().chosen if self.in_view is None else ())
            case "only", int():
                note = hand.only(problem, option)
            case "forbid", int():
                note = hand.forbid(problem, option)
            case "clear", _:
                note = hand.clear(problem)
            case _:
                note = hand.undo()
        if note is None:
            self.forget_run()
            self.outlook = self.estimate = None
            self._propose()
        return note

    def forget_run(self) -> None:
        """Forget the run, and the total of its nodes."""
        super().forget_run()
        self.total = None

    def look(self) -> None:
        self.search.look()
        shot = self.search.snapshot
        if shot is not None and shot.status is Status.COMPLETE and self.ran and self.ran.goal is not Goal.FIRST:
            self.total = shot.nodes
        self.move_due = self.dancing.settle()
        if self.view_name == "links":
            self.links = sight.links(self, self.links)

    def view(self) -> LabView:
        return sight.view(self)

    def code_positions(self) -> Sequence[CodePosition]:
        ran, reason, line = self.ran or self.chosen, self.reason_told, None
        plain = not (self.problem.coloured or self.problem.multiple)
        if plain and reason is not None and (dance := self.dancing.now()) is not None:
            from core.exact_cover._pseudocode import DLX, line_of_step

            line = line_of_step(DLX, dance, reason) if ran.entry.key == "dlx" else None
        return [CodePosition(ran, reason, line)]

    def ended(self) -> None:
        """The run has ended: look at what it found."""
        if not self.watching:
            super().ended()

    def found(self) -> Any:
        """The solutions listed; while walking, only those found up to this node."""
        search, solutions = self.search.search, super().found()
        return solutions if search is None or not self.watching else solutions[: search.counts()[0]]

    def _classes(self, solutions: Sequence[Solution]) -> Sequence[Solution]:
        puzzle = self.document.opened.puzzle
        symmetries = puzzle.symmetries()
        classes = symmetries.classes(solutions)
        self._symmetries = puzzle.problem, symmetries
        return classes

    # Kept on disk and taken up again

    def described(self, problem: ExactCover) -> Mapping[str, Any]:
        """The name that the problem in hand is found by, and what was taken and forbidden."""
        return {"name": self.document.opened.name, "hand": self.hand.remembered()}

    def problem_again(self, what: Mapping[str, Any]) -> ExactCover:
        """The problem of that name, opened unless it is in hand.  Raises as `CoverDocument.find`, and KeyError."""
        name = str(what["name"])
        if self.document.opened.name != name:
            self.document.open(self.document.find(name))
            self.taken()
        self.hand.clear(self.problem)
        self.hand.take_up(self.problem, what["hand"])
        self.hand.on = False
        self.outlook = self.estimate = None
        self._propose()
        return self.restricted.problem

    def taken_up(self, ran: SearchTask[ExactCover]) -> None:
        """Choose the task of a kept search, which goes on at full speed."""
        self.forget_run()
        self.set_pace(watching=False)
        super().taken_up(ran)

    # For the next start

    def looks(self) -> dict[str, Any]:
        return {**super().looks(), "watching": self.watching, "view": self.view_name, "name": self.document.name,
                "editing": self.editing, "by hand": self.hand.on, "steps": self.hand.steps(),
                "cursor": None if self.cursor is None else list(self.cursor)}  # fmt: skip

    def look_again(self, looks: Mapping[str, Any]) -> None:
        super().look_again(looks)
        if "watching" in looks:
            self.set_pace(watching=looks["watching"] is True)
        if looks.get("view") in VIEWS:
            self.view_name = looks["view"]
        if looks.get("name") != self.document.name:
            return  # another problem is in hand: that one could not be opened, or an edited one goes on as a copy
        self.hand.take_up_steps(self.problem, looks["steps"])
        if looks["cursor"] is not None:
            option, item = wholes(looks["cursor"], "the cursor", 0)
            self.cursor = min(option, max(0, len(self.problem.options) - 1)), min(item, len(self.problem.items) - 1)
            self.editing = looks["editing"] is True and not self.editor.refusal
            self.hand.on = looks["by hand"] is True and not self.editing

    # What is shown

    @property
    def view_of_solutions(self) -> str:
        """The view in which a solution is shown: this one, if it can be seen there."""
        if self.view_name in SHOWING_SOLUTIONS:
            return self.view_name
        return "matrix" if self.document.opened.puzzle.canvas is None else "picture"

    def view_called(self, name: str) -> str:
        """The name of a view; ``next`` and ``before`` are the ones beside the view shown."""
        step = {"next": 1, "before": -1}.get(name)
        return name if step is None else VIEWS[(VIEWS.index(self.view_name) + step) % len(VIEWS)]

    @property
    def at_the_end(self) -> bool:  # type: ignore[override]
        run = self.search.run
        return run is not None and run.finished and run.snapshot.status is Status.COMPLETE

    def state(self) -> CoverState:
        """What the views draw: the same value while nothing has changed."""
        search = self.search
        shot, still = search.snapshot, search.run is None or search.run.paused or search.run.finished
        of = (self.restricted, shot, self.in_view, self.editing, self.guessing, still, self.previewing)
        if not self._state_of or any(
            one is not other and one != other for one, other in zip(of, self._state_of, strict=True)
        ):
            self._state, self._state_of = self._state_now(brief=not still and self.ones > LARGEST_IN_FULL), of
        return self._state

    def _state_now(self, *, brief: bool) -> CoverState:
        restricted, solution, shot = self.restricted, self.in_view, self.search.snapshot
        if self.editing:
            return CoverState(self.problem)
        if solution is not None:
            return CoverState(self.problem, tuple(solution), restricted=restricted)
        if shot is None:
            chosen = self.preview if self.previewing else restricted.taken
            return CoverState(self.problem, chosen, restricted=restricted)
        if shot.reason is not None and not self.guessing:
            return CoverState.of_reason(restricted, shot.reason)
        choices = tuple(
            choice._replace(item=-1 if (item := restricted.item(choice.item)) is None else item)
            for choice in (shot.detail or {}).get("choices", ())
        )
        return CoverState(self.problem, shot.placement, choices, restricted=restricted, brief=brief)

    def profile(self) -> tuple[Sequence[int], int | None]:
        """Nodes by level, and the level where the search is."""
        shot = self.search.snapshot
        if shot is None:
            return (), None
        return (shot.detail or {}).get("profile", ()), None if shot.finished else shot.depth
