"""What samples say."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.compare.growth import check_growth, fit_growth, fit_line
from core.compare.rounds import difference_by_rounds
from core.compare.statistics import (
    EXACT_UP_TO,
    LEAST_EFFECT,
    OUTLIER,
    Verdict,
    difference,
    median_interval,
    modified_z_scores,
    order_statistic,
    outliers,
    rank_test,
    ratio_interval,
    summarise,
)
from core.compare.text import against_text, interval_text, ratio_text, spans
from core.parts.intervals import t_quantile
from tests.cases import slow

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9)


@given(TIMES)
@settings(max_examples=60, deadline=None)
def test_a_summary_is_ordered_and_agrees_with_the_standard_library(values: list[float]) -> None:
    summary = summarise(values)
    assert summary.minimum <= summary.lower_quartile <= summary.median <= summary.upper_quartile <= summary.maximum
    assert summary.minimum <= summary.interval.low <= summary.median <= summary.interval.high <= summary.maximum
    assert summary.median == pytest.approx(statistics.median(values))
    if len(values) > 1:
        quartiles = statistics.quantiles(values, n=4, method="inclusive")
        assert summary.lower_quartile == pytest.approx(quartiles[0])
        assert summary.upper_quartile == pytest.approx(quartiles[2])


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_interval_is_that_of_all_resamples(n: int) -> None:
    """Against every one of the n^n resamples."""
    values = [random.Random(n).random() for _ in range(n)]
    medians = sorted(statistics.median(resample) for resample in itertools.product(values, repeat=n))
    found = median_interval(values)
    assert found.low == pytest.approx(medians[math.ceil(0.025 * len(medians) - 1e-9) - 1])
    assert found.high == pytest.approx(medians[math.ceil(0.975 * len(medians) - 1e-9) - 1])


@pytest.mark.optional
@pytest.mark.parametrize("n", [9, 20])
def test_the_interval_is_scipy_s(n: int) -> None:
    scipy = pytest.importorskip("scipy.stats")
    values = [random.Random(n).gauss(10, 1) for _ in range(n)]
    theirs = scipy.bootstrap((values,), np.median, method="percentile", n_resamples=4000, rng=1).confidence_interval
    ours = median_interval(values)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.12)


def test_an_interval_narrows_with_more_runs() -> None:
    chance = random.Random(2)
    values = [chance.gauss(1, 0.1) for _ in range(50)]
    assert summarise(values).precision < summarise(values[:10]).precision < 0.2
    assert summarise(values[:1]).precision == math.inf
    assert interval_text(summarise([1.0, 1.01, 0.99, 1.02, 1.0])) == "± 1.5 %"
    assert interval_text(summarise([1.0])) == ""


def test_an_outlier_is_far_from_the_others_in_robust_deviations() -> None:
    assert outliers([1.0, 1.01, 0.99, 1.0, 5.0]) == [4]
    assert outliers([9.0, 1.01, 0.99, 1.02, 1.0]) == [0]
    assert outliers([1.0, 1.1, 0.9, 1.05, 1.2]) == []
    assert outliers([1.0, 1.0, 9.0]) == []


def test_the_threshold_is_hyperfine_s_and_applied_once() -> None:
    values = [8.0, 9.0, 10.0, 11.0, 12.0]  # median 10, median absolute deviation 1
    assert modified_z_scores(values) == [-2, -1, 0, 1, 2]
    steady = [9.0, 9.0, 9.0, 10.0, 11.0, 11.0, 11.0]
    assert modified_z_scores([*steady, 24.8])[-1] == pytest.approx(14.3)  # the median is 10.5 now
    assert outliers([*steady, 25.3]) == []
    assert outliers([*steady, 25.4]) == [7]


@pytest.mark.optional
def test_scores_are_in_scipy_s_median_absolute_deviations() -> None:
    scipy = pytest.importorskip("scipy.stats")
    chance = random.Random(9)
    values = [chance.lognormvariate(0, 0.3) for _ in range(31)]
    deviation = scipy.median_abs_deviation(values)
    assert modified_z_scores(values) == pytest.approx([(v - statistics.median(values)) / deviation for v in values])
    assert pytest.approx(scipy.median_abs_deviation(values, scale="normal") / deviation * 10, abs=1e-3) == OUTLIER


def test_the_clean_run_is_never_blamed() -> None:
    assert outliers([1.0, 5.0, 5.01, 4.99, 5.02]) == []
    assert outliers([5.0, 5.01, 4.99, 5.02, 1.0]) == []


# Growth


@given(st.floats(1.1, 9.0), st.floats(1e-6, 10.0), st.integers(3, 8))
@settings(max_examples=40, deadline=None)
def test_an_exact_growth_is_found_again(factor: float, start: float, count: int) -> None:
    growth = fit_growth([(n, start * factor**n) for n in range(4, 4 + count)])
    assert growth is not None
    assert growth.factor == pytest.approx(factor, rel=1e-6)
    assert growth.at(20) == pytest.approx(start * factor**20, rel=1e-5)
    assert growth.determination == pytest.approx(1.0)
    assert growth.steady


@pytest.mark.optional
def test_a_line_and_its_intervals_are_scipy_s() -> None:
    scipy = pytest.importorskip("scipy.stats")
    points = [(1.0, 2.1), (2.0, 2.9), (3.0, 4.2), (4.0, 4.8), (5.0, 6.1)]
    line = fit_line(points)
    theirs = scipy.linregress([x for x, _ in points], [y for _, y in points])
    assert line is not None
    assert (line.slope, line.intercept) == pytest.approx((theirs.slope, theirs.intercept))
    assert line.determination == pytest.approx(theirs.rvalue**2)
    assert line.slope_margin == pytest.approx(theirs.stderr * scipy.t.ppf(0.975, 3), rel=1e-3)
    for freedom in (1, 5, 30, 31, 48, 200):
        assert t_quantile(freedom) == pytest.approx(scipy.t.ppf(0.975, freedom), abs=1e-3)


SPEEDS = (4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17,
          17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25)  # fmt: skip
DISTANCES = (2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32,
             40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85)  # fmt: skip


def test_a_line_is_that_of_r_s_example_cars() -> None:
    """``summary(lm(dist ~ speed, cars))``, ``confint`` and ``predict(…, interval = "prediction")``."""
    line = fit_line(list(zip(map(float, SPEEDS), map(float, DISTANCES), strict=True)))
    assert line is not None
    assert (line.slope, line.intercept) == pytest.approx((3.932409, -17.579095), abs=1e-6)
    assert line.determination == pytest.approx(0.6510794, abs=1e-7)
    assert line.residual == pytest.approx(15.38, abs=0.005)
    assert line.slope - line.slope_margin == pytest.approx(3.096964, abs=1e-4)
    assert line.slope + line.slope_margin == pytest.approx(4.767853, abs=1e-4)
    at_10 = line.at(10)
    assert (at_10, at_10 - line.margin(10), at_10 + line.margin(10)) == pytest.approx(
        (21.74499, -9.809601, 53.29959), abs=2e-3
    )


@pytest.mark.optional
def test_a_growth_s_interval_is_that_of_the_line_through_the_logarithms() -> None:
    scipy = pytest.importorskip("scipy.stats")
    points = [(8, 1.1), (9, 3.9), (10, 17.0), (11, 60.0), (12, 270.0)]
    growth = fit_growth(points)
    theirs = scipy.linregress([n for n, _ in points], [math.log(y) for _, y in points])
    margin = theirs.stderr * scipy.t.ppf(0.975, 3)
    assert growth is not None
    assert growth.factor == pytest.approx(math.exp(theirs.slope))
    interval = growth.factor_interval
    bounds = math.exp(theirs.slope - margin), math.exp(theirs.slope + margin)
    assert (interval.low, interval.high) == pytest.approx(bounds, rel=1e-3)
    assert (growth.first, growth.last) == (8, 12)


def test_two_points_make_no_growth() -> None:
    assert fit_growth([(4, 1.0), (5, 2.0)]) is None
    assert fit_growth([(4, 1.0), (4, 2.0), (4, 3.0)]) is None
    assert fit_growth([(4, 0.0), (5, 1.0), (6, 2.0)]) is None
    assert fit_growth([(n, 10.0**n) for n in range(3)]).at(10_000) == math.inf  # type: ignore[union-attr]


def test_an_extrapolation_is_held_against_the_next_size() -> None:
    good = check_growth([(4, 1.0), (5, 3.1), (6, 8.9), (7, 27.0)])
    assert good is not None
    assert (good.x, good.holds) == (7, True)
    bad = check_growth([(4, 1.0), (5, 3.0), (6, 9.0), (7, 27.0), (8, 2.0)])
    assert bad is not None
    assert not bad.holds
    assert check_growth([(4, 1.0), (5, 3.0), (6, 9.0)]) is None
    assert check_growth([]) is None


# Differences


@pytest.mark.parametrize(("m", "n"), [(3, 3), (4, 4), (4, 5), (5, 5)])
def test_the_rank_test_counts_all_orders(m: int, n: int) -> None:
    places = list(itertools.combinations(range(m + n), m))

    def wins(chosen: tuple[int, ...]) -> int:
        return sum(a < b for a in chosen for b in set(range(m + n)) - set(chosen))

    counts = [wins(chosen) for chosen in places]
    for chosen in places[:: max(1, len(places) // 25)]:
        others = sorted(set(range(m + n)) - set(chosen))
        extreme = min(wins(chosen), m * n - wins(chosen))
        p = 2 * sum(count <= extreme for count in counts) / len(places)
        assert rank_test([float(c) for c in chosen], [float(o) for o in others]) == pytest.approx(min(1.0, p))


@pytest.mark.optional
@pytest.mark.parametrize(
    ("size", "rounding", "method"), [(12, 6, "exact"), (12, 1, "asymptotic"), (30, 6, "asymptotic")]
)
def test_the_rank_test_is_scipy_s(size: int, rounding: int, method: str) -> None:
    """Exact where nothing is tied and the groups are small; corrected for ties and continuity otherwise."""
    scipy = pytest.importorskip("scipy.stats")
    assert (size * size > EXACT_UP_TO) == (size == 30)
    chance = random.Random(5)
    one = [round(chance.gauss(1, 0.1), rounding) for _ in range(size)]
    other = [round(chance.gauss(1.08, 0.1), rounding) for _ in range(size)]
    theirs = scipy.mannwhitneyu(one, other, method=method).pvalue
    assert rank_test(one, other) == pytest.approx(theirs, rel=1e-9)


def test_the_rank_test_is_that_of_r_s_example() -> None:
    """``wilcox.test``: permeability of the placenta (Hollander and Wolfe 1973); 0.1272 on one side."""
    term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    early = [1.15, 0.88, 0.90, 0.74, 1.21]
    assert rank_test(term, early) == pytest.approx(2 * 0.1272, abs=1e-4)
    assert rank_test(early, term) == rank_test(term, early)


def test_all_the_same_is_no_difference() -> None:
    assert rank_test([1.0] * 8, [1.0] * 8) == 1.0
    assert difference([1.0] * 8, [1.0] * 8).beyond_noise is False


@pytest.mark.optional
def test_a_ratio_has_the_interval_of_the_bootstrap() -> None:
    scipy = pytest.importorskip("scipy.stats")
    chance = random.Random(8)
    one, other = [chance.gauss(1, 0.05) for _ in range(15)], [chance.gauss(1.3, 0.05) for _ in range(15)]

    def ratio(a: list[float], b: list[float], axis: int) -> Any:
        return np.median(b, axis=axis) / np.median(a, axis=axis)

    theirs = scipy.bootstrap((one, other), ratio, method="percentile", n_resamples=1000, rng=1).confidence_interval
    ours = ratio_interval(one, other)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)
    assert ratio_interval(one, other) == ours
    assert ratio_interval([1.0], other).high == math.inf
    assert ratio_interval([1.0, 1.1], [2.0, 2.2]).high < 2.5


def test_a_difference_reads_as_a_sentence() -> None:
    slow, fast = [1.8, 1.81, 1.82, 1.79, 1.8], [1.0, 1.01, 0.99, 1.0, 1.02]
    assert against_text(difference(fast, slow), "x") == "slower: 1.80 ± 0.03 times as long as x"
    assert against_text(difference(slow, fast), "x") == "faster: 0.56 ± 0.01 times as long as x"
    assert against_text(difference(fast, fast), "x").startswith("cannot be told apart from x: 0.98 to 1.02 times")
    assert against_text(difference([1.0], [2.0]), "x") == "too few runs to tell: 2.00 times as long as x"
    assert ratio_text(difference([1.0, 1.1, 1.2], [5000.0, 5500.0, 6000.0])) == "5 000"


@given(st.lists(st.floats(0.5, 2.0), min_size=1, max_size=14), st.lists(st.floats(0.5, 2.0), min_size=1, max_size=14))
def test_the_interval_leaves_out_1_only_where_the_verdict_says_so(one: list[float], other: list[float]) -> None:
    rounds = list(zip(one, other, strict=False))
    for found in (difference(one, other), difference_by_rounds(one, other, rounds)):
        assert (1.0 not in found.interval) is (found.verdict in (Verdict.SLOWER, Verdict.FASTER))


def test_a_difference_too_small_to_mean_anything_is_none() -> None:
    one = [1 + n / 100_000 for n in range(20)]
    near, far = 1 + LEAST_EFFECT / 2, 1 + LEAST_EFFECT * 2
    assert difference(one, [value * near for value in one]).beyond_noise is False
    assert difference(one, [value * far for value in one]).beyond_noise is True


@pytest.mark.parametrize(("pairs", "wrong"), [(30, 1), slow(60, 2)])
def test_chance_alone_is_seldom_taken_for_a_difference(pairs: int, wrong: int) -> None:
    chance = random.Random(1)

    def group(middle: float) -> list[float]:
        return [chance.gauss(middle, 0.1) for _ in range(20)]

    assert sum(bool(difference(group(1), group(1)).beyond_noise) for _ in range(pairs)) <= wrong
    assert sum(bool(difference(group(1), group(1.2)).beyond_noise) for _ in range(pairs)) >= pairs - wrong


def test_spans() -> None:
    assert spans(["4", "5", "6", "9"]) == "4–6, 9"
    assert spans(["b", "a"]) == "b, a"


# Given numbers


@pytest.mark.parametrize(
    ("values", "median", "quartiles", "interval", "precision"),
    [
        ([3], 3, (3, 3), (3, 3), math.inf),
        ([1, 2], 1.5, (1.25, 1.75), (1, 2), 1 / 3),
        ([1, 2, 4], 2, (1.5, 3), (1, 4), 0.75),
        ([1, 2, 4, 8], 3, (1.75, 5), (1, 8), 7 / 6),
        ([5, 1, 4, 2, 3], 3, (2, 4), (1, 5), 2 / 3),
        ([1, 1, 1, 1, 9], 1, (1, 1), (1, 9), 4),
        (range(1, 11), 5.5, (3.25, 7.75), (3, 8), 5 / 11),
        (range(1, 22), 11, (6, 16), (7, 15), 4 / 11),
        ([0.0], 0, (0, 0), (0, 0), math.inf),  # of a coarse clock
        ([0.0] * 5, 0, (0, 0), (0, 0), 0),
        ([0.0, 1.0, 1.0], 1, (0.5, 1), (0, 1), 0.5),
    ],
)
def test_the_summary_of_given_values(
    values: Sequence[float], median: float, quartiles: tuple[float, float], interval: tuple[float, float],
    precision: float,
) -> None:  # fmt: skip
    found = summarise(values)
    assert (found.count, found.minimum, found.maximum) == (len(values), min(values), max(values))
    assert found.median == median
    assert (found.lower_quartile, found.upper_quartile, found.spread) == (*quartiles, quartiles[1] - quartiles[0])
    assert (found.interval.low, found.interval.high) == interval
    assert found.precision == pytest.approx(precision)


def test_which_value_has_a_place_in_a_resample() -> None:
    """Of the 27 resamples of three values, the smallest is the first value in all that hold it."""
    shares = [[round(27 * share) for _, share in order_statistic([1, 2, 3], place)] for place in range(3)]
    assert shares == [[19, 7, 1], [7, 13, 7], [1, 7, 19]]


@pytest.mark.parametrize(
    ("times", "places"),
    [([1, 2, 3], []), ([1.0, 1.1, 1.2, 9], [3]), ([10, 10.1, 10.2, 10.3, 11.6], []),
     ([10, 10.1, 10.2, 10.3, 11.7], [4]), ([10, 10.1, 10.2, 10.3, 1], [])],
)  # fmt: skip
def test_which_of_given_times_are_outliers(times: list[float], places: list[int]) -> None:
    assert outliers(times) == places


def test_scores_of_given_values() -> None:
    assert modified_z_scores([1, 2, 3, 4, 100]) == [-2, -1, 0, 1, 97]
    assert modified_z_scores([1, 1, 1, 2]) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [
        ([1, 2, 3], [4, 5, 6], 0.1),
        ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 2 / 252),
        ([1, 3, 5], [2, 4, 6], 0.7),
        ([1, 2], [1, 2], 1.0),
        ([1, 2, 3, 4], [3, 4, 5, 6], 0.108063),
        (range(25), range(20, 45), 6.17857e-09),
        ([1, 1, 2], [3, 3], 0.2),
    ],
)
def test_the_rank_test_of_given_values(one: Sequence[float], other: Sequence[float], p: float) -> None:
    assert rank_test(one, other) == pytest.approx(p, rel=1e-5)


@pytest.mark.parametrize(
    ("one", "other", "factor", "interval", "told"),
    [
        ([10, 11, 12], [20, 21, 22], 1.90909, (1.0, 2.2), None),
        (range(100, 110), range(200, 210), 1.95694, (1.90187, 2.01471), True),
        (range(100, 110), range(101, 111), 1.00957, (0.971963, 1.04808), False),
        (range(200, 210), range(100, 110), 0.511002, (0.496333, 0.525799), True),
        ([1], [2], 2, (0, math.inf), None),
        ([0.0], [1.0], math.inf, (0, math.inf), None),
        ([100 + i / 10 for i in range(10)], [102.5 + i / 10 for i in range(10)], 1.02489, (1.0, 1.02888), False),
        ([100 + i / 10 for i in range(10)], [104.5 + i / 10 for i in range(10)], 1.0448, (1.04078, 1.0488), True),
    ],
)
def test_the_difference_of_given_times(
    one: Sequence[float], other: Sequence[float], factor: float, interval: tuple[float, float], told: bool | None
) -> None:
    found = difference(one, other)
    assert found.factor == pytest.approx(factor, rel=1e-5)
    assert (found.interval.low, found.interval.high) == pytest.approx(interval, rel=1e-5)
    half = (interval[1] - interval[0]) / 2
    assert found.margin == pytest.approx(half, rel=1e-2) or math.isinf(half)
    assert found.beyond_noise is told


def test_the_line_through_given_points() -> None:
    line = fit_line([(1, 2), (2, 4.1), (3, 5.9), (4, 8)])
    assert line is not None
    assert (line.slope, line.intercept, line.mean_x, line.spread_x, line.count) == pytest.approx(
        (1.98, 0.05, 2.5, 5, 4)
    )
    assert (line.determination, line.residual) == pytest.approx((0.999083, 0.0948683), rel=1e-5)
    assert (line.at(5), line.slope_margin, line.margin(5), line.margin(2)) == pytest.approx(
        (9.95, 0.182561, 0.64545, 0.465441), rel=1e-5
    )
    assert fit_line([(1, 1), (2, 2)]) is None
    assert fit_line([(1, 1), (1, 2), (1, 3), (2, 4)]) is None
    level = fit_line([(1, 3), (2, 3), (3, 3)])
    assert level is not None
    assert level.determination == 1


def test_the_growth_of_given_times() -> None:
    growth = fit_growth([(4, 1.0), (5, 3.1), (6, 8.8), (7, 27.5), (8, 0)])  # a time of 0 is no point
    assert growth is not None
    assert (growth.first, growth.last, growth.steady, growth.at(2000)) == (4, 7, True, math.inf)
    assert (growth.factor, growth.determination, growth.at(8)) == pytest.approx((2.99994, 0.999716, 81.5782), rel=1e-5)
    at_8 = growth.interval(8)
    bounds = (growth.factor_interval.low, growth.factor_interval.high, at_8.low, at_8.high)
    assert bounds == pytest.approx((2.83573, 3.17365, 66.8557, 99.5428), rel=1e-5)
    shaky = fit_growth([(1, 5), (2, 1), (3, 7), (4, 2)])
    assert shaky is not None
    assert not shaky.steady


@pytest.mark.parametrize(
    ("last", "expected", "holds"), [(27.5, (11.5064, 60.9896), True), (400.0, (11.5064, 60.9896), False)]
)
def test_the_next_size_of_given_times(last: float, expected: tuple[float, float], holds: bool) -> None:
    found = check_growth([(4, 1.0), (5, 3.1), (6, 8.8), (7, last)])
    assert found is not None
    assert (found.expected.low, found.expected.high) == pytest.approx(expected, rel=1e-5)
    assert (found.x, found.measured, found.holds) == (7, last, holds)
