"""Searches followed step by step: the node, the path to it and the solutions at some of the steps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import core
from core import Goal, Layout, Search, Shape, Status
from tests.rows import Rows

PROBLEMS = {
    "several": core.Sudoku.parse("1..2......4....3"),
    "stuck": core.Sudoku.parse("12..34..2...3..."),
    "one": core.Sudoku.parse("12..34..2......3"),
    "six": core.Sudoku.parse("1.....2.....3..6..4..1..5.....6....1"),
    "hard": core.Sudoku.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
    "two": core.Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...."),
    **{text: core.Sudoku.of(Layout.parse(text), (0,) * 16)
       for text in ("2x2 x", "1x4 jigsaw AAABACBBCCDBCDDD", "2x2 windoku")},
}  # fmt: skip


def course(search: Search, every: int, most: int) -> Iterator[str]:
    """What a search shows at its start and after each so many steps, and its first solutions."""
    for _ in range(most + 1):
        shot = search.snapshot()
        progress = "" if shot.progress is None else f"{shot.progress:.4f}"
        detail = {name: np.asarray(value).tolist() for name, value in (shot.detail or {}).items() if name != "choices"}
        yield (
            f"{shot.status.value} {shot.steps} {shot.nodes} {shot.updates} found {shot.solutions} "
            f"depth {shot.depth}/{shot.max_depth} {progress} {_numbers(shot.placement)} "
            f"{_numbers(search.branch_path())} {detail}"
        )
        if search.status is not Status.RUNNING:
            break
        search.advance(every)
    yield f"{[_numbers(solution) for solution in search.solutions[:4]]}"


def _numbers(values: object) -> str:
    return "none" if values is None else "".join(map(str, np.asarray(values).tolist())).replace("0", ".")


SEARCHES = [
    ("several", "backtracking", Goal.ALL, 2, 8),
    ("several", "bitmask", Goal.ALL, 2, 8),
    ("several", "single-branch", Goal.FIRST, 2, 8),
    ("several", "algorithm-x", Goal.ALL, 2, 8),
    ("several", "dlx", Goal.ALL, 2, 8),
    ("six", "backtracking", Goal.COUNT, 61, 2),
    ("six", "bitmask", Goal.COUNT, 61, 2),
    ("six", "algorithm-x", Goal.FIRST, 61, 2),
    ("six", "dlx", Goal.COUNT, 61, 2),
    ("six", "propagation", Goal.ALL, 61, 2),
    ("six", "learning", Goal.FIRST, 61, 2),
    ("six", "single-branch", Goal.FIRST, 61, 2),
    ("hard", "bands", Goal.FIRST, 101, 4),
    ("hard", "propagation", Goal.FIRST, 101, 4),
    ("hard", "learning", Goal.FIRST, 101, 4),
    ("hard", "dlx", Goal.FIRST, 101, 4),
    ("hard", "bitmask", Goal.FIRST, 101, 4),
    ("two", "bands", Goal.ALL, 500, 3),
    ("two", "bitmask", Goal.ALL, 500, 3),
    ("two", "dlx", Goal.ALL, 500, 3),
    ("two", "propagation", Goal.ALL, 500, 3),
    ("two", "backtracking", Goal.ALL, 500, 3),
    ("2x2 x", "backtracking", Goal.COUNT, 200, 2),
    ("2x2 x", "dlx", Goal.COUNT, 200, 2),
    ("1x4 jigsaw AAABACBBCCDBCDDD", "backtracking", Goal.COUNT, 200, 2),
    ("1x4 jigsaw AAABACBBCCDBCDDD", "dlx", Goal.COUNT, 200, 2),
    ("2x2 windoku", "backtracking", Goal.COUNT, 200, 2),
    ("2x2 windoku", "dlx", Goal.COUNT, 200, 2),
    ("stuck", "backtracking", Goal.FIRST, 1, 30),
    ("stuck", "dlx", Goal.FIRST, 1, 30),
    ("stuck", "propagation", Goal.FIRST, 1, 30),
    ("stuck", "learning", Goal.FIRST, 1, 30),
    ("stuck", "algorithm-x", Goal.FIRST, 1, 30),
    ("one", "backtracking", Goal.FIRST, 1, 30),
    ("one", "bitmask", Goal.FIRST, 1, 30),
    ("one", "dlx", Goal.FIRST, 1, 30),
    ("one", "propagation", Goal.FIRST, 1, 30),
    ("one", "learning", Goal.FIRST, 1, 30),
    ("one", "algorithm-x", Goal.FIRST, 1, 30),
]  # fmt: skip
"""A problem, who solves it, for what; after how many steps to look, and how often."""


@pytest.mark.parametrize(
    ("problem", "key", "goal", "every", "most"), SEARCHES, ids=[" ".join(each[:2]) for each in SEARCHES]
)
def test_a_search_goes_the_same_way(problem: str, key: str, goal: Goal, every: int, most: int, rows: Rows) -> None:
    search = core.algorithm("sudoku", key).start(PROBLEMS[problem], goal)
    rows(course(search, every, most), most=4)


@pytest.mark.parametrize(
    ("problem", "key", "other", "goal", "every", "most"),
    [("several", "dlx-dense", "dlx", Goal.ALL, 2, 8), ("stuck", "bitmask", "backtracking", Goal.FIRST, 1, 30)],
)
def test_two_go_the_same_way(problem: str, key: str, other: str, goal: Goal, every: int, most: int) -> None:
    one, two = (core.algorithm("sudoku", each).start(PROBLEMS[problem], goal) for each in (key, other))
    assert list(course(one, every, most)) == list(course(two, every, most))


def test_a_limit_stops_a_search() -> None:
    search = core.algorithm("sudoku", "dlx").start(PROBLEMS["six"], Goal.ALL, 3)
    assert [search.advance(1000), search.counts()] == [Status.LIMIT, (3, 56)]


@pytest.mark.parametrize(("problem", "key", "goal", "limit", "said"), [
    (PROBLEMS["several"], "bands", Goal.ALL, None, "bands starts at size 9; these can: "),
    (PROBLEMS["several"], "single-branch", Goal.COUNT, None, "single-branch supports only goal 'first', not 'count'; "),
    (PROBLEMS["several"], "learning", Goal.COUNT, None, "learning supports only goal 'first', not 'count'; "),
    (PROBLEMS["2x2 x"], "bitmask", Goal.ALL, None, "bitmask solves rows, columns and one box per cell, not boxes "),
    (core.Sudoku.empty(Shape(6, 6)), "dlx-dense", Goal.ALL, None, "dlx-dense goes up to size 16; these can: "),
    (PROBLEMS["several"], "dlx", Goal.ALL, 0, "limit must be a whole number, 1 or more, not 0"),
])  # fmt: skip
def test_what_cannot_be_asked(problem: core.Sudoku, key: str, goal: Goal, limit: int | None, said: str) -> None:
    with pytest.raises((core.CannotSolve, core.ProblemError)) as caught:
        core.algorithm("sudoku", key).start(problem, goal, limit)
    assert str(caught.value).startswith(said)
