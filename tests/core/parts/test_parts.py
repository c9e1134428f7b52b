"""Counts in parts: they add up whatever the order, whoever does them, and whatever is killed meanwhile."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core import (
    Algorithm,
    CannotSolve,
    ExactCover,
    Goal,
    Item,
    Problem,
    Queens,
    Run,
    Search,
    Shape,
    Status,
    Sudoku,
    algorithm,
    algorithms,
)
from core._catalog import THREADS
from core._parts.counting import PartedCount, PartsDiffer
from core._parts.ledger import Ledger
from core._parts.part import Part, PartRun, Record, cut, run_part, usual_parts
from core._parts.threads import MOST_WAITING, Crew
from core._parts.version import code_version
from core._parts.workers import processes
from core._queens.problem import KNOWN_COUNTS
from core.exact_cover._division import as_problem, divide
from core.running import Slicing
from core.running._slicing import LARGEST_BUDGET
from core.storage._checkpoint import CheckpointedSearch
from tests import PATIENCE
from tests.core.parts.samples import ENTRY, PARTS, Lazily

SMALL: dict[str, list[Problem]] = {
    "queens": [Queens(1), Queens(5), Queens(6), Queens(3)],
    "sudoku": [
        Sudoku.empty(Shape(2, 2)), Sudoku.of(Shape(2, 2), (1, 2, *[0] * 13, 3)),
        Sudoku.of(Shape(2, 2), (1, 1, *[0] * 14)),
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
    return run_part(part, code_version(part.doing), Slicing.of(1 << 12))


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
    search = entry.start(problem, Goal.COUNT, parameters={"threads": 2})
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


def test_threads_come_to_rest_when_a_count_pauses_or_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    sent_home = threading.Event()
    monkeypatch.setattr(Crew, "send_home", lambda crew: sent_home.set())
    run = Run(algorithm("queens", "bitmask").start(Queens(20), Goal.COUNT, parameters={"threads": 2}))
    driving = threading.Thread(target=run.drive, daemon=True)
    driving.start()
    for order in (run.pause, run.cancel):
        sent_home.clear()
        order()
        assert sent_home.wait(PATIENCE)
    driving.join()
    monkeypatch.undo()
    assert isinstance(run.search, PartedCount)
    run.search.rest()


def test_a_part_that_nobody_wants_is_left() -> None:
    answers = iter([True, True, False])
    with pytest.raises(CancelledError):
        run_part(cut(ENTRY, Queens(20), ENTRY.settings({}), 1)[0], code_version(ENTRY), wanted=lambda: next(answers))
    assert next(answers, None) is None


def test_at_full_speed_threads_are_left_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget made to measure would be kept to the step, and each thread would wait for the slowest."""
    budgets: list[int] = []
    advance = PartedCount.advance

    def advancing(self: PartedCount, budget: int, quota: int | None = None) -> Status:
        budgets.append(budget)
        return advance(self, budget, quota)

    monkeypatch.setattr(PartedCount, "advance", advancing)
    search = algorithm("queens", "quadrants").start(Queens(11), Goal.COUNT, parameters={"threads": 2})
    assert CheckpointedSearch(search, None).paces_itself  # type: ignore[arg-type]
    assert Run(search).drive().solutions == 2680
    assert set(budgets) == {LARGEST_BUDGET}
    run = Run(algorithm("queens", "quadrants").start(Queens(8), Goal.COUNT, parameters={"threads": 2}), paused=True)
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
    for entry, goal, limit, reason in (
        (
            algorithm("queens", "bitmask"),
            Goal.ALL,
            None,
            "only a count splits into parts; other goals run in one thread",
        ),
        (
            algorithm("queens", "bitmask"),
            Goal.COUNT,
            5,
            "a count with a limit does not split into parts; it runs in one thread",
        ),
    ):
        with pytest.raises(CannotSolve) as refused:
            entry.start(Queens(6), goal, limit, parameters={"threads": 2})
        assert refused.value.reason == reason
    memory = algorithm("cover", "memo-count")
    with pytest.raises(CannotSolve, match=r"^memo-count does not split into parts; it runs in one thread$"):
        cut(memory, SMALL["cover"][0], memory.settings({}), 4)
    several = ExactCover([Item("a", least=0, most=2)], [(0,), (0,)])
    with pytest.raises(
        CannotSolve, match=r"^a problem with multiplicities does not split into parts; it runs in one thread$"
    ):
        algorithm("cover", "dlx").start(several, Goal.COUNT, parameters={"threads": 2})


def test_a_worker_with_another_program_is_refused() -> None:
    part = cut(algorithm("queens", "bitmask"), Queens(6), {}, 2)[0]
    with pytest.raises(CannotSolve, match="install this one") as refused:
        run_part(part, "0123456789ab")
    said = f"a worker runs a different version ({code_version(part.doing)}, here 0123456789ab); install this one there"
    assert refused.value.reason == said


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


def test_only_a_count_that_begins_here_waits_for_machine_code() -> None:
    begins = PartedCount(ENTRY, Queens(8), PARTS)
    assert begins.waits_for_machine_code is ENTRY.start(Queens(8), Goal.COUNT).waits_for_machine_code
    assert not PartedCount(ENTRY, Queens(8), PARTS, executor=Lazily()).waits_for_machine_code
    while begins.advance(1 << 30) is Status.RUNNING:
        pass
    assert not begins.waits_for_machine_code


def test_elsewhere_twice_as_many_parts_are_due_as_can_be_done_and_are_taken_back() -> None:
    executor = Lazily()
    search = PartedCount(ENTRY, Queens(8), PARTS, executor=executor, slots=3)
    search.advance(1)
    assert len(executor.due) == 6
    search.stop()
    assert all(future.cancelled() for future, _, _ in executor.due)


def test_a_part_can_be_done_in_slices() -> None:
    part = cut(algorithm("queens", "dlx-s"), Queens(8), {"order": "table"}, 3)[1]
    run = PartRun(part, slicing=Slicing.by(lambda: 0.0))
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
    shot = Run(algorithm("queens", "quadrants").start(Queens(15), Goal.COUNT, parameters={"threads": 2})).drive()
    assert shot.solutions == KNOWN_COUNTS[14]


def _driven(search: Search, steps: int | None) -> None:
    while search.advance(steps or 1 << 30) is Status.RUNNING:
        pass


def test_parts_drawn_again_must_give_what_they_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    search = PartedCount(ENTRY, Queens(8), PARTS, again=1.0, threads=2)
    _driven(search, None)
    assert (search.counts()[0], search.checked) == (92, len(PARTS))
    advance, seen = PartRun.advance, set[int]()

    def unsteady(self: PartRun, *arguments: Any) -> PartRun:
        advance(self, *arguments)
        if self.record is not None:
            if self.part.number in seen:
                self.record = replace(self.record, solutions=self.record.solutions + 1)
            seen.add(self.part.number)
        return self

    monkeypatch.setattr(PartRun, "advance", unsteady)
    with pytest.raises(PartsDiffer, match="when counted again; this machine is counting wrongly"):
        _driven(PartedCount(ENTRY, Queens(8), PARTS, again=1.0), None)


def test_a_million_parts_are_only_numbers() -> None:
    parts = cut(algorithm("queens", "quadrants"), Queens(28), {}, 1_000_000)
    assert (len(parts), parts[-1].number, [each.number for each in parts[7:9]]) == (1_000_000, 999_999, [7, 8])


def test_what_a_part_raises_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread left to itself as in single steps; the others' work is not lost with it."""
    advance = PartRun.advance

    def failing(self: PartRun, *arguments: Any) -> PartRun:
        if self.part.number == 3:
            raise MemoryError("no room for part 3")
        return advance(self, *arguments)

    monkeypatch.setattr(PartRun, "advance", failing)
    for steps in (None, 50):
        search = PartedCount(ENTRY, Queens(8), PARTS, threads=2)
        with pytest.raises(MemoryError, match="part 3"):
            _driven(search, steps)


def _go_on_for_ever(crew: Crew, finished: list[PartRun]) -> None:
    while True:
        finished += crew.go_on()


def test_what_was_finished_before_a_part_fails_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    advance = PartRun.advance

    def failing(self: PartRun, *arguments: Any) -> PartRun:
        if self.part.number == 2:
            raise MemoryError("no room for part 2")
        return advance(self, *arguments)

    monkeypatch.setattr(PartRun, "advance", failing)
    crew = Crew(1)
    finished: list[PartRun] = []
    for part in PARTS[:3]:
        crew.give(PartRun(part))
    with pytest.raises(MemoryError, match="part 2"):
        _go_on_for_ever(crew, finished)
    finished += crew.go_on()
    assert [run.part.number for run in finished] == [0, 1]
    crew.dismiss()


def test_a_crew_asks_for_more_parts_the_sooner_they_are_done_but_not_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._parts.threads.WAIT_SECONDS", 60.0)  # until they are done, however busy the machine is
    crew, given, finished, most = Crew(1, Slicing.by(lambda: 0.0)), 0, 0, 0
    assert crew.lacks == 1
    parts = cut(ENTRY, Queens(4), {}, 400)  # nearly all of them are empty
    while finished < len(parts):
        asked = min(crew.lacks, len(parts) - given)
        most = max(most, asked)
        for part in parts[given : given + asked]:
            crew.give(PartRun(part, crew.slicing))
        given += asked
        finished += len(crew.go_on())
    crew.dismiss()
    assert given == len(parts)
    assert 1 < most <= MOST_WAITING


def counts_until_it_ends(search: PartedCount) -> list[tuple[int, int]]:
    seen = [(0, 0)]
    while search.status is Status.RUNNING:
        seen.append(search.counts())
    return seen


def test_counts_seen_from_another_thread_never_go_back() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that the other thread looks at every moment, while a part is begun too
    try:
        for _ in range(10):
            search = PartedCount(ENTRY, Queens(8), cut(ENTRY, Queens(8), {}, 60), threads=2)
            with ThreadPoolExecutor(1) as others:
                seen = others.submit(counts_until_it_ends, search)
                while search.advance(1 << 30) is Status.RUNNING:
                    pass
            assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(seen.result()))
            assert search.counts()[0] == 92
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize(("key", "problem"), [
    ("dlx-s", Queens(9)), ("dlx", Queens(8)), ("backtracking", Queens(8)), ("dlx", SMALL["cover"][0]),
])  # fmt: skip
def test_parts_visit_the_tree_of_the_whole(key: str, problem: Problem) -> None:
    """All but the nodes above them: they are cut where the algorithm itself would branch."""
    entry = algorithm(problem.kind, key)
    nodes = whole(entry, problem).counts()[1]
    of = usual_parts(entry, problem)
    steps = sum(done(part).steps for part in cut(entry, problem, entry.settings({}), of))
    assert nodes - of <= steps <= nodes + 3 * of


def test_parts_keep_no_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    monkeypatch.setattr("core.running._kernel_search.KernelSearch._collect", lambda *_: kept.append(1))
    assert sum(done(part).solutions for part in PARTS) == 92
    assert not kept
    whole(ENTRY, Queens(8))
    assert kept


def test_a_process_that_is_killed_costs_its_part_and_nothing_else() -> None:
    entry = algorithm("queens", "bitmask")
    parts = cut(entry, Queens(8), entry.settings({}), 6)
    with processes(1) as workers:
        search = PartedCount(entry, Queens(8), parts, executor=workers.executor, slots=workers.slots)
        while not search.records:
            search.advance(1 << 30)
        with pytest.raises(BrokenExecutor):
            workers.executor.submit(os._exit, 9).result()
        while search.advance(1 << 30) is Status.RUNNING:
            pass
    assert search.counts()[0] == 92


def test_an_exact_cover_is_cut_no_further_than_needed() -> None:
    problem = ExactCover({f"{letter}{way}": [letter] for letter in "ABCD" for way in (1, 2)})
    for pieces in range(1, 17):
        found = divide(problem, pieces)
        assert len(found) == pieces
        sizes = [piece.options for piece in found if piece.uncovered.any()]
        assert sizes == sorted(sizes, reverse=True)
    assert len(divide(problem, 20)) == 16, "every solution is a piece then"


@st.composite
def coloured_problems(draw: st.DrawFn) -> ExactCover:
    primary, secondary = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    items = [Item(f"p{i}") for i in range(primary)] + [Item(f"s{i}", secondary=True) for i in range(secondary)]
    options = draw(st.lists(st.lists(st.integers(0, primary + secondary - 1), unique=True, max_size=4), max_size=9))
    colours = [[draw(st.sampled_from(["", "x", "y"])) if item >= primary else "" for item in o] for o in options]
    return ExactCover(items, options, colours)


TWO_COLOURS = ExactCover(
    [Item("a"), Item("b"), Item("c", secondary=True)], [(0, 2), (0, 2), (1, 2), (1, 2)],
    [("", "x"), ("", "y"), ("", "x"), ("", "y")],
)  # fmt: skip


@given(coloured_problems(), st.integers(1, 9))
@example(TWO_COLOURS, 2)
@example(ExactCover({"A": [1, 2], "B": [3, 4], "C": [1, 3], "D": [2, 4]}), 1)
@settings(max_examples=60)
def test_what_is_left_of_a_problem_is_a_problem_like_any_other(problem: ExactCover, pieces: int) -> None:
    """Its numeric form says the same as its options, and nothing is counted twice or lost."""
    left = [as_problem(problem, piece) for piece in divide(problem, pieces)]
    for one in left:
        again = ExactCover(one.items, one.options, one.colours)
        for name in ("primary", "secondary", "sizes", "idle_options", "longest_solution", "multiple", "coloured"):
            assert getattr(one, name) == getattr(again, name), name
        for theirs, own in ((one.incidence().starts, again.incidence().starts),
                            (one.incidence().items, again.incidence().items)):  # fmt: skip
            assert theirs.tolist() == own.tolist()
        flat = [colour for colours in one.colours for colour in colours]
        assert [one.colour_names[number] for number in one.colour_numbers()] == flat or not one.coloured
    dlx = algorithm("cover", "dlx")
    assert sum(whole(dlx, one).counts()[0] for one in left) == whole(dlx, problem).counts()[0]


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_that_hear_every_word_too_late_get_on_all_the_same(threads: int) -> None:
    """At every look at the clock another second has gone by, as on a machine that holds them up."""
    clock = itertools.count()
    parts = cut(ENTRY, Queens(6), {}, 4)
    search = PartedCount(ENTRY, Queens(6), parts, threads=threads, slicing=Slicing.by(lambda: float(next(clock))))
    for _ in range(2000):
        if search.advance(1 << 20) is not Status.RUNNING:
            break
    assert (search.status, search.counts()[0]) == (Status.COMPLETE, 4)
