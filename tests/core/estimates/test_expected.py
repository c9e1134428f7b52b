"""What a long count will come to: probes against counts that are known, and how it is said."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Shape, Snapshot, Status, Sudoku
from core._estimates.beside import MOST, Forecast, ForecastThread, joined
from core._estimates.expected import ENOUGH, FEWEST, Expected, from_probes
from core._estimates.time_left import TimeLeft, WorkDone
from core._words import to_come
from tests.core.sudoku.samples import WIKIPEDIA

NEVER = lambda: False  # noqa: E731


@pytest.mark.parametrize(("shape", "known"), [(Shape(2, 2), 288), (Shape(2, 3), 28_200_960), (Shape(1, 4), 576)])
def test_probes_agree_with_what_is_known(shape: Shape, known: int) -> None:
    forecast = Forecast(Sudoku.empty(shape), seed=3)
    assert forecast.probed() is None
    forecast.probe(NEVER)
    expected = forecast.probed()
    assert expected is not None
    assert expected.error <= ENOUGH
    assert FEWEST <= expected.probes <= MOST
    assert expected.value == pytest.approx(known, rel=5 * ENOUGH)
    again = Forecast(Sudoku.empty(shape), seed=3)
    again.probe(NEVER)
    assert again.probed() == expected


def test_of_the_empty_9x9_grid() -> None:
    forecast = Forecast(Sudoku.empty(Shape(3, 3)))
    forecast.probe(lambda: forecast.probed() is not None)
    expected = forecast.probed()
    assert expected is not None
    assert abs(expected.log10 - math.log10(6_670_903_752_021_072_936_960)) < math.log10(2)


def test_one_solution_is_expected_where_there_is_one() -> None:
    forecast = Forecast(Sudoku.of(Shape(3, 3), tuple(0 if c == "." else int(c) for c in WIKIPEDIA)))
    forecast.probe(NEVER)
    assert str(forecast.probed()) == "about 1"


@given(st.lists(st.floats(-50, 50) | st.just(-math.inf), min_size=FEWEST, max_size=200))
def test_the_mean_of_weights(logarithms: list[float]) -> None:
    expected = from_probes(logarithms)
    mean = sum(map(math.exp, logarithms)) / len(logarithms)
    if not mean:
        assert expected is None
        return
    assert expected is not None
    assert expected.log10 == pytest.approx(math.log10(mean))
    shifted = from_probes([each + 1000 for each in logarithms])  # too large for floats
    assert shifted is not None
    assert shifted.value is None
    assert shifted.log10 == pytest.approx(expected.log10 + 1000 / math.log(10))
    assert shifted.error == pytest.approx(expected.error)


def test_the_standard_error_is_a_share_of_the_mean() -> None:
    expected = from_probes([math.log(1), math.log(3)] * 32)
    assert expected is not None
    assert expected.value == pytest.approx(2)
    assert expected.error == pytest.approx(math.sqrt(64 / 63) / math.sqrt(64) / 2)


def test_too_few_probes_say_nothing() -> None:
    assert from_probes([0.0] * (FEWEST - 1)) is None
    assert from_probes([-math.inf] * FEWEST) is None


def test_no_more_figures_than_mean_something() -> None:
    said = {
        Expected(math.log10(28_200_960), 0.02, 900): "about 28 000 000",
        Expected(math.log10(28_200_960), 0.2, 900): "about 30 000 000",
        Expected(21.99999, 0.02, 900): "about 1.0e+22",
        Expected(98.3, 0.9, 900): "very roughly 1e+98",
        Expected(0.0, 0.0, 900): "about 1",
    }
    assert [str(expected) for expected in said] == list(said.values())


def shot(solutions: int, progress: float, seconds: float = 2.0, status: Status = Status.RUNNING) -> Snapshot:
    return Snapshot(status, 10, solutions, progress=progress, seconds=seconds)


def told(probed: Expected | None, *shots: Snapshot) -> Expected | None:
    """What a count and the probes come to, after looks at these moments."""
    work = WorkDone()
    for each in shots:
        work.of(each, probed)
    return joined(probed, shots[-1], work)


def test_the_count_itself_tells_where_no_probes_do() -> None:
    half = told(None, shot(140, 0.5))
    assert half is not None
    assert half.value == pytest.approx(281)
    assert (half.probes, half.source) == (0, "by its progress")
    assert told(None, shot(5, 1e-9)) is None, "the tree alone is no ground so early"
    assert told(None, shot(0, 0.5)) is None


def test_probes_tell_at_first_and_the_tree_at_the_end() -> None:
    forecast = Forecast(Sudoku.empty(Shape(2, 2)))
    forecast.probe(NEVER)
    probed = forecast.probed()
    assert probed is not None
    assert told(probed, shot(0, 1e-9)) == probed
    early = told(probed, *(shot(k, 1e-9 * k) for k in range(1, 9)))
    assert early is not None
    assert early.value == pytest.approx(probed.value, rel=0.01)
    assert early.probes == probed.probes
    assert "random probes" in early.source
    late = told(probed, *(Snapshot(Status.RUNNING, k, k, progress=k / 250) for k in range(1, 249)))
    assert late is not None
    assert late.value == pytest.approx(250, rel=0.02), "not 288: the tree is nearly done"
    assert forecast.probed(shot(100_000, 1e-9)) is None, "found more already"


def test_the_time_left_is_that_of_the_solutions_to_come() -> None:
    probed = Expected(10.0, 0.02, 900)
    left = TimeLeft()
    assert left.of(Snapshot(Status.RUNNING, 100, 50, progress=1e-9), 50.0, probed) == pytest.approx(1e10, rel=0.05)
    endless = TimeLeft().of(Snapshot(Status.RUNNING, 100, 50, progress=1e-300), 50.0, Expected(400.0, 0.02, 900))
    assert endless == math.inf
    assert (to_come(math.inf), to_come(1e10), to_come(50.0)) == ("without end", "≈ 320 years left", "≈ 50 s left")


def test_a_count_that_takes_long_is_probed_in_a_thread() -> None:
    thread = ForecastThread(Sudoku.empty(Shape(2, 2)))
    assert thread.look(shot(3, 1e-9, seconds=0.5)) is None
    assert thread.expected is None
    while thread.look(shot(3, 1e-9)) is None:
        time.sleep(0.01)
    thread.close()
    assert str(thread.expected).startswith("about ")
    told = thread.expected
    thread.look(shot(3, 1e-9, status=Status.STOPPED))
    assert thread.expected == told


@pytest.mark.parametrize(("log10", "error", "said", "value"), [
    (0.0, 0.01, "about 1", 1), (1.0, 0.05, "about 10", 10), (2.0, 0.2, "about 100", 100),
    (3.999999, 0.05, "about 10 000", 1e4), (14.99, 0.01, "about 980 000 000 000 000", 9.772e14),
    (15.0, 0.01, "about 1.0e+15", 1e15), (21.824, 0.03, "about 6.7e+21", 6.668e21),
    (299.999999, 0.2, "about 1e+300", 1e300), (307.0, 0.31, "very roughly 1e+307", 1e307),
    (400.0, 0.01, "about 1.0e+400", None),
])  # fmt: skip
def test_estimates_from_small_to_beyond_what_a_float_holds(
    log10: float, error: float, said: str, value: float | None
) -> None:
    expected = Expected(log10, error, 2000)
    assert (str(expected), expected.source) == (said, "by 2 000 random probes (Knuth 1975)")
    assert expected.value == (None if value is None else pytest.approx(value, rel=1e-3))
    assert Expected(log10, error, 0).source == "by its progress"


def test_what_probes_come_to() -> None:
    assert from_probes([-math.inf] * 40) is None
    assert str(from_probes([2.0] * 40)) == "about 7"
    mixed = from_probes([1.0, 3.0, -math.inf, 2.0] * 10)
    assert mixed is not None
    assert (round(mixed.log10, 6), round(mixed.error, 6), mixed.probes) == (0.877844, 0.16347, 40)
