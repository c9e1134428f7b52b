"""The lock with which test processes compile each kernel once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiled_once import alone, fcntl


@pytest.mark.skipif(fcntl is None, reason="no such locks here")
def test_one_at_a_time_and_each_kernel_for_itself(tmp_path: Path) -> None:
    held = tmp_path / "one"
    with alone(tmp_path, "one"), alone(tmp_path, "two"), held.open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
