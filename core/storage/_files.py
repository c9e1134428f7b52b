"""What all modules that read and write files share: size limits, errors with positions, quotes, JSON's schema."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from core._search import ProblemError
from core._words import grouped

LARGEST_FILE = 64 << 20
"""The largest file, or standard input, in bytes, that is read whole."""
MOST_OF_THE_TIME = 20.0
"""After a save that took s seconds, a search is not saved again for at least this many times s."""

SCHEMA_VERSION = 1
"""The version of the JSON objects: it is increased when a key changes meaning or is removed."""
LATER_SCHEMAS = {"compare": 2, "sudoku solve": 2, "sudoku count": 2, "sudoku check": 2}
"""The commands whose objects have changed since.  ``sudoku`` 2: objects say what the answer was found from.
``compare`` 2: runs are made in several processes, and each says in which, by which clock, and beside how many others.
"""


class FormatError(ProblemError):
    """Something in a file cannot be read: which file, line and column (1-based), and what was expected."""

    def __init__(self, source: str, line: int, column: int, message: str) -> None:
        super().__init__(source, line, column, message)
        self.source = source
        self.line = line
        self.column = column
        self.message = message

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}, column {self.column}: {self.message}"


class CannotWrite(ProblemError):
    """This format cannot hold this puzzle; the message says why."""


def read_stream(stream: BinaryIO, name: str, limit: int = LARGEST_FILE) -> bytes:
    """The rest of a stream.  Raises OSError, and ProblemError if it exceeds the limit in bytes."""
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise ProblemError(f"{name}: too large, expected at most {_size(limit)}")
    return content


def read_whole(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """The content of a file, pipe or device.  Raises OSError, and ProblemError if it exceeds the limit in bytes."""
    with path.open("rb") as file:
        return read_stream(file, str(path), limit)


def read_ordinary(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """The content of an ordinary file.  Raises OSError and ProblemError as does `check_ordinary`."""
    check_ordinary(path, limit)
    return read_whole(path, limit)


def check_ordinary(path: Path, limit: int = LARGEST_FILE) -> None:
    """Refuse a file of which reading would never end, or not soon.  Raises OSError or ProblemError."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise ProblemError(f"{path}: expected a file, this is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise ProblemError(f"{path}: expected an ordinary file, not a pipe or a device")
    if status.st_size > limit:
        raise ProblemError(f"{path}: too large, {grouped(status.st_size)} bytes; expected at most {_size(limit)}")


def _size(limit: int) -> str:
    return f"{limit >> 20} MiB" if limit >= 1 << 20 else f"{grouped(limit)} bytes"


@contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """A new file, open for writing and reading, that replaces ``path`` once it is complete.

    It is in the same folder under a name that nobody can guess, and is deleted if writing fails.
    Private by default.  Raises OSError.
    """
    import tempfile

    handle, partial = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
        os.chmod(partial, mode)
        os.replace(partial, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise


def write_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file in one step: a complete new file replaces the old one.  Private by default.  Raises OSError."""
    with replacing(path, mode) as file:
        file.write(content)


def save(path: Path, content: bytes) -> None:
    """Write a file that the user named: only a complete new file replaces the old one.  Raises OSError.

    It keeps its permissions, and a link to it stays a link.
    """
    if path.exists() and not path.is_file():  # a terminal, a pipe
        path.write_bytes(content)
        return
    path = Path(os.path.realpath(path))
    write_whole(path, content, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def is_file(path: Path) -> bool:
    """Whether ``path`` is an ordinary file, which can be opened without waiting for another process.  Raises
    OSError."""
    return stat.S_ISREG(path.stat().st_mode)


def system_reason(error: OSError) -> str:
    """The operating system's message about an error, without its number."""
    return error.strerror or str(error)


def schema(command: str) -> str:
    """The value of ``schema`` in a JSON object, such as ``dancing-queens/queens/1``."""
    return f"dancing-queens/{command.replace(' ', '-')}/{LATER_SCHEMAS.get(command, SCHEMA_VERSION)}"


def quoted(text: str, limit: int = 24) -> str:
    """A piece of a file for an error message: quoted, escaped, cut short."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
