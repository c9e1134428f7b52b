"""What instances are called, and what is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Goal, ProblemError
from core.compare import Contestant, Experiment, Plan, PlanError
from core.compare._instances import expand, instances, position


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


@pytest.mark.parametrize(("family", "key", "said"), [
    ("queens", "abc", "N: expected a whole number, not 'abc'"), ("queens", "²", "N: expected a whole number, not '²'"),
    ("queens", "9" * 5000, "N: expected a whole number, not '9"), ("queens", "0", "N must be a whole number"),
    ("sudoku", "abc", "expected a puzzle by its number, such as 3x3#1, not 'abc'"),
    ("sudoku", "2x2.csv#x", "expected a puzzle by its number, such as 3x3#1, not '2x2.csv#x'"),
    ("cover", "abc", "no gallery problem is called 'abc'"),
])  # fmt: skip
def test_a_key_that_names_nothing_is_refused_in_our_words(family: str, key: str, said: str) -> None:
    with pytest.raises(ProblemError) as told:
        instances(family).problem(key)
    assert str(told.value).startswith(said)


def test_a_file_that_is_gone_is_told_without_the_number_of_the_error(tmp_path: Path) -> None:
    for family, key in (("sudoku", f"{tmp_path}/gone.sdm#1"), ("cover", f"{tmp_path}/gone.txt")):
        (cell,) = Experiment(Plan(family, (key,), (Contestant("dlx"),))).table.cells.values()
        assert cell.reason == f"the problem cannot be loaded: {key}: No such file or directory"


@pytest.mark.parametrize(
    ("family", "said"),
    [("cover", "'nothing' is neither a file nor in the gallery; there are four-sets, "),
     ("sudoku", "'nothing' is neither a file nor a collection; there are 2x2, 2x3, ")],
)  # fmt: skip
def test_a_name_that_is_no_file_either_is_refused(family: str, said: str) -> None:
    with pytest.raises(PlanError) as told:
        expand(family, ["nothing"])
    assert str(told.value).startswith(said)


def test_a_file_of_one_s_own_is_an_instance(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("A B\nA\nB\n", encoding="utf-8")
    assert expand("cover", [str(path)]) == (str(path),)
    assert str(instances("cover").problem(str(path))).startswith("exact cover")
