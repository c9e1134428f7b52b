"""Why something cannot be done: what the catalog refuses, and the sentence for it.

An **Obstacle** is one limit of an algorithm that a problem or a goal runs into:
`Because` with a sentence, or another subclass if programs need its details.  A
**Refusal** says whose limit it is and who could serve instead.  People read
``str(refusal)``, or ``refusal.short`` where there is no room for advice.  Sentences
that several modules use are worded here; no code parses them.

    >>> from core import Goal, Queens, algorithm
    >>> refusal = algorithm("queens", "bitmask").refusal(Queens(33), Goal.COUNT)
    >>> refusal.because
    TooLarge(sentence='goes up to size 32')
    >>> refusal.short
    'bitmask goes up to size 32'

An algorithm from outside the package may have obstacles of its own: `Because`
with a sentence, or any subclass of `Obstacle`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from core._search import Goal
from core._words import both, either

GOAL_TITLES = {
    Goal.FIRST: "first solution",
    Goal.ALL: "all solutions",
    Goal.COUNT: "count all solutions",
}
"""The name of each goal on the screens."""


class Obstacle(ABC):
    """One limit of an algorithm that a problem or a goal runs into."""

    @abstractmethod
    def said_of(self, name: str) -> str:
        """The sentence about the algorithm called ``name``, without advice and without a full stop."""


@dataclass(frozen=True, slots=True)
class Because(Obstacle):
    """A reason given in words."""

    sentence: str
    """What follows the algorithm's name: ``needs an odd N``."""

    def said_of(self, name: str) -> str:
        """The name and the sentence."""
        return f"{name} {self.sentence}"


@dataclass(frozen=True, slots=True)
class TooLarge(Because):
    """The problem is larger than the algorithm or memory allows; smaller ones of its kind would do."""


@dataclass(frozen=True, slots=True)
class OtherGoal(Obstacle):
    """The algorithm cannot serve this goal."""

    goals: tuple[Goal, ...]
    """The goals that it does serve."""
    asked: Goal

    def said_of(self, name: str) -> str:
        """Which goals the algorithm serves, this one not being among them."""
        served = both(repr(goal.value) for goal in self.goals)
        return f"{name} supports only goal{'s' * (len(self.goals) > 1)} {served}, not {self.asked.value!r}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an algorithm cannot serve a problem and a goal, and who could."""

    algorithm: str
    """Its key in the catalog."""
    because: Obstacle
    instead: tuple[str, ...] = ()
    """The keys of the algorithms that can serve the same problem and goal."""

    @property
    def short(self) -> str:
        """The sentence without the advice."""
        return self.because.said_of(self.algorithm)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The goals that the algorithm does serve, if it refuses because of the goal; otherwise empty."""
        return self.because.goals if isinstance(self.because, OtherGoal) else ()

    def __str__(self) -> str:
        advice = f"these can: {', '.join(self.instead)}" if self.instead else "no algorithm here can"
        return f"{self.short}; {advice}"


@dataclass(frozen=True, slots=True)
class CountsAs:
    """A note: an algorithm's own idea does not help under a problem's demands, so another algorithm does the work."""

    demands: tuple[str, ...]
    """The demands, worded in the plural."""
    instead: str
    """The key of the algorithm that does the work."""

    def __str__(self) -> str:
        return f"it counts as {self.instead} does with {either(self.demands)}"


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome of a choice: whether it was accepted, why not, and what else changed with it."""

    refused: object | None = None
    """Why nothing was changed (a `Refusal`, a sentence …); None if it was."""
    notes: tuple[str, ...] = ()
    """What else changed, or was skipped, each as a sentence."""

    @property
    def done(self) -> bool:
        """Whether the choice was accepted."""
        return self.refused is None

    def __str__(self) -> str:
        said = (self.refused, *self.notes) if self.refused else self.notes
        return "; ".join(str(each) for each in said)


def unknown_name(what: str, given: object, known: Iterable[str]) -> str:
    """The error message for an unknown name, with similar names or the names there are.

    ``what`` says what was looked for: ``queens algorithm``, ``kind of problem``, ``format`` …
    """
    names = tuple(known)
    near = similar(given, names) if isinstance(given, str) else []
    meant = f"; did you mean {either(near)}?" if near else f"; there are {', '.join(names)}"
    return f"no {what} is called {given!r}{meant}"


def serves_only(title: str, goals: Iterable[Goal]) -> str:
    """The error message for an algorithm that does not serve the goal chosen before."""
    return f"{title} supports only {both(GOAL_TITLES[goal] for goal in goals)}"


MOST_SIMILAR = 8
"""The most names proposed that contain what was typed; of names that only resemble it, three are."""


def similar(given: str, known: Iterable[str]) -> list[str]:
    """The names ``known`` that someone who typed ``given`` may have meant: those that contain it, or a few like it."""
    import difflib  # needed only after a mistake

    names = list(known)
    folded = {name.casefold(): name for name in names}
    typed = given.casefold()
    holding = [name for key, name in folded.items() if typed in key] if len(typed) > 2 else []
    if 0 < len(holding) <= MOST_SIMILAR:
        return holding
    return [folded[name] for name in difflib.get_close_matches(typed, folded, n=3, cutoff=0.6)]
