"""What samples say."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Goal
from core.compare import Interval, Quantity, RatioVerdict
from core.compare._growth import GROWTH_POINTS, check_growth, fit_growth, fit_line
from core.compare._instances import instances
from core.compare._papers import paper
from core.compare._rounds import time_ratio_by_rounds
from core.compare._statistics import (
    EXACT_UP_TO,
    FEWEST,
    LEAST_EFFECT,
    OUTLIER,
    TAIL,
    median_interval,
    modified_z_scores,
    order_statistic,
    outliers,
    rank_test,
    ratio_interval,
    summarise,
    time_ratio,
)
from core.compare._text import against_text, interval_text, ratio_text, spans
from tests.cases import slow

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9)


@given(TIMES)
@settings(max_examples=60, deadline=None)
def test_a_summary_is_ordered_and_agrees_with_the_standard_library(values: list[float]) -> None:
    summary = summarise(values)
    assert summary.minimum <= summary.lower_quartile <= summary.median <= summary.upper_quartile <= summary.maximum
    if summary.interval is not None:
        low, high = summary.interval.low, summary.interval.high
        assert summary.minimum <= low <= summary.median <= high <= summary.maximum
    assert summary.median == pytest.approx(statistics.median(values))
    if len(values) > 1:
        quartiles = statistics.quantiles(values, n=4, method="inclusive")
        assert summary.lower_quartile == pytest.approx(quartiles[0])
        assert summary.upper_quartile == pytest.approx(quartiles[2])


@pytest.mark.parametrize("n", range(2, 13))
def test_the_median_is_beyond_its_interval_in_one_of_32_orders(n: int) -> None:
    """Each run is below or above the median with the same chance: of all 2^n ways, those in which the interval fails.

    An interval one place narrower, where there is one, would fail in more.
    """
    found = median_interval([float(place) for place in range(n)])
    assert (found is None) is (n < FEWEST)
    # With so many runs below the median, it lies between two values of which so many are below.
    below = [sum(signs) for signs in itertools.product((0, 1), repeat=n)]
    place = -1 if found is None else round(found.low)
    assert found is None or found.high == n - 1 - place
    missed, narrower = (sum(not at < each < n - at for each in below) for at in (place, place + 1))
    assert missed * TAIL <= 2 * 2**n < narrower * TAIL


DRAWN: dict[str, tuple[Callable[[np.random.Generator, tuple[int, int]], Any], float]] = {
    "normal": (lambda chance, shape: chance.normal(1.0, 0.1, shape), 1.0),
    "skewed": (lambda chance, shape: 1.0 + chance.exponential(0.2, shape), 1.0 + 0.2 * math.log(2)),
    "two levels": (lambda chance, shape: 1.0 + 0.3 * (chance.random(shape) < 0.4) + 0.05 * chance.random(shape),
                   1.0 + 0.05 / 1.2),
}  # fmt: skip
"""Times with a known median: how to draw them."""
SAMPLES = 1500


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("n", [*range(6, 16), 20, 25, 30])
def test_an_interval_holds_the_median_as_often_as_it_says(kind: str, n: int) -> None:
    draw, true = DRAWN[kind]
    rows = draw(np.random.default_rng(n), (SAMPLES, n))
    held = sum(true in found for row in rows.tolist() if (found := median_interval(row)) is not None)
    assert held >= 0.95 * SAMPLES


@pytest.mark.parametrize(("m", "n"), [(4, 4), (5, 5), (7, 7), (4, 12), (15, 15), (21, 25)])
def test_a_ratio_s_interval_holds_it_as_often_as_it_says(m: int, n: int) -> None:
    """Up to three standard deviations of so many draws; the level is hardly more than 95 % in large groups."""
    chance = np.random.default_rng(m + n)
    ones, others = chance.lognormal(0.0, 0.2, (SAMPLES, m)), 1.3 * chance.lognormal(0.0, 0.2, (SAMPLES, n))
    held = sum(1.3 in ratio_interval(*rows) for rows in zip(ones.tolist(), others.tolist(), strict=True))
    assert 0.995 * SAMPLES >= held >= (0.95 - 3 * math.sqrt(0.95 * 0.05 / SAMPLES)) * SAMPLES


@pytest.mark.optional
@pytest.mark.parametrize("n", [6, 7, 10, 15, 21, 30, 50])
def test_the_interval_of_the_median_is_scipy_s(n: int) -> None:
    scipy = pytest.importorskip("scipy.stats")
    values = random.Random(n).choices(range(10_000), k=n)
    theirs = scipy.quantile_test(values, q=0, p=0.5).confidence_interval(1 - 2 / TAIL - 1e-9)
    assert median_interval(values) == Interval(theirs.low, theirs.high)


@given(st.lists(st.floats(0.5, 2.0), min_size=6, max_size=30), st.floats(0.1, 10.0))
@settings(max_examples=60, deadline=None)
def test_an_interval_follows_the_clock_s_unit_and_direction(values: list[float], unit: float) -> None:
    found, other = median_interval(values), median_interval([-unit * value for value in values])
    assert found is not None
    assert other is not None
    assert (other.low, other.high) == (-unit * found.high, -unit * found.low)
    assert found.low <= statistics.median(values) <= found.high


def test_an_interval_narrows_with_more_runs() -> None:
    chance = random.Random(2)
    values = [chance.gauss(1, 0.1) for _ in range(50)]
    assert summarise(values).precision < summarise(values[:10]).precision < 0.2
    assert [summarise(values[:n]).precision == math.inf for n in (1, 5, 6)] == [True, True, False]
    assert interval_text(summarise([1.0, 1.01, 0.99, 1.02, 1.0, 1.0])) == "± 1.5 %"
    assert interval_text(summarise([1.0, 1.01, 0.99, 1.02, 1.0])) == ""


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
    assert start * factor**20 in growth.interval(20)  # the factor may stay as it is, or rise
    assert start * factor**20 < growth.at(20) < growth.interval(20).high
    assert growth.determination == pytest.approx(1.0)
    assert growth.steady


SPEEDS = (4, 4, 7, 7, 8, 9, 10, 10, 10, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17,
          17, 17, 18, 18, 18, 18, 19, 19, 19, 20, 20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25)  # fmt: skip
DISTANCES = (2, 10, 4, 22, 16, 10, 18, 26, 34, 17, 28, 14, 20, 24, 28, 26, 34, 34, 46, 26, 36, 60, 80, 20, 26, 54, 32,
             40, 32, 40, 50, 42, 56, 76, 84, 36, 46, 68, 32, 48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85)  # fmt: skip


def test_a_line_is_that_of_r_s_example_cars() -> None:
    """``summary(lm(dist ~ speed, cars))``."""
    line = fit_line(list(zip(map(float, SPEEDS), map(float, DISTANCES), strict=True)))
    assert line is not None
    assert (line.slope, line.intercept) == pytest.approx((3.932409, -17.579095), abs=1e-6)
    assert line.determination == pytest.approx(0.6510794, abs=1e-7)
    assert line.at(10) == pytest.approx(21.74499, abs=2e-3)


def predictions() -> Iterator[tuple[int, bool]]:
    """How many sizes on, and whether it held: each growth that can be taken from published figures of N queens."""
    veneroso = paper("000").figures
    series = [
        [(int(n), float(figure)) for n, figure in row.items()]
        for quantity in (Quantity.NODES, Quantity.TIME) for row in veneroso[quantity].values()
    ]  # fmt: skip
    known = [(n, instances("queens").known(str(n), Goal.COUNT)) for n in range(8, 28)]
    series.append([(n, float(count)) for n, count in known if count is not None])
    for points in series:
        for last in range(3, len(points)):
            growth = fit_growth(points[max(0, last - GROWTH_POINTS) : last])
            for ahead, (n, figure) in enumerate(points[last : last + 3], 1):
                if growth is not None and growth.steady:
                    yield ahead, figure in growth.interval(n)


def test_published_counts_and_times_lie_where_the_growth_says() -> None:
    """A line through the logarithms held half of the figures two sizes on, and a quarter of those three sizes on."""
    found = list(predictions())
    for ahead in (1, 2, 3):
        held = [each for steps, each in found if steps == ahead]
        assert len(held) > 50
        assert sum(held) >= 0.95 * len(held)


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
    assert time_ratio([1.0] * 8, [1.0] * 8).beyond_noise is False


def test_a_ratio_s_interval_leaves_out_as_many_pairs_as_the_rank_test_s_critical_value() -> None:
    """8 for groups of 5 and 10 at 5 % on both sides, in every table of U (Mann and Whitney 1947)."""
    early, term = [0.74, 0.88, 0.90, 1.15, 1.21], [0.73, 0.80, 0.83, 1.04, 1.38, 1.45, 1.46, 1.64, 1.89, 1.91]
    pairs = sorted(b / a for a in early for b in term)
    found = ratio_interval(early, term)
    assert (found.low, found.high) == (pairs[8], pairs[41])
    assert time_ratio(early, term).factor == statistics.median(pairs)
    assert [ratio_interval(term[:m], early[:m]).high == math.inf for m in (1, 3, 4)] == [True, True, False]


def test_a_difference_reads_as_a_sentence() -> None:
    slow, fast = [1.8, 1.81, 1.82, 1.79, 1.8], [1.0, 1.01, 0.99, 1.0, 1.02]
    assert against_text(time_ratio(fast, slow), "x") == "slower: 1.80 ± 0.03 times as long as x"
    assert against_text(time_ratio(slow, fast), "x") == "faster: 0.56 ± 0.01 times as long as x"
    assert against_text(time_ratio(fast, fast), "x").startswith("cannot be told apart from x: 0.98 to 1.02 times")
    assert against_text(time_ratio([1.0], [2.0]), "x") == "too few runs to tell: 2.00 times as long as x"
    assert ratio_text(time_ratio([1.0, 1.1, 1.2], [5000.0, 5500.0, 6000.0])) == "5 000"


@given(st.lists(st.floats(0.5, 2.0), min_size=1, max_size=14), st.lists(st.floats(0.5, 2.0), min_size=1, max_size=14))
def test_the_interval_leaves_out_1_only_where_the_verdict_says_so(one: list[float], other: list[float]) -> None:
    rounds = list(zip(one, other, strict=False))
    for found in (time_ratio(one, other), time_ratio_by_rounds(one, other, rounds)):
        assert (1.0 not in found.interval) is (found.verdict in (RatioVerdict.SLOWER, RatioVerdict.FASTER))


def test_a_difference_too_small_to_mean_anything_is_none() -> None:
    one = [1 + n / 100_000 for n in range(20)]
    near, far = 1 + LEAST_EFFECT / 2, 1 + LEAST_EFFECT * 2
    assert time_ratio(one, [value * near for value in one]).beyond_noise is False
    assert time_ratio(one, [value * far for value in one]).beyond_noise is True


@pytest.mark.parametrize(("pairs", "wrong"), [(30, 1), slow(60, 2)])
def test_chance_alone_is_seldom_taken_for_a_difference(pairs: int, wrong: int) -> None:
    chance = random.Random(1)

    def group(middle: float) -> list[float]:
        return [chance.gauss(middle, 0.1) for _ in range(20)]

    assert sum(bool(time_ratio(group(1), group(1)).beyond_noise) for _ in range(pairs)) <= wrong
    assert sum(bool(time_ratio(group(1), group(1.2)).beyond_noise) for _ in range(pairs)) >= pairs - wrong


def test_spans() -> None:
    assert spans(["4", "5", "6", "9"]) == "4–6, 9"
    assert spans(["b", "a"]) == "b, a"


# Given numbers


@pytest.mark.parametrize(
    ("values", "median", "quartiles", "interval", "precision"),
    [
        ([3], 3, (3, 3), None, math.inf),
        ([1, 2], 1.5, (1.25, 1.75), None, math.inf),
        ([5, 1, 4, 2, 3], 3, (2, 4), None, math.inf),
        ([6, 5, 1, 4, 2, 3], 3.5, (2.25, 4.75), (1, 6), 5 / 7),
        ([1, 1, 1, 1, 1, 9], 1, (1, 1), (1, 9), 4),
        (range(1, 11), 5.5, (3.25, 7.75), (2, 9), 7 / 11),
        (range(1, 22), 11, (6, 16), (6, 16), 5 / 11),
        ([0.0], 0, (0, 0), None, math.inf),  # of a coarse clock
        ([0.0] * 6, 0, (0, 0), (0, 0), 0),
        ([0.0, 0.0, 1.0, 1.0, 1.0, 1.0], 1, (0.25, 1), (0, 1), 0.5),
    ],
)
def test_the_summary_of_given_values(
    values: Sequence[float], median: float, quartiles: tuple[float, float], interval: tuple[float, float] | None,
    precision: float,
) -> None:  # fmt: skip
    found = summarise(values)
    assert (found.count, found.minimum, found.maximum) == (len(values), min(values), max(values))
    assert found.median == median
    assert (found.lower_quartile, found.upper_quartile, found.spread) == (*quartiles, quartiles[1] - quartiles[0])
    assert interval == (None if found.interval is None else (found.interval.low, found.interval.high))
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
        ([10, 11, 12], [20, 21, 22], 1.90909, (0, math.inf), None),
        (range(100, 110), range(200, 210), 1.95703, (1.90741, 2.00971), True),
        (range(100, 110), range(101, 111), 1.00957, (0.980952, 1.03922), False),
        (range(200, 210), range(100, 110), 0.510981, (0.497585, 0.524272), True),
        ([1], [2], 2, (0, math.inf), None),
        ([0.0], [1.0], math.inf, (0, math.inf), None),
        ([100 + i / 10 for i in range(10)], [102.5 + i / 10 for i in range(10)], 1.02489, (1.0, 1.02794), False),
        ([100 + i / 10 for i in range(10)], [104.5 + i / 10 for i in range(10)], 1.0448, (1.04171, 1.0479), True),
    ],
)
def test_the_difference_of_given_times(
    one: Sequence[float], other: Sequence[float], factor: float, interval: tuple[float, float], told: bool | None
) -> None:
    found = time_ratio(one, other)
    assert found.factor == pytest.approx(factor, rel=1e-5)
    assert (found.interval.low, found.interval.high) == pytest.approx(interval, rel=1e-5)
    half = (interval[1] - interval[0]) / 2
    assert found.margin == pytest.approx(half, rel=1e-2) or math.isinf(half)
    assert found.beyond_noise is told


def test_a_factorial_is_foretold_by_a_factor_that_rises_as_n_does() -> None:
    growth = fit_growth([(n, math.factorial(n)) for n in range(6, 11)])
    assert growth is not None
    assert (growth.factors.low, growth.factors.high) == pytest.approx((7, 10))
    for n in (11, 12, 13):
        assert growth.at(n) < math.factorial(n) < growth.interval(n).high


def test_the_line_through_given_points() -> None:
    line = fit_line([(1, 2), (2, 4.1), (3, 5.9), (4, 8)])
    assert line is not None
    assert (line.slope, line.intercept, line.at(5)) == pytest.approx((1.98, 0.05, 9.95))
    assert line.determination == pytest.approx(0.999083, rel=1e-5)
    assert fit_line([(1, 1), (2, 2)]) is None
    assert fit_line([(1, 1), (1, 2), (1, 3), (2, 4)]) is None
    level = fit_line([(1, 3), (2, 3), (3, 3)])
    assert level is not None
    assert level.determination == 1


def test_the_growth_of_given_times() -> None:
    growth = fit_growth([(4, 1.0), (5, 3.1), (6, 8.8), (7, 27.5), (8, 0)])  # a time of 0 is no point
    assert growth is not None
    assert (growth.first, growth.last, growth.steady, growth.at(2000)) == (4, 7, True, math.inf)
    assert (growth.factor, growth.determination, growth.at(8)) == pytest.approx((3.01841, 0.999716, 96.7074), rel=1e-5)
    at_8 = growth.interval(8)
    bounds = (growth.factors.low, growth.factors.high, at_8.low, at_8.high)
    assert bounds == pytest.approx((2.83871, 3.125, 78.0645, 117.34), rel=1e-5)
    shaky = fit_growth([(1, 5), (2, 1), (3, 7), (4, 2)])
    assert shaky is not None
    assert not shaky.steady


@pytest.mark.parametrize(
    ("last", "expected", "holds"), [(27.5, (24.9806, 39.1694), True), (400.0, (24.9806, 39.1694), False)]
)
def test_the_next_size_of_given_times(last: float, expected: tuple[float, float], holds: bool) -> None:
    found = check_growth([(4, 1.0), (5, 3.1), (6, 8.8), (7, last)])
    assert found is not None
    assert (found.expected.low, found.expected.high) == pytest.approx(expected, rel=1e-5)
    assert (found.x, found.measured, found.holds) == (7, last, holds)
