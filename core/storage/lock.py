"""A lock that one process holds, and that the system takes away when that process ends, however it ends.

It is a lock of the system on a file (`flock`, on Windows `LockFileEx`), in which the number of the holder stands.  A
file that is left behind by a process that was killed locks nothing.
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
"""Which byte is locked on Windows, where nobody else can read a locked one."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


ATTEMPTS, PAUSE_SECONDS = 3, 0.02
"""Who looks whether a lock is held (`Lock.check`) has it for a moment."""


class Taken(Exception):
    """Someone else holds the lock."""

    def __init__(self, holder: int | None) -> None:
        super().__init__(f"process {holder}" if holder is not None else "another process")
        self.holder = holder
        """The number of that process, as far as it can be read."""


class Lock:
    """The lock of a file, which is made where there is none.  A process cannot have it twice either.

    Where the system or the file's disk has no locks, everybody gets it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Hold it from now on.  Raises Taken, and OSError where the file cannot be made."""
        attempts = 0
        while self._file is None:
            file = self.path.open("a+", encoding="ascii")
            try:
                _lock(file)
                if not self._same(file):  # whoever held it has just removed the file
                    file.close()
                    continue
                file.seek(0)
                file.truncate()
                file.write(f"{os.getpid()}\n")
                file.flush()
            except Taken:
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
        """Hold it no longer."""
        if self._file is not None:
            with suppress(OSError):  # before it is unlocked, so that nobody's lock is removed; Windows keeps the file
                self.path.unlink()
            self._file.close()
            self._file = None

    def check(self) -> None:
        """Raise Taken if someone holds it."""
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
            raise Taken(_holder(file)) from None


def _holder(file: IO[str]) -> int | None:
    file.seek(0)
    text = file.read(20).strip()
    return int(text) if text.isdecimal() else None
