"""What estimates are made of: totals with their intervals, probes with their errors.  The clocks are the test's own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core._estimates.by_parts
import core._estimates.probes
from core import Queens, algorithm
from core._estimates.by_parts import PartsEstimate, PartsTooLarge, estimate, unsteadiness
from core._estimates.expected import probed
from core._estimates.intervals import Likely
from core._estimates.probes import FIRST_BATCH, LONGEST_START, Estimator
from core._parts.part import Part, PartRun, Record, cut
from core.exact_cover._analysis import outlook as cover_outlook
from core.exact_cover._formats import read
from core.exact_cover._gallery import instance
from core.exact_cover._kernels.probing import probing
from core.running import Slicing

# Totals of parts


@pytest.mark.optional
@pytest.mark.parametrize("size", [2, 3, 10, 16, 17, 40])
def test_the_interval_of_a_total_is_that_of_a_sample_without_replacement(size: int) -> None:
    """Cochran 1977, §2.5: Student's t, and less uncertainty the more of the parts were done."""
    scipy = pytest.importorskip("scipy.stats")
    sample = [1.0 + (7 * k % 5) / 4 for k in range(size)]
    found = Likely.of_total(sample, 50)
    mean = math.fsum(sample) / size
    error = scipy.t.ppf(0.975, size - 1) * scipy.sem(sample) * math.sqrt(1 - size / 50)
    assert found.value == pytest.approx(50 * mean)
    assert found.high - found.value == pytest.approx(50 * error, rel=0.01)
    assert found.low == pytest.approx(max(0.0, 50 * (mean - error)), rel=0.01)


def test_all_parts_make_a_total_without_doubt() -> None:
    assert Likely.of_total([1.0, 2.0, 6.0], 3) == Likely(9.0, 9.0, 9.0)
    assert Likely.of_total([4.0], 1) == Likely(4.0, 4.0, 4.0)
    assert Likely.of_total([0.0, 10.0], 20).low == 0.0


def test_hours_and_cores() -> None:
    whole = Likely(7200.0, 3600.0, 10800.0)
    found = PartsEstimate(8, 4, whole, whole, whole, 1.0)
    assert found.core_hours == Likely(2.0, 1.0, 3.0)
    assert (found.on(4), found.on(8), found.on(100)) == (1800.0, 900.0, 900.0)


def ticking(clock: Iterator[int]) -> Slicing:
    """Clocks that all go on by one whenever one of them is looked at."""
    return Slicing.by(lambda: float(next(clock)))


def parts(of: int) -> list[Part]:
    entry = algorithm("queens", "bitmask")
    return list(cut(entry, Queens(6), entry.settings({}), of))


def test_the_sample_is_of_different_parts_until_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part takes some ticks of the clock; the first one pays for compiling and does not count."""
    done: list[int] = []
    real = PartRun

    def noted(part: Part, slicing: Slicing) -> object:
        done.append(part.number)
        return real(part, Slicing.by(lambda: 0.0))  # in one slice

    slicing = ticking(count())
    monkeypatch.setattr(core._estimates.by_parts, "PartRun", noted)
    found = estimate(parts(12), 9.0, seed=3, slicing=slicing)
    assert found is not None
    assert done[0] == done[1]
    assert len(set(done[1:])) == len(done[1:]) == found.sampled < 12
    assert found.parts == 12
    assert found.spent >= 9.0
    again: list[int] = []
    done, again = [], done
    assert estimate(parts(12), 9.0, seed=3, slicing=slicing) is not None
    assert done == again
    done = []
    estimate(parts(12), 9.0, seed=4, slicing=slicing)
    assert done != again


def test_all_parts_done_are_the_count() -> None:
    found = estimate(parts(3), 1e9)
    assert found is not None
    assert (found.sampled, found.solutions) == (3, Likely(4.0, 4.0, 4.0))
    alone = estimate(parts(1), 1e9)
    assert alone is not None
    assert (alone.sampled, alone.solutions) == (1, Likely(4.0, 4.0, 4.0))


def test_stopped_before_two_are_done_there_is_no_estimate() -> None:
    assert estimate(parts(4), 1e9, stopped=lambda: True) is None


def test_a_part_without_end_is_given_up_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        record, code_coming = None, False

        def __init__(self, part: Part, slicing: Slicing) -> None: ...

        def advance(self) -> None: ...

        def counts(self) -> tuple[int, int]:
            return 0, 0

    clock = count()
    monkeypatch.setattr(core._estimates.by_parts, "PartRun", Endless)
    with pytest.raises(PartsTooLarge, match=r"one of the 4 parts takes longer than 10.* s; give a larger number"):
        estimate(parts(4), 1.0, slicing=ticking(clock))
    assert next(clock) in range(11, 20)
    with pytest.raises(PartsTooLarge) as caught:
        estimate(parts(4), 20.0, patience=None, slicing=ticking(clock))
    assert 10 <= caught.value.spent <= 16, "half of the time: the rest is for random probes"


def test_probes_end_when_their_time_is_up() -> None:
    clock = count()
    found = probed(probing(instance("dominoes-16x16").puzzle().problem, 1), 300.0, lambda: False, ticking(clock))
    assert found is not None
    assert next(clock) in range(300, 305)


@pytest.mark.parametrize(
    ("sample", "of", "expected"),
    [
        ([3.0], 1, (3.0, 3.0, 3.0)),
        ([2.0, 4.0], 10, (30.0, 0.0, 143.648)),
        ([2.0, 4.0, 3.0], 10, (30.0, 9.21621, 50.7838)),
        ([2.0, 2.0, 2.0], 30, (60.0, 60.0, 60.0)),
        ([1.0, 2.0] * 8, 100, (150.0, 124.78, 175.22)),
        ([1.0, 2.0] * 9, 100, (150.0, 126.832, 173.168)),
        ([1.0, 2.0] * 100, 100_000, (150_000.0, 143_017.6, 156_982.4)),
    ],
)
def test_totals_of_samples(sample: list[float], of: int, expected: tuple[float, float, float]) -> None:
    found = Likely.of_total(sample, of)
    assert (found.value, found.low, found.high) == pytest.approx(expected, rel=3e-4)


def test_an_interval_is_widened_on_both_sides() -> None:
    assert Likely(10.0, 8.0, 12.0).widened(0.25) == Likely(10.0, 6.4, 15.0)


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], 0.2),
        ([1.0] * 9, 0.2),
        ([1.0, 2.0] * 25, 0.2),
        ([1.0] * 10 + [2.0] * 10 + [1.0] * 10 + [3.0] * 10 + [1.0] * 10, 1.13578),
        ([0.0] * 20, 0.2),
        (list(range(50)), 1.30379),
    ],
)
def test_how_unsteady_a_machine_is(times: list[float], expected: float) -> None:
    assert unsteadiness(times) == pytest.approx(expected, rel=3e-4)


class Costs:
    """Parts that take so many seconds each, in four steps; what is done first waits for two steps to be compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cpu, self.coming = 0.0, 2
        costs = self

        class OnePart:
            def __init__(self, cost: float, slicing: Slicing) -> None:
                self.cost, self.left = cost, 4
                self.record: Record | None = None

            def advance(self) -> None:
                costs.cpu += self.cost / 4
                if costs.coming > 0:
                    costs.coming -= 1
                else:
                    self.left -= 1
                if not self.left:
                    self.record = Record(0, 10, 100, self.cost, ())

            def counts(self) -> tuple[int, int]:
                return 4 - self.left, 0

            @property
            def code_coming(self) -> bool:
                return costs.coming > 0

        monkeypatch.setattr(core._estimates.by_parts, "PartRun", OnePart)
        self._slicing = Slicing(wall=lambda: 1.25 * self.cpu, thread=lambda: self.cpu)

    def sampled(self, costs: list[float], seconds: float, stop: float = 1e9, **more: Any) -> object:
        """How many parts were done, what their total is said to be, and when it ended; or why there is none."""
        try:
            found = estimate(costs, seconds, stopped=lambda: self.cpu > stop, slicing=self._slicing, **more)  # type: ignore[arg-type]
        except PartsTooLarge as error:
            return error.solutions, error.seconds, error.spent
        if found is None:
            return self.cpu
        total = found.seconds
        return found.sampled, *(round(each, 3) for each in (total.value, total.low, total.high)), found.spent, self.cpu


@pytest.mark.parametrize(
    ("costs", "seconds", "more", "expected"),
    [
        ([1.0] * 20, 10.0, {}, (7, 20.0, 16.667, 24.0, 8.25, 8.5)),
        ([1.0] * 20, 3.0, {}, (4, 20.0, 16.667, 24.0, 5.25, 5.5)),
        ([1.0] * 20, 1000.0, {}, (20, 20.0, 16.667, 24.0, 21.25, 21.5)),
        ([1.0], 0.5, {}, (1, 1.0, 0.833, 1.2, 1.25, 1.5)),
        ([float(cost) for cost in range(1, 21)], 60.0, {}, (5, 160.0, 15.831, 361.204, 46.25, 47.5)),
        ([float(cost) for cost in range(1, 21)], 60.0, {"seed": 2}, (5, 168.0, 12.914, 384.604, 44.5, 45.0)),
        ([1.0] * 20, 10.0, {"stop": 2.0}, 2.25),
        ([1.0] * 20, 10.0, {"stop": 3.5}, (2, 20.0, 16.667, 24.0, 3.5, 3.75)),
        ([1.0, 3.0], 0.5, {}, (3, 4.5, 5.625)),
        ([100.0] * 20, 1.0, {}, (0, 25.0, 31.25)),
        ([100.0] * 20, 20.0, {"patience": None}, (0, 25.0, 31.25)),
        ([3.0] * 20, 20.0, {"patience": None}, (2, 8.25, 10.3125)),
        ([5.0] * 20, 1.0, {"patience": 1.0}, (3, 5.0, 6.25)),
    ],
)
def test_a_sample_ends_with_its_time_with_a_stop_or_with_a_part_too_large(
    costs: list[float], seconds: float, more: dict[str, Any], expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Costs(monkeypatch).sampled(costs, seconds, **more) == expected


# Probes of exact covers

LANGFORD = instance("langford-8").puzzle().problem


def test_errors_are_standard_errors_of_the_mean() -> None:
    one, two = Estimator(LANGFORD, 5), Estimator(LANGFORD, 5)
    first = one.probe(1)
    assert (first.probes, first.nodes_error, first.solutions_error) == (1, math.inf, math.inf)
    samples = [first.nodes]
    for made in range(2, 41):  # each probe from the mean of all so far
        mean = one.probe(1).nodes
        samples.append(mean * made - math.fsum(samples))
    last, together = one.so_far(), two.probe(40)
    assert last == together
    mean = math.fsum(samples) / 40
    deviation = math.sqrt(math.fsum((each - mean) ** 2 for each in samples) / 39)
    assert last.nodes == pytest.approx(mean)
    assert last.nodes_error == pytest.approx(deviation / math.sqrt(40))


@given(st.floats(0.5, 5.0))
def test_probing_ends_when_its_time_is_up(seconds: float) -> None:
    """Each look at the clock is a tick of 0.1 s."""
    ticks = count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) / 10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core._estimates.probes, "time", clock)
        found = Estimator(LANGFORD).probe_for(seconds)
    assert found.probes >= 1
    assert seconds <= next(ticks) / 10 <= seconds + 0.6


def test_compiling_for_long_does_not_keep_anybody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr(core._estimates.probes, "time", clock)
    estimator = Estimator(LANGFORD)
    real, made = estimator.probe, []

    def slow(number: int = 1) -> object:
        made.append(number)
        now[0] += LONGEST_START + 1.0
        return real(number)

    monkeypatch.setattr(estimator, "probe", slow)
    assert estimator.probe_for(1.0).probes == 1
    assert made == [1]
    assert Estimator(LANGFORD).probe_for(0.0).probes == 1
    now[0] = 0.0
    estimator.probe_for(100.0)
    assert max(made) <= FIRST_BATCH  # slow ones come one by one


# What the sizes of the items tell


def test_what_is_forced_impossible_and_idle() -> None:
    problem = read("A B C D | x\nA B\nB C\nC x\nA D\nx\n")
    found = cover_outlook(problem)
    assert found.forced == ((3, (3,)),)
    assert found.impossible == ()
    assert found.idle_options == (4,)
    assert cover_outlook(read("A B E\nA\nB\nA B\n")).impossible == (2,)
    twice = cover_outlook(read("2:3|A B\nA\nA B\nB\n"))
    assert twice.forced == ((0, (0, 1)),)
    assert cover_outlook(read("3:3|A B\nA\nA B\nB\n")).impossible == (0,)
