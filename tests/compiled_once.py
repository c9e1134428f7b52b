"""Test processes that start together without machine code compile each kernel once, not once each.

Whoever comes second waits for the first, and then reads from the disk what it
has written.  Where there are no such locks (Windows), each compiles for itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from core._kernels.kernel import COMPILED
from core.running import Kernel
from tests.patience import COMPILING

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Hold what only one process can hold at a time."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / name).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


def pytest_configure() -> None:
    """Have kernels compiled by one process at a time, each kernel for itself, beside the machine code of all tests.

    Who waits for something in a test is patient while that lasts.
    """
    if not COMPILED:
        return
    folder = Path(os.environ["NUMBA_CACHE_DIR"]) / "locks"
    make_at_once = Kernel.make

    def make_once(self: Kernel, *arguments: Any) -> None:
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}".replace("<", "").replace(">", "")
        with COMPILING.running(), alone(folder, name) if fcntl is not None else nullcontext():
            make_at_once(self, *arguments)

    Kernel.make = make_once  # type: ignore[method-assign]
