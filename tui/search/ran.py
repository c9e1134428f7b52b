"""What was started: the choices of one run, told apart from those in the form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.catalog import Algorithm
from core.explain.reason import Unexplained, unexplained
from core.search import Goal, Problem, Search
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
