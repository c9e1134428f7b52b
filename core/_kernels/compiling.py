"""Machine code requested while a search is running.

A thread makes it (`core._kernels.background`), and each search asks only about its own kernel.  If the
process has no memory to spare, another process makes the machine code instead and leaves it on disk
(`compile_apart`).
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from core._kernels.background import have_done
from core._kernels.kernel import COMPILED, Kernel, is_making
from core._kernels.waiting import LOOK_SECONDS, look, waiting

if TYPE_CHECKING:
    import subprocess

_asked: dict[Kernel, Future[None]] = {}
"""The requests to `compile_soon`: done once there is machine code, or once there will be none."""
_apart: dict[str, subprocess.Popen[bytes]] = {}
"""Processes that make machine code, by the Python code that they run."""
_lock = threading.Lock()


def compile_soon(kernel: Kernel, *arguments: Any) -> None:
    """Have machine code of ``kernel`` made in the background for arguments like these, and return at once.

    Code found on disk is loaded when this returns, or very soon after if another kernel is being compiled.
    """
    if not COMPILED or kernel.compiled or kernel in _asked:
        return
    busy = is_making()
    if not busy and kernel.read(*arguments):
        return
    with _lock:
        if kernel in _asked:
            return
        future = _asked[kernel] = Future()
    if busy:  # a call of LLVM may take seconds, and a second call waits for it
        threading.Thread(target=_read, args=(kernel, arguments, future), name="reading", daemon=True).start()
    else:
        have_done(partial(kernel.make, *arguments), future)


def is_awaited(kernel: Kernel) -> bool:
    """Whether this kernel's machine code has been requested and is not there yet."""
    asked = _asked.get(kernel)
    return asked is not None and not asked.done() and not kernel.compiled


def wait_for_code(kernel: Kernel, timeout: float | None = None) -> bool:
    """Wait until a request to `compile_soon` has been met or has failed; False if the time runs out first."""
    if not is_awaited(kernel):
        return True
    with waiting():
        return bool(wait([_asked[kernel]], timeout).done)


def compile_apart(code: str) -> None:
    """Have another Python process run ``code``, which makes machine code for this one to read, and wait for it.

    Numba's memory, some 150 MiB, is freed when that process ends.  Nothing happens if Numba is already imported
    here or nothing is kept on disk; and if the process fails, the kernel must be compiled here after all.

    Raises:
        KeyboardInterrupt: Ctrl-C has ended the process.
        NoLongerWanted: The process continues, and the next request for the same code waits for it.
    """
    import subprocess

    from core._kernels.cache import usable_folder

    if not COMPILED or "numba" in sys.modules or usable_folder() is None:
        return
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with waiting(), suppress(OSError):
        with _lock:
            if code not in _apart:
                _apart[code] = subprocess.Popen(
                    [sys.executable, "-c", f"import numba; {code}"], env=environment,
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
                atexit.register(_apart[code].kill)
            process = _apart[code]
        while process.poll() is None:
            look()
            with suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_SECONDS)
        with _lock:
            if _apart.pop(code, None) is process:
                atexit.unregister(process.kill)
        if process.returncode == -signal.SIGINT:
            raise KeyboardInterrupt


def _read(kernel: Kernel, arguments: tuple[Any, ...], future: Future[None]) -> None:
    """Read machine code while the thread compiles another kernel, or leave it to that thread."""
    with suppress(Exception):
        if kernel.read(*arguments):
            future.set_result(None)
            return
    have_done(partial(kernel.make, *arguments), future)
