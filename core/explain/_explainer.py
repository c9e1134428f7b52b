"""Works out the `Reason` for a search's current node.

A *reader*, which the algorithm's entry names (`Algorithm.explained_by`), describes a search's
choices so far in terms of a `Model`; the rest follows from the model.  What comes next is not
guessed: the explainer advances the search by one node, and then puts it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from core._catalog import named
from core._checks import instance
from core._search import Search, Status
from core.explain._model import LIVE, Made, Model, Standing
from core.explain._reason import (
    Branch,
    BranchRule,
    Clash,
    Concluded,
    CostBounds,
    Dead,
    NamedOption,
    NodeKind,
    Onward,
    Reason,
    Single,
    Taken,
    Tie,
    unsuited,
)
from core.running._timeline import Timeline

BY_ORDER = (BranchRule.ROW_BY_ROW, BranchRule.CELL_BY_CELL, BranchRule.SQUARE_BY_SQUARE, BranchRule.FIRST)
"""Rules that take the next subject without looking at the others."""


class Reader(Protocol):
    """Describes a search's choices in terms of a model."""

    @property
    def model(self) -> Model:
        """The rules of the problem."""
        ...

    @property
    def whole(self) -> Model:
        """The model with all rules, for a search that checks some of them only at the end."""
        ...

    @property
    def rule(self) -> BranchRule:
        """How the next subject is chosen."""
        ...

    @property
    def tie(self) -> Tie:
        """How it breaks ties among equally small subjects."""
        ...

    @property
    def scope(self) -> int:
        """The number of first subjects among which the search chooses."""
        ...

    @property
    def onward(self) -> Onward:
        """Where the search goes from a dead end if not back."""
        ...

    @property
    def tree(self) -> int:
        """The number of the current tree, for a search that restarts."""
        ...

    @property
    def weight(self) -> int:
        """The number of solutions it counts when all subjects are served; see `Reason.weight`."""
        ...

    def made(self) -> Sequence[Made]:
        """The choices on the path of the node visited last."""
        ...

    def first_open(self, standing: Standing) -> int | None:
        """The next subject for a rule that follows an order; None if the order does not decide."""
        ...

    def clashes(self) -> Sequence[Clash]:
        """Pairs of choices that exclude each other, for a search that checks only when all choices are made."""
        ...


@runtime_checkable
class Priced(Protocol):
    """A reader of a search for the cheapest solutions."""

    def bound(self) -> CostBounds:
        """The cost at the node visited last."""
        ...


def reader_of(search: Search) -> Reader | None:
    """The reader that a search's entry names; None if there is none, or the problem is unsuited."""
    if not search.explained_by or unsuited(search.problem):
        return None
    reader: Reader = named(search.explained_by)(search, search.problem)
    return reader


MOST_KEPT = 10_000_000
"""The result of each choice is kept for up to this many options in all, at 4 bytes each; longer paths are rebuilt at
each node."""


class Explainer:
    """Works out the reasons at the nodes of one search, which is on a timeline."""

    def __init__(self, timeline: Timeline) -> None:
        self._line = instance(timeline, Timeline, "timeline", "a Timeline")
        self._reader = reader_of(timeline.search) if timeline.is_tree else None
        self._walked: list[tuple[Made | None, Standing, Taken | None]] = []
        """The path explained last: the start, and each choice with its result."""

    @property
    def able(self) -> bool:
        """Whether it can say anything about this search."""
        return self._reader is not None

    def reason(self) -> Reason | None:
        """The reason for the timeline's current node; None if there is nothing to say."""
        reader, line = self._reader, self._line
        if reader is None:
            return None
        standing, path = self._walk(reader.model, () if line.exhausted else reader.made())
        bound = reader.bound() if isinstance(reader, Priced) and not line.exhausted else None
        outcome, following, onward = self._outcome(reader)
        model, sizes, open_ = reader.model, standing.sizes(), standing.open()
        if outcome is NodeKind.DEAD_END and line.node == line.first and not open_ and not reader.clashes():
            # The search was restored at this node, so it is unknown whether it was a solution.
            outcome = NodeKind.SOLUTION if reader.weight else outcome
        if bound is not None and outcome is NodeKind.DEAD_END and not open_:
            outcome = NodeKind.SOLUTION  # held back until the cheapest are known
        degrees = {subject: standing.degree(subject, int(sizes[subject])) for subject in open_}
        empty = [subject for subject in open_ if degrees[subject] == 0]
        noticed: list[int] = []
        if outcome is NodeKind.DEAD_END:
            first = reader.first_open(standing)
            seen = [s for s in empty if s < reader.scope]
            noticed = (
                sorted(seen, key=lambda s: s != first)
                if reader.rule not in BY_ORDER
                else [s for s in seen if s == first]
            )
        if standing.failed is not None:
            noticed = [standing.failed, *noticed]
        overlooked = [s for s in empty if s not in noticed] if outcome in (NodeKind.BRANCH, NodeKind.DEAD_END) else []
        ruled_out = [
            standing.ruled_out(option)
            for option in (standing.gone == len(path)).nonzero()[0].tolist()
            if path and option not in standing.taken
        ]
        live, gone = (standing.gone == LIVE).nonzero()[0], (standing.gone != LIVE).nonzero()[0]
        return Reason(
            node=line.node,
            depth=len(path),
            outcome=outcome,
            path=tuple(path),
            ruled_out=tuple(ruled_out),
            branch=_branch(reader, standing, following, degrees) if outcome is NodeKind.BRANCH and following else None,
            singles=tuple(
                Single(model.subjects[subject], model.option(standing.ways(subject, 1)[0]))
                for subject in open_
                if degrees[subject] == 1
            ) if outcome is NodeKind.BRANCH else (),
            dead=tuple(_dead(standing, subject) for subject in noticed) if outcome is not NodeKind.SOLUTION else (),
            overlooked=tuple(_dead(standing, subject) for subject in overlooked),
            clashes=tuple(reader.clashes()) if outcome is NodeKind.DEAD_END and not noticed else (),
            subjects=model.subjects,
            sizes=tuple(sizes.tolist()),
            open=tuple(open_),
            live=frozenset(model.numbers[live].tolist()),
            gone=dict(zip(model.numbers[gone].tolist(), standing.gone[gone].tolist(), strict=True)),
            concluded=_concluded(standing),
            onward=onward,
            weight=reader.weight,
            bound=bound,
        )  # fmt: skip

    def _walk(self, model: Model, path: Sequence[Made]) -> tuple[Standing, list[Taken]]:
        """The standing after these choices, and what each took; remade from where the path departs from the last
        one."""
        walked = self._walked
        if not walked or walked[0][1].model is not model:
            walked[:] = [(None, Standing(model), None)]
        if len(path) * model.incidence.options > MOST_KEPT:
            del walked[1:]
            standing = walked[0][1].copy()
            return standing, [_taken(standing, made) for made in path]
        same = 0
        while same < len(path) and same + 1 < len(walked) and path[same] == walked[same + 1][0]:
            same += 1
        del walked[same + 1 :]
        for made in path[same:]:
            standing = walked[-1][1].copy()
            walked.append((made, standing, _taken(standing, made)))
        return walked[-1][1], [taken for _, _, taken in walked if taken is not None]

    def _outcome(self, reader: Reader) -> tuple[NodeKind, Made | None, Onward]:
        """What the node is, the first choice below it, and where the search goes if there is none."""
        line, search = self._line, self._line.search
        if line.exhausted:
            return NodeKind.END, None, Onward.NOWHERE if search.status is Status.GAVE_UP else Onward.BACK
        if line.node == 0:
            return NodeKind.START, None, Onward.BACK
        if line.at_solution():
            return NodeKind.SOLUTION, None, reader.onward
        node, depth, tree, onward = line.node, search.branch_depth(), reader.tree, reader.onward
        frame = search.keyframe()
        search.status = Status.RUNNING
        search.advance(1)
        below = search.counts()[1] > node and search.branch_depth() > depth
        following = reader.made()[-1] if below else None
        if reader.tree != tree:
            onward = Onward.AGAIN
        search.rewind(frame)
        return (NodeKind.BRANCH if below else NodeKind.DEAD_END), following, onward


def _taken(standing: Standing, made: Made) -> Taken:
    model = standing.model
    ways, at = standing.make(made)
    return Taken(
        standing.level,
        model.subjects[made.subject] if made.subject >= 0 else None,
        model.option(made.option),
        made.number,
        made.degree,
        tuple(model.option(way) for way in ways[:at]),
        tuple(model.option(way) for way in ways[at + 1 :]),
        made.refused,
        made.preset,
    )


def _branch(reader: Reader, standing: Standing, following: Made, degrees: dict[int, int]) -> Branch:
    model, subject = standing.model, following.subject
    if subject < 0:
        return Branch(None, reader.rule, following.degree, (), (), Tie.NONE)
    if following.either:
        return _either(reader, standing, following, degrees)
    ways: tuple[int, ...] = following.ways or standing.ways(subject, following.degree)
    equal = [s for s, d in degrees.items() if s != subject and d == following.degree and s < reader.scope]
    if reader.rule is not BranchRule.FEWEST or not equal:
        return _made_branch(model, subject, reader.rule, following.degree, ways, (), Tie.NONE)
    tie = reader.tie
    if tie is Tie.MET and reader.first_open(standing) == subject:
        tie = Tie.ORDER
    return _made_branch(model, subject, reader.rule, following.degree, ways, equal, tie)


def _either(reader: Reader, standing: Standing, following: Made, degrees: dict[int, int]) -> Branch:
    """The branch between one option of the subject and all others."""
    model, subject = standing.model, following.subject
    ways = standing.ways(subject, 1)
    others = tuple(o for o in (model.option(way) for way in ways if way != following.option) if o is not None)
    kind, size = model.subjects[subject].kind, len(ways)
    equal = [s for s, d in degrees.items() if s != subject and d == size and model.subjects[s].kind is kind]
    if reader.rule is not BranchRule.FEWEST or not equal:
        equal = []
    return Branch(
        model.subjects[subject], reader.rule, size, (model.option(following.option),),
        tuple(model.subjects[other] for other in equal), reader.tie if equal else Tie.NONE, others,
    )  # fmt: skip


def _concluded(standing: Standing) -> tuple[Concluded, ...]:
    """What followed from the last choice."""
    model, found = standing.model, []
    for number, (subject, level) in standing.concluded.items():
        option = model.option(number)
        if level == standing.level and option is not None:
            found.append(Concluded(option, model.subjects[subject]))
    return tuple(found)


def _made_branch(
    model: Model, subject: int, rule: BranchRule, size: int, ways: Sequence[int], equal: Sequence[int], tie: Tie
) -> Branch:
    options: list[NamedOption | None] = [model.option(way) for way in ways]
    others = tuple(model.subjects[other] for other in equal)
    return Branch(model.subjects[subject], rule, size, tuple(options), others, tie)


def _dead(standing: Standing, subject: int) -> Dead:
    model = standing.model
    options = standing.options_of_failed if subject == standing.failed else model.options_of(subject).tolist()
    gone = [option for option in options if standing.gone[option] != LIVE and option not in standing.taken]
    ways_out = tuple(tuple(standing.ways_out(option)) for option in gone)
    lost = tuple(map(standing.ruled_out, gone))
    if subject == standing.failed:
        return Dead(model.subjects[subject], 1, lost, (), ways_out, standing.followed)
    left = tuple(o for o in map(model.option, standing.ways(subject, 1 << 30)) if o is not None)
    return Dead(model.subjects[subject], standing.needed(subject), lost, left, ways_out, standing.followed)
