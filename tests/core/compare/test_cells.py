"""One cell of a table: which runs count, what must be doubted, when it is known well enough."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core import Goal
from core._kernels.kernel import COMPILED
from core.compare import Calls, CellStatus, Ending, Enough, Experiment, Key, Plan, Quantity, Sample
from core.compare._cell import TableCell
from core.compare._doubts import Cold, Disturbed, Drifts, Outliers
from core.compare._enough import clean_runs, enough_of
from core.compare._exports import export
from core.compare._growth import GROWTH_FROM_SECONDS
from core.compare._sample import BATCH_SECONDS
from core.compare._sweep import contestants
from core.compare._tables_text import as_text
from core.compare._text import grid
from core.compare._view import View, first_view
from tests.core.compare.tables import cell, noisy, plan, runs, table


def test_a_run_that_gave_up_is_no_winner() -> None:
    chosen = contestants("sudoku", "single-branch,dlx")
    table = Experiment(Plan("sudoku", ("3x3.csv#1",), chosen, Goal.FIRST, repeat=1)).table
    keys = [Key(label, "3x3.csv#1") for label in ("single-branch", "dlx")]
    quick = Sample(Ending.GAVE_UP, 0.001, 0.001, None, 0, 1)
    slow = Sample(Ending.COMPLETE, 0.1, 0.1, None, 1, 1)
    cells = {
        keys[0]: TableCell(keys[0], CellStatus.GAVE_UP, (quick,)),
        keys[1]: TableCell(keys[1], CellStatus.COMPLETE, (slow,)),
    }
    table = replace(table, cells=cells)
    assert table.fastest("3x3.csv#1") is cells[keys[1]]
    assert table.winners("3x3.csv#1") == (cells[keys[1]],)
    assert table.value(cells[keys[0]], Quantity.RELATIVE) is None


def test_disturbed_runs_are_marked_and_left_out_with_a_word() -> None:
    def run(seconds: float, share: float) -> Sample:
        return Sample(Ending.COMPLETE, seconds / share, seconds, None, 1, 1, share=share, switches=0)

    key = Key("dlx", "8")
    clean, busy = [run(0.010, 0.99)] * 5, [run(0.030, 0.25)] * 6
    cell = TableCell(key, CellStatus.COMPLETE, (*busy, *clean), wanted=5)
    assert cell.times == (0.010,) * 5
    assert cell.doubts == ()
    cell = TableCell(key, CellStatus.COMPLETE, tuple(busy), wanted=3)
    assert cell.times == (0.030,) * 6
    assert cell.doubts == ()  # CPU times, and known well
    cell = TableCell(key, CellStatus.COMPLETE, (*busy[:5], run(0.050, 0.25)), wanted=4)
    assert cell.doubts == (Disturbed(cell.time.precision),)  # type: ignore[union-attr]
    assert TableCell(key, CellStatus.COMPLETE, tuple(busy[:5]), wanted=3).warnings == (
        "other programs disturbed its runs: too few runs for an interval",
    )
    often = Sample(Ending.COMPLETE, 0.1, 0.1, None, 1, 1, share=1.0, switches=20)
    assert often.disturbed
    assert not run(0.010, 0.91).disturbed
    assert run(0.010, 0.89).disturbed


def test_the_first_run_is_called_cold_only_if_it_is_the_slow_one() -> None:
    def doubts(*seconds: float) -> tuple[object, ...]:
        runs = tuple(Sample(Ending.COMPLETE, each, each, None, 1, 1) for each in seconds)
        return TableCell(Key("dlx", "8"), CellStatus.COMPLETE, runs).doubts

    assert doubts(5.0, 1.0, 1.01, 0.99, 1.02) == (Cold(),)
    assert doubts(1.0, 5.0, 5.01, 4.99, 5.02) == ()
    assert doubts(1.0, 5.0, 1.01, 0.99, 1.02) == (Outliers(1, 5),)


def drifting(*times: float) -> TableCell:
    return cell(("dlx", "8"), tuple(Sample(Ending.COMPLETE, each, each, None, 92, 1) for each in times))


@pytest.mark.parametrize(
    ("times", "factor"),
    [
        ((1.0, 1.5, 2.0, 2.6, 3.6), 3.6),
        ((3.6, 2.6, 2.0, 1.5, 1.0), 1 / 3.6),
        ((1.0, 1.5, 2.0, 3.6), None),  # too few to tell
        ((1.0, 1.5, 2.6, 2.0, 3.6), None),
        ((1.0, 1.05, 1.1, 1.15, 1.2), None),  # that is not worth a word
        ((1.0, 1.2, 1.1, 1.3, 1.2, 1.5, 1.4, 1.8, 1.6), 1.6 / 1.1),
        (tuple(1 + number / 1000 for number in range(1000)), 1.833 / 1.166),
        ((1.0, 1.5, 1.0, 1.5) * 50, None),
    ],
)
def test_a_cell_whose_runs_drift_is_said_to(times: tuple[float, ...], factor: float | None) -> None:
    found = [doubt.factor for doubt in drifting(*times).doubts if isinstance(doubt, Drifts)]
    assert found == ([] if factor is None else [pytest.approx(factor)])


@pytest.mark.parametrize("form", ["csv", "json", "md", "html", "tex"])
def test_every_text_says_that_a_cell_drifts(form: str) -> None:
    shown = table(plan("dlx", instances="8"), drifting(1.0, 1.5, 2.0, 2.6, 3.6))
    assert "runs drift: " in export(shown, form)
    assert "runs drift: " in as_text(shown, first_view(shown))
    assert str(Drifts(3.6)) == "its runs drift: the last third took 3.60 × as long as the first"


def test_a_cell_is_measured_until_it_is_known_well_or_says_why_not() -> None:
    def enough(seconds: list[float], share: float = 1.0, **changes: Any) -> Enough | None:
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
    long = [Sample(Ending.COMPLETE, each, each, None, 1, 1, share=1.0) for each in (*steady, 1.0)]
    ends = [enough_of(tuple(long[:n]), plan("dlx", repeat=5, precision=0.05, patience=3.0)) for n in (5, 6)]
    assert ends == [Enough.PATIENCE, Enough.PRECISE]  # five have no interval


def test_short_searches_are_batched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.compare._measure.LONGEST_BATCH_SECONDS", math.inf)  # it may be kept waiting for ever
    cell = Experiment(plan("bitmask", instances="4", repeat=1)).drive().cell("bitmask", "4")
    (sample,) = cell.samples
    assert sample.batch > 1
    assert sample.wall_seconds * sample.batch >= BATCH_SECONDS * 0.99
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
            cells[Key(name, n)] = TableCell(Key(name, n), CellStatus.COMPLETE, (run,))
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
    one = runs([0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0, 1.01, 1.03, 1.04, 1.045, 1.3])
    other = runs([1.04, 1.045, 0.93, 1.3, 1.03, 0.95, 1.01, 0.96, 0.99, 0.97, 1.0, 0.98])
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


EXACT = plan("dlx", instances="5", repeat=3)
PRECISE = plan("dlx", "dlx-s", instances="5", repeat=3, precision=0.05, most=12, patience=2.0)


@pytest.mark.parametrize(
    ("samples", "asked", "others", "enough"),
    [
        ((), EXACT, (), None),
        (noisy(1e-2, 2), EXACT, (), None),
        (noisy(1e-2, 3), EXACT, (), Enough.RUNS),
        (noisy(1e-2, 9), PRECISE, (), None),
        (noisy(1e-2, 10), PRECISE, (), Enough.PRECISE),
        (noisy(1e-2, 11, noise=1.0), PRECISE, (), None),
        (noisy(1e-2, 12, noise=1.0), PRECISE, (), Enough.MOST),
        (noisy(1.0, 6), PRECISE, (), Enough.PRECISE),  # long runs: time is short
        (noisy(1.0, 3), PRECISE, (), Enough.PATIENCE),
        (noisy(1.0, 3, noise=1.0), PRECISE, (), Enough.PATIENCE),
        (noisy(1e-2, 10), PRECISE, (noisy(1.001e-2, 10, seed=2),), Enough.PRECISE),
        (noisy(1e-2, 10), PRECISE, (noisy(1e-2, 8, seed=2),), Enough.PRECISE),
        (noisy(1e-2, 10, noise=0.1), PRECISE, (noisy(1.04e-2, 10, seed=2, noise=0.1),), None),  # not told apart
        (tuple(replace(each, share=0.5) for each in noisy(1e-2, 10)), PRECISE, (), None),  # disturbed
        (tuple(replace(each, share=0.5) for each in noisy(1e-2, 12)), PRECISE, (), Enough.PRECISE),
    ],
)
def test_when_a_cell_is_measured_no_more(
    samples: tuple[Sample, ...], asked: Plan, others: tuple[tuple[Sample, ...], ...], enough: Enough | None
) -> None:
    assert enough_of(samples, asked, others) is enough


def test_how_many_undisturbed_runs_are_wanted() -> None:
    assert [clean_runs(asked) for asked in (EXACT, PRECISE, replace(PRECISE, most=6))] == [3, 10, 6]


@pytest.mark.parametrize(
    ("samples", "more", "said"),
    [
        (noisy(4.9e-5, noise=0.0), {}, ["under 50 µs: much of the time is the call itself"]),
        (noisy(5e-5, noise=0.0), {}, []),
        ((), {}, []),
        ((*noisy(1e-3, 2, share=0.5, noise=0.5), *noisy(1e-3, 6)), {"wanted": 5}, []),  # they are left out
        (noisy(1e-3, 6, share=0.5), {}, []),  # CPU times, and known well
        (noisy(1e-3, share=0.5, noise=0.5), {}, ["other programs disturbed its runs: only known to ± 14 %"]),
        (noisy(1e-3, load=3.6, processors=2, noise=0.5), {},
         ["other programs disturbed its runs: only known to ± 14 %"]),
        (noisy(1e-3, noise=0.5), {}, []),
        (noisy(1e-3, load=2.0, processors=2), {}, []),
        ((*noisy(1e-3, 3, load=3, processors=2), *noisy(1e-3, 3, load=1, processors=2)), {}, []),  # half of them
        ((*noisy(2e-3, 1), *noisy(1e-3, 8)), {},
         ["the first run was much slower than the rest: caches may have been cold; try more warm-up runs"]),
        ((*noisy(1e-3, 8), *noisy(2e-3, 1)), {}, ["1 of 9 runs is far slower than the rest"]),
        ((*noisy(1e-3, 8), *noisy(2e-3, 2)), {}, ["2 of 10 runs are far slower than the rest"]),
        ((*noisy(1e-3, 2), *noisy(2e-3, 1)), {}, []),  # too few to tell
        ((*noisy(1e-3, 4, nodes=2), *noisy(1e-3, 4)), {},
         ["runs with the same seed made different numbers of steps"]),
        (noisy(1e-3, noise=0.5), {"enough": Enough.MOST}, ["only known to ± 14 %: no more runs are allowed"]),
        (noisy(1e-3, noise=0.5), {"enough": Enough.PATIENCE},
         ["only known to ± 14 %: the time for this cell ran out"]),
        (noisy(1e-3), {"enough": Enough.RUNS}, []),
    ],
)  # fmt: skip
def test_what_makes_a_reader_doubt_a_time(samples: tuple[Sample, ...], more: dict[str, Any], said: list[str]) -> None:
    assert [str(doubt) for doubt in cell(("dlx", "4"), samples, **more).doubts] == said


@pytest.mark.parametrize(
    ("changes", "disturbed"),
    [
        ({"switches": 1}, False), ({"switches": 50}, False), ({"switches": 51}, True),
        ({"share": 0.89}, True), ({"share": 0.9}, False),
        ({"switches": 1, "span": 0.01}, False), ({"switches": 2, "span": 0.01}, True),
    ],
)  # fmt: skip
def test_which_runs_were_disturbed(changes: dict[str, Any], disturbed: bool) -> None:
    (run,) = noisy(0.001 if "span" in changes else 1.0, 1)
    assert replace(run, **changes).disturbed is disturbed


def test_the_times_of_a_batch() -> None:
    each = Sample(Ending.COMPLETE, 2.0, 1.5, 0.5, 7, 9, build_cpu_seconds=0.25, batch=3, quickest_seconds=1.25,
                  quickest_build_seconds=0.125)  # fmt: skip
    assert (each.wall_seconds, each.search_seconds, each.building_seconds) == (2.5, 1.5, 0.25)
    assert (each.total_seconds, each.quick_seconds, each.spent) == (1.75, 1.375, 7.5)
    whole = replace(each, calls=Calls(1.0, 1.25, 2.0, 3.0, 9, 9))
    assert Sample.from_json(json.loads(json.dumps(whole.as_json()))) == whole
    old = replace(each, quickest_seconds=None, quickest_build_seconds=None)
    assert (old.total_seconds, old.quick_seconds) == (1.75, 1.75)
    assert replace(old, build_cpu_seconds=None).building_seconds == 0.5


def test_a_cell_says_how_its_calls_scatter_and_when_their_work_differs() -> None:
    steady, wild = Calls(0.9, 1.0, 1.4, 9.0, 9, 9), Calls(1.0, 1.0, 3.0, 8.0, 9, 9)
    made = cell(("dlx", "8"), tuple(replace(run, batch=40, calls=steady, steps=9) for run in noisy(1.0)))
    assert (made.calls, made.doubts) == (steady, ())
    made = cell(("dlx", "8"), tuple(replace(run, batch=40, calls=wild, steps=9) for run in noisy(3.0)))
    assert made.warnings == (
        "calls with the same input take from 1.00 s to 8.00 s (half of them 1.00 s to 3.00 s): the figure is the mean",
    )
    assert grid(table(plan("dlx"), replace(made, key=Key("dlx", "4"))), View(), intervals=True)[1][0][1] == (
        "3.03 s (calls 1.00 s to 8.00 s)"
    )
    made = cell(("dlx", "8"), tuple(replace(run, batch=40, calls=replace(steady, most_steps=20)) for run in noisy(1.0)))
    assert "and 9 to 20 steps: the figure is the mean" in made.warnings[0]


@pytest.mark.parametrize(
    ("samples", "values"),
    [
        (noisy(1e-3, nodes=10, noise=0.0),
         {Quantity.BUILD: None, Quantity.TIME: 0.001, Quantity.SOLVE: 0.001, Quantity.WALL: 0.001, Quantity.NODES: 10,
          Quantity.UPDATES: None, Quantity.SOLUTIONS: 1, Quantity.RATE: 10_000, Quantity.MEMORY: None}),
        ((), {}),
        (tuple(replace(each, cpu_seconds=0.0, memory=memory, build_seconds=0.5)
               for each, memory in zip(noisy(1.0, 3, noise=0.0), (5, None, 7), strict=True)),
         {Quantity.BUILD: 0.5, Quantity.TIME: 0.5, Quantity.SOLVE: 0, Quantity.WALL: 1.5, Quantity.NODES: 1,
          Quantity.UPDATES: None, Quantity.SOLUTIONS: 1, Quantity.RATE: None, Quantity.MEMORY: 7}),
    ],
)  # fmt: skip
def test_the_figures_of_given_runs(samples: tuple[Sample, ...], values: dict[Quantity, float | None]) -> None:
    found = cell(("dlx", "4"), samples).values
    assert set(found) == set(values)
    for quantity, value in values.items():
        assert found[quantity] == (None if value is None else pytest.approx(value))


def test_calls_scatter_by_batches_where_most_runs_are_batches_else_by_runs() -> None:
    inside = Calls(0.5, 1.0, 2.0, 4.0, 7, 7)
    batches = tuple(replace(run, batch=4, calls=inside) for run in noisy(1.0))
    alone = tuple(replace(run, batch=1, calls=Calls(8.0, 8.0, 8.0, 8.0, 7, 7), steps=7) for run in runs(8.0, 2))
    mostly = cell(("dlx", "8"), (*batches, *alone))
    assert mostly.calls is not None
    assert (mostly.calls.minimum, mostly.calls.lower_quartile, mostly.calls.upper_quartile) == (0.5, 1.0, 2.0)
    assert mostly.calls.maximum == pytest.approx(8.0, rel=0.01)  # a mean of calls lies among them
    assert mostly.uneven
    seldom = cell(("dlx", "8"), (*batches[:1], *alone))
    assert seldom.calls is not None
    assert seldom.calls.upper_quartile == pytest.approx(8.0, rel=0.01)
