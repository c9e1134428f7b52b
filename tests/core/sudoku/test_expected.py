"""What a long count will come to: probes against counts that are known, and how it is said."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels.compiling import wait_for_machine_code
from core.search import Snapshot, Status
from core.sudoku.expected import ENOUGH, FEWEST, MOST, Expected, Forecast, ForecastThread, from_probes
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from tests.core.sudoku.samples import WIKIPEDIA

NEVER = lambda: False  # noqa: E731


@pytest.mark.parametrize(("shape", "known"), [(Shape(2, 2), 288), (Shape(2, 3), 28_200_960), (Shape(1, 4), 576)])
def test_probes_agree_with_what_is_known(shape: Shape, known: int) -> None:
    forecast = Forecast(Sudoku.empty(shape), seed=3)
    assert forecast.expected() is None
    forecast.probe(NEVER)
    expected = forecast.expected()
    assert expected is not None
    assert expected.error <= ENOUGH
    assert FEWEST <= expected.probes <= MOST
    assert expected.value == pytest.approx(known, rel=5 * ENOUGH)
    again = Forecast(Sudoku.empty(shape), seed=3)
    again.probe(NEVER)
    assert again.expected() == expected


def test_of_the_empty_9x9_grid() -> None:
    forecast = Forecast(Sudoku.empty(Shape(3, 3)))
    forecast.probe(lambda: forecast.expected() is not None)
    expected = forecast.expected()
    assert expected is not None
    assert abs(expected.log10 - math.log10(6_670_903_752_021_072_936_960)) < math.log10(2)


def test_one_solution_is_expected_where_there_is_one() -> None:
    forecast = Forecast(Sudoku(Shape(3, 3), tuple(0 if c == "." else int(c) for c in WIKIPEDIA)))
    forecast.probe(NEVER)
    assert str(forecast.expected()) == "about 1"


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


def test_the_count_itself_takes_over() -> None:
    forecast = Forecast(Sudoku.empty(Shape(2, 2)))
    assert forecast.in_progress(shot(5, 1e-9)) == ""
    half = forecast.expected(shot(140, 0.5))
    assert half is not None
    assert (half.value, half.probes) == (pytest.approx(280), 0)
    assert "progress" in half.source
    forecast.probe(NEVER)
    early = forecast.expected(shot(5, 1e-9))
    assert early is not None
    assert early.probes
    assert "random probes" in early.source
    assert forecast.expected(shot(100_000, 1e-9)) is None  # found more already
    assert forecast.in_progress(shot(5, 1e-9, status=Status.COMPLETE)) == ""


def test_time_left_is_that_of_the_solutions_to_come() -> None:
    forecast = Forecast(Sudoku.empty(Shape(2, 2)))
    assert forecast.in_progress(shot(50, 0.5, 50)) == "of about 100, 50 s left"
    assert forecast.in_progress(shot(50, 0.5, 0.5)) == "of about 100, 1 s left"
    assert forecast.in_progress(shot(50, 0.5, 0.0)) == "of about 100"
    assert forecast.in_progress(shot(0, 0.5, 50)) == ""
    forecast.probe(NEVER)
    assert forecast.in_progress(shot(1, 1e-9, 1e9)).endswith("00 years left")


def test_a_count_that_takes_long_is_probed_in_a_thread() -> None:
    thread = ForecastThread(Sudoku.empty(Shape(2, 2)))
    assert thread.look(shot(3, 1e-9, seconds=0.5)) == ""
    assert thread.expected(shot(3, 1e-9)) is None
    while not thread.look(shot(3, 1e-9)):
        wait_for_machine_code(0.01)
    assert thread.look(shot(3, 1e-9)).startswith("of about ")
    thread.close()
    assert thread.expected(shot(3, 1e-9)) is not None


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
