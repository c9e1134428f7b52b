"""What may be read: an ordinary file of a reasonable size."""

from __future__ import annotations

import stat
from os.path import expanduser
from pathlib import Path

from core.search import ProblemError
from core.storage.compressed import DAMAGED, unpacked
from core.words import grouped

LARGEST_FILE = 64 << 20


def at(typed: str) -> Path:
    """The path that somebody typed; ``~`` is their home, and a name that no user has stays as it is.

    Whether something is there is best asked with `os.path`, which says no to a name that is too long or that may not
    be looked at: `Path.exists` and the like would raise.
    """
    return Path(expanduser(typed))


def check_file(path: Path) -> None:
    """Refuse what reading would never end of, or not soon.  Raises OSError or ProblemError."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise ProblemError(f"{path}: expected a file, this is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise ProblemError(f"{path}: expected an ordinary file, not a pipe or a device")
    if status.st_size > LARGEST_FILE:
        raise ProblemError(
            f"{path}: too large, {grouped(status.st_size)} bytes; expected at most {LARGEST_FILE >> 20} MiB"
        )


def unpacked_bytes(path: Path) -> bytes:
    """What is in a file, unpacked where it is packed.  Raises OSError, or ProblemError for damage or too much."""
    try:
        with path.open("rb") as raw:
            data: bytes = unpacked(raw).read(LARGEST_FILE + 1)
    except DAMAGED as error:
        raise ProblemError(f"{path}: the packed data is damaged or cut short: {error}") from None
    if len(data) > LARGEST_FILE:
        raise ProblemError(f"{path}: too large: more than {LARGEST_FILE >> 20} MiB once it is unpacked")
    return data
