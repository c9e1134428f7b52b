"""What may be read: an ordinary file of a reasonable size, packed or not."""

from __future__ import annotations

from os.path import expanduser
from pathlib import Path

from core import ProblemError
from core.storage._compressed import DAMAGED, unpacked
from core.storage._files import check_ordinary, read_stream


def at(typed: str) -> Path:
    """The path that the user typed; ``~`` is their home, and a name that no user has stays as it is.

    To find out whether it exists, use `os.path`, which says no to a name that is too long or that may not be looked
    at; `Path.exists` and the like would raise.
    """
    return Path(expanduser(typed))


def unpacked_bytes(path: Path) -> bytes:
    """The content of an ordinary file, unpacked if it is packed.

    Raises OSError, and ProblemError for damage, for too much, and for what is not a file.
    """
    check_ordinary(path)
    try:
        with path.open("rb") as raw:
            return read_stream(unpacked(raw), str(path))
    except DAMAGED as error:
        raise ProblemError(f"{path}: the packed data is damaged or cut short: {error}") from None
