"""A kind of problem that the program does not know, as somebody would add it: colours for regions in a ring."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core import Algorithm, Goal, Problem, Proposal, Search, Snapshot, Source, Status
from core._catalog import FAMILIES, Family
from core._cli.arguments import GIVEN

COLOURS = 3


@dataclass(frozen=True, slots=True)
class Ring:
    """So many regions in a ring, three colours, and no two neighbours alike."""

    size: int

    @property
    def kind(self) -> str:
        return "colouring"

    def verify(self, solution: Sequence[int]) -> bool:
        return len(solution) == self.size and all(solution[place - 1] != solution[place] for place in range(self.size))

    def __str__(self) -> str:
        return f"ring of {self.size} regions"


class Colouring(Search):
    """Region after region; ``wide`` colours all rings one region further before it goes on."""

    def __init__(self, problem: Problem, goal: Goal, limit: int | None = None, *, wide: bool = False) -> None:
        super().__init__(problem, goal, limit)
        self._wide, self._steps = wide, 0
        self._open: list[tuple[int, ...]] = [()]
        self._found: list[tuple[int, ...]] = []

    def advance(self, budget: int, quota: int | None = None) -> Status:
        wanted = len(self._found) + quota if quota is not None else None
        while budget > 0 and self.status is Status.RUNNING and len(self._found) != wanted:
            budget, self._steps = budget - 1, self._steps + 1
            ring = self._open.pop(0 if self._wide else -1)
            if len(ring) < self.problem.size:
                self._open += [(*ring, colour) for colour in range(COLOURS) if not ring or colour != ring[-1]]
            elif self.problem.verify(ring):
                self._found.append(ring)
            if len(self._found) == self.limit and self.goal is not Goal.FIRST:
                self.status = Status.LIMIT
            elif not self._open or len(self._found) == self.limit:
                self.status = Status.COMPLETE
        return self.status

    def snapshot(self) -> Snapshot:
        here = self._open[-1] if self._open else ()
        return Snapshot(self.status, self._steps, len(self._found), nodes=self._steps, placement=here)

    def counts(self) -> tuple[int, int]:
        return len(self._found), self._steps

    @property
    def solutions(self) -> list[tuple[int, ...]]:
        return list(self._found)

    def state(self) -> dict[str, Any]:
        return {"open": list(self._open), "steps": self._steps, "found": list(self._found)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self._open, self._steps, self._found = list(state["open"]), state["steps"], list(state["found"])


wide = partial(Colouring, wide=True)


class Rings:
    """Rings by their number of regions."""

    axis = "regions"
    example = "3,5"
    spaced = False
    usual = "3, 4"
    usual_algorithms = ("deep", "wide")
    nodes_a_solution = 0.0

    def expand(self, text: str) -> tuple[str, ...]:
        return tuple(text.split(","))

    def problem(self, key: str) -> Ring:
        return Ring(int(key))

    def title(self, key: str) -> str:
        return key

    def known(self, key: str, goal: Goal) -> int:
        return 1 if goal is Goal.FIRST else (COLOURS - 1) ** int(key) + (COLOURS - 1) * (-1) ** int(key)

    def another(self, problem: Problem, chance: random.Random) -> None:
        return None


def propose(problem: Problem, goal: Goal) -> Proposal:
    return Proposal(ENTRIES[0], "there is little to choose from")


def answer(problem: Problem, solution: tuple[int, ...]) -> tuple[int, ...]:
    return solution


_SOURCE = Source("nobody", 2025, "an example")
ENTRIES = (
    Algorithm("deep", "Region after region", "colouring", "Deep.", _SOURCE, f"{__name__}:Colouring"),
    Algorithm("wide", "All rings at once", "colouring", "Wide.", _SOURCE, f"{__name__}:wide", unit="ring"),
)
FAMILY = Family(
    "graph colouring", "regions", __name__, f"{__name__}:propose", f"{__name__}:answer", "", f"{__name__}:Rings",
    one="a ring of regions",
)  # fmt: skip
EXPLAINED = "deep"


def add_problem(command: argparse.ArgumentParser) -> None:
    command.add_argument("regions", type=int)


def given_problem(options: argparse.Namespace) -> Ring:
    return Ring(options.regions)


def add_family() -> Callable[[], object]:
    """Put it into the program's list; returns what takes it out."""
    FAMILIES["colouring"], GIVEN["colouring"] = FAMILY, __name__
    return lambda: (FAMILIES.pop("colouring"), GIVEN.pop("colouring"))
