"""The two algorithms beside each other, and the form of one of them.  No Textual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core import CannotSolve, Problem, algorithm, algorithms
from tui.dialogs.form_values import Note, Row, Value
from tui.lab.beside import Beside
from tui.lab.session import SearchTask
from tui.lab.setup import Setup

LaneChoice = tuple[str, Mapping[str, Value]]
"""An algorithm by its key, and its parameters."""


def setups_beside(first: SearchTask[Any], beside: Beside[Any], remembered: object) -> list[Setup]:
    """The setups left and right: ``first``, and beside it the last partner, or the usual one.

    ``remembered`` is what settings hold of the lanes of each kind of problem.
    """
    problem = first.problem
    own = remembered.get(problem.kind, ()) if isinstance(remembered, dict) else ()
    before = [
        (str(lane[0]), lane[1]) for lane in own
        if isinstance(lane, list) and len(lane) == 2 and isinstance(lane[1], dict)
    ]  # fmt: skip
    keys = [entry.key for entry in algorithms(problem.kind)]
    usual = [_whole(problem, *choice) for choice in beside.usual]
    wanted = [(first.entry.key, first.settings), *before, *usual, *((key, {}) for key in keys)]
    able = [_whole(problem, *choice) for choice in wanted if refusal_of(problem, choice[0]) is None]
    different = [choice for at, choice in enumerate(able) if choice not in able[:at]]

    def teaching_order(choice: LaneChoice) -> tuple[int, int]:
        """As in the catalog; one algorithm with two settings in the usual order of these."""
        return keys.index(choice[0]), usual.index(choice) if choice in usual else len(usual)

    return [setup_of(problem, *choice) for choice in sorted((different * 2)[:2], key=teaching_order)]


def setup_of(problem: Problem, key: str, settings: Mapping[str, Value]) -> Setup:
    """The choices of one lane."""
    setup = Setup(problem, key)
    setup.recall({"settings": {key: _whole(problem, key, settings)[1]}})
    return setup


def refusal_of(problem: Problem, key: str) -> str | None:
    """Why an algorithm cannot search this; None if it can."""
    try:
        refusal = algorithm(problem.kind, key).refusal(problem)
    except CannotSolve as error:
        return str(error)
    return None if refusal is None else str(refusal)


def _whole(problem: Problem, key: str, settings: Mapping[str, Value]) -> LaneChoice:
    """The choice with all parameters, so that choices can be told apart."""
    try:
        return key, algorithm(problem.kind, key).settings(settings)
    except (CannotSolve, TypeError):
        return key, {}


class LaneForm:
    """The form of one lane (a `tui.dialogs.form_values.FormSubject`): its algorithm, and the parameters of that."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._bring_back = setup.way_back()

    def rows(self) -> Sequence[Row]:
        """All that can be chosen but the goal, which is the same on both sides."""
        return [row for row in self._setup.rows() if row.key != "goal"]

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value of one of the rows."""
        return self._setup.choose(key, value, continued=continued)

    def undo(self) -> None:
        """Put everything back as it was."""
        self._bring_back()
