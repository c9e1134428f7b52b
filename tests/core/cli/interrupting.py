"""``python -m core queens`` as a process that is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests import PATIENCE


def started(*arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "core", "queens", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


SEARCHED_SECONDS = 0.1


def begun(process: subprocess.Popen[str]) -> None:
    """Wait until it searches, in a thread of its own and for `SEARCHED_SECONDS` of processor time; or has ended."""
    since: float | None = None
    while process.poll() is None:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        used, threads = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[17])
        if threads > 1 and since is None:
            since = used
        if since is not None and used - since >= SEARCHED_SECONDS:
            return
        time.sleep(0.01)


def interrupted(process: subprocess.Popen[str], times: int = 1) -> tuple[str, str]:
    """Send Ctrl-C once it has begun to search (its kernel having been compiled before)."""
    begun(process)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.005)
    return process.communicate(timeout=PATIENCE)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
