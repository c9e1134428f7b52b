"""Puzzles under rules of thirty kinds, against their published solutions."""

from __future__ import annotations

import pytest

from core import Goal, Status, Sudoku
from core.sudoku._formats.iss import read_string
from core.sudoku._propagation.search import Propagation
from core.sudoku.rules import USUAL
from tests.core.sudoku.samples import DATA

NOT_READ = "ChaosConstruction", "NFA"
"""Constraints of the shared file that the program does not know."""


@pytest.mark.slow  # thousands of nodes, and machine code to make first
def test_each_has_one_solution_and_it_is_the_published_one() -> None:
    path, solved = DATA / "variants.tsv", 0
    if not path.exists():
        pytest.skip(f"no {path}")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        title, told, published = line.split("\t")[:3]
        if any(name in told for name in NOT_READ):
            continue
        read = read_string(told)
        problem = Sudoku(read.shape, candidates=read.allowed, rules=(*USUAL[:2], *read.rules))
        search = Propagation(problem, Goal.COUNT, 2)
        search.prepare()
        while search.status is Status.RUNNING and search.counts()[1] < 20_000:
            search.advance(20_000)
        assert search.status is Status.COMPLETE, title
        assert search.counts()[0] == 1, title
        if read.shape.order < 10:
            assert "".join(map(str, search.solutions[0])) == published, title
        solved += 1
    assert solved == 29
