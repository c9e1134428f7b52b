"""A gate holds a table against a baseline, says what it could not compare, and never opens for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core import Engine, Goal
from core.compare import Bound, CellStatus, Ending, Table
from core.compare._gate import held, shut
from tests.core.compare.tables import cell, noisy, plan, table

HERE = {"processor": "A", "python": "CPython 3.11"}
DLX_4, DLX_5, BITMASK_5 = ("dlx", "4"), ("dlx", "5"), ("bitmask", "5")


def made(*cells: Any, labels: tuple[str, ...] = ("dlx", "bitmask"), **changes: Any) -> Table:
    return table(plan(*labels, instances="4-5", **changes), *cells, environment=HERE)


BEFORE = replace(made(cell(DLX_4, noisy(1e-3)), cell(DLX_5, noisy(2e-3))), experiment=3)


def test_what_is_slower_by_the_factor_is_told_and_nothing_else() -> None:
    now = made(cell(DLX_4, noisy(1.2e-3, seed=2)), cell(DLX_5, noisy(2e-3, seed=2)), cell(BITMASK_5, noisy(1.0)))
    for limit, count in ((1.1, 1), (1.4, 0)):
        gate = held(now, BEFORE, limit)
        assert (len(gate.slower), gate.compared, gate.left_out) == (count, 2, {})
    assert held(now, BEFORE, 1.1).slower[0].startswith("dlx, N 4 is slower: 1.20 ± ")
    assert shut(now, BEFORE) == ""


def test_a_cell_that_does_not_end_any_more_is_slower_as_far_as_its_limit_goes() -> None:
    run = replace(noisy(0.05, 1)[0], ending=Ending.LIMIT)
    late = cell(DLX_5, (run,), CellStatus.LIMIT, bound=Bound.TIME, reason="longer than 50 ms")
    now = made(cell(DLX_4, noisy(1e-3, seed=2)), late)
    assert held(now, BEFORE, 2.0).slower == ("dlx, N 5 is slower: not finished after 50.1 ms, 24.8 times as long as "
                                            "the baseline",)  # fmt: skip
    gate = held(now, BEFORE, 100.0)
    assert (gate.slower, gate.compared) == ((), 1)
    assert gate.notes == ["not compared with the baseline: dlx, N 5: limit here"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"count": 2}, "too few runs to tell (2 runs here, 10 runs there)"),
        ({"engine": Engine.INTERPRETED}, "interpreted here, compiled there"),
        ({"apart": True}, "measured in one process here, measured within the program there"),
        ({"jobs": 2}, "measured within the program, 2 cells at a time here, measured within the program there"),
    ],
)
def test_what_was_measured_in_another_way_is_not_compared(changes: dict[str, Any], why: str) -> None:
    before = made(cell(DLX_4, noisy(1e-3, engine=Engine.COMPILED)))
    now = made(cell(DLX_4, noisy(5e-3, **({"engine": Engine.COMPILED} | changes))))
    gate = held(now, before, 1.1)
    assert (gate.slower, gate.compared, gate.notes) == (
        (), 0, [f"not compared with the baseline: dlx, N 4: {why}"],
    )  # fmt: skip


def test_many_cells_that_could_not_be_compared_are_counted() -> None:
    labels = ("dlx", "dlx-s", "bitmask", "backtracking")
    before = made(*(cell((label, "4"), noisy(1e-3)) for label in labels), labels=labels)
    (line,) = held(made(labels=labels), before, 1.1).notes
    assert line == "not compared with the baseline: dlx, N 4; dlx-s, N 4; bitmask, N 4 and 1 more: waiting here"


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (replace(BEFORE, environment=HERE | {"processor": "B"}),
         "experiment 3 was measured on another machine (B, CPython 3.11; here A, CPython 3.11); "
         "--across-machines compares them anyway"),
        (replace(BEFORE, environment=HERE | {"python": "CPython 3.12"}),
         "experiment 3 was measured by another Python (A, CPython 3.12; here A, CPython 3.11); "
         "--across-machines compares them anyway"),
        (made(cell(DLX_4, noisy(1e-3)), goal=Goal.ALL), "the baseline has another goal (all; here count)"),
        (made(cell(DLX_4, noisy(1e-3)), limit=7), "the baseline has another limit of solutions (7; here none)"),
        (made(cell(("dlx-s", "4"), noisy(1e-3)), labels=("dlx-s",)),
         "the baseline has no cell of this table: it has dlx-s on N 4; the table dlx on N 4–5; bitmask on N 4–5"),
        (made(), "the baseline has no cell of this table: it has nothing; the table dlx on N 4–5; bitmask on N 4–5"),
    ],
)  # fmt: skip
def test_a_baseline_that_can_never_be_compared_says_what_is_missing(before: Table, why: str) -> None:
    now = made(cell(DLX_4, noisy(1e-3)))
    assert shut(now, before) == why
    machines = "--across-machines" in why
    assert shut(now, before, across_machines=True) == ("" if machines else why)
    assert (now.against(before, now.cell(*DLX_4).key) is None) is (not machines)
