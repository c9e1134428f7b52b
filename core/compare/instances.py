"""The problems of each family by name, and what the literature knows of them.

An instance key is short text that stays valid from one session to the next: the
board size, ``3x3.csv#4`` for the fourth puzzle of a shipped collection or of a
file, the name of a gallery entry or of a file.  Each family names its own (`Family.instances`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from core.catalog import FAMILIES, named
from core.compare.plan import PlanError
from core.search import Goal, Problem, ProblemError

MOST = 5000
"""How many instances one text may name: more would make a table that nobody can read or wait for."""


class Instances(Protocol):
    """How one family names its problems."""

    axis: str
    """What a row of the table is: ``N``, ``puzzle``, ``problem``."""
    example: str
    """What a person could write, for error messages and forms."""
    spaced: bool
    """Whether blanks may stand in a text, as in ``4 - 12``; elsewhere they separate two texts."""
    usual: str
    """The instances that a new comparison starts with."""
    usual_algorithms: tuple[str, ...]
    """The algorithms that a new comparison starts with."""
    nodes_a_solution: float
    """Nodes of a counting search for each solution, roughly, where nobody has counted the nodes; 0 if unknown."""

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys that a text names, in order.  Raises ProblemError."""
        ...

    def problem(self, key: str) -> Problem:
        """The problem itself.  Raises ProblemError or OSError when it is not there (any more)."""
        ...

    def title(self, key: str) -> str:
        """What to call it in a table."""
        ...

    def known(self, key: str, goal: Goal) -> int | None:
        """How many solutions a run with this goal must report, or None if unknown."""
        ...

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """A problem rearranged, with as many solutions, or None where it has only one form."""
        ...


class Given:
    """The instances of a family, and further ones that are given (`core.compare.instances.Instances`)."""

    def __init__(self, family: Instances, given: Mapping[str, Problem]) -> None:
        self._family = family
        self._given = given

    def __getattr__(self, name: str) -> Any:
        return getattr(self._family, name)

    def problem(self, key: str) -> Problem:
        """The one given, or the family's."""
        return self._given[key] if key in self._given else self._family.problem(key)

    def title(self, key: str) -> str:
        """The key of one given, or what the family calls it."""
        return key if key in self._given else self._family.title(key)

    def known(self, key: str, goal: Goal) -> int | None:
        """Nobody knows how many solutions one given has, unless it is also the family's."""
        return None if key in self._given else self._family.known(key, goal)


@cache
def instances(family: str) -> Instances:
    """The instances of a family.  Raises PlanError for an unknown one."""
    if family not in FAMILIES:
        raise PlanError(f"no family of problems is called {family!r}; there are {', '.join(FAMILIES)}")
    found: Instances = named(FAMILIES[family].instances)()
    return found


def position(key: str) -> int | None:
    """Where an instance lies on a numeric axis (its N), or None where there is no such axis."""
    return int(key) if key.isdecimal() else None


def expand(family: str, texts: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """All keys that several texts name, each once.  Raises PlanError."""
    kind = instances(family)
    if not texts:
        raise PlanError(f"which {family} instances? For example: {kind.example}")
    try:
        keys = tuple(dict.fromkeys(key for text in texts for key in kind.expand(text)))
    except ProblemError as error:
        raise PlanError(str(error)) from None
    if len(keys) > MOST:
        raise PlanError(f"{len(keys)} instances are too many; at most {MOST}")
    return keys
