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


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """How long it has been computing so far, whatever else the machine does."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(process: subprocess.Popen[str], times: int = 1) -> tuple[str, str]:
    """Send Ctrl-C once it must have begun to search (its kernel having been compiled before)."""
    while process.poll() is None and processor_seconds(process) < 1.0:
        time.sleep(0.02)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.005)
    return process.communicate(timeout=PATIENCE)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
