"""Steps in a series of experiments: found where they are, and not where there is only noise."""

from __future__ import annotations

import math
import random

import pytest

from core.compare.trend import steps


def series(*levels: tuple[int, float], noise: float = 0.02, seed: int = 1) -> list[float]:
    """So many values of about each level."""
    chance = random.Random(seed)
    return [level * math.exp(chance.gauss(0, noise)) for count, level in levels for _ in range(count)]


@pytest.mark.parametrize(
    ("levels", "where"),
    [
        (((10, 1.0), (8, 1.3)), [10]),
        (((10, 1.0), (8, 0.8)), [10]),
        (((6, 1.0), (5, 1.4), (9, 1.0)), [6, 11]),  # which halving the series again and again would hardly find
        (((3, 1.0), (3, 2.0)), [3]),
        (((20, 1.0),), []),
        (((10, 1.0), (10, 1.03)), []),  # sessions with the same code may differ by more
        (((10, 1.0), (1, 3.0), (10, 1.0)), []),  # an experiment that something disturbed
        (((10, 1.0), (2, 1.5)), []),  # not confirmed yet
        (((2, 1.0), (3, 2.0)), []),  # too short
    ],
)
def test_steps_are_where_the_levels_change(levels: tuple[tuple[int, float], ...], where: list[int]) -> None:
    assert steps(series(*levels)) == where


def test_the_unit_of_time_does_not_matter() -> None:
    values = series((10, 1.0), (8, 1.3))
    assert steps([value * 1e-6 for value in values]) == [10]


@pytest.mark.parametrize("noise", [0.01, 0.05, 0.1])
def test_noise_alone_is_seldom_a_step(noise: float) -> None:
    alarms = sum(bool(steps(series((20, 1.0), noise=noise, seed=seed))) for seed in range(60))
    assert alarms <= 3
