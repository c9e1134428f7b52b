"""Two cells of different sessions told apart."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core._kernels.kernel import COMPILED
from core.compare import Ending, Key, Sample
from core.compare._cell import CellStatus, TableCell
from core.compare._measure import calibration, prepare_calibration
from core.compare._sessions import DRIFT, apart, drift, quick, quick_ratio_interval, speed
from tests.core.compare.tables import noisy


def cell(times: Sequence[float], calibration: float | None = None) -> TableCell:
    runs = [Sample(Ending.COMPLETE, each, each, None, 1, 1, calibration=calibration) for each in times]
    return TableCell(Key("dlx", "8"), CellStatus.COMPLETE, tuple(runs))


def steady(seconds: float, calibration: float | None = 1e-5, count: int = 10) -> TableCell:
    return cell([seconds * (1 + n / 1000) for n in range(count)], calibration)


def session(chance: random.Random, factor: float, disturbed: float, count: int = 30) -> TableCell:
    """Runs on a machine where a share of them is disturbed: slower by up to twice the time."""
    times = [chance.gauss(1, 0.01) * (chance.uniform(1, 3) if chance.random() < disturbed else 1) for _ in range(count)]
    drift = chance.gauss(1, 0.01)
    return cell([factor * drift * each for each in times], 1e-5)


@pytest.mark.parametrize(("before", "after"), [(0.1, 0.1), (0.1, 0.5), (0.5, 0.1), (0.5, 0.5)])
def test_a_session_that_was_disturbed_more_feigns_nothing_and_hides_nothing(before: float, after: float) -> None:
    chance = random.Random(7)
    same = [apart(session(chance, 1, before), session(chance, 1, after)) for _ in range(60)]
    slower = [apart(session(chance, 1, before), session(chance, 1.2, after)) for _ in range(60)]
    assert sum(bool(found.beyond_noise) for found in same) <= 3
    assert sum(bool(found.beyond_noise) for found in slower) >= 57
    assert sum(found.factor for found in slower) / 60 == pytest.approx(1.2, abs=0.03)


def test_few_runs_make_no_alarm_by_one_quick_run() -> None:
    chance = random.Random(2)

    def noisy() -> TableCell:
        return cell([chance.lognormvariate(0, 0.3) for _ in range(5)])

    assert sum(bool(apart(noisy(), noisy()).beyond_noise) for _ in range(100)) <= 5
    assert apart(steady(1.0, count=5), steady(1.2, count=5)).beyond_noise is True
    assert apart(steady(1.0, count=2), steady(3.0, count=2)).beyond_noise is None
    assert apart(steady(1.0, None, 2), steady(3.0, None, 2)).beyond_noise is None


def test_two_sessions_are_compared_by_what_the_machine_could_do_at_the_time() -> None:
    alike = apart(steady(0.010), steady(0.015, 1.5e-5))  # everything was slower
    assert alike.beyond_noise is False
    assert alike.factor == pytest.approx(1.0)
    slower = apart(steady(0.010), steady(0.018, 1.5e-5))
    assert slower.beyond_noise is True
    assert slower.factor == pytest.approx(1.2)
    assert slower.interval.low < 1.2 / (1 + DRIFT) * 1.001
    assert slower.interval.high > 1.2 * (1 + DRIFT) * 0.999
    assert apart(steady(0.010), steady(0.010, 1.5e-5)).beyond_noise is False  # the two do not agree
    assert apart(steady(0.010), steady(0.0085, 0.8e-5)).beyond_noise is False  # one says faster, the other slower
    assert apart(steady(0.010), steady(0.010 * (1 + DRIFT / 2))).beyond_noise is False
    assert apart(steady(0.010), steady(0.010 / (1 + 2 * DRIFT))).beyond_noise is True
    assert apart(steady(0.010), steady(0.0107)).beyond_noise is True
    plain = apart(steady(0.010, None), steady(0.015, 1.5e-5))
    assert plain.factor == pytest.approx(1.5)
    assert plain.beyond_noise is True


def test_more_must_differ_where_many_processes_shared_the_processors() -> None:
    def crowded(seconds: float, load: float) -> TableCell:
        usual = steady(seconds)
        return replace(usual, samples=tuple(replace(run, load=load, processors=2) for run in usual.samples))

    assert [drift(crowded(1.0, load).samples, steady(1.0).samples) for load in (0.5, 2.0, 8.0, 32.0)] == pytest.approx(
        [DRIFT, DRIFT, 2 * DRIFT, 4 * DRIFT]
    )
    for load, told in ((1.0, True), (8.0, False)):
        for one, other in (((1.0, load), (1.1, 1.0)), ((1.0, 1.0), (1.1, load))):  # whichever session it was
            assert apart(crowded(*one), crowded(*other)).beyond_noise is told
    assert apart(crowded(1.0, 8.0), crowded(1.2, 8.0)).beyond_noise is True


def test_a_clock_that_jumps_moves_neither_time_nor_speed() -> None:
    usual = steady(0.010, count=20)
    jump = replace(usual.samples[3], seconds=0.004, cpu_seconds=0.004, calibration=0.4e-5)
    jumped = replace(usual, samples=(*usual.samples[:3], jump, *usual.samples[4:]))
    found = apart(usual, jumped)
    assert found.factor == pytest.approx(1.0, abs=0.01)
    assert found.beyond_noise is False


@pytest.mark.parametrize("count", [3, 4])
def test_the_interval_is_that_of_all_resamples(count: int) -> None:
    chance = random.Random(count)
    one, other = ([chance.uniform(1, 2) for _ in range(count)] for _ in range(2))
    quicks = [sorted(quick(each) for each in itertools.product(group, repeat=count)) for group in (one, other)]
    ratios = sorted(b / a for a in quicks[0] for b in quicks[1])
    found = quick_ratio_interval(one, other)
    at = [ratios[round(share * len(ratios)) - (share > 0.5)] for share in (0.025, 0.975)]
    assert found.low * (1 + DRIFT) == pytest.approx(at[0])
    assert found.high / (1 + DRIFT) == pytest.approx(at[1])


def test_what_is_quick_and_how_fast_the_machine_was() -> None:
    assert quick([3.0, 1.0, 2.0]) == 1.0
    assert quick([float(n) for n in range(20)]) == 2.0
    assert speed([float(n) for n in range(20)]) == 5.0


def test_the_fixed_piece_of_work_is_timed_where_there_is_machine_code() -> None:
    prepare_calibration()
    taken = calibration()
    assert (taken is not None and taken > 0) if COMPILED else taken is None


@pytest.mark.parametrize(
    ("seconds", "other", "count", "speeds", "factor", "interval", "told"),
    [
        (1.0, 1.0, 12, (), 0.999821, (0.945811, 1.06022), False),
        (1.0, 1.04, 12, (), 1.03981, (0.983644, 1.10262), False),
        (1.0, 1.2, 12, (), 1.19978, (1.13497, 1.27226), True),
        (1.2, 1.0, 12, (), 0.833184, (0.788176, 0.883513), True),
        (1.0, 1.5, 4, (), 1.49767, (1.0, 1.60056), None),
        (1.0, 1.5, 2, (), 1.52434, (1.0, 1.60081), None),
        (1.0, 1.5, 1, (), 1.5, (0.0, math.inf), None),
        (1.0, 1.2, 12, (0.1, 0.12), 0.999821, (0.945811, 1.06022), False),
        (1.0, 1.2, 12, (0.1, 0.1), 1.19978, (1.13497, 1.27226), True),
        (1.0, 1.0, 12, (0.1, 0.2), 0.499911, (0.472906, 1.0), False),
    ],
)
def test_the_difference_of_given_sessions(
    seconds: float, other: float, count: int, speeds: Sequence[float], factor: float,
    interval: tuple[float, float], told: bool | None,
) -> None:  # fmt: skip
    def quickest(seconds: float, seed: int, speed: float | None) -> TableCell:
        samples = noisy(seconds, count, seed, calibration=speed)
        return TableCell(
            Key("dlx", "8"), samples=tuple(replace(each, quickest_seconds=each.cpu_seconds) for each in samples)
        )

    one, two = speeds or (None, None)
    found = apart(quickest(seconds, 1, one), quickest(other, 1 if count == 1 else 2, two))
    assert found.factor == pytest.approx(factor, rel=1e-5)
    assert (found.interval.low, found.interval.high) == pytest.approx(interval, rel=1e-5)
    assert found.beyond_noise is told


def test_means_of_batches_are_compared_in_full() -> None:
    """Where one side has no quickest search, what is allowed for drift is no part of the interval."""
    one = TableCell(Key("dlx", "8"), samples=noisy(1.0, 12))
    found = apart(replace(one, samples=tuple(replace(run, quickest_seconds=run.cpu_seconds) for run in one.samples)),
                  TableCell(Key("dlx", "8"), samples=noisy(1.5, 12)))  # fmt: skip
    assert found.factor == pytest.approx(1.5)
    assert (found.interval.low, found.interval.high) == pytest.approx((1.49071, 1.50934), rel=1e-5)


def test_what_is_quick_of_few_and_many() -> None:
    assert [quick(range(1, most)) for most in (10, 11, 21)] == [1, 2, 3]
    assert [speed(range(most, 0, -1)) for most in (4, 8)] == [2, 3]
