"""The problems of each family by name, and what the literature knows of them.

An instance key is a short text that stays valid from one session to the next: the board size,
``3x3.csv#4`` for the fourth puzzle of a shipped collection or a file, the name of a gallery entry
or a file.  Each family has its own keys (`Family.instances`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from core._catalog import FAMILIES, named
from core._search import Goal, Problem, ProblemError
from core.compare._plan import PlanError

MOST = 5000
"""The most instances that a text may name: nobody could read, or wait for, a longer table."""


class Instances(Protocol):
    """How one family names its problems."""

    axis: str
    """The word for a row of the table: ``N``, ``puzzle``, ``problem``."""
    example: str
    """An example of what a user can write, for error messages and forms."""
    spaced: bool
    """Whether a text may contain blanks, as in ``4 - 12``; if not, blanks separate two texts."""
    usual: str
    """The initial instances of a new comparison."""
    usual_algorithms: tuple[str, ...]
    """The initial algorithms of a new comparison."""
    nodes_a_solution: float
    """Rough number of nodes per solution in a counting search, for sizes at which nodes have not been counted; 0
    if unknown."""

    def expand(self, text: str) -> tuple[str, ...]:
        """The keys that a text names, in order.  Raises ProblemError."""
        ...

    def problem(self, key: str) -> Problem:
        """The problem itself.  Raises ProblemError or OSError if it is not there (any more)."""
        ...

    def title(self, key: str) -> str:
        """Its name in a table."""
        ...

    def known(self, key: str, goal: Goal) -> int | None:
        """The number of solutions that a run with this goal must report, or None if unknown."""
        ...

    def another(self, problem: Problem, chance: random.Random) -> Problem | None:
        """A problem rearranged, with the same number of solutions, or None if it has only one form."""
        ...


class Given:
    """The instances of a family, and further given ones (`core.compare._instances.Instances`)."""

    def __init__(self, family: Instances, given: Mapping[str, Problem]) -> None:
        self._family = family
        self._given = given

    def __getattr__(self, name: str) -> Any:
        return getattr(self._family, name)

    def problem(self, key: str) -> Problem:
        """The given problem, or else the family's."""
        return self._given[key] if key in self._given else self._family.problem(key)

    def title(self, key: str) -> str:
        """The key of a given problem, or else the family's name for it."""
        return key if key in self._given else self._family.title(key)

    def known(self, key: str, goal: Goal) -> int | None:
        """The known number of solutions; None for a given problem unless the family has it too."""
        return None if key in self._given else self._family.known(key, goal)


@cache
def instances(family: str) -> Instances:
    """The instances of a family.  Raises PlanError for an unknown one."""
    if family not in FAMILIES:
        raise PlanError(f"no family of problems is called {family!r}; there are {', '.join(FAMILIES)}")
    found: Instances = named(FAMILIES[family].instances)()
    return found


def position(key: str) -> int | None:
    """The position of an instance on a numeric axis (its N), or None if there is no such axis."""
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
