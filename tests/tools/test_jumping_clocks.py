"""The checker of clocks: `core` and `tui` see them jump, nobody else; what is about real time is let off by name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.jumping_clocks import LEAST, MOST, TOLD, JumpingClocks

ASKED = """
import time

import pytest

def reading():
    names = {"__name__": "core.asking", "time": time}
    exec("def asked(): return time.monotonic()", names)
    return names["asked"]()

def test_of_slices():
    assert reading() - time.monotonic() < 1e-3

def test_of_order():
    assert reading() < reading()

@pytest.mark.real_time("it measures a machine")
def test_of_real_time():
    before, one, between, other, after = time.monotonic(), reading(), time.monotonic(), reading(), time.monotonic()
    assert max(one - between, other - after) <= min(one - before, other - between) + 1e-6, "as far ahead as before"

@pytest.mark.real_time
def test_without_a_reason():
    pass
"""


def reader(clock: Callable[[], Any], module: str) -> Callable[[], Any]:
    """The clock as a module of that name reads it."""
    names: dict[str, Any] = {"__name__": module, "clock": clock}
    exec("def read(): return clock()", names)
    read: Callable[[], Any] = names["read"]
    return read


def test_each_reading_of_core_and_tui_jumps_and_nobody_else_s() -> None:
    clocks = JumpingClocks(5)
    clocks.begin("a test", jumping=True)
    nanoseconds, seconds = clocks.clock(lambda: 0, 1), clocks.clock(lambda: 0.0, 1e-9)
    looks = [reader(nanoseconds, name)() for name in ("core", "core.running._run", "tui.app", "core.running._run")]
    jumps = [after - before for before, after in zip([0, *looks], looks, strict=False)]
    assert all(LEAST <= jump <= MOST for jump in jumps)
    assert len(set(jumps)) == 4
    for other in ("corel", "tests.core", "textual.app", "threading"):
        assert reader(nanoseconds, other)() == 0
    assert reader(seconds, "core.running._run")() > looks[-1] * 1e-9
    clocks.begin("about real time", jumping=False)
    assert reader(nanoseconds, "core.running._run")() == reader(nanoseconds, "core.running._run")() > looks[-1]


def test_the_jumps_are_those_of_the_seed_and_the_test() -> None:
    def jumps(seed: int, name: str) -> list[int]:
        clocks = JumpingClocks(seed)
        clocks.begin(name, jumping=True)
        read = reader(clocks.clock(lambda: 0, 1), "core.running._run")
        return [read() for _ in range(3)]

    assert jumps(1, "a") == jumps(1, "a")
    assert len({tuple(jumps(seed, name)) for seed in (1, 2) for name in "ab"}) == 4


def run(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.jumping_clocks", "-p", "no:cacheprovider",
         "-c", str(folder / "pytest.ini"), str(folder / "test_asked.py"), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, check=False,
        env={name: value for name, value in os.environ.items() if name != TOLD},
    ).stdout  # fmt: skip


@pytest.mark.slow
def test_a_test_that_follows_a_clock_fails_and_what_is_about_real_time_is_listed(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_asked.py").write_text(ASKED)
    assert "3 passed" in run(tmp_path, "-k", "test_of")
    said = run(tmp_path, "-k", "test_of", "--jumping-clocks=3")
    assert "1 failed, 2 passed" in said
    assert "clocks jumped, seed 3" in said
    assert "test_asked.py::test_of_real_time: it measures a machine" in said
    assert "FAILED" in said
    assert "test_of_slices" in said.partition("short test summary")[2]
    assert "real_time needs a reason" in run(tmp_path, "-k", "without", "--jumping-clocks=3")


def test_clocks_that_are_in_use_already_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "core.running._slicing", sys)
    with pytest.raises(pytest.UsageError, match="imported before the clocks could be changed"):
        JumpingClocks(1).install()


def test_nothing_of_core_is_imported_before_the_clocks_are_changed() -> None:
    command = [sys.executable, "-m", "pytest", "--jumping-clocks=1", "-p", "no:randomly", "--collect-only", "-q"]
    done = subprocess.run(
        [*command, str(Path(__file__))], capture_output=True, text=True, cwd=ROOT, check=False,
        env={name: value for name, value in os.environ.items() if name != TOLD},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
