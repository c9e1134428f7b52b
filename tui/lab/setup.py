"""The choices before a search: algorithm, goal, parameters, as the catalog allows them.

`Setup` is a form (`tui.dialogs.form_values.FormSubject`): `rows` says what may be chosen and `choose`
takes it.  Nothing impossible can be chosen.  Each change returns a `core._reasons.Change`,
which says what is refused, passed over or gives way, and why.

What the user chose may differ from what holds at the moment: the goal they want
is kept while they pass an algorithm that cannot serve it, and holds again after
that.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from core import Algorithm, CannotSolve, Goal, Parameter, Problem, algorithm, algorithms, propose
from core._cli.console import command_words
from core._reasons import GOAL_TITLES, Change, serves_only
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value, Whole

__all__ = ["GOAL_TITLES", "Chosen", "Setup"]

NAMES = {("Next item", "s"): "smallest (S)", ("Next item", "first"): "first uncovered",
         ("Next item", "random"): "smallest, random tie"}  # fmt: skip
"""The name of a setting's value, if its key says little: (title of the setting, key) to name."""
NOTHING = Change()
"""Done, and nothing to say about it."""


def named(parameter: Parameter, value: Value) -> str:
    """A setting in a few words: ``smallest (S)``, ``item order: rarest``."""
    return NAMES.get((parameter.title, str(value)), f"{parameter.title.lower()}: {value}")


def note_of(change: Change) -> Note | None:
    """What a form says about a change; None for nothing."""
    return Note(str(change)) if change != NOTHING else None


@dataclass(frozen=True, slots=True)
class Chosen:
    """An algorithm, and the goal wanted of it (perhaps one that it cannot serve)."""

    entry: Algorithm
    goal: Goal


class Setup:
    """What would be started: always a combination that the catalog accepts."""

    def __init__(self, problem: Problem, key: str | None = None, goal: Goal | None = None) -> None:
        self.problem = problem
        able = [entry for entry in algorithms(problem.kind) if entry.refusal(problem) is None]
        entry = next((e for e in able if e.key == key), able[0])
        self.chosen = Chosen(entry, goal or entry.of_tree({}))
        """What was chosen; set it to something earlier to take choices back."""
        self._settings: dict[str, dict[str, Value]] = {}
        self._rows: tuple[object, tuple[Row, ...]] = None, ()
        """The rows of the form, and what they were made of."""

    @property
    def entry(self) -> Algorithm:
        """The algorithm."""
        return self.chosen.entry

    @property
    def goal(self) -> Goal:
        """The goal that was chosen, or the usual one of an algorithm that cannot serve it."""
        settings = self.settings
        served = self.entry.goals_with(settings)
        return self.chosen.goal if self.chosen.goal in served else self.entry.of_tree(settings)

    @property
    def settings(self) -> dict[str, Value]:
        """The parameters of the chosen algorithm."""
        return self.entry.settings(self._settings.get(self.entry.key, {}))

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {"algorithm": self.entry.key, "goal": self.chosen.goal.value, "settings": deepcopy(self._settings)}

    def recall(self, values: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        settings = values.get("settings")
        for key, given in settings.items() if isinstance(settings, dict) else ():
            try:
                algorithm(self.problem.kind, key).settings(given)
            except (CannotSolve, TypeError, AttributeError):
                continue
            self._settings[key] = dict(given)

    def take(self, entry: Algorithm, goal: Goal, settings: Mapping[str, Value]) -> None:
        """Choose exactly this, which the catalog has accepted before."""
        self.chosen = Chosen(entry, goal)
        self._settings[entry.key] = dict(settings)

    def way_back(self) -> Callable[[], None]:
        """A function that brings back all that is chosen now."""
        problem, chosen, settings = self.problem, self.chosen, deepcopy(self._settings)

        def bring_back() -> None:
            self.problem, self.chosen, self._settings = problem, chosen, settings

        return bring_back

    # Changes

    def set_problem(self, problem: Problem, *, instead_of: Chosen | None = None) -> Change:
        """Another problem of the same kind; the algorithm gives way if it cannot take it.

        ``instead_of``: what was chosen before the change that this one replaces (another digit of one number).
        """
        self.problem = problem
        if instead_of is not None:
            self.chosen = instead_of
        goal = self.goal
        refusal = self.entry.refusal(problem, goal)
        if refusal is None:
            return NOTHING
        entries = algorithms(problem.kind)
        able = [entry for entry in entries if entry.refusal(problem, goal) is None]
        able = able or [entry for entry in entries if entry.refusal(problem) is None]
        if not able:
            return Change(refusal)
        moved = self._choose(able[0])
        return Change(notes=(f"{refusal.short}: {self.entry.title} instead", *moved))

    def choose_algorithm(self, key: str) -> Change:
        """Take this algorithm.  Refused if it cannot take the problem.  Raises CannotSolve for an unknown name."""
        entry = algorithm(self.problem.kind, key)
        refusal = entry.refusal(self.problem)
        return Change(refusal) if refusal else Change(notes=self._choose(entry))

    def choose_aim(self, key: str) -> Change:
        """Take the goal that this algorithm has for itself, and so the algorithm."""
        entry = algorithm(self.problem.kind, key)
        if refusal := entry.refusal(self.problem, Goal.FIRST):
            return Change(refusal)
        self.chosen = Chosen(entry, Goal.FIRST)
        return NOTHING

    def choose_goal(self, goal: Goal) -> Change:
        """Take this goal.  Refused if the algorithm cannot serve it."""
        if goal is Goal.FIRST and self.entry.aim:  # any solution, not what this algorithm is for
            return Change(notes=self._choose(propose(self.problem, goal).algorithm, goal))
        refusal = self.entry.refusal(self.problem, goal)
        if refusal:
            return Change(refusal)
        if goal not in self.entry.goals_with(self.settings):
            return Change(self._serves_only())
        self.chosen = Chosen(self.entry, goal)
        return NOTHING

    def ask(self, asked: Mapping[str, Any]) -> Change:
        """Take the ``algorithm`` and the ``goal`` that a command line names, together.

        Whichever is not named gives way to the other; if both are named and do not go together, nothing is
        changed.  Raises CannotSolve for an unknown name.
        """
        goal = Goal(asked["goal"]) if "goal" in asked else None
        if goal is not None and "algorithm" not in asked:
            return self._ask_goal(goal)
        if "algorithm" not in asked:
            return NOTHING
        entry = algorithm(self.problem.kind, asked["algorithm"])
        refusal = entry.refusal(self.problem, goal)
        if refusal is not None:
            return Change(refusal)
        if goal is not None:
            self.chosen = Chosen(entry, goal)
            return NOTHING
        return Change(notes=self._choose(entry))

    def _ask_goal(self, goal: Goal) -> Change:
        refusal = self.entry.refusal(self.problem, goal)
        if refusal is None:
            self.chosen = Chosen(self.entry, goal)
            return NOTHING
        able = [entry for entry in algorithms(self.problem.kind) if entry.refusal(self.problem, goal) is None]
        if not able:
            return Change(refusal)
        self.chosen = Chosen(able[0], goal)
        return Change(notes=(f"{refusal.short}: {self.entry.title} instead",))

    def set_parameter(self, key: str, value: Value) -> Change:
        """Set a parameter of the chosen algorithm.  Refused if it is out of range."""
        before = self.goal
        own = {**self._settings.get(self.entry.key, {}), key: value}
        try:
            self._settings[self.entry.key] = {k: v for k, v in self.entry.settings(own).items() if k in own}
        except CannotSolve as error:
            return Change(error.reason)
        return NOTHING if self.goal is before else Change(notes=(self._serves_only(),))

    def _serves_only(self) -> str:
        goals = self.entry.goals_with(self.settings)
        title = self.entry.title if goals == self.entry.goals else f"{self.entry.title} with these settings"
        return serves_only(title, goals)

    def _choose(self, entry: Algorithm, wanted: Goal | None = None) -> tuple[str, ...]:
        before = self.goal
        self.chosen = Chosen(entry, wanted or self.chosen.goal)
        return () if self.goal is before or self.goal is self.chosen.goal else (self._serves_only(),)

    # The form

    def rows(self) -> tuple[Row, ...]:
        """Algorithm, goal and the parameters that the algorithm declares."""
        of = self.problem, self.chosen, dict(self._settings.get(self.entry.key, {}))
        if of != self._rows[0]:
            self._rows = of, self._rows_now()
        return self._rows[1]

    def _rows_now(self) -> tuple[Row, ...]:
        settings = self.settings
        return (
            Choice("algorithm", "Algorithm", self.entry.key, tuple(map(self._algorithm_option, self._entries))),
            Choice(
                "goal",
                "Goal",
                self.entry.key if self.entry.aim and self.goal is Goal.FIRST else self.goal.value,
                (*map(self._goal_option, Goal), *(self._aim_option(entry) for entry in self._entries if entry.aim)),
                help=self.entry.about(self.problem),
            ),
            *(_parameter_row(p, settings.get(p.key, p.default)) for p in self.entry.parameters),
        )

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        return note_of(self.change(key, value))

    def change(self, key: str, value: Value) -> Change:
        """Take a value of one of the rows; what there is to say as values."""
        if key == "algorithm":
            return self.choose_algorithm(str(value))
        if key == "goal" and value not in tuple(Goal):
            return self.choose_aim(str(value))
        if key == "goal":
            return self.choose_goal(Goal(str(value)))
        return self.set_parameter(key, value)

    @property
    def _entries(self) -> tuple[Algorithm, ...]:
        return algorithms(self.problem.kind)

    def _algorithm_option(self, entry: Algorithm) -> Offer:
        refusal = entry.refusal(self.problem)
        return Offer(entry.key, entry.title, entry.about(self.problem), f"skipped: {refusal.short}" if refusal else "")

    def _goal_option(self, goal: Goal) -> Offer:
        served = goal in self.entry.goals_with(self.settings)
        return Offer(
            goal.value,
            GOAL_TITLES[goal],
            refusal="" if served else self._serves_only(),
        )

    def _aim_option(self, entry: Algorithm) -> Offer:
        """A goal that one algorithm has for itself, such as the cheapest solution."""
        refusal = entry.refusal(self.problem, Goal.FIRST)
        return Offer(entry.key, entry.aim, entry.about(self.problem), f"skipped: {refusal.short}" if refusal else "")

    def command(self, *arguments: str, goal: bool = True) -> str:
        """The command line that does the same; ``arguments`` name the problem, ``goal`` adds the goal."""
        words = command_words(*arguments, "--algorithm", self.entry.key)
        words += ["--goal", self.goal.value] if goal else []
        usual = {parameter.key: parameter.default for parameter in self.entry.parameters}
        for key, value in self.settings.items():
            words += [f"--{key}", str(value)] if value != usual[key] else []
        return shlex.join(words)


def _parameter_row(parameter: Parameter, value: Value) -> Row:
    if parameter.choices:
        options = tuple(Offer(key, NAMES.get((parameter.title, key), key), told) for key, told in parameter.choices)
        return Choice(parameter.key, parameter.title, str(value), options, help=parameter.help)
    number = int(value)
    return Whole(
        parameter.key, parameter.title, number, parameter.minimum, parameter.maximum, parameter.help,
        parameter.said(number) if parameter.unset else "",
    )  # fmt: skip
