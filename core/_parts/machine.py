"""What this machine has: processors and free memory."""

from __future__ import annotations

import os
import platform
from functools import cache

PROGRAM_BYTES = 110 << 20
"""The memory of a process besides its search: Python, NumPy, LLVM and this program (measured on Linux: some 105
MiB)."""


def cores() -> int:
    """The number of threads that can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def processor_name() -> str:
    """The name of this machine's processor; empty if the system does not tell."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def memory_available() -> int | None:
    """The bytes that could be allocated now without swapping; None if the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
