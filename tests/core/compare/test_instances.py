"""What instances are called, and what is known of them."""

from __future__ import annotations

import pytest

from core.compare.instances import expand, instances, position
from core.search import Goal


@pytest.mark.parametrize(
    ("family", "texts", "keys"),
    [
        ("queens", ["4-6", "5,8"], "4 5 6 8"),
        ("queens", ["4…6"], "4 5 6"),
        ("queens", ["4..5, 9"], "4 5 9"),
        ("queens", ["12"], "12"),
        ("sudoku", ["2x2#1-2"], "2x2.csv#1 2x2.csv#2"),
        ("sudoku", ["2×3#3"], "2x3.csv#3"),
        ("sudoku", ["EMPTY-3X3"], "empty-3x3"),
        ("cover", ["soma,gallery:langford-3"], "soma langford-3"),
    ],
)
def test_texts_name_instances(family: str, texts: list[str], keys: str) -> None:
    assert expand(family, texts) == tuple(keys.split())


@pytest.mark.parametrize(
    ("family", "key", "title", "first", "count"),
    [
        ("queens", "3", "3", 0, 0),
        ("queens", "8", "8", 1, 92),
        ("queens", "30", "30", 1, None),  # nobody has counted
        ("cover", "soma", "soma", 1, 11520),
        ("cover", "langford-5", "langford-5", 0, 0),
        ("sudoku", "2x2.csv#1", "2x2 #1", 1, 1),
        ("sudoku", "empty-2x2", "empty 2x2", 1, None),
    ],
)
def test_what_is_known_of_an_instance(family: str, key: str, title: str, first: int, count: int | None) -> None:
    kind = instances(family)
    assert kind.title(key) == title
    assert [kind.known(key, goal) for goal in (Goal.FIRST, Goal.ALL, Goal.COUNT)] == [first, count, count]


def test_an_instance_is_a_problem_with_its_place_on_an_axis() -> None:
    assert str(instances("sudoku").problem("2x2.csv#1")) == "Sudoku 4×4 (boxes 2×2, 5 givens)"
    assert (position("12"), position("soma")) == (12, None)
