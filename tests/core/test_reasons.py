"""Why something cannot be done: the sentence of each reason, and what a program reads from it."""

from __future__ import annotations

import pytest

from core.reasons import (
    AboveBound,
    AboveOddSize,
    AboveSize,
    AlgorithmGaveWay,
    BadValue,
    Because,
    BelowSize,
    Change,
    DoesNotSplit,
    GoalGaveWay,
    NeedsMemory,
    NotLoaded,
    NotOnThisProcessor,
    Obstacle,
    OtherGoal,
    OtherKind,
    OtherShape,
    OtherVersion,
    Refusal,
    Skipped,
    TooMuchMemory,
    UnknownName,
    UnknownParameter,
    Unsupported,
    similar,
)
from core.search import CannotSolve, Goal, ProblemError, whole


@pytest.mark.parametrize(("obstacle", "sentence"), [
    (OtherKind("queens", "a sudoku"), "x solves queens, not a sudoku"),
    (OtherGoal((Goal.FIRST,), Goal.COUNT), "x supports only goal 'first', not 'count'"),
    (OtherGoal((Goal.FIRST, Goal.ALL), Goal.COUNT), "x supports only goals 'first' and 'all', not 'count'"),
    (BelowSize(1000, 4), "x starts at size 1 000"),
    (AboveSize(10_000, 20_000), "x goes up to size 10 000"),
    (AboveOddSize(23, 25), "x goes up to size 23 where the size is odd"),
    (OtherShape("9×9", "4×4"), "x solves 9×9, not 4×4"),
    (Unsupported("colours"), "x does not support colours"),
    (AboveBound("items", 4096, 5000), "x goes up to 4 096 items; this problem has 5 000"),
    (TooMuchMemory("the whole matrix"), "x keeps the whole matrix, which is too large"),
    (NeedsMemory(4_800_000_000, 12_000_000), "x needs 4.47 GiB of memory; 11.4 MiB is free"),
    (Because("needs an odd N"), "x needs an odd N"),
])  # fmt: skip
def test_each_obstacle_has_its_sentence(obstacle: Obstacle, sentence: str) -> None:
    assert obstacle.said_of("x") == sentence
    refusal = Refusal("x", obstacle, ("dlx", "bitmask"))
    assert (refusal.short, str(refusal)) == (sentence, f"{sentence}; these can: dlx, bitmask")
    assert str(Refusal("x", obstacle)) == f"{sentence}; no algorithm here can"
    assert refusal.goals == getattr(obstacle, "goals", ())


@pytest.mark.parametrize(("reason", "sentence"), [
    (UnknownName("format", "sdkk", ("sdk", "csv")), "no format is called 'sdkk'; did you mean sdk?"),
    (UnknownName("format", "zzzzz", ("sdk", "csv")), "no format is called 'zzzzz'; there are sdk, csv"),
    (UnknownParameter("dlx", "sed", ("seed", "order")), "dlx has no parameter 'sed'; did you mean seed?"),
    (UnknownParameter("dlx", "held", ("seed", "order")), "dlx has no parameter 'held' (only seed, order)"),
    (UnknownParameter("dlx", "sed", ()), "dlx has no parameter 'sed' (none)"),
    (BadValue("order", "fast", ("rows", "sizes")), "order: 'fast' is not one of rows, sizes"),
    (BadValue("seed", -1, minimum=0, maximum=9), "seed: -1 is outside 0 to 9"),
    (BadValue("seed", "x", maximum=9), "seed: expected a whole number, not 'x'"),
    (BadValue("seed", True, maximum=9), "seed: expected a whole number, not True"),
    (NotLoaded("mine", "mine:start", "no module"), "mine cannot be loaded: mine:start: no module"),
    (DoesNotSplit("memo", DoesNotSplit.Why.ALGORITHM), "memo does not split into parts; it runs in one thread"),
    (DoesNotSplit("memo", DoesNotSplit.Why.GOAL), "only a count splits into parts; other goals run in one thread"),
    (DoesNotSplit("x", DoesNotSplit.Why.LIMIT),
     "a count with a limit does not split into parts; it runs in one thread"),
    (DoesNotSplit("x", DoesNotSplit.Why.MULTIPLICITIES),
     "a problem with multiplicities does not split into parts; it runs in one thread"),
    (OtherVersion("2.0", "1.0"),
     "a worker runs a different version (1.0, here 2.0); install this one there"),
    (NotOnThisProcessor("avx512"), "this processor cannot run avx512 code; 'best' uses what it has"),
])  # fmt: skip
def test_each_reason_has_its_sentence(reason: object, sentence: str) -> None:
    assert str(reason) == sentence


def test_names_that_may_have_been_meant() -> None:
    names = ("backtracking", "bitmask", "DLX", "dlx-s", "dlx-r")
    assert similar("dlx", names)[0] == "DLX", "whatever the case"
    assert len(similar("dlx-", names)) == 3
    assert similar("backtrack", names) == ["backtracking"]
    assert similar("quadrants", names) == []


def test_what_became_of_a_choice() -> None:
    refusal = Refusal("bitmask", AboveSize(32, 40), ("dlx",))
    gave_way = AlgorithmGaveWay(refusal, "DLX")
    goal = GoalGaveWay("Closed form", (Goal.FIRST,))
    assert str(gave_way) == "bitmask goes up to size 32: DLX instead"
    assert str(goal) == "Closed form supports only first solution"
    assert str(GoalGaveWay("X", (Goal.FIRST, Goal.ALL))) == "X supports only first solution and all solutions"
    assert str(Skipped(refusal)) == "skipped: bitmask goes up to size 32"
    assert (Change().done, str(Change())) == (True, "")
    assert (Change(notes=(gave_way, goal)).done, str(Change(notes=(gave_way, goal)))) == (True, f"{gave_way}; {goal}")
    assert (Change(refusal).done, str(Change(refusal, (goal,)))) == (False, f"{refusal}; {goal}")


def test_an_error_keeps_its_reason_as_a_value() -> None:
    refusal = Refusal("bitmask", AboveSize(32, 40))
    error = CannotSolve(refusal)
    assert (error.reason, str(error)) == (refusal, str(refusal))
    assert CannotSolve().reason == ""


@pytest.mark.parametrize("number", [0, 11, 8.0, True, "8", None])
def test_what_is_no_whole_number_in_range_is_refused(number: object) -> None:
    with pytest.raises(ProblemError, match="N must be a whole number from 1 to 10, not"):
        whole(number, "N", 1, 10)
    assert [whole(good, "N", 1, 10) for good in (1, 10)] == [1, 10]
    assert whole(10**9, "N", 1) == 10**9
