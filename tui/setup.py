"""The choices before a search: algorithm, goal, parameters, as the catalog allows them.

A screen shows `Setup.fields` in its form and calls `Setup.shift` for the arrow
keys.  Nothing impossible can be chosen: what is skipped, and why, is in the
note that each change returns.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from core.catalog import Algorithm, Parameter, algorithm, algorithms
from core.search import CannotSolve, Goal, Problem

GOAL_TITLES = {
    Goal.FIRST: "first solution",
    Goal.ALL: "all solutions",
    Goal.COUNT: "count all solutions",
}


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

    # Changes, each with a note that explains what else moved (empty for nothing)

    def set_problem(self, problem: Problem) -> str:
        """Another problem of the same kind; the algorithm gives way if it cannot take it."""
        self.problem = problem
        reason = self.entry.refusal(problem, self.goal)
        if reason is None:
            return ""
        own = reason.partition(";")[0]
        same_goal = [entry for entry in algorithms(problem.kind) if entry.refusal(problem, self.goal) is None]
        able = same_goal or self._able(problem)
        if not able:
            return reason
        note = self._choose(able[0])
        return f"{own}: {self.entry.title} instead" + (f"; {note}" if note else "")

    def choose_algorithm(self, key: str) -> str:
        """Take this algorithm.  Refused with a note if it cannot take the problem."""
        entry = algorithm(self.problem.kind, key)
        reason = entry.refusal(self.problem)
        return reason if reason else self._choose(entry)

    def choose_goal(self, goal: Goal) -> str:
        """Take this goal.  Refused with a note if the algorithm cannot serve it."""
        reason = self.entry.refusal(self.problem, goal)
        if reason:
            return reason
        self.goal = goal
        return ""

    def set_parameter(self, key: str, value: str | int) -> str:
        """Set a parameter of the chosen algorithm.  Refused with a note if it is out of range."""
        own = {**self._settings.get(self.entry.key, {}), key: value}
        try:
            self._settings[self.entry.key] = {k: v for k, v in self.entry.settings(own).items() if k in own}
        except CannotSolve as error:
            return str(error)
        return ""

    def _choose(self, entry: Algorithm) -> str:
        self.entry = entry
        if self.goal in entry.goals:
            return ""
        self.goal = self._default_goal(entry)
        return f"{entry.title} serves only {' or '.join(GOAL_TITLES[g] for g in entry.goals)}"

    def shift(self, key: str, step: int) -> str:
        """One value to the left or right in a field."""
        if key == "algorithm":
            return self._shift_algorithm(step)
        if key == "goal":
            goals = self.entry.goals
            if len(goals) == 1:
                return f"{self.entry.title} serves only {GOAL_TITLES[goals[0]]}"
            index = goals.index(self.goal) + step
            if 0 <= index < len(goals):
                self.goal = goals[index]
            return ""
        for parameter in self.entry.parameters:
            if parameter.key == key:
                return self._shift_parameter(parameter, step)
        return ""

    def _shift_algorithm(self, step: int) -> str:
        entries = algorithms(self.problem.kind)
        index = entries.index(self.entry) + step
        skipped: list[str] = []
        while 0 <= index < len(entries):
            reason = entries[index].refusal(self.problem)
            if reason is None:
                note = self._choose(entries[index])
                return "; ".join([*skipped, note] if note else skipped)
            skipped.append(f"skipped: {reason.partition(';')[0]}")
            index += step
        return "; ".join(skipped)

    def _shift_parameter(self, parameter: Parameter, step: int) -> str:
        value = self.settings[parameter.key]
        if parameter.choices:
            values = [choice for choice, _ in parameter.choices]
            index = values.index(str(value)) + step
            return self.set_parameter(parameter.key, values[index]) if 0 <= index < len(values) else ""
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
