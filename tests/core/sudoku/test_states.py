"""A saved search is looked at before it is taken up: one number changed, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

import core
from core.search import Goal

SEVERAL = core.Sudoku.parse("1..2......4....3")
HARD = core.Sudoku.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")

Wrong = tuple[str, int, int, str]
"""An array of the state, a place in it, what is added there, and what is said of that."""

STATES: dict[str, tuple[str, core.Sudoku, int, list[Wrong]]] = {
    "backtracking": ("backtracking", SEVERAL, 7, [
        ("counters", 1, -1, "a counter is below 0"),
        ("counters", 3, +1, "values holds 0 where it does not fit"),
        ("counters", 3, -1, "values has other cells filled than the path"),
        ("counters", 4, +1, "it has no phase 2"),
        ("counters", 4, -1, "it has not begun, and has 7 nodes behind it"),
        ("array:values", 0, +1, "values has other cells filled than the path"),
        ("array:values", 1, +1, "values holds 5 where it does not fit"),
    ]),
    "bitmask": ("bitmask", SEVERAL, 7, [
        ("counters", 0, -1, "phase 1 does not match level 6"),
        ("counters", 1, -1, "a counter is below 0"),
        ("counters", 3, -1, "lacking does not match the cells filled"),
        ("array:lacking", 0, +1, "lacking does not match the cells filled"),
        ("array:empty", 0, +1, "empty is not the cells without a given"),
        ("array:options", 0, +1, "options, todo and placed do not go together at level 0"),
        ("array:todo", 0, +1, "options, todo and placed do not go together at level 0"),
        ("array:placed", 0, +1, "options, todo and placed do not go together at level 0"),
        ("array:placed", 2, +1, "placed has no option at level 2"),
        ("array:values", 0, +1, "values has other cells filled than the path"),
    ]),
    "propagation": ("propagation", SEVERAL, 3, [
        ("counters", 1, -1, "it holds 2 solutions and has counted 1"),
        ("counters", 2, -1, "a counter is below 0"),
        ("counters", 3, +1, "settled does not match cells"),
        ("counters", 3, -1, "level -1 is outside 0 to 12"),
        ("counters", 4, +1, "it has no phase 2"),
        ("counters", 4, -1, "3 nodes do not lead to level 0"),
        ("counters", 6, -1, "its failures and its patience do not match its nodes"),
        ("solutions", 0, +1, "a solution that it holds does not solve the problem"),
        ("array:cells", 0, +1, "cells has values that there are not"),
        ("array:settled", 0, +1, "settled holds 3, outside 0 to 2"),
        ("array:settled", 0, -1, "settled does not match the level"),
        ("array:share", 0, +1, "share holds 1.5, outside 0 to 1"),
        ("array:weights", 0, -1, "weights holds 0.0, outside 1 to 4611686018427387904"),
    ]),
    "learning": ("learning", SEVERAL, 2, [
        ("counters", 1, -1, "it holds 1 solutions and has counted 0"),
        ("counters", 2, -1, "a counter is below 0"),
        ("solutions", 0, +1, "a solution that it holds does not solve the problem"),
        ("array:likely", 0, -1, "a value to try first is not of its cell"),
        ("array:rest", 0, +1, "a group's sum is wrong"),
        ("array:value", 0, -1, "a group's sum is wrong"),
        ("array:value", 1, -1, "the trail and the values disagree"),
        ("array:level", 0, +1, "the trail and the levels disagree"),
        ("array:reason", 0, +1, "a reason is none"),
        ("array:trail", 0, +1, "the trail and the values disagree"),
        ("array:trail", 0, -1, "the trail leads out of bounds"),
        ("array:limits", 1, +1, "the trail and the levels disagree"),
        ("array:first", 0, +1, "a clause is on a wrong list"),
        ("array:numbers", 0, +1, "a length is out of bounds"),
        ("array:numbers", 1, -1, "a group's sum is wrong"),
        ("array:numbers", 2, +1, "the levels do not follow each other"),
        ("array:numbers", 2, -1, "the trail and the levels disagree"),
        ("array:numbers", 3, +1, "a clause is cut short"),
    ]),
    "single-branch": ("single-branch", SEVERAL, 5, [
        ("counters", 0, +1, "6 nodes do not lead to level 5"),
        ("counters", 1, -1, "a counter is below 0"),
        ("counters", 4, +1, "it has no phase 1"),
        ("array:cells", 0, +1, "cells does not match its path"),
        ("array:heads", 0, +1, "heads does not match its path"),
        ("array:chosen", 0, +1, "chosen does not match its path"),
        ("array:tried", 0, +1, "tried does not match its path"),
        ("array:degree", 0, +1, "degree does not match its path"),
        ("array:profile", 0, -1, "profile holds -1, outside 0 to 4611686018427387904"),
    ]),
    "bands at the start": ("bands", HARD, 0, [
        ("counters", 0, +1, "it has not begun, and has 1 nodes behind it"),
        ("counters", 0, -1, "a counter is below 0"),
        ("counters", 3, -1, "level -1 is outside 0 to 64"),
        ("counters", 4, +1, "0 nodes do not lead to level 0"),
        ("array:states", 0, +1, "states does not match its path"),
        ("array:share", 0, +1, "share holds 2.0, outside 0 to 1"),
        ("array:share", 0, -1, "share does not match its path"),
    ]),
    "propagation at the start": ("propagation", HARD, 0, [
        ("counters", 0, +1, "1 nodes do not lead to level 0"),
        ("counters", 0, -1, "a counter is below 0"),
        ("counters", 3, -1, "level -1 is outside 0 to 64"),
        ("array:cells", 0, +1, "cells has values that there are not"),
        ("array:cells", 0, -1, "it has not begun"),
        ("array:settled", 0, +1, "it has not begun"),
        ("array:settled", 0, -1, "settled holds 255, outside 0 to 2"),
        ("array:share", 0, +1, "share holds 2.0, outside 0 to 1"),
        ("array:share", 0, -1, "share is no share of a tree"),
        ("array:weights", 0, -1, "weights holds 0.0, outside 1 to 4611686018427387904"),
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("key", "problem", "steps", "wrong"), STATES.values(), ids=STATES.keys())
def test_states_that_cannot_be_are_refused(key: str, problem: core.Sudoku, steps: int, wrong: list[Wrong]) -> None:
    algorithm = core.algorithm("sudoku", key)
    goal = Goal.ALL if Goal.ALL in algorithm.goals and problem is SEVERAL else Goal.FIRST
    search = algorithm.start(problem, goal)
    search.advance(steps)
    good = search.state()
    for name, place, change, said in wrong:
        changed = np.array(good[name])
        with np.errstate(over="ignore"):
            changed.flat[place] += np.asarray(change).astype(changed.dtype)
        with pytest.raises(ValueError, match="this state is not possible: ") as caught:
            algorithm.start(problem, goal).restore({**good, name: changed})
        assert str(caught.value).partition(": ")[2] == said, (name, place, change)
    again = algorithm.start(problem, goal)
    again.restore(good)
    assert again.snapshot().steps == search.snapshot().steps
