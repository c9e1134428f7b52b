"""What was started: the choices of one run, told apart from those in the form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.catalog import Algorithm
from core.queens.problem import Queens
from core.search import Goal
from tui.forms import Value


@dataclass(frozen=True, slots=True)
class Ran:
    """What was started: the form may say something else by now."""

    entry: Algorithm
    problem: Queens
    goal: Goal
    settings: Mapping[str, Value]

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
