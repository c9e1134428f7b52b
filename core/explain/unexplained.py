"""Why nothing is said about the nodes of a search, as values; the sentences are worded here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.catalog import THREADS, Algorithm
from core.search import Problem


class Because(StrEnum):
    """What keeps an algorithm's nodes from being explained.  The values are what follows its title."""

    JOINS = "joins two lists of half boards and never looks at one board, so there is no node to explain"
    THREADS = "works on several parts of the tree at once, so there is no one node where it stands"
    LOCAL = "moves queens about until no two attack each other; it rules nothing out, so there is nothing to explain"
    FORMULA = "writes its solution down by a formula, without any search"
    LEARNS = "jumps back over many choices at once and keeps the rules it has learned, so it visits no tree"
    REMEMBERS = "counts each remaining problem once and looks the number up later, so it visits no tree"
    CONFLICTS = "was given values that break the rules, so there is nothing to search"
    LARGE = "is at work on a problem too large for this: the reasons would take longer than the search"
    UNKNOWN = "comes from outside this program and does not say what its nodes mean"


@dataclass(frozen=True, slots=True)
class Unexplained:
    """An algorithm whose nodes cannot be explained, why, and which one to look at instead."""

    title: str
    """What the algorithm is called."""
    because: Because
    instead: str = ""
    """The key of an algorithm for the same problem whose nodes can be explained; empty where none could be."""

    def __str__(self) -> str:
        if self.because is Because.THREADS:
            advice = "; with one thread it can be explained" if self.instead else ""
        else:
            advice = f"; look at {self.instead} instead" if self.instead else ""
        return f"{self.title} {self.because}{advice}"


EXPLAINED: Mapping[str, tuple[str, ...]] = {
    "queens": ("brute-force", "permutations", "naive", "backtracking", "bitmask", "symmetry", "stride", "dlx", "dlx-s"),
    "sudoku": (
        "backtracking",
        "bitmask",
        "single-branch",
        "algorithm-x",
        "dlx-dense",
        "propagation",
        "bands",
        "dlx",
    ),
    "cover": ("algorithm-x", "dlx", "dancing-cells"),
}
"""The algorithms whose nodes can be explained, by kind."""

NEAREST: Mapping[tuple[str, str], tuple[Because, str]] = {
    ("queens", "quadrants"): (Because.JOINS, "bitmask"),
    ("queens", "closed-form"): (Because.FORMULA, "dlx-s"),
    ("queens", "swaps"): (Because.LOCAL, "dlx-s"),
    ("queens", "min-conflicts"): (Because.LOCAL, "dlx-s"),
    ("sudoku", "learning"): (Because.LEARNS, "propagation"),
    ("cover", "memo-count"): (Because.REMEMBERS, "dlx"),
}
"""For each of the others why not, and the explained algorithm that is most like it."""


def unexplained(entry: Algorithm, problem: Problem, settings: Mapping[str, str | int]) -> Unexplained | None:
    """Why the nodes of this algorithm are not explained for this problem; None where they are."""
    from core.explain.explainer import LARGEST

    kind = problem.kind
    if (key := entry.doing(problem).key) not in EXPLAINED.get(kind, ()):
        because, instead = NEAREST.get((kind, key), (Because.UNKNOWN, EXPLAINED[kind][-1]))
        return Unexplained(entry.title, because, instead)
    if int(settings.get(THREADS.key, 1)) > 1:
        return Unexplained(entry.title, Because.THREADS, entry.key)
    if getattr(problem, "conflicts", ()):
        return Unexplained(entry.title, Because.CONFLICTS)
    power = {"queens": 2, "sudoku": 3}.get(kind)
    options = problem.size**power if power else len(getattr(problem, "options", ()))
    return Unexplained(entry.title, Because.LARGE) if options > LARGEST else None
