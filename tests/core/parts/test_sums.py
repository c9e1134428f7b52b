"""What the parts of a count come to, each: their solutions and steps, whose sums are the count."""

from __future__ import annotations

import pytest

from core import Problem, Queens, Sudoku, algorithm
from core._parts.part import cut, run_part, usual_parts
from core._parts.version import code_version

FOUR = Sudoku.parse("1...............")


@pytest.mark.parametrize(
    ("key", "problem", "of", "expected"),
    [
        ("permutations", Queens(5), 1, [(10, 326)]),
        ("permutations", Queens(5), 4, [(4, 64), (2, 25), (2, 24), (2, 25)]),
        ("naive", Queens(5), 4, [(4, 24), (2, 12), (2, 10), (2, 12)]),
        ("backtracking", Queens(5), 1, [(10, 54)]),
        ("backtracking", Queens(5), 4, [(4, 24), (2, 12), (2, 10), (2, 12)]),
        ("bitmask", Queens(5), 4, [(4, 24), (2, 12), (2, 10), (2, 12)]),
        ("symmetry", Queens(5), 1, [(10, 43)]),
        ("symmetry", Queens(5), 4, [(8, 15), (2, 15), (0, 8), (0, 8)]),
        ("dlx", Queens(5), 4, [(4, 24), (2, 12), (2, 10), (2, 12)]),
        ("dlx-s", Queens(5), 1, [(10, 46)]),
        ("dlx-s", Queens(5), 4, [(4, 20), (2, 10), (2, 10), (2, 10)]),
        ("bitmask", Queens(6, placed=((1, 2),)), 3, [(0, 8), (1, 13), (0, 8)]),
        ("backtracking", Queens(6, forbidden=((0, 1), (5, 4))), 3, [(1, 53), (1, 49), (1, 26)]),
        ("dlx", FOUR, 3, [(24, 191)] * 3),
        ("bitmask", FOUR, 3, [(24, 189)] * 3),
    ],
)
def test_each_part(key: str, problem: Problem, of: int, expected: list[tuple[int, int]]) -> None:
    entry = algorithm(problem.kind, key)
    records = [run_part(part, code_version(part.doing)) for part in cut(entry, problem, entry.settings({}), of)]
    assert [(record.solutions, record.steps) for record in records] == expected


@pytest.mark.parametrize(
    ("key", "expected"),
    [("bitmask", [2, 140, 110, 210]), ("dlx-s", [2, 40, 108, 208]), ("symmetry", [64] * 4)],
)
def test_how_many_parts_are_usual(key: str, expected: list[int]) -> None:
    assert [usual_parts(algorithm("queens", key), Queens(n)) for n in (4, 8, 12, 16)] == expected
