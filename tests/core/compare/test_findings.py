"""What is said of a table: doubts, growth, estimates, seeds, the baseline.  The figures are given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core import Engine, Goal
from core.compare import DOCUMENTS, CellStatus, Contestant, Enough, Key, Plan, Quantity
from core.compare._cell import TOO_SHORT_SECONDS, TableCell
from core.compare._doubts import Cold, Disturbed, Imprecise, Outliers, Short, Unequal
from core.compare._findings import (
    baseline_lines,
    estimate,
    findings,
    growth_lines,
    seed_lines,
    warning_lines,
)
from core.compare._instances import instances
from core.compare._outlook import NODES_A_SECOND, OVERHEAD_SECONDS, about, outlook, search_seconds
from core.compare._papers import paper
from core.compare._sample import BATCH_SECONDS, LONG_BATCH_SECONDS
from core.compare._sessions import apart
from core.compare._statistics import time_ratio
from core.compare._view import first_view
from tests.core.compare.tables import RUNS, cell, document_plan, runs, table

DLX_8 = "dlx", "8"


def plan(*labels: str, sizes: range = range(8, 12), **changes: object) -> Plan:
    chosen = tuple(Contestant.parse("queens", label) for label in labels)
    return Plan("queens", tuple(map(str, sizes)), chosen, **changes)  # type: ignore[arg-type]


# Doubts


def test_every_doubt_about_a_cell_is_said() -> None:
    quiet = runs(0.01, 3)
    assert cell(DLX_8, quiet).doubts == ()
    assert cell(DLX_8, ()).doubts == ()
    assert cell(DLX_8, runs(TOO_SHORT_SECONDS * 0.9, 3)).doubts == (Short(),)
    assert cell(DLX_8, runs(TOO_SHORT_SECONDS, 3)).doubts == ()
    assert cell(DLX_8, quiet, enough=Enough.PRECISE).doubts == ()
    precision = cell(DLX_8, quiet).time.precision  # type: ignore[union-attr]
    assert cell(DLX_8, quiet, enough=Enough.MOST).doubts == (Imprecise(precision, False),)
    assert cell(DLX_8, quiet, enough=Enough.PATIENCE).doubts == (Imprecise(precision, True),)
    assert cell(DLX_8, (*quiet, *runs(0.01, 1, nodes=2))).doubts == (Unequal(),)


def test_disturbed_runs_count_where_there_are_too_few_others() -> None:
    clean, busy = runs(0.010, 3, share=1.0), runs(0.010, 2, share=0.5)
    assert cell(DLX_8, (*busy, *clean), wanted=4).counted == (*busy, *clean)
    assert cell(DLX_8, (*busy, *clean), wanted=3).counted == clean


def test_how_busy_the_machine_was_is_said_once_and_of_a_cell_only_where_it_shows() -> None:
    steady, wide = (
        runs(0.010, 6, share=0.5, load=5.25, processors=2),
        sum(zip(runs(0.010, 3, share=0.5), runs(0.02, 3), strict=True), ()),
    )
    shown = table(plan("dlx", "dlx-s"), cell(DLX_8, steady), cell(("dlx-s", "8"), wide, wanted=5))
    precision = shown.cells[Key("dlx-s", "8")].time.precision  # type: ignore[union-attr]
    assert (shown.cells[Key("dlx", "8")].doubts, shown.cells[Key("dlx-s", "8")].doubts) == ((), (Disturbed(precision),))
    assert warning_lines(shown) == [
        "the machine was busy: other programs disturbed 9 of 12 runs, and 5.2 processes competed for 2 processors. "
        "Times are CPU times; the cells that this made less precise are listed",
        f"{Disturbed(precision).of_several}: dlx-s (N 8)",
    ]
    assert cell(DLX_8, wide, enough=Enough.MOST, wanted=5).doubts == (Imprecise(precision, False),)
    assert warning_lines(table(plan("dlx"), cell(DLX_8, (*steady[:2], *runs(0.010, 2))))) == []


def test_that_a_search_waits_is_said_where_it_is_known() -> None:
    (run,) = runs(0.010, 1, share=0.05, idle=0.875, given_away=40, batch=20)
    assert (run.waits, run.disturbed) == (True, False)
    assert cell(DLX_8, (run, run)).warnings == (
        "it waits: it uses 12 % of a processor; its wall time says how long it takes",
    )
    for change in ({"given_away": 19}, {"given_away": None}, {"idle": None}, {"idle": 0.05}):
        other = replace(run, **change)
        assert (other.waits, other.disturbed) == (False, True)


def test_doubts_in_words() -> None:
    assert str(Disturbed(0.12)) == "other programs disturbed its runs: only known to ± 12 %"
    assert str(Outliers(1, 9)) == "1 of 9 runs is far slower than the rest"
    assert str(Outliers(2, 9)) == "2 of 9 runs are far slower than the rest"
    assert str(Imprecise(0.12, True)) == "only known to ± 12 %: the time for this cell ran out"
    assert str(Imprecise(0.12, False)) == "only known to ± 12 %: no more runs are allowed"
    for doubt in (Cold(), Short(), Unequal()):
        assert doubt.of_several == str(doubt)
    assert not any(digit in Disturbed(0.38).of_several + Outliers(3, 8).of_several for digit in "38")


def test_warnings_name_the_cells_that_they_are_about() -> None:
    wanted = plan("dlx", "dlx-s")
    short = runs(1e-6, 3)
    refused = cell(("dlx-s", "11"), (), CellStatus.REFUSED, reason="too large")
    shown = table(wanted, *(cell(("dlx", n), short) for n in ("8", "9", "11")), cell(("dlx-s", "8"), short), refused)
    assert warning_lines(shown) == [f"{Short()}: dlx (N 8–9, 11); dlx-s (N 8)", "refused: too large: dlx-s (N 11)"]
    assert warning_lines(shown, {"dlx"}) == [f"{Short()}: dlx-s (N 8)", "refused: too large: dlx-s (N 11)"]


# A cell's own figures


def test_the_figures_of_a_cell() -> None:
    samples = tuple(
        replace(run, memory=memory, build_cpu_seconds=0.5, build_seconds=0.75, seconds=1.25)
        for run, memory in zip(runs(2.0, 3, nodes=400), (None, 300, 200), strict=True)
    )
    made = cell(DLX_8, samples)
    assert made.values[Quantity.MEMORY] == 300
    assert made.values[Quantity.BUILD] == 0.5
    assert made.values[Quantity.SOLVE] == pytest.approx(2.002)
    assert made.values[Quantity.TIME] == pytest.approx(2.502)
    assert made.values[Quantity.WALL] == pytest.approx(2.0)
    assert made.values[Quantity.RATE] == pytest.approx(400 / 2.002)
    assert cell(DLX_8, runs(2.0, nodes=None)).values[Quantity.RATE] is None
    assert cell(DLX_8, runs(0.0, nodes=3)).values[Quantity.RATE] is None
    assert cell(DLX_8, runs(2.0)).values[Quantity.BUILD] is None
    assert cell(DLX_8, ()).values == {}
    assert cell(DLX_8, ()).summary(Quantity.TIME) is None


def test_what_the_runs_were_made_with() -> None:
    both = (*runs(1.0, 1, engine=Engine.INTERPRETED), *runs(1.0, 1, engine=Engine.COMPILED), *runs(1.0, 1))
    assert cell(DLX_8, both).engines == "compiled and interpreted"
    assert cell(DLX_8, both[2:]).engines == ""


def test_a_batch_counts_by_its_mean() -> None:
    (sample,) = runs(2.0, 1, quickest_seconds=1.5, build_cpu_seconds=0.5, quickest_build_seconds=0.25, calibration=0.5)
    assert sample.total_seconds == 2.5
    assert cell(DLX_8, (sample,)).quick_times == (1.75,)
    old = cell(DLX_8, (replace(sample, quickest_seconds=None),))
    assert old.quick_times is None
    assert apart(old, cell(DLX_8, (sample,))) == time_ratio(old.times, (2.5,))
    assert old.calibrations == (0.5,)
    assert cell(DLX_8, (sample, replace(sample, calibration=None))).calibrations is None


# Growth and estimates


def grown(label: str, start: float, factor: float, sizes: range, wanted: Plan, noise: float = 0.0) -> list[TableCell]:
    found = []
    for place, n in enumerate(sizes):
        seconds = start * factor**place * (1 + noise * (-1) ** place)
        found.append(cell((label, str(n)), runs(seconds, nodes=round(100 * 3.0**place))))
    return found


def test_growth_is_told_with_estimates_for_the_sizes_that_come_next() -> None:
    wanted = plan("dlx", "stride", sizes=range(8, 16))
    known = range(8, 13)
    shown = table(wanted, *grown("dlx", 1.0, 4.0, known, wanted), *grown("stride", 1.0, 4.0, known, wanted))
    dlx, stride = growth_lines(shown)
    assert dlx == (
        "dlx: search time × 4.00, nodes × 3.00 with each step of N; N = 12 as predicted from the sizes before "
        "(4 min 12 s to 5 min 21 s); estimates, not measured: N = 13: 18 min 55 s (16 min 48 s to 21 min 01 s), "
        "N = 14: 1 h 29 min (1 h 07 min to 1 h 54 min), N = 15: 7 h 18 min (4 h 25 min to 11 h 23 min)"
    )
    assert stride.startswith("stride: no growth rate: ")
    assert growth_lines(shown, {"dlx"}) == [stride]
    assert growth_lines(table(wanted, *grown("stride", 1.0, 4.0, range(8, 10), wanted))) == []
    refused = [TableCell(Key("dlx", "13"), CellStatus.REFUSED), TableCell(Key("dlx", "14"), CellStatus.REFUSED)]
    assert "N = 15: " in (line := growth_lines(table(wanted, *grown("dlx", 1.0, 4.0, known, wanted), *refused))[0])
    assert "N = 13: " not in line
    every = table(plan("dlx", sizes=known), *grown("dlx", 1.0, 4.0, known, wanted))
    assert "not measured: N = 13: 18 min 55 s (16 min 48 s to 21 min 01 s), N = 14: " in growth_lines(every)[0]


def test_a_growth_that_foretold_badly_gives_no_estimate() -> None:
    wanted = plan("dlx", sizes=range(8, 16))
    cells = grown("dlx", 1.0, 4.0, range(8, 12), wanted)
    odd = cell(("dlx", "12"), runs(200.0, nodes=8100))
    shown = table(wanted, *cells, odd)
    (line,) = growth_lines(shown)
    before, _, after = line.partition(" (4 min 12 s to 5 min 21 s)")
    assert before.endswith("N = 12 not as predicted from the sizes before")
    assert after == ", so there is no estimate for further sizes"
    assert estimate(shown, Key("dlx", "13"), Quantity.SOLVE) is None
    sound = table(wanted, *cells)
    guess = estimate(sound, Key("dlx", "13"), Quantity.SOLVE)
    assert guess is not None
    assert 4.0**5 < guess.value < 1.5 * 4.0**5  # the factor may have risen
    assert guess.value in guess.interval
    assert estimate(sound, Key("dlx", "11"), Quantity.SOLVE) is None  # that one was measured
    assert estimate(sound, Key("dlx", "13"), Quantity.MEMORY) is None
    assert estimate(sound, Key("dlx", "40"), Quantity.SOLVE) is None  # nobody waits for that
    nodes = estimate(sound, Key("dlx", "12"), Quantity.NODES)
    assert nodes is not None
    assert nodes.interval.low < 8100 < nodes.value < nodes.interval.high


def test_that_a_vague_prediction_came_true_is_not_said() -> None:
    wanted = plan("dlx", sizes=range(8, 16))
    firm, vague = (growth_lines(table(wanted, *grown("dlx", 1.0, 4.0, range(8, 13), wanted, noise=noise)))[0]
                   for noise in (0.05, 0.3))  # fmt: skip
    assert "N = 12 as predicted from the sizes before (" in firm
    assert "search time × " in vague
    assert "predicted" not in vague


def test_nothing_is_estimated_of_what_does_not_grow() -> None:
    wanted = plan("dlx", sizes=range(8, 13))
    (line,) = growth_lines(table(wanted, *grown("dlx", 4.0, 0.5, range(8, 12), wanted)))
    assert line == "dlx: search time × 0.50, nodes × 3.00 with each step of N"


def test_factors_that_differ_are_given_from_the_least_to_the_greatest() -> None:
    wanted = plan("dlx", sizes=range(8, 13))
    (line,) = growth_lines(table(wanted, *grown("dlx", 1.0, 4.0, range(8, 13), wanted, noise=0.1)))
    assert line.startswith("dlx: search time × 3.27 to 4.89, nodes × 3.00 with each step of N")


# Seeds and the baseline


def test_seeds_are_told_together() -> None:
    wanted = plan(*(f"min-conflicts:seed={seed}" for seed in (1, 2, 3)), "dlx", sizes=range(8, 10))
    labels = [contestant.label for contestant in wanted.contestants]
    cells = [cell((labels[seed], "8"), runs(seconds, 1)) for seed, seconds in enumerate((3.0, 1.0, 2.0))]
    lines = seed_lines(table(wanted, *cells))
    assert lines == ["min-conflicts, N 8: 3 seeds, median 2.00 s, from 1.00 s to 3.00 s"]
    cells[0] = replace(cells[0], status=CellStatus.GAVE_UP)
    assert seed_lines(table(wanted, *cells)) == [
        "min-conflicts, N 8: 2 seeds, median 1.50 s, from 1.00 s to 2.00 s; 1 gave up"
    ]
    assert seed_lines(table(wanted, *cells), set(labels[:2])) == []


def test_a_baseline_is_compared_cell_by_cell() -> None:
    wanted = plan("dlx", "dlx-s")
    here = {"processor": "X", "python": "3.12"}
    first = table(
        wanted, *(cell(("dlx", n), runs(1.0, engine=Engine.INTERPRETED)) for n in ("8", "9")), environment=here
    )
    cells = [cell(("dlx", n), runs(2.0, engine=Engine.COMPILED)) for n in ("8", "10")]
    second = table(wanted, *cells, environment=here)
    (line,) = baseline_lines(second, first)
    assert line == "dlx, N 8: slower: 2.00 ± 0.10 times as long as the baseline; compiled here, interpreted there"
    assert baseline_lines(second, first, {"dlx"}) == ["the baseline has no cell in common with this table"]
    there = replace(first, environment={"processor": "Y", "python": "3.12"})
    assert baseline_lines(second, there)[0] == "the baseline was measured on another machine or by another Python"
    titles = [group.title for group in findings(second, replace(first, experiment=7))]
    assert titles[-1] == "Against experiment 7"
    assert [group.title for group in findings(second, second)] == titles[:-1]
    hidden = replace(first_view(second), hidden=frozenset({"dlx"}))
    assert "dlx, N 8" not in str(findings(second, first, hidden))


# How long a plan will take


def test_a_plan_s_time_is_known_roughly() -> None:
    bare = plan("dlx", sizes=range(12, 13), repeat=3, warm_up=2, precision=None, timeout=None)
    known = instances("queens").known("12", bare.goal)
    assert known is not None
    once = known * instances("queens").nodes_a_solution / NODES_A_SECOND
    assert outlook(bare) == pytest.approx(OVERHEAD_SECONDS + 3 * once + 2 * once)
    short = plan("dlx", sizes=range(4, 5), repeat=3, warm_up=0, precision=None, timeout=None)
    assert outlook(short) == pytest.approx(OVERHEAD_SECONDS + 3 * BATCH_SECONDS)
    precise = replace(short, precision=0.05, patience=100.0)
    assert outlook(precise) == pytest.approx(OVERHEAD_SECONDS + 3 * BATCH_SECONDS + (10 - 3) * LONG_BATCH_SECONDS)
    assert outlook(replace(precise, patience=0.1)) == pytest.approx(OVERHEAD_SECONDS + 0.1)
    assert outlook(replace(bare, timeout=once / 2)) == once / 2
    long = plan("dlx", sizes=range(15, 16), repeat=1, warm_up=1, precision=None, timeout=None)
    count = instances("queens").known("15", long.goal)
    assert count is not None
    assert outlook(long) == pytest.approx(
        OVERHEAD_SECONDS + count * instances("queens").nodes_a_solution / NODES_A_SECOND + 1.0
    )


def test_a_run_that_is_known_not_to_end_takes_its_limit() -> None:
    wanted = replace(document_plan("paper-004-table-1", 39), contestants=(Contestant("stride"),))
    assert outlook(replace(wanted, timeout=30.0)) == 30.0
    assert outlook(replace(wanted, timeout=None)) == 3600.0


def test_a_search_takes_what_the_literature_says() -> None:
    assert search_seconds("queens", Contestant("dlx"), "8", Goal.ALL) == 0.0  # nobody has said anything
    nodes = DOCUMENTS["paper-000-table-3"].figure(Key("dlx", "12"), Quantity.NODES)
    assert nodes is not None
    told = search_seconds("queens", Contestant("dlx"), "12", Goal.COUNT, "paper-000-table-3")
    assert told == nodes / NODES_A_SECOND
    assert 0.01 < told < 10  # a machine of today, whatever it is
    stride = Contestant("stride")
    assert search_seconds("queens", stride, "39", Goal.FIRST, "paper-004-table-1") == float("inf")
    theirs = DOCUMENTS["paper-004-table-1"].figure(Key("naive", "20"), Quantity.TIME)
    assert theirs is not None
    ours = search_seconds("queens", Contestant("naive"), "20", Goal.FIRST, "paper-004-table-1")
    assert ours == theirs / paper("004").faster_here < theirs


def test_a_rough_time_has_no_more_figures_than_it_deserves() -> None:
    assert about(0.4) == "about 1 s"
    assert about(43.0) == "about 45 s"


def test_ten_runs_are_enough_to_tell() -> None:
    assert RUNS == 10
    assert time_ratio([1.0] * 4, [2.0] * 4).beyond_noise is None
    assert time_ratio([1.0 + n / 1000 for n in range(5)], [2.0 + n / 1000 for n in range(5)]).beyond_noise is True


def test_what_is_said_of_every_row_names_none() -> None:
    plan = Plan("queens", tuple(map(str, range(4, 12))), (Contestant("dlx"),), Goal.COUNT)
    short = [cell(("dlx", instance), runs(1e-6, 2)) for instance in plan.instances]
    (line,) = [line for line in warning_lines(table(plan, *short)) if "under 50 µs" in line]
    assert line.endswith(": dlx (every N)")
    (line,) = [line for line in warning_lines(table(plan, *short[:-1])) if "under 50 µs" in line]
    assert line.endswith(": dlx (N 4–10)")
