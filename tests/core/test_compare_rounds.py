"""Two cells of one table told apart by the rounds in which they were measured."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from core.compare.cell import Cell
from core.compare.plan import Key
from core.compare.rounds import beside, difference_by_rounds, signed_rank_test
from core.compare.sample import Ending, Sample
from core.compare.statistics import difference


@pytest.mark.parametrize(("size", "rounding"), [(6, 9), (20, 9), (50, 9), (51, 9), (80, 9), (30, 1), (12, 0)])
def test_signed_ranks_are_those_of_scipy(size: int, rounding: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    chance = random.Random(size)
    values = [round(chance.gauss(0.4, 1), rounding) for _ in range(size)]
    sizes = [abs(value) for value in values if value]
    method = "exact" if len(set(sizes)) == size <= 50 else "approx"
    theirs = stats.wilcoxon(values, correction=True, method=method).pvalue
    assert signed_rank_test(values) == pytest.approx(theirs, rel=1e-9)
    assert signed_rank_test([-value for value in values]) == pytest.approx(theirs, rel=1e-9)


def test_signed_ranks_of_r_s_example() -> None:
    """The depression scores in the help page of R's wilcox.test, two-sided."""
    before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    assert signed_rank_test([b - a for b, a in zip(before, after, strict=True)]) == pytest.approx(0.03906, abs=1e-5)


def test_no_differences_differ_by_nothing() -> None:
    assert signed_rank_test([]) == signed_rank_test([0.0] * 20) == 1.0


def drifting(chance: random.Random, rounds: int, factor: float) -> tuple[list[float], list[float]]:
    """Times of two cells on a machine that is now slow, now fast, for a round or more."""
    one, other, slow = [], [], 1.0
    for _ in range(rounds):
        slow = chance.choice([1.0, 1.0, 1.6, 2.2]) if chance.random() < 0.5 else slow
        one.append(slow * chance.gauss(1, 0.02))
        other.append(slow * factor * chance.gauss(1, 0.02))
    return one, other


def told(one: Sequence[float], other: Sequence[float]) -> bool:
    return bool(difference_by_rounds(one, other, list(zip(one, other, strict=True))).beyond_noise)


def test_what_slows_a_whole_round_hides_nothing_and_feigns_nothing() -> None:
    chance = random.Random(17)
    slower = [drifting(chance, 12, 1.2) for _ in range(100)]
    same = [drifting(chance, 12, 1.0) for _ in range(100)]
    assert sum(told(*pair) for pair in slower) >= 98
    assert sum(told(*pair) for pair in same) <= 3
    assert sum(bool(difference(*pair).beyond_noise) for pair in slower) < 40  # without the rounds it was hidden
    for one, other in slower[:10]:
        found = difference_by_rounds(one, other, list(zip(one, other, strict=True)))
        assert found.factor == pytest.approx(1.2, abs=0.03)
        assert found.interval.low <= found.factor <= found.interval.high < 1.3


def test_single_runs_far_off_hide_nothing_either() -> None:
    chance = random.Random(5)

    def group(factor: float) -> list[float]:
        return [factor * chance.gauss(1, 0.02) * (3 if chance.random() < 0.3 else 1) for _ in range(25)]

    assert sum(told(group(1.0), group(1.2)) for _ in range(60)) >= 57
    assert sum(told(group(1.0), group(1.0)) for _ in range(60)) <= 3


def cell(seconds: Sequence[float | None]) -> Cell:
    """Runs with these times; None where a run gave up its time to a limit."""
    samples = [
        Sample(Ending.COMPLETE if each is not None else Ending.LIMIT, each or 9.0, each or 9.0, None, 1, 1)
        for each in seconds
    ]
    return Cell(Key("a", "1"), samples=tuple(samples))


def test_cells_are_compared_round_by_round() -> None:
    slow = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 1.0, 4.0, 1.0, 2.0]
    one = cell([1.00 * each for each in slow])
    other = cell([1.25 * each for each in slow])
    found = beside(one, other)
    assert (found.factor, found.beyond_noise) == (pytest.approx(1.25), True)
    assert beside(other, one).factor == pytest.approx(0.8)
    assert beside(one, one).beyond_noise is False
    few = beside(cell(slow[:3]), cell(slow[:3]))
    assert few.beyond_noise is None
    assert beside(one, other, lambda sample: 1.0).factor == 1
    late = cell([None, *(1.25 * each for each in slow[1:])])
    assert beside(one, late).factor == pytest.approx(1.25)  # the first round has no pair


def test_ratios_are_those_of_r() -> None:
    """``conf.int`` of R's wilcox.test is of differences: here of the logarithms, by the normal curve."""
    stats = pytest.importorskip("scipy.stats")
    chance = random.Random(3)
    one, other = ([chance.lognormvariate(middle, 0.2) for _ in range(30)] for middle in (0.0, 0.15))
    found = difference_by_rounds(one, other, list(zip(one, other, strict=True)))
    for bound in (found.interval.low, found.interval.high):
        # At the ends of the interval the surer test would be undecided.
        shifted = [each / bound for each in other]
        undecided = [
            stats.mannwhitneyu(one, shifted, method="asymptotic").pvalue,
            stats.wilcoxon([a - b for a, b in zip(map(math.log, shifted), map(math.log, one), strict=True)]).pvalue,
        ]
        assert any(p == pytest.approx(0.05, abs=0.01) for p in undecided)
    assert found.interval.low < found.factor < found.interval.high
