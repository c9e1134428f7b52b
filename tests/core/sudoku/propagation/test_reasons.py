"""Why propagation does what it does, under rules of all kinds: what is told is what the search itself concludes."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Sudoku
from core.explain import Explainer, NodeKind, sentences
from core.running import Timeline
from core.sudoku._propagation.search import Propagation
from tests.core.sudoku.propagation.samples import random_problem


def walk(problem: Sudoku, most: int) -> set[NodeKind]:
    search = Propagation(problem, Goal.ALL, None)
    search.explained_by = "core.sudoku._explain:Splitting"
    line = Timeline(search)
    explainer, outcomes = Explainer(line), set()
    n, cells = problem.shape.order, problem.shape.cells
    while not line.ended and line.node < most:
        line.advance(1)
        reason = explainer.reason()
        assert reason is not None
        outcomes.add(reason.outcome)
        assert all(text for _, text in sentences(reason))
        if reason.outcome is NodeKind.BRANCH:
            sets = search.arrays["dom"][int(search.counters[3])][:cells].tolist()
            possible = {n * cell + value for cell, bits in enumerate(sets) for value in range(n) if bits >> value & 1}
            settled = {option for option in possible if len([o for o in possible if o // n == option // n]) == 1}
            assert reason.live == possible - settled
        elif reason.outcome is NodeKind.DEAD_END:
            assert reason.dead
            assert all(not dead.left for dead in reason.dead)
    return outcomes


@given(st.integers(0, 1 << 48))
def test_what_is_told_is_what_was_concluded(seed: int) -> None:
    problem, bound = random_problem(random.Random(seed))
    if bound and not problem.conflicts:
        walk(problem, 12)
