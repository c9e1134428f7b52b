"""One cell of a table: which runs count, what must be doubted, when it is known well enough."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from core.compare import CellStatus, Experiment, Key, Plan, Quantity
from core.compare.cell import Cell, Enough, apart
from core.compare.doubts import AllDisturbed, Cold, LeftOut, Outliers
from core.compare.experiment import enough_of
from core.compare.growth import GROWTH_FROM_SECONDS
from core.compare.measure import BATCH_SECONDS
from core.compare.sample import Ending, Sample
from core.compare.sweep import contestants
from core.kernel import COMPILED
from core.search import Goal
from tests.core.compare_plans import plan


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


def test_two_sessions_are_compared_by_what_the_machine_could_do_at_the_time() -> None:
    def cell(seconds: float, pace: float | None) -> Cell:
        times = [seconds * (1 + n / 1000) for n in range(10)]
        runs = tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1, pace=pace) for each in times)
        return Cell(Key("dlx", "8"), CellStatus.COMPLETE, runs)

    alike = apart(cell(0.010, 1e-4), cell(0.015, 1.5e-4))  # everything was slower
    assert alike.beyond_noise is False
    assert alike.factor == pytest.approx(1.0)
    slower = apart(cell(0.010, 1e-4), cell(0.018, 1.5e-4))
    assert slower.beyond_noise is True
    assert slower.factor == pytest.approx(1.2)
    assert apart(cell(0.010, 1e-4), cell(0.010, 1.5e-4)).beyond_noise is False  # the two do not agree
    assert apart(cell(0.010, None), cell(0.015, 1.5e-4)).factor == pytest.approx(1.5)
