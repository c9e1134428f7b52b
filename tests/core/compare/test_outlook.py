"""How long a plan will take, said before it starts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.compare.documents import DOCUMENTS
from core.compare.experiment import Experiment
from core.compare.outlook import about, outlook, outlook_of
from core.compare.plan import Contestant, Key, Plan
from core.search import Goal


def test_rough_times_have_no_more_figures_than_they_deserve() -> None:
    assert [about(seconds) for seconds in (8.2, 82, 250)] == ["about 8 s", "about 80 s", "about 4 min"]


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
