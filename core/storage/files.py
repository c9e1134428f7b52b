"""What all modules that read and write files share: errors that say where, texts without control characters, quotes."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from core.search import ProblemError

_ESCAPES = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system commands: titles, links
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequences: colours, cursor
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\)?"  # device control and other strings
    r"|\x1b.?"
)


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


@contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """A new file, open for writing and reading, that takes the place of ``path`` once it is whole.

    It lies in the same folder under a name that nobody can guess, and is deleted when
    writing fails.  Private by default.  Raises OSError.
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
    """Write a file in one step: an old one is replaced by a whole new one.  Private by default.  Raises OSError."""
    with replacing(path, mode) as file:
        file.write(content)


def save(path: Path, content: bytes) -> None:
    """Write a file that a person has named: an old one is replaced only by a whole new one.  Raises OSError.

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
    """Whether it is an ordinary file, which can be opened without waiting for another process.  Raises OSError."""
    return stat.S_ISREG(path.stat().st_mode)


def system_reason(error: OSError) -> str:
    """What the operating system says is wrong, in its words and without its number."""
    return error.strerror or str(error)


def clean_text(text: str) -> str:
    """A line of plain text: escape sequences, control and invisible formatting characters removed."""
    if text.isascii() and text.isprintable():
        return text.strip()
    text = _ESCAPES.sub("", text).replace("\t", " ")
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")).strip()


def quoted(text: str, limit: int = 24) -> str:
    """A piece of a file for an error message: quoted, escaped, cut short."""
    shown = text if len(text) <= limit else text[:limit] + "…"
    return repr(shown) if text.isprintable() else ascii(shown)
