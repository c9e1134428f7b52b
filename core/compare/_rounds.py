"""Whether two cells of a table differ, judged by rounds: what disturbs a round disturbs both cells.

Every cell gets its k-th run in round k, those of one instance one after the
other, in random order (blocks, Fisher 1935).  So for two cells of the same code, chance alone
decides which of a round's two times belongs to which cell, whatever the machine was doing.  The
test below relies on nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from core._estimates.intervals import NORMAL
from core.compare._cell import TableCell
from core.compare._sample import Sample
from core.compare._statistics import CONFIDENCE, LEAST_EFFECT, Interval, TimeRatio, time_ratio

FALSE_ALARMS = 0.015
"""At most this share of pairs of cells with the same code is judged different in one look after the last run."""
SURELY = 0.002
"""The same share for each look while runs are still being made, so that all looks together add little (Haybittle
1971)."""
EXACT_ROUNDS_UP_TO = 60
ENOUGH_ROUNDS = 8
"""With fewer rounds than this, the times are compared as two groups."""
HALVINGS = 16
"""How many times the range of a ratio is halved to find it."""


def beside(times: TableCell, others: TableCell, seconds: Callable[[Sample], float] | None = None) -> TimeRatio:
    """How many times as long the second cell of a table takes as the first; by ``seconds`` of a run, or its total
    time."""
    of = seconds or (lambda sample: sample.total_seconds)
    rounds = [(of(one), of(other)) for one, other in common_rounds(times.samples, others.samples)]
    return time_ratio_by_rounds([of(run) for run in times.counted], [of(run) for run in others.counted], rounds)


def common_rounds(times: Sequence[Sample], others: Sequence[Sample]) -> list[tuple[Sample, Sample]]:
    """The runs of two cells from the rounds in which both ended."""
    return [(one, other) for one, other in zip(times, others, strict=False) if one.complete and other.complete]


def time_ratio_by_rounds(
    times: Sequence[float], others: Sequence[float], rounds: Sequence[tuple[float, float]]
) -> TimeRatio:
    """Compare two groups of times (at least one each), by the rounds in which both were taken.

    They differ beyond the noise if `rounds_test` says so by `FALSE_ALARMS`
    and the ratio is at least `LEAST_EFFECT` away from 1.  The ratio is the one by which the second
    times must be divided for the test to find no difference, and its 95 % interval holds all those
    for which the test finds none at 5 % (Hodges and Lehmann 1963).  With few rounds, `time_ratio`
    compares the groups instead.
    """
    if len(rounds) < ENOUGH_ROUNDS or min(min(pair) for pair in rounds) <= 0:
        return time_ratio(times, others)
    return _by_rounds(tuple(rounds))


@lru_cache(maxsize=1024)
def _by_rounds(rounds: tuple[tuple[float, float], ...]) -> TimeRatio:
    pairs = [(math.log(one), math.log(other)) for one, other in rounds]
    centre, low, high = (math.exp(_shift(pairs, wanted)) for wanted in (0.0, NORMAL, -NORMAL))
    differs = rounds_test(rounds) <= FALSE_ALARMS and abs(math.log(centre)) >= math.log1p(LEAST_EFFECT)
    return TimeRatio(centre, Interval(low, high), differs)


@lru_cache(maxsize=4096)
def settled(rounds: tuple[tuple[float, float], ...], precision: float) -> bool:
    """Whether further rounds would add nothing that matters: two cells surely differ, or their ratio is known well
    and does not leave open whether it is 1.

    ``precision`` is the largest half width of its interval, as a share of the ratio.
    """
    chance = rounds_test(rounds)
    if chance <= SURELY:
        return True
    if FALSE_ALARMS < chance <= 1 - CONFIDENCE:  # its interval excludes 1, but the verdict does not follow yet
        return False
    pairs = [(math.log(one), math.log(other)) for one, other in rounds]
    centre, margin = _shift(pairs, 0.0), math.log1p(precision)
    below, above = (_z(_gains([(one, other - centre + off) for one, other in pairs])) for off in (-margin, margin))
    return below <= -NORMAL and above >= NORMAL


def rounds_test(rounds: Sequence[tuple[float, float]]) -> float:
    """The two-sided p-value of the rank-sum test for paired data (Lam and Longnecker 1983).

    All times are ranked together, as Wilcoxon's rank-sum test does.  The rank sum is compared with
    those of all ways to exchange the two times of a round (Pitman 1937), which are equally likely
    if both cells run the same code.  So a slowdown of a whole round hides nothing, and an outlier
    weighs no more than the number of runs that it overtakes.  Computed exactly up to
    `EXACT_ROUNDS_UP_TO` rounds, otherwise by the normal curve.
    """
    gains = _gains(rounds)
    if not any(gains):
        return 1.0
    sizes = [abs(gain) for gain in gains]
    extreme = (sum(sizes) - abs(sum(gains))) // 2  # the sum on one side
    if len(rounds) <= EXACT_ROUNDS_UP_TO:
        return min(1.0, 2 * _share_of_sums(extreme, sizes))
    return math.erfc(abs(_z(gains)) / math.sqrt(2))


def _gains(rounds: Sequence[tuple[float, float]]) -> list[int]:
    """The ranks by which the second time of each round is behind the first, doubled because equal times share their
    ranks."""
    ordered = sorted([(one, place, -1) for place, (one, _) in enumerate(rounds)]
                     + [(other, place, 1) for place, (_, other) in enumerate(rounds)])  # fmt: skip
    gains = [0] * len(rounds)
    begin = 0
    while begin < len(ordered):
        end = begin + 1
        while end < len(ordered) and ordered[end][0] == ordered[begin][0]:
            end += 1
        for _, place, sign in ordered[begin:end]:
            gains[place] += sign * (begin + end)
        begin = end
    return gains


def _z(gains: Sequence[int]) -> float:
    """The sum of the gains, in standard deviations of the sum with random signs."""
    variance = sum(gain * gain for gain in gains)
    return sum(gains) / math.sqrt(variance) if variance else 0.0


def _shift(pairs: Sequence[tuple[float, float]], wanted: float) -> float:
    """The amount by which to reduce the second numbers for the ranks to give ``wanted`` standard deviations."""
    low, high = (pick(other - one for one, other in pairs) for pick in (min, max))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _z(_gains([(one, other - middle) for one, other in pairs])) > wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _share_of_sums(most: int, numbers: Sequence[int]) -> float:
    """The share of all sets of the numbers whose sum is at most ``most``."""
    # One large integer holds, for each sum, the number of sets, in enough bits that none overflows.
    bits = len(numbers) + 1
    ways = 1
    for number in numbers:
        ways += ways << (bits * number)
    ways &= (1 << (bits * (most + 1))) - 1
    return float(ways % ((1 << bits) - 1) / 2 ** len(numbers))  # sum of all digits
