"""One cell of a table: which runs count, what must be doubted, when it is known well enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.compare import CellStatus, Experiment, Key, Plan, Quantity
from core.compare.cell import Cell, Enough
from core.compare.doubts import AllDisturbed, Cold, LeftOut, Outliers
from core.compare.enough import enough_of
from core.compare.growth import GROWTH_FROM_SECONDS
from core.compare.measure import BATCH_SECONDS
from core.compare.sample import Ending, Sample
from core.compare.sweep import contestants
from core.kernel import COMPILED
from core.search import Goal
from tests.core.compare.tables import plan


def test_a_run_that_gave_up_is_no_winner() -> None:
    chosen = contestants("sudoku", "single-branch,dlx")
    table = Experiment(Plan("sudoku", ("3x3.csv#1",), chosen, Goal.FIRST, repeat=1)).table
    keys = [Key(label, "3x3.csv#1") for label in ("single-branch", "dlx")]
    quick = Sample(Ending.GAVE_UP, 0.001, 0.001, None, 0, 1)
    slow = Sample(Ending.COMPLETE, 0.1, 0.1, None, 1, 1)
    cells = {keys[0]: Cell(keys[0], CellStatus.GAVE_UP, (quick,)), keys[1]: Cell(keys[1], CellStatus.COMPLETE, (slow,))}
    table = replace(table, cells=cells)
    assert table.fastest("3x3.csv#1") is cells[keys[1]]
    assert table.winners("3x3.csv#1") == (cells[keys[1]],)
    assert table.value(cells[keys[0]], Quantity.RELATIVE) is None


def test_disturbed_runs_are_marked_and_left_out_with_a_word() -> None:
    def run(seconds: float, share: float) -> Sample:
        return Sample(Ending.COMPLETE, seconds / share, seconds, None, 1, 1, share=share, switches=0)

    key = Key("dlx", "8")
    clean, busy = [run(0.010, 0.99)] * 5, [run(0.030, 0.25)] * 3
    cell = Cell(key, CellStatus.COMPLETE, (*busy, *clean), wanted=5)
    assert cell.times == (0.010,) * 5
    assert cell.doubts == (LeftOut(3, 8),)
    assert "3 of 8 runs were disturbed" in cell.warnings[0]
    cell = Cell(key, CellStatus.COMPLETE, tuple(busy), wanted=3)
    assert cell.times == (0.030,) * 3
    assert cell.doubts == (AllDisturbed(3, 0.25),)
    often = Sample(Ending.COMPLETE, 0.1, 0.1, None, 1, 1, share=1.0, switches=20)
    assert often.disturbed
    assert not run(0.010, 0.91).disturbed
    assert run(0.010, 0.89).disturbed


def test_the_first_run_is_called_cold_only_if_it_is_the_slow_one() -> None:
    def doubts(*seconds: float) -> tuple[object, ...]:
        runs = tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1) for each in seconds)
        return Cell(Key("dlx", "8"), CellStatus.COMPLETE, runs).doubts

    assert doubts(5.0, 1.0, 1.01, 0.99, 1.02) == (Cold(),)
    assert doubts(1.0, 5.0, 5.01, 4.99, 5.02) == ()
    assert doubts(1.0, 5.0, 1.01, 0.99, 1.02) == (Outliers(1, 5),)


def test_a_cell_is_measured_until_it_is_known_well_or_says_why_not() -> None:
    def enough(seconds: list[float], share: float = 1.0, **changes: object) -> Enough | None:
        wanted = plan("dlx", repeat=5, precision=0.05, most=10, patience=1.0, **changes)
        runs = [Sample(Ending.COMPLETE, each, each, None, 1, 1, share=share, span=0.01) for each in seconds]
        return enough_of(tuple(runs), wanted)

    steady, wild = [1.0, 1.01, 0.99, 1.0, 1.02], [1.0, 2.0, 0.5, 1.5, 1.0]
    assert enough(steady[:4]) is None
    assert enough(steady) is None  # precise, but too few to be compared with
    assert enough((steady * 2)[:9]) is None
    assert enough(steady * 2) is Enough.PRECISE
    assert enough(wild) is None
    assert enough(wild * 2) is Enough.MOST
    assert enough(steady, share=0.3) is None  # disturbed: there is time for better ones
    assert enough(steady * 2, share=0.3) is Enough.PRECISE
    long = [Sample(Ending.COMPLETE, each, each, None, 1, 1, share=1.0) for each in wild]
    assert enough_of(tuple(long), plan("dlx", repeat=5, precision=0.05, patience=3.0)) is Enough.PATIENCE
    long = [Sample(Ending.COMPLETE, each, each, None, 1, 1, share=1.0) for each in steady]
    assert enough_of(tuple(long), plan("dlx", repeat=5, precision=0.05, patience=3.0)) is Enough.PRECISE


def test_short_searches_are_batched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.compare.measure.LONGEST_BATCH_SECONDS", math.inf)  # it may be kept waiting for ever
    cell = Experiment(plan("bitmask", instances="4", repeat=1)).drive().cell("bitmask", "4")
    (sample,) = cell.samples
    assert sample.batch > 1
    assert sample.mean_seconds * sample.batch >= BATCH_SECONDS * 0.99
    assert sample.engine == ("compiled" if COMPILED else "interpreted")
    assert (sample.solutions, sample.nodes) == (2, 17)


def test_short_times_and_irregular_families_have_no_growth() -> None:
    def table(start: float, name: str = "dlx", goal: Goal = Goal.COUNT) -> object:
        instances = tuple(map(str, range(6, 10)))
        bare = Experiment(Plan("queens", instances, contestants("queens", name), goal, repeat=1)).table
        cells = {}
        for place, n in enumerate(instances):
            seconds = start * 4.0**place
            run = Sample(Ending.COMPLETE, seconds, seconds, None, 1, 1)
            cells[Key(name, n)] = Cell(Key(name, n), CellStatus.COMPLETE, (run,))
        return replace(bare, cells=cells).growth(name)

    assert table(GROWTH_FROM_SECONDS) is not None
    assert table(GROWTH_FROM_SECONDS / 20) is None  # two points are left
    assert table(1.0, "stride", Goal.FIRST) is None
    assert table(1.0, "dlx", Goal.FIRST) is None


def test_a_cell_goes_on_until_it_is_told_from_the_others_of_its_row_or_the_ratio_is_known() -> None:
    wanted = plan("dlx", repeat=5, precision=0.05, most=50, patience=1.0)

    def runs(seconds: Sequence[float], spent: float = 0.01) -> tuple[Sample, ...]:
        return tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1, share=1.0, span=spent) for each in seconds)

    # The median is known within 5 %, the ratio of two such cells is not.
    one = runs([0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0, 1.01, 1.03, 1.04, 1.2, 1.3])
    other = runs([1.04, 1.2, 0.93, 1.3, 1.03, 0.95, 1.01, 0.96, 0.99, 0.97, 1.0, 0.98])
    assert enough_of(one, wanted) is Enough.PRECISE
    assert enough_of(one, wanted, [other]) is None
    assert enough_of(other, wanted, [one]) is None
    assert enough_of(one, wanted, [other[:-1]]) is None  # its run of this round is still to come
    assert enough_of(one, wanted, [runs([4.0] * 12)]) is Enough.PRECISE  # surely slower
    assert enough_of(one, wanted, [runs([4.0] * 12), other]) is None
    steady = [1 + n % 5 / 1000 for n in range(12)]
    assert enough_of(runs(steady), wanted, [runs(steady[::-1])]) is Enough.PRECISE
    # Nothing is waited for that will not come: the other's time is up, or it is measured in other rounds.
    assert enough_of(one, wanted, [runs([run.seconds for run in other], spent=0.1)]) is Enough.PRECISE
    assert enough_of(one, wanted, [other[:5], ()]) is Enough.PRECISE
    assert enough_of(runs([run.seconds for run in one], spent=0.1), wanted, [other]) is Enough.PRECISE
    assert enough_of(one, replace(wanted, most=12), [other]) is Enough.PRECISE
    assert enough_of(one, replace(wanted, precision=None), [other]) is Enough.RUNS


def test_what_is_settled_stays_settled_when_a_table_is_opened_again() -> None:
    wanted = plan("dlx", repeat=5, precision=0.05, most=50, patience=9.0)

    def runs(seconds: Sequence[float]) -> tuple[Sample, ...]:
        return tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1, share=1.0, span=0.01) for each in seconds)

    done, longer = runs([1.0] * 10), runs([2.0] * 10 + [0.4] * 10)  # the other one went on for its own sake
    assert enough_of(done, wanted, [longer]) is Enough.PRECISE
    assert enough_of(runs([1.0] * 20), wanted, [longer]) is Enough.PRECISE
