"""What the documents claim, held against tables whose figures are given: each claim can hold, fail and be open."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.compare import DOCUMENTS, CellStatus, Key, Quantity, Table
from core.compare.claims import Claim
from core.compare.sample import Ending, Sample
from tests.core.compare.tables import RUNS, cell, claims, document_plan, noisy, runs, table

TABLE_3 = "paper-000-table-3"
EQUAL = "Node counts equal those of Table 3"
SLOWER = "DLX without S visits the same nodes as backtracking and is slower"
OVERTAKES = "DLX + S visits fewer nodes and overtakes backtracking (in the paper at N = 13)"


def veneroso(
    sizes: Sequence[int], dlx: Sequence[float], dlx_s: Sequence[float], bt: Sequence[float] = (), *,
    count: int = RUNS, odd: tuple[str, int] | None = None,
) -> dict[str, tuple[bool | None, str]]:  # fmt: skip
    """Claims of 000, given seconds by N; nodes are the paper's, but for one of ``odd``."""
    document = DOCUMENTS[TABLE_3]
    cells = []
    for label, seconds in (("backtracking", bt or [1.0] * len(sizes)), ("dlx", dlx), ("dlx-s", dlx_s)):
        for n, each in zip(sizes, seconds, strict=True):
            nodes = document.figure(Key(label, str(n)), Quantity.NODES)
            assert nodes is not None
            nodes += (label, n) == odd
            cells.append(cell((label, str(n)), runs(each, count, nodes=int(nodes))))
    return dict(claims(TABLE_3, table(document_plan(TABLE_3, *sizes), *cells)))


def test_the_paper_s_claims_hold_where_the_figures_are_so() -> None:
    found = veneroso([8, 9, 10], dlx=[2.0, 2.0, 3.0], dlx_s=[2.0, 0.5, 0.25])
    assert found == {
        EQUAL: (True, "9 of 9 cells"),
        SLOWER: (
            True,
            "by search time; same nodes in 3 of 3 rows, slower in 3 of 3; at N = 10 3.00 ± 0.01 times as long",
        ),
        OVERTAKES: (True, "here from N = 9 on; at N = 10 0.25 ± 0.01 times as long"),
    }


def test_one_node_more_is_noticed() -> None:
    found = veneroso([8, 9], dlx=[2.0, 2.0], dlx_s=[0.5, 0.5], odd=("dlx", 9))
    assert found[EQUAL] == (False, "5 of 6 cells")
    holds, evidence = found[SLOWER]
    assert holds is False
    assert evidence.startswith("by search time; same nodes in 1 of 2 rows, slower in 2 of 2;")
    assert found[OVERTAKES][0] is True


def test_an_algorithm_that_is_not_slower_is_not_called_so() -> None:
    found = veneroso([8, 9], dlx=[2.0, 1.0], dlx_s=[0.5, 0.5])
    holds, evidence = found[SLOWER]
    assert holds is False
    assert evidence.startswith("by search time; same nodes in 2 of 2 rows, slower in 1 of 2;")
    assert veneroso([8, 9], dlx=[2.0, 0.5], dlx_s=[0.5, 0.5])[SLOWER][0] is False


def test_rows_that_leave_it_open_refute_nothing() -> None:
    cells = [
        cell((label, str(n)), noisy(1.05 if (label, n) == ("dlx", 9) else 1.0 + (label == "dlx"), seed=n + len(label),
                                    noise=0.5 if n == 9 else 0.01, nodes=100))
        for label in ("backtracking", "dlx") for n in (8, 9)
    ]  # fmt: skip
    holds, evidence = dict(claims(TABLE_3, table(document_plan(TABLE_3, 8, 9), *cells)))[SLOWER]
    assert holds is None
    assert "slower in 1 of 2" in evidence
    assert evidence.endswith("; N = 9 cannot be told apart")


def test_searches_of_microseconds_are_too_short_to_tell() -> None:
    found = veneroso([4, 5, 8], dlx=[5e-6, 8e-6, 2.0], dlx_s=[6e-6, 6e-6, 0.5], bt=[5e-6, 9e-6, 1.0])
    assert found[SLOWER] == (
        True,
        "by search time; same nodes in 3 of 3 rows, slower in 1 of 1; at N = 8 2.00 ± 0.01 times as long;"
        " N = 4–5 too short to tell",
    )
    assert found[OVERTAKES][1].startswith("here from N = 8 on")
    short = veneroso([4, 5], dlx=[5e-6, 8e-6], dlx_s=[6e-6, 6e-6], bt=[5e-6, 9e-6])
    assert short[SLOWER] == (None, "by search time; same nodes in 2 of 2 rows; N = 4–5 too short to tell")


def test_a_few_runs_decide_nothing() -> None:
    found = veneroso([8, 9], dlx=[2.0, 2.0], dlx_s=[0.5, 0.5], count=1)
    assert [holds for holds, _ in found.values()] == [True, None, None]
    bare = claims(TABLE_3, table(document_plan(TABLE_3, 8)))
    assert dict(bare) == {EQUAL: (None, "0 of 0 cells"), SLOWER: (None, ""), OVERTAKES: (None, "")}


def test_overtaking_is_told_from_the_first_size_after_which_it_stays_ahead() -> None:
    assert veneroso([8, 9, 10], [2.0] * 3, [0.5, 2.0, 0.5])[OVERTAKES][1].startswith("here from N = 10 on")
    holds, evidence = veneroso([8, 9, 10], [2.0] * 3, [0.5, 0.5, 2.0])[OVERTAKES]
    assert (holds, evidence.partition(":")[0]) == (None, "not up to N = 10")
    holds, evidence = veneroso([11, 12, 13], [2.0] * 3, [1.5, 1.5, 1.5])[OVERTAKES]
    assert (holds, evidence.partition(":")[0]) == (False, "not up to N = 13")
    assert "cross" not in evidence


def test_two_that_cannot_be_told_apart_leave_overtaking_open() -> None:
    assert veneroso([12, 13], [2.0] * 2, [1.5, 1.0])[OVERTAKES][0] is None


def test_where_the_lines_will_cross_is_an_estimate() -> None:
    slow, quick = [1.0, 4.0, 16.0, 64.0], [4.0, 12.0, 36.0, 108.0]
    holds, evidence = veneroso([8, 9, 10, 11], [9.0] * 4, quick, bt=slow)[OVERTAKES]
    assert holds is None
    assert evidence.endswith("; the lines cross at about N = 13, an estimate")
    assert "cross" not in veneroso([8, 9, 10, 11], [9.0] * 4, [4 * each for each in slow], bt=slow)[OVERTAKES][1]


def test_more_nodes_are_no_progress() -> None:
    document = document_plan(TABLE_3, 8, 9)
    cells = [
        cell((label, n), runs(seconds, nodes=nodes))
        for label, seconds, counts in (("backtracking", 1.0, (2057, 8394)), ("dlx-s", 0.5, (2057, 8393)))
        for n, nodes in zip(("8", "9"), counts, strict=True)
    ]
    found = claims(TABLE_3, table(document, *cells))
    assert found[OVERTAKES] == (False, "not fewer nodes at N = 8")


# 004

TABLE_1 = "paper-004-table-1"
QUICK, FEWER, ALWAYS = (
    "MM is quick except at N = 6k + 3", "MM needs fewer nodes than AT where N is not 6k + 3",
    "The closed form gives a solution for every N",
)  # fmt: skip


def fernandes(stride: dict[int, int], naive: dict[int, int], closed: dict[int, int], stuck: int | None = None) -> Table:
    """Nodes by N of two algorithms, solutions of the third; where the first came to its limit."""
    cells = [cell(("stride", str(n)), runs(1.0, nodes=nodes)) for n, nodes in stride.items()]
    cells += [cell(("naive", str(n)), runs(1.0, nodes=nodes)) for n, nodes in naive.items()]
    cells += [cell(("closed-form", str(n)), runs(1.0, solutions=found)) for n, found in closed.items()]
    sizes = sorted({*stride, *naive, *closed})
    if stuck is not None:
        limit = Sample(Ending.LIMIT, 1.0, 1.0, None, 0, 1, nodes=5)
        cells.append(cell(("stride", str(stuck)), (limit,), CellStatus.LIMIT))
        sizes.append(stuck)
    return table(document_plan(TABLE_1, *sizes), *cells)


def test_the_claims_of_004_by_nodes() -> None:
    found = claims(TABLE_1, fernandes({8: 8, 9: 90, 10: 20}, {8: 8, 9: 9, 10: 21}, {8: 1, 9: 1, 10: 1}))
    assert dict(found) == {
        QUICK: (True, "at most 2.0 nodes a queen elsewhere, at least 10.0 there"),
        FEWER: (True, "2 of 2 rows"),
        ALWAYS: (True, "3 of 3 rows"),
    }


def test_the_claims_of_004_can_fail() -> None:
    found = claims(TABLE_1, fernandes({8: 80, 9: 90, 10: 22}, {8: 80, 10: 21}, {8: 1, 9: 0, 10: 1}))
    assert found[QUICK] == (False, "at most 10.0 nodes a queen elsewhere, at least 10.0 there")
    assert found[FEWER] == (False, "1 of 2 rows")
    assert found[ALWAYS] == (False, "2 of 3 rows")


def test_the_claims_of_004_can_be_open() -> None:
    found = claims(TABLE_1, fernandes({8: 8, 10: 10}, {9: 9}, {8: 1}))
    assert found[QUICK][0] is None
    assert found[FEWER] == (None, "0 of 0 rows")
    assert found[ALWAYS] == (None, "1 of 3 rows")


@pytest.mark.parametrize(("stuck", "holds"), [(15, True), (14, False)])
def test_a_size_at_which_it_got_stuck_must_be_one_of_those(stuck: int, holds: bool) -> None:
    found = claims(TABLE_1, fernandes({8: 8, 9: 90}, {}, {}, stuck))
    assert found[QUICK] == (holds, f"at most 1.0 nodes a queen elsewhere, at least 10.0 there; not done: N = {stuck}")


# 003

BUILD = "paper-003-build-solve"
LONGER = "Building the dense matrix takes longer than solving"
HEURISTIC = (
    "The heuristic solves every proper puzzle (in the paper 40 of 40 of its own, 58 of 59 in all)"
)  # fmt: skip
DENSE_HEURISTIC = "single-branch:build=dense"


def test_building_longer_than_solving() -> None:
    plan = document_plan(BUILD, "2x2.csv#1", "2x3.csv#1")

    def found(*builds: float) -> tuple[bool | None, str]:
        cells = [
            cell(("dlx-dense", name), runs(1.0, build_cpu_seconds=build))
            for name, build in zip(plan.instances, builds, strict=False)
        ]
        return claims(BUILD, table(plan, *cells))[LONGER]

    assert found(3.0, 2.0) == (True, "2 of 2 puzzles; 2.5 × in all")
    assert found(3.0, 0.5) == (False, "1 of 2 puzzles; 1.7 × in all")
    assert found() == (None, "")


def test_the_heuristic_s_success_is_counted_over_the_puzzles() -> None:
    plan = document_plan(BUILD, "2x2.csv#1", "2x3.csv#1", "empty-2x2")

    def found(*solutions: int) -> tuple[bool | None, str]:
        cells = [
            cell((DENSE_HEURISTIC, name), runs(1.0, solutions=count))
            for name, count in zip(plan.instances, solutions, strict=False)
        ]
        return claims(BUILD, table(plan, *cells))[HEURISTIC]

    assert found(1, 1) == (True, "2 of 2 solved here, 0 given up")
    assert found(1, 1, 0) == (True, "2 of 2 solved here, 0 given up")  # an empty grid is no puzzle
    assert found(1, 0) == (False, "1 of 2 solved here, 1 given up")
    assert found(0) == (False, "0 of 1 solved here, 1 given up")
    assert found(1) == (None, "1 of 1 solved here, 0 given up")


def test_times_by_size() -> None:
    plan = document_plan(BUILD, "2x2.csv#1", "2x2.csv#2", "2x3.csv#1", "2x3.csv#2", "2x4.csv#1", "2x4.csv#2")
    cells = 16, 36, 64

    def found(means: Sequence[float], deviations: Sequence[float]) -> dict[str, tuple[bool | None, str]]:
        made = []
        for k, (mean, deviation) in enumerate(zip(means, deviations, strict=True)):
            for name, seconds in zip(
                plan.instances[2 * k : 2 * k + 2], (mean - deviation, mean + deviation), strict=True
            ):
                made.append(cell(("dlx-dense", name), runs(seconds, 1)))
        return dict(claims(BUILD, table(plan, *made)))

    linear, deviation = (
        "Search time of DLX is linear in the cells",
        "The deviation of DLX grows much less than the mean",
    )
    straight = found([each * 1e-6 for each in cells], [1e-6, 1e-6, 2e-6])
    assert straight[linear] == (
        True,
        "R² = 1.00; 16 cells 16.0 ± 1.0 µs, 36 cells 36.0 ± 1.0 µs, 64 cells 64.0 ± 2.0 µs",
    )
    assert straight[deviation] == (True, "from 16 to 64 cells × 2.0, the mean × 4.0")
    bent = found([16e-6, 60e-6, 17e-6], [1e-6, 1e-6, 8e-6])
    assert bent[linear][0] is False
    assert bent[deviation] == (False, "from 16 to 64 cells × 8.0, the mean × 1.1")
    assert deviation not in found([each * 1e-6 for each in cells], [0.0, 1e-6, 2e-6])


# 001


def test_the_counts_of_001() -> None:
    name = "paper-001-counts"
    plan = document_plan(name, 6, 7)

    def found(*solutions: int) -> list[tuple[bool | None, str]]:
        cells = [
            cell(("bitmask", n), runs(1.0, solutions=count))
            for n, count in zip(plan.instances, solutions, strict=False)
        ]
        return list(claims(name, table(plan, *cells)).values())

    assert found(4, 40) == [(True, "2 of 2 rows")]
    assert found(4, 41) == [(False, "1 of 2 rows")]
    assert found() == [(None, "0 of 0 rows")]


def test_a_claim_in_words() -> None:
    assert str(Claim("It is so", True, "3 of 3")) == "✓ It is so: holds here (3 of 3)"
    assert str(Claim("It is so", False)) == "✗ It is so: does not hold here"
    assert str(Claim("It is so", None)) == "? It is so: not decided yet"


# 002


@pytest.mark.parametrize(
    ("solutions", "none_below_4", "several"),
    [
        ({2: 0, 3: 0, 4: 2, 5: 10}, (True, "none for N = 2–3"), (True, "2 of 2 boards")),
        ({1: 1, 3: 0, 4: 1, 5: 10}, (False, "none for N = 3; N = 1 has 1"), (False, "1 of 2 boards")),
        ({}, (None, ""), (None, "")),
    ],
)
def test_which_boards_have_solutions(
    solutions: dict[int, int], none_below_4: tuple[bool | None, str], several: tuple[bool | None, str]
) -> None:
    name = "paper-002-boards"
    cells = [cell(("backtracking", str(n)), runs(1.0, solutions=count)) for n, count in solutions.items()]
    assert claims(name, table(document_plan(name, *(solutions or (4, 5))), *cells)) == {
        "There is no solution for N below 4": none_below_4,
        "For each N from 4 on there are several": several,
    }
