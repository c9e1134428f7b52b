"""Two searches of one problem, stepping in time: two algorithms, or one with two settings.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.catalog import algorithm, algorithms
from core.explain.reason import NodeKind
from core.explain.words import Sentence, Tone, sentences
from core.running.side_by_side import Stride, Tandem
from core.running.timeline import Move
from core.search import CannotSolve, Goal, Problem, ProblemError, Snapshot
from core.words import counted, grouped
from tui.dialogs.form_values import Note, Row, Value
from tui.kit.text import PageText
from tui.kit.values import BoardValue, CodePosition, LaneCounts, LevelsValue, WhyValue
from tui.lab.beside import Beside
from tui.lab.grown_tree import GrownTree
from tui.lab.live_search import explained, kept_speed, missing
from tui.lab.parting import Parting, Trace
from tui.lab.session import LanesSession, Results, SearchTask
from tui.lab.setup import Setup
from tui.lab.view import LabView, Panel

FASTEST_TO_FOLLOW = 50
SIDES = ("left", "right")
NO_SETTINGS: Mapping[str, Value] = {}


class LaneForm:
    """The form of one lane (a `tui.dialogs.form_values.Form`): its algorithm, and the parameters of that."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._bring_back = setup.kept()

    def rows(self) -> Sequence[Row]:
        """All that can be chosen but the goal, which is the same on both sides."""
        return [row for row in self._setup.rows() if row.key != "goal"]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        return self._setup.choose(key, value, continued=continued)

    def undo(self) -> None:
        """All as it was before."""
        self._bring_back()


class LockstepSession(LanesSession[Tandem]):
    """Two searches for one problem, the lane that is looked at, and what a step is."""

    def __init__(
        self,
        first: SearchTask[Any],
        beside: Beside[Any] | None = None,
        remembered: Mapping[str, Any] | None = None,
        results: Results | None = None,
    ) -> None:
        """``first`` is what is chosen for the one search; the other is that of last time, or the usual one."""
        super().__init__()
        self._remembered = dict(remembered or {})
        self.problem: Problem = first.problem
        self.beside = beside if beside is not None else Beside()
        able = [lane for lane in self._wanted(first) if self._refusal(lane[0]) is None]
        lanes = [lane for at, lane in enumerate(able) if lane not in able[:at]]
        self.setups = [self._setup(*lane) for lane in sorted((lanes * 2)[:2], key=self._teaching_order)]
        """Of each lane: its algorithm and the parameters of that."""
        self.looked = 1
        """The lane whose reasons are told: 0 or 1."""
        self.stride = next((s for s in Stride if s == self._remembered.get("stride")), Stride.NODE)
        speed = self._remembered.get("speed", 2)
        self.search.speed = kept_speed(speed)
        self.trees = (GrownTree(), GrownTree())
        self.parting = Parting()
        self._going: tuple[int, list[int]] | None = None
        """The way to a place where they part that was asked for too early, and the nodes at which both stood then."""
        self.results = results if results is not None else Results()
        """Nodes of each algorithm that has searched this problem to the end, the newest last."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file; with what was chosen for other kinds of problems."""
        lanes = self._remembered.get("lanes")
        own = {self.problem.kind: [[setup.entry.key, setup.settings] for setup in self.setups]}
        self._remembered = {
            "lanes": {**(lanes if isinstance(lanes, dict) else {}), **own},
            "stride": self.stride.value,
            "speed": self.search.speed,
        }
        return self._remembered

    # Choices

    def _wanted(self, first: SearchTask[Any]) -> list[tuple[str, Mapping[str, Value]]]:
        """What would stand beside each other, the most wanted first."""
        kind = self.problem.kind
        wanted = [(first.entry.key, first.settings)]
        lanes = self._remembered.get("lanes")
        for lane in lanes.get(kind, ()) if isinstance(lanes, dict) else ():
            if isinstance(lane, list) and len(lane) == 2 and isinstance(lane[1], dict):
                wanted.append((str(lane[0]), lane[1]))
        others = [(entry.key, NO_SETTINGS) for entry in algorithms(kind)]
        return [self._whole(*lane) for lane in (*wanted, *self.beside.usual, *others)]

    def _whole(self, key: str, settings: Mapping[str, Value]) -> tuple[str, Mapping[str, Value]]:
        """With all parameters, so that lanes can be told apart."""
        try:
            return key, algorithm(self.problem.kind, key).settings(settings)
        except (CannotSolve, TypeError):
            return key, {}

    def _setup(self, key: str, settings: Mapping[str, Value]) -> Setup:
        setup = Setup(self.problem, key)
        setup.recall({"settings": {key: settings}})
        return setup

    def _refusal(self, key: str) -> str | None:
        try:
            refusal = algorithm(self.problem.kind, key).refusal(self.problem)
        except CannotSolve as error:
            return str(error)
        return None if refusal is None else str(refusal)

    def _teaching_order(self, lane: tuple[str, Mapping[str, Value]]) -> tuple[int, int]:
        """Algorithms as in the catalog; one with two settings as they usually stand beside each other."""
        usual = [self._whole(*each) for each in self.beside.usual]
        place = [entry.key for entry in algorithms(self.problem.kind)].index(lane[0])
        return place, usual.index(lane) if lane in usual else len(usual)

    def choose(self, key: str) -> str:
        """Take an algorithm for the lane that is looked at; returns why not."""
        refusal = self._refusal(key)
        setup = self.setups[self.looked]
        if refusal is None and setup.entry.key != key:
            setup.choose_algorithm(key)
            self.forget()
        return refusal or ""

    def form(self) -> LaneForm:
        """The form of the lane that is looked at."""
        return LaneForm(self.setups[self.looked])

    def resize(self, step: int) -> str:
        """A larger or smaller problem on both sides; returns why not."""
        try:
            problem = self.beside.resized(self.problem, step)
        except ProblemError as error:
            return str(error)
        if self.beside.too_large(problem):
            return self.beside.too_large(problem)
        for setup in self.setups:
            if refusal := setup.entry.refusal(problem):
                return str(refusal)
        self.problem = problem
        for setup in self.setups:
            setup.set_problem(problem)
        self.forget()
        return ""

    def turn(self) -> None:
        """Look at the other lane."""
        self.looked = 1 - self.looked
        if self.driven is not None:
            self.driven.leader = self.looked

    def next_stride(self) -> str:
        """Another kind of step; returns what it is now."""
        strides = list(Stride)
        self.stride = strides[(strides.index(self.stride) + 1) % len(strides)]
        if self.driven is not None:
            self.driven.stride = self.stride
        one, many = self.beside.noun
        return {
            Stride.NODE: "one node each",
            Stride.PLACEMENT: f"on until one more {one} is {self.beside.made}",
            Stride.DEPTH: f"on until both have the same number of {many}",
        }[self.stride]

    def set_speed(self, speed: int | None) -> None:
        """Steps a second; None for full speed."""
        self.search.set_speed(speed)
        if self.driven is not None:
            self.driven.set_speed(speed)

    # The searches

    def ran(self, side: int) -> SearchTask[Problem]:
        """What is searched on one side."""
        setup = self.setups[side]
        goal = Goal.COUNT if Goal.COUNT in setup.entry.goals else setup.entry.goals[0]
        return SearchTask(setup.entry, self.problem, goal, setup.settings)

    def start(self, *, paused: bool = False) -> Tandem:
        """Both from the beginning, for a worker to drive."""
        self.results.begin(self.ran(0))
        makes = [self.ran(side).start for side in (0, 1)]
        tandem = self.started(Tandem(makes, explained, stride=self.stride, speed=self.search.speed, paused=paused))
        tandem.leader = self.looked
        return tandem

    # For the next start

    def left(self) -> dict[str, Any]:
        """The lanes, the one that is looked at, and the nodes where they stand; none before they are started."""
        shots = [self.snapshot(side) for side in (0, 1)]
        nodes = [shot.steps + shot.finished for shot in shots if shot is not None]  # to go on past the last is the end
        return {"lanes": [[setup.entry.key, dict(setup.settings)] for setup in self.setups], "looked": self.looked,
                "nodes": nodes}  # fmt: skip

    def come_back(self, problem: Problem, left: Mapping[str, Any]) -> None:
        """What `left` gave; both hold still on their way.  Raises CannotSolve, KeyError, TypeError, ValueError."""
        self.problem = problem
        self.setups = [self._setup(*self._whole(str(key), dict(settings))) for key, settings in left["lanes"]]
        self.looked = int(left["looked"] == 1)
        if left["nodes"]:
            first, second = map(int, left["nodes"])
            self.start(paused=True).to((max(1, first), max(1, second)))

    def walk(self, move: Move | int) -> None:
        """Both make a move, or go to the node of that number; back takes the last step back."""
        if self.driven is not None:
            if move is Move.BACK:
                self.driven.back()
            elif not isinstance(move, Move):
                self.driven.to((move, move))
            else:
                self.driven.go(move)

    def look(self) -> None:
        """Note the results of searches that have come to their end."""
        for side in (0, 1):
            shot, ran = self.snapshot(side), self.ran(side)
            if shot is not None:
                self.results.add(ran, shot)

    @property
    def results_told(self) -> str:
        """What the difference in nodes is made of, once known; else what each algorithm needed for the whole."""
        sums = self.parting.sums() if self.parting.is_of(self.pair) else ""
        return sums or self.results.told(self.ran(0))

    def to_grow(self) -> list[tuple[GrownTree, object, Callable[[Callable[[], bool]], Any]]]:
        """For a thread: the trees that are not there yet, what each is of, and what grows it."""
        found: list[tuple[GrownTree, object, Callable[[Callable[[], bool]], Any]]] = []
        for side, tree in enumerate(self.trees):
            ran = self.ran(side)
            work = tree.to_grow((ran.name, ran.problem), ran.start)
            if work is not None:
                found.append((tree, (ran.name, ran.problem), work))
        return found

    @property
    def pair(self) -> tuple[SearchTask[Problem], SearchTask[Problem]]:
        """What is searched on both sides."""
        return self.ran(0), self.ran(1)

    def to_trace(self) -> Trace | None:
        """For a thread: traces both trees node by node; None where that has been done."""
        return self.parting.to_trace(self.pair, [self.title(side) for side in (0, 1)])

    def go_where_they_part(self, step: int) -> str:
        """To the next place where they part (1), or the one before (-1); returns why not, or why not yet.

        Both have been started.  While nobody knows where they part, `part_at_last` goes there.
        """
        if self.parting_unknown:
            self._going = step, self._nodes
            return STILL_VISITED
        self._going = None
        if self.parting.why_none:
            return self.parting.why_none
        if self.driven is not None:
            self.driven.to(self.parting.go(step))
            self.looked = self.parting.more
            self.driven.leader = self.looked
        return ""

    @property
    def parting_unknown(self) -> bool:
        """Whether both trees are still being visited, or will be."""
        return not self.parting.is_of(self.pair) or self.parting.at_work

    def forget(self) -> None:
        super().forget()
        self._going = None

    @property
    def part_at_last(self) -> int:
        """The way (1 or -1) to go where they part, now that it is known: asked for before, and nobody moved since."""
        if self._going is None or self.parting_unknown:
            return 0
        (step, nodes), self._going = self._going, None
        return step if nodes == self._nodes else 0

    @property
    def _nodes(self) -> list[int]:
        """The nodes at which both stand."""
        return [shot.steps if shot is not None else 0 for shot in map(self.snapshot, (0, 1))]

    # What can be done

    @property
    def last_node(self) -> int | None:
        """The last node of the larger tree; the smaller one then stands at its end."""
        left, right = (self.row(side).whole for side in (0, 1))
        return None if left is None or right is None else max(left, right)

    def footer_order(self) -> Sequence[str]:
        """In a pause the way back is worth more than other algorithms."""
        if self.held:
            return ("walk('BACK')", "run", "step", "part(1)", "look", "leave")
        return ("run", "pause", "step", "part(1)", "look", "settings", "stride", "leave")

    def code_positions(self) -> Sequence[CodePosition]:
        shots = [self.snapshot(side) for side in (0, 1)]
        return [CodePosition(self.ran(side), shot.reason if shot is not None else None)
                for side, shot in enumerate(shots)]  # fmt: skip

    # What is shown

    def view(self) -> LabView:
        rows = tuple(self.row(side) for side in (0, 1))
        heading, said = self.why()
        shot = self.snapshot(self.looked)
        legend = self.beside.legend if shot is not None and not shot.finished else ""
        levels = LevelsValue(
            f"{self.beside.noun[1]} {self.beside.made}", rows, self.looked, self.state, self.results_told
        )
        panels = [
            *(Panel(f"lane{side}", self.lane(side)) for side in (0, 1)),
            Panel("levels", levels),
            Panel("why", WhyValue(heading, tuple(said), legend=legend, unfolded=self.unfolded)),
        ]
        if self.coding:
            panels += [Panel(f"code{side}", position) for side, position in enumerate(self.code_positions())]
        standing = {f"-lane{self.looked}", *(["-code"] if self.coding else [])}
        speed = self.search.figures().speed
        stride = self.beside.noun[0] if self.stride is Stride.PLACEMENT else self.stride.value
        title = f"{self.beside.title(self.problem)}, by {stride}, {speed}"
        return LabView(None, tuple(panels), frozenset(standing), title, tuple(self.footer_actions()))

    @property
    def state(self) -> str:
        """One word for the screen."""
        tandem = self.driven
        if tandem is None:
            return "ready"
        if tandem.error is not None:
            return "failed"
        if tandem.ended:
            return "complete"
        return "paused" if tandem.paused else "running"

    def snapshot(self, side: int) -> Snapshot | None:
        """The newest picture of one search."""
        return self.driven.snapshots[side] if self.driven is not None else None

    def title(self, side: int) -> str:
        """The algorithm of one side, with the settings that are not the usual ones or tell it from the other."""
        ran, other = self.ran(side), self.ran(1 - side)
        if ran.entry is not other.entry:
            return ran.title
        return ran.told(other.settings)

    def lane(self, side: int) -> BoardValue | PageText:
        """What one lane shows."""
        shot, problem = self.snapshot(side), self.problem
        mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} " if side == self.looked else ""
        title = mark + self.title(side)
        if shot is None:
            return _on_frame(self.beside.draw(problem, None, None, True), title, "not started")
        reason = shot.reason if shot.reason is not None and shot.reason.outcome is not NodeKind.END else None
        still = self.driven is not None and self.driven.paused
        speed = self.search.speed
        slow = speed is not None and speed <= FASTEST_TO_FOLLOW
        position = self.beside.draw(problem, shot, reason, slow or still or shot.finished)
        unit = self.setups[side].entry.doing(problem).unit
        words = f"{unit} {grouped(shot.steps)} · {shot.solutions} found"
        return _on_frame(position, title, "done · " + words if shot.finished else words)

    def why(self) -> tuple[str, list[Sentence]]:
        """The heading and the reasons for the lane that is looked at."""
        side = self.looked
        heading = f"Why · {self.title(side)}"
        ran, shot = self.ran(side), self.snapshot(side)
        refusal = ran.unexplained
        if refusal is not None:
            return heading, [Sentence(Tone.PLAIN, f"{refusal}.")]
        if shot is None:
            known = self.parting.verdict() if self.parting.is_of(self.pair) else []
            return heading, [*known, Sentence(Tone.NEXT if known else Tone.PLAIN, START)]
        if shot.reason is None:
            return heading, []
        if shot.reason.outcome is NodeKind.END:
            return heading, self._verdict()
        missed = self.driven.missed[side] if self.driven is not None else None
        none = [] if missed is None else [Sentence(Tone.BAD, missing(missed))]
        left, right = self._nodes
        parting = self.parting.told((left, right)) if self.parting.is_of(self.pair) else []
        return f"{heading} · node {grouped(shot.steps)}", [*none, *(parting or sentences(shot.reason))]

    def _verdict(self) -> list[Sentence]:
        shots = [self.snapshot(side) for side in (0, 1)]
        first, second = (shot.nodes if shot is not None and shot.finished else None for shot in shots)
        if first is None or second is None:
            return [Sentence(Tone.GOOD, "This search has visited its whole tree; the other has not.")]
        if first == second:
            return [Sentence(Tone.GOOD, f"Both have visited {counted(first, 'node')}: they search the same tree.")]
        fewer, few, many = (0, first, second) if first < second else (1, second, first)
        said = [Sentence(Tone.GOOD,
                         f"{self.title(fewer)} needed {counted(few, 'node')}, {self.title(1 - fewer)} {grouped(many)}: "
                         f"{many / few:.2f} times as many for the same solutions.")]  # fmt: skip
        if self.parting.is_of(self.pair) and (known := self.parting.verdict()):
            return [said[0], *known[1:], *self._ways(fewer)]
        less, more = (self.trees[side].in_vain if self._grown(side) else None for side in (fewer, 1 - fewer))
        if less is not None and more is not None:
            said.append(Sentence(Tone.PLAIN,
                                 f"{grouped(more)} nodes of {self.title(1 - fewer)} lead to no "
                                 f"solution, {grouped(less)} of {self.title(fewer)}."))  # fmt: skip
        return [*said, *self._ways(fewer)]

    def _ways(self, fewer: int) -> list[Sentence]:
        """How each chooses what comes next; the one that has fewer nodes last."""
        doing = [setup.entry.doing(self.problem) for setup in self.setups]
        if doing[0] is doing[1]:
            return []
        ways = [self.beside.ways.get(entry.key, entry.summary) for entry in doing]
        return [
            Sentence(Tone.NEXT if side == fewer else Tone.PLAIN, f"{self.title(side)}: {ways[side]}")
            for side in (1 - fewer, fewer)
        ]

    def _grown(self, side: int) -> bool:
        """Whether the whole tree of one side is there."""
        ran, tree = self.ran(side), self.trees[side]
        return tree.is_of((ran.name, ran.problem)) and tree.tree is not None

    def row(self, side: int) -> LaneCounts:
        """The row of the table about one side."""
        shot, tree = self.snapshot(side), self.trees[side]
        ran = self.ran(side)
        known = self._grown(side)
        whole = tree.tree.nodes if known and tree.tree is not None else self.results.of(ran)
        nodes = shot.nodes if shot is not None else None
        levels = tuple(tree.levels(nodes)) if known and nodes is not None else ()
        dead = sum(level.dead for level in levels) if levels else None
        solutions = shot.solutions if shot is not None else 0
        return LaneCounts(self.title(side), levels, nodes, whole, dead, solutions, shot is not None and shot.finished)


START = "n goes to the first place where they part. Press . to take a step with both; enter lets both run."


STILL_VISITED = "Both trees are still being visited; then it goes there."


def _on_frame(position: Any, title: str, words: str) -> BoardValue | PageText:
    """What a lane draws, with the words on its frame."""
    if isinstance(position, PageText):
        return replace(position, title=title, note=words)
    return BoardValue(position, title, words)
