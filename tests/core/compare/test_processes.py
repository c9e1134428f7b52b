"""Whether another process is there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from core.compare.history import is_running


def test_a_process_is_running_until_it_has_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert is_running(child.pid)
        assert child.poll() is None, "asking does it no harm"
        child.communicate(b"\n")
    assert not is_running(child.pid)
    assert is_running(os.getpid())


@pytest.mark.parametrize("number", [0, -1, 1 << 32, 1 << 80])
def test_no_process_has_such_a_number(number: int) -> None:
    assert not is_running(number)
