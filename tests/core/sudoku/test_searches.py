"""Searches followed step by step: each node, the path to it and the solutions, by their count and their digest.

When a digest changes, print `course` before and after: it tells where the two ways part.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import core
from core.search import Goal, Search, Status
from core.sudoku.shape import Shape
from tests.digest import digest

PROBLEMS = {
    "several": core.Sudoku.parse("1..2......4....3"),
    "stuck": core.Sudoku.parse("12..34..2...3..."),
    "one": core.Sudoku.parse("12..34..2......3"),
    "six": core.Sudoku.parse("1.....2.....3..6..4..1..5.....6....1"),
    "hard": core.Sudoku.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"),
    "two": core.Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...."),
    **{text: core.Sudoku(Shape.parse(text), (0,) * 16)
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
            f"depth {shot.depth}/{shot.max_depth} {progress} {list(map(int, shot.placement or ()))} "
            f"{_numbers(search.branch_path())} {detail}"
        )
        if search.status is not Status.RUNNING:
            break
        search.advance(every)
    yield f"{[_numbers(solution) for solution in search.solutions[:4]]}"


def _numbers(values: object) -> str:
    return "none" if values is None else " ".join(map(str, np.asarray(values).tolist()))


SEARCHES = [
    ("several", "backtracking", Goal.ALL, 2, 8, "10 lines, 49a7049e32b97bd1"),
    ("several", "bitmask", Goal.ALL, 2, 8, "10 lines, 33317f47beb610d9"),
    ("several", "single-branch", Goal.FIRST, 2, 8, "10 lines, a6daac349a8ad7d5"),
    ("several", "algorithm-x", Goal.ALL, 2, 8, "10 lines, a182f1c19dc92ac7"),
    ("several", "dlx-dense", Goal.ALL, 2, 8, "10 lines, 27498422196dfe12"),
    ("several", "dlx", Goal.ALL, 2, 8, "10 lines, 27498422196dfe12"),
    ("six", "backtracking", Goal.COUNT, 61, 2, "4 lines, 276fcdf6b4c17741"),
    ("six", "bitmask", Goal.COUNT, 61, 2, "4 lines, 6802097b3c6140ab"),
    ("six", "algorithm-x", Goal.FIRST, 61, 2, "3 lines, 86a2e4e149b2b354"),
    ("six", "dlx", Goal.COUNT, 61, 2, "4 lines, 0adce81177ef96b2"),
    ("six", "propagation", Goal.ALL, 61, 2, "4 lines, fb3974ae81d1676b"),
    ("six", "learning", Goal.FIRST, 61, 2, "3 lines, dd0b66089d291c84"),
    ("six", "single-branch", Goal.FIRST, 61, 2, "3 lines, f26121b6a628464b"),
    ("hard", "bands", Goal.FIRST, 101, 4, "3 lines, 4bbd0451bd47d996"),
    ("hard", "propagation", Goal.FIRST, 101, 4, "3 lines, 5927b5d162caf70e"),
    ("hard", "learning", Goal.FIRST, 101, 4, "3 lines, fff7c5a7cbafbfc7"),
    ("hard", "dlx", Goal.FIRST, 101, 4, "3 lines, b61ab3f4e55655a5"),
    ("hard", "bitmask", Goal.FIRST, 101, 4, "6 lines, 9c67566a07a9eae0"),
    ("two", "bands", Goal.ALL, 500, 3, "3 lines, 55a97d99cebaec3e"),
    ("two", "bitmask", Goal.ALL, 500, 3, "3 lines, 947929ba66dedc6e"),
    ("two", "dlx", Goal.ALL, 500, 3, "3 lines, 99d5acb4237ac8d3"),
    ("two", "propagation", Goal.ALL, 500, 3, "3 lines, 2da3049befb854cb"),
    ("two", "backtracking", Goal.ALL, 500, 3, "5 lines, 3edd0fe9b60b74a8"),
    ("2x2 x", "backtracking", Goal.COUNT, 200, 2, "4 lines, 05f65a4a20d590e4"),
    ("2x2 x", "dlx", Goal.COUNT, 200, 2, "4 lines, 1bff4683b2986535"),
    ("1x4 jigsaw AAABACBBCCDBCDDD", "backtracking", Goal.COUNT, 200, 2, "4 lines, ce21b38f146ab9fd"),
    ("1x4 jigsaw AAABACBBCCDBCDDD", "dlx", Goal.COUNT, 200, 2, "4 lines, abe514262518823b"),
    ("2x2 windoku", "backtracking", Goal.COUNT, 200, 2, "4 lines, b9d3071f3bd37762"),
    ("2x2 windoku", "dlx", Goal.COUNT, 200, 2, "4 lines, c38773e0671fced4"),
    ("stuck", "backtracking", Goal.FIRST, 1, 30, "3 lines, 557231af44f2db5a"),
    ("stuck", "bitmask", Goal.FIRST, 1, 30, "3 lines, 557231af44f2db5a"),
    ("stuck", "dlx", Goal.FIRST, 1, 30, "4 lines, 7360ff938a07d71f"),
    ("stuck", "propagation", Goal.FIRST, 1, 30, "4 lines, 64e89f5330544a94"),
    ("stuck", "learning", Goal.FIRST, 1, 30, "3 lines, de3210ceed2e7781"),
    ("stuck", "algorithm-x", Goal.FIRST, 1, 30, "4 lines, dda6985d63d0e7d0"),
    ("one", "backtracking", Goal.FIRST, 1, 30, "15 lines, ce8c6b5b758c4ffc"),
    ("one", "bitmask", Goal.FIRST, 1, 30, "13 lines, fe7f38e6afc97655"),
    ("one", "dlx", Goal.FIRST, 1, 30, "19 lines, 30f085a2d0786173"),
    ("one", "propagation", Goal.FIRST, 1, 30, "3 lines, 101793d2e91f81e9"),
    ("one", "learning", Goal.FIRST, 1, 30, "3 lines, e57647961994dd2b"),
    ("one", "algorithm-x", Goal.FIRST, 1, 30, "19 lines, c27a50a3c59e6c1b"),
]  # fmt: skip
"""A problem, who solves it, for what; after how many steps to look, and how often; lines and digest of that."""


@pytest.mark.parametrize(
    ("problem", "key", "goal", "every", "most", "found"), SEARCHES, ids=[" ".join(each[:2]) for each in SEARCHES]
)
def test_a_search_goes_the_same_way(problem: str, key: str, goal: Goal, every: int, most: int, found: str) -> None:
    search = core.algorithm("sudoku", key).start(PROBLEMS[problem], goal)
    assert digest(course(search, every, most)) == found


def test_a_limit_stops_a_search() -> None:
    search = core.algorithm("sudoku", "dlx").start(PROBLEMS["six"], Goal.ALL, 3)
    assert [search.advance(1000), search.counts()] == [Status.LIMIT, (3, 56)]


@pytest.mark.parametrize(("problem", "key", "goal", "limit", "said"), [
    (PROBLEMS["several"], "bands", Goal.ALL, None, "bands starts at size 9; these can: "),
    (PROBLEMS["several"], "single-branch", Goal.COUNT, None, "single-branch supports only goal 'first', not 'count'; "),
    (PROBLEMS["several"], "learning", Goal.COUNT, None, "learning supports only goal 'first', not 'count'; "),
    (PROBLEMS["2x2 x"], "bitmask", Goal.ALL, None, "bitmask solves rows, columns and one box per cell, not boxes "),
    (core.Sudoku(Shape(6, 6), (0,) * 1296), "dlx-dense", Goal.ALL, None, "dlx-dense goes up to size 16; these can: "),
    (PROBLEMS["several"], "dlx", Goal.ALL, 0, "limit must be a whole number, 1 or more, not 0"),
])  # fmt: skip
def test_what_cannot_be_asked(problem: core.Sudoku, key: str, goal: Goal, limit: int | None, said: str) -> None:
    with pytest.raises((core.CannotSolve, core.ProblemError)) as caught:
        core.algorithm("sudoku", key).start(problem, goal, limit)
    assert str(caught.value).startswith(said)
