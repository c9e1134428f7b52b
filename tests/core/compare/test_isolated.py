"""An algorithm that ends, crashes or never ends its process costs its own cells and nothing else."""

from __future__ import annotations

import json
import os
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from core import Goal, ProblemError, Queens, Status, algorithm, register
from core import _catalog as catalog
from core.compare import Bound, Contestant, Ending, Experiment, Plan, PlanError
from core.compare._isolated import ChildProcess, Isolated, SearchApart, Wanted
from core.compare._plan import COLD, PRECISION, REPEAT
from core.compare._race import Race
from core.compare._tables_text import source_line
from tests import PATIENCE
from tests.core.plugin_sites import offer, offer_several, python

dlx = algorithm("queens", "dlx")


def measured(folder: Path, names: str, *more: str) -> Any:
    """The cells of a comparison of these algorithms, by algorithm."""
    words = "compare", "queens", "6", "--algorithms", names, "--json", "--repeat", "1", "--warmup", "0"
    done = python(folder, "-m", "core", *words, *more)
    return {each["algorithm"]: each for each in json.loads(done.stdout)["cells"]}


def test_what_breaks_breaks_its_own_cells_alone(tmp_path: Path) -> None:
    offer_several(tmp_path)
    cells = measured(tmp_path, "ends,crashes,backtracking,prints")
    assert (cells["backtracking"]["status"], cells["backtracking"]["solutions"]) == ("complete", 4)
    assert (cells["prints"]["status"], cells["prints"]["solutions"]) == ("complete", 4)
    assert (cells["ends"]["status"], cells["ends"]["reason"]) == (
        "failed",
        "its process ended by itself, with status 0 and without an answer",
    )
    if sys.platform != "win32":
        assert (cells["crashes"]["status"], cells["crashes"]["reason"]) == ("failed", "its process crashed: SIGSEGV")


@pytest.mark.slow
def test_what_never_ends_is_a_limit_of_its_own_cells_alone(tmp_path: Path) -> None:
    offer_several(tmp_path)
    # The limit is short for what never ends, and on a busy machine it may be too short for what comes after.
    cells = measured(tmp_path, "endless,prints", "--timeout", "0.1")
    assert (cells["endless"]["status"], cells["endless"]["reason"].partition(";")[0]) == (
        "limit",
        "not finished within 0.1 s",
    )
    assert cells["prints"]["status"] in ("complete", "limit")


def test_our_own_are_measured_in_processes_too_if_that_is_asked() -> None:
    plan = Plan("queens", ("5", "6"), (Contestant("backtracking"),), repeat=2, precision=None, isolate=True)
    asked: list[Any] = []

    class Watched(ChildProcess):
        def send(self, message: Any) -> None:
            asked.append(message)
            super().send(message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.compare._experiment.ChildProcess", Watched)
        table = Experiment(plan).drive()
    assert [cell.solutions for cell in table.cells.values()] == [10, 4]
    assert all(len(cell.complete_samples) == 2 and cell.time is not None for cell in table.cells.values())
    assert {message.problem for message in asked if message} == {"5", "6"}
    assert Plan.from_json(plan.as_json()) == plan


def test_a_cold_call_is_the_first_of_a_new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    children = []

    class Counted(ChildProcess):
        def __init__(self, *patience: float) -> None:
            super().__init__(*patience)
            children.append(self)

    monkeypatch.setattr("core.compare._experiment.ChildProcess", Counted)
    cold = Contestant.parse("queens", "dlx-s:calls=cold,order=text")
    assert (cold.cold, cold.settings, cold.called(COLD)) == (True, {"order": "text"}, cold)
    assert Contestant.parse("queens", "dlx:calls=warm") == Contestant("dlx")
    with pytest.raises(PlanError, match="calls are warm, varied or cold, not 'hot'"):
        Contestant.parse("queens", "dlx:calls=hot")
    table = Experiment(Plan("queens", ("5",), (cold,), repeat=2, warm_up=0, precision=None)).drive()
    (made,) = table.cells.values()
    assert (made.solutions, [run.batch for run in made.complete_samples]) == (10, [1, 1])
    assert sum(child.begun for child in children) == 3  # importing has one of its own
    assert all(child._process is None for child in children)
    assert "same input each time, cold: each call in a new process" in source_line(table)


def begun(child: ChildProcess, algorithm: str, timeout: float | None) -> Isolated:
    settings = {"timeout": timeout, "memory": None}
    made = Isolated(child, Wanted("queens", "6", algorithm, (), Goal.COUNT, None, settings))
    made.build()
    return made


def run(child: ChildProcess, algorithm: str = "backtracking", timeout: float | None = None) -> Isolated:
    made = begun(child, algorithm, timeout)
    while not made.finished:
        made.advance()
    return made


def test_a_process_that_is_killed_is_begun_again() -> None:
    child = ChildProcess()
    try:
        assert run(child).sample().solutions == 4
        child._process.kill()
        lost = run(child).sample()
        killed = "SIGTERM" if sys.platform == "win32" else "SIGKILL"
        assert (lost.ending, lost.reason) == (Ending.FAILED, f"its process crashed: {killed}")
        assert run(child).sample().solutions == 4
    finally:
        child.close()


def lane(algorithm: str, goal: Goal = Goal.COUNT) -> Wanted:
    return Wanted("queens", Queens(6), algorithm, (), goal, None, None)


def race(*algorithms: str) -> Race:
    """A race of these for six queens."""
    return Race(Plan("queens", ("6",), tuple(map(Contestant, algorithms)), precision=PRECISION))


def test_a_race_goes_the_same_way_in_processes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    states = []
    for found in (set(), {("queens", "dlx")}):
        monkeypatch.setattr("core._catalog._from_plugins", found)
        state = race("dlx", "dlx-s").drive()
        assert state.table is not None
        apart, here = state.table.row("6")
        assert [run.apart for run in apart.samples] == [bool(found)] * len(apart.samples)
        assert not any(run.apart for run in here.samples)
        assert min(len(apart.samples), len(here.samples)) >= REPEAT
        assert {lane.place for lane in state.lanes} == {1, 2}
        states.append([(replace(lane.snapshot, seconds=0, build_seconds=0), lane.error) for lane in state.lanes])
    assert states[0] == states[1]


@contextmanager
def offered(module: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """While this lasts, the catalog has the entries of a module as if a package had brought them."""
    entries = import_module(module).all_of_them()
    with ExitStack() as stack:
        for entry in entries:
            stack.callback(register(entry))
            monkeypatch.setattr("core._catalog._from_plugins", {*catalog._from_plugins, (entry.problem, entry.key)})
        yield


def test_a_search_in_another_process_is_like_one_here() -> None:
    child = ChildProcess()
    try:
        apart = SearchApart(child, lane("dlx", Goal.ALL), lambda: False)
        here = dlx.start(Queens(6), Goal.ALL)
        states = []
        for budget in (40, 30, 100):
            states.append(apart.state())
            assert apart.advance(budget) is here.advance(budget)
            assert apart.counts() == here.counts()
            assert list(apart.solutions) == list(here.solutions)
            assert apart.state().keys() == here.state().keys()
        assert (apart.status, apart.counts()) == (Status.COMPLETE, (4, 153))
        apart.restore(states[1])
        assert apart.counts()[1] == 40
        with pytest.raises(ProblemError):
            apart.restore({})
    finally:
        child.close()


HELPED = '''
import multiprocessing, os, subprocess, sys, threading, time
from core import Algorithm, Goal, Source
from core._queens.naive import NaiveSearch

WORK = """
import sys, time
for line in sys.stdin:
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass
    print(flush=True)
"""

def work():
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass

class Thread(NaiveSearch):
    def advance(self, budget, quota=None):
        helper = threading.Thread(target=work)
        helper.start()
        helper.join()
        return super().advance(budget, quota)

class Child(NaiveSearch):
    def advance(self, budget, quota=None):
        subprocess.run([sys.executable, "-S", "-c", WORK], input=b"go\\n")
        return super().advance(budget, quota)

class Forked(NaiveSearch):
    def advance(self, budget, quota=None):
        helper = multiprocessing.get_context("fork").Process(target=work)
        helper.start()
        helper.join()
        return super().advance(budget, quota)

class Serves(NaiveSearch):  # a child that stays
    def advance(self, budget, quota=None):
        if not hasattr(self, "helper"):
            self.helper = subprocess.Popen([sys.executable, "-S", "-c", WORK], text=True, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE)
        self.helper.stdin.write("go\\n")
        self.helper.stdin.flush()
        self.helper.stdout.readline()
        return super().advance(budget, quota)

def all_of_them():
    for start in (Thread, Child, Forked, Serves):
        name = start.__name__.lower()
        yield Algorithm(name, name, "queens", "As naive.", Source("Me", 2024, "Here"), f"helped:{start.__name__}",
                        goals=(Goal.COUNT,), maximum_size=16)
'''


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what a process that still runs has used is read from /proc")
def test_work_in_a_thread_or_in_a_child_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stay has 0.05 s of processor time done by another; there is no saying how much more the rest takes."""
    (tmp_path / "helped.py").write_text(HELPED)
    offer(tmp_path, "helped = helped:all_of_them")
    monkeypatch.syspath_prepend(tmp_path)
    names = "thread", "child", "forked", "serves"
    found = measured(tmp_path, ",".join(names))
    for name in names:
        assert (found[name]["status"], found[name]["median_s"] >= 0.05) == ("complete", True), name
    monkeypatch.setattr("core.compare._race.CALIBRATIONS", 0)
    with offered("helped", monkeypatch):
        lanes = race("thread", "serves").drive().lanes
    for state in lanes:
        assert (state.error, state.snapshot.seconds >= 0.05) == ("", True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold the limit themselves")
def test_the_clock_of_a_process_goes_on_smoothly() -> None:
    """With a limit of its processor time, Linux moves the clock of a process on in steps of milliseconds."""
    child = ChildProcess()
    try:
        sample = run(child, timeout=60.0).sample()
        limits = Path(f"/proc/{child._process.pid}/limits").read_text()
    finally:
        child.close()
    assert sample.ending is Ending.COMPLETE
    assert limits.splitlines()[1].split()[3:5] == ["unlimited", "unlimited"]


HARD_TO_END = """
import os, signal, subprocess, sys, time
from core import Algorithm, Goal, Source
from core._queens.naive import NaiveSearch

class Deaf(NaiveSearch):
    def advance(self, budget, quota=None):
        for number in (signal.SIGTERM, signal.SIGXCPU):
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass

class Idle(NaiveSearch):
    def advance(self, budget, quota=None):
        time.sleep(10**6)

class Leaves(NaiveSearch):
    def advance(self, budget, quota=None):
        code = "import time; held = open('held', 'w'); print('here', file=held, flush=True); time.sleep(10**6)"
        subprocess.run([sys.executable, "-c", code])

def all_of_them():
    for start in (Deaf, Idle, Leaves):
        name = start.__name__.lower()
        yield Algorithm(name, name, "queens", "Never.", Source("Me", 2024, "Here"), f"stubborn:{start.__name__}",
                        goals=(Goal.COUNT,), maximum_size=16)
"""


@pytest.fixture
def stubborn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChildProcess]:
    """A process that finds algorithms which do not end, in an empty folder."""
    (tmp_path / "stubborn.py").write_text(HARD_TO_END)
    offer(tmp_path, "stubborn = stubborn:all_of_them")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    child = ChildProcess()
    yield child
    child.close()


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")
def test_a_process_that_ignores_the_limit_is_killed_when_it_has_used_its_time(
    stubborn: ChildProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.compare._isolated.GRACE_SECONDS", 0.1)  # here; in its own process it is as it was
    monkeypatch.setattr("core.compare._isolated.WAITING_SECONDS", 1e9)  # however little a busy machine lets it do
    sample = run(stubborn, "deaf", timeout=0.1).sample()
    assert (sample.ending, sample.bound, sample.cpu_seconds) == (Ending.LIMIT, Bound.TIME, 0.1)
    assert sample.reason == "not finished within 0.1 s; ended from outside"


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")
def test_a_process_that_only_waits_is_ended_soon_and_said_to_wait(
    stubborn: ChildProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.compare._isolated.WAITING_SECONDS", 0.5)
    sample = run(stubborn, "idle", timeout=0.1).sample()
    assert (sample.ending, sample.bound) == (Ending.LIMIT, Bound.TIME)
    assert sample.reason == "not finished within 0.1 s; it waits"


@pytest.mark.parametrize("name", ["deaf", "idle"])
@pytest.mark.usefixtures("stubborn")
def test_who_never_comes_back_holds_up_no_other_lane(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with offered("stubborn", monkeypatch):
        begun = race(name, "dlx")
        driver = threading.Thread(target=begun.drive, daemon=True)
        driver.start()
        while begun.state.lanes[1].place != 1:
            assert not begun.wait(0.01)
        begun.cancel()
        driver.join(PATIENCE)
    assert begun.finished
    assert [each.snapshot.status for each in begun.state.lanes] == [Status.STOPPED, Status.COMPLETE]
    assert begun.state.verdict is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_a_process_has_begun_ends_with_it(stubborn: ChildProcess) -> None:
    os.mkfifo("held")
    held = os.open("held", os.O_RDONLY | os.O_NONBLOCK)
    made = begun(stubborn, "leaves", timeout=None)
    while not select.select([held], [], [], 0)[0]:
        made.advance()
    assert os.read(held, 100) == b"here\n"
    stubborn.close()
    assert select.select([held], [], [], 60.0)[0]  # as soon as nobody holds the other end, there is an end to read
    assert os.read(held, 100) == b""
    os.close(held)
