"""Searches to ask for reasons, and a walk through one that asks at every node."""

from __future__ import annotations

import random

from core import Algorithm, Goal, Problem, Shape, Sudoku
from core.explain import Explainer, Reason
from core.running import Timeline
from tests.core.sudoku.samples import shipped_nines

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
WAYS = {
    "propagation": ("propagation", {}),
    "singles": ("propagation", {"inference": "singles"}),
    "vectors": ("bands", {}),
}


def _thinned(seed: int) -> Sudoku:
    """A shipped puzzle with some givens taken away: several solutions, or one, or (one given changed) none."""
    dice = random.Random(seed)
    givens = list(dice.choice(shipped_nines()))
    for cell in dice.sample([cell for cell in range(81) if givens[cell]], 3):
        givens[cell] = 0
    problem = Sudoku.of(Shape(3, 3), tuple(givens))
    if seed % 3 == 0:
        for value in dice.sample(range(1, 10), 9):
            changed = Sudoku.of(Shape(3, 3), (*givens[:40], value, *givens[41:]))
            if not changed.conflicts:
                return changed
    return problem


PROBLEMS = [Sudoku.of(Shape(3, 3), tuple(int(c) if c.isdigit() else 0 for c in HARD)), *map(_thinned, range(3))]


def walk(entry: Algorithm, problem: Problem, most: int = 300, **parameters: str | int) -> list[Reason]:
    goal = next(goal for goal in (Goal.ALL, Goal.COUNT, Goal.FIRST) if goal in entry.goals)
    line = Timeline(entry.start(problem, goal, None, parameters=parameters))
    explainer = Explainer(line)
    reasons: list[Reason] = []
    while not line.ended and len(reasons) < most:
        before = line.search.counts()
        reason = explainer.reason()
        assert reason is not None
        assert line.search.counts() == before, "asking changes nothing"
        reasons.append(reason)
        line.advance(1)
    return reasons
