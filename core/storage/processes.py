"""Finds out whether another process is still running."""

from __future__ import annotations

import os
import sys

_SYNCHRONIZE = 0x0010_0000
_ACCESS_DENIED = 5
_WAIT_TIMEOUT = 0x102


def is_running(pid: int) -> bool:
    """Whether a process of this machine has this number, even one of another user."""
    if not 0 < pid <= 0xFFFF_FFFF:
        return False
    if sys.platform == "win32":  # where os.kill(pid, 0) would send it Ctrl-C
        return _runs_on_windows(pid)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


if sys.platform == "win32":

    def _runs_on_windows(pid: int) -> bool:
        import ctypes
        from ctypes import wintypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.WaitForSingleObject.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        process = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
        if not process:
            return bool(ctypes.get_last_error() == _ACCESS_DENIED)
        try:
            return bool(kernel.WaitForSingleObject(process, 0) == _WAIT_TIMEOUT)
        finally:
            kernel.CloseHandle(process)
