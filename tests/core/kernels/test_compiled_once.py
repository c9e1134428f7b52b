"""The lock with which test processes compile each kernel once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core._kernels.kernel import COMPILED
from core.running import Kernel
from tests.compiled_once import alone
from tests.patience import Stopwatch

if sys.platform == "win32":
    pytest.skip("no such locks here", allow_module_level=True)

import fcntl


def test_one_at_a_time_and_each_kernel_for_itself(tmp_path: Path) -> None:
    held = tmp_path / "one"
    with alone(tmp_path, "one"), alone(tmp_path, "two"), held.open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")
def test_whoever_waits_is_patient_while_a_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Stopwatch()  # that of the process may run on: other kernels are compiled in the background
    monkeypatch.setattr("tests.compiled_once.COMPILING", own)
    seen: list[bool] = []
    kernel = Kernel(lambda number: number + 1)  # type: ignore[arg-type]
    kernel._make = lambda *_: seen.append(own.on)  # type: ignore[method-assign]
    kernel.compile(1)
    assert (seen, own.on) == ([True], False)
