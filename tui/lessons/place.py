"""The place of a lesson's step in a search: the search itself, brought there apart from any screen.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from core import Goal, Search
from core._words import counted, grouped
from core.explain import NodeKind, Reason, Subject, Taken
from core.explain._reason import unexplained
from tui.lessons.facts import entry_of, facts_of, short, spelled
from tui.lessons.step import FactError, LessonStep

if TYPE_CHECKING:
    from core.exact_cover._kernels.link_dance import LinkDance
    from core.explain._model import Standing
    from core.running import Timeline

MOST_NODES = 200_000
"""Searches with more nodes than this are not visited to their end for a lesson."""


class Place:
    """A search at the place of a step, apart from any screen."""

    def __init__(self, step: LessonStep) -> None:
        """Raises FactError if there is no such place."""
        from core.explain import Explainer

        self.step, self.problem, self.entry = step, facts_of(step).problem(step), entry_of(step)
        refusal = self.entry.refusal(self.problem, Goal.ALL) or unexplained(
            self.entry, self.problem, dict(step.settings)
        )
        if refusal is not None:
            raise FactError(str(refusal), "algorithm")
        self.line = self._begun()
        self._explainer = Explainer(self.line)
        self._go(step.node)

    def _begun(self) -> Timeline:
        from core.running import Timeline

        return Timeline(self.entry.begun(self.problem, Goal.ALL, None, self.entry.settings(dict(self.step.settings))))

    def now(self) -> Reason:
        """The reason at the present place of its timeline, which may have moved on."""
        reason = self._explainer.reason()
        assert reason is not None
        return reason

    def _go(self, node: int | str) -> None:
        line = self.line
        found: Callable[[Reason], bool] = {
            "first dead end": lambda reason: reason.outcome is NodeKind.DEAD_END,
            "first solution": lambda reason: reason.outcome is NodeKind.SOLUTION,
            "first waste": _unseen,
        }.get(str(node), lambda _: False)
        last = node if isinstance(node, int) else MOST_NODES
        while line.node < last and not line.ended:
            line.advance(1)
            if isinstance(node, str) and node != "end" and not line.exhausted and found(self.now()):
                return
        if (isinstance(node, int) and line.node != node) or (isinstance(node, str) and node != "end"):
            raise FactError(f"{node} is never reached: the search has {counted(line.node, 'node')}", "node")

    @property
    def search(self) -> Search:
        """The search itself."""
        return self.line.search

    @cached_property
    def reason(self) -> Reason:
        """Why the search does what it does there."""
        return self.now()

    @cached_property
    def standing(self) -> Standing:
        """What the choices so far leave, and what each ruled out."""
        from core.explain._explainer import reader_of
        from core.explain._model import Standing

        reader = reader_of(self.search)
        assert reader is not None
        standing = Standing(reader.model)
        for made in reader.made():
            standing.make(made)
        return standing

    @cached_property
    def following(self) -> Taken | None:
        """The last choice of the node visited next; None at the end."""
        if self.reason.outcome is NodeKind.END:
            return None
        other = Place(replace(self.step, node=self.line.node))
        other.line.advance(1)
        return None if other.line.exhausted else other.now().taken

    @cached_property
    def dance(self) -> LinkDance:
        """The links of the search, as many steps after the node as the lesson's step says."""
        from core.exact_cover._kernels.link_dance import link_dance

        dance = link_dance(self.search)
        if dance is None:
            raise FactError("this search has no links to look at", "links")
        for _ in range(self.step.links):
            if not dance.forward() or dance.next is None:
                raise FactError(f"the next node comes after {counted(dance.place, 'change')}", "links")
        return dance

    def whole(self, name: str) -> int:
        """A figure of the whole search."""
        step = LessonStep(self.step.screen, self.step.problem, self.step.algorithm, self.step.settings)
        return (_at_its_end if name in ("nodes", "solutions") else _whole)(step)[name]

    def subject(self, name: str) -> Subject:
        """The line, item or cell of that name.  Raises FactError."""
        wanted = spelled(name)
        for subject in self.reason.subjects:
            if spelled(subject.name) == wanted or short(subject.name) == wanted:
                return subject
        primary = [self.reason.subjects[number].name for number in self.reason.open[:4]]
        raise FactError(f"there is no {name}; there are {', '.join(primary)} and others")

    def ways(self, name: str) -> list[int]:
        """The options that a subject has left, by the model's numbers."""
        standing = self.standing
        return [way for way in standing.ways(self.subject(name).number, 1 << 30) if way >= 0]

    def option(self, number: int) -> str:
        """An option's name, by the model's number."""
        found = self.standing.model.option(number)
        return "" if found is None else found.name


@cache
def _whole(step: LessonStep) -> Mapping[str, int]:
    """Figures of a whole search that its reasons give: dead ends, and what lay below a line with nothing left."""
    place, counts = Place(step), {"dead ends": 0, "wasted": 0, "unnoticed": 0}
    below: int | None = None
    while True:
        reason = place.now()
        if reason.outcome is NodeKind.END:
            break
        counts["dead ends"] += reason.outcome is NodeKind.DEAD_END
        if below is not None and reason.depth <= below:
            below = None
        counts["wasted"] += below is not None
        if below is None and _unseen(reason):
            below = reason.depth
        counts["unnoticed"] += _unseen(reason)
        place.line.advance(1)
        _not_too_long(place.line)
    return counts


@cache
def _at_its_end(step: LessonStep) -> Mapping[str, int]:
    """The numbers of nodes and solutions of a whole search."""
    line = Place(step).line
    while not line.ended:
        line.advance(MOST_NODES // 16)
        _not_too_long(line)
    solutions, nodes = line.search.counts()
    return {"nodes": nodes, "solutions": solutions}


def _not_too_long(line: Timeline) -> None:
    if line.node > MOST_NODES:
        raise FactError(f"the whole search has more than {grouped(MOST_NODES)} nodes")


def _unseen(reason: Reason) -> bool:
    """Whether the search goes on although a line has nothing left."""
    return reason.outcome is NodeKind.BRANCH and bool(reason.overlooked)


_place = cache(Place)


def place_of(step: LessonStep) -> Place:
    """The place of a step; steps that differ only in their texts share one.  Raises FactError."""
    return _place(LessonStep(step.screen, step.problem, step.algorithm, step.settings, step.node, links=step.links))


def node_of(step: LessonStep) -> int:
    """The number of a step's node."""
    return step.node if isinstance(step.node, int) else place_of(step).line.node
