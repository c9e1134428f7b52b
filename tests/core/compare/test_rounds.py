"""Two cells of one table told apart by the rounds in which they were measured."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence

import pytest

from core.compare import Ending, Key, Sample
from core.compare._cell import TableCell
from core.compare._enough import LOOKS
from core.compare._rounds import EXACT_ROUNDS_UP_TO, beside, rounds_test, settled, time_ratio_by_rounds
from core.compare._statistics import time_ratio
from tests.cases import others_slow, slow

Rounds = list[tuple[float, float]]


def sized(chance: random.Random, count: int, digits: int, factor: float = 1.1) -> Rounds:
    return [(round(chance.gauss(1, 0.2), digits), round(chance.gauss(factor, 0.2), digits)) for _ in range(count)]


@pytest.mark.parametrize(("count", "digits"), [(1, 9), (5, 9), (9, 9), (9, 1), (12, 9), (12, 1)])
def test_the_test_counts_all_ways_to_exchange_the_times_of_a_round(count: int, digits: int) -> None:
    rounds = sized(random.Random(count), count, digits)
    pooled = sorted(time for pair in rounds for time in pair)

    def rank(time: float) -> float:
        return pooled.index(time) + (pooled.count(time) + 1) / 2

    gains = [rank(other) - rank(one) for one, other in rounds]
    sums = [
        abs(sum(s * g for s, g in zip(signs, gains, strict=True))) for signs in itertools.product((1, -1), repeat=count)
    ]
    share = sum(each >= abs(sum(gains)) for each in sums) / len(sums)
    assert rounds_test(rounds) == pytest.approx(share)
    assert rounds_test([(other, one) for one, other in rounds]) == pytest.approx(share)


@pytest.mark.optional
@pytest.mark.parametrize("count", [7, slow(11)])
def test_it_is_scipy_s_permutation_test_of_the_rank_sum(count: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    one, other = zip(*sized(random.Random(count), count, 9, 1.2), strict=True)

    def rank_sum(x: Sequence[float], y: Sequence[float]) -> float:
        return float(stats.rankdata([*x, *y])[: len(x)].sum())

    theirs = stats.permutation_test((one, other), rank_sum, permutation_type="samples", n_resamples=math.inf)
    assert rounds_test(list(zip(one, other, strict=True))) == pytest.approx(theirs.pvalue)


def test_many_rounds_go_by_the_normal_curve_and_that_is_near() -> None:
    rounds = sized(random.Random(4), EXACT_ROUNDS_UP_TO, 9, 1.08)
    exact = rounds_test(rounds)
    assert 0.01 < exact < 0.3
    more = [*rounds, (1.0, 1.0)]  # says nothing
    assert rounds_test(more) == pytest.approx(exact, rel=0.15)


def test_times_that_are_all_the_same_differ_by_nothing() -> None:
    assert rounds_test([(1.0, 1.0)] * 9) == rounds_test([]) == 1.0
    assert rounds_test([(1.0, 1.1)] * 10) == pytest.approx(2 / 2**10)


NOISES: dict[str, Callable[[random.Random], float]] = {
    "little": lambda chance: chance.gauss(1, 0.02),
    "skewed": lambda chance: 1 + chance.expovariate(4),
    "often far off": lambda chance: chance.gauss(1, 0.01) * (chance.uniform(1, 2) if chance.random() < 0.3 else 1),
    "a clock that jumps": lambda chance: chance.gauss(1, 0.01) * (0.4 if chance.random() < 0.03 else 1),
}


def measured(noise: str, factor: float, chance: random.Random) -> tuple[bool, int]:
    """What is said of two cells that are measured as long as an experiment would, on a machine that now and then
    slows whole rounds; and after how many rounds."""
    rounds: Rounds = []
    slow = 1.0
    for _ in range(50):
        slow = chance.choice([1.0, 1.0, 1.3, 1.8]) if chance.random() < 0.2 else slow
        rounds.append((slow * NOISES[noise](chance), slow * factor * NOISES[noise](chance)))
        if len(rounds) in LOOKS and settled(tuple(rounds), 0.05):
            break
    return told(*zip(*rounds, strict=True)), len(rounds)


@pytest.mark.parametrize("noise", others_slow(NOISES, "little", "a clock that jumps"))
def test_looking_again_and_again_makes_few_false_alarms_and_finds_a_fifth(noise: str) -> None:
    chance = random.Random(11)
    same = [measured(noise, 1.0, chance) for _ in range(120)]
    slower = [measured(noise, 1.2, chance) for _ in range(120)]
    assert sum(said for said, _ in same) <= 6
    assert sum(said for said, _ in slower) >= 114
    assert sum(count for _, count in slower) < sum(count for _, count in same) + 120  # what is surely apart ends early


def test_runs_are_settled_when_surely_apart_or_known_well() -> None:
    def rounds(factor: float, spread: float, count: int) -> tuple[tuple[float, float], ...]:
        return tuple((1 + spread * (n % 3), factor * (1 + spread * ((n + 1) % 3))) for n in range(count))

    assert settled(rounds(1.0, 0.01, 12), 0.05)
    assert not settled(rounds(1.0, 0.2, 12), 0.05)
    assert settled(rounds(1.0, 0.2, 12), 0.5)
    assert settled(rounds(3.0, 0.2, 12), 0.05)
    assert not settled(rounds(3.0, 0.2, 9), 0.0001)  # nine rounds cannot be as sure as that


def drifting(chance: random.Random, rounds: int, factor: float) -> tuple[list[float], list[float]]:
    """Times of two cells on a machine that is now slow, now fast, for a round or more."""
    one, other, slow = [], [], 1.0
    for _ in range(rounds):
        slow = chance.choice([1.0, 1.0, 1.6, 2.2]) if chance.random() < 0.5 else slow
        one.append(slow * chance.gauss(1, 0.02))
        other.append(slow * factor * chance.gauss(1, 0.02))
    return one, other


def told(one: Sequence[float], other: Sequence[float]) -> bool:
    return bool(time_ratio_by_rounds(one, other, list(zip(one, other, strict=True))).beyond_noise)


def test_what_slows_a_whole_round_hides_nothing_and_feigns_nothing() -> None:
    chance = random.Random(17)
    slower = [drifting(chance, 12, 1.2) for _ in range(100)]
    same = [drifting(chance, 12, 1.0) for _ in range(100)]
    assert sum(told(*pair) for pair in slower) >= 98
    assert sum(told(*pair) for pair in same) <= 3
    assert sum(bool(time_ratio(*pair).beyond_noise) for pair in slower) < 40  # without the rounds it was hidden
    for one, other in slower[:10]:
        found = time_ratio_by_rounds(one, other, list(zip(one, other, strict=True)))
        assert found.factor == pytest.approx(1.2, abs=0.03)
        assert found.interval.low <= found.factor <= found.interval.high < 1.3


def test_single_runs_far_off_hide_nothing_either() -> None:
    chance = random.Random(5)

    def group(factor: float) -> list[float]:
        return [factor * chance.gauss(1, 0.02) * (3 if chance.random() < 0.3 else 1) for _ in range(45)]

    assert sum(told(group(1.0), group(1.2)) for _ in range(60)) >= 57
    assert sum(told(group(1.0), group(1.0)) for _ in range(60)) <= 3


def cell(seconds: Sequence[float | None]) -> TableCell:
    """Runs with these times; None where a run gave up its time to a limit."""
    samples = [
        Sample(Ending.COMPLETE if each is not None else Ending.LIMIT, each or 9.0, each or 9.0, None, 1, 1)
        for each in seconds
    ]
    return TableCell(Key("a", "1"), samples=tuple(samples))


def test_cells_are_compared_round_by_round() -> None:
    slow = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 1.0, 4.0, 1.0, 2.0]
    one = cell([1.00 * each for each in slow])
    other = cell([1.25 * each for each in slow])
    found = beside(one, other)
    assert found.factor == pytest.approx(1.25)
    assert found.beyond_noise is True
    assert beside(other, one).factor == pytest.approx(0.8)
    assert beside(one, one).beyond_noise is False
    few = beside(cell(slow[:3]), cell(slow[:3]))
    assert few.beyond_noise is None
    assert beside(one, other, lambda sample: 1.0).factor == 1
    late = cell([None, *(1.25 * each for each in slow[1:])])
    assert beside(one, late).factor == pytest.approx(1.25)  # the first round has no pair


def test_the_interval_ends_where_the_test_would_be_undecided() -> None:
    chance = random.Random(3)
    rounds = [(chance.lognormvariate(0, 0.2), chance.lognormvariate(0.15, 0.2)) for _ in range(40)]
    found = time_ratio_by_rounds([1.0], [1.0], rounds)
    assert found.interval.low < found.factor < found.interval.high

    def divided(ratio: float) -> float:
        return rounds_test([(one, other / ratio) for one, other in rounds])

    assert divided(found.factor) > 0.9
    assert divided(found.interval.low) == pytest.approx(0.05, abs=0.01)
    assert divided(found.interval.high) == pytest.approx(0.05, abs=0.01)


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    chance = random.Random(8)
    groups = [[chance.lognormvariate(0, 0.3) for _ in range(14)] for _ in range(400)]
    assert 0 < sum(told(one, other) for one, other in itertools.pairwise(groups)) <= 0.03 * 400


def test_a_ratio_near_1_is_no_difference_however_sure() -> None:
    near, far = ([(1 + n / 1e5, factor * (1 + n / 1e5)) for n in range(20)] for factor in (1.02, 1.04))
    assert time_ratio_by_rounds([1.0], [1.0], near).beyond_noise is False
    assert time_ratio_by_rounds([1.0], [1.0], far).beyond_noise is True


@pytest.mark.parametrize(
    ("factor", "count", "p", "found", "interval", "told", "precisions"),
    [
        (1.0, 10, 0.148438, 0.980393, (0.95238, 1.00961), False, [False, True, True]),
        (1.05, 10, 0.0390625, 1.02941, (0.999999, 1.0601), False, [False, False, False]),
        (1.2, 8, 0.0078125, 1.2, (1.16635, 1.23462), True, [False, True, True]),
        (0.8, 20, 1.90735e-06, 0.785048, (0.756757, 0.814814), True, [True, True, True]),
        (1.5, 70, 3.68346e-14, 1.51007, (1.42638, 1.58653), True, [True, True, True]),
        (1.001, 70, 0.657004, 1.00772, (0.951874, 1.05875), False, [False, False, True]),
    ],
)
def test_the_difference_of_given_rounds(
    factor: float, count: int, p: float, found: float, interval: tuple[float, float], told: bool, precisions: list[bool]
) -> None:
    rounds = [(1 + i * 7 % count / 100, factor * (1 + i * 5 % count / 100)) for i in range(count)]
    said = time_ratio_by_rounds([one for one, _ in rounds], [other for _, other in rounds], rounds)
    assert rounds_test(rounds) == pytest.approx(p, rel=1e-5)
    assert said.factor == pytest.approx(found, rel=1e-5)
    assert (said.interval.low, said.interval.high) == pytest.approx(interval, rel=1e-5)
    assert said.beyond_noise is told
    assert [settled(tuple(rounds), precision) for precision in (0.001, 0.05, 0.2)] == precisions


def test_few_rounds() -> None:
    assert rounds_test([(1, 1), (2, 2)]) == 1
    assert rounds_test([(1, 2)] * 4) == 0.125
    assert rounds_test([(1, 2), (3, 4), (6, 5)]) == 1
