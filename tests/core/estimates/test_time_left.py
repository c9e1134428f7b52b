"""What is told about the time left, and how."""

from __future__ import annotations

import itertools
import math

import pytest

from core import Engine, Queens, Snapshot, Status
from core._estimates.expected import Expected
from core._estimates.time_left import TimeLeft, WorkDone
from core._words import roughly, share
from core.exact_cover._gallery import instance
from tools.benchmarks.bench_time_left import counting, readings

STEPS = 10**9


def look(left: TimeLeft, seconds: float, part: float | None) -> float | None:
    """What is told after ``seconds`` of a search of so many steps in all, of which this part is done."""
    return left.look(seconds, round((part or 0.0) * STEPS), part)


def test_a_steady_search_is_told_exactly() -> None:
    left = TimeLeft()
    for second in range(1, 100):
        assert look(left, second, second / 100) == pytest.approx(100 - second)


def test_nothing_is_told_too_soon() -> None:
    left = TimeLeft()
    assert look(left, 0.1, 0.5) is None
    assert look(left, 5, 0.0) is None
    assert look(left, 5, None) is None
    assert look(left, 5, 1e-9) is None


def test_a_jumping_estimate_is_told_calmly_and_ends_right() -> None:
    left = TimeLeft()
    told = []
    for tenth in range(10, 1000):
        seconds = tenth / 10
        jump = 1.15 if tenth % 2 else 0.85
        told.append(look(left, seconds, min(1, seconds / 100 * jump)))
    rises = [b - a for a, b in itertools.pairwise(told) if a is not None and b is not None and b > a]
    assert sum(1 for rise in rises if rise > 3) == 0, "the estimate itself jumps by a third of what is left"
    assert told[-1] is not None
    assert told[-1] < 10


def test_a_wrong_estimate_is_left_soon() -> None:
    left = TimeLeft()
    look(left, 1, 0.0001)
    for tenth in range(11, 101):
        told = look(left, tenth / 10, tenth / 1000)
    assert told == pytest.approx(90, rel=0.2)


def test_the_pace_before_machine_code_says_nothing_about_the_rest() -> None:
    left = TimeLeft()
    for tenth in range(1, 31):
        left.wait(tenth / 10, tenth * STEPS // 10**6)
        assert look(left, tenth / 10, tenth / 1e6) is None
    for tenth in range(31, 60):
        told = look(left, tenth / 10, 3e-5 + (tenth - 30) / 200)
        assert told is None if tenth < 40 else told == pytest.approx(20 - (tenth - 30) / 10, rel=0.01), tenth
    left.forget()
    assert look(left, 6, 0.5) == pytest.approx(6), "of another search all is told"


def test_the_time_of_compiling_says_nothing_about_the_rest() -> None:
    left = TimeLeft()
    begun = Snapshot(Status.RUNNING, 10, 0, progress=0.1, engine=Engine.INTERPRETED, code_coming=True)
    assert left.of(begun, 5.0) is None
    assert left.of(begun, 10.0) is None
    assert left.of(Snapshot(Status.RUNNING, 20, 0, progress=0.2), 12.0) == pytest.approx(16)
    assert left.of(Snapshot(Status.COMPLETE, 0, 0, progress=1.0), 20.0) is None


@pytest.mark.parametrize("slower", [1000, 0.1])
def test_what_was_told_of_slow_first_steps_is_forgotten_within_two_seconds(slower: float) -> None:
    left = TimeLeft()
    first = 0.05 / slower
    assert look(left, 1, first) == pytest.approx((1 - first) / first)
    told = [look(left, 1 + tenth / 10, 0.05 + tenth / 200) for tenth in range(1, 21)]
    assert told[-1] == pytest.approx(17, rel=0.35)
    assert None not in told


def test_another_search_begins_anew() -> None:
    left = TimeLeft()
    look(left, 1, 0.001)
    left.forget()
    assert look(left, 1, 0.5) == pytest.approx(1)


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
        assert look(left, seconds, part) == (None if told is None else pytest.approx(told, abs=5e-4)), (seconds, part)


def shown(steps: int, solutions: int, progress: float | None) -> Snapshot:
    """A search on its way."""
    return Snapshot(Status.RUNNING, steps, solutions, progress=progress)


def shares(trace: list[tuple[int, int, float]], known: int | None) -> tuple[list[float | None], WorkDone]:
    """The share told at each (steps, solutions, share of the tree)."""
    work = WorkDone()
    return [work.of(shown(*reading), known) for reading in trace], work


def test_where_no_number_is_known_the_share_of_the_tree_is_told() -> None:
    trace = [(steps, steps // 10, steps / 2000) for steps in range(100, 2000, 100)]
    for known in (None, 0, 5):
        told, work = shares(trace, known)
        assert told == [pytest.approx(part) for _, _, part in trace], "5 is refuted: more have been found"
        assert not work.doubtful


def test_the_steadier_of_two_shares_is_believed() -> None:
    evenly = [(steps, steps, (steps / 1000) ** 2) for steps in range(10, 1000, 10)]
    told, work = shares(evenly, 1000)
    assert told[30:] == [pytest.approx(steps / 1000, rel=0.02) for steps, _, _ in evenly[30:]]
    unevenly = [(steps, steps * steps // 1000, steps / 1000) for steps in range(10, 1000, 10)]
    told, work = shares(unevenly, 1000)
    assert told[30:] == [pytest.approx(steps / 1000, rel=0.02) for steps, _, _ in unevenly[30:]]
    assert not work.doubtful


def test_what_drifts_is_not_told() -> None:
    drifting = [(steps, 0, (steps / 1000) ** 4) for steps in range(10, 1000, 10)]
    _, work = shares(drifting, None)
    assert work.doubtful
    left = TimeLeft()
    assert [left.of(shown(*reading), reading[0] / 10) for reading in drifting][5:] == [None] * (len(drifting) - 5)
    assert left.work.of(shown(*drifting[-1])) == pytest.approx(0.99**4)


def test_a_search_that_has_been_walked_back_is_judged_anew() -> None:
    work = WorkDone()
    for steps in range(10, 1000, 10):
        work.of(shown(steps, 0, (steps / 1000) ** 4), None)
    assert work.doubtful
    assert work.of(shown(100, 0, 0.3), None) == pytest.approx(0.3)
    assert not work.doubtful


def test_looking_twice_at_the_same_step_changes_nothing() -> None:
    once, often = WorkDone(), WorkDone()
    for steps in range(10, 500, 10):
        reading = shown(steps, steps // 3, (steps / 500) ** 1.5)
        told = [often.of(reading, 200) for _ in range(5)]
        assert told == [once.of(reading, 200)] * 5


def test_before_the_first_step_and_at_the_end_the_search_itself_tells() -> None:
    work = WorkDone()
    assert work.of(shown(0, 0, 0.0), 5) == 0.0
    assert work.of(shown(7, 0, None), 5) is None
    assert work.of(Snapshot(Status.COMPLETE, 9, 5, progress=1.0), 5) == 1.0


@pytest.mark.parametrize(("key", "n"), [("dlx-s", 11), ("backtracking", 10), ("bitmask", 11)])
def test_nine_of_ten_readings_of_a_count_of_queens_are_right(key: str, n: int) -> None:
    found = readings(counting("queens", key, Queens(n)), Queens(n).known_count, 200)
    assert found.told >= 0.9 * found.asked
    assert found.right >= 0.9 * found.told


@pytest.mark.parametrize("name", ["langford-8", "dominoes-6x6"])
def test_nine_of_ten_readings_of_an_exact_cover_are_right(name: str) -> None:
    entry = instance(name)
    found = readings(counting("cover", "dlx", entry.puzzle().problem), entry.known, 200)
    assert found.told >= 0.9 * found.asked
    assert found.right >= 0.9 * found.told


def test_early_a_rough_figure_is_told_and_later_none() -> None:
    drifting = [(steps, 0, (steps / 1000) ** 1.7) for steps in range(10, 1000, 10)]
    doubtful = []
    work = WorkDone()
    for reading in drifting:
        part = work.of(shown(*reading))
        assert part is not None
        doubtful.append((part > 0.1, work.doubtful))
    assert set(doubtful) == {(False, False), (True, True)}


def test_an_estimate_of_the_solutions_tells_what_an_uneven_tree_does_not() -> None:
    estimate = Expected(math.log10(2680), 0.02, 1000)
    found = readings(counting("queens", "dlx-s", Queens(11)), estimate, 100)
    assert found.told >= 0.9 * found.asked
    assert found.right > found.right_before
    assert found.right >= 0.9 * found.told


def test_a_refuted_estimate_is_left_aside() -> None:
    trace = [(steps, steps, steps / 1000) for steps in range(10, 1000, 10)]
    work = WorkDone()
    told = [work.of(shown(*reading), Expected(1.0, 0.02, 900)) for reading in trace]
    assert told[1:] == [pytest.approx(steps / 1000) for steps, _, _ in trace[1:]]
    assert work.by_tree
