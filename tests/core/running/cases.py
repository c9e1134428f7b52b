"""Every algorithm on small problems that it takes, and what its search stands at."""

from __future__ import annotations

from typing import Any

import pytest

from core import Problem, Queens, Search, Status, Sudoku, algorithms
from core.exact_cover._formats.knuth import read
from tests.core.kernels.sample import SAMPLES, SMALLER

GIVENS = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NINE = Sudoku.parse(GIVENS)
SUDOKUS = [Sudoku.parse("1" + "." * 15), NINE]
"""A small grid with many solutions, and a hard one."""
COLOURED = read("A B C | x y\nA x:1 y:1\nA x:2\nB x:1\nB y:2\nC y:1\nC x:2\nB C\n")
MULTIPLE = read("A 1:2|B C\nA\nB\nA B\nB C\nC\nA C\n")
PROBLEMS: dict[str, list[Problem]] = {
    "queens": [Queens(4), SMALLER["permutations"], SAMPLES["queens"]],
    "sudoku": [SAMPLES["sudoku"], NINE],
    "cover": [SAMPLES["cover"], COLOURED, MULTIPLE],
}
NAMED = {
    f"{entry.problem}-{entry.key}-{number}": (entry, problem)
    for entry in algorithms()
    for number, problem in enumerate(PROBLEMS[entry.problem])
    if entry.refusal(problem) is None and not (entry.key == "brute-force" and problem.size > 4)
}
CASES = [pytest.param(*pair, id=name) for name, pair in NAMED.items()]


def stands(search: Search) -> tuple[Any, ...]:
    shot = search.snapshot()
    return (
        shot.status, shot.steps, shot.nodes, shot.solutions, shot.updates, shot.depth, shot.progress, shot.placement,
        shot.detail, [tuple(map(int, solution)) for solution in search.solutions],
    )  # fmt: skip


def forward(search: Search, steps: int) -> None:
    """So many steps on: a search that paces itself makes fewer at once where its memory is new."""
    end = search.counts()[1] + steps
    while search.status is Status.RUNNING and (left := end - search.counts()[1]) > 0:
        search.advance(left)


def to_the_end(search: Search, budget: int = 50) -> tuple[Any, ...]:
    for _ in range(200):
        if search.advance(budget) is not Status.RUNNING:
            break
    return stands(search)
