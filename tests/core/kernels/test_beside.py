"""A search waits for its own machine code, and only as long as somebody waits for the search."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

import core
import core._kernels.compiling as compiling_module
from core import Engine, Goal, KernelSearch, Queens, Run, Status, algorithm
from core._estimates.by_parts import PartsTooLarge, estimate
from core._estimates.time_left import TimeLeft
from core._kernels.compiling import compile_soon, is_awaited, wait_for_code
from core._kernels.kernel import COMPILED, is_making
from core._kernels.native import POSSIBLE
from core._kernels.waiting import seconds_waited
from core._parts.part import cut
from core.running import Kernel, Slicing, kernel
from core.running._kernel_runner import HOPELESS_STEPS, PATIENT_STEPS, SEEKING_SECONDS, KernelRunner
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    """A kernel of nobody's that is being compiled in the background until the test is over."""

    @kernel
    def unrelated(state: Any) -> None:
        state[0] = 1

    over = Event()
    monkeypatch.setattr(unrelated, "_make", lambda *_: over.wait())
    compile_soon(unrelated, np.zeros(1))
    while not is_making():
        over.wait(0.001)
    yield unrelated
    assert is_awaited(unrelated), "or nothing has been tested"
    over.set()
    assert wait_for_code(unrelated, PATIENCE)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that starts a search whose kernel has no machine code, and has not asked for any."""

    def begin(key: str, n: int, goal: Goal) -> KernelSearch:
        search = algorithm("queens", key).start(Queens(n), goal)
        assert isinstance(search, KernelSearch)
        unasked: dict[str, Any] = {"interpreted_steps": -(1 << 60), "interpreted_seconds": -1e9, "sought": False}
        for name, value in {"_natives": {}, "_dispatcher": None, **unasked}.items():
            monkeypatch.setattr(search.kernel, name, value)
        monkeypatch.delitem(compiling_module._asked, search.kernel, raising=False)
        return search

    return begin


@pytest.mark.usefixtures("compiling")
def test_an_estimate_is_not_held_up_by_another_kernel(interpreted: Any) -> None:
    interpreted("bitmask", 11, Goal.COUNT)
    entry, ticks = algorithm("queens", "bitmask"), count()

    def tick() -> float:
        return float(next(ticks))

    slicing = Slicing(tick, tick, tick, lambda: 0.0, steps=1)
    with pytest.raises(PartsTooLarge):
        estimate(cut(entry, Queens(11), entry.settings({}), 2), 1.0, slicing=slicing)
    assert next(ticks) < 1000


@pytest.mark.usefixtures("compiling")
def test_the_time_left_is_told_while_another_kernel_is_compiled(interpreted: Any) -> None:
    search = interpreted("backtracking", 8, Goal.COUNT)
    search.advance(100)
    shot = search.snapshot()
    assert (shot.engine, shot.code_coming) == (Engine.INTERPRETED, False)
    assert TimeLeft().of(shot, 10.0) is not None


@pytest.mark.usefixtures("compiling")
def test_no_slice_rests_for_another_kernel(interpreted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    search = interpreted("backtracking", 8, Goal.COUNT)
    monkeypatch.setattr(search.kernel, "interpreted_steps", PATIENT_STEPS)
    monkeypatch.setattr("core.running._kernel_runner.compile_soon", lambda *_: None)  # as with a Numba that fails
    before = seconds_waited()
    KernelRunner().run(search.kernel, search.counters, search.kernel_state(), 100, 100, search._found[:0])
    assert search.counters[0]
    assert seconds_waited() == before


@pytest.mark.skipif(not POSSIBLE, reason="machine code is read by Numba here")
def test_machine_code_on_the_disk_is_read_while_another_kernel_is_compiled(
    interpreted: Any, request: pytest.FixtureRequest
) -> None:
    search = interpreted("backtracking", 8, Goal.COUNT)
    arguments = search.kernel_state(), 0, 0, search._found[:0]
    search.prepare()
    search.kernel._natives.clear()
    request.getfixturevalue("compiling")
    compile_soon(search.kernel, *arguments)
    assert wait_for_code(search.kernel, PATIENCE)
    assert search.kernel.compiled
    search.kernel._natives.clear()
    search.prepare()
    assert search.kernel.compiled


@pytest.mark.skipif(not POSSIBLE, reason="machine code is read by Numba here")
def test_what_lies_on_the_disk_is_read_before_anything_is_compiled(
    interpreted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = interpreted("backtracking", 8, Goal.COUNT)
    search.prepare()
    search.kernel._natives.clear()
    monkeypatch.setattr("core.running._kernel_runner.compile_soon", lambda *_: pytest.fail("nothing is to be made"))
    for seconds, engine in ((0.0, Engine.INTERPRETED), (SEEKING_SECONDS, Engine.BOTH)):
        monkeypatch.setattr(search.kernel, "interpreted_seconds", seconds)
        search.advance(1)
        assert search.snapshot().engine is engine


@pytest.mark.usefixtures("compiling")
def test_seconds_hold_while_a_search_waits_for_machine_code(interpreted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    search = interpreted("min-conflicts", HOPELESS_STEPS, Goal.FIRST)
    monkeypatch.setattr(search.kernel, "read", lambda *_: False)
    assert search.waits_for_machine_code
    with pytest.raises(core.TimeIsUp, match=r"no answer within 0\.1 s") as late:
        Queens(HOPELESS_STEPS).solution("min-conflicts", seconds=0.1)
    assert isinstance(late.value, TimeoutError)
    again = pickle.loads(pickle.dumps(late.value))
    assert (str(again), again.snapshot) == (str(late.value), late.value.snapshot)
    run = Run(search)
    driving = Thread(target=run.drive)
    driving.start()
    run.cancel()
    driving.join(PATIENCE)
    assert (run.error, run.snapshot.status) == (None, Status.STOPPED)
    assert not run.go(1)


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
    )  # fmt: skip


@pytest.mark.skipif(not POSSIBLE, reason="machine code is read by Numba here")
def test_seconds_hold_while_another_process_makes_the_machine_code(tmp_path: Path) -> None:
    code = """
import core._queens.quadrants.quadrant_search as quadrants
from core import Queens
from core._kernels import compiling
quadrants.MAKE_MACHINE_CODE = "import time; time.sleep(1e6) # {n} {processor}"
processes = set()
for _ in range(2):
    while True:  # building may take all of the time
        try:
            Queens(17).count("quadrants", seconds=0.1)
        except TimeoutError:
            if compiling._apart:
                break
    processes |= set(compiling._apart.values())
    print(len(processes))
"""
    done = python(code, tmp_path)
    assert (done.stdout, done.stderr) == ("1\n1\n", "")


@pytest.mark.parametrize(("asked", "told"), [("", False), ("logging.getLogger('numba').setLevel(10)", True)])
def test_numba_says_nothing_to_a_log_unless_it_is_asked_by_name(asked: str, told: bool, tmp_path: Path) -> None:
    code = f"""
import logging
import numpy as np
from core._kernels.kernel import kernel
logging.basicConfig(level=logging.DEBUG)
{asked}
@kernel
def one(state):
    state[0] = 1
one(np.zeros(1))
"""
    done = python(code, tmp_path)
    assert done.returncode == 0
    assert ("numba" in done.stderr) is told
