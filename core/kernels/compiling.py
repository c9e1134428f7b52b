"""The thread that compiles kernels while the program is already at work, and how it ends with the program.

The thread imports Numba, so nobody waits for that.  Type inference is Python code,
so threads take turns at the interpreter more often while it lasts, and the
program still answers keys at once.

Where every megabyte of the process is spoken for, a process of its own makes the machine code instead, and
leaves it on the disk (`compile_apart`).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import queue
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any, NoReturn

from core.kernels.kernel import COMPILED, Kernel
from core.kernels.waiting import waiting

SWITCH_SECONDS = 0.001
"""How long a thread keeps the interpreter while another wants it, as long as something is being compiled."""
GRACE_SECONDS = 0.2
"""How long `leave` waits for the thread to reach a place where it can be ended."""

_asked: set[Kernel] = set()
_jobs: queue.SimpleQueue[tuple[Kernel, tuple[Any, ...]]] = queue.SimpleQueue()
_lock = threading.Lock()
_thread: threading.Thread | None = None
_idle = threading.Event()
_idle.set()
_ending = False


def compile_soon(kernel: Kernel, *arguments: Any) -> None:
    """Have machine code of ``kernel`` made in the background for arguments like these; returns at once.

    What lies on the disk is there when this returns.
    """
    global _thread
    if not COMPILED or kernel.compiled or kernel in _asked or kernel.read(*arguments):
        return
    with _lock:
        if kernel in _asked:
            return
        _asked.add(kernel)
        _idle.clear()
        _jobs.put((kernel, arguments))
        if _thread is None:
            _thread = threading.Thread(target=_work, name="compiling", daemon=True)
            _thread.start()
            atexit.register(_stop)


def compile_apart(code: str) -> None:
    """Wait for another Python process to run ``code``, which makes machine code that this one can then read.

    The memory that Numba takes, some 150 MiB, goes with that process.  Where Numba is here already, or nothing
    is kept on the disk, nothing happens; and if the process fails, the kernel is still to be compiled here.

    Raises:
        KeyboardInterrupt: Ctrl-C has ended the process.
    """
    import subprocess

    from core.kernels.cache import usable_folder

    if not COMPILED or "numba" in sys.modules or usable_folder() is None:
        return
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with waiting(), suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-c", f"import numba; {code}"], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        atexit.register(process.kill)
        try:
            if process.wait() == -signal.SIGINT:
                raise KeyboardInterrupt
        finally:
            atexit.unregister(process.kill)


def is_compiling() -> bool:
    """Whether some requested machine code is not ready yet."""
    return not _idle.is_set()


def wait_for_machine_code(timeout: float | None = None) -> bool:
    """Wait until all requested machine code has been compiled; False if the time runs out first."""
    with waiting():
        return _idle.wait(timeout)


def leave(status: int) -> NoReturn:
    """End the process, at once even if something is being compiled.  For a program's own last line."""
    if not _idle.is_set():
        _end_thread(GRACE_SECONDS)
        if not _idle.is_set():
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            atexit.unregister(_stop)
            atexit._run_exitfuncs()
            os._exit(status)
    sys.exit(status)


def _work() -> None:
    usual = sys.getswitchinterval()
    while not _ending:
        kernel, arguments = _jobs.get()
        sys.setswitchinterval(min(usual, SWITCH_SECONDS))
        try:
            kernel.compile(*arguments)
        except Exception:  # kept in `Kernel.failure` for the code that wanted the machine code
            pass
        finally:
            sys.setswitchinterval(usual)
            with _lock:
                if _jobs.empty():
                    _idle.set()
        del arguments


def _stop() -> None:
    """Let no thread run compiled C++ while the process takes itself down: that would crash it."""
    if not _idle.is_set():
        _end_thread(None)


def _end_thread(seconds: float | None) -> None:
    """End the thread as soon as it is in Python code."""
    global _ending
    thread = _thread
    if thread is None:
        return
    _ending = True
    # Where the exception meets a call back from C++, Python says on standard error that it was lost: we try again.
    sys.unraisablehook = lambda _: None
    deadline = None if seconds is None else time.monotonic() + seconds
    while thread.is_alive() and not _idle.is_set() and (deadline is None or time.monotonic() < deadline):
        # Again and again, for it may be where exceptions get lost: called back from C++.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
        thread.join(0.05)
