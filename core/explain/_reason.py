"""Why a search does what it does, as values: one `Reason` for a node of any tree search.

A *subject* is something to serve: a row or column of the board, a cell, an
item.  An *option* serves subjects: a square, a value in a cell, an option of
the exact cover problem.  A node takes one option for the subject it branches
on; what that rules out, and through which subject, follows from the problem alone, and is worked
out independently of any kernel.  If an algorithm's nodes cannot be explained, `Unexplained` says
why.

An `Explainer` makes the reasons, `sentences` puts them into words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core._catalog import THREADS, Algorithm, family
from core._search import Problem
from core.explain._blame import fewest_choices, levels_of

LARGEST = 100_000
"""No reasons are worked out if there are more options than this: the search would have to wait."""


class SubjectKind(StrEnum):
    """What a subject is."""

    ROW = "row"
    COLUMN = "column"
    DIAGONAL = "diagonal"
    CELL = "cell"
    ROW_VALUE = "value in a row"
    COLUMN_VALUE = "value in a column"
    BOX_VALUE = "value in a box"
    """A value in a box, or in a region of a jigsaw."""
    EXTRA_VALUE = "value in a diagonal or window"
    BAND_VALUE = "value in a band"
    """How a value runs through three boxes in a line, in one triad of each."""
    TRIAD = "three cells of a box in a line"
    RULE = "rule"
    """A rule of a Sudoku other than a house: a cage, a line."""
    ITEM = "item"


class Subject(NamedTuple):
    """Something to serve; ``number`` is its position among all subjects of the problem, from 0."""

    kind: SubjectKind
    number: int
    name: str


class NamedOption(NamedTuple):
    """Something to take; ``number`` is the problem's own number for it, from 0.

    On a board of queens it is row * N + column, in a Sudoku cell * n + value - 1.
    """

    number: int
    name: str


class NodeKind(StrEnum):
    """What a node is."""

    START = "start"
    """Nothing has been visited yet."""
    BRANCH = "branch"
    """There is something to branch on and at least one way to do it."""
    SOLUTION = "solution"
    DEAD_END = "dead end"
    END = "end"
    """The whole tree has been visited."""


class BranchRule(StrEnum):
    """How the next subject is chosen."""

    ROW_BY_ROW = "row by row"
    CELL_BY_CELL = "cell by cell"
    SQUARE_BY_SQUARE = "square by square"
    FIRST = "first"
    """The first that is still open, in the order of the algorithm."""
    FEWEST = "fewest"
    """One with the fewest options left (the S heuristic, minimum remaining values)."""
    WEIGHED = "weighed"
    """One with the fewest options left relative to how often the rules on it have failed (dom/wdeg)."""
    NARROWEST = "narrowest"
    """One in the band that has the fewest ways left."""


class Tie(StrEnum):
    """Which of several equally small subjects is taken."""

    NONE = "none"
    """There was no tie."""
    ORDER = "order"
    """The first in the order of the algorithm."""
    RANDOM = "random"
    MET = "met"
    """The one found first, which need not be the first in order."""


class Inference(StrEnum):
    """Why a rule rules out an option that clashes with no choice."""

    STARVES = "would leave nothing"
    """Taking the option would leave nothing for a subject: locked candidates, and the like."""
    ONLY_THESE = "three cells, three values"
    """Three cells have three values left among them, so these values are nowhere else in their line and box."""
    THESE_HERE = "three values, three cells"
    """Three values must be in these three cells, so no others are."""
    RULE = "rule"
    """A rule of the Sudoku cannot be kept with it."""
    TOO_DEAR = "too dear"
    """With it every solution from here costs more than allowed."""
    MIRRORED = "mirror image"
    """Boards with a queen there are searched as their mirror images."""
    NEARER = "nearer to a corner"
    """A queen there is nearer to a corner than the one that decides: the board is searched as a rotation or
    reflection."""
    APART = "on its own"
    """It belongs to another choice of the first queen."""


IMAGES = frozenset({Inference.MIRRORED, Inference.NEARER, Inference.APART})
"""What a search up to symmetry leaves out here because it covers it elsewhere."""


class Onward(StrEnum):
    """Where a search goes from a node that does not branch."""

    BACK = "back"
    """To the last choice that has another way."""
    AGAIN = "again"
    """To the root, keeping what it has learned, or to break ties differently at random."""
    NOWHERE = "nowhere"
    """It gives up."""


@dataclass(frozen=True, slots=True)
class RuledOut:
    """An option that can no longer be taken."""

    option: NamedOption
    level: int
    """The choice that ruled it out, counted from 1; 0 for what was given."""
    through: tuple[Subject, ...]
    """The subjects that both serve but that allow only one of them; empty if it was tried before at this node."""
    inference: Inference | None = None
    """The rule that ruled it out (``through`` then says what the rule looked at); None for a clash."""


class Concluded(NamedTuple):
    """An option taken without a choice: the only one left for a subject."""

    option: NamedOption
    subject: Subject


@dataclass(frozen=True, slots=True)
class Taken:
    """A choice on the path."""

    level: int
    """Its place on the path, from 1."""
    subject: Subject | None
    """The subject branched on; None if squares are simply taken one after the other."""
    option: NamedOption | None
    """The option taken; None if an item with a multiplicity was left as it is."""
    number: int
    """Which of the ways it was, from 1: the k in "k of d"."""
    degree: int
    tried: tuple[NamedOption | None, ...]
    """The ways tried before it, now exhausted."""
    to_come: tuple[NamedOption | None, ...]
    refused: bool = False
    """The choice was between this option and all others, and this is the second half: without it."""
    preset: bool = False
    """It was made before the search began, without considering other ways; those in ``to_come`` may still be tried."""

    @property
    def forced(self) -> bool:
        """Whether there was no other way."""
        return self.degree == 1 and not self.preset


@dataclass(frozen=True, slots=True)
class Branch:
    """What comes next at a node, and why."""

    subject: Subject | None
    rule: BranchRule
    size: int
    """The number of ways to serve the subject."""
    ways: tuple[NamedOption | None, ...]
    """Those ways, in the order tried; None means leaving an item as it is."""
    equal: tuple[Subject, ...]
    """Other subjects of the same size, if the size decides."""
    tie: Tie
    others: tuple[NamedOption, ...] | None = None
    """If the choice is between one option and all others: those others."""


@dataclass(frozen=True, slots=True)
class Dead:
    """A subject that nothing can serve now."""

    subject: Subject
    missing: int
    """The number of options it still needs (1, unless it has a multiplicity)."""
    lost: tuple[RuledOut, ...]
    """Every option that the subject had and lost, and what took it."""
    left: tuple[NamedOption, ...] = ()
    """The options that it still has; there are none unless it needs more than one."""
    ways_out: tuple[tuple[int, ...], ...] = ()
    """For each of ``lost``: the sets of choices that rule it out, each by itself, as bits (1 << level)."""
    followed: bool = False
    """Whether conclusions count as the work of the choices they followed from, because the search draws conclusions."""

    @property
    def taken_by(self) -> tuple[int, ...]:
        """The choices that took its options away, by level, each the first to do so; 0 means what was given."""
        return tuple(sorted({each.level for each in self.lost}))

    @property
    def blamed(self) -> tuple[int, ...]:
        """A smallest set of choices that leave it too little, by level; empty if no choice is to blame."""
        return levels_of(self._blamed)

    @property
    def _blamed(self) -> int:
        return fewest_choices(self.ways_out, max(0, self.missing - 1 - len(self.left)))

    def ruled_out_by(self) -> dict[tuple[int, ...], list[RuledOut]]:
        """The options it lost, by the choices in `blamed` that took them; under no choice, those ruled out by
        what was given and those that it could spare."""
        found: dict[tuple[int, ...], list[RuledOut]] = {}
        for each, ways in zip(self.lost, self.ways_out, strict=True):
            enough = [way for way in ways if not way & ~self._blamed]
            found.setdefault(levels_of(min(enough, default=0)), []).append(each)
        return dict(sorted(found.items()))


class Clash(NamedTuple):
    """Two choices that exclude each other, found only when all were made."""

    first: int
    """The level of the earlier choice, from 1."""
    second: int
    """The level of the later one."""
    kind: SubjectKind


class CostBounds(NamedTuple):
    """What a search for the cheapest solutions knows at a node."""

    spent: int
    """The cost of the choices."""
    least: int
    """A lower bound on the cost of any solution with these choices."""
    most: int | None
    """The highest cost of a solution that is wanted; None for any cost."""
    best: int | None
    """The cost of the best solution so far."""


class Single(NamedTuple):
    """A subject with one way left."""

    subject: Subject
    option: NamedOption | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Everything that can be said about one node."""

    node: int
    depth: int
    outcome: NodeKind
    path: tuple[Taken, ...]
    ruled_out: tuple[RuledOut, ...]
    """What the last choice ruled out."""
    branch: Branch | None
    singles: tuple[Single, ...]
    """Open subjects with a single way left: these choices are forced."""
    dead: tuple[Dead, ...]
    """At a dead end: the subjects with nothing left, beginning with the one that the search met first."""
    overlooked: tuple[Dead, ...]
    """Subjects with nothing left that this algorithm has not noticed: all its work below is wasted."""
    clashes: tuple[Clash, ...]
    subjects: tuple[Subject, ...]
    """All subjects of the problem."""
    sizes: tuple[int, ...]
    """The number of options each subject has left."""
    open: tuple[int, ...]
    """The numbers of the subjects still to serve."""
    live: frozenset[int]
    """The numbers of the options that may still be taken."""
    gone: Mapping[int, int]
    """All other options, by number: the level of the choice that took them or ruled them out; 0 for what was given."""
    concluded: tuple[Concluded, ...] = ()
    """What followed from the last choice (at the root: from what was given) by the rules that the search applies."""
    onward: Onward = Onward.BACK
    weight: int = 1
    """The number of solutions that a solution found here counts as; 0 if all is served but one of its images is
    counted instead."""
    bound: CostBounds | None = None
    """Its cost, for a search for the cheapest."""

    @property
    def taken(self) -> Taken | None:
        """The last choice; None at the root."""
        return self.path[-1] if self.path else None

    @property
    def forced(self) -> tuple[Taken, ...]:
        """The choices at the end of the path, after the last real one, that had no alternative."""
        last = len(self.path)
        while last and self.path[last - 1].forced:
            last -= 1
        return self.path[last:]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Why an algorithm's nodes cannot be explained, and what to look at instead."""

    title: str
    """The name of the algorithm."""
    because: str
    """What follows its title."""
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.title} {self.because}{self.advice and '; '}{self.advice}"


def unexplained(entry: Algorithm, problem: Problem, settings: Mapping[str, str | int]) -> Unexplained | None:
    """Why the nodes of this algorithm are not explained for this problem; None if they are."""
    doing = entry.doing(problem)
    if not doing.explained_by:
        nearest = doing.nearest or family(problem.kind).explained
        return Unexplained(entry.title, doing.unexplained, f"look at {nearest} instead")
    if int(settings.get(THREADS.key, 1)) > 1:
        because = "works on several parts of the tree at once, so there is no one node where it stands"
        return Unexplained(entry.title, because, "with one thread it can be explained")
    because = unsuited(problem)
    return Unexplained(entry.title, because) if because else None


def unsuited(problem: Problem) -> str:
    """Why no search of this problem can be explained; empty if one can."""
    if getattr(problem, "conflicts", ()):
        return "was given values that break the rules, so there is nothing to search"
    power = family(problem.kind).power
    options = problem.size**power if power else len(getattr(problem, "options", ()))
    large = "is working on a problem too large for this: the reasons would take longer than the search"
    return large if options > LARGEST else ""
