"""Two algorithms on two boards, stepping in time: what the pair screen knows and does.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.catalog import algorithm, algorithms
from core.explain.reason import NodeKind
from core.explain.words import Sentence, Tone, sentences
from core.queens.problem import Queens
from core.running.side_by_side import Stride, Tandem
from core.running.timeline import Move
from core.search import CannotSolve, Goal, ProblemError, Snapshot
from core.words import counted, grouped
from tui.kit.queens_position import QueensPosition, position_of
from tui.lab.grown_tree import GrownTree, LevelCount
from tui.lab.live_search import LiveSearch, explained, kept_speed, missing
from tui.lab.session import LanesSession, Results, SearchTask

if TYPE_CHECKING:
    from core.explain.against import Difference, Traced

LARGEST_N = 64
"""Beyond this N two boards say nothing any more."""
FASTEST_TO_FOLLOW = 50
STRIDES = {
    Stride.NODE: "one node each",
    Stride.PLACEMENT: "on until one more queen is placed",
    Stride.DEPTH: "on until both have the same number of queens",
}
PAIR = ("backtracking", "dlx-s")
"""The two that the paper compares."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one algorithm has done so far, and what the whole of it comes to."""

    title: str
    levels: Sequence[LevelCount]
    """So far; empty where nobody knows."""
    nodes: int | None
    whole: int | None
    """Nodes of the whole tree, where they are known."""
    dead: int | None
    solutions: int
    ended: bool


class PairSession(LanesSession[Tandem]):
    """Two algorithms for one problem, the board that is looked at, and what a step is."""

    def __init__(
        self, problem: Queens, first: str, remembered: Mapping[str, Any] | None = None, results: Results | None = None
    ) -> None:
        """``first`` is the algorithm of the form; the other one is the one of last time, or of the paper."""
        super().__init__()
        remembered = remembered or {}
        self.problem = problem
        keys = [first, *_kept(remembered), *PAIR]
        able = [key for key in dict.fromkeys(keys) if self._refusal(key) is None]
        able += [entry.key for entry in algorithms("queens") if entry.key not in able and not entry.refusal(problem)]
        pair = sorted(able[:2], key=_teaching_order)
        self.entries = [algorithm("queens", key) for key in (pair * 2)[:2]]
        self.looked = 1
        """The board whose reasons are told: 0 or 1."""
        self.stride = next((s for s in Stride if s == remembered.get("stride")), Stride.NODE)
        self.search = LiveSearch()
        """Its speed is that of both."""
        self.search.speed = kept_speed(remembered["speed"]) if "speed" in remembered else 2
        self.trees = (GrownTree(), GrownTree())
        self.parting = Parting()
        self.results = results if results is not None else Results()
        """Nodes of each algorithm that has searched this problem to the end, the newest last."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {"algorithms": [e.key for e in self.entries], "stride": self.stride.value, "speed": self.search.speed}

    # Choices

    def _refusal(self, key: str) -> str | None:
        try:
            refusal = algorithm("queens", key).refusal(self.problem)
        except CannotSolve as error:
            return str(error)
        return None if refusal is None else str(refusal)

    def choose(self, key: str) -> str:
        """Take an algorithm for the board that is looked at; returns why not."""
        refusal = self._refusal(key)
        if refusal is None and self.entries[self.looked].key != key:
            self.entries[self.looked] = algorithm("queens", key)
            self.forget()
        return refusal or ""

    def resize(self, step: int) -> str:
        """One queen more or less on both boards; returns why not."""
        n = self.problem.n + step
        if not 1 <= n <= LARGEST_N:
            return f"two boards go from 1 to {LARGEST_N}"
        try:
            problem = Queens(n)
        except ProblemError as error:
            return str(error)
        for entry in self.entries:
            if refusal := entry.refusal(problem):
                return str(refusal)
        self.problem = problem
        self.forget()
        return ""

    def turn(self) -> None:
        """Look at the other board."""
        self.looked = 1 - self.looked
        if self.driven is not None:
            self.driven.leader = self.looked

    def next_stride(self) -> None:
        """Another kind of step."""
        strides = list(Stride)
        self.stride = strides[(strides.index(self.stride) + 1) % len(strides)]
        if self.driven is not None:
            self.driven.stride = self.stride

    def set_speed(self, speed: int | None) -> None:
        """Steps a second; None for full speed."""
        self.search.set_speed(speed)
        if self.driven is not None:
            self.driven.set_speed(speed)

    # The searches

    def ran(self, side: int) -> SearchTask[Queens]:
        """What is searched on one side."""
        entry = self.entries[side]
        goal = Goal.COUNT if Goal.COUNT in entry.goals else entry.goals[0]
        return SearchTask(entry, self.problem, goal, entry.settings({}))

    def start(self, *, paused: bool = False) -> Tandem:
        """Both from the beginning, for a worker to drive."""
        self.results.begin(self.ran(0))
        makes = [self.ran(side).start for side in (0, 1)]
        tandem = self.started(Tandem(makes, explained, stride=self.stride, speed=self.search.speed, paused=paused))
        tandem.leader = self.looked
        return tandem

    def walk(self, move: Move | int) -> None:
        """Both make a move, or go to the node of that number; back takes the last step back."""
        if self.driven is not None:
            if move is Move.BACK:
                self.driven.back()
            elif not isinstance(move, Move):
                self.driven.to((move, move))
            else:
                self.driven.go(move)

    def looked_at(self) -> None:
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
    def pair(self) -> tuple[SearchTask[Queens], SearchTask[Queens]]:
        """What is searched on both sides."""
        return self.ran(0), self.ran(1)

    def to_trace(self) -> Trace | None:
        """For a thread: traces both trees node by node; None where that has been done."""
        return self.parting.to_trace(self.pair)

    def go_where_they_part(self, step: int) -> str:
        """To the next place where they part (1), or the one before (-1); returns why not.  Both have been started."""
        if not self.parting.is_of(self.pair) or self.parting.why_none:
            return self.parting.why_none or "both trees are still being visited"
        if self.driven is not None:
            self.driven.to(self.parting.go(step))
            self.looked = self.parting.more
            self.driven.leader = self.looked
        return ""

    # What is shown

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
        """The algorithm of one side."""
        return self.entries[side].title

    def position(self, side: int) -> tuple[QueensPosition, str]:
        """What one board shows, and the words below it."""
        shot, problem = self.snapshot(side), self.problem
        if shot is None:
            return position_of(problem, None), "not started"
        reason = shot.reason if shot.reason is not None and shot.reason.outcome is not NodeKind.END else None
        still = self.driven is not None and self.driven.paused
        speed = self.search.speed
        slow = speed is not None and speed <= FASTEST_TO_FOLLOW
        position = position_of(problem, shot, free=slow or still or shot.finished, reason=reason)
        unit = self.entries[side].doing(problem).unit
        words = f"{unit} {grouped(shot.steps)} · {shot.solutions} found"
        return position, "done · " + words if shot.finished else words

    def why(self) -> tuple[str, list[Sentence]]:
        """The heading and the reasons for the board that is looked at."""
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
        nodes = [each.steps if each is not None else 0 for each in map(self.snapshot, (0, 1))]
        parting = self.parting.told((nodes[0], nodes[1])) if self.parting.is_of(self.pair) else []
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
        doing = [entry.doing(self.ran(side).problem) for side, entry in enumerate(self.entries)]
        ways = [HOW_IT_CHOOSES.get(entry.key, entry.summary) for entry in doing]
        return [
            Sentence(Tone.NEXT if side == fewer else Tone.PLAIN, f"{self.title(side)}: {ways[side]}")
            for side in (1 - fewer, fewer)
        ]

    def _grown(self, side: int) -> bool:
        """Whether the whole tree of one side is there."""
        ran, tree = self.ran(side), self.trees[side]
        return tree.is_of((ran.name, ran.problem)) and tree.tree is not None

    def row(self, side: int) -> Row:
        """The row of the table about one side."""
        shot, tree = self.snapshot(side), self.trees[side]
        ran = self.ran(side)
        known = self._grown(side)
        whole = tree.tree.nodes if known and tree.tree is not None else self.results.of(ran)
        nodes = shot.nodes if shot is not None else None
        levels = tree.levels(nodes) if known and nodes is not None else ()
        dead = sum(level.dead for level in levels) if levels else None
        solutions = shot.solutions if shot is not None else 0
        return Row(ran.entry.title, levels, nodes, whole, dead, solutions, shot is not None and shot.finished)


_BY_ROWS = "row after row, so a row or column without a square is noticed only when its turn comes."
HOW_IT_CHOOSES = {
    "naive": _BY_ROWS,
    "backtracking": _BY_ROWS,
    "bitmask": _BY_ROWS,
    "dlx": "the first row or column still open, so one without a square is noticed only when its turn comes.",
    "symmetry": "row after row too, but one board stands for all its turns and mirror images.",
    "stride": "half of the queens are placed two columns apart at the start; the others follow row after row.",
    "dlx-s": "the row or column with the fewest squares left comes next, so one without any ends a branch at once.",
}
"""Where the next queen goes, and what follows from that for the size of the tree."""
START = "n goes to the first place where they part. Press . to take a step with both; enter lets both run."


def _kept(remembered: Mapping[str, Any]) -> list[str]:
    keys = remembered.get("algorithms")
    return [str(key) for key in keys] if isinstance(keys, list) else []


def _teaching_order(key: str) -> int:
    return [entry.key for entry in algorithms("queens")].index(key)


# Where they part: both trees traced in a thread, and a way from place to place

Pair = Sequence[SearchTask[Any]]
Trace = Callable[[Callable[[], bool]], "tuple[Traced, Traced] | None"]


class Parting:
    """What two searches visit, and the place where they part that is looked at."""

    def __init__(self) -> None:
        self._of: Pair = ()
        self._traced: tuple[Traced, Traced] | None = None
        self._places: list[Difference] = []
        self._at = -1
        self.at_work = False
        """Whether the trees are being traced."""
        self.more = 0
        """The side that visits more: 0 or 1."""

    def to_trace(self, pair: Pair) -> Trace | None:
        """For a thread: traces both trees; None where that is done, or being done, or nothing explains them."""
        if pair == self._of:
            return None
        self._of, self._traced, self._places, self._at = pair, None, [], -1
        if any(ran.unexplained for ran in pair):
            return None
        self.at_work = True

        def work(stop: Callable[[], bool]) -> tuple[Traced, Traced] | None:
            from core.explain.against import trace

            found = [trace(ran.start(), ran.entry.title, lambda: stop() or self._of is not pair) for ran in pair]
            one, other = found
            return (one, other) if one is not None and other is not None else None

        return work

    def traced(self, pair: Pair, traced: tuple[Traced, Traced] | None) -> None:
        """The trees have been traced; None where they are too large."""
        if pair != self._of:
            return
        self.at_work, self._traced = False, traced
        if traced is not None:
            from core.explain.against import differences

            sizes = [(len(tree.nodes), tree.in_vain) for tree in traced]
            self.more = 0 if sizes[0] >= sizes[1] else 1
            self._places = list(differences(traced[self.more], traced[1 - self.more]))

    def is_of(self, pair: Pair) -> bool:
        """Whether what is known is of these two."""
        return pair == self._of

    @property
    def why_none(self) -> str:
        """Why there is no place to go to; empty where there is one."""
        if self.at_work:
            return "both trees are still being visited"
        if self._traced is None:
            return "their trees are too large to compare node by node, or not explained"
        return "" if self._places else "they search the same tree, so they never part"

    def go(self, step: int) -> tuple[int, int]:
        """The nodes, left and right, of the next place (1) or the one before (-1); after the last comes the first."""
        self._at = (self._at + step) % len(self._places) if self._at >= 0 or step > 0 else len(self._places) - 1
        place = self._places[self._at]
        return (place.node, place.other) if self.more == 0 else (place.other, place.node)

    def told(self, nodes: tuple[int, int]) -> list[Sentence]:
        """What both do at the place looked at; nothing where they stand at other nodes."""
        from core.explain.against import told

        if self._traced is None or self._at < 0:
            return []
        place = self._places[self._at]
        if nodes[self.more] != place.node or nodes[1 - self.more] != place.other:
            return []
        of = f"Place {self._at + 1} of {len(self._places)} where they part."
        return [*told(place, self._traced[self.more], self._traced[1 - self.more]), Sentence(Tone.DETAIL, of)]

    def sums(self) -> str:
        """What the difference in nodes is made of, in a line; nothing before that is known."""
        from core.explain.against import sums

        return sums(*self._traced) if self._traced is not None else ""

    def verdict(self) -> list[Sentence]:
        """How many nodes each visits, and why not as many; nothing before that is known."""
        from core.explain.against import verdict

        return verdict(*self._traced) if self._traced is not None else []
