"""A plan being typed: its form, and what each answer makes of it; and what the command line asks to be opened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core import Goal
from core.compare import DOCUMENTS, Contestant, PlanError
from core.compare._sweep import contestants
from tests.core.compare.tables import plan
from tui.dialogs.form_values import Choice, Whole
from tui.screens.compare.opening import asked_plan
from tui.screens.compare.plan_draft import OWN_TABLE, TIMEOUTS, Limit, PlanDraft, spelled, split

pytestmark = pytest.mark.usefixtures("few_algorithms")

FEW = ["brute-force", "backtracking", "bitmask", "dlx", "dlx-s", "min-conflicts"]


def shown(draft: PlanDraft) -> dict[str, tuple[object, str]]:
    """Each row of the form: its value, and how it is shown."""
    return {row.key: (row.value, row.shown) for row in draft.rows()}


def test_the_form_of_a_new_plan_and_of_one_with_other_answers() -> None:
    draft = PlanDraft()
    assert shown(draft) == {
        "family": ("queens", "N queens"), "goal": ("count", "count all solutions"), "repeat": (6, "at least 6"),
        "precision": (50, "± 5 %"), "warm_up": (1, "1"), "timeout": (60, "60 s a run"), "memory": (0, "none"),
    }  # fmt: skip
    for key, value in (("family", "sudoku"), ("goal", "first"), ("repeat", 30), ("precision", 100), ("warm_up", 0),
                       ("timeout", 0), ("memory", 3), ("nothing", 1)):  # fmt: skip
        assert draft.choose(key, value) is None
    assert shown(draft) == {
        "family": ("sudoku", "Sudoku"), "goal": ("first", "first solution"), "repeat": (30, "at least 30"),
        "precision": (100, "± 10 %"), "warm_up": (0, "0"), "timeout": (0, "none"), "memory": (3, "3 MiB a run"),
    }  # fmt: skip
    made = draft.plan()
    assert made.instances == tuple(f"3x3.csv#{n}" for n in range(1, 6))
    assert (made.goal, made.repeat, made.precision, made.warm_up) == (Goal.FIRST, 30, 0.1, 0)
    assert (made.timeout, made.memory) == (None, 3 << 20)
    draft.choose("precision", 0)
    draft.choose("timeout", 90)
    draft.choose("family", "cover")
    made = draft.plan()
    assert (made.instances, made.precision, made.timeout) == (("knuth-2000",), None, 90.0)
    assert [each.label for each in made.contestants] == ["algorithm-x", "dlx", "dancing-cells"]


def test_what_may_be_chosen_and_typed() -> None:
    rows = {row.key: row for row in PlanDraft().rows()}
    choices = {key: [option.value for option in row.options] for key, row in rows.items() if isinstance(row, Choice)}
    assert choices == {
        "family": ["queens", "sudoku", "cover"], "goal": ["first", "all", "count"], "precision": [10, 20, 50, 100, 0],
    }  # fmt: skip
    limits = {key: (row.minimum, row.maximum) for key, row in rows.items() if isinstance(row, Whole)}
    assert limits == {"repeat": (1, 1000), "warm_up": (0, 100), "timeout": (0, 10**6), "memory": (0, 1 << 24)}
    assert rows["precision"].help == "each cell is measured until its median is this precise, for at most 2 s"


def test_a_plan_that_was_measured_keeps_limits_that_no_form_offers() -> None:
    odd = replace(plan("dlx", instances="6-8"), timeout=0.25, memory=1 << 19, precision=0.0501)
    found = shown(PlanDraft.of(odd, fixed=True))
    assert (found["timeout"], found["memory"]) == ((1, "0.25 s a run"), (1, "0.5 MiB a run"))
    (family, goal, *_) = PlanDraft.of(odd, fixed=True).rows()
    assert isinstance(family, Choice)
    assert isinstance(goal, Choice)
    assert [option.refusal for option in family.options] == ["", OWN_TABLE, OWN_TABLE]
    assert [option.refusal for option in goal.options] == [OWN_TABLE, OWN_TABLE, ""]
    named = replace(plan("dlx", "dlx-s:order=table", instances="5-7"), name="mine")
    draft = PlanDraft.of(named)
    assert draft.plan() == named
    assert (draft.variants["queens"], draft.texts["queens"], draft.texts["sudoku"]) == (
        ["dlx-s:order=table"], "5-7", "3x3#1-5",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("value", "less", "more"),
    [(0, 3600, None), (1, None, 2), (2, 1, 5), (3, 2, 5), (599, 300, 600), (600, 300, 3600), (3599, 600, 3600),
     (3600, 600, 0), (4000, 3600, 0)],
)  # fmt: skip
def test_limits_step_through_usual_values_and_beyond_the_largest_there_is_none(
    value: int, less: int | None, more: int | None
) -> None:
    limit = Limit("timeout", "Time limit", value, 0, 100, steps=TIMEOUTS)
    assert (limit.shifted(-1).value, limit.shifted(1).value) == (less, more)


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("", "expected a parameter and its value after a colon"),
        ("dlx", "expected a parameter and its value after a colon"),
        ("dlx,dlx-s:order=text", "expected a parameter and its value after a colon"),
        ("dlx-s:order=table", None),
        ("dlx-s:order=table|text", None),
        ("dlx-s:order=table,dlx-s:order=text", None),
        ("min-conflicts:seed=1-3", None),
        ("min-conflicts:seed=", "seed: expected a whole number, not ''"),
        ("min-conflicts:seed=x", "seed: expected a whole number, not 'x'"),
        ("dlx:order", "dlx:order: expected PARAMETER=VALUE after the colon, not 'order'"),
        ("dlx:colour=red", "dlx has no parameter 'colour' (only threads)"),
        ("nonsense", f"no queens algorithm is called 'nonsense'; there are {', '.join(FEW)}"),
    ],
)
def test_what_is_wrong_with_a_variant(text: str, trouble: str | None) -> None:
    assert PlanDraft().variant_trouble(text) == trouble


def test_variants_stand_below_their_algorithm_and_are_ticked_when_added() -> None:
    draft = PlanDraft()
    assert draft.labels() == FEW
    draft.add_variant("dlx-s:order=table|text")
    draft.add_variant("dlx-s:order=text")
    variants = ["dlx-s:order=table", "dlx-s:order=text"]
    assert draft.labels() == [*FEW[:5], *variants, "min-conflicts"]
    assert draft.chosen["queens"] == ["backtracking", "dlx", "dlx-s", *variants]
    assert draft.entry("dlx-s:order=text").key == "dlx-s"
    for label in ("dlx", "bitmask", "dlx-s:order=text"):
        draft.toggle(label)
    assert draft.chosen["queens"] == ["backtracking", "dlx-s", "dlx-s:order=table", "bitmask"]
    draft.toggle_all()
    assert sorted(draft.chosen["queens"]) == sorted([*FEW[:5], "dlx-s:order=table"])  # all that can count
    draft.toggle_all()
    assert draft.chosen["queens"] == []
    draft.goal = Goal.FIRST
    draft.toggle_all()
    assert draft.chosen["queens"] == FEW


@pytest.mark.parametrize(
    ("text", "instances"),
    [
        ("4-6, 8", ("4", "5", "6", "8")),
        ("1000000", ("1000000",)),
        ("", "which queens instances? For example: 4-12"),
        (" ", "which queens instances? For example: 4-12"),
        ("x", "N: expected a whole number or a range such as 4-12, not 'x'"),
        ("6-4", "N: the range 6-4 runs backwards"),
        ("0", "N must be a whole number from 1 to 100 000 000, not 0"),
        ("8 9", "N: expected a whole number or a range such as 4-12, not '8 9'"),
    ],
)
def test_what_is_typed_for_the_instances(text: str, instances: tuple[str, ...] | str) -> None:
    draft = PlanDraft(goal=Goal.FIRST)
    draft.texts["queens"] = text
    draft.chosen["queens"] = ["dlx", "gone"]  # the catalog has lost one of them since
    if isinstance(instances, str):
        with pytest.raises(PlanError) as told:
            draft.plan()
        assert str(told.value) == instances
    else:
        assert draft.plan().instances == instances
        assert draft.plan().contestants == (Contestant("dlx"),)


@pytest.mark.parametrize(
    ("text", "names"),
    [("a, b c,d", ["a", "b", "c", "d"]), ('"a b",c', ["a b", "c"]), (" , ", []), ('x"y z"', ['x"y', 'z"']),
     ('"a,b" "c"', ["a,b", "c"]), ("", [])],
)  # fmt: skip
def test_a_list_of_names_is_split(text: str, names: list[str]) -> None:
    assert split(text) == names


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["4"], "4"), (["4", "5", "6"], "4-6"), (["4", "6", "7"], "4, 6-7"), (["7", "6"], "7, 6"),
        (["4", "4"], "4, 4"), ([], ""), (["#3"], "3"), (["a#1", "a#2", "b#3"], "a#1-2, b#3"),
        (["a#1", "2", "3"], "a#1, 2-3"), (["knuth-2000", "x y", "x,y#1", "x,y#2"], 'knuth-2000, "x y", "x,y#1-2"'),
    ],
)  # fmt: skip
def test_instances_are_spelled_as_a_person_would(keys: list[str], text: str) -> None:
    assert spelled(keys) == text


# What the command line asks to be opened


@pytest.mark.parametrize(
    ("asked", "family", "instances", "algorithms"),
    [
        ({"what": "8"}, "queens", ("8",), "backtracking,dlx,dlx-s"),
        ({"what": "4-6", "algorithm": "dlx", "goal": "first"}, "queens", ("4", "5", "6"), "dlx"),
        ({"what": "knuth-2000", "repeat": 3}, "cover", ("knuth-2000",), "algorithm-x,dlx,dancing-cells"),
        ({"what": "3x3#1-2"}, "sudoku", ("3x3.csv#1", "3x3.csv#2"), "backtracking,bitmask,dlx"),
    ],
)
def test_what_is_asked_for_becomes_a_plan(
    asked: dict[str, Any], family: str, instances: tuple[str, ...], algorithms: str
) -> None:
    found = asked_plan(asked)
    assert found is not None
    assert (found.family, found.instances) == (family, instances)
    assert found.contestants == tuple(contestants(family, algorithms))
    assert found.goal is Goal(asked.get("goal", "count"))
    assert (found.repeat, found.precision) == ((3, None) if "repeat" in asked else (6, 0.05))


def test_a_document_or_nothing_is_asked_for() -> None:
    assert asked_plan({}) is None
    assert asked_plan({"what": "paper-000-table-2"}) == DOCUMENTS["paper-000-table-2"].plan


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"what": "nonsense"}, "N: expected a whole number or a range such as 4-12, not 'nonsense'"),
        ({"what": "8", "algorithm": "nonsense"},
         f"no queens algorithm is called 'nonsense'; there are {', '.join(FEW)}"),
    ],
)  # fmt: skip
def test_what_cannot_be_opened_is_told(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(PlanError) as told:
        asked_plan(asked)
    assert str(told.value) == said
