"""Random probes: how large a search will be, how many solutions there are, and what is said of it on the way."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from core import ExactCover, Snapshot, Status, Sudoku
from core._estimates import probes as by_probes
from core._estimates.beside import Forecast, ForecastThread
from core._estimates.expected import FEWEST, Expected, bounds, from_probes, probed
from core._estimates.probes import LEAST_NODES, Estimator, ProbeEstimate, estimate, estimate_for, forecast
from core.exact_cover._formats.knuth import read
from core.exact_cover._gallery import instance
from core.exact_cover._kernels.probing import CoverProbing, probing
from core.sudoku._solvers.exact_cover import sparse_incidence

LANGFORD = instance("langford-4").puzzle().problem
COLOURED = read("| colours\na b | x\na x:1\na x:2\nb x:1\nb x:2\nb\n")
FOUR = Sudoku.parse("1" + "." * 15)


def figures(found: ProbeEstimate) -> tuple[Any, ...]:
    return (
        found.probes, *(round(each, 4) for each in (found.nodes, found.nodes_error, found.solutions,
        found.solutions_error)), found.nodes_skewed, found.solutions_skewed,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "probes", "seed", "expected"),
    [
        (LANGFORD, 200, 5, (200, 18.07, 0.2022, 2.07, 0.2022, True, True)),  # in truth 18 and 2
        (LANGFORD, 1, 1, (1, 22.0, math.inf, 6.0, math.inf, False, False)),
        (instance("four-sets").puzzle().problem, 200, 5, (200, 3.0, 0.0, 1.0, 0.0, False, False)),
        (instance("queens-4").puzzle().problem, 200, 5, (200, 17.18, 0.2051, 1.9, 0.1416, True, True)),
        (instance("latin-3").puzzle().problem, 200, 5, (200, 88.0, 0.0, 12.0, 0.0, False, False)),
        (instance("knuth-dlx3").puzzle().problem, 100, 2, (100, 5.64, 0.2993, 0.88, 0.0998, True, True)),
        (COLOURED, 100, 2, (100, 7.0, 0.0, 4.0, 0.0, False, False)),
    ],
)
def test_means_come_near_the_truth(problem: ExactCover, probes: int, seed: int, expected: tuple[Any, ...]) -> None:
    found = estimate(problem, probes, seed=seed) if probes > 1 else estimate(problem, probes)
    assert figures(found) == expected


def test_probes_are_the_same_however_they_are_asked_for() -> None:
    one = Estimator(LANGFORD, 5)
    assert figures(one.probe(100)) == figures(estimate(LANGFORD, 100, 5))
    assert figures(one.probe(20)) == figures(estimate(LANGFORD, 120, 5))


@pytest.mark.parametrize(
    ("seconds", "stop", "more", "probes", "took"),
    [
        (0.0, 1e9, {}, 1, 0.003),
        (0.01, 1e9, {}, 256, 0.013),
        (0.05, 0.012, {}, 256, 0.012),
        (0.5, 1e9, {"enough": 0.1}, 512, None),
    ],
)
def test_probing_for_some_seconds(
    seconds: float, stop: float, more: dict[str, float], probes: int, took: float | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """On a clock that a look at it moves by a millisecond."""
    now = [0.0]

    def looked_at() -> float:
        now[0] += 0.001
        return now[0]

    monkeypatch.setattr(by_probes, "time", SimpleNamespace(perf_counter=looked_at))
    found = estimate_for(LANGFORD, seconds, 5, stopped=lambda: now[0] > stop, **more)
    assert found is not None
    assert found.probes == probes
    assert took is None or now[0] == pytest.approx(took)


@pytest.mark.parametrize(
    ("nodes", "share", "estimated", "expected"),
    [
        (100, None, 1000.0, (1000.0, False)),
        (100, 0.001, 1000.0, (1000.0, False)),
        (10_000, 0.01, 100_000.0, (129_155.0, True)),
        (10_000, 0.02, 100_000.0, (170_997.6, True)),
        (10_000, 0.05, 100_000.0, (200_000.0, True)),
        (10_000, 0.5, 100_000.0, (20_000.0, True)),
        (10_000, 2.0, 100_000.0, (10_000.0, True)),
        (LEAST_NODES, 0.5, 100_000.0, (2 * LEAST_NODES, True)),
        (LEAST_NODES - 1, 0.5, 100_000.0, (100_000.0, False)),
        (3, 0.0625, 230_000.0, (230_000.0, False)),
        (1000, None, 1000.0, (1000.0, False)),
        (1001, None, 1000.0, None),
        (5000, 0.02, 1000.0, (6299.6, True)),
        (10, None, None, None),
        (10_000, 0.5, None, (20_000.0, True)),
        (10, 0.5, None, None),
        (10, 0.001, None, None),
    ],
)
def test_a_forecast_is_the_estimate_at_first_and_its_own_progress_later(
    nodes: int, share: float | None, estimated: float | None, expected: tuple[float, bool] | None
) -> None:
    found = forecast(ProbeEstimate(100, estimated, 10.0, 1.0, 1.0) if estimated else None, nodes, share)
    assert (found and (round(found[0], 1), found[1])) == expected


@pytest.mark.parametrize(
    ("log10", "error", "expected"),
    [
        (0.0, 0.05, "about 1"),
        (0.3, 0.2, "about 2"),
        (1.99, 0.05, "about 98"),
        (1.99, 0.2, "about 100"),
        (5.4321, 0.05, "about 270 000"),
        (5.4321, 0.2, "about 300 000"),
        (14.9999, 0.05, "about 1 000 000 000 000 000"),
        (15.0, 0.099, "about 1.0e+15"),
        (15.0, 0.1, "about 1e+15"),
        (21.824, 0.05, "about 6.7e+21"),
        (500.0, 0.2, "about 1e+500"),
        (21.0, 0.3, "about 1e+21"),
        (21.0, 0.5, "very roughly 1e+21"),
    ],
)
def test_a_number_has_no_more_figures_than_mean_something(log10: float, error: float, expected: str) -> None:
    assert str(Expected(log10, error, 100)) == expected


def short(found: Expected | None) -> tuple[float, float, int] | None:
    return None if found is None else (round(found.log10, 4), round(found.error, 4), found.probes)


@pytest.mark.parametrize(
    ("logarithms", "expected"),
    [
        ([], None),
        ([1.0] * (FEWEST - 1), None),
        ([1.0] * FEWEST, (0.4343, 0.0, 32)),
        ([-math.inf] * 99, None),
        ([-math.inf] * 99 + [3.0], (-0.6971, 1.0, 100)),
        ([1.0, 2.0] * 20, (0.7036, 0.074, 40)),
        ([1000.0, 999.0] * 20, (434.1295, 0.074, 40)),
    ],
)
def test_what_is_made_of_probes(logarithms: list[float], expected: tuple[float, float, int] | None) -> None:
    assert short(from_probes(logarithms)) == expected


def test_where_a_number_lies() -> None:
    assert Expected(307.9, 0.1, 5).value == pytest.approx(10**307.9)
    assert Expected(309.0, 0.1, 5).value is None
    assert Expected(2.0, 0.1, 1234).source == "by 1 234 random probes (Knuth 1975)"
    assert Expected(2.0, 0.1, 0).source == "by its progress"
    assert [short(each) for each in bounds(Expected(3.0, 0.2, 50))] == [(2.8314, 0.2, 50), (3.1686, 0.2, 50)]
    assert [short(each) for each in bounds(Expected(3.0, 0.7, 50))] == [(2.4625, 0.7, 50), (3.5375, 0.7, 50)]


def test_probes_of_a_problem_end_at_a_stop_and_say_nothing_of_none() -> None:
    assert short(probed(CoverProbing(sparse_incidence(FOUR)[0], 3), 0.0, lambda: False)) == (1.8688, 0.0325, 100)
    assert short(probed(probing(LANGFORD, 3), 0.0, lambda: False)) == (0.2553, 0.1535, 100)
    assert probed(CoverProbing(sparse_incidence(FOUR)[0], 3), 1e9, lambda: True) is None
    assert probed(probing(read("a b c\na b\nb c\n"), 1), 0.0, lambda: False) is None


def test_probes_are_made_without_machine_code_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._estimates.beside.COMPILED", False)
    guess = Forecast(FOUR, 3)
    guess.probe(lambda: True)
    assert guess.probed() is None
    guess.probe(lambda: False)
    assert (short(guess.probed()), str(guess.probed())) == ((1.8648, 0.0193, 289), "about 73")
    assert guess.probed(Snapshot(Status.RUNNING, 1, 74)) is None


def test_a_thread_that_has_not_probed_says_nothing() -> None:
    thread, shot = ForecastThread(FOUR), Snapshot(Status.RUNNING, 1, 1, seconds=0.01)
    assert (thread.look(shot), thread.expected) == (None, None)
    thread.close()
