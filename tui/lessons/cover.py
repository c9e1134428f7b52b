"""Lessons on the screen of exact covers: facts of its links, and how it is brought to a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import ExactCover, Goal
from core.exact_cover._gallery import instance
from core.explain import NodeKind
from tui.lessons.facts import Fact, entry_of, more_or_less
from tui.lessons.place import Place, place_of
from tui.lessons.search_adapter import SearchAdapter
from tui.lessons.search_facts import SEARCH_FACTS, SearchFacts, at_place, number_at, text_at
from tui.lessons.step import FactError, Kind, LessonStep, Value

if TYPE_CHECKING:
    from core._drawing.figure import Mark
    from tui.lab.session import SearchTask
    from tui.screens.cover.document import Opened
    from tui.screens.cover.screen import CoverScreen


def _size(place: Place, of: str) -> int:
    from core.exact_cover._kernels.link_dance import NodeField

    return place.dance.structure.fields[NodeField.SIZE][place.subject(of).number + 1]


def _headers(place: Place, _: str) -> Value:
    """The items in the list of headers, in order."""

    found = place.dance.structure.headers
    letters = [place.reason.subjects[header - 1].name for header in found]
    return Value(Kind.NAME, " ".join(letters), ("".join(letters),))


def _link(place: Place, _: str) -> str:
    """What the last single step did."""
    from core.exact_cover._kernels.link_dance import StepKind

    last, structure = place.dance.last, place.dance.structure
    if last is None:
        raise FactError("no link has been changed yet", "links")
    way = "leaves" if last.kind is StepKind.UNLINK else "comes back to"
    if last.item == 0:
        return f"header {place.reason.subjects[last.node - 1].name} {way} the list of items"
    item = place.reason.subjects[structure.top[last.node] - 1].name
    return f"option {place.option(structure.option[last.node])} {way} the list of {item}"


TITLE = 56.0
"""The room for the title of a figure of links, its margin included."""
COVER_FACTS: Mapping[str, Fact] = {
    **SEARCH_FACTS,
    "links": number_at(lambda place, _: len(place.dance.steps), "how many single links change before the next node"),
    "link": text_at(_link, "what the last of these changes was"),
    "size": number_at(_size, "how long the list of an item is after these changes", of_something=True),
    "headers": Fact(at_place(_headers), "which items are in the list of items after them"),
}
"""Every fact of a search for covers."""


class CoverFacts(SearchFacts):
    """Exact covers from the gallery."""

    KIND = "cover"
    PROBLEM = "a name of the gallery of Cover"

    def read(self, text: str) -> ExactCover:
        """The problem of that name."""
        return instance(text).puzzle().problem

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """The facts of any search, and those of single links."""
        return COVER_FACTS

    def why_not(self, step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
        """The last change, or the item that is surplus or missing."""
        if name == "size" and step.links and (more := more_or_less(value, given)):
            return f"{more} The last change: {_link(place_of(step), '')}."
        if name == "headers":
            return _not_those_headers(str(value.raw).casefold().split(), given.casefold())
        return super().why_not(step, name, of, value, given)

    def drawn(self, step: LessonStep, side: float) -> tuple[Sequence[Mark], float] | None:
        """The matrix, or its links in their present state."""
        if step.links or step.view == "links":
            from core._drawing.figure import Page, moved
            from core._drawing.node import MARGIN
            from core.exact_cover._pictures.matrix import links_page

            place = place_of(step)
            assert isinstance(place.problem, ExactCover)
            page = links_page(place.problem, place.dance.structure, "", "")
            marks = [moved(mark, -MARGIN, -TITLE) for mark in page]  # without the room of its title
            return Page(page.width - 2 * MARGIN, page.height - MARGIN - TITLE, marks), page.height - MARGIN - TITLE
        return _matrix(place_of(step), side)


def _matrix(place: Place, side: float) -> tuple[Sequence[Mark], float] | None:
    """The matrix without what would tell an answer: how many options items have left, and which comes next."""
    from core._drawing.figure import Lettering
    from core.exact_cover._pictures.matrix import at_node

    assert isinstance(place.problem, ExactCover)
    found = at_node(place.problem, replace(place.reason, branch=None), 0.0, 0.0, side)
    if found is None:
        return None
    marks, height = found
    last = height * (len(place.problem.options) + 1.1) / (len(place.problem.options) + 2)
    return [mark for mark in marks if not (isinstance(mark, Lettering) and mark.y > last)], last


def _not_those_headers(names: Sequence[str], given: str) -> str:
    """Which item is surplus or missing: by its name, if each name is one letter."""
    told = given.split() if " " in given else list(given)
    more, missing = [each for each in told if each not in names], [each for each in names if each not in told]
    if more:
        return f"{more[0].upper()} is not in the list."
    return f"{missing[0].upper()} is in the list too." if missing else "Begin at the left and follow the links."


class CoverAdapter(SearchAdapter):
    """The screen of exact covers."""

    FACTS = CoverFacts()

    def __init__(self, screen: CoverScreen) -> None:
        self.screen = self._cover = screen
        self._session = screen.session

    def go(self, step: LessonStep, node: int) -> None:
        """Open the problem of a step, and walk to the node, and by as many links as it says beyond."""
        from tui.screens.cover import choosing
        from tui.screens.cover.document import open_named

        screen, session = self._cover, self._session
        if screen.waiting.put_off(lambda: self.go(step, node)):
            return
        name = self._name(step)
        if session.document.opened.name != name:
            choosing.open_problem(screen, lambda: open_named(name), lambda: self.go(step, node))
            return
        screen.end_by_hand()
        screen.turn_to(step.view or ("links" if step.links else "matrix"))
        dance = session.dancing.now()
        if super().stands(step, node) and dance is not None and self.at() is not None:
            session.dancing.ask(step.links - dance.place)
            screen.tick()
            return
        if not self._goes_on(step):
            session.forget_run()
            session.hand.clear(session.problem)
            session.set_pace(watching=True)
            session.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
            screen.say("")
            screen.start_search(paused=True)
        screen.walk_to(node)
        session.dancing.ask(step.links)

    def way_back(self) -> Callable[[], None]:
        """A function that brings back the problem, its algorithm and its goal, and the search at its node."""
        from tui.screens.cover import choosing

        screen, session = self._cover, self._session
        before: list[tuple[Opened, Any, Callable[[], None], Callable[[], None]]] = []

        def note() -> None:
            before.append(
                (session.document.opened, session.hand.remembered(), session.setup.way_back(), screen.left.way_back())
            )

        def chosen() -> None:
            _, hand, choose_again, search_again = before[0]
            session.hand.take_up(session.problem, hand)
            search_again()
            choose_again()
            screen.chosen(None)

        def give_back() -> None:
            if screen.waiting.put_off(give_back):
                return
            session.forget_run()
            if session.document.opened is before[0][0]:
                chosen()
            else:
                choosing.open_problem(screen, lambda: before[0][0], chosen)

        if not screen.waiting.put_off(note):  # the screen's own first problem may still be on its way
            note()
        return give_back

    def stands(self, step: LessonStep, node: int) -> bool:
        """Whether the search of the step is at the node."""
        return self._cover.waiting.busy or super().stands(step, node)

    def at(self) -> NodeKind | None:
        """The kind of the node; None also while a problem is being opened."""
        return None if self._cover.waiting.busy else super().at()

    def _name(self, step: LessonStep) -> str:
        from core.exact_cover._gallery import PREFIX

        return f"{PREFIX}{step.problem}"

    def instead(self, step: LessonStep) -> str:
        """The other problem or algorithm in view, unless one is just being opened."""
        return "" if self._cover.waiting.busy else super().instead(step)

    def _same_problem(self, task: SearchTask[Any], step: LessonStep) -> bool:
        return self._session.document.opened.name == self._name(step)

    def ask(self, kind: Kind | None) -> None:
        """While a question is open no reason is shown, and no item marked."""
        self._session.guessing = kind is not None
        self._cover.tick()
