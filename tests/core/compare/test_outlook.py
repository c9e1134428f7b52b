"""How long a plan will take, said before it starts."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from core import Goal
from core.compare import DOCUMENTS, CellStatus, Contestant, Experiment, Key, Plan
from core.compare._outlook import about, outlook, outlook_of, search_seconds
from tests.core.compare.tables import cell, noisy, plan, table


def test_rough_times_have_no_more_figures_than_they_deserve() -> None:
    assert [about(seconds) for seconds in (0.3, 8.2, 12, 82, 100, 250, 4000)] == [
        "about 1 s", "about 8 s", "about 10 s", "about 80 s", "about 90 s", "about 4 min", "about 1 h 5 min",
    ]  # fmt: skip


def test_runs_that_do_not_end_take_the_time_limit() -> None:
    plan = DOCUMENTS["paper-004-table-1"].plan
    endless, rest = replace(plan, instances=("39",)), replace(plan, instances=plan.instances[:-1])
    assert outlook(endless) == pytest.approx(60, abs=1)  # MM and AT, 30 s each; the closed form is no matter
    assert outlook(replace(endless, timeout=None)) > 3600
    assert outlook(plan) == pytest.approx(outlook(rest) + outlook(endless))
    # AT needed 19.1 s for N = 22 on the paper's machine: several runs of what is left of that.
    assert outlook(replace(plan, instances=("22",))) > outlook(replace(plan, instances=("21",))) > 0


def test_what_is_measured_takes_no_more_and_tells_of_what_is_missing() -> None:
    plan = Plan("queens", ("4", "5", "6"), (Contestant("dlx"),), Goal.COUNT, repeat=2)
    table = Experiment(plan).drive()
    assert outlook(plan) > 0
    assert outlook(plan, table) == 0
    key = Key("dlx", "6")
    assert outlook_of(key, plan, table) > 0
    longer = replace(plan, instances=("4", "5", "6", "19"), timeout=60.0)
    assert outlook(longer, Experiment(longer, samples={k: c.samples for k, c in table.cells.items()}).table) == 60


def test_a_busy_machine_takes_the_time_for_each_cell() -> None:
    plan = Plan(
        "queens", ("8", "9"), (Contestant("dlx"), Contestant("bitmask")), Goal.COUNT, precision=0.05, patience=3
    )
    assert outlook(plan) < 8
    assert outlook(plan, busy=True) == pytest.approx(12, rel=0.1)
    exact = replace(plan, precision=None)
    assert outlook(exact) == outlook(exact, busy=True)


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        (plan("dlx", instances="4-8"), 0.15),
        (plan("dlx", "dlx-s", instances="14"), 6.427),
        (plan("dlx", instances="14", precision=0.05), 3.214),
        (plan("dlx", instances="14", precision=0.05, repeat=5), 6.504),
        (plan("dlx", instances="18", timeout=3.0), 3.0),
        (plan("dlx", instances="20", timeout=None), 234176.153),
        (DOCUMENTS["paper-000-table-2"].plan, 5.341),
        (DOCUMENTS["paper-004-table-1"].plan, 80.823),
    ],
)
def test_how_long_a_plan_will_take(asked: Plan, seconds: float) -> None:
    assert outlook(asked) == pytest.approx(seconds, abs=0.001)


def test_how_long_what_is_missing_will_take() -> None:
    half = table(plan("dlx", "dlx-s", instances="5-6", repeat=10), cell(("dlx", "5"), noisy(0.2, 4)),
                 cell(("dlx-s", "5"), noisy(0.1, 4), CellStatus.WAITING))  # fmt: skip
    assert outlook(half.plan, half) == pytest.approx(0.867, abs=0.001)
    assert outlook_of(Key("dlx", "5"), half.plan, half) == pytest.approx(2.242, abs=0.001)
    assert outlook_of(Key("dlx-s", "6"), half.plan, half, busy=True) == pytest.approx(0.07, abs=0.001)


@pytest.mark.parametrize(
    ("label", "n", "goal", "document", "seconds"),
    [
        ("dlx", "8", Goal.COUNT, None, 0.000276),
        ("dlx", "30", Goal.COUNT, None, 0.0),  # nobody has said anything
        ("dlx", "8", Goal.FIRST, None, 0.0),
        ("naive", "27", Goal.FIRST, "paper-004-table-1", 0.18425),
        ("stride", "39", Goal.FIRST, "paper-004-table-1", math.inf),
        ("backtracking", "12", Goal.COUNT, "paper-000-table-3", 0.04280945),
    ],
)
def test_how_long_a_search_will_take(label: str, n: str, goal: Goal, document: str | None, seconds: float) -> None:
    assert search_seconds("queens", Contestant(label), n, goal, document) == pytest.approx(seconds, rel=1e-3)
