"""What samples say."""

from __future__ import annotations

import itertools
import math
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.compare.statistics import difference, fit_growth, outliers, summarise
from core.compare.text import spans
from core.wording import grouped

TIMES = st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=9)


@given(TIMES)
@settings(max_examples=60, deadline=None)
def test_a_summary_is_ordered_and_agrees_with_the_standard_library(values: list[float]) -> None:
    summary = summarise(values)
    assert summary.minimum <= summary.lower_quartile <= summary.median <= summary.upper_quartile <= summary.maximum
    assert summary.median == pytest.approx(statistics.median(values))
    if len(values) > 1:
        quartiles = statistics.quantiles(values, n=4, method="inclusive")
        assert summary.lower_quartile == pytest.approx(quartiles[0])
        assert summary.upper_quartile == pytest.approx(quartiles[2])


def test_an_outlier_is_far_from_the_others_in_robust_deviations() -> None:
    assert outliers([1.0, 1.01, 0.99, 1.0, 5.0]) == [4]
    assert outliers([9.0, 1.01, 0.99, 1.02, 1.0]) == [0]
    assert outliers([1.0, 1.1, 0.9, 1.05, 1.2]) == []
    assert outliers([1.0, 1.0, 9.0]) == []


@given(st.floats(1.1, 9.0), st.floats(1e-6, 10.0), st.integers(3, 8))
@settings(max_examples=40, deadline=None)
def test_an_exact_growth_is_found_again(factor: float, start: float, count: int) -> None:
    growth = fit_growth([(n, start * factor**n) for n in range(4, 4 + count)])
    assert growth is not None
    assert growth.factor == pytest.approx(factor, rel=1e-6)
    assert growth.at(20) == pytest.approx(start * factor**20, rel=1e-5)
    assert growth.determination == pytest.approx(1.0)


def test_two_points_make_no_growth() -> None:
    assert fit_growth([(4, 1.0), (5, 2.0)]) is None
    assert fit_growth([(4, 1.0), (4, 2.0), (4, 3.0)]) is None
    assert fit_growth([(4, 0.0), (5, 1.0), (6, 2.0)]) is None
    assert fit_growth([(n, 10.0**n) for n in range(3)]).at(10_000) == math.inf  # type: ignore[union-attr]


@pytest.mark.parametrize(("m", "n"), [(3, 3), (4, 4), (4, 5), (5, 5)])
def test_the_noise_test_is_the_exact_rank_test(m: int, n: int) -> None:
    """Against all orders of m + n values counted one by one."""
    places = list(itertools.combinations(range(m + n), m))

    def wins(chosen: tuple[int, ...]) -> int:
        return sum(a < b for a in chosen for b in set(range(m + n)) - set(chosen))

    counts = [wins(chosen) for chosen in places]
    for chosen in places[:: max(1, len(places) // 25)]:
        others = sorted(set(range(m + n)) - set(chosen))
        extreme = min(wins(chosen), m * n - wins(chosen))
        p = 2 * sum(count <= extreme for count in counts) / len(places)
        found = difference([float(c + 1) for c in chosen], [float(o + 1) for o in others])
        assert found.beyond_noise is (None if 2 / len(places) > 0.05 else p <= 0.05)


def test_a_difference_reads_as_a_sentence() -> None:
    slow, fast = [1.8, 1.81, 1.82, 1.79, 1.8], [1.0, 1.01, 0.99, 1.0, 1.02]
    assert str(difference(fast, slow)) == "1.80 × faster, beyond the noise"
    assert str(difference(slow, fast)) == "1.80 × slower, beyond the noise"
    assert str(difference(fast, fast)) == "no difference beyond the noise"
    assert str(difference([1.0], [2.0])) == "2.00 × faster (too few samples to tell noise)"


def test_many_samples_use_the_normal_curve() -> None:
    low, high = [1 + n / 1000 for n in range(60)], [1.05 + n / 1000 for n in range(60)]
    assert difference(low, high).beyond_noise is True
    assert difference(low, low).beyond_noise is False


def test_numbers_and_spans() -> None:
    assert grouped(math.inf) == "∞"
    assert spans(["4", "5", "6", "9"]) == "4–6, 9"
    assert spans(["b", "a"]) == "b, a"
