"""Counts in parts: they add up whatever the order, whoever does them, and whatever is killed meanwhile."""

from __future__ import annotations

import itertools
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalog import THREADS, Algorithm, algorithm, algorithms
from core.checkpoint import CheckpointedSearch
from core.exact_cover.problem import ExactCover, Item
from core.ledger import Ledger, LedgerError
from core.parted import PartedCount
from core.parts import Part, PartRun, Record, code_version, cut, run_part
from core.queens.problem import KNOWN_COUNTS, Queens
from core.reasons import DoesNotSplit, OtherVersion
from core.run import Run
from core.search import CannotSolve, Goal, Problem, Search, Status
from core.steering import LARGEST_BUDGET
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape

SMALL: dict[str, list[Problem]] = {
    "queens": [Queens(1), Queens(5), Queens(6), Queens(3)],
    "sudoku": [
        Sudoku.empty(Shape(2, 2)), Sudoku(Shape(2, 2), (1, 2, *[0] * 13, 3)), Sudoku(Shape(2, 2), (1, 1, *[0] * 14)),
    ],
    "cover": [
        ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4], "E": [1], "F": [4]}),
        ExactCover({"A": [1, 2], "B": [1, 2, 3]}),
        ExactCover({"A": [1, 2], "B": [3]}),
        ExactCover([Item("a"), Item("b"), Item("c", True), Item("d", True)], [(0, 2, 3), (0, 2), (1, 2), (1, 3), (1,)],
                   [("", "x", ""), ("", "y"), ("", "x"), ("", ""), ("",)]),
    ],
}  # fmt: skip
SPLITTING = [entry for kind in SMALL for entry in algorithms(kind) if entry.divides]


def suited(entry: Algorithm) -> list[Problem]:
    """The small problems that an entry takes; 9×9 with a few empty cells where it takes nothing else."""
    problems = [problem for problem in SMALL[entry.problem] if entry.obstacle(problem, Goal.COUNT) is None]
    if not problems and entry.problem == "sudoku":
        rows = [[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
        emptied = [[0 if value in (1, 2, 3) and r < 6 else value for value in row] for r, row in enumerate(rows)]
        problems = [Sudoku.from_rows(emptied)]
    return problems


def whole(entry: Algorithm, problem: Problem) -> Search:
    search = entry.start(problem, Goal.COUNT)
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search


def done(part: Part) -> Record:
    return run_part(part, code_version())


@pytest.mark.parametrize("entry", SPLITTING, ids=lambda entry: f"{entry.problem} {entry.key}")
def test_parts_of_every_algorithm_add_up(entry: Algorithm) -> None:
    assert THREADS in entry.accepted
    problems = suited(entry)
    assert problems
    for problem in problems:
        expected = whole(entry, problem).counts()[0]
        for of in (1, 3, 11):
            parts = pickle.loads(pickle.dumps(cut(entry, problem, entry.settings({}), of)))
            records = [done(part) for part in random.Random(of).sample(parts, of)]
            assert sum(record.solutions for record in records) == expected
            assert {record.number for record in records} == set(range(of))


@pytest.mark.parametrize("key", ["symmetry", "quadrants", "bitmask", "backtracking", "dlx-s"])
def test_parts_of_larger_boards_add_up(key: str) -> None:
    """Large enough for boards whose images fall into different parts."""
    entry = algorithm("queens", key)
    for n in (8, 9, 10):
        for of in (7, 30):
            parts = cut(entry, Queens(n), entry.settings({}), of)
            assert sum(done(part).solutions for part in parts) == KNOWN_COUNTS[n - 1]


@pytest.mark.parametrize("entry", SPLITTING, ids=lambda entry: f"{entry.problem} {entry.key}")
def test_threads_count_the_same(entry: Algorithm) -> None:
    problem = suited(entry)[-1]
    search = entry.start(problem, Goal.COUNT, threads=2)
    shot = Run(search).drive()
    assert (shot.status, shot.solutions) == (Status.COMPLETE, whole(entry, problem).counts()[0])
    assert shot.progress == 1.0


def test_coloured_problems_split_where_options_agree() -> None:
    problem = SMALL["cover"][-1]
    expected = sum(problem.verify(pair) for pair in [(a, b) for a in (0, 1) for b in (2, 3, 4)])
    for key in ("algorithm-x", "dlx", "dancing-cells"):
        entry = algorithm("cover", key)
        if entry.obstacle(problem, Goal.COUNT) is None:
            parts = cut(entry, problem, entry.settings({}), 4)
            assert sum(done(part).solutions for part in parts) == expected


@given(st.lists(st.integers(1, 9000), min_size=1, max_size=12), st.integers(1, 3), st.integers(0, 11))
@settings(max_examples=20)
def test_budgets_and_saved_states_change_nothing(budgets: list[int], threads: int, save_at: int) -> None:
    entry = algorithm("queens", "bitmask")
    parts = cut(entry, Queens(9), entry.settings({}), 8)
    search = PartedCount(entry, Queens(9), parts, threads=threads)
    for number, budget in enumerate(budgets):
        before = search.counts()[1]
        search.advance(budget)
        if max(budget, *budgets[:number], 0) < 4096:  # larger ones leave threads at work behind them
            assert search.counts()[1] - before <= budget
        if number == save_at:
            saved = search.state()
            search = PartedCount(entry, Queens(9), parts, threads=threads)
            search.restore(saved)
        if number == save_at + 1:
            search = pickle.loads(pickle.dumps(search))
    while search.advance(1 << 30) is Status.RUNNING:
        pass
    assert search.counts()[0] == 352
    assert search.snapshot().detail == {"parts": 8, "parts done": 8}


def test_at_full_speed_threads_are_left_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget made to measure would be kept to the step, and each thread would wait for the slowest."""
    budgets: list[int] = []
    advance = PartedCount.advance

    def advancing(self: PartedCount, budget: int, quota: int | None = None) -> Status:
        budgets.append(budget)
        return advance(self, budget, quota)

    monkeypatch.setattr(PartedCount, "advance", advancing)
    search = algorithm("queens", "quadrants").start(Queens(11), Goal.COUNT, threads=2)
    assert CheckpointedSearch(search, None).paces_itself  # type: ignore[arg-type]
    assert Run(search).drive().solutions == 2680
    assert set(budgets) == {LARGEST_BUDGET}
    run = Run(algorithm("queens", "quadrants").start(Queens(8), Goal.COUNT, threads=2), paused=True)
    driving = threading.Thread(target=run.drive)
    driving.start()
    budgets.clear()
    run.step(3)
    while not run.resting:
        time.sleep(0.001)
    assert 0 < run.snapshot.steps <= 3
    run.cancel()
    driving.join()


def test_what_does_not_split_says_so() -> None:
    why = DoesNotSplit.Why
    for entry, goal, limit, reason in (
        (algorithm("queens", "bitmask"), Goal.ALL, None, why.GOAL),
        (algorithm("queens", "bitmask"), Goal.COUNT, 5, why.LIMIT),
    ):
        with pytest.raises(CannotSolve) as refused:
            entry.start(Queens(6), goal, limit, threads=2)
        assert refused.value.reason == DoesNotSplit(entry.key, reason)
    memory = algorithm("cover", "memo-count")
    with pytest.raises(CannotSolve, match="memo-count does not split"):
        cut(memory, SMALL["cover"][0], memory.settings({}), 4)
    several = ExactCover([Item("a", least=0, most=2)], [(0,), (0,)])
    with pytest.raises(CannotSolve, match="multiplicities"):
        algorithm("cover", "dlx").start(several, Goal.COUNT, threads=2)


def test_a_worker_with_another_program_is_refused() -> None:
    part = cut(algorithm("queens", "bitmask"), Queens(6), {}, 2)[0]
    with pytest.raises(CannotSolve, match="install this one") as refused:
        run_part(part, "0123456789ab")
    assert refused.value.reason == OtherVersion("0123456789ab", code_version())


class Lazily(Executor):
    """Does what it is given only when asked, in any order."""

    def __init__(self) -> None:
        self.due: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.due.append((future, fn, args))
        return future

    def do(self, index: int) -> None:
        future, function, arguments = self.due.pop(index % len(self.due))
        future.set_result(pickle.loads(pickle.dumps(function))(*pickle.loads(pickle.dumps(arguments))))


@given(st.lists(st.integers(0, 9), min_size=12, max_size=12))
@settings(max_examples=10)
def test_any_executor_in_any_order(order: list[int]) -> None:
    executor = Lazily()
    entry = algorithm("queens", "quadrants")
    parts = cut(entry, Queens(10), entry.settings({}), 12)
    search = PartedCount(entry, Queens(10), parts, executor=executor, slots=2)
    for index in order:
        search.advance(1)
        executor.do(index)
    search.advance(1)
    assert (search.status, search.counts()[0]) == (Status.COMPLETE, 724)


def test_processes(tmp_path: Path) -> None:
    entry = algorithm("queens", "bitmask")
    parts = cut(entry, Queens(8), entry.settings({}), 6)
    import multiprocessing

    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        search = PartedCount(entry, Queens(8), parts, executor=executor, ledger=Ledger(tmp_path / "l", parts[0]))
        while search.advance(1 << 30) is Status.RUNNING:
            pass
    assert search.counts()[0] == 92


# The ledger

ENTRY = algorithm("queens", "bitmask")
PARTS = cut(ENTRY, Queens(8), ENTRY.settings({}), 10)


class Killed(BaseException):
    """Stands for the end of the process, at any moment."""


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=8), st.integers(1, 3))
@settings(max_examples=25)
def test_killed_and_gone_on_with_each_part_counts_once(
    tmp_path_factory: pytest.TempPathFactory, kills: list[tuple[int, bool]], threads: int
) -> None:
    path = tmp_path_factory.mktemp("ledger") / "eight"
    for after, written in [*kills, (99, True)]:
        ledger, left = Ledger(path, PARTS[0]), [after]
        add = ledger.add

        def adding(record: Record, left: list[int] = left, add: Any = add, written: bool = written) -> None:
            left[0] -= 1
            if left[0] < 0 and not written:
                raise Killed
            add(record)
            if left[0] < 0:
                raise Killed

        ledger.add = adding  # type: ignore[method-assign]
        search = PartedCount(ENTRY, Queens(8), PARTS, threads=threads, ledger=ledger)
        try:
            while search.advance(1 << 30) is Status.RUNNING:
                pass
        except Killed:
            continue
        finally:
            ledger.close()
    assert search.counts()[0] == 92
    again = Ledger(path, PARTS[0])
    assert sorted(again.records()) == list(range(10))
    assert sum(record.solutions for record in again.records().values()) == 92


COUNTING = """
import sys
from pathlib import Path
from core.catalog import algorithm
from core.ledger import Ledger
from core.parted import PartedCount
from core.parts import cut
from core.queens.problem import Queens
from core.search import Status
entry = algorithm("queens", "bitmask")
parts = cut(entry, Queens(9), entry.settings({}), 60)
ledger = Ledger(Path(sys.argv[1]), parts[0])
search = PartedCount(entry, Queens(9), parts, threads=2, ledger=ledger)
print("begun", flush=True)
while search.advance(1 << 30) is Status.RUNNING:
    print(len(search.records), flush=True)
print("solutions", search.counts()[0], flush=True)
"""


def test_processes_killed_at_random_moments(tmp_path: Path) -> None:
    random_ = random.Random(2)
    for _ in range(5):
        counting = subprocess.Popen(
            [sys.executable, "-c", COUNTING, str(tmp_path / "nine")], stdout=subprocess.PIPE, text=True
        )
        assert counting.stdout is not None
        for _ in range(random_.randrange(1, 14)):
            counting.stdout.readline()
        counting.send_signal(signal.SIGKILL)
        counting.communicate()
    ended = subprocess.run(
        [sys.executable, "-c", COUNTING, str(tmp_path / "nine")], check=True, capture_output=True, text=True
    )
    assert ended.stdout.splitlines()[-1] == "solutions 352"


def test_two_machines_on_one_ledger(tmp_path: Path) -> None:
    parts = cut(ENTRY, Queens(9), ENTRY.settings({}), 40)
    counted = []

    def machine() -> None:
        ledger = Ledger(tmp_path / "shared", parts[0])
        search = PartedCount(ENTRY, Queens(9), parts, ledger=ledger)
        while search.advance(1 << 30) is Status.RUNNING:
            pass
        counted.append(search.counts()[0])

    threads = [threading.Thread(target=machine) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted == [352, 352]


def test_a_ledger_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    ledger = Ledger(path, PARTS[0])
    ledger.add(Record(3, 7, 100))
    ledger.add(Record(3, 7, 100, 9.0))
    with pytest.raises(LedgerError, match="part 3 gave another result before"):
        ledger.add(Record(3, 8, 100))
    with pytest.raises(LedgerError, match=r"8 queens · bitmask, not of 9 queens · bitmask"):
        Ledger(path, cut(ENTRY, Queens(9), {}, 10)[0])
    assert Ledger(path, cut(ENTRY, Queens(8), {}, 99)[0]).of == 10
    text = tmp_path / "text"
    text.write_text("nothing of the kind, but long enough to be looked at" * 20)
    with pytest.raises(LedgerError, match="not a ledger of finished parts; it is left as it is"):
        Ledger(text, PARTS[0])
    other = tmp_path / "other"
    sqlite3.connect(other).execute("CREATE TABLE mine (x)").connection.commit()
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(other, PARTS[0])
    with pytest.raises(LedgerError, match="there is no directory"):
        Ledger(tmp_path / "no" / "ledger", PARTS[0])


def test_a_damaged_ledger_is_named(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger", PARTS[0])
    sqlite3.connect(ledger.path).execute("DROP TABLE parts").connection.commit()
    for attempt in (ledger.records, lambda: ledger.add(Record(1, 2, 3))):
        with pytest.raises(LedgerError, match=r"ledger: no such table: parts"):
            attempt()


def test_only_a_count_that_begins_here_waits_for_machine_code() -> None:
    begins = PartedCount(ENTRY, Queens(8), PARTS)
    assert begins.waits_for_machine_code is ENTRY.start(Queens(8), Goal.COUNT).waits_for_machine_code
    assert not PartedCount(ENTRY, Queens(8), PARTS, executor=Lazily()).waits_for_machine_code
    while begins.advance(1 << 30) is Status.RUNNING:
        pass
    assert not begins.waits_for_machine_code


def test_two_machines_begin_at_different_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a ledger, and do all parts all the same."""
    monkeypatch.setattr("core.parted.random.randrange", lambda count: count - 3)
    executor = Lazily()
    search = PartedCount(
        ENTRY, Queens(8), PARTS, executor=executor, slots=9, ledger=Ledger(tmp_path / "ledger", PARTS[0])
    )
    search.advance(1)
    assert [arguments[0].number for _, _, arguments in executor.due] == [7, 8, 9, 0, 1, 2, 3, 4, 5, 6]


def test_elsewhere_twice_as_many_parts_are_due_as_can_be_done_and_are_taken_back() -> None:
    executor = Lazily()
    search = PartedCount(ENTRY, Queens(8), PARTS, executor=executor, slots=3)
    search.advance(1)
    assert len(executor.due) == 6
    search.stop()
    assert all(future.cancelled() for future, _, _ in executor.due)


def test_a_part_can_be_done_in_slices() -> None:
    part = cut(algorithm("queens", "dlx-s"), Queens(8), {"order": "table"}, 3)[1]
    run = PartRun(part)
    seen = [(0, 0)]
    while run.advance(5).record is None:
        seen.append(run.counts())
    for (found, steps), (found_then, steps_then) in itertools.pairwise(seen):
        assert 0 < steps_then - steps <= 5
        assert found_then >= found
    assert run.record is not None
    assert (run.record.solutions, run.record.steps) == run.counts()
    assert not run.record.contradicts(done(part))


def test_sixteen_queens_in_parts_by_quadrants() -> None:
    shot = Run(algorithm("queens", "quadrants").start(Queens(15), Goal.COUNT, threads=2)).drive()
    assert shot.solutions == KNOWN_COUNTS[14]
