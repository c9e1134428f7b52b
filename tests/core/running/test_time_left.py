"""What is told about the time left, and how."""

from __future__ import annotations

import itertools

import pytest

from core.running.time_left import TimeLeft
from core.search import Snapshot, Status
from core.words import roughly, share


def test_a_steady_search_is_told_exactly() -> None:
    left = TimeLeft()
    for second in range(1, 100):
        assert left.look(second, second / 100) == pytest.approx(100 - second)


def test_nothing_is_told_too_soon() -> None:
    left = TimeLeft()
    assert left.look(0.1, 0.5) is None
    assert left.look(5, 0.0) is None
    assert left.look(5, None) is None
    assert left.look(5, 1e-9) is None


def test_a_jumping_estimate_is_told_calmly_and_ends_right() -> None:
    left = TimeLeft()
    told = []
    for tenth in range(10, 1000):
        seconds = tenth / 10
        jump = 1.15 if tenth % 2 else 0.85
        told.append(left.look(seconds, min(1, seconds / 100 * jump)))
    rises = [b - a for a, b in itertools.pairwise(told) if a is not None and b is not None and b > a]
    assert sum(1 for rise in rises if rise > 3) == 0, "the estimate itself jumps by a third of what is left"
    assert told[-1] is not None
    assert told[-1] < 10


def test_a_wrong_estimate_is_left_soon() -> None:
    left = TimeLeft()
    left.look(1, 0.0001)
    for tenth in range(11, 101):
        told = left.look(tenth / 10, tenth / 1000)
    assert told == pytest.approx(90, rel=0.2)


def test_the_pace_before_machine_code_says_nothing_about_the_rest() -> None:
    left = TimeLeft()
    for tenth in range(1, 31):
        left.wait(tenth / 10, tenth / 1e6)
        assert left.look(tenth / 10, tenth / 1e6) is None
    for tenth in range(31, 60):
        told = left.look(tenth / 10, 3e-5 + (tenth - 30) / 200)
        assert told is None if tenth < 40 else told == pytest.approx(20 - (tenth - 30) / 10, rel=0.01), tenth
    left.forget()
    assert left.look(6, 0.5) == pytest.approx(6), "of another search all is told"


def test_the_time_of_preparing_says_nothing_about_the_rest() -> None:
    left = TimeLeft()
    assert left.of(Snapshot(Status.RUNNING, 0, 0, progress=0.0, made_ready=0.5), 5.0) is None
    assert left.of(Snapshot(Status.RUNNING, 0, 0, progress=0.0, made_ready=1.0), 10.0) is None
    assert left.of(Snapshot(Status.RUNNING, 0, 0, progress=0.2), 12.0) == pytest.approx(8)
    assert left.of(Snapshot(Status.COMPLETE, 0, 0, progress=1.0), 20.0) is None


@pytest.mark.parametrize("slower", [1000, 0.1])
def test_what_was_told_of_slow_first_steps_is_forgotten_within_two_seconds(slower: float) -> None:
    left = TimeLeft()
    first = 0.05 / slower
    assert left.look(1, first) == pytest.approx((1 - first) / first)
    told = [left.look(1 + tenth / 10, 0.05 + tenth / 200) for tenth in range(1, 21)]
    assert told[-1] == pytest.approx(17, rel=0.35)
    assert None not in told


def test_another_search_begins_anew() -> None:
    left = TimeLeft()
    left.look(1, 0.001)
    left.forget()
    assert left.look(1, 0.5) == pytest.approx(1)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (7.4, "7 s"), (12, "10 s"), (93, "95 s"), (100, "90 s"), (125, "2 min"),
     (599, "10 min"), (700, "12 min"),
     (3599, "1 h"), (5000, "1 h 25 min"), (30_000, "8 h 30 min"), (1e6, "11.6 days")],
)  # fmt: skip
def test_an_estimate_is_rounded(seconds: float, text: str) -> None:
    assert roughly(seconds) == text


@pytest.mark.parametrize(
    ("part", "text"),
    [(0, "0 %"), (1, "100 %"), (0.434, "43 %"), (0.0434, "4.3 %"), (0.00434, "0.43 %"), (1.234e-6, "0.00012 %"),
     (1e-9, "< 0.00001 %"), (0.1, "10 %")],
)  # fmt: skip
def test_a_share_has_two_figures(part: float, text: str) -> None:
    assert share(part) == text


def test_a_steep_estimate_is_followed_in_steps_and_a_clock_that_goes_back_does_no_harm() -> None:
    left = TimeLeft()
    for seconds, part, told in [
        (0.1, 0.5, None), (1.0, None, None), (1.0, 1e-7, None), (1.0, 0.1, 9.0), (2.0, 0.2, 8.0), (3.0, 0.2, 11.156),
        (4.0, 0.9, 0.679), (5.0, 0.99, 0.1), (4.0, 0.99, 0.1),
    ]:  # fmt: skip
        assert left.look(seconds, part) == (None if told is None else pytest.approx(told, abs=5e-4)), (seconds, part)
