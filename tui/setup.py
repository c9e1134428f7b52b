"""The choices before a search: algorithm, goal, parameters, as the catalog allows them.

A screen shows `Setup.fields` in its form and calls `Setup.shift` for the arrow
keys.  Nothing impossible can be chosen: what is skipped, and why, is in the
`Change` that each of them returns.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from core.catalog import Algorithm, Parameter, algorithm, algorithms
from core.reasons import (
    GOAL_TITLES,
    AlgorithmGaveWay,
    Change,
    GoalGaveWay,
    Note,
    Skipped,
)
from core.search import CannotSolve, Goal, Problem

__all__ = ["GOAL_TITLES", "Field", "Setup", "short_refusal"]

NOTHING = Change()
"""Done, and nothing to say about it."""


def short_refusal(entry: Algorithm, problem: Problem) -> str | None:
    """Why a list shows this algorithm but does not let it be chosen; None if it can be."""
    refusal = entry.refusal(problem)
    return None if refusal is None else refusal.short


@dataclass(frozen=True, slots=True)
class Field:
    """One row of a form."""

    key: str
    title: str
    text: str
    before: bool
    """Whether there is a value to the left."""
    after: bool
    """Whether there is a value to the right."""


class Setup:
    """What would be started: always a combination that the catalog accepts."""

    def __init__(self, problem: Problem, key: str | None = None, goal: Goal | None = None) -> None:
        self.problem = problem
        able = self._able(problem)
        self.entry = next((e for e in able if e.key == key), able[0])
        self.goal = goal if goal in self.entry.goals else self._default_goal(self.entry)
        self._settings: dict[str, dict[str, str | int]] = {}

    @staticmethod
    def _able(problem: Problem) -> list[Algorithm]:
        return [entry for entry in algorithms(problem.kind) if entry.refusal(problem) is None]

    @staticmethod
    def _default_goal(entry: Algorithm) -> Goal:
        return Goal.COUNT if Goal.COUNT in entry.goals else entry.goals[0]

    @property
    def settings(self) -> dict[str, str | int]:
        """The parameters of the chosen algorithm."""
        return self.entry.settings(self._settings.get(self.entry.key, {}))

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {"algorithm": self.entry.key, "goal": self.goal.value, "settings": self._settings}

    def recall(self, values: dict[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        settings = values.get("settings")
        for key, given in settings.items() if isinstance(settings, dict) else ():
            try:
                algorithm(self.problem.kind, key).settings(given)
            except (CannotSolve, TypeError, AttributeError):
                continue
            self._settings[key] = dict(given)

    # Changes

    def set_problem(self, problem: Problem) -> Change:
        """Another problem of the same kind; the algorithm gives way if it cannot take it."""
        self.problem = problem
        refusal = self.entry.refusal(problem, self.goal)
        if refusal is None:
            return NOTHING
        same_goal = [entry for entry in algorithms(problem.kind) if entry.refusal(problem, self.goal) is None]
        able = same_goal or self._able(problem)
        if not able:
            return Change(refusal)
        moved = self._choose(able[0])
        return Change(notes=(AlgorithmGaveWay(refusal, self.entry.title), *moved))

    def choose_algorithm(self, key: str) -> Change:
        """Take this algorithm.  Refused if it cannot take the problem."""
        entry = algorithm(self.problem.kind, key)
        refusal = entry.refusal(self.problem)
        return Change(refusal) if refusal else Change(notes=self._choose(entry))

    def choose_goal(self, goal: Goal) -> Change:
        """Take this goal.  Refused if the algorithm cannot serve it."""
        refusal = self.entry.refusal(self.problem, goal)
        if refusal:
            return Change(refusal)
        self.goal = goal
        return NOTHING

    def set_parameter(self, key: str, value: str | int) -> Change:
        """Set a parameter of the chosen algorithm.  Refused if it is out of range."""
        own = {**self._settings.get(self.entry.key, {}), key: value}
        try:
            self._settings[self.entry.key] = {k: v for k, v in self.entry.settings(own).items() if k in own}
        except CannotSolve as error:
            return Change(error.reason)
        return NOTHING

    def _choose(self, entry: Algorithm) -> tuple[Note, ...]:
        self.entry = entry
        if self.goal in entry.goals:
            return ()
        self.goal = self._default_goal(entry)
        return (GoalGaveWay(entry.title, entry.goals),)

    def shift(self, key: str, step: int) -> Change:
        """One value to the left or right in a field."""
        if key == "algorithm":
            return self._shift_algorithm(step)
        if key == "goal":
            goals = self.entry.goals
            if len(goals) == 1:
                return Change(notes=(GoalGaveWay(self.entry.title, goals),))
            index = goals.index(self.goal) + step
            if 0 <= index < len(goals):
                self.goal = goals[index]
            return NOTHING
        for parameter in self.entry.parameters:
            if parameter.key == key:
                return self._shift_parameter(parameter, step)
        return NOTHING

    def _shift_algorithm(self, step: int) -> Change:
        entries = algorithms(self.problem.kind)
        index = entries.index(self.entry) + step
        skipped: list[Note] = []
        while 0 <= index < len(entries):
            refusal = entries[index].refusal(self.problem)
            if refusal is None:
                return Change(notes=(*skipped, *self._choose(entries[index])))
            skipped.append(Skipped(refusal))
            index += step
        return Change(notes=tuple(skipped))

    def _shift_parameter(self, parameter: Parameter, step: int) -> Change:
        value = self.settings[parameter.key]
        if parameter.choices:
            values = [choice for choice, _ in parameter.choices]
            index = values.index(str(value)) + step
            return self.set_parameter(parameter.key, values[index]) if 0 <= index < len(values) else NOTHING
        number = min(max(int(value) + step, parameter.minimum), parameter.maximum)
        return self.set_parameter(parameter.key, number)

    # What a form shows

    def fields(self) -> list[Field]:
        """Algorithm, goal and the parameters that the algorithm declares."""
        entries = algorithms(self.problem.kind)
        index = entries.index(self.entry)
        goals = self.entry.goals
        rows = [
            Field(
                "algorithm", "Algorithm", self.entry.title,
                any(e.refusal(self.problem) is None for e in entries[:index]),
                any(e.refusal(self.problem) is None for e in entries[index + 1 :]),
            ),
            Field(
                "goal", "Goal", GOAL_TITLES[self.goal],
                goals.index(self.goal) > 0, goals.index(self.goal) < len(goals) - 1,
            ),
        ]  # fmt: skip
        for parameter in self.entry.parameters:
            value = self.settings[parameter.key]
            if parameter.choices:
                values = [choice for choice, _ in parameter.choices]
                position = values.index(str(value))
                before, after = position > 0, position < len(values) - 1
            else:
                before, after = int(value) > parameter.minimum, int(value) < parameter.maximum
            rows.append(Field(parameter.key, parameter.title, str(value), before, after))
        return rows

    def explanation(self, key: str) -> str:
        """What the value in a field means, for the line below the form."""
        for parameter in self.entry.parameters:
            if parameter.key == key:
                meanings = dict(parameter.choices)
                return meanings.get(str(self.settings[key]), parameter.help)
        return self.entry.summary

    def command(self, *arguments: str, goal: bool = True) -> str:
        """The ``python -m core`` command that does the same; ``arguments`` name the problem, ``goal`` adds the goal."""
        words = ["python", "-m", "core", *arguments, "--algorithm", self.entry.key]
        words += ["--goal", self.goal.value] if goal else []
        for key, value in self.settings.items():
            words += [f"--{key}", str(value)]
        return shlex.join(words)
