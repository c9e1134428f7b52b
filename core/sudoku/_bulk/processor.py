"""Whether the processor can do what the vectors of `core.sudoku._bulk.triads` need.  Imports no compiler."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path


@cache
def shuffles_bytes() -> bool:
    """Whether the processor shuffles vectors of bytes: x86-64 with SSSE3 (from 2006 on), and arm64."""
    machine = platform.machine().lower()
    if machine not in ("x86_64", "amd64"):
        return machine in ("aarch64", "arm64")
    if {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"} & set(os.environ):
        from core._kernels.simd import named_features

        named = named_features()
        if named is not None:
            return "ssse3" in named
    try:
        return " ssse3 " in Path("/proc/cpuinfo").read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):  # not Linux: processors without it have not been made for many years
        return True
