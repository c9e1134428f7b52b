"""What a count will cost, from a sample of its parts."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core import ProblemError, Queens, algorithm
from core._catalog import named
from core._cli.command_line import parser
from core._cli.console import invocation
from core._estimates.by_parts import UNSTEADY, PartsEstimate, PartsTooLarge, estimate, unsteadiness
from core._estimates.counts import beyond
from core._estimates.intervals import Likely
from core._kernels.simd import best_processor
from core._parts.machine import PROGRAM_BYTES
from core._parts.part import cut
from core._queens.problem import KNOWN_COUNTS
from core.running import Slicing
from tests.cli import Cli
from tools.benchmarks.bench_job_intervals import counted_jobs, held

ENTRY = algorithm("queens", "bitmask")
STANDING = Slicing.by(lambda: 0.0)


@pytest.fixture
def small_ticks() -> None:
    """For a command each look at the clock takes a microsecond, and nothing else takes any time."""
    ticks = count(1)
    invocation.slicing = Slicing.by(lambda: next(ticks) * 1e-6)


def test_all_parts_are_no_estimate_but_the_count() -> None:
    found = estimate(cut(ENTRY, Queens(8), {}, 12), seconds=1e9)
    assert found is not None
    assert (found.sampled, found.parts) == (12, 12)
    assert found.solutions == Likely(92, 92, 92)
    assert 0 < found.seconds.low < found.seconds.value < found.seconds.high  # it was so this time
    assert found.on(100) == found.seconds.value / 12


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    parts = cut(ENTRY, Queens(9), {}, 64)
    within = 0
    for seed in range(40):
        found = estimate(parts, seconds=0.0, seed=seed, slicing=STANDING)
        assert found is not None
        assert found.sampled == 4
        within += found.solutions.low <= 352 <= found.solutions.high
    assert within >= 32


def test_parts_that_take_too_long_are_told_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._estimates.by_parts.SHORTEST_PATIENCE_SECONDS", 0.0001)
    status, out, err = cli("estimate", "queens", 16, "--algorithm", "quadrants", "--parts", 2, "--seconds", 0)
    assert (status, out) == (2, "")
    assert "one of the 2 parts takes longer than 100 µs; give a larger number of --parts" in err


@pytest.mark.parametrize(("cells", "log10"), [("." * 81, 21.824), ("." * 256, 98.77)])
def test_an_empty_grid_is_estimated_by_probes(cli: Cli, tmp_path: Path, cells: str, log10: float) -> None:
    empty = tmp_path / "empty"
    empty.write_text(cells + "\n")
    status, out, _ = cli("estimate", "sudoku", empty, "--seconds", 0.1)
    assert status == 0
    assert "its parts are too large to sample" in out
    assert "random paths (Knuth 1975)" in out
    found = json.loads(cli("estimate", "sudoku", empty, "--seconds", 0.1, "--json")[1])
    value, low, high = found["solutions_log10"]
    assert low < value < high
    assert abs(value - log10) < 3  # a few hundred probes: only the size is sure
    assert found["probes"] >= 100


def test_rules_beyond_an_exact_cover_are_not_estimated_by_probes_of_that(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core._estimates.by_parts.SHORTEST_PATIENCE_SECONDS", 0.0001)
    ruled = tmp_path / "ruled"
    ruled.write_text("grid 9\nthermo: r3c1-r3c3\n")
    status, out, err = cli("estimate", "sudoku", ruled, "--seconds", 0)
    assert (status, out) == (2, "")
    assert "one of the 72 parts takes longer than" in err


def test_a_cover_with_large_parts_is_estimated_by_probes(cli: Cli) -> None:
    status, out, _ = cli("estimate", "cover", "gallery:dominoes-16x16", "--seconds", 0)
    assert status == 0
    assert "by random probes" in out
    assert "solutions" in out


@pytest.mark.usefixtures("small_ticks")
def test_a_sudoku_is_estimated_too(cli: Cli, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle"
    puzzle.write_text("1............2..\n")
    found = json.loads(cli("estimate", "sudoku", puzzle, "--json")[1])
    assert (found["solutions"], found["sampled"], found["parts"]) == ([12, 12, 12], 12, 12)
    puzzle.write_text("1............2..\n" * 2)
    assert "has 2 puzzles: this is the first; --number takes another" in cli("estimate", "sudoku", puzzle)[2]
    puzzle.write_text("1............2\n")
    assert cli("estimate", "sudoku", puzzle)[0] == 2


@pytest.mark.parametrize(("sample", "of", "value", "spread"), [
    ((1.0, 3.0), 2, 4.0, 0.0),
    ((2.0, 2.0, 2.0), 30, 60.0, 0.0),
    ((1.0, 2.0, 3.0), 12, 24.0, 12 * 4.303 / 3**0.5 * 0.75**0.5),
])  # fmt: skip
def test_an_interval_by_hand(sample: tuple[float, ...], of: int, value: float, spread: float) -> None:
    found = Likely.of_total(sample, of)
    assert found.value == pytest.approx(value)
    assert found.high - found.value == pytest.approx(spread)
    assert found.low == pytest.approx(max(0.0, value - spread))


def test_a_machine_that_slows_down_makes_the_interval_wider() -> None:
    assert unsteadiness([1.0, 2.0]) == unsteadiness([3.0] * 40) == UNSTEADY
    assert unsteadiness([1.0, 3.0] * 20) == UNSTEADY  # that is the spread of the parts
    slower = [1.0, 1.1] * 10 + [2.0, 2.1] * 10
    assert unsteadiness(slower) > 0.5
    assert Likely(12.0, 10.0, 15.0).widened(0.25) == Likely(12.0, 8.0, 18.75)


def test_it_can_be_stopped() -> None:
    assert estimate(cut(ENTRY, Queens(9), {}, 8), 1.0, stopped=lambda: True) is None


@pytest.mark.usefixtures("small_ticks")
def test_the_command(cli: Cli) -> None:
    status, out, _ = cli("estimate", "queens", 9, "--seconds", 0.01)
    assert status == 0
    assert "core-hours" in out
    assert "on 100 such cores" in out
    found = json.loads(cli("estimate", "queens", 8, "-a", "quadrants", "--seconds", 0, "--json")[1])
    assert (found["parts"], found["sampled"]) == (32, 4)
    assert found["memory_bytes"] > PROGRAM_BYTES
    low, high = found["solutions"][1:]
    assert low <= found["solutions"][0] <= high
    assert json.loads(cli("estimate", "cover", "gallery:langford-7", "--json")[1])["sampled"] >= 1


@pytest.mark.usefixtures("small_ticks")
def test_beyond_the_range_it_is_extrapolated(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._estimates.counts.LARGEST_SAMPLED", 10)
    status, out, _ = cli("estimate", "queens", 29, "-a", "quadrants", "--seconds", 0)
    assert status == 0
    assert "beyond its range here; extrapolated from N = 5, 7, 9" in out
    found = json.loads(cli("estimate", "queens", 29, "-a", "quadrants", "--seconds", 0, "--json")[1])
    value, low, high = found["core_seconds"]
    assert low <= value <= high


def test_where_no_part_can_be_done_the_time_is_extrapolated(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grew tenfold, then twentyfold: thirtyfold and fortyfold follow."""
    took = {7: 0.5, 9: 1.0, 11: 10.0, 13: 200.0}

    def estimating(parts: Any, *_: Any) -> PartsEstimate:
        n = parts[0].problem.n
        if n not in took:
            raise PartsTooLarge("one of them takes longer", 0, 1.0, 1.0)
        same = Likely(took[n], took[n], took[n])
        return PartsEstimate(4, 4, same, same, same, 0.1)

    monkeypatch.setattr("core._estimates.counts.estimate", estimating)
    found = json.loads(cli("estimate", "queens", 17, "-a", "bitmask", "--json")[1])
    assert found["extrapolated_from"] == [9, 11, 13]
    assert found["core_seconds"] == pytest.approx([200 * 30 * 40, 200 * 20 * 20, 200 * 40 * 60])
    assert found["seconds_on_100_cores"] == pytest.approx(2400)
    status, out, _ = cli("estimate", "queens", 17, "-a", "bitmask")
    assert (status, "too large to be sampled; extrapolated from N = 9, 11, 13" in out) == (0, True)
    assert "about 2.78 days (22 h to 5.56 days)" in out
    assert "40 min on 100 such cores" in out
    status, out, err = cli("estimate", "queens", 16, "-a", "bitmask")
    assert (status, out, "one of them takes longer" in err) == (2, "", True)


def test_without_growth_each_size_takes_what_the_one_before_it_did() -> None:
    assert [10**each for each in beyond([4.0, 4.0, 4.0], 3)] == pytest.approx([4.0, 4.0, 4.0])


@pytest.mark.parametrize(("arguments", "message"), [
    ("queens 8 --seconds -1", "--seconds: expected seconds from 0 to 86400, not '-1'"),
    ("queens 8 --seconds nan", "expected seconds from 0 to 86400, not 'nan'"),
    ("queens 8 --seconds inf", "expected seconds from 0 to 86400"),
    ("queens 8 --seconds soon", "expected seconds from 0 to 86400, not 'soon'"),
    ("queens 8 --parts 0", "--parts: expected a whole number, 1 or more"),
    ("queens 8 --parts 1000001", "expected 1000000 or less, not '1000001'"),
    ("queens 1000001", "1000001 queens: "),
    ("queens 1000001", "; no algorithm here can"),
    ("queens 8 -a swaps", "swaps supports only goal 'first'"),
    ("queens 8 -a magic", "no queens algorithm is called 'magic'"),
    ("queens 0", "expected a whole number, 1 or more"),
    ("cover gallery:langford-7 -a memo-count", "memo-count does not split"),
])  # fmt: skip
def test_what_is_refused(cli: Cli, arguments: str, message: str) -> None:
    status, out, err = cli("estimate", *arguments.split())
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("what", [["queens", "8"], ["cover", "gallery:four-sets"], ["sudoku", "-"]])
def test_estimates_agree_from_one_call_to_the_next_unless_another_seed_is_asked_for(what: list[str]) -> None:
    given = parser().parse_args(["estimate", *what])
    assert (given.seed, given.parts, given.algorithm, given.json) == (1, None, None, False)


@pytest.mark.parametrize(("key", "waited_for"), [("quadrants", True), ("bitmask", False), ("symmetry", False)])
def test_parts_are_waited_for_where_the_entry_says_that_they_end_soon(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, key: str, waited_for: bool
) -> None:
    patience: list[float | None] = []

    def refused(parts: Any, seconds: float, seed: int, stopped: Any, patient: float | None, *more: Any) -> None:
        patience.append(patient)
        raise ProblemError("enough")

    monkeypatch.setattr("core._estimates.counts.estimate", refused)
    status, _, err = cli("estimate", "queens", 14, "--algorithm", key)
    assert (status, "enough" in err) == (2, True)
    assert [each is not None for each in patience] == [waited_for]


def test_a_count_too_large_for_parts_is_sampled_by_jobs(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._queens.quadrants.sampling.THINNED", {14: 4})
    monkeypatch.setattr("core._queens.quadrants.sampling.FEWEST_JOBS", 100)
    monkeypatch.setattr("core._queens.quadrants.sampling.LONGEST_FACTOR", 1e9)
    found = json.loads(cli("estimate", "queens", 14, "-a", "quadrants", "--seconds", 0.001, "--json")[1])
    assert found["sampled"] >= 100
    value, low, high = found["solutions"]
    assert low < 365_596 < high
    assert low < value < high
    assert found["steps"] == [890, 890, 890]
    assert found["seconds_on_1000_cores"] == pytest.approx(found["core_seconds"][0] / found["parts"])
    shown = cli("estimate", "queens", 14, "-a", "quadrants", "--seconds", 0.001)[1]
    assert "of 890 jobs" in shown
    assert "on 1 000" in shown


@pytest.mark.parametrize(("n", "by_jobs"), [(21, False), (22, True), (23, True), (28, True)])
def test_where_parts_take_long_jobs_are_sampled(n: int, by_jobs: bool) -> None:
    samples = algorithm("queens", "quadrants").samples
    assert samples
    assert (named(samples)(Queens(n)) is not None) is by_jobs


def test_jobs_that_take_too_long_are_told_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._queens.quadrants.sampling.LONGEST_FACTOR", 0)
    status, out, err = cli("estimate", "queens", 24, "-a", "quadrants", "--seconds", 0)
    assert (status, out) == (2, "")
    assert "of its jobs take longer than" in err
    assert "give more --seconds" in err


def test_the_interval_of_jobs_is_one_of_ratios() -> None:
    from core._queens.quadrants.sampling import of_jobs

    assert of_jobs([2.0, 2.0, 2.0], 10) == Likely(20.0, 20.0, 20.0)
    assert of_jobs([0.0, 0.0], 10) == Likely(0.0, 0.0, 0.0)
    skewed = of_jobs([1.0, 1.0, 10.0], 3)
    assert skewed.high / skewed.value == pytest.approx(skewed.value / skewed.low)
    assert skewed.low > 0


def test_nine_intervals_of_jobs_in_ten_hold_the_truth() -> None:
    jobs = counted_jobs(14, 1, best_processor())
    assert sum(solutions for solutions, _ in jobs) == KNOWN_COUNTS[13]
    for values in zip(*jobs, strict=True):
        assert 0.9 < held(values, 25, 400)[0] < 0.99
