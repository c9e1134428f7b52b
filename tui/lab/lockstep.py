"""Two searches of one problem, stepping in time: two algorithms, or one with two settings.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core import Problem, ProblemError, Snapshot
from core._words import counted, grouped
from core.explain import NodeKind, Sentence, Tone, sentences
from core.running import Move, Stride, Tandem
from tui.kit.text import PageText
from tui.kit.values import BoardValue, CodePosition, LaneCounts, LevelsValue, WhyValue
from tui.lab.beside import Beside, beside_of
from tui.lab.grown_tree import GrownTree
from tui.lab.lane_choice import LaneForm, refusal_of, setup_of, setups_beside
from tui.lab.live_search import explained, kept_speed, missing
from tui.lab.parting import Parting, Trace
from tui.lab.session import LanesSession, Results, SearchTask
from tui.lab.view import LabView, Panel

SIDES = ("left", "right")


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
        self.beside = beside if beside is not None else beside_of(self.problem.kind)
        self.setups = setups_beside(first, self.beside, self._remembered.get("lanes"))
        """For each lane its algorithm, and the parameters of that."""
        self.leader = 1
        """The lane whose reasons are shown: 0 or 1."""
        self.stride = next((s for s in Stride if s == self._remembered.get("stride")), Stride.NODE)
        speed = self._remembered.get("speed", 2)
        self.search.speed = kept_speed(speed)
        self.trees = (GrownTree(), GrownTree())
        self.parting = Parting()
        self._going: tuple[int, list[int]] | None = None
        """The direction to a parting place that was asked for too early, and the nodes where both were then."""
        self.results = results if results is not None else Results()
        """Nodes of each algorithm that has searched this problem to the end, the newest last."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file; includes the choices for other kinds of problems."""
        lanes = self._remembered.get("lanes")
        own = {self.problem.kind: [[setup.entry.key, setup.settings] for setup in self.setups]}
        self._remembered = {
            "lanes": {**(lanes if isinstance(lanes, dict) else {}), **own},
            "stride": self.stride.value,
            "speed": self.search.speed,
        }
        return self._remembered

    # Choices

    def choose(self, key: str) -> str:
        """Take an algorithm for the lane that is looked at; returns why not."""
        refusal = refusal_of(self.problem, key)
        setup = self.setups[self.leader]
        if refusal is None and setup.entry.key != key:
            setup.choose_algorithm(key)
            self.forget()
        return refusal or ""

    def form(self) -> LaneForm:
        """The form of the lane that is looked at."""
        return LaneForm(self.setups[self.leader])

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
        self.leader = 1 - self.leader
        if self.driven is not None:
            self.driven.leader = self.leader

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
        return SearchTask(setup.entry, self.problem, setup.entry.of_tree(setup.settings), setup.settings)

    def start(self, *, paused: bool = False) -> Tandem:
        """Both from the beginning, for a worker to drive."""
        self.results.begin(self.ran(0))
        makes = [self.ran(side).start for side in (0, 1)]
        tandem = self.started(Tandem(makes, explained, stride=self.stride, speed=self.search.speed, paused=paused))
        tandem.leader = self.leader
        return tandem

    # For the next start

    def looks(self) -> dict[str, Any]:
        """Also the lanes, the one in view, and the nodes where they are; none of it before they are started."""
        shots = [self.snapshot(side) for side in (0, 1)]
        nodes = [shot.steps + shot.finished for shot in shots if shot is not None]  # to go on past the last is the end
        return {
            **super().looks(),
            "lanes": [[setup.entry.key, dict(setup.settings)] for setup in self.setups],
            "looked": self.leader,
            "nodes": nodes,
        }

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """For the problem in hand; both hold still on their way.  Raises as `LooksAgain.look_again`."""
        super().look_again(looks)
        first_lane, second_lane = looks["lanes"]
        self.setups = [setup_of(self.problem, str(key), dict(own)) for key, own in (first_lane, second_lane)]
        self.leader = int(looks["looked"] == 1)
        if looks["nodes"]:
            first, second = map(int, looks["nodes"])
            self.start(paused=True).to((max(1, first), max(1, second)))

    def walk(self, move: Move | int) -> None:
        """Both make a move, or go to the node of that number; back undoes the last step."""
        if self.driven is not None:
            if move is Move.BACK:
                self.driven.back()
            elif not isinstance(move, Move):
                self.driven.to((move, move))
            else:
                self.driven.go(move)

    def look(self) -> None:
        """Note the results of searches that have ended."""
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
        """For a thread: the trees that are not there yet, with what each belongs to, and a function that grows it."""
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
        """For a thread: traces both trees node by node; None if that has been done."""
        return self.parting.to_trace(self.pair, [self.title(side) for side in (0, 1)])

    def go_where_they_part(self, step: int) -> str:
        """Go to the next place where they part (1), or the one before (-1); returns why not, or why not yet.

        Both must have been started.  Until the places are known, `part_at_last` goes there.
        """
        if self.parting_unknown:
            self._going = step, self._nodes
            return STILL_VISITED
        self._going = None
        if self.parting.why_none:
            return self.parting.why_none
        if self.driven is not None:
            self.driven.to(self.parting.go(step))
            self.leader = self.parting.more
            self.driven.leader = self.leader
        return ""

    @property
    def parting_unknown(self) -> bool:
        """Whether both trees are still being visited, or will be."""
        return not self.parting.is_of(self.pair) or self.parting.at_work

    def forget(self) -> None:
        super().forget()
        self._going = None

    def part_at_last(self) -> int:
        """The direction (1 or -1) that was asked for before the places were known, if nobody has moved since.

        It is given once; 0 otherwise.
        """
        if self._going is None or self.parting_unknown:
            return 0
        (step, nodes), self._going = self._going, None
        return step if nodes == self._nodes else 0

    @property
    def _nodes(self) -> list[int]:
        """The nodes where both searches are."""
        return [shot.steps if shot is not None else 0 for shot in map(self.snapshot, (0, 1))]

    # What can be done

    @property
    def last_node(self) -> int | None:
        """The last node of the larger tree; the search of the smaller one is then at its end."""
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
        shot = self.snapshot(self.leader)
        legend = self.beside.legend if shot is not None and not shot.finished else ""
        levels = LevelsValue(
            f"{self.beside.noun[1]} {self.beside.made}", rows, self.leader, self.state, self.results_told
        )
        panels = [
            *(Panel(f"lane{side}", self.lane(side)) for side in (0, 1)),
            Panel("levels", levels),
            Panel("why", WhyValue(heading, tuple(said), legend=legend, unfolded=self.unfolded)),
        ]
        if self.coding:
            panels += [Panel(f"code{side}", position) for side, position in enumerate(self.code_positions())]
        standing = {f"-lane{self.leader}", *(["-code"] if self.coding else [])}
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
        mark = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} " if side == self.leader else ""
        title = mark + self.title(side)
        if shot is None:
            return self.beside.lane(title, "not started", problem, None, None, still=True)
        reason = shot.reason if shot.reason is not None and shot.reason.outcome is not NodeKind.END else None
        still = self.driven is not None and self.driven.paused
        followed = self.search.can_be_followed or still or shot.finished
        unit = self.setups[side].entry.doing(problem).unit
        words = f"{unit} {grouped(shot.steps)} · {grouped(shot.solutions)} found"
        words = f"done · {words}" if shot.finished else words
        return self.beside.lane(title, words, problem, shot, reason, still=followed)

    def why(self) -> tuple[str, list[Sentence]]:
        """The heading and the reasons for the lane that is looked at."""
        side = self.leader
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
