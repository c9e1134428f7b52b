"""A lock that one process holds, and that the system releases when that process ends, however it ends.

It is a system lock (`flock`, on Windows `LockFileEx`) on a file that contains the holder's process number.  A file
left behind by a killed process locks nothing.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR = 1 << 20
"""The byte that is locked on Windows, where nobody else can read a locked byte."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


ATTEMPTS, PAUSE_SECONDS = 3, 0.02
"""A process that checks whether a lock is held (`Lock.check`) holds it for a moment."""


class LockTaken(Exception):
    """Another process holds the lock."""

    def __init__(self, holder: int | None) -> None:
        super().__init__(f"process {holder}" if holder is not None else "another process")
        self.holder = holder
        """The number of that process, if it can be read."""


class Lock:
    """The lock on a file, which is made if there is none.  Even one process cannot have it twice.

    If the system or the file's disk has no locks, everybody gets it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock.  Raises LockTaken, and OSError if the file cannot be made."""
        attempts = 0
        while self._file is None:
            file = self.path.open("a+", encoding="ascii")
            try:
                _lock(file)
                if not self._same(file):  # its holder has just removed the file
                    file.close()
                    continue
                file.seek(0)
                file.truncate()
                file.write(f"{os.getpid()}\n")
                file.flush()
            except LockTaken:
                file.close()
                if (attempts := attempts + 1) == ATTEMPTS:
                    raise
                time.sleep(PAUSE_SECONDS)
                continue
            except BaseException:
                file.close()
                raise
            self._file = file

    def leave(self) -> None:
        """Release the lock."""
        if self._file is not None:
            with suppress(OSError):  # before unlocking, lest another's lock be removed; Windows keeps the file
                self.path.unlink()
            self._file.close()
            self._file = None

    def check(self) -> None:
        """Raise LockTaken if the lock is held."""
        if self._file is None and self.path.exists():
            with suppress(OSError):
                self.take()
                self.leave()

    def _same(self, file: IO[str]) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False


def _lock(file: IO[str]) -> None:
    try:
        if sys.platform == "win32":
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            raise LockTaken(_holder(file)) from None


def _holder(file: IO[str]) -> int | None:
    file.seek(0)
    text = file.read(20).strip()
    return int(text) if text.isdecimal() else None
