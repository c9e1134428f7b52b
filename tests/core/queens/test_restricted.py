"""Queens placed and squares forbidden beforehand: every complete algorithm honours them."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Algorithm, Because, CannotSolve, Goal, ProblemError, Queens, Search, Status, algorithm, algorithms
from core._parts.part import cut, run_part
from core._parts.version import code_version
from core._queens.problem import FORBIDDEN, LARGEST_RESTRICTED, PLACED
from core._queens.propose import propose
from core._queens.squares import open_squares
from core._reasons import CountsAs, OtherGoal, TooLarge
from core.explain import Explainer, NodeKind, SubjectKind
from core.explain._reason import unexplained
from core.running import Timeline
from core.storage import Checkpoint
from tests.core.queens.strategies import boards, solutions

HONOURING = [entry for entry in algorithms("queens") if entry.complete and entry.honours]
LISTING = [entry for entry in HONOURING if Goal.ALL in entry.goals]
COUNTING = [entry for entry in HONOURING if entry not in LISTING]


def searched(problem: Queens, entry: Algorithm, **settings: int) -> Search:
    search = entry.start(problem, Goal.ALL if entry in LISTING else Goal.COUNT, None, parameters=settings)
    while search.advance(50) is Status.RUNNING:
        assert 0 <= (search.snapshot().progress or 0) <= 1
    return search


@settings(max_examples=40)
@given(boards())
def test_every_algorithm_that_honours_restrictions_finds_the_same(problem: Queens) -> None:
    wanted = solutions(problem)
    for entry in HONOURING:
        search = searched(problem, entry)
        assert search.status is Status.COMPLETE
        assert entry in COUNTING or set(search.solutions) == wanted, entry.key
        assert search.counts()[0] == len(wanted), entry.key


@settings(max_examples=30)
@given(boards(4, 7), st.integers(1, 60))
def test_every_count_is_that_by_definition_also_when_left_and_taken_up_again(problem: Queens, steps: int) -> None:
    wanted = len(solutions(problem))
    for entry in HONOURING:
        if entry.key == "brute-force" and problem.n > 5:  # it would take a day
            continue
        left = entry.start(problem, Goal.COUNT)
        left.advance(steps)
        taken_up = entry.start(problem, Goal.COUNT)
        taken_up.restore(pickle.loads(pickle.dumps(left.state())))
        while taken_up.advance(10_000) is Status.RUNNING:
            assert 0 <= (taken_up.snapshot().progress or 0) <= 1
        assert (entry.key, taken_up.counts()[0]) == (entry.key, wanted)


@given(boards(4, 6).filter(lambda problem: problem.restricted))
@settings(max_examples=10)
def test_what_counts_by_symmetry_gives_way_to_another_and_says_so(problem: Queens) -> None:
    for entry in COUNTING:
        note = entry.note(problem)
        assert note == CountsAs((PLACED, FORBIDDEN), "bitmask")
        assert str(note) in entry.about(problem).lower()
        doing = entry.doing(problem)
        assert doing.key == "bitmask"
        one, other = entry.start(problem, Goal.COUNT), doing.start(problem, Goal.COUNT)
        while Status.RUNNING in (one.advance(100), other.advance(100)):
            pass
        assert one.counts() == other.counts()
        parted = [
            sum(run_part(part, code_version(part.doing)).solutions for part in cut(entry, problem, {}, of))
            for of in (1, 3)
        ]
        assert parted == [one.counts()[0]] * 2
        assert unexplained(entry, problem, {}) is None
        here, there = (Explainer(Timeline(each.start(problem, Goal.COUNT))).reason() for each in (entry, doing))
        assert here is not None
        assert here == there
    assert propose(problem, Goal.COUNT).key == "bitmask"


def test_boards_without_them_are_counted_by_symmetry() -> None:
    for entry in COUNTING:
        assert entry.doing(Queens(8)) is entry
        assert entry.note(Queens(8)) is None
        assert entry.about(Queens(8)) == entry.summary
    assert propose(Queens(16), Goal.COUNT).key == "quadrants"
    assert propose(Queens(16, placed=((0, 3),)), Goal.COUNT).key == "bitmask"


def test_the_bounds_are_those_of_what_does_the_work() -> None:
    for entry in COUNTING:
        assert entry.obstacle(Queens(30, forbidden=((0, 0),)), Goal.COUNT) is None
        assert entry.obstacle(Queens(33, forbidden=((0, 0),)), Goal.COUNT) == TooLarge("goes up to size 32")
        assert isinstance(entry.obstacle(Queens(8, forbidden=((0, 0),)), Goal.ALL), OtherGoal)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("entry", COUNTING, ids=lambda entry: entry.key)
def test_a_restricted_count_is_stopped_and_taken_up_in_a_file(tmp_path: Path, entry: Algorithm, threads: int) -> None:
    problem, parameters = Queens(8, placed=((0, 0),), forbidden=((7, 7),)), {"threads": threads}
    wanted = len(solutions(problem))
    file = Checkpoint(
        tmp_path / "count.dq", problem, entry.key, Goal.COUNT, None, entry.told(entry.settings(parameters))
    )
    search = entry.start(problem, Goal.COUNT, parameters=parameters)
    search.advance(40)
    file.save(search, 1.0)
    found = Checkpoint.found(file.path, problem)
    again = found.begin(entry)
    state = found.load()
    assert state is not None
    again.restore(state)
    while again.advance(1 << 20) is Status.RUNNING:
        pass
    assert (again.counts()[0], again.snapshot().nodes is not None) == (wanted, True)


def test_there_are_those_and_the_others_say_what_they_lack() -> None:
    assert {entry.key for entry in HONOURING} >= {
        "brute-force",
        "permutations",
        "naive",
        "backtracking",
        "bitmask",
        "dlx",
        "dlx-s",
        "dancing-cells",
        "symmetry",
        "quadrants",
    }
    assert all(entry.honours for entry in algorithms("queens") if entry.complete)  # fmt: skip
    for entry in (each for each in algorithms("queens") if not each.honours):
        assert entry.obstacle(Queens(8, placed=((0, 0),))) == Because(f"does not support {PLACED}")
        assert entry.obstacle(Queens(8, forbidden=((0, 0),))) == Because(f"does not support {FORBIDDEN}")
        assert entry.obstacle(Queens(8)) is None
        with pytest.raises(CannotSolve):
            entry.start(Queens(8, placed=((0, 0),)), Goal.FIRST)


def test_eight_queens_with_one_in_the_corner() -> None:
    problem = Queens(8, placed=((0, 0),))
    for key in ("backtracking", "bitmask", "dlx-s"):
        assert searched(problem, algorithm("queens", key)).counts()[0] == 4
    in_parts = algorithm("queens", "bitmask").start(problem, Goal.COUNT, parameters={"threads": 2})
    while in_parts.advance(1 << 40) is Status.RUNNING:
        pass
    assert in_parts.counts()[0] == 4
    assert problem.known_count is None
    assert problem.known_classes is None


@pytest.mark.parametrize("entry", HONOURING, ids=lambda entry: entry.key)
def test_queens_that_attack_each_other_have_no_completion(entry: Algorithm) -> None:
    search = searched(Queens(4, placed=((0, 0), (1, 1))), entry)
    assert (search.status, search.counts()[0]) == (Status.COMPLETE, 0)


def test_a_search_left_in_the_middle_is_taken_up() -> None:
    problem = Queens(7, placed=((3, 2),), forbidden=((0, 0), (6, 6)))
    wanted = solutions(problem)
    for entry in LISTING[2:]:
        one = entry.start(problem, Goal.ALL)
        one.advance(30)
        other = entry.start(problem, Goal.ALL)
        other.restore(one.state())
        while other.advance(7) is Status.RUNNING:
            pass
        assert set(other.solutions) == wanted


def test_the_proposal_is_one_that_can() -> None:
    for goal in Goal:
        assert propose(Queens(8, placed=((0, 0),)), goal).algorithm.honours


@pytest.mark.parametrize(
    ("n", "placed", "forbidden", "words"),
    [
        (8, ((0, 8),), (), "column must be a whole number from 0 to 7, not 8"),
        (8, (), ((-1, 0),), "row must be a whole number from 0 to 7, not -1"),
        (8, ((1, 1),), ((1, 1),), "holds a queen and is forbidden"),
        (LARGEST_RESTRICTED + 1, ((1, 1),), (), "up to N = 1000"),
    ],
)
def test_what_cannot_be_is_refused(
    n: int, placed: Sequence[tuple[int, int]], forbidden: Sequence[tuple[int, int]], words: str
) -> None:
    with pytest.raises(ProblemError, match=words):
        Queens(n, tuple(placed), tuple(forbidden))


def test_the_order_in_which_squares_are_named_makes_no_difference() -> None:
    one = Queens(8, placed=((4, 4), (0, 0)), forbidden=((2, 1),))
    other = Queens(8, placed=((0, 0), (4, 4), (0, 0)), forbidden=((2, 1),))
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "8 queens, 2 placed, 1 square forbidden"
    assert eval(repr(one)) == one
    assert repr(Queens(8)) == "Queens(n=8)", "as checkpoints have it"
    assert not one.verify((0, 4, 7, 5, 2, 6, 1, 3))


def test_closed_squares_are_those_forbidden_or_attacked() -> None:
    problem = Queens(4, placed=((0, 1),), forbidden=((3, 3),))
    attacked = {(r, c) for r in range(4) for c in range(4) if r == 0 or c == 1 or abs(r) == abs(c - 1)} - {(0, 1)}
    assert problem.closed_squares() == attacked | {(3, 3)}


@settings(max_examples=15, deadline=None)
@given(boards())
def test_reasons_hold_on_restricted_boards(problem: Queens) -> None:
    for key in ("backtracking", "bitmask", "permutations", "brute-force", "dlx", "dlx-s", "dancing-cells"):
        line = Timeline(algorithm("queens", key).start(problem, Goal.ALL))
        explainer = Explainer(line)
        for _ in range(200):
            if line.ended:
                break
            reason = explainer.reason()
            assert reason is not None
            queens = [divmod(taken.option.number, problem.n) for taken in reason.path if taken.option is not None]
            assert not set(queens) & problem.closed_squares()
            for dead in reason.dead:
                assert {divmod(lost.option.number, problem.n) for lost in dead.lost if not lost.level} == {
                    square for square in problem.closed_squares() if square[dead.subject.kind is SubjectKind.COLUMN]
                    == dead.subject.number % problem.n
                }  # fmt: skip
            if reason.outcome is NodeKind.SOLUTION:
                assert problem.verify([column for _, column in sorted(queens)])
            line.advance(1)


@given(n=st.integers(1, 9), order=st.randoms(), placed=st.integers(0, 3), forbidden=st.integers(0, 2))
def test_open_squares_are_those_that_are_not_closed(n: int, order: random.Random, placed: int, forbidden: int) -> None:
    squares = [(row, column) for row in range(n) for column in range(n)]
    order.shuffle(squares)
    problem = Queens(n, tuple(squares[:placed]), tuple(squares[placed : placed + forbidden]))
    expected = np.ones((n, n), dtype=np.bool_)
    for square in problem.closed_squares():
        expected[square] = False
    np.testing.assert_array_equal(open_squares(problem), expected)
