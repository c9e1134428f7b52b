"""What every algorithm for queens does at each step.

Of the steps there are their number and a few of them, with all that a snapshot tells (`tests.rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from core import Goal, Queens, Search, Status, algorithm
from core._queens.division import divide
from tests.rows import Rows

BOARD = Queens(6, placed=((1, 3),), forbidden=((0, 0), (5, 2)))


def search(problem: Queens, key: str, goal: Goal = Goal.ALL, **settings: Any) -> Search:
    return algorithm("queens", key).start(problem, goal, parameters=settings)


def sights(making: Search, every: int = 1) -> Iterator[tuple[object, ...]]:
    """What is seen of it each so many steps, to its end."""
    while True:
        shot = making.snapshot()
        progress = None if shot.progress is None else f"{shot.progress:.4f}"
        detail = {name: np.asarray(value).tolist() for name, value in (shot.detail or {}).items()}
        detail.pop("processor", None)  # whichever this machine has
        path = making.branch_path()
        yield (
            shot.status.value, shot.steps, shot.nodes, shot.updates, shot.solutions, shot.depth, shot.max_depth,
            progress, list(map(int, shot.placement or ())), detail, None if path is None else list(map(int, path)),
        )  # fmt: skip
        if making.status is not Status.RUNNING:
            return
        making.advance(every)


@pytest.mark.parametrize(
    ("key", "problem", "goal", "every"),
    [
        ("brute-force", Queens(4), Goal.ALL, 100),
        ("permutations", Queens(4), Goal.ALL, 1),
        ("backtracking", Queens(4), Goal.ALL, 1),
        ("dlx", Queens(4), Goal.ALL, 1),
        ("dlx-s", Queens(4), Goal.ALL, 1),
        ("symmetry", Queens(6), Goal.COUNT, 1),
        ("quadrants", Queens(6), Goal.COUNT, 1),
        ("stride", Queens(9), Goal.FIRST, 1),
        ("closed-form", Queens(9), Goal.FIRST, 1),
        ("swaps", Queens(9), Goal.FIRST, 1),
        ("min-conflicts", Queens(9), Goal.FIRST, 1),
        ("backtracking", BOARD, Goal.ALL, 1),
        ("dlx-s", BOARD, Goal.ALL, 1),
    ],
    ids=str,
)
def test_each_step(key: str, problem: Queens, goal: Goal, every: int, rows: Rows) -> None:
    rows(sights(search(problem, key, goal), every), most=6)


@pytest.mark.parametrize(
    ("key", "problem"), [("naive", Queens(4)), ("bitmask", Queens(4)), ("bitmask", BOARD)], ids=str
)
def test_those_that_place_row_by_row_make_the_same_steps(key: str, problem: Queens) -> None:
    assert list(sights(search(problem, key))) == list(sights(search(problem, "backtracking")))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("naive", [2, 9, 6, 32, 114, 42, 262, 1900]),
        ("backtracking", [2, 9, 6, 32, 114, 42, 262, 1900]),
        ("bitmask", [2, 9, 6, 32, 114, 42, 262, 1900]),
        ("dlx", [2, 9, 6, 32, 114, 42, 262, 1900]),
        ("dlx-s", [2, 5, 6, 9, 9, 23, 43, 20]),
        ("stride", [2, 3, 4, 4, 5, 26, 7, 12]),
        ("closed-form", [1, 4, 5, 6, 8, 9, 12, 14]),
        ("swaps", [0, 4, 5, 304, 709, 1285, 109, 4581]),
        ("min-conflicts", [0, 10, 9, 68, 30, 112, 355, 41]),
    ],
)
def test_steps_to_the_first_solution(key: str, expected: list[int]) -> None:
    """Of 1, 4, 5, 6, 8, 9, 12 and 14 queens."""
    for n, steps in zip((1, 4, 5, 6, 8, 9, 12, 14), expected, strict=True):
        making = search(Queens(n), key, Goal.FIRST)
        while making.advance(1000) is Status.RUNNING:
            pass
        assert making.counts() == (1, steps)


def test_a_board_is_divided_by_its_first_rows() -> None:
    """Queens that stand stay where they are, and no new one attacks them."""
    board = Queens(5, ((2, 3),), ((0, 0),))
    assert [each.placed for each in divide(board, 1)] == [((2, 3),)]
    assert [each.placed for each in divide(board, 3)] == [
        ((0, 2), (1, 0), (2, 3)),
        ((0, 4), (1, 0), (2, 3)),
        ((0, 4), (1, 1), (2, 3)),
    ]
    assert [len(divide(Queens(6), pieces)) for pieces in (1, 2, 6, 7, 21, 99)] == [1, 6, 6, 20, 36, 4]
