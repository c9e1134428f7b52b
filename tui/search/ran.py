"""What was started: the choices of one run, told apart from those in the form; and what each run needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.catalog import Algorithm
from core.explain.reason import Unexplained, unexplained
from core.search import Goal, Problem, Search, Snapshot, Status
from core.words import grouped
from tui.dialogs.form_values import Value

P = TypeVar("P", bound=Problem)


@dataclass(frozen=True)
class Ran(Generic[P]):
    """What was started: the form may say something else by now."""

    entry: Algorithm
    problem: P
    goal: Goal
    settings: Mapping[str, Value]

    def start(self) -> Search:
        """The search itself; to be called in a worker."""
        return self.entry.start(self.problem, self.goal, None, **self.settings)

    @property
    def unexplained(self) -> Unexplained | None:
        """Why its nodes are not explained; None where they are."""
        return unexplained(self.entry, self.problem, self.settings)

    @property
    def title(self) -> str:
        """The algorithm and its parameters, where they are not the usual ones."""
        usual = {parameter.key: parameter.default for parameter in self.entry.parameters}
        own = [f"{key} {value}" for key, value in self.settings.items() if value != usual.get(key)]
        return ", ".join([self.entry.title, *own])

    @property
    def name(self) -> str:
        """The same in short, for a row of results."""
        usual = {parameter.key: parameter.default for parameter in self.entry.parameters}
        own = [str(value) for key, value in self.settings.items() if value != usual.get(key)]
        return "/".join([self.entry.key, *own])


class Results:
    """Nodes of each algorithm that has been to the end of the same search, the newest last."""

    def __init__(self) -> None:
        self._nodes: dict[str, int] = {}
        self._of: tuple[Problem, Goal] | None = None

    def begin(self, ran: Ran[Any]) -> None:
        """A run of this begins: results of other problems and goals go."""
        of = _sort(ran)
        if self._of != of:
            self._nodes.clear()
        self._of = of

    def add(self, ran: Ran[Any], shot: Snapshot) -> None:
        """A run has got so far: take it in where that is its end."""
        if shot.status is Status.COMPLETE and shot.nodes is not None and self._of == _sort(ran):
            self._nodes.pop(ran.name, None)
            self._nodes[ran.name] = shot.nodes

    def of(self, ran: Ran[Any]) -> int | None:
        """What this needed, as far as it is known."""
        return self._nodes.get(ran.name) if self._of == _sort(ran) else None

    def told(self, ran: Ran[Any]) -> str:
        """Most nodes first: backtracking 2 057 · dlx-s 980; empty where there is nothing to compare this with."""
        if len(self._nodes) < 2 or self._of != _sort(ran):
            return ""
        return " · ".join(f"{name} {grouped(nodes)}" for name, nodes in sorted(self._nodes.items(), key=_fewest_last))


def _sort(ran: Ran[Any]) -> tuple[Problem, Goal]:
    """What makes results comparable: all solutions are found or counted by the same nodes."""
    return ran.problem, Goal.COUNT if ran.goal is Goal.ALL else ran.goal


def _fewest_last(result: tuple[str, int]) -> int:
    return -result[1]
