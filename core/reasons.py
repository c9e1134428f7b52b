"""Why something cannot be done, as values: what the catalog refuses, and the sentence for it.

An **Obstacle** is one limit of an algorithm that a problem or a goal runs into
(`OtherGoal`, `AboveSize`, `Unsupported` …).  A **Refusal** says whose limit it
is and who could serve instead.  Programs look at the types and fields; people
read ``str(refusal)``, or ``refusal.short`` where the advice has no place.  The
sentences are worded here and nowhere else, and no code reads them.

    >>> from core import Goal, Queens, algorithm
    >>> refusal = algorithm("queens", "bitmask").refusal(Queens(33), Goal.COUNT)
    >>> refusal.because
    AboveSize(maximum=32, size=33)
    >>> refusal.short
    'bitmask goes up to size 32'

An algorithm from outside the package may bring obstacles of its own: any
subclass of `Obstacle`, or `Because` with a sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.search import Goal
from core.words import both, byte_size, either, grouped

GOAL_TITLES = {
    Goal.FIRST: "first solution",
    Goal.ALL: "all solutions",
    Goal.COUNT: "count all solutions",
}
"""What a goal is called on the screens."""


class Obstacle(ABC):
    """One limit of an algorithm that a problem or a goal runs into."""

    @abstractmethod
    def said_of(self, name: str) -> str:
        """The sentence about the algorithm called ``name``, without advice and without a full stop."""


@dataclass(frozen=True, slots=True)
class OtherKind(Obstacle):
    """The algorithm solves another kind of problem."""

    takes: str
    given: str

    def said_of(self, name: str) -> str:
        return f"{name} solves {self.takes}, not {self.given}"


@dataclass(frozen=True, slots=True)
class OtherGoal(Obstacle):
    """The algorithm cannot serve this goal."""

    goals: tuple[Goal, ...]
    """Those it does serve."""
    asked: Goal

    def said_of(self, name: str) -> str:
        served = both(repr(goal.value) for goal in self.goals)
        return f"{name} supports only goal{'s' * (len(self.goals) > 1)} {served}, not {self.asked.value!r}"


@dataclass(frozen=True, slots=True)
class BelowSize(Obstacle):
    """The problem is smaller than the algorithm's range."""

    minimum: int
    size: int

    def said_of(self, name: str) -> str:
        return f"{name} starts at size {grouped(self.minimum)}" if self.size else f"{name} cannot take an empty problem"


@dataclass(frozen=True, slots=True)
class AboveSize(Obstacle):
    """The problem is larger than the algorithm's range."""

    maximum: int
    size: int

    def said_of(self, name: str) -> str:
        return f"{name} goes up to size {grouped(self.maximum)}"


@dataclass(frozen=True, slots=True)
class AboveOddSize(Obstacle):
    """The size is odd, and among odd sizes it is beyond the algorithm's range."""

    maximum: int
    size: int

    def said_of(self, name: str) -> str:
        return f"{name} goes up to size {grouped(self.maximum)} where the size is odd"


@dataclass(frozen=True, slots=True)
class OtherShape(Obstacle):
    """The algorithm is made for one shape of problem, and this one has another."""

    takes: str
    given: str

    def said_of(self, name: str) -> str:
        return f"{name} solves {self.takes}, not {self.given}"


@dataclass(frozen=True, slots=True)
class Unsupported(Obstacle):
    """The problem uses something that the algorithm does not know (colours, multiplicities, fixed queens …)."""

    feature: str
    """In the plural."""

    def said_of(self, name: str) -> str:
        return f"{name} does not support {self.feature}"


@dataclass(frozen=True, slots=True)
class AboveBound(Obstacle):
    """Something other than the size is larger than the algorithm can hold."""

    what: str
    """What is counted, in the plural: ``items``, ``options for one item`` …"""
    maximum: int
    found: int

    def said_of(self, name: str) -> str:
        return f"{name} goes up to {grouped(self.maximum)} {self.what}; this problem has {grouped(self.found)}"


@dataclass(frozen=True, slots=True)
class TooMuchMemory(Obstacle):
    """What the algorithm would have to hold does not fit."""

    holds: str
    """What it is, in words: ``the whole matrix of 70 000 × 90 000``."""

    def said_of(self, name: str) -> str:
        return f"{name} keeps {self.holds}, which is too large"


@dataclass(frozen=True, slots=True)
class NeedsMemory(Obstacle):
    """What the algorithm would have to hold does not fit into the memory that is free now."""

    needed: int
    """Bytes."""
    free: int

    def said_of(self, name: str) -> str:
        return f"{name} needs {byte_size(self.needed)} of memory; {byte_size(self.free)} is free"


@dataclass(frozen=True, slots=True)
class Because(Obstacle):
    """A reason given in words, for algorithms from outside the package."""

    sentence: str
    """What follows the algorithm's name: ``needs an odd N``."""

    def said_of(self, name: str) -> str:
        return f"{name} {self.sentence}"


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
        """The goals it does serve, where the goal is what it refuses; otherwise empty."""
        return self.because.goals if isinstance(self.because, OtherGoal) else ()

    def __str__(self) -> str:
        advice = f"these can: {', '.join(self.instead)}" if self.instead else "no algorithm here can"
        return f"{self.short}; {advice}"


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nothing has, with those there are."""

    what: str
    """What was looked for: ``queens algorithm``, ``kind of problem``, ``format`` …"""
    given: str
    known: tuple[str, ...]

    @property
    def near(self) -> tuple[str, ...]:
        """The names that may have been meant, the likeliest first."""
        return tuple(similar(self.given, self.known))

    def __str__(self) -> str:
        meant = f"; did you mean {either(self.near)}?" if self.near else f"; there are {', '.join(self.known)}"
        return f"no {self.what} is called {self.given!r}{meant}"


@dataclass(frozen=True, slots=True)
class UnknownParameter:
    """A parameter that an algorithm does not have."""

    algorithm: str
    given: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        near = similar(self.given, self.known)
        if near:
            return f"{self.algorithm} has no parameter {self.given!r}; did you mean {either(near)}?"
        takes = f"only {', '.join(self.known)}" if self.known else "none"
        return f"{self.algorithm} has no parameter {self.given!r} ({takes})"


@dataclass(frozen=True, slots=True)
class BadValue:
    """A value that a parameter cannot have."""

    parameter: str
    given: object
    choices: tuple[str, ...] = ()
    """The names it may be; empty for a whole number."""
    minimum: int = 0
    maximum: int = 0

    def __str__(self) -> str:
        if self.choices:
            return f"{self.parameter}: {self.given!r} is not one of {', '.join(self.choices)}"
        if isinstance(self.given, int) and not isinstance(self.given, bool):
            return f"{self.parameter}: {self.given} is outside {self.minimum} to {self.maximum}"
        return f"{self.parameter}: expected a whole number, not {self.given!r}"


@dataclass(frozen=True, slots=True)
class NotLoaded:
    """An algorithm in the catalog whose code cannot be imported."""

    algorithm: str
    start_name: str
    why: str

    def __str__(self) -> str:
        return f"{self.algorithm} cannot be loaded: {self.start_name}: {self.why}"


@dataclass(frozen=True, slots=True)
class DoesNotSplit:
    """Why something cannot be done in parts, at once or on several machines."""

    class Why(StrEnum):
        """What stands in the way."""

        ALGORITHM = "algorithm"
        GOAL = "goal"
        LIMIT = "limit"
        MULTIPLICITIES = "multiplicities"

    algorithm: str
    why: Why

    def __str__(self) -> str:
        said = {
            self.Why.ALGORITHM: f"{self.algorithm} does not split into parts; it runs in one thread",
            self.Why.GOAL: "only a count splits into parts; other goals run in one thread",
            self.Why.LIMIT: "a count with a limit does not split into parts; it runs in one thread",
            self.Why.MULTIPLICITIES: "a problem with multiplicities does not split into parts; it runs in one thread",
        }
        return said[self.why]


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A worker's program is not that of whoever sends it parts."""

    ours: str
    theirs: str

    def __str__(self) -> str:
        return f"a worker runs a different version ({self.theirs}, here {self.ours}); install this one there"


@dataclass(frozen=True, slots=True)
class NotOnThisProcessor:
    """Instructions were asked for that the processor does not have."""

    instructions: str

    def __str__(self) -> str:
        return f"this processor cannot run {self.instructions} code; 'best' uses what it has"


@dataclass(frozen=True, slots=True)
class GoalGaveWay:
    """Choosing an algorithm changed the goal, because it does not serve the one there was."""

    title: str
    """The algorithm's."""
    goals: tuple[Goal, ...]
    """Those it does serve."""

    def __str__(self) -> str:
        return f"{self.title} supports only {both(GOAL_TITLES[goal] for goal in self.goals)}"


@dataclass(frozen=True, slots=True)
class AlgorithmGaveWay:
    """Another algorithm took the place of one that cannot serve the problem."""

    refusal: Refusal
    title: str
    """The algorithm that took its place."""

    def __str__(self) -> str:
        return f"{self.refusal.short}: {self.title} instead"


@dataclass(frozen=True, slots=True)
class Skipped:
    """On the way to the next algorithm this one was passed over."""

    refusal: Refusal

    def __str__(self) -> str:
        return f"skipped: {self.refusal.short}"


@dataclass(frozen=True, slots=True)
class CountsAs:
    """With these demands of a problem an algorithm's own idea is of no use, and another one does the work."""

    demands: tuple[str, ...]
    """In the plural."""
    instead: str
    """The key of the one that does it."""

    def __str__(self) -> str:
        return f"it counts as {self.instead} does with {either(self.demands)}"


@dataclass(frozen=True, slots=True)
class TakesMemory:
    """What the algorithm will hold is worth knowing beforehand."""

    needed: int
    """Bytes, at most."""

    def __str__(self) -> str:
        return f"it needs up to {byte_size(self.needed)} of memory"


Note = GoalGaveWay | AlgorithmGaveWay | Skipped | CountsAs


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a choice: whether it was taken, why not, and what else moved because of it."""

    refused: object | None = None
    """Why nothing was changed (a `Refusal`, `BadValue` …); None where it was."""
    notes: tuple[Note, ...] = ()
    """What else moved, or what was passed over."""

    @property
    def done(self) -> bool:
        """Whether the choice was taken."""
        return self.refused is None

    def __str__(self) -> str:
        said = (self.refused, *self.notes) if self.refused else self.notes
        return "; ".join(str(each) for each in said)


def similar(given: str, known: Iterable[str]) -> list[str]:
    """Up to three of the names ``known`` that someone who typed ``given`` may have meant."""
    import difflib  # only ever needed for a mistake

    names = list(known)
    folded = {name.casefold(): name for name in names}
    found = difflib.get_close_matches(given.casefold(), folded, n=3, cutoff=0.6)
    return [folded[name] for name in found]
