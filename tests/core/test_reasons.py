"""Why something cannot be done: the sentence of each reason, and what a program reads from it."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

import pytest

from core import Because, CannotSolve, Goal, Obstacle, Parameter, ProblemError, Queens, Refusal, algorithm
from core._checks import whole
from core._reasons import Change, OtherGoal, TooLarge, serves_only, similar, unknown_name
from core.errors import Reasoned
from tests import ROOT
from tests.syntax import tree_of


@pytest.mark.parametrize(("obstacle", "sentence"), [
    (OtherGoal((Goal.FIRST,), Goal.COUNT), "x supports only goal 'first', not 'count'"),
    (OtherGoal((Goal.FIRST, Goal.ALL), Goal.COUNT), "x supports only goals 'first' and 'all', not 'count'"),
    (TooLarge("goes up to size 10 000"), "x goes up to size 10 000"),
    (Because("needs an odd N"), "x needs an odd N"),
])  # fmt: skip
def test_each_obstacle_has_its_sentence(obstacle: Obstacle, sentence: str) -> None:
    assert obstacle.said_of("x") == sentence
    refusal = Refusal("x", obstacle, ("dlx", "bitmask"))
    assert (refusal.short, str(refusal)) == (sentence, f"{sentence}; these can: dlx, bitmask")
    assert str(Refusal("x", obstacle)) == f"{sentence}; no algorithm here can"
    assert refusal.goals == getattr(obstacle, "goals", ())


def test_a_name_that_nothing_has_is_told_with_those_there_are() -> None:
    known = ("sdk", "csv")
    assert unknown_name("format", "sdkk", known) == "no format is called 'sdkk'; did you mean sdk?"
    assert unknown_name("format", "zzzzz", known) == "no format is called 'zzzzz'; there are sdk, csv"


@pytest.mark.parametrize(("key", "given", "sentence"), [
    ("propagation", {"infer": "x"}, "propagation has no parameter 'infer'; did you mean inference?"),
    ("bands", {"held": 3}, "bands has no parameter 'held' (only threads)"),
    ("learning", {"sed": 3}, "learning has no parameter 'sed' (none)"),
])  # fmt: skip
def test_a_parameter_that_an_algorithm_does_not_have(key: str, given: dict[str, str | int], sentence: str) -> None:
    with pytest.raises(CannotSolve) as refused:
        algorithm("sudoku", key).settings(given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("given", "sentence"), [
    ("x", "seed: expected a whole number, not 'x'"),
    (-1, "seed: expected a whole number from 0 to 9, not -1"),
    ("10", "seed: expected a whole number from 0 to 9, not 10"),
])  # fmt: skip
def test_a_number_that_a_parameter_cannot_have(given: str | int, sentence: str) -> None:
    with pytest.raises(CannotSolve) as refused:
        Parameter("seed", "Seed", 1, maximum=9).parse(given)
    assert str(refused.value) == sentence


def test_a_name_that_a_parameter_cannot_have() -> None:
    with pytest.raises(CannotSolve, match=r"^order: 'fast' is not one of rows, sizes$"):
        Parameter("order", "Order", "rows", (("rows", ""), ("sizes", ""))).parse("fast")


def test_an_algorithm_whose_code_cannot_be_imported_says_so() -> None:
    broken = replace(algorithm("queens", "naive"), start_name="nowhere:start")
    with pytest.raises(CannotSolve, match=r"^naive cannot be loaded: nowhere:start: No module named 'nowhere'$"):
        broken.start(Queens(6), Goal.COUNT)


def test_names_that_may_have_been_meant() -> None:
    names = ("backtracking", "bitmask", "DLX", "dlx-s", "dlx-r")
    assert similar("dlx", names)[0] == "DLX", "whatever the case"
    assert similar("dlx-", names) == ["dlx-s", "dlx-r"], "those that hold it"
    assert similar("backtrack", names) == ["backtracking"]
    assert similar("quadrants", names) == []


def test_what_became_of_a_choice() -> None:
    refusal = Refusal("bitmask", TooLarge("goes up to size 32"), ("dlx",))
    one, other = "bitmask goes up to size 32: DLX instead", serves_only("Closed form", (Goal.FIRST,))
    assert other == "Closed form supports only first solution"
    assert serves_only("X", (Goal.FIRST, Goal.ALL)) == "X supports only first solution and all solutions"
    assert (Change().done, str(Change())) == (True, "")
    assert (Change(notes=(one, other)).done, str(Change(notes=(one, other)))) == (True, f"{one}; {other}")
    assert (Change(refusal).done, str(Change(refusal, (other,)))) == (False, f"{refusal}; {other}")


def test_an_error_keeps_its_reason_as_a_value() -> None:
    refusal = Refusal("bitmask", TooLarge("goes up to size 32"))
    error = CannotSolve(refusal)
    assert (error.reason, str(error)) == (refusal, str(refusal))
    assert CannotSolve().reason == ""


def test_the_family_of_errors_is_drawn_as_it_is() -> None:
    drawn, path = set(), ["Reasoned"]
    for indent, name in re.findall(r"^ *\|( +)(\w+)  ", Reasoned.__doc__ or "", re.MULTILINE):
        path[len(indent) // 2 :] = [name]
        drawn.add((path[-2], name))
    bases = {
        node.name: [ast.unparse(base) for base in node.bases]
        for file in (ROOT / "core").rglob("*.py")
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    family = {"Reasoned"}
    while more := {name for name, above in bases.items() if family.intersection(above)} - family:
        family |= more
    assert drawn == {(bases[name][0], name) for name in family - {"Reasoned"}}


@pytest.mark.parametrize("number", [0, 11, 8.0, True, "8", None])
def test_what_is_no_whole_number_in_range_is_refused(number: object) -> None:
    with pytest.raises(ProblemError, match="N must be a whole number from 1 to 10, not"):
        whole(number, "N", 1, 10)
    assert [whole(good, "N", 1, 10) for good in (1, 10)] == [1, 10]
    assert whole(10**9, "N", 1) == 10**9
