"""The facts of any search at the node of a step, from the search and its reasons.  No Textual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core._catalog import family, named
from core._words import both, counted
from core.explain import RuledOut, SubjectKind
from core.explain._words import branch, choice, way_back
from tui.lessons.facts import Fact, ScreenFacts, entry_of, more_or_less, number
from tui.lessons.place import Place, place_of
from tui.lessons.step import FactError, Kind, LessonStep, Value

if TYPE_CHECKING:
    from core._drawing.figure import Mark


def at_place(found: Callable[[Place, str], Value]) -> Callable[[LessonStep, str], Value]:
    """A fact of a search, asked of a step."""
    return lambda step, of: found(place_of(step), of)


def number_at(found: Callable[[Place, str], int], about: str, *, of_something: bool = False) -> Fact:
    """A fact that is a number."""
    return Fact(at_place(lambda place, of: Value(Kind.NUMBER, int(found(place, of)))), about, of_something)


def text_at(found: Callable[[Place, str], str], about: str, *, of_something: bool = False) -> Fact:
    """A fact that can only be read."""
    return Fact(at_place(lambda place, of: Value(Kind.TEXT, found(place, of))), about, of_something)


def next_option(place: Place, _: str) -> Value:
    """The last choice of the node visited next: from a dead end, after going back."""
    after = place.following
    if after is None or after.option is None:
        raise FactError("no other node comes after this one")
    return Value(Kind.NAME, after.option.name)


def _line(place: Place, _: str) -> Value:
    found = place.reason.branch
    if found is None or found.subject is None:
        raise FactError("this node does not branch")
    return Value(_kind_of(found.subject.kind), found.subject.name)


def _empty(place: Place, _: str) -> Value:
    dead = [*place.reason.dead, *place.reason.overlooked]
    if not dead:
        raise FactError("nothing is empty at this node")
    return Value(_kind_of(dead[0].subject.kind), dead[0].subject.name, tuple(each.subject.name for each in dead[1:]))


def _kind_of(subject: SubjectKind) -> Kind:
    return Kind.CELL if subject is SubjectKind.CELL else Kind.NAME


def _ways(place: Place, _: str) -> int:
    return place.reason.branch.size if place.reason.branch is not None else 0


def _below(place: Place, _: str) -> int:
    from core.running import Move

    other = Place(replace(place.step, node=place.line.node))
    node = other.line.node
    other.line.go(Move.OVER)
    return other.line.node - node - (0 if other.line.exhausted else 1)


def _names(place: Place, of: str) -> str:
    return both(place.option(way) for way in place.ways(of)) or "none"


def _of_the_whole(name: str, about: str) -> Fact:
    return number_at(lambda place, _: place.whole(name), about)


SEARCH_FACTS: Mapping[str, Fact] = {
    "next": Fact(at_place(next_option), "the square, option or value that the next node takes"),
    "line": Fact(at_place(_line), "what the search branches on next: a row or column, an item, a cell"),
    "ways": number_at(_ways, "how many ways are open for it"),
    "left": number_at(lambda place, of: len(place.ways(of)), "how many squares, options or values are left for a line",
                      of_something=True),
    "names": text_at(_names, "which these are", of_something=True),
    "empty": Fact(at_place(_empty), "a line that has nothing left"),
    "outcome": text_at(lambda place, _: place.reason.outcome.value, "branch, dead end, solution or end"),
    "node": number_at(lambda place, _: place.line.node, "the node's number"),
    "depth": number_at(lambda place, _: place.reason.depth, "how many choices have been made"),
    "below": number_at(_below, "how many nodes lie below this one"),
    "nodes": _of_the_whole("nodes", "how many nodes the whole search visits"),
    "solutions": _of_the_whole("solutions", "how many solutions it finds"),
    "dead ends": _of_the_whole("dead ends", "how many dead ends it has"),
    "wasted": _of_the_whole("wasted", "how many nodes lie below a line with nothing left"),
    "unnoticed": _of_the_whole("unnoticed", "at how many nodes a line is empty and the search does not see it"),
}  # fmt: skip
"""What every search can be asked; ``left`` and ``names`` are asked of a line: ``left column 3``."""


class SearchFacts(ScreenFacts):
    """What the facts of all searching screens have in common."""

    NOUN = "option"
    """What a line has left."""
    FILLER = "option"
    """What a line gets, once."""
    CHOOSER = "choice"
    """The name of a choice: ``queen 3``."""

    def searched(self, step: LessonStep) -> bool:
        """Always, unless a screen has more to show."""
        return True

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """The facts of any search."""
        return SEARCH_FACTS

    def where(self, step: LessonStep) -> str:
        """Problem, algorithm, node, and the choices that led there."""
        place = place_of(step)
        said = f"Screen {step.screen.capitalize()}: {place.problem}, {entry_of(step).title}, node {place.line.node}"
        said += f", {counted(step.links, 'link')} changed since." if step.links else "."
        if place.reason.path:
            said += f" Choices so far: {'; '.join(choice(taken) for taken in place.reason.path)}."
        return said

    def drawn(self, step: LessonStep, side: float) -> tuple[Sequence[Mark], float] | None:
        """The picture that the problem's family draws of a node."""
        drawing, place = family(self.KIND).drawn, place_of(step)
        return named(drawing)(place.problem, place.reason, 0.0, 0.0, side) if drawing else None

    # Answers

    def malformed(self, step: LessonStep, name: str, of: str, given: str) -> str:
        """Why an answer names no line; empty if it does."""
        if name in ("line", "empty"):
            try:
                place_of(step).subject(given)
            except FactError as error:
                return f"{error}."
        return ""

    def why_not(self, step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
        """The reason that the search gives."""
        place, typed = place_of(step), number(given)
        if name == "next":
            return self._not_next(place, given)
        if name == "line":
            return self._not_branched_on(place, given)
        if name == "empty":
            return self._not_empty(place, given)
        if name == "ways" and typed is not None:
            return "there is none with so few." if typed < int(value.raw) else f"there is one with fewer than {given}."
        if name == "left" and typed is not None:
            return self._not_so_many(place, of, typed, int(value.raw))
        return more_or_less(value, given)

    def _not_next(self, place: Place, given: str) -> str:
        model = place.standing.model
        named = {place.option(number).casefold(): number for number in range(len(model.numbers))}
        option, following = named.get(given.casefold()), place.reason.branch
        if option is None:
            return f"there is no {given} here."
        name = place.option(option)
        if place.standing.gone[option] != -1 and following is not None:
            return self._gone(place, option)
        if following is None:
            return f"{way_back(place.reason)}."
        ways = [way.name if way is not None else "" for way in following.ways]
        if name in ways:
            return f"{name} is tried later: it is number {ways.index(name) + 1} of {len(ways)}."
        said = branch(following)
        return f"{name} is free, but {said[:1].lower()}{said[1:]}."

    def _not_branched_on(self, place: Place, given: str) -> str:
        reason, subject = place.reason, place.subject(given)
        if subject.number not in reason.open:
            return f"{subject.name} has its {self.FILLER} already."
        assert reason.branch is not None
        size, least = reason.sizes[subject.number], reason.branch.size
        if reason.branch.rule.value == "fewest" and size != least:
            return f"{subject.name} has {counted(size, self.NOUN)} left, and there is one with only {least}."
        return f"{branch(reason.branch)}."

    def _not_empty(self, place: Place, given: str) -> str:
        subject = place.subject(given)
        if subject.number not in place.reason.open:
            return f"{subject.name} has its {self.FILLER} already."
        return f"{subject.name} still has {_names(place, subject.name)}."

    def _not_so_many(self, place: Place, of: str, given: int, left: int) -> str:
        standing, subject = place.standing, place.subject(of)
        options = standing.model.options_of(subject.number).tolist()
        if given <= left:
            return f"more: {place.option(place.ways(of)[-1])} is still free, for one."
        gone = [option for option in options if standing.gone[option] != -1 and option not in standing.taken]
        # A row or column with a queen is not mentioned if there is anything else: everybody sees those.
        gone.sort(key=lambda option: (_only_straight(standing.ruled_out(option)), -int(standing.gone[option])))
        return f"fewer: {self._gone(place, gone[0])}" if gone else f"it has only {counted(left, self.NOUN)} in all."

    def _gone(self, place: Place, option: int) -> str:
        """What ruled an option out, and through what."""
        standing, name = place.standing, place.option(option)
        if option in standing.taken:
            return f"{name} is taken already."
        lost = standing.ruled_out(option)
        who = "what was given" if lost.level == 0 else f"{self.CHOOSER} {lost.level}"
        through = both(subject.name for subject in lost.through)
        return f"{name} is out: {who} rules it out{f' through {through}' if through else ''}."


def _only_straight(lost: RuledOut) -> bool:
    return all(subject.kind in (SubjectKind.ROW, SubjectKind.COLUMN) for subject in lost.through)
