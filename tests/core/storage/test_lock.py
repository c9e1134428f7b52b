"""A lock belongs to one process, and goes with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.storage._lock import Lock, LockTaken

HOLDS = "import sys; from pathlib import Path; from core.storage._lock import Lock\n"
HOLDS += "lock = Lock(Path(sys.argv[1])); lock.take(); print('held', flush=True); input()"


def test_a_lock_belongs_to_one_process_and_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "1.lock"
    command = [sys.executable, "-c", HOLDS, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        with pytest.raises(LockTaken) as told:
            Lock(path).take()
        assert told.value.holder == child.pid
        with pytest.raises(LockTaken, match=str(child.pid)):
            Lock(path).check()
        child.kill()
    assert path.exists()
    Lock(path).check()
    lock = Lock(path)
    lock.take()
    with pytest.raises(LockTaken, match=str(os.getpid())):
        Lock(path).take()
    lock.check()  # its own
    lock.leave()
    Lock(path).check()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lock(tmp_path / "none" / "1.lock").take()
    Lock(tmp_path / "none" / "1.lock").check()
