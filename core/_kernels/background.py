"""The thread that compiles while the program is running, and how it ends with the program.

The thread imports Numba, so nobody waits for that.  Type inference is Python code, so while it
runs, threads take turns at the interpreter more often, and the program still answers keys at once.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import NoReturn

SWITCH_SECONDS = 0.001
"""How long a thread keeps the interpreter while another wants it and something is being compiled."""
GRACE_SECONDS = 0.2
"""How long `leave` waits for the thread to reach a place where it can be ended."""

_jobs: queue.SimpleQueue[tuple[Callable[[], None], Future[None]]] = queue.SimpleQueue()
_lock = threading.Lock()
_thread: threading.Thread | None = None
_idle = threading.Event()
"""Cleared while the thread has work; only the end of the process looks at it."""
_idle.set()
_ending = False


def have_done(job: Callable[[], None], future: Future[None]) -> Future[None]:
    """Have the thread do a job after those given before; the future is done when the job is."""
    global _thread
    with _lock:
        _idle.clear()
        _jobs.put((job, future))
        if _thread is None:
            atexit.register(_stop)
        if _thread is None or not _thread.is_alive():  # the child of a fork has no thread yet
            _thread = threading.Thread(target=_work, name="compiling", daemon=True)
            _thread.start()
    return future


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
        job, future = _jobs.get()
        sys.setswitchinterval(min(usual, SWITCH_SECONDS))
        try:
            job()
        except Exception as error:  # for those who wait for it
            future.set_exception(error)
        else:
            future.set_result(None)
        finally:
            sys.setswitchinterval(usual)
            with _lock:
                if _jobs.empty():
                    _idle.set()
        del job, future


def _stop() -> None:
    """Let no thread run compiled C++ while the process shuts down: that would crash it."""
    if not _idle.is_set():
        _end_thread(None)


def _end_thread(seconds: float | None) -> None:
    """End the thread as soon as it runs Python code."""
    global _ending
    thread = _thread
    if thread is None:
        return
    _ending = True
    # Where the exception meets a call back from C++, Python reports it lost on standard error: we try again.
    sys.unraisablehook = lambda _: None
    deadline = None if seconds is None else time.monotonic() + seconds
    while thread.is_alive() and not _idle.is_set() and (deadline is None or time.monotonic() < deadline):
        # Repeatedly, because the thread may be where exceptions get lost: called back from C++.
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
        thread.join(0.05)
